// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames end by their noise, their time or their quality, and are shown before. The renderer is a
// fake whose samples fall at random as real ones do. tests/image/StopTest.cpp renders real flames
// to a stop criterion on the CPU.

#include "runtime/frame/AdaptiveRenderer.h"

#include "runtime/frame/NoiseMeasure.h"
#include "tests/unit/runtime/TestManifest.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <random>

namespace flame::rt {
namespace {

using testing::HasSubstr;

constexpr uint32_t kWidth = 64, kHeight = 36, kPixels = kWidth * kHeight, kBlocks = 32;

/// Throws samples at pixels of which those to the right get more, in blocks with a random stream
/// each. A picture is the share of samples that a pixel got, scaled so that the brightest is about
/// 0.6, or its root, or the mean of its logarithm over a column.
class DiceRenderer : public Renderer {
public:
  bool showsRoot = false, showsLog = false, isDark = false;
  std::function<void(uint64_t samples)> onRender, onFinish;
  std::vector<uint64_t> seeds;
  int shards = 0, pictures = 0;

  std::string describe() const override { return "dice"; }
  unsigned framesInFlight() const override { return 1; }

  Result<RenderedFrame> render(const FrameRequest &request, Progress &progress,
                               std::stop_token stop, unsigned) override {
    if (stop.stop_requested())
      return Error(ErrorKind::Environment, "interrupted");
    EXPECT_FALSE(request.stop.isSet());
    seeds.push_back(request.seed);
    ++shards;
    const double samples = *request.quality * kPixels;
    const BlockRange range = rangeOf(*request.shard, kBlocks);
    RenderedFrame frame;
    HistogramPart &part = frame.part.emplace();
    part.blocks = kBlocks;
    part.gridWidth = kWidth;
    part.gridHeight = kHeight;
    if (range.size())
      part.ranges = {range};
    part.passes = {{0, Schedule::Direct, std::vector<abi::WideCell>(kPixels)}};
    for (uint32_t block = range.first; block < range.end; ++block)
      throwBlock(request.seed * kBlocks + block, samples / kBlocks, part.passes[0]);
    frame.samples = part.passes[0].samples;
    progress.advance(frame.samples);
    if (onRender)
      onRender(frame.samples);
    return frame;
  }

  Result<RenderedFrame> finish(const FrameRequest &request,
                               const std::vector<PassHistogram> &passes) override {
    ++pictures;
    RenderedFrame frame;
    frame.width = kWidth;
    frame.height = kHeight;
    frame.format = request.format;
    frame.samples = passes[0].samples;
    frame.pixels.resize(request.format.bytes(kWidth, kHeight));
    for (size_t i = 0; i < kPixels; ++i) {
      const double share = double(passes[0].cells[i].count) / double(passes[0].samples);
      double light = 0.3 * share * kPixels;
      if (showsRoot)
        light = std::sqrt(light);
      if (showsLog)
        light = meanLog(passes[0], i % kWidth);
      if (isDark)
        light = 0;
      const float level = float(std::min(light, 1.0));
      const float pixel[] = {level, level, level, 1};
      for (size_t c = 0; c < 4; ++c)
        if (request.format == kRgbaFloat)
          std::memcpy(&frame.pixels[16 * i + 4 * c], &pixel[c], 4);
        else
          frame.pixels[4 * i + c] = uint8_t(std::lround(255 * pixel[c]));
    }
    if (onFinish)
      onFinish(frame.samples);
    return frame;
  }

private:
  /// All pixels of a column have the same share.
  static double meanLog(const PassHistogram &pass, size_t column) {
    double sum = 0;
    for (size_t i = column; i < kPixels; i += kWidth)
      sum += std::log1p(4 * double(pass.cells[i].count) / double(pass.samples) * kPixels);
    return 0.25 * sum / kHeight;
  }

  static void throwBlock(uint64_t seed, double samples, PassHistogram &pass) {
    std::mt19937_64 source(seed);
    for (uint32_t i = 0; i < kPixels; ++i) {
      const double mean = samples / kPixels * (2 * (i % kWidth + 0.5) / kWidth);
      const uint64_t count = std::poisson_distribution<uint64_t>(mean)(source);
      pass.cells[i].count += count;
      pass.samples += count;
    }
  }
};

class AdaptiveRendererTest : public testing::Test {
protected:
  AdaptiveRendererTest() {
    manifest.frame.width = kWidth;
    manifest.frame.height = kHeight;
    manifest.frame.estimatorRadius = 0;
    manifest.frame.background = {};
  }

  RenderedFrame render(const FrameRequest &request, PreviewPlan preview = {}) {
    AdaptiveRenderer renderer(dice, manifest, std::move(preview), now);
    Result<RenderedFrame> frame = renderer.render(request, progress, {});
    EXPECT_TRUE(frame) << frame.error().text();
    return frame ? *std::move(frame) : RenderedFrame();
  }

  static FrameRequest stopAtNoise(double noise, uint64_t seed = 1) {
    FrameRequest request;
    request.stop.noise = noise;
    request.seed = seed;
    return request;
  }

  /// The noise of pictures of so many samples per pixel, as root of the mean of its square over
  /// some pairs of them.
  double noiseAt(double quality) {
    constexpr unsigned kPairs = 8;
    std::vector<RenderedFrame> frames;
    for (uint64_t seed = 901; seed < 901 + 2 * kPairs; ++seed) {
      FrameRequest request;
      request.quality = quality;
      request.shard = Shard();
      request.seed = seed;
      request.format = kRgbaFloat;
      RenderedFrame made = *dice.render(request, progress, {}, 0);
      frames.push_back(*dice.finish(request, made.part->passes));
    }
    double squares = 0;
    for (size_t i = 0; i < frames.size(); i += 2)
      squares += 2 * std::pow(noiseBetween(frames[i], frames[i + 1], {}), 2);
    return std::sqrt(squares / kPairs);
  }

  Manifest manifest = testManifest();
  DiceRenderer dice;
  Progress progress{ProgressMode::None};
  std::function<double()> now; ///< null: the real clock
};

TEST_F(AdaptiveRendererTest, StopsAtTheRightNumberOfSamples) {
  for (bool showsRoot : {false, true}) {
    dice.showsRoot = showsRoot;
    const double right = 1000 * std::pow(noiseAt(1000), 2); // times the noise, squared
    for (double noise : {0.03, 0.012, 0.005})
      for (uint64_t seed : {1, 2, 3}) {
        SCOPED_TRACE(testing::Message()
                     << noise << ", seed " << seed << (showsRoot ? ", root" : ""));
        const RenderedFrame frame = render(stopAtNoise(noise, seed));
        const double wanted = right / (noise * noise) * kPixels;
        EXPECT_NEAR(double(frame.samples) / wanted, 1, 0.2);
        EXPECT_LE(frame.noise.value(), noise);
      }
  }
}

TEST_F(AdaptiveRendererTest, SaysTheNoiseThatIsThere) {
  const RenderedFrame frame = render(stopAtNoise(0.01));
  EXPECT_NEAR(*frame.noise / noiseAt(double(frame.samples) / kPixels), 1, 0.05);
}

class LogarithmTest : public AdaptiveRendererTest, public testing::WithParamInterface<bool> {};

TEST_P(LogarithmTest, CountsWhatFewSamplesLose) {
  const bool moves = GetParam();
  dice.showsLog = true;
  if (moves) {
    manifest.duration = 1;
    manifest.frame.temporalSamples = 16;
  }
  const auto picture = [&](double quality, uint64_t seed) {
    FrameRequest request;
    request.quality = quality;
    request.shard = Shard();
    request.seed = seed;
    request.format = kRgbaFloat;
    return *dice.finish(request, dice.render(request, progress, {}, 0)->part->passes);
  };
  FrameRequest request = stopAtNoise(0.02);
  if (moves)
    request.shutter = 0.5;
  const RenderedFrame frame = render(request);
  const RenderedFrame right = picture(20000, 903);
  // Half the difference is the noise of a mean of the two; this one has it alone.
  const double error =
      2 * noiseBetween(picture(double(frame.samples) / kPixels, 904), right, {}, 0);
  EXPECT_LE(error, 1.2 * 0.02);
  EXPECT_GE(error, 0.6 * 0.02);
}

INSTANTIATE_TEST_SUITE_P(Stills, LogarithmTest, testing::Values(false));
INSTANTIATE_TEST_SUITE_P(Motion, LogarithmTest, testing::Values(true));

/// Grey pixels, in rows of so many.
static RenderedFrame greys(uint32_t width, const std::vector<float> &levels) {
  RenderedFrame frame;
  frame.width = width;
  frame.height = uint32_t(levels.size()) / width;
  frame.format = kRgbaFloat;
  for (float level : levels) {
    const float pixel[] = {level, level, level, 1};
    const auto *bytes = reinterpret_cast<const uint8_t *>(pixel);
    frame.pixels.insert(frame.pixels.end(), bytes, bytes + sizeof pixel);
  }
  return frame;
}

TEST(NoiseMeasureTest, TheGainOfTheWholeIsItsDistanceFromTheMeanOfItsHalves) {
  const auto even = [](float level) { return greys(2, {level, level, level, level}); };
  const RenderedFrame one = even(0.3f), other = even(0.5f);
  EXPECT_NEAR(noiseBetween(one, other, {}), 0.1, 1e-6);
  EXPECT_NEAR(gainOfWhole(even(0.45f), one, other, {}), 0.05, 1e-6);
  EXPECT_NEAR(gainOfWhole(even(0.4f), one, other, {}), 0, 1e-6);
  EXPECT_EQ(gainOfWhole(even(0.45f), one, other, {0.4, 0.4, 0.4}), 0) << "nothing shows";
}

TEST(NoiseMeasureTest, WhatNeighboursDoNotGainTogetherIsNoGain) {
  std::mt19937 source(1);
  std::normal_distribution<float> chance(0, 0.02F);
  const uint32_t width = 80;
  std::vector<float> half(size_t(width) * 60, 0.4f), whole;
  for (size_t i = 0; i < half.size(); ++i)
    whole.push_back(0.42f + chance(source));
  EXPECT_NEAR(gainOfWhole(greys(width, whole), greys(width, half), greys(width, half), {}), 0.02,
              0.001);
}

TEST(NoiseMeasureTest, SpecksAreNoNoise) {
  std::vector<float> one(1000, 0.4f), other(1000, 0.5f);
  std::fill_n(other.begin(), 10, 1.f);
  EXPECT_NEAR(noiseBetween(greys(50, one), greys(50, other), {}, 0.01), 0.05, 1e-6);
  std::fill_n(other.begin(), 11, 1.f);
  EXPECT_GT(noiseBetween(greys(50, one), greys(50, other), {}, 0.01), 0.051);
}

TEST_F(AdaptiveRendererTest, SeedsEveryBatchApart) {
  render(stopAtNoise(0.005));
  std::vector<uint64_t> seeds = dice.seeds;
  EXPECT_GE(seeds.size(), 6u);
  std::ranges::sort(seeds);
  EXPECT_EQ(std::ranges::adjacent_find(seeds), seeds.end());
}

TEST_F(AdaptiveRendererTest, GivesTheSameFrameAgain) {
  const RenderedFrame one = render(stopAtNoise(0.01)), same = render(stopAtNoise(0.01));
  EXPECT_EQ(one.pixels, same.pixels);
  EXPECT_NE(one.pixels, render(stopAtNoise(0.01, /*seed=*/2)).pixels);
}

TEST_F(AdaptiveRendererTest, EndsAtTheQualityThatWasAskedFor) {
  FrameRequest request = stopAtNoise(1e-4);
  request.quality = 100;
  const RenderedFrame frame = render(request);
  EXPECT_NEAR(double(frame.samples), 100.0 * kPixels, 2.0 * kPixels);
  EXPECT_NEAR(*frame.noise / noiseAt(100), 1, 0.1);
}

TEST_F(AdaptiveRendererTest, EndsWhereNothingShows) {
  dice.isDark = true;
  const RenderedFrame frame = render(stopAtNoise(0.001));
  EXPECT_EQ(*frame.noise, 0);
  EXPECT_LT(double(frame.samples), 10.0 * kPixels);
}

TEST_F(AdaptiveRendererTest, LeavesAFrameWithoutACriterionAsItIs) {
  FrameRequest request;
  request.quality = 40;
  request.shard = Shard();
  AdaptiveRenderer renderer(dice, manifest);
  const auto frame = renderer.render(request, progress, {});
  ASSERT_TRUE(frame);
  EXPECT_EQ(dice.shards, 1);
  EXPECT_FALSE(frame->noise);
}

/// A clock that goes on with the samples.
class TimedAdaptiveTest : public AdaptiveRendererTest {
protected:
  TimedAdaptiveTest() {
    now = [this] { return time; };
    dice.onRender = [this](uint64_t samples) { time += double(samples) / kRate; };
  }
  static constexpr double kRate = 100.0 * kPixels; ///< samples per second

  double time = 5;
};

TEST_F(TimedAdaptiveTest, UsesTheTimeAndNoMore) {
  for (double seconds : {0.3, 2.0, 17.0}) {
    FrameRequest request;
    request.stop.seconds = seconds;
    const double start = time;
    const RenderedFrame frame = render(request);
    EXPECT_LE(time - start, 1.01 * seconds);
    EXPECT_GE(time - start, 0.9 * seconds);
    EXPECT_NEAR(*frame.noise / noiseAt(double(frame.samples) / kPixels), 1, 0.1);
    dice.onRender = [this](uint64_t samples) { time += double(samples) / kRate; };
  }
}

TEST_F(TimedAdaptiveTest, CountsPicturesThatTakeEquallyLong) {
  dice.onFinish = [this](uint64_t) { time += 0.05; };
  FrameRequest request;
  request.stop.seconds = 10;
  const double start = time;
  EXPECT_TRUE(render(request).noise);
  EXPECT_LE(time - start, 10.2);
  EXPECT_GE(time - start, 8);
}

TEST_F(TimedAdaptiveTest, CountsPicturesThatTakeLongerWithEachSample) {
  for (double asLong : {0.2, 1.0, 5.0}) { // as what it takes to throw a sample
    dice.onFinish = [&](uint64_t samples) { time += asLong * double(samples) / kRate; };
    FrameRequest request;
    request.stop.seconds = 4;
    const double start = time;
    render(request);
    EXPECT_LE(time - start, 4.4) << asLong;
    EXPECT_GE(time - start, 2) << asLong;
  }
}

TEST_F(TimedAdaptiveTest, AFrameWhosePicturesTakeTooLongHasTwo) {
  dice.onFinish = [this](uint64_t) { time += 7; };
  FrameRequest request;
  request.stop.seconds = 2;
  EXPECT_FALSE(render(request).noise);
  EXPECT_EQ(dice.pictures, 2);
}

TEST_F(TimedAdaptiveTest, BeginsWithFewSamplesWhereFiltersSpreadThemFar) {
  manifest.frame.estimatorRadius = 1000;
  uint64_t first = 0;
  dice.onFinish = [&](uint64_t samples) { first = first ? first : samples; };
  FrameRequest request;
  request.stop.seconds = 1;
  request.threads = 1;
  render(request);
  EXPECT_LT(first, 400u);
}

TEST_F(TimedAdaptiveTest, BeginsWithFewSamplesWhereTheBudgetIsSmall) {
  uint64_t first = 0;
  dice.onRender = [&](uint64_t samples) { first = first ? first : samples; };
  FrameRequest request;
  request.stop.seconds = 0.002;
  request.threads = 1;
  render(request);
  EXPECT_LT(first, 400u) << "of a batch of 500, in two halves";
}

TEST_F(AdaptiveRendererTest, TakesNoMoreMemoryThanItMay) {
  FrameRequest request = stopAtNoise(0.03);
  request.memory = 4 * kPixels * sizeof(abi::WideCell);
  AdaptiveRenderer renderer(dice, manifest);
  const auto refused = renderer.render(request, progress, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind(), ErrorKind::Environment);
  request.memory *= 2;
  EXPECT_TRUE(renderer.render(request, progress, {}));
}

TEST_F(TimedAdaptiveTest, EndsBeforeItsTimeAtItsNoise) {
  FrameRequest request = stopAtNoise(0.02);
  request.stop.seconds = 1000;
  const double start = time;
  EXPECT_LE(*render(request).noise, 0.02);
  EXPECT_LT(time - start, 100);
}

TEST_F(TimedAdaptiveTest, ShowsTheFrameEverySoOften) {
  FrameRequest request = stopAtNoise(0.006);
  const RenderedFrame unseen = render(request);
  std::vector<double> times;
  std::vector<uint64_t> samples;
  const RenderedFrame shown = render(request, {2, [&](const RenderedFrame &picture) {
                                                 times.push_back(time);
                                                 samples.push_back(picture.samples);
                                                 return Status();
                                               }});
  EXPECT_EQ(shown.pixels, unseen.pixels);
  EXPECT_EQ(shown.samples, unseen.samples);
  ASSERT_GE(times.size(), 3u);
  EXPECT_TRUE(std::ranges::is_sorted(samples));
  for (size_t i = 1; i < times.size(); ++i) {
    EXPECT_GE(times[i] - times[i - 1], 2);
    EXPECT_LE(times[i] - times[i - 1], 4);
  }
}

TEST_F(TimedAdaptiveTest, ShowsAFrameWithoutACriterionAndGivesItsBytes) {
  FrameRequest request;
  request.quality = 1000;
  request.shard = Shard();
  RenderedFrame made = *dice.render(request, progress, {}, 0);
  const RenderedFrame whole = *dice.finish(request, made.part->passes);
  request.shard.reset();
  request.wantsHistogram = true;
  int pictures = 0;
  const RenderedFrame shown = render(request, {1, [&](const RenderedFrame &) {
                                                 ++pictures;
                                                 return Status();
                                               }});
  EXPECT_EQ(shown.pixels, whole.pixels);
  EXPECT_GE(pictures, 5);
  ASSERT_EQ(shown.histogram.size(), kPixels);
  EXPECT_EQ(shown.histogram[kPixels / 2].count, made.part->passes[0].cells[kPixels / 2].count);
}

TEST_F(TimedAdaptiveTest, EndsWhenAPictureCannotBeShown) {
  FrameRequest request;
  request.quality = 1000;
  AdaptiveRenderer renderer(
      dice, manifest,
      {1, [](const RenderedFrame &) { return Error(ErrorKind::Environment, "the disk is full"); }},
      now);
  const auto frame = renderer.render(request, progress, {});
  ASSERT_FALSE(frame);
  EXPECT_THAT(frame.error().text(), HasSubstr("the disk is full"));
}

TEST_F(TimedAdaptiveTest, TellsHowManySamplesItExpects) {
  ProgressSink sink = ProgressSink::descriptor(2);
  uint64_t done = 0, total = 0;
  sink.observe = [&](uint64_t samples, uint64_t wanted) {
    done = samples;
    total = wanted;
    EXPECT_LE(double(done), 1.1 * double(total));
  };
  Progress observed(ProgressMode::None, sink);
  observed.start(0);
  AdaptiveRenderer renderer(dice, manifest, {}, now);
  ASSERT_TRUE(renderer.render(stopAtNoise(0.01), observed, {}));
  observed.tick();
  EXPECT_NEAR(double(done), double(total), 1);
}

} // namespace
} // namespace flame::rt
