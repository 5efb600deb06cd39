// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The maths library of both devices: what <math.h> offers and flames need, without a call. A
// function is a template over F: `float`, or a vector of 4, 8 or 16 floats. On the GPU a call with
// a float argument takes the version of math/Gpu.h where there is one, which uses the special
// function units; an explicit exp2<float>(x) is the portable version everywhere.
//
// The list of functions and the accuracy promised for each is MathFunctions.def; what was measured
// is docs/generated/maths.md. Division is the language's own.

#ifndef FLAME_RUNTIME_SHARED_MATH_H
#define FLAME_RUNTIME_SHARED_MATH_H

#include "runtime/shared/math/Arithmetic.h"
#include "runtime/shared/math/Exponential.h"
#include "runtime/shared/math/Trigonometric.h"

#ifdef __NVPTX__
#include "runtime/shared/math/Gpu.h"
#endif

namespace flame::math {

/// The functions by number, named as they are called.
enum class Function : uint32_t {
#define FLAME_MATH_UNARY(name) name,
#define FLAME_MATH_BINARY(name) name,
#include "runtime/shared/MathFunctions.def"
};

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_H
