// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits a command line into jobs. A job writes one file. A command line has one job or many: for a
// flame, all flames of a file, several files, or two files for an edge.

#ifndef FLAME_TOOLS_FLAMEC_JOBPLAN_H
#define FLAME_TOOLS_FLAMEC_JOBPLAN_H

#include "tools/flamec/Arguments.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace flame {

/// One result and its inputs. Owns or shares everything it needs.
struct Job {
  /// One path, or the two paths of an edge between files. "-" is standard input.
  std::vector<std::string> inputs;
  /// Content of the only input, if it has been read already.
  std::shared_ptr<llvm::MemoryBuffer> content;
  /// Index of the flame, if every flame of the file is compiled.
  std::optional<size_t> flame;
  /// Name in progress messages.
  std::string label;
  std::string output, dumpStages, report;
};

/// The jobs of a command line, and the exit code of planning. An input whose flames cannot be
/// counted has no job.
struct JobPlan {
  std::vector<Job> jobs;
  ExitCode code = kDone;
  /// Whether to print progress.
  bool hasProgress = false;
};

/// Plans the jobs and creates the output directory. Reports errors.
JobPlan planJobs(const Arguments &arguments);

/// Creates a directory and its parents, unless it exists.
ExitCode makeDirectory(llvm::StringRef path, llvm::raw_ostream &messages);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEC_JOBPLAN_H
