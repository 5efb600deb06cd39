// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finishes frames on the CPU for interactive editing. Density estimation takes nearly all the time
// of finishing, but its result does not depend on tone. Gamma, vibrancy and similar settings act
// after it; brightness and a map of colours are linear factors of it. This class keeps the
// accumulators and redevelops them within milliseconds when only these settings change.

#ifndef FLAME_STUDIO_LIVE_KEPTACCUMULATORS_H
#define FLAME_STUDIO_LIVE_KEPTACCUMULATORS_H

#include "runtime/frame/Finish.h"
#include "runtime/plan/FramePlan.h"
#include "studio/live/ColorMap.h"

#include <optional>
#include <stop_token>

namespace flame::studio {

/// Pixels made from a histogram.
struct Developed {
  std::vector<uint8_t> rgba;
  uint64_t samples = 0;
  /// False if a level may differ from what the histogram itself would give.
  bool isExact = true;
};

class KeptAccumulators {
public:
  /// Drops the accumulators. Call this before the histogram changes.
  void forget() { accumulators.reset(); }

  /// Makes pixels from the histograms of all passes and keeps their accumulators. `grid` is the
  /// geometry of the histograms: the plan's picture with the same or a larger margin. Returns an
  /// Environment error "interrupted" if `stop` was requested; the accumulators kept before remain
  /// valid then.
  rt::Result<Developed> develop(const rt::FramePlan &plan, const abi::FrameGeometry &grid,
                                const std::vector<rt::PassHistogram> &passes,
                                const std::optional<ColorMap> &map, unsigned threads,
                                const std::stop_token &stop);

  /// Makes pixels from the kept accumulators. Returns nothing if there are none, or if the plan
  /// differs from theirs in more than tone and colours.
  std::optional<Developed> developAgain(const rt::FramePlan &plan, const abi::FrameGeometry &grid,
                                        const std::optional<ColorMap> &map, unsigned threads) const;

private:
  Developed pixelsOf(const rt::FramePlan &plan, const abi::FrameGeometry &grid, float brighter,
                     const std::optional<ColorMap> &map, unsigned threads) const;

  /// Accumulated values in the sampled colours. Null if nothing is kept.
  rt::Accumulation accumulators;
  abi::FrameGeometry grid = {};
  /// The settings that the accumulators were made with.
  std::vector<rt::FilterStage> stages;
  rt::DensityTable density;
  uint32_t unit = 0;
  std::vector<uint64_t> counted; ///< samples of each pass
  std::vector<abi::LogScale> scales;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_KEPTACCUMULATORS_H
