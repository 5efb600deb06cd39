// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of finishing on the CPU. Threads take fixed bands of rows from a counter.
//
// Density estimation scatters, band by band. The thread of a band of result rows walks all buckets
// that can reach it, top to bottom and left to right, and adds only the contributions inside the
// band. A bucket of the result therefore receives its contributions in the same order for any bands
// and threads. Kernels are products of a row and a column, cut off at a circle, so one row of a
// kernel is a series of multiply-adds over consecutive buckets.

#include "runtime/frame/Finish.h"

#include "runtime/denoise/OpenImageDenoise.h"
#include "runtime/shared/Bilateral.h"
#include "runtime/shared/Density.h"
#include "runtime/shared/HaloClip.h"
#include "runtime/shared/HistogramCell.h"
#include "runtime/shared/HugePages.h"
#include "runtime/shared/LocalFilters.h"
#include "runtime/shared/NonLocalMeans.h"
#include "runtime/shared/SmearClip.h"
#include "runtime/shared/StartThreads.h"
#include "runtime/shared/VideoFormat.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <memory>
#include <thread>

namespace flame::rt {

using abi::Accumulator;

namespace {

/// An array whose elements are left uninitialised; frames have gigabytes of them.
template <class T> using Raw = std::unique_ptr<T[]>;

/// A half-open range of rows.
struct Band {
  int first, last;
};

/// A kernel prepared for addition row by row.
struct KernelRows {
  int reach;
  std::vector<float> weights; ///< 2^(-falloff k^2) for k = -reach..reach
  /// For each |row| in 0..reach, the largest |column| with a coefficient.
  std::vector<int> halfSpans;
};

} // namespace

/// Requests huge pages.
template <class T> static Raw<T> makeRaw(size_t count) {
  Raw<T> made = std::make_unique_for_overwrite<T[]>(count);
  adviseHugePages(made.get(), count * sizeof(T));
  return made;
}

/// Calls `work(band)` for all rows [0, rows), bandRows at a time, on `threads` threads. Skips the
/// remaining bands when `stop` is requested.
template <class Work>
static void forEachBand(uint32_t rows, uint32_t bandRows, unsigned threads, const Work &work,
                        const std::stop_token &stop = {}) {
  const unsigned bands = abi::ceilDivide(rows, bandRows);
  std::atomic<unsigned> next = 0;
  auto run = [&] {
    for (unsigned band;
         (band = next.fetch_add(1, std::memory_order_relaxed)) < bands && !stop.stop_requested();)
      work(Band{int(band * bandRows), int(std::min(rows, (band + 1) * bandRows))});
  };
  std::vector<std::jthread> helpers;
  startThreads(helpers, std::max(1u, std::min(threads, bands)) - 1, [&](unsigned) { run(); });
  run();
}

//===-- four channels at once -----------------------------------------------------------------===//

/// An accumulator in one register: compilers otherwise load its members in halves. The arithmetic
/// of each channel is that of addWeighted and weightedSum (runtime/shared/), in the same order.
using Channels = float __attribute__((vector_size(sizeof(Accumulator))));

static Channels channelsOf(const Accumulator &accumulator) {
  return std::bit_cast<Channels>(accumulator);
}

static void addChannels(Accumulator &sum, float weight, Channels channels) {
  sum = std::bit_cast<Accumulator>(channelsOf(sum) + weight * channels);
}

static Accumulator weightedSum(const Accumulator *values, size_t stride, const float *weights,
                               uint32_t width) {
  Channels sum = {};
  for (uint32_t i = 0; i < width; ++i)
    sum += weights[i] * channelsOf(values[i * stride]);
  return std::bit_cast<Accumulator>(sum);
}

static unsigned threadCount(unsigned threads) {
  return threads ? threads : std::max(1u, std::thread::hardware_concurrency());
}

//===-- single buckets ------------------------------------------------------------------------===//

/// Reads a band of the histogram. `sampleCounts` may be null.
static void readBand(const FinishInputs &in, const abi::LocalSteps &then, Band band,
                     Accumulator *accumulators, float *sampleCounts) {
  const size_t begin = size_t(band.first) * in.frame.gridWidth;
  const size_t end = size_t(band.last) * in.frame.gridWidth;
  for (size_t bucket = begin; bucket < end; ++bucket) {
    const abi::WideCell totals =
        exactTotals(in.cells.empty() ? 0 : in.cells[bucket], in.wide[bucket]);
    accumulators[bucket] = afterLocal(densityTotals(totals, in.unit), then);
    if (sampleCounts)
      sampleCounts[bucket] = sampleCount(totals, in.unit);
  }
}

/// Applies filters of single buckets to a band. `sampleCounts` may be null.
static void localBand(const abi::FrameGeometry &frame, const abi::LocalSteps &steps, Band band,
                      Accumulator *accumulators, float *sampleCounts) {
  const size_t begin = size_t(band.first) * frame.gridWidth;
  const size_t end = size_t(band.last) * frame.gridWidth;
  for (size_t bucket = begin; bucket < end; ++bucket) {
    if (sampleCounts)
      sampleCounts[bucket] = samplesIn(accumulators[bucket]);
    accumulators[bucket] = afterLocal(accumulators[bucket], steps);
  }
}

//===-- density estimation --------------------------------------------------------------------===//

/// Selects the kernel of every bucket in a row.
static void selectRow(const DensityTable &table, const abi::DensityParams &params,
                      const float *sampleCounts, uint32_t y, uint16_t *kernels) {
  for (uint32_t x = 0; x < params.gridWidth; ++x)
    kernels[x] = kernelAt(sampleCounts, table.kernels.data(), params, x, y);
}

static std::vector<KernelRows> kernelRows(const DensityTable &table) {
  std::vector<KernelRows> all;
  for (const abi::DensityKernel &kernel : table.kernels) {
    KernelRows rows = {kernel.reach, {}, {}};
    for (int k = -kernel.reach; k <= kernel.reach; ++k)
      rows.weights.push_back(std::exp2(-kernel.falloff * float(k * k)));
    for (int row = 0, span = kernel.reach; row <= kernel.reach; ++row) {
      while (!isCovered(kernel.limit, float(span * span), float(row * row)))
        --span;
      rows.halfSpans.push_back(span);
    }
    all.push_back(std::move(rows));
  }
  return all;
}

/// Adds one bucket's accumulator to the rows of the band.
static void scatterBucket(const KernelRows &kernel, const Accumulator &value, int x, int y,
                          const abi::DensityParams &params, Band band, Accumulator *result) {
  const int width = int(params.gridWidth);
  const int top = std::max(y - kernel.reach, band.first);
  const int bottom = std::min(y + kernel.reach, band.last - 1);
  for (int row = top; row <= bottom; ++row) {
    const int span = kernel.halfSpans[size_t(std::abs(row - y))];
    const int left = std::max(-span, -x), right = std::min(span, width - 1 - x);
    const float *weights = kernel.weights.data() + kernel.reach;
    const Channels color = weights[row - y] * channelsOf(value);
    Accumulator *out = result + size_t(row) * width + x;
    for (int i = left; i <= right; ++i)
      addChannels(out[i], weights[i], color);
  }
}

/// Computes a band of the density-estimated accumulators.
static void estimateBand(const DensityTable &table, const std::vector<KernelRows> &rows,
                         const abi::DensityParams &params, const Accumulator *scaled,
                         const uint16_t *kernels, Band band, Accumulator *result) {
  const int width = int(params.gridWidth), reach = int(params.maxReach);
  std::fill(result + size_t(band.first) * width, result + size_t(band.last) * width, Accumulator{});
  const int top = std::max(0, band.first - reach);
  const int bottom = std::min(int(params.gridHeight), band.last + reach);
  for (int y = top; y < bottom; ++y)
    for (int x = 0; x < width; ++x) {
      const size_t bucket = size_t(y) * width + x;
      const uint16_t index = kernels[bucket];
      if (index == abi::kNoKernel)
        continue;
      Accumulator value = {0, 0, 0, 0};
      addWeighted(value, table.kernels[index].scale, scaled[bucket]);
      scatterBucket(rows[index], value, x, y, params, band, result);
    }
}

/// Applies density estimation to `accumulators`; `sampleCounts` are their sample counts.
static void estimateDensity(const abi::FrameGeometry &frame, const DensityTable &density,
                            Raw<float> sampleCounts, Accumulation &accumulators, unsigned threads,
                            const std::stop_token &stop) {
  const abi::DensityParams params = densityParams(density, frame);
  const size_t buckets = abi::bucketCount(frame);
  Raw<uint16_t> kernels = makeRaw<uint16_t>(buckets);
  const auto select = [&](Band band) {
    for (int y = band.first; y < band.last; ++y)
      selectRow(density, params, sampleCounts.get(), uint32_t(y),
                kernels.get() + size_t(y) * params.gridWidth);
  };
  forEachBand(frame.gridHeight, 16, threads, select, stop);
  if (stop.stop_requested())
    return; // some kernels are missing
  sampleCounts.reset();
  const std::vector<KernelRows> table = kernelRows(density);
  Accumulation result = makeRaw<Accumulator>(buckets);
  const auto estimate = [&](Band band) {
    estimateBand(density, table, params, accumulators.get(), kernels.get(), band, result.get());
  };
  forEachBand(frame.gridHeight, std::max(16u, params.maxReach), threads, estimate, stop);
  accumulators = std::move(result);
}

//===-- filters in directions -----------------------------------------------------------------===//

/// Calls `work(bucket, line)` for all buckets, from several threads. `line` starts at the bucket
/// and runs in the direction of `args`.
template <class Args, class Work>
static void forEachLine(const Args &args, unsigned threads, const Work &work) {
  forEachBand(args.grid.height, 16, threads, [&](Band band) {
    for (int y = band.first; y < band.last; ++y)
      for (uint32_t x = 0; x < args.grid.width; ++x)
        work(uint64_t(y) * args.grid.width + x, BoundedLine{args.grid, args.direction, int(x), y});
  });
}

static void filterBilaterally(abi::BilateralArgs args, Accumulation &accumulators,
                              unsigned threads) {
  const size_t buckets = size_t(args.grid.width) * args.grid.height;
  const Raw<float> blurred = makeRaw<float>(buckets);
  const Raw<abi::BilateralGuide> guide = makeRaw<abi::BilateralGuide>(buckets);
  Accumulation result = makeRaw<Accumulator>(buckets);
  args.blurred = blurred.get();
  args.guide = guide.get();
  for (const abi::Direction &direction : abi::kBilateralDirections) {
    args.direction = direction;
    args.accumulators = accumulators.get();
    args.result = result.get();
    forEachLine(args, threads, [&](uint64_t bucket, const BoundedLine &line) {
      args.blurred[bucket] = blurredDensity(args, line);
    });
    forEachLine(args, threads, [&](uint64_t bucket, const BoundedLine &line) {
      args.guide[bucket] = guideOf(args, bucket, line);
    });
    forEachLine(args, threads, [&](uint64_t bucket, const BoundedLine &line) {
      args.result[bucket] = bilateral(args, line);
    });
    accumulators.swap(result);
  }
}

static void takeNonLocalMeans(const FrameFilters &filters, const abi::FrameGeometry &frame,
                              Accumulation &accumulators, unsigned threads,
                              const std::stop_token &stop) {
  const size_t buckets = abi::bucketCount(frame);
  const auto forEachBucket = [&](const auto &work) {
    const auto band = [&](Band rows) {
      for (int y = rows.first; y < rows.last; ++y)
        for (uint32_t x = 0; x < frame.gridWidth; ++x)
          work(int(x), y, uint64_t(y) * frame.gridWidth + x);
    };
    forEachBand(frame.gridHeight, 16, threads, band, stop);
  };
  const Accumulation roots = makeRaw<Accumulator>(buckets);
  Accumulation result = makeRaw<Accumulator>(buckets);
  Raw<float> variance = makeRaw<float>(buckets);
  Raw<float> nextVariance = makeRaw<float>(buckets);
  for (int pass = 0; pass < abi::kNlmPasses && !stop.stop_requested(); ++pass) {
    abi::NlmArgs args = nlmArgs(filters, frame, pass);
    args.accumulators = accumulators.get();
    args.roots = roots.get();
    args.variance = pass ? variance.get() : nullptr;
    args.result = result.get();
    args.resultVariance = nextVariance.get();
    forEachBucket([&](int, int, uint64_t bucket) {
      args.roots[bucket] = rootsOf(args.accumulators[bucket], args.perSample);
    });
    forEachBucket([&](int x, int y, uint64_t bucket) { storeNonLocalMean(args, x, y, bucket); });
    accumulators.swap(result);
    variance.swap(nextVariance);
  }
}

static void smear(abi::SmearArgs args, Accumulation &accumulators, unsigned threads) {
  const size_t buckets = size_t(args.grid.width) * args.grid.height;
  Accumulation spares[2] = {makeRaw<Accumulator>(buckets), makeRaw<Accumulator>(buckets)};
  args.accumulators = accumulators.get();
  for (const abi::Direction &direction : abi::kSmearDirections) {
    args.direction = direction;
    args.isLast = &direction == std::end(abi::kSmearDirections) - 1;
    args.result = args.isLast ? accumulators.get() : spares[0].get();
    forEachLine(args, threads, [&](uint64_t bucket, const BoundedLine &line) {
      args.result[bucket] = smearClip(args, bucket, line);
    });
    args.excess = args.result;
    std::swap(spares[0], spares[1]);
  }
}

static void clipHalos(abi::HaloArgs args, Accumulation &accumulators, unsigned threads) {
  const Raw<float> halo = makeRaw<float>(size_t(args.grid.width) * args.grid.height);
  args.accumulators = accumulators.get();
  args.direction = abi::kHaloDirections[0];
  forEachLine(args, threads,
              [&](uint64_t bucket, const BoundedLine &line) { halo[bucket] = haloAt(args, line); });
  args.halo = halo.get();
  args.direction = abi::kHaloDirections[1];
  forEachLine(args, threads, [&](uint64_t bucket, const BoundedLine &line) {
    accumulators[bucket] = haloClip(accumulators[bucket], haloAt(args, line), args.tone);
  });
}

//===-- stages --------------------------------------------------------------------------------===//

namespace {

/// The accumulators of a frame or a pass during its stages.
class Stages {
public:
  Stages(const FinishInputs &in, unsigned threads, const std::stop_token &stop = {})
      : in(in), threads(threads), stop(stop) {}

  /// Runs all stages except Store, until a stop is requested.
  Result<Accumulation> run(std::span<const FilterStage> stages, Accumulation from) {
    accumulators = std::move(from);
    for (const FilterStage &stage : stages)
      if (!stop.stop_requested())
        FLAME_TRY(run(stage));
    return std::move(accumulators);
  }

private:
  Status run(const FilterStage &stage) {
    const abi::LocalSteps then = localSteps(stage, *in.filters, in.logScale);
    const size_t buckets = abi::bucketCount(in.frame);
    if (stage.keepsSampleCounts)
      sampleCounts = makeRaw<float>(buckets);
    switch (stage.kind) {
    case FilterStage::Read:
      accumulators = makeRaw<Accumulator>(buckets);
      forEachBand(in.frame.gridHeight, 16, threads, [&](Band band) {
        readBand(in, then, band, accumulators.get(), sampleCounts.get());
      });
      break;
    case FilterStage::Local:
      forEachBand(in.frame.gridHeight, 16, threads, [&](Band band) {
        localBand(in.frame, then, band, accumulators.get(), sampleCounts.get());
      });
      break;
    case FilterStage::Density:
      estimateDensity(in.frame, in.filters->density, std::move(sampleCounts), accumulators, threads,
                      stop);
      break;
    case FilterStage::Bilateral:
      filterBilaterally(bilateralArgs(*in.filters, in.frame), accumulators, threads);
      break;
    case FilterStage::NonLocalMeans:
      takeNonLocalMeans(*in.filters, in.frame, accumulators, threads, stop);
      break;
    case FilterStage::OpenImageDenoise:
      return denoiseByLibrary({accumulators.get(), buckets}, in.frame, threads);
    case FilterStage::SmearClip:
      smear(smearArgs(*in.filters, in.frame), accumulators, threads);
      break;
    case FilterStage::HaloClip:
      clipHalos(haloArgs(*in.filters, in.frame), accumulators, threads);
      break;
    case FilterStage::Store:
      break;
    }
    return {};
  }

  const FinishInputs &in;
  const unsigned threads;
  const std::stop_token stop;
  Accumulation accumulators;
  Raw<float> sampleCounts; ///< passed from the stage that keeps them to the one that needs them
};

} // namespace

static Result<Accumulation> runPass(const FinishInputs &in, unsigned threads,
                                    const std::stop_token &stop = {}) {
  const size_t buckets = abi::bucketCount(in.frame);
  if (in.wide.size() < buckets || (!in.cells.empty() && in.cells.size() < buckets))
    return Error(ErrorKind::Internal, "a histogram has fewer cells than the frame has buckets");
  return Stages(in, threads, stop).run(in.filters->plan.beforeSum, nullptr);
}

Status addPass(const FinishInputs &in, Accumulation &sum, unsigned threads,
               const std::stop_token &stop) {
  threads = threadCount(threads);
  FLAME_TRY_ASSIGN(Accumulation pass, runPass(in, threads, stop));
  if (stop.stop_requested())
    return {};
  if (!sum) {
    sum = std::move(pass);
    return {};
  }
  forEachBand(in.frame.gridHeight, 16, threads, [&](Band band) {
    const size_t width = in.frame.gridWidth;
    for (size_t i = size_t(band.first) * width; i < size_t(band.last) * width; ++i)
      addWeighted(sum[i], 1, pass[i]);
  });
  return {};
}

std::vector<Accumulator> accumulatorsOfPass(const FinishInputs &inputs, unsigned threads) {
  const Accumulation accumulators = *runPass(inputs, threadCount(threads));
  return {accumulators.get(), accumulators.get() + abi::bucketCount(inputs.frame)};
}

//===-- to pixels -----------------------------------------------------------------------------===//

/// Filters a band of output rows and passes each pixel to `store(index, color)`. Rows of buckets
/// are filtered once and shared by the pixels above and below.
template <class Store>
static void filterBand(const FinishInputs &in, const std::vector<float> &filterX,
                       const std::vector<float> &filterY, const abi::LocalSteps &then,
                       const Accumulator *buckets, Band band, const Store &store) {
  const abi::FrameGeometry &frame = in.frame;
  const uint32_t width = uint32_t(filterX.size()), step = frame.supersample;
  const uint32_t offset = filterOffset(frame, width), top = offset + uint32_t(band.first) * step;
  const uint32_t sourceRows = uint32_t(band.last - band.first - 1) * step + width;
  std::vector<Accumulator> rows(size_t(sourceRows) * frame.width);
  for (uint32_t j = 0; j < sourceRows; ++j)
    for (uint32_t i = 0; i < frame.width; ++i)
      rows[size_t(j) * frame.width + i] =
          weightedSum(buckets + size_t(top + j) * frame.gridWidth + offset + size_t(i) * step, 1,
                      filterX.data(), width);
  for (int y = band.first; y < band.last; ++y)
    for (uint32_t x = 0; x < frame.width; ++x) {
      const Accumulator *column = &rows[size_t(y - band.first) * step * frame.width + x];
      const Accumulator accumulator = weightedSum(column, frame.width, filterY.data(), width);
      store(size_t(y) * frame.width + x,
            clampedColor(afterLocal(accumulator, then), then.tone.brightest));
    }
}

/// Same with a filter of taps.
template <class Store>
static void tapBand(const FinishInputs &in, const abi::LocalSteps &then, const Accumulator *buckets,
                    Band band, const Store &store) {
  const SpatialFilter &filter = in.filters->spatial;
  const uint32_t offset = filterOffset(in.frame, filter.width()), step = in.frame.supersample;
  for (int y = band.first; y < band.last; ++y)
    for (uint32_t x = 0; x < in.frame.width; ++x) {
      const Accumulator *corner = buckets +
                                  size_t(offset + uint32_t(y) * step) * in.frame.gridWidth +
                                  offset + size_t(x) * step;
      const Accumulator accumulator =
          tapped(corner, in.frame.gridWidth, filter.taps.data(), filter.width());
      store(size_t(y) * in.frame.width + x,
            clampedColor(afterLocal(accumulator, then), then.tone.brightest));
    }
}

/// Calls `store(index, color)` for all pixels, from several threads.
template <class Store>
static void filterFrame(const FinishInputs &in, const Accumulator *buckets, unsigned threads,
                        const Store &store) {
  const SpatialFilter &filter = in.filters->spatial;
  const std::vector<float> filterX(filter.x.begin(), filter.x.end());
  const std::vector<float> filterY(filter.y.begin(), filter.y.end());
  const abi::LocalSteps then =
      localSteps(in.filters->plan.afterSum.back(), *in.filters, in.logScale);
  forEachBand(in.frame.height, 16, threads, [&](Band band) {
    filter.taps.empty() ? filterBand(in, filterX, filterY, then, buckets, band, store)
                        : tapBand(in, then, buckets, band, store);
  });
}

abi::VideoArgs videoArgs(const PixelFormat &format, uint32_t width, uint32_t height, uint64_t seed,
                         const Accumulator *colors, void *planes) {
  return {colors,        planes,        splitmix64(seed),
          width,         height,        format.bits,
          format.shiftX, format.shiftY, format.transfer != Transfer::Bt709};
}

/// Makes the planes of a video from filtered colours.
static void finishPlanes(const FinishInputs &in, const Accumulator *buckets, unsigned threads,
                         void *planes) {
  const size_t count = size_t(in.frame.width) * in.frame.height;
  const Raw<Accumulator> colors = makeRaw<Accumulator>(count);
  filterFrame(in, buckets, threads,
              [&](size_t pixel, const Accumulator &color) { colors[pixel] = color; });
  const abi::VideoArgs args =
      videoArgs(in.format, in.frame.width, in.frame.height, in.seed, colors.get(), planes);
  forEachBand(abi::videoBlocksY(args), 16, threads, [&](Band band) {
    for (int y = band.first; y < band.last; ++y)
      for (uint32_t x = 0; x < abi::videoBlocksX(args); ++x)
        convertBlock(args, x, uint32_t(y));
  });
}

void makeFloatPixels(std::span<Accumulator> colors, const abi::ToneParams &tone) {
  constexpr float kPerLevel = 1 / kWhite;
  for (Accumulator &color : colors)
    color = {color.red * kPerLevel, color.green * kPerLevel, color.blue * kPerLevel,
             tone.transparency ? color.alpha : 1};
}

std::vector<uint8_t> developAccumulators(const FinishInputs &in, const Accumulator *buckets,
                                         unsigned threads) {
  assert(in.filters && in.filters->plan.afterSum.back().kind == FilterStage::Store);
  threads = threadCount(threads);
  const abi::ToneParams &tone = in.filters->tone;
  std::vector<uint8_t> pixels(in.format.bytes(in.frame.width, in.frame.height));
  void *data = pixels.data();
  if (in.format.kind == PixelFormat::Planar)
    finishPlanes(in, buckets, threads, data);
  else if (in.format.bits == 8)
    filterFrame(in, buckets, threads, [&](size_t pixel, const Accumulator &color) {
      static_cast<Pixel8 *>(data)[pixel] = pixel8(color, tone);
    });
  else if (in.format.bits == 16)
    filterFrame(in, buckets, threads, [&](size_t pixel, const Accumulator &color) {
      static_cast<Pixel16 *>(data)[pixel] = pixel16(color, tone);
    });
  else {
    const std::span colors(static_cast<Accumulator *>(data),
                           size_t(in.frame.width) * in.frame.height);
    filterFrame(in, buckets, threads,
                [&](size_t pixel, const Accumulator &color) { colors[pixel] = color; });
    makeFloatPixels(colors, tone);
  }
  return pixels;
}

std::vector<uint8_t> developFrame(const FinishInputs &in, Accumulation buckets, unsigned threads) {
  assert(in.filters && buckets);
  threads = threadCount(threads);
  // External filters run before the sum, so nothing here can fail.
  buckets = *Stages(in, threads).run(in.filters->plan.afterSum, std::move(buckets));
  return developAccumulators(in, buckets.get(), threads);
}

std::vector<uint8_t> finishFrame(const FinishInputs &in, unsigned threads) {
  Accumulation sum;
  [[maybe_unused]] const Status added = addPass(in, sum, threads);
  assert(added && "the filters are ours");
  return developFrame(in, std::move(sum), threads);
}

} // namespace flame::rt
