// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renders a frame in batches, and each batch in shards. The clock is read after every shard. Shards
// add up exactly, so the image depends on the batches alone.

#include "runtime/frame/AdaptiveRenderer.h"

#include "runtime/frame/NoiseMeasure.h"
#include "runtime/plan/HostMemory.h"
#include "runtime/plan/NoiseByBatch.h"
#include "runtime/shared/Rng.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <chrono>
#include <cmath>
#include <new>
#include <numbers>
#include <thread>
#include <utility>

namespace flame::rt {

/// Samples per pixel of the first batch.
static constexpr double kFirst = 2;
/// The largest factor by which a batch increases the number of samples.
static constexpr double kLargestGrowth = 4;
/// Each batch covers kPartOfWay of the remaining distance to the target sample count (log scale).
/// When less than a factor of kNearlyThere remains, it goes all the way, by at least kLeastGrowth.
static constexpr double kPartOfWay = 0.4, kNearlyThere = 1.03, kLeastGrowth = 1.01;
/// A smaller share of the samples so far is not worth another batch.
static constexpr double kTooLittle = 0.05;
/// Of the time that measuring takes, how much the end of a frame takes.
static constexpr double kEndOverMeasuring = 1.5;
/// The first batch of a frame with a budget, whose rate is not known yet, has no more samples than
/// the slowest flames make in this part of the budget, and than density estimation can spread in
/// this part. Rates are per processor.
static constexpr double kFirstOverBudget = 0.25, kSlowestRate = 1e6, kAdditionsPerSecond = 4e9;
/// Pictures that measuring makes after its first, and the one that ends the frame; and by which
/// part of its budget a frame may be late for them. Otherwise nobody learns how much noise there
/// is.
static constexpr double kPicturesToCome = 4, kOvertime = 0.1;

/// With previews, a frame is divided into this many slices; the first shard has 1 / kFirstParts of
/// them.
static constexpr uint32_t kSlices = 4096, kFirstParts = 64;
static_assert(kSlices <= kMaxShards);
/// Target duration of a shard as a fraction of the preview interval, but at least kSamplesOverCost
/// times its overhead beside its samples; the same holds for the interval and the cost of a
/// preview. So frequent previews cost little.
static constexpr double kShardOverPreview = 0.5, kSamplesOverCost = 8;
/// A shard has so many logical blocks at least: they are not divided.
static constexpr double kFewestBlocks = 4;

static uint64_t seedOfHalf(uint64_t seed, uint32_t number) {
  constexpr uint64_t kApart =
      0x726f756e64; // from frames and passes, whose seeds are made in the same way
  return splitmix64(splitmix64(seed ^ kApart) + number);
}

/// True if filters blur by the number of samples: what they blur is lost on purpose.
static bool takesNoiseAway(const FilterPlan &plan) {
  return plan.has(FilterStage::Density) || plan.has(FilterStage::Bilateral) ||
         plan.has(FilterStage::NonLocalMeans) || plan.has(FilterStage::OpenImageDenoise);
}

namespace {

/// One frame and what it has so far.
class FrameInBatches {
public:
  FrameInBatches(Renderer &inner, const Manifest &manifest, const PreviewPlan &preview,
                 const std::function<double()> &now, const FrameRequest &request,
                 Progress &progress, const std::stop_token &stop, unsigned inFlight)
      : inner(inner), manifest(manifest), preview(preview), now(now), request(request),
        progress(progress), stop(stop), inFlight(inFlight), start(now()), lastShown(start) {
    whole.stop = {};
    whole.wantsHistogram = false;
  }

  /// The frame as it was asked for, shown while it is made.
  Result<RenderedFrame> renderWatched() {
    FLAME_TRY_ASSIGN(const FramePlan plan, planFrame(manifest, whole));
    FLAME_TRY(checkMemory(plan, 1));
    FLAME_TRY(addSamples(whole, halves[0]));
    return end();
  }

  Result<RenderedFrame> renderToCriterion() {
    FLAME_TRY_ASSIGN(const FramePlan plan, planFrame(manifest, whole));
    FLAME_TRY(checkMemory(plan, 2));
    for (size_t c = 0; c < 3; ++c)
      background[c] = plan.filters.tone.background[c] / 256.0;
    countsLoss = !takesNoiseAway(plan.filters.plan);
    FrameRequest onePerPixel = request;
    onePerPixel.quality = 1;
    samplesPerQuality = plannedSamples(manifest, onePerPixel);
    most = request.quality.value_or(kMostQuality) * samplesPerQuality;
    double wanted = std::min(firstTotal(plan), most);
    while (wanted > total) {
      expect(std::max(wanted, expected));
      FLAME_TRY(addBatch(wanted - total));
      if (request.stop.noise > 0 || isMeasuringDue())
        FLAME_TRY(measure());
      wanted = nextTotal();
      expect(std::max(wanted, foreseen()));
    }
    if (measuredTotal != total && !isTooShort)
      FLAME_TRY(measure());
    expect(total);
    FLAME_TRY_ASSIGN(RenderedFrame frame, end());
    if (!isTooShort)
      frame.noise = batches.noise();
    return frame;
  }

private:
  /// Refuses a frame without memory for the histograms of so many sums, a part of one, and what is
  /// finished of them.
  Status checkMemory(const FramePlan &plan, uint64_t sums) const {
    return checkHostMemory(plan, (sums + 2) * histogramBytes(plan) + finishBytes(plan),
                           request.memory);
  }

  //===-- samples -----------------------------------------------------------------------------===//

  Status addBatch(double more) {
    const double before = now(), samplesBefore = total;
    for (std::vector<PassHistogram> &half : halves) {
      FrameRequest part = whole;
      part.quality = more / 2 / samplesPerQuality;
      part.seed = seedOfHalf(request.seed, nextHalf++);
      FLAME_TRY(addSamples(part, half));
    }
    const double seconds = now() - before;
    batchRate = seconds > 0 ? (total - samplesBefore) / seconds : 0;
    return {};
  }

  /// Adds all samples of a frame to a sum: at once, or shard by shard, with a look at the clock
  /// after each.
  Status addSamples(FrameRequest frame, std::vector<PassHistogram> &sum) {
    const bool isWatched = preview.seconds > 0;
    const double perSlice = plannedSamples(manifest, frame) / kSlices;
    uint32_t blocks = 0; // as far as that is known
    for (uint32_t next = 0; next < kSlices;) {
      const uint32_t size = isWatched ? shardSize(next, perSlice, blocks) : kSlices;
      frame.shard = Shard{next / size + 1, kSlices / size};
      next += size;
      if (blocks && rangeOf(*frame.shard, blocks).size() == 0)
        continue;
      const double before = now();
      FLAME_TRY_ASSIGN(RenderedFrame made, inner.render(frame, progress, stop, inFlight));
      HistogramPart &part = *made.part;
      blocks = part.blocks;
      total += double(made.samples);
      addTimes(made);
      if (!part.ranges.empty())
        FLAME_TRY(addPasses(sum, std::move(part.passes)));
      learnFrom(made, now() - before);
      FLAME_TRY(showIfDue());
    }
    return {};
  }

  /// How fast samples are made, and what a shard costs beside them.
  void learnFrom(const RenderedFrame &shard, double seconds) {
    double iterating = 0;
    for (const StageTime &stage : shard.times)
      if (stage.name == "iterate")
        iterating = stage.seconds;
    if (iterating <= 0)
      iterating = seconds;
    if (iterating > 0 && shard.samples > 0)
      rateOfShards = double(shard.samples) / iterating;
    costOfShards = std::max(0.0, seconds - iterating);
  }

  /// The number of slices of the shard at slice `next`: a power of two that divides `next`.
  uint32_t shardSize(uint32_t next, double samplesPerSlice, uint32_t blocks) const {
    const double seconds =
        std::max(kShardOverPreview * preview.seconds, kSamplesOverCost * costOfShards);
    double wanted =
        rateOfShards > 0 ? seconds * rateOfShards / samplesPerSlice : double(kSlices) / kFirstParts;
    if (blocks > 0)
      wanted = std::max(wanted, kFewestBlocks * kSlices / blocks);
    uint32_t size = std::bit_floor(uint32_t(std::clamp(wanted, 1.0, double(kSlices))));
    while (next % size || next + size > kSlices)
      size /= 2;
    return size;
  }

  //===-- when it ends ------------------------------------------------------------------------===//

  /// The number of samples after the first batch.
  double firstTotal(const FramePlan &plan) const {
    const double usual = kFirst * plan.frame.width * plan.frame.height;
    if (request.stop.seconds <= 0)
      return usual;
    const unsigned processors =
        request.threads ? request.threads : std::max(1U, std::thread::hardware_concurrency());
    const double seconds = kFirstOverBudget * request.stop.seconds * processors;
    double affordable = seconds * kSlowestRate;
    const DensityTable &density = plan.filters.density;
    if (density.isActive()) {
      const double area = std::numbers::pi * std::pow(density.params.maxReach + 1.0, 2);
      affordable = std::min(affordable, seconds * kAdditionsPerSecond / area);
    }
    return std::min(usual, std::max(1.0, affordable));
  }

  /// How many samples there shall be after the next batch; no more than there are if this was the
  /// last one.
  double nextTotal() const {
    double next = kLargestGrowth * total;
    if (request.stop.noise > 0 && !isTooShort)
      next = std::min(next, growthForNoise() * total);
    if (request.stop.seconds > 0) {
      const double affordable = affordableTotal();
      if (affordable < (1 + kTooLittle) * total)
        return total;
      next = std::min(next, affordable);
    }
    return std::min(next, most);
  }

  double growthForNoise() const {
    // One batch does not tell how fast noise falls.
    if (!batches.isSure() && batches.noise() > 0)
      return 2;
    const double enough = batches.timesFor(request.stop.noise);
    if (enough == 1)
      return 1;
    return enough < kNearlyThere ? std::max(enough, kLeastGrowth) : std::pow(enough, kPartOfWay);
  }

  double secondsLeft() const { return request.stop.seconds - (now() - start); }

  /// The end of the frame takes in proportion to its samples at most: density estimation spreads
  /// each of them no further than now.
  double affordableTotal() const {
    if (batchRate <= 0)
      return total;
    const double endPerSample = kEndOverMeasuring * measuringSeconds / measuredTotal;
    const double affordable = (secondsLeft() + total / batchRate) / (1 / batchRate + endPerSample);
    return std::max(total, affordable);
  }

  /// Whether the noise is to be measured before the end: at first, and where the end seems to take
  /// all of the time that is left, to see whether it does.
  bool isMeasuringDue() const {
    return measuredTotal == 0 || (request.stop.seconds > 0 && measuredTotal < total &&
                                  affordableTotal() < (1 + kTooLittle) * total);
  }

  /// The samples of the frame, as far as that can be said now.
  double foreseen() const {
    double samples = most;
    if (request.stop.noise > 0 && !isTooShort)
      samples = std::min(samples, batches.timesFor(request.stop.noise) * total);
    if (request.stop.seconds > 0)
      samples = std::min(samples, affordableTotal());
    return samples;
  }

  void expect(double samples) {
    progress.expect(int64_t(samples) - int64_t(expected));
    expected = double(int64_t(samples));
  }

  //===-- pictures ----------------------------------------------------------------------------===//

  Status measure() {
    progress.stage("measure");
    const double before = now();
    FrameRequest all = wholeNow();
    all.format = kRgbaFloat;
    all.transparency = false;
    FrameRequest half = all;
    half.quality = total / 2 / samplesPerQuality;
    FLAME_TRY_ASSIGN(const RenderedFrame one, finished(half, halves[0]));
    measuredTotal = total;
    measuringSeconds = now() - before;
    const double mostSeconds = secondsLeft() + kOvertime * request.stop.seconds;
    isTooShort = request.stop.seconds > 0 && kPicturesToCome * measuringSeconds > mostSeconds;
    if (isTooShort)
      return {};
    FLAME_TRY_ASSIGN(const RenderedFrame other, finished(half, halves[1]));
    // Half the difference is the noise of a mean of the two; each has the root of two times that.
    BatchNoise batch = {.samples = total,
                        .ofHalf = std::sqrt(2) * noiseBetween(one, other, background)};
    if (countsLoss) {
      std::vector<PassHistogram> sum = halves[0];
      FLAME_TRY(addPasses(sum, halves[1]));
      FLAME_TRY_ASSIGN(const RenderedFrame both, finished(all, sum));
      batch.gain = gainOfWhole(both, one, other, background);
    } else {
      FLAME_TRY_ASSIGN(const RenderedFrame wideOne, finished(all, doubled(halves[0])));
      FLAME_TRY_ASSIGN(const RenderedFrame wideOther, finished(all, doubled(halves[1])));
      batch.foretold = noiseBetween(wideOne, wideOther, background);
    }
    batches.add(batch);
    measuringSeconds = now() - before;
    return {};
  }

  Status showIfDue() {
    const double before = now(),
                 interval = std::max(preview.seconds, kSamplesOverCost * costOfShow);
    if (preview.seconds <= 0 || before - lastShown < interval || total == 0)
      return {};
    std::vector<PassHistogram> sum = halves[0];
    if (!halves[1].empty())
      FLAME_TRY(addPasses(sum, halves[1]));
    FLAME_TRY_ASSIGN(const RenderedFrame picture, finished(wholeNow(), sum));
    FLAME_TRY(preview.show(picture));
    lastShown = now();
    costOfShow = lastShown - before;
    return {};
  }

  /// The complete frame.
  Result<RenderedFrame> end() {
    if (!halves[1].empty())
      FLAME_TRY(addPasses(halves[0], std::move(halves[1])));
    progress.stage("filter");
    FLAME_TRY_ASSIGN(RenderedFrame frame, finished(wholeNow(), halves[0]));
    frame.times = std::move(times);
    if (request.wantsHistogram)
      frame.histogram = exactHistogram(halves[0]);
    return frame;
  }

  FrameRequest wholeNow() const {
    FrameRequest frame = whole;
    if (request.stop.isSet())
      frame.quality = total / samplesPerQuality;
    return frame;
  }

  Result<RenderedFrame> finished(const FrameRequest &frame,
                                 const std::vector<PassHistogram> &passes) {
    FLAME_TRY_ASSIGN(RenderedFrame made, inner.finish(frame, passes));
    addTimes(made);
    if (stop.stop_requested())
      return Error(ErrorKind::Environment, "interrupted");
    return made;
  }

  void addTimes(const RenderedFrame &from) {
    for (const StageTime &stage : from.times)
      addTime(times, stage.name, stage.seconds);
  }

  Renderer &inner;
  const Manifest &manifest;
  const PreviewPlan &preview;
  const std::function<double()> &now;
  const FrameRequest &request;
  Progress &progress;
  const std::stop_token &stop;
  const unsigned inFlight;

  FrameRequest whole = request; ///< without a stop criterion
  double samplesPerQuality = 0, most = 0;
  std::array<double, 3> background = {};

  std::array<std::vector<PassHistogram>, 2> halves;
  double total = 0; ///< samples in both
  uint32_t nextHalf = 0;
  NoiseByBatch batches;
  bool countsLoss = true;
  bool isTooShort = false;                ///< the budget, for measuring noise
  double measuredTotal = 0, expected = 0; ///< samples
  std::vector<StageTime> times;

  const double start;
  double lastShown, batchRate = 0, rateOfShards = 0, measuringSeconds = 0;
  double costOfShards = 0, costOfShow = 0; ///< seconds
};

} // namespace

static double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

AdaptiveRenderer::AdaptiveRenderer(Renderer &inner, const Manifest &manifest, PreviewPlan preview,
                                   std::function<double()> now)
    : inner(inner), manifest(manifest), preview(std::move(preview)),
      now(now ? std::move(now) : secondsNow) {}

Result<RenderedFrame> AdaptiveRenderer::render(const FrameRequest &request, Progress &progress,
                                               std::stop_token stop, unsigned inFlight) {
  const bool hasCriterion = request.stop.isSet();
  if (!hasCriterion && preview.seconds <= 0)
    return inner.render(request, progress, stop, inFlight);
  assert(!request.shard && !request.gpuTarget && "neither is a picture in memory");
  try {
    FrameInBatches frame(inner, manifest, preview, now, request, progress, stop, inFlight);
    return hasCriterion ? frame.renderToCriterion() : frame.renderWatched();
  } catch (const std::bad_alloc &) {
    return Error(ErrorKind::Environment, "not enough memory for the two halves of a frame",
                 "choose a smaller --size or --supersample, or a --quality in samples");
  }
}

} // namespace flame::rt
