// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What laps say of the noise of the whole, where the noise of every number of samples is known.

#include "runtime/plan/NoiseByLaps.h"

#include <gtest/gtest.h>

#include <cmath>

namespace flame::rt {
namespace {

/// Noise that is 1 with one sample, and falls with a power of them.
struct Fall {
  double exponent;
  double at(double samples) const { return std::pow(samples, -exponent); }

  /// Laps of which each makes the samples `growth` times as many.
  NoiseByLaps laps(double growth, double until) const {
    NoiseByLaps laps;
    double samples = 2;
    while (samples < until) {
      laps.add(lap(samples));
      samples *= growth;
    }
    laps.add(lap(until));
    return laps;
  }
  SeenAfterLap lap(double samples) const { return {.samples = samples, .ofHalf = at(samples / 2)}; }
};

TEST(NoiseByLapsTest, FollowsNoiseThatFallsSlowerThanTheRoot) {
  for (double exponent : {0.5, 0.35, 0.2})
    for (double growth : {1.2, 2.0, 4.0}) {
      const NoiseByLaps laps = Fall{exponent}.laps(growth, 100);
      ASSERT_TRUE(laps.isSure());
      EXPECT_NEAR(laps.noise() / Fall{exponent}.at(100), 1, 1e-6) << exponent << ' ' << growth;
    }
}

TEST(NoiseByLapsTest, TakesOneLapForItsWord) {
  NoiseByLaps laps;
  laps.add(Fall{0.3}.lap(8));
  EXPECT_FALSE(laps.isSure());
  EXPECT_NEAR(laps.noise(), std::pow(4, -0.3) / std::sqrt(2), 1e-9);
}

/// At first noise hardly falls, in the end with the root.
TEST(NoiseByLapsTest, IsNearWhereNoiseFallsEverFaster) {
  const auto noiseOf = [](double samples) { return 1 / std::sqrt(1 + samples / 2); };
  NoiseByLaps laps;
  for (double samples : {2., 4., 8., 16., 32., 64.}) {
    laps.add({.samples = samples, .ofHalf = noiseOf(samples / 2)});
    if (!laps.isSure())
      continue;
    EXPECT_GE(laps.noise() / noiseOf(samples), 1) << samples;
    EXPECT_LE(laps.noise() / noiseOf(samples), samples < 8 ? 1.07 : 1.02) << samples;
  }
}

/// Filters that get narrower with more samples: halves with filters of the whole say too much, always as much too much.
TEST(NoiseByLapsTest, LearnsHowWrongHalvesWere) {
  NoiseByLaps laps;
  for (double samples : {2., 4., 8., 13.})
    laps.add({.samples = samples,
              .ofHalf = Fall{0.25}.at(samples / 2),
              .foretold = 1.06 * Fall{0.25}.at(samples)});
  EXPECT_NEAR(laps.noise() / Fall{0.25}.at(13), 1, 1e-6);
}

TEST(NoiseByLapsTest, AddsWhatFewSamplesLose) {
  const double exponents[] = {0.7, 1};
  for (double exponent : exponents) {
    NoiseByLaps laps;
    const Fall chance{0.5}, loss{exponent};
    for (double samples : {2., 4., 8.}) {
      SeenAfterLap lap = chance.lap(samples);
      lap.gain = loss.at(samples / 2) - loss.at(samples);
      laps.add(lap);
    }
    EXPECT_NEAR(laps.noise(), std::hypot(chance.at(8), loss.at(8)), 1e-6) << exponent;
  }
}

TEST(NoiseByLapsTest, SaysHowManySamplesAreEnough) {
  const NoiseByLaps laps = Fall{0.3}.laps(2, 32);
  EXPECT_NEAR(laps.timesFor(Fall{0.3}.at(32) / 2) / std::pow(2, 1 / 0.3), 1, 1e-3);
  EXPECT_EQ(laps.timesFor(Fall{0.3}.at(32) * 1.001), 1);
}

TEST(NoiseByLapsTest, NothingHasNoNoise) {
  NoiseByLaps laps;
  for (double samples : {2., 4.})
    laps.add({.samples = samples, .ofHalf = 0});
  EXPECT_EQ(laps.noise(), 0);
  EXPECT_EQ(laps.timesFor(0.01), 1);
}

} // namespace
} // namespace flame::rt
