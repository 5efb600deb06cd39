// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How our programs begin: with the words of the command line.

#ifndef FLAME_TOOLS_COMMANDLINE_H
#define FLAME_TOOLS_COMMANDLINE_H

#include "support/Result.h"

#include <CLI/CLI.hpp>

#include <optional>

namespace flame {

/// Parses the command line, then calls `check`, which may throw CLI::ParseError, too. The exit code if the program is at
/// its end: after help or version, or after a usage error. It has printed what there is to say.
template <class Check>
std::optional<int> parseCommandLine(CLI::App &app, int argc, char **argv, Check check) {
  try {
    app.parse(argc, argv);
    check();
  } catch (const CLI::ParseError &error) {
    return app.exit(error) ? int(rt::ErrorKind::Usage) : 0;
  }
  return std::nullopt;
}

inline std::optional<int> parseCommandLine(CLI::App &app, int argc, char **argv) {
  return parseCommandLine(app, argc, argv, [] {});
}

} // namespace flame

#endif // FLAME_TOOLS_COMMANDLINE_H
