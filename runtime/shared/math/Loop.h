// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of the library functions whose loops have a variable length, up to a bound of their own.
// Each takes a number of operands and returns one number. Lanes that are done wait for the others.
// Variations call them (ir/VariationDsl.h), MathExports.cpp exports a function flame_math_<name>
// for each, and Loops.h implements them all.

#ifndef FLAME_RUNTIME_SHARED_MATH_LOOP_H
#define FLAME_RUNTIME_SHARED_MATH_LOOP_H

#include "runtime/shared/FlameDevice.h"

namespace flame {

enum class LibraryLoop : uint8_t {
#define FLAME_LOOP(Name, name, operands) Name,
#include "runtime/shared/math/Loops.def"
};

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_MATH_LOOP_H
