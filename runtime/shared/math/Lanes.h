// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The building blocks of the maths library. A function of the library is a template over F, which
// is `float` (one lane: a GPU thread, or the host in a test) or a vector of 4, 8 or 16 floats
// (lanes of the CPU device). This file names the integer types that belong to F and the primitives
// whose best form differs between targets: fused multiply-add, polynomials, division, rounding.
//
// Rules of the library: no branch on the value of a lane (compare, then select); no tables, no
// calls, nothing on the stack; NaN in gives NaN out. Code that needs a single rounding says
// `fusedMultiplyAdd`; no product and sum are ever written apart where fusing them would lose an
// error term, so every setting of floating-point contraction is right.

#ifndef FLAME_RUNTIME_SHARED_MATH_LANES_H
#define FLAME_RUNTIME_SHARED_MATH_LANES_H

#include "runtime/shared/FlameDevice.h"

namespace flame::math {

/// `width` floats, one per lane.
template <int width> using FloatLanes = float __attribute__((ext_vector_type(width)));

/// The integer types with as many lanes as F.
template <class F> struct IntegersOf;
template <> struct IntegersOf<float> {
  using Signed = int32_t;
  using Unsigned = uint32_t;
};
template <int width> struct IntegersOf<float __attribute__((ext_vector_type(width)))> {
  using Signed = int32_t __attribute__((ext_vector_type(width)));
  using Unsigned = uint32_t __attribute__((ext_vector_type(width)));
};
template <class F> using Int = typename IntegersOf<F>::Signed;
template <class F> using UInt = typename IntegersOf<F>::Unsigned;

/// F in a parameter that does not take part in deduction, so that a plain float constant spreads
/// over all lanes.
template <class F> struct IdentityOf {
  using Type = F;
};
template <class F> using Same = typename IdentityOf<F>::Type;

inline constexpr float kInfinity = __builtin_inff();
inline constexpr float kSmallestNormal = 0x1p-126f;

/// True where a product and a sum cost one instruction and one rounding.
#if defined(__FMA__) || defined(__NVPTX__)
inline constexpr bool kHasFma = true;
#else
inline constexpr bool kHasFma = false;
#endif

/// True where division and square root are estimates, good to two units in the last place.
#ifdef __NVPTX__
inline constexpr bool kEstimatesDivision = true;
#else
inline constexpr bool kEstimatesDivision = false;
#endif

template <class F> FLAME_INLINE UInt<F> bitsOf(F x) { return __builtin_bit_cast(UInt<F>, x); }
template <class F> FLAME_INLINE F floatOf(UInt<F> bits) { return __builtin_bit_cast(F, bits); }

/// `a` in the lanes where `mask`, the result of a comparison, holds; `b` elsewhere.
template <class F, class Mask> FLAME_INLINE F select(Mask mask, F a, Same<F> b) {
  return mask ? a : b;
}

template <class F> FLAME_INLINE F abs(F x) { return __builtin_elementwise_abs(x); }
template <class F> FLAME_INLINE F copysign(F magnitude, Same<F> sign) {
  return __builtin_elementwise_copysign(magnitude, sign);
}

template <class F> FLAME_INLINE F toFloat(Int<F> whole) {
  return __builtin_convertvector(whole, F);
}
template <> FLAME_INLINE float toFloat<float>(int32_t whole) { return static_cast<float>(whole); }

/// x rounded toward zero; |x| < 2^31.
template <class F> FLAME_INLINE Int<F> toInt(F x) { return __builtin_convertvector(x, Int<F>); }
template <> FLAME_INLINE int32_t toInt<float>(float x) { return static_cast<int32_t>(x); }

/// x limited to [low, high]; NaN stays NaN. One instruction per bound: comparison and operand order
/// are those of the minimum and maximum instructions of x86.
template <class F> FLAME_INLINE F clamp(F x, Same<F> low, Same<F> high) {
#ifdef __NVPTX__
  return __builtin_elementwise_minimum(__builtin_elementwise_maximum(x, low), high);
#else
  F raised = select(low > x, F(low), x);
  return select(high < raised, F(high), raised);
#endif
}

/// The rounding error a * b - product, exactly, where `product` is a * b rounded and nothing
/// underflows.
template <class F> FLAME_INLINE F productError(F a, Same<F> b, Same<F> product) {
  if constexpr (kHasFma) {
    return __builtin_elementwise_fma(a, b, -product);
  } else { // Dekker: products of halves of twelve bits are exact
    constexpr uint32_t kUpperHalf = 0xfffff000u;
    F aHigh = floatOf<F>(bitsOf(a) & kUpperHalf), bHigh = floatOf<F>(bitsOf(b) & kUpperHalf);
    F aLow = a - aHigh, bLow = b - bHigh;
    return ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow;
  }
}

/// a * b + c, rounded once or twice, whichever is fast.
template <class F> FLAME_INLINE F multiplyAdd(F a, Same<F> b, Same<F> c) {
  if constexpr (kHasFma)
    return __builtin_elementwise_fma(a, b, c);
  else
    return a * b + c;
}

/// a * b + c with an error of one rounding of the result, even if most of the sum cancels.
template <class F> FLAME_INLINE F fusedMultiplyAdd(F a, Same<F> b, Same<F> c) {
  if constexpr (kHasFma) {
    return __builtin_elementwise_fma(a, b, c);
  } else {
    F product = a * b;
    F error = productError(a, b, product);
    return (product + c) + select(abs(product) < kInfinity, error, 0.0f);
  }
}

/// x^exponent, where the exponent is a power of two.
template <int exponent, class F> FLAME_INLINE F repeatedSquare(F x) {
  if constexpr (exponent == 1) {
    return x;
  } else {
    F root = repeatedSquare<exponent / 2>(x);
    return root * root;
  }
}

/// Coefficients [first, first + count) in Horner's order: the fewest operations.
template <int first, int count, class F, int size>
FLAME_INLINE F hornerSum(F x, const float (&c)[size]) {
  if constexpr (count == 1)
    return F(c[first]);
  else
    return multiplyAdd(x, hornerSum<first + 1, count - 1>(x, c), c[first]);
}

/// The same in Estrin's order, halves independent of each other: two more operations but half the
/// latency.
template <int first, int count, class F, int size>
FLAME_INLINE F estrinSum(F x, const float (&c)[size]) {
  if constexpr (count <= 2) {
    return hornerSum<first, count>(x, c);
  } else {
    constexpr int low = count > 4 ? 4 : 2;
    F high = estrinSum<first + low, count - low>(x, c);
    return multiplyAdd(repeatedSquare<low>(x), high, estrinSum<first, low>(x, c));
  }
}

/// c0 + c1 x + c2 x^2 ... with at most 8 coefficients. A GPU hides latency with other threads; a
/// CPU core has only its own window of instructions, and chains of several functions overflow it:
/// two typical bodies ran 6 and 11 % faster with Estrin's order for 8 coefficients, 5 % slower with
/// it for 7 (Zen 5, 16 lanes).
template <class F, class... Coefficients>
FLAME_INLINE F polynomial(F x, Coefficients... coefficients) {
  constexpr int count = sizeof...(coefficients);
  const float c[count] = {coefficients...};
#ifdef __NVPTX__
  return hornerSum<0, count>(x, c);
#else
  if constexpr (count < 8)
    return hornerSum<0, count>(x, c);
  else
    return estrinSum<0, count>(x, c);
#endif
}

/// a / b: IEEE on the CPU, where it costs no more than an estimate with a Newton step.
template <class F> FLAME_INLINE F divide(F a, Same<F> b) {
#ifdef __NVPTX__
  return a * __nvvm_rcp_approx_ftz_f(b);
#else
  return a / b;
#endif
}

// Rounding to whole numbers. Plain SSE2 has no instruction for it: there, numbers below 2^23 pass
// through an integer, or through a sum that has no room for a fraction; larger ones are whole
// already.
#if defined(__SSE4_1__) || defined(__NVPTX__)
template <class F> FLAME_INLINE F floor(F x) { return __builtin_elementwise_floor(x); }
template <class F> FLAME_INLINE F ceil(F x) { return __builtin_elementwise_ceil(x); }
template <class F> FLAME_INLINE F trunc(F x) { return __builtin_elementwise_trunc(x); }
/// To nearest, halves to even.
template <class F> FLAME_INLINE F rint(F x) { return __builtin_elementwise_rint(x); }
#else
inline constexpr float kAllWhole = 0x1p23f;
template <class F> FLAME_INLINE F trunc(F x) {
  F within = select(abs(x) < kAllWhole, x, 0.0f);
  return select(abs(x) < kAllWhole, copysign(toFloat<F>(toInt(within)), x), x);
}
template <class F> FLAME_INLINE F floor(F x) {
  F whole = trunc(x);
  return select(whole > x, whole - 1.0f, whole);
}
template <class F> FLAME_INLINE F ceil(F x) {
  F whole = trunc(x);
  return select(whole < x, copysign(whole + 1.0f, x), whole);
}
template <class F> FLAME_INLINE F rint(F x) {
  F whole = (abs(x) + kAllWhole) - kAllWhole;
  return select(abs(x) < kAllWhole, copysign(whole, x), x);
}
#endif

/// Adding this constant rounds to a whole number k and leaves k in the low bits of the sum, as long
/// as |k| < 2^22.
inline constexpr float kRoundingShift = 0x1.8p23f;

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_LANES_H
