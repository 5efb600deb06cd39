// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, T to V. ir/Variation.td says what a record means and what a body may use.

def Tan2Bs : Extra<"tan2_bs", "complex tangent, by a factor for each part"> {
  let params = [Param<"x1", "2", "factor of x in the sine">,
                Param<"x2", "2", "factor of x in the cosine">,
                Param<"y1", "2", "factor of y in the hyperbolic sine">,
                Param<"y2", "2", "factor of y in the hyperbolic cosine">];
  let formula = "w (sin(x1 x), sinh(y1 y))/(cos(x2 x) + cosh(y2 y))";
  let body = [{
    auto at = factoredParts(Point{p.x * x1, p.x * x2}, Point{p.y * y1, p.y * y2}, p.x * x2, p.y * y2);
    return weight * quotientOrOrigin(Point{at.scale * at.sin, at.sinh}, at.sum);
  }];
  let sampleParams = "1.1, 0.8, 0.9, 0.6";
  let samples = [First<"0.385208612822, -0.0453651838972">,
                 Second<"-0.396194316725, 0.295834684077">];
}

def Tancos : Extra<"tancos", "hyperbolic tangent and cosine of the squared radius"> {
  let formula = "q = r² + ε: 2w/q (x tanh q, y cos q)";
  let body = [{
    Real q = lengthSquared(p) + epsilon;
    return 2 * weight / q * Point{p.x * tanh(q), p.y * cos(q)};
  }];
  let samples = [First<"1.18863629151, -0.139784864953">,
                 Second<"-0.975627435675, 0.0866897555207">];
}

def Tanh2Bs : Extra<"tanh2_bs", "complex hyperbolic tangent, by a factor for each part"> {
  let params = [Param<"x1", "2", "factor of x in the hyperbolic sine">,
                Param<"x2", "2", "factor of x in the hyperbolic cosine">,
                Param<"y1", "2", "factor of y in the sine">,
                Param<"y2", "2", "factor of y in the cosine">];
  let formula = "w (sinh(x1 x), sin(y1 y))/(cos(y2 y) + cosh(x2 x))";
  let body = [{
    auto at = factoredParts(Point{p.y * y1, p.y * y2}, Point{p.x * x1, p.x * x2}, p.y * y2, p.x * x2);
    return weight * quotientOrOrigin(Point{at.sinh, at.scale * at.sin}, at.sum);
  }];
  let sampleParams = "1.1, 0.8, 0.9, 0.6";
  let samples = [First<"0.413850057874, -0.0347605189981">,
                 Second<"-0.469256501211, 0.207257973611">];
}

def TanhSpiral : Extra<"tanh_spiral", "two spirals, the hyperbolic tangent of a line"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"a", "4", "how often it winds">];
  let draws = [U01];
  let generator = 1;
  let formula = "t = π (2 u1 - 1): w / (cosh t + cos(a t)) (sinh t, sin(a t)), which is w tanh((1 + ia) t/2)";
  let body = [{
    // By half angles the denominator does not cancel.
    Real t = pi * (2 * u[0] - 1), half = t / 2, turned = a * half;
    Real bottom = square(sinh(half)) + square(cos(turned));
    return weight / (bottom + epsilon) * Point{sinh(half) * cosh(half), sin(turned) * cos(turned)};
  }];
  let sampleParams = "3.3";
  let samples = [First<"-0.947420309274, 0.495471879787", "0.3">,
                 Second<"0.618950687371, 0.0581717900044", "0.82">];
}

def Tanhq : Extra<"tanhq", "hyperbolic tangent of a quaternion"> {
  let formula = "w/r² (sinh x cosh x, sin y cos y)";
  let body = [{
    return weight / lengthSquared(p) * Point{sinh(p.x) * cosh(p.x), sin(p.y) * cos(p.y)};
  }];
  let notes = "The slice z = 0.";
  let samples = [First<"1.430571935, -0.103894131436">, Second<"-0.975782687522, 0.269702933765">];
}

def Tanq : Extra<"tanq", "tangent of a quaternion"> {
  let formula = "w/r² (sin x cos x, sinh y cosh y)";
  let body = [{
    return weight / lengthSquared(p) * Point{sin(p.x) * cos(p.x), sinh(p.y) * cosh(p.y)};
  }];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight / (p.x * p.x + v * v) * Point{sin(p.x) * cos(p.x), sinh(v) * cosh(v) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight / (p.x * p.x + v * v) * (sinh(v) * cosh(v)) / v * z;
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|.";
  let samples = [First<"0.461370687398, -0.105583892555">,
                 Second<"-0.252008777718, 0.511375233407">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.437977657773, -0.461028298364, 0.576285372955", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.0965200809222, 1.02747435153, -1.36996580204", "0.8">];
}

def Target : Extra<"target", "rings turned against each other"> {
  let params = [Param<"even", "0", "angle of every other ring">,
                Param<"odd", "0", "angle of the rings between them">,
                Param<"size", "1", "logarithm of the distance of the rings">];
  let formula = "t = ln r, less size/2 where it is negative: w (x, y) turned by |t| mod size < "
                "size/2 ? even : odd";
  let body = [{
    Real t = log(lengthSquared(p)) / 2;
    t = abs(select(t < 0, t - size / 2, t));
    return weight * rotated(p, select(fmod(t, size) < size / 2, even, odd));
  }];
  let sampleParams = "0.3, 0.6, 1.2";
  let samples = [First<"0.650532865313, 0.33843018652">, Second<"-0.919753653465, 0.293293738322">,
                 Sample<"0.3, 0.1", "0.205639140857, 0.147351768729", "0.8">];
}

def Target0 : Extra<"target0", "rings turned against each other, none at first"> {
  let losesDepth = 1;
  let params = [Param<"even", "0", "angle of every other ring">,
                Param<"odd", "0", "angle of the rings between them">,
                Param<"size", "0", "logarithm of the distance of the rings; 0: all are odd", [], "0", "inf">];
  let formula = "t = ln r, less size/2 where it is negative: w (x, y) turned by |t| mod size < size/2 ? even : odd";
  let body = [{
    Real t = log(lengthSquared(p)) / 2, step = select(size == 0, Real(1), size);
    t = abs(select(t < 0, t - size / 2, t));
    Bool isEven = (size != 0) & (fmod(t, step) < size / 2);
    return weight * rotated(p, select(isEven, even, odd));
  }];
  let notes = "In the plugin of Apophysis, which is called `target`, the weight has no effect.";
  let sampleParams = "0.3, 0.6, 1.2";
  let samples = [First<"0.650532865313, 0.33843018652">,
                 Second<"-0.919753653465, 0.293293738322">,
                 Sample<"0.3, 0.1", "0.205639140857, 0.147351768729", "0.8">,
                 Sample<"-1.4, 2.2", "-1.91814664187, 0.820191112039", "0.8">,
                 Sample<"0.3, 0.1", "0.152909149707, 0.201541042808", "0.8", "0.3, 0.6, 0">];
}

def Target2 : Extra<"target2", "the windings of a spiral turned against each other"> {
  let losesDepth = 1;
  let params = [Param<"even", "0", "angle of every other winding">,
                Param<"odd", "0", "angle of the windings between them">,
                Param<"size", "1", "distance of the windings", [], "1e-10", "inf">,
                Param<"thightness", "0", "how tight the spiral is; 0: sectors">];
  let formula = "t = thightness ln r + (φ + π)/π, less size/2 where it is negative: w (x, y) turned by |t| mod size < size/2 ? even : odd";
  let body = [{
    Real t = thightness * (log(lengthSquared(p)) / 2) + select(p.y < 0, phi(-p), phi(p) + pi) / pi;
    t = abs(select(t < 0, t - size / 2, t));
    return weight * rotated(p, select(fmod(t, size) < size / 2, even, odd));
  }];
  let notes = "JWildfire's `target_sp` is the same for one spiral, with angles in half turns and without a weight.";
  let sampleParams = "0.3, 0.6, 0.7, 1.3";
  let samples = [First<"0.72149074227, 0.131069099406">,
                 Second<"-0.965348452323, 0.00838842050127">,
                 Sample<"0.3, 0.1", "0.205639140857, 0.147351768729", "0.8">,
                 Sample<"-1.4, -2.2", "-0.549861304097, -2.01237485232", "0.8">,
                 Sample<"0.1, -0.02", "0.0811552424366, 0.0083562327069", "0.8">];
}

def TargetSp : Extra<"target_sp", "spirals turned against each other"> {
  let params = [Param<"twist", "0", "angle of every other spiral, in half turns">,
                Param<"n_of_sp", "1", "number of spirals">,
                Param<"size", "1.25", "width of a spiral">,
                Param<"tightness", "0.55", "how tightly they are wound">];
  let formula = "t = tightness ln r + n_of_sp (φ + π)/π, less size/2 where it is negative: w (x, "
                "y) turned by π twist where |t| mod size < size/2, else by π (twist - 1)";
  let body = [{
    Real t = tightness / 2 * log(lengthSquared(p)) + n_of_sp * (phi(p) / pi + 1);
    t = abs(select(t < 0, t - size / 2, t));
    return weight * rotated(p, pi * select(fmod(t, size) < size / 2, twist, twist - 1));
  }];
  let sampleParams = "0.3, 2, 1.1, 0.6";
  let samples = [First<"-0.499101159174, -0.537239269703">,
                 Second<"-0.912103300711, -0.31628400028">];
}

def Taurus : Extra<"taurus", "a torus"> {
  let params = [Param<"r", "3", "radius of the ring">,
                Param<"n", "5", "number of bumps">,
                Param<"inv", "1.5", "1: no bumps">,
                Param<"sor", "1", "share of the cosine of y in z; the rest is y">];
  let formula = "R = r (inv + (1 - inv) cos(n x)): w (R + sin y) (cos x, sin x)";
  let body = [{
    return weight * (r * (inv + (1 - inv) * cos(n * p.x)) + sin(p.y)) * direction(p.x);
  }];
  let depth = [{ return weight * sor * cos(p.y) + (1 - sor) * p.y; }];
  let sampleParams = "0.8, 3, 1.2, 1";
  let samples = [First<"0.489454511496, 0.629619296845">, Second<"0.770003886493, -1.17323701234">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.398548271132, 0.335692577828, 0.395794156642", "0.8", "0.8, 3, 1.2, 0.7">,
                      SpaceSample<"-0.3, 0.9, -1.2", "1.25635867175, -0.388637279684, 0.618101582232", "0.8", "0.8, 3, 1.2, 0.7">];
}

def TileHlp : Extra<"tile_hlp", "half of each strip moved over its neighbour"> {
  let params = [Param<"width", "1", "width of a strip">];
  let draws = [U01];
  let formula = "t = x/width: where cos(π (t - trunc t)) < 2 u1 - 1 (for x ≤ 0: cos(π (t + trunc "
                "t))), x moves by width against its sign: w (x ∓ width, y)";
  let body = [{
    Real t = p.x / width;
    Real phase = select(t > 0, t - trunc(t), t + trunc(t));
    Real step = select(t > 0, -width, width);
    return weight * Point{p.x + select(cos(pi * phase) < 2 * u[0] - 1, step, Real(0)), p.y};
  }];
  let sampleParams = "0.7";
  let samples = [First<"0.728, -0.088">, Second<"-0.792, 0.552">,
                 Sample<"0.5, 0.3", "-0.16, 0.24", "0.8", "", "0.9">,
                 Sample<"-0.5, 0.3", "0.16, 0.24", "0.8", "", "0.9">];
}

def TileLog : Extra<"tile_log", "moved sideways by random whole steps"> {
  let params = [Param<"spread", "1", "how far; more is rarer">];
  let draws = [U01, Bit];
  let formula = "w (x ± floor(spread ln u1 + 1/2), y), + where the bit u2 is 1; the sign belongs "
                "to spread";
  let body = [{
    Real step = roundHalfUp(log(u[0] + tiny) * select(u[1] > 0.5, spread, -spread));
    return weight * Point{p.x + step, p.y};
  }];
  let sampleParams = "1.7";
  let samples = [First<"-0.872, -0.088", "0.3, 1">, Second<"-2.392, 0.552", "0.3, 1">,
                 Sample<"0.2, 0.3", "3.36, 0.24", "0.8", "", "0.1, 0">];
}

def Trade : Extra<"trade", "two discs traded"> {
  let params = [Param<"r1", "1", "radius of the right disc">,
                Param<"d1", "1", "its distance from the y axis">,
                Param<"r2", "1", "radius of the left disc">,
                Param<"d2", "1", "its distance from the y axis">];
  let formula = "a disc of radius r1 at (r1 + d1, 0) and one of radius r2 at (-(r2 + d2), 0) "
                "take each other's place, mirrored; the rest: w (x, y)";
  let body = [{
    Real right = r1 + d1, left = r2 + d2;
    Bool onRight = p.x > 0;
    Point d = select(onRight, Point{right - p.x, p.y}, Point{-left - p.x, p.y});
    Point traded = select(onRight, r2 / r1 * d - Point{left, 0}, r1 / r2 * d + Point{right, 0});
    return weight * select(length(d) <= select(onRight, r1, r2), traded, p);
  }];
  let sampleParams = "0.6, 0.3, 0.8, 0.1";
  let samples = [First<"-0.730666666667, -0.117333333333">, Second<"0.774, 0.414">];
}

def Truchet : Extra<"truchet", "unit tiles with two arcs each"> {
  let params = [Param<"extended", "0", "without meaning here", [], "-inf", "inf", "fixed">,
                Param<"exponent", "2", "of the metric", [], "0.001", "2">,
                Param<"arc_width", "0.5", "width of the arcs", [], "0.001", "1">,
                Param<"rotation", "0", "angle that scales the tiles">,
                Param<"size", "1", "scale of the result", [], "0.001", "10">,
                Param<"seed", "50", "0 and 1: all tiles alike">,
                Param<"direct_color", "0",
                      "without effect here", [], "-inf", "inf", "fixed_color">];
  let formula = "in the tile that holds (k x, k y), k = (cos rotation + sin rotation)/w, at (i, "
                "j) from its corner: for each of two opposite corners, by the hash of the tile, "
                "whose |exponent|-distance from (i, j) is within arc_width of 1/2: size (i + "
                "floor x, j + floor y); else (0, 0)";
  let body = [{
    Real scale = (cos(rotation) + sin(rotation)) / weight;
    Real i = fraction(p.x * scale), j = fraction(p.y * scale);
    Real drawn = hashed(toInt(rint(p.x * scale)), toInt(rint(p.y * scale)), toInt(rint(seed)));
    Bool straight = chosen(seed, 0) | (!chosen(seed, 1) & (drawn < 0.5));
    TruchetArcs<B> arcs = truchetArcs(Point{i, j}, straight, exponent, arc_width);
    Point tile = size * (Point{i, j} + Point{floor(p.x), floor(p.y)});
    return select(arcs.first, tile, Point{0, 0}) + select(arcs.second, tile, Point{0, 0});
  }];
  let notes = "Which way a tile turns comes from another hash than in other programs: the same "
              "look, another pattern. The colour is left alone.";
  let sampleParams = "0, 1.7, 0.9, 0.3, 0.8, 50, 0";
  let samples = [First<"0.338279593166, -0.137594236537">,
                 Second<"-0.438348128829, 0.063091120093">,
                 Sample<"0.3, 0.2", "0.375, 0.25", "0.8", "0, 2, 0.9, 0, 1, 0, 0">,
                 Sample<"0.3, 0.9", "0.375, 0.125", "0.8", "0, 2, 0.9, 0, 1, 1, 0">];
}

def TruchetFill : Extra<"truchet_fill", "tiles with two arcs each, the point taken from them"> {
  let losesDepth = 1;
  let params = [Param<"exponent", "2", "of the metric", [], "0.001", "2">,
                Param<"arc_width", "0.5", "width of the arcs", [], "0.001", "1">,
                Param<"seed", "0", "0 and 1: all tiles alike">];
  let formula = "in the tile that holds (x, y)/w, at (i, j) from its corner: 2 (i + floor x, j + floor y) for each of two opposite corners, by "
                "the hash of the tile, whose |exponent|-distance from (i, j) is within arc_width of 1/2; less (x, y)";
  let body = [{
    Point at{fraction(p.x / weight), fraction(p.y / weight)};
    Real drawn = hashed(toInt(rint(abs(p.x))), toInt(rint(abs(p.y))), toInt(rint(seed)));
    Bool straight = chosen(seed, 0) | (!chosen(seed, 1) & (drawn < 0.5));
    TruchetArcs<B> arcs = truchetArcs(at, straight, exponent, arc_width);
    Real count = select(arcs.first, Real(2), Real(0)) + select(arcs.second, Real(2), Real(0));
    return count * (at + Point{floor(p.x), floor(p.y)}) - p;
  }];
  let notes = "Which way a tile turns comes from another hash than in other programs: the same look, another pattern.";
  let sampleParams = "1.7, 0.9, 50";
  let samples = [First<"-0.91, 0.11">,
                 Second<"0.515, 1.035">,
                 Sample<"0.3, 0.2", "0.45, 0.3", "0.8", "2, 0.9, 0">,
                 Sample<"0.3, 0.9", "0.45, -0.65", "0.8", "2, 0.9, 1">,
                 Sample<"1.3, -2.6", "1.95, -1.9", "0.8", "1.2, 0.8, 7">];
}

def TruchetGlyph : Extra<"truchet_glyph", "Truchet tiles in squares, each square a sign"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"exponent", "2", "of the metric", [], "0.001", "2">,
                Param<"arc_width", "0.5", "width of the arcs", [], "0.001", "1">,
                Param<"amp", "6", "distance of the squares">,
                Param<"max", "0.9", "how much of the distance a square fills", [], "0", "inf", "share">,
                Param<"angle", "45", "angle of the squares, in degrees">,
                Param<"seed", "1", "0 and 1: all tiles alike">];
  let formula = "as truchet_fill, with n (i + 2 floor x, j + 2 floor y) - (x, y) for n of the two arcs, in squares turned by angle whose "
                "diagonals are amp max, amp from each other; outside of them (x, y)";
  let body = [{
    Point at{fraction(p.x / weight), fraction(p.y / weight)};
    Real drawn = hashed(toInt(rint(abs(p.x))), toInt(rint(abs(p.y))), toInt(rint(seed)));
    Bool straight = chosen(seed, 0) | (!chosen(seed, 1) & (drawn < 0.5));
    TruchetArcs<B> arcs = truchetArcs(at, straight, exponent, arc_width);
    Real count = select(arcs.first, Real(1), Real(0)) + select(arcs.second, Real(1), Real(0));
    Real size = select(amp == 0, Real(epsilon), amp);
    auto middle = [&](Real t) { return (floor(t / size) + 0.5) * size; };
    Point local = rotated(p - Point{middle(p.x), middle(p.y)}, -(pi / 180) * angle);
    Bool inside = abs(local.x) + abs(local.y) < size / 2 * share;
    return select(inside, count * (at + 2 * Point{floor(p.x), floor(p.y)}) - p, p);
  }];
  let notes = "Which way a tile turns comes from another hash than in other programs: the same look, another pattern.";
  let sampleParams = "1.7, 0.9, 3, 0.8, 30, 50";
  let samples = [First<"0.91, -0.11">,
                 Second<"-0.2475, 0.1725">,
                 Sample<"0.9, 1.2", "-0.775, 1.3", "0.8", "2, 0.9, 3, 0.9, 45, 0">,
                 Sample<"0.3, 0.2", "0.3, 0.2", "0.8", "2, 0.9, 3, 0.9, 45, 1">,
                 Sample<"1.7, 1.6", "-1.7, -1.6", "0.8", "1.2, 0.8, 3, 0.9, 45, 7">];
}

def TruchetHexCrop : Extra<"truchet_hex_crop", "hexagonal tiles with three arcs each, which are cut out"> {
  let losesDepth = 1;
  let params = [Param<"wd", "0.2", "half the width of the arcs", [], "0", "5">,
                Param<"mode", "0", "what is cut goes 0: to the centre, 1: to the corner, 2: to the edge", [], "0", "2">,
                Param<"inv", "0", "1: the rest is cut out", [], "0", "1">,
                Param<"seed", "0", "0: all tiles alike, 1: every fourth is turned">];
  let draws = [U01];
  let formula = "in a hexagon of side 1 with centre C, V the nearest of three corners, by the hash of the tile: where |(x, y) - V| is within wd "
                "of 1/2 w C, w V, or w times the nearest point at 1/2 ± wd from V, by mode; else w (x, y)";
  let body = [{
    Point center = swapped(nearestHexagon(swapped(p), Real(1))), local = p - center;
    Real row = rint(center.y / 1.5), column = rint(center.x / std::sqrt(3.0) - row / 2);
    Int i = toInt(column), j = toInt(row);
    Bool odd = select(chosen(seed, 1), isEven(i) & isEven(j), (seed > 1.5) & (hashed(i, j, toInt(rint(seed))) < 0.5));
    Real turn = select(odd, Real(pi / 3), Real(0)), third = twoPi / 3;
    Point corner = direction(third * floor((phi(local) + pi / 6 - turn) / third) + pi / 6 + turn);
    Point away = local - corner;
    Real distance = length(away), drawn = select(u[0] < 0.5, 0.5 + wd, 0.5 - wd);
    Bool ring = abs(distance - 0.5) < wd, cut = select(inv > 0.5, !ring, ring);
    Point edge = corner + drawn * direction(phi(away));
    Point moved = select(mode < 0.5, Point{0, 0}, select(mode < 1.5, corner, edge));
    return weight * (center + select(cut, moved, local));
  }];
  let notes = "Which way a tile turns comes from another hash than in other programs: the same look, another pattern.";
  let sampleParams = "0.2, 0, 0, 13";
  let samples = [First<"1.38564064606, 0">,
                 Second<"-0.792, 0.552">,
                 Sample<"0.3, 0.2", "0.196629127289, 0.275655660561", "0.8", "0.2, 2, 1, 1">,
                 Sample<"1.3, -2.6", "1.19954157673, -2.11676288385", "0.8", "0.15, 2, 0, 0">,
                 Sample<"2.1, 0.4", "1.68, 0.32", "0.8", "0.3, 1, 1, 5">,
                 Sample<"1.1, 1.9", "1.38564064606, 1.6", "0.8", "0.2, 1, 0, 1", "0.8">,
                 Sample<"0.1, 2.4", "0.0776114000116, 1.91044560005", "0.8", "0.1, 2, 0, 2", "0.8">];
}

def TruchetHexFill : Extra<"truchet_hex_fill", "the point on the arcs of hexagonal tiles"> {
  let losesDepth = 1;
  let params = [Param<"n", "3", "copies for each third of a turn">,
                Param<"flipx", "1", "1: mirrored across the arc in turned tiles", [], "0", "1">,
                Param<"flipy", "1", "1: mirrored along the arc in turned tiles", [], "0", "1">,
                Param<"spreadx", "1", "how far the tiles spread in x">,
                Param<"spready", "1", "how far the tiles spread in y">,
                Param<"seed", "0", "0: all tiles alike, 1: every fourth is turned">];
  let draws = [U01, Bit, U01, Bit, Bit, U01];
  let formula = "on a circle: 1 + π x/(3n) at the angle (π y + 2π floor(3n u6))/(3n), the three thirds of it around three "
                "corners of a random hexagon, of which near ones are drawn more often; times w";
  let body = [{
    auto steps = [](Real u, Real bit, Real spread) { return floor(log(u + tiny) * select(bit < 0.5, spread, -spread)); };
    Real column = steps(u[0], u[1], spreadx), row = steps(u[2], u[3], spready);
    Real lean = select(u[4] < 0.5, row, -row);
    Point center{std::sqrt(3.0) * (column + lean / 2), 1.5 * row};
    Int i = toInt(column), j = toInt(row);
    Real drawn = hashed(i, select(u[4] < 0.5, j, j + 1000), toInt(rint(seed)));
    Bool turned = select(chosen(seed, 1), isEven(i) & isEven(j), (seed > 1.5) & (drawn < 0.5));
    Real across = select(turned & (flipx > 0.5), -p.x, p.x), along = select(turned & (flipy > 0.5), -p.y, p.y);
    Real count = 3 * select(n == 0, Real(epsilon), n), wide = pi / count;
    Real angle = wide * (along + 2 * floor(count * u[5]));
    Point arc = (1 + wide * across) * direction(angle);
    Real third = 2 * pi / 3, sector = third * floor(phi(arc) / third);
    Point local = arc - 2 * direction(sector + pi / 3);
    return weight * (center + rotated(local, select(turned, Real(-pi / 6), Real(pi / 6))) / Real(2));
  }];
  let notes = "Which way a tile turns comes from another hash than in other programs: the same look, another pattern.";
  let sampleParams = "3, 1, 1, 0.8, 0.7, 13";
  let samples = [First<"0.863457119429, -0.871530245474", "0.3, 1, 0.6, 0, 1, 0.55">,
                 Second<"-2.51008687834, 1.61734851382", "0.15, 0, 0.2, 1, 0, 0.9">,
                 Sample<"0.3, 0.2", "1.6940665639, 0.595858732084", "0.8", "4, 0, 1, 0.8, 0.7, 1", "0.2, 1, 0.4, 1, 0, 0.35">,
                 Sample<"0.3, 0.2", "0.673530123087, -0.0319210581986", "0.8", "4, 1, 0, 0.8, 0.7, 1", "0.9, 1, 0.9, 1, 1, 0.35">,
                 Sample<"-0.6, 0.5", "-1.81347245776, -2.87100345761", "0.8", "2, 0, 0, 0.8, 0.7, 5", "0.9, 1, 0.1, 0, 0, 0.05">,
                 Sample<"-0.6, 0.5", "-3.39309815752, -2.26498851132", "0.8", "2, 0, 0, 0.8, 0.7, 0", "0.4, 0, 0.1, 0, 0, 0.75">];
}

def TruchetHexFillWf : Extra<"truchet_hex_fill_wf", "the point on the arcs of hexagonal tiles, with equal edges"> {
  let params = [Param<"n", "3", "copies for each third of a turn">,
                Param<"flipx", "1", "0: mirrored across the arc in turned tiles", [], "0", "1">,
                Param<"flipy", "1", "0: mirrored along the arc in turned tiles", [], "0", "1">,
                Param<"spreadx", "1", "how far the tiles spread in x">,
                Param<"spready", "1", "how far the tiles spread in y">,
                Param<"seed", "0", "0: all tiles alike, 1: every fourth is turned">];
  let draws = [U01, Bit, U01, Bit, Bit, U01];
  let formula = "on a circle: exp(π x/(3n))/cosh(π/(3n)) at the angle (π y + 2π floor(3n u6))/(3n), the three thirds of it around three "
                "corners of a random hexagon, of which near ones are drawn more often; times w";
  let body = [{
    auto steps = [](Real u, Real bit, Real spread) { return floor(log(u + tiny) * select(bit < 0.5, spread, -spread)); };
    Real column = steps(u[0], u[1], spreadx), row = steps(u[2], u[3], spready);
    Real lean = select(u[4] < 0.5, row, -row);
    Point center{std::sqrt(3.0) * (column + lean / 2), 1.5 * row};
    Int i = toInt(column), j = toInt(row);
    Real drawn = hashed(i, select(u[4] < 0.5, j, j + 1000), toInt(rint(seed)));
    Bool turned = select(chosen(seed, 1), isEven(i) & isEven(j), (seed > 1.5) & (drawn < 0.5));
    Real across = select(turned & (flipx < 0.5), -p.x, p.x), along = select(turned & (flipy < 0.5), -p.y, p.y);
    Real count = 3 * select(n == 0, Real(epsilon), n), wide = pi / count;
    Real angle = wide * (along + 2 * floor(count * u[5]));
    Point arc = 2 / (exp(wide) + exp(-wide)) * exp(wide * across) * direction(angle);
    Real third = 2 * pi / 3, sector = third * floor(phi(arc) / third);
    Point local = arc - 2 * direction(sector + pi / 3);
    return weight * (center + rotated(local, select(turned, Real(-pi / 6), Real(pi / 6))) / Real(2));
  }];
  let notes = "What JWildfire calls truchet_hex_fill. Which way a tile turns comes from another hash than in other programs: the same look, another pattern.";
  let sampleParams = "3, 1, 1, 0.8, 0.7, 13";
  let samples = [First<"0.872733814337, -0.870259496341", "0.3, 1, 0.6, 0, 1, 0.55">,
                 Second<"-2.50515702403, 1.61767595438", "0.15, 0, 0.2, 1, 0, 0.9">,
                 Sample<"0.3, 0.2", "1.70578257607, 0.589889125717", "0.8", "4, 0, 1, 0.8, 0.7, 1", "0.2, 1, 0.4, 1, 0, 0.35">,
                 Sample<"0.3, 0.2", "-0.670929933294, 0.0176935186502", "0.8", "4, 1, 0, 0.8, 0.7, 1", "0.9, 1, 0.9, 1, 1, 0.35">,
                 Sample<"-0.6, 0.5", "-1.04602554248, -1.93961510358", "0.8", "2, 0, 0, 0.8, 0.7, 5", "0.9, 1, 0.1, 0, 0, 0.05">,
                 Sample<"-0.6, 0.5", "-3.39778490799, -2.24749732046", "0.8", "2, 0, 0, 0.8, 0.7, 0", "0.4, 0, 0.1, 0, 0, 0.75">];
}

def TruchetInv : Extra<"truchet_inv", "unit tiles without their two arcs"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"exponent", "2", "of the metric", [], "0.001", "2">,
                Param<"arc_width", "0.5", "width of the arcs", [], "0.001", "1">,
                Param<"rotation", "0", "angle that scales the tiles">,
                Param<"size", "1", "scale of the result", [], "0", "inf">,
                Param<"seed", "1", "0 and 1: all tiles alike">];
  let formula = "in the tile that holds (k x, k y), k = (cos rotation + sin rotation)/w, at (i, j) from its corner: (0, 0) within arc_width of "
                "1/2 from one of two opposite corners, by the hash of the tile and in the |exponent|-metric; else size (i + floor x, j + floor y)";
  let body = [{
    Real scale = (cos(rotation) + sin(rotation)) / weight;
    Point at{fraction(scale * p.x), fraction(scale * p.y)};
    Real drawn = hashed(toInt(roundHalfUp(p.x)), toInt(roundHalfUp(p.y)), toInt(rint(seed)));
    Bool straight = chosen(seed, 0) | (!chosen(seed, 1) & (drawn < 0.5));
    TruchetArcs<B> arcs = truchetArcs(at, straight, exponent, arc_width);
    return select(arcs.first | arcs.second, Point{0, 0} * p.x, size * (at + Point{floor(p.x), floor(p.y)}));
  }];
  let notes = "Which way a tile turns comes from another hash than in other programs: the same look, another pattern.";
  let sampleParams = "1.7, 0.4, 0.3, 0.8, 50";
  let samples = [First<"0.338279593166, -0.137594236537">,
                 Second<"0, 0">,
                 Sample<"0.3, 0.2", "0, 0", "0.8", "2, 0.5, 0, 1, 0">,
                 Sample<"0.3, 0.9", "0.45, 0.15", "0.8", "2, 0.3, 0, 1.2, 1">,
                 Sample<"1.3, -2.6", "1.625, -2.25", "0.8", "1.2, 0.3, 0, 1, 7">];
}

def TruchetKnot : Extra<"truchet_knot", "a weave of bars, one in each unit square"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let draws = [U01, U01];
  let formula = "a = (u1 - 1/2)/2, b = 0.65 (2 u2 - 1): w (floor x + a, floor y + b) where floor x + floor y is even, else w (floor x - b, floor y + "
                "a)";
  let body = [{
    Point cell{floor(p.x), floor(p.y)};
    Real across = (u[0] - 0.5) / 2, along = 0.65 * (2 * u[1] - 1), sum = cell.x + cell.y;
    Bool odd = sum - 2 * floor(sum / 2) > 0.5;
    return weight * (cell + select(odd, Point{-along, across}, Point{across, along}));
  }];
  let samples = [First<"-0.208, -0.88">,
                 Second<"-1.008, -0.08">,
                 Sample<"0.3, 0.2", "-0.08, 0.208", "0.8">,
                 Sample<"1.3, 0.2", "1.008, 0.12", "0.8", "", "0.8, 0.3">,
                 Sample<"-1.3, -0.2", "-1.808, -0.88", "0.8">];
}

def Twoface : Extra<"twoface", "inversion of the right half plane"> {
  let formula = "x > 0: w/r² (x, y), else w (x, y)";
  let body = [{ return weight * select(p.x > 0, 1 / lengthSquared(p), Real(1)) * p; }];
  let samples = [First<"0.866460366579, -0.104736967389">, Second<"-0.792, 0.552">];
}

def UnicornGaloshen : Extra<"unicorngaloshen", "x and y halfway to their square, as waves go"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"mult_x", "1", "factor of x² in the distance">,
                Param<"mult_y", "1", "factor of y², and of y beside x">,
                Param<"sine", "0", "above 0: the factors are waves">,
                Param<"sin_x_amplitude", "1", "factor of x, or its amplitude">,
                Param<"sin_x_freq", "0.1", "frequency of the factor of x">,
                Param<"sin_y_amplitude", "2", "factor of y, or its amplitude">,
                Param<"sin_y_freq", "0.2", "frequency of the factor of y">,
                Param<"mode", "0", "waves along 0: x and y, 1: exp(-x), 2: 1/x, 3: ln |x|, 4: θ and φ", [], "0", "4">];
  let formula = "w / √(mult_x x² + mult_y y²) (F (x - y)(x + mult_y y), G x y), F and G the amplitudes; with sine 1 + sin_x_amplitude sin(π "
                "sin_x_freq s) and 2 + sin_y_amplitude sin(π sin_y_freq t), (s, t) by mode";
  let body = [{
    Real r = weight / (sqrt(mult_y * p.y * p.y + mult_x * p.x * p.x) + epsilon);
    auto inverse = [](Real t) { return 1 / select(t == 0, Real(epsilon), t); };
    Point s = select(mode < 1.5, Point{exp(-p.x), exp(-p.y)}, Point{inverse(p.x), inverse(p.y)});
    Point logs{log(abs(p.x) + tiny), sin_y_amplitude * log(abs(p.y) + tiny)};
    s = select(mode < 2.5, s, select(mode < 3.5, logs, Point{theta(p), phi(p)}));
    s = select(mode < 0.5, p, s);
    Point waves{1 + sin_x_amplitude * sin(pi * sin_x_freq * s.x), 2 + sin_y_amplitude * sin(pi * sin_y_freq * s.y)};
    Point factor = select(sine <= 0, Point{sin_x_amplitude, sin_y_amplitude}, waves);
    return r * scaled(factor, Point{(p.x - p.y) * (p.x + mult_y * p.y), p.x * p.y});
  }];
  let sampleParams = "1.2, 0.8, 1, 0.7, 0.4, 1.3, 0.3, 0";
  let samples = [First<"1.0962088064, -0.149133283602">,
                 Second<"0.159000746105, -1.22060942063">,
                 Sample<"0.3, 0.2", "0.0688464959166, 0.166771014953", "0.8", "1.2, 0.8, 0, 0.7, 0.4, 1.3, 0.3, 0">,
                 Sample<"-0.6, 0.4", "0.457006139719, -0.710120631589", "0.8", "1.2, 0.8, 1, 0.7, 0.4, 1.3, 0.3, 1">,
                 Sample<"-0.6, 0.4", "0.117871851386, -0.74899141563", "0.8", "1.2, 0.8, 1, 0.7, 0.4, 1.3, 0.3, 2">,
                 Sample<"-0.6, 0.4", "0.173877690535, -0.212534949183", "0.8", "1.2, 0.8, 1, 0.7, 0.4, 1.3, 0.3, 3">,
                 Sample<"-0.6, 0.4", "0.101501524766, -0.736783547674", "0.8", "1.2, 0.8, 1, 0.7, 0.4, 1.3, 0.3, 4">];
}

def Unpolar : Extra<"unpolar", "polar coordinates undone"> {
  let formula = "w exp(y)/(2π) (sin x, cos x)";
  let body = [{ return weight / twoPi * exp(p.y) * swapped(direction(p.x)); }];
  let samples = [First<"0.0900517002611, 0.0700045427159">,
                 Second<"-0.212223310088, 0.139283684245">];
}

def Vibration : Extra<"vibration", "two waves across the plane"> {
  let params = [Param<"dir", "0", "direction in which the first wave runs, in radians">,
                Param<"angle", "1.5707963267948966", "from there to the direction in which points move">,
                Param<"freq", "1", "waves for each unit">,
                Param<"amp", "0.25", "how far points move">,
                Param<"phase", "0", "where the wave begins, in wavelengths">,
                Param<"dir2", "1.5707963267948966", "the same of the second wave">,
                Param<"angle2", "1.5707963267948966", "the same">,
                Param<"freq2", "1", "the same">,
                Param<"amp2", "0.25", "the same">,
                Param<"phase2", "0", "the same">];
  let formula = "w ((x, y) + amp sin 2π(freq (x cos dir + y sin dir) + phase/freq) (cos, sin)(dir + angle) + the same of the second wave)";
  let body = [{
    auto wave = [&](Real dir, Real angle, Real freq, Real amp, Real phase) {
      Point along = direction(dir);
      Real shift = phase / select(freq == 0, Real(1e-6), freq);
      Real turns = freq * (p.x * along.x + p.y * along.y) + shift;
      return amp * sin(twoPi * turns) * direction(dir + angle);
    };
    return weight * (p + wave(dir, angle, freq, amp, phase) + wave(dir2, angle2, freq2, amp2, phase2));
  }];
  let sampleParams = "0.3, 1.1, 0.7, 0.25, 0.4, 1.5, 0.8, 1.3, 0.15, 0.2";
  let samples = [First<"0.71148627289, 0.126785572726">, Second<"-0.759998217362, 0.591811712063">];
}

def Vibration2 : Extra<"vibration2",
             "two waves of changing direction, angle, frequency and amplitude"> {
  let losesDepth = 1;
  let params = [Param<"dir", "0", "direction of the first wave">,
                Param<"angle", "1.5708", "angle of its shift">,
                Param<"freq", "1", "its frequency">,
                Param<"amp", "0.25", "its amplitude">,
                Param<"phase", "0", "its phase">,
                Param<"dir2", "1.5708", "direction of the second wave">,
                Param<"angle2", "1.5708", "angle of its shift">,
                Param<"freq2", "1", "its frequency">,
                Param<"amp2", "0.25", "its amplitude">,
                Param<"phase2", "0", "its phase">,
                Param<"dm", "0", "modulation of the direction", [], "-inf", "inf", "fixed_dm">,
                Param<"dmfreq", "0.1",
                      "frequency of that modulation", [], "-inf", "inf", "fixed_dmfreq">,
                Param<"tm", "0", "modulation of the angle", [], "-inf", "inf", "fixed_tm">,
                Param<"tmfreq", "0.1",
                      "frequency of that modulation", [], "-inf", "inf", "fixed_tmfreq">,
                Param<"fm", "0", "modulation of the frequency", [], "-inf", "inf", "fixed_fm">,
                Param<"fmfreq", "0.1",
                      "frequency of that modulation", [], "-inf", "inf", "fixed_fmfreq">,
                Param<"am", "0", "modulation of the amplitude", [], "-inf", "inf", "fixed_am">,
                Param<"amfreq", "0.1",
                      "frequency of that modulation", [], "-inf", "inf", "fixed_amfreq">,
                Param<"d2m", "0", "modulation of the direction", [], "-inf", "inf", "fixed_d2m">,
                Param<"d2mfreq", "0.1",
                      "frequency of that modulation", [], "-inf", "inf", "fixed_d2mfreq">,
                Param<"t2m", "0", "modulation of the angle", [], "-inf", "inf", "fixed_t2m">,
                Param<"t2mfreq", "0.1",
                      "frequency of that modulation", [], "-inf", "inf", "fixed_t2mfreq">,
                Param<"f2m", "0", "modulation of the frequency", [], "-inf", "inf", "fixed_f2m">,
                Param<"f2mfreq", "0.1",
                      "frequency of that modulation", [], "-inf", "inf", "fixed_f2mfreq">,
                Param<"a2m", "0", "modulation of the amplitude", [], "-inf", "inf", "fixed_a2m">,
                Param<"a2mfreq", "0.1",
                      "frequency of that modulation", [], "-inf", "inf", "fixed_a2mfreq">];
  let formula = "twice, in turn: t = x cos dir + y sin dir; M(a, f) = a cos(2π f t); D = dir + "
                "M(dm, dmfreq), A = angle + D + M(tm, tmfreq), (x, y) moved along A by amp (1 + "
                "M(am, amfreq)) sin(2π freq (x cos D + y sin D) + (M(fm, fmfreq) + 2π "
                "phase)/freq); both from the input; times w";
  let body = [{
    auto wave = [&](Real direct, Real bend, Real rate, Real height, Real start, const Real *m) {
      Real along = p.x * cos(direct) + p.y * sin(direct);
      auto modulated = [&](unsigned i) { return m[2 * i] * cos(twoPi * along * m[2 * i + 1]); };
      Real turned = direct + modulated(0), heading = bend + modulated(1) + turned;
      Real shift = (modulated(2) + twoPi * start) / rate;
      Real t = p.x * cos(turned) + p.y * sin(turned);
      return height * (1 + modulated(3)) * sin(twoPi * rate * t + shift) * direction(heading);
    };
    const Real *modulations = inputs.params + 10;
    return weight * (p + wave(dir, angle, freq, amp, phase, modulations) +
                     wave(dir2, angle2, freq2, amp2, phase2, modulations + 8));
  }];
  let sampleParams = "0.3, 1.2, 0.9, 0.3, 0.1, 1.4, 1.1, 1.3, 0.2, 0.4, 0.1, 0.3, 0.2, 0.4, 0.3, "
                       "0.5, 0.1, 0.6, 0.2, 0.2, 0.1, 0.5, 0.3, 0.3, 0.2, 0.4";
  let samples = [First<"0.537472788422, -0.225541282439">,
                 Second<"-0.92575277601, 0.730643226748">];
}

def Vignette : Extra<"vignette", "a disc that fades away towards its rim"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"posx", "0", "x of its centre">,
                Param<"posy", "0", "y of its centre">,
                Param<"inner_radius", "0.5", "radius of what stays as it is; below 0: of what goes">,
                Param<"fade_radius", "0.5", "breadth of the rim; below 0: what is farther out stays">,
                Param<"power", "4", "how suddenly it fades">,
                Param<"blur", "1", "how much it is blurred there">];
  let draws = [U01, U01, U01];
  let formula = "D = |(x, y) - (posx, posy)|, d = (D - |inner_radius|)/|fade_radius|, q = u1^(1/|power|): w (x, y) where D < |inner_radius|, (0, 0) if "
                "that is below 0; elsewhere (0, 0) where 1 - q < d, or for a fade_radius below 0 where q > d, else w (x, y) + w blur (d u2)² (cos 2πu3, "
                "sin 2πu3)";
  let body = [{
    Real far = length(p - Point{posx, posy}), inner = abs(inner_radius);
    Real out = (far - inner) / select(fade_radius == 0, Real(epsilon), abs(fade_radius));
    Real chance = pow(u[0], 1 / abs(power));
    Bool gone = select(fade_radius > 0, 1 - chance < out, chance > out);
    Point blurred = p + blur * square(out * u[1]) * direction(twoPi * u[2]);
    Point kept = select(inner_radius < 0, Point{0, 0}, p);
    return weight * select(far < inner, kept, select(gone, Point{0, 0}, blurred));
  }];
  let sampleParams = "0.2, -0.1, 0.4, 0.9, -2, 0.7";
  let samples = [First<"0.697023946475, -0.0980647299019", "0.2, 0.7, 0.55">,
                 Second<"0, 0">,
                 Sample<"0.3, 0.2", "0.24, 0.16", "0.8">,
                 Sample<"0.7, 0.3", "0.571628283216, 0.231551557716", "0.8", "", "0.1, 0.6, 0.9">,
                 Sample<"0.3, 0.2", "0, 0", "0.8", "0.2, -0.1, -0.4, 0.9, 2, 0.7">,
                 Sample<"1.3, 0.2", "0.863487796191, 0.102647708357", "0.8", "0.2, -0.1, -0.4, -0.9, 2, 0.7">,
                 Sample<"0.5, 0.8", "0.358836828631, 0.76668721486", "0.8", "0.2, -0.1, -0.4, -0.9, 2, 0.7", "0.02, 0.8, 0.3">,
                 Sample<"0.5, 0.8", "0, 0", "0.8", "0.2, -0.1, 0.4, -0.9, 2, 0.7", "0.9, 0.8, 0.3">];
}

def Vogel : Extra<"vogel", "Vogel's spiral of points"> {
  let params = [Param<"n", "20", "number of points">,
                Param<"scale", "1", "size of each">];
  let draws = [U01];
  let formula = "i = trunc(n u1) + 1, A = i 2π/Φ², Φ the golden ratio: w (r + √i) (cos A + scale "
                "x, sin A + scale y)";
  let body = [{
    constexpr double turn = twoPi / (std::numbers::phi * std::numbers::phi);
    Real i = trunc(n * u[0]) + 1;
    return weight * (length(p) + sqrt(i)) * (direction(turn * i) + scale * p);
  }];
  let sampleParams = "15, 0.3";
  let samples = [First<"2.81662858273, -1.43694175874">, Second<"1.50589490916, -0.908149954042">];
}

def Voron : Extra<"voron", "cells around random points, each scaled"> {
  let params = [Param<"k", "0.99", "scale of each cell">,
                Param<"step", "0.25", "side of the squares that have points">,
                Param<"num", "1", "at most how many points a square has, up to 4", [], "1", "4">,
                Param<"xseed", "3", "chooses the points and their x">,
                Param<"yseed", "7", "chooses their y">];
  let formula = "C the nearest of the random points: w (C + k ((x, y) - C))";
  let body = [{
    Real side = select(step == 0, Real(epsilon), step), column = floor(p.x / side), row = floor(p.y / side);
    Int across = toInt(rint(xseed)) * 31, along = toInt(rint(yseed)) * 31;
    Point nearest = p;
    Real least = 400;
    for (int square = 0; square < 9; ++square) {
      Point corner{column + (square / 3 - 1), row + (square % 3 - 1)};
      Int i = toInt(corner.x), j = toInt(corner.y);
      Real count = 1 + floor(num * hashed(i, j, across + 17));
      for (int n = 0; n < 4; ++n) {
        Point center = side * (corner + Point{hashed(i, j, across + n), hashed(j, i, along + n)});
        Real distance = lengthSquared(p - center);
        Bool isNearer = (distance < least) & (count > n + 0.5);
        nearest = select(isNearer, center, nearest);
        least = select(isNearer, distance, least);
      }
    }
    return weight * (nearest + k * (p - nearest));
  }];
  let notes = "The points come from another hash than in other programs: the same look, another pattern. Those may have up to 25 in a square.";
  let sampleParams = "0.7, 0.6, 3, 3, 7";
  let samples = [First<"0.758997047043, -0.13509082756">,
                 Second<"-0.844934477234, 0.572786095047">,
                 Sample<"0.3, 0.2", "0.249843352795, 0.153518270493", "0.8", "0.9, 0.25, 1, 3, 7">,
                 Sample<"-1.3, 2.2", "-1.07486519337, 1.60653730869", "0.8", "0.5, 1.1, 4, 2, 9">];
}
