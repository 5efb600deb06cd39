// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orbits of numbers, and a search for an orbit that leaves the circle of radius 2 in time, but not
// too early: the points of the `fract_` variations. As in Escape.h, each lane tries its own
// numbers, and an orbit that ends makes room for the next try at once.

#ifndef FLAME_RUNTIME_SHARED_MATH_ORBITS_H
#define FLAME_RUNTIME_SHARED_MATH_ORBITS_H

#include "runtime/shared/Math.h"
#include "runtime/shared/math/Escape.h"

namespace flame::math {

/// The next point of an orbit from z, which began at s, with c = re + i im. By `kind`: 0 z^power +
/// c, 1 z^power + s, 2 c (z - z²), 3 s (z - 1/z), 4 c (z - 1/z), 5 c z² - 1. The power is whole,
/// from 2 to kMostPower.
template <class F> struct OrbitMap {
  F kind, power, re, im;
};
inline constexpr int32_t kMostPower = 64;

/// The condition for an orbit. It begins in [left, left + width] x [low, low + height] and has at
/// most `most` steps. Its count is one more than the number of steps until the previous point has
/// left the circle, and at most `most` + 1. The count must be above `least` and below `clip`. If
/// `walks` exceeds 1/2, the orbit has left the circle, and the search is for a point of it after
/// the first `skipped` points, where all points of all orbits are equally likely. At most `tries`
/// numbers are tried.
template <class F> struct OrbitSearch {
  F left, width, low, height;
  OrbitMap<F> map;
  F most, least, clip, tries, walks, skipped;
};

/// A point of an orbit.
template <class F> struct OrbitPoint {
  F x, y;
};

template <class F> FLAME_INLINE OrbitPoint<F> orbitProduct(OrbitPoint<F> a, OrbitPoint<F> b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

template <class F, class Mask>
FLAME_INLINE OrbitPoint<F> chosenPoint(Mask mask, OrbitPoint<F> a, OrbitPoint<F> b) {
  return {select(mask, a.x, b.x), select(mask, a.y, b.y)};
}

template <class F>
FLAME_INLINE OrbitPoint<F> nextOfOrbit(const OrbitMap<F> &map, OrbitPoint<F> s, OrbitPoint<F> z) {
  const OrbitPoint<F> squared = orbitProduct<F>(z, z), c = {map.re, map.im},
                      none = {F(0.0f), F(0.0f)};
  OrbitPoint<F> power = squared;
#pragma clang loop unroll(disable)
  for (int32_t n = 3; n <= kMostPower; ++n) {
    const auto isIn = map.power > static_cast<float>(n) - 0.5f;
    if (!anyOf(isIn))
      break;
    power = chosenPoint<F>(isIn, orbitProduct<F>(power, z), power);
  }
  const F size = z.x * z.x + z.y * z.y;
  const OrbitPoint<F> logistic = {z.x - squared.x, z.y - squared.y},
                      reflected = {z.x - divide(z.x, size), z.y + divide(z.y, size)};
  const OrbitPoint<F> sum = chosenPoint<F>(map.kind < 0.5f, c, s);
  const OrbitPoint<F> factor = chosenPoint<F>(abs(F(map.kind - 3.0f)) < 0.5f, s, c);
  const OrbitPoint<F> bent =
      orbitProduct<F>(factor, chosenPoint<F>(map.kind < 2.5f, logistic,
                                             chosenPoint<F>(map.kind < 4.5f, reflected, power)));
  const OrbitPoint<F> shift = chosenPoint<F>(map.kind < 4.5f, none, {F(-1.0f), F(0.0f)});
  return chosenPoint<F>(map.kind < 1.5f, {power.x + sum.x, power.y + sum.y},
                        {bent.x + shift.x, bent.y + shift.y});
}

/// The start of try `k` of the seeds a and b.
template <class F>
FLAME_INLINE OrbitPoint<F> startOfOrbit(F tries, F seedA, F seedB, const OrbitSearch<F> &search) {
  const UInt<F> k = __builtin_bit_cast(UInt<F>, toInt<F>(tries)),
                a = __builtin_bit_cast(UInt<F>, toInt<F>(seedA)),
                b = __builtin_bit_cast(UInt<F>, toInt<F>(seedB));
  return {search.left + search.width * hashedUnit<F>(k, a, b),
          search.low + search.height * hashedUnit<F>(k, b, a)};
}

/// If the search walks, the number of steps to the point of try `k` in its orbit; else 0.
template <class F>
FLAME_INLINE F stepOfOrbit(F tries, F seedA, F seedB, const OrbitSearch<F> &search) {
  const UInt<F> k = __builtin_bit_cast(UInt<F>, toInt<F>(tries)),
                a = __builtin_bit_cast(UInt<F>, toInt<F>(seedA)),
                b = __builtin_bit_cast(UInt<F>, toInt<F>(seedB));
  const F rest = search.most + 1.0f - search.skipped;
  const F step = search.skipped + 1.0f + floor(F(rest * hashedUnit<F>(a, k, b)));
  return select(search.walks > 0.5f, step, F(0.0f));
}

/// The number of the successful try for two seeds, whole numbers below 2^24; -1 if none succeeds.
template <class F> FLAME_INLINE F seekOrbit(F seedA, F seedB, const OrbitSearch<F> &search) {
  F tries = F(0.0f), steps = F(0.0f), done = F(0.0f);
  OrbitPoint<F> start = startOfOrbit(tries, seedA, seedB, search), z = start;
  F wanted = stepOfOrbit(tries, seedA, seedB, search);
#pragma clang loop unroll(disable)
  for (int32_t step = 0; step < kMostEscapeSteps; ++step) {
    const auto isFull = steps >= search.most;
    const auto isOut = z.x * z.x + z.y * z.y >= 4.0f;
    const F count = 1.0f + select(isFull, search.most, F(steps + 1.0f));
    const auto isKept = (count > search.least) & (count < search.clip);
    const auto isReached = (steps < search.most) & (wanted <= count) & (count > search.skipped);
    const auto isWanted = select(search.walks > 0.5f, select(isReached, F(1.0f), 0.0f),
                                 select(isKept, F(1.0f), 0.0f)) > 0.5f;
    const auto isEnd = (isFull | isOut) & (done < 1.0f);
    const auto isLast = tries >= search.tries - 1.5f;
    tries = select(isEnd & isLast, select(isWanted, tries, -1.0f), tries);
    done = select(isEnd & (isWanted | isLast), F(1.0f), done);
    if (!anyOf(done < 1.0f))
      return tries;
    const auto isNext = isEnd & (done < 1.0f);
    tries = select(isNext, F(tries + 1.0f), tries);
    const OrbitPoint<F> on = nextOfOrbit(search.map, start, z);
    if (anyOf(isNext)) {
      const OrbitPoint<F> again = startOfOrbit(tries, seedA, seedB, search);
      start = {select(isNext, again.x, start.x), select(isNext, again.y, start.y)};
      wanted = select(isNext, stepOfOrbit(tries, seedA, seedB, search), wanted);
    }
    z = {select(isNext, start.x, on.x), select(isNext, start.y, on.y)};
    steps = select(isNext, F(0.0f), F(steps + 1.0f));
  }
  return select(done < 1.0f, F(-1.0f), tries);
}

/// Values of try `k`. `value` 0 and 1: x and y of its point, which is the start of its orbit or the
/// point to which the search walks. 2: the count of its orbit. 3: the steps to that point.
template <class F>
FLAME_INLINE F orbitValue(F value, F k, F seedA, F seedB, const OrbitSearch<F> &search) {
  const OrbitPoint<F> start = startOfOrbit(k, seedA, seedB, search);
  const F wanted = stepOfOrbit(k, seedA, seedB, search);
  const auto counts = value > 1.5f;
  OrbitPoint<F> z = start;
  F steps = F(0.0f), count = F(0.0f);
#pragma clang loop unroll(disable)
  for (int32_t step = 0; step < kMostEscapeSteps; ++step) {
    const auto isFull = steps >= search.most;
    const auto isEnd = isFull | (z.x * z.x + z.y * z.y >= 4.0f);
    const F ended = 1.0f + select(isFull, search.most, F(steps + 1.0f));
    count = select(isEnd & (count < 0.5f), ended, count);
    const F left =
        select(counts, select(count < 0.5f, F(1.0f), 0.0f), select(steps < wanted, F(1.0f), 0.0f));
    if (!anyOf(left > 0.5f) || !anyOf(value < 2.5f))
      break;
    const OrbitPoint<F> on = nextOfOrbit(search.map, start, z);
    z = {select(left > 0.5f, on.x, z.x), select(left > 0.5f, on.y, z.y)};
    steps = steps + select(left > 0.5f, F(1.0f), 0.0f);
  }
  const F coordinate = select(value > 0.5f, z.y, z.x);
  return select(value > 2.5f, wanted, select(counts, count, coordinate));
}

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_ORBITS_H
