// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mathematics that variations beyond flam3 share: hyperbolic tilings, bipolar and elliptic
// coordinates, and functions of a few families. The contract is that of VariationMath.h. Planar
// shapes are in ExtraShapes.h.

#ifndef FLAME_IR_EXTRAMATH_H
#define FLAME_IR_EXTRAMATH_H

#include "ir/VariationMath.h"

#include <cmath>
#include <iterator>
#include <numbers>

namespace flame::dsl {

//===-- numbers -------------------------------------------------------------------------------===//

/// The fractional part of `a`, in [0, 1).
template <class B> Real<B> fraction(Real<B> a) { return a - floor(a); }

/// The nearest integer, halves upwards.
template <class B> Real<B> roundHalfUp(Real<B> a) { return floor(a + 0.5); }

/// True if `option`, a parameter that numbers a choice, rounds to `number`.
template <class B> Bool<B> chosen(Real<B> option, int number) { return abs(option - number) < 0.5; }

/// A hash of three integers to [0, 1), equal on every device: a cubic polynomial modulo 2^32 of a
/// product with large odd numbers. Only its upper bits are used; they depend on all bits of the
/// arguments.
template <class B> Real<B> hashed(Int<B> x, Int<B> y, Int<B> salt) {
  Int<B> h = x * 374761393 + y * 668265263 + salt * 1274126177;
  h = h * (h * h * 15731 + 789221) + 1376312589;
  return toReal(h & 0x7fffff00) * 0x1p-31;
}

/// `a` / 2^Shift, rounded down. Each half is exact also as a number of single precision.
template <int Shift, class B> Int<B> shiftedDown(Int<B> a) {
  constexpr int low = 0xffff & -(1 << Shift);
  Int<B> upper = toInt(toReal(a & -0x10000) * (1.0 / (1 << Shift)));
  return Shift < 16 ? upper + toInt(toReal(a & low) * (1.0 / (1 << Shift))) : upper;
}

/// The bits in which `a` and `b` differ.
template <class B> Int<B> differing(Int<B> a, Int<B> b) { return a + b - (a & b) * 2; }

/// Fractorium's hash of `a` to [0, 1], Thomas Wang's mixing of a signed integer.
template <class B> Real<B> hashed(Int<B> a) {
  Int<B> h = differing(differing(a, Int<B>(61)), shiftedDown<16>(a)) * 9;
  h = differing(h, shiftedDown<4>(h)) * 668265261;
  return toReal(differing(h, shiftedDown<15>(h))) * (1.0 / 2147483647);
}

/// The first two random numbers of Java in [0, 1) for a seed, in single precision. Numbers of 48
/// bits are stored in four parts of 12, lowest first, so that no product of two parts overflows.
template <class B> Point<B> javaRandom(Int<B> seed) {
  constexpr int factor[] = {0x66d, 0xece, 0x5de}, more = 0xb, mask = 0xfff;
  Int<B> up = shiftedDown<12>(seed), further = shiftedDown<12>(up);
  struct State {
    Int<B> parts[4];
  };
  State state = {{differing(seed & mask, Int<B>(factor[0])),
                  differing(up & mask, Int<B>(factor[1])),
                  differing(further & mask, Int<B>(factor[2])), shiftedDown<12>(further) & mask}};
  auto advance = [&] {
    Int<B> sum = more;
    State next = state;
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j <= i && j < 3; ++j)
        sum = sum + state.parts[i - j] * factor[j];
      next.parts[i] = sum & mask;
      sum = shiftedDown<12>(sum);
    }
    state = next;
  };
  auto number = [&] { return toReal(state.parts[3]) * 0x1p-12 + toReal(state.parts[2]) * 0x1p-24; };
  advance();
  Real<B> first = number();
  advance(); // the low bits of the first number
  advance();
  return {first, number()};
}

/// log(1 + t), accurate for small t. The rounding errors of 1 + t cancel in the quotient.
template <class B> Real<B> logOnePlus(Real<B> t) {
  Real<B> sum = 1 + t;
  return select(sum == 1, t, log(sum) * (t / (sum - 1)));
}

/// erf t. Below 1, its series. Above, erfc t is exp(-t²) times a smooth function, approximated by a
/// polynomial in 1/(1 + |t|); error below 2e-10.
template <class B> Real<B> errorFunction(Real<B> t) {
  Real<B> a = abs(t), squared = a * a, series = 0, ratio = 1 / (1 + a), rest = 0;
  double factorial = 479001600; // of 12
  for (int n = 12; n >= 0; factorial /= n > 0 ? n : 1, --n)
    series = series * squared + (n % 2 == 0 ? 1 : -1) / (factorial * (2 * n + 1));
  constexpr double fitted[] = {
      0.29350880364501, 0.12324257350921, -2.25893773667,   3.8319216415513,  -2.5194087402845,
      0.21250971878517, 0.19657650681216, 0.57342007921945, 0.56362071781501, 1.5299658225137e-5};
  for (double coefficient : fitted)
    rest = rest * ratio + coefficient;
  Real<B> size = select(a < 1, 2 * std::numbers::inv_sqrtpi * a * series, 1 - exp(-squared) * rest);
  return copysign(size, t);
}

/// t| to the power of `power`, with the sign of t.
template <class B> Real<B> signedPower(Real<B> t, Real<B> power) {
  return select(power == 1, t, copysign(pow(abs(t), power), t));
}

/// The logarithm of the gamma function of `a` >= 0. Uses Stirling's series from 8 on; the
/// recurrence moves smaller arguments up there.
template <class B> Real<B> logGamma(Real<B> a) {
  Bool<B> isLow = a < 8;
  Real<B> low = select(isLow, a, Real<B>(1)), product = 1;
  for (int i = 0; i < 8; ++i)
    product = product * (low + i);
  Real<B> high = select(isLow, a + 8, a), inverse = 1 / high, squared = inverse * inverse;
  Real<B> series = 1.0 / 12 - squared * (1.0 / 360 - squared * (1.0 / 1260 - squared / 1680));
  Real<B> value = (high - 0.5) * log(high) - high + 0.5 * std::log(2 * pi) + inverse * series;
  return value - select(isLow, log(product), Real<B>(0));
}

/// The factor by which a power of `a` differs from that of |a|: the sign of `a` if the exponent is
/// an odd number, else 1.
template <class B> Real<B> oddSign(Real<B> a, Real<B> exponent) {
  Bool<B> isOdd = abs(exponent - 1 - 2 * rint((exponent - 1) / 2)) < 1e-4;
  return select(isOdd & (a < 0), Real<B>(-1), Real<B>(1));
}

/// The error function of `a` if |a| < 2, else `a` divided by `squared`.
template <class B> Real<B> errorOrInverse(Real<B> a, Real<B> squared) {
  return select(abs(a) < 2, errorFunction(a), a / squared);
}

//===-- roots ---------------------------------------------------------------------------------===//

/// The n-th root of a complex number, where n is |power|. Draw `u` chooses the branch. The radius
/// is raised to `dist`/n; a negative `power` inverts it.
template <class B> Point<B> branchedRoot(Point<B> p, Real<B> power, Real<B> dist, Real<B> u) {
  Real<B> angle = (phi(p) + twoPi * branch(power, u)) / power;
  return pow(lengthSquared(p), dist / (2 * power)) * direction(angle);
}

/// Binet's formula for Fibonacci numbers at a complex `z`, with the absolute values of both powers
/// raised to `exponent`.
template <class B> Point<B> binet(Point<B> z, Real<B> exponent) {
  const double logarithm = std::log(std::numbers::phi);
  Point<B> golden = logarithm * z, other = -(logarithm * z) - pi * Point<B>{-z.y, z.x};
  Point<B> difference =
      exp(exponent * golden.x) * direction(golden.y) - exp(exponent * other.x) * direction(other.y);
  return 1 / std::sqrt(5.0) * difference;
}

//===-- complex trigonometric functions -------------------------------------------------------===//

/// The parts of the `_bs` variations: sine and cosine of one coordinate and hyperbolic sine and
/// cosine of the other, scaled by `scale` = e^-|b| and by a factor each; and the sum cosh b + cos a
/// and difference cosh b - cos a, scaled likewise. Quotients of these parts neither overflow nor
/// cancel.
template <class B> struct FactoredParts {
  Real<B> sin, cos, sinh, cosh, sum, difference, scale;
};
template <class B>
FactoredParts<B> factoredParts(Point<B> circular, Point<B> hyperbolic, Real<B> a, Real<B> b) {
  auto scaledSinh = [](Real<B> t, Real<B> scale) {
    return select(abs(t) < 1, sinh(clamp(t, -1, 1)) * exp(-scale),
                  (exp(t - scale) - exp(-t - scale)) / 2);
  };
  Real<B> size = abs(b), scale = exp(-size), root = scaledSinh(size / 2, size / 2);
  Real<B> scaledCosh = (exp(hyperbolic.y - size) + exp(-hyperbolic.y - size)) / 2;
  return {sin(circular.x),
          cos(circular.y),
          scaledSinh(hyperbolic.x, size),
          scaledCosh,
          2 * (root * root + square(cos(a / 2)) * scale),
          2 * (root * root + square(sin(a / 2)) * scale),
          scale};
}

/// `above` divided by `below`; the origin if `below` is 0.
template <class B> Point<B> quotientOrOrigin(Point<B> above, Real<B> below) {
  return select(below == 0, Point<B>{0, 0}, above / below);
}

//===-- hyperbolic tilings --------------------------------------------------------------------===//

/// The squared length of a step from tile to tile, less 1, where tiles with p corners meet q at a
/// corner.
template <class B> Real<B> tileStep(Real<B> p, Real<B> q) {
  Real<B> cosP = cos(twoPi / p), cosQ = cos(twoPi / q);
  return (1 - cosP) / (cosP + cosQ);
}

/// A multiple of 2 pi / p, chosen by draw `u`. If p is a whole number there are p of them.
/// Otherwise the multiples never repeat, or only late; thousands of them stand for all, because the
/// angle is in single precision.
template <class B> Real<B> turnOfSide(Real<B> p, Real<B> u) {
  Bool<B> isWhole = abs(p - rint(p)) < 1e-4;
  return twoPi * select(isWhole, branch(p, u), trunc(4096 * u)) / p;
}

/// The length of the step between two tiles in the Poincaré disc; 1 if there is no such tiling.
template <class B> Real<B> hyperbolicRadius(Real<B> p, Real<B> q) {
  Real<B> step = tileStep(p, q);
  return select(step > -1, rsqrt(step + 1), Real<B>(1));
}

/// The same for the variations of the ball.
template <class B> Real<B> ballRadius(Real<B> p, Real<B> q) {
  Real<B> step = tileStep(p, q);
  return select(step > 0, rsqrt(step + 1), Real<B>(1));
}

/// Translates `p`, in the slice z = 0 of the Poincaré ball, by (c, cz).
template <class B> Point<B> ballTranslation(Point<B> p, Point<B> c, Real<B> cz) {
  Real<B> size = lengthSquared(c) + cz * cz, squared = lengthSquared(p);
  Real<B> twice = 2 * (c.x * p.x + c.y * p.y);
  return ((1 - size) * p + (1 + twice + squared) * c) / (size * squared + twice + 1);
}

/// A point in 3D.
template <class B> struct SpacePoint {
  Point<B> xy;
  Real<B> z;

  friend SpacePoint select(Bool<B> condition, SpacePoint a, SpacePoint b) {
    return {select(condition, a.xy, b.xy), select(condition, a.z, b.z)};
  }
};

/// The same in 3D: translates the point (p, z) by (c, cz).
template <class B> SpacePoint<B> ballTranslation(Point<B> p, Real<B> z, Point<B> c, Real<B> cz) {
  Real<B> size = lengthSquared(c) + cz * cz, squared = lengthSquared(p) + z * z;
  Real<B> twice = 2 * (c.x * p.x + c.y * p.y + cz * z);
  Real<B> inverse = 1 / (size * squared + twice + 1), along = 1 + twice + squared;
  return {inverse * ((1 - size) * p + along * c), inverse * ((1 - size) * z + along * cz)};
}

/// A quaternion, real part first.
template <class B> struct Quaternion {
  Real<B> real, i, j, k;

  friend Quaternion operator+(Quaternion a, Quaternion b) {
    return {a.real + b.real, a.i + b.i, a.j + b.j, a.k + b.k};
  }
  friend Quaternion operator*(Quaternion a, Quaternion b) {
    return {a.real * b.real - a.i * b.i - a.j * b.j - a.k * b.k,
            a.real * b.i + a.i * b.real + a.j * b.k - a.k * b.j,
            a.real * b.j - a.i * b.k + a.j * b.real + a.k * b.i,
            a.real * b.k + a.i * b.j - a.j * b.i + a.k * b.real};
  }
};

/// The first three parts of (a q + b) / (c q + d), where q = x + iy + jz. `numbers` are the parts
/// of a to d.
template <class B> SpacePoint<B> quaternionMobius(Point<B> p, Real<B> z, const Real<B> *numbers) {
  auto part = [&](unsigned i) {
    return Quaternion<B>{numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]};
  };
  Quaternion<B> q{p.x, p.y, z, 0}, below = part(8) * q + part(12);
  Quaternion<B> value =
      (part(0) * q + part(4)) * Quaternion<B>{below.real, -below.i, -below.j, -below.k};
  Real<B> inverse = 1 / (square(below.real) + square(below.i) + square(below.j) + square(below.k));
  return {Point<B>{value.real, value.i} * inverse, value.j * inverse};
}

/// The factor that julia3D applies to a point in 3D: a power of its distance, with z divided by the
/// number of branches.
template <class B> Real<B> spatialRoot(Point<B> p, Real<B> z, Real<B> power, Real<B> weight) {
  Real<B> squared = lengthSquared(p) + square(z / abs(power)) + tiny;
  return weight * pow(squared, (1 / power - 1) / 2);
}

//===-- bipolar and elliptic coordinates ------------------------------------------------------===//

/// Bipolar coordinates with foci -1 and 1: tau is the logarithm of the quotient of the distances
/// from the foci, sigma in [0, 2 pi) the angle that the foci subtend.
template <class B> struct Bipolar {
  Real<B> tau, sigma;
};
template <class B> Bipolar<B> bipolar(Point<B> p) {
  // The quotient of the squared distances is 1 + 4|x| / (squared distance from the nearer focus).
  Real<B> x = abs(p.x), ySquared = p.y * p.y;
  Real<B> tau = logOnePlus(4 * x / (square(x - 1) + ySquared)) / 2;
  Real<B> sigma = atan2(2 * p.y, (p.x - 1) * (p.x + 1) + ySquared);
  return {copysign(tau, p.x), select(sigma < 0, sigma + twoPi, sigma)};
}

/// The point with these bipolar coordinates.
template <class B> Point<B> fromBipolar(Real<B> tau, Real<B> sigma) {
  // By half angles: cosh tau - cos sigma = 2 (sinh^2 (tau/2) + sin^2 (sigma/2)) does not cancel.
  auto t = trigonometricParts(sigma / 2, tau / 2);
  return Point<B>{t.sinh * t.cosh, t.sin * t.cos} / (square(t.sinh) + square(t.sin));
}

/// Elliptic coordinates: p = cosh(mu + i nu) with mu >= 0 and nu in [-pi, pi] of the sign of y.
template <class B> struct EllipticAngles {
  Real<B> mu, nu;
};
template <class B> EllipticAngles<B> ellipticAngles(Point<B> p) {
  EllipticCoordinates<B> at = ellipticCoordinates(p);
  Real<B> mu = logOnePlus(at.mMinusOne + sqrt(at.mMinusOne * (at.m + 1)));
  return {mu, atan2(signOf(p.y) * at.conjugate, p.x)};
}

/// The principal value of the inverse hyperbolic cosine.
template <class B> Point<B> complexArcosh(Point<B> z) {
  EllipticAngles<B> at = ellipticAngles(z);
  return {at.mu, at.nu};
}

/// The principal value of the inverse hyperbolic sine: arsinh z = arcosh(iz) - i pi/2 in the right
/// half plane, odd.
template <class B> Point<B> complexArsinh(Point<B> z) {
  Real<B> sign = signOf(z.x);
  Point<B> value = complexArcosh(Point<B>{-(sign * z.y), abs(z.x)});
  return {sign * value.x, sign * (value.y - halfPi)};
}

/// The principal value of the inverse hyperbolic tangent.
template <class B> Point<B> complexArtanh(Point<B> z) {
  Real<B> turn = atan2(2 * z.y, (1 - z.x) * (1 + z.x) - z.y * z.y);
  return Point<B>{bipolar(z).tau / 2, turn / 2};
}

/// The arc sines of x and y over the major semiaxes of the ellipses through `p` with foci at
/// distance 1 in x and in y.
template <class B> Point<B> confocalAngles(Point<B> p) {
  auto angle = [](Point<B> q) { return atan2(q.x, ellipticCoordinates(q).conjugate); };
  return {angle(p), angle(swapped(p))};
}

/// Moves an angle, within half a turn, inside its sector. There are `count` sectors; the move is
/// `part` of a sector, forwards in the first, third and so on, backwards in the others.
template <class B> Real<B> collided(Real<B> angle, Real<B> part, Real<B> count) {
  Real<B> sector = pi / count, number = trunc(angle / sector);
  Bool<B> isOdd = number - 2 * floor(number / 2) > 0.5;
  Real<B> moved = angle + select(isOdd, -part, part) * sector;
  return number * sector + fmod(moved, sector);
}

//===-- families ------------------------------------------------------------------------------===//

/// Evaluates one wave of `synth` at `t` and combines it with `sum`, the result of the previous
/// waves. `wave` holds strength, shape, skew, frequency, phase and combination mode.
template <class B> Real<B> synthLayer(Real<B> sum, Real<B> base, const Real<B> *wave, Real<B> t) {
  Real<B> strength = wave[0], shape = wave[1], skew = wave[2], frequency = wave[3], layer = wave[5];
  Real<B> y = fraction((wave[4] + t * frequency) / twoPi), middle = 0.5 + 0.5 * skew;
  Real<B> above = (y - middle) / (1 - middle + epsilon);
  Real<B> below = (y - middle) / (middle + epsilon);
  y = select(skew == 0, y, 0.5 + 0.5 * select(y > middle, above, below));

  Real<B> polygon = cos((y - 0.5) * twoPi / frequency);
  Real<B> late = select(y > 0.5, Real<B>(1), Real<B>(-1));
  Real<B> value = select(chosen(shape, 0), sin(twoPi * y), cos(twoPi * y));
  value = select(chosen(shape, 2), late, select(chosen(shape, 3), 1 - 2 * y, value));
  value = select(chosen(shape, 4), select(y > 0.5, 3 - 4 * y, 2 * y - 1), value);
  value = select(chosen(shape, 5), 8 * square(y - 0.5) - 1, value);
  value = select(chosen(shape, 6), 2 * sqrt(y) - 1, value);
  value = select(chosen(shape, 7), 1 / (polygon + epsilon) - 1, value);
  value = select(chosen(shape, 8), polygon / (1 + epsilon - polygon), value);

  Real<B> alone = base + strength * value;
  Real<B> combined = select(chosen(layer, 1), sum * (1 + strength * value), sum + strength * value);
  combined = select(chosen(layer, 2), max(sum, alone), combined);
  combined = select(chosen(layer, 3), min(sum, alone), combined);
  return select(strength == 0, sum, combined);
}

/// The complex number by which `curl_sp` divides `v`; `params` are the variation's parameters.
template <class B> Point<B> spreadCurl(Point<B> v, const Real<B> *params) {
  auto spread = [](Real<B> a, Real<B> b) {
    Real<B> size = sqrt(a * a + b * b);
    return select(a > 0, size, -size);
  };
  Point<B> sum = params[1] * v + params[2] * complexProduct(v, v);
  return {spread(sum.x, params[3]) + 1, spread(sum.y, params[4])};
}

/// The size of `curl`, as `curl_sp` divides by it: a root of its square.
template <class B> Real<B> curlSize(Point<B> curl, Real<B> power) {
  return pow(lengthSquared(curl) + tiny, 1 / select(power == 0, Real<B>(epsilon), power));
}

/// One wave of `interference2` at `t`. `wave` holds amplitude, frequency, phase, exponent and
/// shape.
template <class B> Real<B> interferenceWave(const Real<B> *wave, Real<B> t) {
  Real<B> angle = wave[1] * t + wave[2], turns = angle / pi, sine = sin(angle);
  Real<B> slope = abs(turns - rint(turns)); // |asin(sin(angle))| / pi
  Real<B> height = select(chosen(wave[4], 0), abs(sine), slope);
  height = select(chosen(wave[4], 2), select(sine < 0, Real<B>(epsilon), Real<B>(1)), height);
  return wave[0] * select(chosen(wave[4], 1), Real<B>(2), Real<B>(1)) * pow(height, wave[3]);
}

/// The smooth interpolation of `synth`, odd in both arguments: rises from 0 like x, passes m at x =
/// 1, and equals x from L = max(2 - m, 2m) on. The pieces are parabolas.
template <class B> Real<B> synthCurve(Real<B> x, Real<B> m) {
  Real<B> sign = signOf(x) * signOf(m), size = abs(x), slope = abs(m), excess = slope - 1;
  Real<B> end = max(2 - slope, 2 * slope);
  // The parameter of a parabola from (0, 0) through (k, k) to (1, m): 2 k t + (1 - 2 k) t^2 = x.
  auto inner = [&](Real<B> k) {
    Real<B> root = sqrt(max(k * k + (1 - 2 * k) * size, Real<B>(0)));
    return size / (k + root + tiny);
  };
  Real<B> low = inner(slope), high = inner(1 / max(slope, Real<B>(epsilon)));
  Real<B> beforeOne = size + excess * square(select(slope < 1, low, high));
  Real<B> fall = sqrt(max((size - 1) / (end - 1), Real<B>(0)));
  Real<B> rise = sqrt(max(excess * excess + (size - 1), Real<B>(0))) - excess;
  Real<B> part = select(slope < 1, fall, rise), rest = 1 - part;
  Real<B> afterOne = size + excess * rest * rest;
  Real<B> value = select(size <= 1, beforeOne, afterOne);
  return sign * select((size > end) | (slope == 1), size, value);
}

/// Jacobi's elliptic functions.
template <class B> struct Jacobi {
  Real<B> sn, cn, dn;
};

/// sn, cn and dn of a real `u` for the parameter `m`, -1 to 2. Uses the arithmetic-geometric mean
/// (Abramowitz and Stegun 16.4), and above 1 the reciprocal parameter (16.11). Six steps suffice
/// for doubles. At m = 1 the mean is 0, so m is taken 10^-12 lower.
template <class B> Jacobi<B> jacobi(Real<B> u, Real<B> m) {
  Bool<B> isReciprocal = m > 1;
  Real<B> root = sqrt(abs(m) + tiny), below = select(isReciprocal, 1 / (m + tiny), m);
  Real<B> a = 1, b = sqrt(max(1 - below, Real<B>(1e-12)));
  Real<B> ratios[] = {a, a, a, a, a, a};
  for (Real<B> &ratio : ratios) {
    Real<B> mean = (a + b) / 2;
    ratio = (a - b) / (2 * mean);
    b = sqrt(a * b);
    a = mean;
  }
  Real<B> angle = (1 << std::size(ratios)) * a * select(isReciprocal, root * u, u);
  for (size_t step = std::size(ratios); step > 0; --step)
    angle = (angle + asin(ratios[step - 1] * sin(angle))) / 2;
  Real<B> sn = sin(angle), cn = cos(angle), dn = sqrt(max(1 - below * sn * sn, Real<B>(0)));
  return {select(isReciprocal, sn / root, sn), select(isReciprocal, dn, cn),
          select(isReciprocal, cn, dn)};
}

/// The radius, in the direction of `p`, of the shape that the faber variations of x and y share: a
/// polygon with round sides, a star, a lituus and a superformula, each times its strength. `shape`
/// holds their 13 parameters.
template <class B> Real<B> faberShape(Point<B> p, const Real<B> *shape) {
  Real<B> angle = phi(p);
  auto inSector = [&](Real<B> count) { return fmod(abs(angle), twoPi / count) - pi / count; };
  auto part = [](Real<B> strength, Real<B> radius) {
    return select(strength == 0, Real<B>(0), strength * radius);
  };
  Real<B> corner = 1 + square(shape[2]), reach = 1 + square(tan(inSector(shape[1])));
  Real<B> bowl = (sqrt(corner) - sqrt(max(corner - reach, Real<B>(0)))) * rsqrt(reach);
  Real<B> polygon = select(reach >= corner, Real<B>(1), bowl);
  Real<B> slope = tan(shape[5]), side = abs(tan(inSector(shape[4])));
  Real<B> star = abs(slope) * sqrt(1 + side * side) / abs(side + slope);
  Real<B> fromBehind = select(p.y < 0, phi(-p), angle + pi); // angle + pi, without cancellation
  Real<B> lituus = pow(fromBehind / pi, -shape[7]);
  Real<B> turned = angle * shape[9] / 4;
  Real<B> super = pow(abs(cos(turned)), shape[11]) + pow(abs(sin(turned)), shape[12]);
  return part(shape[0], polygon) + part(shape[3], star) + part(shape[6], lituus) +
         part(shape[8], pow(super, -1 / (shape[10] + epsilon)));
}

} // namespace flame::dsl

#endif // FLAME_IR_EXTRAMATH_H
