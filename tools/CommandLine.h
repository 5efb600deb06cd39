// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Common start and end of all programs: parsing the command line, and checking that the output was
// written.

#ifndef FLAME_TOOLS_COMMANDLINE_H
#define FLAME_TOOLS_COMMANDLINE_H

#include "support/Result.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace flame {

/// Parses the command line, then calls `check`, which may throw CLI::ParseError. Returns the exit
/// code if the program is done: after help or version, or after a usage error, whose message is
/// printed.
///
/// First opens any closed standard stream in a way that makes reads and writes fail. Otherwise the
/// next file opened would take its descriptor.
///
/// A value must not be empty and must not look like another option, unless it is written as
/// --name=--value: `--size= --seed=1` is an error, not a size called "--seed=1".
std::optional<int> parseCommandLine(CLI::App &app, int argc, char **argv,
                                    const std::function<void()> &check = nullptr);

/// Parses options of another program that are not on the command line. Returns a Usage error if
/// they are wrong.
rt::Status parseWords(CLI::App &app, std::vector<std::string> words);

/// Returns the exit code of the program `name` after its work: `code`, unless standard output could
/// not be written. In that case it prints an error.
int endProgram(const std::string &name, int code);

/// Makes every failed allocation end the program `name` as an Environment error, after its
/// temporary files are removed. Stores the pointer `name`. Not for programs that can continue
/// without the memory.
void endWithoutMemory(const char *name);

/// Ends the program as above, for libraries that allocate memory in other ways than `new`.
[[noreturn]] void outOfMemory();

/// Accepts whole decimal numbers within a range.
CLI::Validator wholeNumber(uint64_t least = 0,
                           uint64_t most = std::numeric_limits<uint64_t>::max());

/// Accepts finite numbers within a range, bounds included.
CLI::Validator numberFrom(double least, double most = std::numeric_limits<double>::max());

/// Accepts finite numbers above 0.
CLI::Validator numberAboveZero();

/// Accepts one of these words.
CLI::Validator oneOf(std::vector<std::string> words);

} // namespace flame

#endif // FLAME_TOOLS_COMMANDLINE_H
