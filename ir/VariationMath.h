// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mathematics that several variations share, written in the expression language so that equal
// subexpressions of an xform are merged after expansion.
//
// Accuracy is part of the contract: bodies run in single precision, so these functions avoid
// differences of nearly equal numbers and do not overflow if the result is finite. Identities used
// here are exact. Mathematics only for variations beyond flam3 is in ExtraMath.h and ExtraShapes.h.

#ifndef FLAME_IR_VARIATIONMATH_H
#define FLAME_IR_VARIATIONMATH_H

#include "ir/VariationDsl.h"

#include <limits>
#include <numbers>

namespace flame::dsl {
// NOLINTBEGIN(readability-identifier-naming): in the language of bodies constants are words like
// functions

inline constexpr double pi = std::numbers::pi, twoPi = 2 * pi, halfPi = pi / 2;

/// Added by flam3 to denominators that may be 0.
inline constexpr double epsilon = 1e-10;

/// Added to non-negative values to avoid 0; too small to change any other value.
inline constexpr double tiny = 1e-30;

/// `a` limited to [low, high]; NaN stays NaN.
template <class B> Real<B> clamp(Real<B> a, double low, double high) {
  return select(a < low, Real<B>(low), select(a > high, Real<B>(high), a));
}

/// 1 where `a` >= 0, else -1.
template <class B> Real<B> signOf(Real<B> a) { return select(a < 0, Real<B>(-1), Real<B>(1)); }

template <class B> Bool<B> isEven(Int<B> a) { return (a & 1) == 0; }

template <class B> Real<B> square(Real<B> a) { return a * a; }

template <class B> Real<B> lengthSquared(Point<B> p) { return p.x * p.x + p.y * p.y; }

template <class B> Real<B> length(Point<B> p) { return sqrt(lengthSquared(p)); }

/// The angle from +x, counterclockwise, in [-pi, pi].
template <class B> Real<B> phi(Point<B> p) { return atan2(p.y, p.x); }

/// The angle from +y, clockwise, in [-pi, pi]: sin theta = x/r, cos theta = y/r.
template <class B> Real<B> theta(Point<B> p) { return atan2(p.x, p.y); }

/// The unit vector whose phi is `angle`.
template <class B> Point<B> direction(Real<B> angle) { return {cos(angle), sin(angle)}; }

/// `p` with x and y exchanged.
template <class B> Point<B> swapped(Point<B> p) { return {p.y, p.x}; }

/// `p` with each coordinate multiplied by that of `scale`.
template <class B> Point<B> scaled(Point<B> p, Point<B> scale) {
  return {p.x * scale.x, p.y * scale.y};
}

/// Product and quotient of complex numbers.
template <class B> Point<B> complexProduct(Point<B> a, Point<B> b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
template <class B> Point<B> complexQuotient(Point<B> a, Point<B> b) {
  return Point<B>{a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y} / lengthSquared(b);
}

/// `p` rotated counterclockwise by `angle`: the vector of the same length at phi(p) + angle.
template <class B> Point<B> rotated(Point<B> p, Real<B> angle) {
  return complexProduct(p, direction(angle));
}

/// The square root of a complex number in the right half plane: length sqrt(r) at phi(z)/2. Uses
/// the half-angle identity instead of an arc tangent; exactly 0 at 0.
template <class B> Point<B> complexRoot(Point<B> z) {
  Real<B> squared = (length(z) + abs(z.x)) / 2, inverse = rsqrt(squared + tiny);
  Real<B> longer = squared * inverse, shorter = abs(z.y) / 2 * inverse;
  Bool<B> right = z.x >= 0;
  return {select(right, longer, shorter), copysign(select(right, shorter, longer), z.y)};
}

/// `t` shifted into [-limit, limit] by multiples of 2 limit.
template <class B> Real<B> wrapped(Real<B> t, Real<B> limit) {
  Real<B> above = fmod(t + limit, 2 * limit) - limit;
  Real<B> below = limit - fmod(limit - t, 2 * limit);
  return select(t > limit, above, select(t < -limit, below, t));
}

/// The index of the branch that draw `u` chooses among |power| branches.
template <class B> Real<B> branch(Real<B> power, Real<B> u) { return trunc(abs(power) * u); }

/// `angle` moved into one of `count` wedges separated by gaps of `gap`.
template <class B> Real<B> wedgeAngle(Real<B> angle, Real<B> gap, Real<B> count) {
  Real<B> n = floor((count * angle + pi) * (1 / twoPi));
  return angle * (1 - gap * count * (1 / twoPi)) + n * gap;
}

/// Beyond this argument the ratios of hyperbolic functions below are constant in double precision,
/// and their parts do not yet overflow in single precision.
inline constexpr double hyperbolicLimit = 40;

/// The arguments at which flam3's hyperbolic functions of x and of 2x overflow in double precision.
/// A quotient of two overflows is NaN and the point is reseeded. This is visible if much of a flame
/// lies far out.
inline constexpr double hyperbolicOverflow = 710.4758, doubledOverflow = hyperbolicOverflow / 2;

/// The parts of complex trigonometric functions: sin and cos of one coordinate, sinh and cosh of
/// the other. `circular` is the angle. `hyperbolic` is limited as above; sinh is NaN beyond
/// `overflow`.
template <class B> struct TrigonometricParts {
  Real<B> sin, cos, sinh, cosh;
};
template <class B>
TrigonometricParts<B> trigonometricParts(Real<B> circular, Real<B> hyperbolic,
                                         double overflow = doubledOverflow) {
  Real<B> limited = clamp(hyperbolic, -hyperbolicLimit, hyperbolicLimit);
  Real<B> notANumber = std::numeric_limits<double>::quiet_NaN();
  return {sin(circular), cos(circular),
          select(abs(hyperbolic) > overflow, notANumber, sinh(limited)), cosh(limited)};
}

/// The position of a point on the ellipses and hyperbolas with foci -1 and 1: M is half the sum of
/// its distances from them. M - 1 and the conjugate are accurate also near 0.
template <class B> struct EllipticCoordinates {
  Real<B> m, mMinusOne;
  Real<B> conjugate; ///< sqrt(M^2 - x^2)
};
template <class B> EllipticCoordinates<B> ellipticCoordinates(Point<B> p) {
  // With far = |p + (1,0)|, near = |p - (1,0)| for x >= 0: far - (x+1) = y^2 / (far + (x+1)), and
  // similarly for near. Sums of such parts never cancel.
  Real<B> x = abs(p.x), ySquared = p.y * p.y, beyond = x - 1;
  Real<B> far = sqrt(square(x + 1) + ySquared), near = sqrt(square(beyond) + ySquared);
  Real<B> farExcess = ySquared / (far + (x + 1));
  Real<B> large = near + abs(beyond), small = ySquared / (large + tiny);
  Bool<B> outside = beyond > 0;
  Real<B> mMinusOne = (farExcess + select(outside, large, small)) / 2;
  Real<B> mMinusX = (farExcess + select(outside, small, large)) / 2;
  Real<B> m = mMinusOne + 1;
  return {m, mMinusOne, sqrt(mMinusX * (m + x))};
}

// NOLINTEND(readability-identifier-naming)
} // namespace flame::dsl

#endif // FLAME_IR_VARIATIONMATH_H
