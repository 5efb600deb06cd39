// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations, R to Z. ir/Variation.td says what a record means and what a body may use.

def RadialBlur : Variation<"radial_blur", "spin and zoom blur"> {
  let flam3 = 36;
  let params = [Param<"angle", "0", "0 zooms, 1 spins, between them both">];
  let draws = [Bell];
  let formula = "G = w u1, u1 the sum of four uniform numbers less 2, A = angle π/2: "
                "(x, y) turned by G sin A, plus (G cos A - 1) (x, y)";
  let body = [{
    Real amount = weight * u[0], direct = angle * halfPi;
    return rotated(p, amount * sin(direct)) + (amount * cos(direct) - 1) * p;
  }];
  let sampleParams = "0.3";
  let samples = [First<"0.297665115, 0.114248055", "0.45">,
                 Second<"-0.416631787, 0.0510481969", "0.45">];
}

def Rays : Variation<"rays", "rays from the centre"> {
  let flam3 = 44;
  let draws = [U01];
  let formula = "w² tan(π u1 w) / (r² + ε) (cos x, sin y)";
  let body = [{
    Real ray = weight * weight * tan(weight * u[0] * pi);
    return ray / (lengthSquared(p) + epsilon) * Point{cos(p.x), sin(p.y)};
  }];
  let samples = [First<"0.439015942, -0.0785250638">, Second<"0.226454204, 0.262710378">];
}

def Rectangles : Variation<"rectangles", "every rectangle of a grid, turned by half a turn"> {
  let flam3 = 40;
  let params = [Param<"x", "1", "width of the grid; 0: no columns">,
                Param<"y", "1", "height of the grid; 0: no rows">];
  let formula = "for each coordinate t and its size s: s = 0 ? w t : w (s (2 floor(t/s) + 1) - t)";
  let body = [{
    auto axis = [](Real t, Real size) {
      return select(size == 0, t, (2 * floor(t / size) + 1) * size - t);
    };
    return weight * Point{axis(p.x, x), axis(p.y, y)};
  }];
  let sampleParams = "0.35, 0.55";
  let samples = [First<"0.672, -0.352">, Second<"-0.608, 0.768">,
                 Sample<"0.3, 0.4", "0.3, 0.4", "1", "0, 0">];
}

def Rings : Variation<"rings", "concentric rings"> {
  let flam3 = 21;
  let usesAffine = 1;
  let formula = "D = c² + ε: w (fmod(r + D, 2D) - D + r (1 - D)) (cos θ, sin θ)";
  let body = [{
    Real width = affine.c * affine.c + epsilon, r = length(p);
    return weight * (fmod(r + width, 2 * width) - width + r * (1 - width)) / r * swapped(p);
  }];
  let samples = [First<"-0.0816760009, 0.675683281">, Second<"0.477952996, -0.685758647">];
}

def Rings2 : Variation<"rings2", "concentric rings, by a parameter"> {
  let flam3 = 26;
  let params = [Param<"val", "0", "root of half the distance of the rings">];
  let formula = "D = val² + ε: w (r - 2D trunc((r + D)/(2D)) + r (1 - D)) (sin θ, cos θ)";
  let body = [{
    Real width = val * val + epsilon, r = length(p);
    Real ring = r - 2 * width * trunc((r + width) / (2 * width)) + r * (1 - width);
    return weight * ring / r * p;
  }];
  let notes = "val = 0 is the identity for every radius; flam3 overflows beyond 0.43 there.";
  let sampleParams = "0.6";
  let samples = [First<"0.622082625, -0.0751968008">, Second<"-0.353781312, 0.246574853">];
}

def Scry : Variation<"scry", "inversion in a soft circle"> {
  let flam3 = 72;
  let formula = "1 / (r (r² + 1/(w + ε))) (x, y)";
  let body = [{
    Real rSquared = lengthSquared(p);
    return p / (length(p) * (rSquared + 1 / (weight + epsilon)));
  }];
  let notes = "The weight enters here alone.";
  let samples = [First<"0.474965659, -0.0574134313">, Second<"-0.303155039, 0.211289876">];
}

def Sec : Variation<"sec", "complex secant"> {
  let flam3 = 87;
  let formula = "2w / (cos 2x + cosh 2y) (cos x cosh y, sin x sinh y)";
  let body = [{
    auto t = trigonometricParts(p.x, p.y, hyperbolicOverflow);
    return weight / (square(t.cos) + square(t.sinh)) * Point{t.cos * t.cosh, t.sin * t.sinh};
  }];
  let samples = [First<"1.27039236, -0.179039776">, Second<"0.638531961, -0.581786434">];
}

def Secant2 : Variation<"secant2", "secant of the radius, gaps closed"> {
  let flam3 = 46;
  let formula = "q = cos(w r): w (x, 1/q + (q < 0 ? 1 : -1))";
  let body = [{
    Real q = cos(weight * length(p));
    return weight * Point{p.x, 1 / q - signOf(q)};
  }];
  let samples = [First<"0.728, 0.276759369">, Second<"-0.792, 0.605727282">];
}

def Sech : Variation<"sech", "complex hyperbolic secant"> {
  let flam3 = 93;
  let formula = "2w / (cos 2y + cosh 2x) (cos y cosh x, -sin y sinh x)";
  let body = [{
    auto t = trigonometricParts(p.y, p.x, hyperbolicOverflow);
    return weight / (square(t.cos) + square(t.sinh)) * Point{t.cos * t.cosh, -(t.sin * t.sinh)};
  }];
  let samples = [First<"0.554093183, 0.0441313313">, Second<"0.487041717, 0.304439292">];
}

def Separation : Variation<"separation", "a gap along both axes"> {
  let flam3 = 73;
  let params = [Param<"x", "0", "width of the gap in x">,
                Param<"xinside", "0", "how far x moves back into the gap">,
                Param<"y", "0", "width of the gap in y">,
                Param<"yinside", "0", "how far y moves back into the gap">];
  let formula = "for each coordinate t, its gap s and its inside i: ± w (√(t² + s²) - i |t|), "
                "+ where t > 0";
  let body = [{
    auto axis = [](Real t, Real gap, Real inside) {
      Real moved = sqrt(t * t + gap * gap) - abs(t) * inside;
      return select(t > 0, moved, -moved);
    };
    return weight * Point{axis(p.x, x, xinside), axis(p.y, y, yinside)};
  }];
  let sampleParams = "0.5, 0.3, 0.7, -0.4";
  let samples = [First<"0.612252755, -0.60207212">, Second<"-0.649678987, 1.00712309">];
}

def Sin : Variation<"sin", "complex sine"> {
  let flam3 = 84;
  let formula = "w (sin x cosh y, cos x sinh y)";
  let body = [{ return weight * Point{sin(p.x) * cosh(p.y), cos(p.x) * sinh(p.y)}; }];
  let samples = [First<"0.635428044, -0.0541186113">, Second<"-0.834451441, 0.327488718">];
}

def Sinh : Variation<"sinh", "complex hyperbolic sine"> {
  let flam3 = 90;
  let formula = "w (sinh x cos y, cosh x sin y)";
  let body = [{ return weight * Point{sinh(p.x) * cos(p.y), cosh(p.x) * sin(p.y)}; }];
  let samples = [First<"0.82768645, -0.126765253">, Second<"-0.715610728, 0.779837275">];
}

def Sinusoidal : Variation<"sinusoidal", "sine of each coordinate"> {
  let weighsDepth = 1;
  let flam3 = 1;
  let formula = "w (sin x, sin y)";
  let body = [{ return weight * Point{sin(p.x), sin(p.y)}; }];
  let samples = [First<"0.631602992, -0.0878226407">, Second<"-0.668820783, 0.509229746">];
}

def Spherical : Variation<"spherical", "inversion in the unit circle"> {
  let weighsDepth = 1;
  let flam3 = 2;
  let formula = "w / (r² + ε) (x, y)";
  let body = [{ return weight / (lengthSquared(p) + epsilon) * p; }];
  let samples = [First<"0.866460366, -0.104736967">, Second<"-0.543881335, 0.379068809">,
                 Sample<"0.5, 0.25", "1.6, 0.8">];
}

def Spiral : Variation<"spiral", "a spiral around the origin"> {
  let flam3 = 9;
  let formula = "R = r + ε: w/R (cos θ + sin R, sin θ - cos R)";
  let body = [{
    Real r = length(p) + epsilon;
    Point unit = p / length(p);
    return weight / r * Point{unit.y + sin(r), unit.x - cos(r)};
  }];
  let samples = [First<"0.587849549, 0.335379096">, Second<"0.998565239, -0.779941162">];
}

def Split : Variation<"split", "every other stripe mirrored"> {
  let flam3 = 74;
  let params = [Param<"xsize", "0", "frequency of the stripes along x">,
                Param<"ysize", "0", "frequency of the stripes along y">];
  let formula = "w (cos(π ysize y) ≥ 0 ? x : -x, cos(π xsize x) ≥ 0 ? y : -y)";
  let body = [{
    return weight * Point{select(cos(pi * ysize * p.y) >= 0, p.x, -p.x),
                          select(cos(pi * xsize * p.x) >= 0, p.y, -p.y)};
  }];
  let sampleParams = "0.8, 1.7";
  let samples = [First<"0.728, 0.088">, Second<"0.792, -0.552">];
}

def Splits : Variation<"splits", "the quadrants moved apart"> {
  let flam3 = 75;
  let params = [Param<"x", "0", "distance along x">, Param<"y", "0", "distance along y">];
  let formula = "w (x ± splits_x, y ± splits_y), + where the coordinate is ≥ 0";
  let body = [{ return weight * (p + Point{signOf(p.x) * x, signOf(p.y) * y}); }];
  let sampleParams = "0.35, -0.45";
  let samples = [First<"1.008, 0.272">, Second<"-1.072, 0.192">];
}

def Square : Variation<"square", "a square, evenly filled"> {
  let flam3 = 43;
  let draws = [U01, U01];
  let generator = 1;
  let formula = "w (u1 - 1/2, u2 - 1/2)";
  let body = [{ return weight * Point{u[0] - 0.5, u[1] - 0.5}; }];
  let samples = [First<"-0.160000001, 0.159999999">, Second<"-0.159999999, 0.159999999">];
}

def Stripes : Variation<"stripes", "unit stripes with gaps, curved"> {
  let flam3 = 76;
  let params = [Param<"space", "0", "width of the gaps, 0 to 1">,
                Param<"warp", "0", "curvature of the stripes">];
  let formula = "X = floor(x + 1/2), o = x - X: w (X + o (1 - space), y + o² warp)";
  let body = [{
    Real stripe = floor(p.x + 0.5), offset = p.x - stripe;
    return weight * Point{stripe + offset * (1 - space), p.y + offset * offset * warp};
  }];
  let sampleParams = "0.3, 0.8";
  let samples = [First<"0.7496, -0.082816">, Second<"-0.7944, 0.552064">];
}

def SuperShape : Variation<"super_shape", "Gielis' superformula"> {
  let flam3 = 50;
  let params = [Param<"rnd", "0", "how random the radius is", [], "0", "1">,
                Param<"m", "0", "rotational symmetry">,
                Param<"n1", "1", "overall exponent">,
                Param<"n2", "1", "exponent of the cosine">,
                Param<"n3", "1", "exponent of the sine">,
                Param<"holes", "0", "subtracted from the radius">];
  let draws = [U01];
  let formula = "A = (m φ + π)/4: w (rnd u1 + (1 - rnd) r - holes) "
                "(|cos A|^n2 + |sin A|^n3)^(-1/n1) / r (x, y)";
  let body = [{
    Real angle = m / 4 * phi(p) + pi / 4, r = length(p);
    Real shape = pow(pow(abs(cos(angle)), n2) + pow(abs(sin(angle)), n3), -1 / n1);
    return weight * (rnd * u[0] + (1 - rnd) * r - holes) * shape / r * p;
  }];
  let sampleParams = "0.3, 5, 1.7, 2.3, 0.8, 0.15";
  let samples = [First<"0.402139744, -0.0486102987">, Second<"-0.463141022, 0.322795257">];
}

def Swirl : Variation<"swirl", "rotation by the squared radius"> {
  let weighsDepth = 1;
  let flam3 = 3;
  let formula = "w (x sin r² - y cos r², x cos r² + y sin r²)";
  let body = [{
    Real s = sin(lengthSquared(p)), c = cos(lengthSquared(p));
    return weight * Point{p.x * s - p.y * c, p.x * c + p.y * s};
  }];
  let samples = [First<"0.600920985, 0.420264167">, Second<"-0.849924102, 0.457817673">];
}

def Tan : Variation<"tan", "complex tangent"> {
  let flam3 = 86;
  let formula = "w / (cos 2x + cosh 2y) (sin 2x, sinh 2y)";
  let body = [{
    auto t = trigonometricParts(p.x, p.y);
    return weight / (square(t.cos) + square(t.sinh)) * Point{t.sin * t.cos, t.sinh * t.cosh};
  }];
  let samples = [First<"0.996941935, -0.228148456">, Second<"-0.427869277, 0.868230677">];
}

def Tangent : Variation<"tangent", "tangents of both coordinates"> {
  let flam3 = 42;
  let formula = "w (sin x / cos y, tan y)";
  let body = [{ return weight / cos(p.y) * Point{sin(p.x), sin(p.y)}; }];
  let samples = [First<"0.63544355, -0.0883566597">, Second<"-0.867195123, 0.660268884">];
}

def Tanh : Variation<"tanh", "complex hyperbolic tangent"> {
  let flam3 = 92;
  let formula = "w / (cos 2y + cosh 2x) (sinh 2x, sin 2y)";
  let body = [{
    auto t = trigonometricParts(p.y, p.x);
    return weight / (square(t.cos) + square(t.sinh)) * Point{t.sinh * t.cosh, t.sin * t.cos};
  }];
  let samples = [First<"0.580262173, -0.0421410717">, Second<"-0.732431731, 0.202441578">];
}

def Twintrian : Variation<"twintrian", "two triangles"> {
  let flam3 = 47;
  let draws = [U01];
  let formula = "A = u1 w r, D = log10(sin²A) + cos A, or -30 where that is not within ±10¹⁰: "
                "w x (D, D - π sin A)";
  let body = [{
    Real angle = u[0] * weight * length(p), s = sin(angle);
    Real height = 2 * log10(abs(s)) + cos(angle);
    height = select(abs(height) <= 1e10, height, Real(-30));
    return weight * p.x * Point{height, height - pi * s};
  }];
  let samples = [First<"-0.252115485, -0.751201242">, Second<"0.103102014, 0.813674714">];
}

def Waves : Variation<"waves", "waves along both axes"> {
  let flam3 = 15;
  let usesAffine = 1;
  let formula = "w (x + b sin(y/(c² + ε)), y + e sin(x/(f² + ε)))";
  let body = [{
    Real dx = affine.b * sin(p.y / (affine.c * affine.c + epsilon));
    Real dy = affine.e * sin(p.x / (affine.f * affine.f + epsilon));
    return weight * (p + Point{dx, dy});
  }];
  let samples = [First<"0.878377711, -0.402202651">, Second<"-0.949201246, 0.605502046">];
}

def Waves2 : Variation<"waves2", "waves along both axes, by parameters"> {
  let flam3 = 81;
  let params = [Param<"scalex", "0", "amplitude in x">, Param<"scaley", "0", "amplitude in y">,
                Param<"freqx", "0", "frequency of y in x">,
                Param<"freqy", "0", "frequency of x in y">];
  let formula = "w (x + scalex sin(freqx y), y + scaley sin(freqy x))";
  let body = [{
    return weight * (p + Point{scalex * sin(freqx * p.y), scaley * sin(freqy * p.x)});
  }];
  let sampleParams = "0.3, 0.5, 2.2, 1.1";
  let samples = [First<"0.670485242, 0.248804347">, Second<"-0.552334417, 0.197534406">];
}

def Wedge : Variation<"wedge", "wedges cut out of the plane"> {
  let flam3 = 77;
  let params = [Param<"angle", "0", "angle of a wedge">,
                Param<"hole", "0", "radius of the hole in the middle">,
                Param<"count", "1", "number of wedges">,
                Param<"swirl", "0", "angle added for each unit of radius">];
  let formula = "A = φ + swirl r, n = floor((count A + π)/(2π)), "
                "B = A (1 - angle count/(2π)) + n angle: w (r + hole) (cos B, sin B)";
  let body = [{
    Real r = length(p);
    return weight * (r + hole) * direction(wedgeAngle(phi(p) + swirl * r, angle, count));
  }];
  let sampleParams = "0.9, 0.25, 2, 0.4";
  let samples = [First<"0.918917829, 0.163210845">, Second<"-1.16067859, 0.104628682">];
}

def WedgeJulia : Variation<"wedge_julia", "n-th root with wedges cut out"> {
  let flam3 = 78;
  let params = [Param<"angle", "0", "angle of a wedge">,
                Param<"count", "1", "number of wedges">,
                Param<"power", "1", "number of branches; negative inverts">,
                Param<"dist", "0", "radial exponent">];
  let draws = [U01];
  let formula = "A = (φ + 2π trunc(|power| u1)) / power, n = floor((count A + π)/(2π)), "
                "B = A (1 - angle count/(2π)) + n angle: w r^(dist/power) (cos B, sin B)";
  let body = [{
    Real root = (phi(p) + twoPi * branch(power, u[0])) / power;
    Real radius = pow(lengthSquared(p), dist / (2 * power));
    return weight * radius * direction(wedgeAngle(root, angle, count));
  }];
  let sampleParams = "0.5, 3, 2, 0.9";
  let samples = [First<"0.76845893, -0.0352112111">, Second<"0.0927053849, 0.865642133">];
}

def WedgeSph : Variation<"wedge_sph", "wedges cut out of the inverted plane"> {
  let flam3 = 79;
  let params = [Param<"angle", "0", "angle of a wedge">,
                Param<"hole", "0", "radius of the hole in the middle">,
                Param<"count", "1", "number of wedges">,
                Param<"swirl", "0", "angle added for each unit of radius">];
  let formula = "as wedge, with Q = 1/(r + ε) in place of r";
  let body = [{
    Real q = 1 / (length(p) + epsilon);
    return weight * (q + hole) * direction(wedgeAngle(phi(p) + swirl * q, angle, count));
  }];
  let sampleParams = "0.6, -0.2, 3, 0.3";
  let samples = [First<"0.705007861, 0.104888809">, Second<"-0.426944137, 0.265848468">];
}

def Whorl : Variation<"whorl", "rotation that grows towards a circle"> {
  let flam3 = 80;
  let params = [Param<"inside", "0", "strength inside the circle">,
                Param<"outside", "0", "strength outside the circle">];
  let formula = "w (x, y), turned by (r < w ? inside : outside) / (w - r)";
  let body = [{
    Real r = length(p);
    return weight * rotated(p, select(r < weight, inside, outside) / (weight - r));
  }];
  let notes = "The weight is also the radius of the circle.";
  let sampleParams = "0.7, -0.5";
  let samples = [First<"-0.380413442, -0.626907978">, Second<"-0.785355775, -0.561412778">];
}
