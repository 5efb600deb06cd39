// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How our programs begin: with the words of the command line; and how those end that print something.

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

/// Parses the command line, then calls `check`, which may throw CLI::ParseError, too. The exit code if the program is at
/// its end: after help or version, or after a usage error. It has printed what there is to say.
///
/// Before that it opens the standard streams that are closed, so that reading and writing them fails, and no file that is opened
/// later takes their place.
///
/// A value is never empty and never looks like another option, unless it is written as --name=--value: `--size= --seed=1` is
/// a mistake, not a size called "--seed=1".
std::optional<int> parseCommandLine(CLI::App &app, int argc, char **argv,
                                    const std::function<void()> &check = nullptr);

/// Parses words that are not those of the command line, options for another program. A Usage error says what is wrong with them.
rt::Status parseWords(CLI::App &app, std::vector<std::string> words);

/// What the program `name` exits with after its work: `code`, unless what it printed to standard output could not be written,
/// which it says then.
int endProgram(const std::string &name, int code);

/// From now on, whoever asks for memory that there is not ends the program `name` as an Environment error, its temporary files
/// removed. `name` is kept as it is. Not for programs that go on without.
void endWithoutMemory(const char *name);

/// What happens then, for libraries that ask for memory in other ways than `new`.
[[noreturn]] void outOfMemory();

/// Accepts digits alone, within a range.
CLI::Validator wholeNumber(uint64_t least = 0,
                           uint64_t most = std::numeric_limits<uint64_t>::max());

/// Accepts finite numbers within a range, bounds included.
CLI::Validator numberFrom(double least, double most = std::numeric_limits<double>::max());

/// Accepts finite numbers above 0.
CLI::Validator numberAboveZero();

/// Accepts these words.
CLI::Validator oneOf(std::vector<std::string> words);

} // namespace flame

#endif // FLAME_TOOLS_COMMANDLINE_H
