// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations, A to C. ir/Variation.td says what a record means and what a body may use.

def Arch : Variation<"arch", "points of a curve with two branches"> {
  let flam3 = 41;
  let draws = [U01];
  let generator = 1;
  let formula = "A = π u1 w: w (sin A, sin²A / cos A)";
  let body = [{
    Real angle = u[0] * weight * pi;
    return weight * Point{sin(angle), square(sin(angle)) / cos(angle)};
  }];
  let notes = "The weight is also the length of the arc; two arcs meet at infinity.";
  let samples = [First<"0.547637682, 0.514266009">, Second<"0.547637687, 0.514266024">];
}

def Auger : Variation<"auger", "waves that grow away from the axes"> {
  let weighsDepth = 1;
  let flam3 = 96;
  let params = [Param<"sym", "0", "how much x takes part, 0 to 1">,
                Param<"weight", "0.5", "strength of the waves", [], "-inf", "inf", "strength">,
                Param<"freq", "1", "frequency">,
                Param<"scale", "1", "amplitude on the axes">];
  let formula = "s = sin(freq x), t = sin(freq y): "
                "w (x + sym weight t (scale/2 + |x|), y + weight s (scale/2 + |y|))";
  let body = [{
    Real dx = strength * sin(freq * p.y) * (scale / 2 + abs(p.x));
    Real dy = strength * sin(freq * p.x) * (scale / 2 + abs(p.y));
    return weight * Point{p.x + sym * dx, p.y + dy};
  }];
  let sampleParams = "0.4, 0.6, 2.5, 0.7";
  let samples = [First<"0.662307365, 0.0802777204">, Second<"-0.537772845, 0.243338832">];
}

def Bent : Variation<"bent", "a different scale in each quadrant"> {
  let flam3 = 14;
  let formula = "w (x < 0 ? 2x : x, y < 0 ? y/2 : y)";
  let body = [{
    return weight * Point{select(p.x < 0, 2 * p.x, p.x), select(p.y < 0, p.y / 2, p.y)};
  }];
  let samples = [First<"0.728, -0.044">, Second<"-1.584, 0.552">];
}

def Bent2 : Variation<"bent2", "a different scale in each quadrant, by parameters"> {
  let flam3 = 54;
  let params = [Param<"x", "1", "scale of negative x">, Param<"y", "1", "scale of negative y">];
  let formula = "w (x < 0 ? bent2_x x : x, y < 0 ? bent2_y y : y)";
  let body = [{
    return weight * Point{select(p.x < 0, p.x * x, p.x), select(p.y < 0, p.y * y, p.y)};
  }];
  let sampleParams = "-0.7, 1.9";
  let samples = [First<"0.728, -0.1672">, Second<"0.5544, 0.552">];
}

def Bipolar : Variation<"bipolar", "bipolar coordinates with foci -1 and 1"> {
  let flam3 = 55;
  let params = [Param<"shift", "0", "offset of the angle, in quarter turns">];
  let formula = "v = atan2(2y, r² - 1)/2 - shift π/2, wrapped into [-π/2, π/2]: "
                "w (ln(((x+1)² + y²) / ((x-1)² + y²)) / (2π), 2v/π)";
  let body = [{
    Real ySquared = p.y * p.y;
    Real v = atan2(2 * p.y, (p.x - 1) * (p.x + 1) + ySquared) / 2 - halfPi * shift;
    Real ratio = (square(p.x + 1) + ySquared) / (square(p.x - 1) + ySquared);
    return weight * Point{log(ratio) / twoPi, wrapped(v, Real(halfPi)) / halfPi};
  }];
  let sampleParams = "0.85";
  let samples = [First<"0.66203242, 0.360029818">, Second<"-0.284150843, -0.361301501">];
}

def Blade : Variation<"blade", "x smeared over a rotation"> {
  let flam3 = 45;
  let draws = [U01];
  let formula = "A = u1 w r: w x (cos A + sin A, cos A - sin A)";
  let body = [{
    Point d = direction(u[0] * weight * length(p));
    return weight * p.x * Point{d.x + d.y, d.x - d.y};
  }];
  let samples = [First<"0.869318892, 0.55159103">, Second<"-0.985198494, -0.532833864">];
}

def Blob : Variation<"blob", "radius modulated by the angle"> {
  let flam3 = 23;
  let params = [Param<"low", "0", "smallest factor of the radius">,
                Param<"high", "1", "largest factor of the radius">,
                Param<"waves", "1", "number of waves around">];
  let formula = "w (low + (high - low) (1 + sin(waves θ))/2) (x, y)";
  let body = [{
    return weight * (low + (high - low) * (0.5 + 0.5 * sin(waves * theta(p)))) * p;
  }];
  let sampleParams = "0.4, 1.1, 3";
  let samples = [First<"0.307613149, -0.037184007">, Second<"-0.524004724, 0.365215413">];
}

def Blur : Variation<"blur", "a disc, denser in the middle"> {
  let flam3 = 34;
  let draws = [U01, U01];
  let generator = 1;
  let formula = "w u2 (cos 2πu1, sin 2πu1)";
  let body = [{ return weight * u[1] * direction(twoPi * u[0]); }];
  let samples = [First<"-0.17304951, 0.53259165">, Second<"-0.173049523, 0.532591646">];
}

def Boarders : Variation<"boarders", "unit cells with borders"> {
  let flam3 = 56;
  let draws = [U01];
  let formula = "X = rint x, Y = rint y, (i, j) = (x - X, y - Y), v = (X + i/2, Y + j/2); "
                "u1 ≥ 0.75: w v; else |i| ≥ |j|: w (v + (sign i, j/|i|)/4); "
                "else: w (v + (i/|j|, sign j)/4)";
  let body = [{
    Point cell{rint(p.x), rint(p.y)};
    Point offset = p - cell, inner = cell + 0.5 * offset;
    Real i = offset.x, j = offset.y;
    Point vertical{signOf(i), j / abs(i)}, horizontal{i / abs(j), signOf(j)};
    Point border = 0.25 * select(abs(i) >= abs(j), vertical, horizontal);
    return weight * select(u[0] >= 0.75, inner, inner + border);
  }];
  let notes = "Points with integer coordinates are bad unless u1 ≥ 0.75.";
  let samples = [First<"0.600363636, -0.244">, Second<"-0.789548387, 0.476">];
}

def Bubble : Variation<"bubble", "the plane on the front of a sphere"> {
  let aliases = ["bubble_wf"];
  let flam3 = 28;
  let formula = "w / (r²/4 + 1) (x, y)";
  let body = [{ return weight / (lengthSquared(p) / 4 + 1) * p; }];
  let depth = [{ return weight * (2 / (lengthSquared(p) / 4 + 1) - 1); }];
  let samples = [First<"0.601628032, -0.0727242676">, Second<"-0.580623877, 0.404677248">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.481720430108, -0.275268817204, 0.576344086022", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "-0.195918367347, 0.587755102041, 0.50612244898", "0.8">];
}

def Butterfly : Variation<"butterfly", "four wings"> {
  let aliases = ["butterfly3D"];
  let flam3 = 57;
  let formula = "w 4/√(3π) √(|xy| / (x² + 4y² + ε)) (x, 2y)";
  let body = [{
    Real doubled = 2 * p.y;
    Real shape = sqrt(abs(p.x * p.y) / (p.x * p.x + doubled * doubled + epsilon));
    return weight * (4 * rsqrt(Real(3 * pi)) * shape) * Point{p.x, doubled};
  }];
  let samples = [First<"0.320550815, -0.0774958014">, Second<"-0.50217661, 0.700003759">];
}

def Cell : Variation<"cell", "square cells spread apart"> {
  let flam3 = 58;
  let params = [Param<"size", "1", "side of a cell">];
  let formula = "i = floor(x/size), j = floor(y/size); n ≥ 0 moves to 2n, n < 0 to -(2n+1): "
                "w (x + size (i' - i), -(y + size (j' - j)))";
  let body = [{
    auto axis = [&](Real t) {
      Real n = floor(t / size);
      Real moved = select(n >= 0, 2 * n, -(2 * n + 1));
      return t - n * size + moved * size;
    };
    return weight * Point{axis(p.x), -axis(p.y)};
  }];
  let sampleParams = "0.4";
  let samples = [First<"1.368, -0.552">, Second<"1.768, -0.872">];
}

def Conic : Variation<"conic", "points along a conic section"> {
  let flam3 = 52;
  let params = [Param<"eccentricity", "1", "eccentricity of the conic">,
                Param<"holes", "0", "subtracted from the random radius">];
  let draws = [U01];
  let formula = "w (u1 - holes) eccentricity / (1 + eccentricity x/r) / r (x, y)";
  let body = [{
    Real r = length(p);
    return weight * (u[0] - holes) * eccentricity / (r + eccentricity * p.x) * p;
  }];
  let sampleParams = "0.7, 0.2";
  let samples = [First<"0.0328007234, -0.00396492261">, Second<"-0.107916376, 0.0752144441">];
}

def Cos : Variation<"cos", "complex cosine"> {
  let flam3 = 85;
  let formula = "w (cos x cosh y, -sin x sinh y)";
  let body = [{ return weight * Point{cos(p.x) * cosh(p.y), -(sin(p.x) * sinh(p.y))}; }];
  let samples = [First<"0.493970126, 0.0696165245">, Second<"0.547656481, 0.498986942">];
}

def Cosh : Variation<"cosh", "complex hyperbolic cosine"> {
  let flam3 = 91;
  let formula = "w (cosh x cos y, sinh x sin y)";
  let body = [{ return weight * Point{cosh(p.x) * cos(p.y), sinh(p.x) * sin(p.y)}; }];
  let samples = [First<"1.14775958, -0.0914145124">, Second<"0.944872362, -0.590619371">];
}

def Cosine : Variation<"cosine", "complex cosine of πx + iy"> {
  let flam3 = 20;
  let formula = "w (cos πx cosh y, -sin πx sinh y)";
  let body = [{
    Real turned = pi * p.x;
    return weight * Point{cos(turned) * cosh(p.y), -(sin(turned) * sinh(p.y))};
  }];
  let samples = [First<"-0.772887458, 0.0246007589">, Second<"-0.997624131, 0.0187476933">];
}

def Cot : Variation<"cot", "complex cotangent"> {
  let flam3 = 89;
  let formula = "w / (cosh 2y - cos 2x) (sin 2x, -sinh 2y)";
  let body = [{
    auto t = trigonometricParts(p.x, p.y);
    return weight / (square(t.sin) + square(t.sinh)) * Point{t.sin * t.cos, -(t.sinh * t.cosh)};
  }];
  let samples = [First<"0.610015703, 0.13960105">, Second<"-0.292280204, -0.593093856">];
}

def Coth : Variation<"coth", "complex hyperbolic cotangent, mirrored"> {
  let losesDepth = 1;
  let flam3 = 95;
  let formula = "w / (cosh 2x - cos 2y) (sinh 2x, sin 2y)";
  let body = [{
    auto t = trigonometricParts(p.y, p.x);
    return weight / (square(t.sin) + square(t.sinh)) * Point{t.sinh * t.cosh, t.sin * t.cos};
  }];
  let notes = "The true function has -sin 2y; flam3's sign is kept.";
  let samples = [First<"1.09716298, -0.0796805754">, Second<"-0.811785216, 0.224374604">];
}

def Cpow : Variation<"cpow", "complex power, branch drawn at random"> {
  let flam3 = 59;
  let params = [Param<"r", "1", "real part of the exponent, times power">,
                Param<"i", "0", "imaginary part of the exponent, times power">,
                Param<"power", "1", "number of branches">];
  let draws = [U01];
  let formula = "a = cpow_r/power, b = cpow_i/power, L = ln r, "
                "A = a φ + b L + 2π floor(power u1)/power: w exp(a L - b φ) (cos A, sin A)";
  let body = [{
    Real a = r / power, b = i / power, logarithm = log(lengthSquared(p)) / 2;
    Real angle = a * phi(p) + b * logarithm + twoPi / power * floor(power * u[0]);
    return weight * exp(a * logarithm - b * phi(p)) * direction(angle);
  }];
  let sampleParams = "1.3, 0.35, 3";
  let samples = [First<"0.779755386, -0.0486297835">, Second<"0.281658743, 0.581175256">];
}

def Cross : Variation<"cross", "inversion in a hyperbola"> {
  let flam3 = 48;
  let formula = "w / √((x² - y²)² + ε) (x, y)";
  let body = [{ return weight * rsqrt(square((p.x - p.y) * (p.x + p.y)) + epsilon) * p; }];
  let samples = [First<"0.892156863, -0.107843137">, Second<"-1.57142857, 1.0952381">];
}

def Csc : Variation<"csc", "complex cosecant"> {
  let flam3 = 88;
  let formula = "2w / (cosh 2y - cos 2x) (sin x cosh y, -cos x sinh y)";
  let body = [{
    auto t = trigonometricParts(p.x, p.y, hyperbolicOverflow);
    return weight / (square(t.sin) + square(t.sinh)) * Point{t.sin * t.cosh, -(t.cos * t.sinh)};
  }];
  let samples = [First<"0.999941786, 0.0851637905">, Second<"-0.664605264, -0.260830906">];
}

def Csch : Variation<"csch", "complex hyperbolic cosecant"> {
  let losesDepth = 1;
  let flam3 = 94;
  let formula = "2w / (cosh 2x - cos 2y) (sinh x cos y, -cosh x sin y)";
  let body = [{
    auto t = trigonometricParts(p.y, p.x, hyperbolicOverflow);
    return weight / (square(t.sin) + square(t.sinh)) * Point{t.sinh * t.cos, -(t.cosh * t.sin)};
  }];
  let samples = [First<"0.755517647, 0.115712158">, Second<"-0.408831025, -0.445523886">];
}

def Curl : Variation<"curl", "z / (1 + c1 z + c2 z²)"> {
  let flam3 = 39;
  let params = [Param<"c1", "1", "linear coefficient">, Param<"c2", "0", "quadratic coefficient">];
  let formula = "with z = x + iy: w z / (1 + c1 z + c2 z²)";
  let body = [{
    Real re = 1 + c1 * p.x + c2 * ((p.x - p.y) * (p.x + p.y));
    Real im = c1 * p.y + 2 * c2 * (p.x * p.y);
    return weight * complexQuotient(p, Point{re, im});
  }];
  let sampleParams = "0.3, -0.2";
  let samples = [First<"0.655444677, -0.0834513701">, Second<"-0.357085355, 1.20140596">];
}

def Curve : Variation<"curve", "bell-shaped bumps along the axes"> {
  let flam3 = 60;
  let params = [Param<"xamp", "0", "height of the bump of x">,
                Param<"yamp", "0", "height of the bump of y">,
                Param<"xlength", "1", "width of the bump of x">,
                Param<"ylength", "1", "width of the bump of y">];
  let formula = "w (x + xamp exp(-y²/xlength²), y + yamp exp(-x²/ylength²))";
  let body = [{
    auto bump = [](Real t, Real size) {
      return exp(-(t * t / max(size * size, Real(1e-20))));
    };
    return weight * (p + Point{xamp * bump(p.y, xlength), yamp * bump(p.x, ylength)});
  }];
  let sampleParams = "0.6, -0.8, 0.9, 1.4";
  let samples = [First<"1.20088292, -0.507460003">, Second<"-0.525330963, 0.163840182">];
}

def Cylinder : Variation<"cylinder", "sine of x"> {
  let aliases = ["cylinder_apo"];
  let flam3 = 29;
  let formula = "w (sin x, y)";
  let body = [{ return weight * Point{sin(p.x), p.y}; }];
  let depth = [{ return weight * cos(p.x); }];
  let samples = [First<"0.631602992, -0.088">, Second<"-0.668820783, 0.552">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.51537414979, -0.32, 0.611873749828", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "-0.236416165329, 0.72, 0.7642691913", "0.8">];
}
