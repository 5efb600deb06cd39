// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roots and the remainder of a division.

#ifndef FLAME_RUNTIME_SHARED_MATH_ARITHMETIC_H
#define FLAME_RUNTIME_SHARED_MATH_ARITHMETIC_H

#include "runtime/shared/math/Lanes.h"

namespace flame::math {

template <class F> FLAME_INLINE F sqrt(F x) {
#ifdef __NVPTX__
  return __nvvm_sqrt_approx_ftz_f(x);
#else
  return __builtin_elementwise_sqrt(x);
#endif
}

template <class F> FLAME_INLINE F rsqrt(F x) {
#ifdef __NVPTX__
  return __nvvm_rsqrt_approx_ftz_f(x);
#else
  return 1.0f / sqrt(x);
#endif
}

/// The cube root, negative for negative x. The bits of a float are almost a logarithm, and a third
/// of them gives |x|^(-1/3) within 3.5 %. One step of fourth order (the series of (1 - h)^(-1/3))
/// and a Newton step on the root itself complete the result.
template <class F> FLAME_INLINE F cbrt(F x) {
  constexpr float kGuessOffset = 1419915900.0f; // makes the largest errors on both sides equal
  F size = abs(x);
  F guessBits =
      multiplyAdd(toFloat<F>(__builtin_bit_cast(Int<F>, size)), -1.0f / 3.0f, kGuessOffset);
  F inverse = __builtin_bit_cast(F, toInt(guessBits));
  F h = multiplyAdd(-(size * inverse), inverse * inverse, 1.0f);
  inverse =
      multiplyAdd(inverse * h, polynomial(h, 1.0f / 3.0f, 2.0f / 9.0f, 14.0f / 81.0f), inverse);
  F inverseSquare = inverse * inverse;
  F root = size * inverseSquare;
  F excess = multiplyAdd(-(root * root), root, size);
  root = multiplyAdd(excess, inverseSquare * (1.0f / 3.0f), root);
  return copysign(select(size < kInfinity, root, size), x);
}

/// The remainder of x / y with the sign of x, like C's fmod. Exact while |x / y| < 2^24 (on the GPU
/// to 6e-7 |y|). Beyond, its size is arbitrary below |y|, as it would be for numbers next to x.
template <class F> FLAME_INLINE F fmod(F x, F y) {
  F size = abs(x), modulus = abs(y);
  F quotient = trunc(divide(size, modulus));
  F rest = fusedMultiplyAdd(-quotient, modulus, size);
  if constexpr (kEstimatesDivision) // the quotient may miss by more than one
    rest = multiplyAdd(-floor(divide(rest, modulus)), modulus, rest);
  rest = select(rest < 0.0f, rest + modulus, rest); // it was rounded up to a whole number
  rest = select((rest < 0.0f) | (rest >= modulus), F(0.0f), rest);
  return copysign(select(size < modulus, size, rest), x);
}

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_ARITHMETIC_H
