// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, S to Sp. ir/Variation.td says what a record means and what a body may use.

def Scry2 : Extra<"scry2", "scry with a polygon or star"> {
  let params = [Param<"sides", "4", "number of rays", [], "1", "50">,
                Param<"star", "0", "how pointed they are, -1 to 1">,
                Param<"circle", "0", "how round, -1 to 1">];
  let formula = "R as in loonie2: (x, y) / (R (R² + 1/w))";
  let body = [{
    Real edge = starRadius(p, sides, star, circle);
    Real squared = select(sides > 2, edge * edge, abs(edge) * edge);
    return p / (edge * (squared + 1 / weight));
  }];
  let sampleParams = "5, 0.15, 0.25";
  let samples = [First<"0.310573813114, -0.0375418894973">,
                 Second<"-0.177360343489, 0.123614784856">];
}

def Scry3D : Extra<"scry_3D", "the plane folded into a disc"> {
  let formula = "(x, y) / (r (r² + 1/(w + ε)))";
  let body = [{
    Real r = length(p);
    return p / (r * (r * r + 1 / (weight + epsilon)));
  }];
  let notes = "In space r is the distance from the origin; a z of 0 counts as φ.";
  let space = [{
    Real r = sqrt(lengthSquared(p) + z * z);
    return p / (r * (r * r + 1 / (weight + epsilon)));
  }];
  let depth = [{
    Real r = sqrt(lengthSquared(p) + z * z);
    return select(z == 0, phi(p), z) / (r * (r * r + 1 / (weight + epsilon)));
  }];
  let samples = [First<"0.474965658977, -0.0574134313049">,
                 Second<"-0.303155039102, 0.211289875738">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.343192924359, -0.196110242491, 0.245137803114", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "-0.0546284498992, 0.163885349698, -0.218513799597", "0.8">,
                      SpaceSample<"0.7, -0.4, 0", "0.456970074802, -0.26112575703, -0.338906055229", "0.8">];
}

def Seashell3D : Extra<"seashell3D", "a seashell, seen from above"> {
  let params = [Param<"final_radius", "0.25", "radius of the tube at its wide end">,
                Param<"height", "3.5", "height in z">,
                Param<"inner_radius", "0.4", "radius of the spiral">,
                Param<"nSpirals", "3", "number of turns">];
  let draws = [U01, U01];
  let generator = 1;
  let formula = "A = 2π nSpirals u1, R = final_radius (1 - u1) (1 + cos 2πu2) + inner_radius: w R (cos A, sin A)";
  let body = [{
    Real tube = final_radius * (1 - u[0]) * (1 + cos(twoPi * u[1]));
    return weight * (tube + inner_radius) * direction(twoPi * nSpirals * u[0]);
  }];
  let depth = [{ return weight * (height * u[0] + final_radius * (1 - u[0]) * sin(twoPi * u[1])); }];
  let samples = [First<"0.337147817412, -0.244952227574">, Second<"0.337147817412, -0.244952227574">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.337147817412, -0.244952227574, 0.706852087719", "0.8">];
}

def Sec2Bs : Extra<"sec2_bs", "complex secant, by a factor for each part"> {
  let params = [Param<"x1", "1.25", "factor of x in the sines">,
                Param<"x2", "0.75", "factor of x in the cosines">,
                Param<"y1", "1.5", "factor of y in the sines">,
                Param<"y2", "0.5", "factor of y in the cosines">];
  let formula = "2w / (cos 2x + cosh 2y) (cos(x2 x) cosh(y2 y), sin(x1 x) sinh(y1 y))";
  let body = [{
    Real t = clamp(p.y, -hyperbolicLimit, hyperbolicLimit);
    return 2 * weight / (cos(2 * p.x) + cosh(2 * t)) *
           Point{cos(p.x * x2) * cosh(t * y2), sin(p.x * x1) * sinh(t * y1)};
  }];
  let sampleParams = "1.1, 0.8, 0.9, 0.6";
  let samples = [First<"1.53923901956, -0.171786588374">,
                 Second<"0.712138452502, -0.546932129484">];
}

def Sech2Bs : Extra<"sech2_bs", "complex hyperbolic secant, by a factor for each part"> {
  let params = [Param<"x1", "1.25", "factor of x in the sines">,
                Param<"x2", "0.75", "factor of x in the cosines">,
                Param<"y1", "1.5", "factor of y in the sines">,
                Param<"y2", "0.5", "factor of y in the cosines">];
  let formula = "2w / (cos 2y + cosh 2x) (cos(y2 y) cosh(x2 x), -sin(y1 y) sinh(x1 x))";
  let body = [{
    Real t = clamp(p.x, -hyperbolicLimit, hyperbolicLimit);
    return 2 * weight / (cos(2 * p.y) + cosh(2 * t)) *
           Point{cos(p.y * y2) * cosh(t * x2), -(sin(p.y * y1) * sinh(t * x1))};
  }];
  let sampleParams = "1.1, 0.8, 0.9, 0.6";
  let samples = [First<"0.492077602321, 0.0449189630943">, Second<"0.50225440375, 0.316083817619">];
}

def Sechq : Extra<"sechq", "hyperbolic secant of a quaternion"> {
  let formula = "w/r² (cosh x cos y, -sinh x sin y)";
  let body = [{
    return weight / lengthSquared(p) * Point{cosh(p.x) * cos(p.y), -(sinh(p.x) * sin(p.y))};
  }];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight / (p.x * p.x + v * v) * Point{cosh(p.x) * cos(v), -(sinh(p.x) * sin(v)) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight / (p.x * p.x + v * v) * (-(sinh(p.x) * sin(v))) / v * z;
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|.";
  let samples = [First<"1.36605519562, 0.108800895542">,
                 Second<"0.648861668573, 0.405589459647">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.894694665553, 0.251662038608, -0.314577548261", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.025280109841, 0.0623092238016, -0.0830789650688", "0.8">];
}

def Secq : Extra<"secq", "secant of a quaternion"> {
  let formula = "w/r² (cos x cosh y, sin x sinh y)";
  let body = [{
    return weight / lengthSquared(p) * Point{cos(p.x) * cosh(p.y), sin(p.x) * sinh(p.y)};
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|.";
  let samples = [First<"0.587919692348, -0.0828570869805">,
                 Second<"0.376086032518, -0.342663742823">];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    Real size = weight / (p.x * p.x + v * v);
    return size * Point{cos(p.x) * cosh(v), sin(p.x) * sinh(v) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight / (p.x * p.x + v * v) * sin(p.x) * sinh(v) / v * z;
  }];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.824058373123, -0.245031299808, 0.306289124761", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.768322305235, -0.129075918894, 0.172101225192", "0.8">];
}

def Shift : Extra<"shift", "the plane moved"> {
  let params = [Param<"shift_x", "0", "how far in x">,
                Param<"shift_y", "0", "how far in y, negated">,
                Param<"angle", "0", "turn of the shift, in degrees">];
  let formula = "angle in degrees: w (x + cos(angle) shift_x - sin(angle) shift_y, y - "
                "cos(angle) shift_y - sin(angle) shift_x)";
  let body = [{
    Point d = direction(pi / 180 * angle);
    return weight * (p + Point{d.x * shift_x - d.y * shift_y, -(d.x * shift_y + d.y * shift_x)});
  }];
  let sampleParams = "0.3, 0.2, 40";
  let samples = [First<"0.809004648799, -0.364836137224">,
                 Second<"-0.710995351201, 0.275163862776">];
}

def ShowColor : Extra<"show_color", "a sample of a colour of its own"> {
  let params = [Param<"red", "1", "in units of the palette, at most 1.28">,
                Param<"green", "1", "the same">,
                Param<"blue", "1", "the same">,
                Param<"keep", "0", "share of the samples that show what the sample before has shown">];
  let draws = [U01, U01];
  let preOnly = 1;
  let directRgb = 1;
  let displayOnly = 1;
  let formula = "none; the sample shows (red, green, blue), or where u1 < keep what the one before has shown; points keep their colours";
  let body = [{ return {0, 0}; }];
  let color = [{
    return select(u[0] < keep, Real(-1), directRgb(red / 1.28, green / 1.28, blue / 1.28, u[1]));
  }];
  let notes = "What JWildfire calls the colour type TARGET, where colours are mixed instead of drawn by lot.";
  let sampleParams = "0, 1.28, 0.32, 0.25";
  let samples = [First<"0, 0, 0.030517578125">, Second<"0, 0, 0.030517578125">,
                 Sample<"1, 2", "0, 0, -1", "1", "", "0.2, 0.5">];
}

def ShowPlace : Extra<"show_place", "a sample that shows a place in the palette"> {
  let params = [Param<"place", "0", "where in the palette, 0 to 1">,
                Param<"step", "0", "how much farther for each unit of the way that the xform takes the point">,
                Param<"keep", "0", "share of the samples that show what the sample before has shown">];
  let draws = [U01];
  let usesOrigin = 1;
  let preOnly = 1;
  let directRgb = 1;
  let displayOnly = 1;
  let formula = "none; the sample shows the palette at place + step |(X, Y) - (x, y)|, without its whole part, or where u1 < keep what "
                "the one before has shown; (x, y) and (X, Y) are the points before and behind the xform, and keep their colours";
  let body = [{ return {0, 0}; }];
  let color = [{
    return select(u[0] < keep, Real(-1), displayColor(fraction(place + step * length(q - origin))));
  }];
  let notes = "What JWildfire calls the colour types DISTANCE, with a step, TARGETG, with a share to keep, and NONE, which keeps all.";
  let sampleParams = "0.31, 0, 0.25";
  let samples = [First<"0, 0, 1.30877685546875">, Second<"0, 0, 1.30877685546875">,
                 Sample<"3, 4", "0, 0, 1.861602783203125", "1", "0.25, 0.123, 0.25", "0.5">,
                 Sample<"1, 2", "0, 0, -1", "1", "", "0.2">];
}

def Shredlin : Extra<"shredlin", "stripes pulled apart in both directions"> {
  let params = [Param<"xdistance", "1", "distance of the stripes in x">,
                Param<"xwidth", "0.5", "part of it that they fill">,
                Param<"ydistance", "1", "distance of the stripes in y">,
                Param<"ywidth", "0.5", "part of it that they fill">];
  let formula = "for each coordinate t with distance d and width k: q = t/d, w d ((q - trunc q) "
                "k + trunc q ± (1 - k)/2), - where t < 0";
  let body = [{
    auto axis = [](Real t, Real distance, Real width) {
      Real q = t / distance, cell = trunc(q);
      return distance * ((q - cell) * width + cell + signOf(t) * 0.5 * (1 - width));
    };
    return weight * Point{axis(p.x, xdistance, xwidth), axis(p.y, ydistance, ywidth)};
  }];
  let sampleParams = "0.4, 0.6, 0.3, 0.7";
  let samples = [First<"0.7568, -0.0976">, Second<"-0.7952, 0.5664">];
}

def Shredrad : Extra<"shredrad", "sectors pulled apart"> {
  let weighsDepth = 1;
  let params = [Param<"n", "4", "number of sectors">,
                Param<"width", "0.5", "part of each that is filled">];
  let formula = "A = 2π/n, q = (φ + 3π + A/2)/A: w r at the angle ((q - trunc q) width + trunc "
                "q) A - π - A width/2";
  let body = [{
    Real wedge = twoPi / n, q = (phi(p) + 3 * pi + wedge / 2) / wedge, cell = trunc(q);
    Real angle = ((q - cell) * width + cell) * wedge - pi - wedge / 2 * width;
    return weight * length(p) * direction(angle);
  }];
  let sampleParams = "5, 0.6";
  let samples = [First<"0.695261048858, -0.233109574965">,
                 Second<"-0.901715350915, 0.344786058194">];
}

def Sigmoid : Extra<"sigmoid", "a sigmoid of each coordinate"> {
  let params = [Param<"shiftx", "1", "steepness in x; below 1: its inverse">,
                Param<"shifty", "1", "steepness in y; below 1: its inverse">];
  let formula = "for each coordinate t with shift s: k = |s| < 1 ? 1/s : s, ± 1 for a negative s "
                "within it: |w| (± 2/(1 + exp(-5 k t)) - 1)";
  let body = [{
    auto axis = [](Real t, Real shift) {
      Bool inner = abs(shift) < 1;
      Real sign = select(inner & (shift < 0), Real(-1), Real(1));
      Real steepness = select(inner, 1 / select(shift == 0, Real(1e10), shift), shift);
      return 2 * sign / (1 + exp(-5 * steepness * t)) - 1;
    };
    return abs(weight) * Point{axis(p.x, shiftx), axis(p.y, shifty)};
  }];
  let sampleParams = "0.4, 1.7";
  let samples = [First<"0.799981633971, -0.348941720293">,
                 Second<"-0.799993243466, 0.795473604615">];
}

def Sin2Bs : Extra<"sin2_bs", "complex sine, by a factor for each part"> {
  let params = [Param<"x1", "1", "factor of x in the sine">,
                Param<"x2", "1", "factor of x in the cosine">,
                Param<"y1", "1", "factor of y in the hyperbolic sine">,
                Param<"y2", "1", "factor of y in the hyperbolic cosine">];
  let formula = "w (sin(x1 x) cosh(y2 y), cos(x2 x) sinh(y1 y))";
  let body = [{ return weight * Point{sin(p.x * x1) * cosh(p.y * y2), cos(p.x * x2) * sinh(p.y * y1)}; }];
  let sampleParams = "1.1, 0.8, 0.9, 0.6";
  let samples = [First<"0.675076345406, -0.0592199520031">,
                 Second<"-0.770557895679, 0.371829446655">];
}

def Sineblur : Extra<"sineblur", "a disc of given profile"> {
  let losesDepth = 1;
  let params = [Param<"power", "1", "above 1: more in the middle", [], "0", "inf">];
  let draws = [U01, U01];
  let generator = 1;
  let formula = "R = acos(2 u2^power - 1)/π: w R (cos 2πu1, sin 2πu1)";
  let body = [{ return weight / pi * acos(2 * pow(u[1], power) - 1) * direction(twoPi * u[0]); }];
  let sampleParams = "1.6";
  let samples = [First<"-0.113325602413, 0.348780340886">,
                 Second<"-0.113325602413, 0.348780340886">];
}

def Sinh2Bs : Extra<"sinh2_bs", "complex hyperbolic sine, by a factor for each part"> {
  let params = [Param<"x1", "1", "factor of x in the hyperbolic sine">,
                Param<"x2", "1", "factor of x in the hyperbolic cosine">,
                Param<"y1", "1", "factor of y in the sine">,
                Param<"y2", "1", "factor of y in the cosine">];
  let formula = "w (sinh(x1 x) cos(y2 y), cosh(x2 x) sin(y1 y))";
  let body = [{ return weight * Point{sinh(p.x * x1) * cos(p.y * y2), cosh(p.x * x2) * sin(p.y * y1)}; }];
  let sampleParams = "1.1, 0.8, 0.9, 0.6";
  let samples = [First<"0.939346273634, -0.100965695065">,
                 Second<"-0.964864946292, 0.619260608491">];
}

def Sinhq : Extra<"sinhq", "hyperbolic sine of a quaternion"> {
  let formula = "w (sinh x cos y, cosh x sin y)";
  let body = [{
    return weight * Point{sinh(p.x) * cos(p.y), cosh(p.x) * sin(p.y)};
  }];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight * Point{sinh(p.x) * cos(v), cosh(p.x) * sin(v) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight * (cosh(p.x) * sin(v)) / v * z;
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|.";
  let samples = [First<"0.827686449718, -0.126765252723">,
                 Second<"-0.715610728002, 0.779837275044">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.486652163597, -0.374764908593, 0.468456135741", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.0172327307276, 0.500505565031, -0.667340753375", "0.8">];
}

def Sinq : Extra<"sinq", "sine of a quaternion"> {
  let formula = "w (sin x cosh y, cos x sinh y)";
  let body = [{
    return weight * Point{sin(p.x) * cosh(p.y), cos(p.x) * sinh(p.y)};
  }];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight * Point{sin(p.x) * cosh(v), cos(p.x) * sinh(v) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight * (cos(p.x) * sinh(v)) / v * z;
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|.";
  let samples = [First<"0.635428044448, -0.0541186112826">,
                 Second<"-0.834451441486, 0.327488717827">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.624685313255, -0.261820268382, 0.327275335477", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.556147660519, 0.976405612319, -1.30187414976", "0.8">];
}

def Sintrange : Extra<"sintrange", "sines times a parabola"> {
  let params = [Param<"w", "1", "the constant", [], "-inf", "inf", "size">];
  let formula = "v = sintrange_w r²: w (sin x (x² + sintrange_w - v), sin y (y² + sintrange_w - "
                "v))";
  let body = [{
    Real rest = size - size * lengthSquared(p);
    return weight * Point{sin(p.x) * (p.x * p.x + rest), sin(p.y) * (p.y * p.y + rest)};
  }];
  let sampleParams = "0.8";
  let samples = [First<"0.603774563935, -0.0122899003353">,
                 Second<"-0.411418416381, 0.0565957939457">];
}

def Sinusgrid : Extra<"sinusgrid", "a grid of cosines"> {
  let params = [Param<"ampx", "0.5", "strength in x">,
                Param<"ampy", "0.5", "strength in y">,
                Param<"freqx", "1", "frequency in x">,
                Param<"freqy", "1", "frequency in y">];
  let formula = "w ((1 - ampx) x - ampx cos(2π freqx x), (1 - ampy) y - ampy cos(2π freqy y))";
  let body = [{
    auto axis = [](Real t, Real amount, Real frequency) {
      return (1 - amount) * t - amount * cos(twoPi * frequency * t);
    };
    return weight * Point{axis(p.x, ampx, freqx), axis(p.y, ampy, freqy)};
  }];
  let sampleParams = "0.4, 0.6, 0.7, 1.1";
  let samples = [First<"0.645386792096, -0.38303350249">,
                 Second<"-0.363029017539, 0.193671103449">];
}

def Sinusoidal3D : Extra<"sinusoidal3D", "sinusoidal, which also makes a z"> {
  let formula = "w (sin x, sin y)";
  let body = [{ return weight * Point{sin(p.x), sin(p.y)}; }];
  let depth = [{ return weight * atan2(p.x * p.x, p.y * p.y) * cos(z); }];
  let samples = [First<"0.631602991752, -0.0878226406697">,
                 Second<"-0.66882078288, 0.509229745778">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.51537414979, -0.311534673847, 0.88121973073", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.236416165329, 0.626661527702, 0.032078001745", "0.8">];
}

def Smartcrop : Extra<"smartcrop", "the plane cut along a polygon"> {
  let params = [Param<"power", "4",
                      "corners of the polygon; "
                      "below 2: size of a sector in half turns; negative: the other side is cut">,
                Param<"radius", "1",
                      "radius of the inscribed circle; negative: the other side is cut">,
                Param<"roundstr", "0", "how round the edges are">,
                Param<"roundwidth", "1", "width of the rounding">,
                Param<"distortion", "1", "0: a circle, above 1: a star">,
                Param<"edge", "0", "how blurred the edge is">,
                Param<"scatter", "0", "how far points are scattered beyond the edge">,
                Param<"offset", "0", "how far from the edge they begin">,
                Param<"cropmode", "1",
                      "what is cut goes to 1: the edge, 0: the centre, 2: the origin">,
                Param<"static", "1", "without meaning here", [], "-inf", "inf", "fixed">];
  let draws = [U01, U01, U01];
  let formula = "outside the polygon (inside, for a negative radius or power): onto its edge; "
                "else w (x, y)";
  let body = [{
    Real angle = phi(p), distance = length(p), sides = abs(power);
    Bool invert = power * radius <= 0;
    // Sectors, for powers below 2.
    Real reach = sides * pi, jitter = edge * (u[0] - 0.5);
    Real turn = twoPi * fraction(angle / twoPi + 1 + jitter);
    Real away = (u[1] * scatter + offset + jitter) * pi;
    Real onEdge = select(u[2] < 0.5, -away, reach + away);
    Bool cutSector = select(invert, turn <= reach, turn > reach);
    // Polygons: the distance of the edge, in units of the inscribed circle.
    Real wedge = twoPi / max(sides, Real(2));
    Real part = fraction((angle + pi) / wedge);
    part = select(part < 0.5, part, 1 - part);
    Real side = polygonSide(part, wedge, roundstr, roundwidth, distortion);
    Real rim = side * (abs(radius) + jitter);
    Real landing = select(chosen(cropmode, 0), Real(0), rim) + side * (u[1] * scatter + offset);
    Bool cutPolygon = select(invert, distance <= rim, distance > rim);
    Bool sectors = sides < 2, cut = select(sectors, cutSector, cutPolygon);
    Point polygon = landing * direction(angle), sector = distance * direction(onEdge);
    Point moved = select(chosen(cropmode, 2), Point{0, 0}, select(sectors, sector, polygon));
    return weight * select(cut, moved, p);
  }];
  let notes = "With cropmode 2 other programs put the points that are cut where the last uncut "
              "one was; points here remember nothing. Nothing is drawn of scatter where it is 0.";
  let sampleParams = "5, 0.8, 0.4, 1.3, 1.2, 0.1, 0.3, 0.2, 1, 1";
  let samples = [First<"1.07665342207, -0.130144919151">, Second<"-0.934955848181, 0.651635894186">,
                 Sample<"0.3, 0.2", "0.24, 0.16", "0.8">,
                 Sample<"0.3, -0.9", "-0.758572144089, 0.0238390900132", "0.8",
                        "0.6, 1, 0, 1, 1, 0.1, 0.3, 0.2, 1, 1">];
}

def Smartshape : Extra<"smartshape", "circles made polygons"> {
  let params = [Param<"power", "4", "corners of the polygon", [], "2">,
                Param<"roundstr", "0", "how round the edges are">,
                Param<"roundwidth", "1", "width of the rounding">,
                Param<"distortion", "1", "0: a circle, above 1: a star">,
                Param<"compensation", "0", "above 0: what is even on a circle is so on the sides, from distortion 1 on">];
  let formula = "β = 2π/power, turned by a multiple of β into |t| <= β/2, or with compensation t = atan(2 |t| tan(β/2)/β) with its sign: "
                "w r s (cos, sin) of that angle, s the side of smartcrop at t";
  let body = [{
    Real wedge = twoPi / power, turn = (phi(p) + pi) / wedge, whole = floor(turn);
    Bool isBehind = turn - whole > 0.5;
    Real part = select(isBehind, whole + 1 - turn, turn - whole);
    Real even = atan2(2 * part * tan(wedge / 2), Real(1)) / wedge;
    part = select(compensation > 0, select(distortion >= 1, even, part), part);
    Real angle = select(isBehind, whole + 1 - part, whole + part) * wedge - pi;
    return weight * polygonSide(part, wedge, roundstr, roundwidth, distortion) * length(p) *
           direction(angle);
  }];
  let sampleParams = "5, 0.3, 2, 1.5, 1";
  let samples = [First<"0.884227349544, -0.0862047006009">, Second<"-1.01129281676, 0.711793089802">,
                 Sample<"1, 2", "1.11803398875, 2.2360679775", "1", "4, 0, 1, 1, 0">,
                 Sample<"1, 2", "1.00088362948, 2.00176725897", "1", "3, 0.4, 1, 0.5, 0">];
}

def Sph3D : Extra<"sph3D", "spherical, by a factor for each axis"> {
  let params = [Param<"x", "1", "factor of x in the radius">,
                Param<"y", "1", "factor of y in the radius">,
                Param<"z", "1", "factor of z, without effect here", [], "-inf", "inf", "fixed_z">];
  let formula = "w/((sph3D_x x)² + (sph3D_y y)² + ε) (x, y)";
  let body = [{ return weight / (lengthSquared(scaled(p, Point{x, y})) + epsilon) * p; }];
  let notes = "The slice z = 0.";
  let sampleParams = "0.8, 1.3, 1";
  let samples = [First<"1.32259512033, -0.159874135424">,
                 Second<"-0.553121680446, 0.385509050008">];
}

def Spher : Extra<"spher", "the plane outside of the unit circle, half of it inverted"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let draws = [U01];
  let formula = "r ≤ 1: (0, 0); else w/r² (x, y) where u1 < 1/2, else w (x, y)";
  let body = [{
    Real squared = lengthSquared(p);
    return weight * select(squared <= 1, Real(0), select(u[0] < 0.5, 1 / squared, Real(1))) * p;
  }];
  let samples = [First<"0, 0">,
                 Second<"-0.543881334981, 0.37906880923">,
                 Sample<"1.3, 0.2", "0.601156069364, 0.0924855491329", "0.8">,
                 Sample<"1.3, -0.7", "1.04, -0.56", "0.8", "", "0.8">];
}

def Sphereblur : Extra<"sphereblur", "a ball of given profile, seen from above"> {
  let params = [Param<"power", "1", "above 1: more at the rim", [], "0", "inf">];
  let draws = [U01, U01, U01];
  let generator = 1;
  let formula = "R = (acos(2 u3^power - 1)/π)^(2/3), Z = 2 u2 - 1: w R √(1 - Z²) (cos 2πu1, sin 2πu1)";
  let body = [{
    Real height = 2 * u[1] - 1, radius = pow(acos(2 * pow(u[2], power) - 1) / pi, 2.0 / 3);
    return weight * radius * sqrt(1 - height * height) * direction(twoPi * u[0]);
  }];
  let depth = [{ return weight * pow(acos(2 * pow(u[2], power) - 1) / pi, 2.0 / 3) * (2 * u[1] - 1); }];
  let sampleParams = "1.6";
  let samples = [First<"-0.156559560924404, 0.481840783244425">,
                 Second<"-0.156559560924404, 0.481840783244425">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.16007680094391, 0.492665734948753, -0.105740269172675", "0.8", "1.6", "0.3, 0.4, 0.6">];
}

def Spherical3DWf : Extra<"spherical3D_wf", "inversion in the unit sphere, by a power"> {
  let params = [Param<"invert", "0", "not 0: mirrored in the origin">,
                Param<"exponent", "2", "exponent of the distance">];
  let formula = "q = w (r² + ε)^(-exponent/2): invert = 0 ? q (x, y) : -q (x, y)";
  let body = [{
    Real q = weight * pow(lengthSquared(p) + epsilon, -exponent / 2);
    return select(chosen(invert, 0), q, -q) * p;
  }];
  let notes = "The slice z = 0.";
  let sampleParams = "1, 1.7";
  let space = [{
    Real q = weight * pow(lengthSquared(p) + z * z + epsilon, -exponent / 2);
    return select(chosen(invert, 0), q, -q) * p;
  }];
  let depth = [{
    Real q = weight * pow(lengthSquared(p) + z * z + epsilon, -exponent / 2);
    return select(chosen(invert, 0), q, -q) * z;
  }];
  let samples = [First<"-0.844123718966, 0.102036933062">,
                 Second<"0.575423121824, -0.401052478847">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.61246587216, 0.349980498377, -0.437475622971", "0.8", "1, 1.7">, SpaceSample<"-0.3, 0.9, -1.2", "0.116513906309, -0.349541718927, 0.466055625236", "0.8", "1, 1.7">];
}

def Spherical3D : Extra<"spherical3D", "inversion in the unit sphere"> {
  let plane = "spherical";
  let formula = "w / (r² + ε) (x, y)";
  let body = [{ return weight / (lengthSquared(p) + epsilon) * p; }];
  let space = [{ return weight / (lengthSquared(p) + z * z + epsilon) * p; }];
  let depth = [{ return weight / (lengthSquared(p) + z * z + epsilon) * z; }];
  let samples = [First<"0.866460366, -0.104736967">, Second<"-0.543881335, 0.379068809">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.622222222153, -0.355555555516, 0.444444444395", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "-0.10256410256, 0.307692307679, -0.410256410239", "0.8">];
}

def SphericalN : Extra<"sphericalN", "inversion by a power, branch drawn at random"> {
  let params = [Param<"power", "1", "number of branches">,
                Param<"dist", "1", "exponent of the radius">];
  let draws = [U01];
  let formula = "A = φ + 2π floor(power u1)/floor(power): w r^(-dist) (cos A, sin A)";
  let body = [{
    Real angle = phi(p) + twoPi * floor(power * u[0]) / floor(power);
    return weight * pow(lengthSquared(p) + tiny, -dist / 2) * direction(angle);
  }];
  let sampleParams = "3.4, 1.2";
  let samples = [First<"-0.348541422087, 0.816844585798">,
                 Second<"-0.0542643249145, -0.636184725151">];
}

def Spherivoid : Extra<"spherivoid", "space around a hollow ball"> {
  let params = [Param<"radius", "0", "radius of the ball">];
  let formula = "w (1 + radius/r) (x, y)";
  let body = [{ return weight * (length(p) + radius) * direction(phi(p)); }];
  let space = [{
    Real across = length(p), distance = sqrt(across * across + z * z) + tiny;
    return weight * (distance + radius) * (across / distance) * direction(phi(p));
  }];
  let depth = [{
    Real distance = sqrt(lengthSquared(p) + z * z) + tiny;
    return weight * (distance + radius) * (z / distance);
  }];
  let notes = "In space r is |(x, y, z)|.";
  let sampleParams = "0.3";
  let samples = [First<"0.966265572877, -0.116801332985">,
                 Second<"-0.988895560025, 0.689230238805">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.737087548969, -0.421192885125, 0.526491106407", "0.8", "0.3">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.287067872433, 0.861203617299, -1.14827148973", "0.8", "0.3">];
}

def Sphyp3D : Extra<"sphyp3D", "inversion in the unit sphere, by a power for each coordinate"> {
  let unverified = onlyFractorium;
  let params = [Param<"stretchX", "1", "exponent for x">,
                Param<"stretchY", "1", "exponent for y">,
                Param<"stretchZ", "1", "exponent for z">,
                Param<"zOn", "1", "1: it makes a z", [], "0", "1">];
  let formula = "w (x / r^(2 stretchX), y / r^(2 stretchY))";
  let body = [{
    Real squared = lengthSquared(p) + tiny;
    return weight * Point{p.x * pow(squared, -stretchX), p.y * pow(squared, -stretchY)};
  }];
  let space = [{
    Real squared = lengthSquared(p) + z * z + tiny;
    return weight * Point{p.x * pow(squared, -stretchX), p.y * pow(squared, -stretchY)};
  }];
  let depth = [{ return select(zOn > 0.5, weight * z * pow(lengthSquared(p) + z * z + tiny, -stretchZ), Real(0)); }];
  let notes = "In space r is |(x, y, z)|.";
  let sampleParams = "0.8, 1.2, 0.7, 1";
  let samples = [First<"0.836806871063, -0.108448477536">,
                 Second<"-0.586338430564, 0.351620223521">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.609247869913, -0.363127355591, 0.430616071643", "0.8", "0.8, 1.2, 0.7, 1">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.121573398084, 0.25958133853, -0.529444124211", "0.8", "0.8, 1.2, 0.7, 1">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.121573398084, 0.25958133853, 0", "0.8", "0.8, 1.2, 0.7, 0">];
}

def Spiralwing : Extra<"spiralwing", "a spiral with wings"> {
  let formula = "q = w sin(y²)/(r² + ε): q (cos x², sin x²)";
  let body = [{
    return weight * sin(p.y * p.y) / (lengthSquared(p) + epsilon) * direction(p.x * p.x);
  }];
  let samples = [First<"0.00779123762171, 0.00848676085412">,
                 Second<"0.140230462687, 0.209122969907">];
}

def Spirograph : Extra<"spirograph", "points of a spirograph"> {
  let losesDepth = 1;
  let params = [Param<"a", "3", "radius of the ring">,
                Param<"b", "2", "radius of the wheel">,
                Param<"d", "0", "added to the radius">,
                Param<"c1", "0", "arm of the pen in x">,
                Param<"c2", "0", "arm of the pen in y">,
                Param<"tmin", "-1", "first angle">,
                Param<"tmax", "1", "last angle">,
                Param<"ymin", "-1", "least offset">,
                Param<"ymax", "1", "greatest offset">];
  let draws = [U01, U01];
  let generator = 1;
  let formula = "t = tmin + (tmax - tmin) u1, s = ymin + (ymax - ymin) u2, k = (a + b)/b: w ((a "
                "+ b + d) cos t - c1 cos(k t) + s, (a + b + d) sin t - c2 sin(k t) + s)";
  let body = [{
    Real t = tmin + (tmax - tmin) * u[0], s = ymin + (ymax - ymin) * u[1];
    Real wheel = (a + b) / b * t;
    return weight * ((a + b + d) * direction(t) + Point{s - c1 * cos(wheel), s - c2 * sin(wheel)});
  }];
  let sampleParams = "3, 2, 0.1, 0.4, 0.6, -4, 5, -0.2, 0.3";
  let samples = [First<"1.52951671713, -3.86325106108">, Second<"1.52951671713, -3.86325106108">];
}

def Spligon : Extra<"spligon", "sectors pulled apart"> {
  let params = [Param<"sides", "3", "number of sectors">,
                Param<"r", "1", "how far">,
                Param<"i", "1", "direction, in sectors">];
  let formula = "t = 2π/sides floor(sides φ/2π) - π i/(2 sides): w (x + r cos t, y + r sin t)";
  let body = [{
    Real wedge = twoPi / sides, t = wedge * floor(phi(p) / wedge) - pi * i / (2 * sides);
    return weight * (p + r * direction(t));
  }];
  let sampleParams = "5, 0.4, 0.7";
  let samples = [First<"0.758114660262, -0.406579828673">, Second<"-1.0036197969, 0.792035542282">];
}

def Splitbrdr : Extra<"splitbrdr", "a bubble over square cells with borders"> {
  let losesDepth = 1;
  let params = [Param<"x", "0.25", "width of the borders to the right, and from below">,
                Param<"y", "0.25", "width of the other borders">,
                Param<"px", "0", "how much of x is added, whatever the weight">,
                Param<"py", "0", "how much of y is added, whatever the weight">];
  let draws = [U01];
  let formula = "C the nearest whole point, L = (x, y) - C: w ((x, y)/(r²/4 + 1) + C + L/2), and where u1 < 3/4 w times L stretched to the border "
                "of a square besides; plus (px x, py y)";
  let body = [{
    Point cell{rint(p.x), rint(p.y)}, local = p - cell;
    Real b = weight / (lengthSquared(p) / 4 + 1);
    Bool beside = abs(local.x) >= abs(local.y), right = local.x >= 0, above = local.y >= 0;
    Real slope = local.y / local.x, lean = local.x / local.y;
    Point sideways = select(right, Point{x, y * slope}, Point{-y, -(y * slope)});
    Point upwards = select(above, Point{lean * y, y}, Point{-(lean * x), -y});
    Point border = select(beside, sideways, upwards);
    Point moved = cell + local / Real(2) + select(u[0] < 0.75, border, Point{0, 0});
    return b * p + weight * moved + Point{p.x * px, p.y * py};
  }];
  let sampleParams = "0.2, 0.3, 0.1, -0.2";
  let samples = [First<"1.32571894099, -0.334724267592">,
                 Second<"-1.4704625871, 0.702677247901">,
                 Sample<"0.3, 0.2", "0.542445520581, 0.354963680387", "0.8">,
                 Sample<"0.1, 1.3", "0.186140350877, 1.6298245614", "0.8">,
                 Sample<"-1.2, 0.45", "-1.68054940186, 0.345206025698", "0.8", "", "0.8">,
                 Sample<"0.6, 0.1", "0.899359267735, 0.153226544622", "0.8">,
                 Sample<"2.2, -0.4", "2.76222222222, -0.462222222222", "0.8">];
}

def Splits3D : Extra<"splits3D", "the octants of space moved apart"> {
  let params = [Param<"x", "0", "how far in x">,
                Param<"y", "0", "how far in y">,
                Param<"z", "0", "how far in z", [], "-inf", "inf", "deep">];
  let formula = "w (x ± splits3D_x, y ± splits3D_y), each with the sign of its coordinate";
  let body = [{ return weight * (p + Point{signOf(p.x) * x, signOf(p.y) * y}); }];
  let depth = [{ return weight * (z + signOf(z) * deep); }];
  let sampleParams = "0.3, -0.2, 0.4";
  let samples = [First<"0.968, 0.072">,
                 Second<"-1.032, 0.392">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.8, -0.16, 0.72", "0.8", "0.3, -0.2, 0.4">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.48, 0.56, -1.28", "0.8", "0.3, -0.2, 0.4">];
}
