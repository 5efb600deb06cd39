// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds the samples of a log to the histogram, tile by tile.

#ifndef FLAME_RUNTIME_CPU_REPLAYLOG_H
#define FLAME_RUNTIME_CPU_REPLAYLOG_H

#include "runtime/cpu/TileLog.h"

namespace flame::rt {

/// Adds all samples of the worker's log to its cells, which no other worker may write, and empties
/// the log. Removes the log from the worker if too many samples fall into one tile.
void replayLog(cpu::Worker *worker);

} // namespace flame::rt

#endif // FLAME_RUNTIME_CPU_REPLAYLOG_H
