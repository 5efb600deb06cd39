// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which way of adding up samples is the quickest, and whether `auto` knows it.

#ifndef FLAME_TOOLS_FLAMEBENCH_SCHEDULES_H
#define FLAME_TOOLS_FLAMEBENCH_SCHEDULES_H

#include "runtime/plan/FramePlan.h"
#include "tools/flamebench/Table.h"

namespace flame {

struct ScheduleBenchOptions {
  std::vector<std::string> artefacts;
  std::vector<std::pair<uint32_t, uint32_t>> sizes; ///< pictures, at least one
  std::vector<double> budgets;                      ///< samples of a frame, at least one
  std::string moment;                               ///< of animations (Moment.h)
  int ordinal = 0;
  bool trust = false; ///< run code that the user's list does not name
  unsigned repeat = 3;
};

/// What was measured of one frame: G samples/s by each schedule, 0 where it cannot be used.
struct ScheduleRates {
  double direct = 0, split = 0, automatic = 0;
  bool autoSplits = false; ///< whether `auto` took split
};

/// The cells of a frame: rates, what auto took, and by how many percent auto is slower than the better of the others (below 0: quicker,
/// as no two measurements are the same).
std::map<std::string, double> scheduleCells(const ScheduleRates &rates);

/// A row for each artefact, size and budget, and the worst and median of all. Without a GPU an Environment error.
rt::Result<Table> benchSchedules(const ScheduleBenchOptions &options);

/// In how many rows of such a table auto is within `percent` of the best, in words for people.
std::string judgeAuto(const Table &table, double percent);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_SCHEDULES_H
