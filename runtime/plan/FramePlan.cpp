// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Working out a frame before it is rendered.

#include "runtime/plan/FramePlan.h"

#include "runtime/plan/TemporalSamples.h"
#include "runtime/shared/Rng.h"
#include "runtime/shared/TemporalSample.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace flame::rt {

/// Frames have whole waves of kBlocksPerWave blocks, up to this many: if a few blocks are left
/// over, all other multiprocessors are idle for a whole block.
static constexpr uint64_t kMaxWaves = 4;
/// Counted rounds from which a block may be divided in two: this many, and this many times the
/// fuse, which each of the two makes.
static constexpr uint64_t kMediumBlock = 1024, kMediumBlockFuses = 8;
/// Short frames have one block for every other multiprocessor, until a block has this many rounds:
/// that half of them idle costs less than their fuse.
static constexpr uint64_t kShortBlock = 64;
/// Frames of fewer rounds in all may have half chunks: a tiny picture would get far more samples
/// than it should have.
static constexpr uint64_t kFewRounds = 64;
static_assert(kShortBlock % abi::kMostRoundsPerSample == 0 &&
              abi::kLongestBlock % abi::kMostRoundsPerSample == 0);

/// Positions of a jittered camera when nobody says how many: as good as many more, since they are
/// evenly spread.
static constexpr uint32_t kJitterSamples = 64;
/// Temporal samples of all passes together; a pass has one at least.
static constexpr uint32_t kMaxAllSamples = 65536;

/// Additions of finishing beyond which a frame would take hours. Large prints with wide kernels
/// have a fifth.
static constexpr double kMostAdditions = 1e14;

PassPlan FramePlan::pass(uint32_t number) const {
  const size_t instants = times.size() / passes();
  PassPlan pass;
  pass.times = std::span(times).subspan(number * instants, instants);
  pass.samples = std::max<uint64_t>(1, samples / passes());
  pass.seed = seedOfPass(seed, number);
  pass.exposure = exposure;
  pass.exposure.brightness /= passes();
  pass.exposure.meanTemporalWeight /= passWeights[number];
  return pass;
}

abi::LogScale FramePlan::logScale(const PassPlan &pass, uint64_t counted) const {
  Exposure actual = pass.exposure;
  actual.samplesPerPixel = double(counted) / (double(frame.width) * frame.height);
  return makeLogScale(actual, frame);
}

RenderedFrame frameWithoutPixels(const FramePlan &plan) {
  RenderedFrame frame;
  frame.width = plan.frame.width;
  frame.height = plan.frame.height;
  frame.format = plan.format;
  return frame;
}

void addTime(std::vector<StageTime> &times, std::string_view stage, double seconds) {
  for (StageTime &time : times)
    if (time.name == stage) {
      time.seconds += seconds;
      return;
    }
  times.push_back({std::string(stage), seconds});
}

BlockPlan planLogicalBlocks(uint64_t samples, uint32_t pointsPerBlock, uint32_t fuse) {
  const uint64_t rounds = std::max<uint64_t>(1, (samples + pointsPerBlock - 1) / pointsPerBlock);
  const uint64_t chunk = abi::kMostRoundsPerSample / (rounds < kFewRounds ? 2 : 1);
  const uint64_t perMultiprocessor = (rounds + kBlocksPerWave - 1) / kBlocksPerWave;
  const uint64_t medium = std::max(kMediumBlock, kMediumBlockFuses * fuse);
  const uint64_t waves =
      std::max(std::clamp<uint64_t>(perMultiprocessor / medium, 1, kMaxWaves),
               (perMultiprocessor + abi::kLongestBlock - 1) / abi::kLongestBlock);
  const uint64_t length = std::max(std::min(kShortBlock, 2 * perMultiprocessor),
                                   (perMultiprocessor + waves - 1) / waves);
  const uint64_t iterations = (length + chunk - 1) / chunk * chunk;
  const uint64_t blocks = (rounds + iterations - 1) / iterations;
  const uint32_t counted = uint32_t(std::min<uint64_t>(blocks, UINT32_MAX));
  return {counted, uint32_t(iterations), {0, counted}};
}

uint64_t seedOfFrame(uint64_t seed, uint64_t frame) {
  return frame == 0 ? seed : splitmix64(splitmix64(seed) + frame);
}

uint64_t seedOfPass(uint64_t seed, uint32_t pass) {
  constexpr uint64_t kApart = 0x70617373; // from the frames, whose seeds are made in the same way
  return pass == 0 ? seed : splitmix64(splitmix64(seed ^ kApart) + pass);
}

static Status checkRequest(const FrameRequest &request, double quality, uint32_t supersample) {
  if (supersample < 1 || supersample > FrameDefaults::kMaxSupersample)
    return Error(ErrorKind::Usage, "expected a supersample from 1 to " +
                                       std::to_string(FrameDefaults::kMaxSupersample) + ", found " +
                                       std::to_string(supersample));
  if (!(quality > 0) || !std::isfinite(quality))
    return Error(ErrorKind::Usage, "expected a quality above 0 samples per pixel");
  if (request.format.kind == PixelFormat::Planar && request.transparency)
    return Error(ErrorKind::Usage, "a video has no alpha channel", "leave out --transparency");
  if (request.gpuTarget && request.format.bits == 32)
    return Error(ErrorKind::Usage, "pixels of 32 bits are made in the memory of the host",
                 "choose 8 or 16 bits, or planes");
  if (request.temporalSamples == 0u)
    return Error(ErrorKind::Usage, "expected 1 or more temporal samples, found 0");
  if (!(request.jitter >= 0) || !std::isfinite(request.jitter))
    return Error(ErrorKind::Usage, "expected a jitter of 0 or more pixels");
  if (!std::isfinite(request.time) || !std::isfinite(request.shutter))
    return Error(ErrorKind::Usage, "expected a time and a shutter that are finite numbers");
  return {};
}

/// Whether an exposure of this length shows motion.
static bool moves(const Manifest &manifest, double length) {
  return length != 0 && manifest.duration > 0;
}

/// How long the shutter is open, in animation time.
static double exposureLength(const FrameRequest &request, const FrameDefaults &middle) {
  return request.shutter * middle.temporalFilterWidth;
}

/// Temporal samples that make a difference: one where nothing moves, and no more than a pass of so
/// many blocks has chunks of them.
static uint32_t countTemporalSamples(const Manifest &manifest, const FrameRequest &request,
                                     double length, const BlockPlan &blocks, uint32_t passes) {
  const bool isMoving = moves(manifest, length);
  if (!isMoving && request.jitter == 0)
    return 1;
  const uint32_t usual = isMoving ? manifest.frame.temporalSamples
                                  : std::max(manifest.frame.temporalSamples, kJitterSamples);
  const uint64_t rounds = uint64_t(blocks.count) * blocks.iterations;
  const uint64_t wanted = request.temporalSamples.value_or(usual);
  const uint64_t most = std::max<uint64_t>(1, kMaxAllSamples / passes);
  return uint32_t(
      std::min<uint64_t>({wanted, kMaxTemporalSamples, rounds >> chunkShift(rounds), most}));
}

/// The frame at the middle of the exposure, but for the settings of the tone curve that flam3
/// averages over it.
static FrameDefaults averagedTone(const Manifest &manifest, const FrameDefaults &middle,
                                  const std::vector<float> &times) {
  FrameDefaults tone = middle;
  if (times.size() == 1 || manifest.frameTracks.empty())
    return tone;
  tone.gamma = tone.vibrancy = 0;
  tone.background = {};
  const double share = 1 / double(times.size());
  for (float time : times) {
    const FrameDefaults instant = manifest.frameAt(time);
    tone.gamma += share * instant.gamma;
    tone.vibrancy += share * instant.vibrancy;
    for (int i = 0; i < 3; ++i)
      tone.background[i] += share * instant.background[i];
  }
  return tone;
}

/// The positions of all passes in the shutter: each pass sees its part of it.
static std::vector<double> passPositions(TemporalShape shape, double exponent, uint32_t count,
                                         uint32_t passes) {
  std::vector<double> positions;
  for (uint32_t pass = 0; pass < passes; ++pass) {
    const ShutterPart part = {double(pass) / passes, (pass + 1.0) / passes};
    const std::vector<double> partPositions = shutterPositions(shape, exponent, count, part);
    positions.insert(positions.end(), partPositions.begin(), partPositions.end());
  }
  return positions;
}

/// The passes and the instants of the exposure. Histograms of all parts of a frame are added pass
/// by pass, so that the number of passes follows from its settings alone, however few samples a
/// part has.
static Status planExposure(FramePlan &plan, const Manifest &manifest, const FrameRequest &request,
                           const FrameDefaults &middle, PlanCache &cache) {
  const double length = exposureLength(request, middle);
  const uint32_t passes = middle.passes;
  const uint32_t count = countTemporalSamples(
      manifest, request, length,
      planLogicalBlocks(plan.samples / passes, manifest.pointsPerBlock, plan.fuse), passes);
  const TemporalShape shape = temporalShapeOf(middle.temporalFilter);
  const double exponent = middle.temporalFilterExp;
  plan.passWeights = passWeights(shape, exponent, passes, moves(manifest, length) ? count : 1);
  FLAME_TRY_ASSIGN(
      std::vector<double> positions,
      cache.shutter.get({shape, exponent, count, passes}, [&]() -> Result<std::vector<double>> {
        return passPositions(shape, exponent, count, passes);
      }));
  plan.times = temporalSampleTimes(positions, request.time, length, manifest.loops);
  return {};
}

static Result<SpatialFilter> spatialFilterOf(const FrameDefaults &defaults,
                                             const FrameRequest &request) {
  const SpatialKernel *kernel = findSpatialKernel(defaults.filterShape);
  if (!kernel)
    return Error(ErrorKind::Input,
                 "the artefact names unknown filter '" + defaults.filterShape + "'");
  return makeSpatialFilter(*kernel, defaults.filterRadius,
                           request.supersample.value_or(defaults.supersample), request.pixelAspect);
}

/// The filters that the look or the user has named.
static FilterChain namedFilters(const FrameDefaults &frame, const FrameRequest &request) {
  if (request.filters)
    return *request.filters;
  FilterChain chain = FilterChain::ofLook(frame.look, request.earlyClip);
  if (frame.look == kJWildfireLook && frame.saturation != 1)
    chain = chain.withSaturation();
  const bool hasCurves = !frame.overallCurve.empty() || !frame.redCurve.empty() ||
                         !frame.greenCurve.empty() || !frame.blueCurve.empty();
  if (hasMixer(frame))
    chain = chain.withMixer();
  return hasCurves ? chain.withCurves() : chain;
}

FilterChain filtersOf(const FrameDefaults &frame, const FrameRequest &request) {
  FilterChain chain = namedFilters(frame, request);
  if (request.denoise)
    chain = chain.denoisedBy(*request.denoise);
  switch (request.format.transfer) {
  case Transfer::Bt709:
    return chain;
  case Transfer::Pq:
    return chain.encodedBy(Filter::Pq);
  case Transfer::Hlg:
    return chain.encodedBy(Filter::Hlg);
  }
  __builtin_unreachable();
}

static uint32_t gutterOf(const FilterChain &chain) {
  uint32_t gutter = 0;
  for (const FilterUse &use : chain.uses())
    gutter = std::max(gutter, infoOf(use.filter).gutter);
  return gutter;
}

/// The spatial filter and the kernels of density estimation, as far as the chain has them, and the
/// geometry that has room for all filters.
static Status planTables(FramePlan &plan, const FilterChain &chain, const FrameDefaults &settings,
                         const FrameRequest &request, PlanCache &cache) {
  const uint32_t supersample = request.supersample.value_or(settings.supersample);
  plan.filters.spatial = makeMeanFilter(supersample);
  if (chain.has(Filter::Spatial)) {
    FLAME_TRY_ASSIGN(plan.filters.spatial,
                     cache.filter.get({settings.filterShape, settings.filterRadius, supersample,
                                       request.pixelAspect},
                                      [&] { return spatialFilterOf(settings, request); }));
  }
  const bool usesEdges = chain.has(Filter::EdgeDensity);
  double radius = 0;
  if (usesEdges || chain.has(Filter::DensityEstimation)) {
    radius = request.estimatorRadius.value_or(settings.estimatorRadius);
    const DensitySettings density{radius, std::min(radius, settings.estimatorMinimum),
                                  settings.estimatorCurve};
    FLAME_TRY_ASSIGN(
        plan.filters.density,
        cache.density.get({density.radius, density.minimum, density.curve, supersample, usesEdges},
                          [&] {
                            return usesEdges ? makeEdgeDensityTable(density, supersample)
                                             : makeDensityTable(density, supersample);
                          }));
  }
  FLAME_TRY_ASSIGN(plan.frame,
                   makeFrameGeometry(request.width.value_or(settings.width),
                                     request.height.value_or(settings.height), supersample,
                                     plan.filters.spatial.width(), radius, gutterOf(chain)));
  return {};
}

/// The frame as it is in the middle of its exposure.
static FrameDefaults middleOf(const Manifest &manifest, const FrameRequest &request) {
  return manifest.frameAt(request.time - (manifest.loops ? std::floor(request.time) : 0));
}

static double samplesPerPixelOf(const FrameDefaults &middle, const FrameRequest &request) {
  return request.quality.value_or(middle.quality) * middle.density * std::exp2(2 * middle.zoom);
}

double plannedSamples(const Manifest &manifest, const FrameRequest &request) {
  const FrameDefaults middle = middleOf(manifest, request);
  return samplesPerPixelOf(middle, request) * request.width.value_or(middle.width) *
         request.height.value_or(middle.height);
}

/// The instants follow from the fuse, so the whole time that the shutter is open counts.
static uint32_t fuseOf(const Manifest &manifest, const FrameRequest &request,
                       const FrameDefaults &middle) {
  if (request.fuse)
    return *request.fuse;
  const double length = exposureLength(request, middle);
  const double half = moves(manifest, length) ? std::abs(length) / 2 : 0;
  double first = request.time - half, last = request.time + half;
  if (!manifest.loops)
    return manifest.fuseWithin(first, last);
  if (half >= 0.5)
    return manifest.fuseWithin(0, 1);
  first -= std::floor(first);
  last -= std::floor(last);
  return first <= last ? manifest.fuseWithin(first, last)
                       : std::max(manifest.fuseWithin(first, 1), manifest.fuseWithin(0, last));
}

uint32_t plannedFuse(const Manifest &manifest, const FrameRequest &request) {
  return fuseOf(manifest, request, middleOf(manifest, request));
}

std::string frameWarning(const Manifest &manifest, const FrameRequest &request) {
  if (!filtersOf(manifest.frame, request).has(Filter::Spatial))
    return {};
  const FrameDefaults middle = middleOf(manifest, request);
  const Result<SpatialFilter> filter = spatialFilterOf(middle, request);
  if (!filter || !filter->missesBuckets)
    return {};
  char text[160];
  snprintf(text, sizeof text,
           "the spatial filter '%s' of radius %g misses all buckets of supersample %u: pixels are "
           "not filtered",
           middle.filterShape.c_str(), middle.filterRadius,
           request.supersample.value_or(middle.supersample));
  return text;
}

static void multiply(FrameDefaults &frame, const FinishFactors &factors) {
  for (const FactorField &field : kFactorFields)
    frame.*field.setting *= factors.*field.factor;
}

/// The settings as the profile and the chain want them.
static FrameDefaults tuned(FrameDefaults frame, const FrameRequest &request,
                           const FilterChain &chain) {
  multiply(frame, request.factors);
  chain.apply(frame);
  return frame;
}

/// The scale that decides brightness.
static double lightScaleOf(const FrameDefaults &frame, const FrameRequest &request) {
  return frame.lightScale > 0 ? frame.lightScale * request.factors.scale : frame.scale;
}

/// Additions that finishing needs at most: density estimation spreads each bucket that has a
/// sample, in each pass, and the spatial filter collects what is under a pixel; that of whole rows
/// first, which some pixels above each other share.
static double mostAdditions(const FramePlan &plan) {
  constexpr double kRowsTogether = 16;
  const double pixels = double(plan.frame.width) * plan.frame.height;
  const SpatialFilter &spatial = plan.filters.spatial;
  const double width = spatial.width();
  const double perPixel = spatial.taps.empty()
                              ? width * (1 + plan.frame.supersample + width / kRowsTogether)
                              : width * width;
  if (!plan.filters.density.isActive())
    return pixels * perPixel;
  const double kernel = std::numbers::pi * std::pow(plan.filters.density.params.maxReach + 1.0, 2);
  const double spread =
      std::min(double(abi::bucketCount(plan.frame)) * plan.passes(), double(plan.samples));
  return pixels * perPixel + spread * kernel;
}

static Status checkWork(const FramePlan &plan) {
  const double additions = mostAdditions(plan);
  if (additions <= kMostAdditions)
    return {};
  char text[96];
  snprintf(text, sizeof text, "filters of up to %.2g additions would take hours, %.2g are the most",
           additions, kMostAdditions);
  return Error(ErrorKind::Usage, text,
               "choose a smaller --size, --supersample, --quality, --estimator-radius or 'filter'");
}

Result<FramePlan> planFrame(const Manifest &manifest, const FrameRequest &request,
                            PlanCache *cache) {
  PlanCache localCache;
  PlanCache &tables = cache ? *cache : localCache;
  const FrameDefaults middle = middleOf(manifest, request);
  const uint32_t width = request.width.value_or(middle.width);
  const uint32_t height = request.height.value_or(middle.height);
  const uint32_t supersample = request.supersample.value_or(middle.supersample);
  const double quality = request.quality.value_or(middle.quality);
  FLAME_TRY(checkRequest(request, quality, supersample));

  FramePlan plan;
  const FilterChain chain = filtersOf(middle, request);
  FLAME_TRY(planTables(plan, chain, tuned(middle, request, chain), request, tables));
  plan.viewScale = double(width) / middle.width;
  plan.pixelAspect = request.pixelAspect;
  const double samplesPerPixel = samplesPerPixelOf(middle, request);
  const double samples = samplesPerPixel * width * height;
  if (!(samples <= 1e15))
    return Error(ErrorKind::Usage, "that many samples would take days on any machine",
                 "choose a smaller --quality or --size");
  plan.samples = std::max<uint64_t>(middle.passes, uint64_t(samples)); // a pass has one at least
  plan.fuse = fuseOf(manifest, request, middle);
  FLAME_TRY(planExposure(plan, manifest, request, middle, tables));
  FLAME_TRY(checkWork(plan));
  const FrameDefaults finished = tuned(averagedTone(manifest, middle, plan.times), request, chain);
  plan.exposure = {.brightness = finished.brightness,
                   .pixelsPerUnit =
                       lightScaleOf(finished, request) * plan.viewScale * std::exp2(finished.zoom),
                   .pixelAspect = request.pixelAspect,
                   .samplesPerPixel = samplesPerPixel,
                   .meanTemporalWeight = 1};
  plan.filters.tone = makeToneParams(finished, request.transparency, !chain.has(Filter::ColorClip));
  setFilters(plan.filters, finished, plan.frame);
  if (request.format.bits == 32 && chain.has(Filter::HdrClip))
    plan.filters.tone.brightest = plan.filters.brightest;
  if (chain.has(Filter::Curves))
    plan.filters.curves = makeCurves(finished);
  if (chain.has(Filter::Mix))
    addMixer(plan.filters, finished);
  plan.filters.glow = makeGlowSettings(finished, plan.frame, plan.exposure, plan.passes());
  plan.filters.plan = planFilters(chain, plan.passes(), plan.filters.density.isActive());
  setPixelDensity(plan.filters, plan.frame.supersample);
  plan.jitter = float(request.jitter);
  plan.seed = seedOfFrame(request.seed, request.frame);
  plan.unit = manifest.features & abi::kFractionalDeposit ? abi::kFractionalUnit : abi::kWholeUnit;
  plan.format = request.format;
  plan.shard = request.shard;
  plan.gpuTarget = request.gpuTarget;
  return plan;
}

} // namespace flame::rt
