// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Working out a frame before it is rendered.

#include "runtime/host/FramePlan.h"

#include <algorithm>
#include <cmath>

using namespace flame;
using namespace flame::rt;

/// A picture beyond this is a mistake: it would not fit the memory of any GPU there is.
static constexpr double kMaxBuckets = 4e9;

/// Logical blocks that fill a large GPU once, and several times over: with fewer samples blocks become shorter, with
/// more they become longer first and more numerous only then.
static constexpr uint64_t kBlocksOfSmallFrame = 264, kBlocksOfLargeFrame = 1056;
static constexpr uint64_t kShortestBlock = 64, kMediumBlock = 1024;

abi::LogScale FramePlan::logScale(uint64_t counted) const {
  Exposure actual = exposure;
  actual.samplesPerPixel = double(counted) / (double(frame.width) * frame.height);
  return makeLogScale(actual, frame);
}

BlockPlan flame::rt::planLogicalBlocks(uint64_t samples, uint32_t pointsPerBlock) {
  const uint64_t rounds = std::max<uint64_t>(1, (samples + pointsPerBlock - 1) / pointsPerBlock);
  uint64_t iterations = std::clamp(rounds / kBlocksOfSmallFrame, kShortestBlock, kMediumBlock);
  iterations = std::clamp<uint64_t>(rounds / kBlocksOfLargeFrame, iterations, abi::kLongestBlock);
  iterations = (iterations + abi::kRoundsPerSample - 1) / abi::kRoundsPerSample * abi::kRoundsPerSample;
  const uint64_t blocks = (rounds + iterations - 1) / iterations;
  return {uint32_t(std::min<uint64_t>(blocks, UINT32_MAX)), uint32_t(iterations)};
}

static Status checkSize(double width, double height, double supersample) {
  if (width < 1 || height < 1)
    return Error(ErrorKind::Usage, "the picture has no pixels", "give a size such as 1920x1080");
  if (width * height * supersample * supersample > kMaxBuckets)
    return Error(ErrorKind::Usage,
                 "a picture of " + std::to_string(uint64_t(width)) + "x" +
                     std::to_string(uint64_t(height)) + " pixels with supersample " +
                     std::to_string(uint64_t(supersample)) + " is too large",
                 "choose a smaller --size or --supersample");
  return {};
}

Result<FramePlan> flame::rt::planFrame(const Manifest &manifest, const FrameRequest &request) {
  const FrameDefaults &defaults = manifest.frame;
  FramePlan plan;
  const uint32_t width = request.width.value_or(defaults.width);
  const uint32_t height = request.height.value_or(defaults.height);
  const uint32_t supersample = request.supersample.value_or(defaults.supersample);
  const double quality = request.quality.value_or(defaults.quality);
  if (supersample < 1)
    return Error(ErrorKind::Usage, "expected a supersample of 1 or more, found 0");
  if (!(quality > 0) || !std::isfinite(quality))
    return Error(ErrorKind::Usage, "expected a quality above 0 samples per pixel");
  if (request.bits != 8 && request.bits != 16)
    return Error(ErrorKind::Usage, "expected 8 or 16 bits, found " + std::to_string(request.bits));
  FLAME_TRY(checkSize(width, height, supersample));

  const SpatialKernel *kernel = findSpatialKernel(defaults.filterShape);
  if (!kernel)
    return Error(ErrorKind::Input, "the artefact names unknown filter '" + defaults.filterShape + "'");
  FLAME_TRY_ASSIGN(plan.filter, makeSpatialFilter(*kernel, defaults.filterRadius, supersample,
                                                  request.pixelAspect));
  const double radius = request.estimatorRadius.value_or(defaults.estimatorRadius);
  FLAME_TRY_ASSIGN(plan.density,
                   makeDensityTable({radius, std::min(radius, defaults.estimatorMinimum),
                                     defaults.estimatorCurve},
                                    supersample));
  plan.frame = makeFrameGeometry(width, height, supersample, plan.filter.width(), radius);
  plan.viewScale = double(width) / defaults.width;
  plan.pixelAspect = request.pixelAspect;
  const double samplesPerPixel = quality * std::exp2(2 * defaults.zoom);
  const double samples = samplesPerPixel * width * height;
  if (samples > 1e15)
    return Error(ErrorKind::Usage, "that many samples would take days on any machine",
                 "choose a smaller --quality or --size");
  plan.samples = std::max<uint64_t>(1, uint64_t(samples));
  plan.exposure = {.brightness = defaults.brightness,
                   .pixelsPerUnit = defaults.scale * plan.viewScale * std::exp2(defaults.zoom),
                   .pixelAspect = request.pixelAspect,
                   .samplesPerPixel = samplesPerPixel,
                   .meanTemporalWeight = 1};
  ToneSettings tone{defaults.gamma, defaults.gammaThreshold, defaults.vibrancy,
                    defaults.highlightPower};
  std::copy(defaults.background.begin(), defaults.background.end(), tone.background);
  tone.transparency = request.transparency;
  tone.earlyClip = request.earlyClip;
  plan.tone = makeToneParams(tone);
  plan.fuse = request.fuse.value_or(manifest.fuse);
  plan.seed = request.seed;
  plan.unit = manifest.features & abi::kFractionalDeposit ? abi::kFractionalUnit : abi::kWholeUnit;
  plan.bits = request.bits;
  return plan;
}
