// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The filters of frames on the CPU, on random accumulators of a high dynamic range, against their
// definitions in double precision; and what they are for: noise and edges, spilling light, edges
// that do not bloom.

#include "runtime/frame/Finish.h"
#include "runtime/shared/LocalFilters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

namespace flame::rt {
namespace {

/// An accumulator in samples: red, green, blue and density, of which a white sample has 1 each.
using Channels = std::array<double, 4>;

/// A grid of values; beyond its edge is what lies at it.
template <class T> struct Image {
  int width, height;
  std::vector<T> values;

  const T &at(int x, int y) const {
    return values[size_t(std::clamp(y, 0, height - 1)) * size_t(width) +
                  size_t(std::clamp(x, 0, width - 1))];
  }
  template <class Make> auto map(const Make &make) const {
    Image<decltype(make(0, 0))> result = {width, height, {}};
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        result.values.push_back(make(x, y));
    return result;
  }
};
using AccumulatorImage = Image<Channels>;

struct Step {
  int x, y;
};

Step stepAlong(double dx, double dy, int steps) {
  return {int(std::nearbyint(dx * steps)), int(std::nearbyint(dy * steps))};
}

Channels operator*(double scale, const Channels &accumulator) {
  return {scale * accumulator[0], scale * accumulator[1], scale * accumulator[2],
          scale * accumulator[3]};
}
Channels operator+(const Channels &a, const Channels &b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
}

/// The mean over seven taps of a Gaussian, `stride` steps apart.
template <class T>
Image<T> blurred(const Image<T> &image, double dx, double dy, double deviation, int stride = 1) {
  double norm = 0;
  for (int i = -3; i <= 3; ++i)
    norm += std::exp(-i * i / (2 * deviation * deviation));
  return image.map([&](int x, int y) {
    T sum = {};
    for (int i = -3; i <= 3; ++i) {
      const Step step = stepAlong(dx, dy, stride * i);
      sum = sum + std::exp(-i * i / (2 * deviation * deviation)) / norm *
                      image.at(x + step.x, y + step.y);
    }
    return sum;
  });
}

//===-- definitions ---------------------------------------------------------------------------===//

/// One direction of the bilateral filter.
AccumulatorImage bilateralPass(const AccumulatorImage &image, double dx, double dy,
                               const FrameDefaults &frame, double width) {
  const auto density = image.map([&](int x, int y) { return image.at(x, y)[3]; });
  const Image<double> mean = blurred(blurred(density, dx, dy, 1), dx, dy, 1, 2);
  const double spread = frame.bilateralSpatialStd * width / 1920;
  return image.map([&](int x, int y) {
    const Channels &center = image.at(x, y);
    const Channels color = 1 / (center[3] + 1e-6) * center;
    Channels sum = {};
    double total = 0;
    for (int r = -15; r <= 15; ++r) {
      const auto at = [&](int steps) {
        const Step step = stepAlong(dx, dy, steps);
        return image.at(x + step.x, y + step.y);
      };
      const Channels other = at(r);
      double distance = 0.5;
      if (center[3] > 0 && other[3] > 0) {
        distance = 0;
        for (size_t i = 0; i < 3; ++i)
          distance += std::pow(other[i] / other[3] - color[i], 2);
      }
      double weight = std::exp(-r * r / (std::sqrt(2.0) * spread)) *
                      std::exp(-distance / (3 * std::sqrt(2.0) * frame.bilateralColorStd));
      const double p = frame.bilateralDensityPow;
      weight *= std::exp2(-std::abs(std::pow(center[3], p) - std::pow(other[3], p)) /
                          (2 * frame.bilateralDensityStd));
      if (r != 0) {
        const Step step = stepAlong(dx, dy, r);
        const double slope =
            (at(r + 1)[3] - at(r - 1)[3]) / (mean.at(x + step.x, y + step.y) + 1e-6);
        weight *= std::exp2(-std::exp2(frame.bilateralGradient * (r < 0 ? -slope : slope)));
      }
      sum = sum + weight * other;
      total += weight;
    }
    return 1 / (total + 1e-10) * sum;
  });
}

AccumulatorImage bilateral(AccumulatorImage image, const FrameDefaults &frame, double width) {
  constexpr double kDirections[][2] = {{1, 0},   {0, 1},    {1, 1},    {-1, 1},
                                       {1, 0.5}, {-0.5, 1}, {1, -0.5}, {0.5, 1}};
  for (const auto &[dx, dy] : kDirections)
    image = bilateralPass(image, dx, dy, frame, width);
  return image;
}

/// Non-local means: four passes, each over buckets twice as far apart as in the one before.
AccumulatorImage nonLocalMeans(AccumulatorImage image, double strength) {
  auto variance = image.map([](int, int) { return 1.0; });
  double most = 2 * strength;
  for (int stride : {1, 2, 4, 8}) {
    const AccumulatorImage roots = image.map([&](int x, int y) -> Channels {
      Channels root;
      for (size_t i = 0; i < 4; ++i)
        root[i] = 2 * std::sqrt(image.at(x, y)[i] + 0.375);
      return root;
    });
    // Places lie around the middle as it is in the grid; what they consist of is looked for at the
    // edge if it is beyond.
    const auto weight = [&](int x, int y, int dx, int dy) {
      double difference = 0, expected = 0;
      for (int j = -stride; j <= stride; j += stride)
        for (int i = -stride; i <= stride; i += stride) {
          const Channels &a = roots.at(x + i, y + j), &b = roots.at(x + dx + i, y + dy + j);
          for (size_t c = 0; c < 4; ++c)
            difference += std::pow(a[c] - b[c], 2);
          expected += (variance.at(x + i, y + j) + variance.at(x + dx + i, y + dy + j)) / 2;
        }
      const double excess = std::max(0.0, difference / expected - 2);
      const double steps = double(dx * dx + dy * dy) / (stride * stride);
      return std::exp(-excess / (most * most)) * std::exp2(-0.144 * steps);
    };
    auto nextVariance = variance;
    const AccumulatorImage next = image.map([&](int x, int y) {
      Channels sum = {};
      double total = 0, squares = 0;
      for (int dy = -stride; dy <= stride; dy += stride)
        for (int dx = -stride; dx <= stride; dx += stride) {
          const double w = dx == 0 && dy == 0 ? 1 : weight(x, y, dx, dy);
          sum = sum + w * image.at(x + dx, y + dy);
          total += w;
          squares += w * w * variance.at(x + dx, y + dy);
        }
      nextVariance.values[size_t(y) * size_t(image.width) + size_t(x)] = squares / (total * total);
      return 1 / total * sum;
    });
    image = next;
    variance = nextVariance;
    most *= 0.7;
  }
  return image;
}

AccumulatorImage logScaled(const AccumulatorImage &image, const abi::LogScale &scale) {
  return image.map([&](int x, int y) -> Channels {
    const Channels &accumulator = image.at(x, y);
    const double w = 255 * accumulator[3];
    return w > 0 ? scale.k1 / 255 * std::log1p(scale.k2 * w) / accumulator[3] * accumulator
                 : Channels{};
  });
}

/// JWildfire's: `perArea` samples for each unit of area make the brightness `brightness`.
AccumulatorImage glowScaled(const AccumulatorImage &image, const FrameDefaults &frame,
                            double brightness, double perArea, double area, double excess) {
  const double c = frame.contrast, copies = frame.motionBlurLength + 1;
  return image.map([&](int x, int y) -> Channels {
    const Channels &accumulator = image.at(x, y);
    const double n = excess * accumulator[3] / copies;
    if (n <= 0)
      return {};
    const double glow = copies > 1 ? 0 : frame.lowDensityBrightness; // not together with copies
    const double i = 2 * c * brightness * std::log10(1 + n / (c * perArea)) +
                     glow * area / (c * perArea) / (n + 1);
    // Levels of palettes count 200/256, and 256 of its levels are 255 of ours.
    const double level = 200.0 / 256 * 255 / frame.whiteLevel;
    Channels scaled = copies * i / accumulator[3] * accumulator;
    scaled[0] *= level * frame.balancingRed;
    scaled[1] *= level * frame.balancingGreen;
    scaled[2] *= level * frame.balancingBlue;
    return scaled;
  });
}

/// What the tone curve multiplies a density by.
double curve(double w, const FrameDefaults &frame) {
  const double g = 1 / frame.gamma, threshold = frame.gammaThreshold;
  const double power = std::pow(w, g - 1);
  if (w >= threshold)
    return power;
  const double f = w / threshold;
  return (1 - f) * std::pow(threshold, g - 1) + f * power;
}

AccumulatorImage toneScaled(const AccumulatorImage &image, const FrameDefaults &frame,
                            double brightness = 1) {
  return image.map([&](int x, int y) -> Channels {
    const Channels &accumulator = image.at(x, y);
    return accumulator[3] > 0 ? brightness * curve(accumulator[3], frame) * accumulator
                              : Channels{};
  });
}

AccumulatorImage smearClip(const AccumulatorImage &image, const FrameDefaults &frame) {
  AccumulatorImage excess = image.map([&](int x, int y) {
    const Channels &accumulator = image.at(x, y);
    return accumulator[3] > 0 ? std::max(0.0, accumulator[3] - 1) / accumulator[3] * accumulator
                              : Channels{};
  });
  constexpr double kDirections[][2] = {{1, 1}, {-1, 1}, {1, 0}, {0, 1}};
  for (const auto &[dx, dy] : kDirections)
    excess = blurred(excess, dx, dy, frame.smearclipWidth);
  return toneScaled(image.map([&](int x, int y) { return image.at(x, y) + excess.at(x, y); }),
                    frame);
}

AccumulatorImage haloClip(const AccumulatorImage &image, const FrameDefaults &frame) {
  const auto side = image.map([&](int x, int y) { return std::pow(image.at(x, y)[0], 0.1); });
  const Image<double> halo = blurred(blurred(side, 1, 1, 1), -1, 1, 1);
  return image.map([&](int x, int y) -> Channels {
    const Channels &accumulator = image.at(x, y);
    if (accumulator[3] <= 0)
      return {};
    return std::pow(accumulator[3], 1 / frame.gamma - 1) / std::max(1.0, halo.at(x, y)) *
           accumulator;
  });
}

AccumulatorImage logEncoded(const AccumulatorImage &image, const FrameDefaults &frame) {
  return image.map([&](int x, int y) -> Channels {
    Channels color = image.at(x, y);
    for (size_t i = 0; i < 3; ++i) {
      const double clipped = std::min(1.0, color[i]);
      color[i] = clipped > 0 ? std::log2(std::pow(clipped, frame.logencodeDegamma)) / 12 + 1 : 0;
    }
    return color;
  });
}

/// By hue, lightness and saturation.
AccumulatorImage recolored(const AccumulatorImage &image, const FrameDefaults &frame) {
  return image.map([&](int x, int y) -> Channels {
    Channels color = image.at(x, y);
    double c[3];
    for (size_t i = 0; i < 3; ++i)
      c[i] = std::clamp(color[i], 0.0, 1.0);
    const double most = std::max({c[0], c[1], c[2]}, std::less<>()),
                 least = std::min({c[0], c[1], c[2]}, std::less<>());
    const double lightness = (most + least) / 2, chroma = most - least;
    const double room = 1 - std::abs(2 * lightness - 1);
    double hue = 0; // in sixths of the circle; of greys that of red
    if (chroma * 255 >= 0.5)
      hue = most == c[0]   ? std::fmod((c[1] - c[2]) / chroma + 6, 6)
            : most == c[1] ? (c[2] - c[0]) / chroma + 2
                           : (c[0] - c[1]) / chroma + 4;
    const double saturation =
        room > 0 ? std::clamp(chroma / room + frame.saturation - 1, 0.0, 1.0) : 0;
    for (size_t i = 0; i < 3; ++i) { // red, green and blue are 0, 8 and 4 twelfths ahead
      const double k = std::fmod(4.0 * (3 - double(i)) + 2 * hue, 12);
      color[i] = lightness - saturation * std::min(lightness, 1 - lightness) *
                                 std::max(-1.0, std::min({k - 3, 9 - k, 1.0}, std::less<>()));
    }
    return color;
  });
}

/// A curve through points from 0 to 1, straight between them.
double alongPoints(const std::vector<double> &points, double x) {
  if (points.empty())
    return 0;
  for (size_t i = 2; i + 1 < points.size(); i += 2)
    if (x <= points[i])
      return std::lerp(points[i - 1], points[i + 1],
                       (std::max(x, points[0]) - points[i - 2]) / (points[i] - points[i - 2]));
  return points.back();
}

/// In units of 256 levels, of which palettes have 200/256.
AccumulatorImage mixed(const AccumulatorImage &image, const FrameDefaults &frame) {
  const std::vector<double> *const curves[3][3] = {
      {&frame.mixerRr, &frame.mixerRg, &frame.mixerRb},
      {&frame.mixerGr, &frame.mixerGg, &frame.mixerGb},
      {&frame.mixerBr, &frame.mixerBg, &frame.mixerBb}};
  const double unit = 255 * 200 / 256.0 / 256;
  return image.map([&](int x, int y) -> Channels {
    const Channels &accumulator = image.at(x, y);
    Channels result = accumulator;
    if (accumulator[3] <= 0)
      return result;
    const double r = accumulator[0] / accumulator[3] * unit,
                 g = accumulator[1] / accumulator[3] * unit,
                 b = accumulator[2] / accumulator[3] * unit,
                 brightness = 0.299 * r + 0.588 * g + 0.113 * b;
    for (size_t i = 0; i < 3; ++i)
      if (!frame.mixerBrightness.empty())
        result[i] *=
            brightness > 0 ? alongPoints(frame.mixerBrightness, brightness) / brightness : 0;
      else
        result[i] = accumulator[3] / unit *
                    (alongPoints(*curves[i][0], r) + alongPoints(*curves[i][1], g) +
                     alongPoints(*curves[i][2], b));
    return result;
  });
}

//===-- comparing -----------------------------------------------------------------------------===//

/// A frame with samples in it.
struct Scene {
  FrameDefaults settings;
  FrameFilters filters;
  std::vector<abi::WideCell> histogram;
  FinishInputs inputs;

  explicit Scene(std::string_view chainText, FrameDefaults frame = {}, uint32_t width = 60,
                 uint32_t height = 40)
      : settings(std::move(frame)) {
    const FilterChain chain = *FilterChain::parse(chainText);
    chain.apply(settings);
    const bool usesEdges = chain.has(Filter::EdgeDensity);
    if (usesEdges)
      filters.density = *makeEdgeDensityTable(
          {settings.estimatorRadius, settings.estimatorMinimum, settings.estimatorCurve}, 1);
    filters.spatial = makeMeanFilter(1);
    filters.tone = makeToneParams(settings);
    inputs.frame = *makeFrameGeometry(width, height, 1, 1, 0, 12);
    setFilters(filters, settings, inputs.frame);
    if (chain.has(Filter::Mix))
      addMixer(filters, settings);
    filters.plan = planFilters(chain, 1, filters.density.isActive());
    inputs.filters = &filters;
    inputs.logScale = {300, 1e-3f};
    histogram.resize(abi::bucketCount(inputs.frame));
    inputs.wide = histogram;
  }

  int width() const { return int(inputs.frame.gridWidth); }
  int height() const { return int(inputs.frame.gridHeight); }

  /// Gives every bucket what `at(x, y)` returns, in samples.
  void fill(const std::function<Channels(int, int)> &at) {
    for (int y = 0; y < height(); ++y)
      for (int x = 0; x < width(); ++x) {
        const Channels accumulator = at(x, y);
        const auto level = [&](size_t i) { return uint64_t(255 * accumulator[i]); };
        histogram[size_t(y) * size_t(width()) + size_t(x)] = {level(0), level(1), level(2),
                                                              uint64_t(accumulator[3])};
      }
  }

  void fillAtRandom() {
    std::mt19937 random(17);
    std::uniform_real_distribution<double> uniform;
    fill([&](int, int) -> Channels {
      const double w = std::floor(std::pow(10, -0.5 + 4.5 * uniform(random)));
      return {w * uniform(random), w * uniform(random), w * uniform(random), w};
    });
  }

  AccumulatorImage image() const {
    return AccumulatorImage{width(), height(), {}}.map([&](int x, int y) -> Channels {
      const abi::WideCell &cell = histogram[size_t(y) * size_t(width()) + size_t(x)];
      return {double(cell.red) / 255, double(cell.green) / 255, double(cell.blue) / 255,
              double(cell.count)};
    });
  }

  /// What the chain makes of every bucket.
  std::vector<abi::Accumulator> run(unsigned threads = 2) const {
    return accumulatorsOfPass(inputs, threads);
  }

  /// Compares with colours in [0,1].
  void expectColors(const AccumulatorImage &expected) const {
    const std::vector<abi::Accumulator> found = run();
    for (size_t i = 0; i < found.size(); ++i) {
      const float channels[] = {found[i].red, found[i].green, found[i].blue};
      for (size_t c = 0; c < 3; ++c) {
        const double color = 255 * std::clamp(expected.values[i][c], 0.0, 1.0);
        ASSERT_NEAR(channels[c], color, 1e-4 * color + 1e-3) << "bucket " << i;
      }
      ASSERT_NEAR(found[i].alpha, std::clamp(expected.values[i][3], 0.0, 1.0), 1e-4);
    }
  }
};

TEST(FilterTest, BilateralAgreesWithItsDefinition) {
  for (const FrameDefaults &frame :
       {FrameDefaults(), FrameDefaults{.bilateralSpatialStd = 300, .bilateralColorStd = 0.2},
        FrameDefaults{
            .bilateralSpatialStd = 200, .bilateralDensityStd = 20, .bilateralGradient = -1}}) {
    Scene scene("bilateral,logscale,plainclip", frame);
    scene.fillAtRandom();
    scene.expectColors(
        toneScaled(logScaled(bilateral(scene.image(), scene.settings, 60), scene.inputs.logScale),
                   scene.settings));
  }
}

TEST(FilterTest, NlmAgreesWithItsDefinition) {
  for (double strength : {0.5, 1.0, 30.0}) {
    Scene scene("nlm,logscale,plainclip", {.nlmStrength = strength});
    scene.fillAtRandom();
    scene.expectColors(toneScaled(
        logScaled(nonLocalMeans(scene.image(), strength), scene.inputs.logScale), scene.settings));
  }
}

TEST(FilterTest, SmearclipAgreesWithItsDefinition) {
  for (double width : {0.3, 0.7, 2.0}) {
    Scene scene("logscale,smearclip", {.gamma = 2.5, .smearclipWidth = width});
    scene.fillAtRandom();
    scene.expectColors(smearClip(logScaled(scene.image(), scene.inputs.logScale), scene.settings));
  }
}

TEST(FilterTest, HaloclipAgreesWithItsDefinition) {
  Scene scene("logscale,haloclip", {.gamma = 2});
  scene.fillAtRandom();
  scene.expectColors(haloClip(logScaled(scene.image(), scene.inputs.logScale), scene.settings));
}

TEST(FilterTest, PlainclipAgreesWithItsDefinition) {
  Scene scene("logscale,plainclip(brightness=0.4,gamma_threshold=0.3)");
  scene.fillAtRandom();
  scene.expectColors(toneScaled(logScaled(scene.image(), scene.inputs.logScale), scene.settings,
                                scene.settings.plainclipBrightness));
}

TEST(FilterTest, LogencodeAgreesWithItsDefinition) {
  Scene scene("logscale,plainclip,logencode(degamma=1.8)");
  scene.fillAtRandom();
  scene.expectColors(logEncoded(
      toneScaled(logScaled(scene.image(), scene.inputs.logScale), scene.settings), scene.settings));
}

TEST(FilterTest, SaturateAgreesWithItsDefinition) {
  for (const char *chain : {"logscale,plainclip,saturate(saturation=1.4)",
                            "logscale,plainclip,saturate(saturation=0.6)"}) {
    Scene scene(chain);
    scene.fillAtRandom();
    scene.expectColors(
        recolored(toneScaled(logScaled(scene.image(), scene.inputs.logScale), scene.settings),
                  scene.settings));
  }
}

TEST(FilterTest, MixAgreesWithItsDefinition) {
  FrameDefaults channels;
  channels.mixerRr = {0, 0.1, 0.25, 0.5, 1, 0.75};
  channels.mixerRb = {0, 0, 1, 0.5};
  channels.mixerGg = {0, 0, 1, 1};
  channels.mixerBr = {0.125, 0.25, 0.5, 0};
  channels.mixerBb = {0.5, 0.25};
  FrameDefaults brightness = channels;
  brightness.mixerBrightness = {0, 0.2, 0.5, 0.1, 1, 1};
  for (const FrameDefaults &frame : {channels, brightness}) {
    EXPECT_TRUE(hasMixer(frame));
    Scene scene("mix,logscale,plainclip", frame);
    scene.fillAtRandom();
    scene.expectColors(toneScaled(
        logScaled(mixed(scene.image(), scene.settings), scene.inputs.logScale), scene.settings));
  }
  EXPECT_FALSE(hasMixer(FrameDefaults()));
  Scene none("mix,logscale,plainclip"); // which changes nothing
  none.fillAtRandom();
  none.expectColors(toneScaled(logScaled(none.image(), none.inputs.logScale), none.settings));
}

TEST(FilterTest, CurvesOfAMixerStayWhatTheyAreAtTheirEnds) {
  std::vector<float> table(abi::kCurveEntries, 0.25f);
  table.front() = 0.5f;
  EXPECT_EQ(flame::curveAt(-1, table.data()), 0.5f);
  EXPECT_EQ(flame::curveAt(3, table.data()), 0.25f);
  const abi::Accumulator black = flame::mixed({0, 0, 0, 2}, true, table.data());
  EXPECT_EQ(black.red, 0);
  EXPECT_EQ(flame::mixed({0, 0, 0, 0}, false, table.data()).alpha, 0);
}

/// As JWildfire has it: their hue is that of red.
TEST(FilterTest, MoreSaturatedGreysAreRed) {
  const abi::Accumulator grey = flame::saturated({100, 100, 100, 1}, 0.5f);
  EXPECT_NEAR(grey.red, 150, 1e-3);
  EXPECT_NEAR(grey.green, 50, 1e-3);
  EXPECT_EQ(grey.blue, grey.green);
  for (float level : {0.0f, 255.0f, 300.0f}) { // black and white are no greys
    const abi::Accumulator same = flame::saturated({level, level, level, 1}, 0.5f);
    EXPECT_EQ(same.green, std::min(level, 255.0f));
    EXPECT_EQ(same.red, same.green);
  }
  const abi::Accumulator pale = flame::saturated({200, 50, 100, 1}, -2);
  EXPECT_NEAR(pale.red, 125, 1e-3);
  EXPECT_NEAR(pale.blue, 125, 1e-3);
}

TEST(FilterTest, GlowscaleAgreesWithItsDefinition) {
  for (const FrameDefaults &frame :
       {FrameDefaults(), FrameDefaults{.contrast = 0.7, .lowDensityBrightness = -3},
        FrameDefaults{.whiteLevel = 150, .balancingRed = 1.4, .balancingBlue = 0.5},
        FrameDefaults{.lowDensityBrightness = -0.7, .motionBlurLength = 20}}) {
    Scene scene("glowscale,plainclip", frame);
    const Exposure exposure = {.brightness = 1.1, .pixelsPerUnit = 20, .samplesPerPixel = 30};
    scene.filters.glow = makeGlowSettings(scene.settings, scene.inputs.frame, exposure, 1);
    scene.inputs.logScale = makeLogScale(exposure, scene.inputs.frame);
    scene.fillAtRandom();
    const double area = 60 * 40 / (20.0 * 20), excess = 84 * 64 / (60.0 * 40);
    scene.expectColors(toneScaled(
        glowScaled(scene.image(), scene.settings, 1.1, 30 * area, area, excess), scene.settings));
  }
}

TEST(FilterTest, ThreadsMakeNoDifference) {
  Scene scene("bilateral,logscale,smearclip");
  scene.fillAtRandom();
  const std::vector<abi::Accumulator> one = scene.run(1), five = scene.run(5);
  for (size_t i = 0; i < one.size(); ++i)
    ASSERT_EQ(one[i].green, five[i].green) << i;
}

//===-- what they are for ---------------------------------------------------------------------===//

/// Weights leave traces of light that are too small for a reciprocal.
TEST(FilterTest, BilateralFindsColoursOfTracesOfLight) {
  Scene scene("bilateral,logscale,plainclip",
              {.bilateralSpatialStd = 19.2, .bilateralGradient = 0});
  const int x0 = scene.width() / 2, y0 = scene.height() / 2;
  scene.fill([&](int x, int y) -> Channels {
    return x == x0 && y == y0 ? Channels{0, 900, 0, 1000} : Channels{};
  });
  EXPECT_GT(scene.run()[size_t(y0) * size_t(scene.width()) + size_t(x0)].green, 100);
}

/// Two halves of different density, left 5000 samples in a bucket and right 20, with the noise that
/// they have.
struct NoisyHalves : Scene {
  NoisyHalves() : Scene("logscale,plainclip", {.bilateralSpatialStd = 192}) {
    std::mt19937 random(5);
    inputs.logScale = {30, 1e-3f};
    fill([&](int x, int) -> Channels {
      const double w = std::poisson_distribution<>(x < width() / 2 ? 5000 : 20)(random);
      return {w, w / 2, 0, w};
    });
  }
};

/// Mean and standard deviation of red.
struct Spread {
  double mean, deviation;
};

/// Those of ten columns behind a chain.
Spread spreadOf(const Scene &scene, std::string_view chain, int left) {
  Scene other(chain, scene.settings);
  other.inputs.logScale = scene.inputs.logScale;
  other.histogram = scene.histogram;
  other.inputs.wide = other.histogram;
  const std::vector<abi::Accumulator> accumulators = other.run();
  double sum = 0, squares = 0, count = 0;
  for (int y = 5; y < scene.height() - 5; ++y)
    for (int x = left; x < left + 10; ++x, ++count) {
      const double red = accumulators[size_t(y) * size_t(scene.width()) + size_t(x)].red;
      sum += red, squares += red * red;
    }
  return {sum / count, std::sqrt(squares / count - sum / count * sum / count)};
}

class DenoiserTest : public testing::TestWithParam<std::pair<const char *, double>> {};

TEST_P(DenoiserTest, TakesNoiseAwayAndKeepsAnEdge) {
  const auto [name, most] = GetParam();
  const NoisyHalves scene;
  const std::string chain = std::string(name) + ",logscale,plainclip";
  const int middle = scene.width() / 2;
  const Spread noisy = spreadOf(scene, "logscale,plainclip", middle + 15);
  const Spread dark = spreadOf(scene, chain, middle + 15);
  EXPECT_LT(dark.deviation, most * noisy.deviation);
  EXPECT_NEAR(dark.mean / noisy.mean, 1, 0.05);
  EXPECT_NEAR(spreadOf(scene, chain, middle).mean / dark.mean, 1, 0.1)
      << "light has crossed the edge";
}

INSTANTIATE_TEST_SUITE_P(Filters, DenoiserTest,
                         testing::Values(std::pair("bilateral", 0.5), std::pair("nlm", 0.35)),
                         [](const auto &row) { return std::string(row.param.first); });

/// A few samples far apart are one dim surface, which shows as such.
TEST(FilterTest, NlmSpreadsSparseSamples) {
  Scene scene("nlm,logscale,plainclip");
  std::mt19937 random(9);
  scene.fill([&](int, int) -> Channels {
    const double w = std::poisson_distribution<>(0.05)(random);
    return {w, w, w, w};
  });
  const std::vector<abi::Accumulator> accumulators = scene.run();
  const auto isDark = [](const abi::Accumulator &bucket) { return bucket.alpha <= 0; };
  EXPECT_LT(std::ranges::count_if(accumulators, isDark), std::ptrdiff_t(accumulators.size() / 100));
}

TEST(FilterTest, SmearclipSpillsLightBeyondWhite) {
  Scene scene("logscale,smearclip");
  scene.inputs.logScale = {255 * 3 / std::log1p(255e3f * 1e-3f),
                           1e-3f}; // 1000 samples: 3 times white
  const int x0 = scene.width() / 2, y0 = scene.height() / 2;
  scene.fill([&](int x, int y) -> Channels {
    return x == x0 && y == y0 ? Channels{1000, 200, 0, 1000} : Channels{};
  });
  const std::vector<abi::Accumulator> accumulators = scene.run();
  const auto at = [&](int x, int y) {
    return accumulators[size_t(y) * size_t(scene.width()) + size_t(x)];
  };
  EXPECT_FLOAT_EQ(at(x0, y0).red, 255);
  EXPECT_GT(at(x0 + 1, y0).red, 20);
  EXPECT_NEAR(at(x0 + 1, y0).green / at(x0 + 1, y0).red, 0.2, 1e-4) << "the hue has changed";
  EXPECT_EQ(at(x0 + 20, y0).red, 0);
}

//===-- density estimation with edges ---------------------------------------------------------===//

/// The definition, but for the widths, which are steps of a 64th of an octave. `clamps`: kernels
/// beside edges are.
AccumulatorImage edgeDensity(const Scene &scene, bool clamps) {
  const AccumulatorImage image = scene.image(), scaled = logScaled(image, scene.inputs.logScale);
  const FrameDefaults &frame = scene.settings;
  const double widest = frame.estimatorRadius / 3;
  const double sharpest = std::max(frame.estimatorMinimum / 3, 0.23299530);
  const auto stepTo = [&](double deviation) {
    return std::round(std::log2(widest / deviation) * 64);
  };
  AccumulatorImage result = {image.width, image.height, std::vector<Channels>(image.values.size())};
  for (int y = 1; y < image.height - 1; ++y)
    for (int x = 1; x < image.width - 1; ++x) {
      const auto density = [&](int dx, int dy) { return image.at(x + dx, y + dy)[3]; };
      if (density(0, 0) == 0)
        continue;
      const double steepness =
          std::hypot((density(1, 1) - density(-1, -1)) / 4, (density(-1, 1) - density(1, -1)) / 4);
      double step = std::round(std::log2(density(0, 0) + 1) * frame.estimatorCurve * 64);
      if (clamps && std::log2(steepness + 1) * frame.estimatorCurve * 64 > stepTo(sharpest))
        step = stepTo(1 / 3.0);
      const double deviation = widest * std::exp2(-std::min(step, stepTo(sharpest)) / 64);
      const double perSquare = 1 / (2 * deviation * deviation);
      const double volume = std::max(1.0, std::numbers::pi / perSquare);
      const double limit = std::floor(std::log(1 / (1e-4 * volume)) / perSquare);
      double norm = 0;
      for (bool isSum : {true, false})
        for (int j = -20; j <= 20; ++j)
          for (int i = -20; i <= 20; ++i) {
            const double tap = std::exp(-perSquare * (i * i + j * j));
            if (i * i + j * j > limit)
              continue;
            if (isSum) {
              norm += tap;
            } else if (x + i >= 0 && x + i < image.width && y + j >= 0 && y + j < image.height) {
              Channels &target = result.values[size_t(y + j) * size_t(image.width) + size_t(x + i)];
              target = target + tap / norm * scaled.at(x, y);
            }
          }
    }
  return result;
}

constexpr char kEdgeChain[] = "logscale,edgede(radius=11,curve=0.6),plainclip";

TEST(FilterTest, EdgedeAgreesWithItsDefinition) {
  for (double minimum : {0.0, 2.0}) {
    Scene scene(kEdgeChain, {.estimatorMinimum = minimum});
    scene.fillAtRandom();
    scene.expectColors(toneScaled(edgeDensity(scene, true), scene.settings));
  }
}

/// A bright half of the picture with an antialiased fringe of one thin column, beside darkness: the
/// thin column blooms.
TEST(FilterTest, EdgesDoNotBloom) {
  Scene scene(kEdgeChain);
  const int edge = scene.width() / 2;
  scene.fill([&](int x, int) -> Channels {
    const double w = x < edge ? 5000 : x == edge ? 3 : 0;
    return {w, w, w, w};
  });
  const std::vector<abi::Accumulator> clamped = scene.run();
  const AccumulatorImage blooming = toneScaled(edgeDensity(scene, false), scene.settings);
  double found = 0, bloom = 0;
  for (int x = edge + 2; x < edge + 6; ++x) {
    const size_t bucket = size_t(scene.height() / 2) * size_t(scene.width()) + size_t(x);
    found += clamped[bucket].red / 255;
    bloom += blooming.values[bucket][0];
  }
  EXPECT_GT(bloom, 0.5);
  EXPECT_LT(found, 0.05 * bloom);
}

TEST(FilterTest, TheClampChangesNothingWhereNoEdgeIs) {
  Scene scene(kEdgeChain);
  std::mt19937 random(5);
  scene.fill([&](int, int) -> Channels {
    const double w = std::poisson_distribution<>(4)(random);
    return {w, w, w, w};
  });
  scene.expectColors(toneScaled(edgeDensity(scene, false), scene.settings));
}

} // namespace
} // namespace flame::rt
