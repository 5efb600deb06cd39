// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the filters of a frame are run. Filters that look at single buckets join the stage before
// them, so that accumulators stay in registers in between; what stands before the sum of several
// passes runs for each of them. The stages are the same on every device.

#ifndef FLAME_RUNTIME_PLAN_FILTERPLAN_H
#define FLAME_RUNTIME_PLAN_FILTERPLAN_H

#include "runtime/plan/FilterChain.h"
#include "runtime/plan/FilterTables.h"
#include "runtime/plan/PixelDensityTable.h"

namespace flame::rt {

/// What a device does at once.
struct FilterStage {
  enum Kind : uint8_t {
    Read,    ///< the histogram becomes accumulators
    Local,   ///< filters of single buckets alone
    Density, ///< density estimation, by the kernels of the table
    Bilateral,
    NonLocalMeans,
    OpenImageDenoise,
    SmearClip,
    HaloClip,
    Store ///< the spatial filter; pixels
  };

  Kind kind;
  std::vector<Filter> local;      ///< what single buckets, or pixels, go through then
  bool keepsSampleCounts = false; ///< samples per bucket are kept, as they are before `local`

  bool operator==(const FilterStage &) const = default;
};

/// The stages of a frame.
struct FilterPlan {
  std::vector<FilterStage> beforeSum; ///< of every pass; starts with Read
  std::vector<FilterStage> afterSum;  ///< of their sum; ends with Store
  uint32_t spares = 0;                ///< accumulators of each bucket beside the first
  uint32_t sparesWithDensity = 0;     ///< the same, but for those of density estimation

  bool has(FilterStage::Kind kind) const;
  /// Whether nothing but the sum of the passes is between density estimation and pixels.
  bool spreadsToPixels() const;
  /// For people: "histogram, logscale; de; spatial, colorclip".
  std::string text() const;
};

/// Plans a chain. `estimates`: the density estimation in it has kernels; where it has none it is left out.
FilterPlan planFilters(const FilterChain &chain, uint32_t passes, bool estimates);

/// What `glowscale` is told, but for what the samples of a pass decide.
struct GlowSettings {
  double contrast = 1, lowDensity = 0;
  double gain[3] = {1, 1, 1};
  double viewArea = 1; ///< of the picture, in squares of world units
  double bucketsPerPixel = 1;
  double excess =
      1; ///< JWildfire makes so many times the samples that it counts on: it has some for the gutter, too
  double passes = 1;
  double copies = 1; ///< pictures that are added up, each log-scaled as of its share of the samples
};

/// The same for a frame.
GlowSettings makeGlowSettings(const FrameDefaults &settings, const abi::FrameGeometry &frame,
                              const Exposure &exposure, uint32_t passes);

/// All that the filters of a frame are told.
struct FrameFilters {
  FilterPlan plan;
  SpatialFilter spatial;
  DensityTable density; ///< inactive unless the plan has such a stage
  PixelDensityTable
      pixelDensity; ///< for devices that take that stage and the spatial filter in one step, where they can
  abi::ToneParams tone = {};
  abi::BilateralParams bilateral = {};
  float nlmStrength = 1;
  abi::Blur smear = {};      ///< of the excess
  float plainBrightness = 1; ///< of plainclip
  float brightest = 255;     ///< level, of hdrclip
  float moreSaturation = 0;  ///< of saturate
  float encodedPerStop = 1;  ///< of logencode
  GlowSettings glow;
  std::vector<float> curves;    ///< of makeCurves, and of makeMixer; empty unless the plan has them
  bool mixesBrightness = false; ///< of mix
  size_t mixerStart = 0;        ///< where the curves of mix begin
};

/// What the filters are told, for the settings of a frame, but for plan and tables.
void setFilters(FrameFilters &filters, const FrameDefaults &settings,
                const abi::FrameGeometry &frame);

/// Adds the curves of the filter `mix`.
void addMixer(FrameFilters &filters, const FrameDefaults &settings);

/// Fills in `pixelDensity`, where plan and tables are complete.
void setPixelDensity(FrameFilters &filters, uint32_t supersample);

/// What density estimation of pixels is told, but for memory.
abi::PixelDensityArgs pixelDensityArgs(const FrameFilters &filters,
                                       const abi::FrameGeometry &frame);

/// What filters in directions, and passes of non-local means, are told, but for memory and direction.
abi::BilateralArgs bilateralArgs(const FrameFilters &filters, const abi::FrameGeometry &frame);
abi::NlmArgs nlmArgs(const FrameFilters &filters, const abi::FrameGeometry &frame, int pass);
abi::SmearArgs smearArgs(const FrameFilters &filters, const abi::FrameGeometry &frame);
abi::HaloArgs haloArgs(const FrameFilters &filters, const abi::FrameGeometry &frame);

/// The filters of single buckets that a stage ends with; `scale` is that of the pass.
abi::LocalSteps localSteps(const FilterStage &stage, const FrameFilters &filters,
                           const abi::LogScale &scale);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_FILTERPLAN_H
