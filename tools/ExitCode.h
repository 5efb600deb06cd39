// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How programs print errors, and the codes they exit with.

#ifndef FLAME_TOOLS_EXITCODE_H
#define FLAME_TOOLS_EXITCODE_H

#include "support/Printable.h"
#include "support/Result.h"

#include <iostream>
#include <string>

namespace flame {

/// The exit codes of all programs, documented in their --help: 0, or the kind of the error. If
/// several errors occur, the largest code is the worst.
enum ExitCode : int {
  kDone = 0,
  kRejected = int(rt::ErrorKind::Input),
  kUsage = int(rt::ErrorKind::Usage),
  kEnvironment = int(rt::ErrorKind::Environment),
  kBug = int(rt::ErrorKind::Internal),
};

/// Formats an error as `program` prints it: its text, and its note on a line of its own. Makes text
/// from files printable.
inline std::string describeError(const std::string &program, const rt::Error &error) {
  std::string lines = program + ": error: " + rt::printable(error.text()) + "\n";
  if (!error.note().empty())
    lines += program + ": note: " + rt::printable(error.note()) + "\n";
  return lines;
}

/// Prints an error and returns the exit code of its kind.
inline ExitCode reportError(const std::string &program, const rt::Error &error) {
  std::cerr << describeError(program, error);
  return ExitCode(error.exitCode());
}

} // namespace flame

#endif // FLAME_TOOLS_EXITCODE_H
