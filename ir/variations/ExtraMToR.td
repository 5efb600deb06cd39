// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, M to R. ir/Variation.td says what a record means and what a body may use.

def Mandelbrot : Extra<"mandelbrot", "numbers next to the Mandelbrot set"> {
  let params = [Param<"iter", "100", "steps of an orbit", [], "1", "100000">,
                Param<"xmin", "-1.6", "left edge">,
                Param<"xmax", "1.6", "right edge">,
                Param<"ymin", "-1.2", "lower edge">,
                Param<"ymax", "1.2", "upper edge">,
                Param<"invert", "0", "1: the set itself">,
                Param<"skin", "0", "1: also far from the set">,
                Param<"cx", "0", "share of the end of the orbit in x, not there", [], "0", "0">,
                Param<"cy", "0", "share of the end of the orbit in y, not there", [], "0", "0">,
                Param<"max_points", "-1", "limit of different points, not there", [], "-1", "-1">,
                Param<"seed", "1234", "without effect">,
                Param<"rnd_z_range", "0", "how far z is scattered">];
  let draws = [U01, U01, U01, U01, U01];
  let generator = 1;
  let formula = "c, drawn anew from [xmin, xmax] x [ymin, ymax] until its orbit z² + c leaves the circle of radius 2 within iter steps, but not "
                "within iter (1 - skin)/10, or with invert until it stays: w c";
  let body = [{
    Real least = select(skin < 1, iter * (1 - skin) / 10, Real(0));
    EscapeSearch<B> search{xmin, xmax - xmin, ymin, ymax - ymin, iter, least, invert};
    Real first = trunc(4096 * u[0]) * 4096 + trunc(4096 * u[1]);
    Real second = trunc(4096 * u[2]) * 4096 + trunc(4096 * u[3]);
    Int k = toInt(seekEscape(first, second, search)), a = toInt(first), b = toInt(second);
    return weight * Point{xmin + (xmax - xmin) * hashed(k, a, b), ymin + (ymax - ymin) * hashed(k, b, a)};
  }];
  let depth = [{ return u[4] * rnd_z_range; }];
  let notes = "JWildfire walks on from the number that it found before, and so comes more often to where the skin is thick.";
  let sampleParams = "60, -1.5, 0.6, -1.1, 1, 0, 0.1, 0, 0, -1, 1234, 0.4";
  let samples = [First<"-1.08841807365, -0.0818026924133">, Second<"-1.08841807365, -0.0818026924133">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-1.08841807365, -0.0818026924133, 0.06", "0.8">];
}

def MapleLeaf : Extra<"maple_leaf", "a maple leaf with five lobes"> {
  let params = [Param<"filled", "0.5", "part of the points that fill the leaf">];
  let draws = [U01, U01];
  let formula = "t = θ - π/2: Hamid Naderi Yeganeh's leaf L(t), times u2 where u1 < filled: w L";
  let body = [{
    auto power = [](Real t, int exponent) {
      Real squared = t * t, fourth = squared * squared;
      return exponent == 2   ? squared
             : exponent == 4 ? fourth
                             : fourth * fourth * (exponent == 10 ? squared : fourth);
    };
    Real t = theta(p) - halfPi;
    Real c = cos(t), c3 = cos(3 * t), c6 = cos(6 * t), c30 = cos(30 * t);
    Real lobes = 1 - power(sin(6 * t), 10), stem = 1 - power(c, 10) * power(c3, 2);
    Real base = 1 + power(c6, 2), side = 1 - power(c, 4);
    Real wide = base + power(c6 * cos(24 * t), 10) / 5 + power(c30, 12) / 9 * lobes;
    Real fine = power(c30, 4) / 4 + power(c30, 12) / 10;
    Real high = base + power(c6 * cos(18 * t), 10) / 5 + fine * stem * lobes;
    Real across = wide * sin(2 * t) * side * stem;
    Real along = 1.05 * cos(2 * t) * (side + power(c * c3, 10) / 2) * high;
    return weight * select(filled > u[0], u[1], Real(1)) * Point{across, along};
  }];
  let sampleParams = "0.4";
  let samples = [First<"0.00113482306601, 0.244031889483">, Second<"0.721655458387, 0.300635524614", "0.5, 0.7">];
}

def Mask : Extra<"mask", "a mask of sines"> {
  let losesDepth = 1;
  let params = [Param<"xshift", "0", "added to x">,
                Param<"yshift", "0", "added to y">,
                Param<"ushift", "1", "added to the hyperbolic cosine">,
                Param<"xscale", "1", "factor of x">,
                Param<"yscale", "1", "factor of y">];
  let formula = "X = xscale x + xshift, Y = yscale y + yshift: w/r² sin²X (cosh Y + ushift) (sin X, cos X)";
  let body = [{
    Real across = xscale * p.x + xshift, along = yscale * p.y + yshift, s = sin(across);
    return weight / lengthSquared(p) * (cosh(along) + ushift) * s * s * Point{s, cos(across)};
  }];
  let sampleParams = "0.2, -0.3, 0.8, 1.2, 0.7";
  let samples = [First<"1.58375345251, 0.45335191877">,
                 Second<"-0.580924109765, 0.382929158702">];
}

def Mcarpet : Extra<"mcarpet", "a bubble with a bent carpet"> {
  let losesDepth = 1;
  let params = [Param<"x", "1", "factor of the bubble in x">,
                Param<"y", "1", "factor of the bubble in y">,
                Param<"twist", "0", "bend of the carpet">,
                Param<"tilt", "0", "tilt of the carpet">];
  let formula = "w (mcarpet_x x/q + 1 - twist x² + y, mcarpet_y y/q + tilt x), q = r²/4 + 1";
  let body = [{
    Point bubble = scaled(p, Point{x, y}) / (lengthSquared(p) / 4 + 1);
    return weight * (bubble + Point{1 - twist * p.x * p.x + p.y, tilt * p.x});
  }];
  let sampleParams = "1.1, 0.7, 0.5, -0.3";
  let samples = [First<"1.04255083509, -0.269306987315">, Second<"0.321273734834, 0.520874073531">];
}

def MirrorX : Extra<"mirror_x", "the plane or its mirror image, at random"> {
  let draws = [Bit];
  let replaces = 1;
  let formula = "(-|x|, y) where u1 is 1, else (|x|, y)";
  let body = [{ return Point{select(u[0] > 0.5, -abs(p.x), abs(p.x)), p.y}; }];
  let depth = [{ return z; }];
  let notes = "The weight is of no account, but for 0. Meant as a pre or post variation.";
  let samples = [First<"-0.91, -0.11", "1">, Second<"0.99, 0.69", "0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.7, -0.4, 0.5", "0.8", "", "0">, SpaceSample<"-0.3, 0.9, -1.2", "-0.3, 0.9, -1.2", "0.8", "", "1">];
}

def MirrorY : Extra<"mirror_y", "the plane or its mirror image in y, at random"> {
  let draws = [Bit];
  let replaces = 1;
  let formula = "(x, -|y|) where u1 is 1, else (x, |y|)";
  let body = [{ return Point{p.x, select(u[0] > 0.5, -abs(p.y), abs(p.y))}; }];
  let depth = [{ return z; }];
  let notes = "The weight is of no account, but for 0. Meant as a pre or post variation.";
  let samples = [First<"0.91, -0.11", "1">,
                 Second<"-0.99, 0.69", "0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.7, 0.4, 0.5", "0.8", "", "0">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.3, -0.9, -1.2", "0.8", "", "1">];
}

def MirrorZ : Extra<"mirror_z", "space or its mirror image in z, at random"> {
  let draws = [Bit];
  let replaces = 1;
  let formula = "(x, y)";
  let body = [{ return p; }];
  let depth = [{ return select(u[0] > 0.5, -abs(z), abs(z)); }];
  let notes = "The weight is of no account, but for 0. Meant as a pre or post variation.";
  let samples = [First<"0.91, -0.11", "1">,
                 Second<"-0.99, 0.69", "0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.7, -0.4, 0.5", "0.8", "", "0">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.3, 0.9, -1.2", "0.8", "", "1">];
}

def Mobiq : Extra<"mobiq", "a Möbius transformation of quaternions"> {
  let params = [Param<"at", "1", "real part of the factor above", ["mobiq_qat"]>,
                Param<"ax", "0", "i part of the factor above", ["mobiq_qax"]>,
                Param<"ay", "0", "j part of the factor above", ["mobiq_qay"]>,
                Param<"az", "0", "k part of the factor above", ["mobiq_qaz"]>,
                Param<"bt", "0", "real part of what is added above", ["mobiq_qbt"]>,
                Param<"bx", "0", "i part of what is added above", ["mobiq_qbx"]>,
                Param<"by", "0", "j part of what is added above", ["mobiq_qby"]>,
                Param<"bz", "0", "k part of what is added above", ["mobiq_qbz"]>,
                Param<"ct", "0", "real part of the factor below", ["mobiq_qct"]>,
                Param<"cx", "0", "i part of the factor below", ["mobiq_qcx"]>,
                Param<"cy", "0", "j part of the factor below", ["mobiq_qcy"]>,
                Param<"cz", "0", "k part of the factor below", ["mobiq_qcz"]>,
                Param<"dt", "1", "real part of what is added below", ["mobiq_qdt"]>,
                Param<"dx", "0", "i part of what is added below", ["mobiq_qdx"]>,
                Param<"dy", "0", "j part of what is added below", ["mobiq_qdy"]>,
                Param<"dz", "0", "k part of what is added below", ["mobiq_qdz"]>];
  let formula = "q = x + iy: w times the first two parts of (a q + b) / (c q + d), for quaternions a to d";
  let body = [{ return weight * quaternionMobius(p, Real(0), inputs.params).xy; }];
  let space = [{ return weight * quaternionMobius(p, z, inputs.params).xy; }];
  let depth = [{ return weight * quaternionMobius(p, z, inputs.params).z; }];
  let notes = "In space q = x + iy + jz, and the third part is the new z.";
  let sampleParams = "1.1, 0.2, -0.3, 0.1, 0.2, 0.4, -0.1, 0.3, 0.5, -0.2, 0.1, 0.3, 0.9, 0.2, -0.4, 0.6";
  let samples = [First<"0.61598802695, 0.262051393556">,
                 Second<"0.141176470588, 0.894505115927">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.639670273055, 0.075837197321, 0.248531684699", "0.8", "1.1, 0.2, -0.3, 0.1, 0.2, 0.4, -0.1, 0.3, 0.5, -0.2, 0.1, 0.3, 0.9, 0.2, -0.4, 0.6">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.487861129853, 0.694301662271, -0.288339569404", "0.8", "1.1, 0.2, -0.3, 0.1, 0.2, 0.4, -0.1, 0.3, 0.5, -0.2, 0.1, 0.3, 0.9, 0.2, -0.4, 0.6">];
}

def MobiusStrip : Extra<"mobius_strip", "the plane wound on a Möbius strip, seen from above"> {
  let losesDepth = 1;
  let params = [Param<"radius", "2", "radius of the strip">,
                Param<"width", "1", "half the width of the strip">,
                Param<"rect_x", "6.283185307179586", "half the length in x that is once around">,
                Param<"rect_y", "1", "half the length in y that is once across">,
                Param<"rotate_x", "0", "turns about the y axis, after the others">,
                Param<"rotate_y", "0", "turns about the x axis">];
  let formula = "t = 2π frac(x/(2 rect_x) + 1/2), s = width (2 frac(y/(2 rect_y) + 1/2) - 1): w ((radius + s cos t/2) (cos t, sin t), s sin t/2), "
                "turned, and its x and y";
  let body = [{
    auto around = [](Real t, Real size) {
      return select(size == 0, Real(0), fraction(t / (2 * select(size == 0, Real(1), size)) + 0.5));
    };
    Real t = twoPi * around(p.x, rect_x);
    Real s = select(rect_y == 0, Real(0), width * (2 * around(p.y, rect_y) - 1));
    Point ring = (radius + s * cos(t / 2)) * direction(t);
    Point tilted = rotated(Point{ring.y, s * sin(t / 2)}, -(twoPi * rotate_y));
    return weight * Point{rotated(Point{ring.x, tilted.y}, twoPi * rotate_x).x, tilted.x};
  }];
  let notes = "JWildfire's mobius_strip_v2 has other parameters, and beyond the rectangle another part of the strip.";
  let sampleParams = "1.7, 0.6, 1.3, 0.7, 0.1, 0.15";
  let samples = [First<"0.141446815309, -0.706381285322">,
                 Second<"1.5897679938, 0.860709190616">,
                 Sample<"0.3, 0.2", "-1.25193070288, -0.407396070934", "0.8">,
                 Sample<"-2.3, 1.2", "-1.25289411824, -0.652788444677", "0.8">];
}

def MobiusN : Extra<"mobiusN", "a Möbius transformation of a power, at a random branch of its root"> {
  let params = [Param<"re_a", "1", "real part of a", ["MobiusNRe_A"]>,
                Param<"re_b", "0", "real part of b", ["MobiusNRe_B"]>,
                Param<"re_c", "0", "real part of c", ["MobiusNRe_C"]>,
                Param<"re_d", "1", "real part of d", ["MobiusNRe_D"]>,
                Param<"im_a", "0", "imaginary part of a", ["MobiusNIm_A"]>,
                Param<"im_b", "0", "imaginary part of b", ["MobiusNIm_B"]>,
                Param<"im_c", "0", "imaginary part of c", ["MobiusNIm_C"]>,
                Param<"im_d", "0", "imaginary part of d", ["MobiusNIm_D"]>,
                Param<"power", "2", "order of the power, at least 1 in size">,
                Param<"dist", "1", "exponent of the radius">];
  let draws = [U01];
  let formula = "q = 4 dist/power, z = r^q exp(i power φ), Z = (a z + b)/(c z + d): w |Z|^(1/q) at the angle (arg Z + 2π floor(power u1)) / "
                "floor(power)";
  let body = [{
    Real order = select(abs(power) < 1, Real(1), power), exponent = 4 * dist / order;
    Point z = pow(lengthSquared(p), exponent / 2) * direction(order * phi(p));
    Point above = complexProduct(Point{re_a, im_a}, z) + Point{re_b, im_b};
    Point below = complexProduct(Point{re_c, im_c}, z) + Point{re_d, im_d};
    Point moved = complexQuotient(above, below);
    Real angle = (phi(moved) + twoPi * floor(order * u[0])) / floor(order);
    return weight * pow(lengthSquared(moved), 1 / (2 * exponent)) * direction(angle);
  }];
  let sampleParams = "1.1, 0.2, 0.3, 0.9, -0.2, 0.1, 0.2, -0.1, 2.5, 0.7";
  let samples = [First<"0.758376385217, -0.121488601744">,
                 Second<"0.963942203351, -0.0875561349614">,
                 Sample<"0.3, 0.2", "0.468670317618, 0.248534029309", "0.8", "", "0.9">,
                 Sample<"-1.2, 0.6", "-1.99673210455, 0.571362583486", "0.8", "1.1, 0.2, 0.3, 0.9, -0.2, 0.1, 0.2, -0.1, 0.5, 0.4">];
}

def Modulusx : Extra<"modulusx", "x wrapped to a strip"> {
  let params = [Param<"x", "1", "half the width of the strip">,
                Param<"shift", "0", "added before">];
  let formula = "w (x', y), x' x + shift wrapped to [-x, x] of the parameter";
  let body = [{ return weight * Point{wrapped(p.x + shift, x), p.y}; }];
  let sampleParams = "0.4, 0.3";
  let samples = [First<"-0.312, -0.088">, Second<"0.088, 0.552">, Sample<"-2.3, 2", "0.6, 2", "1", "0.7, 0.1">];
}

def Modulusy : Extra<"modulusy", "y wrapped to a strip"> {
  let params = [Param<"y", "1", "half the height of the strip">,
                Param<"shift", "0", "added before">];
  let formula = "w (x, y'), y' y + shift wrapped to [-y, y] of the parameter";
  let body = [{ return weight * Point{p.x, wrapped(p.y + shift, y)}; }];
  let sampleParams = "0.4, 0.3";
  let samples = [First<"0.728, 0.152">, Second<"-0.792, 0.152">, Sample<"2, -2.3", "2, 0.6", "1", "0.7, 0.1">];
}

def Murl : Extra<"murl", "a curl of higher order"> {
  let params = [Param<"c", "0", "strength">,
                Param<"power", "2", "order">];
  let formula = "C = murl_c, divided by power - 1 unless power is 1; with z = x + iy: w (C + 1) "
                "z / (1 + C z^power)";
  let body = [{
    Real k = select(power == 1, c, c / select(power == 1, Real(1), power - 1));
    Real size = k * pow(lengthSquared(p), power / 2);
    Point below = Point{1, 0} + size * direction(power * phi(p));
    return weight * (k + 1) * complexQuotient(p, below);
  }];
  let sampleParams = "0.4, 3";
  let samples = [First<"0.76622070044, -0.0558745366749">,
                 Second<"-0.622201747447, 0.802747017164">];
}

def Murl2 : Extra<"murl2", "a curl of higher order, of a power"> {
  let params = [Param<"c", "0.1", "strength">,
                Param<"power", "3", "order; not 0">];
  let formula = "with z = x + iy: w (c + 1)^(2/power) z / (1 + c z^power)^(2/power)";
  let body = [{
    Real order = select(power == 0, Real(1), power), exponent = 2 / order;
    Real size = c * pow(lengthSquared(p), order / 2);
    Point below = Point{1, 0} + size * direction(order * phi(p));
    Real factor = pow(c + 1, exponent) * pow(lengthSquared(below), -1 / order);
    return weight * factor * rotated(p, -(exponent * phi(below)));
  }];
  let sampleParams = "0.4, 3";
  let samples = [First<"0.771706328589, -0.0495616781849">,
                 Second<"-0.566235679942, 0.805150365838">,
                 Sample<"0.3, 0.2", "0.901357466063, -0.412669683258", "0.8", "0.7, -2">,
                 Sample<"-1.2, 0.7", "-0.476533579566, 0.49171719067", "0.8", "-0.3, 4">];
}

def NBlur : Extra<"nBlur", "a regular polygon, filled, with stripes and a hole"> {
  let losesDepth = 1;
  let params = [Param<"numEdges", "3", "number of edges, at least 3", ["nb_numEdges"]>,
                Param<"numStripes", "0", "stripes for each edge; negative: the other ones", ["nb_numStripes"]>,
                Param<"ratioStripes", "1", "width of the stripes", ["nb_ratioStripes"], "0", "2">,
                Param<"ratioHole", "0", "size of the hole", ["nb_ratioHole"], "0", "1">,
                Param<"circumCircle", "0", "1: out to the circle around it", ["nb_circumCircle"]>,
                Param<"adjustToLinear", "1", "1: as wide as the square of linear", ["nb_adjustToLinear"]>,
                Param<"equalBlur", "1", "1: evenly, else more in the middle", ["nb_equalBlur"]>,
                Param<"exactCalc", "0", "1: angles are drawn so that it is even", ["nb_exactCalc"]>,
                Param<"highlightEdges", "1", "how much denser the middles of edges are", ["nb_highlightEdges"]>];
  let draws = [U01, U01, U01, U01];
  let generator = 1;
  let formula = "a random point of the regular polygon with corners on the unit circle; see the notes";
  let body = [{
    auto is = [](Real option) { return chosen(option, 1); };
    Real edges = max(rint(numEdges), Real(3)), wide = twoPi / edges, half = wide / 2, t = 2 * u[0] - 1;
    Bool circle = is(circumCircle), exact = is(exactCalc) & !circle, negative = numStripes < -0.5, even = is(equalBlur);

    Real slope = sin(half) / cos(half), growth = t * log(slope + sqrt(1 + slope * slope));
    Real exactAngle = atan2(select(even, t * slope, (exp(growth) - exp(-growth)) / 2), Real(1));
    Real bend = select(negative, Real(7.5), Real(13)) * pow(edges, -1.3) * select(circle, Real(0.1), max(highlightEdges, Real(0.1)));
    Real quickAngle = -(half * atan2(bend / 2 * t, Real(1)) / atan2(bend / 2, Real(1)));
    Real angle = half + select(exact, exactAngle, quickAngle);

    Real stripes = abs(rint(numStripes)), reach = wide / (4 * max(stripes, Real(1)));
    Real number = floor(angle / (2 * reach) + 0.5), off = angle - 2 * reach * number;
    Real odd = number - 2 * floor(number / 2), step = select(off > 0, reach, -reach);
    Bool other = select(negative, odd < 0.5, odd > 0.5);
    Real middle = 2 * reach * number + select(other, 2 * step, Real(0)), inner = select(other, off - step, off);
    Real ratio = select(negative, 2 - ratioStripes, ratioStripes), edge = ratio * reach, beyond = abs(inner) - edge;
    Real folded = copysign(beyond * edge / (reach - edge), inner);
    Real thin = select((ratio < 1) & (beyond > 0), folded, inner);
    Real moved = middle + select(ratio > 1, ratio * inner, thin);
    Real last = select(stripes > 0.5, moved, angle);

    Real outer = abs(cos(half) / cos(last - half)), hole = select(exact, min(ratioHole, Real(0.95)), ratioHole) * outer;
    auto spread = [&](Real v) { return select(even, sqrt(v), v); };
    Real limit = select(circle, Real(1), outer), radius = spread(u[2]) * limit;
    Real around = select(radius < hole, hole + spread(u[3]) * (limit - hole), radius);
    Real ring = sqrt(hole * hole + u[2] * (outer * outer - hole * hole));
    Real far = select(exact, select(even, ring, hole + u[2] * (outer - hole)), around);

    Bool quarters = abs(edges / 4 - rint(edges / 4)) < 0.1;
    Real span = abs(sin(half * select(quarters, edges / 2 - 1, floor(edges / 2))));
    Real size = weight / select(is(adjustToLinear), span, Real(1));
    return size * far * direction(halfPi + half - last - wide * floor(edges * u[1]));
  }];
  let notes = "Stripes are sectors; what falls between them goes to the next one. With exactCalc other programs draw until a "
              "point lies within; here it is drawn where those lie, which is the same but with stripes.";
  let sampleParams = "5, 0, 1, 0.2, 0, 1, 1, 0, 1";
  let samples = [First<"-0.417850548346, -0.320242010807", "0.3, 0.7, 0.55, 0.9">,
                 Second<"-0.0818432981212, 0.458185284522", "0.62, 0.15, 0.01, 0.35">,
                 Sample<"0.3, 0.2", "0.48, -0.109555499604", "0.8", "4, 3, 1.4, 0.2, 0, 1, 0, 0, 0.7", "0.37, 0.3, 0.6, 0.2">,
                 Sample<"0.3, 0.2", "0.329313250275, 0.502925348119", "0.8", "6, 2, 0.6, 0.1, 0, 0, 1, 0, 0.7", "0.81, 0.3, 0.6, 0.2">,
                 Sample<"0.3, 0.2", "0.397930396248, 0.475027788389", "0.8", "6, -2, 0.6, 0.1, 1, 1, 1, 0, 0.7", "0.81, 0.3, 0.6, 0.2">,
                 Sample<"0.3, 0.2", "-0.137120565208, 0.178441369483", "0.8", "7, -2, 1.5, 0.1, 1, 1, 0, 1, 0.7", "0.23, 0.9, 0.003, 0.2">,
                 Sample<"0.3, 0.2", "-0.126813248519, -0.417010951095", "0.8", "3, 0, 1, 0.5, 0, 1, 1, 1, 1", "0.23, 0.9, 0.3, 0.2">,
                 Sample<"0.3, 0.2", "0.430571871222, 0.145328077309", "0.8", "3, 1, 0.8, 0.5, 0, 1, 0, 1, 1", "0.13, 0.5, 0.3, 0.2">];
}

def NoiseField : Extra<"noise_field", "a field of smooth noise that changes its xform from place to place"> {
  let params = [Param<"seed", "1337", "which noise, a whole number", [], "-16777215", "16777215">,
                Param<"frequency", "1", "cells in a unit">,
                Param<"noise", "2", "0 numbers, 1 gradients (Perlin), 2 simplices, 3 cubic", [], "0", "3">,
                Param<"octave_kind", "0", "0 no octaves, 1 plain ones, 2 billows, 3 ridges", [], "0", "3">,
                Param<"amount", "0", "how far weights follow it">,
                Param<"color", "0", "how far colours do, in tenths", [], "-inf", "inf", "color_">,
                Param<"octaves", "3", "how many", [], "1", "16">,
                Param<"gain", "0.5", "amplitude of an octave, in that of the one before">,
                Param<"lacunarity", "2", "frequency of an octave, in that of the one before">,
                Param<"position", "0", "where it is taken: 0 the affine point, 1 the point before the affine", [], "0", "1">,
                Param<"jitter", "0", "how far points behind the post-affine are moved, in tenths">];
  let preOnly = 1;
  let isField = 1;
  let formula = "v = w (noise of FastNoise at frequency (x, y)), which does what that of `weighting_field` does";
  let body = [{
    return Point{weight * latticeNoise(frequency * p, Real(0), {rint(seed), rint(noise), rint(octave_kind), rint(octaves), gain, lacunarity}), 0};
  }];
  let space = [{
    return Point{weight * latticeNoise(frequency * p, frequency * z, {rint(seed), rint(noise), rint(octave_kind), rint(octaves), gain, lacunarity}), 0};
  }];
  let notes = "The other noises among JWildfire's weighting fields.";
  let sampleParams = "22994, 0.8022, 1, 1, 0.5, 0.2, 3, 0.5, 2, 0, 0";
  let samples = [First<"0.117952316832, 0">,
                 Second<"0.333566674936, 0">,
                 Sample<"3.3, -7.1", "0.334011541797, 0", "1", "7, 1.5, 0, 0, 0.5, 0.2, 3, 0.5, 2, 0, 0">,
                 Sample<"0.4, 2.6", "0.17867877908, 0", "1", "7, 1.5, 0, 0, 0.5, 0.2, 3, 0.5, 2, 0, 0">,
                 Sample<"3.3, -7.1", "-0.163621218442, 0", "1", "7, 1.5, 1, 0, 0.5, 0.2, 3, 0.5, 2, 0, 0">,
                 Sample<"0.4, 2.6", "-0.14259308544, 0", "1", "7, 1.5, 1, 0, 0.5, 0.2, 3, 0.5, 2, 0, 0">,
                 Sample<"3.3, -7.1", "0.439241117693, 0", "1", "7, 1.5, 2, 0, 0.5, 0.2, 3, 0.5, 2, 0, 0">,
                 Sample<"0.4, 2.6", "0.47677943962, 0", "1", "7, 1.5, 2, 0, 0.5, 0.2, 3, 0.5, 2, 0, 0">,
                 Sample<"3.3, -7.1", "0.0577182482809, 0", "1", "7, 1.5, 3, 0, 0.5, 0.2, 3, 0.5, 2, 0, 0">,
                 Sample<"0.4, 2.6", "0.0950204161725, 0", "1", "7, 1.5, 3, 0, 0.5, 0.2, 3, 0.5, 2, 0, 0">,
                 Sample<"3.3, -7.1", "-0.387597149062, 0", "1", "28296, 2.1763, 2, 2, 0.5, 0.2, 4, 0.6, 1.9, 0, 0">,
                 Sample<"3.3, -7.1", "0.290913872631, 0", "1", "28296, 2.1763, 0, 3, 0.5, 0.2, 2, 0.4, 2.5, 0, 0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.174525953352, 0, 0", "0.8", "1337, 1, 0, 0, 0, 0, 3, 0.5, 2, 0, 0">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.047854517206, 0, 0", "1", "28296, 2.1763, 3, 1, 0.5, 0.2, 3, 0.5, 2, 0, 0">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.560059345461, 0, 0", "1", "-5, 2.1763, 2, 0, 0.5, 0.2, 3, 0.5, 2, 0, 0">];
}

def Npolar : Extra<"npolar", "n-th root in polar coordinates, or times a parity"> {
  let params = [Param<"parity", "0", "odd: without polar coordinates">,
                Param<"n", "1", "order of the root">];
  let draws = [U01];
  let formula = "even parity: q = (θ, ln r)/π w, its n-th root at a random branch in place of "
                "(x, y), turned back: (ln R, θ) w/π; odd parity: the n-th root of (x, y) times "
                "parity";
  let body = [{
    Real order = select(chosen(n, 0), Real(1), n);
    Bool odd = !isEven(toInt(rint(parity)));
    Real size = weight / pi;
    Point q = select(odd, p, size * Point{theta(p), log(lengthSquared(p)) / 2});
    Real angle = (phi(q) + twoPi * branch(order, u[0])) / order;
    Real radius = weight * pow(lengthSquared(q), 1 / (2 * order)) * select(odd, parity, Real(1));
    Point root = radius * direction(angle);
    return select(odd, root, size * Point{log(lengthSquared(root)) / 2, theta(root)});
  }];
  let sampleParams = "0, 3";
  let samples = [First<"-0.128224252218, 0.404365916733">,
                 Second<"-0.174621772114, 0.149706170264">,
                 Sample<"0.6, 0.4", "1.95058902249, 0.590590835238", "0.8", "3, 2">];
}

def Nsudoku : Extra<"nsudoku", "a solved sudoku of polygons, within each smaller ones of the same with other rows"> {
  let params = [Param<"Level", "5", "how many polygons, one within another", [], "1", "9">,
                Param<"thickness", "0.5", "width of all but the smallest", [], "0", "1">,
                Param<"size", "0.5", "size of the largest", [], "0.3", "1">,
                Param<"angle", "0", "turn of the polygons, in degrees">,
                Param<"type", "4", "number of their sides", [], "3", "6">];
  let draws = [U01, U01, U01, U01];
  let generator = 1;
  let formula = "any of Level 9 x 9 polygons, the m-th of cell (i, j), numbered from 0, with a corner at the distance R = size (Level - m)/(9 Level) from (i/9 - 1/2, j/9 - 1/2), in any of its sectors, at the "
                "angle β = h atan(A (u3 - 1/2))/atan(A/2) from the middle of the side, h = π/type, A = 13 type^-1.3, and at the part 1 - thickness (1 - √u4), for the last m √u4, of the way to it; times w; "
                "colour d/9, d the number there in a sudoku whose rows are those of the first one, bands m mod 3 and rows within them ⌊m/3⌋ farther";
  let body = [{
    auto at = sudokuCell<B>(Level, u[0]);
    Real sides = rint(type), half = pi / sides, bend = 13 * pow(sides, Real(-1.3)), count = rint(Level);
    Real aside = half * atan2(bend * (u[2] - 0.5), Real(1)) / atan2(bend / 2, Real(1));
    Real hole = select(at.layer > count - 1.5, Real(0), 1 - thickness);
    Real along = hole + (1 - hole) * sqrt(u[3]);
    Real radius = size * (count - at.layer) / (9 * count) * along * cos(half) / cos(aside);
    Point toSide = swapped(direction(2 * half * floor(sides * u[1]) + aside + pi / 180 * angle));
    return weight * (Point{at.column / 9 - 0.5, at.row / 9 - 0.5} + radius * toSide);
  }];
  let color = [{ return sudokuNumber(sudokuCell<B>(Level, u[0])) / 9; }];
  let notes = "JWildfire solves another sudoku each time that it is run, and draws lots for the rows of the inner ones; here it is the same one always.";
  let sampleParams = "5, 0.4, 0.8, 20, 5";
  let samples = [First<"-0.0836956705523, -0.0668671451921, 0.222222222222">,
                 Second<"-0.0836956705523, -0.0668671451921, 0.222222222222">,
                 Sample<"0.3, 0.4", "0.132793901644, 0.141273740662, 0.222222222222", "0.8", "", "0.95, 0.13, 0.2, 0.4">,
                 Sample<"0.3, 0.4", "-0.402606922668, 0.292291263755, 0.777777777778", "0.8", "", "0.62, 0.45, 0.8, 0.15">,
                 Sample<"0.3, 0.4", "-0.270657866744, -0.19919772097, 0.222222222222", "0.8", "", "0.05, 0.9, 0.35, 0.6">,
                 Sample<"0.3, 0.4", "-0.308359993234, 0.300912794479, 0.666666666667", "0.8", "9, 0.6, 0.5, -30, 3", "0.58, 0.7, 0.2, 0.35">];
}

def Octagon : Extra<"octagon", "an octagon in a star"> {
  let params = [Param<"x", "0", "distance of the halves in x">,
                Param<"y", "0", "distance of the halves in y">,
                Param<"z", "0", "without effect here", [], "-inf", "inf", "fixed">,
                Param<"mode", "1", "0 to 6">];
  let formula = "R = x⁴ + y⁴, t = |x| + |y|: a factor m from R and t by mode, w m (x, y), and "
                "within the shape w (x ± octagon_x, y ± octagon_y) besides; see the notes";
  let body = [{
    Real r = square(p.x * p.x) + square(p.y * p.y) + tiny, t = abs(p.x) + abs(p.y) + tiny;
    auto is = [&](int number) { return chosen(mode, number); };
    Bool inside = select(is(5) | is(6), t, r) <= weight / 2;
    Real in = select(is(3) | is(5), 1 / t, select(is(4), 1 / r, 1 + 1 / t));
    Real out = select(is(2) | is(6), 1 + 1 / r, 1 / r);
    out = select(is(1), select(weight < 0, 1 + 1 / r, 1 / r + 1 / t), out);
    Point split = p + Point{signOf(p.x) * x, signOf(p.y) * y};
    Point apart = select(inside | is(1), split, Point{0, 0});
    return weight * (select(inside, in, out) * p + apart);
  }];
  let notes = "The shape is R ≤ w/2, in modes 5 and 6 t ≤ w/2. Inside m is 1 + 1/t, in modes 3 "
              "and 5 1/t, in mode 4 1/R; outside 1/R, in modes 2 and 6 1 + 1/R. In mode 1 all of "
              "the plane is pulled apart, and m outside is 1/R + 1/t, for a negative weight 1 + "
              "1/R. The slice z = 0.";
  let sampleParams = "0.2, 0.1, 0, 1";
  let samples = [First<"2.66311085878, -0.382573840073">, Second<"-2.09050670402, 1.4255046725">,
                 Sample<"0.3, 0.05", "1.32571428571, 0.274285714286", "0.8", "0.2, 0.1, 0, 0">,
                 Sample<"0.91, -0.6", "0.892868520536, -0.588704519034", "0.8", "0.2, 0.1, 0, 0">,
                 Sample<"0.3, 0.05", "1.32571428571, 0.274285714286", "0.8", "0.2, 0.1, 0, 1">,
                 Sample<"0.91, -0.6", "2.26298772583, -1.46658531374", "0.8", "0.2, 0.1, 0, 1">,
                 Sample<"0.3, 0.05", "1.32571428571, 0.274285714286", "0.8", "0.2, 0.1, 0, 2">,
                 Sample<"0.91, -0.6", "1.62086852054, -1.06870451903", "0.8", "0.2, 0.1, 0, 2">,
                 Sample<"0.3, 0.05", "1.08571428571, 0.234285714286", "0.8", "0.2, 0.1, 0, 3">,
                 Sample<"0.91, -0.6", "0.892868520536, -0.588704519034", "0.8", "0.2, 0.1, 0, 3">,
                 Sample<"0.3, 0.05", "30.0067848882, 5.05446414803", "0.8", "0.2, 0.1, 0, 4">,
                 Sample<"0.91, -0.6", "0.892868520536, -0.588704519034", "0.8", "0.2, 0.1, 0, 4">,
                 Sample<"0.3, 0.05", "1.08571428571, 0.234285714286", "0.8", "0.2, 0.1, 0, 5">,
                 Sample<"0.91, -0.6", "0.892868520536, -0.588704519034", "0.8", "0.2, 0.1, 0, 5">,
                 Sample<"0.3, 0.05", "1.32571428571, 0.274285714286", "0.8", "0.2, 0.1, 0, 6">,
                 Sample<"0.91, -0.6", "1.62086852054, -1.06870451903", "0.8", "0.2, 0.1, 0, 6">];
}

def Octapol : Extra<"octapol", "a disc in polar coordinates and four triangles around it, in a small plane"> {
  let params = [Param<"polarweight", "0", "how much of the disc is in polar coordinates">,
                Param<"radius", "1", "size of the disc">,
                Param<"s", "0.5", "side of the square around it", [], "-inf", "inf", "side">,
                Param<"t", "0.5", "how far out the triangles go", [], "-inf", "inf", "reach">];
  let formula = "q = 0.15 (x, y), s and t without their signs, R = |radius| s/√2: w (2 q + polarweight ln(|q|²/R²) ((arg q, |q|) - q)) where |q| ≤ R; 2 w q in the triangles "
                "whose corners are (±s/2, ±s/2), moved by t in y, and with t for x; else w q";
  let body = [{
    Point q = 0.15 * p;
    Real breadth = abs(side), out = abs(reach), half = breadth / 2;
    Real r = length(q), limit = std::sqrt(0.5) * breadth * abs(radius);
    Real mix = polarweight * log(square(r / limit) + tiny);
    Point polar = q + mix * (Point{phi(q), r} - q);

    // All four are mirror images of one, with its corner at (side, side)/2.
    Point v{abs(q.x) - half, abs(q.y) - half};
    Real width = out - half, height = out;
    Real along = v.x / width, up = v.y / height;
    Bool triangle = (width != 0) & (height != 0) & (along > 0) & (up > 0) & (along + up < 1);
    Bool square = (abs(q.x) <= half + out) & (abs(q.y) <= half + out);
    Point more = select((limit > 0) & (r <= limit), polar, select(square & triangle, q, Point{0, 0}));
    return weight * (more + q);
  }];
  let depth = [{ return weight * z; }];
  let notes = "Outside other programs also discard what stands before it in the sum of its xform. For an s or t below 0 JWildfire adds rectangles.";
  let sampleParams = "0.6, 0.7, 0.4, 0.5";
  let samples = [First<"0.308291986963, -0.0803059102785">,
                 Second<"-0.468412370124, 0.15892804956">,
                 Sample<"0.3, 0.2", "-0.604463677296, 0.0179974609847", "0.8">,
                 Sample<"2.2, 1.9", "0.528, 0.456", "0.8", "0.6, 0.2, 0.4, 0.5">,
                 Sample<"-1.7, 3.3", "-0.408, 0.792", "0.8", "0.6, 0.2, 0.4, 0.5">,
                 Sample<"0.3, 0.2", "-0.604463677296, 0.0179974609847", "0.8", "0.6, 0.7, -0.4, -0.5">,
                 Sample<"1.5, -3.7", "0.36, -0.888", "0.8", "0.6, 0.2, 0.4, 0.5">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.463379201862, -0.181627547421, 0.4", "0.8", "0.6, 0.7, 0.4, 0.5">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.686300280224, 0.213684740127, -0.96", "0.8", "0.6, 0.7, 0.4, 0.5">];
}

def Ortho : Extra<"ortho", "turned along circles at right angles to the unit circle"> {
  let losesDepth = 1;
  let params = [Param<"in", "0", "how far inside">,
                Param<"out", "0", "how far outside">];
  let formula = "for x ≥ 0 and r < 1: c = (r² + 1)/(2x), R = √(c² - 1), t = atan 1/R, a = atan2(y, c - x) + in t wrapped to [-t, t]: w (c - R cos "
                "a, R sin a); for x < 0 mirrored, for r ≥ 1 the same with out between two inversions";
  let body = [{
    Real squared = lengthSquared(p);
    Bool inside = squared < 1;
    Point at = select(inside, p, p / squared);
    Real x = abs(at.x) + tiny, y = at.y;
    Real beyond = (square(x - 1) + y * y) / (2 * x), middle = beyond + 1; // the difference does not cancel
    Real radius = sqrt(beyond) * sqrt(middle + 1), limit = atan2(Real(1), radius);
    Real angle = fmod(select(inside, in, out) * limit + atan2(y, middle - x) + limit, 2 * limit) - limit;
    Real across = 1 / (middle + radius) + 2 * radius * square(sin(angle / 2));
    Point moved{copysign(across, at.x), radius * sin(angle)};
    return weight * select(inside, moved, moved / lengthSquared(moved));
  }];
  let sampleParams = "0.4, 0.7";
  let samples = [First<"0.693329897856, -0.0305582927029">,
                 Second<"-0.974312361173, -0.586973994784">,
                 Sample<"0.3, 0.2", "0.307142593438, 0.437248718911", "0.8">,
                 Sample<"-0.4, -0.5", "-0.255989901606, -0.127908923868", "0.8">,
                 Sample<"1.4, -0.5", "0.701180641653, -0.393079307378", "0.8", "0.4, -0.6">];
}

def Oscilloscope2 : Extra<"oscilloscope2", "a picture mirrored within the band of a wave"> {
  let params = [Param<"separation", "1", "half the width of the band">,
                Param<"frequencyx", "3.141592653589793", "frequency in x">,
                Param<"frequencyy", "3.141592653589793", "frequency in y">,
                Param<"amplitude", "1", "amplitude">,
                Param<"perturbation", "1", "strength of the wave in y">,
                Param<"damping", "0", "damping in x">];
  let formula = "t = amplitude exp(-damping |x|) cos(2π frequencyx x + perturbation sin(2π "
                "frequencyy y)) + separation: w (x, y), negated where |y| ≤ t";
  let body = [{
    Real phase = perturbation * sin(twoPi * frequencyy * p.y);
    Real wave = exp(-(damping * abs(p.x))) * cos(twoPi * frequencyx * p.x + phase);
    Bool inside = abs(p.y) <= amplitude * wave + separation;
    return weight * select(inside, -p, p);
  }];
  let sampleParams = "0.2, 1.1, 0.7, 0.5, 0.6, 0.3";
  let samples = [First<"-0.728, 0.088">, Second<"-0.792, 0.552">];
}

def Ovoid : Extra<"ovoid", "inversion in the unit circle, by a factor for each coordinate"> {
  let losesDepth = 1;
  let params = [Param<"x", "1", "factor of x">,
                Param<"y", "1", "factor of y">];
  let formula = "w / (r² + ε) (ovoid_x x, ovoid_y y)";
  let body = [{ return weight / (lengthSquared(p) + epsilon) * scaled(p, Point{x, y}); }];
  let sampleParams = "0.9, 1.2";
  let samples = [First<"0.779814329829, -0.125684360852">,
                 Second<"-0.48949320145, 0.454882571044">];
}

def Ovoid3d : Extra<"ovoid3d", "inversion in the unit sphere, by a factor for each coordinate"> {
  let params = [Param<"x", "1", "factor of x">,
                Param<"y", "1", "factor of y">,
                Param<"z", "1", "factor of z, without effect here", [], "-inf", "inf", "fixed">];
  let formula = "w / (r² + ε) (ovoid3d_x x, ovoid3d_y y)";
  let body = [{ return weight / (lengthSquared(p) + epsilon) * scaled(p, Point{x, y}); }];
  let notes = "The slice z = 0.";
  let sampleParams = "0.9, 1.2, 1";
  let samples = [First<"0.779814329829, -0.125684360852">,
                 Second<"-0.48949320145, 0.454882571044">];
}

def Panorama1 : Extra<"panorama1", "a panorama of the hemisphere"> {
  let formula = "w (θ/π, r/√(r² + 1) - 1/2)";
  let body = [{
    return weight * Point{theta(p) / pi, length(p) * rsqrt(lengthSquared(p) + 1) - 0.5};
  }];
  let samples = [First<"0.430632991655, 0.140566107075">,
                 Second<"-0.244998540691, 0.215982872682">];
}

def Panorama2 : Extra<"panorama2", "a panorama of the plane"> {
  let formula = "w (θ/π, r/(r + 1) - 1/2)";
  let body = [{
    Real r = length(p);
    return weight * Point{theta(p) / pi, r / (r + 1) - 0.5};
  }];
  let samples = [First<"0.430632991655, -0.0174005434669">,
                 Second<"-0.244998540691, 0.0374728247836">];
}

def Pdj3D : Extra<"pdj3D", "Peter de Jong's map"> {
  let params = [Param<"a", "1", "frequency of y in x">,
                Param<"b", "2", "frequency of x in x">,
                Param<"c", "3", "frequency of x in y">,
                Param<"d", "4", "frequency of y in y">,
                Param<"e", "2", "without effect here", [], "-inf", "inf", "fixed_e">,
                Param<"f", "0", "without effect here", [], "-inf", "inf", "fixed_f">,
                Param<"g", "2", "without effect here", [], "-inf", "inf", "fixed_g">,
                Param<"h", "0", "without effect here", [], "-inf", "inf", "fixed_h">];
  let formula = "w (sin(a y) - cos(b x), sin(c x) - cos(d y))";
  let body = [{
    return weight * Point{sin(a * p.y) - cos(b * p.x), sin(c * p.x) - cos(d * p.y)};
  }];
  let notes = "Its x and y do not depend on z.";
  let sampleParams = "1.1, 0.9, 2.1, 0.4, 0, 0, 0, 0";
  let samples = [First<"-0.64292557423, -0.0450763460566">,
                 Second<"0.0476492996082, -1.46861855559">];
}

def Petal : Extra<"petal", "a petal"> {
  let formula = "w cos x cos³y (cos³x, sin³x)";
  let body = [{
    Real c = cos(p.x), both = c * cos(p.y), other = sin(p.x) * cos(p.y);
    return weight * c * Point{both * both * both, other * other * other};
  }];
  let samples = [First<"0.111466812977, 0.237269910433">,
                 Second<"0.0332641572764, -0.117667097173">];
}

def Petal3DApo : Extra<"petal3D_apo", "a petal, seen from above"> {
  let params = [Param<"width", "1", "factor of y">,
                Param<"Zshape", "0.25", "height, without effect here", [], "-inf", "inf", "fixed_shape">,
                Param<"scale1", "0.25", "shape of z, without effect here", [], "-inf", "inf", "fixed_1">,
                Param<"scale2", "0.25", "shape of z, without effect here", [], "-inf", "inf", "fixed_2">,
                Param<"style", "0", "shape of z, without effect here", [], "-inf", "inf", "fixed_style">];
  let formula = "w cos x cos³y (cos³x, width sin³x)";
  let body = [{
    Real c = cos(p.x), both = c * cos(p.y), other = sin(p.x) * cos(p.y);
    return weight * c * Point{both * both * both, width * other * other * other};
  }];
  let notes = "Its x and y do not depend on z.";
  let sampleParams = "0.8, 0.25, 0.3, 0.2, 0.1";
  let samples = [First<"0.111466812977, 0.189815928346">,
                 Second<"0.0332641572764, -0.0941336777381">];
}

def PhoenixJulia : Extra<"phoenix_julia", "n-th root of a stretched plane"> {
  let params = [Param<"power", "2", "number of branches; negative inverts">,
                Param<"dist", "1", "radial exponent">,
                Param<"x_distort", "-0.5", "stretch of x, less 1">,
                Param<"y_distort", "0", "stretch of y, less 1">];
  let draws = [U01];
  let formula = "A = (dist atan2(y (y_distort + 1), x (x_distort + 1)) + 2π trunc(|power| "
                "u1))/power: w r^(dist/power) (cos A, sin A)";
  let body = [{
    Real angle = phi(scaled(p, Point{x_distort + 1, y_distort + 1}));
    Real turned = (dist * angle + twoPi * branch(power, u[0])) / power;
    return weight * pow(lengthSquared(p), dist / (2 * power)) * direction(turned);
  }];
  let sampleParams = "3, 0.9, -0.4, 0.2";
  let samples = [First<"0.777404083957, -0.0554152334304">,
                 Second<"0.669718449772, 0.51755373164">];
}

def Pie3D : Extra<"pie3D", "slices of a disc"> {
  let params = [Param<"slices", "6", "number of slices">,
                Param<"rotation", "0", "angle of the first slice">,
                Param<"thickness", "0.5", "part of the disc that is covered, 0 to 1">];
  let draws = [U01, U01, U01];
  let generator = 1;
  let formula = "A = rotation + 2π (trunc(u1 slices + 0.5) + u2 thickness) / slices: w u3 (cos "
                "A, sin A)";
  let body = [{
    Real slice = trunc(u[0] * slices + 0.5);
    Real angle = rotation + twoPi * (slice + u[1] * thickness) / slices;
    return weight * u[2] * direction(angle);
  }];
  let notes = "Its x and y do not depend on z.";
  let sampleParams = "5, 0.2, 0.4";
  let samples = [First<"-0.438714472349, 0.0336096972804">,
                 Second<"-0.438714472349, 0.0336096972804">];
}

def PixelFlow : Extra<"pixel_flow", "a step in one direction, its length random for each small square"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"angle", "90", "direction, in degrees">,
                Param<"len", "0.1", "length of the longest step", [], "-inf", "inf", "longest">,
                Param<"width", "200", "squares in a unit">,
                Param<"seed", "42", "chooses the lengths">,
                Param<"enable_dc", "0", "1: coloured by how far the step goes", [], "0", "1">];
  let draws = [U01];
  let formula = "h(n) a random number of n, i = floor(width x) and j = floor(width y), each with trunc(2 - 4 h(seed i + 1)) more, L the mean of "
                "h(j - seed i) and h(trunc(i + seed j/2)): w len L u1⁴ (cos angle, sin angle); with enable_dc: colour u1";
  let body = [{
    Int salt = toInt(rint(seed));
    auto cell = [salt](Real along) {
      Int at = toInt(floor(along));
      return at + toInt(2 - 4 * hashed(at * salt + 1));
    };
    Int i = cell(width * p.x), j = cell(width * p.y);
    Real mean = (hashed(j - i * salt) + hashed(toInt(toReal(i) + toReal(j * salt) / 2))) / 2;
    Real fade = u[0] * u[0], far = lengthSquared(p);
    Real step = select(far >= 0, longest * mean * fade * fade, far); // a point that is NaN stays NaN
    return weight * step * direction(pi / 180 * angle);
  }];
  let color = [{ return select(enable_dc == 0, color, u[0]); }];
  let sampleParams = "70, 1.3, 30.7, 42, 1";
  let samples = [First<"0.00162447982475, 0.00446322163685, 0.3">,
                 Second<"0.00122132740204, 0.00335556945887, 0.3">,
                 Sample<"3.3, -2.7", "0.00233319536907, 0.00641040159169, 0.3", "0.8">,
                 Sample<"-4.21, 1.9", "-0.294753366932, -0.107281452013, 0.9", "0.8", "200, 0.8, 11.3, -7, 1", "0.9">];
}

def Poincare : Extra<"poincare", "two inversions of the Poincaré disc"> {
  let losesDepth = 1;
  let params = [Param<"c1r", "1", "radius of the first circle">,
                Param<"c1a", "-1", "its angle, less whole half turns">,
                Param<"c2r", "1", "radius of the second circle">,
                Param<"c2a", "1", "its angle, less whole half turns">];
  let formula = "(x, y) inverted in the circle of radius c1r around √(1 + c1r²) (cos c1a, sin c1a), then in that of c2r and c2a";
  let body = [{
    auto inverted = [](Point q, Real radius, Real angle) {
      Point center = sqrt(1 + radius * radius) * direction(fmod(angle, Real(pi))), away = q - center;
      return center + radius * radius / (lengthSquared(away) + tiny) * away;
    };
    return inverted(inverted(p, c1r, c1a), c2r, c2a);
  }];
  let notes = "The weight is of no account, but for 0. The plugin of Apophysis leaves out whole turns of the angles instead of half turns.";
  let sampleParams = "0.7, -4, 1.2, 0.6";
  let samples = [First<"0.930158067406, -0.182135439712">,
                 Second<"1.00013183501, 0.130684637353">,
                 Sample<"0.3, 0.2", "0.693229703699, 0.62175146141", "0.8", "1, -1, 1, 1">];
}

def Poincare2 : Extra<"poincare2", "a step of a tiling of the Poincaré disc"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"p", "3", "corners of a tile", [], "-inf", "inf", "corners">,
                Param<"q", "7", "tiles around a corner", [], "-inf", "inf", "around">];
  let formula = "with z = x + iy, c = R exp(2πi/p), R as in hypertile, 0 where 1/p + 1/q ≥ 1/2: w (z - c) / (1 - conj c z)";
  let body = [{
    Bool isTiling = 1 / corners + 1 / around < 0.5;
    Real reach = select(isTiling, hyperbolicRadius(corners, around), Real(0));
    Point c = reach * direction(twoPi / corners);
    return weight * complexQuotient(p - c, Point{1, 0} - complexProduct(Point{c.x, -c.y}, p));
  }];
  let sampleParams = "4, 5";
  let samples = [First<"0.426086007395, -0.631341946697">,
                 Second<"-0.898658156912, -0.404599393829">,
                 Sample<"0.3, 0.2", "0.346000433228, -0.0658346988423", "0.8", "3, 7">,
                 Sample<"0.3, 0.2", "0.247146073902, -0.0744306838727", "0.8", "4, 4.2">,
                 Sample<"0.3, 0.2", "0.24, 0.16", "0.8", "3, 5">];
}

def Poincare3D : Extra<"poincare3D", "a translation of the Poincaré ball"> {
  let params = [Param<"r", "0", "length of the translation, 0 to 1">,
                Param<"a", "0", "its direction in the plane, in quarter turns">,
                Param<"b", "0", "its direction towards z, in quarter turns">];
  let formula = "A = a π/2, B = b π/2, C = R cos B (cos A, -sin A): w ((1 - R²) P + (1 + 2 C·P + "
                "P²) C) / (R² P² + 2 C·P + 1)";
  let body = [{
    Real tilt = b * halfPi, angle = a * halfPi;
    Point c = r * cos(tilt) * Point{cos(angle), -sin(angle)};
    return weight * ballTranslation(p, c, r * sin(tilt));
  }];
  let notes = "R is poincare3D_r, P the point as a vector. The slice z = 0.";
  let sampleParams = "0.4, 0.7, 0.3";
  let space = [{
    Real tilt = b * halfPi, angle = a * halfPi;
    Point c = r * cos(tilt) * Point{cos(angle), -sin(angle)};
    return weight * ballTranslation(p, z, c, r * sin(tilt)).xy;
  }];
  let depth = [{
    Real tilt = b * halfPi, angle = a * halfPi;
    Point c = r * cos(tilt) * Point{cos(angle), -sin(angle)};
    return weight * ballTranslation(p, z, c, r * sin(tilt)).z;
  }];
  let samples = [First<"0.598409518222, -0.422994942321">,
                 Second<"-0.939175749942, 0.0683231307494">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.490996454522, -0.265947010436, 0.54687904462", "0.8", "0.4, 0.3, 0.6">, SpaceSample<"-0.3, 0.9, -1.2", "0.624207483015, 1.47560747265, -0.804044210937", "0.8", "0.4, 0.3, 0.6">];
}

def PointSymmetry : Extra<"point_symmetry", "one of the turns about a centre, drawn at random"> {
  let params = [Param<"centre_x", "0.15", "x of the centre">,
                Param<"centre_y", "0.5", "y of the centre">,
                Param<"order", "3", "how many turns there are">];
  let draws = [U01];
  let formula = "with C the centre: C + w ((x, y) - C), turned backwards by 2π floor(u1 order)/order";
  let body = [{
    Point centre = {centre_x, centre_y};
    Real count = select(order == 0, Real(1e-6), order);
    return centre + rotated(weight * (p - centre), -twoPi * floor(u[0] * order) / count);
  }];
  let samples = [First<"0.758, 0.012", "0.3">, Second<"-0.762, 0.652", "0.3">,
                 Sample<"-0.99, 0.69", "1.22396591873, -0.263471359996", "0.8", "0.1, -0.2, 5", "0.55">];
}

def PointSymmetryWf : Extra<"point_symmetry_wf",
             "turned around a point by a random part of a turn"> {
  let params = [Param<"centre_x", "0.25", "x of the centre">,
                Param<"centre_y", "0.5", "y of the centre">,
                Param<"order", "3", "number of directions">,
                Param<"colorshift", "0", "shift of the colour from one direction to the next">];
  let draws = [U01];
  let formula = "with d = (x, y) - C, i = trunc(order u1): C + w d turned clockwise by 2π i / order; colour c + "
                "i colorshift, without its whole part";
  let body = [{
    Point center{centre_x, centre_y};
    return center + weight * rotated(p - center, -(twoPi * branch(order, u[0]) / order));
  }];
  let color = [{
    return select(colorshift == 0, color, fmod(color + branch(order, u[0]) * colorshift, 1));
  }];
  let notes = "Meant as a post variation.";
  let sampleParams = "0.3, -0.2, 5, 0.3";
  let samples = [First<"0.519276362428, -0.641866356357, 0.55">,
                 Second<"0.658246701407, 1.00151042481, 0.55">];
}

def Polynomial : Extra<"polynomial", "a power of each coordinate, with its sign, and a linear function"> {
  let weighsDepth = 1;
  let params = [Param<"powx", "1", "exponent of x">,
                Param<"powy", "1", "exponent of y">,
                Param<"lcx", "0", "factor of x beside it">,
                Param<"lcy", "0", "factor of y beside it">,
                Param<"scx", "0", "added to x">,
                Param<"scy", "0", "added to y">];
  let formula = "(± |w x|^powx + lcx x + scx, ± |w y|^powy + lcy y + scy), each with the sign of its coordinate";
  let body = [{
    auto power = [&](Real t, Real exponent) { return select(t == 0, t, copysign(pow(abs(weight * t), exponent), t)); };
    return Point{power(p.x, powx) + lcx * p.x + scx, power(p.y, powy) + lcy * p.y + scy};
  }];
  let sampleParams = "1.4, 0.7, 0.2, -0.3, 0.1, 0.4";
  let samples = [First<"0.923185852172, 0.250552519444">,
                 Second<"-0.819464978326, 0.852716512405">];
}

def Popcorn23D : Extra<"popcorn2_3D", "waves of tangents, by parameters"> {
  let params = [Param<"x", "0.1", "amplitude in x">,
                Param<"y", "0.1", "amplitude in y">,
                Param<"z", "0.1",
                      "amplitude in z, without effect here", [], "-inf", "inf", "fixed">,
                Param<"c", "3", "frequency">];
  let formula = "w/2 (x + popcorn2_3D_x sin(tan(c y)), y + popcorn2_3D_y sin(tan(c x)))";
  let body = [{
    return weight / 2 * Point{p.x + x * sin(tan(c * p.y)), p.y + y * sin(tan(c * p.x))};
  }];
  let notes = "Its x and y do not depend on z.";
  let sampleParams = "0.4, -0.3, 0, 1.2";
  let samples = [First<"0.342818833996, -0.156489106578">,
                 Second<"-0.254209958924, 0.349393801066">];
}

def PowBlock : Extra<"pow_block", "a fractional power, branch drawn at random"> {
  let params = [Param<"numerator", "3", "numerator of the power", ["pow_numerator"]>,
                Param<"denominator", "2", "denominator of the power: number of branches", ["pow_denominator"]>,
                Param<"root", "1", "distance of the branches", ["pow_root"]>,
                Param<"correctn", "1", "divides the exponent of the radius", ["pow_correctn"]>,
                Param<"correctd", "1", "multiplies it", ["pow_correctd"]>];
  let draws = [U01];
  let formula = "with n/d = numerator/denominator: r^(n |correctd|/(d correctn)), angle (φ + 2π root floor(u1 d)) n/d; "
                "times w";
  let body = [{
    Real bottom = denominator * correctn / (abs(correctd) + epsilon);
    Real exponent = numerator / 2 / select(abs(bottom) <= epsilon, Real(epsilon), bottom);
    Real shared = select(abs(denominator) <= epsilon, Real(epsilon), denominator);
    Real angle = (phi(p) + root * twoPi * floor(u[0] * denominator)) / shared * numerator;
    return weight * pow(lengthSquared(p), exponent) * direction(angle);
  }];
  let notes = "Other programs draw the first two parameters at random where a file leaves them out.";
  let sampleParams = "3.4, 2.3, 1.2, 0.9, 1.1";
  let samples = [First<"0.672783567673, -0.120917096592">,
                 Second<"-0.925480205655, -0.6368291895">,
                 Sample<"0.3, 0.4", "0.228382124464, -0.0113741431031", "0.8", "", "0.8">];
}

def PreBlurWf : Extra<"pre_blur_wf", "the input point scattered softly and far"> {
  let draws = [Bell, U01, U01, U01];
  let preOnly = 1;
  let formula = "w G (cos 2πu4, sin 2πu4), G the sum of six uniform numbers less 3";
  let body = [{ return weight * (u[0] + u[1] + u[2] - 1) * direction(twoPi * u[3]); }];
  let notes = "What JWildfire calls pre_blur.";
  let samples = [First<"0.14106846055, 0.19416407865", "0.45, 0.3, 0.55, 0.15">, Second<"0.14106846055, 0.19416407865", "0.45, 0.3, 0.55, 0.15">];
}

def PressureWave : Extra<"pressure_wave", "both axes pressed and stretched in waves"> {
  let losesDepth = 1;
  let params = [Param<"x_freq", "1", "waves for each unit of x">,
                Param<"y_freq", "1", "waves for each unit of y">];
  let formula = "t + sin(2π f t)/(2π f) of x and y, times w; t where f is 0";
  let body = [{
    auto pressed = [](Real t, Real frequency) {
      Real turns = twoPi * frequency;
      return t + select(frequency == 0, Real(0), sin(turns * t) / turns);
    };
    return weight * Point{pressed(p.x, x_freq), pressed(p.y, y_freq)};
  }];
  let sampleParams = "0.7, 1.3";
  let samples = [First<"0.590060517176, -0.164628532266">,
                 Second<"-0.621649664082, 0.492948174218">,
                 Sample<"0.3, 0.2", "0.24, 0.197419571352", "0.8", "0, 2">,
                 Sample<"0.3, 0.2", "0.416176911873, 0.257748238257", "0.8">,
                 Sample<"1.3, -0.6", "1.00010519269, -0.540546138291", "0.8", "-0.4, 2">];
}

def Projective : Extra<"projective", "a projective map"> {
  let params = [Param<"A", "0", "below, for each x">,
                Param<"B", "0", "below, for each y", [], "-inf", "inf", "B_">,
                Param<"C", "1", "below">,
                Param<"A1", "1", "x for each x">,
                Param<"B1", "0", "x for each y">,
                Param<"C1", "0", "x">,
                Param<"A2", "0", "y for each x">,
                Param<"B2", "1", "y for each y">,
                Param<"C2", "0", "y">];
  let formula = "w (A1 x + B1 y + C1, A2 x + B2 y + C2) / (A x + B y + C)";
  let body = [{
    Point above{A1 * p.x + B1 * p.y + C1, A2 * p.x + B2 * p.y + C2};
    return weight / (A * p.x + B_ * p.y + C) * above;
  }];
  let sampleParams = "0.2, -0.4, 1.5, 1, 0.1, 0.3, 0.2, 1.1, 0.4";
  let samples = [First<"0.55573580533, 0.213673232908">, Second<"-0.484210526316, 0.749317738791">];
}

def PRose3D : Extra<"pRose3D", "a rose with waving petals, and its reflection"> {
  let params = [Param<"l", "1", "length of the petals", [], "-inf", "inf", "size">,
                Param<"k", "3", "number of petals">,
                Param<"c", "0", "turns them">,
                Param<"z1", "1", "how high they wave">,
                Param<"z2", "1", "how high the reflection waves">,
                Param<"refSc", "1", "size of the reflection">,
                Param<"opt", "1", "size: which wave, 1 or 2; negative: reflected">,
                Param<"optSc", "1", "frequency of the waves">,
                Param<"opt3", "0", "share of a third wave; negative: reflected">,
                Param<"transp", "0.5", "how dense the reflection is">,
                Param<"dist", "1", "distance from the mirror">,
                Param<"wagsc", "0", "slope of the petals">,
                Param<"crvsc", "0", "how far they are curved", ["pRose3D_srvsc"]>,
                Param<"f", "3", "frequency of ripples around the rose">,
                Param<"wigsc", "0", "height of the ripples">,
                Param<"offset", "0", "moves the ripples">];
  let draws = [U01, U01];
  let formula = "w l/2 cos(k φ + c) (cos φ, sin φ), times refSc in the reflection: where u1 < 1/2 and u2 < transp², if opt or opt3 is "
                "negative";
  let body = [{
    Real angle = phi(p), petals = select(abs(k) < 1e-4, copysign(Real(1e-4), k), k);
    Bool mirrored = ((opt < 0) | (opt3 < 0)) & (u[0] < 0.5) & (u[1] < transp * transp);
    return weight / 2 * size * cos(petals * angle + c) * select(mirrored, refSc, Real(1)) * direction(angle);
  }];
  let depth = [{
    Real r = length(p), part = r / size, squared = part * part, tilt = 0.4 * wagsc * r;
    Bool backwards = (opt < 0) | (opt3 < 0);
    Bool mirrored = backwards & (u[0] < 0.5) & (u[1] < transp * transp);
    Real bow = crvsc / 2 * sin(pi * squared), arch = crvsc / 2 * cos(pi * (part - 0.5));
    auto wave = [&](Real t) { return sin(pi * abs(optSc) * t); };
    Real one = wave(part) + tilt + select(backwards, bow, arch);
    Real two = wave(squared) + tilt + arch;
    Real three = wave(squared * squared) + tilt * r + select(backwards, arch, bow);
    Real second = clamp(abs(opt) - 1, 0, 1), third = min(abs(opt3), Real(1));
    Real high = one + second * (two - one);
    high = high + third * (three - high);
    Real cycle = twoPi / select(k == 0, Real(1e-6), k);
    Real ripple = wigsc / 8 * r * r * sin(pi * f * phi(p) / cycle + offset * cycle);
    Real height = select(mirrored, z2, z1) * high + ripple + dist;
    return weight / 2 * select(mirrored, -height, height);
  }];
  let notes = "The heights of the petals are in space alone.";
  let sampleParams = "1.1, 4, 0.3, 0.9, 0.7, 0.6, -1.4, 1.2, 0.3, 0.8, 0.5, 0.4, 0.6, 2, 0.7, 0.2";
  let samples = [First<"0.257802051343, -0.0311628853272", "0.3, 0.5">,
                 Second<"0.19295492804, -0.134483737725", "0.7, 0.5">,
                 Sample<"0.3, 0.2", "-0.323095889239, -0.215397259493", "0.8", "1.1, 4, 0.3, 0.9, 0.7, 0.6, 0.8, 1.2, 0, 0.8, 0.5, 0.4, 0.6, 2, 0.7, 0.2", "0.3, 0.5">,
                 Sample<"-1.4, 0.6", "0.0136108461838, -0.00583321979307", "0.8", "1.1, -3, 0.3, 0.9, 0.7, 0.6, 2.5, 1.2, -0.4, 0.8, 0.5, 0.4, 0.6, 2, 0.7, 0.2", "0.2, 0.1">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.046837743715, 0.02676442498, -0.471269142287", "0.8", "1.1, 4, 0.3, 0.9, 0.7, 0.6, -1.4, 1.2, 0.3, 0.8, 0.5, 0.4, 0.6, 2, 0.7, 0.2", "0.3, 0.5">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.00225479246281, -0.00676437738844, 0.45503813948", "0.8", "1.1, 4, 0.3, 0.9, 0.7, 0.6, -1.4, 1.2, 0.3, 0.8, 0.5, 0.4, 0.6, 2, 0.7, 0.2", "0.7, 0.5">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.00225479246281, -0.00676437738844, 0.291941020102", "0.8", "1.1, 4, 0.3, 0.9, 0.7, 0.6, 0.8, 1.2, 0, 0.8, 0.5, 0.4, 0.6, 2, 0.7, 0.2", "0.3, 0.5">,
                      SpaceSample<"0.7, -0.4, 0.5", "-0.0648069468255, 0.0370325410431, -0.566619799736", "0.8", "1.1, -3, 0.3, 0.9, 0.7, 0.6, 2.5, 1.2, -0.4, 0.8, 0.5, 0.4, 0.6, 2, 0.7, 0.2", "0.1, 0.2">];
}

def Psphere : Extra<"psphere", "the plane wound on a sphere"> {
  let params = [Param<"zscale", "0", "height of the sphere">];
  let formula = "a = π w x, b = π w y: (-cos a sin b, sin a cos b)";
  let body = [{
    Real a = pi * weight * p.x, b = pi * weight * p.y;
    return Point{-(cos(a) * sin(b)), sin(a) * cos(b)};
  }];
  let depth = [{ return zscale * cos(pi * weight * p.y); }];
  let sampleParams = "0.6";
  let samples = [First<"-0.179216352866, 0.7256106996">,
                 Second<"0.783419166182, 0.0988720602531">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.158211276622, 0.526335829307, 0.321496076987", "0.8", "0.6">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.561679980996, 0.436346747432, -0.382454393849", "0.8", "0.6">];
}

def PTransform : Extra<"pTransform", "turned and moved in polar coordinates"> {
  let params = [Param<"rotate", "0", "angle added">,
                Param<"power", "1", "root of the radius">,
                Param<"move", "0", "factor of the radius, as a logarithm">,
                Param<"split", "0", "moves the halves apart">,
                Param<"use_log", "1", "1: the radius as a logarithm">];
  let formula = "R = ln r/power + move ± split (+ for x ≥ 0), without use_log from r itself: w "
                "e^R (cos A, sin A), A = φ + rotate";
  let body = [{
    Real r = length(p);
    Bool logarithmic = !chosen(use_log, 0);
    Real rho = select(logarithmic, log(r), r) / power + move + select(p.x >= 0, split, -split);
    Real radius = select(logarithmic, exp(rho), rho);
    return weight * radius * direction(phi(p) + rotate);
  }];
  let sampleParams = "0.3, 2, 0.4, 0.1, 1";
  let samples = [First<"1.24245976725, 0.225710564532">, Second<"-1.13019819538, 0.36040091009">,
                 Sample<"0.3, 0.4", "0.202071436888, 0.564948789178", "0.8",
                        "0.3, 2, 0.4, 0.1, 0">];
}

def Pulse : Extra<"pulse", "waves of each coordinate along itself"> {
  let params = [Param<"scalex", "1", "amplitude in x">,
                Param<"scaley", "1", "amplitude in y">,
                Param<"freqx", "2", "frequency in x">,
                Param<"freqy", "2", "frequency in y">];
  let formula = "w (x + scalex sin(freqx x), y + scaley sin(freqy y))";
  let body = [{
    return weight * (p + Point{scalex * sin(freqx * p.x), scaley * sin(freqy * p.y)});
  }];
  let sampleParams = "0.4, 0.3, 2.2, 1.4";
  let samples = [First<"1.01870826084, -0.124814082576">, Second<"-1.05479895545, 0.74942830132">];
}

def Pyramid : Extra<"pyramid", "cubes of both coordinates, normalised"> {
  let formula = "w / (|x|³ + |y|³ + 10⁻⁹) (x³, y³)";
  let body = [{
    Point cubes{p.x * p.x * p.x, p.y * p.y * p.y};
    return weight / (abs(cubes.x) + abs(cubes.y) + 1e-9) * cubes;
  }];
  let notes = "The slice z = 0.";
  let samples = [First<"0.79858948473, -0.00141051421057">,
                 Second<"-0.597655080198, 0.202344919186">];
}

def QOde : Extra<"q_ode", "a quadratic map of twelve numbers"> {
  let params = [Param<"q_ode01", "1", "added to x", ["q_ode01"], "-inf", "inf", "c01">,
                Param<"q_ode02", "-1", "factor of x in x, with the weight", ["q_ode02"], "-inf", "inf", "c02">,
                Param<"q_ode03", "0", "factor of x² in x", ["q_ode03"], "-inf", "inf", "c03">,
                Param<"q_ode04", "0", "factor of x y in x", ["q_ode04"], "-inf", "inf", "c04">,
                Param<"q_ode05", "0", "factor of y in x", ["q_ode05"], "-inf", "inf", "c05">,
                Param<"q_ode06", "0", "factor of y² in x", ["q_ode06"], "-inf", "inf", "c06">,
                Param<"q_ode07", "1", "added to y", ["q_ode07"], "-inf", "inf", "c07">,
                Param<"q_ode08", "0", "factor of x in y", ["q_ode08"], "-inf", "inf", "c08">,
                Param<"q_ode09", "0", "factor of x² in y", ["q_ode09"], "-inf", "inf", "c09">,
                Param<"q_ode10", "0", "factor of x y in y", ["q_ode10"], "-inf", "inf", "c10">,
                Param<"q_ode11", "0", "factor of y in y, with the weight", ["q_ode11"], "-inf", "inf", "c11">,
                Param<"q_ode12", "0", "factor of y² in y", ["q_ode12"], "-inf", "inf", "c12">];
  let formula = "(q01 + w q02 x + q03 x² + q04 x y + q05 y + q06 y², q07 + q08 x + q09 x² + q10 x y + w q11 y + q12 y²)";
  let body = [{
    Real across = p.x * p.x, both = p.x * p.y, along = p.y * p.y;
    return Point{c01 + weight * c02 * p.x + c03 * across + c04 * both + c05 * p.y + c06 * along,
                 c07 + c08 * p.x + c09 * across + c10 * both + weight * c11 * p.y + c12 * along};
  }];
  let sampleParams = "0.1, 0.9, -0.3, 0.4, 0.2, -0.5, 0.3, 0.8, 0.6, -0.2, 0.7, 0.15";
  let samples = [First<"0.43868, 1.485095">,
                 Second<"-1.28012, 0.690495">];
}

def RandCubes : Extra<"randCubes", "towers of random height on squares of a grid, seen from above"> {
  let unverified = onlyFractorium;
  let params = [Param<"blockSize", "1", "side of a tower">,
                Param<"blockHeight", "1", "height of the towers">,
                Param<"spread", "3", "how far they stand around the origin">,
                Param<"seed", "1", "chooses the heights">,
                Param<"density", "1", "distance from one to the next, in sides">];
  let draws = [U01, U01, U01, U01, U01];
  let generator = 1;
  let replaces = 1;
  let flattens = 1;
  let formula = "t1 = 2 u1 - 1, t2 = 2 u2 - 1, (i, j) = floor(-spread (sgn t1 ln |t1|, sgn t2 ln |t2|)), h(n) a random number of n, H = h(seed i) + "
                "h(i + seed j): blockSize (density (i, j) + (u3, u4)), colour H/2; in space z is blockHeight H u5^(1/8)";
  let body = [{
    Point at{towerOf(u[0], spread), towerOf(u[1], spread)};
    return blockSize * (density * at + Point{u[2], u[3]});
  }];
  let depth = [{
    return blockHeight * towerHeight(towerOf(u[0], spread), towerOf(u[1], spread), seed) * pow(u[4], 0.125);
  }];
  let color = [{ return towerHeight(towerOf(u[0], spread), towerOf(u[1], spread), seed) / 2; }];
  let notes = "The weight has no effect, unless it is 0. In space it also discards the z of the sum before it.";
  let sampleParams = "0.7, 1.3, 2.3, 5, 1.4";
  let samples = [First<"-2.555, 2.59, 0.482433892313">,
                 Second<"-0.84, 0.42, 0.449439750728", "0.1, 0.95, 0.2, 0.6, 0.4">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-2.555, 2.59, 0.989515419019", "0.8", "0.7, 1.3, 2.3, 5, 1.4">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.84, 0.42, 1.04208304024", "0.8", "0.7, 1.3, 2.3, 5, 1.4", "0.1, 0.95, 0.2, 0.6, 0.4">];
}

def Rational3 : Extra<"rational3", "a quotient of cubic polynomials"> {
  let params = [Param<"a", "0.5", "above, of z³">,
                Param<"b", "0", "above, of z²">,
                Param<"c", "0.25", "above, of z">,
                Param<"d", "1", "above">,
                Param<"e", "0", "below, of z³">,
                Param<"f", "0.9", "below, of z²">,
                Param<"g", "0", "below, of z">,
                Param<"h", "1", "below">];
  let formula = "with z = x + iy: w (a z³ + b z² + c z + d) / (e z³ + f z² + g z + h)";
  let body = [{
    Point squared = complexProduct(p, p), cubed = complexProduct(squared, p);
    return weight * complexQuotient(a * cubed + b * squared + c * p + Point{d, 0},
                                    e * cubed + f * squared + g * p + Point{h, 0});
  }];
  let sampleParams = "0.4, 0.2, 0.3, 0.9, 0.1, 0.8, -0.2, 1.1";
  let samples = [First<"0.791910015293, -0.00883084845968">,
                 Second<"0.17007494992, 0.384711193566">];
}

def Rays1 : Extra<"rays1", "rays by the cotangent of the radius"> {
  let replaces = 1;
  let formula = "q = w r² (cot r + w 4/π²): (q/x, q/y)";
  let body = [{
    Real r = length(p) + tiny, slope = p.y / p.x;
    Real size = weight * (r * cos(r) / sin(r) + weight * (4 / (pi * pi)) * r);
    return size * Point{copysign(sqrt(1 + slope * slope), p.x), copysign(sqrt(1 + 1 / (slope * slope)), p.y)};
  }];
  let notes = "As with rays2, it stays a number near the origin: r/x is made of y/x.";
  let samples = [First<"0.805880211629, -6.6668272053">, Second<"-0.829920960375, 1.19075616054">];
}

def Rays2 : Extra<"rays2", "rays by a secant"> {
  let replaces = 1;
  let formula = "q = w/10 r² / cos((r² + ε) tan(1/r² + ε)): (q/x, q/y)";
  let body = [{
    Real t = lengthSquared(p);
    Real size = weight / 10 / cos((t + epsilon) * tan(1 / (t + 1e-16) + epsilon));
    return size * Point{p.x + p.y * (p.y / p.x), p.y + p.x * (p.x / p.y)};
  }];
  let notes = "Near the origin, where r² vanishes in single precision and 1/r² has no tangent, it stays a number: r²/x is x + y (y/x).";
  let samples = [First<"-0.146332322936, 1.21056739884">,
                 Second<"-0.319685514248, 0.458679216095">];
}

def Rays3 : Extra<"rays3", "rays by a root of cosines"> {
  let replaces = 1;
  let formula = "t = r², q = w/10 t / √cos(sin(t² + ε) sin(1/t² + ε)): (q cos t/x, q tan t/y)";
  let body = [{
    Real t = lengthSquared(p);
    Real wave = cos(sin(t * t + epsilon) * sin(1 / (t * t + 1e-16) + epsilon));
    Real size = weight / 10 * rsqrt(wave);
    return size * Point{cos(t) * (p.x + p.y * (p.y / p.x)), tan(t) * (p.y + p.x * (p.x / p.y))};
  }];
  let notes = "As with rays2, it stays a number near the origin.";
  let samples = [First<"0.0550576263311, -0.761784078444">,
                 Second<"-0.0139833662952, 1.52440534965">];
}

def Rblur : Extra<"rblur", "scattered more, the farther outside a circle"> {
  let params = [Param<"strength", "1", "how much">,
                Param<"offset", "1", "radius of the circle">,
                Param<"center_x", "0", "x of its centre">,
                Param<"center_y", "0", "y of its centre">];
  let draws = [U01, U01];
  let formula = "d = 2 strength max(0, |(x, y) - C| - offset): w (x + d (u1 - 1/2), y + d (u2 - "
                "1/2))";
  let body = [{
    Real distance = length(p - Point{center_x, center_y});
    Real size = 2 * strength * max(distance - offset, Real(0));
    return weight * (p + size * Point{u[0] - 0.5, u[1] - 0.5});
  }];
  let sampleParams = "0.7, 0.3, 0.2, -0.1";
  let samples = [First<"0.636144226134, 0.00385577386565">,
                 Second<"-1.04475167635, 0.804751676351">];
}

def Ripple : Extra<"ripple", "rings of water"> {
  let params = [Param<"frequency", "2", "number of rings">,
                Param<"velocity", "1", "how far the phase moves them">,
                Param<"amplitude", "0.5", "height, in hundredths">,
                Param<"centerx", "0", "x of the centre">,
                Param<"centery", "0", "y of the centre, negated">,
                Param<"phase", "0", "phase, 0 to 1">,
                Param<"scale", "1", "scale">,
                Param<"fixed_dist_calc", "0", "1: the distance, 0: the product of its parts">];
  let formula = "C the centre, d = scale (x, y) - C with length D, P = 2π phase - π, a = "
                "amplitude/100, W = cos(5 frequency D - velocity P): w/scale (C + d/D (D + a W "
                "((1 - P) P + P (π - P))))";
  let body = [{
    Real turned = twoPi * phase - pi, size = select(scale == 0, Real(epsilon), scale);
    Point center{centerx, -centery}, d = size * p - center;
    Real apart = select(chosen(fixed_dist_calc, 0), abs(d.x * d.y), length(d));
    Real distance = max(apart, Real(epsilon));
    Real wave = 0.01 * amplitude * cos(5 * frequency * distance - velocity * turned);
    Real reach = distance + wave * ((1 - turned) * turned + turned * (pi - turned));
    return weight / size * (center + reach / distance * d);
  }];
  let sampleParams = "1.5, 0.8, 9, 0.2, -0.1, 0.3, 1.2, 1";
  let samples = [First<"0.759011002935, -0.096065642019">, Second<"-0.355975262339, 0.32330690993">,
                 Sample<"0.91, -0.11", "2.53208771774, -0.557224608202", "0.8",
                        "1.5, 0.8, 9, 0.2, -0.1, 0.3, 1.2, 0">];
}

def Rippled : Extra<"rippled",
             "hyperbolic tangent and cosine of the squared radius, without division"> {
  let formula = "q = r² + ε: w (x tanh q, y cos q)";
  let body = [{
    Real q = lengthSquared(p) + epsilon;
    return weight * Point{p.x * tanh(q), p.y * cos(q)};
  }];
  let samples = [First<"0.499346106123, -0.0587236217739">,
                 Second<"-0.710354335964, 0.063118810999">];
}

def RoseWf : Extra<"rose_wf", "a rose"> {
  let params = [Param<"amp", "0.5", "radius of the rose">,
                Param<"waves", "4", "number of petals">,
                Param<"filled", "0.85", "part of the points that fill it">];
  let draws = [U01, U01];
  let formula = "R = amp cos(waves θ), times u2 where u1 < filled: w R (sin θ, cos θ)";
  let body = [{
    Real angle = theta(p);
    Real radius = amp * cos(waves * angle);
    radius = radius * select(filled > u[0], u[1], Real(1));
    return weight * radius * swapped(direction(angle));
  }];
  let sampleParams = "0.7, 3, 0.4";
  let samples = [First<"0.137416344744, -0.0166107669471">,
                 Second<"0.311174680396, -0.2168793227">];
}

def Rotate : Extra<"rotate", "the plane turned"> {
  let params = [Param<"angle", "0", "in degrees">];
  let formula = "w (x, y), turned by angle";
  let body = [{ return weight * rotated(p, angle * (pi / 180)); }];
  let sampleParams = "25";
  let samples = [First<"0.696982475996, 0.227911009288">, Second<"-0.951081047814, 0.165568235146">];
}

def RotateX : Extra<"rotate_x", "space turned around the x axis"> {
  let replaces = 1;
  let formula = "(x, y cos(w π/2))";
  let body = [{ return Point{p.x, p.y * cos(weight * halfPi)}; }];
  let notes = "The weight is the angle, in quarter turns. The slice z = 0. Meant as a pre or "
              "post variation.";
  let space = [{ return Point{p.x, p.y * cos(weight * halfPi) - z * sin(weight * halfPi)}; }];
  let depth = [{ return p.y * sin(weight * halfPi) + z * cos(weight * halfPi); }];
  let samples = [First<"0.91, -0.0339918693812">, Second<"-0.99, 0.213221726119">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.7, -0.599135055898, -0.225914109331", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "-0.3, 1.41938311449, 0.485130471416", "0.8">];
}

def RotateY : Extra<"rotate_y", "space turned around the y axis"> {
  let replaces = 1;
  let formula = "(x cos(w π/2), y)";
  let body = [{ return Point{p.x * cos(weight * halfPi), p.y}; }];
  let notes = "The weight is the angle, in quarter turns. The slice z = 0. Meant as a pre or "
              "post variation.";
  let space = [{ return Point{p.x * cos(weight * halfPi) - z * sin(weight * halfPi), p.y}; }];
  let depth = [{ return p.x * sin(weight * halfPi) + z * cos(weight * halfPi); }];
  let samples = [First<"0.281205464881, -0.11">, Second<"-0.305926824431, 0.69">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.259216362085, -0.4, 0.820248058594", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "1.04856272124, 0.9, -0.656137348138", "0.8">];
}

def RotateZ : Extra<"rotate_z", "the plane turned"> {
  let formula = "(x, y) turned clockwise by w π/2";
  let body = [{ return rotated(p, -(weight * halfPi)); }];
  let notes = "The weight is the angle, in quarter turns. Meant as a pre or post variation.";
  let samples = [First<"0.176589248089, -0.89945329921">, Second<"0.350302171812, 1.15476767725">];
}

def Roundspher : Extra<"roundspher", "the plane drawn together, without a pole"> {
  let losesDepth = 1;
  let formula = "w² / (1 + 4 r²/π²) (x, y)";
  let body = [{ return weight * weight / (1 + lengthSquared(p) * (4 / (pi * pi))) * p; }];
  let samples = [First<"0.434458194091, -0.0525169245605">,
                 Second<"-0.398446553862, 0.277705173904">];
}

def Roundspher3D : Extra<"roundspher3D", "space drawn together, without a pole"> {
  let formula = "w² / (1 + 4 (r² + cos²r)/π²) (x, y)";
  let body = [{
    Real r = length(p), high = cos(r);
    return weight * weight / (1 + (r * r + high * high) * (4 / (pi * pi))) * p;
  }];
  let space = [{
    Real r = length(p), high = select(z == 0, cos(r), z);
    return weight * weight / (1 + (r * r + high * high) * (4 / (pi * pi))) * p;
  }];
  let depth = [{
    Real r = length(p), high = select(z == 0, cos(r), z);
    return cos(r) + weight * weight / (1 + (r * r + high * high) * (4 / (pi * pi))) * high;
  }];
  let notes = "In space z takes the place of cos r, if it is not 0, and cos r is added to the new z; other programs add it where the sum before "
              "it has no z.";
  let samples = [First<"0.390718519874, -0.0472297111936">,
                 Second<"-0.385973915534, 0.269012122948">,
                 Sample<"0.3, 0.2", "0.136409303435, 0.0909395356231", "0.8">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.328263744058, -0.187579282319, 0.926701241375", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.0985440992692, 0.295632297808, 0.188577213625", "0.8">];
}
