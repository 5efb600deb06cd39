// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other programs: those that are run from start to end, an assembler or a shell, and those that are fed through a pipe
// while we work, an encoder. They are found in PATH and started without a shell, so that nothing needs quoting. What they
// print never makes them wait for us for ever. Those that are given a sandbox are in it if the user wants that.

#ifndef FLAME_SUPPORT_CHILDPROCESS_H
#define FLAME_SUPPORT_CHILDPROCESS_H

#include "support/Descriptor.h"
#include "support/Result.h"
#include "support/Sandbox.h"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace flame::rt {

/// What helps where the system starts no more threads or programs.
inline constexpr char kMoreProcesses[] =
    "raise the limit of processes: 'ulimit -u', or that of the container";

/// What a program that ended by itself left, and what it took.
struct ProcessResult {
  int exitCode = 0;
  std::string output, errors; ///< what it printed to its standard streams
  double wallSeconds = 0;
  double processorSeconds = 0; ///< user and system, of all its threads and of the programs it ran
};

/// Runs `arguments[0]` with `input` on its standard input, which it need not read, and waits until it has ended and nobody
/// can write to its output any more. A failing exit code is a result; a program that cannot be run or dies of a signal is
/// an Environment error. Ctrl-C reaches the program as it reaches us. `variables`, "NAME=value" each, are in its environment in place of
/// ours.
Result<ProcessResult> runProgram(const std::vector<std::string> &arguments,
                                 std::string_view input = {},
                                 const std::optional<Sandbox> &sandbox = {},
                                 const std::vector<std::string> &variables = {});

/// Runs a program that reads nothing and returns what it printed to standard output. Any exit code but 0 is an
/// Environment error with the last lines of what it printed to standard error as note.
Result<std::string> outputOf(const std::vector<std::string> &arguments,
                             const std::optional<Sandbox> &sandbox = {});

/// A running program that reads what we write. It is in a process group of its own, so that Ctrl-C reaches it only through
/// us. What it prints to standard error is read whenever it is written to or waited for, and its end kept, for the message
/// in case it fails. The process that uses it ignores SIGPIPE.
class ChildProcess {
public:
  /// How long a program may still take for what it is asked to do once `shouldStop` has become true.
  static constexpr std::chrono::seconds kGrace{3};

  /// Starts `arguments[0]` with an open standard input. A program that cannot be run is an Environment error. `shouldStop` is
  /// asked while we wait for it; null: we wait as long as it takes.
  static Result<ChildProcess> start(const std::vector<std::string> &arguments,
                                    std::function<bool()> shouldStop = nullptr,
                                    const std::optional<Sandbox> &sandbox = {});

  ChildProcess(ChildProcess &&other) noexcept;
  ChildProcess &operator=(ChildProcess &&) = delete;
  /// Kills the program if it was not waited for.
  ~ChildProcess();

  /// Gives it bytes to read, waiting until it has taken them. When it ends instead, the error is that of `finish`; when it
  /// was not done within kGrace after the wish to stop, the Environment error "interrupted".
  Status write(std::span<const std::byte> bytes);

  /// Ends its input and waits for it to end. Anything but exit code 0 is an Environment error with the last lines that
  /// the program printed as note. "interrupted" as in `write`.
  Status finish();

  /// The last lines that it printed to standard error, also when it ended with exit code 0.
  std::string messages() const;

private:
  ChildProcess() = default;
  void readErrors();
  bool isGivenUp();
  Result<int> waitForEnd();

  std::string program;
  pid_t process = 0; ///< 0 once it was waited for
  Descriptor input, errors;
  std::string errorText; ///< the end of what it printed to standard error
  std::function<bool()> shouldStop;
  std::optional<std::chrono::steady_clock::time_point> deadline; ///< once there is the wish to stop
};

} // namespace flame::rt

#endif // FLAME_SUPPORT_CHILDPROCESS_H
