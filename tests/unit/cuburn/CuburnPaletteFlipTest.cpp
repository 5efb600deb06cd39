// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When transitions end with their palettes backwards, and that nothing else changes.

#include "compiler/cuburn/CuburnPaletteFlip.h"
#include "tests/unit/cuburn/TestFlock.h"

#include <gtest/gtest.h>

namespace flame {
namespace {

using test::TestFlock;

/// Two xforms of these colours; the first weighs 3.
std::string colors(double heavy, double light) {
  return "\"xforms\": {\"0\": {\"weight\": 3, \"color\": " + std::to_string(heavy) +
         "}, \"1\": {\"weight\": 1, \"color\": " + std::to_string(light) + "}}";
}

CuburnAnimation blend(const std::string &source, const std::string &destination,
                      const std::string &edgeMembers = "", const std::string &flip = "auto") {
  TestFlock flock("\"a\": {\"type\": \"node\", \"palette\": [GRAY], " + source +
                  "}, \"b\": {\"type\": \"node\", \"palette\": [GRAY], " + destination +
                  R"(}, "e": {"type": "edge", "link": {"src": "a", "dst": "b"},
                      "blend": {"xform_sort": "natural", "palette_flip": ")" +
                  flip + "\"}" + edgeMembers + "}");
  auto animation = flock.blend("e");
  EXPECT_TRUE(animation) << flock.messages();
  return animation.value_or(CuburnAnimation());
}

const CuburnCurve &colorOf(const CuburnAnimation &animation, size_t xform) {
  return animation.xforms.at(xform).values.at("color");
}

bool isFlipped(const CuburnAnimation &animation) { return animation.palettes.size() > 1; }

TEST(CuburnPaletteFlipTest, ShortensTheWayOfTheColors) {
  const CuburnAnimation animation = blend(colors(0.1, 0.2), colors(0.8, 1));
  ASSERT_EQ(animation.palettes.size(), 2u);
  EXPECT_EQ(animation.palettes[0].second, test::grayPalette());
  for (unsigned i = 0; i < kPaletteSize; ++i)
    EXPECT_EQ(animation.palettes[1].second[i].red, test::grayPalette()[kPaletteSize - 1 - i].red);
  EXPECT_DOUBLE_EQ(colorOf(animation, 0).start, 0.1);
  EXPECT_DOUBLE_EQ(colorOf(animation, 0).end, 0.2);
  EXPECT_DOUBLE_EQ(colorOf(animation, 1).end, 0);
}

TEST(CuburnPaletteFlipTest, LeavesWhatIsShortEnough) {
  EXPECT_FALSE(isFlipped(blend(colors(0.1, 0.2), colors(0.3, 0.1))));
  EXPECT_FALSE(isFlipped(blend(colors(0.1, 0.2), colors(0.9, 0.8), "", "never")));
}

TEST(CuburnPaletteFlipTest, WeighsXforms) {
  EXPECT_FALSE(isFlipped(blend(colors(0.2, 0.1), colors(0.2, 0.9))));
  EXPECT_TRUE(isFlipped(blend(colors(0.1, 0.2), colors(0.9, 0.2))));
}

/// What the final xform does not leave of the colours need not go far.
TEST(CuburnPaletteFlipTest, SeesColorsThroughTheFinalXform) {
  const std::string source =
      R"(, "final_xform": {"color": 0.1, "color_speed": 0.9, "variations.linear.weight": 1})";
  const std::string destination =
      R"(, "final_xform": {"color": 0.2, "color_speed": 0.9, "variations.linear.weight": 1})";
  EXPECT_FALSE(isFlipped(blend(colors(0.1, 0.1) + source, colors(0.9, 0.9) + destination)));
  EXPECT_TRUE(isFlipped(blend(colors(0.1, 0.1) + source, colors(0.1, 0.1) + R"(, "final_xform":
      {"color": 0.9, "color_speed": 0.9, "variations.linear.weight": 1})")));
}

TEST(CuburnPaletteFlipTest, VelocitiesAreFlippedWithTheirColors) {
  std::string destination = colors(0.9, 0.9);
  destination.replace(destination.find("0.900000"), 8, "[0.9, 0.25]");
  const CuburnAnimation animation = blend(colors(0.1, 0.1), destination);
  ASSERT_TRUE(isFlipped(animation));
  EXPECT_EQ(colorOf(animation, 0).endVelocity, -0.25);
}

TEST(CuburnPaletteFlipTest, KeepsOutOfWhatTheEdgeDecides) {
  const std::string source = colors(0.1, 0.1), destination = colors(0.9, 0.9);
  ASSERT_TRUE(isFlipped(blend(source, destination)));
  EXPECT_EQ(colorOf(blend(source, destination, R"(, "xforms.src.0.color": [0.5, 0.7])"), 0).end,
            0.9);
  EXPECT_NEAR(colorOf(blend(source, destination, R"(, "palette": [[0.5, GRAY]])"), 0).end, 0.1,
              1e-12)
      << "that palette cannot be seen";
  Palette palette = test::grayPalette();
  palette[0].red = 1;
  EXPECT_EQ(colorOf(blend(source, destination,
                          ", \"palette\": [[0.5, " + test::paletteElements(palette) + "]]"),
                    0)
                .end,
            0.9);
}

/// What a variation sets cannot be turned round with the palette.
TEST(CuburnPaletteFlipTest, KeepsOutOfWhatVariationsDecide) {
  std::string source = colors(0.1, 0.1), destination = colors(0.9, 0.9);
  const std::string finalXform =
      R"(, "final_xform": {"color_speed": 0, "variations.post_dc_linear.weight": 1})";
  EXPECT_FALSE(isFlipped(blend(source, destination + finalXform)));
  source.replace(source.find("{\"weight"), 1, "{\"variations.dc_linear.weight\": 1, ");
  EXPECT_FALSE(isFlipped(blend(source, destination)));
}

/// An xform without a colour has colour 0, and ends at 1.
TEST(CuburnPaletteFlipTest, DefaultsAreColorsToo) {
  const CuburnAnimation animation =
      blend(R"("xforms.0": {"weight": 1, "color": 1})", R"("xforms.0.weight": 1)");
  ASSERT_TRUE(isFlipped(animation));
  EXPECT_EQ(colorOf(animation, 0).end, 1);
}

} // namespace
} // namespace flame
