// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponentials, logarithms, powers and hyperbolic functions, all through base 2.
//
// An exponential subtracts the nearest whole number k from its exponent and adds k to the exponent
// field of 2^f, |f| <= 1/2. A logarithm splits a number into 2^e m with m in [3/4, 3/2) and adds e
// to log(m), so that the logarithm keeps its relative accuracy next to 1, where e is 0. Denormal
// arguments count as zero and denormal results become zero.
//
// The polynomials are our own minimax fits, made like those of Trigonometric.h.

#ifndef FLAME_RUNTIME_SHARED_MATH_EXPONENTIAL_H
#define FLAME_RUNTIME_SHARED_MATH_EXPONENTIAL_H

#include "runtime/shared/math/Lanes.h"

namespace flame::math {

inline constexpr float kLog2E = 0x1.715476p+0f, kLog2ETail = 0x1.4ae0c0p-26f;
/// Exponents of normal numbers: 2^x is zero below the first and infinite above the second.
inline constexpr float kLowestExponent = -126.0f, kHighestExponent = 0x1.fffffep+6f;
inline constexpr float kLn2 = 0x1.62e430p-1f;

/// The halves of 2^f for |f| <= 1/2: cosh(f ln 2) and sinh(f ln 2). Errors 1e-10 and 1.3e-8.
template <class F> struct PowerHalves {
  F even, odd;
};
template <class F> FLAME_INLINE PowerHalves<F> powerHalves(F f) {
  F z = f * f;
  return {polynomial(z, 1.0f, 0x1.ebfbe0p-3f, 0x1.3b2a4ap-7f, 0x1.44229cp-13f),
          f * polynomial(z, 0x1.62e430p-1f, 0x1.c6af9ep-5f, 0x1.5ef4f0p-10f)};
}

/// 2^(k + f), where `shifted` is k + kRoundingShift and the result in the normal range. Error 1e-7.
template <class F> FLAME_INLINE F powerOfTwo(F shifted, F f) {
  F power = polynomial(f, 1.0f, 0x1.62e42ap-1f, 0x1.ebf9a4p-3f, 0x1.c6b596p-5f, 0x1.3cf3b2p-7f,
                       0x1.5cb8c4p-10f);
  return floatOf<F>(bitsOf(power) + (bitsOf(shifted) << 23));
}

/// `power` where low <= x <= high; zero below, infinity above, NaN for NaN (whose bits the exponent
/// may have broken).
template <class F> FLAME_INLINE F withinRange(F power, F x, float low, float high) {
  F notTooLarge = select(x <= high, power, x * kInfinity);
  return select(x < low, F(0.0f), notTooLarge);
}

template <class F> FLAME_INLINE F exp2(F x) {
  F shifted = x + kRoundingShift;
  F k = shifted - kRoundingShift;
  return withinRange(powerOfTwo(shifted, x - k), x, kLowestExponent, kHighestExponent);
}

template <class F> FLAME_INLINE F exp(F x) {
  constexpr float kLowest = -0x1.5d589ep+6f, kHighest = 0x1.62e42ep+6f;
  F shifted = multiplyAdd(x, kLog2E, kRoundingShift);
  F k = shifted - kRoundingShift;
  F f = multiplyAdd(x, kLog2ETail, fusedMultiplyAdd(x, kLog2E, -k));
  return withinRange(powerOfTwo(shifted, f), x, kLowest, kHighest);
}

/// x = 2^exponent (1 + fraction), fraction in [-1/4, 1/2), for positive normal x.
template <class F> struct SplitFloat {
  F exponent, fraction;
};
template <class F> FLAME_INLINE SplitFloat<F> splitFloat(F x) {
  constexpr uint32_t kThreeQuarters = 0x3f400000u, kExponentMask = 0xff800000u;
  UInt<F> exponent = (bitsOf(x) - kThreeQuarters) & kExponentMask;
  F mantissa = floatOf<F>(bitsOf(x) - exponent);
  Int<F> whole = __builtin_bit_cast(Int<F>, exponent) >> 23;
  return {toFloat<F>(whole), mantissa - 1.0f};
}

/// (log(1 + f) - f) / f^2 for f in [-1/4, 1/2]. The error of the logarithm is 3e-8.
template <class F> FLAME_INLINE F logarithmCurve(F f) {
  return polynomial(f, -0x1.000014p-1f, 0x1.5555dcp-2f, -0x1.ffddf6p-3f, 0x1.992418p-3f,
                    -0x1.588644p-3f, 0x1.32c566p-3f, -0x1.ee0564p-4f, 0x1.bb5dc6p-5f);
}

/// exponentScale * exponent(x) + mantissaScale * log(mantissa(x)) for positive normal x: a
/// logarithm to any base.
template <class F> FLAME_INLINE F logarithmOfNormal(F x, float exponentScale, float mantissaScale) {
  auto [exponent, f] = splitFloat(x);
  F ofMantissa = multiplyAdd(f * f, logarithmCurve(f), f);
  if (mantissaScale == 1.0f) // a constant: no branch remains
    return multiplyAdd(exponent, exponentScale, ofMantissa);
  return multiplyAdd(ofMantissa, mantissaScale, exponent * exponentScale);
}

template <class F> FLAME_INLINE F logarithm(F x, float exponentScale, float mantissaScale) {
  F ofSmall = select(x < 0.0f, F(__builtin_nanf("")), -kInfinity);
  F result =
      select(x < kSmallestNormal, ofSmall, logarithmOfNormal(x, exponentScale, mantissaScale));
  return select(x < kInfinity, result, x);
}

template <class F> FLAME_INLINE F log(F x) { return logarithm(x, kLn2, 1.0f); }
template <class F> FLAME_INLINE F log2(F x) { return logarithm(x, 1.0f, kLog2E); }
template <class F> FLAME_INLINE F log10(F x) {
  return logarithm(x, 0x1.344136p-2f, 0x1.bcb7b2p-2f);
}

/// log2(x) as a sum of two floats, for positive normal x. The error is below 4e-8, and below 2^-24
/// of the logarithm next to 1.
template <class F> struct LongFloat {
  F head, tail;
};
template <class F> FLAME_INLINE LongFloat<F> longLog2(F x) {
  auto [exponent, f] = splitFloat(x);
  // f log2(e) in two parts: a multiple of 2^-16, which the exponent can be added to exactly, and
  // the rest.
  constexpr float kShift = 0x1.8p7f;
  F coarse = multiplyAdd(f, kLog2E, kShift) - kShift;
  F fine = multiplyAdd(f, kLog2ETail, fusedMultiplyAdd(f, kLog2E, -coarse));
  F head = exponent + coarse;
  F tail = multiplyAdd(f * f * logarithmCurve(f), kLog2E, fine);
  F sum = head + tail;
  return {sum, (head - sum) + tail};
}

/// Corrects `log`, which is log2(size), for a size of zero (any denormal), infinity and NaN. For
/// zero the result is a number beyond every exponent instead of -infinity. Its product with 0 is 0,
/// which makes pow(0, 0) 1.
template <class F> FLAME_INLINE F logOfSize(F log, F size) {
  constexpr float kExtraExponents = 0x1p100f;
  log = select(size < kSmallestNormal, F(-kExtraExponents), log);
  return select(size < kInfinity, log, size);
}

/// x^y from `power`, which is |x|^y. If the compiler knows that x is not negative, this compiles to
/// nothing.
template <class F> FLAME_INLINE F signOfPower(F power, F x, F y) {
  F half = y * 0.5f;
  auto isNegative = x < 0.0f;
  power = select(isNegative & (rint(half) != half), -power, power); // odd, if whole
  return select(isNegative & (rint(y) != y), F(__builtin_nanf("")), power);
}

/// C's pow with these differences: 1^NaN, NaN^0, infinity^0 and 1^infinity are NaN, and -0 counts
/// as 0.
template <class F> FLAME_INLINE F pow(F x, F y) {
  F size = abs(x);
  auto [head, tail] = longLog2(size);
  head = logOfSize(head, size);
  F exponent = y * head;
  F shifted = exponent + kRoundingShift;
  F k = shifted - kRoundingShift;
  F f = multiplyAdd(y, tail, fusedMultiplyAdd(y, head, -k));
  return signOfPower(
      withinRange(powerOfTwo(shifted, f), exponent, kLowestExponent, kHighestExponent), x, y);
}

/// pow for results that are only scaled and added up: see MathFunctions.def.
template <class F> FLAME_INLINE F scalePow(F x, F y) { return pow(x, y); }

/// The power of two with this exponent field; 0 for a negative one, which is too small to matter.
template <class F> FLAME_INLINE F floatOfField(UInt<F> field) {
  Int<F> signedField = __builtin_bit_cast(Int<F>, field);
  return __builtin_bit_cast(F, __builtin_elementwise_max(signedField, Int<F>(0)));
}

/// A multiple of sinh(x) and cosh(x): e^x and e^-x share the polynomials, and their sum and
/// difference keep even and odd parts apart, so that nothing cancels near 0. The multiple is
/// 2^(scale - 126); |x| < 90.
template <class F> struct Hyperbolic {
  F sine, cosine;
};
template <class F> FLAME_INLINE Hyperbolic<F> hyperbolic(F x, uint32_t scale) {
  F shifted = multiplyAdd(x, kLog2E, kRoundingShift);
  F k = shifted - kRoundingShift;
  F f = multiplyAdd(x, kLog2ETail, fusedMultiplyAdd(x, kLog2E, -k));
  auto [even, odd] = powerHalves(f);
  UInt<F> step = bitsOf(shifted) << 23;
  F up = floatOfField<F>((scale << 23) + step), down = floatOfField<F>((scale << 23) - step);
  F sum = up + down, difference = up - down;
  return {multiplyAdd(even, difference, odd * sum), multiplyAdd(even, sum, odd * difference)};
}

inline constexpr float kSinhOverflow = 89.5f; ///< sinh and cosh are infinite from somewhat below
inline constexpr uint32_t kHalf = 126, kQuarter = 125; ///< the exponent fields of 1/2 and 1/4

template <class F> FLAME_INLINE F sinh(F x) {
  F half = hyperbolic(clamp(x, -kSinhOverflow, kSinhOverflow), kQuarter).sine;
  return half + half;
}

template <class F> FLAME_INLINE F cosh(F x) {
  F half = hyperbolic(clamp(x, -kSinhOverflow, kSinhOverflow), kQuarter).cosine;
  return half + half;
}

template <class F> FLAME_INLINE F tanh(F x) {
  constexpr float kOneFromHere = 9.5f;
  auto [sine, cosine] = hyperbolic(clamp(x, -kOneFromHere, kOneFromHere), kHalf);
  return divide(sine, cosine);
}

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_EXPONENTIAL_H
