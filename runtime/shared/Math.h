// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The maths library of both devices: the functions of <math.h> that flames need, inlined. A
// function is a template over F: `float`, or a vector of 4, 8 or 16 floats. On the GPU a call with
// a float argument takes the version of math/Gpu.h, if there is one; it uses the special function
// units. An explicit exp2<float>(x) is the portable version everywhere.
//
// MathFunctions.def lists the functions and the accuracy promised for each; docs/generated/maths.md
// has the measured accuracy. Division is that of the language.

#ifndef FLAME_RUNTIME_SHARED_MATH_H
#define FLAME_RUNTIME_SHARED_MATH_H

#include "runtime/shared/math/Arithmetic.h"
#include "runtime/shared/math/Exponential.h"
#include "runtime/shared/math/Trigonometric.h"

#ifdef __NVPTX__
#include "runtime/shared/math/Gpu.h"
#endif

namespace flame::math {

/// The functions by number, under their names in calls.
enum class Function : uint32_t {
#define FLAME_MATH_UNARY(name) name,
#define FLAME_MATH_BINARY(name) name,
#include "runtime/shared/MathFunctions.def"
};

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_H
