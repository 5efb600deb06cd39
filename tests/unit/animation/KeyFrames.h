// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flames to interpolate between, and what tests look up in the result.

#ifndef FLAME_TESTS_UNIT_ANIMATION_KEYFRAMES_H
#define FLAME_TESTS_UNIT_ANIMATION_KEYFRAMES_H

#include "tests/unit/compiler/ReadText.h"

#include <gtest/gtest.h>

#include <array>

namespace flame::test {

/// A flame in XML with `attributes`, `xforms` and a palette of one colour.
inline std::string keyFrame(const std::string &attributes, const std::string &xforms,
                            const std::string &rgb = "255 255 255") {
  return "<flame size=\"64 48\" " + attributes + ">" + xforms + "<color index=\"0\" rgb=\"" + rgb +
         "\"/></flame>\n";
}

/// The flames of a text, which must be right.
inline std::vector<Genome> readKeyFrames(const std::string &text) {
  ReadText read(text);
  EXPECT_TRUE(read.succeeded()) << read.messages();
  std::vector<Genome> genomes = read.genomes.value_or(std::vector<Genome>(2));
  for (Genome &genome : genomes) // they point into the text
    genome.attributes = {};
  return genomes;
}

/// The variation of an xform, which must be there.
inline const VariationUse &useOf(const Xform &xform, llvm::StringRef name) {
  for (const VariationUse &use : xform.variations)
    if (use.info->name == name)
      return use;
  ADD_FAILURE() << "no variation " << name.str();
  return xform.variations.front();
}

inline double weightOf(const Xform &xform, llvm::StringRef name) {
  return useOf(xform, name).weight;
}

/// In file order.
inline std::array<double, 6> numbersOf(const Affine &affine) {
  return {affine.a, affine.d, affine.b, affine.e, affine.c, affine.f};
}

inline void expectAffine(const Affine &affine, const std::array<double, 6> &wanted,
                         double tolerance = 5e-10) {
  for (size_t i = 0; i < wanted.size(); ++i)
    EXPECT_NEAR(numbersOf(affine)[i], wanted[i], tolerance)
        << "coefficient " << i << " of a d b e c f";
}

/// Two flames ten frames apart, of which the second has more of everything; flam3's results for
/// them are known.
inline std::vector<Genome> vectorFlames() {
  return readKeyFrames(
      keyFrame("time=\"0\"",
               "<xform weight=\"1\" color=\".25\" linear=\".6\" coefs=\"1 0 0 1 0 0\"/>") +
      keyFrame(
          "time=\"10\"",
          "<xform weight=\".5\" swirl=\"1\" color=\"1\" coefs=\"-.3 .4 -.5 -.6 .3 .1\" post=\"0 1 "
          "-1 0 .5 0\"/>"
          "<xform weight=\"2\" color=\".7\" julian=\".9\" julian_power=\"3\" julian_dist=\"1\" "
          "coefs=\".5 .5 -.5 .5 .2 -.1\"/>"));
}

} // namespace flame::test

#endif // FLAME_TESTS_UNIT_ANIMATION_KEYFRAMES_H
