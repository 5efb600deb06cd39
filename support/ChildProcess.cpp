// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses posix_spawn, pipes and poll. Our ends of the pipes are close-on-exec, so a second child
// cannot keep the input of the first one open. The input of a program that runs from start to end
// is a file in memory: it may have any size, and the program need not read it. Output comes through
// pipes that are emptied in the order in which they fill, so neither side waits for the other for
// ever.

#include "support/ChildProcess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

extern char **environ;

namespace flame::rt {

/// Bytes of standard error that are kept, and lines of it in a message.
static constexpr size_t kErrorBytes = 4096, kErrorLines = 8;

//===-- descriptors ---------------------------------------------------------------------------===//

/// The same file under a number above the three standard ones, because a program gets its streams
/// by copying over those.
static Descriptor aboveStandard(int number) {
  Descriptor given(number);
  if (!given || number > STDERR_FILENO)
    return given;
  return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

namespace {
struct Pipe {
  Descriptor readEnd, writeEnd;

  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return false;
    readEnd = aboveStandard(ends[0]);
    writeEnd = aboveStandard(ends[1]);
    return readEnd && writeEnd;
  }
};
} // namespace

/// An unnamed file that contains `text`, positioned at its start. None if there is no memory for
/// it; errno has the reason.
static Descriptor fileInMemory(std::string_view text) {
  Descriptor file = aboveStandard(memfd_create("flame-input", MFD_CLOEXEC));
  while (file && !text.empty()) {
    const ssize_t written = write(file.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return {};
    text.remove_prefix(size_t(written));
  }
  if (file && lseek(file.get(), 0, SEEK_SET) != 0)
    return {};
  return file;
}

/// Appends the available bytes. Closes `end` at the end of the file.
static void drain(Descriptor &end, std::string &text) {
  std::array<char, 1 << 16> buffer;
  const ssize_t size = read(end.get(), buffer.data(), buffer.size());
  if (size > 0)
    text.append(buffer.data(), size_t(size));
  else if (size == 0 || (errno != EINTR && errno != EAGAIN))
    end.close();
}

constexpr int kForEver = -1;

/// Waits until one of two files is ready, or for some milliseconds. A closed one is never ready.
static std::array<bool, 2> waitForEither(pollfd first, pollfd second, int milliseconds = kForEver) {
  pollfd both[] = {first, second};
  if (poll(both, 2, milliseconds) < 0)
    return {}; // interrupted by a signal
  return {both[0].revents != 0, both[1].revents != 0};
}

//===-- starting and ending -------------------------------------------------------------------===//

namespace {
enum class Group { Ours, New };

/// The standard streams of a program in place of our own, and its signal handling: as if started
/// from a fresh terminal, whatever signals we handle, ignore or block.
class SpawnSettings {
public:
  explicit SpawnSettings(Group group) {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    if (group == Group::New) {
      for (int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&defaults, signal);
      posix_spawnattr_setpgroup(&attributes, 0);
      flags |= POSIX_SPAWN_SETPGROUP;
    }
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, flags);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings &) = delete;
  SpawnSettings &operator=(const SpawnSettings &) = delete;

  void redirect(int standard, const Descriptor &to) {
    posix_spawn_file_actions_adddup2(&actions, to.get(), standard);
  }
  void silence(int standard) {
    posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_WRONLY, 0);
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};
} // namespace

static Error runError(const std::string &program, const std::string &why, std::string note = {}) {
  return Error(ErrorKind::Environment, "cannot run '" + program + "': " + why, std::move(note));
}

static Result<pid_t> spawnHere(std::vector<std::string> arguments, const SpawnSettings &settings,
                               char *const *environment) {
  std::vector<char *> pointers;
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  pid_t process = 0;
  const int failure = posix_spawnp(&process, pointers[0], &settings.actions, &settings.attributes,
                                   pointers.data(), environment);
  const bool isName = arguments[0].find('/') == std::string::npos;
  if (failure)
    return runError(arguments[0],
                    failure == ENOENT && isName ? "it is not in PATH" : strerror(failure),
                    failure == EAGAIN ? kMoreProcesses : "");
  return process;
}

/// Our environment with replacements from `variables` ("NAME=value" each), which must outlive it.
static std::vector<char *> environmentWith(std::span<std::string> variables) {
  const auto isGiven = [&](std::string_view ours) {
    return std::ranges::any_of(variables, [&](std::string_view given) {
      return ours.starts_with(given.substr(0, given.find('=') + 1));
    });
  };
  std::vector<char *> environment;
  for (char **variable = environ; *variable; ++variable)
    if (!isGiven(*variable))
      environment.push_back(*variable);
  for (std::string &variable : variables)
    environment.push_back(variable.data());
  environment.push_back(nullptr);
  return environment;
}

/// The same in a sandbox. A program inherits its confinement from the thread that starts it, and a
/// thread can never remove it. So a temporary thread starts the program.
static Result<pid_t> spawnConfined(const std::vector<std::string> &arguments,
                                   const SpawnSettings &settings, const Sandbox &sandbox,
                                   std::vector<std::string> variables) {
  if (!sandbox.scratch.empty())
    variables.push_back("TMPDIR=" + sandbox.scratch.string());
  const std::vector<char *> environment = environmentWith(variables);
  std::optional<Result<pid_t>> started;
  try {
    std::thread([&] {
      Status confined = confineThread(sandbox);
      if (confined)
        started.emplace(spawnHere(arguments, settings, environment.data()));
      else
        started.emplace(std::move(confined).error());
    }).join();
  } catch (const std::system_error &error) {
    return runError(arguments.front(),
                    "a sandbox needs a thread, and the system starts none: " +
                        std::string(error.what()),
                    kMoreProcesses);
  }
  return std::move(*started);
}

static Result<pid_t> spawn(const std::vector<std::string> &arguments, const SpawnSettings &settings,
                           const std::optional<Sandbox> &sandbox,
                           std::vector<std::string> variables = {}) {
  FLAME_TRY_ASSIGN(const bool isConfined, isSandboxWanted());
  if (isConfined && sandbox)
    return spawnConfined(arguments, settings, *sandbox, std::move(variables));
  return spawnHere(arguments, settings, environmentWith(variables).data());
}

/// Waits for the end of a process and returns its status as waitpid does.
static Result<int> waitFor(pid_t process, const std::string &program, rusage &used) {
  int status = 0;
  while (wait4(process, &status, 0, &used) < 0)
    if (errno != EINTR)
      return Error(ErrorKind::Internal,
                   std::string("cannot wait for ") + program + ": " + strerror(errno));
  return status;
}

static Error signalError(const std::string &program, int signal, std::string note = {}) {
  return Error(ErrorKind::Environment,
               program + " was ended by signal " + std::to_string(signal) + " (" +
                   strsignal(signal) + ")",
               std::move(note));
}

static Error exitError(const std::string &program, int code, std::string note) {
  return Error(ErrorKind::Environment, program + " failed with exit code " + std::to_string(code),
               std::move(note));
}

/// The last lines of `text`, without trailing empty lines.
static std::string lastLines(std::string_view text) {
  while (text.ends_with('\n') || text.ends_with('\r') || text.ends_with(' '))
    text.remove_suffix(1);
  size_t start = text.size();
  for (size_t line = 0; line < kErrorLines && start != std::string_view::npos && start > 0; ++line)
    start = text.rfind('\n', start - 1);
  return std::string(start == std::string_view::npos ? text
                                                     : text.substr(start == 0 ? 0 : start + 1));
}

//===-- from start to end ---------------------------------------------------------------------===//

static double secondsOf(const timeval &time) {
  return double(time.tv_sec) + 1e-6 * double(time.tv_usec);
}

/// Lets the system end a process that uses more processor time. 0: no limit.
static void limitProcessorTime(pid_t process, std::chrono::seconds limit) {
  if (limit.count() <= 0)
    return;
  const rlimit seconds = {rlim_t(limit.count()), rlim_t(limit.count()) + 1};
  (void)prlimit(process, RLIMIT_CPU, &seconds, nullptr); // a process that ended needs no limit
}

Result<ProcessResult> runProgram(const std::vector<std::string> &arguments, std::string_view input,
                                 const std::optional<Sandbox> &sandbox,
                                 const std::vector<std::string> &variables,
                                 std::chrono::seconds processorLimit) {
  const std::string &program = arguments.front();
  const auto start = std::chrono::steady_clock::now();
  const Descriptor in = fileInMemory(input);
  Pipe out, err;
  if (!in || !out.open() || !err.open())
    return runError(program, strerror(errno));
  SpawnSettings settings(Group::Ours);
  settings.redirect(STDIN_FILENO, in);
  settings.redirect(STDOUT_FILENO, out.writeEnd);
  settings.redirect(STDERR_FILENO, err.writeEnd);
  FLAME_TRY_ASSIGN(const pid_t process, spawn(arguments, settings, sandbox, variables));
  limitProcessorTime(process, processorLimit);
  // Only the program may hold the ends to which it writes, or its output would never end.
  out.writeEnd.close();
  err.writeEnd.close();

  ProcessResult result;
  while (out.readEnd || err.readEnd) {
    const auto [hasOutput, hasErrors] =
        waitForEither({out.readEnd.get(), POLLIN, 0}, {err.readEnd.get(), POLLIN, 0});
    if (hasOutput)
      drain(out.readEnd, result.output);
    if (hasErrors)
      drain(err.readEnd, result.errors);
  }
  rusage used = {};
  FLAME_TRY_ASSIGN(const int status, waitFor(process, program, used));
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU && processorLimit.count() > 0)
    return Error(ErrorKind::Environment, program + " took more than " +
                                             std::to_string(processorLimit.count()) +
                                             " s of processor time");
  if (WIFSIGNALED(status))
    return signalError(program, WTERMSIG(status), lastLines(result.errors));
  result.exitCode = WEXITSTATUS(status);
  result.wallSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.processorSeconds = secondsOf(used.ru_utime) + secondsOf(used.ru_stime);
  return result;
}

Result<std::string> outputOf(const std::vector<std::string> &arguments,
                             const std::optional<Sandbox> &sandbox) {
  FLAME_TRY_ASSIGN(ProcessResult result, runProgram(arguments, {}, sandbox));
  if (result.exitCode != 0)
    return exitError(arguments.front(), result.exitCode, lastLines(result.errors));
  return std::move(result.output);
}

//===-- fed through a pipe --------------------------------------------------------------------===//

/// How often to check for a request to stop, and for the end of a program whose output has ended.
static constexpr int kAskMilliseconds = 100, kEndMilliseconds = 5;

Result<ChildProcess> ChildProcess::start(const std::vector<std::string> &arguments,
                                         std::function<bool()> shouldStop,
                                         const std::optional<Sandbox> &sandbox) {
  Pipe in, err;
  if (!in.open() || !err.open())
    return runError(arguments.front(), strerror(errno));
  SpawnSettings settings(Group::New);
  settings.redirect(STDIN_FILENO, in.readEnd);
  settings.silence(STDOUT_FILENO);
  settings.redirect(STDERR_FILENO, err.writeEnd);
  ChildProcess child;
  FLAME_TRY_ASSIGN(child.process, spawn(arguments, settings, sandbox));
  child.program = arguments.front();
  child.shouldStop = std::move(shouldStop);
  child.input = std::move(in.writeEnd);
  child.errors = std::move(err.readEnd);
  // A full pipe must not keep us from reading the program's output.
  fcntl(child.input.get(), F_SETFL, fcntl(child.input.get(), F_GETFL) | O_NONBLOCK);
  return child;
}

ChildProcess::ChildProcess(ChildProcess &&other) noexcept
    : program(std::move(other.program)), process(std::exchange(other.process, 0)),
      input(std::move(other.input)), errors(std::move(other.errors)),
      errorText(std::move(other.errorText)), shouldStop(std::move(other.shouldStop)),
      deadline(other.deadline) {}

ChildProcess::~ChildProcess() {
  input.close();
  if (process > 0) {
    kill(process, SIGKILL);
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

void ChildProcess::readErrors() {
  drain(errors, errorText);
  if (errorText.size() > kErrorBytes)
    errorText.erase(0, errorText.size() - kErrorBytes);
}

/// True if a stop was requested and the grace period is over.
bool ChildProcess::isGivenUp() {
  const auto now = std::chrono::steady_clock::now();
  if (!deadline && shouldStop && shouldStop())
    deadline = now + kGrace;
  return deadline && now >= *deadline;
}

static Error interrupted() { return Error(ErrorKind::Environment, "interrupted"); }

Status ChildProcess::write(std::span<const std::byte> bytes) {
  assert(input && "the input was closed");
  while (!bytes.empty()) {
    const auto [canWrite, hasErrors] =
        waitForEither({input.get(), POLLOUT, 0}, {errors.get(), POLLIN, 0}, kAskMilliseconds);
    if (hasErrors)
      readErrors();
    if (!canWrite) {
      if (isGivenUp())
        return interrupted();
      continue;
    }
    const ssize_t written = ::write(input.get(), bytes.data(), bytes.size());
    if (written < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (written < 0) {
      const int code = errno;
      FLAME_TRY(finish());
      // It succeeded without reading all of its input, or the pipe itself failed.
      return Error(ErrorKind::Environment, program + " does not take its input: " + strerror(code));
    }
    bytes = bytes.subspan(size_t(written));
  }
  return {};
}

/// The status of a program whose output has ended. Usually the program has ended as well.
Result<int> ChildProcess::waitForEnd() {
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(process, &status, shouldStop ? WNOHANG : 0);
    if (ended == process)
      break;
    if (ended < 0 && errno != EINTR)
      return Error(ErrorKind::Internal,
                   std::string("cannot wait for ") + program + ": " + strerror(errno));
    if (isGivenUp())
      return interrupted();
    if (ended == 0)
      waitForEither({-1, 0, 0}, {-1, 0, 0}, kEndMilliseconds);
  }
  process = 0;
  return status;
}

Status ChildProcess::finish() {
  assert(process > 0 && "waited for twice");
  input.close();
  while (errors) {
    const auto [hasErrors, nothing] =
        waitForEither({errors.get(), POLLIN, 0}, {-1, 0, 0}, kAskMilliseconds);
    if (hasErrors)
      readErrors();
    else if (isGivenUp())
      return interrupted();
  }
  FLAME_TRY_ASSIGN(const int status, waitForEnd());
  if (WIFSIGNALED(status))
    return signalError(program, WTERMSIG(status), lastLines(errorText));
  if (WEXITSTATUS(status) != 0)
    return exitError(program, WEXITSTATUS(status), lastLines(errorText));
  return {};
}

std::string ChildProcess::messages() const { return lastLines(errorText); }

} // namespace flame::rt
