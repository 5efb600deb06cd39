// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finishing on the CPU: histograms in, one for each pass over the frame, packed pixels out. The same
// mathematics, headers and tables as on the GPU, so the pictures agree within rounding. The bytes do not depend on the number of
// threads: every sum is made in one fixed order, and threads only share out rows.

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

/// Everything a frame's pixels depend on.
struct FinishInputs {
  abi::FrameGeometry
      frame; ///< of makeFrameGeometry, for this filter and at least this density table
  std::span<const uint64_t> cells;     ///< one per bucket
  std::span<const abi::WideCell> wide; ///< one per bucket
  uint32_t unit = abi::kWholeUnit;     ///< of the deposits
  abi::LogScale logScale;
  const FrameFilters *filters = nullptr; ///< never null
  PixelFormat format = kRgba8;
  uint64_t seed = 0; ///< of the frame, for the dither of planar formats
};

/// Accumulated values of a frame, one per bucket.
using Accumulation = std::unique_ptr<abi::Accumulator[]>;

/// Takes the histogram of a pass through the stages before the sum and adds it to `sum`, which is null before the
/// first one, with `threads` threads (0: as many as the machine has). When `stop` is requested it ends soon, and `sum` is worth
/// nothing. Fails where a filter is a library's (OpenImageDenoise.h), and that fails.
Status addPass(const FinishInputs &inputs, Accumulation &sum, unsigned threads = 0,
               const std::stop_token &stop = {});

/// Takes what the passes of a frame have given through the stages after the sum. `inputs` are those of any of them.
std::vector<uint8_t> developFrame(const FinishInputs &inputs, Accumulation sum,
                                  unsigned threads = 0);

/// The same of accumulators that stay as they are, for plans whose only stage after the sum is
/// Store.
std::vector<uint8_t> developAccumulators(const FinishInputs &inputs,
                                         const abi::Accumulator *accumulators,
                                         unsigned threads = 0);

/// Pixels of kRgbaFloat from the colours of a frame, in the same memory.
void makeFloatPixels(std::span<abi::Accumulator> colors, const abi::ToneParams &tone);

/// Finishes a frame of one pass, whose filters are ours.
std::vector<uint8_t> finishFrame(const FinishInputs &inputs, unsigned threads = 0);

/// What the conversion of colours to planes is told; `colors` and `planes` belong to the caller.
abi::VideoArgs videoArgs(const PixelFormat &format, uint32_t width, uint32_t height, uint64_t seed,
                         const abi::Accumulator *colors, void *planes);

/// The accumulators of a pass after the stages before the sum, one entry per bucket; all filters
/// are ours.
std::vector<abi::Accumulator> accumulatorsOfPass(const FinishInputs &inputs, unsigned threads = 0);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_FINISH_H
