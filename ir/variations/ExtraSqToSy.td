// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, Sq to Sy. ir/Variation.td says what a record means and what a body may use.

def Square3D : Extra<"square3D", "a cube, evenly filled, seen from above"> {
  let draws = [U01, U01];
  let generator = 1;
  let formula = "w (u1 - 1/2, u2 - 1/2)";
  let body = [{ return weight * Point{u[0] - 0.5, u[1] - 0.5}; }];
  let samples = [First<"-0.16, 0.16">, Second<"-0.16, 0.16">];
}

def Squares : Extra<"squares", "square cells of square rings, each ring turned further"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"cellsize", "0", "side of a cell; 0: as linear">,
                Param<"min", "0", "rings of the middle that stay", [], "0", "inf", "least">,
                Param<"max", "10", "the first ring that may stay", [], "0", "inf", "most">,
                Param<"num", "10", "rings of a cell">,
                Param<"seed", "1", "chooses how many turn">,
                Param<"zero", "0.5", "share of the cells that stay">,
                Param<"zero_seed", "1", "chooses which stay">];
  let formula = "L = (x, y) - C, C the middle of the cell, m = max |floor(2 num L/cellsize + 1/2)|: w (C + L turned by (m - min) quarters) where "
                "m is from min to max + floor(h (num - max)), h the hash of the cell; else w (x, y)";
  let body = [{
    Real size = select(cellsize == 0, Real(1), cellsize);
    Point cell{floor(p.x / size), floor(p.y / size)}, center = size * (cell + Point{0.5, 0.5}), local = p - center;
    auto ring = [&](Real t) { return abs(floor(2 * num * t / size + 0.5)); };
    Real number = max(ring(local.x), ring(local.y));
    Int i = toInt(abs(2 * cell.x + 1)), j = toInt(abs(2 * cell.y + 1));
    Real last = most + floor(hashed(i, j, toInt(rint(seed))) * (num - most));
    Bool stays = (number > last) | (number < least) | (hashed(i, j, toInt(rint(zero_seed)) + 1000) < zero) | (cellsize == 0);
    Real quarters = select(stays, Real(0), number - least);
    return weight * (center + rotated(local, halfPi * (quarters - 4 * floor(quarters / 4))));
  }];
  let notes = "How a cell turns comes from another hash than in other programs: the same look, another pattern.";
  let sampleParams = "0.7, 1, 3, 6, 1, 0.3, 1";
  let samples = [First<"0.728, -0.088">,
                 Second<"-0.792, 0.552">,
                 Sample<"0.3, 0.2", "0.32, 0.4", "0.8">,
                 Sample<"0.34, 0.04", "0.272, 0.032", "0.8", "0.7, 1, 3, 6, 1, 0, 1">,
                 Sample<"-1.11, 0.27", "-0.888, 0.216", "0.8", "0.7, 0, 9, 9, 3, 0.1, 2">,
                 Sample<"0.3, 0.2", "0.24, 0.16", "0.8", "0, 1, 3, 6, 1, 0.3, 1">];
}

def Squarize : Extra<"squarize", "circles pulled onto squares"> {
  let formula = "s = r, P = 4 s φ/π (φ in [0, 2π)): the point of the square with half side s "
                "that lies P around it from (s, 0); times w";
  let body = [{
    Real r = length(p), angle = phi(p);
    return weight * r * squareFromAngle(select(angle < 0, angle + twoPi, angle));
  }];
  let samples = [First<"0.733299393154, -0.112315770957">, Second<"-0.965384897334, 0.74818033941">,
                 Sample<"0.3, 0.8", "0.312232759725, 0.683520299625", "0.8">,
                 Sample<"0.3, -0.8", "0.312232759725, -0.683520299625", "0.8">];
}

def Squirrel : Extra<"squirrel", "roots and tangents"> {
  let params = [Param<"a", "1", "factor of x²">,
                Param<"b", "1", "factor of y²">];
  let formula = "u = √(a x² + b y²): w (cos u tan x, sin u tan y)";
  let body = [{
    Real size = sqrt((a + epsilon) * p.x * p.x + (b + epsilon) * p.y * p.y);
    return weight * Point{cos(size) * tan(p.x), sin(size) * tan(p.y)};
  }];
  let sampleParams = "0.8, 1.3";
  let samples = [First<"0.699406548108, -0.0648142884604">,
                 Second<"-0.459263087173, 0.611611026252">];
}

def Squish : Extra<"squish", "squares squeezed along their edges, branch drawn at random"> {
  let params = [Param<"power", "2", "number of branches", [], "1", "inf">];
  let draws = [U01];
  let formula = "P: how far around its square around the origin the point is, in [0, 8) half "
                "sides: w s times the point of that square at (P + 8 floor(power u1))/power";
  let body = [{
    Point a{abs(p.x), abs(p.y)};
    Real side = max(a.x, a.y);
    Real around = select(a.x > a.y, select(p.x > 0, p.y / side, 4 - p.y / side),
                         select(p.y > 0, 2 - p.x / side, 6 + p.x / side));
    Real squeezed = (around + 8 * floor(power * u[0])) / power;
    squeezed = select(squeezed < 0, squeezed + 8, squeezed);
    return weight * side * squareFromAngle(squeezed * (pi / 4));
  }];
  let sampleParams = "3";
  let samples = [First<"0.728, -0.0293333333333">, Second<"0.712, 0.792">,
                 Sample<"0.3, 0.8", "-0.64, 0.506666666667", "0.8", "", "0.5">,
                 Sample<"-0.9, 0.2", "0.426666666667, -0.72", "0.8", "", "0.8">];
}

def Sschecks : Extra<"sschecks", "sines over the square of the radius, in a chequerboard"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"x", "0.5", "how far in x">,
                Param<"y", "0.5", "how far in y">,
                Param<"size", "0.5", "side of the squares">,
                Param<"rnd", "0", "how far the points are scattered">];
  let draws = [U01];
  let formula = "w (w/r² (sin x, sin y) + d), d (x of the parameter, y + rnd u1) in the squares around the origin and those of its colour, else "
                "(-x + rnd u1, -y)";
  let body = [{
    Real side = select(size == 0, Real(epsilon), size);
    Real number = rint(p.x / side) + rint(p.y / side), odd = number - 2 * floor(number / 2);
    Point moved = select(odd > 0.5, Point{rnd * u[0] - x, -y}, Point{x, y + rnd * u[0]});
    return weight * (weight / lengthSquared(p) * Point{sin(p.x), sin(p.y)} + moved);
  }];
  let sampleParams = "0.4, 0.3, 0.7, 0.2";
  let samples = [First<"0.32938347227, -0.323620700471">,
                 Second<"-0.0474334750064, 0.567758135299">,
                 Sample<"0.3, 0.2", "1.77486870972, 1.26606439776", "0.8">,
                 Sample<"0.9, -1.2", "-0.0491870123726, -0.505113340008", "0.8">];
}

def Starblur : Extra<"starblur", "a star, filled"> {
  let params = [Param<"power", "5", "number of rays">,
                Param<"range", "0.4016228317",
                      "radius of the inner corners", [], "-inf", "inf", "range_">];
  let draws = [U01, U01];
  let generator = 1;
  let formula = "A = π/power, l = √(1 + range² - 2 range cos A), B = asin(range sin A / l); f = "
                "2 power u1, i = trunc f, t = (f - i) l: Z = √(1 + t² - 2 t cos B) at the angle "
                "2π trunc(i/2)/power ± asin(t sin B / Z) - π/2, + for even i; times w √u2";
  let body = [{
    Real wedge = pi / power, inner = cos(wedge);
    Real edge = sqrt(1 + range_ * range_ - 2 * range_ * inner);
    Real sine = sin(wedge) * range_ / edge, cosine = sqrt(1 - sine * sine);
    Real f = 2 * power * u[0], i = trunc(f), t = (f - i) * edge;
    Real distance = sqrt(1 + t * t - 2 * t * cosine), bend = asin(sine * t / distance);
    Real ray = twoPi / power * trunc(i / 2) + select(isEven(toInt(i)), bend, -bend);
    return weight * sqrt(u[1]) * distance * direction(ray - halfPi);
  }];
  let sampleParams = "7, 0.5";
  let samples = [First<"0.574367428149, 0.160883516659">, Second<"0.574367428149, 0.160883516659">,
                 Sample<"0, 0", "-0.149081886296, 0.238017551455", "0.8", "", "0.6, 0.2">];
}

def Starblur2 : Extra<"starblur2", "a star of stripes, around a hole"> {
  let params = [Param<"power", "5", "number of rays">,
                Param<"range", "0.40162283177245457", "radius of the inner corners", [], "-inf", "inf", "range_">,
                Param<"hole", "0.5", "how much of each way to the centre is left out, at most 1">,
                Param<"stripes", "5", "how many there are on each side of a ray">,
                Param<"width", "0.2", "share of a stripe that has points">];
  let draws = [U01, U01];
  let generator = 1;
  let formula = "A = π/power, l = √(1 + range² - 2 range cos A), B = asin(range sin A / l); f = "
                "2 power u1, i = trunc f, k = (f - i) stripes, s = k - trunc k: t = l (trunc k + (width s or, for odd i, 1 - width s))/"
                "stripes, Z = √(1 + t² - 2 t cos B) at the angle 2π trunc(i/2)/power ± asin(t sin B / Z) - π/2, + for odd i; times "
                "w √(hole² + u2 (1 - hole²))";
  let body = [{
    Real wedge = pi / power, inner = cos(wedge);
    Real edge = sqrt(1 + range_ * range_ - 2 * range_ * inner);
    Real sine = sin(wedge) * range_ / edge, cosine = sqrt(1 - sine * sine);
    Real f = 2 * power * u[0], i = trunc(f), count = abs(stripes);
    count = select(count == 0, Real(1e-6), count);
    Real k = (f - i) * count, stripe = width * (k - trunc(k));
    Bool even = isEven(toInt(i));
    Real t = (trunc(k) + select(even, stripe, 1 - stripe)) / count * edge;
    Real distance = sqrt(1 + t * t - 2 * t * cosine), bend = asin(sine * t / distance);
    Real ray = twoPi / power * trunc(i / 2) + select(even, -bend, bend);
    Real least = square(min(abs(hole), Real(1)));
    return weight * sqrt(u[1] * (1 - least) + least) * distance * direction(ray - halfPi);
  }];
  let sampleParams = "6, 0.45, 0.4, 3, 0.3";
  let samples = [Sample<"0, 0", "0.336683649215, -0.0304434216211", "0.8", "", "0.33, 0.7">,
                 Sample<"1, 2", "-0.378488491132, -0.207092963859", "0.8", "", "0.86, 0.2">];
}

def Stripfit : Extra<"stripfit", "strips fitted beside each other"> {
  let params = [Param<"dx", "1", "shift of each strip">];
  let formula = "|y| ≤ 1: w (x, y); above, y wrapped to [-1, 1] by k = y - y' and x moved by -dx "
                "k/2, below likewise";
  let body = [{
    Real wrappedY = wrapped(p.y, Real(1));
    return Point{weight * p.x - dx / 2 * (p.y - wrappedY), weight * wrappedY};
  }];
  let sampleParams = "0.7";
  let samples = [First<"0.728, -0.088">, Second<"-0.792, 0.552">,
                 Sample<"0.3, 1.8", "-0.46, -0.16", "0.8">,
                 Sample<"0.3, -2.4", "0.94, -0.32", "0.8">];
}

def Stwin : Extra<"stwin", "a twist by hyperbolas"> {
  let params = [Param<"distort", "1", "frequency">,
                Param<"offset_xy", "0", "phase">,
                Param<"offset_x2", "0", "width in x">,
                Param<"offset_y2", "0", "width in y">];
  let formula = "(s, t) = 0.05 w (x, y), S = s² + offset_x2/10⁴, T = t² + offset_y2/10⁴, k = (S "
                "- T) sin(2π distort (s + t + offset_xy/10))/(S + T): (w x + k, w y + k)";
  let body = [{
    Point q = 0.05 * weight * p;
    Real s = q.x * q.x + 1e-4 * offset_x2, t = q.y * q.y + 1e-4 * offset_y2;
    Real wave = sin(twoPi * distort * (q.x + q.y + 0.1 * offset_xy));
    Real k = (s - t) * wave / select(s + t == 0, Real(1), s + t);
    return weight * p + Point{k, k};
  }];
  let sampleParams = "1.3, 0.4, 1, 2";
  let samples = [First<"1.13476414397, 0.318764143974">, Second<"-0.731102894459, 0.612897105541">];
}

def SuperShape3D : Extra<"superShape3D", "a supershape of space, seen from above"> {
  let unverified = onlyFractorium;
  let params = [Param<"rho", "9.9", "how far around the z axis; π² is once">,
                Param<"phi", "2.5", "how far up and down; π²/4 is all", [], "-inf", "inf", "height">,
                Param<"m1", "6", "symmetry around">,
                Param<"m2", "3", "symmetry up and down">,
                Param<"a1", "1", "divisor of the cosine around">,
                Param<"a2", "1", "divisor of the cosine up and down">,
                Param<"b1", "1", "divisor of the sine around">,
                Param<"b2", "1", "divisor of the sine up and down">,
                Param<"n1_1", "1", "overall exponent around">,
                Param<"n1_2", "1", "overall exponent up and down">,
                Param<"n2_1", "1", "exponent of the cosine around">,
                Param<"n2_2", "1", "exponent of the cosine up and down">,
                Param<"n3_1", "1", "exponent of the sine around">,
                Param<"n3_2", "1", "exponent of the sine up and down">,
                Param<"spiral", "0", "how the radius around grows">,
                Param<"toroidmap", "0", "1: a torus", [], "0", "1">];
  let draws = [U01, U01, Bit];
  let generator = 1;
  let formula = "S(t) = (|cos(m t/4)/a|^n2 + |sin(m t/4)/b|^n3)^n1, α = 2/π rho u1, β = ± 2/π phi u2, - where the bit u3 is 1: w (S1(α) + spiral "
                "α) S2(β) cos β (cos α, sin α), or as a torus w (S1(α) + spiral α + S2(β) cos β) (cos α, sin α)";
  let body = [{
    auto radius = [](Real angle, Real m, Real a, Real b, Real n1, Real n2, Real n3) {
      Real turned = angle * m / 4;
      return pow(pow(abs(cos(turned) / a), n2) + pow(abs(sin(turned) / b), n3), n1);
    };
    Real around = 2 / pi * rho * u[0], up = 2 / pi * height * select(u[2] > 0.5, -u[1], u[1]);
    Real across = radius(around, m1, a1, b1, n1_1, n2_1, n3_1) + spiral * around;
    Real along = radius(up, m2, a2, b2, n1_2, n2_2, n3_2);
    Bool torus = chosen(toroidmap, 1);
    return weight * select(torus, across + along * cos(up), across * along * cos(up)) * direction(around);
  }];
  let depth = [{
    Real up = 2 / pi * height * select(u[2] > 0.5, -u[1], u[1]), turned = up * m2 / 4;
    Real along = pow(pow(abs(cos(turned) / a2), n2_2) + pow(abs(sin(turned) / b2), n3_2), n1_2);
    return weight * along * sin(up);
  }];
  let notes = "In JWildfire, and in the superformula, the last exponent is -1/n1.";
  let sampleParams = "9.9, 2.5, 6, 3, 1.1, 0.9, 1.2, 0.8, 1.3, 0.7, 1.1, 0.8, 0.9, 1.4, 0.2, 0";
  let samples = [First<"-0.251092483812, 0.7577865246", "0.3, 0.7, 1">,
                 Second<"0.55806925432, -1.63119835096", "0.8, 0.4, 0">,
                 Sample<"0.3, 0.2", "-2.04241289467, -1.52043986434", "0.8", "9.9, 2.5, 6, 3, 1.1, 0.9, 1.2, 0.8, 1.3, 0.7, 1.1, 0.8, 0.9, 1.4, 0.2, 1", "0.6, 0.2, 0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.251092483812, 0.7577865246, -1.03663137504", "0.8", "9.9, 2.5, 6, 3, 1.1, 0.9, 1.2, 0.8, 1.3, 0.7, 1.1, 0.8, 0.9, 1.4, 0.2, 0", "0.3, 0.7, 1">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.55806925432, -1.63119835096, 0.616747362759", "0.8", "9.9, 2.5, 6, 3, 1.1, 0.9, 1.2, 0.8, 1.3, 0.7, 1.1, 0.8, 0.9, 1.4, 0.2, 0", "0.8, 0.4, 0">];
}

def SuperShape3DWf : Extra<"superShape3D_wf", "a supershape of space by the superformula, seen from above"> {
  let params = [Param<"rho", "9.9", "how far around the z axis; π² is once">,
                Param<"phi", "2.5", "how far up and down; π²/4 is all", [], "-inf", "inf", "height">,
                Param<"m1", "6", "symmetry around">,
                Param<"m2", "3", "symmetry up and down">,
                Param<"a1", "1", "divisor of the cosine around">,
                Param<"a2", "1", "divisor of the cosine up and down">,
                Param<"b1", "1", "divisor of the sine around">,
                Param<"b2", "1", "divisor of the sine up and down">,
                Param<"n1_1", "1", "overall exponent around">,
                Param<"n1_2", "1", "overall exponent up and down">,
                Param<"n2_1", "1", "exponent of the cosine around">,
                Param<"n2_2", "1", "exponent of the cosine up and down">,
                Param<"n3_1", "1", "exponent of the sine around">,
                Param<"n3_2", "1", "exponent of the sine up and down">,
                Param<"spiral", "0", "how the radius around grows">,
                Param<"toroidmap", "0", "1: a torus", [], "0", "1">];
  let draws = [U01, U01, Bit];
  let generator = 1;
  let formula = "S(t) = (|cos(m t/4)/a|^n2 + |sin(m t/4)/b|^n3)^(-1/n1), α = 2/π rho u1, β = ± 2/π phi u2, - where the bit u3 is 1: w (S1(α) + spiral "
                "α) S2(β) cos β (cos α, sin α), or as a torus w (S1(α) + spiral α + S2(β) cos β) (cos α, sin α)";
  let body = [{
    auto radius = [](Real angle, Real m, Real a, Real b, Real n1, Real n2, Real n3) {
      Real turned = angle * m / 4;
      return pow(pow(abs(cos(turned) / a), n2) + pow(abs(sin(turned) / b), n3), -1 / n1);
    };
    Real around = 2 / pi * rho * u[0], up = 2 / pi * height * select(u[2] > 0.5, -u[1], u[1]);
    Real across = radius(around, m1, a1, b1, n1_1, n2_1, n3_1) + spiral * around;
    Real along = radius(up, m2, a2, b2, n1_2, n2_2, n3_2);
    Bool torus = chosen(toroidmap, 1);
    return weight * select(torus, across + along * cos(up), across * along * cos(up)) * direction(around);
  }];
  let depth = [{
    Real up = 2 / pi * height * select(u[2] > 0.5, -u[1], u[1]), turned = up * m2 / 4;
    Real along = pow(pow(abs(cos(turned) / a2), n2_2) + pow(abs(sin(turned) / b2), n3_2), -1 / n1_2);
    return weight * along * sin(up);
  }];
  let notes = "What JWildfire calls superShape3d.";
  let sampleParams = "9.9, 2.5, 6, 3, 1.1, 0.9, 1.2, 0.8, 1.3, 0.7, 1.1, 0.8, 0.9, 1.4, 0.2, 0";
  let samples = [First<"-0.0671662727162, 0.20270497786", "0.3, 0.7, 1">,
                 Second<"0.242024061563, -0.707419817625", "0.8, 0.4, 0">,
                 Sample<"0.3, 0.2", "-1.47576491832, -1.09860832649", "0.8", "9.9, 2.5, 6, 3, 1.1, 0.9, 1.2, 0.8, 1.3, 0.7, 1.1, 0.8, 0.9, 1.4, 0.2, 1", "0.6, 0.2, 0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.0671662727162, 0.20270497786, -0.339332480194", "0.8", "9.9, 2.5, 6, 3, 1.1, 0.9, 1.2, 0.8, 1.3, 0.7, 1.1, 0.8, 0.9, 1.4, 0.2, 0", "0.3, 0.7, 1">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.242024061563, -0.707419817625, 0.279808859485", "0.8", "9.9, 2.5, 6, 3, 1.1, 0.9, 1.2, 0.8, 1.3, 0.7, 1.1, 0.8, 0.9, 1.4, 0.2, 0", "0.8, 0.4, 0">];
}

def Svf : Extra<"svf", "a single-valued function on a sphere"> {
  let params = [Param<"n", "2", "frequency of the waves">];
  let formula = "w cos y cos(n y) (cos x, sin x)";
  let body = [{ return weight * cos(p.y) * cos(n * p.y) * direction(p.x); }];
  let depth = [{ return weight * sin(p.y) * cos(n * p.y); }];
  let sampleParams = "2.7";
  let samples = [First<"0.46666254148, 0.60030040449">,
                 Second<"-0.0975208804785, 0.148590297349">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.265627961025, 0.223735345097, -0.146835128208", "0.8", "2.7">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.359786892597, 0.111295128015, -0.474585043526", "0.8", "2.7">];
}

def Swirl3 : Extra<"swirl3", "rotation by the logarithm of the radius"> {
  let losesDepth = 1;
  let params = [Param<"shift", "0.5", "angle for each factor e of the radius">];
  let formula = "w (x, y), turned by shift ln r";
  let body = [{ return weight * rotated(p, shift / 2 * log(lengthSquared(p))); }];
  let sampleParams = "0.7";
  let samples = [First<"0.721289188225, -0.132173775577">,
                 Second<"-0.857559113649, 0.443351290286">];
}

/// A value of synth: the point, base and mode and, after them, 0 or 1 for a smooth interpolation.
class SynthSample<string point, string result, string mode, string smooth = "0">
    : Sample<point, result, "0.8",
             mode # ", 1.3, 1, " # smooth # ", 0.4, 0, 0.3, 3, 0.2, 0, 0.2, 4, 0, 2, 0.5, 1, "
             "0.1, 5, 0, 1, 0, 2, 0.3, 7, -0.2, 5, 0, 0, 0, 0, 0, 1, 0, 0">;

def Swirl3r : Extra<"swirl3r", "a logarithmic swirl between two circles"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"shift", "0.5", "strength">,
                Param<"min", "0.5", "radius where it begins", [], "0", "inf", "first">,
                Param<"max", "1", "radius where it ends", [], "0", "inf", "last">];
  let formula = "w (x, y), turned by shift ln R, R the radius r, but at least min and at most max";
  let body = [{
    Real low = min(first, last), high = max(first, last);
    auto turn = [&](Real r) { return select(r > 0, shift * log(max(r, Real(tiny))), Real(0)); };
    Real r = length(p);
    return weight * rotated(p, select(r < low, turn(low), select(r > high, turn(high), turn(r))));
  }];
  let notes = "On GPUs Fractorium turns nothing: w (x, y).";
  let sampleParams = "0.7, 0.3, 1.1";
  let samples = [First<"0.721289188225, -0.132173775577">,
                 Second<"-0.82703852683, 0.497971158942">,
                 Sample<"0.2, 0.1", "0.166182021811, -0.0662082746101", "0.8">,
                 Sample<"0.6, -0.5", "0.403977832342, -0.476657016078", "0.8">,
                 Sample<"0.2, 0.1", "0.149152909311, -0.0987593521847", "0.8", "0.7, 1.1, 0">];
}

def SymNg12 : Extra<"sym_ng12", "moved, then one of the eight images in a square"> {
  let params = [Param<"space", "0", "distance from the diagonal">,
                Param<"spacex", "0", "distance from the y axis">,
                Param<"spacey", "0", "distance from the x axis">];
  let draws = [Bit, Bit, Bit];
  let formula = "q = (x + space, y + space), exchanged where u1 is 1: w (± (qx + spacex), ± (qy + spacey)), signs by u2 and u3";
  let body = [{
    Point q = p + Point{space, space};
    q = select(u[0] > 0.5, swapped(q), q) + Point{spacex, spacey};
    return weight * Point{select(u[1] > 0.5, -q.x, q.x), select(u[2] > 0.5, -q.y, q.y)};
  }];
  let sampleParams = "0.1, 0.2, -0.3";
  let samples = [First<"0.152, -0.568", "1, 0, 1">, Second<"0.552, 0.392", "0, 1, 0">];
}

def SymNg15 : Extra<"sym_ng15", "moved, then one of the six images in a triangle"> {
  let params = [Param<"radius", "0", "√2 times how far points are moved along the diagonal">,
                Param<"stepx", "0", "distance of the two halves in x">,
                Param<"stepy", "0", "distance of the two halves in y">];
  let draws = [U01, Bit];
  let formula = "(X, Y) = (x, y) + radius/√2 (1, 1), c = 0.866; k = trunc(6 u1) chooses (Y, -X), (-Y, -X), (c X - Y/2, X/2 + "
                "c Y), (c X + Y/2, X/2 - c Y), (-c X - Y/2, X/2 - c Y) or (-c X + Y/2, X/2 + c Y); w times that ± "
                "(stepx, stepy)/2, + where u2 is 1";
  let body = [{
    const double ofX[] = {0, 0, 0.866, 0.866, -0.866, -0.866}, crossed[] = {1, -1, -0.5, 0.5, -0.5, 0.5};
    const double crossedY[] = {-1, -1, 0.5, 0.5, 0.5, 0.5}, ofY[] = {0, 0, 0.866, -0.866, -0.866, 0.866};
    Int k = toInt(6 * u[0]);
    Real shift = abs(radius) / std::numbers::sqrt2, side = u[1] - 0.5;
    Point q = p + Point{shift, shift};
    return weight * Point{lookup(ofX, k) * q.x + lookup(crossed, k) * q.y + side * stepx,
                          lookup(crossedY, k) * q.x + lookup(ofY, k) * q.y + side * stepy};
  }];
  let sampleParams = "0.4, 0.2, -0.3";
  let samples = [First<"-0.0582741699797, -1.07427416998", "0.3, 1">,
                 Second<"0.799055653787, 0.511122516192", "0.95, 0">,
                 Sample<"0.5, 0.2", "0.30627416998, -0.50627416998", "0.8", "", "0.1, 0">,
                 Sample<"0.5, 0.2", "0.655490516192, 0.0986236537874", "0.8", "", "0.6, 0">];
}

def Synth : Extra<"synth", "waves laid on the angle, the radius or a coordinate"> {
  let params = [Param<"a", "1", "base of the waves">,
                Param<"mode", "3", "what the waves are laid on, 0 to 19">,
                Param<"power", "-2", "exponent of the radius">,
                Param<"mix", "1", "without effect in these modes", [], "-inf", "inf", "fixed">,
                Param<"smooth", "0", "interpolation: 0 linear, 1 smooth">,
                Param<"b", "0", "strength of wave b">,
                Param<"b_type", "0", "its shape">,
                Param<"b_skew", "0", "its asymmetry, -1 to 1">,
                Param<"b_frq", "1", "its frequency">,
                Param<"b_phs", "0", "its phase">,
                Param<"b_layer", "0", "0: added, 1: multiplied, 2: maximum, 3: minimum">,
                Param<"c", "0", "strength of wave c">,
                Param<"c_type", "0", "its shape">,
                Param<"c_skew", "0", "its asymmetry, -1 to 1">,
                Param<"c_frq", "1", "its frequency">,
                Param<"c_phs", "0", "its phase">,
                Param<"c_layer", "0", "0: added, 1: multiplied, 2: maximum, 3: minimum">,
                Param<"d", "0", "strength of wave d">,
                Param<"d_type", "0", "its shape">,
                Param<"d_skew", "0", "its asymmetry, -1 to 1">,
                Param<"d_frq", "1", "its frequency">,
                Param<"d_phs", "0", "its phase">,
                Param<"d_layer", "0", "0: added, 1: multiplied, 2: maximum, 3: minimum">,
                Param<"e", "0", "strength of wave e">,
                Param<"e_type", "0", "its shape">,
                Param<"e_skew", "0", "its asymmetry, -1 to 1">,
                Param<"e_frq", "1", "its frequency">,
                Param<"e_phs", "0", "its phase">,
                Param<"e_layer", "0", "0: added, 1: multiplied, 2: maximum, 3: minimum">,
                Param<"f", "0", "strength of wave f">,
                Param<"f_type", "0", "its shape">,
                Param<"f_skew", "0", "its asymmetry, -1 to 1">,
                Param<"f_frq", "1", "its frequency">,
                Param<"f_phs", "0", "its phase">,
                Param<"f_layer", "0", "0: added, 1: multiplied, 2: maximum, 3: minimum">];
  let draws = [U01, U01, U01, U01];
  let formula = "F(t) is a with the waves b to f added to it, multiplied with it, or taken where "
                "they are larger or smaller, S(R, F) = R F. Mode 0: w S((r² + ε)^((power + "
                "1)/2), F(θ)) (sin θ, cos θ); the other modes are listed below";
  let body = [{
    auto F = [&](Real t) {
      return repeat<5>(a, [&](Real sum, unsigned i) {
        return synthLayer(sum, a, inputs.params + 5 + 6 * i, t);
      });
    };
    auto S = [&](Real size, Real factor) {
      return select(chosen(smooth, 1), synthCurve(size, factor), size * factor);
    };
    auto is = [&](int number) { return chosen(mode, number); };
    // Where the waves are evaluated: at the angle, at a radius or at a coordinate.
    Real squared = lengthSquared(p) + epsilon, r = length(p), angle = theta(p);
    Real tent = u[0] + u[1], powered = pow(squared, power / 2), zigzag = 2 * asin(2 * u[2] - 1);
    Real turn = select(is(2) | is(3) | is(12) | is(13), twoPi * u[2] - pi, angle);
    Real at = select(is(14) | is(15) | is(16), powered, turn);
    at = select(is(7) | is(8) | is(10) | is(11) | is(17) | is(18), p.x, at);
    at = select(is(6) | is(9), p.y, select(is(4), zigzag, at));
    Real wave = F(at), waveOfY = F(p.y);
    // Modes that keep a direction: its radius.
    Real ring = 1 + 0.1 * (tent - 1) * power, soft = (tent + 0.002 * u[3]) / 2.002;
    Real radius = select(is(0), pow(squared, (power + 1) / 2), r);
    radius = select(is(1), r / (r * r / 4 + 1), radius);
    radius = select(is(2), pow(soft * soft + epsilon, power / 2), radius);
    radius = select(is(3), pow(tent * tent / 4 + epsilon, -power / 2), radius);
    radius = S(select(is(12), ring, radius), wave);
    radius = radius * select(is(2), soft, Real(1));
    radius = select(is(19), pow(abs(radius), power), radius);
    radius = select(is(13), wave + 0.1 * pow(u[0] + epsilon, power), radius);
    radius = select(is(14), powered, select(is(16), r, radius));
    Real heading = select(is(14) | is(16), angle - 1 + wave, turn);
    Point result = radius * swapped(direction(heading));
    // Modes that shift, replace or mirror coordinates.
    Real shift = wave - 1, shiftByY = waveOfY - 1;
    result = select(is(4), Point{zigzag / pi, S(ring, wave) - 1}, result);
    result = select(is(6), Point{S(p.x, wave), p.y}, result);
    result = select(is(7), Point{p.x, S(p.y, wave)}, result);
    result = select(is(8), Point{S(p.x, waveOfY), S(p.y, wave)}, result);
    result = select(is(9), Point{p.x + shift, p.y}, result);
    result = select(is(10), Point{p.x, p.y + shift}, result);
    result = select(is(11), Point{p.x + shiftByY, p.y + shift}, result);
    result = select(is(15), p + shift * Point{cos(angle), -sin(angle)}, result);
    result = select(is(17), Point{p.x, 2 * shift - p.y}, result);
    result = select(is(18), Point{2 * shiftByY - p.x, 2 * shift - p.y}, result);
    return weight * result;
  }];
  let notes = "Shapes: 0 sine, 1 cosine, 2 square, 3 saw, 4 triangle, 5 concave, 6 convex, 7 "
              "polygon, 8 inverse polygon. Modes that set the radius at angle θ: 0 spherical, 1 "
              "bubble, 5 the radius itself, 19 its power; at a random angle: 2, 3 soft discs, "
              "12, 13 rings; 4 a zigzag line. 6, 7, 8 scale x by the wave of y, y by that of x, "
              "both; 9, 10, 11 shift them; 17, 18 mirror y or both in the waves. 14, 16 turn by "
              "the wave of the radius, 15 moves along the tangent. With smooth = 1, S follows a "
              "parabola that leaves R = 0 and large R alone.";
  let sampleParams = "1.2, 0, 1.3, 1, 0, 0.4, 0, 0.3, 3, 0.2, 0, 0.2, 4, 0, 2, 0.5, 1, 0.1, 5, "
                       "0, 1, 0, 2, 0.3, 7, -0.2, 5, 0, 0, 0, 0, 0, 1, 0, 0";
  let samples = [First<"0.743537781702, -0.0898781933925">,
                 Second<"-1.34660158903, 0.938540501444">,
                 SynthSample<"0.91, -0.11", "0.697989494788, -0.0843723565128", "1.2, 0", "1">,
                 SynthSample<"0.91, -0.11", "0.688099092646, -0.0831768133968", "1.2, 1">,
                 SynthSample<"0.91, -0.11", "0.0665489107721, 0.2048164871", "1.2, 2">,
                 SynthSample<"0.91, -0.11", "0.805472933099, 2.47899078584", "1.2, 3">,
                 SynthSample<"0.91, -0.11", "0.60912018525, 1.8746791663", "1.2, 3", "1">,
                 SynthSample<"0.91, -0.11", "0.0510148486868, 0.238464267983", "1.2, 4">,
                 SynthSample<"0.91, -0.11", "0.832634307057, -0.100648103051", "1.2, 5">,
                 SynthSample<"0.91, -0.11", "0.972105718537, -0.088", "1.2, 6">,
                 SynthSample<"0.91, -0.11", "0.919400063151, -0.088", "1.2, 6", "1">,
                 SynthSample<"0.91, -0.11", "0.728, -0.127549189416", "1.2, 7">,
                 SynthSample<"0.91, -0.11", "0.972105718537, -0.127549189416", "1.2, 8">,
                 SynthSample<"0.91, -0.11", "0.919400063151, -0.0903910130612", "1.2, 8", "1">,
                 SynthSample<"0.91, -0.11", "0.996248042349, -0.088", "1.2, 9">,
                 SynthSample<"0.91, -0.11", "0.728, 0.271538085604", "1.2, 10">,
                 SynthSample<"0.91, -0.11", "0.996248042349, 0.271538085604", "1.2, 11">,
                 SynthSample<"0.91, -0.11", "0.32712366014, 1.00678310343", "1.2, 12">,
                 SynthSample<"0.91, -0.11", "0.32712366014, 1.00678310343", "1.2, 12", "1">,
                 SynthSample<"0.91, -0.11", "0.33229174912, 1.02268884581", "1.2, 13">,
                 SynthSample<"0.91, -0.11", "0.599889772492, -0.387934570673", "1.2, 14">,
                 SynthSample<"0.91, -0.11", "0.684438967078, -0.44836854508", "1.2, 15">,
                 SynthSample<"0.91, -0.11", "0.615763661664, -0.398199840499", "1.2, 16">,
                 SynthSample<"0.91, -0.11", "0.728, 0.807076171207", "1.2, 17">,
                 SynthSample<"0.91, -0.11", "-0.191503915303, 0.807076171207", "1.2, 18">,
                 SynthSample<"0.91, -0.11", "0.84451735591, -0.10208451555", "1.2, 19">,
                 SynthSample<"0.6, 0.4", "0.471434603719, 0.314289735812", "0.7, 5", "1">];
}
