// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A job is one file to write. What a command line asks for is one job or many: a flame, all flames of a file, several
// files, or two files for an edge.

#ifndef FLAME_TOOLS_FLAMEC_JOBPLAN_H
#define FLAME_TOOLS_FLAMEC_JOBPLAN_H

#include "tools/flamec/Arguments.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace flame {

/// One result, and what it is made of. Owns or shares everything that it needs.
struct Job {
  /// One path, or the two of an edge between files; "-" is standard input.
  std::vector<std::string> inputs;
  /// The content of the only input where it has been read already.
  std::shared_ptr<llvm::MemoryBuffer> content;
  /// The flame of a file of which every flame is wanted.
  std::optional<size_t> flame;
  /// What progress calls it.
  std::string label;
  std::string output, dumpStages, report;
};

/// The jobs of a command line, and what planning them came to: an input whose flames cannot even be counted has no job.
struct JobPlan {
  std::vector<Job> jobs;
  ExitCode code = kDone;
  /// Whether to tell how far the work is.
  bool hasProgress = false;
};

/// Finds out what is to be made, and makes the directory for it. What is wrong has been reported.
JobPlan planJobs(const Arguments &arguments);

/// Makes a directory and those above it, unless it exists.
ExitCode makeDirectory(llvm::StringRef path, llvm::raw_ostream &messages);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEC_JOBPLAN_H
