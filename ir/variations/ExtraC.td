// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, C. ir/Variation.td says what a record means and what a body may use.

def CannabiscurveWf : Extra<"cannabiscurve_wf", "the cannabis curve"> {
  let params = [Param<"filled", "0.85", "part of the points that fill the leaf">];
  let draws = [U01, U01];
  let formula = "R = (1 + 0.9 cos 8θ) (1 + 0.1 cos 24θ) (0.9 + 0.1 cos 200θ) (1 + sin θ), times "
                "u2 where u1 < filled: w R (cos θ, -sin θ)";
  let body = [{
    Real angle = theta(p);
    Real radius = (1 + 0.9 * cos(8 * angle)) * (1 + 0.1 * cos(24 * angle)) *
                  (0.9 + 0.1 * cos(200 * angle)) * (1 + sin(angle));
    radius = radius * select(filled > u[0], u[1], Real(1));
    return weight * radius * Point{cos(angle), -sin(angle)};
  }];
  let sampleParams = "0.4";
  let samples = [First<"-0.173602546955, -1.43616652481">,
                 Second<"0.0519324626563, 0.074511794246">];
}

def Cardioid : Extra<"cardioid", "a cardioid around the origin"> {
  let params = [Param<"a", "1", "number of bumps">];
  let formula = "w √(r² + sin(a φ) + 1) (cos φ, sin φ)";
  let body = [{
    Real r = length(p), size = sqrt(r * r + sin(a * phi(p)) + 1);
    return weight * size / r * p;
  }];
  let sampleParams = "3";
  let samples = [First<"0.968522215658, -0.117074113981">,
                 Second<"-1.21441893248, 0.846413195368">];
}

def Checks : Extra<"checks", "a checkerboard, pulled apart"> {
  let params = [Param<"x", "0.5", "shift in x">,
                Param<"y", "0.5", "shift in y">,
                Param<"size", "0.5", "side of a square">,
                Param<"rnd", "0", "how far points are scattered">];
  let draws = [U01, U01];
  let formula = "n = rint(x/size) + rint(y/size): even: w (x - checks_x + rnd u1, y - checks_y), "
                "odd: w (x + checks_x, y + checks_y + rnd u2)";
  let body = [{
    Int n = toInt(rint(p.x / (size + epsilon))) + toInt(rint(p.y / (size + epsilon)));
    Point even{-x + rnd * u[0], -y}, odd{x, y + rnd * u[1]};
    return weight * (p + select(isEven(n), even, odd));
  }];
  let sampleParams = "0.3, 0.2, 0.4, 0.1";
  let samples = [First<"0.512, -0.248">, Second<"-1.008, 0.392">,
                 Sample<"0.3, 0.1", "0.48, 0.296", "0.8">];
}

def Circleblur : Extra<"circleblur", "a disc, evenly filled"> {
  let losesDepth = 1;
  let draws = [U01, U01];
  let generator = 1;
  let formula = "w √u1 (cos 2πu2, sin 2πu2)";
  let body = [{ return weight * sqrt(u[0]) * direction(twoPi * u[1]); }];
  let samples = [First<"-0.135404462777, -0.41673208595">,
                 Second<"-0.135404462777, -0.41673208595">];
}

def Circlecrop : Extra<"circlecrop", "the plane cut along a circle"> {
  let params = [Param<"radius", "1", "radius of the circle">,
                Param<"x", "0", "x of the centre">,
                Param<"y", "0", "y of the centre">,
                Param<"scatter_area", "0",
                      "how far points are scattered from the circle, -1 to 1">,
                Param<"zero", "1", "1: what is cut goes to the origin">];
  let draws = [U01];
  let formula = "with d = (x, y) - (cx, cy): |d| ≤ radius: C + w d; else zero: (0, 0), not zero: "
                "C + w (radius + u1 scatter_area/2) d/|d|";
  let body = [{
    Point center{x, y}, d = p - center;
    Real distance = length(d), area = clamp(scatter_area, -1, 1);
    Point rim = center + weight * (radius + 0.5 * area * u[0]) / distance * d;
    Point outside = select(chosen(zero, 1), Point{0, 0}, rim);
    return select(distance > radius, outside, center + weight * d);
  }];
  let notes = "As a pre variation it does not undo its move to the centre in some programs; here "
              "it does.";
  let sampleParams = "0.6, 0.2, -0.1, 0.5, 0";
  let samples = [First<"0.739946447166, -0.107604879538">,
                 Second<"-0.249887938208, 0.198665101836">,
                 Sample<"0.3, 0.2", "0.28, 0.14", "0.8">];
}

def Circlecrop2 : Extra<"circlecrop2", "the plane cut to a ring"> {
  let params = [Param<"inner", "0.5", "radius of one of its edges">,
                Param<"outer", "1", "radius of the other">,
                Param<"zero", "1", "1: what is cut goes to the origin; 0: to the outer edge, x and y exchanged">];
  let formula = "R the larger of inner and outer, r between the two: w (x, y), else (0, 0), or with zero = 0: w R (sin φ, cos φ)";
  let body = [{
    Real r = length(p), edge = max(inner, outer);
    Bool isCut = (r > edge) | (r < min(inner, outer));
    Point moved = select(chosen(zero, 0), edge / r * swapped(p), Point{0, 0});
    return weight * select(isCut, moved, p);
  }];
  let unverified = onlyFractorium;
  let sampleParams = "0.5, 1.1, 0";
  let samples = [First<"0.728, -0.088">,
                 Second<"0.503177542286, -0.721950386758">,
                 Sample<"0.3, 0.8", "0.24, 0.64", "0.8">,
                 Sample<"0.1, -0.2", "-0.78709592808, 0.39354796404", "0.8">,
                 Sample<"0.1, -0.2", "0, 0", "0.8", "1.2, 0.4, 1">];
}

def CircleLinear : Extra<"CircleLinear", "discs of random size in cells, scaled or turned into rings"> {
  let params = [Param<"Sc", "1", "half the distance of the centres">,
                Param<"K", "0.5", "factor within a disc">,
                Param<"Dens1", "0.5", "part of the cells that have a disc">,
                Param<"Dens2", "0.5", "part of these that are scaled, others become rings">,
                Param<"Reverse", "1", "not above 0: the other way round">,
                Param<"X", "10", "without effect">,
                Param<"Y", "10", "without effect">,
                Param<"Seed", "0", "another number, other discs">];
  let formula = "C the centre of the cell (i, j) of size 2 Sc, d = (x, y) - C, V = Sc (0.3 + 0.7 h(i + 10, j + 3)), H = h(i + Seed, j), h a noise: "
                "where H < Dens1 and |d| < V: w (C + K d) if H < Dens1 Dens2, or > for Reverse ≤ 0, else w (C + (V/|d| (1 - K) + K) d); "
                "elsewhere w (x, y)";
  let body = [{
    Point cell{floor(p.x / (2 * Sc)), floor(p.y / (2 * Sc))};
    Point centre = Sc * Point{2 * cell.x + 1, 2 * cell.y + 1}, d = p - centre;
    Real away = length(d) + tiny, reach = discRadius(cell) * Sc, kind = discNoise(cell, Seed);
    Real limit = Dens1 * Dens2;
    Bool isScaled = select(Reverse > 0, kind < limit, kind > limit);
    Real factor = select(isScaled, K, reach / away * (1 - K) + K);
    return weight * (centre + select((kind < Dens1) & (away < reach), factor, Real(1)) * d);
  }];
  let sampleParams = "0.6, 0.4, 0.8, 0.5, 1, 10, 10, 3";
  let samples = [First<"0.728, -0.088">,
                 Second<"-0.6048, 0.5088">,
                 Sample<"-2.2, -1.1", "-1.76, -0.88", "0.8", "0.6, 0.4, 0.8, 0.5, 1, 10, 10, 3">,
                 Sample<"-1.5, -0.8", "-1.2, -0.64", "0.8", "0.6, 0.4, 0.8, 0.5, -1, 10, 10, 3">,
                 Sample<"-0.8, -0.5", "-0.673266099931, -0.383366950034", "0.8", "0.6, 0.4, 0.8, 0.5, 1, 10, 10, 3">,
                 Sample<"-0.1, -0.2", "-0.08, -0.16", "0.8", "0.6, 0.4, 0.8, 0.5, -1, 10, 10, 3">,
                 Sample<"0.6, 0.1", "0.48, 0.08", "0.8", "0.6, 0.4, 0.8, 0.5, 1, 10, 10, 3">,
                 Sample<"1.3, 0.4", "1.04, 0.32", "0.8", "0.6, 0.4, 0.8, 0.5, -1, 10, 10, 3">];
}

def CircleRand : Extra<"CircleRand", "random discs in cells, filled"> {
  let params = [Param<"Sc", "1", "half the distance of the centres">,
                Param<"Dens", "0.5", "part of the cells that have a disc">,
                Param<"X", "10", "half the width of the field">,
                Param<"Y", "10", "half its height">,
                Param<"Seed", "0", "another number, other discs">];
  let draws = [U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01];
  let generator = 1;
  let formula = "of the points (X (1 - 2 u1), Y (1 - 2 u2)), (X (1 - 2 u3), Y (1 - 2 u4)) and so on w times the first that is in a disc, or the "
                "eleventh; discs as in CircleLinear, where the noise h(i + Seed, j) ≤ Dens";
  let body = [{
    struct Search { Point found; Bool isFound; };
    Search none{Point{0, 0}, Real(0) > Real(1)};
    return weight * repeat<11>(none, [&](Search search, unsigned i) {
      Point at{X * (1 - 2 * u[2 * i]), Y * (1 - 2 * u[2 * i + 1])};
      Point cell{floor(at.x / (2 * Sc)), floor(at.y / (2 * Sc))};
      Real away = length(at - Sc * Point{2 * cell.x + 1, 2 * cell.y + 1});
      Bool isIn = (discNoise(cell, Seed) <= Dens) & (away <= discRadius(cell) * Sc);
      return Search{select(search.isFound, search.found, at), search.isFound | isIn};
    }).found;
  }];
  let sampleParams = "0.6, 0.6, 5, 4, 3";
  let samples = [First<"-3.2, 2.496", "0.62, 0.74, 0.8, 0.94, 0.74, 0.92, 0.03, 0.47, 0.94, 0.65, 0.9, 0.11, 0.47, 0.25, 0.54, 0.57, 0.01, 0.22, 0.28, 0.92, 0.77, 0.16">,
                 Second<"-3.2, 2.496", "0.62, 0.74, 0.8, 0.94, 0.74, 0.92, 0.03, 0.47, 0.94, 0.65, 0.9, 0.11, 0.47, 0.25, 0.54, 0.57, 0.01, 0.22, 0.28, 0.92, 0.77, 0.16">,
                 Sample<"0, 0", "4, -2.368", "0.8", "", "0.8, 0.14, 0.62, 0.13, 0, 0.87, 0.21, 0.22, 0.98, 0.87, 0.29, 0.96, 0.54, 0.68, 0.2, 0.94, 0.69, 0.97, 0.89, 0.3, 0.36, 0.17">];
}

def CircleRandom : Extra<"Circle_Rand", "a field of discs of random size, filled"> {
  let unverified = onlyFractorium;
  let losesDepth = 1;
  let params = [Param<"X", "10", "the number of columns, less one">,
                Param<"Y", "10", "the number of rows, less one">,
                Param<"size", "1", "radius of the largest", [], "0">,
                Param<"power", "1", "above 1: more are small">,
                Param<"density", "1", "share of the discs that are there", [], "0", "1">,
                Param<"seed", "1", "chooses the pattern">];
  let draws = [U01, U01, U01, U01];
  let generator = 1;
  let formula = "C = 2 floor(1/2 + (X u3, Y u4)) - (X, Y), h and k two hashes of it: w (C + size √u2 h^power (cos 2πu1, sin 2πu1)) where k < "
                "density, else (0, 0)";
  let body = [{
    Point node = 2 * Point{floor(X * u[2] + 0.5), floor(Y * u[3] + 0.5)} - Point{X, Y};
    Int i = toInt(rint(node.x)), j = toInt(rint(node.y)), salt = toInt(rint(seed));
    Real r = size * sqrt(u[1]) * pow(hashed(i, j, salt), power);
    Bool isThere = (hashed(j, i, salt) < density) & (r > 0);
    return select(isThere, weight * (node + r * direction(twoPi * u[0])), Point{0, 0});
  }];
  let notes = "Which discs are how large comes from another hash than in other programs, whose digits single precision does not have: the same "
              "look, another pattern.";
  let sampleParams = "6, 4, 0.9, 1.2, 0.8, 1";
  let samples = [First<"-0.0596831910561, 3.38368597456">,
                 Second<"0, 0", "0.8, 0.2, 0.15, 0.35">,
                 Sample<"0.3, 0.2", "-1.39586897462, 1.74830987122", "0.8", "6, 4, 0.9, 0.7, 1, 7", "0.1, 0.6, 0.4, 0.7">,
                 Sample<"0.3, 0.2", "0, 0", "0.8", "6, 4, 0.9, 0.7, 0.3, 7", "0.1, 0.6, 0.4, 0.7">];
}

def Circlesplit : Extra<"circlesplit", "a disc, and the plane around it moved away"> {
  let params = [Param<"radius", "1", "radius of the disc and the gap", ["circlesplit_cs_radius"]>,
                Param<"split", "0.5", "width of the gap", ["circlesplit_cs_split"]>];
  let formula = "r < radius - split: w (x, y), else w (r + split) (cos φ, sin φ)";
  let body = [{
    Real r = length(p);
    return weight * select(r < radius - split, Real(1), 1 + split / r) * p;
  }];
  let sampleParams = "1.2, 0.3";
  let samples = [First<"0.966265572877, -0.116801332985">,
                 Second<"-0.988895560025, 0.689230238805">,
                 Sample<"0.3, 0.4", "0.24, 0.32", "0.8">];
}

def CircleTrans1 : Extra<"CircleTrans1", "halfway to a centre; within random discs to the edge of one of them"> {
  let params = [Param<"Sc", "1", "half the distance of the centres">,
                Param<"Dens", "0.5", "part of the cells that have a disc">,
                Param<"X", "10", "x of the centre, and half the width of the field">,
                Param<"Y", "10", "y of the centre, and half its height">,
                Param<"Seed", "0", "another number, other discs">];
  let draws = [U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01];
  let formula = "P = ((x, y) + (X, Y))/2, discs as in CircleRand: outside of them w P; within one w (C + R (cos 2πu23, sin 2πu23)), C the centre of "
                "the cell (i, j) of the first of (|X| (1 - 2 u1), |Y| (1 - 2 u2)), and so on, that has a disc, or the eleventh, R = 0.3 + 0.7 "
                "h(i + 10, j + 3)";
  let body = [{
    auto cellOf = [&](Point at) { return Point{floor(at.x / (2 * Sc)), floor(at.y / (2 * Sc))}; };
    auto centreOf = [&](Point cell) { return Sc * Point{2 * cell.x + 1, 2 * cell.y + 1}; };
    struct Search { Point cell; Bool isFound; };
    Search none{Point{0, 0}, Real(0) > Real(1)};
    Point other = repeat<11>(none, [&](Search search, unsigned i) {
      Point cell = cellOf(Point{abs(X) * (1 - 2 * u[2 * i]), abs(Y) * (1 - 2 * u[2 * i + 1])});
      return Search{select(search.isFound, search.cell, cell), search.isFound | (discNoise(cell, Seed) <= Dens)};
    }).cell;
    Point middle = 0.5 * (p + Point{X, Y}), cell = cellOf(middle);
    Bool isIn = (discNoise(cell, Seed) <= Dens) & (length(middle - centreOf(cell)) <= discRadius(cell) * Sc);
    Point moved = centreOf(other) + discRadius(other) * direction(twoPi * u[22]);
    return weight * select(isIn, moved, middle);
  }];
  let sampleParams = "0.6, 0.6, 1.5, 1.2, 3";
  let samples = [First<"0.964, 0.436", "0.62, 0.74, 0.8, 0.94, 0.74, 0.92, 0.03, 0.47, 0.94, 0.65, 0.9, 0.11, 0.47, 0.25, 0.54, 0.57, 0.01, 0.22, 0.28, 0.92, 0.77, 0.16, 0.37">,
                 Second<"0.204, 0.756", "0.62, 0.74, 0.8, 0.94, 0.74, 0.92, 0.03, 0.47, 0.94, 0.65, 0.9, 0.11, 0.47, 0.25, 0.54, 0.57, 0.01, 0.22, 0.28, 0.92, 0.77, 0.16, 0.37">,
                 Sample<"-2.2, -1.1", "-0.28, 0.04", "0.8", "", "0.62, 0.74, 0.8, 0.94, 0.74, 0.92, 0.03, 0.47, 0.94, 0.65, 0.9, 0.11, 0.47, 0.25, 0.54, 0.57, 0.01, 0.22, 0.28, 0.92, 0.77, 0.16, 0.37">,
                 Sample<"-1.5, -0.8", "0, 0.16", "0.8", "", "0.62, 0.74, 0.8, 0.94, 0.74, 0.92, 0.03, 0.47, 0.94, 0.65, 0.9, 0.11, 0.47, 0.25, 0.54, 0.57, 0.01, 0.22, 0.28, 0.92, 0.77, 0.16, 0.37">,
                 Sample<"-0.8, -0.5", "0.28, 0.28", "0.8", "", "0.62, 0.74, 0.8, 0.94, 0.74, 0.92, 0.03, 0.47, 0.94, 0.65, 0.9, 0.11, 0.47, 0.25, 0.54, 0.57, 0.01, 0.22, 0.28, 0.92, 0.77, 0.16, 0.37">,
                 Sample<"-0.1, -0.2", "0.56, 0.4", "0.8", "", "0.62, 0.74, 0.8, 0.94, 0.74, 0.92, 0.03, 0.47, 0.94, 0.65, 0.9, 0.11, 0.47, 0.25, 0.54, 0.57, 0.01, 0.22, 0.28, 0.92, 0.77, 0.16, 0.37">,
                 Sample<"0.6, 0.1", "0.84, 0.52", "0.8", "", "0.62, 0.74, 0.8, 0.94, 0.74, 0.92, 0.03, 0.47, 0.94, 0.65, 0.9, 0.11, 0.47, 0.25, 0.54, 0.57, 0.01, 0.22, 0.28, 0.92, 0.77, 0.16, 0.37">,
                 Sample<"1.3, 0.4", "1.12, 0.64", "0.8", "", "0.62, 0.74, 0.8, 0.94, 0.74, 0.92, 0.03, 0.47, 0.94, 0.65, 0.9, 0.11, 0.47, 0.25, 0.54, 0.57, 0.01, 0.22, 0.28, 0.92, 0.77, 0.16, 0.37">];
}

def Circlize : Extra<"circlize", "squares pulled onto circles"> {
  let params = [Param<"hole", "0", "radius of the hole in the middle">];
  let formula = "R = 4 s/π + hole/w, s = max(|x|, |y|), at the angle π/4 times how far around "
                "the square the point is, in half sides: w R (cos A, sin A)";
  let body = [{
    Real side = max(abs(p.x), abs(p.y));
    return (weight * 4 / pi * side + hole) * circleFromSquare(p / side);
  }];
  let sampleParams = "0.4";
  let samples = [First<"1.32094294238, -0.125786139534">, Second<"-1.2026112954, 0.733029837529">,
                 Sample<"0.3, 0.8", "0.352659106301, 1.16256127183", "0.8">,
                 Sample<"0.3, -0.8", "0.352659106301, -1.16256127183", "0.8">];
}

def Circlize2 : Extra<"circlize2", "squares pulled onto circles of their size"> {
  let params = [Param<"hole", "0", "radius of the hole in the middle">];
  let formula = "R = hole + s, s = max(|x|, |y|), at the angle π/4 times how far around the square the point is, in half sides: w R "
                "(cos A, sin A)";
  let body = [{
    Real side = max(abs(p.x), abs(p.y));
    return weight * (side + hole) * circleFromSquare(p / side);
  }];
  let sampleParams = "0.4";
  let samples = [First<"1.04328059325, -0.0993458794204">,
                 Second<"-0.949515996728, 0.578760202466">,
                 Sample<"0.3, 0.8", "0.278673290164, 0.918662722303", "0.8">,
                 Sample<"0.3, -0.8", "0.278673290164, -0.918662722303", "0.8">];
}

def Circus : Extra<"circus", "the disc and the plane around it scaled apart"> {
  let params = [Param<"scale", "1", "the scale">];
  let formula = "w (x, y) times scale within the unit circle, divided by it outside";
  let body = [{ return weight * select(length(p) <= 1, scale, 1 / scale) * p; }];
  let sampleParams = "0.7";
  let samples = [First<"0.5096, -0.0616">, Second<"-1.13142857143, 0.788571428571">,
                 Sample<"0.3, 0.2", "0.168, 0.112", "0.8">];
}

def CloverleafWf : Extra<"cloverleaf_wf", "a clover leaf"> {
  let params = [Param<"filled", "0.85", "part of the points that fill the leaf">];
  let draws = [U01, U01];
  let formula = "R = sin 2θ + sin(6θ)/4, times u2 where u1 < filled: w R (sin θ, cos θ)";
  let body = [{
    Real angle = theta(p);
    Real radius = sin(2 * angle) + 0.25 * sin(6 * angle);
    radius = radius * select(filled > u[0], u[1], Real(1));
    return weight * radius * swapped(direction(angle));
  }];
  let sampleParams = "0.4";
  let samples = [First<"-0.224302420065, 0.0271134793485">,
                 Second<"0.374904074102, -0.261296778919">];
}

def Collideoscope : Extra<"collideoscope", "sectors turned against each other"> {
  let params = [Param<"a", "0", "angle, in sectors", [], "0", "1">,
                Param<"num", "1", "number of sectors in a half turn">];
  let formula = "A in sector k = trunc(|φ| num/π): k π/num + fmod(|φ| ± a π/num, π/num), with "
                "the sign of φ, + where k is even; w r (cos A, sin A)";
  let body = [{
    Real angle = phi(p), wedge = pi / num, sector = trunc(abs(angle) / wedge);
    Real shift = select(isEven(toInt(sector)), a, -a) * wedge;
    Real turned = sector * wedge + fmod(abs(angle) + shift, wedge);
    return weight * length(p) * direction(signOf(angle) * turned);
  }];
  let sampleParams = "0.3, 3";
  let samples = [First<"0.665175648358, -0.308657345339">, Second<"-0.923814141801, 0.28024173745">,
                 Sample<"0.1, -0.9", "0.298576757254, -0.660039332183", "0.8">];
}

def ColorscaleWf : Extra<"colorscale_wf", "scaled, and lifted by the colour"> {
  let params = [Param<"scale_x", "0", "factor of x">,
                Param<"scale_y", "0", "factor of y">,
                Param<"scale_z", "0.5", "height of the colour, without effect here", [], "-inf", "inf", "fixed_scale">,
                Param<"offset_z", "0", "offset in z, without effect here", [], "-inf", "inf", "fixed_offset">,
                Param<"reset_z", "0", "1: replaces z, without effect here", [], "-inf", "inf", "fixed_reset">,
                Param<"sides", "0", "1: fills the height, without effect here", [], "-inf", "inf", "fixed_sides">];
  let formula = "w (scale_x x, scale_y y)";
  let body = [{ return weight * scaled(p, Point{scale_x, scale_y}); }];
  let notes = "Only z depends on the colour.";
  let sampleParams = "0.7, 1.2, 0.4, 0.1, 1, 0";
  let samples = [First<"0.5096, -0.1056">,
                 Second<"-0.5544, 0.6624">];
}

def Concentric : Extra<"concentric", "rings, the larger the lower"> {
  let params = [Param<"radius", "1", "radius of the largest">,
                Param<"density", "10", "how many, with the origin">,
                Param<"R_blur", "0", "how wide each is">,
                Param<"Z_blur", "0", "how high each is">];
  let draws = [U01, U01, U01, U01];
  let generator = 1;
  let replaces = 1;
  let flattens = 1;
  let formula = "l = floor(u1 density)/density: w (radius l + (2 √u3 - 1) R_blur) (cos 2πu2, sin 2πu2); in space z is w ((2 u4 - 1) Z_blur - l)";
  let body = [{
    Real count = select(density == 0, Real(epsilon), density);
    Real level = floor(u[0] * count) / count;
    return weight * (level * radius + (2 * sqrt(u[2]) - 1) * R_blur) * direction(twoPi * u[1]);
  }];
  let depth = [{
    Real count = select(density == 0, Real(epsilon), density);
    return weight * ((2 * u[3] - 1) * Z_blur - floor(u[0] * count) / count);
  }];
  let notes = "It discards the sum before it, and in space its z. On GPUs Fractorium blurs z by 2 √u4 - 1 instead.";
  let unverified = onlyFractorium;
  let sampleParams = "0.9, 7, 0.2, 0.3";
  let samples = [First<"-0.134356921027, 0.413508083951", "0.55, 0.3, 0.8, 0.6">,
                 Second<"-0.134356921027, 0.413508083951", "0.55, 0.3, 0.8, 0.6">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.134356921027, 0.413508083951, -0.294857142857", "0.8", "0.9, 7, 0.2, 0.3", "0.55, 0.3, 0.8, 0.6">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.134356921027, 0.413508083951, -0.294857142857", "0.8", "0.9, 7, 0.2, 0.3", "0.55, 0.3, 0.8, 0.6">];
}

def Cone : Extra<"cone", "hemisphere, with branches drawn at random"> {
  let params = [Param<"radius1", "0.5", "factor of the angle">,
                Param<"radius2", "1", "distance of the branches, in half turns">,
                Param<"size1", "0.5", "added to the squared radius">,
                Param<"size2", "2", "size">,
                Param<"ywave", "1", "factor of the angle in the sine">,
                Param<"xwave", "1", "factor of the angle in the cosine">,
                Param<"height", "1", "height in z">,
                Param<"warp", "1", "factor of x²">,
                Param<"weight", "2", "number of branches", [], "-inf", "inf", "branches">];
  let draws = [U01];
  let formula = "A = radius1 θ + radius2 π trunc(u1 cone_weight): w size2/√(warp x² + y² + size1) (cos(xwave A), "
                "sin(ywave A)), and in space cone_height for z";
  let body = [{
    Real angle = theta(p) * radius1 + pi * trunc(branches * u[0]) * radius2;
    Real size = weight * size2 * rsqrt(p.x * p.x * warp + p.y * p.y + size1);
    return size * Point{cos(angle * xwave), sin(angle * ywave)};
  }];
  let depth = [{
    return weight * size2 * height * rsqrt(p.x * p.x * warp + p.y * p.y + size1);
  }];
  let sampleParams = "0.6, 0.9, 0.4, 1.7, 1.1, 0.8, 1, 1.2, 3";
  let samples = [First<"0.789440573116, 1.03049402114">,
                 Second<"0.849903785723, -0.563126686473">,
                 Sample<"0.3, 0.4", "-1.40022698619, -0.637697061883", "0.8", "", "0.5">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.6824197168, 1.24612343276, 0.888517537606", "0.8", "0.6, 0.9, 0.4, 1.7, 1.1, 0.8, 0.7, 1.2, 3", "0.3">,
                      SpaceSample<"-0.3, 0.9, -1.2", "1.1705261763, -0.249675225959, 0.829238091163", "0.8", "0.6, 0.9, 0.4, 1.7, 1.1, 0.8, 0.7, 1.2, 3", "0.3">];
}

def Cos2Bs : Extra<"cos2_bs", "complex cosine, by a factor for each part"> {
  let params = [Param<"x1", "1", "factor of x in the sine">,
                Param<"x2", "1", "factor of x in the cosine">,
                Param<"y1", "1", "factor of y in the hyperbolic sine">,
                Param<"y2", "1", "factor of y in the hyperbolic cosine">];
  let formula = "w (cos(x2 x) cosh(y2 y), -sin(x1 x) sinh(y1 y))";
  let body = [{
    return weight * Point{cos(p.x * x2) * cosh(p.y * y2), -(sin(p.x * x1) * sinh(p.y * y1))};
  }];
  let sampleParams = "1.1, 0.8, 0.9, 0.6";
  let samples = [First<"0.598506505717, 0.0667962476456">,
                 Second<"0.610787341096, 0.469093081484">];
}

def Cosh2Bs : Extra<"cosh2_bs", "complex hyperbolic cosine, by a factor for each part"> {
  let params = [Param<"x1", "1", "factor of x in the hyperbolic sine">,
                Param<"x2", "1", "factor of x in the hyperbolic cosine">,
                Param<"y1", "1", "factor of y in the sine">,
                Param<"y2", "1", "factor of y in the cosine">];
  let formula = "w (cosh(x2 x) cos(y2 y), sinh(x1 x) sin(y1 y))";
  let body = [{ return weight * Point{cosh(p.x * x2) * cos(p.y * y2), sinh(p.x * x1) * sin(p.y * y1)}; }];
  let sampleParams = "1.1, 0.8, 0.9, 0.6";
  let samples = [First<"1.01929927622, -0.0930460284202">,
                 Second<"0.974385331822, -0.613210025068">];
}

def Coshq : Extra<"coshq", "hyperbolic cosine of a quaternion"> {
  let formula = "w (cosh x cos y, sinh x sin y)";
  let body = [{ return weight * Point{cosh(p.x) * cos(p.y), sinh(p.x) * sin(p.y)}; }];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return Point{weight * cosh(p.x) * cos(v), weight * sinh(p.x) * sin(v) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight * sinh(p.x) * sin(v) / v * z;
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|.";
  let samples = [First<"1.14775957536, -0.0914145124345">,
                 Second<"0.944872361776, -0.590619371138">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.805225198997, -0.226495834748, 0.283119793434", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.059155457028, -0.145803583696, 0.194404778261", "0.8">];
}

def Cosq : Extra<"cosq", "cosine of a quaternion"> {
  let formula = "w (cos x cosh y, -sin x sinh y)";
  let body = [{ return weight * Point{cos(p.x) * cosh(p.y), -(sin(p.x) * sinh(p.y))}; }];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return Point{weight * cos(p.x) * cosh(v), -(weight * sin(p.x) * sinh(v)) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return -(weight * sin(p.x) * sinh(v)) / v * z;
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|.";
  let samples = [First<"0.493970125511, 0.0696165244811">,
                 Second<"0.547656480553, 0.498986942299">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.741652535811, 0.220528169828, -0.275660212284", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "1.79787419425, 0.302037650212, -0.40271686695", "0.8">];
}

def Coswrap : Extra<"coswrap", "both coordinates bent into cosines, and repeated"> {
  let params = [Param<"repeat", "1", "how often">,
                Param<"amount_x", "0", "how much of it in x, an angle in radians">,
                Param<"amount_y", "0", "the same in y">,
                Param<"phase_x", "0", "phase in x, in half turns">,
                Param<"phase_y", "0", "phase in y">];
  let formula = "with P = π phase_x, h(t) = (1 - cos(4t + P))/2, q = (1 - cos(amount_x + P))/2, s = (x + 1)/2: x becomes 2w m - 1, m the "
                "mean of n and h(|repeat| s without its whole part), n that of s and h(s), q of the second each; y likewise";
  let body = [{
    auto bent = [&](Real t, Real amount, Real phase) {
      auto mixed = [&](Real from, Real to) {
        Real share = (1 - cos(amount + pi * phase)) / 2;
        return from + (to - from) * share;
      };
      auto wave = [&](Real at) { return (1 - cos(4 * at + pi * phase)) / 2; };
      Real s = (t + 1) / 2, many = abs(repeat) * s;
      return 2 * weight * mixed(mixed(s, wave(s)), wave(many - trunc(many))) - 1;
    };
    return Point{bent(p.x, amount_x, phase_x), bent(p.y, amount_y, phase_y)};
  }];
  let notes = "In Apophysis it also discards what stands before it in the sum.";
  let sampleParams = "3, 0.7, 1.2, 0.3, -0.2";
  let samples = [First<"0.0776281610205, -0.346553465314">,
                 Second<"-0.715070560037, 0.318111255891">];
}

def Cot2Bs : Extra<"cot2_bs", "complex cotangent, by a factor for each part"> {
  let params = [Param<"x1", "2", "factor of x in the sine">,
                Param<"x2", "2", "factor of x in the cosine">,
                Param<"y1", "2", "factor of y in the hyperbolic sine">,
                Param<"y2", "2", "factor of y in the hyperbolic cosine">];
  let formula = "w (sin(x1 x), -sinh(y1 y))/(cosh(y2 y) - cos(x2 x))";
  let body = [{
    auto at = factoredParts(Point{p.x * x1, p.x * x2}, Point{p.y * y1, p.y * y2}, p.x * x2, p.y * y2);
    return weight * quotientOrOrigin(Point{at.scale * at.sin, -at.sinh}, at.difference);
  }];
  let sampleParams = "1.1, 0.8, 0.9, 0.6";
  let samples = [First<"2.63465816848, 0.310277985333">,
                 Second<"-1.84374623476, -1.37670850351">];
}

def Coth2Bs : Extra<"coth2_bs", "complex hyperbolic cotangent, by a factor for each part"> {
  let params = [Param<"x1", "2", "factor of x in the hyperbolic sine">,
                Param<"x2", "2", "factor of x in the hyperbolic cosine">,
                Param<"y1", "2", "factor of y in the sine">,
                Param<"y2", "2", "factor of y in the cosine">];
  let formula = "w (sinh(x1 x), sin(y1 y))/(cosh(x2 x) - cos(y2 y))";
  let body = [{
    auto at = factoredParts(Point{p.y * y1, p.y * y2}, Point{p.x * x1, p.x * x2}, p.y * y2, p.x * x2);
    return weight * quotientOrOrigin(Point{at.sinh, at.scale * at.sin}, at.difference);
  }];
  let sampleParams = "1.1, 0.8, 0.9, 0.6";
  let samples = [First<"3.37319475377, -0.283324837322">,
                 Second<"-2.54041169197, 1.12203150741">];
}

def CothSpiral : Extra<"coth_spiral", "a spiral between two poles"> {
  let params = [Param<"a", "4", "how often it turns">];
  let draws = [U01];
  let generator = 1;
  let formula = "t = 2π (u1 - 1/2): w/(cosh t - cos a t) (sinh t, -sin a t)";
  let body = [{
    Real t = twoPi * (u[0] - 0.5);
    return weight * fromBipolar(t, -(a * t));
  }];
  let notes = "Before and behind the sum Fractorium has its place instead of the point.";
  let unverified = onlyFractorium;
  let sampleParams = "3.5";
  let samples = [First<"-0.584929081643, -0.344567813895", "0.3">,
                 Second<"-0.584929081643, -0.344567813895", "0.3">,
                 Sample<"0, 0", "0.698604468873, -0.0669634677108", "0.8", "", "0.9">];
}

def Cothq : Extra<"cothq", "what was meant to be the hyperbolic cotangent of a quaternion"> {
  let formula = "w/r⁴ (sinh x cosh x, sin y cos y)";
  let body = [{ return weight / square(lengthSquared(p)) * Point{sinh(p.x) * cosh(p.x), sin(p.y) * cos(p.y)}; }];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    Real size = weight / square(p.x * p.x + v * v);
    return Point{size * sinh(p.x) * cosh(p.x), size * sin(v) * cos(v) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    Real size = weight / square(p.x * p.x + v * v);
    return size * sin(v) * cos(v) / v * z;
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|. As Fractorium has it; in flames of JWildfire it is `cothq_wf`.";
  let samples = [First<"1.702656433, -0.123654048364">,
                 Second<"-0.670088372148, 0.185210090486">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.940395803186, -0.295594845792, 0.36949355724", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.0465084069069, 0.00618540469252, -0.00824720625669", "0.8">];
}

def CothqWf : Extra<"cothq_wf", "the same with a square, as JWildfire has it"> {
  let formula = "w/r² (sinh x cosh x, sin y cos y)";
  let body = [{ return weight / lengthSquared(p) * Point{sinh(p.x) * cosh(p.x), sin(p.y) * cos(p.y)}; }];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    Real size = weight / (p.x * p.x + v * v);
    return Point{size * sinh(p.x) * cosh(p.x), size * sin(v) * cos(v) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    Real size = weight / (p.x * p.x + v * v);
    return size * sin(v) * cos(v) / v * z;
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|. What `cothq` is in flames of JWildfire.";
  let samples = [First<"1.430571935, -0.103894131436">,
                 Second<"-0.975782687522, 0.269702933765">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.846356222867, -0.266035361213, 0.332544201516", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.108829672162, 0.0144738469805, -0.0192984626407", "0.8">];
}

def Cotq : Extra<"cotq", "what was meant to be the cotangent of a quaternion"> {
  let formula = "w/r² (sin x cos x, -sinh y cosh y)";
  let body = [{ return weight / lengthSquared(p) * Point{sin(p.x) * cos(p.x), -(sinh(p.y) * cosh(p.y))}; }];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    Real size = weight / (p.x * p.x + v * v);
    return Point{size * sin(p.x) * cos(p.x), -(size * sinh(v) * cosh(v)) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    Real size = weight / (p.x * p.x + v * v);
    return -(size * sinh(v) * cosh(v)) / v * z;
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|.";
  let samples = [First<"0.461370687398, 0.105583892555">,
                 Second<"-0.252008777718, -0.511375233407">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.437977657773, 0.461028298364, -0.576285372955", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.0965200809222, -1.02747435153, 1.36996580204", "0.8">];
}

def Cpow2 : Extra<"cpow2", "complex power in polar form, turns drawn at random"> {
  let losesDepth = 1;
  let params = [Param<"r", "1", "length of the exponent">,
                Param<"a", "0", "its angle, in quarter turns">,
                Param<"divisor", "1", "number of branches">,
                Param<"range", "1", "turns that are joined", [], "1", "inf", "span">];
  let draws = [U01, U01, U01];
  let formula = "c = r cos(a π/2)/divisor, d = r sin(a π/2)/divisor; A = φ + 2πn, n = "
                "trunc(range u1), plus 1 for φ < 0, less 2π range where cos(A/(2 range)) < 2u2 - "
                "1; B = c A + d ln r + 2π floor(divisor u3)/divisor: w exp(c ln r - d A) (cos B, "
                "sin B)";
  let body = [{
    Real c = r * cos(halfPi * a) / divisor, d = r * sin(halfPi * a) / divisor;
    Real angle = phi(p), turns = trunc(span * u[0]);
    angle = angle + twoPi * select(angle < 0, turns + 1, turns);
    Bool far = cos(angle / (2 * span)) < 2 * u[1] - 1;
    angle = select(far, angle - twoPi * span, angle);
    Real logarithm = log(lengthSquared(p)) / 2;
    Real turned = c * angle + d * logarithm + twoPi / divisor * floor(divisor * u[2]);
    return weight * exp(c * logarithm - d * angle) * direction(turned);
  }];
  let sampleParams = "0.9, 0.3, 2, 3";
  let samples = [First<"0.169400512377, -0.139342916649">,
                 Second<"-0.254050724465, -0.446987844564">];
}

def Cpow3 : Extra<"cpow3", "complex power along a spiral"> {
  let params = [Param<"r", "1", "length of the exponent">,
                Param<"d", "1", "growth for each turn">,
                Param<"divisor", "1", "number of branches">,
                Param<"spread", "1", "how many turns are joined">];
  let draws = [U01, U01, U01, U01];
  let formula = "P = atan2(± r ln|d|, 2π), c = r cos²P/divisor, k = r cos P sin P/divisor; A = φ "
                "in [0, 2π), less 2π where cos(A/2) < 2u1 - 1, plus ± 2π rint(-0.095 spread ln "
                "u3/k); B = c A + k ln r + 2π floor(divisor u4)/divisor: w exp(c ln r - k A) "
                "(cos B, sin B)";
  let body = [{
    Real spiral = atan2(signOf(d) * log(abs(d)) * r, Real(twoPi));
    Real c = r * square(cos(spiral)) / divisor, k = r * cos(spiral) * sin(spiral) / divisor;
    Real angle = phi(p);
    angle = select(angle < 0, angle + twoPi, angle);
    angle = select(cos(angle / 2) < 2 * u[0] - 1, angle - twoPi, angle);
    Real reach = select(k == 0, Real(0), -0.095 * spread / select(k == 0, Real(1), k));
    Real steps = roundHalfUp(log(u[2] + tiny) * reach);
    angle = angle + twoPi * select(u[1] < 0.5, steps, -steps);
    Real logarithm = log(lengthSquared(p)) / 2;
    Real turned = c * angle + k * logarithm + twoPi / divisor * floor(divisor * u[3]);
    return weight * exp(c * logarithm - k * angle) * direction(turned);
  }];
  let sampleParams = "0.9, 1.6, 2, 0.8";
  let samples = [First<"-0.932705638173, -0.634433612593">,
                 Second<"0.260896233245, -1.14852224613">];
}

def Crackle : Extra<"crackle", "cells around random points"> {
  let params = [Param<"cellsize", "1", "twice the distance of the centres; 0: nothing">,
                Param<"power", "0.2", "below 1: towards the edge">,
                Param<"distort", "0", "how irregular the centres are">,
                Param<"scale", "1", "scale of each cell">,
                Param<"z", "0", "moves the centres">];
  let draws = [U01, U01, U01, U01];
  let generator = 1;
  let formula = "a random point near the origin in the cell of the nearest centre C, L = 1 on "
                "its edge: w (C + scale L^(power - 1) d), d its distance from C";
  let body = [{
    Real side = select(cellsize == 0, Real(1), cellsize) / 2, depth = 2.5 * z;
    Real radius = (u[0] + u[1]) / 2 + (u[2] - 0.5) / 4;
    Point at = radius * swapped(direction(twoPi * u[3]));
    auto centerOf = [&](Point cell) { return side * crackleCenter(cell, depth, distort); };
    // The nearest of nine centres.
    Point home{floor(at.x / side), floor(at.y / side)};
    struct Nearest { Point cell, center; Real distance; };
    Nearest start{home, centerOf(home), lengthSquared(at - centerOf(home))};
    Nearest nearest = repeat<9>(start, [&](Nearest best, unsigned i) {
      Point cell = home + Point{static_cast<double>(i / 3) - 1, static_cast<double>(i % 3) - 1};
      Point center = centerOf(cell);
      Real distance = lengthSquared(at - center);
      Bool closer = distance < best.distance;
      return Nearest{select(closer, cell, best.cell), select(closer, center, best.center),
                     min(distance, best.distance)};
    });
    // How far towards the edge with any of its neighbours.
    Point center = nearest.center, d = at - center;
    Real edge = repeat<9>(Real(tiny), [&](Real most, unsigned i) {
      if (i == 4)
        return most;
      Point step{static_cast<double>(i / 3) - 1, static_cast<double>(i % 3) - 1};
      Point away = centerOf(nearest.cell + step) - center;
      Real along = d.x * away.x + d.y * away.y;
      return max(most, 2 * along / (lengthSquared(away) + tiny));
    });
    Point moved = center + scale * pow(edge, power - 1) * d;
    return weight * select(cellsize == 0, Point{0, 0}, moved);
  }];
  let notes = "The centres are moved by another noise than in other programs: the same look, "
              "another pattern.";
  let sampleParams = "0.5, 0.4, 0.8, 0.9, 0.3";
  let samples = [First<"-0.241667206656, 0.361302447551">,
                 Second<"-0.241667206656, 0.361302447551">,
                 Sample<"0, 0", "-0.375785495737, -0.509398475388",
                        "0.8", "", "0.8, 0.9, 0.2, 0.6">];
}

def Crackle2 : Extra<"crackle2", "lines between random points of neighbouring cells"> {
  let params = [Param<"cellsize", "1", "scale of a cell", [], "0.0001">];
  let draws = [U01, U01, U01];
  let formula = "A = cellsize (floor x, floor y) + (h1, h2), h1 and h2 random numbers of the cell, B the same of the cell above, for u1 < 1/2 and u2 < "
                "1/2, below, for u1 < 1/2, to the right, for u2 < 1/2, else to the left: A + u3 (B - A)";
  let body = [{
    auto pointOf = [&](Point cell) {
      Int i = toInt(cell.x), j = toInt(cell.y);
      return cellsize * cell + Point{hashed(i, j, Int(1)), hashed(j, 3 * i, Int(2))};
    };
    Point cell{floor(p.x), floor(p.y)};
    Real step = select(u[1] < 0.5, Real(1), Real(-1));
    Point from = pointOf(cell), to = pointOf(cell + select(u[0] < 0.5, Point{0, step}, Point{step, 0}));
    return from + u[2] * (to - from);
  }];
  let notes = "The weight has no effect. The random numbers come from another hash than in Fractorium: the lines are elsewhere.";
  let unverified = onlyNewFractorium;
  let sampleParams = "0.7";
  let samples = [First<"0.402984857559, 0.392340798378", "0.3, 0.2, 0.6">,
                 Second<"0.0278915405273, 0.663872523308", "0.3, 0.2, 0.6">,
                 Sample<"1.4, -2.3", "1.31900155544, -1.80893261909", "0.8", "", "0.3, 0.7, 0.4">,
                 Sample<"1.4, -2.3", "1.43407146215, -1.98345718384", "0.8", "", "0.8, 0.1, 0.9">,
                 Sample<"1.4, -2.3", "1.40559586048, -1.79995365143", "0.8", "", "0.6, 0.9, 0.2">];
}

def Crescents : Extra<"crescents", "crescents around the origin"> {
  let formula = "w (1 + cosh y) sin² x (sin x, cos x)";
  let body = [{
    Real sine = sin(p.x);
    return weight * (cosh(p.y) + 1) * sine * sine * Point{sine, cos(p.x)};
  }];
  let unverified = onlyFractorium;
  let samples = [First<"0.78976091373, 0.613945671878">,
                 Second<"-1.050696242, 0.689579497877">];
}

def Crob : Extra<"crob", "random places on the border of a rectangle"> {
  let params = [Param<"top", "-1", "least y">,
                Param<"bottom", "1", "greatest y">,
                Param<"left", "-1", "least x">,
                Param<"right", "1", "greatest x">,
                Param<"blur", "1", "0: what is outside becomes the origin">,
                Param<"ratioBlur", "0.5", "width of the border, 1: to the centre", [], "0", "1">,
                Param<"directBlur", "2", "how much of it is at its rim", [], "0">];
  let draws = [U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01];
  let formula = "W and H the sides, m half the lesser, b = m ratioBlur the width of the border: within it (0, 0), without blur what is outside (0, 0), else on a random side a = u H/2 or "
                "u W/2 along it and d = b u^directBlur into it, of six pairs the first with a ≥ d, u1 < H/(W + H): either end of the left or the right side, else the right half of the lower; W = |right| - left";
  let body = [{ return onBorder(p, inputs.params, u, false); }];
  let notes = "The weight has no effect. As Fractorium has it, which draws neither the inside nor the upper and half of the lower side, and also gives the result to the variations beside it; JWildfire's `crob` is crob_wf.";
  let unverified = onlyFractorium;
  let sampleParams = "-0.6, 0.8, -0.9, 1.1, 1, 0.6, 1.3";
  let samples = [First<"-0.812197491956, -0.11", "0.03, 0.2, 0.9, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Second<"-0.812197491956, -0.11", "0.03, 0.2, 0.9, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "-0.812197491956, 0.24", "0.8", "", "0.15, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "1.01219749196, 0.24", "0.8", "", "0.25, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "1.01219749196, -0.04", "0.8", "", "0.35, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "0.3, 0.712197491956", "0.8", "", "0.45, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "0.3, 0.712197491956", "0.8", "", "0.55, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "0.3, 0.712197491956", "0.8", "", "0.65, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "0.3, 0.712197491956", "0.8", "", "0.8, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "0.3, 0.712197491956", "0.8", "", "0.95, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "-0.812197491956, 0.31", "0.8", "", "0.15, 0.05, 0.9, 0.1, 0.8, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "0.4, 0.712197491956", "0.8", "", "0.95, 0.05, 0.9, 0.1, 0.8, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"0.1, 0.2", "0, 0", "0.8", "", "0.03, 0.2, 0.9, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"-1.4, 0.2", "0, 0", "0.8", "-0.6, 0.8, -0.9, 1.1, 0, 0.6, 1.3", "0.03, 0.2, 0.9, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"0.6, -1.2", "0.9244, 0.42", "0.8", "0.7, -0.7, 0.4, 0.4, 1, 0.3, 2", "0.3, 0.4, 0.6, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"2.6, -1.2", "0.16, 0.88", "0.8", "1, -0.7, 0.4, -0.4, 1, 0.3, -2", "0.9, 0.6, 0.6, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"-1.02, 0.7", "-0.812197491956, -0.11", "0.8", "", "0.03, 0.2, 0.9, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">];
}

def CrobWf : Extra<"crob_wf", "random places on the border of a rectangle, and its inside"> {
  let params = [Param<"top", "-1", "least y">,
                Param<"bottom", "1", "greatest y">,
                Param<"left", "-1", "least x">,
                Param<"right", "1", "greatest x">,
                Param<"blur", "1", "0: what is outside becomes the origin">,
                Param<"ratioBlur", "0.05", "width of the border, 1: to the centre", [], "0", "1">,
                Param<"directBlur", "2", "how much of it is at its rim", [], "0">];
  let draws = [U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01, U01];
  let formula = "W and H the sides, m half the lesser, b = m ratioBlur the width of the border: within it (x, y), without blur what is outside (0, 0), else on a random side a = u H/2 or "
                "u W/2 along it and d = b u^directBlur into it, of six pairs the first with a ≥ d, the upright sides for u1 < H/(W + H), each half of a side as often";
  let body = [{ return onBorder(p, inputs.params, u, true); }];
  let notes = "What `crob` is in flames of JWildfire. The weight has no effect.";
  let sampleParams = "-0.6, 0.8, -0.9, 1.1, 1, 0.6, 1.3";
  let samples = [First<"-0.812197491956, -0.11", "0.03, 0.2, 0.9, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Second<"-0.812197491956, -0.11", "0.03, 0.2, 0.9, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "-0.812197491956, 0.24", "0.8", "", "0.15, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "1.01219749196, 0.24", "0.8", "", "0.25, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "1.01219749196, -0.04", "0.8", "", "0.35, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "0.3, -0.512197491956", "0.8", "", "0.45, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "0.3, -0.512197491956", "0.8", "", "0.55, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "-0.1, -0.512197491956", "0.8", "", "0.65, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "-0.1, 0.712197491956", "0.8", "", "0.8, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "0.3, 0.712197491956", "0.8", "", "0.95, 0.8, 0.3, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "-0.812197491956, 0.31", "0.8", "", "0.15, 0.05, 0.9, 0.1, 0.8, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"1.4, 0.2", "0.4, 0.712197491956", "0.8", "", "0.95, 0.05, 0.9, 0.1, 0.8, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"0.1, 0.2", "0.1, 0.2", "0.8", "", "0.03, 0.2, 0.9, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"-1.4, 0.2", "0, 0", "0.8", "-0.6, 0.8, -0.9, 1.1, 0, 0.6, 1.3", "0.03, 0.2, 0.9, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"0.6, -1.2", "0.9244, 0.42", "0.8", "0.7, -0.7, 0.4, 0.4, 1, 0.3, 2", "0.3, 0.4, 0.6, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"2.6, -1.2", "-0.16, 0.88", "0.8", "1, -0.7, 0.4, -0.4, 1, 0.3, -2", "0.9, 0.6, 0.6, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">,
                 Sample<"-1.02, 0.7", "-0.812197491956, -0.11", "0.8", "", "0.03, 0.2, 0.9, 0.1, 0.95, 0.7, 0.3, 0.4, 0.5, 0.6, 0.3, 0.2, 0.1">];
}

def Crop : Extra<"crop", "the plane cut to a rectangle"> {
  let weighsDepth = 1;
  let params = [Param<"left", "-1", "left edge">,
                Param<"top", "-1", "upper edge">,
                Param<"right", "1", "right edge">,
                Param<"bottom", "1", "lower edge">,
                Param<"scatter_area", "0", "how far points are scattered inwards, -1 to 1">,
                Param<"zero", "0", "1: what is cut goes to the origin">];
  let draws = [U01, U01];
  let formula = "what lies outside goes to the nearest edge, scattered inwards by u times half "
                "the size times scatter_area, or with zero = 1 to the origin; times w";
  let body = [{
    Real xmin = min(left, right), xmax = max(left, right);
    Real ymin = min(top, bottom), ymax = max(top, bottom);
    auto axis = [&](Real t, Real low, Real high, Real draw) {
      Real inwards = (high - low) / 2 * scatter_area * draw;
      return select(t < low, low + inwards, select(t > high, high - inwards, t));
    };
    Bool inside = (p.x >= xmin) & (p.x <= xmax) & (p.y >= ymin) & (p.y <= ymax);
    Bool isNumber = (p.x == p.x) & (p.y == p.y);
    Point cut{axis(p.x, xmin, xmax, u[0]), axis(p.y, ymin, ymax, u[1])};
    return weight * select(chosen(zero, 1) & !inside & isNumber, Point{0, 0}, cut);
  }];
  let sampleParams = "-0.5, -0.6, 0.7, 0.5, 0.4, 0";
  let samples = [First<"0.5024, -0.088">, Second<"-0.3424, 0.2768">,
                 Sample<"0.1, 0.2", "0.08, 0.16", "0.8">,
                 Sample<"0.91, 0.1", "0, 0", "0.8", "-0.5, -0.6, 0.7, 0.5, 0.4, 1">];
}

def CropN : Extra<"cropn", "the plane cut to a polygon, or a polygon cut out"> {
  let params = [Param<"power", "-5", "number of sides, at least 2; negative: what is within is cut">,
                Param<"radius", "1", "distance of the sides from the origin">,
                Param<"scatterdist", "0", "how far points are scattered behind the edge">,
                Param<"zero", "0", "1: what is cut goes to the origin">];
  let draws = [U01];
  let formula = "R the radius of the polygon towards (x, y): r > R, for power ≤ 0 r ≤ R: zero: (0, 0), not zero: "
                "w (R + u1 scatterdist/2) (cos φ, sin φ); else w (x, y)";
  let body = [{
    Real sides = max(abs(power), Real(2)), sector = twoPi / sides;
    Real part = (phi(p) + pi) / sector, angle = (part - trunc(part)) * sector;
    Real slope = cos(min(angle, sector - angle)), r = length(p);
    Real edge = select(slope > 0, radius / slope, Real(1));
    Bool isFar = r > edge, cutsFar = power > 0;
    Point moved = (edge + u[0] * 0.5 * scatterdist) * direction(phi(p));
    Point cut = select(chosen(zero, 1), Point{0, 0}, moved);
    return weight * select((isFar & cutsFar) | (!isFar & !cutsFar), cut, p);
  }];
  let sampleParams = "5, 0.7, 0.3, 0";
  let samples = [First<"0.67205433223, -0.081237336863">, Second<"-0.589534334004, 0.410887566124">,
                 Sample<"0.3, 0.2", "0.24, 0.16", "0.8">,
                 Sample<"0.3, 0.2", "0.496280902058, 0.330853934705", "0.8", "-5, 0.7, 0.3, 0">,
                 Sample<"0.91, -0.11", "0, 0", "0.8", "5, 0.7, 0.3, 1">,
                 Sample<"-0.1, 1.5", "-0.08, 1.2", "0.8", "1.2, 0.7, 0.3, 0">];
}

def Csc2Bs : Extra<"csc2_bs", "complex cosecant, by a factor for each part"> {
  let params = [Param<"x1", "1", "factor of x in the sine">,
                Param<"x2", "1", "factor of x in the cosine">,
                Param<"y1", "1", "factor of y in the hyperbolic sine">,
                Param<"y2", "1", "factor of y in the hyperbolic cosine">];
  let formula = "2 w (sin(x1 x) cosh(y2 y), -cos(x2 x) sinh(y1 y))/(cosh 2y - cos 2x)";
  let body = [{
    auto at = factoredParts(Point{p.x * x1, p.x * x2}, Point{p.y * y1, p.y * y2}, 2 * p.x, 2 * p.y);
    return 2 * weight * quotientOrOrigin(Point{at.sin * at.cosh, -(at.cos * at.sinh)}, at.difference);
  }];
  let sampleParams = "1.1, 0.8, 0.9, 0.6";
  let samples = [First<"1.06233436298, 0.0931915188778">,
                 Second<"-0.613716758708, -0.29614642076">];
}

def CscWf : Extra<"csc_wf", "complex cosecant, 0 at its pole"> {
  let formula = "2w / (cosh 2y - cos 2x) (sin x cosh y, -cos x sinh y), 0 where the denominator vanishes in double precision";
  let body = [{
    auto t = trigonometricParts(p.x, p.y, hyperbolicOverflow);
    Point value = 1 / (square(t.sin) + square(t.sinh)) * Point{t.sin * t.cosh, -(t.cos * t.sinh)};
    // cosh rounds to 1 up to half the distance to the number above 1, cos up to half that to the number below.
    Bool vanishes = (abs(t.sin) < 5.2e-9) & (abs(t.sinh) < 7.4e-9);
    return weight * select(vanishes, Point{0, 0} * p.x, value);
  }];
  let notes = "What JWildfire calls csc. Points come near the pole from far away, where the cosecant is next to 0.";
  let samples = [First<"0.999941786, 0.0851637905">, Second<"-0.664605264, -0.260830906">,
                 Sample<"1e-9, -2e-9", "0, 0", "0.8">, Sample<"1e-3, -1e-3", "400.00013333330219, 399.99986666663557", "0.8">];
}

def Csch2Bs : Extra<"csch2_bs", "complex hyperbolic cosecant, by a factor for each part"> {
  let params = [Param<"x1", "1", "factor of x in the hyperbolic sine">,
                Param<"x2", "1", "factor of x in the hyperbolic cosine">,
                Param<"y1", "1", "factor of y in the sine">,
                Param<"y2", "1", "factor of y in the cosine">];
  let formula = "2 w (sinh(x1 x) cos(y2 y), -cosh(x2 x) sin(y1 y))/(cosh 2x - cos 2y)";
  let body = [{
    auto at = factoredParts(Point{p.y * y1, p.y * y2}, Point{p.x * x1, p.x * x2}, 2 * p.y, 2 * p.x);
    return 2 * weight * quotientOrOrigin(Point{at.sinh * at.cos, -(at.cosh * at.sin)}, at.difference);
  }];
  let sampleParams = "1.1, 0.8, 0.9, 0.6";
  let samples = [First<"0.857441470371, 0.0921621519807">,
                 Second<"-0.551230870473, -0.353785849077">];
}

def Cschq : Extra<"cschq", "hyperbolic cosecant of a quaternion"> {
  let formula = "w/r² (sinh x cos y, -cosh x sin y)";
  let body = [{
    return weight / lengthSquared(p) * Point{sinh(p.x) * cos(p.y), -(cosh(p.x) * sin(p.y))};
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|.";
  let samples = [First<"0.985106462412, 0.150875092505">,
                 Second<"-0.491423381405, -0.535528962398">];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    Real size = weight / (p.x * p.x + v * v);
    return size * Point{sinh(p.x) * cos(v), -(cosh(p.x) * sin(v)) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return -weight / (p.x * p.x + v * v) * cosh(p.x) * sin(v) / v * z;
  }];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.540724626219, 0.416405453992, -0.52050681749", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.00736441484085, -0.213891267107, 0.285188356143", "0.8">];
}

def Cscq : Extra<"cscq", "cosecant of a quaternion"> {
  let formula = "w/r² (sin x cosh y, -cos x sinh y)";
  let body = [{
    return weight / lengthSquared(p) * Point{sin(p.x) * cosh(p.y), -(cos(p.x) * sinh(p.y))};
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|.";
  let samples = [First<"0.756281890559, 0.0644115821026">,
                 Second<"-0.573033540369, -0.224892678085">];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    Real size = weight / (p.x * p.x + v * v);
    return size * Point{sin(p.x) * cosh(v), -(cos(p.x) * sinh(v)) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return -weight / (p.x * p.x + v * v) * cos(p.x) * sinh(v) / v * z;
  }];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.694094792505, 0.290911409313, -0.363639261641", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.237669940393, -0.417267355692, 0.556356474256", "0.8">];
}

def Csin : Extra<"csin", "complex sine of a multiple"> {
  let params = [Param<"stretch", "1", "factor">];
  let formula = "w sin(stretch (x + iy))";
  let body = [{
    Point z = stretch * p;
    return weight * Point{sin(z.x) * cosh(z.y), cos(z.x) * sinh(z.y)};
  }];
  let sampleParams = "1.2";
  let samples = [First<"0.716234945407, -0.0487925075213">, Second<"-1.01135443331, 0.276672827748">];
}

def Cubic3D : Extra<"cubic3D", "the corners of a cube, each with a small copy"> {
  let params = [Param<"xpand", "0.25", "twice the size of the copies; above 1 its square root">,
                Param<"style", "0", "how much they are bent by the direction">];
  let draws = [U01];
  let formula = "f = xpand/2, √xpand/2 above 1, m = min(2 |w|, 1) with the sign of w for |w| ≤ 1/2, corner k = floor(8 u1), signs + for k < 4, for even k, and "
                "for even floor(k/2): (f m X x ± w/2, f m Y y ± w/2), in space f m Z z ± w/2; X = 1 - s (1 - z/√(x² + z²)), Y = 1 - s (1 - "
                "y/√(y² + z²)), Z = 1 - s (1 - max(s, 1) (X + Y)/2), s = style, a quarter of it beyond ±1";
  let body = [{ return cubicCorner(p, Real(0), weight, inputs.params, u[0]).xy; }];
  let space = [{ return cubicCorner(p, z, weight, inputs.params, u[0]).xy; }];
  let depth = [{ return cubicCorner(p, z, weight, inputs.params, u[0]).z; }];
  let notes = "Other programs also keep part of the sum before it, and before and behind the sum of the point itself.";
  let sampleParams = "0.6, 0.7";
  let samples = [First<"0.4819, 0.4132", "0.3">,
                 Second<"0.3109, 0.607", "0.3">,
                 Sample<"0.6, -0.7", "-0.478230428862, 1.03888183571", "0.8", "1.7, 1.8", "0.8">,
                 Sample<"0.6, -0.7", "-0.4272, 0.3498", "0.3", "-0.7, -1.8", "0.95">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.548442014477, 0.416474383995, -0.325097039378", "0.8", "0.6, 0.7", "0.3">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.434118977509, 0.5944, -0.550953431487", "0.8", "0.6, 0.7", "0.3">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.00671968238534, -0.222039469025, -0.352779138095", "-0.2", "1.7, 1.8", "0.55">,
                      SpaceSample<"0.4, -0.7, 1.2", "-0.123173793387, -1.67988349533, -0.493669332125", "0.8", "1.7, -1.8", "0.95">];
}

def CubicLattice3D : Extra<"cubicLattice_3D", "a lattice of cubes"> {
  let params = [Param<"xpand", "0.2", "twice the size of the copies; above 1 its square root">,
                Param<"style", "1", "2: bent by the direction">];
  let draws = [U01];
  let formula = "f and corners as in cubic3D: (f X x ± w, f Y y ± w), in space f Z z ± w; X = Y = Z = 1, with style = 2: X = z/√(x² + z²), Y = "
                "y/√(y² + z²), Z = (X + Y)/2";
  let body = [{ return latticeCorner(p, Real(0), weight, inputs.params, u[0]).xy; }];
  let space = [{ return latticeCorner(p, z, weight, inputs.params, u[0]).xy; }];
  let depth = [{ return latticeCorner(p, z, weight, inputs.params, u[0]).z; }];
  let notes = "Other programs also keep part of the sum before it, and before and behind the sum of the point itself.";
  let sampleParams = "0.6, 2";
  let samples = [First<"0.8, 0.833", "0.3">,
                 Second<"0.8, 1.007", "0.3">,
                 Sample<"0.6, -0.7", "-0.408847855688, 0.343655831636", "0.8", "1.7, 1", "0.8">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.922060020681, 0.874963405707, -0.803259264038", "0.8", "0.6, 2", "0.3">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.995576072156, 1.38672821647, 0.0176957113757", "0.8", "1.7, 1", "0.55">];
}

def CuburnGaussianBlur : Extra<"cuburn_gaussian_blur", "a soft spot, as cuburn has it"> {
  let draws = [U01, U01];
  let generator = 1;
  let formula = "0.57736 w √(-2 ln(1 - u2)) (cos 2πu1, sin 2πu1)";
  let notes = "What `gaussian_blur` is in cuburn: a Gaussian, with twice the variance of flam3's, which has a peak.";
  let body = [{
    Real r = 0.57736 * sqrt(-2 * log(1 - u[1]));
    return weight * r * direction(twoPi * u[0]);
  }];
  let samples = [First<"-0.1205508680720653, 0.37101742205758137", "0.3, 0.3">,
                 Second<"-0.1205508680720653, 0.37101742205758137", "0.3, 0.3">,
                 Sample<"0, 0", "0, 0", "1", "", "0.25, 0">];
}

def Curl3D : Extra<"curl3D", "inversion through a moved point of space"> {
  let params = [Param<"cx", "0", "x of the pole">,
                Param<"cy", "0", "y of the pole, negated">,
                Param<"cz", "0", "z of the pole">];
  let formula = "d = (cx² + cy² + cz²) r² + 2 cx x - 2 cy y + 1: w/d (x + cx r², y - cy r²)";
  let body = [{
    Real squared = lengthSquared(p), c = cx * cx + cy * cy + cz * cz;
    Real d = squared * c + 2 * (cx * p.x - cy * p.y) + 1;
    return weight / d * (p + squared * Point{cx, -cy});
  }];
  let notes = "The slice z = 0.";
  let sampleParams = "0.3, -0.2, 0.4";
  let space = [{
    Real squared = lengthSquared(p) + z * z, c = cx * cx + cy * cy + cz * cz;
    Real d = squared * c + 2 * (cx * p.x - cy * p.y + cz * z) + 1;
    return weight / d * (p + squared * Point{cx, -cy});
  }];
  let depth = [{
    Real squared = lengthSquared(p) + z * z, c = cx * cx + cy * cy + cz * cz;
    Real d = squared * c + 2 * (cx * p.x - cy * p.y + cz * z) + 1;
    return weight / d * (z + squared * cz);
  }];
  let samples = [First<"0.532548758119, 0.0265985662713">,
                 Second<"-0.400717922155, 0.71085159984">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.403956272775, -0.0916189484643, 0.358146798542", "0.8", "0.3, -0.2, 0.4">, SpaceSample<"-0.3, 0.9, -1.2", "0.357890051191, 1.21789450256, -0.235032272424", "0.8", "0.3, -0.2, 0.4">];
}

def CurlSp : Extra<"curl_sp", "curl of powers, spread apart"> {
  let params = [Param<"pow", "1", "power of the coordinates and of the inverse, the root", [], "-inf", "inf", "power">,
                Param<"c1", "0", "strength">,
                Param<"c2", "0", "strength of the square">,
                Param<"sx", "0", "spread of the real part">,
                Param<"sy", "0", "spread of the imaginary part">,
                Param<"dc", "0", "how much it changes the colour">];
  let formula = "v = (x, y) with each size to the power of pow, v² the square of a complex number, s(a, b) = √(a² + b²) for a > 0, else the negative; "
                "for c1 v + c2 v²: R = 1 + s(real part, sx), I = s(imaginary part, sy), T = (R² + I²)^(1/pow): w/T (R v.x + I v.y, R v.y - I v.x), in "
                "space z with its size to the power of pow, by w/T; colour c + dc T/10, from 0 to 1";
  let body = [{
    Point v{signedPower(p.x, power), signedPower(p.y, power)};
    Point curl = spreadCurl(v, inputs.params);
    return weight / curlSize(curl, power) * complexProduct(v, Point{curl.x, -curl.y});
  }];
  let depth = [{
    Point curl = spreadCurl(Point{signedPower(p.x, power), signedPower(p.y, power)}, inputs.params);
    return weight / curlSize(curl, power) * signedPower(z, power);
  }];
  let color = [{
    Point curl = spreadCurl(Point{signedPower(p.x, power), signedPower(p.y, power)}, inputs.params);
    return clamp(color + 0.1 * dc * curlSize(curl, power), 0, 1);
  }];
  let sampleParams = "1.3, 0.2, 0.1, 0.3, -0.2, 1.5";
  let samples = [First<"0.587947207758, 0.0467196472996, 0.503949863189">,
                 Second<"-0.746157925778, 0.847849941973, 0.336456401496">,
                 Sample<"0.3, -0.8", "0.174890693317, -0.504372267333, 0.0860576", "0.8", "1, 0.2, -0.4, 0, 0, -1">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.455071532609, -0.133229444578, 0.203209472636", "0.8", "1.3, 0.2, 0.1, 0.3, -0.2, 1.5">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.092360933693, 0.850277394092, -1.67578403738", "0.8", "1.3, 0.2, 0.1, 0.3, -0.2, 1.5">];
}

def Curvature : Extra<"curvature", "the inverse radius against the angle"> {
  let formula = "(w/r, φ)";
  let body = [{ return Point{weight / (length(p) + tiny), phi(p)}; }];
  let notes = "The angle has no weight.";
  let unverified = onlyFractorium;
  let samples = [First<"0.872767666215, -0.120295476928">,
                 Second<"0.662948013552, 2.53290334626">];
}

def CutFun : Extra<"cut_fun", "squares with round corners, filled at random, that grow together"> {
  let params = [Param<"seed", "1000", "which part of the pattern, a whole number", [], "-16777215", "16777215">,
                Param<"mode", "1", "0: the point is cut, 1: a square around the origin", [], "0", "1">,
                Param<"zoom", "10", "cells in a unit">,
                Param<"invert", "0", "1: the other cells", [], "0", "1">];
  let draws = [U01, U01];
  let replaces = 1;
  let formula = "q = (x, y), or (u1, u2) - (1/2, 1/2) with mode 1; at v = zoom q (with mode 1 of (u1, u2)) + seed (r, s), r and s the first random numbers that "
                "Java has for the seed: half of the unit cells are full, and a place farther than 1.01 of its half side from the middle of an empty one is, too, where the "
                "neighbours on both sides of its corner are full and the one across is not empty; w q where that is empty; (0, 0), and not plotted, elsewhere";
  let body = [{
    Point at = select(mode > 0.5, Point{u[0], u[1]}, p);
    Point q = select(mode > 0.5, at - Point{0.5, 0.5}, p);
    Bool full = isInCells(zoom * at, seed * javaRandom(toInt(rint(seed))));
    return weight * select(select(invert > 0.5, !full, full), 0 * q, q);
  }];
  let shown = [{
    Point at = select(mode > 0.5, Point{u[0], u[1]}, p);
    Bool full = isInCells(zoom * at, seed * javaRandom(toInt(rint(seed))));
    return select(select(invert > 0.5, !full, full), Real(0), Real(1));
  }];
  let notes = "JWildfire tosses its coin by digits of a sine that single precision does not have: the same look, other cells.";
  let sampleParams = "17, 0, 1.5, 0";
  let samples = [First<"0, 0">, Second<"0, 0">,
                 Sample<"0.2, 0.3", "0.16, 0.24", "0.8">,
                 Sample<"2.2, 1.7", "1.76, 1.36", "0.8">,
                 Sample<"-1.58, 0.06", "0, 0", "0.8">,
                 Sample<"0.91, -0.11", "0, 0", "0.8", "1000, 1, 10, 0">,
                 Sample<"0.91, -0.11", "-0.16, 0.16", "0.8", "1000, 1, 10, 1">];
}

def CutTileillusion : Extra<"cut_tileillusion", "every other tile of rows that seem to slope"> {
  let params = [Param<"time", "0", "how far the rows are shifted, in tiles">,
                Param<"mode", "1", "0: the point is cut, 1: a square around the origin", [], "0", "1">,
                Param<"zoom", "15", "tiles in a unit", [], "0.1", "50">,
                Param<"invert", "0", "1: the other tiles", [], "0", "1">];
  let draws = [U01, U01];
  let replaces = 1;
  let formula = "q = (x, y), or (u1 - 1/2, u2 - 1/2) with mode 1; v = zoom q; f(t) = t + sin(1.6 t)/10; a row ranges over one "
                "whole number of f(vy), and its tiles are as wide as it is high; gaps of 5 % between rows belong to even tiles. "
                "w q in the odd tiles; (0, 0), and not plotted, elsewhere";
  let body = [{
    Point q = select(mode > 0.5, Point{u[0] - 0.5, u[1] - 0.5}, p);
    Point origin{0, 0};
    return weight * select(isBetweenTiles(zoom * q, time, invert), origin, q);
  }];
  let shown = [{
    Point q = select(mode > 0.5, Point{u[0] - 0.5, u[1] - 0.5}, p);
    return select(isBetweenTiles(zoom * q, time, invert), Real(0), Real(1));
  }];
  let sampleParams = "0.3, 0, 1.5, 0";
  let samples = [First<"0, 0">, Second<"-0.792, 0.552">,
                 Sample<"0.91, -0.11", "-0.16, 0.16", "0.8", "0.3, 1, 1.5, 0">,
                 Sample<"0.91, -0.11", "0, 0", "0.8", "0.3, 1, 1.5, 1">,
                 Sample<"0.91, -0.11", "0.728, -0.088", "0.8", "0.3, 0, 1.5, 1">];
}

def CycleColor : Extra<"cycle_color", "the point itself, its colour a step farther"> {
  let params = [Param<"step", "0", "how far">];
  let formula = "w (x, y); colour c + step, without its whole part";
  let body = [{ return weight * p; }];
  let color = [{ return fraction(color + step); }];
  let notes = "What JWildfire calls the colour type CYCLIC.";
  let sampleParams = "0.7";
  let samples = [First<"0.728, -0.088, 0.95">, Second<"-0.792, 0.552, 0.95">,
                 Sample<"1, 2", "1, 2, 0.35", "1", "-0.9">];
}

def Cylinder2 : Extra<"cylinder2", "the plane pulled into a strip"> {
  let formula = "w (x/√(x² + 1), y)";
  let body = [{ return weight * Point{p.x * rsqrt(p.x * p.x + 1), p.y}; }];
  let samples = [First<"0.538432672073, -0.088">,
                 Second<"-0.562835678336, 0.552">];
}
