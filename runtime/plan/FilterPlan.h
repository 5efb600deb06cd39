// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan by which the filters of a frame run; it is the same on every device. Filters of single
// buckets join the stage before them, so accumulators stay in registers in between. Stages before
// the sum of several passes run once per pass.

#ifndef FLAME_RUNTIME_PLAN_FILTERPLAN_H
#define FLAME_RUNTIME_PLAN_FILTERPLAN_H

#include "runtime/plan/FilterChain.h"
#include "runtime/plan/FilterTables.h"
#include "runtime/plan/PixelDensityTable.h"

namespace flame::rt {

/// A step that a device runs as a whole.
struct FilterStage {
  enum Kind : uint8_t {
    Read,    ///< turns the histogram into accumulators
    Local,   ///< filters of single buckets only
    Density, ///< density estimation by the kernels of the table
    Bilateral,
    NonLocalMeans,
    OpenImageDenoise,
    SmearClip,
    HaloClip,
    Store ///< the spatial filter; makes pixels
  };

  Kind kind;
  std::vector<Filter> local;      ///< filters of single buckets or pixels at the end of the stage
  bool keepsSampleCounts = false; ///< keeps the samples per bucket as they are before `local`

  bool operator==(const FilterStage &) const = default;
};

/// The stages of a frame.
struct FilterPlan {
  std::vector<FilterStage> beforeSum; ///< for every pass; starts with Read
  std::vector<FilterStage> afterSum;  ///< for the sum of the passes; ends with Store
  uint32_t spares = 0;                ///< accumulators of each bucket besides the first
  uint32_t sparesWithDensity = 0;     ///< the same without density estimation

  bool has(FilterStage::Kind kind) const;
  /// True if nothing but the sum of the passes stands between density estimation and pixels.
  bool spreadsToPixels() const;
  /// Readable form: "histogram, logscale; de; spatial, colorclip".
  std::string text() const;
};

/// Plans a chain. `estimates`: its density estimation has kernels. Without kernels it is left out.
FilterPlan planFilters(const FilterChain &chain, uint32_t passes, bool estimates);

/// Settings of `glowscale` that do not depend on the samples of a pass.
struct GlowSettings {
  double contrast = 1, lowDensity = 0;
  double gain[3] = {1, 1, 1};
  double viewArea = 1; ///< area of the picture, in squares of world units
  double bucketsPerPixel = 1;
  /// JWildfire's ratio of samples made to samples assumed. The surplus covers the gutter, too.
  double excess = 1;
  double passes = 1;
  double copies = 1; ///< pictures that are added up, each log-scaled for its share of the samples
};

/// Makes these settings for a frame.
GlowSettings makeGlowSettings(const FrameDefaults &settings, const abi::FrameGeometry &frame,
                              const Exposure &exposure, uint32_t passes);

/// All parameters of the filters of a frame.
struct FrameFilters {
  FilterPlan plan;
  SpatialFilter spatial;
  DensityTable density; ///< inactive unless the plan has such a stage
  /// For devices that combine density estimation and the spatial filter in one step.
  PixelDensityTable pixelDensity;
  abi::ToneParams tone = {};
  abi::BilateralParams bilateral = {};
  float nlmStrength = 1;
  abi::Blur smear = {};      ///< blur of the excess, of smearclip
  float plainBrightness = 1; ///< brightness of plainclip
  float brightest = 255;     ///< highest level of hdrclip
  float moreSaturation = 0;  ///< increase of saturation, of saturate
  float encodedPerStop = 1;  ///< share of the scale per stop, of logencode
  GlowSettings glow;
  /// Tables of makeCurves and makeMixer; empty unless the plan uses them.
  std::vector<float> curves;
  bool mixesBrightness = false; ///< mix adjusts the brightness alone
  size_t mixerStart = 0;        ///< index of the first curve of mix
};

/// Sets all parameters except plan and tables from the settings of a frame.
void setFilters(FrameFilters &filters, const FrameDefaults &settings,
                const abi::FrameGeometry &frame);

/// Appends the curves of the filter `mix`.
void addMixer(FrameFilters &filters, const FrameDefaults &settings);

/// Fills in `pixelDensity`. Plan and tables must be complete.
void setPixelDensity(FrameFilters &filters, uint32_t supersample);

/// Arguments of density estimation of pixels, without pointers to memory.
abi::PixelDensityArgs pixelDensityArgs(const FrameFilters &filters,
                                       const abi::FrameGeometry &frame);

/// Arguments of directional filters and of passes of non-local means, without memory and direction.
abi::BilateralArgs bilateralArgs(const FrameFilters &filters, const abi::FrameGeometry &frame);
abi::NlmArgs nlmArgs(const FrameFilters &filters, const abi::FrameGeometry &frame, int pass);
abi::SmearArgs smearArgs(const FrameFilters &filters, const abi::FrameGeometry &frame);
abi::HaloArgs haloArgs(const FrameFilters &filters, const abi::FrameGeometry &frame);

/// The filters of single buckets at the end of a stage. `scale` is the log scale of the pass.
abi::LocalSteps localSteps(const FilterStage &stage, const FrameFilters &filters,
                           const abi::LogScale &scale);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_FILTERPLAN_H
