// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations, J to Q. ir/Variation.td says what a record means and what a body may use.

def Julia : Variation<"julia", "square root, sign drawn at random"> {
  let flam3 = 13;
  let draws = [Bit];
  let formula = "A = θ/2 + π u1: w √r (cos A, sin A)";
  let body = [{ return weight * (1 - 2 * u[0]) * complexRoot(swapped(p)); }];
  let notes = "u1 is a bit.";
  let samples = [First<"0.508054876, 0.573166431", "0">, Second<"-0.779072499, 0.40663738", "1">];
}

def Julian : Variation<"julian", "n-th root, branch drawn at random"> {
  let weighsDepth = 1;
  let flam3 = 32;
  let params = [Param<"power", "1", "number of branches; negative inverts">,
                Param<"dist", "1", "radial exponent">];
  let draws = [U01];
  let formula = "A = (φ + 2π trunc(|power| u1)) / power: w r^(dist/power) (cos A, sin A)";
  let body = [{
    Real angle = (phi(p) + twoPi * branch(power, u[0])) / power;
    return weight * pow(lengthSquared(p), dist / (2 * power)) * direction(angle);
  }];
  let sampleParams = "-3, 0.8";
  let samples = [First<"0.818131387, 0.0328234292">, Second<"0.5054303, -0.568777596">];
}

def Juliascope : Variation<"juliascope", "n-th root, every other branch mirrored"> {
  let flam3 = 33;
  let params = [Param<"power", "1", "number of branches; negative inverts">,
                Param<"dist", "1", "radial exponent">];
  let draws = [U01];
  let formula = "j = trunc(|power| u1), A = (2πj ± φ) / power, + where j is even: "
                "w r^(dist/power) (cos A, sin A)";
  let body = [{
    Real j = branch(power, u[0]);
    Real angle = (twoPi * j + select(isEven(toInt(j)), phi(p), -phi(p))) / power;
    return weight * pow(lengthSquared(p), dist / (2 * power)) * direction(angle);
  }];
  let sampleParams = "4, -0.7";
  let samples = [First<"-0.0244247621, 0.811914088">, Second<"0.458084009, 0.624035597">];
}

def Lazysusan : Variation<"lazysusan", "a turntable in the middle, pushed outwards around it"> {
  let flam3 = 65;
  let params = [Param<"x", "0", "x of the centre">,
                Param<"y", "0", "y of the centre, negated">,
                Param<"spin", "0", "angle of the turntable">,
                Param<"space", "0", "width of the gap around it">,
                Param<"twist", "0", "additional angle at the centre, for each unit of radius">];
  let formula = "C = (lazysusan_x, -lazysusan_y), d = (x, y) - C, R = |d|; "
                "R < w: C + w (d turned by spin + twist (w - R)); else: C + w (1 + space/R) d";
  let body = [{
    Point center{x, -y}, d = p - center;
    Real r = length(d);
    Point turned = rotated(d, spin + twist * (weight - r));
    return center + weight * select(r < weight, turned, (1 + space / r) * d);
  }];
  let notes = "The weight is also the radius of the turntable; the centre is not scaled by it.";
  let sampleParams = "0.2, -0.3, 0.8, 0.4, -0.6";
  let samples = [First<"1.04511439, -0.188023801">, Second<"-1.05608585, 0.711658389">];
}

def Linear : Variation<"linear", "the identity"> {
  let weighsDepth = 1;
  let flam3 = 0;
  let formula = "w (x, y)";
  let body = [{ return weight * p; }];
  let samples = [First<"0.728, -0.088">, Second<"-0.792, 0.552">];
}

def Log : Variation<"log", "complex logarithm"> {
  let flam3 = 83;
  let formula = "w (ln r, φ)";
  let body = [{ return weight * Point{log(lengthSquared(p)) / 2, phi(p)}; }];
  let samples = [First<"-0.0696461281, -0.0962363815">, Second<"0.150332121, 2.02632268">];
}

def Loonie : Variation<"loonie", "a disc turned inside out"> {
  let flam3 = 66;
  let formula = "r² < w²: w √(w²/r² - 1) (x, y), else w (x, y)";
  let body = [{
    Real rSquared = lengthSquared(p), wSquared = weight * weight;
    Real inside = sqrt(wSquared / rSquared - 1);
    return weight * select(rSquared < wSquared, inside, Real(1)) * p;
  }];
  let notes = "The weight is also the radius of the disc.";
  let samples = [First<"0.728, -0.088">, Second<"-0.792, 0.552">,
                 Sample<"0.3, 0.4", "0.519615242270663, 0.692820323027551">];
}

def Mobius : Variation<"mobius", "a Möbius transformation"> {
  let flam3 = 98;
  let params = [Param<"re_a", "0", "real part of a", ["Re_A"]>,
                Param<"im_a", "0", "imaginary part of a", ["Im_A"]>,
                Param<"re_b", "0", "real part of b", ["Re_B"]>,
                Param<"im_b", "0", "imaginary part of b", ["Im_B"]>,
                Param<"re_c", "0", "real part of c", ["Re_C"]>,
                Param<"im_c", "0", "imaginary part of c", ["Im_C"]>,
                Param<"re_d", "0", "real part of d", ["Re_D"]>,
                Param<"im_d", "0", "imaginary part of d", ["Im_D"]>];
  let formula = "with z = x + iy: w (a z + b) / (c z + d)";
  let body = [{
    Point above = complexProduct(Point{re_a, im_a}, p) + Point{re_b, im_b};
    Point below = complexProduct(Point{re_c, im_c}, p) + Point{re_d, im_d};
    return weight * complexQuotient(above, below);
  }];
  let notes = "With all parameters at their defaults every point is bad.";
  let sampleParams = "0.8, -0.2, 0.3, 0.5, -0.4, 0.6, 1.1, 0.2";
  let samples = [First<"0.624009393, -0.38524616">, Second<"-0.602869802, 0.550903173">];
}

def Modulus : Variation<"modulus", "the plane wrapped into a rectangle"> {
  let flam3 = 68;
  let params = [Param<"x", "0", "half the width of the rectangle">,
                Param<"y", "0", "half the height of the rectangle">];
  let formula = "each coordinate moved by multiples of the width (height) into the rectangle, "
                "times w";
  let body = [{ return weight * Point{wrapped(p.x, x), wrapped(p.y, y)}; }];
  let notes = "A width or height of 0 makes every point bad that lies outside.";
  let sampleParams = "0.3, 0.25";
  let samples = [First<"-0.232, -0.088">, Second<"0.168, 0.152">];
}

def Ngon : Variation<"ngon", "a polygon"> {
  let flam3 = 38;
  let params = [Param<"sides", "5", "number of sides">,
                Param<"power", "3", "exponent of the radius">,
                Param<"circle", "1", "roundness of the sides">,
                Param<"corners", "2", "sharpness of the corners">];
  let formula = "B = 2π/sides, q = φ - B floor(φ/B), less B where q > B/2: "
                "w (corners (1/(cos q + ε) - 1) + circle) / (r^power + ε) (x, y)";
  let body = [{
    Real side = twoPi / sides, angle = phi(p);
    Real q = angle - side * floor(angle / side);
    q = select(q > side / 2, q - side, q);
    Real shape = corners * (1 / (cos(q) + epsilon) - 1) + circle;
    return weight * (shape / (pow(lengthSquared(p), power / 2) + epsilon)) * p;
  }];
  let sampleParams = "7, 2.2, 0.9, 1.6";
  let samples = [First<"0.803779915, -0.0971602095">, Second<"-0.482266425, 0.336125084">];
}

def Noise : Variation<"noise", "each point scattered over an ellipse"> {
  let flam3 = 31;
  let draws = [U01, U01];
  let formula = "A = 2πu1: w u2 (x cos A, y sin A)";
  let body = [{ return weight * u[1] * scaled(p, direction(twoPi * u[0])); }];
  let samples = [First<"-0.157475054, -0.0585850815">, Second<"0.171319027, 0.367488236">];
}

def Oscilloscope : Variation<"oscilloscope", "the band under a damped wave, mirrored"> {
  let flam3 = 69;
  let aliases = ["oscope"];
  let params = [
    Param<"separation", "1", "height of the wave above the axis", ["oscope_separation"]>,
    Param<"frequency", "3.141592653589793", "waves for each unit of x", ["oscope_frequency"]>,
    Param<"amplitude", "1", "amplitude of the wave", ["oscope_amplitude"]>,
    Param<"damping", "0", "exponential damping away from the y axis", ["oscope_damping"]>];
  let formula = "T = separation + amplitude exp(-damping |x|) cos(2π frequency x): "
                "w (x, |y| ≤ T ? -y : y)";
  let body = [{
    Real wave = amplitude * exp(-(abs(p.x) * damping)) * cos(twoPi * frequency * p.x);
    return weight * Point{p.x, select(abs(p.y) <= wave + separation, -p.y, p.y)};
  }];
  let sampleParams = "0.6, 1.4, 0.7, 0.5";
  let samples = [First<"0.728, 0.088">, Second<"-0.792, 0.552">];
}

def Parabola : Variation<"parabola", "random points under a parabola"> {
  let flam3 = 53;
  let params = [Param<"height", "0", "scale of x">, Param<"width", "0", "scale of y">];
  let draws = [U01, U01];
  let formula = "w (height sin²r u1, width cos r u2)";
  let body = [{
    Real r = length(p);
    return weight * Point{height * square(sin(r)) * u[0], width * cos(r) * u[1]};
  }];
  let sampleParams = "0.9, 1.2";
  let samples = [First<"0.136020547, 0.408913651">, Second<"0.188613347, 0.239283021">];
}

def Pdj : Variation<"pdj", "Peter de Jong's attractor"> {
  let flam3 = 24;
  let params = [Param<"a", "0", "frequency of y in x">, Param<"b", "0", "frequency of x in x">,
                Param<"c", "0", "frequency of x in y">, Param<"d", "0", "frequency of y in y">];
  let formula = "w (sin(pdj_a y) - cos(pdj_b x), sin(pdj_c x) - cos(pdj_d y))";
  let body = [{
    return weight * Point{sin(a * p.y) - cos(b * p.x), sin(c * p.x) - cos(d * p.y)};
  }];
  let sampleParams = "1.5, -0.9, 2.1, 0.6";
  let samples = [First<"-0.677763474, -0.0441088535">, Second<"0.184982173, -1.43131126">];
}

def Perspective : Variation<"perspective", "the plane tilted"> {
  let flam3 = 30;
  let params = [Param<"angle", "0", "tilt, in quarter turns">,
                Param<"dist", "0", "distance of the eye">];
  let formula = "A = angle π/2: w dist / (dist - y sin A) (x, y cos A)";
  let body = [{
    Real tilt = angle * halfPi;
    return weight * dist / (dist - p.y * sin(tilt)) * Point{p.x, p.y * cos(tilt)};
  }];
  let sampleParams = "0.35, 1.8";
  let samples = [First<"0.705473889, -0.0727106494">, Second<"-0.990360388, 0.588535879">];
}

def Pie : Variation<"pie", "slices of a disc"> {
  let flam3 = 37;
  let params = [Param<"slices", "6", "number of slices">,
                Param<"rotation", "0", "angle of the first slice">,
                Param<"thickness", "0.5", "part of the disc that is covered, 0 to 1">];
  let draws = [U01, U01, U01];
  let generator = 1;
  let formula = "A = rotation + 2π (trunc(u1 slices + 0.5) + u2 thickness) / slices: "
                "w u3 (cos A, sin A)";
  let body = [{
    Real slice = trunc(u[0] * slices + 0.5);
    Real angle = rotation + twoPi * (slice + u[1] * thickness) / slices;
    return weight * u[2] * direction(angle);
  }];
  let sampleParams = "5, 0.2, 0.4";
  let samples = [First<"-0.103605505, 0.427628225", "0.299999998, 0.7, 0.55">,
                 Second<"-0.438714472, 0.0336096976">];
}

def Polar : Variation<"polar", "polar coordinates"> {
  let weighsDepth = 1;
  let flam3 = 5;
  let formula = "w (θ/π, r - 1)";
  let body = [{ return weight * Point{theta(p) / pi, length(p) - 1}; }];
  let samples = [First<"0.430632992, -0.0667006068">, Second<"-0.244998541, 0.165384897">];
}

def Polar2 : Variation<"polar2", "polar coordinates with a logarithmic radius"> {
  let flam3 = 70;
  let formula = "w (θ/π, ln(r)/π)";
  let body = [{ return weight / pi * Point{theta(p), log(lengthSquared(p)) / 2}; }];
  let samples = [First<"0.430632992, -0.0221690511">, Second<"-0.244998541, 0.0478522004">];
}

def Popcorn : Variation<"popcorn", "waves of tangents"> {
  let flam3 = 17;
  let usesAffine = 1;
  let formula = "w (x + c sin(tan 3y), y + f sin(tan 3x))";
  let body = [{
    return weight * Point{p.x + affine.c * sin(tan(3 * p.y)), p.y + affine.f * sin(tan(3 * p.x))};
  }];
  let notes = "Next to the poles of the tangent, single precision gives noise.";
  let samples = [First<"0.647392074, -0.223294023">, Second<"-1.0237374, 0.607177841">];
}

def Popcorn2 : Variation<"popcorn2", "waves of tangents, by parameters"> {
  let flam3 = 71;
  let params = [Param<"x", "0", "amplitude in x">, Param<"y", "0", "amplitude in y">,
                Param<"c", "0", "frequency">];
  let formula = "w (x + popcorn2_x sin(tan(c y)), y + popcorn2_y sin(tan(c x)))";
  let body = [{
    return weight * Point{p.x + x * sin(tan(c * p.y)), p.y + y * sin(tan(c * p.x))};
  }];
  let notes = "Next to the poles of the tangent, single precision gives noise.";
  let sampleParams = "0.4, -0.3, 1.2";
  let samples = [First<"0.685637668, -0.312978213">, Second<"-0.508419918, 0.698787602">];
}

def Power : Variation<"power", "the radius to the power of the sine"> {
  let flam3 = 19;
  let formula = "w r^(sin θ) (cos θ, sin θ)";
  let body = [{
    Real r = length(p);
    Point unit = p / r;
    return weight * pow(r, unit.x) * swapped(unit);
  }];
  let samples = [First<"-0.0880553823, 0.728458163">, Second<"0.392080686, -0.562550549">];
}

def PreBlur : Variation<"pre_blur", "the input point scattered softly"> {
  let flam3 = 67;
  let aliases = ["pre_gaussian_blur"];
  let draws = [Bell, U01];
  let preOnly = 1;
  let formula = "w u1 (cos 2πu2, sin 2πu2), u1 the sum of four uniform numbers less 2";
  let body = [{ return weight * u[0] * direction(twoPi * u[1]); }];
  let notes = "Its random numbers are drawn before those of all other variations.";
  let samples = [First<"0.21160269, 0.29124611", "0.45, 0.15">,
                 Second<"0.211602689, 0.291246113", "0.45, 0.15">];
}
