// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a frame will be: its geometry, tables and budget, worked out from an artefact and from what
// the user asked for, before any device is touched. The same plan serves every device.

#ifndef FLAME_RUNTIME_PLAN_FRAMEPLAN_H
#define FLAME_RUNTIME_PLAN_FRAMEPLAN_H

#include "abi/FinishAbi.h"
#include "artefact/Manifest.h"
#include "runtime/plan/FilterPlan.h"
#include "runtime/plan/HistogramPart.h"
#include "runtime/plan/PixelFormat.h"
#include "support/Result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace flame::rt {

/// What a profile multiplies the artefact's own values of finishing by, as ir/Settings.td has it.
struct FinishFactors {
#define FLAME_FACTOR_MEMBERS
#include "runtime/plan/FactorSettings.inc"

  bool operator==(const FinishFactors &) const = default;
};

/// A factor: its group and key in the `filters` of profiles, how small it may be, and what it
/// multiplies.
struct FactorField {
  const char *group, *key;
  double minimum;
  double FinishFactors::*factor;
  double FrameDefaults::*setting;
};
inline constexpr FactorField kFactorFields[] = {
#define FLAME_FACTOR_FIELDS
#include "runtime/plan/FactorSettings.inc"
};

/// When a frame has enough samples, for an AdaptiveRenderer; other renderers ignore it. A frame
/// ends at the first of its limits, or at the quality of the request.
struct StopCriterion {
  double noise = 0;   ///< the target, as NoiseByBatch estimates it; 0: none
  double seconds = 0; ///< the time limit; 0: none

  bool isSet() const { return noise > 0 || seconds > 0; }
  bool operator==(const StopCriterion &) const = default;
};

/// What the user asks of one frame; whatever is absent is as in the artefact.
struct FrameRequest {
  std::optional<uint32_t> width, height;
  std::optional<double> quality; ///< samples per pixel, zoom not applied
  StopCriterion stop;
  std::optional<uint32_t> supersample;
  std::optional<double> estimatorRadius; ///< 0 switches density estimation off
  std::optional<uint32_t> fuse;          ///< rounds before counting begins
  double time = 0;                       ///< of the middle of the exposure, animation time
  /// Length of a frame in animation time; an exposure is temporal_filter_width of it. 0: a still.
  double shutter = 0;
  std::optional<uint32_t> temporalSamples; ///< of one exposure
  double jitter = 0;                       ///< see abi::InterpolateArgs
  uint64_t seed = 0;  ///< the user's; frames of an animation derive their own from it and `frame`
  uint64_t frame = 0; ///< number of the frame
  PixelFormat format = kRgba8;
  bool transparency = false;
  bool earlyClip = false; ///< make colours before the spatial filter
  /// Other filters than the look of the artefact has; `earlyClip` is then without effect.
  std::optional<FilterChain> filters;
  /// A filter that takes noise away, in the place of those that the chain has.
  std::optional<Filter> denoise;
  double pixelAspect = 1;
  FinishFactors factors;
  bool wantsHistogram = false; ///< return the exact histogram too
  unsigned threads = 0;        ///< of the CPU; 0: one per processor
  uint64_t memory = 0;         ///< bytes of the host that a frame may take; 0: what is available
  std::optional<Shard> shard;  ///< of the logical blocks: make their histogram, and no pixels
  /// Memory of the GPU that renders, of this process and large enough for the format: pixels go
  /// there, and not into the RenderedFrame. 0: none. For formats of up to 16 bits.
  uint64_t gpuTarget = 0;
};

/// One pass over a frame: a histogram of its own, thrown during a part of the exposure.
struct PassPlan {
  std::span<const float> times; ///< of its temporal samples, animation time; never empty
  uint64_t samples;             ///< counted iterations
  uint64_t seed;
  Exposure exposure;
};

/// Everything a device needs beside code and curves. A frame is the sum of its passes after the
/// filters that count or spread samples.
struct FramePlan {
  abi::FrameGeometry frame = {};
  FrameFilters filters;
  Exposure exposure;    ///< samplesPerPixel is what was asked for
  uint64_t samples = 0; ///< counted iterations of the whole frame, one of each pass at least
  std::vector<double>
      passWeights;   ///< what a sample of each pass weighs; their mean is 1; never empty
  uint32_t fuse = 0; ///< rounds of every logical block before counting begins
  double pixelAspect = 1;
  double viewScale = 1; ///< see abi::InterpolateArgs
  std::vector<float>
      times; ///< of the temporal samples, equally many for each pass, animation time; never empty
  float jitter = 0;                ///< see abi::InterpolateArgs
  uint64_t seed = 0;               ///< of this frame: the user's seed mixed with the frame's number
  uint32_t unit = abi::kWholeUnit; ///< deposit unit
  PixelFormat format = kRgba8;
  std::optional<Shard> shard; ///< as the request has it
  uint64_t gpuTarget = 0;     ///< the same

  uint32_t passes() const { return uint32_t(passWeights.size()); }
  /// A pass by its number. It refers to the times of this plan.
  PassPlan pass(uint32_t number) const;
  /// The log scale for the histogram of a pass when it holds `counted` iterations.
  abi::LogScale logScale(const PassPlan &pass, uint64_t counted) const;
};

/// A table and the key it was made for.
template <class Key, class Table> class CachedTable {
public:
  /// The table for `key`: the one at hand, or what `make` returns.
  template <class Make> Result<Table> get(const Key &key, const Make &make) {
    if (known != key) {
      FLAME_TRY_ASSIGN(table, make());
      known = key;
    }
    return table;
  }

private:
  std::optional<Key> known;
  Table table;
};

/// The tables of the last frame, which the next one mostly needs again. One cache serves one thread
/// at a time.
struct PlanCache {
  CachedTable<std::tuple<std::string, double, uint32_t, double>, SpatialFilter> filter;
  CachedTable<std::tuple<double, double, double, uint32_t, bool>, DensityTable> density;
  CachedTable<std::tuple<TemporalShape, double, uint32_t, uint32_t>, std::vector<double>> shutter;
};

/// The filters of a frame.
FilterChain filtersOf(const FrameDefaults &frame, const FrameRequest &request);

/// Works out a frame: the camera, quality, brightness and exposure as they are in the middle of the
/// exposure; gamma, vibrancy and background as they are on average over it. Fails with a remedy
/// when the request makes no sense or is too large. `cache` may be null.
Result<FramePlan> planFrame(const Manifest &manifest, const FrameRequest &request,
                            PlanCache *cache = nullptr);

/// What a user should know of a frame that is rendered all the same: a line for people, empty if
/// there is nothing.
std::string frameWarning(const Manifest &manifest, const FrameRequest &request);

/// The counted iterations of a frame, as planFrame works them out, for those who plan whole
/// animations.
double plannedSamples(const Manifest &manifest, const FrameRequest &request);

/// The fuse of the frame in rounds: what was asked for, or the longest that an instant of the
/// exposure needs.
uint32_t plannedFuse(const Manifest &manifest, const FrameRequest &request);

/// The seed of frame `frame` for users' seed `seed`. Frame 0 has the user's own, so that a still is
/// a still.
uint64_t seedOfFrame(uint64_t seed, uint64_t frame);
/// The seed of pass `pass` over a frame of seed `seed`. Pass 0 has the frame's own.
uint64_t seedOfPass(uint64_t seed, uint32_t pass);

/// Logical blocks of a wave, those that a large GPU runs at once: one on each of 132
/// multiprocessors.
inline constexpr uint64_t kBlocksPerWave = 132;

/// How the samples of a frame are divided among logical blocks of `pointsPerBlock` points. Depends
/// on the number of samples and the fuse alone, so that a frame is the same on every GPU.
struct BlockPlan {
  uint32_t count;
  uint32_t iterations; ///< a multiple of abi::kMostRoundsPerSample, or of half of it in tiny frames
  BlockRange range;    ///< those to be iterated: all but for a shard
};
BlockPlan planLogicalBlocks(uint64_t samples, uint32_t pointsPerBlock, uint32_t fuse);

/// How long a stage took.
struct StageTime {
  std::string name;
  double seconds;
};

/// Adds to the time of a stage, or puts it behind the others.
void addTime(std::vector<StageTime> &times, std::string_view stage, double seconds);

/// A rendered frame.
struct RenderedFrame {
  uint32_t width = 0, height = 0;
  PixelFormat format = kRgba8;
  std::vector<uint8_t> pixels; ///< rows from the top, without padding
  uint64_t samples = 0;        ///< counted iterations
  std::optional<double> noise; ///< that remains, where it was measured
  std::vector<StageTime> times;
  std::vector<abi::WideCell> histogram; ///< of all passes, when asked for
  std::optional<HistogramPart> part;    ///< when a shard was asked for; then there are no pixels
};

/// A frame of the size and format of a plan.
RenderedFrame frameWithoutPixels(const FramePlan &plan);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_FRAMEPLAN_H
