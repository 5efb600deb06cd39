// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a machine of a farm does: one task, or the end of all.

#ifndef FLAME_TOOLS_FLAME_FARM_TASK_H
#define FLAME_TOOLS_FLAME_FARM_TASK_H

#include "tools/flame-farm/Farm.h"

namespace flame {

/// Runs flamerun for a task and returns its exit code. A task that another program is at is an
/// Environment error; one that is done is done again in a moment. With `openJob`, lines of Open Job
/// Description go to standard output: progress, and what is rendered.
rt::Result<int> runTask(const Farm &farm, uint32_t task, bool openJob);

/// Puts together what the tasks made: the picture of a still, the video of an animation if there is
/// to be one. An Input error that names them if tasks are missing. Returns the exit code of the
/// program that did it, 0 if there was nothing to do.
rt::Result<int> finishFarm(const Farm &farm, bool openJob);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_FARM_TASK_H
