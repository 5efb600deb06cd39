// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames of an animation as they are planned: which instants, which values at which of them, and
// seeds.

#include "runtime/plan/FramePlan.h"
#include "runtime/plan/TemporalSamples.h"
#include "runtime/shared/TemporalSample.h"
#include "tests/unit/runtime/TestManifest.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace flame::rt {
namespace {

/// A manifest of an animation with many temporal samples.
Manifest animationManifest() {
  Manifest manifest = testManifest();
  manifest.frame.temporalSamples = 200;
  manifest.frame.temporalFilterWidth = 2;
  manifest.frameTracks["zoom"] = {abi::Domain::Linear, {{0, 0, 1, 1}, {1, 1, 1, 1}}};
  manifest.frameTracks["gamma"] = {abi::Domain::Linear, {{0, 3, 0, 0}, {1, 5, 0, 0}}};
  return manifest;
}

FrameRequest frameAt(double time, double shutter = 0.01) {
  FrameRequest request;
  request.time = time;
  request.shutter = shutter;
  return request;
}

FramePlan plan(const Manifest &manifest, const FrameRequest &request, PlanCache *cache = nullptr) {
  Result<FramePlan> planned = planFrame(manifest, request, cache);
  if (!planned)
    throw std::runtime_error(planned.error().str());
  return *std::move(planned);
}

TEST(FramePlanTest, AnExposureIsTheFilterWidthOfAFrame) {
  const FramePlan frame = plan(animationManifest(), frameAt(0.5));
  ASSERT_EQ(frame.times.size(), 200u);
  EXPECT_NEAR(frame.times.back() - frame.times.front(), 0.02 * 199 / 200, 1e-6);
  EXPECT_NEAR((frame.times.back() + frame.times.front()) / 2, 0.5, 1e-6);
}

TEST(FramePlanTest, WhatDoesNotMoveHasOneInstant) {
  const Manifest animation = animationManifest();
  EXPECT_EQ(plan(animation, frameAt(0.5, 0)).times, std::vector<float>{0.5f});
  Manifest still = animation;
  still.duration = 0;
  EXPECT_EQ(plan(still, frameAt(0)).times, std::vector<float>{0});
  Manifest closed = animation;
  closed.frame.temporalFilterWidth = 0;
  EXPECT_EQ(plan(closed, frameAt(0.5)).times, std::vector<float>{0.5f});
}

TEST(FramePlanTest, JitterNeedsInstantsEvenOfAStill) {
  Manifest still = testManifest();
  still.duration = 0;
  FrameRequest request = frameAt(0, 0);
  request.jitter = 0.33;
  EXPECT_GT(plan(still, request).times.size(), 10u);
  EXPECT_FLOAT_EQ(plan(still, request).jitter, 0.33f);
  request.temporalSamples = 5;
  EXPECT_EQ(plan(still, request).times.size(), 5u);
}

TEST(FramePlanTest, NoMoreInstantsThanAreUseful) {
  FrameRequest request = frameAt(0.5);
  request.temporalSamples = 100000;
  EXPECT_EQ(plan(animationManifest(), request).times.size(), kMaxTemporalSamples);
  request.quality = 1; // 640x360 samples, each chunk of them at one instant
  const FramePlan small = plan(animationManifest(), request);
  const BlockPlan blocks = planLogicalBlocks(small.samples, abi::kPointsPerBlock, small.fuse);
  const uint32_t rounds = blocks.count * blocks.iterations;
  EXPECT_EQ(small.times.size(), rounds >> chunkShift(rounds));
  EXPECT_LT(small.times.size(), 2 * kEnoughChunks);
}

TEST(FramePlanTest, ShortFramesHaveShortBlocks) {
  const auto planned = [](uint64_t megasamples) {
    const BlockPlan blocks = planLogicalBlocks(megasamples << 20, abi::kPointsPerBlock, 20);
    EXPECT_GE(uint64_t(blocks.count) * blocks.iterations * abi::kPointsPerBlock, megasamples << 20);
    return std::pair(blocks.count, blocks.iterations);
  };
  const BlockPlan tiny = planLogicalBlocks(20'000, abi::kPointsPerBlock, 20);
  EXPECT_EQ(tiny.count, 1u);
  EXPECT_EQ(tiny.iterations, abi::kMostRoundsPerSample / 2);
  EXPECT_EQ(planLogicalBlocks(80'000, abi::kPointsPerBlock, 20).count, 3u);
  EXPECT_EQ(planned(1), std::pair(16u, abi::kMostRoundsPerSample));
  EXPECT_EQ(planned(4), std::pair(64u, abi::kMostRoundsPerSample));
  EXPECT_EQ(planned(16), std::pair(64u, 64u));
  EXPECT_EQ(planned(32), std::pair(128u, 64u));
}

TEST(FramePlanTest, CameraAndQualityAreThoseOfTheMiddle) {
  const Manifest manifest = animationManifest();
  const FramePlan start = plan(manifest, frameAt(0)), middle = plan(manifest, frameAt(0.5));
  EXPECT_DOUBLE_EQ(middle.exposure.pixelsPerUnit, start.exposure.pixelsPerUnit * std::exp2(0.5));
  EXPECT_NEAR(double(middle.samples), double(start.samples) * 2, 2);
}

TEST(FramePlanTest, DensityMultipliesTheQualityAskedFor) {
  Manifest manifest = animationManifest();
  FrameRequest request = frameAt(0);
  request.quality = 100;
  const uint64_t samples = plan(manifest, request).samples;
  manifest.frame.density = 0.5;
  EXPECT_EQ(plan(manifest, request).samples, samples / 2);
}

/// The fuse of a frame, whose exposure is twice as long as the shutter is open.
uint32_t fuseOf(const Manifest &manifest, const FrameRequest &request) {
  const uint32_t fuse = plannedFuse(manifest, request);
  EXPECT_EQ(plan(manifest, request).fuse, fuse);
  return fuse;
}

TEST(FramePlanTest, TheFuseIsTheLongestOfTheExposure) {
  Manifest manifest = animationManifest();
  manifest.fuse = {{0, 20}, {0.5f, 1020}, {1, 20}};
  EXPECT_EQ(fuseOf(manifest, frameAt(0.25, 0)), 520u);
  EXPECT_EQ(fuseOf(manifest, frameAt(0.25, 0.125)), 770u);
  EXPECT_EQ(fuseOf(manifest, frameAt(0.25, -0.125)), 770u) << "time runs backwards";
  EXPECT_EQ(fuseOf(manifest, frameAt(0.75, 0.125)), 770u);
  EXPECT_EQ(fuseOf(manifest, frameAt(0.5, 0.125)), 1020u) << "a knot between the ends";
  EXPECT_EQ(fuseOf(manifest, frameAt(-3, 0.125)), 20u);
  manifest.duration = 0;
  EXPECT_EQ(fuseOf(manifest, frameAt(0.25, 0.125)), 520u) << "nothing moves";
}

TEST(FramePlanTest, TheFuseOfALoopGoesAround) {
  Manifest manifest = animationManifest();
  manifest.loops = true;
  manifest.fuse = {{0, 1020}, {0.5f, 20}, {1, 1020}};
  EXPECT_EQ(fuseOf(manifest, frameAt(5.75, 0)), 520u);
  EXPECT_EQ(fuseOf(manifest, frameAt(-0.75, 0.0625)), 645u);
  EXPECT_EQ(fuseOf(manifest, frameAt(0, 0.125)), 1020u);
  EXPECT_EQ(fuseOf(manifest, frameAt(0.875, 0.125)), 1020u);
  EXPECT_EQ(fuseOf(manifest, frameAt(0.125, 0.125)), 1020u);
  EXPECT_EQ(fuseOf(manifest, frameAt(0.5, 0.5)), 1020u) << "all of the loop";
  EXPECT_EQ(fuseOf(manifest, frameAt(0.5, 1e300)), 1020u);
}

TEST(FramePlanTest, TheFuseThatIsAskedForWins) {
  Manifest manifest = animationManifest();
  manifest.fuse = {{0, 1020}, {1, 20}};
  FrameRequest request = frameAt(0.5);
  for (uint32_t fuse : {0u, 7u, 5000u}) {
    request.fuse = fuse;
    EXPECT_EQ(fuseOf(manifest, request), fuse);
  }
}

TEST(FramePlanTest, TheFuseIsThatOfTheFrameForAllItsPartsAndPasses) {
  Manifest manifest = animationManifest();
  manifest.fuse = {{0, 1020}, {1, 20}};
  FrameRequest request = frameAt(0.25, 0.25);
  const uint32_t whole = fuseOf(manifest, request);
  request.quality = 0.01;
  EXPECT_EQ(fuseOf(manifest, request), whole) << "whose few samples have fewer instants";
  request.temporalSamples = 1;
  EXPECT_EQ(fuseOf(manifest, request), whole);
  request.shard = Shard{1, 3};
  EXPECT_EQ(fuseOf(manifest, request), whole);
  manifest.frame.passes = 4;
  EXPECT_EQ(fuseOf(manifest, request), whole);
}

TEST(FramePlanTest, FiltersAreThoseOfTheLookUnlessNamed) {
  Manifest manifest = animationManifest();
  FrameRequest request = frameAt(0.5);
  const auto stages = [&] { return plan(manifest, request).filters.plan.text(); };
  EXPECT_EQ(stages(), "histogram, logscale; density; pixels, colorclip");
  manifest.frame.look = "cuburn";
  EXPECT_EQ(stages(), "histogram; bilateral; logscale; smearclip; pixels");
  EXPECT_EQ(plan(manifest, request).frame.gutter, 12u * manifest.frame.supersample);
  request.filters = *FilterChain::parse("logscale,plainclip");
  EXPECT_EQ(stages(), "histogram, logscale, plainclip; pixels");
}

TEST(FramePlanTest, DensityIsOfPixelsWhereItIsNextToThem) {
  const Manifest manifest = testManifest();
  FrameRequest request;
  request.supersample = 3;
  request.estimatorRadius = 5;
  EXPECT_TRUE(plan(manifest, request).filters.pixelDensity.isActive());
  request.earlyClip = true;
  EXPECT_FALSE(plan(manifest, request).filters.pixelDensity.isActive());
}

TEST(FramePlanTest, BrightnessMayHaveAScaleOfItsOwn) {
  Manifest manifest = animationManifest();
  FrameRequest request = frameAt(0.5);
  const double unchanged = plan(manifest, request).exposure.pixelsPerUnit;
  request.factors.scale = 2;
  EXPECT_DOUBLE_EQ(plan(manifest, request).exposure.pixelsPerUnit, 2 * unchanged);
  manifest.frame.lightScale = 3 * manifest.frameAt(0.5).scale;
  EXPECT_DOUBLE_EQ(plan(manifest, request).exposure.pixelsPerUnit, 6 * unchanged);
}

TEST(FramePlanTest, ToneIsThatOfTheWholeExposure) {
  const Manifest manifest = animationManifest();
  EXPECT_FLOAT_EQ(plan(manifest, frameAt(0.5)).filters.tone.inverseGamma, 1 / 4.0f);
  // Around 0 the curve is a parabola above its value at 0 on one side and constant on the other.
  FrameRequest wide = frameAt(0, 0.2);
  double gamma = 0;
  const FramePlan frame = plan(manifest, wide);
  for (float time : frame.times)
    gamma += manifest.frameAt(time).gamma / double(frame.times.size());
  EXPECT_GT(gamma, 3.01);
  EXPECT_FLOAT_EQ(frame.filters.tone.inverseGamma, float(1 / gamma));
}

TEST(FramePlanTest, LoopsGoAround) {
  Manifest manifest = animationManifest();
  manifest.loops = true;
  EXPECT_DOUBLE_EQ(plan(manifest, frameAt(1.25)).exposure.pixelsPerUnit,
                   plan(manifest, frameAt(0.25)).exposure.pixelsPerUnit);
  for (float time : plan(manifest, frameAt(1)).times) {
    EXPECT_GE(time, 0);
    EXPECT_LT(time, 1);
  }
}

TEST(FramePlanTest, EveryFrameHasItsSeedAndTheFirstTheUsers) {
  EXPECT_EQ(seedOfFrame(7, 0), 7u);
  std::set<uint64_t> seeds;
  for (uint64_t seed = 0; seed < 30; ++seed)
    for (uint64_t frame = 0; frame < 30; ++frame)
      seeds.insert(seedOfFrame(seed, frame));
  EXPECT_EQ(seeds.size(), 900u);
}

TEST(FramePlanTest, ACacheChangesNothing) {
  Manifest manifest = animationManifest();
  PlanCache cache;
  for (uint32_t supersample : {1u, 1u, 3u, 1u})
    for (double radius : {9.0, 4.0}) {
      FrameRequest request = frameAt(0.25);
      request.supersample = supersample;
      request.estimatorRadius = radius;
      const FramePlan cached = plan(manifest, request, &cache), fresh = plan(manifest, request);
      EXPECT_EQ(cached.filters.spatial.x, fresh.filters.spatial.x);
      EXPECT_EQ(cached.filters.density.widths, fresh.filters.density.widths);
      EXPECT_EQ(cached.frame.gutter, fresh.frame.gutter);
      EXPECT_EQ(cached.times, fresh.times);
    }
}

TEST(FramePlanTest, OnePassIsTheWholeFrame) {
  const FramePlan frame = plan(animationManifest(), frameAt(0.5));
  ASSERT_EQ(frame.passes(), 1u);
  const PassPlan pass = frame.pass(0);
  EXPECT_EQ(pass.samples, frame.samples);
  EXPECT_EQ(pass.seed, frame.seed);
  EXPECT_EQ(std::vector<float>(pass.times.begin(), pass.times.end()), frame.times);
}

TEST(FramePlanTest, PassesShareSamplesAndTimes) {
  Manifest manifest = animationManifest();
  const FramePlan whole = plan(manifest, frameAt(0.5));
  manifest.frame.passes = 4;
  const FramePlan frame = plan(manifest, frameAt(0.5));
  ASSERT_EQ(frame.passes(), 4u);
  EXPECT_EQ(frame.samples, whole.samples);
  std::set<uint64_t> seeds;
  float before = -1;
  for (uint32_t i = 0; i < 4; ++i) {
    const PassPlan pass = frame.pass(i);
    EXPECT_EQ(pass.samples, whole.samples / 4);
    EXPECT_EQ(pass.times.size(), 200u);
    EXPECT_LT(before, pass.times.front()) << "parts of the shutter follow each other";
    before = pass.times.back();
    seeds.insert(pass.seed);
  }
  EXPECT_EQ(seeds.size(), 4u);
}

TEST(FramePlanTest, PassesOfAStillGiveOneBrightness) {
  Manifest still = testManifest();
  still.duration = 0;
  still.frame.quality = 100;
  const FramePlan whole = plan(still, frameAt(0, 0));
  still.frame.passes = 5;
  const FramePlan frame = plan(still, frameAt(0, 0));
  const abi::LogScale all = whole.logScale(whole.pass(0), whole.samples);
  const abi::LogScale part = frame.logScale(frame.pass(3), frame.pass(3).samples);
  // A fifth of the samples, brightened to the same density, five times a fifth of its logarithm.
  EXPECT_FLOAT_EQ(part.k1, all.k1 / 5);
  EXPECT_FLOAT_EQ(part.k2, all.k2 * 5);
}

TEST(FramePlanTest, TheTemporalFilterWeighsPassesOfAStill) {
  Manifest still = testManifest();
  still.duration = 0;
  still.frame.passes = 3;
  still.frame.temporalFilter = "exp";
  still.frame.temporalFilterExp = 1;
  still.frame.temporalSamples = 1000; // of which a still has one
  const FramePlan frame = plan(still, frameAt(0, 0));
  EXPECT_EQ(frame.passWeights, (std::vector<double>{0.5, 1, 1.5}));
  const auto k2 = [&](uint32_t pass) { return frame.logScale(frame.pass(pass), 1000).k2; };
  EXPECT_FLOAT_EQ(k2(2), 3 * k2(0));
}

TEST(FramePlanTest, NoPassIsWithoutASample) {
  Manifest still = testManifest();
  still.duration = 0;
  still.frame.width = still.frame.height = 2;
  still.frame.quality = 1;
  still.frame.passes = 100;
  const FramePlan frame = plan(still, frameAt(0, 0));
  EXPECT_EQ(frame.pass(99).samples, 1u);
  EXPECT_EQ(frame.samples, 100u);
}

TEST(FramePlanTest, FramesHaveEquallyManyPassesAtEveryQuality) {
  Manifest still = testManifest();
  still.duration = 0;
  still.frame.width = still.frame.height = 2;
  still.frame.passes = 100;
  FrameRequest request = frameAt(0, 0);
  for (const double quality : {1e-9, 1.0, 24.0, 26.0, 1e6}) {
    request.quality = quality;
    EXPECT_EQ(plan(still, request).passes(), 100u) << quality;
  }
}

TEST(FramePlanTest, ManyPassesShareTheInstantsThatThereMayBe) {
  Manifest manifest = animationManifest();
  manifest.frame.passes = 100;
  FrameRequest request = frameAt(0.5);
  request.quality = 1e7;
  request.temporalSamples = 1000;
  EXPECT_EQ(plan(manifest, request).times.size(), 100u * 655);
}

TEST(FramePlanTest, RefusesFramesThatAreTooLargeWithTheirGutter) {
  FrameRequest request = frameAt(0.5);
  request.quality = 1;
  request.width = 200000;
  request.height = 4500;
  request.supersample = 2;
  request.estimatorRadius = 0;
  EXPECT_EQ(abi::bucketCount(plan(animationManifest(), request).frame), 400002u * 9002ull);
  request.estimatorRadius = 500;
  const Result<FramePlan> planned = planFrame(animationManifest(), request);
  ASSERT_FALSE(planned);
  EXPECT_EQ(planned.error().kind(), ErrorKind::Usage);
  EXPECT_NE(planned.error().note().find("--estimator-radius"), std::string::npos);
}

TEST(FramePlanTest, RefusesFiltersThatTakeHours) {
  Manifest still = testManifest();
  still.duration = 0;
  FrameRequest request = frameAt(0, 0);
  request.width = 8000;
  request.height = 8000;
  request.quality = 1000;
  request.estimatorRadius = 20;
  request.supersample = 4;
  EXPECT_TRUE(planFrame(still, request));
  request.supersample = 1;
  request.estimatorRadius = 1000;
  const Result<FramePlan> refused = planFrame(still, request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind(), ErrorKind::Usage);
  EXPECT_NE(refused.error().note().find("--estimator-radius"), std::string::npos);
  request.quality = 0.01; // each sample is spread once
  EXPECT_TRUE(planFrame(still, request));
  still.frame.filterRadius = 1000;
  request.width = request.height = 20'000;
  request.estimatorRadius = 0;
  EXPECT_FALSE(planFrame(still, request));
}

TEST(FramePlanTest, RefusesDensityEstimationBeyondItsReach) {
  FrameRequest request = frameAt(0, 0);
  request.width = 64;
  request.height = 36;
  request.estimatorRadius = 1000;
  request.supersample = 4;
  const Result<FramePlan> refused = planFrame(testManifest(), request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().text(), "density estimation would reach over more than 1024 buckets");
}

TEST(FramePlanTest, RefusesWhatMakesNoSense) {
  const Manifest manifest = animationManifest();
  auto refuses = [&](auto change) {
    FrameRequest request = frameAt(0.5);
    change(request);
    const Result<FramePlan> planned = planFrame(manifest, request);
    return !planned && planned.error().kind() == ErrorKind::Usage;
  };
  EXPECT_TRUE(refuses([](FrameRequest &request) { request.temporalSamples = 0; }));
  EXPECT_TRUE(refuses([](FrameRequest &request) { request.jitter = -1; }));
  EXPECT_TRUE(refuses([](FrameRequest &request) { request.jitter = std::nan(""); }));
  EXPECT_TRUE(refuses([](FrameRequest &request) { request.time = std::nan(""); }));
  EXPECT_TRUE(refuses(
      [](FrameRequest &request) { request.shutter = std::numeric_limits<double>::infinity(); }));
  EXPECT_TRUE(refuses([](FrameRequest &request) { request.width = 0; }));
  EXPECT_TRUE(refuses([](FrameRequest &request) { request.supersample = 0; }));
  EXPECT_TRUE(refuses([](FrameRequest &request) { request.supersample = 65; }));
  EXPECT_TRUE(refuses([](FrameRequest &request) { request.supersample = UINT32_MAX; }));
  EXPECT_TRUE(refuses([](FrameRequest &request) {
    request.supersample = 64;
    request.estimatorRadius = 300;
  }));
  EXPECT_FALSE(refuses([](FrameRequest &) {}));
}

} // namespace
} // namespace flame::rt
