// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fidelity measure on synthetic pictures: flat grey plus noise whose statistics are known, so
// that every figure has a value that theory gives. Pictures are large enough for the sampling error
// of a ratio to stay near 1 %.

#include "tools/flame-cmp/Fidelity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace flame {
namespace {

constexpr int kWidth = 160;
constexpr int kHeight = 96;
constexpr float kGrey = 0.5f;
constexpr float kSigma = 0.02f; // about 5 levels: well above the noise floor
constexpr double kSampling = 0.02;

Picture flat(float level) {
  return {kWidth, kHeight, 3, std::vector<float>(size_t(kWidth) * kHeight * 3, level)};
}

/// Grey with Gaussian noise, drawn once for each tile x tile pixels.
Picture noisy(unsigned seed, float sigma = kSigma, float level = kGrey, int tile = 1) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> noise(level, sigma);
  Picture picture = flat(level);
  for (int y = 0; y < kHeight; y += tile)
    for (int x = 0; x < kWidth; x += tile)
      for (int channel = 0; channel < 3; ++channel) {
        float value = noise(generator);
        for (int v = y; v < y + tile; ++v)
          for (int u = x; u < x + tile; ++u)
            picture.levels[(size_t(v) * kWidth + u) * 3 + channel] = value;
      }
  return picture;
}

std::vector<Picture> reference() { return {noisy(1), noisy(2), noisy(3), noisy(4)}; }

TEST(FidelityTest, DifferenceOfAKnownPairIsExact) {
  Picture a{2, 1, 3, {0, 0, 0, 0, 0, 0}}, b{2, 1, 3, {0.5f, 0, 0, -0.25f, 0, 0}};
  Difference difference = compare(a, b);
  EXPECT_DOUBLE_EQ(difference.rms, std::sqrt((0.25 + 0.0625) / 6));
  EXPECT_DOUBLE_EQ(difference.maximum, 0.5);
  EXPECT_DOUBLE_EQ(difference.mean, 0.25 / 6);
}

TEST(FidelityTest, EqualNoiseIsPerfect) {
  std::vector<Picture> r = reference(), o = {noisy(11), noisy(12)};
  Fidelity fidelity = measure(r, o);
  EXPECT_NEAR(fidelity.noise, kSigma * std::sqrt(2.0), kSampling * kSigma);
  EXPECT_NEAR(fidelity.fidelity, 1, kSampling);
  EXPECT_NEAR(fidelity.spread, 1, kSampling);
  EXPECT_NEAR(fidelity.worstSelfRatio, 1, kSampling);
  EXPECT_LT(fidelity.bias, 0.15 * fidelity.noise);
  EXPECT_TRUE(judge(fidelity).passes());
}

TEST(FidelityTest, AnOffsetIsBiasOfItsSize) {
  const float offset = 0.02f;
  std::vector<Picture> r = reference();
  std::vector<Picture> o = {noisy(11, kSigma, kGrey + offset), noisy(12, kSigma, kGrey + offset)};
  Fidelity fidelity = measure(r, o);
  EXPECT_NEAR(fidelity.bias, offset, 0.05 * offset);
  EXPECT_NEAR(fidelity.mean, offset, 0.05 * offset);
  EXPECT_NEAR(fidelity.fidelity, std::sqrt(1.5), kSampling); // sqrt((2 s^2 + b^2) / 2 s^2), b = s
  Verdict verdict = judge(fidelity);
  EXPECT_FALSE(verdict.fidelityHolds);
  EXPECT_FALSE(verdict.biasHolds);
  EXPECT_TRUE(verdict.spreadHolds);
}

TEST(FidelityTest, LessNoiseIsBlurAndFailsBySpread) {
  std::vector<Picture> r = reference(), o = {noisy(11, 0.75f * kSigma), noisy(12, 0.75f * kSigma)};
  Fidelity fidelity = measure(r, o);
  EXPECT_NEAR(fidelity.spread, 0.75, kSampling);
  EXPECT_TRUE(judge(fidelity).fidelityHolds);
  EXPECT_FALSE(judge(fidelity).spreadHolds);
}

TEST(FidelityTest, AnIgnoredSeedHasNoSpread) {
  std::vector<Picture> r = reference(), o = {noisy(11), noisy(11)};
  EXPECT_EQ(measure(r, o).spread, 0);
  EXPECT_FALSE(judge(measure(r, o)).passes());
}

TEST(FidelityTest, MoreNoiseFailsBySpread) {
  std::vector<Picture> r = reference(), o = {noisy(11, 1.2f * kSigma), noisy(12, 1.2f * kSigma)};
  EXPECT_NEAR(measure(r, o).spread, 1.2, kSampling);
  EXPECT_FALSE(judge(measure(r, o)).spreadHolds);
}

TEST(FidelityTest, AnOutlierAmongTheReferenceLoosensTheLimit) {
  std::vector<Picture> r = {noisy(1), noisy(2), noisy(3), noisy(4, 2 * kSigma)};
  Fidelity fidelity = measure(r, r);
  EXPECT_NEAR(fidelity.worstSelfRatio, std::sqrt(2.5), 2 * kSampling); // sqrt((1 + 4) / (1 + 1))
  EXPECT_DOUBLE_EQ(judge(fidelity).fidelityLimit, fidelity.worstSelfRatio + 0.03);
}

TEST(FidelityTest, LimitsAreInclusive) {
  Fidelity fidelity;
  fidelity.noise = 0.1;
  fidelity.fidelity = 1.10;
  fidelity.bias = 0.40 * fidelity.noise;
  fidelity.spread = 0.80;
  EXPECT_TRUE(judge(fidelity).passes());
  fidelity.spread = 1.15;
  EXPECT_TRUE(judge(fidelity).passes());
  fidelity.bias = 0.041;
  EXPECT_FALSE(judge(fidelity).biasHolds);
}

TEST(FidelityTest, BiasBelowHalfALevelIsForgiven) {
  Fidelity fidelity;
  fidelity.noise = 0.001;
  fidelity.bias = 0.0019;
  EXPECT_TRUE(judge(fidelity).biasHolds);
  fidelity.bias = 0.0020;
  EXPECT_FALSE(judge(fidelity).biasHolds);
}

TEST(FidelityTest, PicturesWithoutNoiseMustAgreeToHalfALevel) {
  std::vector<Picture> r = {flat(0), flat(0), flat(0), flat(0)};
  std::vector<Picture> same = {flat(0), flat(0)}, near = {flat(0.4f / 255), flat(0.4f / 255)};
  std::vector<Picture> far = {flat(1.0f / 255), flat(1.0f / 255)};
  EXPECT_TRUE(judge(measure(r, same)).passes());
  EXPECT_TRUE(judge(measure(r, near)).passes());
  EXPECT_EQ(measure(r, far).fidelity, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(judge(measure(r, far)).passes());
}

TEST(FidelityTest, IndependentPixelsHaveABlockCorrelationOfOne) {
  std::vector<Picture> r = reference();
  for (int side : {1, 4, 16}) {
    SCOPED_TRACE(side);
    // 6 pairs of 180 blocks of 16 x 16 in three channels: a sampling error near 4 %.
    EXPECT_NEAR(blockNoise(r, side).correlation(), 1, side == 16 ? 0.12 : 0.04);
  }
}

TEST(FidelityTest, SharedNoiseShowsInBlocksAndNotInPixels) {
  std::vector<Picture> r = reference(),
                       o = {noisy(11, kSigma, kGrey, 4), noisy(12, kSigma, kGrey, 4)};
  EXPECT_TRUE(judge(measure(r, o)).spreadHolds);
  EXPECT_NEAR(blockNoise(o, 4).correlation(), 16, 1e-9); // a tile is one number, 16 times
  EXPECT_NEAR(blockNoise(o, 16).correlation(), 16, 3);
}

TEST(FidelityTest, BlocksIgnoreWhatDoesNotFillABlock) {
  std::vector<Picture> pair = {flat(0), flat(0)};
  pair[1].levels.back() = 1; // last column: 160 = 22 * 7 + 6
  EXPECT_EQ(blockNoise(pair, 7).pixelVariance, 0);
}

TEST(FidelityTest, DifferencePictureIsGreyWhereEqualAndClamped) {
  std::vector<Picture> a = {{3, 1, 1, {0.2f, 0.2f, 0.2f}}};
  std::vector<Picture> b = {{3, 1, 1, {0.2f, 0.25f, 0.9f}}, {3, 1, 1, {0.2f, 0.35f, 0.9f}}};
  Picture difference = differencePicture(a, b, 2);
  EXPECT_FLOAT_EQ(difference.levels[0], 0.5f);
  EXPECT_FLOAT_EQ(difference.levels[1], 0.7f);
  EXPECT_FLOAT_EQ(difference.levels[2], 1);
}

} // namespace
} // namespace flame
