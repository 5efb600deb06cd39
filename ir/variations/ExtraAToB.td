// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, A to B. ir/Variation.td says what a record means and what a body may use.

def Acosech : Extra<"acosech", "inverse complex hyperbolic cosecant, sign drawn at random"> {
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

def AcosechWf : Extra<"acosech_wf", "inverse complex hyperbolic cosine of the inverse, sign drawn at random"> {
  let draws = [Bit];
  let formula = "with z = x + iy and acosh 1/z = a + ib: ± 2w/π (b, a), + where u1 is 1";
  let body = [{
    Point value = swapped(complexArcosh(complexQuotient(Point{1, 0}, p)));
    return weight * (2 / pi) * select(u[0] > 0.5, value, -value);
  }];
  let notes = "What JWildfire calls acosech.";
  let samples = [First<"0.133058102105, 0.248201184126", "1">,
                 Second<"-1.11936355131, 0.283199257227", "1">,
                 Sample<"0.3, 0.2", "0.315292018334, -0.866810476256", "0.8", "", "0">];
}

def Acosh : Extra<"acosh", "inverse complex hyperbolic cosine, sign drawn at random"> {
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

def Acoth : Extra<"acoth", "inverse complex hyperbolic cotangent"> {
  let formula = "with z = x + iy and acoth z = a + ib: 2w/π (b, a)";
  let body = [{
    Real re = log((square(p.x + 1) + p.y * p.y) / (square(p.x - 1) + p.y * p.y)) / 4;
    Real im = atan2(-2 * p.y, (p.x - 1) * (p.x + 1) + p.y * p.y) / 2;
    return weight * (2 / pi) * Point{im, re};
  }];
  let samples = [First<"0.559970181733, 0.662032419685">,
                 Second<"-0.318698498535, -0.284150842601">];
}

def Affine3D : Extra<"affine3D", "an affine map of space"> {
  let params = [Param<"translateX", "0", "offset in x">,
                Param<"translateY", "0", "offset in y">,
                Param<"translateZ", "0",
                      "offset in z", [], "-inf", "inf", "fixed_z">,
                Param<"scaleX", "1", "factor of x">,
                Param<"scaleY", "1", "factor of y">,
                Param<"scaleZ", "1",
                      "factor of z", [], "-inf", "inf", "fixed_scale">,
                Param<"rotateX", "0", "angle around the x axis, in degrees">,
                Param<"rotateY", "0", "angle around the y axis, in degrees">,
                Param<"rotateZ", "0", "angle around the z axis, in degrees">,
                Param<"shearXY", "0", "x for each y">,
                Param<"shearXZ", "0",
                      "x for each z", [], "-inf", "inf", "fixed_xz">,
                Param<"shearYX", "0", "y for each x">,
                Param<"shearYZ", "0",
                      "y for each z", [], "-inf", "inf", "fixed_yz">,
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
  let space = [{
    Real x = scaleX * p.x, y = scaleY * p.y, deep = fixed_scale * z;
    Real sx = x + shearXY * y + fixed_xz * deep, sy = y + shearYX * x + fixed_yz * deep;
    Real sz = deep + shearZX * x + shearZY * y;
    constexpr double degree = pi / 180;
    Point aroundX = rotated(Point{sy, sz}, rotateX * degree);
    Real sinY = sin(rotateY * degree), cosY = cos(rotateY * degree);
    Point turned = rotated(Point{cosY * sx + sinY * aroundX.y, aroundX.x}, rotateZ * degree);
    return weight * (turned + Point{translateX, translateY});
  }];
  let depth = [{
    Real x = scaleX * p.x, y = scaleY * p.y, deep = fixed_scale * z;
    Real sx = x + shearXY * y + fixed_xz * deep, sy = y + shearYX * x + fixed_yz * deep;
    Real sz = deep + shearZX * x + shearZY * y;
    constexpr double degree = pi / 180;
    Point aroundX = rotated(Point{sy, sz}, rotateX * degree);
    Real sinY = sin(rotateY * degree), cosY = cos(rotateY * degree);
    return weight * (cosY * aroundX.y - sinY * sx + fixed_z);
  }];
  let samples = [First<"0.674761978249, -0.853824035218">,
                 Second<"-0.0750997894929, 0.593598987484">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.351308239318, -1.24081790219, 0.425219980166", "0.8", "0.2, -0.3, 0.4, 1.1, 0.8, 1.3, 20, 35, -50, 0.1, 0.15, 0.2, -0.25, 0.3, -0.1">, SpaceSample<"-0.3, 0.9, -1.2", "0.542339598742, 1.26216281678, -0.286196620844", "0.8", "0.2, -0.3, 0.4, 1.1, 0.8, 1.3, 20, 35, -50, 0.1, 0.15, 0.2, -0.25, 0.3, -0.1">];
}

def Arcsech : Extra<"arcsech", "inverse complex hyperbolic cosine of the inverse"> {
  let formula = "with z = x + iy: w/π acosh 1/z";
  let body = [{ return weight / pi * complexArcosh(complexQuotient(Point{1, 0}, p)); }];
  let samples = [First<"0.124100592063, 0.0665290510527">, Second<"0.141599628614, -0.559681775657">,
                 Sample<"0.3, 0.2", "0.433405238128, -0.157646009167", "0.8">,
                 Sample<"-1.4, -0.2", "0.0352260703239, 0.595094716006", "0.8">];
}

def Arcsech2 : Extra<"arcsech2", "inverse complex hyperbolic cosine of the inverse, its halves exchanged"> {
  let formula = "with z = x + iy and 2w/π acosh 1/z = a + ib: b < 0: (a, b + 1), else (-a, b - 1)";
  let body = [{
    Point value = 2 * weight / pi * complexArcosh(complexQuotient(Point{1, 0}, p));
    return select(value.y < 0, Point{value.x, value.y + 1}, Point{-value.x, value.y - 1});
  }];
  let samples = [First<"-0.248201184126, -0.866941897895">, Second<"0.283199257227, -0.119363551315">,
                 Sample<"0.3, 0.2", "0.866810476256, 0.684707981666", "0.8">,
                 Sample<"-1.4, -0.2", "-0.0704521406479, 0.190189432011", "0.8">];
}

def Arcsinh : Extra<"arcsinh", "inverse complex hyperbolic sine"> {
  let formula = "with z = x + iy: 2w/π arsinh z";
  let body = [{ return weight * (2 / pi) * complexArsinh(p); }];
  let samples = [First<"0.416864487872, -0.0414180067997">, Second<"-0.489251339772, 0.243791296106">,
                 Sample<"0.3, 0.2", "0.153335494519, 0.0980147171865", "0.8">,
                 Sample<"-1.4, -0.2", "-0.582366687695, -0.0590724928313", "0.8">];
}

def Arctanh : Extra<"arctanh", "inverse complex hyperbolic tangent"> {
  let formula = "with z = x + iy: 2w/π artanh z";
  let body = [{ return 2 * weight / pi * complexArtanh(p); }];
  let notes = "As Fractorium has it. JWildfire's is twice as large: in its flames it is `arctanh_wf`.";
  let samples = [First<"0.662032419685, -0.240029818267">,
                 Second<"-0.284150842601, 0.481301501465">,
                 Sample<"-1.4, -0.2", "-0.428737420956, -0.703104846727", "0.8">,
                 Sample<"1.3, 0.4", "0.392400964686, 0.607714242617", "0.8">];
}

def ArctanhWf : Extra<"arctanh_wf", "inverse complex hyperbolic tangent, as JWildfire has it"> {
  let formula = "with z = x + iy: 4w/π artanh z";
  let body = [{ return 4 * weight / pi * complexArtanh(p); }];
  let notes = "What `arctanh` is in flames of JWildfire: twice that of Fractorium.";
  let samples = [First<"1.32406483937, -0.480059636534">,
                 Second<"-0.568301685201, 0.962603002931">];
}

def Asteria : Extra<"asteria", "an astroid, bent"> {
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

def AxisSymmetryWf : Extra<"axis_symmetry_wf", "mirrored in a line, two halves at random"> {
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

def Barycentroid : Extra<"barycentroid", "barycentric coordinates"> {
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

def Bcircle : Extra<"bcircle", "the unit disc, and a ring around it for everything else"> {
  let weighsDepth = 1;
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

def BCollide : Extra<"bCollide", "circles through two poles that slide into each other"> {
  let params = [Param<"a", "0", "how far they slide, in parts of a sector", [], "0", "1">,
                Param<"num", "1", "number of sectors in half a turn", [], "1", "inf">];
  let formula = "with τ and σ the bipolar coordinates, s = π/num, k = trunc(σ/s): σ becomes k s + fmod(σ ± a s, s), + for even k: "
                "w/(cosh τ - cos σ) (sinh τ, sin σ)";
  let body = [{
    Bipolar<B> at = bipolar(p);
    return weight * fromBipolar(at.tau, collided(at.sigma, a, num));
  }];
  let sampleParams = "0.3, 3";
  let samples = [First<"0.706740342318, -0.0620733606974">,
                 Second<"-0.520953655972, 0.350143277001">,
                 Sample<"0.3, 0.8", "0.321638626925, 0.860450342872", "0.8">,
                 Sample<"0.3, -0.8", "0.321638626925, -0.860450342872", "0.8">];
}

def BendColor : Extra<"bend_color", "numbers by which points change the colours of their samples"> {
  let params = [Param<"gamma", "0", "brighter above 0, and colours with it", [], "-1", "1">,
                Param<"gamma_speed", "0", "1: points keep their number; -1: they take this one", [], "-1", "1">,
                Param<"contrast", "0", "above 0 farther away from the middle", [], "-1", "1">,
                Param<"contrast_speed", "0", "the same", [], "-1", "1">,
                Param<"saturation", "0", "above 0 farther away from grey, -1: grey", [], "-1", "1">,
                Param<"saturation_speed", "0", "the same", [], "-1", "1">,
                Param<"hue", "0", "how far around the circle of hues, which ends in red", [], "-1", "1">,
                Param<"hue_speed", "0", "the same", [], "-1", "1">];
  let draws = [U01, U01, U01, U01];
  let preOnly = 1;
  let adjustsColor = 1;
  let formula = "none; each number n of the point becomes n + (1 - speed)/2 (this - n); with channels in 0..199.2 and L = 0.299 red + 0.588 "
                "green + 0.113 blue its samples show L^(g/(4.2 - g)) times their colour, then 127.5 + 1.2/(1.2 - c/2) (that - 127.5), then "
                "L + (1 + s) (that - L), and that with its hue h farther";
  let body = [{ return {0, 0}; }];
  let notes = "What JWildfire calls mod_gamma, mod_contrast, mod_saturation and mod_hue, of every xform of a flame that has one. Points have "
              "their numbers in levels, rounded at random by the draws: 32639 of one of the four, 179 where a flame has two, 31 of three and 7 of "
              "four, of a hue 181, 145 and 95; and their colour in 256. In flames that set red, green and blue of samples it does nothing.";
  let sampleParams = "0.5, 0.2, -0.25, 0, 0.75, -0.5, 0.125, 0.3";
  let samples = [First<"0, 0">, Second<"0, 0">];
}

def BiLinear : Extra<"bi_linear", "x and y exchanged"> {
  let formula = "w (y, x)";
  let body = [{ return weight * swapped(p); }];
  let samples = [First<"-0.088, 0.728">, Second<"0.552, -0.792">];
}

def Bisplit : Extra<"bisplit", "cotangents and cosecants of x, side by side"> {
  let formula = "w/10 (cos y/tan x, -y/sin x)";
  let body = [{ return 0.1 * weight * Point{cos(p.y) / tan(p.x), -p.y / sin(p.x)}; }];
  let notes = "JWildfire's `bsplit` is ten times as large, and can be moved.";
  let samples = [First<"0.0618146615026, 0.0111462423262">,
                 Second<"-0.0404939443773, 0.0660266563635">];
}

def Blade3D : Extra<"blade3D", "x smeared over a rotation"> {
  let draws = [U01];
  let formula = "A = u1 w r: w x (cos A + sin A, cos A - sin A)";
  let body = [{
    Point d = direction(u[0] * weight * length(p));
    return weight * p.x * Point{d.x + d.y, d.x - d.y};
  }];
  let depth = [{
    Point d = direction(u[0] * weight * length(p));
    return weight * p.y * (d.y - d.x);
  }];
  let notes = "In the plane it equals blade.";
  let samples = [First<"0.869318892431, 0.55159102899">,
                 Second<"-0.985198493499, -0.532833865672">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.657231329464, 0.441867604121, 0.252495773783", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.287979282144, -0.179632772778, -0.538898318334", "0.8">];
}

def Blob2 : Extra<"blob2", "petals around a disc"> {
  let params = [Param<"mode", "0", "1 and -1: petals outside, or all mirrored; 0: by turns", [], "-1", "1">,
                Param<"n", "5", "number of petals">,
                Param<"radius", "0", "radius of the disc">,
                Param<"prescale", "1", "exponent of the petals">,
                Param<"postscale", "0.5", "length of the petals">,
                Param<"symmetry", "0", "makes petals unequal", [], "-1", "1">,
                Param<"compensation", "0", "how much that shortens them", [], "0", "1">];
  let formula = "d = (sin n φ + symmetry)/(1 + compensation |symmetry|), s = mode, for mode = 0 the sign of d: r < radius: w (x, y), else "
                "w (radius + (r - radius) s postscale |d|^prescale) (cos φ, sin φ)";
  let body = [{
    Real r = length(p), wave = (sin(phi(p) * n) + symmetry) / (1 + compensation * abs(symmetry));
    Real side = select(chosen(mode, 0), signOf(wave), mode);
    Real reach = radius + (r - radius) * side * postscale * pow(abs(wave), prescale);
    return weight * select(r < radius, Real(1), reach / r) * p;
  }];
  let unverified = onlyFractorium;
  let sampleParams = "0, 5, 0.4, 1.3, 0.6, 0.2, 0.7";
  let samples = [First<"0.261504936001, -0.0316104867694">,
                 Second<"-0.318051064253, 0.221671953873">,
                 Sample<"0.3, -0.8", "-0.00495518724639, 0.013213832657", "0.8", "-1, 4, 0.2, 0.8, 0.5, -0.3, 0.5">,
                 Sample<"0.2, 0.1", "0.16, 0.08", "0.8">];
}

def Blob3D : Extra<"blob3D", "radius modulated by the angle"> {
  let params = [Param<"low", "0", "smallest factor of the radius">,
                Param<"high", "1", "largest factor of the radius">,
                Param<"waves", "1", "number of waves around">];
  let formula = "w (low + (high - low) (1 + sin(waves θ))/2) (x, y)";
  let body = [{
    return weight * (low + (high - low) * (0.5 + 0.5 * sin(waves * theta(p)))) * p;
  }];
  let depth = [{
    Real wave = sin(waves * theta(p));
    return weight * wave * (low + (high - low) * (0.5 + 0.5 * wave)) * length(p);
  }];
  let notes = "Equals blob in the plane; z is sin(waves θ) times the radius.";
  let sampleParams = "0.4, 1.1, 3";
  let samples = [First<"0.307613148567, -0.0371840069696">,
                 Second<"-0.524004723628, 0.365215413437">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.417381912987, -0.238503950278, -0.0064212601998", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.110935855902, 0.332807567706, -0.288433225345", "0.8">];
}

def Block : Extra<"block", "the plane in a square, by ellipses around two pairs of foci"> {
  let formula = "with M and N half the sums of the distances from (±1, 0) and from (0, ±1): 2w/π (asin x/M, asin y/N)";
  let body = [{ return 2 / pi * weight * confocalAngles(p); }];
  let unverified = onlyFractorium;
  let samples = [First<"0.553915293893, -0.0414180067997">,
                 Second<"-0.400700147945, 0.243791296106">,
                 Sample<"2.3, 0.4", "0.703231781009, 0.080706667438", "0.8">];
}

def Blocky : Extra<"blocky", "the plane in squares"> {
  let params = [Param<"x", "1", "size in x">,
                Param<"y", "1", "size in y">,
                Param<"mp", "4", "how flat the squares are">];
  let formula = "T = 1 + (cos x + cos y)/mp, M and N half the sums of the distances from (±1, 0) and from (0, ±1): 2w²/(π T) "
                "(blocky_x asin x/M, blocky_y asin y/N)";
  let body = [{
    Real flat = (cos(p.x) + cos(p.y)) / mp + 1;
    return 2 / pi * weight * weight / flat * scaled(confocalAngles(p), Point{x, y});
  }];
  let sampleParams = "0.8, 1.2, 3.5";
  let samples = [First<"0.242921434214, -0.0272460114164">,
                 Second<"-0.186219973578, 0.169948060734">];
}

def Blur3D : Extra<"blur3D", "a soft ball, seen from above"> {
  let draws = [U01, Bell, U01];
  let generator = 1;
  let formula = "w u2 sin(π u3) (cos 2πu1, sin 2πu1), u2 the sum of four uniform numbers less 2";
  let body = [{ return weight * u[1] * sin(pi * u[2]) * direction(twoPi * u[0]); }];
  let depth = [{ return weight * u[1] * cos(pi * u[2]); }];
  let samples = [First<"-0.0705342302751, 0.217082039325", "0.3, 0.3, 0.4">,
                 Second<"-0.0705342302751, 0.217082039325", "0.3, 0.3, 0.4">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.0940456403668, 0.2894427191, -0.0988854382", "0.8", "", "0.3, 0.4, 0.6">, SpaceSample<"-0.3, 0.9, -1.2", "-0.0940456403668, 0.2894427191, -0.0988854382", "0.8", "", "0.3, 0.4, 0.6">];
}

def BlurCircle : Extra<"blur_circle", "a disc, evenly filled"> {
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

def BlurHeart : Extra<"blur_heart", "a heart of two ellipses, filled"> {
  let losesDepth = 1;
  let params = [Param<"p", "0.5", "power: 1 makes ellipses", [], "-inf", "inf", "p_">,
                Param<"a", "-0.6", "bends both halves; negative: upright">,
                Param<"b", "0.7", "height of the halves">];
  let draws = [U01, U01];
  let generator = 1;
  let formula = "x = 2 u1 - 1, y = 2 u2 - 1, k = sign y: y is limited to (a |x|^p + k b √(1 - "
                "x²) - a)/(|a| + |b|), for k = 1 from above, for k = -1 from below: w (x, y)";
  let body = [{
    Real x = 2 * u[0] - 1, y = 2 * u[1] - 1, half = b * sqrt(1 - x * x);
    Real bend = a * (pow(abs(x), p_) - 1), size = abs(a) + abs(b) + epsilon;
    Real limited = select(y < 0, max(y, (bend - half) / size), min(y, (bend + half) / size));
    return weight * Point{x, limited};
  }];
  let sampleParams = "0.6, -0.5, 0.8";
  let samples = [First<"-0.32, 0.32">, Second<"-0.32, 0.32">,
                 Sample<"0, 0", "-0.32, 0.581336695392", "0.8", "", "0.3, 0.95">,
                 Sample<"0, 0", "0.64, -0.256827587432", "0.8", "", "0.9, 0.02">];
}

def BlurLinear : Extra<"blur_linear", "scattered along a direction"> {
  let weighsDepth = 1;
  let params = [Param<"length", "1", "how far", [], "-inf", "inf", "distance">,
                Param<"angle", "0.5", "the direction, in radians">];
  let draws = [U01];
  let formula = "w (x + length u1 cos angle, y + length u1 sin angle)";
  let body = [{ return weight * (p + distance * u[0] * direction(angle)); }];
  let sampleParams = "0.6, 0.8";
  let samples = [First<"0.828325766146, 0.0152992770895">,
                 Second<"-0.691674233854, 0.65529927709">];
}

def BlurPixelize : Extra<"blur_pixelize", "squares, each of its own pixel"> {
  let weighsDepth = 1;
  let params = [Param<"size", "0.1", "size of a pixel", [], "1e-10", "inf">,
                Param<"scale", "1", "how much of it is filled">];
  let draws = [U01, U01];
  let formula = "w size (floor(x/size) + 1/2 + scale (u1 - 1/2), floor(y/size) + 1/2 + scale (u2 - 1/2))";
  let body = [{
    Point cell{floor(p.x / size), floor(p.y / size)};
    return weight * size * (cell + Point{0.5 + scale * (u[0] - 0.5), 0.5 + scale * (u[1] - 0.5)});
  }];
  let sampleParams = "0.15, 0.8";
  let samples = [First<"0.7608, -0.0216", "0.3, 0.9">,
                 Second<"-0.7992, 0.5784", "0.3, 0.9">];
}

def BlurSquare : Extra<"blur_square", "a square, evenly filled"> {
  let draws = [U01, U01];
  let generator = 1;
  let formula = "2w (u1 - 1/2, u2 - 1/2)";
  let body = [{ return 2 * weight * Point{u[0] - 0.5, u[1] - 0.5}; }];
  let samples = [First<"-0.32, 0.32">, Second<"-0.32, 0.32">];
}

def BlurZoom : Extra<"blur_zoom", "scattered towards a point"> {
  let weighsDepth = 1;
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

def BMod : Extra<"bMod", "bipolar coordinates wrapped"> {
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

def Boarders2 : Extra<"boarders2", "unit cells with borders, by parameters"> {
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

def BSwirl : Extra<"bSwirl", "a swirl in bipolar coordinates"> {
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

def BTransform : Extra<"bTransform", "n-th root and moves in bipolar coordinates"> {
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

def Bubble2 : Extra<"bubble2", "the plane on a sphere, by a factor for each coordinate"> {
  let params = [Param<"x", "1", "factor of x">,
                Param<"y", "1", "factor of y">,
                Param<"z", "0", "factor of z", [], "-inf", "inf", "fixed">];
  let formula = "w / (r²/4 + 1) (bubble2_x x, bubble2_y y)";
  let body = [{ return weight / (lengthSquared(p) / 4 + 1) * scaled(p, Point{x, y}); }];
  let notes = "In space r is the distance from the origin.";
  let sampleParams = "1.2, 0.7, 0";
  let space = [{
    return weight / ((lengthSquared(p) + square(z)) / 4 + 1) * scaled(p, Point{x, y});
  }];
  let depth = [{
    Real shared = 1 / ((lengthSquared(p) + square(z)) / 4 + 1);
    return weight * (z + signOf(z) * fixed + z * fixed * shared);
  }];
  let samples = [First<"0.721953638279, -0.0509069873146">,
                 Second<"-0.696748652909, 0.283274073531">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.548571428571, -0.182857142857, 0.963265306122", "0.8", "1.2, 0.7, 0.5">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.181703470032, 0.317981072555, -1.66283911672", "0.8", "1.2, 0.7, 0.5">];
}

def BubbleT3D : Extra<"bubbleT3D", "a sphere with stripes and a hole"> {
  let params = [Param<"number_of_stripes", "0", "number; below 0 the others are hidden, 0: none">,
                Param<"ratio_of_stripes", "1", "width of the visible ones", [], "0.01", "1.99">,
                Param<"angle_of_hole", "0", "width of the hole in degrees; below 0 it is at the other side">,
                Param<"exponentZ", "1", "exponent of the height">,
                Param<"symmetryZ", "0", "1: two holes">,
                Param<"modusBlur", "0", "1: nothing is lost">];
  let formula = "a bubble: (x, y) within hidden stripes is the origin or, with blur, turned out of them; k = r²/4 + 1: w (x/k, y/k), in space w (2/k^exponent - 1); "
                "what is within the hole is the origin or, with blur, moved to the rest of the sphere";
  let body = [{ return weight * stripedBubble(p, inputs.params, false).xy; }];
  let depth = [{ return weight * stripedBubble(p, inputs.params, false).z; }];
  let notes = "What moves points out of one hole is as Fractorium has it; JWildfire's `bubbleT3D` is bubbleT3D_wf.";
  let sampleParams = "3, 0.8, 60, 1, 0, 1";
  let samples = [First<"0.326454134102, 0.510561265855">,
                 Second<"-0.670175749699, -0.227491157014">,
                 Sample<"0.7, -0.4", "0.481720430108, -0.275268817204", "0.8", "0, 1, 0, 1, 0, 0">,
                 Sample<"0.7, -0.4", "0, 0", "0.8", "3, 1, 0, 1, 0, 0">,
                 Sample<"-0.3, 0.9", "-0.606970033245, 0.12420726783", "0.8", "3, 1, 0, 1, 0, 1">,
                 Sample<"0.7, -1.4", "0.347286821705, -0.694573643411", "0.8", "3, 1.3, 0, 1, 0, 1">,
                 Sample<"1.1, 0.6", "-0.111916220546, 0.711101249772", "0.8", "-3, 1.3, 0, 1, 0, 1">,
                 Sample<"-0.4, 1.2", "-0.228571428571, 0.685714285714", "0.8", "-2, 0.6, 0, 2.5, 0, 0">,
                 Sample<"0.4, 1.2", "-0.228571428571, -0.685714285714", "0.8", "-1, 0.6, 0, 1, 0, 1">,
                 Sample<"0.3, 0.2", "0.193952012031, 0.129301341354", "0.8", "0, 1, 90, 1, 0, 1">,
                 Sample<"0.3, 0.2", "0, 0", "0.8", "0, 1, 90, 1, 0, 0">,
                 Sample<"2.3, 1.2", "0.685927306617, 0.357875116496", "0.8", "0, 1, -110, 1, 0, 1">,
                 Sample<"2.5, 1.2", "0.030397174343, 0.0145906436846", "0.8", "0, 1, -220, 1, 0, 1">,
                 Sample<"0.3, 0.2", "0.665518259666, 0.443678839777", "0.8", "0, 1, 80, 1, 1, 1">,
                 Sample<"5.3, 3.2", "0.528345746794, 0.319001205612", "0.8", "0, 1, 80, 1, 1, 1">,
                 Sample<"5.3, 3.2", "0, 0", "0.8", "0, 1, -80, 0.7, 1, 1">,
                 Sample<"1.3, 0.2", "0.726003490401, 0.111692844677", "0.8", "0, 1, 40, 2.7, 0, 1">,
                 Sample<"1.1, 1.9", "0.399092970522, 0.689342403628", "0.8", "3, 1, 0, 1, 0, 0">,
                 Sample<"-1.1, 1.9", "-0.399092970522, 0.689342403628", "0.8", "-3, 1, 0, 1, 0, 1">,
                 Sample<"0.4, -0.2", "0.304761904762, -0.152380952381", "0.8", "0, 1, 20, 1.8, 0, 0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.481720430108, -0.275268817204, 0.576344086022", "0.8", "0, 1, 0, 1, 0, 0">,
                      SpaceSample<"0.7, -0.4, 0.5", "0, 0, 0", "0.8", "3, 1, 0, 1, 0, 0">,
                      SpaceSample<"-0.3, 0.9, 0.5", "-0.606970033245, 0.12420726783, 0.50612244898", "0.8", "3, 1, 0, 1, 0, 1">,
                      SpaceSample<"0.7, -1.4, 0.5", "0.347286821705, -0.694573643411, 0.192248062016", "0.8", "3, 1.3, 0, 1, 0, 1">,
                      SpaceSample<"1.1, 0.6, 0.5", "-0.111916220546, 0.711101249772, 0.349012567325", "0.8", "-3, 1.3, 0, 1, 0, 1">,
                      SpaceSample<"-0.4, 1.2, 0.5", "-0.228571428571, 0.685714285714, -0.110078159405", "0.8", "-2, 0.6, 0, 2.5, 0, 0">,
                      SpaceSample<"0.4, 1.2, 0.5", "-0.228571428571, -0.685714285714, 0.342857142857", "0.8", "-1, 0.6, 0, 1, 0, 1">,
                      SpaceSample<"0.3, 0.2, 0.5", "0.193952012031, 0.129301341354, 0.765286730679", "0.8", "0, 1, 90, 1, 0, 1">,
                      SpaceSample<"0.3, 0.2, 0.5", "0, 0, 0", "0.8", "0, 1, 90, 1, 0, 0">,
                      SpaceSample<"2.3, 1.2, 0.5", "0.685927306617, 0.357875116496, -0.203541472507", "0.8", "0, 1, -110, 1, 0, 1">,
                      SpaceSample<"2.5, 1.2, 0.5", "0.030397174343, 0.0145906436846, 0.799289137239", "0.8", "0, 1, -220, 1, 0, 1">,
                      SpaceSample<"0.3, 0.2, 0.5", "0.665518259666, 0.443678839777, 0.0153144763061", "0.8", "0, 1, 80, 1, 1, 1">,
                      SpaceSample<"5.3, 3.2, 0.5", "0.528345746794, 0.319001205612, -0.509007861101", "0.8", "0, 1, 80, 1, 1, 1">,
                      SpaceSample<"5.3, 3.2, 0.5", "0, 0, 0", "0.8", "0, 1, -80, 0.7, 1, 1">,
                      SpaceSample<"1.3, 0.2, 0.5", "0.726003490401, 0.111692844677, -0.193732231742", "0.8", "0, 1, 40, 2.7, 0, 1">,
                      SpaceSample<"1.1, 1.9, 0.5", "0.399092970522, 0.689342403628, -0.0743764172336", "0.8", "3, 1, 0, 1, 0, 0">,
                      SpaceSample<"-1.1, 1.9, 0.5", "-0.399092970522, 0.689342403628, -0.0743764172336", "0.8", "-3, 1, 0, 1, 0, 1">,
                      SpaceSample<"0.4, -0.2, 0.5", "0.304761904762, -0.152380952381, 0.665477801612", "0.8", "0, 1, 20, 1.8, 0, 0">];
}

def BubbleT3DWf : Extra<"bubbleT3D_wf", "a sphere with stripes and a hole"> {
  let params = [Param<"number_of_stripes", "0", "number; below 0 the others are hidden, 0: none">,
                Param<"ratio_of_stripes", "1", "width of the visible ones", [], "0.01", "1.99">,
                Param<"angle_of_hole", "0", "width of the hole in degrees; below 0 it is at the other side">,
                Param<"exponent_z", "1", "exponent of the height">,
                Param<"symmetry_z", "0", "1: two holes">,
                Param<"modus_blur", "0", "1: nothing is lost">];
  let formula = "a bubble: (x, y) within hidden stripes is the origin or, with blur, turned out of them; k = r²/4 + 1: w (x/k, y/k), in space w (2/k^exponent - 1); "
                "what is within the hole is the origin or, with blur, moved to the rest of the sphere";
  let body = [{ return weight * stripedBubble(p, inputs.params, true).xy; }];
  let depth = [{ return weight * stripedBubble(p, inputs.params, true).z; }];
  let notes = "What `bubbleT3D` is in flames of JWildfire.";
  let sampleParams = "3, 0.8, 60, 1, 0, 1";
  let samples = [First<"0.326454134102, 0.510561265855">,
                 Second<"-0.670175749699, -0.227491157014">,
                 Sample<"0.7, -0.4", "0.481720430108, -0.275268817204", "0.8", "0, 1, 0, 1, 0, 0">,
                 Sample<"0.7, -0.4", "0, 0", "0.8", "3, 1, 0, 1, 0, 0">,
                 Sample<"-0.3, 0.9", "-0.606970033245, 0.12420726783", "0.8", "3, 1, 0, 1, 0, 1">,
                 Sample<"0.7, -1.4", "0.347286821705, -0.694573643411", "0.8", "3, 1.3, 0, 1, 0, 1">,
                 Sample<"1.1, 0.6", "-0.111916220546, 0.711101249772", "0.8", "-3, 1.3, 0, 1, 0, 1">,
                 Sample<"-0.4, 1.2", "-0.228571428571, 0.685714285714", "0.8", "-2, 0.6, 0, 2.5, 0, 0">,
                 Sample<"0.4, 1.2", "0.350259259874, -0.632271642939", "0.8", "-1, 0.6, 0, 1, 0, 1">,
                 Sample<"0.3, 0.2", "0.583954485795, 0.38930299053", "0.8", "0, 1, 90, 1, 0, 1">,
                 Sample<"0.3, 0.2", "0, 0", "0.8", "0, 1, 90, 1, 0, 0">,
                 Sample<"2.3, 1.2", "0.685927306617, 0.357875116496", "0.8", "0, 1, -110, 1, 0, 1">,
                 Sample<"2.5, 1.2", "0.666252579863, 0.319801238334", "0.8", "0, 1, -220, 1, 0, 1">,
                 Sample<"0.3, 0.2", "0.665518259666, 0.443678839777", "0.8", "0, 1, 80, 1, 1, 1">,
                 Sample<"5.3, 3.2", "0.528345746794, 0.319001205612", "0.8", "0, 1, 80, 1, 1, 1">,
                 Sample<"5.3, 3.2", "0, 0", "0.8", "0, 1, -80, 0.7, 1, 1">,
                 Sample<"1.3, 0.2", "0.726003490401, 0.111692844677", "0.8", "0, 1, 40, 2.7, 0, 1">,
                 Sample<"1.1, 1.9", "0.399092970522, 0.689342403628", "0.8", "3, 1, 0, 1, 0, 0">,
                 Sample<"-1.1, 1.9", "-0.399092970522, 0.689342403628", "0.8", "-3, 1, 0, 1, 0, 1">,
                 Sample<"0.4, -0.2", "0.304761904762, -0.152380952381", "0.8", "0, 1, 20, 1.8, 0, 0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.481720430108, -0.275268817204, 0.576344086022", "0.8", "0, 1, 0, 1, 0, 0">,
                      SpaceSample<"0.7, -0.4, 0.5", "0, 0, 0", "0.8", "3, 1, 0, 1, 0, 0">,
                      SpaceSample<"-0.3, 0.9, 0.5", "-0.606970033245, 0.12420726783, 0.50612244898", "0.8", "3, 1, 0, 1, 0, 1">,
                      SpaceSample<"0.7, -1.4, 0.5", "0.347286821705, -0.694573643411, 0.192248062016", "0.8", "3, 1.3, 0, 1, 0, 1">,
                      SpaceSample<"1.1, 0.6, 0.5", "-0.111916220546, 0.711101249772, 0.349012567325", "0.8", "-3, 1.3, 0, 1, 0, 1">,
                      SpaceSample<"-0.4, 1.2, 0.5", "-0.228571428571, 0.685714285714, -0.110078159405", "0.8", "-2, 0.6, 0, 2.5, 0, 0">,
                      SpaceSample<"0.4, 1.2, 0.5", "0.350259259874, -0.632271642939, 0.342857142857", "0.8", "-1, 0.6, 0, 1, 0, 1">,
                      SpaceSample<"0.3, 0.2, 0.5", "0.583954485795, 0.38930299053, -0.383979608942", "0.8", "0, 1, 90, 1, 0, 1">,
                      SpaceSample<"0.3, 0.2, 0.5", "0, 0, 0", "0.8", "0, 1, 90, 1, 0, 0">,
                      SpaceSample<"2.3, 1.2, 0.5", "0.685927306617, 0.357875116496, -0.203541472507", "0.8", "0, 1, -110, 1, 0, 1">,
                      SpaceSample<"2.5, 1.2, 0.5", "0.666252579863, 0.319801238334, -0.306324448559", "0.8", "0, 1, -220, 1, 0, 1">,
                      SpaceSample<"0.3, 0.2, 0.5", "0.665518259666, 0.443678839777, 0.0153144763061", "0.8", "0, 1, 80, 1, 1, 1">,
                      SpaceSample<"5.3, 3.2, 0.5", "0.528345746794, 0.319001205612, -0.509007861101", "0.8", "0, 1, 80, 1, 1, 1">,
                      SpaceSample<"5.3, 3.2, 0.5", "0, 0, 0", "0.8", "0, 1, -80, 0.7, 1, 1">,
                      SpaceSample<"1.3, 0.2, 0.5", "0.726003490401, 0.111692844677, -0.193732231742", "0.8", "0, 1, 40, 2.7, 0, 1">,
                      SpaceSample<"1.1, 1.9, 0.5", "0.399092970522, 0.689342403628, -0.0743764172336", "0.8", "3, 1, 0, 1, 0, 0">,
                      SpaceSample<"-1.1, 1.9, 0.5", "-0.399092970522, 0.689342403628, -0.0743764172336", "0.8", "-3, 1, 0, 1, 0, 1">,
                      SpaceSample<"0.4, -0.2, 0.5", "0.304761904762, -0.152380952381, 0.665477801612", "0.8", "0, 1, 20, 1.8, 0, 0">];
}

def Bwraps : Extra<"bwraps", "round cells, each a bubble that may be twisted"> {
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

def Bwraps2 : Extra<"bwraps2", "round cells, each a bubble that may be twisted, by its size"> {
  let params = [Param<"cellsize", "1", "side of a cell; 0: nothing happens">,
                Param<"space", "0", "how much smaller the circles are than the cells">,
                Param<"gain", "2", "how much a cell of size 1 is magnified">,
                Param<"inner_twist", "0", "angle at the centre of a cell">,
                Param<"outer_twist", "0", "angle at its rim">];
  let formula = "as bwraps, with gain²/cellsize in the place of gain²";
  let body = [{
    Real size = select(cellsize == 0, Real(1), cellsize);
    Real radius = size / (2 * (1 + space * space)), strength = gain * gain / size + 1e-6;
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
  let notes = "JWildfire has it as pre_bwraps2 and post_bwraps2.";
  let sampleParams = "0.9, 0.2, 1.7, 0.6, -0.8";
  let samples = [First<"0.728, -0.088">, Second<"-1.01705825624611, 0.700375919784583">,
                 Sample<"0.4, 0.5", "0.338272736769368, 0.439901224665243", "0.8">];
}

def Bwraps7 : Extra<"bwraps7", "round cells, each a bubble that may be twisted"> {
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

def BwrapsRand : Extra<"bwraps_rand", "round cells of random sizes, each a bubble that may be twisted"> {
  let params = [Param<"cellsize", "1", "side of a cell; 0: nothing happens">,
                Param<"space", "0", "how much smaller the circles are than the cells">,
                Param<"gain", "2", "how much each cell is magnified">,
                Param<"inner_twist", "0", "angle at the centre of a cell">,
                Param<"outer_twist", "0", "angle at its rim">,
                Param<"symm", "0", "1: sizes symmetric to both axes">,
                Param<"seed", "1", "another number, other sizes">];
  let formula = "as bwraps, R times a random number of the cell";
  let body = [{
    Real size = select(cellsize == 0, Real(1), cellsize);
    Point cell{floor(p.x / size), floor(p.y / size)};
    Bool isPlain = chosen(symm, 0);
    auto key = [&](Real t) { return toInt(select(isPlain, t, abs(2 * t + 1))); };
    Real drawn = hashed(key(cell.x), key(cell.y), toInt(rint(seed)));
    Real radius = size / (2 * (1 + space * space)) * drawn, strength = gain * gain + 1e-6;
    Real reach = strength * radius;
    Real bubble = select(reach > 2, Real(1), reach / (reach * reach / 4 + 1));
    Point center = size * (cell + Point{0.5, 0.5});
    Point offset = p - center, magnified = strength * offset;
    Point wrapped = radius / bubble / (lengthSquared(magnified) / 4 + 1) * magnified;
    Real part = lengthSquared(wrapped) / (radius * radius);
    Point twisted = rotated(wrapped, -(inner_twist * (1 - part) + outer_twist * part));
    Bool outside = (lengthSquared(offset) > radius * radius) | (cellsize == 0);
    return weight * select(outside, p, center + twisted);
  }];
  let notes = "The random numbers come from another hash than in Fractorium: the sizes are others.";
  let unverified = onlyFractorium;
  let sampleParams = "0.9, 0.2, 1.7, 0.6, -0.8, 0, 3";
  let samples = [First<"0.728, -0.088">,
                 Second<"-0.792, 0.552">,
                 Sample<"-3.02130051393, -2.31434974304", "-2.41591946726, -1.88470587631", "0.8">,
                 Sample<"-3.00682857266, -0.521585713671", "-2.39812981148, -0.454259997208", "0.8">,
                 Sample<"-2.61922700818, -0.965386495909", "-2.08426020775, -0.751460347444", "0.8", "0.7, 0.1, 0.8, 0.6, -0.8, 1, 5">,
                 Sample<"-2.61922700818, 1.13461350409", "-2.08426020775, 0.928539652556", "0.8", "0.7, 0.1, 0.8, 0.6, -0.8, 1, 5">];
}
