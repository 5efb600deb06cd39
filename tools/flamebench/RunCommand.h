// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a command and says what it took.

#ifndef FLAME_TOOLS_FLAMEBENCH_RUNCOMMAND_H
#define FLAME_TOOLS_FLAMEBENCH_RUNCOMMAND_H

#include "support/Result.h"

#include <string>

namespace flame {

/// Seconds of a process and its children: by the clock, and of processors (user and system, all threads).
struct Cost {
  double wall = 0, cpu = 0;
};

/// Runs a line of shell, its output going nowhere. A failing command is an Environment error that quotes it.
rt::Result<Cost> runCommand(const std::string &line);

/// `text` as one word of the shell.
std::string quoteForShell(const std::string &text);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_RUNCOMMAND_H
