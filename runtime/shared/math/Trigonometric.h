// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Circular functions and their inverses. Angles are radians.
//
// First a multiple of pi (or pi/2) is subtracted, with pi as the sum of three floats. The remainder
// keeps its relative accuracy next to the zeros of the function up to |x| = 1e4 (Cody and Waite's
// reduction). Adding kRoundingShift rounds the quotient and leaves its parity, which is the sign of
// the result, in the lowest bit.
//
// From kFolded on the quotient would not be exact. Neighbouring floats are then at least half a
// turn apart, so no result is meaningful. But flames go there, and they show a circle traversed at
// random. Sine and cosine of a number that is smaller by a power of two show the same. (Beyond 4e10
// they only stay within [-1, 1], and tangents of numbers beyond 1e17 may be NaN; points that far
// out are bad values.)
//
// Every polynomial is our own minimax fit of the relative error (Remez exchange; coefficients
// rounded to float one after the other, the rest fitted again). Errors in the comments are those of
// the rounded coefficients.

#ifndef FLAME_RUNTIME_SHARED_MATH_TRIGONOMETRIC_H
#define FLAME_RUNTIME_SHARED_MATH_TRIGONOMETRIC_H

#include "runtime/shared/math/Arithmetic.h"

namespace flame::math {

inline constexpr float kPi = 0x1.921fb6p+1f, kHalfPi = 0x1.921fb6p+0f, kInversePi = 0x1.45f306p-2f;

inline constexpr float kFolded = 1e7f;

/// The number whose sine, cosine or tangent replaces that of x.
template <class F> FLAME_INLINE F folded(F x) { return select(abs(x) > kFolded, x * 0x1p-12f, x); }

/// x - quotient * pi * scale, with pi as the sum of two floats. scale is 1 or 1/2; the quotient is
/// a whole number or half of one.
template <class F> FLAME_INLINE F nearlyWithoutMultiplesOfPi(F x, F quotient, float scale) {
  constexpr float kPiTail = -0x1.777a5cp-24f;
  F r = fusedMultiplyAdd(quotient, -kPi * scale, x);
  return fusedMultiplyAdd(quotient, -kPiTail * scale, r);
}

/// The same, with pi as the sum of three floats.
template <class F> FLAME_INLINE F withoutMultiplesOfPi(F x, F quotient, float scale) {
  constexpr float kPiTailOfTail = -0x1.ee59dap-49f;
  return fusedMultiplyAdd(quotient, -kPiTailOfTail * scale,
                          nearlyWithoutMultiplesOfPi(x, quotient, scale));
}

/// (-1)^k sin(r) for |r| <= pi/2, where bit 0 of `k` is the parity; limited to [-1, 1]. Error 6e-9.
template <class F> FLAME_INLINE F sineOfRemainder(F r, UInt<F> k) {
  F z = r * r;
  F signedR = floatOf<F>(bitsOf(r) ^ (k << 31));
  F curve = polynomial(z, -0x1.55554cp-3f, 0x1.110edap-7f, -0x1.9f70e2p-13f, 0x1.5dc754p-19f);
  return clamp(multiplyAdd(signedR * z, curve, signedR), -1.0f, 1.0f);
}

template <class F> FLAME_INLINE F sin(F x) {
  x = folded(x);
  F shifted = multiplyAdd(x, kInversePi, kRoundingShift);
  F k = shifted - kRoundingShift;
  return sineOfRemainder(withoutMultiplesOfPi(x, k, 1.0f), bitsOf(shifted));
}

/// sin(x + pi/2). The quotient is half of an odd number, which makes the zeros as accurate as those
/// of the sine.
template <class F> FLAME_INLINE F cos(F x) {
  x = folded(x);
  F shifted = multiplyAdd(x, kInversePi, 0.5f) + kRoundingShift;
  F k = (shifted - kRoundingShift) - 0.5f;
  return sineOfRemainder(withoutMultiplesOfPi(x, k, 1.0f), bitsOf(shifted));
}

/// Like sineOfRemainder, never beyond [-1, 1]. Error 1.1e-6.
template <class F> FLAME_INLINE F shortSineOfRemainder(F r, UInt<F> k) {
  F z = r * r;
  F signedR = floatOf<F>(bitsOf(r) ^ (k << 31));
  F curve = polynomial(z, -0x1.555112p-3f, 0x1.107138p-7f, -0x1.84dc3cp-13f);
  return multiplyAdd(signedR * z, curve, signedR);
}

/// Sine and cosine for results that are only scaled and added up: see MathFunctions.def.
template <class F> FLAME_INLINE F shortSin(F x) {
  x = folded(x);
  F shifted = multiplyAdd(x, kInversePi, kRoundingShift);
  F k = shifted - kRoundingShift;
  return shortSineOfRemainder(nearlyWithoutMultiplesOfPi(x, k, 1.0f), bitsOf(shifted));
}
template <class F> FLAME_INLINE F shortCos(F x) {
  x = folded(x);
  F shifted = multiplyAdd(x, kInversePi, 0.5f) + kRoundingShift;
  F k = (shifted - kRoundingShift) - 0.5f;
  return shortSineOfRemainder(nearlyWithoutMultiplesOfPi(x, k, 1.0f), bitsOf(shifted));
}

/// The same without accuracy next to the zeros.
template <class F> FLAME_INLINE F turnSin(F x) { return shortSin(x); }
template <class F> FLAME_INLINE F turnCos(F x) { return shortCos(x); }
template <class F> FLAME_INLINE F circleSin(F x) { return shortSin(x); }
template <class F> FLAME_INLINE F circleCos(F x) { return shortCos(x); }

/// For |r| <= pi/4 a ratio of polynomials with error 2e-8. An odd quarter turn inverts it.
template <class F> FLAME_INLINE F tan(F x) {
  x = folded(x);
  F shifted = multiplyAdd(x, 2 * kInversePi, kRoundingShift);
  F k = shifted - kRoundingShift;
  F r = withoutMultiplesOfPi(x, k, 0.5f), z = r * r;
  F above = multiplyAdd(r * z, -0x1.885308p-4f, r);
  F below = polynomial(z, 1.0f, -0x1.b76a38p-2f, 0x1.3e2bcap-7f);
  UInt<F> oddQuarter = bitsOf(shifted) << 31;
  auto isOdd = oddQuarter != 0;
  F top = select(isOdd, below, above), bottom = select(isOdd, above, below);
  return divide(floatOf<F>(bitsOf(top) ^ oddQuarter), bottom);
}

/// The arctangent of q in [0, 1]. Error 1.7e-8.
template <class F> FLAME_INLINE F arctangentOfRatio(F q) {
  F z = q * q;
  F curve = polynomial(z, -0x1.5554dcp-2f, 0x1.9978ecp-3f, -0x1.230a94p-3f, 0x1.b4deb0p-4f,
                       -0x1.3550dap-4f, 0x1.61eeb0p-5f, -0x1.0c17d4p-6f, 0x1.7ea694p-9f);
  return multiplyAdd(q * z, curve, q);
}

template <class F> FLAME_INLINE F atan(F x) {
  F size = abs(x);
  auto isSteep = size > 1.0f;
  F q = divide(select(isSteep, F(1.0f), size), select(isSteep, size, 1.0f));
  F angle = arctangentOfRatio(q);
  return copysign(select(isSteep, kHalfPi - angle, angle), x);
}

/// The angle of the point (x, y) in [-pi, pi]. Zeros have signs: atan2(+-0, -0) is +-pi, and
/// atan2(+-0, +0) is +-0.
template <class F> FLAME_INLINE F atan2(F y, F x) {
  F width = abs(x), height = abs(y);
  auto isSteep = height > width;
  F smaller = select(isSteep, width, height), larger = select(isSteep, height, width);
  larger = select(kSmallestNormal > larger, F(kSmallestNormal), larger);
  F q = select(smaller == kInfinity, F(1.0f), divide(smaller, larger));
  F angle = arctangentOfRatio(q);
  angle = select(isSteep, kHalfPi - angle, angle);
  angle = select(__builtin_bit_cast(Int<F>, x) < 0, kPi - angle, angle);
  return copysign(angle, y);
}

/// For |x| > 1/2: s = sqrt((1 - |x|) / 2), the sine of half the angle to the axis; else s = |x|.
/// Error 9e-8.
template <class F> struct Arcsine {
  F angle; ///< asin(s)
  decltype(F{} > F{}) isNearOne;
};
template <class F> FLAME_INLINE Arcsine<F> arcsineOfPart(F size) {
  auto isNearOne = size > 0.5f;
  F z = select(isNearOne, multiplyAdd(size, -0.5f, 0.5f), size * size);
  F s = select(isNearOne, sqrt(z), size);
  F curve = polynomial(z, 0x1.554fa2p-3f, 0x1.34dc64p-4f, 0x1.47f46ep-5f, 0x1.993e58p-5f);
  return {multiplyAdd(s * z, curve, s), isNearOne};
}

template <class F> FLAME_INLINE F asin(F x) {
  auto [angle, isNearOne] = arcsineOfPart(abs(x));
  return copysign(select(isNearOne, multiplyAdd(angle, -2.0f, kHalfPi), angle), x);
}

template <class F> FLAME_INLINE F acos(F x) {
  auto [angle, isNearOne] = arcsineOfPart(abs(x));
  F signedAngle = copysign(angle, x);
  F start = select(isNearOne, select(x < 0.0f, F(kPi), 0.0f), kHalfPi);
  return multiplyAdd(signedAngle, select(isNearOne, F(2.0f), -1.0f), start);
}

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_TRIGONOMETRIC_H
