// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values over time: the three encodings, how periodic values go round, the curves that come out.

#include "tests/unit/cuburn/TestFlock.h"

#include <gtest/gtest.h>

#include <cmath>

namespace flame {
namespace {

using test::TestFlock;

const CuburnSplineInfo kAngle = {45, 360};
const CuburnSplineInfo kPlain = {7};

CuburnCurve blend(CuburnPoint source, CuburnPoint destination, double duration,
                  std::vector<CuburnKnot> knots = {}, const CuburnSplineInfo &info = kAngle) {
  CuburnEdits edits = {std::move(knots)};
  return blendCuburnPoints(&source, &destination, &edits, info, duration);
}

TEST(CuburnSplineTest, PeriodicValuesGoRoundAsTheirVelocitiesSuggest) {
  EXPECT_DOUBLE_EQ(blend({0}, {180}, 1).end, -180);
  EXPECT_DOUBLE_EQ(blend({0}, {181}, 1).end, -179);
  EXPECT_DOUBLE_EQ(blend({0}, {179}, 1).end, 179);
  EXPECT_DOUBLE_EQ(blend({0, -360}, {0, -360}, 3).end, -1080);
  EXPECT_DOUBLE_EQ(blend({0, -360}, {90, -360}, 2).end, -630);
}

TEST(CuburnSplineTest, AKnotAtAnEndChoosesTheTurn) {
  EXPECT_DOUBLE_EQ(blend({0, -360}, {0, -360}, 3, {{1, 10.0}}).end, 0);
  EXPECT_DOUBLE_EQ(blend({0}, {0}, 1, {{0, 700.0}}).start, 720);
  EXPECT_DOUBLE_EQ(blend({0, -360}, {0, -360}, 3, {{1, 10.0}, {1, std::nullopt}}).end, -1080);
  EXPECT_TRUE(blend({0}, {0}, 1, {{0, 700.0}}).knots.empty());
}

TEST(CuburnSplineTest, AnAbsentSideHasTheDefault) {
  CuburnPoint destination = {10, -360};
  EXPECT_DOUBLE_EQ(blendCuburnPoints(nullptr, &destination, nullptr, kAngle, 2).end, -350);
  CuburnPoint three = {3};
  CuburnCurve curve = blendCuburnPoints(nullptr, &three, nullptr, kPlain, 1);
  EXPECT_EQ(curve.start, 7);
  EXPECT_EQ(curve.end, 3);
}

TEST(CuburnSplineTest, AParameterThatIsAbsentIsCopied) {
  CuburnSplineInfo info = cuburnSpline(true, "variations.julian.power");
  CuburnPoint three = {3, 2};
  CuburnCurve curve = blendCuburnPoints(nullptr, &three, nullptr, info, 1);
  EXPECT_EQ(curve.start, 3);
  EXPECT_EQ(curve.startVelocity, 0);
  EXPECT_EQ(curve.endVelocity, 2);
}

TEST(CuburnSplineTest, KnotsAloneMakeACurve) {
  CuburnEdits edits = {{{0.5, 2.0}}};
  CuburnCurve curve = blendCuburnPoints(nullptr, nullptr, &edits, kPlain, 1);
  EXPECT_EQ(curve.start, 7);
  EXPECT_EQ(curve.end, 7);
  ASSERT_EQ(curve.knots.size(), 1u);
  EXPECT_EQ(curve.knots[0].value, 2);
}

TEST(CuburnSplineTest, LaterKnotsOverrideAndNullDeletes) {
  CuburnCurve curve =
      blend({0}, {0}, 1, {{0.5, 1.0}, {0.25, 2.0}, {0.75, 3.0}, {0.5, 4.0}, {0.25, std::nullopt}},
            kPlain);
  ASSERT_EQ(curve.knots.size(), 2u);
  EXPECT_EQ(curve.knots[0].time, 0.5);
  EXPECT_EQ(curve.knots[0].value, 4);
  EXPECT_EQ(curve.knots[1].value, 3);
}

/// In cuburn knots outside pass through, and spoil the velocity at that end.
TEST(CuburnSplineTest, KnotsCountBetweenTheEnds) {
  const CuburnCurve curve =
      blend({5, 1}, {6}, 1, {{-0.5, 1.0}, {0, 2.0}, {0.5, 7.0}, {1, 3.0}, {1.5, 4.0}}, kPlain);
  ASSERT_EQ(curve.knots.size(), 1u);
  const Track track = makeCuburnTrack(curve, kPlain, 1);
  EXPECT_EQ(track.at(0), 5);
  EXPECT_EQ(track.at(1), 6);
  EXPECT_NEAR((track.at(1e-6) - 5) / 1e-6, 1, 1e-3);
  TestFlock flock(
      R"("e": {"type": "edge", "link": {"src": "a", "dst": "a"}, "camera.scale": [1.5, 2, 0, 3]})");
  EXPECT_TRUE(flock.edge("e"));
  EXPECT_NE(flock.messages().find(
                "'camera.scale' has a knot outside of 0 to 1, at 1.5, which is ignored"),
            std::string::npos);
  EXPECT_NE(flock.messages().find("'camera.scale' has a knot at an end, at 0, which is ignored"),
            std::string::npos);
}

TEST(CuburnSplineTest, OnlyPeriodicValuesAdvance) {
  EXPECT_EQ(advanced({10, -360}, 0.25, kAngle).position, -80);
  EXPECT_EQ(advanced({10, -360}, 0.25, kPlain).position, 10);
}

/// The published worked example: [30, -180, -60, 90, 0.4, 110] in 1.5 units.
TEST(CuburnSplineTest, IsTheCatmullRomSplineWithItsEndVelocities) {
  CuburnCurve curve = {30, -180, -60, 90, {{0.4, 110}}};
  Track track = makeCuburnTrack(curve, kAngle, 1.5);
  const std::pair<double, double> values[] = {{0, 30},          {0.2, 61},         {0.4, 110},
                                              {0.6, 51.925926}, {0.8, -31.925926}, {1, -60}};
  for (auto [time, value] : values)
    EXPECT_NEAR(track.at(time), value, 1e-6) << time;
  EXPECT_NEAR((track.at(1e-6) - track.at(0)) / 1e-6, -270, 1e-2);
  EXPECT_NEAR((track.at(1) - track.at(1 - 1e-6)) / 1e-6, 135, 1e-2);
}

TEST(CuburnSplineTest, GoesStraightOnBeyondItsEnds) {
  Track track = makeCuburnTrack({30, -180, -60, 90, {{0.4, 110}}}, kAngle, 1.5);
  EXPECT_NEAR(track.at(1.1), -60 + 0.1 * 135, 1e-9);
  EXPECT_NEAR(track.at(-0.1), 30 + 0.1 * 270, 1e-9);
}

TEST(CuburnSplineTest, LogDomainGrowsByFactors) {
  CuburnSplineInfo logSpline = {1, 0, TrackDomain::Log};
  Track up = makeCuburnTrack({0.01, 0, 4, 0, {}}, logSpline, 1);
  EXPECT_NEAR(up.at(0.25), 0.073239, 1e-6);
  EXPECT_NEAR(up.at(0.5), 0.373712, 1e-6);
  EXPECT_NEAR(up.at(0.75), 1.906928, 1e-6);
  Track through = makeCuburnTrack({3, 0, -10, 0, {}}, logSpline, 1);
  EXPECT_NEAR(through.at(0.25), 0.596983, 1e-6);
  EXPECT_NEAR(through.at(0.5), -0.05428, 1e-6);
  EXPECT_NEAR(through.at(0.75), -1.989942, 1e-6);
}

/// cuburn leaves a node at ln 2 of the velocity that it states.
TEST(CuburnSplineTest, LogDomainLeavesANodeAtItsVelocity) {
  CuburnSplineInfo logSpline = {1, 0, TrackDomain::Log};
  Track track = makeCuburnTrack({1, 2, 1, 2, {}}, logSpline, 1);
  EXPECT_NEAR((track.at(1e-6) - track.at(0)) / 1e-6, 2, 1e-4);
  EXPECT_NEAR((track.at(1) - track.at(1 - 1e-6)) / 1e-6, 2, 1e-4);
}

TEST(CuburnSplineTest, AFactorScalesTheCurve) {
  Track track = makeCuburnTrack({0.5, 0.25, 1, 0, {{0.5, 2}}}, {1, 0, TrackDomain::Log}, 2, 1280);
  EXPECT_NEAR(track.at(0), 640, 1e-9);
  EXPECT_NEAR(track.at(0.5), 2560, 1e-9);
  EXPECT_NEAR((track.at(1e-6) - track.at(0)) / 1e-6, 640, 0.1);
}

TEST(CuburnSplineTest, AClosedCurveMayHaveTurned) {
  EXPECT_TRUE(endsAsItStarts({45, -360, -315, -360, {}}, kAngle));
  EXPECT_FALSE(endsAsItStarts({45, -360, -135, -360, {}}, kAngle));
  EXPECT_FALSE(endsAsItStarts({45, -360, 45, 0, {}}, kAngle));
  EXPECT_FALSE(endsAsItStarts({45, -360, -315, -360, {}}, kPlain));
}

/// A document of one xform whose weight is `weight`.
std::string document(const char *type, const std::string &weight) {
  return std::string("\"a\": {\"type\": \"") + type +
         "\", \"palette\": [[0, GRAY]], \"xforms\": {\"0\": {\"weight\": " + weight +
         ", \"variations\": {\"linear\": {\"weight\": 1}}}}}";
}

Track weightOf(const std::string &weight) {
  TestFlock flock(document("animation", weight));
  std::optional<Animation> animation = flock.animation("a");
  EXPECT_TRUE(animation) << flock.messages();
  return animation ? animation->xforms[0].weight : Track();
}

TEST(CuburnSplineTest, AnimationsHaveConstantsPairsAndSplines) {
  EXPECT_TRUE(weightOf("0.5").isConstant());
  EXPECT_EQ(weightOf("0.5").start(), 0.5);
  Track pair = weightOf("[1, 2]");
  EXPECT_EQ(pair.at(0), 1);
  EXPECT_EQ(pair.at(0.5), 1.5);
  EXPECT_EQ(pair.at(1), 2);
  Track spline = weightOf("[1, 0, 2, 0, 0.75, 5, 0.25, 3]");
  EXPECT_EQ(spline.knots.size(), 4u);
  EXPECT_EQ(spline.at(0.25), 3);
  EXPECT_EQ(spline.at(0.75), 5);
  EXPECT_TRUE(weightOf("[2, 2]").isConstant());
}

/// cuburn has room for 32, with those that it adds at both ends.
TEST(CuburnSplineTest, AnyNumberOfKnotsCounts) {
  constexpr int kKnots = 200;
  std::string knots = "[1, 0, 2, 0";
  for (int i = 1; i < kKnots; ++i)
    knots += ", " + std::to_string(double(i) / kKnots) + ", " + std::to_string(1 + i % 7);
  const Track track = weightOf(knots + "]");
  EXPECT_EQ(track.knots.size(), kKnots + 1u);
  for (int i = 1; i < kKnots; ++i)
    EXPECT_NEAR(track.at(double(i) / kKnots), 1 + i % 7, 1e-9);
}

struct Mistake {
  const char *type, *weight, *messages;
};

void PrintTo(const Mistake &mistake, std::ostream *os) {
  *os << mistake.type << " " << mistake.weight;
}

class EverySplineMistake : public testing::TestWithParam<Mistake> {};

TEST_P(EverySplineMistake, IsReported) {
  std::string text = document(GetParam().type, GetParam().weight);
  if (llvm::StringRef(GetParam().type) == "node")
    text = text.replace(text.find("[[0, GRAY]]"), 11, "[GRAY]");
  TestFlock flock(text);
  flock.animation("a");
  EXPECT_EQ(llvm::StringRef(flock.messages()).drop_until([](char c) { return c == ' '; }).str(),
            GetParam().messages);
}

const Mistake kMistakes[] = {
    {"node", "\"1\"", " error: 'xforms.0.weight' must be a number\n"},
    {"node", "null", " error: 'xforms.0.weight' must be a number\n"},
    {"node", "-1", " error: 'xforms.0.weight' must be at least 0, got -1\n"},
    {"node", "1e31", " error: 'xforms.0.weight' must be at most 1e+30, got 1e31\n"},
    {"node", "[1, 2, 3]",
     " error: 'xforms.0.weight' must be a position, or a list of a position and a velocity; got 3 "
     "elements\n"},
    {"node", "[1, \"2\"]", " error: 'xforms.0.weight' must be a list of numbers\n"},
    {"node", "{\"x\": 1}", " error: 'xforms.0.weight' must not be an object\n"},
    {"animation", "[1, 2, 3]",
     " error: 'xforms.0.weight' must be a number, a list of two positions, or one of positions and "
     "velocities of the "
     "ends and then times and positions; got 3 elements\n"},
    {"animation", "[]",
     " error: 'xforms.0.weight' must be a number, a list of two positions, or one of positions and "
     "velocities of the "
     "ends and then times and positions; got 0 elements\n"},
    {"animation", "[1, 0, 2, 0, 0.5, null]",
     " error: 'xforms.0.weight' must be a list of numbers\n"},
    {"animation", "[1, 0, 2, 0, 0.5, -3]",
     " error: 'xforms.0.weight' must be at least 0, got -3\n"},
    {"animation", "[1, 0, 2, 0, 1.5, 3]",
     " warning: 'xforms.0.weight' has a knot outside of 0 to 1, at 1.5, which is ignored "
     "[-Wignored-setting]\n"},
    {"animation", "[1, 0, 2, 0, 1, 3]",
     " warning: 'xforms.0.weight' has a knot at an end, at 1, which is ignored "
     "[-Wignored-setting]\n"},
};

INSTANTIATE_TEST_SUITE_P(Table, EverySplineMistake, testing::ValuesIn(kMistakes));

} // namespace
} // namespace flame
