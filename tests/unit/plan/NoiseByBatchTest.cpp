// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Estimates of the noise of the whole, where the noise of every number of samples is known.

#include "runtime/plan/NoiseByBatch.h"

#include <gtest/gtest.h>

#include <cmath>

namespace flame::rt {
namespace {

/// Noise that is 1 with one sample, and falls with a power of them.
struct Fall {
  double exponent;
  double at(double samples) const { return std::pow(samples, -exponent); }

  /// Batches that each multiply the number of samples by `growth`.
  NoiseByBatch batches(double growth, double last) const {
    NoiseByBatch batches;
    double samples = 2;
    while (samples < last) {
      batches.add(batch(samples));
      samples *= growth;
    }
    batches.add(batch(last));
    return batches;
  }
  BatchNoise batch(double samples) const { return {.samples = samples, .ofHalf = at(samples / 2)}; }
};

TEST(NoiseByBatchTest, FollowsNoiseThatFallsSlowerThanTheRoot) {
  for (double exponent : {0.5, 0.35, 0.2})
    for (double growth : {1.2, 2.0, 4.0}) {
      const NoiseByBatch batches = Fall{exponent}.batches(growth, 100);
      ASSERT_TRUE(batches.isSure());
      EXPECT_NEAR(batches.noise() / Fall{exponent}.at(100), 1, 1e-6) << exponent << ' ' << growth;
    }
}

TEST(NoiseByBatchTest, BelievesASingleBatch) {
  NoiseByBatch batches;
  batches.add(Fall{0.3}.batch(8));
  EXPECT_FALSE(batches.isSure());
  EXPECT_NEAR(batches.noise(), std::pow(4, -0.3) / std::sqrt(2), 1e-9);
}

/// At first noise hardly falls, in the end with the root.
TEST(NoiseByBatchTest, IsNearWhereNoiseFallsEverFaster) {
  const auto noiseOf = [](double samples) { return 1 / std::sqrt(1 + samples / 2); };
  NoiseByBatch batches;
  for (double samples : {2., 4., 8., 16., 32., 64.}) {
    batches.add({.samples = samples, .ofHalf = noiseOf(samples / 2)});
    if (!batches.isSure())
      continue;
    EXPECT_GE(batches.noise() / noiseOf(samples), 1) << samples;
    EXPECT_LE(batches.noise() / noiseOf(samples), samples < 8 ? 1.07 : 1.02) << samples;
  }
}

/// Filters that get narrower with more samples: halves with filters of the whole say too much,
/// always as much too much.
TEST(NoiseByBatchTest, LearnsHowWrongHalvesWere) {
  NoiseByBatch batches;
  for (double samples : {2., 4., 8., 13.})
    batches.add({.samples = samples,
                 .ofHalf = Fall{0.25}.at(samples / 2),
                 .foretold = 1.06 * Fall{0.25}.at(samples)});
  EXPECT_NEAR(batches.noise() / Fall{0.25}.at(13), 1, 1e-6);
}

TEST(NoiseByBatchTest, AddsWhatFewSamplesLose) {
  const double exponents[] = {0.7, 1};
  for (double exponent : exponents) {
    NoiseByBatch batches;
    const Fall chance{0.5}, loss{exponent};
    for (double samples : {2., 4., 8.}) {
      BatchNoise batch = chance.batch(samples);
      batch.gain = loss.at(samples / 2) - loss.at(samples);
      batches.add(batch);
    }
    EXPECT_NEAR(batches.noise(), std::hypot(chance.at(8), loss.at(8)), 1e-6) << exponent;
  }
}

TEST(NoiseByBatchTest, SaysHowManySamplesAreEnough) {
  const NoiseByBatch batches = Fall{0.3}.batches(2, 32);
  EXPECT_NEAR(batches.timesFor(Fall{0.3}.at(32) / 2) / std::pow(2, 1 / 0.3), 1, 1e-3);
  EXPECT_EQ(batches.timesFor(Fall{0.3}.at(32) * 1.001), 1);
}

TEST(NoiseByBatchTest, NothingHasNoNoise) {
  NoiseByBatch batches;
  for (double samples : {2., 4.})
    batches.add({.samples = samples, .ofHalf = 0});
  EXPECT_EQ(batches.noise(), 0);
  EXPECT_EQ(batches.timesFor(0.01), 1);
}

} // namespace
} // namespace flame::rt
