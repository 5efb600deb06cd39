// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks are those of flock(2). The file of a lock is removed only by a program that holds it alone, so whoever opens it and
// finds it removed tries again with the next one.

#include "support/OutputLock.h"

#include "support/Descriptor.h"
#include "support/OutputPath.h"
#include "support/TemporaryFiles.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <thread>
#include <utility>

namespace flame::rt {

namespace fs = std::filesystem;

/// How long one waits for a program that is about to write its settings into the lock, or to remove it; and for what a program
/// that was killed had just started, which holds its files until it has become another program.
static constexpr std::chrono::milliseconds kPatience(1000), kPause(2);

namespace {
enum class Outcome { Held, Busy, Again, NoLocks };
} // namespace

static fs::path lockPath(const fs::path &output) {
  constexpr std::string_view kSuffix = ".lock";
  std::string name = output.filename().string();
  name.resize(std::min<size_t>(name.size(), NAME_MAX - 1 - kSuffix.size()));
  return output.parent_path() / ("." + name + std::string(kSuffix));
}

static bool wasRemoved(int descriptor) {
  struct stat file{};
  return fstat(descriptor, &file) != 0 || file.st_nlink == 0;
}

static std::string contentOf(int descriptor) {
  std::array<char, 256> buffer;
  const ssize_t size = pread(descriptor, buffer.data(), buffer.size(), 0);
  return std::string(buffer.data(), size_t(std::max<ssize_t>(0, size)));
}

static bool setContent(int descriptor, std::string_view text) {
  return ftruncate(descriptor, 0) == 0 &&
         pwrite(descriptor, text.data(), text.size(), 0) == ssize_t(text.size());
}

static Outcome takeAlone(int descriptor) {
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? Outcome::Busy : Outcome::NoLocks;
  return wasRemoved(descriptor) ? Outcome::Again : Outcome::Held;
}

/// Who comes first writes the settings, and lets others in.
static Outcome takeTogether(int descriptor, std::string_view settings) {
  const Outcome first = takeAlone(descriptor);
  if (first == Outcome::NoLocks || first == Outcome::Again)
    return first;
  if (first == Outcome::Held && !setContent(descriptor, settings))
    return Outcome::NoLocks;
  if (flock(descriptor, LOCK_SH | LOCK_NB) != 0 || wasRemoved(descriptor))
    return Outcome::Again;
  return contentOf(descriptor) == settings ? Outcome::Held : Outcome::Busy;
}

/// Opens the file of a lock and asks for it with `take`, until there is an answer.
template <class Take>
static Result<Outcome> acquire(const fs::path &output, const fs::path &path, Descriptor &file,
                               Take take) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    file = Descriptor(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!file)
      return writeError(output, errno);
    const Outcome outcome = take(file.get());
    if (outcome == Outcome::Held || outcome == Outcome::NoLocks)
      return outcome;
    if (std::chrono::steady_clock::now() > deadline)
      return Outcome::Busy;
    std::this_thread::sleep_for(kPause);
  }
}

/// Whether there is anything to lock: a file, or none yet.
static bool isFile(const fs::path &output) {
  std::error_code failed;
  const fs::file_status status = fs::status(output, failed);
  return !fs::exists(status) || fs::is_regular_file(status);
}

static constexpr char kRemedy[] = "wait until it has ended, or choose another name";

Result<OutputLock> OutputLock::alone(const fs::path &requested) {
  OutputLock lock;
  const fs::path output = resolveOutput(requested);
  if (output.filename().empty() || !isFile(output))
    return lock;
  lock.path = lockPath(output);
  Descriptor file;
  FLAME_TRY_ASSIGN(const Outcome outcome, acquire(requested, lock.path, file, takeAlone));
  if (outcome == Outcome::Busy)
    return Error(ErrorKind::Environment, "another program is writing '" + requested.string() + "'",
                 kRemedy);
  if (outcome == Outcome::NoLocks)
    unlink(lock.path.c_str());
  else {
    lock.slot = claimTemporaryFile(lock.path.string());
    lock.descriptor = file.release();
  }
  return lock;
}

Result<OutputLock> OutputLock::together(const fs::path &output, std::string_view settings) {
  OutputLock lock;
  lock.path = lockPath(output);
  Descriptor file;
  auto take = [&](int descriptor) { return takeTogether(descriptor, settings); };
  FLAME_TRY_ASSIGN(const Outcome outcome, acquire(output, lock.path, file, take));
  if (outcome == Outcome::Busy)
    return Error(ErrorKind::Environment,
                 "another program is writing '" + output.string() + "' with other settings",
                 kRemedy);
  if (outcome == Outcome::NoLocks)
    unlink(lock.path.c_str());
  else {
    lock.slot = claimTemporaryFile(lock.path.string(), file.get());
    lock.descriptor = file.release();
  }
  return lock;
}

bool OutputLock::isHeld(const fs::path &output) {
  const Descriptor file(
      open(lockPath(resolveOutput(output)).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  return file && flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

OutputLock::OutputLock(OutputLock &&other) noexcept
    : descriptor(std::exchange(other.descriptor, -1)), path(std::move(other.path)),
      slot(std::exchange(other.slot, nullptr)) {}

OutputLock::~OutputLock() {
  if (descriptor < 0)
    return;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) // nobody is left
    unlink(path.c_str());
  if (slot)
    releaseTemporaryFile(slot);
  close(descriptor);
}

} // namespace flame::rt
