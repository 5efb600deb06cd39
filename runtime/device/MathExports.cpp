// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The maths library under the names that generated code calls: flame_math_<name>, one for each row
// of MathFunctions.def, over FLAME_LANES floats (1, the default, is a plain float). Compiled to
// bitcode once per target and width, linked into every flame and inlined there: the functions are
// external so that the bitcode keeps them.

#include "runtime/shared/Math.h"
#include "runtime/shared/math/CellNoise.h"
#include "runtime/shared/math/Escape.h"
#include "runtime/shared/math/LatticeNoise.h"
#include "runtime/shared/math/NoiseSearch.h"

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

FLAME_DEVICE Argument flame_math_seek_escape(Argument seedA, Argument seedB, Argument left,
                                             Argument width, Argument low, Argument height,
                                             Argument iterations, Argument least, Argument inside) {
  return flame::math::seekEscape<Argument>(seedA, seedB,
                                           {left, width, low, height, iterations, least, inside});
}

FLAME_DEVICE Argument flame_math_cell_noise(Argument x, Argument y, Argument z, Argument seed,
                                            Argument metric, Argument value) {
  return flame::math::cellNoise<Argument>(x, y, z, seed, metric, value);
}

FLAME_DEVICE Argument flame_math_lattice_noise(Argument x, Argument y, Argument z, Argument seed,
                                               Argument kind, Argument octaveKind, Argument octaves,
                                               Argument gain, Argument lacunarity) {
  return flame::math::latticeNoise<Argument>(x, y, z, seed, kind, octaveKind, octaves, gain,
                                             lacunarity);
}

FLAME_DEVICE Argument flame_math_seek_noise(Argument seedA, Argument seedB, Argument wanted,
                                            Argument shape, Argument map, Argument edge,
                                            Argument scale, Argument octaves, Argument amps,
                                            Argument freqs, Argument z, Argument low, Argument high,
                                            Argument most) {
  return flame::math::seekNoise<Argument>(
      seedA, seedB, wanted, {shape, map, edge, scale, octaves, amps, freqs, z, low, high, most});
}
