// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finishes frames on the CPU: takes one histogram per pass over the frame and returns packed
// pixels. The formulas, headers and tables are those of the GPU, so the pictures agree within
// rounding. The bytes do not depend on the number of threads: every sum has a fixed order, and
// threads only divide rows.

#ifndef FLAME_RUNTIME_FRAME_FINISH_H
#define FLAME_RUNTIME_FRAME_FINISH_H

#include "abi/FinishAbi.h"
#include "runtime/plan/FilterPlan.h"
#include "runtime/plan/PixelFormat.h"
#include "support/Result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace flame::rt {

/// Everything that determines the pixels of a frame.
struct FinishInputs {
  /// From makeFrameGeometry, for this filter and a density table at least as large.
  abi::FrameGeometry frame;
  std::span<const uint64_t> cells;     ///< one per bucket
  std::span<const abi::WideCell> wide; ///< one per bucket
  uint32_t unit = abi::kWholeUnit;     ///< unit of the deposits
  abi::LogScale logScale;
  const FrameFilters *filters = nullptr; ///< never null
  PixelFormat format = kRgba8;
  uint64_t seed = 0; ///< seed of the frame, for the dither of planar formats
};

/// Accumulators of a frame, one per bucket.
using Accumulation = std::unique_ptr<abi::Accumulator[]>;

/// Applies the stages before the sum to the histogram of a pass and adds the result to `sum`, which
/// is null for the first pass. `threads` is the number of threads (0: one per processor). When
/// `stop` is requested it returns early, and `sum` is invalid. Fails if an external filter
/// (OpenImageDenoise.h) fails.
Status addPass(const FinishInputs &inputs, Accumulation &sum, unsigned threads = 0,
               const std::stop_token &stop = {});

/// Applies the stages after the sum to the sum of all passes. `inputs` may be those of any pass.
std::vector<uint8_t> developFrame(const FinishInputs &inputs, Accumulation sum,
                                  unsigned threads = 0);

/// Same as developFrame, but leaves the accumulators unchanged. Only for plans whose single stage
/// after the sum is Store.
std::vector<uint8_t> developAccumulators(const FinishInputs &inputs,
                                         const abi::Accumulator *accumulators,
                                         unsigned threads = 0);

/// Converts the colours of a frame to kRgbaFloat pixels in place.
void makeFloatPixels(std::span<abi::Accumulator> colors, const abi::ToneParams &tone);

/// Finishes a frame that has one pass and no external filter.
std::vector<uint8_t> finishFrame(const FinishInputs &inputs, unsigned threads = 0);

/// Arguments for the conversion of colours to planes. The caller owns `colors` and `planes`.
abi::VideoArgs videoArgs(const PixelFormat &format, uint32_t width, uint32_t height, uint64_t seed,
                         const abi::Accumulator *colors, void *planes);

/// The accumulators of a pass after the stages before the sum, one per bucket. The plan has no
/// external filter.
std::vector<abi::Accumulator> accumulatorsOfPass(const FinishInputs &inputs, unsigned threads = 0);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_FINISH_H
