// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, A to C. ir/Variation.td says what a record means and what a body may
// use.

def Acosech : Beyond<"acosech", "inverse complex hyperbolic cosecant, sign drawn at random"> {
  let draws = [Bit];
  let formula = "with z = x + iy and acosech z = a + ib: ± 2w/π (b, a), + where u1 is 1";
  let body = [{
    Point value = swapped(complexArsinh(complexQuotient(Point{1, 0}, p)));
    return weight * (2 / pi) * select(u[0] > 0.5, value, -value);
  }];
  let samples = [First<"0.0451948747554, 0.479661656749", "1">,
                 Second<"-0.199458640377, -0.347106080806", "1">,
                 Sample<"0.3, 0.2", "0.284778552383, -0.879435764125", "0.8", "", "0">];
}

def Acosh : Beyond<"acosh", "inverse complex hyperbolic cosine, sign drawn at random"> {
  let draws = [Bit];
  let formula = "with z = x + iy: ± 2w/π acosh z, + where u1 is 1";
  let body = [{
    Point value = complexArcosh(p);
    return weight * (2 / pi) * select(u[0] > 0.5, value, -value);
  }];
  let samples = [First<"0.119482491266, -0.246084706107", "1">,
                 Second<"0.440604391393, 1.20070014794", "1">,
                 Sample<"0.3, 0.2", "-0.105794174689, -0.648212326571", "0.8", "", "0">,
                 Sample<"-1.4, -0.2", "0.455717101151, -1.49939453899", "0.8", "", "1">];
}

def Acoth : Beyond<"acoth", "inverse complex hyperbolic cotangent"> {
  let verified = 0;
  let formula = "with z = x + iy and acoth z = a + ib: 2w/π (b, a)";
  let body = [{
    Real re = log((square(p.x + 1) + p.y * p.y) / (square(p.x - 1) + p.y * p.y)) / 4;
    Real im = atan2(-2 * p.y, (p.x - 1) * (p.x + 1) + p.y * p.y) / 2;
    return weight * (2 / pi) * Point{im, re};
  }];
  let notes = "The factor and the exchange of the parts follow acosech.";
  let samples = [First<"0.559970181733, 0.662032419685">,
                 Second<"-0.318698498535, -0.284150842601">];
}

def Affine3D : Beyond<"affine3D", "an affine map of space"> {
  let params = [Param<"translateX", "0", "offset in x">,
                Param<"translateY", "0", "offset in y">,
                Param<"translateZ", "0",
                      "offset in z, without effect here", [], "-inf", "inf", "fixed_z">,
                Param<"scaleX", "1", "factor of x">,
                Param<"scaleY", "1", "factor of y">,
                Param<"scaleZ", "1",
                      "factor of z, without effect here", [], "-inf", "inf", "fixed_scale">,
                Param<"rotateX", "0", "angle around the x axis, in degrees">,
                Param<"rotateY", "0", "angle around the y axis, in degrees">,
                Param<"rotateZ", "0", "angle around the z axis, in degrees">,
                Param<"shearXY", "0", "x for each y">,
                Param<"shearXZ", "0",
                      "x for each z, without effect here", [], "-inf", "inf", "fixed_xz">,
                Param<"shearYX", "0", "y for each x">,
                Param<"shearYZ", "0",
                      "y for each z, without effect here", [], "-inf", "inf", "fixed_yz">,
                Param<"shearZX", "0", "z for each x">,
                Param<"shearZY", "0", "z for each y">];
  let formula = "with s = (scaleX x, scaleY y): sheared, turned around x, y and z by degrees, "
                "moved by (translateX, translateY); times w";
  let body = [{
    Real x = scaleX * p.x, y = scaleY * p.y;
    Real sx = x + shearXY * y, sy = y + shearYX * x, sz = shearZX * x + shearZY * y;
    constexpr double degree = pi / 180;
    Point aroundX = rotated(Point{sy, sz}, rotateX * degree);
    Real sinY = sin(rotateY * degree), cosY = cos(rotateY * degree);
    Point turned = rotated(Point{cosY * sx + sinY * aroundX.y, aroundX.x}, rotateZ * degree);
    return weight * (turned + Point{translateX, translateY});
  }];
  let notes = "The slice z = 0.";
  let sampleParams = "0.2, -0.3, 0, 1.1, 0.8, 1, 20, 35, -50, 0.1, 0, 0.2, 0, 0.3, -0.1";
  let samples = [First<"0.674761978249, -0.853824035218">,
                 Second<"-0.0750997894929, 0.593598987484">];
}

def Asteria : Beyond<"asteria", "an astroid, bent"> {
  let params = [Param<"alpha", "0", "angle, in half turns">];
  let draws = [U01];
  let formula = "q = w (x, y): q outside the unit circle, or with probability 0.65 where it is "
                "also within 1 of a corner (±1, ±1); else q turned by π alpha to (s, t), s/√(1 - "
                "t²) (1 - √(1 - (1 - |t|)²)) in place of s, turned back";
  let body = [{
    Point q = weight * p;
    Real corner = length(Point{abs(q.x) - 1, abs(q.y) - 1});
    Bool inCircle = lengthSquared(q) < 1;
    Bool keeps = select(inCircle & (corner < 1), u[0] > 0.35, !inCircle);
    Point turned = rotated(q, pi * alpha);
    Real across = abs(turned.y);
    Real bent = turned.x * rsqrt(abs(1 - across * across) + tiny) *
                (1 - sqrt(max(1 - square(1 - across), Real(0))));
    Point back = rotated(Point{bent, turned.y}, -(pi * alpha));
    return select(keeps, q, back);
  }];
  let sampleParams = "0.3";
  let samples = [First<"0.474119443276, 0.261436608234">,
                 Second<"-0.408607122345, 0.0243049747579">,
                 Sample<"0.3, 0.4", "0.293241781527, 0.246718974493", "0.8", "", "0.1">,
                 Sample<"0.5, -0.5", "0.265692610497, -0.215141737303", "0.8", "", "0.2">];
}

def AxisSymmetryWf : Beyond<"axis_symmetry_wf", "mirrored in a line, two halves at random"> {
  let params = [Param<"axis", "0", "0: x, 1: y, 2: z">,
                Param<"centre_x", "0.25", "x of the centre">,
                Param<"centre_y", "0.5", "y of the centre">,
                Param<"centre_z", "0.5", "z of the centre", [], "-inf", "inf", "fixed_z">,
                Param<"rotation", "30", "angle of each half, in degrees">,
                Param<"x1colorshift", "0", "shift of the colour, first half, axis x">,
                Param<"y1colorshift", "0", "shift of the colour, first half, axis y">,
                Param<"z1colorshift", "0", "shift of the colour, first half, axis z">,
                Param<"x2colorshift", "0", "shift of the colour, other half, axis x">,
                Param<"y2colorshift", "0", "shift of the colour, other half, axis y">,
                Param<"z2colorshift", "0", "shift of the colour, other half, axis z">];
  let draws = [U01];
  let formula = "with d = (x, y) - C moved by w/2 along the axis: u1 < 1/2: C + d turned "
                "clockwise by rotation; else its mirror image turned the other way; "
                "colour c + the shift of half and axis, without its whole part";
  let body = [{
    Bool first = u[0] < 0.5;
    Bool alongX = chosen(axis, 0), alongY = chosen(axis, 1);
    Point shifted = p - Point{centre_x, centre_y};
    shifted = shifted + weight / 2 * Point{select(alongX, Real(1), Real(0)),
                                           select(alongY, Real(1), Real(0))};
    Point mirrored{select(alongX, -shifted.x, shifted.x), select(alongY, -shifted.y, shifted.y)};
    Real angle = rotation * (pi / 180) * select(first, Real(-1), Real(1));
    angle = select(alongX | alongY, angle, Real(0));
    return Point{centre_x, centre_y} + rotated(select(first, shifted, mirrored), angle);
  }];
  let color = [{
    Bool first = u[0] < 0.5;
    auto ofAxis = [&](Real x, Real y, Real z) {
      return select(chosen(axis, 0), x, select(chosen(axis, 1), y, z));
    };
    Real shift = select(first, ofAxis(x1colorshift, y1colorshift, z1colorshift),
                        ofAxis(x2colorshift, y2colorshift, z2colorshift));
    return select(shift == 0, color, fmod(color + shift, 1));
  }];
  let notes = "The weight is the distance of the halves. Meant as a post variation. The axis z "
              "changes the colour alone.";
  let sampleParams = "0, 0.3, -0.2, 0, 40, 0.1, 0.2, 0.3, 0.85, 0.5, 0.6";
  let samples = [First<"1.13155577242, -0.780271485903, 0.35">,
                 Second<"0.190301418245, 1.053860527, 0.35">,
                 Sample<"0.91, -0.11", "1.08225303905, -0.18326133522, 0.75", "0.8",
                        "1, 0.3, -0.2, 0, 40, 0.1, 0.2, 0.3, 0.85, 0.5, 0.6", "0.7">,
                 Sample<"0.91, -0.11", "-0.531555772422, -0.780271485903, 0.1", "0.8", "", "0.7">];
}

def Barycentroid : Beyond<"barycentroid", "barycentric coordinates"> {
  let params = [Param<"a", "1", "x of the first axis">,
                Param<"b", "0", "y of the first axis">,
                Param<"c", "0", "x of the second axis">,
                Param<"d", "1", "y of the second axis">];
  let formula = "(u, v): the coordinates of (x, y) on the axes (a, b) and (c, d): w (sign u √(u² "
                "+ x²), sign v √(v² + y²))";
  let body = [{
    Real ab = a * a + b * b, cd = c * c + d * d, cross = a * c + b * d;
    Real onAB = a * p.x + b * p.y, onCD = c * p.x + d * p.y, area = ab * cd - cross * cross;
    auto combined = [](Real t, Real other) { return signOf(t) * length(Point{t, other}); };
    return weight * Point{combined((cd * onAB - cross * onCD) / area, p.x),
                          combined((ab * onCD - cross * onAB) / area, p.y)};
  }];
  let sampleParams = "1.1, 0.3, -0.2, 0.8";
  let samples = [First<"0.943931142036, -0.346674100047">,
                 Second<"-0.968020052993, 1.05470742737">];
}

def Bcircle : Beyond<"bcircle", "the unit disc, and a ring around it for everything else"> {
  let params = [Param<"scale", "1", "factor of the point">,
                Param<"borderwidth", "0", "width of the ring, in fifths; 0: the rest goes to the origin">];
  let draws = [U01];
  let formula = "(X, Y) = scale (x, y), of radius R and angle A: R ≤ 1: w (X, Y); else w (1 + |borderwidth| u1/5) "
                "(cos A, sin A)";
  let body = [{
    Point q = scale * p;
    Real squared = lengthSquared(q), ring = 1 + 0.2 * abs(borderwidth) * u[0];
    Point around = select(borderwidth == 0, Real(0), ring) * rsqrt(squared + tiny) * q;
    return weight * select(squared <= 1, q, around);
  }];
  let sampleParams = "1.3, 0.6";
  let samples = [First<"0.822810445001, -0.0994606032419">,
                 Second<"-0.679946000619, 0.473901758007">,
                 Sample<"0.3, 0.4", "0.312, 0.416", "0.8", "", "">];
}

def BiLinear : Beyond<"bi_linear", "x and y exchanged"> {
  let formula = "w (y, x)";
  let body = [{ return weight * swapped(p); }];
  let samples = [First<"-0.088, 0.728">, Second<"0.552, -0.792">];
}

def Blade3D : Beyond<"blade3D", "x smeared over a rotation"> {
  let draws = [U01];
  let formula = "A = u1 w r: w x (cos A + sin A, cos A - sin A)";
  let body = [{
    Point d = direction(u[0] * weight * length(p));
    return weight * p.x * Point{d.x + d.y, d.x - d.y};
  }];
  let notes = "Equals blade: its x and y do not depend on z.";
  let samples = [First<"0.869318892431, 0.55159102899">,
                 Second<"-0.985198493499, -0.532833865672">];
}

def Blob3D : Beyond<"blob3D", "radius modulated by the angle"> {
  let params = [Param<"low", "0", "smallest factor of the radius">,
                Param<"high", "1", "largest factor of the radius">,
                Param<"waves", "1", "number of waves around">];
  let formula = "w (low + (high - low) (1 + sin(waves θ))/2) (x, y)";
  let body = [{
    return weight * (low + (high - low) * (0.5 + 0.5 * sin(waves * theta(p)))) * p;
  }];
  let notes = "Equals blob: its x and y do not depend on z.";
  let sampleParams = "0.4, 1.1, 3";
  let samples = [First<"0.307613148567, -0.0371840069696">,
                 Second<"-0.524004723628, 0.365215413437">];
}

def Blur3D : Beyond<"blur3D", "a soft ball, seen from above"> {
  let draws = [U01, U01, U01, U01, U01, U01];
  let generator = 1;
  let formula = "w (u2 + u3 + u4 + u5 - 2) sin(π u6) (cos 2πu1, sin 2πu1)";
  let body = [{ return weight * bellCurve(u + 1) * sin(pi * u[5]) * direction(twoPi * u[0]); }];
  let samples = [First<"-0.0705342302751, 0.217082039325", "0.3, 0.7, 0.55, 0.9, 0.15, 0.4">,
                 Second<"-0.0705342302751, 0.217082039325", "0.3, 0.7, 0.55, 0.9, 0.15, 0.4">];
}

def BlurCircle : Beyond<"blur_circle", "a disc, evenly filled"> {
  let draws = [U01, U01];
  let generator = 1;
  let formula = "a random point of the square [-w, w]² pulled onto the disc, ring by ring";
  let body = [{
    Point q{2 * u[0] - 1, 2 * u[1] - 1};
    return weight * circleFromSquare(q);
  }];
  let samples = [First<"-0.22627416998, 0.22627416998">, Second<"-0.22627416998, 0.22627416998">,
                 Sample<"0, 0", "0.124233141649, -0.463644396619", "0.8", "", "0.6, 0.2">,
                 Sample<"0, 0", "-0.244917396714, 0.591282900807", "0.8", "", "0.3, 0.9">];
}

def BlurHeart : Beyond<"blur_heart", "a heart of two ellipses, filled"> {
  let params = [Param<"p", "0.5", "power: 1 makes ellipses", [], "-inf", "inf", "p_">,
                Param<"a", "-0.6", "bends both halves; negative: upright">,
                Param<"b", "0.7", "height of the halves">];
  let draws = [U01, U01];
  let generator = 1;
  let verified = 0;
  let formula = "x = 2 u1 - 1, y = 2 u2 - 1, k = sign y: y is limited to (a |x|^p + k b √(1 - "
                "x²) - a)/(|a| + |b|), for k = 1 from above, for k = -1 from below: w (x, y)";
  let body = [{
    Real x = 2 * u[0] - 1, y = 2 * u[1] - 1, half = b * sqrt(1 - x * x);
    Real bend = a * (pow(abs(x), p_) - 1), size = abs(a) + abs(b) + epsilon;
    Real limited = select(y < 0, max(y, (bend - half) / size), min(y, (bend + half) / size));
    return weight * Point{x, limited};
  }];
  let notes = "From memory; only the parameters were compared.";
  let sampleParams = "0.6, -0.5, 0.8";
  let samples = [First<"-0.32, 0.32">, Second<"-0.32, 0.32">,
                 Sample<"0, 0", "-0.32, 0.581336695392", "0.8", "", "0.3, 0.95">,
                 Sample<"0, 0", "0.64, -0.256827587432", "0.8", "", "0.9, 0.02">];
}

def BlurLinear : Beyond<"blur_linear", "scattered along a direction"> {
  let params = [Param<"length", "1", "how far", [], "-inf", "inf", "distance">,
                Param<"angle", "0.5", "the direction, in radians">];
  let draws = [U01];
  let formula = "w (x + length u1 cos angle, y + length u1 sin angle)";
  let body = [{ return weight * (p + distance * u[0] * direction(angle)); }];
  let sampleParams = "0.6, 0.8";
  let samples = [First<"0.828325766146, 0.0152992770895">,
                 Second<"-0.691674233854, 0.65529927709">];
}

def BlurSquare : Beyond<"blur_square", "a square, evenly filled"> {
  let draws = [U01, U01];
  let generator = 1;
  let verified = 0;
  let formula = "2w (u1 - 1/2, u2 - 1/2)";
  let body = [{ return 2 * weight * Point{u[0] - 0.5, u[1] - 0.5}; }];
  let notes = "That it is twice as wide as square is from memory.";
  let samples = [First<"-0.32, 0.32">, Second<"-0.32, 0.32">];
}

def BlurZoom : Beyond<"blur_zoom", "scattered towards a point"> {
  let params = [Param<"length", "0", "how far", [], "-inf", "inf", "distance">,
                Param<"x", "0", "x of the point">,
                Param<"y", "0", "y of the point, negated">];
  let draws = [U01];
  let formula = "z = 1 + length u1, C = (blur_zoom_x, -blur_zoom_y): w (C + z ((x, y) - C))";
  let body = [{
    Point center{x, -y};
    return weight * (center + (1 + distance * u[0]) * (p - center));
  }];
  let sampleParams = "0.6, 0.3, -0.4";
  let samples = [First<"0.81584, -0.16144">, Second<"-0.97776, 0.59376">];
}

def BMod : Beyond<"bMod", "bipolar coordinates wrapped"> {
  let params = [Param<"radius", "1", "where it acts", [], "0", "inf">,
                Param<"distance", "0", "how far it moves", [], "0", "2">];
  let formula = "with τ and σ the bipolar coordinates, where |τ| < radius: τ becomes fmod(τ + "
                "radius + distance radius, 2 radius) - radius: w/(cosh τ - cos σ) (sinh τ, sin "
                "σ)";
  let body = [{
    Bipolar<B> at = bipolar(p);
    Real moved = fmod(at.tau + radius + distance * radius, 2 * radius) - radius;
    return weight * fromBipolar(select(abs(at.tau) >= radius, at.tau, moved), at.sigma);
  }];
  let sampleParams = "2.5, 0.4";
  let samples = [First<"0.728, -0.088">, Second<"-0.13407567403, 1.09630798327">];
}

def Boarders2 : Beyond<"boarders2", "unit cells with borders, by parameters"> {
  let params = [Param<"c", "0.5", "size of the inner square">,
                Param<"left", "0.5", "width of the border">,
                Param<"right", "0.5", "part of the points that go to the border">];
  let draws = [U01];
  let formula = "as boarders, with C = |c|, L = |c left| and the border where u1 < C (1 + "
                "|right|): v = (X + C i, Y + C j), w (v + L (sign i, j/|i|)) where |i| ≥ |j|, "
                "else w (v + L (i/|j|, sign j))";
  let body = [{
    Point cell{rint(p.x), rint(p.y)};
    Point offset = p - cell;
    Real size = max(abs(c), Real(epsilon)), side = size * max(abs(left), Real(epsilon));
    Real share = size + size * max(abs(right), Real(epsilon));
    Point inner = cell + size * offset;
    Real i = offset.x, j = offset.y;
    Point vertical{signOf(i), j / abs(i)}, horizontal{i / abs(j), signOf(j)};
    Point border = side * select(abs(i) >= abs(j), vertical, horizontal);
    return weight * select(u[0] >= share, inner, inner + border);
  }];
  let notes = "Points with integer coordinates are bad in the border.";
  let sampleParams = "0.4, 0.65, 0.35";
  let samples = [First<"0.601018181818, -0.2432">, Second<"-0.790090322581, 0.4928">,
                 Sample<"0.3, 0.7", "0.096, 0.704", "0.8", "", "0.9">];
}

def BSwirl : Beyond<"bSwirl", "a swirl in bipolar coordinates"> {
  let params = [Param<"in", "0", "strength in the middle", [], "-inf", "inf", "inside">,
                Param<"out", "0", "strength outside", [], "-inf", "inf", "outside">];
  let formula = "with τ and σ the bipolar coordinates, σ becomes σ + out τ + in/τ: w/(cosh τ - "
                "cos σ) (sinh τ, sin σ)";
  let body = [{
    Bipolar<B> at = bipolar(p);
    return weight * fromBipolar(at.tau, at.sigma + at.tau * outside + inside / at.tau);
  }];
  let sampleParams = "0.3, 0.4";
  let samples = [First<"0.854752028476, -0.110368059432">,
                 Second<"-1.31252963198, 0.492326502463">];
}

def BTransform : Beyond<"bTransform", "n-th root and moves in bipolar coordinates"> {
  let params = [Param<"rotate", "0", "angle added">,
                Param<"power", "1", "number of branches", [], "1", "inf">,
                Param<"move", "0", "distance added">,
                Param<"split", "0", "distance added outwards">];
  let draws = [U01];
  let formula = "with τ and σ the bipolar coordinates: τ/power + move ± split (+ for x ≥ 0), (σ "
                "+ rotate + 2π floor(power u1))/power, turned back: w/(cosh τ - cos σ) (sinh τ, "
                "sin σ)";
  let body = [{
    Bipolar<B> at = bipolar(p);
    Real tau = at.tau / power + move + select(p.x >= 0, split, -split);
    Real sigma = (at.sigma + rotate + twoPi * floor(power * u[0])) / power;
    return weight * fromBipolar(tau, sigma);
  }];
  let sampleParams = "0.3, 2, 0.2, -0.1";
  let samples = [First<"0.557402042215, 0.238034441775">, Second<"-0.652890266941, 1.75305442265">];
}

def Bubble2 : Beyond<"bubble2", "the plane on a sphere, by a factor for each coordinate"> {
  let params = [Param<"x", "1", "factor of x">,
                Param<"y", "1", "factor of y">,
                Param<"z", "0", "factor of z, without effect here", [], "-inf", "inf", "fixed">];
  let formula = "w / (r²/4 + 1) (bubble2_x x, bubble2_y y)";
  let body = [{ return weight / (lengthSquared(p) / 4 + 1) * scaled(p, Point{x, y}); }];
  let notes = "The slice z = 0.";
  let sampleParams = "1.2, 0.7, 0";
  let samples = [First<"0.721953638279, -0.0509069873146">,
                 Second<"-0.696748652909, 0.283274073531">];
}

def Bwraps : Beyond<"bwraps", "round cells, each a bubble that may be twisted"> {
  let params = [Param<"cellsize", "1", "side of a cell; 0: nothing happens">,
                Param<"space", "0", "how much smaller the circles are than the cells">,
                Param<"gain", "1", "how much each cell is magnified">,
                Param<"inner_twist", "0", "angle at the centre of a cell">,
                Param<"outer_twist", "0", "angle at its rim">];
  let formula = "in the cell of centre C with L = (x, y) - C, outside the circle of radius R = "
                "cellsize / (2 (1 + space²)): w (x, y); inside: L becomes M = gain² L k / (gain⁴ "
                "L²/4 + 1), scaled to end at R, and turned clockwise by inner_twist (1 - M²/R²) "
                "+ outer_twist M²/R²: w (C + M)";
  let body = [{
    Real size = select(cellsize == 0, Real(1), cellsize);
    Real radius = size / (2 * (1 + space * space)), strength = gain * gain + 1e-6;
    Real reach = strength * radius;
    Real bubble = select(reach > 2, Real(1), reach / (reach * reach / 4 + 1));
    Point center = size * Point{floor(p.x / size) + 0.5, floor(p.y / size) + 0.5};
    Point offset = p - center, magnified = strength * offset;
    Point wrapped = radius / bubble / (lengthSquared(magnified) / 4 + 1) * magnified;
    Real part = lengthSquared(wrapped) / (radius * radius);
    Point twisted = rotated(wrapped, -(inner_twist * (1 - part) + outer_twist * part));
    Bool outside = (lengthSquared(offset) > radius * radius) | (cellsize == 0);
    return weight * select(outside, p, center + twisted);
  }];
  let sampleParams = "0.9, 0.2, 1.7, 0.6, -0.8";
  let samples = [First<"0.728, -0.088">, Second<"-1.01705347161, 0.700373142678">,
                 Sample<"0.4, 0.5", "0.340263860675, 0.435327095051", "0.8">];
}

def Bwraps7 : Beyond<"bwraps7", "round cells, each a bubble that may be twisted"> {
  let params = [Param<"cellsize", "1", "side of a cell; 0: nothing happens">,
                Param<"space", "0", "how much smaller the circles are than the cells">,
                Param<"gain", "2", "how much each cell is magnified">,
                Param<"inner_twist", "0", "angle at the centre of a cell">,
                Param<"outer_twist", "0", "angle at its rim">];
  let formula = "in the cell of centre C with L = (x, y) - C, outside the circle of radius R = "
                "cellsize / (2 (1 + space²)): w (x, y); inside: L becomes M = gain² L k / (gain⁴ "
                "L²/4 + 1), scaled to end at R, and turned clockwise by inner_twist (1 - M²/R²) "
                "+ outer_twist M²/R²: w (C + M)";
  let body = [{
    Real size = select(cellsize == 0, Real(1), cellsize);
    Real radius = size / (2 * (1 + space * space)), strength = gain * gain + 1e-6;
    Real reach = strength * radius;
    Real bubble = select(reach > 2, Real(1), reach / (reach * reach / 4 + 1));
    Point center = size * Point{floor(p.x / size) + 0.5, floor(p.y / size) + 0.5};
    Point offset = p - center, magnified = strength * offset;
    Point wrapped = radius / bubble / (lengthSquared(magnified) / 4 + 1) * magnified;
    Real part = lengthSquared(wrapped) / (radius * radius);
    Point twisted = rotated(wrapped, -(inner_twist * (1 - part) + outer_twist * part));
    Bool outside = (lengthSquared(offset) > radius * radius) | (cellsize == 0);
    return weight * select(outside, p, center + twisted);
  }];
  let sampleParams = "0.9, 0.2, 1.7, 0.6, -0.8";
  let samples = [First<"0.728, -0.088">, Second<"-1.01705347161, 0.700373142678">,
                 Sample<"0.4, 0.5", "0.340263860675, 0.435327095051", "0.8">];
}

def CannabiscurveWf : Beyond<"cannabiscurve_wf", "the cannabis curve"> {
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

def Cardioid : Beyond<"cardioid", "a cardioid around the origin"> {
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

def Checks : Beyond<"checks", "a checkerboard, pulled apart"> {
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

def Circleblur : Beyond<"circleblur", "a disc, evenly filled"> {
  let draws = [U01, U01];
  let generator = 1;
  let formula = "w √u1 (cos 2πu2, sin 2πu2)";
  let body = [{ return weight * sqrt(u[0]) * direction(twoPi * u[1]); }];
  let samples = [First<"-0.135404462777, -0.41673208595">,
                 Second<"-0.135404462777, -0.41673208595">];
}

def Circlecrop : Beyond<"circlecrop", "the plane cut along a circle"> {
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

def Circlize : Beyond<"circlize", "squares pulled onto circles"> {
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

def Circus : Beyond<"circus", "the disc and the plane around it scaled apart"> {
  let params = [Param<"scale", "1", "the scale">];
  let formula = "w (x, y) times scale within the unit circle, divided by it outside";
  let body = [{ return weight * select(length(p) <= 1, scale, 1 / scale) * p; }];
  let sampleParams = "0.7";
  let samples = [First<"0.5096, -0.0616">, Second<"-1.13142857143, 0.788571428571">,
                 Sample<"0.3, 0.2", "0.168, 0.112", "0.8">];
}

def CloverleafWf : Beyond<"cloverleaf_wf", "a clover leaf"> {
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

def Collideoscope : Beyond<"collideoscope", "sectors turned against each other"> {
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

def ColorscaleWf : Beyond<"colorscale_wf", "scaled, and lifted by the colour"> {
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

def Cone : Beyond<"cone", "hemisphere, with branches drawn at random"> {
  let params = [Param<"radius1", "0.5", "factor of the angle">,
                Param<"radius2", "1", "distance of the branches, in half turns">,
                Param<"size1", "0.5", "added to the squared radius">,
                Param<"size2", "2", "size">,
                Param<"ywave", "1", "factor of the angle in the sine">,
                Param<"xwave", "1", "factor of the angle in the cosine">,
                Param<"height", "1", "height, without effect here", [], "-inf", "inf", "fixed_height">,
                Param<"warp", "1", "factor of x²">,
                Param<"weight", "2", "number of branches", [], "-inf", "inf", "branches">];
  let draws = [U01];
  let formula = "A = radius1 θ + radius2 π trunc(u1 cone_weight): w size2/√(warp x² + y² + size1) (cos(xwave A), "
                "sin(ywave A))";
  let body = [{
    Real angle = theta(p) * radius1 + pi * trunc(branches * u[0]) * radius2;
    Real size = weight * size2 * rsqrt(p.x * p.x * warp + p.y * p.y + size1);
    return size * Point{cos(angle * xwave), sin(angle * ywave)};
  }];
  let notes = "Seen from above.";
  let sampleParams = "0.6, 0.9, 0.4, 1.7, 1.1, 0.8, 1, 1.2, 3";
  let samples = [First<"0.789440573116, 1.03049402114">,
                 Second<"0.849903785723, -0.563126686473">,
                 Sample<"0.3, 0.4", "-1.40022698619, -0.637697061883", "0.8", "", "0.5">];
}

def Cos2Bs : Beyond<"cos2_bs", "complex cosine, by a factor for each part"> {
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

def Cpow2 : Beyond<"cpow2", "complex power in polar form, turns drawn at random"> {
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

def Cpow3 : Beyond<"cpow3", "complex power along a spiral"> {
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

def Crackle : Beyond<"crackle", "cells around random points"> {
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

def Crop : Beyond<"crop", "the plane cut to a rectangle"> {
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

def Cschq : Beyond<"cschq", "hyperbolic cosecant of a quaternion"> {
  let formula = "w/r² (sinh x cos y, -cosh x sin y)";
  let body = [{
    return weight / lengthSquared(p) * Point{sinh(p.x) * cos(p.y), -(cosh(p.x) * sin(p.y))};
  }];
  let notes = "The slice z = 0.";
  let samples = [First<"0.985106462412, 0.150875092505">,
                 Second<"-0.491423381405, -0.535528962398">];
}

def Cscq : Beyond<"cscq", "cosecant of a quaternion"> {
  let formula = "w/r² (sin x cosh y, -cos x sinh y)";
  let body = [{
    return weight / lengthSquared(p) * Point{sin(p.x) * cosh(p.y), -(cos(p.x) * sinh(p.y))};
  }];
  let notes = "The slice z = 0.";
  let samples = [First<"0.756281890559, 0.0644115821026">,
                 Second<"-0.573033540369, -0.224892678085">];
}

def Curl3D : Beyond<"curl3D", "inversion through a moved point of space"> {
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
  let samples = [First<"0.532548758119, 0.0265985662713">,
                 Second<"-0.400717922155, 0.71085159984">];
}
