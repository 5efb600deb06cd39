// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the fastest schedule for accumulating samples, and checks whether `auto` chooses it.

#ifndef FLAME_TOOLS_FLAMEBENCH_SCHEDULES_H
#define FLAME_TOOLS_FLAMEBENCH_SCHEDULES_H

#include "runtime/plan/FramePlan.h"
#include "tools/flamebench/Table.h"

namespace flame {

struct ScheduleBenchOptions {
  std::vector<std::string> artefacts;
  /// Sizes of the pictures, at least one.
  std::vector<std::pair<uint32_t, uint32_t>> sizes;
  std::vector<double> budgets; ///< samples per frame, at least one
  std::string moment;          ///< time within an animation (Moment.h)
  int ordinal = 0;
  bool trust = false; ///< run code that is not in the user's trust list
  unsigned repeat = 3;
};

/// Measurements of one frame: G samples/s for each schedule, 0 if it cannot be used.
struct ScheduleRates {
  double direct = 0, split = 0, automatic = 0;
  bool autoSplits = false; ///< `auto` chose split
};

/// Returns the cells of a frame: the rates, the choice of auto, and how many percent auto is slower
/// than the better of the others. The figure is negative if auto measured faster, which noise can
/// cause.
std::map<std::string, double> scheduleCells(const ScheduleRates &rates);

/// Returns a row per artefact, size and budget, and the worst and median of all rows. Without a GPU
/// it returns an Environment error.
rt::Result<Table> benchSchedules(const ScheduleBenchOptions &options);

/// Says in how many rows of such a table auto is within `percent` of the best.
std::string judgeAuto(const Table &table, double percent);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_SCHEDULES_H
