// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The input is a file in memory, so it may be of any size and the program need not read it. Output
// and errors come through two pipes that are emptied as they fill, whichever does first; so neither
// side ever waits for the other.

#include "compiler/codegen/RunTool.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Program.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

extern char **environ;

namespace flame {

namespace {

/// An open file that closes itself. Never one of the three standard descriptors, which the program
/// is given by copying over them, and not passed on to programs otherwise.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int number) : number(number) {
    if (number < 0 || number > STDERR_FILENO)
      return;
    this->number = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::close(number);
  }
  Descriptor(Descriptor &&other) noexcept : number(std::exchange(other.number, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number, other.number);
    return *this;
  }
  ~Descriptor() { close(); }

  void close() {
    if (number >= 0)
      ::close(std::exchange(number, -1));
  }
  bool isOpen() const { return number >= 0; }
  int get() const { return number; }

private:
  int number = -1;
};

struct Pipe {
  Descriptor readEnd, writeEnd;

  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return false;
    readEnd = Descriptor(ends[0]);
    writeEnd = Descriptor(ends[1]);
    return readEnd.isOpen() && writeEnd.isOpen();
  }
};

/// What the program gets instead of our own standard descriptors, and how signals act on it: as if
/// it had been started from a fresh terminal, whatever we ignore or block.
class SpawnSettings {
public:
  SpawnSettings() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    sigset_t none, pipe;
    sigemptyset(&none);
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &pipe);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
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

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

} // namespace

static llvm::Error runError(llvm::StringRef program, const llvm::Twine &why) {
  return llvm::createStringError("cannot run '" + program + "': " + why);
}

/// A file without a name that holds `text`, to be read from the start. Not open if there is no
/// memory for it; errno tells.
static Descriptor fileInMemory(llvm::StringRef text) {
  Descriptor file(memfd_create("flame-input", MFD_CLOEXEC));
  while (file.isOpen() && !text.empty()) {
    ssize_t written = write(file.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return {};
    text = text.drop_front(written);
  }
  if (file.isOpen() && lseek(file.get(), 0, SEEK_SET) != 0)
    return {};
  return file;
}

/// Appends what can be read now; closes `end` when there will never be more.
static void drain(Descriptor &end, std::string &text) {
  char buffer[1 << 16];
  ssize_t got = read(end.get(), buffer, sizeof(buffer));
  if (got > 0)
    text.append(buffer, got);
  else if (got == 0 || (errno != EINTR && errno != EAGAIN))
    end.close();
}

/// Reads both until the last writer is gone.
static void drainBoth(Descriptor &output, std::string &outputText, Descriptor &errors,
                      std::string &errorText) {
  while (output.isOpen() || errors.isOpen()) {
    // A closed descriptor is -1, which poll ignores.
    pollfd ends[2] = {{output.get(), POLLIN, 0}, {errors.get(), POLLIN, 0}};
    if (poll(ends, 2, -1) < 0)
      continue; // interrupted by a signal
    if (ends[0].revents != 0)
      drain(output, outputText);
    if (ends[1].revents != 0)
      drain(errors, errorText);
  }
}

/// Waits for the end of the process and returns its status as waitpid gives it, or -1 if that
/// fails.
static int waitFor(pid_t process) {
  int status;
  pid_t ended;
  do
    ended = waitpid(process, &status, 0);
  while (ended < 0 && errno == EINTR);
  return ended < 0 ? -1 : status;
}

llvm::Expected<ToolResult>
runTool(llvm::StringRef program, llvm::ArrayRef<llvm::StringRef> arguments, llvm::StringRef input) {
  Descriptor in = fileInMemory(input);
  Pipe out, err;
  if (!in.isOpen() || !out.open() || !err.open())
    return runError(program, std::strerror(errno));

  std::vector<std::string> words = {program.str()};
  for (llvm::StringRef argument : arguments)
    words.push_back(argument.str());
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);

  SpawnSettings settings;
  settings.redirect(STDIN_FILENO, in);
  settings.redirect(STDOUT_FILENO, out.writeEnd);
  settings.redirect(STDERR_FILENO, err.writeEnd);
  pid_t process;
  if (int code = posix_spawnp(&process, words[0].c_str(), &settings.actions, &settings.attributes,
                              pointers.data(), environ))
    return runError(program, std::strerror(code));
  // Only the program must hold the ends it writes to, or there would be no end of file.
  out.writeEnd.close();
  err.writeEnd.close();

  ToolResult result;
  drainBoth(out.readEnd, result.standardOutput, err.readEnd, result.standardError);
  const int status = waitFor(process);
  if (status == -1)
    return runError(program, std::strerror(errno));
  if (WIFSIGNALED(status))
    return runError(program, llvm::Twine("it died of signal ") + llvm::Twine(WTERMSIG(status)) +
                                 " (" + strsignal(WTERMSIG(status)) + ")");
  result.exitCode = WEXITSTATUS(status);
  return result;
}

std::optional<std::string> findPtxas() {
  auto findIn = [](llvm::ArrayRef<llvm::StringRef> folders) -> std::optional<std::string> {
    auto found = llvm::sys::findProgramByName("ptxas", folders);
    return found ? std::optional(*found) : std::nullopt;
  };
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *home = std::getenv(variable); home && *home)
      if (auto found = findIn({std::string(home) + "/bin"}))
        return found;
  if (auto found = findIn({}))
    return found;
  return findIn({"/usr/local/cuda/bin"});
}

} // namespace flame
