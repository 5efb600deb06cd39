// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other programs: those that run from start to end (an assembler, a shell), and those that are fed
// through a pipe (an encoder). They are found in PATH and started without a shell, so nothing needs
// quoting. Their output never blocks us for ever. Programs that are given a sandbox run in it if
// the user wants sandboxes.

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

/// The remedy if the system starts no more threads or programs.
inline constexpr char kMoreProcesses[] =
    "raise the limit of processes: 'ulimit -u', or that of the container";

/// Result of a program that ended by itself.
struct ProcessResult {
  int exitCode = 0;
  std::string output, errors; ///< contents of its standard output and standard error
  double wallSeconds = 0;
  /// User and system time of all its threads and of the programs that it ran.
  double processorSeconds = 0;
};

/// Runs `arguments[0]` and waits until it has ended and its output is closed. `input` is its
/// standard input, which it need not read. `variables`, each "NAME=value", replace those of our
/// environment. A failing exit code is a result. A program that cannot be run, dies of a signal or
/// uses more than `processorLimit` of processor time (0: no limit) is an Environment error. Ctrl-C
/// reaches the program as it reaches us.
Result<ProcessResult> runProgram(const std::vector<std::string> &arguments,
                                 std::string_view input = {},
                                 const std::optional<Sandbox> &sandbox = {},
                                 const std::vector<std::string> &variables = {},
                                 std::chrono::seconds processorLimit = {});

/// Runs a program without input and returns its standard output. Any exit code but 0 is an
/// Environment error, with the last lines of standard error as note.
Result<std::string> outputOf(const std::vector<std::string> &arguments,
                             const std::optional<Sandbox> &sandbox = {});

/// A running program that reads what we write. It has its own process group, so Ctrl-C reaches it
/// only through us. Its standard error is read during each write and wait, and the end of it is
/// kept for error messages. The process that uses this class must ignore SIGPIPE.
class ChildProcess {
public:
  /// Time that a program may still take for a request after `shouldStop` has become true.
  static constexpr std::chrono::seconds kGrace{3};

  /// Starts `arguments[0]` with an open standard input. A program that cannot be run is an
  /// Environment error. `shouldStop` is polled while we wait for the program; null: waits without a
  /// limit.
  static Result<ChildProcess> start(const std::vector<std::string> &arguments,
                                    std::function<bool()> shouldStop = nullptr,
                                    const std::optional<Sandbox> &sandbox = {});

  ChildProcess(ChildProcess &&other) noexcept;
  ChildProcess &operator=(ChildProcess &&) = delete;
  /// Kills the program if it was not waited for.
  ~ChildProcess();

  /// Writes bytes to the program and waits until it has taken them. If the program ends instead,
  /// the error is that of `finish`. If it takes longer than kGrace after the request to stop, the
  /// error is the Environment error "interrupted".
  Status write(std::span<const std::byte> bytes);

  /// Closes its input and waits for its end. Anything but exit code 0 is an Environment error, with
  /// the last lines that the program printed as note. "interrupted" as in `write`.
  Status finish();

  /// The last lines of its standard error, also after exit code 0.
  std::string messages() const;

private:
  ChildProcess() = default;
  void readErrors();
  bool isGivenUp();
  Result<int> waitForEnd();

  std::string program;
  pid_t process = 0; ///< 0 after it was waited for
  Descriptor input, errors;
  std::string errorText; ///< the end of its standard error
  std::function<bool()> shouldStop;
  std::optional<std::chrono::steady_clock::time_point> deadline; ///< set when a stop is requested
};

} // namespace flame::rt

#endif // FLAME_SUPPORT_CHILDPROCESS_H
