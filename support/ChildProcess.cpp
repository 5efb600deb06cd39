// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// posix_spawn and pipes. Our ends of the pipes are close-on-exec, so that a second child cannot keep the input of the
// first one open.

#include "support/ChildProcess.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <thread>

extern char **environ;

using namespace flame::rt;

/// What is kept of standard error, and how many lines of it a message shows.
static constexpr size_t kErrorBytes = 4096, kErrorLines = 8;
/// What is kept of standard output; lists of encoders have a few kilobytes.
static constexpr size_t kOutputBytes = 1 << 20;

/// Reads a stream on a thread of its own until it ends, and keeps its end.
class ChildProcess::Collector {
public:
  Collector(int descriptor, size_t limit) : descriptor(descriptor), limit(limit) {}
  ~Collector() {
    if (reader.joinable())
      reader.join();
    close(descriptor);
  }

  /// Starts to read. False when the system starts no more threads.
  bool start() {
    try {
      reader = std::thread([this] { read(); });
    } catch (const std::system_error &) {
      return false;
    }
    return true;
  }

  /// What was read; waits for the end of the stream.
  const std::string &text() {
    if (reader.joinable())
      reader.join();
    return kept;
  }

private:
  void read() {
    std::array<char, 4096> buffer;
    for (;;) {
      const ssize_t size = ::read(descriptor, buffer.data(), buffer.size());
      if (size < 0 && errno == EINTR)
        continue;
      if (size <= 0)
        return;
      kept.append(buffer.data(), size_t(size));
      if (kept.size() > limit)
        kept.erase(0, kept.size() - limit);
    }
  }

  int descriptor;
  size_t limit;
  std::string kept;
  std::thread reader;
};

namespace {
/// A pipe whose ends are closed with it.
struct Pipe {
  int read = -1, write = -1;

  Pipe() = default;
  Pipe(const Pipe &) = delete;
  ~Pipe() {
    for (int end : {read, write})
      if (end >= 0)
        close(end);
  }
  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
};

int release(int &descriptor) { return std::exchange(descriptor, -1); }
} // namespace

ChildProcess::ChildProcess() = default;

ChildProcess::ChildProcess(ChildProcess &&other) noexcept
    : program(std::move(other.program)), process(std::exchange(other.process, 0)),
      input(release(other.input)), errors(std::move(other.errors)),
      output(std::move(other.output)) {}

ChildProcess::~ChildProcess() {
  closeInput();
  if (process > 0) {
    kill(process, SIGKILL);
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

void ChildProcess::closeInput() {
  if (input >= 0)
    close(release(input));
}

/// Starts a program with these standard streams.
static int spawnProgram(pid_t &process, std::vector<std::string> arguments, int in, int out,
                        int err) {
  std::vector<char *> pointers;
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  if (out >= 0)
    posix_spawn_file_actions_adddup2(&actions, out, 1);
  else
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP})
    sigaddset(&defaults, signal);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  const int failure =
      posix_spawnp(&process, pointers[0], &actions, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

Result<ChildProcess> ChildProcess::spawn(const std::vector<std::string> &arguments,
                                         bool wantsOutput) {
  Pipe input, output, errors;
  if (!input.open() || !errors.open() || (wantsOutput && !output.open()))
    return Error(ErrorKind::Environment, std::string("cannot open a pipe: ") + strerror(errno));
  ChildProcess child;
  child.program = arguments.front();
  if (int failure =
          spawnProgram(child.process, arguments, input.read, output.write, errors.write)) {
    child.process = 0;
    return Error(ErrorKind::Environment,
                 "cannot run '" + arguments.front() +
                     "': " + (failure == ENOENT ? "it is not in PATH" : strerror(failure)));
  }
  child.input = release(input.write);
  child.errors = std::make_unique<Collector>(release(errors.read), kErrorBytes);
  if (wantsOutput)
    child.output = std::make_unique<Collector>(release(output.read), kOutputBytes);
  for (Collector *collector : {child.errors.get(), child.output.get()})
    if (collector && !collector->start())
      return Error(ErrorKind::Environment,
                   "cannot run '" + arguments.front() + "': the system does not start more threads",
                   "raise the limit of processes: 'ulimit -u', or that of the container");
  return child;
}

Result<ChildProcess> ChildProcess::start(const std::vector<std::string> &arguments) {
  return spawn(arguments, /*wantsOutput=*/false);
}

Result<std::string> ChildProcess::outputOf(const std::vector<std::string> &arguments) {
  FLAME_TRY_ASSIGN(ChildProcess child, spawn(arguments, /*wantsOutput=*/true));
  FLAME_TRY(child.finish());
  return child.output->text();
}

Status ChildProcess::write(std::span<const std::byte> bytes) {
  assert(input >= 0 && "the input was closed");
  while (!bytes.empty()) {
    const ssize_t written = ::write(input, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0) {
      const int code = errno;
      FLAME_TRY(finish());
      // It ended well without reading all of its input, or the pipe itself is at fault.
      return Error(ErrorKind::Environment, program + " does not take its input: " + strerror(code));
    }
    bytes = bytes.subspan(size_t(written));
  }
  return {};
}

/// The last lines of `text`, without empty ones at its end.
static std::string lastLines(std::string_view text) {
  while (text.ends_with('\n') || text.ends_with('\r') || text.ends_with(' '))
    text.remove_suffix(1);
  size_t start = text.size();
  for (size_t line = 0; line < kErrorLines && start != std::string_view::npos && start > 0; ++line)
    start = text.rfind('\n', start - 1);
  return std::string(start == std::string_view::npos ? text
                                                     : text.substr(start == 0 ? 0 : start + 1));
}

Status ChildProcess::finish() {
  assert(process > 0 && "waited for twice");
  closeInput();
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR)
      return Error(ErrorKind::Internal,
                   std::string("cannot wait for ") + program + ": " + strerror(errno));
  process = 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return {};
  const std::string how =
      WIFSIGNALED(status) ? std::string("was ended by signal ") + std::to_string(WTERMSIG(status))
                          : "failed with exit code " + std::to_string(WEXITSTATUS(status));
  return Error(ErrorKind::Environment, program + " " + how, lastLines(errors->text()));
}
