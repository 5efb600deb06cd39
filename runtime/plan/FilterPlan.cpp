// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns a chain of filters into stages.

#include "runtime/plan/FilterPlan.h"

#include "runtime/shared/Bilateral.h"
#include "runtime/shared/HdrTransfer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace flame::rt {

bool FilterPlan::has(FilterStage::Kind kind) const {
  return std::ranges::find(beforeSum, kind, &FilterStage::kind) != beforeSum.end() ||
         std::ranges::find(afterSum, kind, &FilterStage::kind) != afterSum.end();
}

bool FilterPlan::spreadsToPixels() const {
  return beforeSum.back().kind == FilterStage::Density && afterSum.size() == 1;
}

/// The stage of a filter that reads neighbouring buckets.
static FilterStage::Kind stageOf(Filter filter) {
  switch (filter) {
  case Filter::DensityEstimation:
  case Filter::EdgeDensity:
    return FilterStage::Density;
  case Filter::Bilateral:
    return FilterStage::Bilateral;
  case Filter::NonLocalMeans:
    return FilterStage::NonLocalMeans;
  case Filter::OpenImageDenoise:
    return FilterStage::OpenImageDenoise;
  case Filter::SmearClip:
    return FilterStage::SmearClip;
  case Filter::HaloClip:
    return FilterStage::HaloClip;
  case Filter::Spatial:
    return FilterStage::Store;
  case Filter::LogScale:
  case Filter::GlowScale:
  case Filter::ColorClip:
  case Filter::PlainClip:
  case Filter::HdrClip:
  case Filter::Saturate:
  case Filter::LogEncode:
  case Filter::Pq:
  case Filter::Hlg:
  case Filter::Curves:
  case Filter::Mix:
    break;
  }
  return FilterStage::Local;
}

/// True if a stage can apply filters of single buckets to its results.
static bool takesLocal(FilterStage::Kind kind) {
  return kind == FilterStage::Read || kind == FilterStage::Local || kind == FilterStage::Store;
}

static bool isDensity(Filter filter) { return stageOf(filter) == FilterStage::Density; }

/// Marks the stage that scales densities as the one that keeps the sample counts.
static void keepSampleCounts(std::vector<FilterStage> &stages) {
  for (FilterStage &stage : stages)
    stage.keepsSampleCounts = std::ranges::any_of(
        stage.local, [](Filter filter) { return infoOf(filter).order == FilterOrder::Scaling; });
}

FilterPlan planFilters(const FilterChain &chain, uint32_t passes, bool estimates) {
  std::vector<Filter> filters;
  for (const FilterUse &use : chain.uses())
    if (estimates || !isDensity(use.filter))
      filters.push_back(use.filter);
  // Passes are added after scaling and spreading: the result for their sum differs from the sum of
  // their results.
  size_t ofPass = 0;
  for (size_t i = 0; i < filters.size(); ++i)
    if (infoOf(filters[i]).order <= FilterOrder::Scaled)
      ofPass = i + 1;
  FilterPlan plan;
  plan.beforeSum = {{FilterStage::Read, {}}};
  for (size_t i = 0; i < filters.size(); ++i) {
    const FilterInfo &info = infoOf(filters[i]);
    if (info.order == FilterOrder::Encoding && !plan.has(FilterStage::Store))
      // The mean of codes is not the code of the mean.
      plan.afterSum.push_back({FilterStage::Store, {}});
    const bool isPixels = plan.has(FilterStage::Store) || info.order == FilterOrder::ToPixels;
    std::vector<FilterStage> &stages =
        isPixels || (passes > 1 && i >= ofPass) ? plan.afterSum : plan.beforeSum;
    if (!info.isLocal)
      stages.push_back({stageOf(info.filter), {}});
    else if (!stages.empty() && takesLocal(stages.back().kind))
      stages.back().local.push_back(info.filter);
    else
      stages.push_back({FilterStage::Local, {info.filter}});
    plan.spares = std::max(plan.spares, info.spares);
    if (!isDensity(info.filter))
      plan.sparesWithDensity = std::max(plan.sparesWithDensity, info.spares);
    if (isDensity(info.filter))
      keepSampleCounts(plan.beforeSum);
  }
  if (!plan.has(FilterStage::Store))
    plan.afterSum.push_back({FilterStage::Store, {}});
  return plan;
}

static std::string textOf(const FilterStage &stage) {
  std::string text;
  switch (stage.kind) {
  case FilterStage::Read:
    text = "histogram";
    break;
  case FilterStage::Local:
    break;
  case FilterStage::Density:
    text = "density";
    break;
  case FilterStage::Bilateral:
    text = infoOf(Filter::Bilateral).name;
    break;
  case FilterStage::NonLocalMeans:
    text = infoOf(Filter::NonLocalMeans).name;
    break;
  case FilterStage::OpenImageDenoise:
    text = infoOf(Filter::OpenImageDenoise).name;
    break;
  case FilterStage::SmearClip:
    text = infoOf(Filter::SmearClip).name;
    break;
  case FilterStage::HaloClip:
    text = infoOf(Filter::HaloClip).name;
    break;
  case FilterStage::Store:
    text = "pixels";
    break;
  }
  for (Filter filter : stage.local)
    text += (text.empty() ? "" : ", ") + std::string(infoOf(filter).name);
  return text;
}

std::string FilterPlan::text() const {
  std::string text;
  for (const auto *stages : {&beforeSum, &afterSum})
    for (const FilterStage &stage : *stages)
      text += (text.empty() ? "" : "; ") + textOf(stage);
  return text;
}

//===-- parameters ----------------------------------------------------------------------------===//

GlowSettings makeGlowSettings(const FrameDefaults &settings, const abi::FrameGeometry &frame,
                              const Exposure &exposure, uint32_t passes) {
  // JWildfire's palette levels are scaled by 200/256, and its white is 256/255 of white here.
  constexpr double kLevels = 200.0 * 255 / 256;
  GlowSettings glow;
  glow.contrast = settings.contrast;
  glow.lowDensity = settings.lowDensityBrightness;
  const double balance[3] = {settings.balancingRed, settings.balancingGreen,
                             settings.balancingBlue};
  for (int i = 0; i < 3; ++i)
    glow.gain[i] = balance[i] * kLevels / settings.whiteLevel;
  glow.viewArea = viewArea(exposure, frame);
  glow.bucketsPerPixel = double(frame.supersample) * frame.supersample;
  glow.excess =
      double(abi::bucketCount(frame)) / (double(frame.width) * frame.height * glow.bucketsPerPixel);
  glow.passes = passes;
  glow.copies = settings.motionBlurLength + 1;
  return glow;
}

/// The parameters of `glowscale` for a pass. `scale` gives the brightness and number of its
/// samples.
static abi::GlowScale glowScaleOf(const GlowSettings &glow, const abi::LogScale &scale) {
  // JWildfire uses the logarithm to base 10, twice; flam3's factor is divided out.
  const double brightness = scale.k1 * 256 / 268 * 2 / std::numbers::ln10;
  const double samplesPerUnit = glow.bucketsPerPixel / (255 * double(scale.k2)); // of area
  abi::GlowScale result = {};
  result.perUnit = float(glow.bucketsPerPixel * glow.excess / (255 * glow.copies));
  result.k1 = float(glow.copies * glow.contrast * brightness);
  result.k2 = float(1 / (glow.contrast * samplesPerUnit));
  if (glow.copies == 1) // measured: its pictures of several copies have no glow
    result.glow = float(255 * glow.lowDensity * glow.viewArea /
                        (glow.contrast * samplesPerUnit * glow.passes));
  for (int i = 0; i < 3; ++i)
    result.gain[i] = float(glow.gain[i]);
  return result;
}

static abi::LocalStep stepOf(Filter filter, const FrameFilters &filters,
                             const abi::LogScale &scale) {
  switch (filter) {
  case Filter::LogScale:
    return {abi::Local::LogScale, scale.k1, scale.k2};
  case Filter::GlowScale:
    return {abi::Local::GlowScale, 0, 0};
  case Filter::Curves:
    return {abi::Local::Curves, 0, 0};
  case Filter::Mix:
    return {abi::Local::Mix, filters.mixesBrightness ? 1.0f : 0.0f, float(filters.mixerStart)};
  case Filter::PlainClip:
    return {abi::Local::PlainClip, filters.plainBrightness, 0};
  case Filter::HdrClip:
    return {abi::Local::HdrClip, filters.brightest, 0};
  case Filter::Saturate:
    return {abi::Local::Saturate, filters.moreSaturation, 0};
  case Filter::LogEncode:
    return {abi::Local::LogEncode, filters.encodedPerStop, 0};
  case Filter::Pq:
    return {abi::Local::Pq, 0, 0};
  case Filter::Hlg:
    return {abi::Local::Hlg, 0, 0};
  default:
    assert(filter == Filter::ColorClip && "the others are stages");
    return {abi::Local::ColorClip, 0, 0};
  }
}

abi::LocalSteps localSteps(const FilterStage &stage, const FrameFilters &filters,
                           const abi::LogScale &scale) {
  assert(stage.local.size() <= abi::kMaxLocal && "a chain has no filter twice");
  abi::LocalSteps steps = {};
  for (Filter filter : stage.local)
    steps.steps[steps.count++] = stepOf(filter, filters, scale);
  steps.tone = filters.tone;
  steps.glow = glowScaleOf(filters.glow, scale);
  steps.curves = filters.curves.data();
  return steps;
}

void addMixer(FrameFilters &filters, const FrameDefaults &settings) {
  const std::vector<float> tables = makeMixer(settings);
  filters.mixesBrightness = !settings.mixerBrightness.empty() || !hasMixer(settings);
  filters.mixerStart = filters.curves.size();
  filters.curves.insert(filters.curves.end(), tables.begin(), tables.end());
}

/// A Gaussian. `deviation` is in buckets.
static abi::Blur makeBlur(double deviation) {
  double weights[abi::kBlurTaps], sum = 0;
  for (int i = 0; i < abi::kBlurTaps; ++i) {
    weights[i] = std::exp(-0.5 * i * i / (deviation * deviation));
    sum += (i ? 2 : 1) * weights[i];
  }
  abi::Blur blur = {};
  for (int i = 0; i < abi::kBlurTaps; ++i)
    blur.taps[i] = float(weights[i] / sum);
  return blur;
}

/// cuburn's constants, where a bucket counts as its share of a pixel. Neighbours whose distance
/// puts their weight below 2^-24 are left out, as far as the rows of the filter allow. cuburn adds
/// all 15, without a visible difference.
static abi::BilateralParams makeBilateralParams(const FrameDefaults &settings,
                                                const abi::FrameGeometry &frame) {
  constexpr double kReach = 15, kInvisible = 24, kDefaultsWidth = 1920;
  constexpr double kShortest = kBilateralRowSteps;
  static_assert(kReach * FrameDefaults::kMaxSupersample <= abi::kMostBilateralReach);
  using std::numbers::log2e, std::numbers::sqrt2;
  const double perPixel = frame.supersample;
  const double spread = settings.bilateralSpatialStd * frame.width / kDefaultsWidth;
  abi::BilateralParams params = {};
  params.spatial = float(log2e / (sqrt2 * spread * perPixel * perPixel));
  params.color = float(log2e / (3 * sqrt2 * settings.bilateralColorStd));
  params.density = float(0.5 / settings.bilateralDensityStd);
  params.densityPower = float(settings.bilateralDensityPow);
  params.gradient = float(settings.bilateralGradient);
  params.perSample = float(perPixel * perPixel / 255);
  const double visible = std::ceil(std::sqrt(kInvisible / params.spatial));
  params.reach = uint32_t(std::clamp(visible, kShortest, kReach * perPixel));
  params.blur = makeBlur(1);
  return params;
}

void setFilters(FrameFilters &filters, const FrameDefaults &settings,
                const abi::FrameGeometry &frame) {
  constexpr double kEncodedStops = 12;
  filters.bilateral = makeBilateralParams(settings, frame);
  filters.nlmStrength = float(settings.nlmStrength);
  filters.smear = makeBlur(settings.smearclipWidth * frame.supersample);
  filters.plainBrightness = float(settings.plainclipBrightness);
  filters.brightest = 255 * float(std::pow(settings.hdrclipPeak, 1 / kScreenGamma));
  filters.moreSaturation = float(settings.saturation - 1);
  filters.encodedPerStop = float(settings.logencodeDegamma / kEncodedStops);
}

void setPixelDensity(FrameFilters &filters, uint32_t supersample) {
  filters.pixelDensity = {};
  if (filters.plan.spreadsToPixels())
    filters.pixelDensity = makePixelDensityTable(filters.density, filters.spatial, supersample);
}

abi::PixelDensityArgs pixelDensityArgs(const FrameFilters &filters,
                                       const abi::FrameGeometry &frame) {
  abi::PixelDensityArgs args = {};
  args.kernelCount = uint32_t(filters.pixelDensity.kernels.size());
  args.nearFirst = filters.pixelDensity.nearFirst;
  args.filterWidth = filters.spatial.width();
  args.filterOffset = filterOffset(frame, filters.spatial.width());
  args.maxReach = filters.density.params.maxReach;
  args.classes = filters.pixelDensity.classes;
  args.frame = frame;
  return args;
}

static abi::GridSize gridOf(const abi::FrameGeometry &frame) {
  return {frame.gridWidth, frame.gridHeight};
}

abi::BilateralArgs bilateralArgs(const FrameFilters &filters, const abi::FrameGeometry &frame) {
  abi::BilateralArgs args = {};
  args.grid = gridOf(frame);
  args.params = filters.bilateral;
  return args;
}

abi::NlmArgs nlmArgs(const FrameFilters &filters, const abi::FrameGeometry &frame, int pass) {
  // A weight falls by a factor of e with the square of this difference. These values minimised the
  // error of ten pictures (docs/quality.md).
  constexpr double kFirst = 2, kEachPass = 0.7;
  const double most = filters.nlmStrength * kFirst * std::pow(kEachPass, pass);
  abi::NlmArgs args = {};
  args.grid = gridOf(frame);
  args.stride = 1 << pass;
  args.perSample = 1.0f / 255;
  args.perExcess = float(std::numbers::log2e / (most * most));
  return args;
}

abi::SmearArgs smearArgs(const FrameFilters &filters, const abi::FrameGeometry &frame) {
  abi::SmearArgs args = {};
  args.grid = gridOf(frame);
  args.blur = filters.smear;
  args.tone = filters.tone;
  return args;
}

abi::HaloArgs haloArgs(const FrameFilters &filters, const abi::FrameGeometry &frame) {
  abi::HaloArgs args = {};
  args.grid = gridOf(frame);
  args.blur = makeBlur(frame.supersample);
  args.tone = filters.tone;
  return args;
}

} // namespace flame::rt
