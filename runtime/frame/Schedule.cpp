// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes of a log.

#include "runtime/frame/Schedule.h"

#include "runtime/shared/IterateMemory.h"
#include "runtime/shared/SplitLog.h"

#include <algorithm>
#include <cmath>

namespace flame::rt {

std::optional<Schedule> findSchedule(std::string_view name) {
  if (name == "auto")
    return Schedule::Auto;
  if (name == "direct")
    return Schedule::Direct;
  if (name == "split")
    return Schedule::Split;
  return std::nullopt;
}

/// Entries that a block has room for in each bin: so many that the lanes which copy them have two quads each, and with fewer than
/// the least most of the time is spent with flushing.
static constexpr uint32_t kWantedBuffered = 136, kFewestBuffered = 24;
/// Bins get equally much but for chance; a flush comes when the mean is this many standard deviations below what there is
/// room for. The few that find their buffer full are added directly.
static constexpr double kDeviations = 1.75;
/// What the log has beyond the samples that are expected, as some bins have hotter buckets than others; and what its
/// quads that are not full take.
static constexpr double kSpareShare = 1.2;

/// Rounds between flushes.
static uint32_t roundsPerFlush(uint32_t buffered, uint32_t bins, double shareInFrame) {
  const double mean = buffered - kDeviations * std::sqrt(double(buffered));
  const double perRound = abi::kPointsPerBlock * shareInFrame / bins;
  return uint32_t(std::clamp(mean / perRound, 1.0, 1024.0));
}

std::optional<SplitPlan> planSplit(const SplitWork &work, const SplitRoom &room) {
  if (!room.binCells)
    return std::nullopt;
  const auto binsFor = [&](uint32_t buffered) {
    return room.bufferBytes / ((buffered + 1) * uint32_t(sizeof(uint32_t)));
  };
  const uint32_t width = work.frame.gridWidth, height = work.frame.gridHeight;
  const uint32_t bins = binCountFor(width, height, room.binCells, binsFor(kWantedBuffered),
                                    std::min(room.mostBins, binsFor(kFewestBuffered)));
  if (!bins)
    return std::nullopt;
  abi::SplitLog log = {};
  log.bins = bins;
  log.binReciprocal = binReciprocalOf(bins);
  log.binCells = uint32_t((uint64_t(width) * height + bins - 1) / bins);
  log.bufferBytes = (room.bufferBytes - bufferBytes(bins, 0)) / bins / 16 * 16;
  const uint32_t buffered = log.bufferBytes / uint32_t(sizeof(uint32_t));
  const double share = std::clamp(work.shareInFrame, 1e-3, 1.0);
  log.roundsPerFlush = roundsPerFlush(buffered, bins, share);

  const double bytesPerBlock =
      double(work.samplesPerBlock) * share * kSpareShare * sizeof(uint32_t);
  const uint64_t turns = uint64_t(double(room.logBytes) / (bytesPerBlock * room.blocks));
  if (turns == 0 && double(room.logBytes) < bytesPerBlock * work.blocks)
    return std::nullopt;
  const uint32_t blocks =
      uint32_t(std::min<uint64_t>(work.blocks, std::max<uint64_t>(turns, 1) * room.blocks));
  constexpr uint64_t kQuadBytes = 4 * sizeof(uint32_t);
  log.binQuads =
      uint32_t(std::min<double>(UINT32_MAX, bytesPerBlock * blocks / bins / kQuadBytes) + 1);
  return SplitPlan{log, blocks};
}

} // namespace flame::rt
