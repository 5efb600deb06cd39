// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What engines are told of a farm folder: scripts for Slurm, a template of Open Job Description, a
// line for GNU parallel. Names of folders and programs may have any bytes, and reach flame-farm as
// they are.

#ifndef FLAME_TOOLS_FLAME_FARM_ENGINES_H
#define FLAME_TOOLS_FLAME_FARM_ENGINES_H

#include "tools/flame-farm/Farm.h"

#include <optional>
#include <string_view>

namespace flame {

/// What a task needs of its machine.
struct Resources {
  unsigned processors = 4, gpus = 0;
  uint64_t megabytes = 0;
  std::string timeLimit; ///< as the engine writes it; empty: its own
};

/// What Slurm is told besides.
struct SlurmOptions {
  Resources resources;
  std::string partition, account; ///< may be empty
  uint32_t mostAtOnce = 0;        ///< tasks that may run at a time; 0: as many as fit
};

/// The script of the array: it renders the task that Slurm names.
std::string slurmArray(const Farm &farm, const std::vector<uint32_t> &tasks,
                       const SlurmOptions &options);
/// The script of the job that depends on it.
std::string slurmFinish(const Farm &farm, const SlurmOptions &options);

/// A job template, version jobtemplate-2023-09, as JSON.
std::string openJobTemplate(const Farm &farm, const std::vector<uint32_t> &tasks,
                            const Resources &resources);

/// A line of flamerun's progress (--progress=json) as engines of Open Job Description read it, with
/// its end; empty if it is an event that they are not told of. Nothing if the line is no progress
/// at all: programs that flamerun starts write there, too.
std::optional<std::string> openJobProgress(std::string_view line);

/// The command lines for a shell: GNU parallel, and then the end.
std::string parallelLine(const Farm &farm, const std::vector<uint32_t> &tasks);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_FARM_ENGINES_H
