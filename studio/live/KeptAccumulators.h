// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finishing on the CPU for somebody who looks. Of a histogram nearly all the time goes into density
// estimation, whose result does not depend on the tone: gamma, vibrancy and the like come behind
// it, brightness is a factor of it, and a map of colours is one, too. So its accumulators are kept,
// and changes of these alone are developed from them again, within milliseconds.

#ifndef FLAME_STUDIO_LIVE_KEPTACCUMULATORS_H
#define FLAME_STUDIO_LIVE_KEPTACCUMULATORS_H

#include "runtime/frame/Finish.h"
#include "runtime/plan/FramePlan.h"
#include "studio/live/ColorMap.h"

#include <optional>
#include <stop_token>

namespace flame::studio {

/// Pixels of a histogram.
struct Developed {
  std::vector<uint8_t> rgba;
  uint64_t samples = 0;
  bool isExact = true; ///< else a level may differ from what the histogram itself would give
};

class KeptAccumulators {
public:
  /// The histogram is about to be another one.
  void forget() { accumulators.reset(); }

  /// Makes pixels of the histograms of all passes, and keeps their accumulators. `grid` is theirs,
  /// of the same picture as the plan's with as much or more around it. An Environment error
  /// "interrupted" when `stop` was requested; what was kept is kept then.
  rt::Result<Developed> develop(const rt::FramePlan &plan, const abi::FrameGeometry &grid,
                                const std::vector<rt::PassHistogram> &passes,
                                const std::optional<ColorMap> &map, unsigned threads,
                                const std::stop_token &stop);

  /// Makes pixels of the accumulators that were kept. Nothing, if there are none, or if more than
  /// tone and colours differ.
  std::optional<Developed> developAgain(const rt::FramePlan &plan, const abi::FrameGeometry &grid,
                                        const std::optional<ColorMap> &map, unsigned threads) const;

private:
  Developed pixelsOf(const rt::FramePlan &plan, const abi::FrameGeometry &grid, float brighter,
                     const std::optional<ColorMap> &map, unsigned threads) const;

  /// Accumulated values, in the colours that were sampled; null: nothing is kept.
  rt::Accumulation accumulators;
  abi::FrameGeometry grid = {};
  /// Their settings.
  std::vector<rt::FilterStage> stages;
  rt::DensityTable density;
  uint32_t unit = 0;
  std::vector<uint64_t> counted; ///< samples of each pass
  std::vector<abi::LogScale> scales;
};

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_KEPTACCUMULATORS_H
