// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Smooth noise in space, in the forms of FastNoise: a hash assigns numbers or gradients to the
// points of a lattice, and polynomials interpolate between them. Value and gradient noise (Ken
// Perlin, 2002) use cubes and s = t³ (6 t² - 15 t + 10). Simplex noise uses tetrahedra (Perlin,
// 2001). Cubic noise fits cubics through four points per axis. Octaves are added up as they are, as
// billows or as ridges.

#ifndef FLAME_RUNTIME_SHARED_MATH_LATTICENOISE_H
#define FLAME_RUNTIME_SHARED_MATH_LATTICENOISE_H

#include "runtime/shared/math/CellNoise.h"

namespace flame::math {

/// A number that is the same in all lanes.
FLAME_INLINE float inAnyLane(float x) { return x; }
FLAME_INLINE double inAnyLane(double x) { return x; }
template <int width> FLAME_INLINE float inAnyLane(float __attribute__((ext_vector_type(width))) x) {
  return x[0];
}

/// Kinds of noise, and of sums of octaves.
enum LatticeKind { kValueNoise, kGradientNoise, kSimplexNoise, kCubicNoise };
enum OctaveKind { kNoOctaves, kPlainOctaves, kBillows, kRidges };

template <class F> FLAME_INLINE UInt<F> latticeHash(UInt<F> seed, const Int<F> (&at)[3]) {
  return cellHash<F>(seed, __builtin_bit_cast(UInt<F>, at[0]), __builtin_bit_cast(UInt<F>, at[1]),
                     __builtin_bit_cast(UInt<F>, at[2]));
}

/// The product of (x, y, z) and one of the twelve directions to the centres of a cube's edges. Four
/// of them count twice.
template <class F> FLAME_INLINE F alongGradient(UInt<F> hash, const F (&way)[3]) {
  const Int<F> h = __builtin_bit_cast(Int<F>, (hash ^ (hash >> 13)) & 15u);
  const F first = select(h < 8, way[0], way[1]);
  const F second = select(h < 4, way[1], select((h == 12) | (h == 14), way[0], way[2]));
  return select((h & 1) != 0, F(-first), first) + select((h & 2) != 0, F(-second), second);
}

/// The whole number below `x`, which for a whole `x` below 0 is one less than `x`. `x` becomes the
/// remainder.
template <class F> FLAME_INLINE Int<F> latticeBelow(F &x) {
  const Int<F> cut = toInt<F>(x);
  const Int<F> below = x < 0.0f ? cut - 1 : cut;
  x = x - toFloat<F>(below);
  return below;
}

/// The weight of point number `step` along an axis, at the position t in [0, 1] between the two
/// middle points.
template <class F> FLAME_INLINE F latticeWeight(F t, int32_t step, bool isCubic) {
  if (!isCubic) {
    const F s = t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
    return step ? s : F(1.0f - s);
  }
  const F square = t * t, cube = square * t;
  return step == 0   ? F(2.0f * square - cube - t)
         : step == 1 ? F(cube - 2.0f * square + 1.0f)
         : step == 2 ? F(square - cube + t)
                     : F(cube - square);
}

template <class F> FLAME_INLINE F noiseOfCubes(F x, F y, F z, UInt<F> seed, int32_t kind) {
  F rest[3] = {x, y, z};
  Int<F> corner[3];
  for (int axis = 0; axis < 3; ++axis)
    corner[axis] = latticeBelow(rest[axis]);
  const bool isCubic = kind == kCubicNoise;
  const int32_t points = isCubic ? 4 : 2, first = isCubic ? -1 : 0;
  F sum = F(0.0f);
#pragma clang loop unroll(disable)
  for (int32_t point = 0; point < points * points * points; ++point) {
    const int32_t steps[3] = {point % points, point / points % points, point / (points * points)};
    F way[3], weight = F(1.0f);
    Int<F> at[3];
    for (int axis = 0; axis < 3; ++axis) {
      at[axis] = corner[axis] + (steps[axis] + first);
      way[axis] = rest[axis] - float(steps[axis]);
      weight = weight * latticeWeight(rest[axis], steps[axis], isCubic);
    }
    const UInt<F> hash = latticeHash<F>(seed, at);
    const F value = kind == kGradientNoise
                        ? alongGradient<F>(hash, way)
                        : F(toFloat<F>(__builtin_bit_cast(Int<F>, hash)) * 0x1p-31f);
    sum = sum + weight * value;
  }
  return isCubic ? divide(sum, F(3.375f)) : sum;
}

/// Space is skewed so that the six tetrahedra of each cube share a corner.
template <class F> FLAME_INLINE F noiseOfSimplices(F x, F y, F z, UInt<F> seed) {
  const F lean = divide(F(x + y + z), F(3.0f));
  F moved[3] = {x + lean, y + lean, z + lean};
  Int<F> corner[3];
  for (int axis = 0; axis < 3; ++axis)
    corner[axis] = latticeBelow(moved[axis]);
  const F back = divide(toFloat<F>(corner[0] + corner[1] + corner[2]), F(6.0f));
  const F from[3] = {x - toFloat<F>(corner[0]) + back, y - toFloat<F>(corner[1]) + back,
                     z - toFloat<F>(corner[2]) + back};
  // The path to the opposite corner follows the longest coordinate first.
  const auto xy = from[0] >= from[1], xz = from[0] >= from[2], yz = from[1] >= from[2];
  const F one = F(1.0f);
  F firsts[3] = {select(xy & xz, one, 0.0f), F(0.0f), F(0.0f)};
  firsts[1] = select(xy, F(0.0f), select(yz, one, 0.0f));
  firsts[2] = one - firsts[0] - firsts[1];
  F seconds[3] = {select(xy | xz, one, 0.0f), F(0.0f), F(0.0f)};
  seconds[1] = select(xy, select(yz, one, 0.0f), one);
  seconds[2] = 2.0f - seconds[0] - seconds[1];
  F sum = F(0.0f);
#pragma clang loop unroll(disable)
  for (int32_t step = 0; step < 4; ++step) {
    F way[3], left = F(0.6f);
    Int<F> at[3];
    for (int axis = 0; axis < 3; ++axis) {
      const F gone = step == 0   ? F(0.0f)
                     : step == 1 ? firsts[axis]
                     : step == 2 ? seconds[axis]
                                 : one;
      at[axis] = corner[axis] + toInt<F>(gone);
      way[axis] = from[axis] - gone + divide(F(float(step)), F(6.0f));
      left = left - way[axis] * way[axis];
    }
    const F power = left * left * left * left;
    sum = sum +
          select(left < 0.0f, F(0.0f), F(power * alongGradient<F>(latticeHash<F>(seed, at), way)));
  }
  return 32.0f * sum;
}

/// The noise at (x, y, z), approximately in [-1, 1]. `seed` is a whole number below 2^24; each
/// further octave takes the next number. All operands except the point are the same in all lanes.
template <class F>
FLAME_INLINE F latticeNoise(F x, F y, F z, F seed, F kind, F octaveKind, F octaves, F gain,
                            F lacunarity) {
  const auto noise = int32_t(inAnyLane(kind)), sums = int32_t(inAnyLane(octaveKind));
  const int32_t count = sums == kNoOctaves ? 1 : int32_t(inAnyLane(octaves));
  F result = F(0.0f), share = F(1.0f), shares = F(0.0f);
  F point[3] = {x, y, z};
#pragma clang loop unroll(disable)
  for (int32_t octave = 0; octave < count; ++octave) {
    constexpr float kFar = 0x1p30f;
    F at[3];
    for (int axis = 0; axis < 3; ++axis)
      at[axis] = select(abs(point[axis]) < kFar, point[axis], F(kFar)); // NaN, too
    const UInt<F> salt = __builtin_bit_cast(UInt<F>, toInt<F>(seed + float(octave)));
    const F value = noise == kSimplexNoise ? noiseOfSimplices(at[0], at[1], at[2], salt)
                                           : noiseOfCubes(at[0], at[1], at[2], salt, noise);
    const F term = sums == kBillows  ? F(abs(value) * 2.0f - 1.0f)
                   : sums == kRidges ? F(octave ? F(abs(value) - 1.0f) : F(1.0f - abs(value)))
                                     : value;
    result = result + term * share;
    shares = shares + share;
    share = share * gain;
    for (int axis = 0; axis < 3; ++axis)
      point[axis] = point[axis] * lacunarity;
  }
  if (sums == kPlainOctaves || sums == kBillows)
    result = divide(result, shares);
  const F all = x + y + z;
  return select(all == all, result, all);
}

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_LATTICENOISE_H
