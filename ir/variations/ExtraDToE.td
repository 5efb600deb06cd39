// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations beyond flam3, D to E. ir/Variation.td says what a record means and what a body may use.

/// A variation that shows a picture in red, green and blue, all of them with these parameters behind its own.
class Picture<string name, string summary, list<Param> others> : Extra<name, summary> {
  let params = !listconcat(others, [Param<"ColorOnly", "0", "1: points stay where they are">,
                                 Param<"Gradient", "0", "1 and 2, colours of the palette, are not there", [], "0", "0">,
                                 Param<"z_scale", "0", "z for each level of grey, not there", [name # "_scale_z"], "0", "0">,
                                 Param<"z_offset", "0", "z, not there", [name # "_offset_z"], "0", "0">,
                                 Param<"reset_z", "1", "1: discards z", [], "1", "1">]);
  let draws = [U01, U01, U01];
  let flattens = 1;
  let directRgb = 1;
  let body = [{ return weight * pictured<B>(p, ColorOnly, u, 1); }];
  let notes = "Samples have direct RGB colours and take nothing from the palette.";
}

def DSpherical : Extra<"d_spherical", "inversion in the unit circle, or nothing, drawn at random"> {
  let params = [Param<"weight", "0.5", "share of the points that are inverted", ["d_spherical_d_spher_weight"], "-inf", "inf",
                      "share">];
  let draws = [U01];
  let formula = "u1 < weight: w/r² (x, y), else w (x, y)";
  let body = [{ return select(u[0] < share, weight / lengthSquared(p), weight) * p; }];
  let samples = [First<"0.866460366579, -0.104736967389", "0.3">, Second<"-0.792, 0.552", "0.7">];
}

def DcApollonian : Picture<"dc_apollonian", "spheres within spheres, cut by a plane, in red, green and blue",
                           [Param<"seed", "10000", "without effect">,
                            Param<"time", "0", "moves the spheres">]> {
  let formula = "P = (2 u1 - 1, 2 u2 - 1), or (x, y) if ColorOnly: w P; M the product of turns about z, y and x by the angles -(3, 2, 1) - time/20, v = (2 + sin(0.3 time)/4) M "
                "(2 P, 0), and 50 times v becomes 2 |M v (1.2 + sin(time/10)/10)/(2 v²) - 1/2| - 1: red, green and blue 1/2 + 0.6 sin v";
  let body = [{ return weight * pictured<B>(p, ColorOnly, u, 2); }];
  let color = [{
    Point at = 2 * pictured<B>(p, ColorOnly, u, 2), first = direction(1 + time / 20), second = direction(2 + time / 20),
          third = direction(3 + time / 20);
    Real s1 = first.y, c1 = first.x, s2 = second.y, c2 = second.x, s3 = third.y, c3 = third.x;
    Real m[] = {c2 * c3, -(c2 * s3), s2,
                s1 * s2 * c3 + c1 * s3, c1 * c3 - s1 * s2 * s3, -(s1 * c2),
                s1 * s3 - c1 * s2 * c3, c1 * s2 * s3 + s1 * c3, c1 * c2};
    Real start = 2 + 0.25 * sin(0.3 * time), size = 1.2 + 0.1 * sin(0.1 * time);
    auto row = [&](int i) { return start * (m[i] * at.x + m[3 + i] * at.y); };
    return loops<LibraryLoop::FoldedSphere, B>({row(0), row(1), row(2), size * m[0], size * m[1], size * m[2], size * m[3],
                                               size * m[4], size * m[5], size * m[6], size * m[7], size * m[8], u[2]});
  }];
  let sampleParams = "0, 3, 1, 0, 0, 0, 1";
  let samples = [First<"0.728, -0.088, 0.971527099609375">, Second<"-0.792, 0.552, 0.975006103515625">,
                 Sample<"0.91, -0.11", "-0.64, -0.48, 0.1033935546875", "0.8", "0, 0, 0, 0, 0, 0, 1", "0.1, 0.2, 0.6">];
}

def DcBubble : Extra<"dc_bubble", "bubble, coloured by the distance from a point"> {
  let params = [Param<"centerx", "0", "x of the point, negated">,
                Param<"centery", "0", "y of the point, negated">,
                Param<"scale", "1", "squared distance after which the colours repeat">,
                Param<"invert", "1", "turns z over, without effect here", [], "-inf", "inf", "fixed_invert">];
  let formula = "w / (r²/4 + 1) (x, y); for the sum (X, Y): colour |((X + centerx)² + (Y + centery)²)/scale|, without "
                "its whole part";
  let body = [{ return weight / (lengthSquared(p) / 4 + 1) * p; }];
  let color = [{
    Real squared = lengthSquared(q + Point{centerx, centery});
    return fraction(abs(squared / select(scale == 0, Real(1e-5), scale)));
  }];
  let sampleParams = "0.3, -0.2, 0.7, 1";
  let samples = [First<"0.6016280319, -0.0727242675922, 0.26758804863">,
                 Second<"-0.580623877424, 0.404677247901, 0.172346480556">];
}

def DcBooleans : Extra<"dc_booleans", "a square of squares in red, green and blue, by the bits of their places"> {
  let params = [Param<"randomize", "1000", "which part of the pattern, a whole number", [], "-16777215", "16777215">,
                Param<"type", "1", "bits: 0 that differ, 1 that both have, 2 that one has", [], "0", "2">,
                Param<"zoom", "1000", "how much of the pattern there is">,
                Param<"ColorOnly", "0", "1: points stay where they are">,
                Param<"Gradient", "0", "1 and 2, colours of the palette, are not there", [], "0", "0">,
                Param<"z_scale", "0", "z for each level of grey, not there", ["dc_booleans_scale_z"], "0", "0">,
                Param<"z_offset", "0", "z, not there", ["dc_booleans_offset_z"], "0", "0">,
                Param<"reset_z", "1", "1: discards z", [], "1", "1">];
  let draws = [U01, U01, U01];
  let flattens = 1;
  let directRgb = 1;
  let formula = "P = (u1, u2) - (1/2, 1/2), or (x, y) if ColorOnly: w P; (i, j) = zoom P + randomize (r, s) without fractions, r and s the first "
                "random numbers that Java has for the seed randomize; b the bits of i and j: the colour of hue sin b turns and value cos b";
  let body = [{ return weight * select(chosen(ColorOnly, 1), p, Point{u[0] - 0.5, u[1] - 0.5}); }];
  let color = [{
    Point at = zoom * select(chosen(ColorOnly, 1), p, Point{u[0] - 0.5, u[1] - 0.5}) + randomize * javaRandom(toInt(rint(randomize)));
    Int i = toInt(at.x), j = toInt(at.y), both = i & j;
    Real bits = toReal(select(chosen(type, 1), both, select(chosen(type, 0), differing(i, j), i + j - both)));
    Real hue = sin(bits), value = cos(bits);
    auto level = [&](double turn) {
      Real share = clamp(abs(6 * fraction(hue + turn) - 3) - 1, 0, 1);
      return (256 * value * share - 0.5) / 255;
    };
    return directRgb(level(0), level(2.0 / 3), level(1.0 / 3), u[2]);
  }];
  let notes = "Samples have direct RGB colours and take nothing from the palette.";
  let sampleParams = "17, 0, 90, 1, 0, 0, 0, 1";
  let samples = [First<"0.728, -0.088, 0.063201904296875">, Second<"-0.792, 0.552, 0">,
                 Sample<"3, 4", "0.24, -0.24, 0.31341552734375", "0.8", "-5, 1, 400, 0, 0, 0, 0, 1", "0.8, 0.2, 0.9">,
                 Sample<"3, 4", "-0.35, 0.45, 0.96875", "1", "1000, 1, 1000, 0, 0, 0, 0, 1", "0.15, 0.95, 0.3">,
                 Sample<"3, 4", "-0.2, 0.2, 0.515625", "1", "17, 2, 90, 0, 0, 0, 0, 1", "0.3, 0.7, 0.2">];
}

def DcCarpet : Extra<"dc_carpet", "four copies through the affine once more, coloured by their corner"> {
  let params = [Param<"origin", "0", "shifts the colours">];
  let draws = [Bit, Bit];
  let usesAffine = 1;
  let formula = "X = x + 1, or x - 1 for u1 = 1, Y = y + 1, or y - 1 for u2 = 1: w (a X + b Y + c, d X + e Y + f); colour c/2, with u1 ≠ u2 the fraction of "
                "|c (1 + H)/2 - (1 - H)|, H = origin/5";
  let body = [{
    Point corner = p + Point{1 - 2 * u[0], 1 - 2 * u[1]};
    return weight * Point{affine.a * corner.x + affine.b * corner.y + affine.c,
                          affine.d * corner.x + affine.e * corner.y + affine.f};
  }];
  let color = [{
    Real shift = origin / 5;
    Real across = fraction(abs(color * (1 + shift) / 2 - (1 - shift)));
    return select(u[0] == u[1], fraction(color / 2), across);
  }];
  let sampleParams = "1.3";
  let samples = [First<"0.0328, 0.8112, 0.5825", "1, 0">,
                 Second<"-1.4632, 1.1072, 0.5825", "1, 0">,
                 Sample<"0.3, 0.8", "0.888, 1.432, 0.125", "0.8", "", "0, 0", "0.9, -0.2, 0.3, 0.1, 0.7, 0.4">,
                 Sample<"0.3, 0.8", "-0.56, -0.16, 0.125", "0.8", "", "1, 1">];
}

def DcCube : Extra<"dc_cube", "the faces of a cube, each in its colour, seen from above"> {
  let params = [Param<"c1", "0", "colour of face 1", [], "0", "1">,
                Param<"c2", "0", "colour of face 2", [], "0", "1">,
                Param<"c3", "0", "colour of face 3", [], "0", "1">,
                Param<"c4", "0", "colour of face 4", [], "0", "1">,
                Param<"c5", "0", "colour of face 5", [], "0", "1">,
                Param<"c6", "0", "colour of face 6", [], "0", "1">,
                Param<"x", "1", "size in x">,
                Param<"y", "1", "size in y">,
                Param<"z", "1", "size in z", [], "-inf", "inf", "size_z">];
  let draws = [U01, U01, U01, U01];
  let generator = 1;
  let formula = "with i = 1 + trunc(3 u3), s = -1 for u4 ≥ 1/2, else 1, v = 2 (u1, u2) - (1, 1): (i = 1: (s, v1), "
                "i = 2: (v1, s), i = 3: (v1, v2)), by w dc_cube_x and w dc_cube_y; in space z is v2, v2 and s, by w dc_cube_z; colour c1 to c6: i and s in that order, "
                "-1 first";
  let body = [{
    Point v{2 * u[0] - 1, 2 * u[1] - 1};
    Real face = trunc(3 * u[2]), side = select(u[3] >= 0.5, Real(-1), Real(1));
    Point third = select(face == 1, Point{v.x, side}, v);
    return weight * scaled(select(face == 0, Point{side, v.x}, third), Point{x, y});
  }];
  let depth = [{
    Real side = select(u[3] >= 0.5, Real(-1), Real(1));
    return weight * size_z * select(trunc(3 * u[2]) == 2, side, 2 * u[1] - 1);
  }];
  let color = [{
    Real face = trunc(3 * u[2]);
    Bool low = u[3] >= 0.5;
    return select(face == 0, select(low, c1, c2), select(face == 1, select(low, c3, c4), select(low, c5, c6)));
  }];
  let sampleParams = "0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.9, 1.1, 1";
  let samples = [Sample<"0.91, -0.11", "-0.288, -0.88, 0.35", "0.8", "", "0.3, 0.7, 0.55, 0.9">,
                 Sample<"-0.99, 0.69", "0.72, -0.352, 0.25", "0.8", "", "0.3, 0.7, 0.1, 0.2">,
                 Sample<"-0.99, 0.69", "-0.288, 0.352, 0.65", "0.8", "", "0.3, 0.7, 0.8, 0.2">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.72, -0.352, 0.32", "0.8", "0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.9, 1.1, 1", "0.3, 0.7, 0.1, 0.2">,
                      SpaceSample<"0.7, -0.4, 0.5", "-0.288, -0.88, 0.16", "0.8", "0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.9, 1.1, 0.5", "0.3, 0.7, 0.55, 0.9">,
                      SpaceSample<"0.7, -0.4, 0.5", "-0.288, 0.352, 0.8", "0.8", "0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.9, 1.1, 1", "0.3, 0.7, 0.8, 0.2">];
}

def DcCylinder : Extra<"dc_cylinder", "a cylinder, blurred, coloured along a direction"> {
  let params = [Param<"offset", "0", "shift of the colours", ["dc_cylinder_dc_cyl_offset"]>,
                Param<"angle", "0", "direction in which they change, in radians", ["dc_cylinder_dc_cyl_angle"]>,
                Param<"scale", "0.5", "half the distance after which they repeat", ["dc_cylinder_dc_cyl_scale"]>,
                Param<"x", "0.125", "size in x", ["dc_cylinder_cyl_x"]>,
                Param<"y", "0.125", "size in y", ["dc_cylinder_cyl_y"]>,
                Param<"blur", "1", "strength of the blur", ["dc_cylinder_cyl_blur"]>];
  let draws = [U01, Bell];
  let formula = "R = blur u2, u2 the sum of four uniform numbers less 2: (w dc_cylinder_x sin(x + R sin 2πu1), R + dc_cylinder_y y), in space z is w cos(x + R "
                "cos 2πu1); for the sum (X, Y): colour |(X cos angle + Y sin angle + offset)/scale + 1|/2, without its whole part";
  let body = [{
    Real r = blur * u[1];
    return Point{weight * sin(p.x + r * sin(twoPi * u[0])) * x, r + p.y * y};
  }];
  let depth = [{ return weight * cos(p.x + blur * u[1] * cos(twoPi * u[0])); }];
  let color = [{
    Point along = direction(angle);
    Real size = select(scale == 0, Real(1e-5), scale);
    return fraction(abs((along.x * q.x + along.y * q.y + offset) / size + 1) / 2);
  }];
  let notes = "y has no weight.";
  let sampleParams = "0.2, 0.7, 0.6, 0.4, 0.3, 0.9";
  let samples = [First<"0.172040482026, -0.393, 0.565338556241", "0.3, -0.4">,
                 Second<"-0.310948250108, -0.153, 0.38634029509", "0.3, -0.4">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.112014553358, -0.48, 0.550876280471", "0.8", "0.2, 0.7, 0.6, 0.4, 0.3, 0.9", "0.3, -0.4">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.191712964164, -0.09, 0.78579105047", "0.8", "0.2, 0.7, 0.6, 0.4, 0.3, 0.9", "0.3, -0.4">];
}

def DcDmodulus : Extra<"dc_dmodulus", "a right triangle of two smaller ones, within a rectangle, each with a colour"> {
  let params = [Param<"x", "2", "half the width of the rectangle", [], "-inf", "inf", "width">,
                Param<"y", "2", "half its height", [], "-inf", "inf", "height">,
                Param<"angle", "45", "of the triangle, in degrees">,
                Param<"shiftx", "0", "shift in x">,
                Param<"shifty", "0", "shift in y">,
                Param<"color1", "0", "colour of the first">,
                Param<"speed1", "0", "how much of the colour stays in the first, -1: nothing, 1: all of it">,
                Param<"color2", "1", "colour of the second">,
                Param<"speed2", "0", "the same in the second">,
                Param<"square", "1", "1: what is shifted is brought into the rectangle again", [], "0", "1">];
  let draws = [U01];
  let formula = "(X, Y) = (x, y), brought into the rectangle by steps of its size, C = cos angle, S = sin angle: where u1 < C² (beyond 45°: where not u1 < S²) C (C X + "
                "S Y, C Y - S X) + (dc_dmodulus_x, -dc_dmodulus_y), else S (C X + S Y, C Y - S X); (shiftx, shifty) more and, with square, brought into the rectangle again; "
                "times w; colour c (1 + speed)/2 + color (1 - speed)/2, without its whole part";
  let body = [{
    Point in{wrapped(p.x, width), wrapped(p.y, height)};
    Real turn = pi / 180 * angle, c = cos(turn), s = sin(turn);
    Bool isFirst = select(angle <= 45, u[0] < c * c, !(u[0] < s * s));
    Point turned = rotated(in, -turn);
    Point moved = select(isFirst, c * turned + Point{width, -height}, s * turned) + Point{shiftx, shifty};
    return weight * select(square < 0.5, moved, Point{wrapped(moved.x, width), wrapped(moved.y, height)});
  }];
  let color = [{
    Real c = cos(pi / 180 * angle), s = sin(pi / 180 * angle);
    Bool isFirst = select(angle <= 45, u[0] < c * c, !(u[0] < s * s));
    Real target = select(isFirst, color1, color2), speed = select(isFirst, speed1, speed2);
    return fraction((color * (1 + speed) + target * (1 - speed)) / 2);
  }];
  let notes = "JWildfire has one colour for all points, which goes on from one use of the variation to the next; here it is that of the point.";
  let sampleParams = "1.5, 1.2, 30, 0.2, -0.1, 0.1, -0.3, 0.8, 0.4, 1";
  let samples = [First<"-0.532105117767, 0.498766753022, 0.1525">,
                 Second<"1.00502301144, -0.283053940101, 0.1525">,
                 Sample<"2.4, -3.3", "-0.227846096908, -0.271769145362, 0.415", "0.8", "", "0.9">,
                 Sample<"0.4, 0.3", "0.478564064606, -0.216076951546, 0.415", "0.8", "1.5, 1.2, 60, 0.2, -0.1, 0.1, -0.3, 0.8, 0.4, 0", "0.3">,
                 Sample<"-2.4, 3.3", "1.79176914536, -1.06784609691, 0.1525", "0.8", "1.5, 1.2, 60, 0.2, -0.1, 0.1, -0.3, 0.8, 0.4, 0", "0.9">];
}

def DcFractcolor : Picture<"dc_fractcolor", "what is left of three numbers that are folded again and again, as red, green and blue",
                           [Param<"randomize", "0", "without effect">,
                            Param<"time", "0", "moves the third number">,
                            Param<"xPar", "0.5", "less of the third number", [], "0", "1">,
                            Param<"yPar", "0.5", "how far it is folded", [], "0", "1">,
                            Param<"Iters", "88", "how often", [], "0", "1000">,
                            Param<"zoom", "1", "how much of the picture there is">]> {
  let formula = "P = (u1, u2) - (1/2, 1/2), or (x, y) if ColorOnly: w P; v = (zoom P, 3/2 - xPar + sin(time)/25), and Iters times v becomes |v/v² - (1, 1, 0.3 yPar)|, times (1.3, "
                "1, 0.777), the last two exchanged: red, green and blue";
  let color = [{
    Point at = zoom * pictured<B>(p, ColorOnly, u, 1);
    return loops<LibraryLoop::FoldedColor, B>({at.x, at.y, 1.5 - xPar + 0.04 * sin(time), 0.3 * yPar, rint(Iters), u[2]});
  }];
  let sampleParams = "0, 2, 0.4, 0.6, 12, 1.5, 1, 0, 0, 0, 1";
  let samples = [First<"0.728, -0.088, 0.412017822265625">, Second<"-0.792, 0.552, 0.785064697265625">,
                 Sample<"0.91, -0.11", "-0.32, -0.24, 0.343048095703125", "0.8", "0, 0, 0.5, 0.5, 20, 1, 0, 0, 0, 0, 1", "0.1, 0.2, 0.6">];
}

def DcGridout : Extra<"dc_gridout", "unit steps along squares around the origin, coloured by their direction"> {
  let formula = "i and j x and y, rounded to the nearest, halves away from 0: where |j| > |i|, or |j| = |i| and not (i ≤ 0 and j > 0): w (x + 1, y) for j ≤ 0, "
                "else w (x - 1, y), colour c + 1/4; elsewhere w (x, y + 1) for i > 0, else w (x, y - 1), colour c + 3/4; without its whole part";
  let body = [{ return weight * (p + gridStep(gridCell(p))); }];
  let color = [{
    return fraction(color + select(isAboveDiagonals(gridCell(p)), Real(0.25), Real(0.75)));
  }];
  let samples = [First<"0.728, 0.712, 0">,
                 Second<"-0.792, -0.248, 0">,
                 Sample<"2.3, 0.6", "1.84, 1.28, 0", "0.8">,
                 Sample<"2.3, 2.1", "1.04, 1.68, 0.5", "0.8">,
                 Sample<"-2.3, 2.1", "-1.84, 0.88, 0", "0.8">,
                 Sample<"-2.3, 1.1", "-1.84, 0.08, 0", "0.8">,
                 Sample<"-1.3, -2.1", "-0.24, -1.68, 0.5", "0.8">,
                 Sample<"1.3, -2.1", "1.84, -1.68, 0.5", "0.8">,
                 Sample<"-1.2, 2.7", "-1.76, 2.16, 0.5", "0.8">,
                 Sample<"3.1, -1.2", "2.48, -0.16, 0", "0.8">];
}

def DcHexagons : Picture<"dc_hexagons", "a honeycomb in white on black whose walls grow and shrink with the distance",
                         [Param<"shape", "0", "0: a square, 1: a disc", [], "0", "1">,
                          Param<"seed", "10000", "without effect">,
                          Param<"time", "0", "turns the honeycomb and moves the rings">,
                          Param<"zoom", "4", "how much of it there is">]> {
  let draws = [U01, U01, U01, U01];
  let formula = "P = (2 u1 - 1, 2 u2 - 1), with shape 1 m (sin 2πu3, cos 2πu3) with m = u1 + u2, beyond 1 less 2 and negated, or (x, y) if ColorOnly: w P; (X, Y) = zoom P, "
                "turned by 10.25 s(4 time, 1/5), s(t, e) = ±|sin t|^e; R = 0.35 + s(4 time - (X² + Y²)/64, 1/2)/4; X times 2/√3, Y 1/2 more in odd columns, x', y' their "
                "distances from the middle of a unit cell: grey smoothly from 0 at R - 0.1 to 1 at R + 0.1 of |max(3 x'/2 + y', 2 y') - 1|";
  let body = [{
    Real sum = u[0] + u[1], away = select(sum > 1, 2 - sum, sum);
    Point disc = away * Point{sin(twoPi * u[2]), cos(twoPi * u[2])};
    return weight * select(chosen(shape, 1) & !chosen(ColorOnly, 1), disc, pictured<B>(p, ColorOnly, u, 2));
  }];
  let color = [{
    Real sum = u[0] + u[1], away = select(sum > 1, 2 - sum, sum);
    Point disc = away * Point{sin(twoPi * u[2]), cos(twoPi * u[2])};
    Point at = zoom * select(chosen(shape, 1) & !chosen(ColorOnly, 1), disc, pictured<B>(p, ColorOnly, u, 2));
    Real wall = 0.35 + 0.25 * signedPower(sin(4 * time - lengthSquared(at) / 64), Real(0.5));
    Point turned = rotated(at, 10.25 * signedPower(sin(4 * time), Real(0.2)));
    Real column = 2 * 0.57735 * turned.x, odd = floor(column) - 2 * floor(floor(column) / 2);
    Real x = abs(fraction(column) - 0.5), y = abs(fraction(turned.y + odd / 2) - 0.5);
    Real grey = smoothStep(wall - 0.1, wall + 0.1, abs(max(1.5 * x + y, 2 * y) - 1));
    return shadedRgb(grey, grey, grey, u[3]);
  }];
  let sampleParams = "0, 0, 0.3, 4, 1, 0, 0, 0, 1";
  let samples = [First<"0.728, -0.088, 0">,
                 Second<"-0.792, 0.552, 0">,
                 Sample<"0.91, -0.11", "-0.64, -0.48, 0.999969482422", "0.8", "0, 0, 0, 4, 0, 0, 0, 0, 1", "0.1, 0.2, 0.6, 0.4">,
                 Sample<"0.91, -0.11", "0.48, -0.24, 0.258056640625", "0.8", "0, 0, -1, 6, 0, 0, 0, 0, 1", "0.8, 0.35, 0.6, 0.4">,
                 Sample<"0.91, -0.11", "-0.235114100917, -0.32360679775, 0", "0.8", "1, 0, 2, 5, 0, 0, 0, 0, 1", "0.8, 0.7, 0.6, 0.4">];
}

def DcHexesWf : Extra<"dc_hexes_wf", "hexagonal cells, each scaled and turned, coloured by the distance from their edge"> {
  let params = [Param<"cellsize", "1", "side of a cell; 0: nothing">,
                Param<"power", "1", "above 1: away from the edge">,
                Param<"rotate", "0.166", "angle in turns">,
                Param<"scale", "1", "scale of each cell">,
                Param<"color_scale", "0.5", "how much the colour changes">,
                Param<"color_offset", "0", "colour in the middle of a cell">];
  let formula = "hexes; colour max(L(d), L(v)) color_scale + color_offset, at least 0 and at most 1";
  let body = [{
    auto cell = hexesCell<B>(p, inputs.params);
    return weight * select(cellsize == 0, Point{0, 0} * p.x, cell.center + cell.moved);
  }];
  let color = [{
    Real edge = hexesCell<B>(p, inputs.params).edge;
    return select(cellsize == 0, color, clamp(edge * color_scale + color_offset, 0, 1));
  }];
  let sampleParams = "0.4, 1.3, 0.1, 0.8, 0.6, 0.1";
  let samples = [First<"0.771597197412, 0.0512858896062, 0.630262794416">,
                 Second<"-0.874716151716, 0.490526700173, 0.461227499362">,
                 Sample<"0.33, 0.41", "0.371634613551, 0.402904201259, 0.560070415552", "0.8">];
}

def DcLinear : Extra<"dc_linear", "the identity, coloured along a direction"> {
  let params = [Param<"offset", "0", "shift of the colours">,
                Param<"angle", "0", "direction in which they change, in radians">,
                Param<"scale", "1", "half the distance after which they repeat">];
  let formula = "w (x, y); for the sum (X, Y): colour |(X cos angle + Y sin angle + offset)/scale + 1|/2, without its "
                "whole part";
  let body = [{ return weight * p; }];
  let color = [{
    Point along = direction(angle);
    Real size = select(scale == 0, Real(1e-5), scale);
    return fraction(abs((along.x * q.x + along.y * q.y + offset) / size + 1) / 2);
  }];
  let sampleParams = "0.3, 0.8, 1.4";
  let samples = [First<"0.728, -0.088, 0.765741124431">, Second<"-0.792, 0.552, 0.551496017276">];
}

def DcMandbrot : Picture<"dc_mandbrot", "a folded plane next to the Mandelbrot set, in red, green and blue by how long orbits are",
                         [Param<"nIters", "250", "steps of an orbit, at most", [], "10", "1000">,
                          Param<"N", "8", "how often the plane is folded", [], "2", "10">,
                          Param<"Complexity", "0.995", "how much less with each time", [], "0", "1">,
                          Param<"seed", "10000", "without effect">,
                          Param<"time", "0", "turns the folds">,
                          Param<"zoom", "4", "how much of the plane there is">,
                          Param<"red", "0.0314", "how fast red changes", [], "0", "1">,
                          Param<"green", "0.02", "how fast green does", [], "0", "1">,
                          Param<"blue", "0.011", "how fast blue does", [], "0", "1">]> {
  let formula = "P = (u1, u2) - (1/2, 1/2), or (x, y) if ColorOnly: w P; t = time/6.5, v = zoom P (1 + 100 times the fraction of t/10⁴), and N times v becomes |v|/v² - (s, s), turned by "
                "-t, s first 1/2 and then Complexity of the one before; c = 1.5^(-31 (1 + sin(t/10 + 99))/2) v + (-1.002029, 0.303864), L the sum of |z| + 1/2 over its orbit z² + c until it "
                "has left the circle of radius 2, 0 where that takes more than nIters steps: red, green and blue 1 - sin(red L) and so on";
  let color = [{
    Real t = time / 6.5;
    Point at = zoom * (1 + 100 * fraction(t * 1e-4)) * pictured<B>(p, ColorOnly, u, 1);
    Real size = pow(Real(1.5), -31 * (0.5 + 0.5 * sin(0.1 * t + 99)));
    Real length = loops<LibraryLoop::FoldedEscape, B>({at.x, at.y, cos(t), sin(t), rint(N), Complexity, size, rint(nIters)});
    return shadedRgb(1 - sin(length * red), 1 - sin(length * green), 1 - sin(length * blue), u[2]);
  }];
  let sampleParams = "15, 3, 0.9, 0, 2, 4, 0.0314, 0.02, 0.011, 1, 0, 0, 0, 1";
  let samples = [First<"0.728, -0.088, 0.425537109375">, Second<"-0.792, 0.552, 0.999969482421875">,
                 Sample<"0.91, -0.11", "-0.32, -0.24, 0.362060546875", "0.8", "20, 4, 0.995, 0, 0, 3, 0.0314, 0.02, 0.011, 0, 0, 0, 0, 1", "0.1, 0.2, 0.6">];
}

def DcMenger : Picture<"dc_menger", "a square without its middle ninth, and so on, in white on black",
                       [Param<"zoom", "1", "how much of it there is">,
                        Param<"Level", "3", "how often", [], "1", "5">]> {
  let formula = "P = (u1, u2) - (1/2, 1/2), or (x, y) if ColorOnly: w P; q = 1.3 zoom P: white within [-1, 1]², but for what is the middle ninth of one of the squares "
                "into which that is cut Level times";
  let color = [{
    Point at = 1.3 * zoom * pictured<B>(p, ColorOnly, u, 1);
    Real side = max(abs(at.x), abs(at.y));
    auto offMiddle = [](Real t) { return abs(2 * fraction(t / 2) - 1); };
    Bool none = Real(0) > 1, isOpen = none;
    double scale = 1;
    isOpen = repeat<5>(isOpen, [&](Bool open, unsigned i) {
      Real nearer = min(offMiddle(scale * at.x), offMiddle(scale * at.y));
      scale *= 3;
      return open | ((Level > i + 0.5) & (nearer > 2.0 / 3));
    });
    Real grey = select(isOpen | (side > 1), Real(0), Real(1));
    return shadedRgb(grey, grey, grey, u[2]);
  }];
  let sampleParams = "0.9, 2, 1, 0, 0, 0, 1";
  let samples = [First<"0.728, -0.088, 0">,
                 Second<"-0.792, 0.552, 0">,
                 Sample<"0.91, -0.11", "-0.12, -0.144, 0.999969482422", "0.8", "2, 3, 0, 0, 0, 0, 1", "0.35, 0.32, 0.5">,
                 Sample<"0.91, -0.11", "0.36, -0.296, 0.999969482422", "0.8", "1.5, 5, 0, 0, 0, 0, 1", "0.95, 0.13, 0.5">];
}

def DcPerlin : Extra<"dc_perlin", "random places where a noise is within limits, coloured by it"> {
  let params = [Param<"shape", "0", "0: a square, 1: a disc, 2: one that is denser in its middle", [], "0", "2">,
                Param<"map", "0", "of the noise, 0: a plane, 1 to 3: inverted, 4 and 5: a bubble", [], "0", "5">,
                Param<"select_centre", "0", "middle of the limits", [], "-1", "1">,
                Param<"select_range", "1", "how far they are from it", [], "0.1", "2">,
                Param<"centre", "0.25", "colour where the noise is 0">,
                Param<"range", "0.25", "how much it changes the colour">,
                Param<"edge", "0", "width of the border, where more is cut away">,
                Param<"scale", "1", "of the noise">,
                Param<"octaves", "2", "number of noises", [], "1", "5">,
                Param<"amps", "2", "how much weaker each is than the one before">,
                Param<"freqs", "2", "how much finer">,
                Param<"z", "0", "height in the noise">,
                Param<"select_bailout", "10", "number of tries", [], "2", "1000">,
                Param<"color_only", "0", "1, places from the point, is not there", [], "0", "0">];
  let draws = [U01, U01, U01, U01];
  let generator = 1;
  let formula = "V, drawn anew from the square of side 1 or the disc of radius 1/2, edge added, until p is within select_centre ± select_range, or the last of "
                "select_bailout tries: w V, colour centre + range p without its whole part; p the sum of n(freqs^k scale M)/amps^k for k < octaves, n simplex "
                "noise, M = (V, z), for map 1 to 3 V divided by V² + 0, 1/2 or 1/4, for 4 and 5 z + √|1/4 - V²| or twice that; at depth d within the border p "
                "(1 + 20 d²) ± 2 d counts";
  let body = [{
    Real first = seedOf<B>(u), second = seedOf<B>(u + 2);
    Int k = toInt(seekNoise(first, second, Real(0), noiseSearch<B>(inputs.params)));
    Int a = toInt(first), b = toInt(second);
    Real one = hashed(k, a, b), two = hashed(k, b, a);
    Real disc = select(one + two > 1, 2 - (one + two), one + two);
    Point round = 0.5 * select(shape > 1.5, one, disc) * direction(halfPi - twoPi * hashed(a, k, b));
    return weight * (1 + edge) * select(shape < 0.5, Point{one - 0.5, two - 0.5}, round);
  }];
  let color = [{
    Real noise = seekNoise(seedOf<B>(u), seedOf<B>(u + 2), Real(1), noiseSearch<B>(inputs.params));
    return fraction(centre + range * noise);
  }];
  let notes = "The noise comes from other random numbers than in other programs, where it is also another from program to program: the same look, other clouds.";
  let sampleParams = "0, 0, 0, 1, 0.25, 0.25, 0, 1, 2, 2, 2, 0, 10, 0";
  let samples = [First<"0.305814743042, 0.370717048645, 0.171603586428", "0.3, 0.7, 0.2, 0.9">,
                 Second<"0.305814743042, 0.370717048645, 0.171603586428", "0.3, 0.7, 0.2, 0.9">,
                 Sample<"0.3, 0.4", "-0.427346957776, 0.119261745087, 0.37496672045", "0.8", "1, 0, 0.3, 0.15, 0.25, 0.25, 0.4, 3, 3, 1.7, 2.1, 0.4, 10, 0", "0.3, 0.7, 0.2, 0.9">,
                 Sample<"0.3, 0.4", "0.182918261676, -0.302320923971, 0.213627778394", "0.8", "2, 1, -0.2, 0.2, 0.25, 0.5, 0.1, 0.7, 1, 2, 2, 0.4, 10, 0", "0.1, 0.55, 0.8, 0.35">,
                 Sample<"0.3, 0.4", "-0.116963024139, 0.0718359947205, 0.208526517383", "0.8", "0, 2, 0.1, 0.1, 0.25, 0.25, 0.8, 2.5, 5, 1.4, 1.9, -0.6, 4, 0", "0.6, 0.4, 0.25, 0.75">,
                 Sample<"0.3, 0.4", "-0.180318278402, -0.0471444289389, 0.258647394885", "0.8", "1, 3, 0, 0.1, 0.25, -0.35, 0.2, 4, 2, 2, 2, 0.9, 10, 0", "0.2, 0.15, 0.4, 0.65">,
                 Sample<"0.3, 0.4", "-0.0500317961393, 0.0628965596117, 0.21531700098", "0.8", "2, 4, 0.4, 0.1, 0.25, 0.25, 0.9, 3, 2, 2, 2, 0.3, 30, 0", "0.9, 0.45, 0.6, 0.15">,
                 Sample<"0.3, 0.4", "0.201933326721, -0.148602104187, 0.515449139008", "0.8", "0, 5, -0.4, 0.1, 0.6, 0.25, 0.3, 3, 4, 2, 2.2, 0.3, 25, 0", "0.5, 0.95, 0.1, 0.35">];
}

def DcPortal : Extra<"dc_portal", "a square of rings in red, green and blue"> {
  let params = [Param<"seed", "1000", "without effect">,
                Param<"time", "0", "moves the rings">,
                Param<"waves", "5", "how wide they are">,
                Param<"zoom", "15", "how much of them there is">,
                Param<"ColorOnly", "0", "1: points stay where they are">,
                Param<"Gradient", "0", "1 and 2, colours of the palette, are not there", [], "0", "0">,
                Param<"scale_z", "0", "z for each level of grey, not there", [], "0", "0">,
                Param<"offset_z", "0", "z, not there", [], "0", "0">,
                Param<"reset_z", "1", "1: discards z", [], "1", "1">];
  let draws = [U01, U01, U01];
  let replaces = 1;
  let flattens = 1;
  let directRgb = 1;
  let formula = "P = (u1, u2) - (1/2, 1/2), or (x, y) if ColorOnly: w P; with (X, Y) = zoom P, t = 1000 + time, C = 3 sin(t (1 + √|(X, Y)|/"
                "waves + cos X cos Y/8)): red, green and blue |C| - 1, |C| - 3/2, |C| - 2, or |C| - 3/2 alone where C < 0";
  let body = [{ return weight * select(chosen(ColorOnly, 1), p, Point{u[0] - 0.5, u[1] - 0.5}); }];
  let color = [{
    Point at = zoom * select(chosen(ColorOnly, 1), p, Point{u[0] - 0.5, u[1] - 0.5});
    Real t = 1000 + time;
    Real wave = 3 * sin(t * (1 + sqrt(length(at)) / waves + cos(at.x) * cos(at.y) / 8));
    Real size = abs(wave);
    auto level = [](Real value) { return (256 * value - 0.5) / 255; };
    Bool above = wave > 0;
    return directRgb(level(select(above, size - 1, size - 1.5)), level(size - 1.5),
                   level(select(above, size - 2, size - 1.5)), u[2]);
  }];
  let notes = "Samples have direct RGB colours and take nothing from the palette.";
  let sampleParams = "1000, -995, 4, 8, 1, 0, 0, 0, 1";
  let samples = [First<"0.728, -0.088, 0.99041748046875">, Second<"-0.792, 0.552, 0.59765625">];
}

def DcTriangle : Extra<"dc_triangle", "everything to a triangle of the affine, coloured across it"> {
  let weighsDepth = 1;
  let params = [Param<"scatter_area", "0", "how far points are scattered from its edges", [], "-1", "1">,
                Param<"zero_edges", "0", "1: what is outside goes to a corner">];
  let draws = [U01, U01];
  let usesAffine = 1;
  let formula = "O = (c, f), X = (a, b), Y = -(d, e), (x, y) = O + s X + t Y: outside of 0 ≤ s, 0 ≤ t, s + t ≤ 1 they become (0, 0) with zero_edges, else the nearest "
                "place on an edge by clamping, then s and t more by u1 and u2 times scatter_area, less behind the slope: w (O + s X + t Y); colour |s + t|, "
                "without its whole part";
  let body = [{
    Point at = inTriangle(p, affine, scatter_area, zero_edges, u);
    return weight * Point{affine.c + at.x * affine.a - at.y * affine.d,
                          affine.f + at.x * affine.b - at.y * affine.e};
  }];
  let color = [{
    Point at = inTriangle(p, affine, scatter_area, zero_edges, u);
    return fraction(abs(at.x + at.y));
  }];
  let notes = "JWildfire scatters what is inside instead.";
  let sampleParams = "0.3, 0";
  let samples = [First<"0.700307692308, 0.186153846154, 0.7", "0.3, 0.7">,
                 Second<"0.288, 0.188, 0.3", "0.3, 0.7">,
                 Sample<"0.4, 0.2", "0.32, 0.16, 0.384615384615", "0.8", "", "0.3, 0.7", "0.9, -0.2, 0.3, 0.1, 0.7, 0.4">,
                 Sample<"0.1, 0.9", "0.288, 0.188, 0.3", "0.8", "", "0.3, 0.7", "0.9, -0.2, 0.3, 0.1, 0.7, 0.4">,
                 Sample<"1.9, -1.2", "0.912, 0.292, 0.7", "0.8", "", "0.3, 0.7", "0.9, -0.2, 0.3, 0.1, 0.7, 0.4">,
                 Sample<"1.2, -0.1", "0.912, 0.292, 0.7", "0.8", "", "0.3, 0.7", "0.9, -0.2, 0.3, 0.1, 0.7, 0.4">,
                 Sample<"-0.3, -0.4", "0.16, -0.24, 0", "0.8", "", "0.3, 0.7", "0.9, -0.2, 0.3, 0.1, 0.7, 0.4">,
                 Sample<"0.1, 0.9", "0.24, 0.32, 0", "0.8", "0.3, 1", "0.3, 0.7", "0.9, -0.2, 0.3, 0.1, 0.7, 0.4">,
                 Sample<"0.9, -0.6", "0.2464, -0.2592, 0.12", "0.8", "-0.4, 0", "0.3, 0.7", "0.9, -0.2, 0.3, 0.1, 0.7, 0.4">];
}

def DcVortex : Picture<"dc_vortex", "clouds that a street of whirls has carried along, in grey",
                       [Param<"randomize", "0", "without effect">,
                        Param<"time", "0", "moves clouds and whirls">,
                        Param<"Flow_strength", "10", "how far they are carried", [], "1", "15">,
                        Param<"Blending", "5", "how fine the clouds are", [], "1", "5">,
                        Param<"zoom", "1", "how much of them there is">]> {
  let formula = "P = (u1, u2) - (1/2, 1/2), or (x, y) if ColorOnly: w P; Flow_strength times q = zoom P becomes q less 0.03 times the sum of the 30 whirls at c = (k + (time mod 10) - 20, 0.6 s), s = 1, "
                "-1 in turn, each s (-dy, dx)/(4 d² + 0.2), d = 4 q - c: grey 1/2 of six octaves of noise at Blending q - (time/10, 0)";
  let color = [{
    Point at = zoom * pictured<B>(p, ColorOnly, u, 1);
    Real first = time - 10 * floor(time / 10) - 20;
    Real grey = 0.5 * loops<LibraryLoop::VortexNoise, B>({at.x, at.y, first, rint(Flow_strength), Blending, -0.1 * time});
    return shadedRgb(grey, grey, grey, u[2]);
  }];
  let notes = "Samples have direct RGB colours and take nothing from the palette. JWildfire has its noise by digits of a sine that single precision does not have: the "
              "same look, other clouds.";
  let sampleParams = "0, 3, 6, 4, 1.5, 1, 0, 0, 0, 1";
  let samples = [First<"0.728, -0.088, 0.45159912109375">, Second<"-0.792, 0.552, 0.3870849609375">,
                 Sample<"0.91, -0.11", "-0.32, -0.24, 0.677398681640625", "0.8", "0, 0, 10, 5, 1, 0, 0, 0, 0, 1", "0.1, 0.2, 0.6">];
}

def DcWorley : Picture<"dc_worley", "cells around random places, in grey, darker towards their edges",
                       [Param<"zoom", "7", "how much of them there is", [], "0.1", "50">,
                        Param<"pattern", "70", "which cells", [], "0.1", "100">,
                        Param<"distort", "1", "how irregular they are", [], "0", "1">]> {
  let formula = "P = (u1, u2) - (1/2, 1/2), or (x, y) if ColorOnly: w P; a ≤ b ≤ c the distances, times 5, from (X, Y) = zoom P to the places of the cell around it and its "
                "neighbours: each its lower corner + (0.3, 0.3) + 3/4 distort (h, the fraction of h + 0.34), h random, c that of the last but one of three that were the nearest so far: grey 4 (1/(1/(b - a) + 1/(c - a)) - 1/2)";
  let color = [{
    Point at = zoom * pictured<B>(p, ColorOnly, u, 1), corner{floor(at.x), floor(at.y)};
    struct Distances {
      Real first, second, third;
    };
    Int salt = toInt(rint(1000 * pattern));
    Distances nearest = repeat<9>(Distances{1e9, 1e9, 1e9}, [&](Distances best, unsigned i) {
      Point cell = corner + Point{static_cast<int>(i % 3) - 1.0, static_cast<int>(i / 3) - 1.0};
      Real hash = hashed(toInt(cell.x), toInt(cell.y), salt);
      Point around = cell - at + Point{0.3 + 0.75 * distort * hash, 0.3 + 0.75 * distort * fraction(hash + 0.34)};
      Real squared = lengthSquared(around);
      Bool isFirst = squared < best.first, isSecond = squared < best.second, isThird = squared < best.third;
      return Distances{select(isFirst, squared, best.first),
                       select(isFirst, best.first, select(isSecond, squared, best.second)),
                       select(isFirst, best.first, select(isSecond, best.second, select(isThird, squared, best.third)))};
    });
    Real first = sqrt(nearest.first), second = 5 * (sqrt(nearest.second) - first), third = 5 * (sqrt(nearest.third) - first);
    Real grey = 4 * (second * third / (second + third + tiny) - 0.5);
    return shadedRgb(grey, grey, grey, u[2]);
  }];
  let notes = "Samples have direct RGB colours and take nothing from the palette. JWildfire has its places by digits of a sine that single precision does not have: the "
              "same look, other cells.";
  let sampleParams = "7, 70, 0.9, 1, 0, 0, 0, 1";
  let samples = [First<"0.728, -0.088, 0">,
                 Second<"-0.792, 0.552, 0">,
                 Sample<"0.91, -0.11", "-0.24, 0.08, 0.999969482422", "0.8", "12, 30.5, 1, 0, 0, 0, 0, 1", "0.2, 0.6, 0.4">,
                 Sample<"0.91, -0.11", "0.32, -0.32, 0", "0.8", "5, 3, 0.5, 0, 0, 0, 0, 1", "0.9, 0.1, 0.4">];
}

def Deltaa : Extra<"deltaa", "circles through two poles"> {
  let formula = "P and Q the distances from (-1, 0) and (1, 0), A half the difference of the angles towards (x, y) there, Q's first: w P/Q "
                "(cos A, sin A)";
  let body = [{
    Real far = square(p.x + 1) + p.y * p.y, near = square(p.x - 1) + p.y * p.y;
    Real angle = (atan2(p.y, p.x - 1) - atan2(p.y, p.x + 1)) / 2;
    return weight * sqrt(far / near) * direction(angle);
  }];
  let samples = [First<"4.88948789551, -9.59477153417">,
                 Second<"0.212442276961, 0.153520415263">];
}

def Depth : Extra<"depth", "pushed away, the farther from the plane"> {
  let params = [Param<"power", "1", "exponent of z">];
  let usesOrigin = 1;
  let formula = "w (x, y), and in space w ((x, y, z) + |z|^power (x, y, z)); after the sum, the first (x, y, z) is the "
                "point that the sum saw";
  let body = [{ return weight * origin; }];
  let space = [{ return weight * (origin + select(z == 0, Real(0), pow(abs(z), power)) * p); }];
  let depth = [{ return weight * (originZ + select(z == 0, Real(0), pow(abs(z), power)) * z); }];
  let sampleParams = "1.5";
  let samples = [First<"0.728, -0.088">, Second<"-0.792, 0.552">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0.757989898732, -0.43313708499, 0.541421356237", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "-0.555488193123, 1.66646457937, -2.22195277249", "0.8">];
}

def DepthBlur : Extra<"depth_blur", "scattered over stars that grow with the distance"> {
  let params = [Param<"power", "5", "number of rays">,
                Param<"range", "0.401623", "distance of the notches of a star of size 1">,
                Param<"blur", "1", "strength">,
                Param<"radius", "1", "where it begins">];
  let draws = [U01, U01];
  let formula = "R = r, d = blur/10 (R - radius), for R > radius, else 0: w ((x, y) + d v), v a random point of a star with power rays, u1 its direction and u2 its distance";
  let body = [{ return weight * (p + blur / 10 * max(length(p) - radius, Real(0)) * starPoint(power, range, u)); }];
  let sampleParams = "5, 0.45, 6, 0.4";
  let samples = [First<"0.844744923536, -0.15264350206", "0.35, 0.6">,
                 Second<"-0.60969774711, 0.451056372617", "0.35, 0.6">,
                 Sample<"-0.99, 0.69", "-0.921031015022, 0.495626501919", "0.8", "", "0.83, 0.2">,
                 Sample<"0.3, 0.2", "0.24, 0.16", "0.8", "", "0.35, 0.6">];
}

def DepthBlur2 : Extra<"depth_blur2", "scattered over stars that grow with the distance, around any centre"> {
  let params = [Param<"power", "5", "number of rays">,
                Param<"range", "0.401623", "distance of the notches of a star of size 1">,
                Param<"blur", "1", "strength">,
                Param<"radius", "1", "where it begins">,
                Param<"x0", "0", "x of the centre">,
                Param<"y0", "0", "y of the centre">,
                Param<"mulx", "1", "how much x counts, as a square">,
                Param<"muly", "1", "how much y counts, as a square">,
                Param<"exp", "1", "exponent of the distance", [], "-inf", "inf", "exponent">];
  let draws = [U01, U01];
  let formula = "R = |(mulx² (x - x0), muly² (y - y0))|, d = blur/10 (R - radius)^exp, for R > radius, else 0: w ((x, y) + d v), v a random point of a star with power rays, u1 its direction and u2 its distance";
  let body = [{ return weight * (p + farReach(p, inputs.params + 2) * starPoint(power, range, u)); }];
  let unverified = onlyFractorium;
  let sampleParams = "5, 0.45, 6, 0.4, 0.1, -0.2, 0.9, 1.2, 1.3";
  let samples = [First<"0.768951899202, -0.110675711288", "0.35, 0.6">,
                 Second<"-0.519073505968, 0.400876303612", "0.35, 0.6">,
                 Sample<"-0.99, 0.69", "-0.985173600397, 0.46760268212", "0.8", "", "0.83, 0.2">,
                 Sample<"0.3, 0.2", "0.26758789822, 0.144724146444", "0.8", "", "0.35, 0.6">];
}

def DepthGaussian : Extra<"depth_gaussian", "scattered normally, more with the distance"> {
  let params = [Param<"blur", "1", "strength">,
                Param<"radius", "1", "where it begins">];
  let draws = [U01, U01];
  let formula = "R = r, d = blur/10 (R - radius), for R > radius, else 0: w ((x, y) + d √(-2 ln(1 - u1)) (cos 2πu2, sin 2πu2))";
  let body = [{ return weight * (p + blur / 10 * max(length(p) - radius, Real(0)) * sqrt(-2 * log(1 - u[0])) * direction(twoPi * u[1])); }];
  let unverified = onlyFractorium;
  let sampleParams = "6, 0.4";
  let samples = [First<"0.541783612928, -0.223294124619", "0.35, 0.6">,
                 Second<"-1.08278495116, 0.34073236648", "0.35, 0.6">,
                 Sample<"-0.99, 0.69", "-0.566734864621, 1.24529479866", "0.8", "", "0.83, 0.2">,
                 Sample<"0.3, 0.2", "0.24, 0.16", "0.8", "", "0.35, 0.6">];
}

def DepthGaussian2 : Extra<"depth_gaussian2", "scattered normally, more with the distance, around any centre"> {
  let params = [Param<"blur", "1", "strength">,
                Param<"radius", "1", "where it begins">,
                Param<"x0", "0", "x of the centre">,
                Param<"y0", "0", "y of the centre">,
                Param<"mulx", "1", "how much x counts, as a square">,
                Param<"muly", "1", "how much y counts, as a square">,
                Param<"exp", "1", "exponent of the distance", [], "-inf", "inf", "exponent">];
  let draws = [U01, U01];
  let formula = "R = |(mulx² (x - x0), muly² (y - y0))|, d = blur/10 (R - radius)^exp, for R > radius, else 0: w ((x, y) + d √(-2 ln(1 - u1)) (cos 2πu2, sin 2πu2))";
  let body = [{ return weight * (p + farReach(p, inputs.params + 0) * sqrt(-2 * log(1 - u[0])) * direction(twoPi * u[1])); }];
  let unverified = onlyFractorium;
  let sampleParams = "6, 0.4, 0.1, -0.2, 0.9, 1.2, 1.3";
  let samples = [First<"0.66267883243, -0.135458606218", "0.35, 0.6">,
                 Second<"-1.22733700752, 0.235709150024", "0.35, 0.6">,
                 Sample<"-0.99, 0.69", "-0.454753352458, 1.58993845511", "0.8", "", "0.83, 0.2">,
                 Sample<"0.3, 0.2", "0.195995356562, 0.128028755113", "0.8", "", "0.35, 0.6">];
}

def DepthNgon : Extra<"depth_ngon", "scattered to polygons that grow with the distance"> {
  let params = [Param<"power", "5", "number of sides">,
                Param<"blur", "1", "strength">,
                Param<"radius", "1", "where it begins">];
  let draws = [U01];
  let formula = "R = r, d = blur/10 (R - radius), for R > radius, else 0: w ((x, y) + d v), v the point of a polygon with power sides around the unit circle in the direction 2πu1, where a side is nearest at 0";
  let body = [{ return weight * (p + blur / 10 * max(length(p) - radius, Real(0)) * ngonPoint(power, u[0])); }];
  let unverified = onlyFractorium;
  let sampleParams = "5, 6, 0.4";
  let samples = [First<"0.574740156501, 0.122944077727", "0.35">,
                 Second<"-1.03132188143, 0.881398310769", "0.35">,
                 Sample<"-0.99, 0.69", "-0.602086176766, 0.206548037972", "0.8", "", "0.83">,
                 Sample<"0.3, 0.2", "0.24, 0.16", "0.8", "", "0.35">];
}

def DepthNgon2 : Extra<"depth_ngon2", "scattered to polygons that grow with the distance, around any centre"> {
  let params = [Param<"power", "5", "number of sides">,
                Param<"blur", "1", "strength">,
                Param<"radius", "1", "where it begins">,
                Param<"x0", "0", "x of the centre">,
                Param<"y0", "0", "y of the centre">,
                Param<"mulx", "1", "how much x counts, as a square">,
                Param<"muly", "1", "how much y counts, as a square">,
                Param<"exp", "1", "exponent of the distance", [], "-inf", "inf", "exponent">];
  let draws = [U01];
  let formula = "R = |(mulx² (x - x0), muly² (y - y0))|, d = blur/10 (R - radius)^exp, for R > radius, else 0: w ((x, y) + d v), v the point of a polygon with power sides around the unit circle in the direction 2πu1, where a side is nearest at 0";
  let body = [{ return weight * (p + farReach(p, inputs.params + 1) * ngonPoint(power, u[0])); }];
  let unverified = onlyFractorium;
  let sampleParams = "5, 6, 0.4, 0.1, -0.2, 0.9, 1.2, 1.3";
  let samples = [First<"0.674239361227, -0.0140048287602", "0.35">,
                 Second<"-1.15029114017, 1.04514544759", "0.35">,
                 Sample<"-0.99, 0.69", "-0.507678149218, 0.0348204733722", "0.8", "", "0.83">,
                 Sample<"0.3, 0.2", "0.203783290651, 0.209848023966", "0.8", "", "0.35">];
}

def DepthSine : Extra<"depth_sine", "scattered over discs that grow with the distance"> {
  let params = [Param<"power", "1", "how much of it is near", [], "0", "inf">,
                Param<"blur", "1", "strength">,
                Param<"radius", "1", "where it begins">];
  let draws = [U01, U01];
  let formula = "R = r, d = blur/10 (R - radius), for R > radius, else 0: w ((x, y) + d/π arccos(2 (1 - u2)^power - 1) (cos 2πu1, sin 2πu1))";
  let body = [{ return weight * (p + blur / 10 * max(length(p) - radius, Real(0)) * (acos(2 * pow(1 - u[1], power) - 1) / pi) * direction(twoPi * u[0])); }];
  let unverified = onlyFractorium;
  let sampleParams = "1.4, 6, 0.4";
  let samples = [First<"0.633698675789, 0.0417946377203", "0.35, 0.6">,
                 Second<"-0.939255600788, 0.754679946613", "0.35, 0.6">,
                 Sample<"-0.99, 0.69", "-0.727334727899, 0.434374306715", "0.8", "", "0.83, 0.2">,
                 Sample<"0.3, 0.2", "0.24, 0.16", "0.8", "", "0.35, 0.6">];
}

def DepthSine2 : Extra<"depth_sine2", "scattered over discs that grow with the distance, around any centre"> {
  let params = [Param<"power", "1", "how much of it is near", [], "0", "inf">,
                Param<"blur", "1", "strength">,
                Param<"radius", "1", "where it begins">,
                Param<"x0", "0", "x of the centre">,
                Param<"y0", "0", "y of the centre">,
                Param<"mulx", "1", "how much x counts, as a square">,
                Param<"muly", "1", "how much y counts, as a square">,
                Param<"exp", "1", "exponent of the distance", [], "-inf", "inf", "exponent">];
  let draws = [U01, U01];
  let formula = "R = |(mulx² (x - x0), muly² (y - y0))|, d = blur/10 (R - radius)^exp, for R > radius, else 0: w ((x, y) + d/π arccos(2 (1 - u2)^power - 1) (cos 2πu1, sin 2πu1))";
  let body = [{ return weight * (p + farReach(p, inputs.params + 1) * (acos(2 * pow(1 - u[1], power) - 1) / pi) * direction(twoPi * u[0])); }];
  let unverified = onlyFractorium;
  let sampleParams = "1.4, 6, 0.4, 0.1, -0.2, 0.9, 1.2, 1.3";
  let samples = [First<"0.694920888662, -0.0424705092097", "0.35, 0.6">,
                 Second<"-1.01245780682, 0.855434139527", "0.35, 0.6">,
                 Sample<"-0.99, 0.69", "-0.695188985763, 0.37590141884", "0.8", "", "0.83, 0.2">,
                 Sample<"0.3, 0.2", "0.217715730539, 0.190671665597", "0.8", "", "0.35, 0.6">];
}

def DevilWarp : Extra<"devil_warp", "a warp by powers of both coordinates"> {
  let params = [Param<"a", "2", "strength of x in y">,
                Param<"b", "1", "strength of y in x">,
                Param<"effect", "1", "overall strength">,
                Param<"warp", "0.5", "exponent">,
                Param<"rmin", "-0.24", "least warp">,
                Param<"rmax", "100", "greatest warp">];
  let formula = "k = (x² + b y²/r²)^warp - (y² + a x²/r²)^warp, limited to [rmin, rmax]: (1 + "
                "effect k) (x, y)";
  let body = [{
    Real xx = p.x * p.x, yy = p.y * p.y, inverse = 1 / lengthSquared(p);
    Real k = pow(xx + inverse * b * yy, warp) - pow(yy + inverse * a * xx, warp);
    k = select(k > rmax, rmax, select(k < rmin, rmin, k));
    return (1 + effect * k) * p;
  }];
  let notes = "The weight does not enter.";
  let sampleParams = "1.4, 0.8, 0.7, 0.6, -0.3, 2";
  let samples = [First<"0.7189, -0.0869">, Second<"-0.924415819179, 0.644289813367">];
}

def DinisSurfaceWf : Extra<"dinis_surface_wf", "Dini's surface, seen from above"> {
  let params = [Param<"a", "0.8", "size">,
                Param<"b", "0.2", "pitch, without effect here", [], "-inf", "inf", "fixed_pitch">];
  let formula = "w a sin y (cos x, sin x)";
  let body = [{ return weight * a * sin(p.y) * direction(p.x); }];
  let sampleParams = "0.7, 0.3";
  let samples = [First<"-0.037730540694, -0.0485354122667">,
                 Second<"0.19558643875, -0.298010507582">];
}

def Disc3d : Extra<"disc3d", "disc, with another number for pi"> {
  let params = [Param<"pi", "3.141592653589793", "turns a radius of 1 by this angle", [], "-inf", "inf", "turn">];
  let formula = "w θ/disc3d_pi (sin(disc3d_pi r), cos(disc3d_pi r))";
  let body = [{
    return weight * theta(p) / (turn + epsilon) * swapped(direction(turn * length(p)));
  }];
  let notes = "Its x and y do not depend on z.";
  let sampleParams = "2.6";
  let samples = [First<"0.357855202206, -0.377742166405">,
                 Second<"-0.00121128555275, 0.296030450921">];
}

def Dragonfire : Extra<"dragonfire", "a coth of two strengths, roughened"> {
  let params = [Param<"c1", "0.5", "strength to the right">,
                Param<"c2", "0.25", "strength to the left">,
                Param<"fuzzyMode", "0", "how it is roughened: 0: not, 1: a cosine added, 2: by its sine, 3: by an exponential, 4 to 6: steps added">,
                Param<"fuzzyRadius", "1", "size of the steps">,
                Param<"fuzzyInterpolationMode", "0", "above 0: mixed with the plain map; 2: cosine, 3: tangent, 4: sinh, 5: arsinh of the share">,
                Param<"fuzzyInterpolationPosition", "1", "the share">,
                Param<"logScalarFuzzy", "6.28318530717959", "frequency of the cosine">,
                Param<"adjustedFuzzyScalar", "0.5", "factor of the share">];
  let formula = "E = c1 eˣ, F = c2/E, v = w/(E + F - cos y) (E - F, sin y); of each coordinate t of v: C = cos(logScalarFuzzy/ln |t|), S = fuzzyRadius with the "
                "sign of C: t, t + C, t sin C, t exp(sin C), t + S, t + exp S, and t + exp(sin S) in x, t + exp(cos S) in y; with an interpolation mode "
                "(1 - q) t + q of that, q the position, beyond mode 1 adjustedFuzzyScalar (1 - f(π position))";
  let body = [{
    Real right = exp(p.x) * c1, left = c2 / (right + tiny), around = right + left - cos(p.y);
    Point plain = weight / select(around == 0, Real(epsilon), around) * Point{right - left, sin(p.y)};
    Real turn = pi * fuzzyInterpolationPosition;
    Real grown = log(abs(turn) + sqrt(turn * turn + 1));
    Real steep = select(fuzzyInterpolationMode < 5, sinh(turn), copysign(grown, turn));
    Real wave = select(fuzzyInterpolationMode < 3, cos(turn), select(fuzzyInterpolationMode < 4, tan(turn), steep));
    Real share = select(fuzzyInterpolationMode < 2, fuzzyInterpolationPosition, (1 - wave) * adjustedFuzzyScalar);
    share = select(fuzzyInterpolationMode < 1, Real(1), share);
    auto roughened = [&](Real t, bool isX) {
      Real size = log(abs(t) + tiny);
      Real waved = cos(logScalarFuzzy / select(size == 0, Real(epsilon), size));
      Real step = signOf(waved) * fuzzyRadius;
      Real low = select(fuzzyMode < 2, t + waved, t * select(fuzzyMode < 3, sin(waved), exp(sin(waved))));
      Real last = exp(isX ? sin(step) : cos(step));
      Real high = t + select(fuzzyMode < 5, step, select(fuzzyMode < 6, exp(step), last));
      Real rough = select(fuzzyMode < 4, low, high);
      return select(fuzzyMode < 1, t, t + share * (rough - t));
    };
    return Point{roughened(plain.x, true), roughened(plain.y, false)};
  }];
  let unverified = onlyFractorium;
  let sampleParams = "0.6, 0.3, 0.25, 0.7, 0.25, 0.8, 5, 0.4";
  let samples = [First<"1.47795646225, -0.125838514542">,
                 Second<"-1.12644871694, 0.638678963553">,
                 Sample<"0.4, -0.57", "0.840825274746, -1.45898421376", "0.8", "0.6, 0.3, 1.25, 0.7, 1.25, 0.35, 5, 0.4">,
                 Sample<"0.5, -0.34", "1.261736415, -0.72957248135", "0.8", "0.6, 0.3, 2.25, 0.7, 2.25, 0.35, 5, 0.4">,
                 Sample<"0.6, -0.11", "2.11347222727, -0.285410933687", "0.8", "0.6, 0.3, 3.25, 0.7, 3.25, 0.35, 5, 0.4">,
                 Sample<"0.7, 0.12", "1.749819758, 0.300292584543", "0.8", "0.6, 0.3, 4.25, 0.7, 4.25, 0.35, 5, 0.4">,
                 Sample<"0.8, 0.35", "1.47192200129, 0.482244823892", "0.8", "0.6, 0.3, 5.25, 0.7, 5.25, 0.35, 5, 0.4">,
                 Sample<"0.9, 0.58", "1.24621873228, 0.5632577324", "0.8", "0.6, 0.3, 6.25, 0.7, 5.25, 0.35, 5, 0.4">,
                 Sample<"0.3, 0.8", "0.0270307721929, 0.486649888702", "0.8", "0.6, 0.3, 4.25, 0.7, 0.25, 0.8, 5, 0.4">];
}

def Dust : Extra<"dust", "a grain of dust for each cell of the plane"> {
  let params = [Param<"density", "5", "number of cells before they repeat, in each direction">,
                Param<"distortion", "1", "how far the grains are from a grid">,
                Param<"power", "1", "exponent of the radius">];
  let partial = 1;
  let formula = "X = (floor x mod density)/density, Y = (floor y mod density)/density, with the signs of floor x and floor y, a = 2π (X + h1 distortion), "
                "r = (Y + h2 distortion)^power, h1 and h2 random numbers of (X, Y): w r (cos a, sin a), NaN where Y + h2 distortion < 0";
  let body = [{
    Real period = select(density == 0, Real(epsilon), density);
    Point cell{fmod(floor(p.x), period), fmod(floor(p.y), period)};
    Int i = toInt(rint(1024 * cell.x)), j = toInt(rint(1024 * cell.y));
    Real grain = cell.y / period + hashed(j, i, Int(2)) * distortion, r = exp(power * log(grain));
    return weight * r * direction(twoPi * (cell.x / period + hashed(i, j, Int(1)) * distortion));
  }];
  let notes = "The random numbers come from another hash than in Fractorium: the grains are elsewhere.";
  let unverified = onlyFractorium;
  let sampleParams = "7, 0.6, 1.4";
  let samples = [First<"-0.0184130383361, 0.172694581509">,
                 Second<"-0.219787632122, 0.0742544753758">,
                 Sample<"9.4, 3.2", "-0.183418192739, -0.465807578731", "0.8">,
                 Sample<"-3.6, 5.2", "-0.124958027676, -0.301115371845", "0.8", "2.5, 0.4, 0.7">,
                 Sample<"-3.4, -0.2", "0.439197187532, -0.580169212528", "0.8", "7, 2.6, 1.4">,
                 Sample<"-2.6, -2.2", "0.221895964195, 0.172746097479", "1", "5, 1.6, 2">];
}

def Eclipse : Extra<"eclipse", "a disc shifted in itself"> {
  let params = [Param<"shift", "0", "how far, in radii", [], "-2", "2">];
  let formula = "|y| ≤ w and |x| ≤ c = √(w² - y²): t = x + shift w, |t| ≥ c ? -w x : w t; else w "
                "x; w y";
  let body = [{
    Real chord = sqrt(max(weight * weight - p.y * p.y, Real(0))), t = p.x + shift * weight;
    Bool inside = (abs(p.y) <= weight) & (abs(p.x) <= chord);
    return weight * Point{select(inside, select(abs(t) >= chord, -p.x, t), p.x), p.y};
  }];
  let notes = "The weight is also the radius of the disc.";
  let sampleParams = "0.7";
  let samples = [First<"0.728, -0.088">, Second<"-0.792, 0.552">,
                 Sample<"0.3, 0.2", "-0.24, 0.16", "0.8">,
                 Sample<"-0.3, 0.2", "0.208, 0.16", "0.8">];
}

def ECollide : Extra<"eCollide", "hyperbolas around two foci that slide into each other"> {
  let params = [Param<"a", "0", "how far they slide, in parts of a sector", [], "0", "1">,
                Param<"num", "1", "number of sectors in half a turn", [], "1", "inf">];
  let formula = "x + iy = cosh(μ + iν), s = π/num, k = trunc(|ν|/s): A = k s + fmod(|ν| ± a s, s), + for even k: w (cosh μ cos A, "
                "± sinh μ sin A), + for y > 0";
  let body = [{
    EllipticCoordinates<B> at = ellipticCoordinates(p);
    Real nu = collided(atan2(at.conjugate, p.x), a, num);
    Real rise = sqrt(at.mMinusOne * (at.m + 1)) * sin(nu);
    return weight * Point{at.m * cos(nu), select(p.y > 0, rise, -rise)};
  }];
  let sampleParams = "0.3, 3";
  let samples = [First<"0.574337683354, -0.135522948339">,
                 Second<"-0.997306233419, 0.353936171999">,
                 Sample<"0.3, 0.8", "-0.495854954447, 0.577616875934", "0.8">,
                 Sample<"1.6, -0.8", "0.982805772838, -0.942199017361", "0.8">];
}

def EJulia : Extra<"eJulia", "n-th root in elliptic coordinates"> {
  let losesDepth = 1;
  let params = [Param<"power", "2", "number of branches; negative inverts">];
  let draws = [U01];
  let formula = "x + iy = cosh(μ + iν), for power < 0 of x/r² + i y and 1/r²: w (cosh(μ/power) "
                "cos A, sinh(μ/power) sin A), A = (ν + 2π floor(power u1))/power";
  let body = [{
    Bool inverse = power < 0;
    Real squared = lengthSquared(p);
    EllipticAngles<B> at = ellipticAngles(select(inverse, p / squared, p));
    Real angle = (at.nu + twoPi * floor(power * u[0])) / power, mu = at.mu / power;
    return weight * Point{cosh(mu) * cos(angle), sinh(mu) * sin(angle)};
  }];
  let sampleParams = "3";
  let samples = [First<"0.792061753032, -0.0100429063066">,
                 Second<"0.589099964885, 0.165475650773">,
                 Sample<"0.6, -0.7", "-0.635601350538, -0.148484064875", "0.8", "-3">];
}

def EllipticWf : Extra<"elliptic_wf", "elliptic coordinates, the half of the plane drawn at random"> {
  let params = [Param<"mode", "1", "1: at random; else that of the point">];
  let draws = [U01];
  let formula = "M = (√((x+1)² + y²) + √((x-1)² + y²))/2: "
                "2w/π (asin(x/M), ± ln(M + √(M-1))), + where u1 < 1/2, with another mode where y > 0";
  let body = [{
    auto e = ellipticCoordinates(p);
    Real v = log(e.m + sqrt(e.mMinusOne));
    Bool up = select(chosen(mode, 1), u[0] < 0.5, p.y > 0);
    return weight / halfPi * Point{atan2(p.x, e.conjugate), select(up, v, -v)};
  }];
  let notes = "What JWildfire calls elliptic.";
  let samples = [First<"0.553915293893, 0.0902669531564">, Second<"-0.400700147945, 0.360384480331">,
                 Sample<"0.5, 0.25", "0.255467291192, 0.1093449979", "0.8", "0">];
}

def EMod : Extra<"eMod", "elliptic coordinates wrapped"> {
  let params = [Param<"radius", "1", "where it acts", [], "0", "inf">,
                Param<"distance", "0", "how far it moves", [], "0", "2">];
  let formula = "x + iy = cosh(μ + iν), where μ < radius: μ becomes fmod(μ + D, 2 radius) - radius for ν > 0, else fmod(μ - D, 2 radius) + "
                "radius, D = radius (1 + distance): w (cosh μ cos ν, sinh μ sin ν)";
  let body = [{
    EllipticAngles<B> at = ellipticAngles(p);
    Real side = select(at.nu > 0, Real(1), Real(-1)), step = radius + distance * radius;
    Real moved = fmod(at.mu + side * step, 2 * radius) - side * radius;
    Real mu = select(at.mu < radius, moved, at.mu);
    return weight * Point{cosh(mu) * cos(at.nu), sinh(mu) * sin(at.nu)};
  }];
  let sampleParams = "0.9, 0.4";
  let samples = [First<"0.713992263992, 0.0467299759544">,
                 Second<"-0.662671686058, -0.342936501729">,
                 Sample<"0.3, -0.8", "0.199648156134, -0.311303266709", "0.8">,
                 Sample<"1.6, -0.8", "1.28, -0.64", "0.8">];
}

def EMotion : Extra<"eMotion", "a flow through the line between two foci"> {
  let params = [Param<"move", "0", "how far it flows">,
                Param<"rotate", "0", "turn about the foci, in radians">];
  let formula = "x + iy = cosh(μ + iν): μ becomes μ + move for ν < 0, else μ - move, and where it is not positive then both signs "
                "change: w (cosh μ cos A, sinh μ sin A), A = ν + rotate";
  let body = [{
    EllipticAngles<B> at = ellipticAngles(p);
    Real mu = at.mu + select(at.nu < 0, move, -move);
    Real nu = select(mu <= 0, -at.nu, at.nu) + rotate;
    return weight * Point{cosh(mu) * cos(nu), sinh(abs(mu)) * sin(nu)};
  }];
  let sampleParams = "0.6, 0.4";
  let samples = [First<"1.09139153274, -0.0621466573441">,
                 Second<"-0.76795343328, 0.0803982085586">,
                 Sample<"0.3, 0.8", "-0.133813729496, 0.118831121326", "0.8">,
                 Sample<"1.6, -0.8", "2.5395752846, -0.328292345494", "0.8">];
}

def Ennepers : Extra<"ennepers", "Enneper's surface, seen from above"> {
  let formula = "(w (x - x³/3) + x y², w (y - y³/3) + y x²)";
  let body = [{
    auto one = [&](Real t, Real other) { return weight * (t - t * t * t / 3) + t * other * other; };
    return Point{one(p.x, p.y), one(p.y, p.x)};
  }];
  let notes = "The mixed terms have no weight. JWildfire discards the sum before it.";
  let samples = [First<"0.538058733333, -0.178736066667">,
                 Second<"-1.0045926, 1.1406666">];
}

def Ennepers2 : Extra<"ennepers2", "Enneper's surface"> {
  let params = [Param<"a", "1", "size in x">,
                Param<"b", "0.3333", "size in y">,
                Param<"c", "0.075", "bend">];
  let formula = "q = (a² x² - b² y²)/r²: w (x (a² - q - c √|x|), y (b² - q - c √|y|))";
  let body = [{
    Real q = (square(a * p.x) - square(b * p.y)) / lengthSquared(p);
    Point factor{a * a - q - c * sqrt(abs(p.x)), b * b - q - c * sqrt(abs(p.y))};
    return weight * scaled(p, factor);
  }];
  let notes = "Its x and y do not depend on z.";
  let sampleParams = "0.9, 0.6, 0.2";
  let samples = [First<"-0.126627068317, 0.0439544983837">,
                 Second<"-0.145356017156, -0.12894977516">];
}

def Epispiral : Extra<"epispiral", "an epispiral with optional thickness"> {
  let params = [Param<"n", "6", "number of arms">,
                Param<"thickness", "0", "how far points are scattered inwards; 0: not at all">,
                Param<"holes", "1", "subtracted from the radius">];
  let draws = [U01];
  let formula = "w (t / cos(n φ) - holes) (cos φ, sin φ), t = thickness = 0 ? 1 : u1 thickness";
  let body = [{
    Real angle = phi(p);
    Real size = select(thickness == 0, Real(1), u[0] * thickness);
    return weight * (size / cos(n * angle) - holes) * direction(angle);
  }];
  let sampleParams = "5, 0.4, 0.7";
  let samples = [First<"-0.440360318117, 0.053230368124">,
                 Second<"0.380283895322, -0.265046351285">];
}

def EpispiralWf : Extra<"epispiral_wf", "an epispiral"> {
  let params = [Param<"waves", "4", "number of arms">];
  let formula = "w / (2 cos(waves θ)) (sin θ, cos θ)";
  let body = [{
    Real angle = theta(p);
    return weight / (2 * cos(waves * angle)) * swapped(direction(angle));
  }];
  let sampleParams = "3";
  let samples = [First<"1.12462510388, -0.135943693876">,
                 Second<"0.339149490266, -0.236376917458">];
}

def EPush : Extra<"ePush", "pushed away from the line between two foci"> {
  let params = [Param<"push", "0", "how far">,
                Param<"dist", "1", "factor of the distance">,
                Param<"rotate", "0", "turn about the foci, in radians">];
  let formula = "x + iy = cosh(μ + iν): w (cosh M cos A, sinh M sin A), M = dist μ + push, A = ν + rotate";
  let body = [{
    EllipticAngles<B> at = ellipticAngles(p);
    Real mu = dist * at.mu + push, nu = at.nu + rotate;
    return weight * Point{cosh(mu) * cos(nu), sinh(mu) * sin(nu)};
  }];
  let sampleParams = "0.3, 0.7, 0.4";
  let samples = [First<"0.884690299061, -0.0319782201829">,
                 Second<"-1.06723652322, 0.310075489998">];
}

def Erf : Extra<"erf", "the error function of each coordinate"> {
  let formula = "w (erf x, erf y)";
  let body = [{ return weight * Point{errorFunction(p.x), errorFunction(p.y)}; }];
  let samples = [First<"0.641506260613, -0.0988983169596">,
                 Second<"-0.670806455644, 0.536672049788">,
                 Sample<"1.3, -2.1", "0.747206355953, -0.797616426675", "0.8">,
                 Sample<"0.02, -6.4", "0.0180516597535, -0.8", "0.8">,
                 Sample<"3.2, 12", "0.799995179391, 0.8", "0.8">];
}

def ERotate : Extra<"eRotate", "turned along ellipses"> {
  let params = [Param<"rotate", "0", "in radians">];
  let formula = "x + iy = cosh(μ + iν): w (cosh μ cos A, sinh μ sin A), A = ν + rotate";
  let body = [{
    EllipticCoordinates<B> at = ellipticCoordinates(p);
    Real nu = atan2(signOf(p.y) * at.conjugate, p.x) + rotate;
    return weight * Point{at.m * cos(nu), sqrt(at.mMinusOne * (at.m + 1)) * sin(nu)};
  }];
  let sampleParams = "0.4";
  let samples = [First<"0.819273788504, -0.0157380505906">,
                 Second<"-1.0370528069, 0.292874905647">];
}

def EScale : Extra<"eScale", "scaled in elliptic coordinates"> {
  let losesDepth = 1;
  let params = [Param<"scale", "1", "the scale">,
                Param<"angle", "0", "where the turn begins">];
  let formula = "x + iy = cosh(μ + iν): w (cosh(scale μ) cos A, sinh(scale μ) sin A), A = "
                "fmod(scale (ν + π + angle), 2π scale) - angle - scale π";
  let body = [{
    EllipticAngles<B> at = ellipticAngles(p);
    Real mu = scale * at.mu;
    Real nu = fmod(scale * (at.nu + pi + angle), twoPi * scale) - angle - scale * pi;
    return weight * Point{cosh(mu) * cos(nu), sinh(mu) * sin(nu)};
  }];
  let sampleParams = "0.7, 0.4";
  let samples = [First<"0.727165856013, -0.0583781100135">,
                 Second<"0.0385123677735, 0.514207714749">];
}

def Estiq : Extra<"estiq", "exponential of a quaternion"> {
  let formula = "w eˣ (cos y, sin y)";
  let body = [{ return weight * exp(p.x) * direction(p.y); }];
  let space = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return Point{weight * exp(p.x) * cos(v), weight * exp(p.x) * sin(v) / v * p.y};
  }];
  let depth = [{
    Real v = sqrt(p.y * p.y + z * z) + tiny;
    return weight * exp(p.x) * sin(v) / v * z;
  }];
  let notes = "In space y and z share the imaginary part, whose size is |(y, z)|.";
  let samples = [First<"1.97544602508, -0.218179765157">,
                 Second<"0.229261633773, 0.189217903906">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "1.29187736259, -0.60126074334, 0.751575929175", "0.8">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0.0419227263004, 0.354701981335, -0.472935975114", "0.8">];
}

def ESwirl : Extra<"eSwirl", "a swirl in elliptic coordinates"> {
  let params = [Param<"in", "0", "strength inside", [], "-inf", "inf", "inside">,
                Param<"out", "0", "strength outside", [], "-inf", "inf", "outside">];
  let formula = "x + iy = cosh(μ + iν), A = ν + out μ + in/μ: w (cosh μ cos A, sinh μ sin A)";
  let body = [{
    EllipticAngles<B> at = ellipticAngles(p);
    Real nu = at.nu + at.mu * outside + inside / at.mu;
    return weight * Point{cosh(at.mu) * cos(nu), sinh(at.mu) * sin(nu)};
  }];
  let sampleParams = "0.3, 0.4";
  let samples = [First<"0.517827313853, 0.147113977804">,
                 Second<"-1.11387185862, 0.0711963168782">];
}

def Exblur : Extra<"exblur", "a blur that grows with a power of the distance"> {
  let params = [Param<"dist", "0.5", "exponent">,
                Param<"r", "0.25", "how round">,
                Param<"x_origin", "0", "x of the sharp point">,
                Param<"y_origin", "0", "y of the sharp point, negated">,
                Param<"z_origin", "0", "z of the sharp point">];
  let draws = [Bell, U01, U01];
  let formula = "d = (x, y) - C with length D (the slice z_origin = 0 of space), u1 the sum of four "
                "uniform numbers less 2: w D^(2 dist) u1 (d/D + r sin 2πu3 (cos 2πu2, sin 2πu2))";
  let body = [{
    Point d = p - Point{x_origin, -y_origin};
    Real squared = lengthSquared(d) + z_origin * z_origin;
    Point side = r * sin(twoPi * u[2]) * direction(twoPi * u[1]);
    return weight * pow(squared, dist) * u[0] * (rsqrt(squared + tiny) * d + side);
  }];
  let sampleParams = "0.6, 0.4, 0.2, -0.3, 0.1";
  let samples = [First<"0.285559617603, -0.0876259150352", "0.45, 0.15, 0.4">,
                 Second<"-0.382982090724, 0.236994758786", "0.45, 0.15, 0.4">];
}

def Excinis : Extra<"excinis", "the square of a complex number, by a function of the radius"> {
  let params = [Param<"lengthscalar", "1", "factor of the radius">,
                Param<"radiusFunc", "0", "0: R itself, 1: cos R, 2: exp R, 3: ln |R|, 4: 1/R">,
                Param<"eps", "0.1", "added to the radius where it is smaller">];
  let formula = "R = w/(lengthscalar r), f(R) (x² - y², 2xy); where |lengthscalar r| ≤ eps, eps is added to it, to |R| and to R, with its sign";
  let body = [{
    Real scaled = length(p) * lengthscalar;
    Real more = select(abs(scaled) > eps, Real(0), signOf(scaled) * eps), sum = scaled + more;
    Real r = weight / select(sum == 0, Real(epsilon), sum), back = r + more;
    Real late = select(radiusFunc < 4, log(abs(r) + abs(more)), 1 / back);
    Real early = select(radiusFunc < 2, cos(r), exp(min(r, Real(80))));
    Real value = select(radiusFunc < 1, r, select(radiusFunc < 3, early, late));
    return value * Point{(p.x - p.y) * (p.x + p.y), 2 * p.x * p.y};
  }];
  let unverified = onlyFractorium;
  let sampleParams = "0.8, 0.25, 0.1";
  let samples = [First<"0.890223019539, -0.21841010847">,
                 Second<"0.417657248537, -1.13214947014">,
                 Sample<"0.3, 0.8", "-0.21437503353, 0.187090938354", "0.8", "0.8, 1.25, 0.1">,
                 Sample<"0.3, 0.8", "-1.77282526902, 1.54719296206", "0.8", "0.8, 2.25, 0.1">,
                 Sample<"0.3, 0.8", "-0.0865454548309, 0.0755305787615", "0.8", "0.8, 3.25, 0.1">,
                 Sample<"0.3, 0.8", "-0.469920205992, 0.410112179775", "0.8", "0.8, 4.25, 0.1">,
                 Sample<"0.06, 0.05", "0.00541598462625, 0.029541734325", "0.8">];
}

def Exp2 : Extra<"exp2", "exponential of a complex number, in half turns"> {
  let formula = "w exp(π x) (cos π y, sin π y)";
  let body = [{ return weight * exp(pi * p.x) * direction(pi * p.y); }];
  let samples = [First<"13.1282567271, -4.72646325327">,
                 Second<"-0.0200520204588, 0.0295056520971">];
}

def Exp2Bs : Extra<"exp2_bs", "complex exponential, by a factor for each part"> {
  let params = [Param<"x1", "1", "factor of x">,
                Param<"y1", "1", "factor of y in the sine">,
                Param<"y2", "1", "factor of y in the cosine">];
  let formula = "w e^(x1 x) (cos(y2 y), sin(y1 y))";
  let body = [{ return weight * exp(p.x * x1) * Point{cos(p.y * y2), sin(p.y * y1)}; }];
  let sampleParams = "0.9, 1.2, 0.7";
  let samples = [First<"1.80920769998, -0.238830162641">,
                 Second<"0.290652428284, 0.241742835257">];
}

def Expo : Extra<"expo", "a complex number to the power of the point"> {
  let params = [Param<"real", "-1", "real part of the number">,
                Param<"imaginary", "1", "its imaginary part">];
  let formula = "ln(real + i imaginary) = k + it: w exp(k x - t y) (cos A, sin A), A = t x + k y";
  let body = [{
    Point number = {real, imaginary};
    Point power = complexProduct(p, Point{log(lengthSquared(number) + tiny) / 2, phi(number)});
    return weight * exp(power.x) * direction(power.y);
  }];
  let sampleParams = "-0.7, 0.6";
  let samples = [First<"-0.589269758292, 0.771710438515">,
                 Second<"-0.126121171405, -0.101341569389">];
}

def Extrude : Extra<"extrude", "z set to the weight, or anywhere below it"> {
  let params = [Param<"root_face", "0.5", "part of the points that are set to the weight">];
  let draws = [U01, U01];
  let zOnly = 1;
  let flattens = 1;
  let formula = "(0, 0); in space z of the sum becomes max(w, 0) where u1 < root_face, else w u2";
  let body = [{ return Point{0, 0}; }];
  let depth = [{ return select(u[0] < root_face, max(weight, Real(0)), weight * u[1]); }];
  let sampleParams = "0.4";
  let samples = [First<"0, 0", "0.3, 0.7">,
                 Second<"0, 0", "0.3, 0.7">];
  let spaceSamples = [SpaceSample<"0.7, -0.4, 0.5", "0, 0, 0.8", "0.8", "0.4", "0.3, 0.7">,
                      SpaceSample<"0.7, -0.4, 0.5", "0, 0, 0", "-0.8", "0.4", "0.3, 0.7">,
                      SpaceSample<"-0.3, 0.9, -1.2", "0, 0, 0.56", "0.8", "0.4", "0.6, 0.7">];
}
