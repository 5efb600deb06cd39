// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, W to Z. ir/Variation.td says what a record means and what a body may use.

def FaberW : Extra<"w", "a shape turned, and what is in it with it"> {
  let losesDepth = 1;
  let params = [Param<"angle", "0", "how far it is turned">,
                Param<"hypergon", "0", "strength of a hyperbolic polygon">,
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
  let formula = "S(φ) the shape, φ' = φ + angle: r ≤ S(φ): w r S(φ')/S(φ) (cos φ', sin φ'), else w (x, y)";
  let body = [{
    Point turned = rotated(p, angle);
    Real size = faberShape(p, inputs.params + 1);
    Bool inside = length(p) <= size;
    return weight * select(inside, faberShape(turned, inputs.params + 1) / select(inside, size, Real(1)) * turned, p);
  }];
  let notes = "The shape is the sum of a polygon with round sides, a star, a lituus and a superformula, each with its strength.";
  let sampleParams = "0.4, 0.5, 4, 1, 0.25, 5, 1.1, 0.2, 0.6, 0.3, 3, 1.2, 0.8, 1.3";
  let samples = [First<"0.645359017167, 0.185369338307">,
                 Second<"-0.792, 0.552">,
                 Sample<"0.3, 0.2", "0.149608117525, 0.226964839169", "0.8">,
                 Sample<"2.3, -0.2", "1.84, -0.16", "0.8">];
}

def Waffle : Extra<"waffle", "a waffle, or a grid of lines"> {
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

def Waves22 : Extra<"waves22", "powers of waves along both axes"> {
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

def Waves23 : Extra<"waves23", "triangle waves along both axes"> {
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

def Waves23D : Extra<"waves2_3D", "waves along both axes, of one frequency"> {
  let params = [Param<"freq", "2", "frequency">,
                Param<"scale", "1", "amplitude">];
  let formula = "w (x + scale sin(freq y), y + scale sin(freq x))";
  let body = [{ return weight * (p + scale * Point{sin(freq * p.y), sin(freq * p.x)}); }];
  let notes = "Its x and y do not depend on z.";
  let sampleParams = "2.3, 0.4";
  let depth = [{ return weight * (z + scale * sin(freq * (p.x + p.y) / 2)); }];
  let samples = [First<"0.64790093477, 0.189351075833">, Second<"-0.472042008525, 0.308534086633">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.305407481588, -0.000245876985155, 0.508222936719", "0.8", "2.3, 0.4">, SpaceSample<"-0.3, 0.9, -1.2", "0.0409485001597, 0.516308101689, -0.756308101689", "0.8", "2.3, 0.4">];
}

def Waves2Radial : Extra<"waves2_radial", "waves that fade towards the centre"> {
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

def Waves2Wf : Extra<"waves2_wf", "waves along both axes, with damping"> {
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

def Waves2b : Extra<"waves2b", "waves that change with the distance"> {
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

def Waves3 : Extra<"waves3", "waves of changing amplitude"> {
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

def Waves3Wf : Extra<"waves3_wf", "squared waves along both axes, with damping"> {
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

def Waves4 : Extra<"waves4", "waves of random amplitude"> {
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

def Waves42 : Extra<"waves42", "waves of random amplitude, in strips of their own"> {
  let losesDepth = 1;
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

def Waves4Wf : Extra<"waves4_wf", "cubed waves along both axes, with damping"> {
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

def Wavesn : Extra<"wavesn", "waves of a root at a random branch"> {
  let losesDepth = 1;
  let params = [Param<"freqx", "2", "frequency of y in x">,
                Param<"freqy", "2", "frequency of x in y">,
                Param<"scalex", "1", "amplitude in x">,
                Param<"scaley", "1", "amplitude in y">,
                Param<"incx", "0", "how it grows with x">,
                Param<"incy", "0", "how it grows with y">,
                Param<"power", "1", "order of the root">];
  let draws = [U01];
  let formula = "(X, Y) = w times the root of x + iy of order power, at a random branch: w (X + (scalex + incx |X|)/2 sin(freqx Y), Y + (scaley + "
                "incy |Y|)/2 sin(freqy X))";
  let body = [{
    Real order = select(power == 0, Real(2), power);
    Point q = weight * branchedRoot(p, order, Real(1), u[0]);
    return weight * Point{q.x + (scalex + abs(q.x) * incx) / 2 * sin(freqx * q.y),
                          q.y + (scaley + abs(q.y) * incy) / 2 * sin(freqy * q.x)};
  }];
  let sampleParams = "1.7, 2.2, 0.8, 0.6, 0.3, -0.2, 3";
  let samples = [First<"0.599323117926, 0.210344116977">,
                 Second<"0.795130326209, 0.688430170881">,
                 Sample<"0.3, 0.2", "-0.73146765416, 0.239861298625", "0.8", "1.7, 2.2, 0.8, 0.6, 0.3, -0.2, -2", "0.9">];
}

def Wdisc : Extra<"wdisc", "the angle as radius, turned by the inverse radius, mirrored"> {
  let formula = "A = π/(r + 1), π - A for φ > 0: w φ/π (cos A, sin A)";
  let body = [{
    Real angle = pi / (length(p) + 1), q = phi(p) / pi;
    return weight * q * direction(select(q > 0, pi - angle, angle));
  }];
  let samples = [First<"0.00209157811103, -0.0305615032152">,
                 Second<"-0.0945728541679, 0.638027501561">];
}

def WeighDepth : Extra<"weigh_depth", "z times the weight, as variations of Fractorium have it"> {
  let zOnly = 1;
  let formula = "(0, 0)";
  let body = [{ return Point{0, 0}; }];
  let depth = [{ return weight * z; }];
  let notes = "In flames of Fractorium it stands where a variation of the plane leaves another z than elsewhere.";
  let samples = [First<"0, 0">, Second<"0, 0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0, 0, 0.4", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "0, 0, -0.96", "0.8">];
}

def WeightingField : Extra<"weighting_field", "a field of cells that changes its xform from place to place"> {
  let params = [Param<"seed", "1337", "which cells, a whole number", [], "-16777215", "16777215">,
                Param<"frequency", "1", "cells in a unit">,
                Param<"metric", "0", "distances: 0 squared, 1 along the axes, 2 both", [], "0", "2">,
                Param<"value", "2", "0 a number for each cell, 1 nearest distance, 2 next, 3 sum, 4 difference, 5 product, 6 quotient", [], "0", "6">,
                Param<"amount", "0", "how far weights follow it">,
                Param<"color", "0", "how far colours do, in tenths", [], "-inf", "inf", "color_">,
                Param<"position", "0", "where it is taken: 0 the affine point, 1 the point before the affine", [], "0", "1">,
                Param<"jitter", "0", "how far points behind the post-affine are moved, in tenths">];
  let preOnly = 1;
  let isField = 1;
  let formula = "v = w (cellular noise of FastNoise at frequency (x, y)): weights of the variations behind it * (1 + amount v), the colour "
                "* (1 + color v/10), parameters that say `_by_field` * (1 + that v); behind the post-affine x becomes x + j v(x, y, z), then y + j v(y, x, z) "
                "and z + j v(z, x, y), j = jitter/10";
  let body = [{ return Point{weight * cellNoise(frequency * p, Real(0), rint(seed), metric, value), 0}; }];
  let space = [{ return Point{weight * cellNoise(frequency * p, frequency * z, rint(seed), metric, value), 0}; }];
  let notes = "The cellular noise among JWildfire's weighting fields.";
  let sampleParams = "22994, 0.8022, 2, 6, 0.5, 0.2, 0, 0";
  let samples = [First<"-0.636460597995, 0">,
                 Second<"-0.445399520455, 0">,
                 Sample<"3.3, -7.1", "0.457504802262, 0", "1", "28296, 2.1763, 0, 3, 0.5, 0.2, 0, 0">,
                 Sample<"0.4, 2.6", "-0.343768835068, 0", "1", "7, 1.5, 1, 0, 0.5, 0.2, 0, 0">,
                 Sample<"0.4, 2.6", "-0.0659633845091, 0", "1", "7, 1.5, 1, 1, 0.5, 0.2, 0, 0">,
                 Sample<"3.3, -7.1", "-0.621335034015, 0", "1", "7, 1.5, 0, 2, 0.5, 0.2, 0, 0">,
                 Sample<"3.3, -7.1", "-0.271169518022, 0", "1", "-7, 1.5, 2, 4, 0.5, 0.2, 0, 0">,
                 Sample<"0.4, 2.6", "0.710285437502, 0", "1", "7, 1.5, 2, 5, 0.5, 0.2, 0, 0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.269569821738, 0, 0", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.661708326896, 0, 0", "1", "28296, 2.1763, 0, 3, 0.5, 0.2, 0, 0">];
}

def WhitneyUmbrella : Extra<"whitney_umbrella", "Whitney's umbrella, seen from above"> {
  let formula = "w (x y, x), and in space y² for z";
  let body = [{ return weight * Point{p.x * p.y, p.x}; }];
  let depth = [{ return weight * p.y * p.y; }];
  let samples = [First<"-0.08008, 0.728">,
                 Second<"-0.54648, -0.792">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.224, 0.56, 0.128", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "-0.216, -0.24, 0.648", "0.8">];
}

def FaberX : Extra<"x", "the plane around a shape"> {
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

def Xerf : Extra<"xerf", "the error function, and beyond it an inversion"> {
  let formula = "w erf t of x and y, but w t/r² where |t| ≥ 2";
  let body = [{
    Real squared = lengthSquared(p) + tiny;
    return weight * Point{errorOrInverse(p.x, squared), errorOrInverse(p.y, squared)};
  }];
  let space = [{
    Real squared = lengthSquared(p) + z * z + tiny;
    return weight * Point{errorOrInverse(p.x, squared), errorOrInverse(p.y, squared)};
  }];
  let depth = [{ return weight * errorOrInverse(z, lengthSquared(p) + z * z + tiny); }];
  let samples = [First<"0.641506260613, -0.0988983169596">,
                 Second<"-0.670806455644, 0.536672049788">,
                 Sample<"2.3, -1.9", "0.206741573034, -0.794232343388", "0.8">,
                 Sample<"0.3, -3.1", "0.262901407567, -0.255670103093", "0.8">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.54224095507, -0.342713884037, 0.41639990225", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.262901407567, 0.637526569938, -0.728251182584", "0.8">,
                      SpaceSample<"2.2, 0.4, -2.5", "0.156444444444, 0.342713884037, -0.177777777778", "0.8">];
}

def Xheart : Extra<"xheart", "a heart"> {
  let losesDepth = 1;
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

def Xtrb : Extra<"xtrb", "a tiling of triangles, each squeezed into a hexagon or its rim"> {
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

def FaberY : Extra<"y", "inversion in a shape"> {
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

def YinYang : Extra<"yin_yang", "the two halves of a Taijitu"> {
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

def FaberZ : Extra<"z", "a hole of a given shape"> {
  let losesDepth = 1;
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
  let formula = "S(φ) the shape: w (r + S(φ))/r (x, y)";
  let body = [{ return weight * (length(p) + faberShape(p, inputs.params)) * direction(phi(p)); }];
  let notes = "The shape is the sum of a polygon with round sides, a star, a lituus and a superformula, each with its strength.";
  let sampleParams = "0.5, 4, 1, 0.25, 5, 1.1, 0.2, 0.6, 0.3, 3, 1.2, 0.8, 1.3";
  let samples = [First<"1.5462459272, -0.186908848343">,
                 Second<"-1.32538257081, 0.923751488746">,
                 Sample<"0.3, 0.2", "0.830514586998, 0.553676391332", "0.8">];
}

def Zblur : Extra<"zblur", "z at random"> {
  let draws = [Bell];
  let generator = 1;
  let zOnly = 1;
  let formula = "(0, 0)";
  let body = [{ return Point{0, 0}; }];
  let depth = [{ return weight * u[0]; }];
  let samples = [First<"0, 0", "0.3">, Second<"0, 0", "0.3">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0, 0, 0.36", "0.8", "", "0.45">, SpaceSample<"-0.3, 0.9, -1.2", "0, 0, 0.36", "0.8", "", "0.45">];
}

def Zcone : Extra<"zcone", "z by the distance from the origin"> {
  let generator = 1;
  let zOnly = 1;
  let formula = "(0, 0)";
  let body = [{ return Point{0, 0}; }];
  let depth = [{ return weight * length(p); }];
  let samples = [First<"0, 0">, Second<"0, 0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0, 0, 0.644980619864", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "0, 0, 0.75894663844", "0.8">];
}

def Zscale : Extra<"zscale", "z times the weight"> {
  let aliases = ["zscale_wf"];
  let zOnly = 1;
  let formula = "(0, 0)";
  let body = [{ return Point{0, 0}; }];
  let depth = [{ return weight * z; }];
  let samples = [First<"0, 0">, Second<"0, 0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0, 0, 0.4", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "0, 0, -0.96", "0.8">];
}

def Ztranslate : Extra<"ztranslate", "z moved by the weight"> {
  let aliases = ["ztranslate_wf"];
  let generator = 1;
  let zOnly = 1;
  let formula = "(0, 0)";
  let body = [{ return Point{0, 0}; }];
  let depth = [{ return weight; }];
  let samples = [First<"0, 0">, Second<"0, 0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0, 0, 0.8", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "0, 0, 0.8", "0.8">];
}
