// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exports the maths library under the names that generated code calls: flame_math_<name>, one for
// each row of MathFunctions.def, over FLAME_LANES floats (default 1: a plain float). Compiled to
// bitcode once per target and width, linked into every flame and inlined there. The functions are
// external so that the bitcode keeps them.

#include "runtime/shared/Math.h"
#include "runtime/shared/math/Loops.h"

#ifndef FLAME_LANES
#define FLAME_LANES 1
#endif

namespace {
template <int lanes> struct ArgumentOf {
  using Type = flame::math::FloatLanes<lanes>;
};
template <> struct ArgumentOf<1> {
  using Type = float;
};
using Argument = ArgumentOf<FLAME_LANES>::Type;
} // namespace

#define FLAME_MATH_UNARY(name)                                                                     \
  FLAME_DEVICE Argument flame_math_##name(Argument x) { return flame::math::name(x); }
#define FLAME_MATH_BINARY(name)                                                                    \
  FLAME_DEVICE Argument flame_math_##name(Argument a, Argument b) {                                \
    return flame::math::name(a, b);                                                                \
  }
#include "runtime/shared/MathFunctions.def"

// Functions with this many operands, which generated code passes one by one.
#define FLAME_OPERANDS_6                                                                           \
  Argument a0, Argument a1, Argument a2, Argument a3, Argument a4, Argument a5
#define FLAME_NAMES_6 a0, a1, a2, a3, a4, a5
#define FLAME_OPERANDS_8 FLAME_OPERANDS_6, Argument a6, Argument a7
#define FLAME_NAMES_8 FLAME_NAMES_6, a6, a7
#define FLAME_OPERANDS_9 FLAME_OPERANDS_8, Argument a8
#define FLAME_NAMES_9 FLAME_NAMES_8, a8
#define FLAME_OPERANDS_13 FLAME_OPERANDS_9, Argument a9, Argument a10, Argument a11, Argument a12
#define FLAME_NAMES_13 FLAME_NAMES_9, a9, a10, a11, a12
#define FLAME_OPERANDS_14 FLAME_OPERANDS_13, Argument a13
#define FLAME_NAMES_14 FLAME_NAMES_13, a13
#define FLAME_OPERANDS_16 FLAME_OPERANDS_14, Argument a14, Argument a15
#define FLAME_NAMES_16 FLAME_NAMES_14, a14, a15
#define FLAME_OPERANDS_18 FLAME_OPERANDS_16, Argument a16, Argument a17
#define FLAME_NAMES_18 FLAME_NAMES_16, a16, a17

#define FLAME_LOOP(Name, name, operands)                                                           \
  FLAME_DEVICE Argument flame_math_##name(FLAME_OPERANDS_##operands) {                             \
    const Argument at[] = {FLAME_NAMES_##operands};                                                \
    return flame::math::loopValue<Argument>(flame::LibraryLoop::Name, at);                         \
  }
#include "runtime/shared/math/Loops.def"
