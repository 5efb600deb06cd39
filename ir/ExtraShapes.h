// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes that variations beyond flam3 share: squares and circles, cells with random centres,
// colours of positions, and scattering of points. The contract is that of VariationMath.h.

#ifndef FLAME_IR_EXTRASHAPES_H
#define FLAME_IR_EXTRASHAPES_H

#include "ir/ExtraMath.h"

namespace flame::dsl {

//===-- squares, circles and stars ------------------------------------------------------------===//

/// Maps squares around the origin to circles. Keeps max(|x|, |y|) as the radius and maps uniform
/// positions on the square to uniform positions on the circle.
template <class B> Point<B> circleFromSquare(Point<B> p) {
  Bool<B> beside = abs(p.x) >= abs(p.y);
  Point<B> sideways = p.x * direction(pi / 4 * (p.y / p.x));
  Point<B> upwards = p.y * swapped(direction(pi / 4 * (p.x / p.y)));
  return select(beside, sideways, upwards);
}

/// The point on the boundary of the square [-1, 1]^2 at angle/(2 pi) of the circumference from (1,
/// 0).
template <class B> Point<B> squareFromAngle(Real<B> angle) {
  Real<B> q = angle * (4 / pi);
  return {clamp(abs(q - 4) - 2, -1, 1), clamp(max(2 - abs(q - 2), q - 8), -1, 1)};
}

/// The size of the star whose edge passes through `p`. It has `sides` rays, the first one along +x.
/// The size is the maximum of x cos s + |y| sin s over all rotations of p by 2 pi / sides, with s =
/// -star pi/2, mixed with the radius by `circle`.
template <class B> Real<B> starRadius(Point<B> p, Real<B> sides, Real<B> star, Real<B> circle) {
  // The sum is r cos(|angle| - s): on the circle it is largest where |angle| is s, 0 or pi. Among
  // finitely many rotations, the largest is a neighbour of such an angle.
  Real<B> slant = -halfPi * star, wedge = twoPi / sides, angle = phi(p), r = length(p);
  Real<B> cosine = cos(slant), sine = sin(slant);
  auto atTurn = [&](Real<B> turned) { return cos(turned) * cosine + abs(sin(turned)) * sine; };
  auto near = [&](Real<B> best) {
    Real<B> below = angle + floor((best - angle) / wedge) * wedge;
    return max(atTurn(below), atTurn(below + wedge));
  };
  Real<B> edge = max(max(near(slant), near(-slant)), max(near(Real<B>(0)), near(Real<B>(pi))));
  return r * (edge * cos(halfPi * circle) + sin(halfPi * circle));
}

//===-- cells ---------------------------------------------------------------------------------===//

/// The centre nearest to `p` in a honeycomb of hexagons with side `size`, one of which is centred
/// at the origin with two horizontal edges.
template <class B> Point<B> nearestHexagon(Point<B> p, Real<B> size) {
  // Two rectangular lattices, one in the middle of the other.
  const double root = std::numbers::sqrt3;
  Point<B> even{3 * rint(p.x / (3 * size)), root * rint(p.y / (root * size))};
  Point<B> odd{3 * floor(p.x / (3 * size)) + 1.5, root * (floor(p.y / (root * size)) + 0.5)};
  even = size * even;
  odd = size * odd;
  return select(lengthSquared(p - even) < lengthSquared(p - odd), even, odd);
}

/// The effect of `hexes` on a point of the cell around `center`: it moves to `center` + `moved`.
/// `edge` is 1 if the point, or the rotated point, lies on the edge of the cell. `params` are
/// cellsize, power, rotate and scale.
template <class B> struct HexesCell {
  Point<B> center, moved;
  Real<B> edge;
};
template <class B> HexesCell<B> hexesCell(Point<B> p, const Real<B> *params) {
  Real<B> size = select(params[0] == 0, Real<B>(1), params[0]);
  const double root = std::numbers::sqrt3;
  Point<B> center = nearestHexagon(p, size), d = p - center;
  Point<B> v = rotated(d, -(twoPi * params[2]));
  auto reach = [&](Point<B> q) {
    return max(abs(q.y), (root * abs(q.x) + abs(q.y)) / 2) * 2 / (root * abs(size)) + tiny;
  };
  Real<B> before = reach(d), after = reach(v), edge = max(before, after);
  Real<B> target = pow(before, params[1]) * params[3];
  Real<B> part = clamp((edge - 0.5) / 0.3, 0, 1);
  return {center, target * ((1 - part) / before + part / after) * v, edge};
}

/// The centre of a cell of a square lattice, moved by `distort` times a random vector that changes
/// smoothly with `depth`.
template <class B> Point<B> crackleCenter(Point<B> cell, Real<B> depth, Real<B> distort) {
  Int<B> i = toInt(cell.x), j = toInt(cell.y), slice = toInt(floor(depth)) * 2;
  Real<B> part = fraction(depth), blend = part * part * (3 - 2 * part);
  auto noise = [&](int axis) {
    Real<B> here = hashed(i, j, slice + axis), next = hashed(i, j, slice + (axis + 2));
    return 1.5 * (here + blend * (next - here)) - 0.75;
  };
  return cell + distort * Point<B>{noise(0), noise(1)};
}

/// The nearest whole numbers, halves away from 0.
template <class B> Point<B> gridCell(Point<B> p) {
  auto nearest = [](Real<B> t) { return trunc(t + copysign(Real<B>(0.5), t)); };
  return {nearest(p.x), nearest(p.y)};
}

/// True if a cell lies above or below both diagonals. Cells on the diagonals count, except those to
/// the upper left.
template <class B> Bool<B> isAboveDiagonals(Point<B> cell) {
  Bool<B> isOn = abs(cell.y) == abs(cell.x), isUpperLeft = (cell.x <= 0) & (cell.y > 0);
  return (abs(cell.y) > abs(cell.x)) | (isOn & !isUpperLeft);
}

/// The unit step of a cell along its square around the origin.
template <class B> Point<B> gridStep(Point<B> cell) {
  Point<B> sideways{select(cell.y <= 0, Real<B>(1), Real<B>(-1)), 0};
  Point<B> upwards{0, select(cell.x > 0, Real<B>(1), Real<B>(-1))};
  return select(isAboveDiagonals(cell), sideways, upwards);
}

/// The coordinates of `p` along the sides (a, b) and -(d, e) of a triangle at (c, f), moved into it
/// as dc_triangle does.
template <class B>
Point<B> inTriangle(Point<B> p, const Affine<B> &affine, Real<B> scatter, Real<B> toCorner,
                    const Real<B> *u) {
  Point<B> away = p - Point<B>{affine.c, affine.f};
  Real<B> area = affine.b * affine.d - affine.a * affine.e;
  area = select(area == 0, Real<B>(epsilon), area);
  Point<B> at{(affine.d * away.y - affine.e * away.x) / area,
              (affine.a * away.y - affine.b * away.x) / area};
  auto ontoSlope = [](Point<B> q) {
    Real<B> first = min(q.x, Real<B>(1)), second = min(q.y, Real<B>(1));
    return select(q.x > q.y, Point<B>{first, 1 - first}, Point<B>{1 - second, second});
  };
  Bool<B> isBehind = at.x + at.y > 1, isIn = !isBehind & (at.x >= 0) & (at.y >= 0);
  Point<B> nearest =
      select(isBehind, ontoSlope(at), Point<B>{clamp(at.x, 0, 1), clamp(at.y, 0, 1)});
  Real<B> step = select(isBehind, -scatter, scatter);
  Point<B> moved{clamp(nearest.x + u[0] * step, -1, 1), clamp(nearest.y + u[1] * step, -1, 1)};
  moved = select((moved.x + moved.y > 1) & (scatter > 0), ontoSlope(moved), moved);
  return select(isIn, at, select(chosen(toCorner, 0), moved, Point<B>{0, 0}));
}

/// A hash of a cell to [0, 1] for the disc variations: the integer noise function common to many
/// programs.
template <class B> Real<B> discNoise(Point<B> cell, Real<B> seed) {
  Int<B> n = toInt(cell.x) + toInt(rint(seed)) + toInt(cell.y) * 57;
  n = differing(n * 8192, n);
  return toReal((n * (n * n * 15731 + 789221) + 1376312589) & 0x7fffffff) / 2147483647.0;
}

/// The radius of the disc in a cell with side 2.
template <class B> Real<B> discRadius(Point<B> cell) {
  return 0.3 + 0.7 * discNoise(cell + Point<B>{10, 3}, Real<B>(0));
}

/// True if the point `at` of a unit tile lies on the arcs of radius 1/2 around two opposite
/// corners: (0, 0) and (1, 1) if `straight`, else the others. `exponent` is that of the metric.
/// `width` 1 gives the widest possible arcs.
template <class B> struct TruchetArcs {
  Bool<B> first, second;
};
template <class B>
TruchetArcs<B> truchetArcs(Point<B> at, Bool<B> straight, Real<B> exponent, Real<B> width) {
  Real<B> reach = 0.5 * (exp2(1 / exponent) - 1) * width;
  auto isWithin = [&](Real<B> x, Real<B> y) {
    Real<B> distance = pow(pow(abs(x), exponent) + pow(abs(y), exponent), 1 / exponent);
    return !(abs(distance - 0.5) >= reach); // a NaN point stays NaN
  };
  return {isWithin(select(straight, at.x, at.x - 1), at.y),
          isWithin(select(straight, at.x - 1, at.x), at.y - 1)};
}

/// True if `v` lies in a tile that cut_tileillusion cuts out. Rows lie between whole numbers of a
/// wavy height; their tiles are as wide as they are high.
template <class B> Bool<B> isBetweenTiles(Point<B> v, Real<B> time, Real<B> invert) {
  auto heightAt = [](Real<B> y) { return y + 0.1 * sin(1.6 * y); };
  // The wave is so flat that four Newton steps leave no error in double precision.
  auto columnAt = [&](Real<B> height) {
    return repeat<4>(height, [&](Real<B> y, unsigned) {
      return y - (heightAt(y) - height) / (1 + 0.16 * cos(1.6 * y));
    });
  };
  Real<B> height = heightAt(v.y), row = floor(height);
  Real<B> width = columnAt(row + 1) - columnAt(row);
  auto odd = [](Real<B> number) { return number - 2 * floor(number / 2); };
  Real<B> column = floor(v.x / width + time * (2 * odd(row) - 1));
  Real<B> tile = select(height - row <= 0.05, Real<B>(0), odd(column + row));
  return select(chosen(invert, 1), tile > 0.5, tile < 0.5);
}

/// The distance of a polygon's side from its centre, in units of the inscribed circle, at `part` of
/// a `wedge` (the angle of a side) from the middle of that side. `roundstr` and `roundwidth` round
/// the corners; `distortion` 0 gives a circle, above 1 a star.
template <class B>
Real<B> polygonSide(Real<B> part, Real<B> wedge, Real<B> roundstr, Real<B> roundwidth,
                    Real<B> distortion) {
  Real<B> side = 1 / cos(part * wedge);
  Real<B> round = pow(2 * part + tiny, roundwidth) * roundstr * wedge / (pi * sin(wedge / 2));
  side = select(roundstr == 0, side, abs((1 - round) * side + round));
  return select(distortion == 0, Real<B>(1), pow(side, distortion));
}

/// The tower of randCubes that the random number `u` chooses along an axis, with a two-sided
/// exponential distribution around 0.
template <class B> Real<B> towerOf(Real<B> u, Real<B> spread) {
  Real<B> t = 2 * u - 1;
  return floor(copysign(log(abs(t) + tiny), t) * spread);
}

/// The height of that tower, in [0, 2].
template <class B> Real<B> towerHeight(Real<B> column, Real<B> row, Real<B> seed) {
  Int<B> i = toInt(column), j = toInt(row), salt = toInt(rint(seed));
  return hashed(i * salt) + hashed(i + j * salt);
}

//===-- colours -------------------------------------------------------------------------------===//

/// Direct RGB: red, green and blue, each in [0, 1], packed into one number in [0, 1) with five bits
/// each. `dither` in [0, 1) decides the rounding.
template <class B> Real<B> directRgb(Real<B> red, Real<B> green, Real<B> blue, Real<B> dither) {
  auto level = [&](Real<B> value) { return floor(31 * clamp(value, 0, 1) + dither); };
  return ((level(red) * 32 + level(green)) * 32 + level(blue)) * 0x1p-15;
}

/// The same for colours of 256 levels. A value of 1 or more is the highest level, and NaN is 0.
template <class B> Real<B> shadedRgb(Real<B> red, Real<B> green, Real<B> blue, Real<B> dither) {
  auto level = [](Real<B> value) {
    return (floor(256 * clamp(select(value > 0, value, Real<B>(0)), 0, 1)) - 0.5) / 255;
  };
  return directRgb(level(red), level(green), level(blue), dither);
}

/// The output point of variations that show an RGB picture: a random point in a square around the
/// origin or, with `stays` 1, the input point.
template <class B> Point<B> pictured(Point<B> p, Real<B> stays, const Real<B> *u, double side) {
  return select(chosen(stays, 1), p, side * Point<B>{u[0] - 0.5, u[1] - 0.5});
}

/// 0 below `low`, 1 above `high`, and a cubic polynomial between.
template <class B> Real<B> smoothStep(Real<B> low, Real<B> high, Real<B> value) {
  Real<B> part = clamp((value - low) / (high - low), 0, 1);
  return part * part * (3 - 2 * part);
}

/// A display colour: a palette position in [0, 1] encoded as a number in [1, 2), above every
/// directRgb().
template <class B> Real<B> displayColor(Real<B> position) {
  return 1 + floor(32640 * clamp(position, 0, 1)) * 0x1p-15;
}

//===-- scattering ----------------------------------------------------------------------------===//

/// The scatter radius at `p` of the depth_ variations with a free centre. `params` are blur,
/// radius, x0, y0, mulx, muly and exp.
template <class B> Real<B> farReach(Point<B> p, const Real<B> *params) {
  Point<B> stretched{square(params[4]) * (p.x - params[2]), square(params[5]) * (p.y - params[3])};
  Real<B> beyond = length(stretched) - params[1];
  return select(beyond > 0, params[0] / 10 * pow(max(beyond, Real<B>(tiny)), params[6]),
                Real<B>(0));
}

/// A random point in a star with `rays` rays of length 1, the first one downwards, and notches at
/// distance `range` from its centre.
template <class B> Point<B> starPoint(Real<B> rays, Real<B> range, const Real<B> *u) {
  Real<B> half = pi / rays, edge = sqrt(1 + range * range - 2 * range * cos(half) + tiny);
  Real<B> sine = sin(half) * range / edge, cosine = sqrt(max(1 - sine * sine, Real<B>(0)));
  Real<B> position = 2 * rays * u[0], number = trunc(position), along = (position - number) * edge;
  Real<B> away = sqrt(1 + along * along - 2 * along * cosine + tiny);
  Real<B> bend = asin(clamp(sine * along / away, -1, 1)), ray = trunc(number / 2);
  Real<B> angle = twoPi / rays * ray + select(number == 2 * ray, bend, -bend) - halfPi;
  return away * sqrt(u[1]) * direction(angle);
}

/// The point of a polygon around the unit circle in a random direction.
template <class B> Point<B> ngonPoint(Real<B> sides, Real<B> u) {
  Real<B> side = twoPi / sides, angle = twoPi * u;
  return direction(angle) / cos(angle - side * rint(angle / side));
}

/// The scatter radius at `p` of the falloff variations: grows from 0 at the distance `minimum` from
/// the centre outwards or, with `invert`, towards the centre.
template <class B>
Real<B> falloffAway(Point<B> p, Point<B> center, Real<B> centerZ, Real<B> invert, Real<B> minimum,
                    Real<B> strength) {
  Point<B> d = p - center;
  Real<B> distance = sqrt(lengthSquared(d) + centerZ * centerZ);
  distance = select(chosen(invert, 0), distance, max(1 - distance, Real<B>(0)));
  return max((distance - minimum) * (0.04 * strength), Real<B>(0));
}

/// The output of `falloff2` in 3D, before the weight. `params` are the variation's parameters;
/// `shift` is added to each of the draws.
template <class B>
SpacePoint<B> falloff2(Point<B> p, Real<B> z, const Real<B> *params, const Real<B> *u,
                       double shift) {
  Real<B> a = u[0] + shift, b = u[1] + shift, c = u[2] + shift;
  Point<B> factor{params[2], params[3]};
  Real<B> factorZ = params[4], type = params[10];
  Real<B> d = falloffAway(p, Point<B>{params[6], params[7]}, z - params[8], params[9], params[1],
                          params[0]);
  SpacePoint<B> straight{p + d * scaled(factor, Point<B>{a, b}), z + factorZ * c * d};

  Real<B> across = length(p), rise = atan2(z, across) + factorZ * c * d;
  Real<B> radius = sqrt(across * across + z * z) + factor.x * a * d;
  SpacePoint<B> radial{radius * cos(rise) * direction(phi(p) + factor.y * b * d),
                       radius * sin(rise)};

  Real<B> reach = d * c, turn = twoPi * d * a;
  SpacePoint<B> round{p + reach * cos(turn) * scaled(direction(pi * d * b), factor),
                      z + factorZ * reach * sin(turn)};
  return select(chosen(type, 1), radial, select(chosen(type, 2), round, straight));
}

/// The logarithms of `falloff3`, for non-negative and for signed arguments.
template <class B> Real<B> falloffMap(Real<B> t) {
  return select(t == 0, Real<B>(0), (std::numbers::e + 1 + log(t)) / 4);
}
template <class B> Real<B> falloffScale(Real<B> t) {
  return select(t == 0, Real<B>(0), copysign((1 + log(abs(t) + 1)) / std::numbers::e, t));
}

/// The values that `falloff3` computes from its parameters before it moves the point or the colour:
/// the centred draws, the scatter radius, and the radius with the logarithm.
template <class B> struct Falloff {
  Real<B> a[4];
  Real<B> away, far;
};
template <class B> Falloff<B> falloff3(Point<B> p, const Real<B> *params, const Real<B> *u) {
  Point<B> center{params[9], params[10]}, d = p - center;
  Real<B> invert = params[4], centerZ = params[11], alpha = params[12];
  Real<B> round = falloffAway(p, center, centerZ, invert, params[3], params[2]);
  Real<B> side = max(max(abs(d.x), abs(d.y)), abs(centerZ));
  Real<B> square =
      falloffAway(Point<B>{side, 0}, Point<B>{0, 0}, Real<B>(0), invert, params[3], params[2]);
  Real<B> away = select(chosen(params[1], 1), square, round);
  return {{u[0] - 0.5, u[1] - 0.5, u[2] - 0.5, u[3] - 0.5},
          away,
          away + alpha * (falloffMap(away) - away)};
}

//===-- corners of cubes ----------------------------------------------------------------------===//

/// `size` with the signs of a corner of a cube, chosen by draw `u`.
template <class B> SpacePoint<B> cornerOf(Real<B> size, Real<B> u) {
  Int<B> number = toInt(8 * u);
  auto signedBy = [&](int bit) { return select((number & bit) == 0, size, -size); };
  return {Point<B>{signedBy(4), signedBy(1)}, signedBy(2)};
}

/// The factors by which the cube variations bend x and y: the cosine of the angle of x and the sine
/// of the angle of y, both against z.
template <class B> Point<B> bentByDepth(Point<B> p, Real<B> z) {
  return {z * rsqrt(p.x * p.x + z * z + tiny), p.y * rsqrt(p.y * p.y + z * z + tiny)};
}

/// The size of a cube's copies for the parameter xpand.
template <class B> Real<B> copySize(Real<B> xpand) {
  return select(abs(xpand) <= 1, xpand, sqrt(max(xpand, Real<B>(0)))) / 2;
}

/// The output of `cubic3D` in 3D; `params` are the variation's parameters.
template <class B>
SpacePoint<B> cubicCorner(Point<B> p, Real<B> z, Real<B> weight, const Real<B> *params, Real<B> u) {
  Real<B> style = params[1], size = abs(style);
  Real<B> bent = select(size <= 1, style, copysign(1 + (size - 1) / 4, style));
  Real<B> small = copySize(params[0]) * select(abs(weight) <= 0.5, 2 * weight, Real<B>(1));
  Point<B> at = bentByDepth(p, z);
  Real<B> x = 1 - bent * (1 - at.x), y = 1 - bent * (1 - at.y);
  Real<B> deep = 1 - bent * (1 - max(bent, Real<B>(1)) * (x + y) / 2);
  SpacePoint<B> corner = cornerOf(weight / 2, u);
  return {small * scaled(p, Point<B>{x, y}) + corner.xy, small * deep * z + corner.z};
}

/// The output of `cubicLattice_3D` in 3D; `params` are the variation's parameters.
template <class B>
SpacePoint<B> latticeCorner(Point<B> p, Real<B> z, Real<B> weight, const Real<B> *params,
                            Real<B> u) {
  Bool<B> isBent = abs(params[1]) >= 1.5;
  Point<B> at = select(isBent, bentByDepth(p, z), Point<B>{1, 1});
  SpacePoint<B> corner = cornerOf(weight, u);
  Real<B> size = copySize(params[0]);
  return {size * scaled(p, at) + corner.xy, size * z * ((at.x + at.y) / 2) + corner.z};
}

/// The output of `bubbleT3D` at weight 1; `params` are the variation's parameters. The versions of
/// Fractorium and JWildfire differ in the stripes that are rotated by half their distance and in
/// how points leave a single hole.
template <class B>
SpacePoint<B> stripedBubble(Point<B> p, const Real<B> *params, bool isOfJWildfire) {
  auto isOne = [](Real<B> t) { return abs(t - 1) < 1e-6; };
  Bool<B> isBlurred = !chosen(params[5], 0), isInverse = params[0] < -0.5;
  Real<B> count = rint(abs(params[0])), ratio = clamp(params[1], 0.01, 1.99);
  Real<B> half = pi / max(count, Real<B>(1)), strip = ratio * half, gap = 2 * half - strip;
  Real<B> angle = atan2(p.x, p.y);
  Real<B> part = fmod(select(angle < 0, angle + twoPi, angle), 2 * half), behind = part - strip;
  Bool<B> isHidden = (count > 0.5) & select(isInverse, behind < 0, behind > 0),
          isEven = isOne(ratio);
  if (!isOfJWildfire)
    isEven = select(isInverse, isOne(count), isEven);
  Real<B> turn = part - select(isInverse, behind / strip * gap, behind / gap * strip);
  Point<B> outOfStripe = rotated(p, select(isEven, half, turn));
  Real<B> size = lengthSquared(p) / 4 + 1, exponent = params[3];
  Point<B> shown = select(isHidden, select(isBlurred, outOfStripe, Point<B>{0, 0}), p);
  Point<B> flat = 1 / size * shown;
  Real<B> z = 2 / pow(size, exponent) - 1, around = lengthSquared(flat);
  Real<B> tilt = pi - select(exponent <= 2, acos(z / (around + z * z)), atan2(around * around, z));
  Bool<B> isAtOrigin = (flat.x == 0) & (flat.y == 0);

  Bool<B> hasTwo = !chosen(params[4], 0), isBelow = !hasTwo & (params[2] < 0);
  Real<B> width = pi / 360 * select(hasTwo, min(abs(params[2]), Real<B>(179.9)), abs(params[2]));
  Real<B> limit = select(isBelow, width, pi - width), rest = pi - limit;
  Bool<B> isCut =
      select(isBelow, tilt < limit, (tilt > limit) | (hasTwo & (tilt < rest))) & !isAtOrigin;
  Real<B> one = 0, left = select(isBelow, tilt, pi - tilt);
  if (isOfJWildfire) {
    one = left / rest * limit - pi / 2;
    one = select(isBelow, -one, one);
  } else {
    Real<B> divisor = rest * limit - pi / 2;
    one = left / select(divisor == 0, Real<B>(epsilon), divisor);
    one = select(isBelow, pi - one, one);
  }
  auto outOfTwo = [&](Real<B> away) { return away / rest * (pi - 2 * rest) + rest - pi / 2; };
  Real<B> two = select(tilt > limit, outOfTwo(pi - tilt), -outOfTwo(tilt));
  Real<B> to = select(hasTwo, two, one), from = tilt - pi / 2;
  SpacePoint<B> moved{cos(to) / cos(from) * flat, sin(to) / sin(from) * z};
  SpacePoint<B> none{Point<B>{0, 0}, 0}, kept = select(isAtOrigin, none, SpacePoint<B>{flat, z});
  return select(isCut, select(isBlurred & isOne(exponent), moved, none), kept);
}

/// The polygon of `nsudoku` that a draw chooses.
template <class B> struct SudokuCell {
  Real<B> layer, column, row;
};
template <class B> SudokuCell<B> sudokuCell(Real<B> layers, Real<B> u) {
  Real<B> number = floor(81 * rint(layers) * u), layer = floor(number / 81);
  Real<B> cell = number - 81 * layer, column = floor(cell / 9);
  return {layer, column, cell - 9 * column};
}

/// The number at a cell, 1 to 9. Rows of a pattern shift by 3 from row to row and by 1 from band to
/// band; rows and columns are permuted within their bands, and numbers are permuted.
template <class B> Real<B> sudokuNumber(SudokuCell<B> at) {
  static constexpr double rows[] = {4, 3, 5, 8, 6, 7, 0, 2, 1};
  static constexpr double columns[] = {7, 6, 8, 1, 0, 2, 5, 3, 4};
  static constexpr double numbers[] = {5, 3, 8, 1, 9, 6, 2, 7, 4};
  auto modulo = [](Real<B> t, double n) { return t - n * floor((t + 0.5) / n); };
  auto entry = [](const auto &table, Real<B> index) { return lookup(table, toInt(index + 0.5)); };
  Real<B> band = floor((at.row + 0.5) / 3), within = at.row - 3 * band;
  Real<B> bandThere = modulo(band + at.layer, 3);
  Real<B> withinThere = modulo(within + floor((at.layer + 0.5) / 3), 3);
  Real<B> row = entry(rows, 3 * bandThere + withinThere), column = entry(columns, at.column);
  Real<B> bandOfRow = floor((row + 0.5) / 3);
  return entry(numbers, modulo(3 * (row - 3 * bandOfRow) + bandOfRow + column, 9));
}

/// True if `cut_fun` shows the point `q`. Squares with rounded corners are filled by coin toss and
/// join at corners where the neighbours on both sides are equal. The pattern begins at `start`.
template <class B> Bool<B> isInCells(Point<B> q, Point<B> start) {
  Point<B> whole{floor(start.x), floor(start.y)}, at = q + (start - whole);
  Point<B> corner{floor(at.x), floor(at.y)},
      from{2 * (at.x - corner.x) - 1, 2 * (at.y - corner.y) - 1};
  Point<B> step{signOf(from.x), signOf(from.y)};
  auto filled = [&](Real<B> x, Real<B> y) {
    return hashed(toInt(corner.x + x + whole.x), toInt(corner.y + y + whole.y), Int<B>(0)) >= 0.5;
  };
  auto same = [](Bool<B> a, Bool<B> b) { return (a & b) | !(a | b); };
  Bool<B> here = filled(0, 0), beside = filled(step.x, 0), above = filled(0, step.y),
          across = filled(step.x, step.y);
  Bool<B> joined = beside & !(same(here, across) & !same(here, beside));
  Bool<B> grown = select(same(beside, above), joined, here);
  return here | (grown & (lengthSquared(from) > 1.01 * 1.01));
}

/// The search parameters of `dc_perlin`; `params` are the variation's parameters.
template <class B> NoiseSearch<B> noiseSearch(const Real<B> *params) {
  Real<B> low = min(params[2] - params[3], Real<B>(0.75)),
          high = max(params[2] + params[3], Real<B>(-0.75));
  low = select(low < -2, Real<B>(-3), low);
  return {params[0], params[1],  params[6],  params[7], params[8],
          params[9], params[10], params[11], low,       min(high, Real<B>(3)),
          params[12]};
}

/// A whole number below 2^24 made from two draws.
template <class B> Real<B> seedOf(const Real<B> *u) {
  return trunc(4096 * u[0]) * 4096 + trunc(4096 * u[1]);
}

/// The common part of the `fract_` variations. `params` are the 18 that all of them have, in the
/// order of their records; `map` selects the iteration of the orbit (OrbitMap of
/// runtime/shared/math/Orbits.h).
template <class B> struct OrbitMap {
  int kind;
  Real<B> power, re, im;
};
template <class B> class Orbits {
public:
  Orbits(const Inputs<B> &inputs, const OrbitMap<B> &map)
      : params(inputs.params), weight(inputs.weight), color(inputs.color), a(seedOf(inputs.draws)),
        b(seedOf(inputs.draws + 2)),
        search{params[1],
               params[2] - params[1],
               params[3],
               params[4] - params[3],
               static_cast<double>(map.kind),
               map.power,
               map.re,
               map.im,
               rint(params[0]),
               select(params[8] > 0.5, rint(params[8]), Real<B>(-1)),
               select(params[9] < -0.5, rint(params[0]) + rint(params[9]), Real<B>(1e9)),
               select(walks(), Real<B>(1000), rint(params[10])),
               select(walks(), Real<B>(1), Real<B>(0)),
               rint(params[11])},
        k(seek()) {}

  Point<B> position() const {
    Point<B> offset{params[13], params[14]};
    return select(k < 0, Point<B>{0, 0},
                  params[12] * weight * (Point<B>{value(0), value(1)} + offset));
  }

  Real<B> shown() const { return select(k < 0, Real<B>(0), Real<B>(1)); }

  Real<B> colored() const {
    Real<B> walked = color + value(3) / value(2), counted = color + value(2) / search[8];
    Real<B> within = clamp(select(counted > 1, counted - 1, counted), 0, 1);
    Real<B> drawn = select(chosen(params[6], 0), color, within);
    return select(k < 0, color, select(walks(), clamp(walked, 0, 1), drawn));
  }

  Real<B> depth() const {
    auto height = [&](Real<B> part) {
      return select(chosen(params[16], 1), log10(1 + part), part) * params[7] / 10;
    };
    Real<B> part = value(2) / search[8], top = height(part),
            step = height(part - 1 / search[8]) - top;
    Int<B> first = toInt(a), second = toInt(b);
    Real<B> filled = select(hashed(first, second, Int<B>(1)) < params[15],
                            hashed(first, second, Int<B>(2)) * step, Real<B>(0));
    return select((k < 0) | walks(), Real<B>(0), params[12] * weight * (top + filled + params[17]));
  }

private:
  Bool<B> walks() const { return params[5] > 0.5; }
  Real<B> seek() const {
    return loops<LibraryLoop::SeekOrbit, B>(
        {a, b, search[0], search[1], search[2], search[3], search[4], search[5], search[6],
         search[7], search[8], search[9], search[10], search[11], search[12], search[13]});
  }
  Real<B> value(int which) const {
    return loops<LibraryLoop::OrbitValue, B>({static_cast<double>(which), k, a, b, search[0],
                                              search[1], search[2], search[3], search[4], search[5],
                                              search[6], search[7], search[8], search[9],
                                              search[10], search[11], search[12], search[13]});
  }

  const Real<B> *params;
  Real<B> weight, color, a, b, search[14], k;
};

/// The output of `crob`; `params` are the variation's parameters. The versions of Fractorium and
/// JWildfire differ in the sides they draw and in the treatment of the inside.
template <class B>
Point<B> onBorder(Point<B> p, const Real<B> *params, const Real<B> *u, bool isOfJWildfire) {
  auto ordered = [](Real<B> a, Real<B> b) {
    return select(a == b, Point<B>{-1, 1}, Point<B>{min(a, b), max(a, b)});
  };
  Point<B> inY = ordered(params[0], params[1]), inX = ordered(params[2], params[3]);
  Real<B> top = inY.x, bottom = inY.y, left = inX.x, right = inX.y;
  Point<B> sides = isOfJWildfire ? Point<B>{right - left, bottom - top}
                                 : Point<B>{abs(right) - left, abs(bottom) - top};
  Bool<B> isBlurred = !chosen(params[4], 0);
  Real<B> band = params[5] * min(sides.x, sides.y) / 2, inset = select(isBlurred, band, Real<B>(0));
  Bool<B> isOutside =
      (p.x < left + inset) | (p.x > right - inset) | (p.y < top + inset) | (p.y > bottom - inset);

  Real<B> upright = sides.y / (sides.x + sides.y);
  Bool<B> isUpright = u[0] < upright;
  Real<B> part = select(isUpright, u[0] / upright, (u[0] - upright) / (1 - upright));
  struct Search {
    Real<B> along, across;
    Bool<B> isFound;
  };
  Search found = repeat<6>(Search{0, 0, Real<B>(0) > 1}, [&](Search search, unsigned i) {
    Real<B> along = select(isUpright, sides.y, sides.x) / 2 * u[1 + 2 * i];
    Real<B> across = band * pow(u[2 + 2 * i], max(params[6], Real<B>(0)));
    return Search{select(search.isFound, search.along, along),
                  select(search.isFound, search.across, across),
                  search.isFound | (along >= across)};
  });
  Bool<B> isFirst = part < 0.5, isInner = (part > 0.25) & (part < 0.75);
  Point<B> onUpright{select(isFirst, left + found.across, right - found.across),
                     select(isInner, bottom - found.along, top + found.along)};
  Point<B> onLevel{right - found.along, bottom - found.across};
  if (isOfJWildfire)
    onLevel = Point<B>{select(isInner, left + found.along, onLevel.x),
                       select(isFirst, top + found.across, onLevel.y)};
  Point<B> placed = select(isBlurred, select(isUpright, onUpright, onLevel), Point<B>{0, 0});
  return select(isOutside, placed, isOfJWildfire ? p : 0 * p);
}

} // namespace flame::dsl

#endif // FLAME_IR_EXTRASHAPES_H
