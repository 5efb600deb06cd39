// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations, D to I. ir/Variation.td says what a record means and what a body may use.

def Diamond : Variation<"diamond", "a diamond of interleaved waves"> {
  let flam3 = 11;
  let formula = "w (sin θ cos r, cos θ sin r)";
  let body = [{
    Real r = length(p);
    return weight / r * Point{p.x * cos(r), p.y * sin(r)};
  }];
  let samples = [First<"0.483283956, -0.0761845168">, Second<"-0.233699229, 0.427452537">];
}

def Disc : Variation<"disc", "the angle as radius of a disc"> {
  let weighsDepth = 1;
  let flam3 = 8;
  let formula = "w θ/π (sin πr, cos πr)";
  let body = [{
    Real angle = pi * length(p);
    return weight * theta(p) / pi * Point{sin(angle), cos(angle)};
  }];
  let samples = [First<"0.111511459, -0.415944669">, Second<"0.148165414, 0.195118669">];
}

def Disc2 : Variation<"disc2", "a disc with twist"> {
  let flam3 = 49;
  let params = [Param<"rot", "0", "frequency across the diagonal">,
                Param<"twist", "0", "offset of the disc, an angle">];
  let formula = "T = rot π (x+y), k = 1 (1 + twist ∓ 2π where ±twist > 2π): "
                "w θ/π (sin T + k (cos twist - 1), cos T + k sin twist)";
  let body = [{
    Real beyond = select(twist > twoPi, 1 + twist - twoPi,
                         select(twist < -twoPi, 1 + twist + twoPi, Real(1)));
    Real angle = rot * pi * (p.x + p.y);
    Point offset = beyond * Point{cos(twist) - 1, sin(twist)};
    return weight * theta(p) / pi * (Point{sin(angle), cos(angle)} + offset);
  }];
  let sampleParams = "0.7, -7.1";
  let samples = [First<"0.39812056, -0.138197763">, Second<"0.164318921, -0.160870598">];
}

def Edisc : Variation<"edisc", "elliptic coordinates, unrolled into a disc"> {
  let flam3 = 61;
  let formula = "M = (√((x+1)² + y²) + √((x-1)² + y²))/2, A = ln(M + √(M-1)), B = acos(x/M): "
                "w/11.57034632 (cosh B cos A, ± sinh B sin A), + where y > 0";
  let body = [{
    auto e = ellipticCoordinates(p);
    Real a = log(e.m + sqrt(e.mMinusOne)), b = atan2(e.conjugate, p.x);
    Real s = sinh(b) * sin(a);
    return weight / 11.57034632 * Point{cosh(b) * cos(a), select(p.y > 0, s, -s)};
  }];
  let notes = "Computed without the cancellation that makes points on the real axis bad in flam3.";
  let samples = [First<"0.0761597292, -0.00612223625">, Second<"0.280047422, 0.235295013">];
}

def Elliptic : Variation<"elliptic", "elliptic coordinates"> {
  let flam3 = 62;
  let formula = "M = (√((x+1)² + y²) + √((x-1)² + y²))/2: "
                "2w/π (asin(x/M), ± ln(M + √(M-1))), + where y > 0";
  let body = [{
    auto e = ellipticCoordinates(p);
    Real v = log(e.m + sqrt(e.mMinusOne));
    return weight / halfPi * Point{atan2(p.x, e.conjugate), select(p.y > 0, v, -v)};
  }];
  let samples = [First<"0.553915294, -0.0902669532">, Second<"-0.400700148, 0.36038448">];
}

def Escher : Variation<"escher", "a complex power that joins scaled copies"> {
  let flam3 = 63;
  let params = [Param<"beta", "0", "an angle; 0 is the identity">];
  let formula = "c = (1 + cos beta)/2, d = (sin beta)/2, L = ln r, A = c φ + d L: "
                "w exp(c L - d φ) (cos A, sin A)";
  let body = [{
    Real c = (1 + cos(beta)) / 2, d = sin(beta) / 2, logarithm = log(lengthSquared(p)) / 2;
    Real angle = c * phi(p) + d * logarithm;
    return weight * exp(c * logarithm - d * phi(p)) * direction(angle);
  }];
  let sampleParams = "0.9";
  let samples = [First<"0.774681102, -0.102567058">, Second<"-0.182485667, 0.29334952">];
}

def Ex : Variation<"ex", "a curved X"> {
  let flam3 = 12;
  let formula = "s = r sin³(θ+r), t = r cos³(θ-r): w (s + t, s - t)";
  let body = [{
    // r sin(θ+r) and r cos(θ-r), by the addition theorems.
    Real r = length(p), across = p.x * cos(r) + p.y * sin(r), along = p.y * cos(r) + p.x * sin(r);
    Real s = across * across * across, t = along * along * along;
    return weight / (lengthSquared(p) + tiny) * Point{s + t, s - t};
  }];
  let samples = [First<"0.364437917, -0.171177517">, Second<"-0.158585088, 0.186013957">];
}

def Exp : Variation<"exp", "complex exponential"> {
  let flam3 = 82;
  let formula = "w e^x (cos y, sin y)";
  let body = [{ return weight * exp(p.x) * direction(p.y); }];
  let samples = [First<"1.97544603, -0.218179765">, Second<"0.229261634, 0.189217904">];
}

def Exponential : Variation<"exponential", "complex exponential of x - 1 + iπy"> {
  let flam3 = 18;
  let formula = "w e^(x-1) (cos πy, sin πy)";
  let body = [{ return weight * exp(p.x - 1) * direction(pi * p.y); }];
  let samples = [First<"0.687920221, -0.247666519">, Second<"-0.0614673812, 0.0904465048">];
}

def Eyefish : Variation<"eyefish", "a wide-angle lens"> {
  let flam3 = 27;
  let formula = "2w / (r + 1) (x, y)";
  let body = [{ return 2 * weight / (length(p) + 1) * p; }];
  let samples = [First<"0.759668989, -0.0918281196">, Second<"-0.717803807, 0.500287502">];
}

def Fan : Variation<"fan", "sectors turned against each other"> {
  let flam3 = 22;
  let usesAffine = 1;
  let formula = "D = π (c² + ε), A = θ + (fmod(θ + f, D) > D/2 ? -D/2 : D/2): w r (cos A, sin A)";
  let body = [{
    Real sector = pi * (affine.c * affine.c + epsilon), half = sector / 2;
    Bool back = fmod(theta(p) + affine.f, sector) > half;
    // Turns by half or -half; the sine and the cosine depend on the affine alone.
    Point turn{cos(half), select(back, -sin(half), sin(half))};
    return weight * complexProduct(swapped(p), turn);
  }];
  let samples = [First<"-0.189698179, 0.708337914">, Second<"0.658086835, -0.706321257">];
}

def Fan2 : Variation<"fan2", "sectors turned against each other, by parameters"> {
  let flam3 = 25;
  let params = [Param<"x", "0", "root of the width of a sector, in half turns">,
                Param<"y", "0", "angle of the first sector">];
  let formula = "D = π (fan2_x² + ε), A = θ + (fmod(θ + fan2_y, D) > D/2 ? -D/2 : D/2): "
                "w r (sin A, cos A)";
  let body = [{
    Real sector = pi * (x * x + epsilon), half = sector / 2;
    Bool back = fmod(theta(p) + y, sector) > half;
    Point turn{cos(half), select(back, -sin(half), sin(half))};
    return weight * swapped(complexProduct(swapped(p), turn));
  }];
  let sampleParams = "0.45, -1.3";
  let samples = [First<"0.719002321, 0.144096018">, Second<"-0.579632193, 0.772006814">];
}

def Fisheye : Variation<"fisheye", "a wide-angle lens that exchanges x and y"> {
  let flam3 = 16;
  let formula = "2w / (r + 1) (y, x)";
  let body = [{ return 2 * weight / (length(p) + 1) * swapped(p); }];
  let samples = [First<"-0.0918281196, 0.759668989">, Second<"0.500287502, -0.717803807">];
}

def Flower : Variation<"flower", "random petals"> {
  let flam3 = 51;
  let params = [Param<"petals", "0", "twice the number of petals">,
                Param<"holes", "0", "subtracted from the random radius">];
  let draws = [U01];
  let formula = "w (u1 - holes) cos(petals φ) / r (x, y)";
  let body = [{ return weight * (u[0] - holes) * cos(petals * phi(p)) / length(p) * p; }];
  let sampleParams = "2.5, 0.3";
  let samples = [First<"-1.41295121e-09, 1.707963e-10">, Second<"-1.22101685e-09, 8.51011745e-10">,
                 Sample<"-1, 0", "-0.4, 0", "1", "2, 0.3", "0.7">];
}

def Flux : Variation<"flux", "field lines between two poles"> {
  let flam3 = 97;
  let params = [Param<"spread", "0", "added to the scale of 2">];
  let formula = "n = (x - w, y), q = (x + w, y): "
                "w (2 + spread) √(|q|/|n|) at the angle (φ(n) - φ(q))/2";
  let body = [{
    // The angle is that of the root of n times the conjugate of q, whose length is √(|n||q|).
    Point n{p.x - weight, p.y}, q{p.x + weight, p.y};
    Point root = complexRoot(Point{n.x * q.x + p.y * p.y, 2 * weight * p.y});
    return weight * (2 + spread) * root / length(n);
  }];
  let sampleParams = "0.45";
  let samples = [First<"6.0866984, -2.29507914">, Second<"1.06891548, 0.539059163">];
}

def Foci : Variation<"foci", "lines through two foci"> {
  let flam3 = 64;
  let formula = "w / (cosh x - cos y) (sinh x, sin y)";
  let body = [{
    // By half arguments, which do not cancel near the origin.
    auto t = trigonometricParts(p.y / 2, p.x / 2);
    return weight / (square(t.sinh) + square(t.sin)) * Point{t.sinh * t.cosh, t.sin * t.cos};
  }];
  let samples = [First<"1.85268063, -0.195392734">, Second<"-1.22061624, 0.66989849">];
}

def GaussianBlur : Variation<"gaussian_blur", "a soft spot"> {
  let aliases = ["gaussian"];
  let flam3 = 35;
  let draws = [U01, Bell];
  let generator = 1;
  let formula = "w u2 (cos 2πu1, sin 2πu1), u2 the sum of four uniform numbers less 2";
  let body = [{ return weight * u[1] * direction(twoPi * u[0]); }];
  let samples = [First<"-0.0741640737, 0.228253558", "0.3, 0.3">,
                 Second<"-0.074164079, 0.228253556", "0.3, 0.3">];
}

def Handkerchief : Variation<"handkerchief", "a cloth wrapped around the origin"> {
  let losesDepth = 1;
  let flam3 = 6;
  let formula = "w r (sin(θ+r), cos(θ-r))";
  let body = [{
    Real c = cos(length(p)), s = sin(length(p));
    return weight * Point{p.x * c + p.y * s, p.y * c + p.x * s};
  }];
  let samples = [First<"0.373157215, 0.524157631">, Second<"0.233808147, -0.543536055">];
}

def Heart : Variation<"heart", "the angle multiplied by the radius"> {
  let losesDepth = 1;
  let flam3 = 7;
  let formula = "w r (sin rθ, -cos rθ)";
  let body = [{
    Real r = length(p), angle = r * theta(p);
    return weight * r * Point{sin(angle), -cos(angle)};
  }];
  let samples = [First<"0.733142284, -0.0151786423">, Second<"-0.885454673, -0.384627121">];
}

def Horseshoe : Variation<"horseshoe", "the angle doubled"> {
  let weighsDepth = 1;
  let flam3 = 4;
  let formula = "w / (r + ε) ((x-y)(x+y), 2xy)";
  let body = [{
    return weight / (length(p) + epsilon) * Point{(p.x - p.y) * (p.x + p.y), 2 * p.x * p.y};
  }];
  let samples = [First<"0.712178416, -0.174728087">, Second<"0.334125799, -0.905719576">];
}

def Hyperbolic : Variation<"hyperbolic", "inversion of x alone"> {
  let weighsDepth = 1;
  let flam3 = 10;
  let formula = "R = r + ε: w (sin θ / R, R cos θ)";
  let body = [{
    Point unit = p / length(p);
    Real r = length(p) + epsilon;
    return weight * Point{unit.x / r, unit.y * r};
  }];
  let samples = [First<"0.866460366, -0.088">, Second<"-0.543881335, 0.552">];
}
