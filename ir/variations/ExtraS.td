// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, S. ir/Variation.td says what a record means and what a body may use.

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
  let notes = "The slice z = 0.";
  let samples = [First<"0.474965658977, -0.0574134313049">,
                 Second<"-0.303155039102, 0.211289875738">];
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

def Secq : Extra<"secq", "secant of a quaternion"> {
  let verified = 0;
  let formula = "w/r² (cos x cosh y, sin x sinh y)";
  let body = [{
    return weight / lengthSquared(p) * Point{cos(p.x) * cosh(p.y), sin(p.x) * sinh(p.y)};
  }];
  let notes = "The slice z = 0.";
  let samples = [First<"0.587919692348, -0.0828570869805">,
                 Second<"0.376086032518, -0.342663742823">];
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

def Sineblur : Extra<"sineblur", "a disc of given profile"> {
  let params = [Param<"power", "1", "above 1: more in the middle", [], "0", "inf">];
  let draws = [U01, U01];
  let generator = 1;
  let formula = "R = acos(2 u2^power - 1)/π: w R (cos 2πu1, sin 2πu1)";
  let body = [{ return weight / pi * acos(2 * pow(u[1], power) - 1) * direction(twoPi * u[0]); }];
  let sampleParams = "1.6";
  let samples = [First<"-0.113325602413, 0.348780340886">,
                 Second<"-0.113325602413, 0.348780340886">];
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
  let samples = [First<"-0.844123718966, 0.102036933062">,
                 Second<"0.575423121824, -0.401052478847">];
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

def Spiralwing : Extra<"spiralwing", "a spiral with wings"> {
  let formula = "q = w sin(y²)/(r² + ε): q (cos x², sin x²)";
  let body = [{
    return weight * sin(p.y * p.y) / (lengthSquared(p) + epsilon) * direction(p.x * p.x);
  }];
  let samples = [First<"0.00779123762171, 0.00848676085412">,
                 Second<"0.140230462687, 0.209122969907">];
}

def Spirograph : Extra<"spirograph", "points of a spirograph"> {
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

def Square3D : Extra<"square3D", "a cube, evenly filled, seen from above"> {
  let draws = [U01, U01];
  let generator = 1;
  let formula = "w (u1 - 1/2, u2 - 1/2)";
  let body = [{ return weight * Point{u[0] - 0.5, u[1] - 0.5}; }];
  let samples = [First<"-0.16, 0.16">, Second<"-0.16, 0.16">];
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

def Swirl3 : Extra<"swirl3", "rotation by the logarithm of the radius"> {
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
