// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, F to H. ir/Variation.td says what a record means and what a body may use.

def Falloff : Extra<"falloff", "points scattered more, the farther they are"> {
  let params = [Param<"scatter", "1", "how far points are scattered">,
                Param<"mindist", "0.5", "distance where it begins">,
                Param<"mul_x", "1", "factor of x, or of the radius">,
                Param<"mul_y", "1", "factor of y, or of the angle">,
                Param<"mul_z", "0", "factor of z">,
                Param<"x0", "0", "x of the centre">,
                Param<"y0", "0", "y of the centre">,
                Param<"z0", "0", "z of the centre">,
                Param<"invert", "0", "1: more, the closer they are">,
                Param<"type", "0", "0: straight, 1: radial, 2: box">,
                Param<"boxpow", "2", "power of type 2, an integer">];
  let draws = [U01, U01, U01];
  let formula = "A = u - 1/2; R the distance from (x0, y0, z0), d = max(0, max(0, invert ? 1 - R "
                ": R) - mindist) scatter/25; type 0: w (x + mul_x A1 d, y + mul_y A2 d); type 1: "
                "w ρ cos(mul_z A3 d) (cos B, sin B), ρ = R + mul_x A1 d, B = φ + mul_y A2 d; "
                "type 2: with s = min(d, 0.9) + 0.1, x goes by mul_x d of the way to floor(x/s) "
                "+ s A1: w x + mul_x A1^boxpow d/s, and y with mul_y and A2";
  let body = [{
    Point a{u[0] - 0.5, u[1] - 0.5};
    Real dx = p.x - x0, dy = p.y - y0, reach = sqrt(dx * dx + dy * dy + z0 * z0);
    Real away = select(chosen(invert, 0), reach, max(1 - reach, Real(0)));
    Real d = max((away - mindist) * (0.04 * scatter), Real(0));
    Point straight = weight * Point{p.x + mul_x * a.x * d, p.y + mul_y * a.y * d};
    Real radius = (reach + mul_x * a.x * d) * cos(mul_z * (u[2] - 0.5) * d);
    Point radial = weight * radius * direction(phi(p) + mul_y * a.y * d);
    Real step = min(d, Real(0.9)) + 0.1;
    auto boxed = [&](Real v, Real shift, Real part) {
      Real size = pow(abs(shift), boxpow);
      Real grown = select(isEven(toInt(boxpow)), size, copysign(size, shift));
      Real moved = v + part * d * (floor(v / step) + step * shift - v);
      return weight * moved + part * grown * d / step;
    };
    Point box{boxed(p.x, a.x, mul_x), boxed(p.y, a.y, mul_y)};
    return select(chosen(type, 0), straight, select(chosen(type, 1), radial, box));
  }];
  let notes = "The slice z = 0.";
  let sampleParams = "9, 0.2, 1, 0.7, 0.4, 0.3, -0.2, 0.1, 0, 0, 2";
  let samples = [First<"0.70353958933, -0.0708777125308">, Second<"-0.87093584399, 0.607255090793">,
                 Sample<"0.91, -0.11", "0.47294319931, -0.0469236579887", "0.8",
                        "9, 0.2, 1, 0.7, 0.4, 0.3, -0.2, 0.1, 0, 1, 2">,
                 Sample<"0.91, -0.11", "0.972589388652, -0.156478847241", "0.8",
                        "9, 0.2, 1, 0.7, 0.4, 0.3, -0.2, 0.1, 0, 2, 3">,
                 Sample<"0.4, 0.1", "0.418790915387, 0.0932060524909", "0.8",
                        "9, 0.2, 1, 0.7, 0.4, 0.3, -0.2, 0.1, 1, 2, 2">];
}

def Falloff2 : Extra<"falloff2", "points scattered more, the farther they are"> {
  let params = [Param<"scatter", "1", "how far points are scattered">,
                Param<"mindist", "0.5", "distance where it begins">,
                Param<"mul_x", "1", "factor of x, or of the radius">,
                Param<"mul_y", "1", "factor of y, or of the angle">,
                Param<"mul_z", "0", "factor of z">,
                Param<"mul_c", "0", "factor of the colour">,
                Param<"x0", "0", "x of the centre">,
                Param<"y0", "0", "y of the centre">,
                Param<"z0", "0", "z of the centre">,
                Param<"invert", "0", "1: more, the closer they are">,
                Param<"type", "0", "0: straight, 1: radial, 2: round">];
  let draws = [U01, U01, U01, U01];
  let formula = "d = max(0, max(0, invert ? 1 - D : D) - mindist) scatter/25, D the distance "
                "from (x0, y0, z0): type 0: w (x + mul_x u1 d, y + mul_y u2 d); type 1: radius r "
                "+ mul_x u1 d and angle φ + mul_y u2 d, shortened by cos(mul_z u3 d); type 2: w "
                "(x + mul_x R cos S cos A, y + mul_y R cos S sin A), R = d u3, S = 2π d u1, A = "
                "π d u2; colour |c + mul_c u4 d|, without its whole part";
  let body = [{ return weight * falloff2(p, Real(0), inputs.params, u, 0).xy; }];
  let space = [{ return weight * falloff2(p, z, inputs.params, u, 0).xy; }];
  let depth = [{
    SpacePoint<B> at = falloff2(p, z, inputs.params, u, 0);
    Real steep = at.z * rsqrt(lengthSquared(at.xy) + at.z * at.z + tiny);
    return weight * select(chosen(type, 1), steep, at.z);
  }];
  let color = [{
    Real d = falloffAway(p, Point{x0, y0}, z0, invert, mindist, scatter);
    return select(mul_c == 0, color, fraction(abs(color + mul_c * u[3] * d)));
  }];
  let notes = "With mul_c = 0 the colour is left alone.";
  let sampleParams = "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 0, 0";
  let samples = [First<"0.764690616005, -0.0280719938579, 0.360071848016">,
                 Second<"-0.673596234015, 0.745392817776, 0.605211297956">,
                 Sample<"0.91, -0.11", "0.768762905217, -0.034914641356, 0.360071848016", "0.8", "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 0, 1", "">,
                 Sample<"0.91, -0.11", "0.788881991429, -0.07310684616, 0.360071848016", "0.8", "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 0, 2", "">,
                 Sample<"0.4, 0.1", "0.385681112074, 0.0978736547134, 0.371393085434", "0.8", "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 1, 2", "">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.59456, -0.263552, 0.425344", "0.8", "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 0, 0", "0.3, 0.7, 0.55, 0.9">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.553778246633, 0.80088657048, -0.559585897476", "0.8", "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 0, 1", "0.3, 0.7, 0.55, 0.9">,
                      SpaceSample<"0.7, -0.4, 0.5", "0.618005121663, -0.30669418157, 0.406795051542", "0.8", "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 0, 2", "0.3, 0.7, 0.55, 0.9">];
}

def Falloff2Ember : Extra<"falloff2_ember", "points scattered to all sides more, the farther they are"> {
  let params = [Param<"scatter", "1", "how far points are scattered">,
                Param<"mindist", "0.5", "distance where it begins">,
                Param<"mul_x", "1", "factor of x, or of the radius">,
                Param<"mul_y", "1", "factor of y, or of the angle">,
                Param<"mul_z", "0", "factor of z">,
                Param<"mul_c", "0", "factor of the colour">,
                Param<"x0", "0", "x of the centre">,
                Param<"y0", "0", "y of the centre">,
                Param<"z0", "0", "z of the centre">,
                Param<"invert", "0", "1: more, the closer they are">,
                Param<"type", "0", "0: straight, 1: radial, 2: round">];
  let draws = [U01, U01, U01, U01];
  let formula = "as falloff2, with u1 … u4 less 1/2";
  let body = [{ return weight * falloff2(p, Real(0), inputs.params, u, -0.5).xy; }];
  let space = [{ return weight * falloff2(p, z, inputs.params, u, -0.5).xy; }];
  let depth = [{ return weight * falloff2(p, z, inputs.params, u, -0.5).z; }];
  let color = [{
    Real d = falloffAway(p, Point{x0, y0}, z0, invert, mindist, scatter);
    return select(mul_c == 0, color, fraction(abs(color + mul_c * (u[3] - 0.5) * d)));
  }];
  let notes = "What Fractorium calls falloff2. With mul_c = 0 the colour is left alone.";
  let sampleParams = "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 0, 0";
  let samples = [First<"0.691309383994, -0.0708777125308, 0.298920821341", "0.2, 0.7, 0.4, 0.9">,
                 Sample<"0.91, -0.11", "0.693192261568, -0.068775947407, 0.298920821341", "0.8", "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 0, 1", "0.2, 0.7, 0.4, 0.9">,
                 Sample<"0.91, -0.11", "0.716328145587, -0.0887872272504, 0.298920821341", "0.8", "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 0, 2", "0.2, 0.7, 0.4, 0.9">,
                 Sample<"0.4, 0.1", "0.307259148346, 0.0790516542861, 0.303952482415", "0.8", "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 1, 2", "0.2, 0.7, 0.4, 0.9">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.53696, -0.303872, 0.402304", "0.8", "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 0, 0", "0.3, 0.7, 0.55, 0.9">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.278939539624, 0.65487342691, -0.879283615464", "0.8", "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 0, 1", "0.3, 0.7, 0.55, 0.9">,
                      SpaceSample<"0.7, -0.4, 0.5", "0.565642775901, -0.319641639154, 0.39958534961", "0.8", "9, 0.2, 1, 0.7, 0.4, 0.8, 0.3, -0.2, 0.1, 0, 2", "0.3, 0.7, 0.55, 0.9">];
}

def Falloff3 : Extra<"falloff3", "points and colours scattered more, the farther they are"> {
  let params = [Param<"blur_type", "0", "0: round, 1: radial, 2: logarithmic">,
                Param<"blur_shape", "0", "0: distances are round, 1: square">,
                Param<"blur_strength", "1", "how far points are scattered", [], "1e-6", "inf">,
                Param<"min_distance", "0.5", "distance where it begins", [], "0", "inf">,
                Param<"invert_distance", "0", "1: more, the closer they are">,
                Param<"mul_x", "1", "factor of x, or of the radius", [], "0", "1">,
                Param<"mul_y", "1", "factor of y, or of the angle", [], "0", "1">,
                Param<"mul_z", "0", "factor of z", [], "0", "1">,
                Param<"mul_c", "0", "factor of the colour", [], "0", "1">,
                Param<"center_x", "0", "x of the centre">,
                Param<"center_y", "0", "y of the centre">,
                Param<"center_z", "0", "z of the centre">,
                Param<"alpha", "0", "more of the angle, or of the logarithm">];
  let draws = [U01, U01, U01, U01];
  let formula = "A = u - 1/2; R the distance from the centre, t = blur_strength/25, d = max(0, max(0, invert ? 1 - R : R) "
                "- min_distance) t; type 0: w (x + mul_x Q cos S, y + mul_y Q sin S), Q = d A1 cos(2π d A2), S = π d A3; "
                "type 1: radius (r + mul_x A1 d) cos(mul_z A3 d), angle φ + (mul_y + alpha/√t) d A2; type 2: w (x + "
                "L(mul_x) l(A1) D, y + L(mul_y) l(A2) D), D = d + alpha (L(d) - d), L(v) = (e + ln(e v))/4, l(v) = sign v "
                "ln(e |v| + e)/e; colour c + mul_c A4 d, or c + L(mul_c) l(A4) D, without its whole part";
  let body = [{
    Falloff<B> at = falloff3(p, inputs.params, u);
    Point round = p + at.away * at.a[0] * cos(twoPi * at.away * at.a[1]) *
                          scaled(direction(pi * at.away * at.a[2]), Point{mul_x, mul_y});
    Real turn = (mul_y + alpha * rsqrt(0.04 * blur_strength)) * at.away * at.a[1];
    Real radius = (length(p) + mul_x * at.a[0] * at.away) * cos(mul_z * at.away * at.a[2]);
    Point radial = radius * direction(phi(p) + turn);
    Point logarithmic = p + at.far * Point{falloffMap(mul_x) * falloffScale(at.a[0]),
                                           falloffMap(mul_y) * falloffScale(at.a[1])};
    return weight * select(chosen(blur_type, 0), round, select(chosen(blur_type, 1), radial, logarithmic));
  }];
  let color = [{
    Falloff<B> at = falloff3(p, inputs.params, u);
    Real shift = select(chosen(blur_type, 2), falloffMap(mul_c) * falloffScale(at.a[3]) * at.far,
                        mul_c * at.a[3] * at.away);
    return select(mul_c == 0, color, fraction(abs(color + shift)));
  }];
  let notes = "The slice z = 0. With mul_c = 0 the colour is left alone.";
  let sampleParams = "0, 0, 9, 0.2, 0, 0.9, 0.7, 0.6, 0.8, 0.3, -0.2, 0.1, 0.4";
  let samples = [First<"0.706396853721, -0.0884035707373, 0.298920821341">,
                 Second<"-0.849647852106, 0.548518363584, 0.407871687981">,
                 Sample<"0.91, -0.11", "0.709086634191, -0.0557843002909, 0.298920821341", "0.8", "1, 0, 9, 0.2, 0, 0.9, 0.7, 0.6, 0.8, 0.3, -0.2, 0.1, 0.4", "0.3, 0.7, 0.55, 0.9">,
                 Sample<"0.91, -0.11", "0.641336940717, -0.00736521404811, 0.368460680078", "0.8", "2, 0, 9, 0.2, 0, 0.9, 0.7, 0.6, 0.8, 0.3, -0.2, 0.1, 0.4", "0.3, 0.7, 0.55, 0.9">,
                 Sample<"0.4, 0.1", "0.294750359581, 0.0794445833911, 0.3076", "0.8", "0, 1, 9, 0.2, 1, 0.9, 0.7, 0.6, 0.8, 0.3, -0.2, 0.1, 0.4", "0.3, 0.7, 0.55, 0.9">];
}

def Farblur : Extra<"farblur", "a blur that grows with the distance from a point"> {
  let params = [Param<"x", "1", "strength in x">,
                Param<"y", "1", "strength in y">,
                Param<"z", "1", "strength in z", [], "-inf", "inf", "deep">,
                Param<"x_origin", "0", "x of the sharp point">,
                Param<"y_origin", "0", "y of the sharp point">,
                Param<"z_origin", "0", "z of the sharp point">];
  let draws = [Bell, U01, U01];
  let formula = "G = w r'² u1, r' the distance from the origin given, u1 the sum of four uniform numbers less 2: "
                "(farblur_x G sin 2πu3 cos 2πu2, farblur_y G sin 2πu3 sin 2πu2)";
  let body = [{
    Real size = weight * (lengthSquared(p - Point{x_origin, y_origin}) + z_origin * z_origin) * u[0];
    return size * sin(twoPi * u[2]) * scaled(direction(twoPi * u[1]), Point{x, y});
  }];
  let space = [{
    Real size = weight * (lengthSquared(p - Point{x_origin, y_origin}) + square(z - z_origin)) * u[0];
    return size * sin(twoPi * u[2]) * scaled(direction(twoPi * u[1]), Point{x, y});
  }];
  let depth = [{
    Real size = weight * (lengthSquared(p - Point{x_origin, y_origin}) + square(z - z_origin)) * u[0];
    return size * deep * cos(twoPi * u[2]);
  }];
  let notes = "What Fractorium calls farblur: of the blur alone, to be added to other variations.";
  let sampleParams = "0.8, 1.2, 0.7, 0.2, -0.3, 0.1";
  let samples = [Sample<"0.91, -0.11", "0.0547457543561, 0.113026599777", "0.8", "", "0.45, 0.15, 0.4">,
                 Sample<"-0.99, 0.69", "0.239420636371, 0.494301352934", "0.8", "", "0.45, 0.15, 0.4">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.0417906521802, 0.0862798471583, -0.0856263586846", "0.8", "", "0.45, 0.15, 0.4">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.336315248498, 0.694347341417, -0.689088315129", "0.8", "", "0.45, 0.15, 0.4">];
}

def FarblurWf : Extra<"farblur_wf", "scattered more, the farther from a point, behind the sum"> {
  let params = [Param<"x", "1", "strength in x">,
                Param<"y", "1", "strength in y">,
                Param<"z", "1", "strength in z", [], "-inf", "inf", "deep">,
                Param<"x_origin", "0", "x of the sharp point">,
                Param<"y_origin", "0", "y of the sharp point">,
                Param<"z_origin", "0", "z of the sharp point">];
  let draws = [Bell, U01, U01];
  let formula = "G = w r'² u1, r' the distance from the origin given, u1 the sum of four uniform numbers less 2: (x + farblur_wf_x G sin 2πu3 "
                "cos 2πu2, y + farblur_wf_y G sin 2πu3 sin 2πu2)";
  let body = [{
    Real size = weight * (lengthSquared(p - Point{x_origin, y_origin}) + z_origin * z_origin) * u[0];
    return p + size * sin(twoPi * u[2]) * scaled(direction(twoPi * u[1]), Point{x, y});
  }];
  let space = [{
    Real size = weight * (lengthSquared(p - Point{x_origin, y_origin}) + square(z - z_origin)) * u[0];
    return p + size * sin(twoPi * u[2]) * scaled(direction(twoPi * u[1]), Point{x, y});
  }];
  let depth = [{
    Real size = weight * (lengthSquared(p - Point{x_origin, y_origin}) + square(z - z_origin)) * u[0];
    return z + size * deep * cos(twoPi * u[2]);
  }];
  let notes = "Meant as a post variation: what JWildfire calls farblur.";
  let sampleParams = "0.8, 1.2, 0.7, 0.2, -0.3, 0.1";
  let samples = [Sample<"0.91, -0.11", "0.964745754356, 0.00302659977737", "0.8", "", "0.45, 0.15, 0.4">,
                 Sample<"-0.99, 0.69", "-0.750579363629, 1.18430135293", "0.8", "", "0.45, 0.15, 0.4">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.74179065218, -0.313720152842, 0.414373641315", "0.8", "", "0.45, 0.15, 0.4">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.0363152484978, 1.59434734142, -1.88908831513", "0.8", "", "0.45, 0.15, 0.4">];
}

def Fdisc : Extra<"fdisc", "a disc with the turn in the inverse radius"> {
  let params = [Param<"ashift", "1", "added to the radius">,
                Param<"rshift", "1", "added to the angle">,
                Param<"xshift", "0", "phase in x">,
                Param<"yshift", "0", "phase in y">,
                Param<"term1", "1", "the disc">,
                Param<"term2", "0", "the disc times the point">,
                Param<"term3", "0", "the angle times the point">,
                Param<"term4", "0", "the point">];
  let formula = "A = 2π/(r + ashift), q = (φ/π + rshift)/2, f = (cos(A + xshift), sin(A + "
                "yshift)), by coordinates t: w q f (term1 + term2 t) + w q term3 t + term4 t";
  let body = [{
    Real angle = twoPi / (length(p) + ashift), q = (phi(p) / pi + rshift) / 2;
    auto axis = [&](Real t, Real wave) {
      return q * wave * (term1 + term2 * t) + term3 * t * q;
    };
    Point bent{axis(p.x, cos(angle + xshift)), axis(p.y, sin(angle + yshift))};
    return weight * bent + term4 * p;
  }];
  let sampleParams = "0.9, 0.8, 0.1, 0.2, 0.7, 0.3, 0.2, 0.1";
  let samples = [First<"-0.124586008556, -0.118173010177">,
                 Second<"-0.484689094981, 0.133871686667">];
}

def Fibonacci : Extra<"fibonacci", "the Fibonacci numbers, of complex ones"> {
  let formula = "z = x + iy, g = (1 + √5)/2: w/√5 (gᶻ - (-g)⁻ᶻ)";
  let body = [{ return weight * binet(p, Real(1)); }];
  let samples = [First<"0.707886377391, 0.0245069342342">,
                 Second<"4.91530045701, -1.71721562856">];
}

def Fibonacci2 : Extra<"fibonacci2", "the Fibonacci numbers, of complex ones, their size changed"> {
  let params = [Param<"sc", "1", "factor">,
                Param<"sc2", "1", "exponent of both powers' sizes">];
  let formula = "as fibonacci, the sizes of gᶻ and (-g)⁻ᶻ raised to sc2, all times sc";
  let body = [{ return weight * sc * binet(p, sc2); }];
  let sampleParams = "0.8, 0.6";
  let samples = [First<"0.540588185939, 0.0392276691164">,
                 Second<"1.51052434979, -0.427094855075">];
}

def Flatten : Extra<"flatten", "nothing, in the plane"> {
  let aliases = ["inflateZ_1", "inflateZ_2", "inflateZ_3", "inflateZ_4", "inflateZ_5", "inflateZ_6",
                 "dc_ztransl"];
  let generator = 1;
  let zOnly = 1;
  let flattens = 1;
  let formula = "(0, 0)";
  let body = [{ return Point{0, 0}; }];
  let notes = "Programs with a third dimension have these to change z alone. They leave x and y "
              "alone, so the plane sees no contribution.";
  let samples = [First<"0, 0">, Second<"0, 0">];
}

def Flipcircle : Extra<"flipcircle", "a disc mirrored"> {
  let formula = "w (x, r² > w² ? y : -y)";
  let body = [{
    return weight * Point{p.x, select(lengthSquared(p) > weight * weight, p.y, -p.y)};
  }];
  let notes = "The weight is also the radius of the disc.";
  let samples = [First<"0.728, -0.088">, Second<"-0.792, 0.552">,
                 Sample<"0.3, 0.2", "0.24, -0.16", "0.8">];
}

def Flipx : Extra<"flipx", "the upper half mirrored"> {
  let formula = "y > 0: w (-x, y), else w (x, y)";
  let body = [{ return weight * Point{select(p.y > 0, -p.x, p.x), p.y}; }];
  let unverified = onlyFractorium;
  let samples = [First<"0.728, -0.088">,
                 Second<"0.792, 0.552">];
}

def Flipy : Extra<"flipy", "the right half mirrored"> {
  let formula = "w (x, x > 0 ? -y : y)";
  let body = [{ return weight * Point{p.x, select(p.x > 0, -p.y, p.y)}; }];
  let samples = [First<"0.728, 0.088">, Second<"-0.792, 0.552">];
}

def Flowerdb : Extra<"flowerdb", "the radius by petals"> {
  let params = [Param<"petals", "6", "how many">,
                Param<"petal_split", "0", "how often each is split">,
                Param<"petal_spread", "1", "how far they are from the origin">];
  let formula = "w |(petal_spread + sin N φ) cos(petal_split N φ)| (x, y), N = petals";
  let body = [{
    Real turned = petals * phi(p);
    return weight * abs((petal_spread + sin(turned)) * cos(petal_split * turned)) * p;
  }];
  let notes = "In JWildfire, as `flower_db`, it also exchanges x and y.";
  let sampleParams = "5, 0.4, 0.7";
  let samples = [First<"0.0948403819242, -0.0114642219908">,
                 Second<"-0.21874160375, 0.15245626928">];
}

def Foci3D : Extra<"foci_3D", "lines through two foci"> {
  let formula = "w / (cosh x - cos y cos φ) (sinh x, sin y)";
  let body = [{
    return weight / (cosh(p.x) - cos(p.y) * cos(phi(p))) * Point{sinh(p.x), sin(p.y)};
  }];
  let notes = "Where z is 0 its author takes the angle φ for it; so here.";
  let samples = [First<"1.82353799686, -0.192319209703">,
                 Second<"-0.428745605248, 0.235304122575">];
}

def Fourth : Extra<"fourth", "another map in each quarter of the plane"> {
  let params = [Param<"spin", "3.14159265358979", "turn in the upper left, in radians">,
                Param<"space", "0", "width of its ring">,
                Param<"twist", "0", "turn that grows towards its centre">,
                Param<"x", "0", "x of its centre">,
                Param<"y", "0", "y of its centre, negated">];
  let formula = "x > 0, y > 0: w/r² (x, y); x > 0, y < 0, r < |w|: w √(w²/r² - 1) (x, y); x < 0, y > 0, with C = (fourth_x, -fourth_y), d = "
                "(x, y) - C, R = |d|: C + w d, turned by spin + twist (w - R) where R < w, else C + w (1 + space/R) d; elsewhere w (x, y)";
  let body = [{
    Real squared = lengthSquared(p);
    Point centre = {x, -y}, d = p - centre;
    Real away = length(d);
    Point turned = rotated(d, spin + twist * (weight - away)), pushed = (1 + space / (away + tiny)) * d;
    Point susan = centre + weight * select(away < weight, turned, pushed);
    Real loonie = sqrt(max(weight * weight / (squared + tiny) - 1, Real(0)));
    Real size = select(squared < weight * weight, loonie, Real(1));
    Bool right = p.x > 0, left = p.x < 0, above = p.y > 0, below = p.y < 0;
    Real factor = select(right & above, 1 / squared, select(right & below, size, Real(1)));
    return select(left & above, susan, weight * factor * p);
  }];
  let sampleParams = "0.7, 0.3, 0.4, -0.2, 0.1";
  let samples = [First<"0.728, -0.088">,
                 Second<"-1.00170562748, 0.701705627485">,
                 Sample<"0.3, 0.8", "0.328767123288, 0.876712328767", "0.8">,
                 Sample<"0.3, -0.4", "0.299759903923, -0.399679871897", "0.8">,
                 Sample<"-0.5, 0.2", "-0.538696787474, -0.122011046199", "0.8">,
                 Sample<"-0.5, -0.2", "-0.4, -0.16", "0.8">];
}

/// A variation that draws numbers whose orbits leave the circle of radius 2. `map` is how they go on, an OrbitMap of ir/ExtraShapes.h;
/// `window` are xmin, xmax, ymin and ymax, `own` further parameters and `step` the step for people.
class EscapeTime<string name, string summary, string map, list<string> window, string clip, string size, string shift, list<Param> others, string step>
    : Extra<name, summary> {
  let params = !listconcat(
      [Param<"max_iter", "100", "steps of an orbit, at most", [], "1", "100000">,
       Param<"xmin", window[0], "left edge">,
       Param<"xmax", window[1], "right edge">,
       Param<"ymin", window[2], "lower edge">,
       Param<"ymax", window[3], "upper edge">,
       Param<"buddhabrot_mode", "0", "1: points of the orbits instead of where they begin">,
       Param<"direct_color", "1", "0: the colour stays">,
       Param<"scalez", "1", "how high z is">,
       Param<"clip_iter_min", clip, "steps that are too few; 0: none">,
       Param<"clip_iter_max", "-5", "steps that are too many, counted from max_iter, below 0; 0: none">,
       Param<"max_clip_iter", "3", "numbers to try", [], "1", "1000">,
       Param<"buddhabrot_min_iter", "7", "points of an orbit that are left out", [], "0", "100000">,
       Param<"scale", size, "how large the picture is">,
       Param<"offsetx", shift, "shift in x">,
       Param<"offsety", "0", "shift in y">,
       Param<"z_fill", "0", "share of the points that are scattered down to the next lower step", [], "0", "1">,
       Param<"z_logscale", "0", "1: z is a logarithm", [], "0", "1">,
       Param<"offsetz", "0", "shift in z">], others);
  let draws = [U01, U01, U01, U01];
  let generator = 1;
  let formula = "s, drawn anew from [xmin, xmax] x [ymin, ymax] at most max_clip_iter times until n > clip_iter_min and n < max_iter + clip_iter_max, each only if it is above or below 0, n = 2 and "
                "the number of steps of " # step # ", from z = s on, before |z| ≥ 2, at most max_iter + 1: w scale (s + (offsetx, offsety)), not plotted if there is none; z is w scale (scalez/10 n/max_iter + "
                "offsetz), colour c + n/max_iter, without its whole part; with buddhabrot_mode any of the points of any orbit with |z| ≥ 2, from buddhabrot_min_iter + 1 on to the n-th, in the place of s, and colour c + its "
                "number/n";
  let body = [{ return Orbits<B>(inputs, }] # map # [{).position(); }];
  let shown = [{ return Orbits<B>(inputs, }] # map # [{).shown(); }];
  let color = [{ return Orbits<B>(inputs, }] # map # [{).colored(); }];
  let depth = [{ return Orbits<B>(inputs, }] # map # [{).depth(); }];
  let notes = "In buddhabrot_mode JWildfire goes on along an orbit from one point to the next, and tries without end for the next orbit; here each point is one by itself, and not plotted where "
              "1000 numbers were tried in vain.";
}

def FractDragonWf : EscapeTime<"fract_dragon_wf", "numbers next to the Julia set of c z (1 - z)", [{{2, 2, xseed, yseed} }],
                    ["-0.25", "1.2", "-0.75", "0.75"], "4", "5", "-0.5",
                    [Param<"xseed", "1.4", "real part of c">, Param<"yseed", "0.85", "imaginary part of c">],
                    "z becomes c (z - z²)"> {
  let sampleParams = "30, -0.25, 1.2, -0.75, 0.75, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 1.4, 0.85";
  let samples = [First<"0, 0, 0.25">,
                 Second<"0, 0, 0.25">,
                 Sample<"0.3, 0.4", "0.746856416702, -0.416749202728, 0.716666666667", "0.8", "", "0.12, 0.4, 0.8, 0.35">,
                 Sample<"0.3, 0.4", "0.387172130585, -0.848846809387, 0.516666666667", "0.8", "", "0.62, 0.14, 0.3, 0.95">,
                 Sample<"0.3, 0.4", "0.746856416702, -0.416749202728, 0.25", "0.8", "30, -0.25, 1.2, -0.75, 0.75, 0, 0, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 1.4, 0.85", "0.12, 0.4, 0.8, 0.35">,
                 Sample<"0.3, 0.4", "0.225138429276, 0.127469464959, 0.65", "0.8", "30, -0.25, 1.2, -0.75, 0.75, 1, 1, 1.5, 3, -12, 2, 3, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 1.4, 0.85", "0.64, 0.98, 0.19, 0.8">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.746856416702, -0.416749202728, 0.3552", "0.8", "30, -0.25, 1.2, -0.75, 0.75, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 1.4, 0.85", "0.12, 0.4, 0.8, 0.35">,
                      SpaceSample<"0.7, -0.4, 0.5", "0.746856416702, -0.416749202728, 0.311364136191", "0.8", "30, -0.25, 1.2, -0.75, 0.75, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 1, 1, 0.3, 1.4, 0.85", "0.12, 0.4, 0.8, 0.35">];
}

def FractJuliaWf : EscapeTime<"fract_julia_wf", "numbers next to a Julia set", [{{0, power, xseed, yseed} }],
                    ["-1", "1", "-1.2", "1.2"], "4", "3.8", "0",
                    [Param<"power", "2", "of z, a whole number", [], "2", "64">, Param<"xseed", "0.35", "real part of c">, Param<"yseed", "0.09", "imaginary part of c">],
                    "z becomes z^power + c"> {
  let sampleParams = "30, -1, 1, -1.2, 1.2, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 2, 0.35, 0.09";
  let samples = [First<"-0.703357452393, -0.739694000244, 0.416666666667">,
                 Second<"-0.703357452393, -0.739694000244, 0.416666666667">,
                 Sample<"0.3, 0.4", "0.364767471313, -0.551598724365, 0.75", "0.8", "", "0.12, 0.4, 0.8, 0.35">,
                 Sample<"0.3, 0.4", "-0.1313487854, -1.24295489502, 0.65", "0.8", "", "0.62, 0.14, 0.3, 0.95">,
                 Sample<"0.3, 0.4", "-0.1313487854, -1.24295489502, 0.25", "0.8", "30, -1, 1, -1.2, 1.2, 0, 0, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 5, 0.35, 0.09", "0.62, 0.14, 0.3, 0.95">,
                 Sample<"0.3, 0.4", "0.861732465071, -0.0552319268992, 0.694444444444", "0.8", "30, -1, 1, -1.2, 1.2, 1, 1, 1.5, 3, -12, 2, 3, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 2, 0.35, 0.09", "0.64, 0.98, 0.19, 0.8">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.364767471313, -0.551598724365, 0.36", "0.8", "30, -1, 1, -1.2, 1.2, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 2, 0.35, 0.09", "0.12, 0.4, 0.8, 0.35">,
                      SpaceSample<"0.7, -0.4, 0.5", "0.364767471313, -0.551598724365, 0.312782758122", "0.8", "30, -1, 1, -1.2, 1.2, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 1, 1, 0.3, 2, 0.35, 0.09", "0.12, 0.4, 0.8, 0.35">];
}

def FractMandelbrotWf : EscapeTime<"fract_mandelbrot_wf", "numbers next to the Mandelbrot set", [{{1, power, 0, 0} }],
                    ["-2.35", "0.75", "-1.2", "1.2"], "3", "4", "0.55",
                    [Param<"power", "2", "of z, a whole number", [], "2", "64">],
                    "z becomes z^power + s"> {
  let sampleParams = "30, -2.35, 0.75, -1.2, 1.2, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 3";
  let samples = [First<"0, 0, 0.25">,
                 Second<"0, 0, 0.25">,
                 Sample<"0.3, 0.4", "-0.582134365082, -0.163395721436, 0.416666666667", "0.8", "", "0.12, 0.4, 0.8, 0.35">,
                 Sample<"0.3, 0.4", "0.578597122192, -1.19988409424, 0.383333333333", "0.8", "", "0.62, 0.14, 0.3, 0.95">,
                 Sample<"0.3, 0.4", "-0.582134365082, -0.163395721436, 0.25", "0.8", "30, -2.35, 0.75, -1.2, 1.2, 0, 0, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 5", "0.12, 0.4, 0.8, 0.35">,
                 Sample<"0.3, 0.4", "-0.687584249816, -0.61270044035, 0.583333333333", "0.8", "30, -2.35, 0.75, -1.2, 1.2, 1, 1, 1.5, 3, -12, 2, 3, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 3", "0.85, 0.34, 0.3, 0.33">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.582134365082, -0.163395721436, 0.312", "0.8", "30, -2.35, 0.75, -1.2, 1.2, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 3", "0.12, 0.4, 0.8, 0.35">,
                      SpaceSample<"0.7, -0.4, 0.5", "-0.582134365082, -0.163395721436, 0.296899445949", "0.8", "30, -2.35, 0.75, -1.2, 1.2, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 1, 1, 0.3, 3", "0.12, 0.4, 0.8, 0.35">];
}

def FractMeteorsWf : EscapeTime<"fract_meteors_wf", "numbers s next to where s (z - 1/z) stays", [{{3, 2, 0, 0} }],
                    ["-1.7", "1.7", "-1.1", "1.1"], "3", "5.7", "0",
                    [],
                    "z becomes s (z - 1/z)"> {
  let sampleParams = "30, -1.7, 1.7, -1.1, 1.1, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3";
  let samples = [First<"-0.750724822998, -0.597333114624, 0.416666666667">,
                 Second<"-0.750724822998, -0.597333114624, 0.416666666667">,
                 Sample<"0.3, 0.4", "0.194562309265, -0.165779411316, 0.416666666667", "0.8", "", "0.12, 0.4, 0.8, 0.35">,
                 Sample<"0.3, 0.4", "0.94337033844, 0.594178070068, 0.383333333333", "0.8", "", "0.41, 0.83, 0.27, 0.66">,
                 Sample<"0.3, 0.4", "0.194562309265, -0.165779411316, 0.25", "0.8", "30, -1.7, 1.7, -1.1, 1.1, 0, 0, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3", "0.12, 0.4, 0.8, 0.35">,
                 Sample<"0.3, 0.4", "0.387529533586, 1.25165183771, 1", "0.8", "30, -1.7, 1.7, -1.1, 1.1, 1, 1, 1.5, 3, -12, 2, 3, 1.2, 0.1, -0.2, 0.4, 0, 0.3", "0.49, 0.25, 0.9, 0.04">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.194562309265, -0.165779411316, 0.312", "0.8", "30, -1.7, 1.7, -1.1, 1.1, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3", "0.12, 0.4, 0.8, 0.35">,
                      SpaceSample<"0.7, -0.4, 0.5", "0.194562309265, -0.165779411316, 0.296899445949", "0.8", "30, -1.7, 1.7, -1.1, 1.1, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 1, 1, 0.3", "0.12, 0.4, 0.8, 0.35">];
}

def FractPearlsWf : EscapeTime<"fract_pearls_wf", "numbers next to a Julia set of c (z - 1/z)", [{{4, 2, xseed, yseed} }],
                    ["-2", "2", "-2", "2"], "1", "2.45", "0",
                    [Param<"xseed", "0", "real part of c">, Param<"yseed", "-0.31", "imaginary part of c">],
                    "z becomes c (z - 1/z)"> {
  let sampleParams = "30, -2, 2, -2, 2, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 0, -0.31";
  let samples = [First<"0, 0, 0.25">,
                 Second<"0, 0, 0.25">,
                 Sample<"0.3, 0.4", "1.09290628052, 1.23741467285, 0.65", "0.8", "", "0.41, 0.83, 0.27, 0.66">,
                 Sample<"0.3, 0.4", "-0.0396871032715, 0.626586730957, 0.483333333333", "0.8", "", "0.77, 0.05, 0.5, 0.21">,
                 Sample<"0.3, 0.4", "1.09290628052, 1.23741467285, 0.25", "0.8", "30, -2, 2, -2, 2, 0, 0, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 0, -0.31", "0.41, 0.83, 0.27, 0.66">,
                 Sample<"0.3, 0.4", "0.0756981480061, -0.359551589826, 0.613636363636", "0.8", "30, -2, 2, -2, 2, 1, 1, 1.5, 3, -12, 2, 3, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 0, -0.31", "0.64, 0.98, 0.19, 0.8">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "1.09290628052, 1.23741467285, 0.3456", "0.8", "30, -2, 2, -2, 2, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 0, -0.31", "0.41, 0.83, 0.27, 0.66">,
                      SpaceSample<"0.7, -0.4, 0.5", "1.09290628052, 1.23741467285, 0.308429099383", "0.8", "30, -2, 2, -2, 2, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 1, 1, 0.3, 0, -0.31", "0.41, 0.83, 0.27, 0.66">];
}

def FractSalamanderWf : EscapeTime<"fract_salamander_wf", "numbers next to a Julia set of c z² - 1", [{{5, 2, xseed, yseed} }],
                    ["-2", "2", "-2", "2"], "1", "2.45", "0",
                    [Param<"xseed", "0.8", "real part of c">, Param<"yseed", "-0.15", "imaginary part of c">],
                    "z becomes c z² - 1"> {
  let sampleParams = "30, -2, 2, -2, 2, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 0.8, -0.15";
  let samples = [First<"-0.900146850586, -0.928969299316, 0.383333333333">,
                 Second<"-0.900146850586, -0.928969299316, 0.383333333333">,
                 Sample<"0.3, 0.4", "0.633534942627, -0.791331207275, 0.516666666667", "0.8", "", "0.12, 0.4, 0.8, 0.35">,
                 Sample<"0.3, 0.4", "-0.576267608643, 0.698143890381, 0.383333333333", "0.8", "", "0.41, 0.83, 0.27, 0.66">,
                 Sample<"0.3, 0.4", "0.633534942627, -0.791331207275, 0.25", "0.8", "30, -2, 2, -2, 2, 0, 0, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 0.8, -0.15", "0.12, 0.4, 0.8, 0.35">,
                 Sample<"0.3, 0.4", "-0.527972408591, -0.762114041295, 0.704545454545", "0.8", "30, -2, 2, -2, 2, 1, 1, 1.5, 3, -12, 2, 3, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 0.8, -0.15", "0.02, 0.23, 0.62, 0.39">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.633534942627, -0.791331207275, 0.3264", "0.8", "30, -2, 2, -2, 2, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 0.4, 0, 0.3, 0.8, -0.15", "0.12, 0.4, 0.8, 0.35">,
                      SpaceSample<"0.7, -0.4, 0.5", "0.633534942627, -0.791331207275, 0.302101764148", "0.8", "30, -2, 2, -2, 2, 0, 1, 1.5, 3, -12, 2, 4, 1.2, 0.1, -0.2, 1, 1, 0.3, 0.8, -0.15", "0.12, 0.4, 0.8, 0.35">];
}

def Funnel : Extra<"funnel", "a funnel"> {
  let params = [Param<"effect", "8", "strength">];
  let formula = "w (1/cos y + π effect) (tanh x, tanh y)";
  let body = [{ return weight * (1 / cos(p.y) + pi * effect) * Point{tanh(p.x), tanh(p.y)}; }];
  let notes = "As Fractorium has it; in flames of JWildfire it is `funnel_wf`.";
  let unverified = onlyFractorium;
  let sampleParams = "3";
  let samples = [First<"6.01762286723, -0.914231130191">,
                 Second<"-6.49597608369, 5.12895433205">];
}

def FunnelWf : Extra<"funnel_wf", "a funnel, with a cosine for each coordinate"> {
  let params = [Param<"effect", "8", "strength">];
  let formula = "w ((1/cos x + π effect) tanh x, (1/cos y + π effect) tanh y)";
  let body = [{
    auto one = [&](Real t) { return weight * (1 / cos(t) + pi * effect) * tanh(t); };
    return Point{one(p.x), one(p.y)};
  }];
  let notes = "What `funnel` is in flames of JWildfire.";
  let sampleParams = "3";
  let samples = [First<"6.37718433201, -0.914231130191">,
                 Second<"-6.81462571806, 5.12895433205">];
}

def Gamma : Extra<"gamma", "logarithm of the gamma function of the radius, and the angle"> {
  let losesDepth = 1;
  let formula = "w (ln Γ(r), φ)";
  let body = [{ return weight * Point{logGamma(length(p)), phi(p)}; }];
  let samples = [First<"0.0432715139738, -0.0962363815424">,
                 Second<"-0.0698328131216, 2.02632267701">,
                 Sample<"0.03, -0.02", "2.64234765731, -0.470402082838", "0.8">,
                 Sample<"6, 9", "11.7398693278, 0.786234978598", "0.8">];
}

def Gdoffs : Extra<"gdoffs", "the plane crossfaded with waves"> {
  let weighsDepth = 1;
  let params = [Param<"delta_x", "0", "how much in x">,
                Param<"delta_y", "0", "how much in y">,
                Param<"area_x", "2", "width of the area">,
                Param<"area_y", "2", "height of the area">,
                Param<"center_x", "0", "added to x">,
                Param<"center_y", "0", "added to y">,
                Param<"gamma", "1", "waves across the area">,
                Param<"square", "0", "not 0: delta_x also in y", [], "-inf", "inf", "square_">];
  let formula = "S(t) = (1 - cos 2πt)/2, o = S(delta/10), g = gamma / max(area): w t of each coordinate, t + center gone o of its way to S(4t), then o of "
                "the way to S(4 g t)";
  let body = [{
    auto swing = [](Real t) { return square(sin(pi * t)); };
    Real first = swing(delta_x / 10), second = select(chosen(square_, 0), swing(delta_y / 10), first);
    Real rate = gamma / max(max(abs(area_x), abs(area_y)), Real(0.1));
    auto faded = [&](Real t, Real share) {
      Real once = t + share * (swing(4 * t) - t);
      return once + share * (swing(4 * (rate * t - trunc(rate * t))) - once);
    };
    return weight * Point{faded(p.x + center_x, first), faded(p.y + center_y, second)};
  }];
  let sampleParams = "1.2, 2.1, 1.5, 0.8, 0.2, -0.3, 2, 0";
  let samples = [First<"0.760767013188, 0.117792057659">,
                 Second<"-0.408734936327, 0.321248695884">,
                 Sample<"0.3, 0.2", "0.380242663234, 0.435769464279", "0.8">,
                 Sample<"0.3, 0.2", "0.380242663234, 0.132212755459", "0.8", "1.2, 2.1, 1.5, 0.8, 0.2, -0.3, 2, 1">];
}

def Glynnia : Extra<"glynnia", "square root or its inverse, mirrored"> {
  let draws = [U01];
  let formula = "a + ib the square root of x + iy with a ≥ 0: w (a, -b) where u1 > 1/2, else w/r "
                "(a, b); inside the unit circle with a negated";
  let body = [{
    Point root = complexRoot(p);
    Real r = length(p);
    Point moved = select(u[0] > 0.5, Point{root.x, -root.y}, root / r);
    return weight * Point{select(r < 1, -moved.x, moved.x), moved.y};
  }];
  let samples = [First<"-0.834081059081, -0.0502286756177">,
                 Second<"0.218235357878, 0.694788989128">,
                 Sample<"-0.3, 0.4", "-0.252982212813, -0.505964425627", "0.8", "", "0.8">,
                 Sample<"0.9, 0.7", "0.807995133668, -0.277229392438", "0.8", "", "0.8">];
}

def Glynnia2 : Extra<"glynnia2", "square root or its inverse, each half of the plane to its side"> {
  let losesDepth = 1;
  let draws = [U01];
  let formula = "a + ib the square root of x + iy with a ≥ 0, s = 1 where y > 0, else -1: w (s a, -b) where u1 > 1/2, else w/r (s a, b)";
  let body = [{
    Point root = complexRoot(p);
    Real side = select(p.y > 0, root.x, -root.x), r = length(p);
    return weight * select(u[0] > 0.5, Point{side, -root.y}, Point{side, root.y} / r);
  }];
  let samples = [First<"-0.834081059081, -0.0502286756177">,
                 Second<"0.218235357878, 0.694788989128">,
                 Sample<"0.3, 0.2", "1.27513993445, 0.38608130685", "0.8">,
                 Sample<"-1.3, 0.2", "0.0699591739153, -0.914819264125", "0.8", "", "0.8">,
                 Sample<"1.3, -0.2", "-0.914819264125, 0.0699591739153", "0.8", "", "0.8">,
                 Sample<"-0.3, -0.2", "-0.38608130685, -1.27513993445", "0.8">];
}

def GlynnSim1 : Extra<"glynnSim1", "a Julia set of Glynn, with a small ring"> {
  let params = [Param<"radius", "1", "radius of the circle">,
                Param<"radius1", "0.1", "radius of the small circle">,
                Param<"phi1", "0", "its direction, in degrees">,
                Param<"thickness", "0.1", "inner radius of the ring, relative to radius1">,
                Param<"pow", "1.5",
                      "how fast inversion gets rarer outwards", [], "-inf", "inf", "exponent">,
                Param<"contrast", "0.5", "its probability at the circle">];
  let draws = [U01, U01, U01];
  let formula = "r < radius, or inside the small circle of radius1 around C = radius (cos phi1, "
                "sin phi1) (degrees): a random point of a ring in that circle; else (x, y), or "
                "with probability contrast (radius/r)^|pow| its inverse in the circle radius; "
                "times w";
  let body = [{
    Point center = radius * direction(pi / 180 * phi1);
    Point ring = center + radius1 * (thickness + (1 - thickness) * u[0]) * direction(twoPi * u[1]);
    Real r = length(p), alpha = radius / r;
    Point moved = select(u[2] > contrast * pow(alpha, abs(exponent)), p, alpha * alpha * p);
    Bool hit = (r < radius) | (lengthSquared(moved - center) < radius1 * radius1);
    return weight * select(hit, ring, moved);
  }];
  let sampleParams = "0.5, 0.1, 110, 0.2, 1.5, 0.5";
  let samples = [First<"0.728, -0.088">, Second<"-0.792, 0.552">,
                 Sample<"0.2, 0.3", "-0.147685455532, 0.342399858941", "0.8">,
                 Sample<"0.6, 0.4", "0.230769230769, 0.153846153846", "0.8", "", "0.3, 0.7, 0.1">];
}

def GlynnSim2 : Extra<"glynnSim2", "a Julia set of Glynn, with an arc"> {
  let params = [Param<"radius", "1", "radius of the circle">,
                Param<"thickness", "0.1", "without effect", [], "0", "1", "fixed">,
                Param<"contrast", "0.5", "probability of inversion at the circle", [], "0", "1">,
                Param<"pow", "1.5",
                      "how fast it gets rarer outwards", [], "-inf", "inf", "exponent">,
                Param<"phi1", "0", "start of the arc, in degrees">,
                Param<"phi2", "360", "end of the arc, in degrees">];
  let draws = [U01, U01];
  let formula = "r < radius: r at a random angle between phi1 and phi2 (degrees); else (x, y), "
                "or with probability contrast (radius/r)^|pow| its inverse in the circle radius; "
                "times w";
  let body = [{
    Real r = length(p), alpha = radius / r;
    Point arc = r * direction(pi / 180 * (phi1 + (phi2 - phi1) * u[0]));
    Point moved = select(u[1] > contrast * pow(alpha, abs(exponent)), p, alpha * alpha * p);
    return weight * select(r < radius, arc, moved);
  }];
  let notes = "The random radius of the published description is not used by it.";
  let sampleParams = "0.5, 0.1, 0.5, 1.5, 110, 150";
  let samples = [First<"0.728, -0.088">, Second<"-0.792, 0.552">,
                 Sample<"0.2, 0.3", "-0.152852086324, 0.24461447158", "0.8">,
                 Sample<"0.6, 0.4", "0.230769230769, 0.153846153846", "0.8", "", "0.3, 0.1">];
}

def GlynnSim3 : Extra<"glynnSim3", "a Julia set of Glynn, with two rings"> {
  let losesDepth = 1;
  let params = [Param<"radius", "1", "radius of the circle">,
                Param<"thickness", "0.1", "distance of the outer ring from it">,
                Param<"contrast", "0.5", "probability of inversion at the circle">,
                Param<"pow", "1.5",
                      "how fast it gets rarer outwards", [], "-inf", "inf", "exponent">,
                Param<"thickness2", "0.1", "nothing; Fractorium has it">];
  let draws = [U01, U01];
  let formula = "R1 = radius + thickness, R2 = radius²/R1; r < R1: R1 or, with probability "
                "R2/(R1 + R2), R2 at a random angle; else (x, y), or with probability contrast "
                "(radius/r)^|pow| its inverse in the circle radius; times w";
  let body = [{
    Real outer = radius + thickness, inner = radius * radius / outer;
    Point ring = select(u[1] < outer / (outer + inner), outer, inner) * direction(twoPi * u[0]);
    Real r = length(p), alpha = radius / r;
    Point moved = select(u[1] > contrast * pow(alpha, abs(exponent)), p, alpha * alpha * p);
    return weight * select(r < outer, ring, moved);
  }];
  let sampleParams = "0.5, 0.1, 0.5, 1.5, 0.1";
  let samples = [First<"0.728, -0.088">, Second<"-0.792, 0.552">,
                 Sample<"0.2, 0.3", "-0.103005664792, 0.317018838765", "0.8">,
                 Sample<"0.6, 0.4", "0.230769230769, 0.153846153846", "0.8", "", "0.3, 0.1">];
}

def GlynnSim4 : Extra<"glynnSim4", "points outside of a circle, some inverted, and one point"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"radius", "1", "radius of the circle">,
                Param<"contrast", "0.5", "how many points are inverted", [], "0", "1">,
                Param<"pow", "1.5", "how fast they become fewer", [], "-inf", "inf", "exponent">,
                Param<"X", "0", "x of the point", [], "-inf", "inf", "pointX">,
                Param<"Y", "0", "y of the point", [], "-inf", "inf", "pointY">];
  let draws = [U01];
  let formula = "r < radius: w (X, Y); else w (x, y), or with probability contrast (radius/r)^pow w times its inverse in the circle radius";
  let body = [{
    Real r = length(p), alpha = abs(radius / r);
    Point moved = select(u[0] > contrast * pow(alpha, exponent), p, alpha * alpha * p);
    return weight * select(r < radius, Point{pointX, pointY}, moved);
  }];
  let sampleParams = "0.7, 0.6, 1.4, 0.2, 0.3";
  let samples = [First<"0.424565579624, -0.0513211140205">,
                 Second<"-0.792, 0.552">,
                 Sample<"0.3, 0.2", "0.16, 0.24", "0.8">,
                 Sample<"1.2, 0.4", "0.96, 0.32", "0.8", "", "0.9">];
}

def GlynnSim5 : Extra<"glynnSim5", "points outside of a circle, some put on the diagonal"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"radius", "1", "radius of the circle">,
                Param<"thickness", "0.1", "width of the gap around it">,
                Param<"contrast", "0.5", "how many points are put there", [], "0", "1">,
                Param<"pow", "1.5", "how fast they become fewer", [], "-inf", "inf", "exponent">];
  let draws = [U01];
  let formula = "r < radius + thickness: (0, 0); else w (x, y), or with probability contrast (radius/r)^pow w (radius/r)² (1, 1)";
  let body = [{
    Real r = length(p), alpha = abs(radius / r);
    Point moved = select(u[0] > contrast * pow(alpha, exponent), p, alpha * alpha * Point{1, 1});
    return weight * select(r < radius + thickness, Point{0, 0}, moved);
  }];
  let sampleParams = "0.7, 0.1, 0.6, 1.4";
  let samples = [First<"0.466555582004, 0.466555582004">,
                 Second<"-0.792, 0.552">,
                 Sample<"0.3, 0.2", "0, 0", "0.8">,
                 Sample<"1.2, 0.4", "0.96, 0.32", "0.8", "", "0.9">];
}

def Gnarly : Extra<"gnarly", "a twist in the circle of every square cell"> {
  let params = [Param<"cellsize", "1", "side of a cell; 0: as linear">,
                Param<"twist", "1", "strength of the twist">];
  let formula = "L = (x, y) - C, C the middle of the cell, q = 4 |L|²/cellsize²: q ≤ 1: w (C + L "
                "turned clockwise by twist ln q); else w (x, y)";
  let body = [{
    Real size = select(cellsize == 0, Real(1), cellsize);
    Point center{(floor(p.x / size) + 0.5) * size, (floor(p.y / size) + 0.5) * size};
    Point local = p - center;
    Real q = 4 * lengthSquared(local) / (size * size);
    Point twisted = center + rotated(local, -(twist * log(max(q, Real(tiny)))));
    return weight * select((cellsize != 0) & (q <= 1), twisted, p);
  }];
  let sampleParams = "0.7, 1.3";
  let samples = [First<"0.639129631546, -0.184820721387">,
                 Second<"-0.801684422116, 0.553532295152">,
                 Sample<"0.05, 0.04", "0.04, 0.032", "0.8">,
                 Sample<"0.3, 0.2", "0.404592941652, 0.301831144966", "0.8">];
}

def Gridout : Extra<"gridout", "square cells moved by one, around the origin"> {
  let losesDepth = 1;
  let formula = "C the nearest whole point: w (x ± 1, y) in the cells above and below the origin's diagonals, - above; else w (x, y ± 1), - on "
                "the left";
  let body = [{ return weight * (p + gridStep(gridCell(p))); }];
  let samples = [First<"0.728, 0.712">,
                 Second<"-0.792, -0.248">,
                 Sample<"2.2, 0.3", "1.76, 1.04", "0.8">,
                 Sample<"1.3, -2.2", "1.84, -1.76", "0.8">,
                 Sample<"-0.6, -1.7", "0.32, -1.36", "0.8">,
                 Sample<"-2.3, -0.7", "-1.84, -1.36", "0.8">,
                 Sample<"0.7, 2.2", "-0.24, 1.76", "0.8">,
                 Sample<"-0.7, 2.3", "-1.36, 1.84", "0.8">,
                 Sample<"-2.2, 1.1", "-1.76, 0.08", "0.8">];
}

def HadamardJs : Extra<"hadamard_js",
             "a step of the Hadamard matrix as an iterated function system"> {
  let draws = [U01, U01];
  let formula = "u1 < 0.333: w/2 (x, y); else u2 < 0.666: w/2 (y, -x - 1); else w/2 (-y - 1, x)";
  let body = [{
    Point turned{p.y, -p.x - 1}, other{-p.y - 1, p.x};
    return weight / 2 * select(u[0] < 0.333, p, select(u[1] < 0.666, turned, other));
  }];
  let samples = [First<"0.364, -0.044">, Second<"-0.396, 0.276">,
                 Sample<"0.3, 0.2", "0.08, -0.52", "0.8", "", "0.5, 0.2">,
                 Sample<"0.3, 0.2", "-0.48, 0.12", "0.8", "", "0.5, 0.8">];
}

def HeartWf : Extra<"heart_wf", "a heart"> {
  let params = [Param<"scale_x", "1", "width">,
                Param<"scale_t", "1", "without effect", [], "-inf", "inf", "fixed">,
                Param<"shift_t", "0", "how far from the tip it begins">,
                Param<"scale_r_left", "1", "extent of the left half">,
                Param<"scale_r_right", "1", "extent of the right half">];
  let formula = "T = 60 |θ|/π scale_r - shift_t, at most 60, scale_r of the side, k = π T/180: w "
                "r (± scale_x (1200 + 40T - T²) sin k, -(400 + 40T - T²) cos k)/1000, - where θ "
                "< 0";
  let body = [{
    Real angle = theta(p), r = length(p);
    Real side = select(angle < 0, scale_r_left, scale_r_right);
    Real t = min(60 / pi * abs(angle) * side - shift_t, Real(60)), turn = pi / 180 * t;
    Real curve = 40 * t - t * t, across = 0.001 * (curve + 1200) * sin(turn) * scale_x;
    across = select(angle < 0, -across, across);
    return weight * r * Point{across, -0.001 * (curve + 400) * cos(turn)};
  }];
  let sampleParams = "1.1, 1, 0.3, 0.9, 1.2";
  let samples = [First<"0.631766087141, -0.26376640349">,
                 Second<"-0.470888749358, -0.72837967199">];
}

def Heat : Extra<"heat", "waves in spherical coordinates"> {
  let params = [Param<"theta_period", "1", "period of the waves of the angle">,
                Param<"theta_phase", "0", "their phase">,
                Param<"theta_amp", "1", "their amplitude">,
                Param<"phi_period", "1", "period of the waves of the angle from the z axis">,
                Param<"phi_phase", "0", "their phase">,
                Param<"phi_amp", "0", "their amplitude">,
                Param<"r_period", "1", "period of the waves of the radius">,
                Param<"r_phase", "0", "their phase">,
                Param<"r_amp", "0", "their amplitude">];
  let formula = "with waves w amp sin((2π t + phase)/period): R = r + the wave of r, a = φ + that of R for theta, b = that of R for phi: R cos b "
                "(cos a, sin a)";
  let body = [{
    auto wave = [&](Real t, Real period, Real phase, Real height) {
      Real inverse = select(period == 0, Real(0), 1 / select(period == 0, Real(1), period));
      return weight * height * sin((twoPi * t + phase) * inverse);
    };
    Real plain = sqrt(abs(lengthSquared(p))), moved = plain + wave(plain, r_period, r_phase, r_amp);
    Real r = select(moved == 0, Real(epsilon), moved);
    Real turn = phi(p) + wave(r, theta_period, theta_phase, theta_amp);
    return r * cos(wave(r, phi_period, phi_phase, phi_amp)) * direction(turn);
  }];
  let space = [{
    auto wave = [&](Real t, Real period, Real phase, Real height) {
      Real inverse = select(period == 0, Real(0), 1 / select(period == 0, Real(1), period));
      return weight * height * sin((twoPi * t + phase) * inverse);
    };
    Real plain = sqrt(abs(lengthSquared(p) + z)), moved = plain + wave(plain, r_period, r_phase, r_amp);
    Real r = select(moved == 0, Real(epsilon), moved);
    Real turn = phi(p) + wave(r, theta_period, theta_phase, theta_amp);
    Real tilt = acos(clamp(z / r, -1, 1)) + wave(r, phi_period, phi_phase, phi_amp);
    return r * sin(tilt) * direction(turn);
  }];
  let depth = [{
    auto wave = [&](Real t, Real period, Real phase, Real height) {
      Real inverse = select(period == 0, Real(0), 1 / select(period == 0, Real(1), period));
      return weight * height * sin((twoPi * t + phase) * inverse);
    };
    Real plain = sqrt(abs(lengthSquared(p) + z)), moved = plain + wave(plain, r_period, r_phase, r_amp);
    Real r = select(moved == 0, Real(epsilon), moved);
    return r * cos(acos(clamp(z / r, -1, 1)) + wave(r, phi_period, phi_phase, phi_amp));
  }];
  let notes = "In space R is of √|r² + z|, as Fractorium has it (JWildfire: √(r² + z²)), and π/2 more is the angle from the z axis.";
  let sampleParams = "1.3, 0.4, 0.7, 0.8, 0.2, 0.3, 1.6, 0.5, 0.4";
  let samples = [First<"0.633890432916, -0.266611022306">,
                 Second<"-0.34651743974, 0.814193982126">,
                 Sample<"0.3, 0.2", "0.627319155802, 0.229986154372", "0.8">,
                 Sample<"-1.3, 0.2", "-0.926939671013, 0.540233101618", "0.8">,
                 Sample<"0.3, 1.4", "-0.0203065828652, 1.28918670151", "0.8">,
                 Sample<"0.3, 0.2", "0.3, 0.2", "0.8", "0, 0.4, 0.7, 0, 0.2, 0.3, 0, 0.5, 0.4">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.333816756448, -0.449830187743, 0.510756174047", "0.8", "1.3, 0.4, 0.7, 0.8, 0.2, 0.3, 1.6, 0.5, 0.4">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.00203220392408, 0.0275785879675, -0.747974913468", "0.8", "1.3, 0.4, 0.7, 0.8, 0.2, 0.3, 1.6, 0.5, 0.4">];
}

def Helicoid : Extra<"helicoid", "space turned about the z axis, by the height"> {
  let params = [Param<"frequency", "1", "turns for each unit of z">];
  let formula = "w (x, y)";
  let body = [{ return weight * p; }];
  let space = [{ return weight * rotated(p, twoPi * frequency * z); }];
  let depth = [{ return weight * z; }];
  let notes = "In space it is turned by 2π frequency z.";
  let sampleParams = "0.7";
  let samples = [First<"0.728, -0.088">,
                 Second<"-0.792, 0.552">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.0702743030838, 0.641140797584, 0.4", "0.8", "0.7">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.736514537156, 0.183156590264, -0.96", "0.8", "0.7">];
}

def Helix : Extra<"helix", "space moved around a helix, by the height"> {
  let params = [Param<"frequency", "1", "turns for each unit of z">,
                Param<"width", "0.5", "radius of the helix">];
  let formula = "w (x + width, y)";
  let body = [{ return weight * (p + Point{width, 0}); }];
  let space = [{ return weight * (p + width * direction(twoPi * frequency * z)); }];
  let depth = [{ return weight * z; }];
  let notes = "In space the point is moved by width in the direction 2π frequency z.";
  let sampleParams = "0.7, 0.4";
  let samples = [First<"1.048, -0.088">,
                 Second<"-0.472, 0.552">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.371908719266, -0.0611145618, 0.4", "0.8", "0.7, 0.4">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.0685354256067, 0.990184936161, -0.96", "0.8", "0.7, 0.4">];
}

def Hemisphere : Extra<"hemisphere", "the plane on a hemisphere, seen from above"> {
  let formula = "w / √(r² + 1) (x, y)";
  let body = [{ return weight * rsqrt(lengthSquared(p) + 1) * p; }];
  let notes = "In space it also sets z; its x and y do not depend on z.";
  let depth = [{ return weight * rsqrt(lengthSquared(p) + 1); }];
  let samples = [First<"0.536659554916, -0.0648709352096">,
                 Second<"-0.50535121951, 0.352214486325">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.43595940873, -0.249119662132, 0.622799155329", "0.8">, SpaceSample<"-0.3, 0.9, -1.2", "-0.174114300026, 0.522342900079, 0.580381000088", "0.8">];
}

def Henon : Extra<"henon", "Hénon's map"> {
  let losesDepth = 1;
  let params = [Param<"a", "0.5", "how sharp it bends">,
                Param<"b", "1", "factor of x in y">,
                Param<"c", "1", "added to x">];
  let formula = "w (c - a x² + y, b x)";
  let body = [{ return weight * Point{c - a * p.x * p.x + p.y, b * p.x}; }];
  let sampleParams = "0.7, 0.4, 1.2";
  let samples = [First<"0.408264, 0.2912">,
                 Second<"0.963144, -0.3168">];
}

def HexModulus : Extra<"hex_modulus", "the rest after the nearest centre of a hexagonal grid"> {
  let params = [Param<"size", "1", "half the distance of two centres">];
  let formula = "C the nearest centre, neighbours 2 size apart: w/size ((x, y) - C)";
  let body = [{
    Real side = 2 / std::sqrt(3.0) * select(size == 0, Real(epsilon), size);
    Point center = swapped(nearestHexagon(swapped(p), side));
    return 2 / std::sqrt(3.0) * weight / side * (p - center);
  }];
  let sampleParams = "0.4";
  let samples = [First<"0.22, -0.22">, Second<"0.42, -0.0056406460551">,
                 Sample<"1.1, -0.7", "-0.2, -0.0143593539449", "0.8">];
}

def HexRand : Extra<"hex_rand", "a field of hexagons of random size"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"x", "10", "half the number of columns">,
                Param<"y", "10", "half the number of rows">,
                Param<"size", "1", "size of the largest">,
                Param<"power", "1", "above 1: more are small">,
                Param<"density", "1", "share of the hexagons that are there", [], "0", "1">,
                Param<"seed", "1", "chooses the pattern">];
  let draws = [U01, U01, U01, U01];
  let generator = 1;
  let formula = "a point of a hexagon with corners size h^power/√3 from its centre, h the hash of the cell, in a random cell of a hexagonal "
                "lattice; times w; (0, 0) where another hash of the cell is not below density";
  let body = [{
    Real k = 6 * u[0], wedge = floor(k), part = k - wedge, half = floor(wedge / 2);
    Real reach = sqrt(1 + part * part - part), sign = select(wedge - 2 * half > 0.5, Real(1), Real(-1));
    Real angle = 2 * pi / 3 * half + sign * asin(std::sqrt(0.75) * part / reach) - halfPi;
    Real column = floor(u[1] * x * 2) - x, row = floor(u[2] * y * 2) - y;
    Int i = toInt(rint(column)), j = toInt(rint(row)), salt = toInt(rint(seed));
    Real r = size / std::sqrt(3.0) * reach * sqrt(u[3]) * pow(hashed(j, i, salt), power);
    Point node = r * direction(angle) + Point{column + row / 2, std::sqrt(0.75) * row};
    return select(hashed(i, j, salt) < density, weight * node, Point{0, 0});
  }];
  let notes = "Which hexagons are how large comes from another hash than in other programs: the same look, another pattern. On CPUs Fractorium weighs where a hexagon is, but not its size.";
  let sampleParams = "4, 3, 0.9, 1.2, 0.8, 1";
  let samples = [First<"0.817449640287, -0.0151118317757", "0.3, 0.7, 0.55, 0.9">,
                 Second<"0, 0", "0.8, 0.2, 0.15, 0.35">,
                 Sample<"0.3, 0.2", "-0.440126500169, -0.746876762934", "0.8", "4, 3, 0.9, 0.7, 1, 7", "0.1, 0.6, 0.4, 0.7">,
                 Sample<"0.3, 0.2", "0, 0", "0.8", "4, 3, 0.9, 0.7, 0, 7", "0.1, 0.6, 0.4, 0.7">];
}

def HexTruchet : Extra<"hex_truchet", "a field of hexagonal tiles with three arcs each"> {
  let losesDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"size", "1", "width of the arcs", [], "-1", "1">,
                Param<"side", "1", "tiles from the middle to each side">,
                Param<"seed", "1", "chooses the pattern">];
  let draws = [U01, U01, U01, U01];
  let generator = 1;
  let formula = "in a random tile, whose neighbours are at 2: at 2/√3 from its centre the arc of a third of a turn, around the corner, between "
                "the radii 0.15 + d and 1 - d, d = 0.425 (1 - size); turned by -π/3 in half of the tiles; times w";
  let body = [{
    Real angle = twoPi * u[0], thin = 0.425 * (1 - size), low = square(0.15 + thin), high = square(1 - thin);
    Real r = sqrt(u[1] * (high - low) + low), count = 2 * side + 1;
    Real corner = pi / 6 + floor(3 * u[0]) * (2 * pi / 3);
    Real column = floor(u[2] * count) - side, row = floor(u[3] * count) - side;
    Bool turned = hashed(toInt(rint(column)), toInt(rint(row)), toInt(rint(seed))) >= 0.5;
    Point arc = r * direction(angle + 5 * pi / 6) + 2 / std::sqrt(3.0) * direction(corner);
    Point tile{2 * column + row, std::sqrt(3.0) * row};
    return weight * (rotated(arc, select(turned, Real(-pi / 3), Real(0))) + tile);
  }];
  let notes = "Which way a tile turns comes from another hash than in other programs: the same look, another pattern.";
  let sampleParams = "0.8, 2, 1";
  let samples = [First<"2.27088031154, 2.6257011334", "0.3, 0.7, 0.55, 0.9">,
                 Second<"-4.44999052747, -1.73379588991", "0.8, 0.2, 0.1, 0.35">,
                 Sample<"0.3, 0.2", "1.14963199227, 1.80018527637", "0.8", "-0.4, 1, 7", "0.1, 0.6, 0.4, 0.7">];
}

def Hexcrop : Extra<"hexcrop", "what is outside of a hexagon cut off"> {
  let weighsDepth = 1;
  let unverified = onlyFractorium;
  let params = [Param<"scale_x", "1", "width of the hexagon">,
                Param<"scale_y", "1", "its height">,
                Param<"center_x", "0", "added to x">,
                Param<"center_y", "0", "added to y">,
                Param<"dropoff", "1e10", "where the rest goes, in x and y">];
  let formula = "v = (x, y) + center: w v in the hexagon with corners (±√2 scale_x, 0) and (±scale_x/2, ±3/√8 scale_y), else (dropoff, dropoff)";
  let body = [{
    Point v = p + Point{center_x, center_y};
    Real across = abs(v.x / scale_x), along = abs(v.y / scale_y) * (std::sqrt(8.0) / 3);
    Bool inside = (along < 1) & (across < std::sqrt(2.0) - (std::sqrt(2.0) - 0.5) * along);
    return select(inside, weight * v, Point{dropoff, dropoff} + 0 * v);
  }];
  let notes = "Outside Fractorium also discards what stands before it in the sum of its xform.";
  let sampleParams = "0.9, 1.1, 0.1, -0.2, 3";
  let samples = [First<"0.808, -0.248">,
                 Second<"-0.712, 0.392">,
                 Sample<"0.3, 0.2", "0.32, 0", "0.8">,
                 Sample<"-0.99, 0.3", "-0.712, 0.08", "0.8">,
                 Sample<"1.3, 0.2", "3, 3", "0.8">];
}

def Hexes : Extra<"hexes", "hexagonal cells, each scaled and turned"> {
  let params = [Param<"cellsize", "1", "side of a cell; 0: nothing">,
                Param<"power", "1", "above 1: away from the edge">,
                Param<"rotate", "0.166", "angle in turns">,
                Param<"scale", "1", "scale of each cell">];
  let formula = "in the cell of centre C, L(d) = 1 on its edge: d = (x, y) - C turned clockwise "
                "by 2π rotate gives v: w (C + v T), T = scale L(d)^power divided by L(d) in the "
                "middle and L(v) near the edge";
  let body = [{
    auto cell = hexesCell<B>(p, inputs.params);
    return weight * select(cellsize == 0, Point{0, 0} * p.x, cell.center + cell.moved);
  }];
  let sampleParams = "0.4, 1.3, 0.1, 0.8";
  let samples = [First<"0.771597197412, 0.0512858896062">,
                 Second<"-0.874716151716, 0.490526700173">,
                 Sample<"0.33, 0.41", "0.371634613551, 0.402904201259", "0.8">,
                 Sample<"-1.7, 2.2", "-1.46759440484, 1.81035701805", "0.8">];
}

def Hexaplay3D : Extra<"hexaplay3D", "a snowflake of six corners, or of three"> {
  let params = [Param<"majp", "1", "beyond ±1: the distance of two plates, and 1">,
                Param<"scale", "0.25", "twice the size of the copies">,
                Param<"zlift", "0.25", "twice the factor of z">];
  let draws = [U01, U01, U01];
  let formula = "φ = π/3 floor(6 u3) where u2 < 4/5, else 2π/3 floor(3 u3): scale/2 (x, y) + w (cos φ, sin φ)";
  let body = [{
    Real turn = select(u[1] < 0.8, pi / 3 * floor(6 * u[2]), twoPi / 3 * floor(3 * u[2]));
    return scale / 2 * p + weight * direction(turn);
  }];
  let depth = [{
    Real apart = max((abs(majp) - 1) / 2, Real(0)), sign = select(u[0] < 0.5, Real(-1), Real(1));
    return zlift / 2 * z + sign * apart;
  }];
  let notes = "Other programs go through the corners in turn, and draw anew whether it is six or three after each six or three points, which comes "
              "to the same share: a chain that takes this xform many times in a row has another order here. What stands before it in the sum of its "
              "xform they also shrink; here that stays.";
  let sampleParams = "-3, 0.3, 0.7";
  let samples = [First<"-0.6635, -0.0165">,
                 Second<"-0.9485, 0.1035">,
                 Sample<"0.3, 0.2", "-0.155, 0.376410161514", "0.4", "2.6, 0.3, 0.7", "0.7, 0.9, 0.5">,
                 Sample<"0.3, 0.2", "-0.355, -0.662820323028", "0.8", "1.2, 0.3, 0.7", "0.2, 0.85, 0.9">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-0.695, -0.06, -0.825", "0.8", "-3, 0.3, 0.7", "0.2, 0.1, 0.6">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.755, 0.135, 0.58", "0.8", "-3, 0.3, 0.7", "0.7, 0.9, 0.2">,
                      SpaceSample<"0.7, -0.4, 0.5", "0.505, -0.752820323028, 0.175", "0.8", "0.5, 0.3, 0.7", "0.2, 0.1, 0.99">];
}

def Hexnix3D : Extra<"hexnix3D", "a snowflake of six corners, or of three"> {
  let params = [Param<"majp", "1", "beyond ±2: half the distance of two plates, and 1; negative: the lower one upside down">,
                Param<"scale", "0.25", "size of the copies">,
                Param<"zlift", "0", "factor of z">,
                Param<"3side", "0.667", "distance of the three corners", [], "-inf", "inf", "side">];
  let draws = [U01, U01, U01];
  let formula = "N = exp(-iπ/3 floor(6 u3)), g = 1 where u2 < 4/5, else N = exp(-iπ (1/2 + 2/3 floor(3 u3))), g = 3side; s the lesser of |2w| and "
                "1, with the sign of w where that is 2w; as complex numbers: s N (scale (x + iy) + w g)";
  let body = [{
    Real smooth = select(abs(weight) <= 0.5, 2 * weight, Real(1));
    Bool six = u[1] < 0.8;
    Real turn = select(six, -(pi / 3) * floor(6 * u[2]), -halfPi - 2 * pi / 3 * floor(3 * u[2]));
    Real reach = weight * select(six, Real(1), side);
    return smooth * complexProduct(direction(turn), scale * p + Point{reach, 0});
  }];
  let depth = [{
    Real smooth = select(abs(weight) <= 0.5, 2 * weight, Real(1)), sign = select(u[0] < 0.5, Real(-1), Real(1));
    Real apart = max(abs(majp) / 2 - 1, Real(0)), lift = z * scale * zlift;
    return smooth * select(majp <= -2, sign * (lift + apart), lift + sign * apart);
  }];
  let notes = "Other programs draw anew whether it is six corners or three after each six or three points, which comes to the same share. What "
              "stands before it in the sum of its xform they also turn and shrink; here that stays.";
  let sampleParams = "-3, 0.3, 0.7, 0.6";
  let samples = [First<"-1.073, 0.033">,
                 Second<"-0.503, -0.207">,
                 Sample<"0.3, 0.2", "-0.252630706599, 0.0904307806183", "0.4", "2.6, 0.3, 0.7, 0.6", "0.7, 0.9, 0.5">,
                 Sample<"0.3, 0.2", "0.463634480157, 0.336961524227", "0.8", "1.2, 0.3, 0.7, 0.6", "0.2, 0.85, 0.9">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "-1.01, 0.12, -0.605", "0.8", "-3, 0.3, 0.7, 0.6">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.27, -0.39, 0.248", "0.8", "-3, 0.3, 0.7, 0.6", "0.7, 0.9, 0.2">,
                      SpaceSample<"0.7, -0.4, 0.5", "-1.01, 0.12, -0.395", "0.8", "3, 0.3, 0.7, 0.6", "0.2, 0.1, 0.6">,
                      SpaceSample<"0.7, -0.4, 0.5", "-1.01, 0.12, 0.105", "0.8", "1.5, 0.3, 0.7, 0.6", "0.2, 0.1, 0.6">];
}

def Ho : Extra<"ho", "hyperbolic octahedra"> {
  let params = [Param<"xpow", "3", "exponent for x">,
                Param<"ypow", "3", "exponent for y">,
                Param<"zpow", "3", "exponent for z">];
  let formula = "t(c) = |c|^n + n c: w (t(cos x cos y) + π/8, t(sin x cos y) + π/8), n the exponent of each";
  let body = [{
    auto term = [](Real t, Real n) { return pow(abs(t), n) + n * t; };
    return weight * Point{term(cos(p.x) * cos(p.y), xpow) + atan2(p.y * p.y, Real(0)) / 4,
                          term(sin(p.x) * cos(p.y), ypow) + atan2(p.x * p.x, Real(0)) / 4};
  }];
  let space = [{
    auto term = [](Real t, Real n) { return pow(abs(t), n) + n * t; };
    return weight * Point{term(cos(p.x) * cos(p.y), xpow) + atan2(p.y * p.y, z * z) / 4,
                          term(sin(p.x) * cos(p.y), ypow) + atan2(p.x * p.x, z * z) / 4};
  }];
  let depth = [{ return weight * (pow(abs(sin(p.y)), zpow) + zpow * sin(p.y)); }];
  let notes = "In JWildfire the powers keep their sign. In space π/2 is atan2(y², z²), and atan2(x², z²) for y.";
  let sampleParams = "2.2, 3, 1.7";
  let samples = [First<"1.65751797805, 2.58410936355">,
                 Second<"1.17957102558, -1.01886581091">,
                 Sample<"2.3, 0.2", "-0.521861410292, 2.38046720967", "0.8">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "1.72387736652, 1.81100633491, -0.368619326264", "0.8", "2.2, 3, 1.7">,
                      SpaceSample<"-0.3, 0.9, -1.2", "1.40184687509, -0.423433043657, 1.59351823447", "0.8", "2.2, 3, 1.7">];
}

def HoWf : Extra<"ho_wf", "hyperbolic octahedra, of powers with a sign"> {
  let params = [Param<"xpow", "3", "exponent for x">,
                Param<"ypow", "3", "exponent for y">,
                Param<"zpow", "3", "exponent for z">];
  let formula = "t(c) = c^n + n c: w (t(cos x cos y) + π/8, t(sin x cos y) + π/8), n the exponent of each";
  let body = [{
    auto term = [](Real t, Real n) { return pow(abs(t), n) * oddSign(t, n) + n * t; };
    return weight * Point{term(cos(p.x) * cos(p.y), xpow) + atan2(p.y * p.y, Real(0)) / 4,
                          term(sin(p.x) * cos(p.y), ypow) + atan2(p.x * p.x, Real(0)) / 4};
  }];
  let space = [{
    auto term = [](Real t, Real n) { return pow(abs(t), n) * oddSign(t, n) + n * t; };
    return weight * Point{term(cos(p.x) * cos(p.y), xpow) + atan2(p.y * p.y, z * z) / 4,
                          term(sin(p.x) * cos(p.y), ypow) + atan2(p.x * p.x, z * z) / 4};
  }];
  let depth = [{ return weight * (pow(abs(sin(p.y)), zpow) * oddSign(sin(p.y), zpow) + zpow * sin(p.y)); }];
  let notes = "What JWildfire calls ho. In space π/2 is atan2(y², z²), and atan2(x², z²) for y.";
  let sampleParams = "2, 3, 5";
  let samples = [First<"1.58793285327, 2.58410936355">,
                 Second<"1.13450063029, -1.44776783964">,
                 Sample<"2.3, 0.2", "-0.389510680933, 2.38046720967", "0.8">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "1.63802694688, 1.81100633491, -1.56483764024", "0.8", "2, 3, 5">,
                      SpaceSample<"-0.3, 0.9, -1.2", "1.33475569551, -0.433351302518, 3.36924961738", "0.8", "2, 3, 5">];
}

def HoldFar : Extra<"hold_far", "points that are very far away, brought to a limit"> {
  let formula = "each coordinate limited to -10⁹ … 10⁹, times w";
  let body = [{ return weight * Point{clamp(p.x, -1e9, 1e9), clamp(p.y, -1e9, 1e9)}; }];
  let depth = [{ return weight * clamp(z, -1e9, 1e9); }];
  let notes = "Beyond 10¹⁰ a point would start anew. Some programs let points go on; an xform that stretches, followed by one that "
              "inverts or forgets, needs that.";
  let samples = [Sample<"-3e9, 2", "-8e8, 1.6", "0.8">, Sample<"1, -7e12", "0.8, -8e8", "0.8">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 5e9", "0.56, -0.32, 8e8", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.24, 0.72, -0.96", "0.8">];
}

def Hole : Extra<"hole", "a hole with a spiral edge"> {
  let losesDepth = 1;
  let params = [Param<"a", "1", "exponent of the edge">,
                Param<"inside", "0", "not 0: the plane in the hole", [], "0", "1">];
  let formula = "d = (φ/π + 1)^a: (w r + d)/r (x, y), or inside w d/(r + d)/r (x, y)";
  let body = [{
    Real r = length(p), behind = select(p.y < 0, phi(-p), phi(p) + pi);
    Real edge = pow(behind / pi, a);
    return select(inside > 0.5, weight * edge / (r + edge), weight * r + edge) * direction(phi(p));
  }];
  let sampleParams = "1.3, 0";
  let samples = [First<"1.67164077263, -0.202066467021">,
                 Second<"-2.56143791592, 1.78524460807">,
                 Sample<"0.3, 0.2", "0.504367630555, 0.336245087037", "0.8", "0.7, 1">,
                 Sample<"-0.6, -0.4", "-2.40324623265, -1.6021641551", "0.8", "-0.5, 0">];
}

def Hole2 : Extra<"hole2", "a hole of ten shapes, or its inside"> {
  let partial = 1;
  let params = [Param<"a", "1", "exponent of what grows around the hole">,
                Param<"b", "2", "number of its waves">,
                Param<"c", "1", "size of what grows">,
                Param<"d", "1", "factor of the angle">,
                Param<"inside", "0", "1: the inverse", [], "0", "1">,
                Param<"shape", "0", "the shape, 0 to 9", [], "0", "9">];
  let formula = "t = d φ, D = c (t/π + 1)^a: w R (cos t, sin t), with inside 1/R in the place of R; R = r + D for shape 0, else √(r² s + e + D): s = 1 + sin(b t) for shape 6, else 1; e = 0, sin(b t), "
                "sin t, t² - 2 D + 1, |tan t|, 0, |sin(b t/2)|, sin(π sin(b t)), (sin(b t) + cos(2 b t))/2 for 1 to 9";
  let body = [{
    Real squared = lengthSquared(p), t = d * phi(p), base = t / pi + 1;
    Real grown = c * oddSign(base, a) * pow(abs(base), a), wave = sin(b * t);
    Real more = select(chosen(shape, 2), wave, select(chosen(shape, 3), sin(t), Real(0)));
    more = select(chosen(shape, 4), t * t - 2 * grown + 1, select(chosen(shape, 5), abs(tan(t)), more));
    more = select(chosen(shape, 7), abs(sin(b * t / 2)), select(chosen(shape, 8), sin(pi * wave), more));
    more = select(chosen(shape, 9), (wave + cos(2 * b * t)) / 2, more);
    Real stretched = select(chosen(shape, 6), squared * (1 + wave), squared);
    Real radius = select(chosen(shape, 0), sqrt(squared) + grown, sqrt(stretched + more + grown));
    return weight * select(chosen(inside, 1), 1 / radius, radius) * direction(t);
  }];
  let notes = "NaN where the square root is of less than nothing.";
  let sampleParams = "1.1, 2.5, 1.2, 0.9, 0, 0";
  let samples = [First<"1.6472691466, -0.179043224523">,
                 Second<"-1.76721062412, 2.06095139218">,
                 Sample<"0.91, -0.11", "0.56310735421, -0.0612046651019", "0.8", "1.1, 2.5, 1.2, 0.9, 1, 1">,
                 Sample<"1.3, 0.8", "1.52273906691, 0.824948426776", "0.8", "1.1, 2.5, 1.2, 0.9, 0, 2">,
                 Sample<"0.91, -0.11", "0.579007634584, -0.0629328814502", "0.8", "1.1, 2.5, 1.2, 0.9, 1, 3">,
                 Sample<"1.3, 0.8", "1.03530512302, 0.560879635276", "0.8", "1.1, 2.5, 1.2, 0.9, 0, 4">,
                 Sample<"0.91, -0.11", "0.548365970084, -0.0596024102712", "0.8", "1.1, 2.5, 1.2, 0.9, 1, 5">,
                 Sample<"1.3, 0.8", "1.71504498718, 0.929130732089", "0.8", "1.1, 2.5, 1.2, 0.9, 0, 6">,
                 Sample<"0.91, -0.11", "0.544978766463, -0.0592342519409", "0.8", "1.1, 2.5, 1.2, 0.9, 1, 7">,
                 Sample<"1.3, 0.8", "1.39062542923, 0.753375469905", "0.8", "1.1, 2.5, 1.2, 0.9, 0, 8">,
                 Sample<"0.91, -0.11", "0.525603737589, -0.0571283619277", "0.8", "1.1, 2.5, 1.2, 0.9, 1, 9">];
}

def Hypercrop : Extra<"hypercrop", "discs around a polygon cut out, which touch the unit circle at right angles"> {
  let params = [Param<"n", "4", "number of discs">,
                Param<"rad", "1", "size of the discs">,
                Param<"zero", "0", "what is cut goes 0: to the edge, 1: to the origin, 2: to the centre of the disc">];
  let formula = "a = π/n, V the nearest point at 1/cos a whose angle is an odd multiple of a: within rad tan a of V the nearest point of that "
                "circle, the origin or V, by zero; else (x, y); times w";
  let body = [{
    Real count = select(n == 0, Real(epsilon), n), half = pi / count, reach = 1 / cos(half);
    Point middle = reach * direction(2 * half * floor(phi(p) / (2 * half)) + half);
    Point away = p - middle;
    Real radius = rad * sin(half) * reach;
    Point edge = middle + radius * direction(phi(away));
    Point moved = select(zero > 1.5, middle, select(zero > 0.5, Point{0, 0}, edge));
    return weight * select(length(away) < radius, moved, p);
  }];
  let depth = [{
    Real count = select(n == 0, Real(epsilon), n), half = pi / count, reach = 1 / cos(half);
    Point middle = reach * direction(2 * half * floor(phi(p) / (2 * half)) + half);
    return weight * select(length(p - middle) < rad * sin(half) * reach, Real(0), z);
  }];
  let sampleParams = "5, 1.1, 0";
  let samples = [First<"0.707648352581, 0.0514184016544">,
                 Second<"-0.774094345834, 0.602209301916">,
                 Sample<"0.3, 0.2", "0.24, 0.16", "0.8">,
                 Sample<"1.1, 0.9", "0, 0", "0.8", "5, 1.1, 1">,
                 Sample<"1.1, 0.9", "0.8, 0.581234022404", "0.8", "5, 1.1, 2">,
                 Sample<"-1.2, 0.3", "-0.718856722573, 0.255428729035", "0.7", "3, 0.6, 0">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.36744627833, -0.11041006983, 0", "0.8", "5, 1.1, 0">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.123293949539, 0.327633155217, 0", "0.8", "5, 1.1, 0">,
                      SpaceSample<"1.1, 0.9, 0.4", "1.11932965787, 1.13513517428, 0", "0.8", "5, 1.1, 0">];
}

def Hypershift : Extra<"hypershift", "a hyperbolic shift"> {
  let params = [Param<"shift", "2", "how far">,
                Param<"stretch", "1", "factor of y">];
  let formula = "(X, Y) = (x, y)/r² + (shift, 0), q = w (1 - shift²)/(X² + Y²): (q X + shift, q "
                "stretch Y)";
  let body = [{
    Point moved = p / lengthSquared(p) + Point{shift, 0};
    Real size = weight * (1 - shift * shift) / lengthSquared(moved);
    return Point{size * moved.x + shift, size * stretch * moved.y};
  }];
  let sampleParams = "0.4, 0.9";
  let samples = [First<"0.849608769609, -0.035721035721">,
                 Second<"-0.220994122342, 0.946302880778">];
}

def Hypershift2 : Extra<"hypershift2", "a hyperbolic tiling by shifts"> {
  let params = [Param<"p", "3", "corners of a tile", [], "-inf", "inf", "p_">,
                Param<"q", "7", "tiles around a corner", [], "-inf", "inf", "q_">];
  let draws = [U01];
  let formula = "with s the shift and k the scale of the tiling: (x, y) k inverted, moved by s, "
                "inverted again, times w (1 - s²), moved by s, and turned by a random odd "
                "multiple of π/p";
  let body = [{
    Real pq = pi / q_, pp = pi / p_, sinQ = sin(pq), cosP = cos(pp);
    Real shift = cos(pq + pp) * rsqrt(1 - sinQ * sinQ - square(sin(pp)));
    Real ratio = cosP / sinQ, size = (ratio - 1) * rsqrt(ratio * ratio - 1);
    Point scaledPoint = size * p;
    Point moved = scaledPoint / lengthSquared(scaledPoint) + Point{shift, 0};
    Point back = weight * (1 - shift * shift) / lengthSquared(moved) * moved + Point{shift, 0};
    return rotated(back, (2 * branch(p_, u[0]) + 1) * pp);
  }];
  let notes = "Its x and y do not depend on z.";
  let sampleParams = "4, 5";
  let samples = [First<"-0.387151451486, 0.412955975809">,
                 Second<"-0.258481799553, 0.00346123894326">];
}

def Hypertile : Extra<"hypertile", "a hyperbolic tiling, one reflection"> {
  let params = [Param<"p", "3", "corners of a tile", [], "-inf", "inf", "corners">,
                Param<"q", "7", "tiles around a corner", [], "-inf", "inf", "around">,
                Param<"n", "0", "which side the reflection belongs to">];
  let formula = "with z = x + iy, A = 2πn/p, R² = 1 / (1 + (1 - cos(2π/p)) / (cos(2π/p) + "
                "cos(2π/q))) or 1, c = R e^(iA): w (z + conj c) / (c z + 1)";
  let body = [{
    Point c = hyperbolicRadius(corners, around) * direction(twoPi * n / corners);
    return weight * complexQuotient(p + Point{c.x, -c.y}, complexProduct(c, p) + Point{1, 0});
  }];
  let sampleParams = "4, 5, 1";
  let samples = [First<"0.426086007395, -0.631341946697">,
                 Second<"-0.898658156912, -0.404599393829">];
}

def Hypertile1 : Extra<"hypertile1", "a hyperbolic tiling, side drawn at random"> {
  let params = [Param<"p", "3", "corners of a tile", [], "-inf", "inf", "corners">,
                Param<"q", "7", "tiles around a corner", [], "-inf", "inf", "around">];
  let draws = [U01];
  let formula = "as hypertile, with n drawn at random";
  let body = [{
    Real turn = turnOfSide(corners, u[0]);
    Point c = hyperbolicRadius(corners, around) * direction(turn);
    return weight * complexQuotient(p + Point{c.x, -c.y}, complexProduct(c, p) + Point{1, 0});
  }];
  let notes = "Where p is no whole number the multiple is one of 4096, which do not come round after p of them.";
  let sampleParams = "4, 5";
  let samples = [First<"0.426086007395, -0.631341946697">,
                 Second<"-0.898658156912, -0.404599393829">];
}

def Hypertile2 : Extra<"hypertile2", "a hyperbolic tiling, turned at random"> {
  let params = [Param<"p", "3", "corners of a tile", [], "-inf", "inf", "corners">,
                Param<"q", "7", "tiles around a corner", [], "-inf", "inf", "around">];
  let draws = [U01];
  let formula = "as hypertile with n = 0, then turned clockwise by a random multiple of 2π/p";
  let body = [{
    Real side = hyperbolicRadius(corners, around);
    Point moved = complexQuotient(p + Point{side, 0}, side * p + Point{1, 0});
    return weight * rotated(moved, -turnOfSide(corners, u[0]));
  }];
  let notes = "Where p is no whole number the multiple is one of 4096, which do not come round after p of them.";
  let sampleParams = "5, 4";
  let samples = [First<"0.215527121823, -0.749956895959">, Second<"1.08760626594, 0.186130809091">];
}

def Hypertile3D : Extra<"hypertile3D", "a hyperbolic tiling of space, one reflection"> {
  let params = [Param<"p", "3", "corners of a tile", [], "-inf", "inf", "corners">,
                Param<"q", "7", "tiles around a corner", [], "-inf", "inf", "around">,
                Param<"n", "0", "which side the reflection belongs to">];
  let formula = "with C = R (cos A, -sin A), A = 2πn/p: w ((1 - C²) P + (1 + 2 C·P + P²) C) / "
                "(C² P² + 2 C·P + 1)";
  let body = [{
    Point c = ballRadius(corners, around) * direction(twoPi * n / corners);
    return weight * ballTranslation(p, Point{c.x, -c.y}, Real(0));
  }];
  let notes = "P is the point as a vector, C² and P² are squared lengths. The slice z = 0.";
  let sampleParams = "4, 5, 1";
  let space = [{
    Point c = ballRadius(corners, around) * direction(twoPi * n / corners);
    return weight * ballTranslation(p, z, Point{c.x, -c.y}, Real(0)).xy;
  }];
  let depth = [{
    Point c = ballRadius(corners, around) * direction(twoPi * n / corners);
    return weight * ballTranslation(p, z, Point{c.x, -c.y}, Real(0)).z;
  }];
  let samples = [First<"0.426086007395, -0.631341946697">,
                 Second<"-0.898658156912, -0.404599393829">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.267183201885, -0.708276813465, 0.190845144203", "0.8", "4, 5, 1">, SpaceSample<"-0.3, 0.9, -1.2", "-0.27048377071, -0.602315266538, -1.08193508284", "0.8", "4, 5, 1">];
}

def Hypertile3D1 : Extra<"hypertile3D1", "a hyperbolic tiling of space, side drawn at random"> {
  let params = [Param<"p", "3", "corners of a tile", [], "-inf", "inf", "corners">,
                Param<"q", "7", "tiles around a corner", [], "-inf", "inf", "around">];
  let draws = [U01];
  let formula = "as hypertile3D, with n drawn at random";
  let body = [{
    Point c = ballRadius(corners, around) * direction(turnOfSide(corners, u[0]));
    return weight * ballTranslation(p, Point{c.x, -c.y}, Real(0));
  }];
  let notes = "The slice z = 0. "
              "Where p is no whole number the multiple is one of 4096, which do not come round after p of them.";
  let sampleParams = "4, 5";
  let samples = [First<"0.426086007395, -0.631341946697">,
                 Second<"-0.898658156912, -0.404599393829">];
}

def Hypertile3D2 : Extra<"hypertile3D2", "a hyperbolic tiling of space, turned at random"> {
  let params = [Param<"p", "3", "corners of a tile", [], "-inf", "inf", "corners">,
                Param<"q", "7", "tiles around a corner", [], "-inf", "inf", "around">];
  let draws = [U01];
  let formula = "as hypertile3D with n = 0, then turned clockwise by a random multiple of 2π/p";
  let body = [{
    Point moved = ballTranslation(p, Point{ballRadius(corners, around), 0}, Real(0));
    return weight * rotated(moved, -turnOfSide(corners, u[0]));
  }];
  let notes = "The slice z = 0. "
              "Where p is no whole number the multiple is one of 4096, which do not come round after p of them.";
  let sampleParams = "5, 4";
  let samples = [First<"0.215527121823, -0.749956895959">, Second<"1.08760626594, 0.186130809091">];
}
