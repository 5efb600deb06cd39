// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Another program, fed through a pipe: an encoder. It is found in PATH and started without a shell, in a process group
// of its own so that Ctrl-C reaches it only through us. What it prints to standard error is read all the time and its
// end kept, for the message in case it fails.

#ifndef FLAME_SUPPORT_CHILDPROCESS_H
#define FLAME_SUPPORT_CHILDPROCESS_H

#include "support/Result.h"

#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace flame::rt {

/// A running program. The process that uses it ignores SIGPIPE.
class ChildProcess {
public:
  /// Starts `arguments[0]` with an open standard input. A program that is not in PATH is an Environment error.
  static Result<ChildProcess> start(const std::vector<std::string> &arguments);

  /// Runs a program that reads nothing and returns what it printed to standard output.
  static Result<std::string> outputOf(const std::vector<std::string> &arguments);

  ChildProcess(ChildProcess &&other) noexcept;
  ChildProcess &operator=(ChildProcess &&) = delete;
  /// Kills the program if it was not waited for.
  ~ChildProcess();

  /// Gives it bytes to read, waiting until it has taken them. When it ends instead, the error is that of `finish`.
  Status write(std::span<const std::byte> bytes);

  /// Ends its input and waits for it to end. Anything but exit code 0 is an Environment error with the last lines that
  /// the program printed as note.
  Status finish();

private:
  class Collector;

  ChildProcess();
  static Result<ChildProcess> spawn(const std::vector<std::string> &arguments, bool wantsOutput);
  void closeInput();

  std::string program;
  pid_t process = 0; ///< 0 once it was waited for
  int input = -1;
  std::unique_ptr<Collector> errors, output;
};

} // namespace flame::rt

#endif // FLAME_SUPPORT_CHILDPROCESS_H
