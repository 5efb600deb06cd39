// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sums of some of the logical blocks of a frame. They are integers, so parts may be added in
// any order, and all parts together are the histogram that one device would have made.

#ifndef FLAME_RUNTIME_PLAN_HISTOGRAMPART_H
#define FLAME_RUNTIME_PLAN_HISTOGRAMPART_H

#include "abi/Abi.h"
#include "runtime/plan/Schedule.h"
#include "runtime/shared/Shard.h"
#include "support/Result.h"

#include <span>
#include <string>
#include <vector>

namespace flame::rt {

/// The kind of device. It determines how samples are divided among logical blocks and what each
/// block contributes.
enum class DeviceKind : uint8_t { Cpu, Gpu };

/// The sums of one pass over a frame.
struct PassHistogram {
  uint64_t samples = 0; ///< counted iterations
  /// Schedule of a GPU, Direct or Split. On the CPU always Direct.
  Schedule schedule = Schedule::Direct;
  /// One cell per bucket, row by row. Sums are modulo 2^64: colours may be below 0 until all parts
  /// are added (SplitLog.h).
  std::vector<abi::WideCell> cells;
};

/// A part of a frame, or all of it.
struct HistogramPart {
  DeviceKind device = DeviceKind::Cpu;
  std::string code;                       ///< code that ran: "sm_90", "PTX for sm_80", "16 lanes"
  uint32_t gridWidth = 0, gridHeight = 0; ///< buckets
  uint32_t blocks = 0;                    ///< logical blocks of each pass over the whole frame
  /// Logical blocks of this part: ascending, not empty, not touching.
  std::vector<BlockRange> ranges;
  std::vector<PassHistogram> passes;

  uint64_t buckets() const { return uint64_t(gridWidth) * gridHeight; }
};

/// Checks that `histograms` fit a frame with that many passes and buckets. Otherwise returns an
/// Internal error.
Status checkHistograms(std::span<const PassHistogram> histograms, uint32_t passes,
                       uint64_t buckets);

/// Adds the passes of one histogram to those of another of the same frame. An empty `sum` takes
/// over `more`. Passes that do not correspond are an Internal error.
Status addPasses(std::vector<PassHistogram> &sum, std::vector<PassHistogram> more);

/// The exact totals of all passes together, as written by `flamerun --histogram`. The passes must
/// be complete.
std::vector<abi::WideCell> exactHistogram(const std::vector<PassHistogram> &passes);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_HISTOGRAMPART_H
