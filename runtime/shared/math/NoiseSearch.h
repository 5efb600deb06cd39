// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simplex noise in space, after Ken Perlin (2001). Space is divided into tetrahedra, six in each
// cube of a skewed lattice. Each corner has a gradient, and the noise is the sum of those of the
// four corners around a point. This file also has a search for a position where a sum of such noise
// is within limits. Each lane makes its own tries, as in Escape.h.

#ifndef FLAME_RUNTIME_SHARED_MATH_NOISESEARCH_H
#define FLAME_RUNTIME_SHARED_MATH_NOISESEARCH_H

#include "runtime/shared/Math.h"
#include "runtime/shared/math/Escape.h"

namespace flame::math {

/// The noise at (x, y, z), approximately within [-1, 1]. Gradients have length 1 and follow from
/// hashes of their corners. Beyond 2^20 the lattice is too fine for floats, and the noise is that
/// of the planes through the origin.
template <class F> FLAME_INLINE F simplexNoise(F x, F y, F z) {
  auto near = [](F t) { return select(abs(t) < 0x1p20f, t, F(0.0f)); };
  const F nearX = near(x), nearY = near(y), nearZ = near(z);
  const F skew = (nearX + nearY + nearZ) * (1.0f / 3);
  const F lattice[3] = {floor(nearX + skew), floor(nearY + skew), floor(nearZ + skew)};
  const F unskew = (lattice[0] + lattice[1] + lattice[2]) * (1.0f / 6);
  const F first[3] = {nearX - (lattice[0] - unskew), nearY - (lattice[1] - unskew),
                      nearZ - (lattice[2] - unskew)};
  auto one = [](auto mask) { return select(mask, F(1.0f), 0.0f); };
  const F xy = one(first[0] >= first[1]), xz = one(first[0] >= first[2]),
          yz = one(first[1] >= first[2]);
  const F rank[3] = {xy + xz, 1.0f - xy + yz,
                     2.0f - xz - yz}; // the corners step along the greatest first
  F sum = F(0.0f);
#pragma clang loop unroll(disable)
  for (int32_t corner = 0; corner < 4; ++corner) {
    const float back = static_cast<float>(corner) * (1.0f / 6);
    F at[3];
    UInt<F> number[3];
    F left = F(0.6f);
    for (int axis = 0; axis < 3; ++axis) {
      const F step = one(rank[axis] > 2.5f - static_cast<float>(corner));
      at[axis] = first[axis] - step + back;
      left = left - at[axis] * at[axis];
      number[axis] = __builtin_bit_cast(UInt<F>, toInt<F>(lattice[axis] + step));
    }
    const F height = 2.0f * hashedUnit<F>(number[0], number[1], number[2]) - 1.0f;
    const F angle = 6.2831853f * hashedUnit<F>(number[1], number[2], number[0] + 1u);
    const F radius = sqrt(F(1.0f - height * height));
    const F slope = radius * (circleCos(angle) * at[0] + circleSin(angle) * at[1]) + height * at[2];
    const F part = select(left > 0.0f, left, 0.0f), squared = part * part;
    sum = sum + squared * squared * slope;
  }
  return 32.0f * sum;
}

/// The area and condition of a search: the positions of `dc_perlin`. `shape` is 0 for a square, 1
/// for a disc, 2 for a disc that is denser in its middle. It has an `edge`, is seen on a `map` from
/// 0 to 5, times `scale`, and lies at height `z`. The noise is a sum of `octaves`, each `amps`
/// times weaker and `freqs` times finer than the one before. It must be from `low` to `high`, and
/// counts for more in the edge. After `most` tries, the next is accepted as it is.
template <class F> struct NoiseSearch {
  F shape, map, edge, scale, octaves, amps, freqs, z, low, high, most;
};

/// The number of the successful try for two seeds a and b, whole numbers below 2^24. If `wanted`
/// exceeds 1/2, returns the sum of noise there instead. Try k has the random numbers hashedUnit(k,
/// a, b), hashedUnit(k, b, a) and hashedUnit(a, k, b).
template <class F>
FLAME_INLINE F seekNoise(F seedA, F seedB, F wanted, const NoiseSearch<F> &search) {
  constexpr int32_t kMostTries = 1001, kMostOctaves = 5;
  const UInt<F> a = __builtin_bit_cast(UInt<F>, toInt<F>(seedA)),
                b = __builtin_bit_cast(UInt<F>, toInt<F>(seedB));
  F tries = F(0.0f), found = F(0.0f), noise = F(0.0f);
  for (int32_t step = 0; step < kMostTries; ++step) {
    const UInt<F> k = __builtin_bit_cast(UInt<F>, toInt<F>(tries));
    const F first = hashedUnit<F>(k, a, b), second = hashedUnit<F>(k, b, a);
    const F angle = 6.2831853f * hashedUnit<F>(a, k, b), size = 1.0f + search.edge;
    const F both = first + second;
    const F disc = select(both > 1.0f, F(2.0f - both), both);
    const F away = size * select(search.shape > 1.5f, first, disc);
    const auto isSquare = search.shape < 0.5f;
    const F x = select(isSquare, F(size * (first - 0.5f)), F(0.5f * away * circleSin(angle)));
    const F y = select(isSquare, F(size * (second - 0.5f)), F(0.5f * away * circleCos(angle)));
    const F side = select(abs(x) > abs(y), abs(x), abs(y));
    const F behind = select(isSquare, side, away) - 1.0f + search.edge;
    const F edge = select(behind > 0.0f, F(0.5f * divide(behind, search.edge)), 0.0f);

    const F squared = x * x + y * y, bump = sqrt(abs(F(0.25f - squared)));
    const F more = select(search.map > 2.5f, F(0.25f), select(search.map > 1.5f, F(0.5f), 1e-6f));
    const auto isFlat = (search.map < 0.5f) | (search.map > 3.5f);
    const F grown = search.scale * select(isFlat, F(1.0f), divide(F(1.0f), squared + more));
    const F raised =
        select(search.map > 4.5f, F(2.0f * bump), select(search.map > 3.5f, bump, 0.0f));
    F at[3] = {grown * x, grown * y, search.scale * (search.z + raised)};
    F value = F(0.0f), strength = F(1.0f);
#pragma clang loop unroll(disable)
    for (int32_t octave = 0; octave < kMostOctaves; ++octave) {
      const auto isIn = search.octaves > static_cast<float>(octave) + 0.5f;
      if (!anyOf(isIn))
        break;
      const F part = value + divide(simplexNoise(at[0], at[1], at[2]), strength);
      value = select(isIn, part, value);
      strength = strength * search.amps;
      for (F &coordinate : at)
        coordinate = coordinate * search.freqs;
    }
    const F weighed = value * (1.0f + 20.0f * edge * edge) +
                      select(value > 0.0f, F(2.0f * edge), F(-2.0f * edge));
    const auto isMiss =
        ((weighed < search.low) | (weighed > search.high)) & (tries < search.most - 0.5f);
    noise = select(found < 1.0f, value, noise);
    found = select(isMiss, found, 1.0f);
    if (!anyOf(found < 1.0f))
      break;
    tries = select(found < 1.0f, F(tries + 1.0f), tries);
  }
  return select(wanted > 0.5f, noise, tries);
}

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_NOISESEARCH_H
