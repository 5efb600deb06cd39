// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cellular noise in space, after Steven Worley (1996), in the form of FastNoise. Space is divided
// into unit cubes around the whole numbers. Each has a point near its centre, and the noise is a
// function of the distances to the two nearest points. The positions of the points follow from a
// hash of the cube and a table of 256 vectors; this is the only function of the library with a
// table.

#ifndef FLAME_RUNTIME_SHARED_MATH_CELLNOISE_H
#define FLAME_RUNTIME_SHARED_MATH_CELLNOISE_H

#include "runtime/shared/math/CellVectors.h"
#include "runtime/shared/math/Lanes.h"

namespace flame::math {

/// Component `axis` of vector `index`, in [0, 256).
FLAME_INLINE float cellVector(int32_t index, int axis) { return kCellVectors[index][axis]; }
template <int width>
FLAME_INLINE FloatLanes<width> cellVector(int32_t __attribute__((ext_vector_type(width))) index,
                                          int axis) {
  FloatLanes<width> result = {};
  for (int lane = 0; lane < width; ++lane)
    result[lane] = kCellVectors[index[lane]][axis];
  return result;
}

/// FastNoise's hash of a cube and a seed: a cubic polynomial, modulo 2^32, of their mixture.
template <class F> FLAME_INLINE UInt<F> cellHash(UInt<F> seed, UInt<F> x, UInt<F> y, UInt<F> z) {
  const UInt<F> mixed = seed ^ (x * 1619u) ^ (y * 31337u) ^ (z * 6971u);
  return mixed * mixed * mixed * 60493u;
}

/// The number of the cube around `x`: the nearest whole number, halves away from 0. Beyond 2^30
/// floats are multiples of 128, and cubes have no neighbours.
template <class F> FLAME_INLINE Int<F> cellAround(F x) {
  constexpr float kFar = 0x1p30f;
  const F within = select(abs(x) < kFar, x, copysign(F(kFar), x)); // NaN, too
  return toInt<F>(within + copysign(F(0.5f), within));
}

/// The noise at (x, y, z). `seed` is a whole number below 2^24. `metric` is 0 for squared
/// distances, 1 for the sum of the distances along the axes, 2 for both together. `value` selects
/// the result, for the nearest distance a and the next distance b: 0 a random number in [-1, 1) for
/// each cube, 1 a - 1, 2 b - 1, 3 a + b - 1, 4 b - a - 1, 5 a b - 1, 6 a/b - 1.
template <class F> FLAME_INLINE F cellNoise(F x, F y, F z, F seed, F metric, F value) {
  const F points[3] = {x, y, z};
  const Int<F> middle[3] = {cellAround(x), cellAround(y), cellAround(z)};
  const UInt<F> salt = __builtin_bit_cast(UInt<F>, toInt<F>(seed));
  F nearest = F(999999.0f), next = F(999999.0f);
  UInt<F> owner = cellHash<F>(UInt<F>(0u), UInt<F>(0u), UInt<F>(0u), UInt<F>(0u));
#pragma clang loop unroll(disable)
  for (int32_t cell = 0; cell < 27; ++cell) {
    const Int<F> cube[3] = {middle[0] + (cell / 9 - 1), middle[1] + (cell / 3 % 3 - 1),
                            middle[2] + (cell % 3 - 1)};
    const UInt<F> at[3] = {__builtin_bit_cast(UInt<F>, cube[0]),
                           __builtin_bit_cast(UInt<F>, cube[1]),
                           __builtin_bit_cast(UInt<F>, cube[2])};
    const UInt<F> hash = cellHash<F>(salt, at[0], at[1], at[2]);
    const Int<F> index = __builtin_bit_cast(Int<F>, (hash ^ (hash >> 13)) & 255u);
    F along = F(0.0f), squared = F(0.0f);
    for (int axis = 0; axis < 3; ++axis) {
      const F way = toFloat<F>(cube[axis]) - points[axis] + cellVector(index, axis);
      along = along + abs(way);
      squared = squared + way * way;
    }
    const F distance =
        select(metric > 1.5f, F(along + squared), select(metric > 0.5f, along, squared));
    owner = distance < nearest ? cellHash<F>(UInt<F>(0u), at[0], at[1], at[2]) : owner;
    next = select(distance < nearest, nearest, select(distance < next, distance, next));
    nearest = select(distance < nearest, distance, nearest);
  }
  const F random = toFloat<F>(__builtin_bit_cast(Int<F>, owner)) * 0x1p-31f;
  F result = select(value > 5.5f, divide(nearest, next), F(nearest * next));
  result = select(value < 4.5f, F(next - nearest), result);
  result = select(value < 3.5f, F(next + nearest), result);
  result = select(value < 2.5f, next, result);
  result = select(value < 1.5f, nearest, result);
  result = select(value < 0.5f, random, F(result - 1.0f));
  const F all = x + y + z;
  return select(all == all, result, all);
}

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_CELLNOISE_H
