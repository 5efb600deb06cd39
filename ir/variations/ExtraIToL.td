// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, I to L. ir/Variation.td says what a record means and what a body may use.

def Idisc : Extra<"idisc", "the angle as radius, turned by the inverse radius"> {
  let formula = "A = π/(r + 1): w φ/π (cos A, sin A)";
  let body = [{ return weight / pi * phi(p) * direction(pi / (length(p) + 1)); }];
  let samples = [First<"0.00209157811103, -0.0305615032152">,
                 Second<"0.0945728541679, 0.638027501561">];
}

def Inkdrop : Extra<"inkdrop", "pushes points away from a drop"> {
  let params = [Param<"r", "0.5", "radius of the drop">,
                Param<"x", "0", "x of the drop">,
                Param<"y", "0", "y of the drop">];
  let formula = "L = (x, y) - (x, y of the drop): w ((x, y) + (√(|L|² + r²) - |L|) L/|L|)";
  let body = [{
    Point local = p - Point{x, y};
    Real distance = length(local), push = sqrt(distance * distance + r * r) - distance;
    return weight * (p + push * direction(phi(local)));
  }];
  let sampleParams = "0.8, 0.2, -0.1";
  let samples = [First<"1.01565341254, -0.0920514565147">,
                 Second<"-0.93114929952, 0.644376425732">];
}

def Interference2 : Extra<"interference2", "the sum of two waves, for each coordinate"> {
  let params = [Param<"a1", "1", "amplitude of wave 1", ["intrfr2_a1"]>,
                Param<"b1", "1", "frequency of wave 1", ["intrfr2_b1"]>,
                Param<"c1", "0", "phase of wave 1", ["intrfr2_c1"]>,
                Param<"p1", "1", "exponent of wave 1", ["intrfr2_p1"]>,
                Param<"t1", "0", "shape of wave 1; 0: sine, 1: triangle, 2: square", ["intrfr2_t1"]>,
                Param<"a2", "1", "amplitude of wave 2", ["intrfr2_a2"]>,
                Param<"b2", "1", "frequency of wave 2", ["intrfr2_b2"]>,
                Param<"c2", "0", "phase of wave 2", ["intrfr2_c2"]>,
                Param<"p2", "1", "exponent of wave 2", ["intrfr2_p2"]>,
                Param<"t2", "0", "shape of wave 2; 0: sine, 1: triangle, 2: square", ["intrfr2_t2"]>];
  let formula = "w (V1(x) + V2(x), V1(y) + V2(y)), V(t) = a W(b t + c)^p with the absolute sine or, where that is not "
                "negative, 1, else 0, as W; for the triangle 2a times a power of one of height 1/2";
  let body = [{
    auto along = [&](Real t) { return interferenceWave(inputs.params, t) + interferenceWave(inputs.params + 5, t); };
    return weight * Point{along(p.x), along(p.y)};
  }];
  let sampleParams = "0.8, 1.3, 0.2, 1.1, 0, 0.7, 0.9, -0.3, 0.8, 1";
  let samples = [First<"0.892868954517, 0.242296664358">,
                 Second<"1.07518493332, 0.743484724647">,
                 Sample<"0.91, -0.11", "0.959581641467, 0.90284410438", "0.8", "0.8, 1.3, 0.2, 1.1, 2, 0.7, 0.9, -0.3, 0.8, 0", "">];
}

def Invsquircular : Extra<"invsquircular", "the square onto the disc, along rays"> {
  let formula = "w √(1 - x²y²/r²) (x, y)";
  let body = [{
    Real squared = lengthSquared(p);
    Real left = squared - square(p.x * p.y);
    return weight * sqrt(max(left, Real(0)) / squared) * p;
  }];
  let notes = "Where |xy| > r the root is taken as 0; in other programs such a point is NaN.";
  let samples = [First<"0.723646009151, -0.0874736934139">,
                 Second<"-0.652888308913, 0.455043366818">];
}

def InvsquircularWf : Extra<"invsquircular_wf", "the square onto the disc, scaled by the weight within"> {
  let formula = "q = √((r² - √(r² (w² r² - 4x²y²)/w))/2): (q/x, q/y)";
  let body = [{
    Real squared = lengthSquared(p), product = 4 * square(p.x * p.y);
    Real root = sqrt(squared * (square(weight) * squared - product) / weight);
    // The difference of r² and the root, without cancellation.
    Real rest = squared * (squared * (1 - weight) + product / weight) / (squared + root);
    Real q = sqrt(rest / 2);
    return Point{q / p.x, q / p.y};
  }];
  let partial = 1;
  let notes = "What JWildfire calls invsquircular. Where a root is of a negative number the point is NaN.";
  let samples = [First<"0.266074044245, -2.20115800239">,
                 Sample<"-0.3, 0.2", "-0.202912907347, 0.30436936102", "1">,
                 Sample<"0.6, 0.9", "0.373845048629, 0.249230032419", "1.5">];
}

def JacCn : Extra<"jac_cn", "Jacobi's elliptic cosine"> {
  let losesDepth = 1;
  let params = [Param<"k", "0.5", "the parameter, the square of the modulus", [], "-1", "1">];
  let formula = "a of x for the parameter 1 - k, b of y for k: w (cn a cn b, -sn a dn a sn b dn b) / (k sn²a sn²b + cn²b)";
  let body = [{
    Jacobi<B> a = jacobi(p.x, 1 - k), b = jacobi(p.y, k);
    Real bottom = k * square(a.sn * b.sn) + square(b.cn);
    return weight / bottom * Point{a.cn * b.cn, -(a.dn * a.sn * b.dn * b.sn)};
  }];
  let notes = "At k = 1/2 it is cn(x + iy | k). At others it would be with k and 1 - k exchanged; programs have it so.";
  let sampleParams = "0.3";
  let samples = [First<"0.538280828945, 0.0514872213831">,
                 Second<"0.571428272044, 0.407961042345">,
                 Sample<"0.7, -0.4", "0.736767753851, 0.160384787631", "0.8", "-0.6">,
                 Sample<"2.5, 1.3", "-0.546617974727, -0.471380575807", "0.8", "0.9">];
}

def JacDn : Extra<"jac_dn", "Jacobi's elliptic delta amplitude"> {
  let losesDepth = 1;
  let params = [Param<"k", "0.5", "the parameter, the square of the modulus", [], "-1", "1">];
  let formula = "a of x for the parameter 1 - k, b of y for k: w (dn a cn b dn b, -k sn a cn a sn b) / (k sn²a sn²b + cn²b)";
  let body = [{
    Jacobi<B> a = jacobi(p.x, 1 - k), b = jacobi(p.y, k);
    Real bottom = k * square(a.sn * b.sn) + square(b.cn);
    return weight / bottom * Point{a.dn * b.cn * b.dn, -(k * a.cn * a.sn * b.sn)};
  }];
  let notes = "At k = 1/2 it is dn(x + iy | k). At others it would be with k and 1 - k exchanged; programs have it so.";
  let sampleParams = "0.3";
  let samples = [First<"0.628450439265, 0.0132299617319">,
                 Second<"0.651514628321, 0.107343932134">,
                 Sample<"0.7, -0.4", "0.642491452471, -0.110351357311", "0.8", "-0.6">,
                 Sample<"2.5, 1.3", "0.39662349711, 0.584681915711", "0.8", "0.9">];
}

def JacSn : Extra<"jac_sn", "Jacobi's elliptic sine"> {
  let losesDepth = 1;
  let params = [Param<"k", "0.5", "the parameter, the square of the modulus", [], "-1", "1">];
  let formula = "a of x for the parameter 1 - k, b of y for k: w (sn a dn b, cn a dn a sn b cn b) / (k sn²a sn²b + cn²b)";
  let body = [{
    Jacobi<B> a = jacobi(p.x, 1 - k), b = jacobi(p.y, k);
    Real bottom = k * square(a.sn * b.sn) + square(b.cn);
    return weight / bottom * Point{a.sn * b.dn, a.cn * a.dn * b.sn * b.cn};
  }];
  let notes = "At k = 1/2 it is sn(x + iy | k). At others it would be with k and 1 - k exchanged; programs have it so.";
  let sampleParams = "0.3";
  let samples = [First<"0.598733327832, -0.0462886946791">,
                 Second<"-0.86317322098, 0.2700738019">,
                 Sample<"0.7, -0.4", "0.597709544222, -0.19769859939", "0.8", "-0.6">,
                 Sample<"2.5, 1.3", "0.551040347949, -0.467597511929", "0.8", "0.9">];
}

def JapaneseMapleLeaf : Extra<"japanese_maple_leaf", "a maple leaf"> {
  let params = [Param<"filled", "0.15", "part of the points that fill the leaf">];
  let draws = [U01, U01];
  let formula = "t = θ/2 + π/2: Hamid Naderi Yeganeh's leaf L(t), times u2 where u1 < filled: "
                "2w/3 L";
  let body = [{
    auto power = [](Real t, int exponent) {
      Real squared = t * t, fourth = squared * squared;
      Real eighth = fourth * fourth;
      return exponent == 2 ? squared : eighth * (exponent == 9 ? t : squared);
    };
    Real t = theta(p) / 2 + halfPi;
    Real c = cos(t), c3 = cos(3 * t), c8 = cos(8 * t), ribs = power(c8 * cos(24 * t), 10);
    Real fine = cos(80 * t), teeth = power(fine, 2) / 6 + power(fine, 10) / 15;
    Real lobes = 1 - power(sin(8 * t), 10), stem = 1 - power(c, 10) * power(c3, 2);
    Real point = stem + power(c, 9) * power(cos(5 * t), 10) / 30;
    Real base = 4.0 / 15 + power(c8, 2) + ribs / 5;
    Real across = (base + teeth) * lobes * sin(2 * t) * (1 + sin(t)) * point;
    Real along = (base + teeth * stem * lobes) * cos(2 * t) * (1 + sin(t) + power(c * c3, 10));
    Real size = weight * 0.667 * select(filled > u[0], u[1], Real(1));
    return size * Point{across, along};
  }];
  let sampleParams = "0.4";
  let samples = [First<"-0.637824162156, 0.0785981112299">,
                 Second<"0.530436543433, -0.374472079815">];
}

def Joukowski : Extra<"joukowski", "the Joukowski map, of airfoils, or its inverse"> {
  let params = [Param<"P1", "2.5", "root of the factor of 1/z", [], "-inf", "inf", "p1">,
                Param<"P2", "0", "shift to the left", [], "-inf", "inf", "p2">,
                Param<"inverse", "0", "1: the inverse">];
  let formula = "z0 = -P2 + i/5; inverse = 0: q = z + z0: w (q + P1²/q); else w times the longer "
                "of z/2 ± √(z²/4 - P1²) - z0";
  let body = [{
    Point offset{-p2, 0.2}, q = p + offset;
    Point forward = q + complexQuotient(Point{p1 * p1, 0}, q);
    Point root = complexRoot(complexProduct(p, p) / 4 - Point{p1 * p1, 0});
    Point one = p / 2 + root - offset, other = p / 2 - root - offset;
    Point back = select(lengthSquared(one) > lengthSquared(other), one, other);
    return weight * select(chosen(inverse, 0), forward, back);
  }];
  let sampleParams = "0.8, 0.2, 0";
  let samples = [First<"1.27772276455, -0.0179648574775">, Second<"-1.2279170365, 0.505641880264">,
                 Sample<"0.3, 0.7", "0.328702204309, 0.809907171078", "0.8", "0.8, 0.2, 1">];
}

def Julia3D : Extra<"julia3D", "n-th root of the distance in space"> {
  let params = [Param<"power", "2", "number of branches; negative inverts">];
  let draws = [U01];
  let formula = "A = (φ + 2π trunc(|power| u1)) / power: w r^(1/power) (cos A, sin A)";
  let body = [{ return weight * branchedRoot(p, power, Real(1), u[0]); }];
  let notes = "In space z shortens the radius; this is the slice z = 0, where it equals julian "
              "with dist 1.";
  let sampleParams = "-3";
  let space = [{ return spatialRoot(p, z, power, weight) * length(p) * direction((phi(p) + twoPi * branch(power, u[0])) / power); }];
  let depth = [{ return spatialRoot(p, z, power, weight) * z / abs(power); }];
  let samples = [First<"0.822893499955, 0.0330144851198">,
                 Second<"0.499137929466, -0.561696580751">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.287060683385, -0.785065293548, 0.172801371952", "0.8", "-3", "0.6">, SpaceSample<"-0.3, 0.9, -1.2", "-0.667664749352, -0.295241390747, -0.307807644505", "0.8", "-3", "0.6">];
}

def Julia3Dq : Extra<"julia3Dq", "a rational power of space, at a random branch"> {
  let params = [Param<"power", "3", "order of the root">,
                Param<"divisor", "2", "exponent above the root">];
  let draws = [U01];
  let formula = "q = divisor/power: w r^q (cos a, sin a), a = q φ + 2π n/power, n = floor(|power| u1)";
  let body = [{
    Real ratio = divisor / power, angle = phi(p) * ratio + twoPi * branch(power, u[0]) / power;
    return weight * pow(lengthSquared(p) + tiny, ratio / 2) * direction(angle);
  }];
  let space = [{
    Real ratio = divisor / power, angle = phi(p) * ratio + twoPi * branch(power, u[0]) / power;
    Real squared = lengthSquared(p) + square(z * ratio) + tiny;
    return weight * pow(squared, (ratio - 1) / 2) * length(p) * direction(angle);
  }];
  let depth = [{
    Real ratio = divisor / power, deep = z * abs(ratio);
    return weight * pow(lengthSquared(p) + deep * deep + tiny, (ratio - 1) / 2) * deep;
  }];
  let sampleParams = "3, 2";
  let samples = [First<"0.752464678322, -0.0604751035361">,
                 Second<"-0.106575909453, 0.900484786275">,
                 Sample<"0.3, 0.2", "1.27513993445, -0.38608130685", "0.8", "-2, 1">,
                 Sample<"-1.4, 0.6", "0.575918940682, -0.233632183271", "0.8", "5, -3">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.515791610284, -0.435416196904, 0.279079148093", "0.8", "3, 2", "0.7">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.469184859253, -0.0715757194971, -0.450257442133", "0.8", "-4, 3", "0.4">];
}

def Julia3Dz : Extra<"julia3Dz", "n-th root, with z divided by it"> {
  let params = [Param<"power", "2", "number of branches; negative inverts">];
  let draws = [U01];
  let formula = "A = (φ + 2π trunc(|power| u1)) / power: w r^(1/power) (cos A, sin A)";
  let body = [{ return weight * branchedRoot(p, power, Real(1), u[0]); }];
  let notes = "Its x and y do not depend on z.";
  let sampleParams = "4";
  let depth = [{ return weight * pow(lengthSquared(p) + tiny, 1 / (2 * power) - 0.5) * z / abs(power); }];
  let samples = [First<"0.0235375719874, 0.782422617107">,
                 Second<"-0.496168969147, 0.675917720218">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.751685365921, 0.0981101272406, 0.117532369356", "0.8", "4", "0.6">, SpaceSample<"-0.3, 0.9, -1.2", "-0.702797553612, -0.359774924569, -0.249672264722", "0.8", "4", "0.6">];
}

def Juliac : Extra<"juliac", "complex root, branch drawn at random"> {
  let params = [Param<"re", "2", "real part of the exponent's inverse, number of branches">,
                Param<"im", "0", "imaginary part, in hundredths">,
                Param<"dist", "1", "radial exponent">];
  let draws = [U01];
  let formula = "A = φ + 2π trunc(|re| u1), L = dist ln r, a = 1/(re + ε), b = im/100, B = a A + "
                "b L: w exp(a L - b A) (cos B, sin B)";
  let body = [{
    Real argument = phi(p) + twoPi * branch(re, u[0]);
    Real logarithm = dist / 2 * log(lengthSquared(p));
    Real a = 1 / (re + epsilon), b = im / 100;
    return weight * exp(a * logarithm - b * argument) * direction(a * argument + b * logarithm);
  }];
  let notes = "Branches are whole numbers below |re|.";
  let sampleParams = "3, 20, 0.9";
  let samples = [First<"0.797113944052, -0.0445002888336">,
                 Second<"0.325681532151, 0.392465126143">];
}

def Julian2 : Extra<"julian2", "n-th root of an affine map"> {
  let params = [Param<"power", "1", "number of branches; negative inverts">,
                Param<"dist", "1", "radial exponent">,
                Param<"a", "1", "x for each x">,
                Param<"b", "0", "x for each y">,
                Param<"c", "0", "y for each x">,
                Param<"d", "1", "y for each y">,
                Param<"e", "0", "offset in x">,
                Param<"f", "0", "offset in y">];
  let draws = [U01];
  let formula = "with (x', y') = (a x + b y + e, c x + d y + f): as julian";
  let body = [{
    Point q{a * p.x + b * p.y + e, c * p.x + d * p.y + f};
    return weight * branchedRoot(q, power, dist, u[0]);
  }];
  let sampleParams = "3, 0.9, 1.1, 0.2, -0.3, 0.8, 0.1, -0.2";
  let samples = [First<"0.837554883368, -0.135009739698">,
                 Second<"0.550996282303, 0.602499989201">];
}

def Julian3Dx : Extra<"julian3Dx", "n-th root in space, angle from an affine map"> {
  let params = [Param<"power", "1", "number of branches; negative inverts">,
                Param<"dist", "1", "radial exponent">,
                Param<"a", "1", "x for each x">,
                Param<"b", "0", "x for each y">,
                Param<"c", "0", "y for each x">,
                Param<"d", "1", "y for each y">,
                Param<"e", "0", "offset in x">,
                Param<"f", "0", "offset in y">];
  let draws = [U01];
  let formula = "with A the angle of julian2 and R² = r² + x²/power²: w r R^(dist/power - 1) "
                "(cos A, sin A)";
  let body = [{
    Point q{a * p.x + b * p.y + e, c * p.x + d * p.y + f};
    Real squared = lengthSquared(p), z = p.x / power;
    Real angle = (phi(q) + twoPi * branch(power, u[0])) / power;
    Real radius = pow(squared + z * z, (dist / power - 1) / 2) * sqrt(squared);
    return weight * radius * direction(angle);
  }];
  let sampleParams = "3, 0.9, 1.1, 0.2, -0.3, 0.8, 0.1, -0.2";
  let samples = [First<"0.74196097824, -0.119600470999">, Second<"0.556962248681, 0.609023617025">];
}

def JuliaNab : Extra<"juliaNab", "julian of the right half plane, bent and moved"> {
  let unverified = onlyFractorium;
  let params = [Param<"n", "1", "number of branches">,
                Param<"a", "1", "exponent above the root">,
                Param<"b", "1", "added to x and to y, whatever the weight">,
                Param<"separ", "1", "exponent of x in the angle">];
  let draws = [U01];
  let flattens = 1;
  let formula = "w r^(a/|n|) (cos t, sin t) + (b, b), t = (atan2(y, |x|^separ) + 2π floor(|n| u1))/|n|";
  let body = [{
    Real count = select(n == 0, Real(epsilon), abs(n));
    Real angle = (atan2(p.y, pow(abs(p.x), separ)) + twoPi * floor(count * u[0])) / count;
    return weight * pow(lengthSquared(p) + tiny, a / (2 * count)) * direction(angle) + Point{b, b};
  }];
  let depth = [{ return z; }];
  let notes = "In space it discards the z of the sum before it.";
  let sampleParams = "3, 0.8, 0.4, 1.3";
  let samples = [First<"1.18097710783, 0.36777605981">,
                 Second<"1.22377628801, 0.569878310893">,
                 Sample<"-0.3, 0.2", "0.0394959214236, -0.651050091077", "0.8", "-2.5, 1.1, -0.2, 0.7", "0.9">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "1.14192008566, 0.258225605784, 0.5", "0.8", "3, 0.8, 0.4, 1.3", "0.3">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.340044383356, -0.386558359274, -1.2", "0.8", "3, 0.8, 0.4, 1.3", "0.7">];
}

def Juliaq : Extra<"juliaq", "n-th root to a rational power"> {
  let params = [Param<"power", "3", "number of branches; negative inverts">,
                Param<"divisor", "2", "exponent before the root">];
  let draws = [U01];
  let formula = "A = (divisor φ + 2π trunc(|power| u1)) / power: w r^(divisor/power) (cos A, sin "
                "A)";
  let body = [{
    Real angle = (divisor * phi(p) + twoPi * branch(power, u[0])) / power;
    return weight * pow(lengthSquared(p), divisor / (2 * power)) * direction(angle);
  }];
  let sampleParams = "5, 2";
  let samples = [First<"0.273820585904, 0.722471823357">,
                 Second<"-0.554947336854, 0.660192673644">];
}

def Kaleidoscope : Extra<"kaleidoscope", "the half planes sheared and pulled apart"> {
  let losesDepth = 1;
  let params = [Param<"pull", "0", "distance of the halves">,
                Param<"rotate", "1", "scale before the turn">,
                Param<"line_up", "0", "offset of both">,
                Param<"x", "0", "offset of both halves in x">,
                Param<"y", "0", "offset of the upper half in y">];
  let formula = "c = cos 45°, s = sin 45°: (x (rotate c) - y s + line_up + kaleidoscope_x, y (rotate c) + x s ± (pull + "
                "line_up)), with kaleidoscope_y added for y > 0";
  let body = [{
    const double c = std::sqrt(0.5), s = c;
    Real along = rotate * p.x * c - p.y * s + line_up + x, across = rotate * p.y * c + p.x * s;
    Real beyond = pull + line_up;
    return Point{along, select(p.y > 0, across + beyond + y, across - beyond)};
  }];
  let notes = "The weight has no effect.";
  let sampleParams = "0.2, 0.9, 0.3, 0.1, -0.2";
  let samples = [First<"1.05690219972, 0.0734635995423">,
                 Second<"-0.717935821056, 0.0390775977422">];
}

def KaleidoscopeWf : Extra<"kaleidoscope_wf", "the half planes turned by 45 radians and pulled apart"> {
  let params = [Param<"pull", "0", "distance of the halves">,
                Param<"rotate", "1", "scale before the turn">,
                Param<"line_up", "1", "offset of both">,
                Param<"x", "0", "offset of both halves in x">,
                Param<"y", "0", "offset of the upper half in y">];
  let formula = "c = cos 45, s = sin 45: (x (rotate c) - y s + line_up + kaleidoscope_wf_x, y (rotate c) + x s ± (pull + "
                "line_up)), with kaleidoscope_wf_y added for y > 0";
  let body = [{
    const double c = std::cos(45.0), s = std::sin(45.0);
    Real along = rotate * p.x * c - p.y * s + line_up + x, across = rotate * p.y * c + p.x * s;
    Real beyond = pull + line_up;
    return Point{along, select(p.y > 0, across + beyond + y, across - beyond)};
  }];
  let notes = "What JWildfire calls kaleidoscope. The weight has no effect.";
  let sampleParams = "0.2, 0.9, 0.3, 0.1, -0.2";
  let samples = [First<"0.92383809654, 0.222315330433">,
                 Second<"-0.655185323965, -0.216169534233">];
}

def KochJs : Extra<"koch_js", "a curve of Helge von Koch's"> {
  let params = [Param<"level", "2", "how often it is folded, 1 to 7", [], "1", "7">,
                Param<"show_lines", "1", "share of its lines">,
                Param<"line_thickness", "0.5", "thickness of lines, in hundredths">,
                Param<"show_points", "0", "share of its corners">,
                Param<"point_thickness", "3", "radius of corners, in hundredths">];
  let draws = [U01, U01, U01, U01, U01];
  let generator = 1;
  let formula = "a segment [a, b] of 4^level, each 1/2 long, from (0, 0) to the right: w (a + u (b - a) + line_thickness/100 (v - 1/2, v' - 1/2)) "
                "or, as show_lines and show_points share it, w (a + point_thickness/100 v (cos, sin)(2π v'))";
  let body = [{
    const double rise = std::numbers::sqrt3 / 2;
    struct Walk {
      Point at, way;
      Real step, left;
    };
    // From the whole to the segment: each time one of four parts, a third as long; the two in the middle are turned.
    Real levels = roundHalfUp(level);
    Walk start{{0, 0}, {1, 0}, 0.5 * pow(Real(3), levels - 1), u[1]};
    Walk end = repeat<7>(start, [&](Walk walk, unsigned round) {
      Real part = floor(4 * walk.left);
      Bool isUp = part == 1, isDown = part == 2;
      Point offset{select(isDown, Real(1.5), select(isUp, Real(1), select(part == 3, Real(2), Real(0)))),
                   select(isDown, Real(rise), Real(0))};
      Point turn{select(isUp | isDown, Real(0.5), Real(1)), select(isUp, Real(rise), select(isDown, Real(-rise), Real(0)))};
      Bool isThere = Real(round) < levels;
      Point next = walk.at + walk.step * complexProduct(walk.way, offset), way = complexProduct(walk.way, turn);
      return Walk{select(isThere, next, walk.at), select(isThere, way, walk.way), walk.step / 3, 4 * walk.left - part};
    });
    Point line = (0.5 * u[2]) * end.way + line_thickness / 100 * Point{u[3] - 0.5, u[4] - 0.5};
    Point corner = point_thickness / 100 * u[3] * direction(twoPi * u[4]);
    return weight * (end.at + select(u[0] * (show_lines + show_points) < show_lines, line, corner));
  }];
  let notes = "JWildfire goes from segment to segment in order, where the segment is drawn here.";
  let sampleParams = "3, 1, 0.5, 1, 3";
  let samples = [First<"6.7116, 0.847304895709">, Second<"6.61269616145, 1.05670525162", "0.8, 0.7, 0.55, 0.9, 0.15">,
                 Sample<"1, 2", "472.4675, 215.765181258", "1", "7, 1, 20, 0, 3", "0.3, 0.4321, 0.55, 0.9, 0.15">,
                 Sample<"1, 2", "1.125, 0", "1", "1, 1, 0, 0, 3", "0.3, 0.99, 0.25, 0.9, 0.15">];
}

def LaceJs : Extra<"lace_js", "a lace of four turned copies"> {
  let draws = [U01];
  let formula = "u1 > 3/4: C = (1, 0), u1 > 1/2: (-1/2, √3/2), u1 > 1/4: (-1/2, -√3/2), else (0, "
                "0); A the angle of (x, y) - C: w ((Cy, Cx) - r/2 (sin A, cos A))";
  let body = [{
    const double side = std::numbers::sqrt3 / 2;
    Point center = select(u[0] > 0.75, Point{1, 0}, select(u[0] > 0.5, Point{-0.5, side},
                          select(u[0] > 0.25, Point{-0.5, -side}, Point{0, 0})));
    Point d = p - center;
    return weight * swapped(center - length(p) / 2 / length(d) * d);
  }];
  let samples = [First<"-0.866079144242, -0.723130594143">,
                 Second<"-1.15322427429, -0.255016546923">,
                 Sample<"0.3, 0.2", "-0.08, -0.12", "0.8", "", "0.1">,
                 Sample<"0.3, 0.2", "0.785096586444, -0.510838130668", "0.8", "", "0.6">,
                 Sample<"0.3, 0.2", "-0.0396208445235, 0.938672955832", "0.8", "", "0.9">];
}

def LayeredSpiral : Extra<"layered_spiral", "a spiral in layers"> {
  let params = [Param<"radius", "1", "size">];
  let formula = "t = r² + ε: w radius x (cos t, sin t)";
  let body = [{ return weight * radius * p.x * direction(lengthSquared(p) + epsilon); }];
  let sampleParams = "1.2";
  let samples = [First<"0.582965408883, 0.650636835759">,
                 Second<"-0.108674126763, -0.944166348782">];
}

def Lazyjess : Extra<"lazyjess", "a polygon turned, its corners folded back"> {
  let params = [Param<"n", "4", "number of corners, at least 2">,
                Param<"spin", "3.141592653589793", "angle by which it is turned">,
                Param<"space", "0", "width of the gap around it">,
                Param<"corner", "1", "where the corners go">];
  let formula = "within the polygon of n corners and size √2 w: w (x, y) turned by spin, or what then lies outside w times it, turned back by spin and "
                "on by 2π (corner - 1)/n and mirrored in x; else w (1 + space/r) (x, y)";
  let body = [{
    Real count = max(rint(n), Real(2)), slice = twoPi / count, vertex = halfPi - slice / 2;
    Bool isStrip = count < 2.5;
    auto reach = [&](Real angle) {
      Real part = fmod(angle + twoPi + slice / 2, slice);
      return weight * std::sqrt(2.0) * sin(vertex) / sin(pi - part - vertex);
    };
    Real r = length(p), across = abs(p.x);
    Bool inside = select(isStrip, across < weight, r < reach(phi(p)));
    Point turned = weight * rotated(p, spin);
    Bool stays = select(isStrip, abs(turned.x) < weight, length(turned) < reach(phi(p) + spin));
    Point back = weight * rotated(turned, slice * (corner - 1) - spin);
    Point folded = select(isStrip, back / weight, back);
    Point outside = weight * (1 + space / r) * p;
    return select(inside, select(stays, turned, Point{folded.x, -folded.y}), outside);
  }];
  let sampleParams = "5, 0.7, 0.3, 2";
  let samples = [First<"0.61349626882, 0.401684363828">,
                 Second<"-0.988895560025, 0.689230238805">,
                 Sample<"0.3, 0.2", "0.0804872949902, 0.276986994903", "0.8">,
                 Sample<"0.6, 0.5", "-0.0168277264662, 0.702721016921", "0.9", "3, 0.9, 0.3, 2">,
                 Sample<"0.6, 0.5", "-0.223744401268, 0.666362095937", "0.9", "2, 1.2, 0.3, 2">,
                 Sample<"0.3, 0.1", "0.246737736246, 0.14184671132", "0.9", "2, 0.2, 0.3, 2">,
                 Sample<"1.3, 0.1", "1.43920471109, 0.110708054699", "0.9", "2, 0.2, 0.3, 2">];
}

def Lazysensen : Extra<"lazysensen", "stripes mirrored, every other one"> {
  let params = [Param<"scale_x", "1", "stripes for each unit in x">,
                Param<"scale_y", "1", "stripes for each unit in y">,
                Param<"scale_z", "0", "without effect here", [], "-inf", "inf", "fixed">];
  let formula = "x negated where n = floor(scale_x x) is odd, for n < 0 even, y likewise; 0 does not; times w";
  let body = [{
    auto axis = [](Real t, Real scale) {
      Real stripe = floor(t * scale);
      Bool odd = fraction(stripe / 2) > 0.25, isBelow = stripe < 0;
      return select(((odd & !isBelow) | (!odd & isBelow)) & (scale != 0), -t, t);
    };
    return weight * Point{axis(p.x, scale_x), axis(p.y, scale_y)};
  }];
  let sampleParams = "1.7, 2.3, 0";
  let samples = [First<"-0.728, -0.088">, Second<"0.792, -0.552">];
}

def LazyTravis : Extra<"lazyTravis", "squares turned along their edges"> {
  let params = [Param<"spin_in", "1", "turn inside, in half turns", [], "0", "2">,
                Param<"spin_out", "0", "turn outside, in half turns", [], "0", "2">,
                Param<"space", "0", "width of the gap">];
  let formula = "within the square [-w, w]² points move along the edge of their own square "
                "around the origin by spin_in half turns, outside by spin_out, and away by "
                "space; times w";
  let body = [{
    Point a{abs(p.x), abs(p.y)};
    Real side = max(a.x, a.y);
    Bool beside = a.x > a.y, outside = (a.x > weight) | (a.y > weight);
    Real around = select(beside, select(p.x > 0, side + p.y, 5 * side - p.y),
                         select(p.y > 0, 3 * side - p.x, 7 * side + p.x));
    Real turned = fmod(around + 4 * side * select(outside, spin_out, spin_in), 8 * side);
    // From the corner (side, -side) on; squareFromAngle() starts an eighth later.
    Real angle = (turned / side - 1) * (pi / 4);
    Point moved = squareFromAngle(select(angle < 0, angle + twoPi, angle));
    return weight * (side + select(outside, space, Real(0))) * moved;
  }];
  let notes = "The weight is also the size of the square.";
  let sampleParams = "0.3, 0.4, 0.5";
  let samples = [First<"0.587551648352, 1.128">, Second<"-1.192, -1.07641212121">,
                 Sample<"0.3, 0.2", "0.032, 0.24", "0.8">,
                 Sample<"-0.3, 0.2", "-0.24, -0.128", "0.8">,
                 Sample<"0.1, -0.6", "0.48, -0.304", "0.8">,
                 Sample<"0.2, 0.7", "-0.512, 0.56", "0.8">,
                 Sample<"-1.3, -0.4", "-0.132923076923, -1.44", "0.8">];
}

def Lens : Extra<"lens", "half the square of a complex number"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let formula = "w ((x² - y²)/2, x y)";
  let body = [{ return weight / 2 * complexProduct(p, p); }];
  let samples = [First<"0.3264, -0.08008">,
                 Second<"0.2016, -0.54648">];
}

def Line : Extra<"line", "a line through the origin"> {
  let params = [Param<"delta", "0", "its direction, in half turns">,
                Param<"phi", "0", "its slope in z, in half turns", [], "-inf", "inf", "slope">];
  let draws = [U01];
  let generator = 1;
  let formula = "w u1 (cos(π delta), sin(π delta)) cos(π phi)";
  let body = [{ return weight * u[0] * cos(pi * slope) * direction(pi * delta); }];
  let notes = "The slice seen from above.";
  let sampleParams = "0.3, 0.1";
  let samples = [First<"0.13416407865, 0.184661012231">, Second<"0.13416407865, 0.184661012231">];
}

def LinearT : Extra<"linearT", "a power of each coordinate"> {
  let params = [Param<"powX", "1", "exponent of x">,
                Param<"powY", "1", "exponent of y">];
  let formula = "w (sign(x) |x|^powX, sign(y) |y|^powY)";
  let body = [{
    return weight * Point{copysign(pow(abs(p.x), powX), p.x), copysign(pow(abs(p.y), powY), p.y)};
  }];
  let sampleParams = "1.3, 0.7";
  let samples = [First<"0.70769120283, -0.170633722999">, Second<"-0.789615636556, 0.61699884423">];
}

def Linear3D : Extra<"linear3D", "the point itself, in space"> {
  let plane = "linear";
  let formula = "w (x, y)";
  let body = [{ return weight * p; }];
  let depth = [{ return weight * z; }];
  let samples = [First<"0.728, -0.088">, Second<"-0.792, 0.552">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.56, -0.32, 0.4", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "-0.24, 0.72, -0.96", "0.8">];
}

def LinearT3D : Extra<"linearT3D", "a power of each coordinate"> {
  let params = [Param<"powX", "1", "exponent of x">,
                Param<"powY", "1", "exponent of y">,
                Param<"powZ", "1",
                      "exponent of z", [], "-inf", "inf", "fixed">];
  let formula = "w (sign(x) |x|^powX, sign(y) |y|^powY)";
  let body = [{
    return weight * Point{copysign(pow(abs(p.x), powX), p.x), copysign(pow(abs(p.y), powY), p.y)};
  }];
  let notes = "Its x and y do not depend on z.";
  let sampleParams = "1.3, 0.7, 1";
  let depth = [{ return weight * copysign(pow(abs(z), fixed), z); }];
  let samples = [First<"0.70769120283, -0.170633722999">, Second<"-0.789615636556, 0.61699884423">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.503173127403, -0.421242305387, 0.428709385015", "0.8", "1.3, 0.7, 0.9">, SpaceSample<"-0.3, 0.9, -1.2", "-0.167242872465, 0.743121358148, -0.942655722779", "0.8", "1.3, 0.7, 0.9">];
}

def Lissajous : Extra<"lissajous", "points of a Lissajous figure"> {
  let params = [Param<"tmin", "-3.141592653589793", "first angle">,
                Param<"tmax", "3.141592653589793", "last angle">,
                Param<"a", "3", "frequency in x">,
                Param<"b", "2", "frequency in y">,
                Param<"c", "0", "drift">,
                Param<"d", "0", "phase in x">,
                Param<"e", "0", "width of the line">];
  let draws = [U01, U01];
  let generator = 1;
  let formula = "t = tmin + (tmax - tmin) u1, s = c t + e (u2 - 1/2): w (sin(a t + d) + s, sin(b "
                "t) + s)";
  let body = [{
    Real t = tmin + (tmax - tmin) * u[0], s = c * t + e * (u[1] - 0.5);
    return weight * Point{sin(a * t + d) + s, sin(b * t) + s};
  }];
  let sampleParams = "-3, 3, 3, 2, 0.1, 0.4, 0.2";
  let samples = [First<"-0.0173006852579, -0.604370544441">,
                 Second<"-0.0173006852579, -0.604370544441">];
}

def LogDb : Extra<"log_db", "complex logarithm, the angle on a random sheet"> {
  let weighsDepth = 1;
  let params = [Param<"base", "1", "base of the logarithm, in units of e">,
                Param<"fix_period", "1", "distance of the sheets, in half turns">];
  let draws = [U01, U01, U01, U01, U01, U01, U01];
  let formula = "w (ln r / ln(e base), φ + π fix_period n), n the sum of seven floor(10 u) - 5, but 0 for those beyond ±2";
  let body = [{
    Real sheet = 0;
    for (int i = 0; i < 7; ++i) {
      Real step = floor(10 * u[i]) - 5;
      sheet = sheet + select(abs(step) < 2.5, step, Real(0));
    }
    Real scale = select(base > epsilon, 1 / log(max(base, Real(epsilon)) * std::numbers::e), Real(1));
    Real period = pi * select(fix_period > epsilon, fix_period, Real(1));
    return weight * Point{scale / 2 * log(lengthSquared(p)), phi(p) + period * sheet};
  }];
  let sampleParams = "1.7, 0.6";
  let samples = [First<"-0.0455016611972, -0.0962363815424", "0.32, 0.74, 0.55, 0.93, 0.15, 0.42, 0.61">,
                 Second<"0.0982159587653, 5.04225162446", "0.75, 0.73, 0.62, 0.35, 0.51, 0.83, 0.44">,
                 Sample<"0.3, 0.2", "-0.816088331411, 0.470402082838", "0.8", "-1, -1", "0.32, 0.74, 0.55, 0.93, 0.15, 0.42, 0.61">];
}

def LogTile2 : Extra<"log_tile2", "scattered over a lattice, exponentially fewer with the distance"> {
  let params = [Param<"spreadx", "2", "distance of the copies in x">,
                Param<"spready", "2", "distance in y">,
                Param<"spreadz", "0", "distance in z">];
  let draws = [U01, U01, U01, U01, U01, U01];
  let formula = "w (x + spreadx R(u1, u2), y + spready R(u3, u4)), in space z likewise, w (z + spreadz R(u5, u6)); R(s, u) = ln(1 - u), rounded, negated for s ≥ 1/2";
  let body = [{
    auto steps = [](Real side, Real u) { return select(side < 0.5, Real(1), Real(-1)) * roundHalfUp(log(1 - u)); };
    return weight * (p + Point{spreadx * steps(u[0], u[1]), spready * steps(u[2], u[3])});
  }];
  let depth = [{
    return weight * (z + spreadz * select(u[4] < 0.5, Real(1), Real(-1)) * roundHalfUp(log(1 - u[5])));
  }];
  let sampleParams = "1.5, 0.7, 0.4";
  let samples = [First<"-1.672, 0.472", "0.3, 0.9, 0.7, 0.75, 0.2, 0.97">, Second<"4.008, -0.008", "0.8, 0.97, 0.1, 0.5, 0.6, 0.8">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-1.84, 0.24, -0.88", "0.8", "1.5, 0.7, 0.4", "0.3, 0.9, 0.7, 0.75, 0.2, 0.97">];
}

def LogB : Extra<"logb", "complex logarithm, to a base"> {
  let params = [Param<"base", "2.718281828459045", "the base", [], "1e-6", "1e6">];
  let formula = "w (ln r/ln base, φ)";
  let body = [{ return weight * Point{log(lengthSquared(p)) / (2 * log(base)), phi(p)}; }];
  let notes = "What Fractorium calls log: the base is that of the radius alone.";
  let sampleParams = "1.9";
  let samples = [First<"-0.108507761033, -0.0962363815424">, Second<"0.234215488026, 2.02632267701">];
}

def Loonie2 : Extra<"loonie2", "a polygon or star turned inside out"> {
  let params = [Param<"sides", "4", "number of rays", [], "1", "50">,
                Param<"star", "0", "how pointed they are, -1 to 1">,
                Param<"circle", "0", "how round, -1 to 1">];
  let formula = "R the radius of the star with sides rays that passes through (x, y), R² with "
                "its sign for sides = 1, 2: 0 < R² < w²: w √(w²/R² - 1) (x, y); R² < 0: "
                "w/√(w²/|R²| - 1) (x, y); else w (x, y)";
  let body = [{
    Real edge = starRadius(p, sides, star, circle);
    Real squared = select(sides > 2, edge * edge, abs(edge) * edge);
    Real squareWeight = weight * weight, inside = sqrt(abs(squareWeight / squared - 1));
    Real beyond = rsqrt(abs(squareWeight / abs(squared) - 1) + tiny);
    Bool within = (squared > 0) & (squared < squareWeight);
    return weight * select(within, inside, select(squared < 0, beyond, Real(1))) * p;
  }];
  let notes = "The weight is also the size of the star.";
  let sampleParams = "5, 0.15, 0.25";
  let samples = [First<"0.728, -0.088">, Second<"-0.792, 0.552">,
                 Sample<"0.3, 0.2", "0.469141995741, 0.312761330494", "0.8">,
                 Sample<"0.3, 0.2", "0.401991269843, 0.267994179895", "0.8", "2, -0.3, 0.1">,
                 Sample<"-0.4, 0.1", "-0.15119530044, 0.0377988251101", "0.8", "1, 0.2, 0.1">];
}

def Loonie3 : Extra<"loonie3", "loonie in a disc beside the origin"> {
  let formula = "R = r²/x: x > 0 and R < w: w √(w²/R² - 1) (x, y); else w (x, y)";
  let body = [{
    Real inverse = p.x / lengthSquared(p), squared = square(weight * inverse);
    Bool inside = (p.x > epsilon) & (squared > 1);
    return weight * select(inside, sqrt(max(squared - 1, Real(0))), Real(1)) * p;
  }];
  let samples = [First<"0.728, -0.088">,
                 Second<"-0.792, 0.552">,
                 Sample<"0.4, 0.2", "0.399679871897, 0.199839935949", "0.8", "", "">];
}

def Loonie3D : Extra<"loonie_3D", "loonie in space, which takes the angle for a z of 0"> {
  let formula = "R² = r² + φ²: R² < w²: w √(w²/R² - 1) (x, y), else w (x, y)";
  let body = [{
    Real squared = lengthSquared(p) + square(phi(p)), size = weight * weight;
    Bool inside = squared < size;
    return weight * select(inside, sqrt(size / select(inside, squared, size) - 1), Real(1)) * p;
  }];
  let space = [{
    Real high = select(z == 0, phi(p), z), squared = lengthSquared(p) + high * high, size = weight * weight;
    Bool inside = squared < size;
    return weight * select(inside, sqrt(size / select(inside, squared, size) - 1), Real(1)) * p;
  }];
  let depth = [{
    Real high = select(z == 0, phi(p), z), squared = lengthSquared(p) + high * high, size = weight * weight;
    Bool inside = squared < size;
    return weight * select(inside, sqrt(size / select(inside, squared, size) - 1), Real(1)) * high / 2;
  }];
  let notes = "In space z takes the place of φ.";
  let samples = [First<"0.728, -0.088">,
                 Second<"-0.792, 0.552">,
                 Sample<"0.3, 0.2", "0.141019690732, 0.0940131271549", "0.8">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.56, -0.32, 0.2", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.24, 0.72, -0.48", "0.8">,
                      SpaceSample<"0.3, 0.2, 0.4", "0.263661224641, 0.175774149761, 0.175774149761", "0.8">];
}

def Loq : Extra<"loq", "logarithm of a quaternion"> {
  let params = [Param<"base", "2.718281828459045", "base of the real part">];
  let formula = "w (ln r/ln base, φ)";
  let body = [{ return weight * Point{log(lengthSquared(p)) / (2 * log(base)), phi(p)}; }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|.";
  let sampleParams = "2.2";
  let samples = [First<"-0.0883321427383, -0.0962363815424">,
                 Second<"0.190666139665, 2.02632267701">];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    Real real = log(p.x * p.x + v * v) / (2 * log(base));
    return weight * Point{real, atan2(v, p.x) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight * atan2(v, p.x) / v * z;
  }];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.0534514716733, -0.370266740914, 0.462833426143", "0.8", "2.2">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.431298366713, 0.848732105589, -1.13164280745", "0.8", "2.2">];
}

def LoqEmber : Extra<"loq_ember", "logarithm of a quaternion, its real part without a weight"> {
  let params = [Param<"base", "2.718281828459045", "base of the real part", [], "1e-6", "inf">];
  let formula = "(ln r/ln base, w φ)";
  let body = [{ return Point{log(lengthSquared(p)) / (2 * log(base)), weight * phi(p)}; }];
  let notes = "What Fractorium calls loq. In space as loq.";
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return Point{log(p.x * p.x + v * v) / (2 * log(base)), weight * atan2(v, p.x) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight * atan2(v, p.x) / v * z;
  }];
  let sampleParams = "2.2";
  let samples = [First<"-0.110415178423, -0.0962363815424">, Second<"0.238332674582, 2.02632267701">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.0668143395916, -0.370266740914, 0.462833426143", "0.8", "2.2">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.539122958391, 0.848732105589, -1.13164280745", "0.8", "2.2">];
}

def Lozi : Extra<"lozi", "Lozi's map"> {
  let params = [Param<"a", "0.5", "how sharp it bends">,
                Param<"b", "1", "factor of x in y">,
                Param<"c", "1", "added to x">];
  let formula = "w (c - a |x| + y, b x)";
  let body = [{ return weight * Point{c - a * abs(p.x) + p.y, b * p.x}; }];
  let sampleParams = "0.7, 0.4, 1.2";
  let samples = [First<"0.3624, 0.2912">, Second<"0.9576, -0.3168">];
}
