// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A search without a fixed length: it finds a random number c whose orbit z² + c leaves the circle
// of radius 2 in time, or does not. Each lane tries its own numbers, one after another, until all
// lanes have found one. An orbit that ends makes room for the next try at once, so lanes wait for
// the longest search, not for the longest orbit of every try.

#ifndef FLAME_RUNTIME_SHARED_MATH_ESCAPE_H
#define FLAME_RUNTIME_SHARED_MATH_ESCAPE_H

#include "runtime/shared/math/Lanes.h"

namespace flame::math {

/// Most steps of all orbits of a search. If a hundredth of the rectangle qualifies and orbits have
/// 100 steps, one search in 10^12 ends without a result and returns the current try.
inline constexpr int32_t kMostEscapeSteps = 1 << 18;

FLAME_INLINE bool anyOf(int mask) { return mask != 0; }
template <int width> FLAME_INLINE bool anyOf(int32_t __attribute__((ext_vector_type(width))) mask) {
  return __builtin_reduce_or(mask) != 0;
}

/// A random number in [0, 1) for three integers, like `hashed` of ir/ExtraMath.h.
template <class F> FLAME_INLINE F hashedUnit(UInt<F> x, UInt<F> y, UInt<F> salt) {
  UInt<F> h = x * 374761393u + y * 668265263u + salt * 1274126177u;
  h = h * (h * h * 15731u + 789221u) + 1376312589u;
  return toFloat<F>(__builtin_bit_cast(Int<F>, h & 0x7fffff00u)) * 0x1p-31f;
}

/// The area and condition of a search. If `inside` exceeds 1/2, orbits must stay for `iterations`
/// steps. Otherwise they must leave before that, but not before `least` steps.
template <class F> struct EscapeSearch {
  F left, width, low, height, iterations, least, inside;
};

/// The number of the successful try for two seeds a and b, whole numbers below 2^24. Try k is the
/// number (left + width hashedUnit(k, a, b), low + height hashedUnit(k, b, a)).
template <class F> FLAME_INLINE F seekEscape(F seedA, F seedB, const EscapeSearch<F> &search) {
  const UInt<F> a = __builtin_bit_cast(UInt<F>, toInt<F>(seedA)),
                b = __builtin_bit_cast(UInt<F>, toInt<F>(seedB));
  F tries = F(0.0f), found = F(0.0f), steps = F(0.0f);
  auto realPart = [&] {
    const UInt<F> k = __builtin_bit_cast(UInt<F>, toInt<F>(tries));
    return search.left + search.width * hashedUnit<F>(k, a, b);
  };
  auto imaginaryPart = [&] {
    const UInt<F> k = __builtin_bit_cast(UInt<F>, toInt<F>(tries));
    return search.low + search.height * hashedUnit<F>(k, b, a);
  };
  F cx = realPart(), cy = imaginaryPart(), x = cx, y = cy;
  for (int32_t step = 0; step < kMostEscapeSteps; ++step) {
    const F xx = x * x, yy = y * y;
    const auto isFull = steps >= search.iterations;
    const auto isEnd = (xx + yy >= 4.0f) | isFull;
    const auto isWanted =
        ((search.inside > 0.5f) & isFull) |
        ((search.inside <= 0.5f) & (steps < search.iterations) & (steps >= search.least));
    found = select(isEnd & isWanted, F(1.0f), found);
    if (!anyOf(found < 1.0f))
      break;
    const auto isNext = isEnd & (found < 1.0f);
    tries = select(isNext, F(tries + 1.0f), tries);
    if (anyOf(isNext)) {
      cx = select(isNext, realPart(), cx);
      cy = select(isNext, imaginaryPart(), cy);
    }
    const F product = x * y;
    x = select(isNext, cx, F(xx - yy + cx));
    y = select(isNext, cy, F(product + product + cy));
    steps = select(isNext, F(0.0f), F(steps + 1.0f));
  }
  return tries;
}

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_ESCAPE_H
