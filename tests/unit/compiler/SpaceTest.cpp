// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points with a z: when flames have them, how xforms make them, and where cameras see them, against
// projections worked out with matrices in double precision.

#include "tests/unit/compiler/ImportedXform.h"
#include "tests/unit/compiler/ReadText.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace flame::test {
namespace {

using testing::HasSubstr;

constexpr const char *kJWildfire = "JWildfire V7.30 (27.11.2021)";
constexpr const char *kFractorium = "EMBER-WIN-1.0.0.19";

std::string flameOf(llvm::StringRef version, llvm::StringRef camera, llvm::StringRef xform,
                    llvm::StringRef children = "") {
  return ("<flame size=\"64 48\" version=\"" + version + "\" antialias_amount=\"0\" " + camera +
          ">\n<xform weight=\"1\" " + xform + "/>\n" + children +
          "<color index=\"0\" rgb=\"255 255 255\"/>\n</flame>\n")
      .str();
}

const Genome &read(const ReadText &text) {
  EXPECT_TRUE(text.succeeded()) << text.messages();
  return text.first();
}

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector operator*(const Matrix &m, const Vector &v) {
  Vector result;
  for (size_t i = 0; i < 3; ++i)
    result[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return result;
}

Matrix aroundX(double a) {
  return {{{1, 0, 0}, {0, std::cos(a), -std::sin(a)}, {0, std::sin(a), std::cos(a)}}};
}
Matrix aroundY(double a) {
  return {{{std::cos(a), 0, std::sin(a)}, {0, 1, 0}, {-std::sin(a), 0, std::cos(a)}}};
}
Matrix aroundZ(double a) {
  return {{{std::cos(a), -std::sin(a), 0}, {std::sin(a), std::cos(a), 0}, {0, 0, 1}}};
}

/// The corners of a cube and the middles of its sides.
std::vector<Vector> cube() {
  std::vector<Vector> points;
  for (double x : {-0.5, 0.0, 0.5})
    for (double y : {-0.5, 0.0, 0.5})
      for (double z : {-0.5, 0.0, 0.5})
        points.push_back({x + 0.1, y - 0.2, z});
  return points;
}

//===-- when there is one --------------------------------------------------------------------===//

TEST(DepthTest, IsThereWhereItIsMadeAndSeen) {
  struct Row {
    const char *camera, *xform;
    bool hasDepth;
  };
  const Row rows[] = {{"", "linear3D=\"1\" zscale=\"2\"", false},
                      {"", "linear3D=\"1\" ztranslate=\"2\"", false},
                      {"cam_pitch=\"0.5\"", "linear3D=\"1\"", false},
                      {"cam_pitch=\"0.5\"", "linear3D=\"1\" zscale=\"2\"", false},
                      {"cam_pitch=\"0.5\"", "linear3D=\"1\" ztranslate=\"2\"", true},
                      {"cam_pitch=\"0.5\"", "linear3D=\"1\" ztranslate=\"0\"", false},
                      {"cam_persp=\"0.5\"", "bubble=\"1\"", true},
                      {"cam_yaw=\"0.5\"", "bubble=\"1\"", false},
                      {"", "bubble=\"1\"", false},
                      {"", "bubble=\"1\" julia3D=\"1\"", true},
                      {"", "linear3D=\"1\" julia3D=\"1\"", false},
                      {"", "bubble=\"1\" linear3D=\"1\" zxCoefs=\"1 0 0.5 1 0 0\"", true},
                      {"", "linear3D=\"1\" zxCoefs=\"0.8 0.6 -0.6 0.8 0 0\"", true},
                      {"", "linear3D=\"1\" yzCoefs=\"1 0 0 1 0 0.5\"", false},
                      {"", "linear3D=\"1\" yzCoefs=\"0.5 0 0 1 0 0\"", true},
                      {"", "linear3D=\"1\" zxCoefs=\"1 0 0 1 0.5 0\"", true}};
  for (const Row &row : rows) {
    const ReadText text(flameOf(kJWildfire, row.camera, row.xform));
    EXPECT_EQ(read(text).hasDepth, row.hasDepth) << row.camera << " " << row.xform;
  }
}

TEST(DepthTest, VariationsOfSpaceAreThoseOfThePlaneWithoutIt) {
  const ReadText text(
      flameOf(kJWildfire, "", "linear=\"0.25\" linear3D=\"0.5\" spherical3D=\"0.25\""));
  const std::vector<VariationUse> &uses = read(text).xforms[0].variations;
  ASSERT_EQ(uses.size(), 2u);
  EXPECT_EQ(uses[0].info->name, "linear");
  EXPECT_EQ(uses[0].weight, 0.75);
  EXPECT_EQ(uses[1].info->name, "spherical");
}

//===-- xforms -------------------------------------------------------------------------------===//

TEST(SpaceTest, AffinesOfThreePlanesComeOneAfterTheOther) {
  const ReadText text(
      flameOf(kJWildfire, "cam_pitch=\"1\"",
              "linear3D=\"1\" ztranslate=\"1\" coefs=\"0.5 0.1 -0.2 0.7 0.3 0.4\" "
              "yzCoefs=\"0.8 0.6 -0.6 0.8 0.25 -0.5\" zxCoefs=\"0.9 0.2 -0.3 1.1 0.125 0.75\""));
  ASSERT_TRUE(read(text).hasDepth);
  ImportedXform xform(read(text));
  double x = 0.3, y = -0.7, z = 1.2;
  const auto made = xform.inSpace(x, y, z, {});
  std::tie(x, y) = std::pair(0.5 * x - 0.2 * y, 0.1 * x + 0.7 * y);
  std::tie(y, z) = std::pair(0.8 * y - 0.6 * z, 0.6 * y + 0.8 * z);
  std::tie(x, z) = std::pair(0.9 * x - 0.3 * z, 0.2 * x + 1.1 * z);
  EXPECT_NEAR(made[0], x + 0.3 + 0.125, 1e-6);
  EXPECT_NEAR(made[1], y + 0.4 + 0.25, 1e-6);
  EXPECT_NEAR(made[2], z - 0.5 + 0.75 + 1, 1e-6); // ztranslate adds its weight
}

TEST(SpaceTest, VariationsOfThePlaneKeepZAsTheDialectSays) {
  const char *xform = "spherical=\"0.5\" bubble=\"0\" ztranslate=\"0.25\"";
  struct Row {
    const char *version, *camera;
    double kept;
  };
  for (const Row &row : {Row{kJWildfire, "cam_pitch=\"1\"", 0},
                         Row{kJWildfire, "cam_pitch=\"1\" preserve_z=\"1\"", 0.5},
                         Row{kFractorium, "cam_pitch=\"1\"", 0.5}}) {
    const ReadText text(flameOf(row.version, row.camera, xform));
    ImportedXform made(read(text));
    EXPECT_NEAR(made.inSpace(0.5, 0.5, 3, {})[2], 0.25 + 3 * row.kept, 1e-6) << row.version;
  }
}

TEST(SpaceTest, PreAndPostVariationsChangeZInPlace) {
  const ReadText text(flameOf(kJWildfire, "cam_pitch=\"1\"",
                              "pre_zscale=\"2\" pre_ztranslate=\"0.5\" linear3D=\"1\" "
                              "ztranslate=\"1\" post_rotate_x=\"1\""));
  ImportedXform xform(read(text));
  const auto made = xform.inSpace(0.25, 0.75, 3, {});
  const double z = 3 * 2 + 0.5 + 1; // then a quarter turn
  EXPECT_NEAR(made[0], 0.25, 1e-6);
  EXPECT_NEAR(made[1], -z, 1e-5);
  EXPECT_NEAR(made[2], 0.75, 1e-5);
}

TEST(SpaceTest, FlattenSetsTheSumToTheGround) {
  const ReadText text(flameOf(kFractorium, "cam_pitch=\"1\"",
                              "flatten=\"1\" linear3D=\"1\" ztranslate=\"1\"",
                              "<xform weight=\"1\" ztranslate=\"1\" linear=\"1\"/>"));
  ImportedXform xform(read(text));
  EXPECT_EQ(xform.inSpace(0.25, 0.75, 3, {})[2], 0);
}

TEST(SpaceTest, SomeVariationsOfFractoriumSetTheSumToTheirHeight) {
  auto heightOf = [](const char *variation, const std::vector<double> &draws) {
    const ReadText text(
        flameOf(kFractorium, "cam_pitch=\"1\"",
                std::string("linear3D=\"1\" ") + variation + " ztranslate=\"0.25\""));
    ImportedXform xform(read(text));
    return xform.inSpace(0.25, 0.75, 3, draws)[2];
  };
  EXPECT_NEAR(heightOf("juliaNab=\"0.5\"", {0.5}), 3 + 0.25, 1e-6);
  EXPECT_NEAR(heightOf("concentric=\"0.5\" concentric_density=\"4\"", {0.5, 0.1, 0.2, 0.3}),
              -0.5 * 0.5 + 0.25, 1e-6);
  EXPECT_NEAR(heightOf("randCubes=\"1\" randCubes_blockHeight=\"0\"", {0.1, 0.2, 0.3, 0.4, 0.5}),
              0.25, 1e-6);
}

TEST(SpaceTest, ExtrudeSetsTheSumToItsHeight) {
  const ReadText text(flameOf(kFractorium, "cam_pitch=\"1\"",
                              "bubble=\"1\" extrude=\"0.75\" extrude_root_face=\"0.5\" "
                              "ztranslate=\"0.25\""));
  ImportedXform sum(read(text));
  EXPECT_NEAR(sum.inSpace(0.25, 0.75, 3, {0.25, 0.5})[2], 0.75 + 0.25, 1e-6);
  EXPECT_NEAR(sum.inSpace(0.25, 0.75, 3, {0.75, 0.5})[2], 0.75 / 2 + 0.25, 1e-6);
  const ReadText behind(flameOf(kFractorium, "cam_pitch=\"1\"",
                                "linear3D=\"1\" post_extrude=\"0.75\" "
                                "post_extrude_root_face=\"1\""));
  ImportedXform post(read(behind));
  EXPECT_NEAR(post.inSpace(0.25, 0.75, 3, {0.25, 0.5})[2], 0.75, 1e-6);
  EXPECT_NEAR(post.inSpace(0.25, 0.75, 3, {0.25, 0.5})[0], 0.25, 1e-6);
}

//===-- cameras ------------------------------------------------------------------------------===//

TEST(CameraTest, JWildfireTurnsAboutTheOrigin) {
  const double yaw = 0.4, bank = -0.3, pitch = 0.9, roll = 25 * std::numbers::pi / 180;
  const double persp = 0.3;
  const ReadText text(flameOf(kJWildfire,
                              "rotate=\"25\" cam_yaw=\"0.4\" cam_roll=\"-0.3\" cam_pitch=\"0.9\" "
                              "cam_persp=\"0.3\" cam_pos_x=\"0.1\" cam_pos_y=\"0.2\" "
                              "cam_zpos=\"5\" center=\"1 2\"",
                              "linear3D=\"1\" ztranslate=\"1\""));
  EXPECT_EQ(read(text).rotate, 0);
  ImportedXform seen(read(text), /*isFinal=*/true);
  for (const Vector &point : cube()) {
    Vector p = aroundZ(roll) * (aroundX(pitch) * (aroundY(bank) * (aroundZ(-yaw) * point)));
    p[0] += 0.1, p[1] += 0.2;
    const double distance = 1 - persp * p[2];
    const auto made = seen.inSpace(point[0], point[1], point[2], {});
    EXPECT_NEAR(made[0], p[0] / distance, 1e-4);
    EXPECT_NEAR(made[1], p[1] / distance, 1e-4);
  }
}

TEST(CameraTest, OthersTurnAboutTheirCentre) {
  const double yaw = 0.4, pitch = 0.9, persp = 0.3, height = 0.25;
  const ReadText text(flameOf(kFractorium,
                              "rotate=\"25\" cam_yaw=\"0.4\" cam_pitch=\"0.9\" "
                              "cam_perspective=\"0.3\" cam_zpos=\"0.25\"",
                              "linear3D=\"1\" ztranslate=\"1\""));
  EXPECT_EQ(read(text).rotate, 25);
  ImportedXform seen(read(text), /*isFinal=*/true);
  for (const Vector &point : cube()) {
    const Vector p =
        aroundX(pitch) * (aroundZ(-yaw) * Vector{point[0], point[1], point[2] - height});
    const double distance = 1 - persp * p[2];
    const auto made = seen.inSpace(point[0], point[1], point[2], {});
    EXPECT_NEAR(made[0], p[0] / distance, 1e-4);
    EXPECT_NEAR(made[1], p[1] / distance, 1e-4);
  }
}

TEST(CameraTest, ThePlaneIsSeenAskance) {
  const ReadText text(flameOf(kJWildfire, "cam_pitch=\"0.9\" cam_persp=\"0.3\"", "linear=\"1\""));
  ASSERT_FALSE(read(text).hasDepth);
  ImportedXform seen(read(text), /*isFinal=*/true);
  const Pair made = seen(0.5, 0.75, {});
  const double distance = 1 - 0.3 * 0.75 * std::sin(0.9);
  EXPECT_NEAR(made.first, 0.5 / distance, 1e-5);
  EXPECT_NEAR(made.second, 0.75 * std::cos(0.9) / distance, 1e-5);
}

TEST(CameraTest, WhatIsBehindItIsCutOffOrMirrored) {
  const char *xform = "linear3D=\"1\" ztranslate=\"1\"";
  const ReadText hidden(flameOf(kJWildfire, "cam_persp=\"0.5\"", xform)),
      mirrored(flameOf(kFractorium, "cam_persp=\"0.5\"", xform));
  ImportedXform without(read(hidden), true), with(read(mirrored), true);
  EXPECT_GE(without.inSpace(0.5, 0.5, 4, {})[0], 1e8);
  EXPECT_NEAR(with.inSpace(0.5, 0.5, 4, {})[0], -0.5, 1e-6);
}

TEST(CameraTest, DepthOfFieldMakesDiscs) {
  const char *xform = "linear3D=\"1\" ztranslate=\"1\"";
  const ReadText behind(flameOf(kJWildfire, "cam_dof=\"0.5\" cam_zpos=\"1\"", xform)),
      around(flameOf(kFractorium, "cam_dof=\"0.5\" cam_zpos=\"1\"", xform));
  ImportedXform one(read(behind), true), both(read(around), true);
  const std::vector<double> draws = {0.8, 0.125}; // share of the radius, part of a turn
  const double z = -2, radius = 0.8 * 0.1 * 0.5 * (1 - z), diagonal = radius * std::sqrt(0.5);
  EXPECT_NEAR(one.inSpace(0.1, 0.2, z, draws)[0], 0.1 + diagonal, 1e-6);
  EXPECT_NEAR(one.inSpace(0.1, 0.2, z, draws)[1], 0.2 + diagonal, 1e-6);
  EXPECT_NEAR(one.inSpace(0.1, 0.2, 2, draws)[0], 0.1, 1e-6);
  EXPECT_NEAR(both.inSpace(0.1, 0.2, 2, draws)[0], 0.1 + 0.8 * 0.05 * std::sqrt(0.5), 1e-6);
}

TEST(CameraTest, DepthOfFieldLeavesTheSurroundingsOfAPointSharp) {
  const ReadText text(flameOf(kJWildfire,
                              "new_dof=\"1\" cam_dof=\"0.5\" cam_dof_area=\"0.9\" cam_xfocus=\"1\"",
                              "linear3D=\"1\" ztranslate=\"1\""));
  ImportedXform seen(read(text), true);
  const std::vector<double> draws = {0.5, 0};
  EXPECT_NEAR(seen.inSpace(1.3, 0, 0.2, draws)[0], 1.3, 1e-6);
  EXPECT_NEAR(seen.inSpace(1, 0, 2, draws)[0], 1 + 0.5 * 0.05 * 2, 1e-6);
  const double distance = 0.7, inner = 0.9 * (1 - 1 / 2.25), t = (distance - inner) / (0.9 - inner);
  const double step = t * t * t * (t * (6 * t - 15) + 10);
  EXPECT_NEAR(seen.inSpace(1, 0, distance, draws)[0], 1 + 0.5 * 0.05 * distance * step, 1e-6);
}

TEST(CameraTest, Flam3HasNone) {
  ReaderOptions options;
  options.dialect = "flam3";
  const ReadText text(flameOf(kFractorium, "cam_pitch=\"0.9\"", "linear=\"1\""), options);
  EXPECT_EQ(read(text).camPitch, 0);
  EXPECT_THAT(text.messages(), HasSubstr("uses 'cam_pitch', without effect here"));
}

//===-- motion curves ------------------------------------------------------------------------===//

TEST(MotionCurveTest, AStillShowsItsFrame) {
  const char *curve = "linear=\"1\" coefs=\"1 0 0 1 9 0\" xyCoeff20Curve_enabled=\"true\" "
                      "xyCoeff20Curve_point_count=\"3\" xyCoeff20Curve_interpolation=\"LINEAR\" "
                      "xyCoeff20Curve_x0=\"1\" xyCoeff20Curve_y0=\"0.5\" xyCoeff20Curve_x1=\"11\" "
                      "xyCoeff20Curve_y1=\"1.5\" xyCoeff20Curve_x2=\"21\" xyCoeff20Curve_y2=\"-3\"";
  for (auto [frame, value] : {std::pair("1", 0.5), {"6", 1.0}, {"11", 1.5}, {"30", -3.0}}) {
    const ReadText text(flameOf(kJWildfire, (llvm::Twine("frame=\"") + frame + "\"").str(), curve));
    EXPECT_NEAR(read(text).xforms[0].coefs.c, value, 1e-12) << frame;
    EXPECT_EQ(text.messages(), "");
  }
}

/// A spline through points that nearly coincide swings as far as one likes, or to NaN.
TEST(MotionCurveTest, StaysWithinWhatNumbersMayBe) {
  const char *curve =
      "linear=\"1\" coefs=\"1 0 0 1 9 0\" xyCoeff20Curve_enabled=\"true\" "
      "xyCoeff20Curve_point_count=\"4\" xyCoeff20Curve_x0=\"0\" "
      "xyCoeff20Curve_y0=\"-1e30\" xyCoeff20Curve_x1=\"1\" xyCoeff20Curve_y1=\"1e30\" "
      "xyCoeff20Curve_x2=\"1.0000000000000002\" xyCoeff20Curve_y2=\"-1e30\" "
      "xyCoeff20Curve_x3=\"2\" xyCoeff20Curve_y3=\"5\"";
  const std::string flame = flameOf(kJWildfire, "frame=\"0.5\"", curve);
  EXPECT_THAT(ReadText(flame).messages(),
              HasSubstr("error: 'xyCoeff20Curve' leaves what can be rendered at frame 0.5"));
  ReaderOptions options;
  options.lenient = true;
  const ReadText text(flame, options);
  EXPECT_EQ(read(text).xforms[0].coefs.c, 9);
}

} // namespace
} // namespace flame::test
