// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, S to Z. ir/Variation.td says what a record means and what a body may
// use.

def Scry2 : Beyond<"scry2", "scry with a polygon or star"> {
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

def Scry3D : Beyond<"scry_3D", "the plane folded into a disc"> {
  let formula = "(x, y) / (r (r² + 1/(w + ε)))";
  let body = [{
    Real r = length(p);
    return p / (r * (r * r + 1 / (weight + epsilon)));
  }];
  let notes = "The slice z = 0.";
  let samples = [First<"0.474965658977, -0.0574134313049">,
                 Second<"-0.303155039102, 0.211289875738">];
}

def Sec2Bs : Beyond<"sec2_bs", "complex secant, by a factor for each part"> {
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

def Sech2Bs : Beyond<"sech2_bs", "complex hyperbolic secant, by a factor for each part"> {
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

def Secq : Beyond<"secq", "secant of a quaternion"> {
  let formula = "w/r² (cos x cosh y, sin x sinh y)";
  let body = [{
    return weight / lengthSquared(p) * Point{cos(p.x) * cosh(p.y), sin(p.x) * sinh(p.y)};
  }];
  let notes = "The slice z = 0.";
  let samples = [First<"0.587919692348, -0.0828570869805">,
                 Second<"0.376086032518, -0.342663742823">];
}

def Shift : Beyond<"shift", "the plane moved"> {
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

def Shredlin : Beyond<"shredlin", "stripes pulled apart in both directions"> {
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

def Shredrad : Beyond<"shredrad", "sectors pulled apart"> {
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

def Sigmoid : Beyond<"sigmoid", "a sigmoid of each coordinate"> {
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

def Sineblur : Beyond<"sineblur", "a disc of given profile"> {
  let params = [Param<"power", "1", "above 1: more in the middle", [], "0", "inf">];
  let draws = [U01, U01];
  let generator = 1;
  let formula = "R = acos(2 u2^power - 1)/π: w R (cos 2πu1, sin 2πu1)";
  let body = [{ return weight / pi * acos(2 * pow(u[1], power) - 1) * direction(twoPi * u[0]); }];
  let sampleParams = "1.6";
  let samples = [First<"-0.113325602413, 0.348780340886">,
                 Second<"-0.113325602413, 0.348780340886">];
}

def Sintrange : Beyond<"sintrange", "sines times a parabola"> {
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

def Sinusgrid : Beyond<"sinusgrid", "a grid of cosines"> {
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

def Smartcrop : Beyond<"smartcrop", "the plane cut along a polygon"> {
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
    Real side = 1 / cos(part * wedge);
    Real round = pow(2 * part + tiny, roundwidth) * roundstr * wedge / (pi * sin(wedge / 2));
    side = select(roundstr == 0, side, abs((1 - round) * side + round));
    side = select(distortion == 0, Real(1), pow(side, distortion));
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

def Sph3D : Beyond<"sph3D", "spherical, by a factor for each axis"> {
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

def Spherical3DWf : Beyond<"spherical3D_wf", "inversion in the unit sphere, by a power"> {
  let params = [Param<"invert", "0", "not 0: mirrored in the origin">,
                Param<"exponent", "2", "exponent of the distance">];
  let formula = "q = w (r² + ε)^(-exponent/2): invert = 0 ? q (x, y) : -q (x, y)";
  let body = [{
    Real q = weight * pow(lengthSquared(p) + epsilon, -exponent / 2);
    return select(chosen(invert, 0), q, -q) * p;
  }];
  let notes = "The slice z = 0.";
  let sampleParams = "1, 1.7";
  let samples = [First<"-0.844123718966, 0.102036933062">,
                 Second<"0.575423121824, -0.401052478847">];
}

def SphericalN : Beyond<"sphericalN", "inversion by a power, branch drawn at random"> {
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

def Spiralwing : Beyond<"spiralwing", "a spiral with wings"> {
  let formula = "q = w sin(y²)/(r² + ε): q (cos x², sin x²)";
  let body = [{
    return weight * sin(p.y * p.y) / (lengthSquared(p) + epsilon) * direction(p.x * p.x);
  }];
  let samples = [First<"0.00779123762171, 0.00848676085412">,
                 Second<"0.140230462687, 0.209122969907">];
}

def Spirograph : Beyond<"spirograph", "points of a spirograph"> {
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

def Spligon : Beyond<"spligon", "sectors pulled apart"> {
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

def Square3D : Beyond<"square3D", "a cube, evenly filled, seen from above"> {
  let draws = [U01, U01];
  let generator = 1;
  let formula = "w (u1 - 1/2, u2 - 1/2)";
  let body = [{ return weight * Point{u[0] - 0.5, u[1] - 0.5}; }];
  let samples = [First<"-0.16, 0.16">, Second<"-0.16, 0.16">];
}

def Squarize : Beyond<"squarize", "circles pulled onto squares"> {
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

def Squirrel : Beyond<"squirrel", "roots and tangents"> {
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

def Squish : Beyond<"squish", "squares squeezed along their edges, branch drawn at random"> {
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

def Starblur : Beyond<"starblur", "a star, filled"> {
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

def Stripfit : Beyond<"stripfit", "strips fitted beside each other"> {
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

def Stwin : Beyond<"stwin", "a twist by hyperbolas"> {
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

def Swirl3 : Beyond<"swirl3", "rotation by the logarithm of the radius"> {
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

def Synth : Beyond<"synth", "waves laid on the angle, the radius or a coordinate"> {
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

def Tancos : Beyond<"tancos", "hyperbolic tangent and cosine of the squared radius"> {
  let formula = "q = r² + ε: 2w/q (x tanh q, y cos q)";
  let body = [{
    Real q = lengthSquared(p) + epsilon;
    return 2 * weight / q * Point{p.x * tanh(q), p.y * cos(q)};
  }];
  let samples = [First<"1.18863629151, -0.139784864953">,
                 Second<"-0.975627435675, 0.0866897555207">];
}

def Tanhq : Beyond<"tanhq", "hyperbolic tangent of a quaternion"> {
  let formula = "w/r² (sinh x cosh x, sin y cos y)";
  let body = [{
    return weight / lengthSquared(p) * Point{sinh(p.x) * cosh(p.x), sin(p.y) * cos(p.y)};
  }];
  let notes = "The slice z = 0.";
  let samples = [First<"1.430571935, -0.103894131436">, Second<"-0.975782687522, 0.269702933765">];
}

def Target : Beyond<"target", "rings turned against each other"> {
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

def TargetSp : Beyond<"target_sp", "spirals turned against each other"> {
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

def Taurus : Beyond<"taurus", "a torus"> {
  let params = [Param<"r", "3", "radius of the ring">,
                Param<"n", "5", "number of bumps">,
                Param<"inv", "1.5", "1: no bumps">,
                Param<"sor", "1", "without effect here", [], "-inf", "inf", "fixed">];
  let formula = "R = r (inv + (1 - inv) cos(n x)): w (R + sin y) (cos x, sin x)";
  let body = [{
    return weight * (r * (inv + (1 - inv) * cos(n * p.x)) + sin(p.y)) * direction(p.x);
  }];
  let sampleParams = "0.8, 3, 1.2, 1";
  let samples = [First<"0.489454511496, 0.629619296845">, Second<"0.770003886493, -1.17323701234">];
}

def TileHlp : Beyond<"tile_hlp", "half of each strip moved over its neighbour"> {
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

def TileLog : Beyond<"tile_log", "moved sideways by random whole steps"> {
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

def Trade : Beyond<"trade", "two discs traded"> {
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

def Truchet : Beyond<"truchet", "unit tiles with two arcs each"> {
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
    auto distance = [&](Real a, Real b) {
      return pow(pow(abs(a), exponent) + pow(abs(b), exponent), 1 / exponent);
    };
    Real first = distance(select(straight, i, i - 1), j);
    Real second = distance(select(straight, i - 1, i), j - 1);
    Real reach = 0.5 * (exp2(1 / exponent) - 1) * arc_width;
    Point tile = size * (Point{i, j} + Point{floor(p.x), floor(p.y)});
    auto onArc = [&](Real r) { return select(abs(r - 0.5) >= reach, Point{0, 0}, tile); };
    return onArc(first) + onArc(second);
  }];
  let notes = "Which way a tile turns comes from another hash than in other programs: the same "
              "look, another pattern. The colour is left alone.";
  let sampleParams = "0, 1.7, 0.9, 0.3, 0.8, 50, 0";
  let samples = [First<"0.338279593166, -0.137594236537">,
                 Second<"-0.438348128829, 0.063091120093">,
                 Sample<"0.3, 0.2", "0.375, 0.25", "0.8", "0, 2, 0.9, 0, 1, 0, 0">,
                 Sample<"0.3, 0.9", "0.375, 0.125", "0.8", "0, 2, 0.9, 0, 1, 1, 0">];
}

def Twoface : Beyond<"twoface", "inversion of the right half plane"> {
  let formula = "x > 0: w/r² (x, y), else w (x, y)";
  let body = [{ return weight * select(p.x > 0, 1 / lengthSquared(p), Real(1)) * p; }];
  let samples = [First<"0.866460366579, -0.104736967389">, Second<"-0.792, 0.552">];
}

def Unpolar : Beyond<"unpolar", "polar coordinates undone"> {
  let formula = "w exp(y)/(2π) (sin x, cos x)";
  let body = [{ return weight / twoPi * exp(p.y) * swapped(direction(p.x)); }];
  let samples = [First<"0.0900517002611, 0.0700045427159">,
                 Second<"-0.212223310088, 0.139283684245">];
}

def Vibration2 : Beyond<"vibration2",
             "two waves of changing direction, angle, frequency and amplitude"> {
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

def Vogel : Beyond<"vogel", "Vogel's spiral of points"> {
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

def Waffle : Beyond<"waffle", "a waffle, or a grid of lines"> {
  let params = [Param<"slices", "6", "patches in each direction">,
                Param<"xthickness", "0.5", "width of a patch, 0 to 1">,
                Param<"ythickness", "0.5", "height of a patch, 0 to 1">,
                Param<"rotation", "0", "angle">];
  let draws = [U01, U01, U01, U01, U01];
  let generator = 1;
  let formula = "one of five at random: a grid of patches, lines along either side of them, or "
                "the remaining space between the lines; turned clockwise by rotation";
  let body = [{
    Real n = slices, mode = trunc(5 * u[0]);
    Real column = trunc(n * u[1]), row = trunc(n * u[3]);
    auto is = [&](int number) { return mode == number; };
    Real a = select(is(1), column + u[2], column + xthickness);
    a = select(is(0), column + u[2] * xthickness, a);
    a = select(is(3), n * u[2], select(is(4), column + xthickness + u[2] * (1 - xthickness), a));
    Real b = select(is(0), row + u[4] * ythickness, select(is(1), row + ythickness, row + u[4]));
    b = select(is(3), row + ythickness + u[4] * (1 - ythickness), select(is(4), n * u[4], b));
    return weight / n * rotated(Point{a, b}, -rotation);
  }];
  let sampleParams = "5, 0.4, 0.7, 0.3";
  let samples = [First<"0.764862321233, 0.550557562439">, Second<"0.764862321233, 0.550557562439">,
                 Sample<"0, 0", "0.686287030933, 0.475212995586",
                        "0.8", "", "0.1, 0.7, 0.55, 0.9, 0.15">,
                 Sample<"0, 0", "0.715928467307, 0.473580436356",
                        "0.8", "", "0.5, 0.7, 0.55, 0.9, 0.15">,
                 Sample<"0, 0", "0.644706996113, 0.595262571613",
                        "0.8", "", "0.7, 0.7, 0.55, 0.9, 0.15">,
                 Sample<"0, 0", "0.60560724151, -0.0617260806404",
                        "0.8", "", "0.9, 0.7, 0.55, 0.9, 0.15">];
}

def Waves22 : Beyond<"waves22", "powers of waves along both axes"> {
  let params = [Param<"scalex", "0.05", "amplitude in x">,
                Param<"scaley", "0.05", "amplitude in y">,
                Param<"freqx", "7", "frequency of y in x">,
                Param<"freqy", "13", "frequency of x in y">,
                Param<"modex", "0", "1: waves in x on one side only">,
                Param<"modey", "0", "1: waves in y on one side only">,
                Param<"powerx", "2", "whole exponent in x">,
                Param<"powery", "2", "whole exponent in y">];
  let formula = "s = sin(freqx y), mode 1: (1 + s)/2: w (x + scalex s^rint(powerx), y likewise)";
  let body = [{
    auto axis = [](Real t, Real angle, Real scale, Real mode, Real power) {
      Real wave = sin(angle);
      wave = select(mode < 0.5, wave, 0.5 + 0.5 * wave);
      Real whole = rint(power), size = pow(abs(wave), whole);
      return t + scale * select((wave < 0) & !isEven(toInt(whole)), -size, size);
    };
    return weight * Point{axis(p.x, freqx * p.y, scalex, modex, powerx),
                          axis(p.y, freqy * p.x, scaley, modey, powery)};
  }];
  let sampleParams = "0.4, 0.3, 3, 2, 0, 1, 3, 2";
  let samples = [First<"0.717111751473, 0.144643445686">, Second<"-0.5754390254, 0.552408989474">];
}

def Waves23 : Beyond<"waves23", "triangle waves along both axes"> {
  let params = [Param<"scalex", "0.05", "amplitude in x">,
                Param<"scaley", "0.05", "amplitude in y">,
                Param<"freqx", "7", "frequency of y in x">,
                Param<"freqy", "13", "frequency of x in y">];
  let formula = "T(t) = f > 1/2 ? 1/2 - f : f, f the fraction of t/2π: w (x + scalex T(freqx y), "
                "y + scaley T(freqy x))";
  let body = [{
    auto wave = [](Real t) {
      Real part = fraction(t / twoPi);
      return select(part > 0.5, 0.5 - part, part);
    };
    return weight * (p + Point{scalex * wave(freqx * p.y), scaley * wave(freqy * p.x)});
  }];
  let sampleParams = "0.4, 0.3, 3, 2";
  let samples = [First<"0.584806761991, -0.0184811208575">,
                 Second<"-0.686575765696, 0.507630428957">];
}

def Waves23D : Beyond<"waves2_3D", "waves along both axes, of one frequency"> {
  let params = [Param<"freq", "2", "frequency">,
                Param<"scale", "1", "amplitude">];
  let formula = "w (x + scale sin(freq y), y + scale sin(freq x))";
  let body = [{ return weight * (p + scale * Point{sin(freq * p.y), sin(freq * p.x)}); }];
  let notes = "Its x and y do not depend on z.";
  let sampleParams = "2.3, 0.4";
  let samples = [First<"0.64790093477, 0.189351075833">, Second<"-0.472042008525, 0.308534086633">];
}

def Waves2Radial : Beyond<"waves2_radial", "waves that fade towards the centre"> {
  let params = [Param<"w2r_scalex", "0.1", "amplitude in x">,
                Param<"w2r_scaley", "0.1", "amplitude in y">,
                Param<"w2r_freqx", "7", "frequency of y in x">,
                Param<"w2r_freqy", "13", "frequency of x in y">,
                Param<"w2r_null", "2", "radius within which nothing happens">,
                Param<"w2r_distance", "10", "radius from which on waves have their full height">];
  let formula = "f = (r - w2r_null) / (w2r_distance - w2r_null), limited to [0, 1]: w (x + f "
                "w2r_scalex sin(w2r_freqx y), y + f w2r_scaley sin(w2r_freqy x))";
  let body = [{
    Real r = length(p);
    Real fade = select(r < w2r_distance, (r - w2r_null) / (w2r_distance - w2r_null), Real(1));
    fade = select(r < w2r_null, Real(0), fade);
    return weight * (p + fade * Point{w2r_scalex * sin(w2r_freqx * p.y),
                                      w2r_scaley * sin(w2r_freqy * p.x)});
  }];
  let sampleParams = "0.4, 0.3, 3, 2, 0.3, 1.1";
  let samples = [First<"0.648074885369, 0.0912728544413">,
                 Second<"-0.51105149984, 0.331814890732">];
}

def Waves2Wf : Beyond<"waves2_wf", "waves along both axes, with damping"> {
  let params = [Param<"scalex", "0.25", "amplitude in x">,
                Param<"scaley", "0.5", "amplitude in y">,
                Param<"freqx", "1.5707963267948966", "frequency of y in x">,
                Param<"freqy", "0.7853981633974483", "frequency of x in y">,
                Param<"use_cos_x", "1", "1: cosine in x, else sine">,
                Param<"use_cos_y", "0", "1: cosine in y, else sine">,
                Param<"dampx", "0", "logarithm of the growth in x">,
                Param<"dampy", "0", "logarithm of the growth in y">];
  let formula = "with D = e^damp, F = use_cos ? cos : sin and G the other one: w D (x + D scalex "
                "W(freqx y)), likewise y, where W is F";
  let body = [{
    auto axis = [](Real t, Real angle, Real scale, Real damping, Real cosine) {
      Bool useCosine = chosen(cosine, 1);
      Real s = sin(angle), c = cos(angle);
      Real wave = select(useCosine, c, s);
      return (t + exp(damping) * scale * wave) * exp(damping);
    };
    return weight * Point{axis(p.x, p.y * freqx, scalex, dampx, use_cos_x),
                          axis(p.y, p.x * freqy, scaley, dampy, use_cos_y)};
  }];
  let sampleParams = "0.4, 0.6, 2.2, 1.3, 1, 0, 0.1, -0.2";
  let samples = [First<"1.18402421969, 0.225813379781">, Second<"-0.854669567138, 0.143056098271">];
}

def Waves2b : Beyond<"waves2b", "waves that change with the distance"> {
  let params = [Param<"freqx", "2", "frequency of y in x">,
                Param<"freqy", "2", "frequency of x in y">,
                Param<"pwx", "1", "exponent of y in x">,
                Param<"pwy", "1", "exponent of x in y">,
                Param<"scalex", "1", "amplitude in x near the axis">,
                Param<"scaleinfx", "1", "amplitude in x far from it">,
                Param<"scaley", "1", "amplitude in y near the axis">,
                Param<"scaleinfy", "1", "amplitude in y far from it">,
                Param<"unity", "1", "where near becomes far">,
                Param<"jacok", "0.25", "without meaning here", [], "-inf", "inf", "fixed">];
  let formula = "k(t, s, i) = i + (s - i) unity / (unity + t²), S(t, q) = sin(freq sign(t) (|t| "
                "+ ε)^q): w (x + k(x, scalex, scaleinfx) S(y, pwx), y + k(y, scaley, scaleinfy) "
                "S(x, pwy))";
  let body = [{
    auto amplitude = [&](Real t, Real near, Real far) {
      return far + (near - far) * unity / (unity + t * t);
    };
    auto wave = [](Real t, Real power, Real frequency) {
      return sin(frequency * signOf(t) * pow(abs(t) + epsilon, power));
    };
    return weight * (p + Point{amplitude(p.x, scalex, scaleinfx) * wave(p.y, pwx, freqx),
                               amplitude(p.y, scaley, scaleinfy) * wave(p.x, pwy, freqy)});
  }];
  let notes = "Other programs use elliptic or Bessel functions in place of the sine where an "
              "exponent is 0; here it stays a sine.";
  let sampleParams = "1.5, 2.5, 1, 1.5, 2, 1, 0.75, 1.5, 1.5, 0.25";
  let samples = [First<"0.511935621724, 0.411363596155">,
                 Second<"0.311935539794, 0.0844073700509">];
}

def Waves3 : Beyond<"waves3", "waves of changing amplitude"> {
  let params = [Param<"scalex", "0.05", "amplitude in x">,
                Param<"scaley", "0.05", "amplitude in y">,
                Param<"freqx", "7", "frequency of y in x">,
                Param<"freqy", "13", "frequency of x in y">,
                Param<"sx_freq", "0", "frequency of the amplitude in x">,
                Param<"sy_freq", "2", "frequency of the amplitude in y">];
  let formula = "w (x + scalex/2 (1 + sin(sx_freq y)) sin(freqx y), y + scaley/2 (1 + "
                "sin(sy_freq x)) sin(freqy x))";
  let body = [{
    Real dx = scalex / 2 * (1 + sin(sx_freq * p.y)) * sin(freqx * p.y);
    Real dy = scaley / 2 * (1 + sin(sy_freq * p.x)) * sin(freqy * p.x);
    return weight * (p + Point{dx, dy});
  }];
  let sampleParams = "0.4, 0.3, 3, 2, 1.1, 2.1";
  let samples = [First<"0.682411291369, 0.137921052606">, Second<"-0.55485189572, 0.538086505694">];
}

def Waves3Wf : Beyond<"waves3_wf", "squared waves along both axes, with damping"> {
  let params = [Param<"scalex", "0.25", "amplitude in x">,
                Param<"scaley", "0.5", "amplitude in y">,
                Param<"freqx", "1.5707963267948966", "frequency of y in x">,
                Param<"freqy", "0.7853981633974483", "frequency of x in y">,
                Param<"use_cos_x", "1", "1: cosine in x, else sine">,
                Param<"use_cos_y", "0", "1: cosine in y, else sine">,
                Param<"dampx", "0", "logarithm of the growth in x">,
                Param<"dampy", "0", "logarithm of the growth in y">];
  let formula = "with D = e^damp, F = use_cos ? cos : sin and G the other one: w D (x + D scalex "
                "W(freqx y)), likewise y, where W is F²";
  let body = [{
    auto axis = [](Real t, Real angle, Real scale, Real damping, Real cosine) {
      Bool useCosine = chosen(cosine, 1);
      Real s = sin(angle), c = cos(angle);
      Real wave = select(useCosine, c, s);
      return (t + exp(damping) * scale * square(wave)) * exp(damping);
    };
    return weight * Point{axis(p.x, p.y * freqx, scalex, dampx, use_cos_x),
                          axis(p.y, p.x * freqy, scaley, dampy, use_cos_y)};
  }];
  let sampleParams = "0.4, 0.6, 2.2, 1.3, 1, 0, 0.1, -0.2";
  let samples = [First<"1.17296699938, 0.203695548419">, Second<"-0.874206906476, 0.748467130236">];
}

def Waves4 : Beyond<"waves4", "waves of random amplitude"> {
  let params = [Param<"scalex", "0.05", "amplitude in x">,
                Param<"scaley", "0.05", "amplitude in y">,
                Param<"freqx", "7", "frequency of y in x">,
                Param<"freqy", "13", "frequency of x in y">,
                Param<"cont", "0", "1: each period has the full amplitude or none">,
                Param<"yfact", "0.1", "change of the amplitude within a period">];
  let formula = "w (x + A² scalex sin(freqx y), y + scaley sin(freqy x)), A random in each "
                "period of the wave, sloping with yfact; cont = 1: A is 0 or 1";
  let body = [{
    Real period = floor(freqx * p.y / twoPi);
    Real start = hashed(toInt(period), Int(0), Int(1));
    Real slope = hashed(toInt(period), Int(0), Int(2));
    Real level = 128 * start - 64 + 43.7585453 * yfact * cos(twoPi * slope) * p.y;
    Real amplitude = level - trunc(level);
    amplitude = select(chosen(cont, 1), select(amplitude > 0.5, Real(1), Real(0)), amplitude);
    return weight * (p + Point{amplitude * amplitude * scalex * sin(freqx * p.y),
                               scaley * sin(freqy * p.x)});
  }];
  let notes = "The amplitudes come from another hash than in other programs: the same look, "
              "another pattern.";
  let sampleParams = "0.4, 0.3, 3, 2, 0, 0.1";
  let samples = [First<"0.665445213129, 0.144586190931">, Second<"-0.739852016203, 0.331814890732">,
                 Sample<"0.3, 2.4", "0.24, 2.05551419361", "0.8", "0.4, 0.3, 3, 2, 1, 0.1">];
}

def Waves42 : Beyond<"waves42", "waves of random amplitude, in strips of their own"> {
  let params = [Param<"scalex", "0.05", "amplitude in x">,
                Param<"scaley", "0.05", "amplitude in y">,
                Param<"freqx", "7", "frequency of y in x">,
                Param<"freqy", "13", "frequency of x in y">,
                Param<"cont", "0", "1: each strip has the full amplitude or none">,
                Param<"yfact", "0.1", "change of the amplitude within a strip">,
                Param<"freqx2", "1", "strips for each unit">];
  let formula = "as waves4, with strips of height 1/freqx2 in place of periods";
  let body = [{
    Real strip = floor(freqx2 * p.y);
    Real start = hashed(toInt(strip), Int(0), Int(1)), slope = hashed(toInt(strip), Int(0), Int(2));
    Real level = 128 * start - 64 + 43.7585453 * yfact * cos(twoPi * slope) * p.y;
    Real amplitude = level - trunc(level);
    amplitude = select(chosen(cont, 1), select(amplitude > 0.5, Real(1), Real(0)), amplitude);
    return weight * (p + Point{amplitude * amplitude * scalex * sin(freqx * p.y),
                               scaley * sin(freqy * p.x)});
  }];
  let notes = "The amplitudes come from another hash than in other programs: the same look, "
              "another pattern.";
  let sampleParams = "0.4, 0.3, 3, 2, 0, 0.1, 1.4";
  let samples = [First<"0.665445213129, 0.144586190931">,
                 Second<"-0.739852016203, 0.331814890732">];
}

def Waves4Wf : Beyond<"waves4_wf", "cubed waves along both axes, with damping"> {
  let params = [Param<"scalex", "0.25", "amplitude in x">,
                Param<"scaley", "0.5", "amplitude in y">,
                Param<"freqx", "1.5707963267948966", "frequency of y in x">,
                Param<"freqy", "0.7853981633974483", "frequency of x in y">,
                Param<"use_cos_x", "1", "1: cosine in x, else sine">,
                Param<"use_cos_y", "0", "1: cosine in y, else sine">,
                Param<"dampx", "0", "logarithm of the growth in x">,
                Param<"dampy", "0", "logarithm of the growth in y">];
  let formula = "with D = e^damp, F = use_cos ? cos : sin and G the other one: w D (x + D scalex "
                "W(freqx y)), likewise y, where W is F² G";
  let body = [{
    auto axis = [](Real t, Real angle, Real scale, Real damping, Real cosine) {
      Bool useCosine = chosen(cosine, 1);
      Real s = sin(angle), c = cos(angle);
      Real wave = select(useCosine, c, s), other = select(useCosine, s, c);
      return (t + exp(damping) * scale * wave * other * wave) * exp(damping);
    };
    return weight * Point{axis(p.x, p.y * freqx, scalex, dampx, use_cos_x),
                          axis(p.y, p.x * freqy, scaley, dampy, use_cos_y)};
  }];
  let sampleParams = "0.4, 0.6, 2.2, 1.3, 1, 0, 0.1, -0.2";
  let samples = [First<"0.716278658448, 0.0322240383474">,
                 Second<"-0.87420842314, 0.534967778242">];
}

def Wdisc : Beyond<"wdisc", "the angle as radius, turned by the inverse radius, mirrored"> {
  let formula = "A = π/(r + 1), π - A for φ > 0: w φ/π (cos A, sin A)";
  let body = [{
    Real angle = pi / (length(p) + 1), q = phi(p) / pi;
    return weight * q * direction(select(q > 0, pi - angle, angle));
  }];
  let samples = [First<"0.00209157811103, -0.0305615032152">,
                 Second<"-0.0945728541679, 0.638027501561">];
}

def WhitneyUmbrella : Beyond<"whitney_umbrella", "Whitney's umbrella, seen from above"> {
  let formula = "w (x y, x)";
  let body = [{ return weight * Point{p.x * p.y, p.x}; }];
  let samples = [First<"-0.08008, 0.728">,
                 Second<"-0.54648, -0.792">];
}

def FaberX : Beyond<"x", "the plane around a shape"> {
  let params = [Param<"hypergon", "0", "strength of a hyperbolic polygon">,
                Param<"hypergon_n", "4", "its corners">,
                Param<"hypergon_r", "1", "its size">,
                Param<"star", "0", "strength of a star">,
                Param<"star_n", "5", "its rays">,
                Param<"star_slope", "2", "their slope, as an angle">,
                Param<"lituus", "0", "strength of a lituus">,
                Param<"lituus_a", "1", "its exponent">,
                Param<"super", "0", "strength of a superformula", [], "-inf", "inf", "super_">,
                Param<"super_m", "1", "its symmetry">,
                Param<"super_n1", "1", "its overall exponent">,
                Param<"super_n2", "1", "exponent of the cosine">,
                Param<"super_n3", "1", "exponent of the sine">];
  let formula = "S(φ) the shape: w √(1 + S(φ)²/r²) (x, y)";
  let body = [{
    Real squared = lengthSquared(p), size = faberShape(p, inputs.params);
    return weight * sqrt(squared + size * size) * rsqrt(squared) * p;
  }];
  let notes = "The shape is the sum of a polygon with round sides, a star, a lituus and a "
              "superformula, each with its strength.";
  let sampleParams = "0.5, 4, 1, 0.25, 5, 1.1, 0.2, 0.6, 0.3, 3, 1.2, 0.8, 1.3";
  let samples = [First<"1.09522162021, -0.132389426619">,
                 Second<"-0.954861752739, 0.665509706454">];
}

def Xheart : Beyond<"xheart", "a heart"> {
  let params = [Param<"angle", "0", "opening of the heart">,
                Param<"ratio", "0", "its height">];
  let formula = "with q = 4/(r² + 4) (x, (6 + 2 ratio) y/4) turned by π/4 + angle π/8: w q, with "
                "y mirrored where q is left of the axis";
  let body = [{
    Real size = 4 / (lengthSquared(p) + 4);
    Point q = rotated(size * Point{p.x, (1.5 + ratio / 2) * p.y}, pi / 4 + pi / 8 * angle);
    return weight * Point{q.x, select(q.x > 0, q.y, -q.y)};
  }];
  let sampleParams = "0.3, -0.2";
  let samples = [First<"0.452420512361, 0.409436263895">,
                 Second<"-0.804380581385, 0.105227231576">];
}

def Xtrb : Beyond<"xtrb", "a tiling of triangles, each squeezed into a hexagon or its rim"> {
  let params = [Param<"power", "2", "number of branches; negative inverts">,
                Param<"radius", "1", "radius of the inscribed circle">,
                Param<"width", "0.5", "width of the rims, 0 to 1">,
                Param<"dist", "1", "radial exponent">,
                Param<"a", "1", "an angle of the triangle, less 0.047">,
                Param<"b", "1", "another angle, less 0.047">];
  let draws = [U01, U01];
  let formula = "in a triangle with two angles a + 0.047 and b + 0.047 and an inscribed circle "
                "of size radius; then w² R^(dist/power) (cos A, sin A) as in julian; see the "
                "notes";
  let body = [{
    Real angleB = 0.047 + a, angleC = 0.047 + b, angleA = pi - angleB - angleC;
    Real sinC = sin(angleC), cosC = cos(angleC);
    auto half = [](Real angle) { return tan(angle / 2); };
    // Sides of the triangle; twice its area; heights.
    Real sideA = radius * (half(angleC) + half(angleB));
    Real sideB = radius * (half(angleC) + half(angleA));
    Real sideC = radius * (half(angleB) + half(angleA));
    Real sides = sideA + sideB + sideC, area = radius * sides;
    Real heightA = area / sideA, heightB = area / sideB;
    // Distances from two sides, by cells; from the third one; in the other half, mirrored.
    Real alpha = p.y + radius, beta = p.x * sinC - p.y * cosC + radius;
    Real m = floor(alpha / heightA), n = floor(beta / heightB);
    Real al = alpha - m * heightA, be = beta - n * heightB;
    Real ga = (area - sideA * al - sideB * be) / sideC;
    Bool upper = ga > 0;
    al = select(upper, al, heightA - al);
    be = select(upper, be, heightB - be);
    ga = abs(ga);
    // The two smaller distances change, the largest follows from them.
    Real small = min(min(al, be), ga), middle = max(min(al, be), min(max(al, be), ga));
    Bool smallA = al == small, smallB = (be == small) & !smallA;
    Bool largeA = (al > be) & (al >= ga), largeB = (be >= al) & (be >= ga);
    Real side = select(smallA, sideA, select(smallB, sideB, sideC));
    Real ratio = small / (middle + tiny);
    Bool rim = u[0] < 1 - width * width;
    Real newSmall = (1 - width) * small + 2 * width * area / (6 * side) * ratio;
    Real newMiddle = (1 - width) * middle + 2 * width * area / (6 * (sides - side)) * (3 - ratio);
    newSmall = select(rim, newSmall, width * small);
    newMiddle = select(rim, newMiddle, width * middle);
    Real newA = select(smallA, newSmall, newMiddle), newB = select(smallB, newSmall, newMiddle);
    Real newC = select(smallA | smallB, newMiddle, newSmall);
    Real fromA = (area - sideB * newB - sideC * newC) / sideA;
    Real fromB = (area - sideA * newA - sideC * newC) / sideB;
    newA = select(largeA, fromA, newA);
    newB = select(largeB, fromB, newB);
    alpha = m * heightA + select(upper, newA, heightA - newA) - radius;
    beta = n * heightB + select(upper, newB, heightB - newB) - radius;
    Point q{(beta + alpha * cosC) / sinC, alpha};
    return weight * weight * branchedRoot(q, power, dist, u[1]);
  }];
  let notes = "A point is described by its distances from the sides. Of the two smaller ones, s "
              "and m, s becomes (1 - width) s + width h s/(3m) and m becomes (1 - width) m + "
              "width k (3 - s/m)/3, with h and k twice the area divided by the side of s and by "
              "the sum of the other sides; at u1 ≥ 1 - width² both are multiplied by width.";
  let sampleParams = "3, 0.7, 0.4, 0.9, 1.1, 0.8";
  let samples = [First<"-0.289633162095, -0.531151169903">,
                 Second<"0.208966571976, -0.642931127388">,
                 Sample<"0.1, 0.2", "-0.0921240410008, -0.383401303799", "0.8", "", "0.3, 0.7">,
                 Sample<"0.1, 0.2", "0.58803638309, 0.269418351746", "0.8", "", "0.95, 0.2">,
                 Sample<"0.3, -0.6", "-0.458712669399, -0.305513636722", "0.8", "", "0.3, 0.7">,
                 Sample<"0.3, -0.6", "0.658045813248, -0.13288493356", "0.8", "", "0.95, 0.2">,
                 Sample<"-0.5, -0.3", "-0.472240441785, -0.102085968544", "0.8", "", "0.3, 0.7">,
                 Sample<"-0.5, -0.3", "0.426421958888, -0.5360343406", "0.8", "", "0.95, 0.2">,
                 Sample<"1.7, 1.1", "-0.266432099465, -0.752084083209", "0.8", "", "0.3, 0.7">,
                 Sample<"1.7, 1.1", "0.704224652734, 0.23603594525", "0.8", "", "0.95, 0.2">,
                 Sample<"-0.35, 0.4", "0.153332413424, -0.507283723413", "0.8", "", "0.3, 0.7">,
                 Sample<"-0.35, 0.4", "0.577910996172, 0.308370233668", "0.8", "", "0.95, 0.2">,
                 Sample<"0.6, 0.1", "-0.233284026612, -0.50610600542", "0.8", "", "0.3, 0.7">,
                 Sample<"0.6, 0.1", "0.663873857133, -0.0745851661133", "0.8", "", "0.95, 0.2">];
}

def FaberY : Beyond<"y", "inversion in a shape"> {
  let params = [Param<"hypergon", "0", "strength of a hyperbolic polygon">,
                Param<"hypergon_n", "4", "its corners">,
                Param<"hypergon_r", "1", "its size">,
                Param<"star", "0", "strength of a star">,
                Param<"star_n", "5", "its rays">,
                Param<"star_slope", "2", "their slope, as an angle">,
                Param<"lituus", "0", "strength of a lituus">,
                Param<"lituus_a", "1", "its exponent">,
                Param<"super", "0", "strength of a superformula", [], "-inf", "inf", "super_">,
                Param<"super_m", "1", "its symmetry">,
                Param<"super_n1", "1", "its overall exponent">,
                Param<"super_n2", "1", "exponent of the cosine">,
                Param<"super_n3", "1", "exponent of the sine">];
  let formula = "S(φ) the shape: w S(φ)²/r² (x, y)";
  let body = [{
    Real squared = lengthSquared(p), size = faberShape(p, inputs.params);
    return weight * size * size * rsqrt(squared) * rsqrt(squared) * p;
  }];
  let notes = "The shape is the sum of a polygon with round sides, a star, a lituus and a "
              "superformula, each with its strength.";
  let sampleParams = "0.5, 4, 1, 0.25, 5, 1.1, 0.2, 0.6, 0.3, 3, 1.2, 0.8, 1.3";
  let samples = [First<"0.919679117289, -0.111170003189">,
                 Second<"-0.359213341974, 0.250360814103">];
}

def YinYang : Beyond<"yin_yang", "the two halves of a Taijitu"> {
  let params = [Param<"radius", "0.5", "size of one half">,
                Param<"ang1", "0", "angle of one half, in half turns">,
                Param<"ang2", "0", "angle of the other half, in half turns">,
                Param<"dual_t", "1", "1: both halves">,
                Param<"outside", "0", "1: keeps the plane outside the unit disc">];
  let draws = [U01];
  let formula = "the unit disc turned by π ang1 and bent into one half, or with dual_t = 1 at "
                "random turned by π ang2 and bent into the other one; outside = 1 keeps what "
                "lies outside it";
  let body = [{
    Bool other = chosen(dual_t, 1) & (u[0] > 0.5);
    Real side = select(other, Real(-1), Real(1)), reach = select(other, 1 - radius, radius);
    Point q = rotated(p, pi * select(other, ang2, ang1));
    Real half = sqrt(abs(1 - q.y * q.y)) + tiny;
    Real t = 2 * half - 1, alpha = (1 - q.x / half) / 2;
    Real k = alpha * reach + (1 - alpha);
    Point upper{t * k + alpha * (reach - 1), sqrt(abs(1 - t * t)) * k};
    Point lower{q.x * (1 - reach) + reach, q.y * (1 - reach)};
    Point inside = side * select(q.y > 0, upper, lower);
    Point around = select(chosen(outside, 1), p, Point{0, 0});
    return weight * select(lengthSquared(p) >= 1, around, inside);
  }];
  let sampleParams = "0.4, 0.3, -0.2, 1, 1";
  let samples = [First<"0.329335972576, 0.667742652414">, Second<"-0.792, 0.552">,
                 Sample<"0.3, 0.4", "-0.618945211358, -0.148982883074", "0.8", "", "0.8">,
                 Sample<"-0.3, -0.4", "0.39069018659, -0.22935321563", "0.8", "", "0.2">];
}
