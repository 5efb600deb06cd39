// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What some of the logical blocks of a frame gave: sums of integers, so that parts may be added in any order, and all of them
// together are the histogram that one device would have made.

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

/// How samples are divided among logical blocks, and what a block gives, differs between these.
enum class DeviceKind : uint8_t { Cpu, Gpu };

/// The sums of one pass over a frame.
struct PassHistogram {
  uint64_t samples = 0; ///< counted iterations
  Schedule schedule =
      Schedule::Direct; ///< that a GPU took, Direct or Split; on the CPU there is no other
  /// One per bucket, row by row. Sums modulo 2^64: until all parts are added, colours may be below 0 (SplitLog.h).
  std::vector<abi::WideCell> cells;
};

/// A part of a frame, or all of it.
struct HistogramPart {
  DeviceKind device = DeviceKind::Cpu;
  std::string code;                       ///< what ran: "sm_90", "PTX for sm_80", "16 lanes"
  uint32_t gridWidth = 0, gridHeight = 0; ///< buckets
  uint32_t blocks = 0;                    ///< logical blocks of each pass over the whole frame
  std::vector<BlockRange> ranges; ///< those that are in here: ascending, not empty, not touching
  std::vector<PassHistogram> passes;

  uint64_t buckets() const { return uint64_t(gridWidth) * gridHeight; }
};

/// Whether histograms are those of a frame of so many passes, with a cell for each of so many
/// buckets. An Internal error otherwise.
Status checkHistograms(std::span<const PassHistogram> histograms, uint32_t passes,
                       uint64_t buckets);

/// Adds the passes of one histogram to those of another of the same frame, or makes them the first.
/// Passes that do not correspond are an Internal error.
Status addPasses(std::vector<PassHistogram> &sum, std::vector<PassHistogram> more);

/// The exact totals of complete passes together, as `flamerun --histogram` writes them.
std::vector<abi::WideCell> exactHistogram(const std::vector<PassHistogram> &passes);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_HISTOGRAMPART_H
