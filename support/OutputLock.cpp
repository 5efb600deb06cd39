// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks are those of flock(2). The file of a lock is removed only by a program that holds it alone,
// so whoever opens it and finds it removed tries again with the next one. It gets its name when its
// first line is in it, and keeps that line.

#include "support/OutputLock.h"

#include "support/Descriptor.h"
#include "support/OutputPath.h"
#include "support/OwnFile.h"
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

/// How long one waits for a program that is about to write its settings into the lock, or to remove
/// it; and for what a program that was killed had just started, which holds its files until it has
/// become another program.
static constexpr std::chrono::milliseconds kPatience(1000), kPause(2);

static constexpr std::string_view kFirstLine = "a lock of flamec\n";

namespace {
enum class Outcome { Held, Busy, Again, NoLocks };
} // namespace

static fs::path lockPath(const fs::path &output) {
  constexpr std::string_view kSuffix = ".flamec-lock";
  std::string name = output.filename().string();
  name.resize(std::min<size_t>(name.size(), NAME_MAX - 1 - kSuffix.size()));
  return output.parent_path() / ("." + name + std::string(kSuffix));
}

static bool wasRemoved(int descriptor) {
  struct stat file{};
  return fstat(descriptor, &file) != 0 || file.st_nlink == 0;
}

/// What stands behind the first line.
static std::string settingsIn(int descriptor) {
  std::array<char, 256> buffer;
  const ssize_t size = pread(descriptor, buffer.data(), buffer.size(), kFirstLine.size());
  return std::string(buffer.data(), size_t(std::max<ssize_t>(0, size)));
}

static bool setSettings(int descriptor, std::string_view text) {
  return ftruncate(descriptor, kFirstLine.size()) == 0 &&
         pwrite(descriptor, text.data(), text.size(), kFirstLine.size()) == ssize_t(text.size());
}

/// Gives a file another name that no file has. Returns errno; that there is such a file, or that
/// somebody took ours for abandoned, is no error.
static int giveNewName(const fs::path &from, const fs::path &to) {
  int failed = link(from.c_str(), to.c_str());
  if (failed && (errno == EPERM || errno == EOPNOTSUPP)) // file systems without links
    failed = renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
  return failed && errno != EEXIST && errno != ENOENT ? errno : 0;
}

/// Makes the file of a lock, which nobody sees before it is whole. Returns errno; that there is one
/// by now is no error.
static int makeLockFile(const fs::path &path) {
  const fs::path temporary = temporaryName(path);
  TemporaryFileSlot *slot = claimTemporaryFile(temporary.string());
  if (!slot)
    return ENAMETOOLONG;
  int code = 0;
  if (const Descriptor file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
      !file)
    code = errno;
  else {
    if (write(file.get(), kFirstLine.data(), kFirstLine.size()) != ssize_t(kFirstLine.size()))
      code = ENOSPC;
    else
      code = giveNewName(temporary, path);
    unlink(temporary.c_str());
  }
  releaseTemporaryFile(slot);
  return code;
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
  if (first == Outcome::Held && !setSettings(descriptor, settings))
    return Outcome::NoLocks;
  if (flock(descriptor, LOCK_SH | LOCK_NB) != 0 || wasRemoved(descriptor))
    return Outcome::Again;
  return settingsIn(descriptor) == settings ? Outcome::Held : Outcome::Busy;
}

/// The file of a lock; without one, errno: EEXIST for what is none.
static Descriptor openLock(const fs::path &path) {
  Descriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status{};
  if (file && (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
               !beginsWith(file, kFirstLine)))
    file.close();
  else if (file || (errno != ELOOP && errno != EISDIR))
    return file;
  errno = EEXIST;
  return file;
}

/// Opens the file of a lock, or makes one, and asks for it with `take`, until there is an answer.
template <class Take>
static Result<Outcome> acquire(const fs::path &output, const fs::path &path, Descriptor &file,
                               Take take) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    file = openLock(path);
    if (!file && errno == EEXIST)
      return Error(ErrorKind::Environment,
                   "cannot lock '" + output.string() + "': '" + path.string() + "' is no lock",
                   "move that file away, or choose another name");
    if (!file && errno != ENOENT)
      return writeError(output, errno);
    if (!file)
      if (const int code = makeLockFile(path))
        return writeError(output, code);
    const Outcome outcome = file ? take(file.get()) : Outcome::Again;
    if (outcome == Outcome::Held || outcome == Outcome::NoLocks)
      return outcome;
    if (std::chrono::steady_clock::now() > deadline)
      return Outcome::Busy;
    if (file)
      std::this_thread::sleep_for(kPause);
  }
}

/// Whether there is anything to lock: a file, or none yet.
static bool isFile(const fs::path &output) {
  std::error_code failed;
  const fs::file_status status = fs::status(output, failed);
  // A link that is left leads to an open file without a name.
  return !fs::exists(status) || (fs::is_regular_file(status) && !fs::is_symlink(output, failed));
}

static constexpr char kRemedy[] = "wait until it has ended, or choose another name";

Result<OutputLock> OutputLock::alone(const fs::path &requested) {
  OutputLock lock;
  const fs::path output = resolveOutput(requested);
  if (output.filename().empty() || !isFile(output))
    return lock;
  lock.path = lockPath(output);
  FLAME_TRY_ASSIGN(const Outcome outcome, acquire(requested, lock.path, lock.file, takeAlone));
  if (outcome == Outcome::Busy)
    return Error(ErrorKind::Environment, "another program is writing '" + requested.string() + "'",
                 kRemedy);
  if (outcome == Outcome::NoLocks)
    lock.removeFile();
  else
    lock.slot = claimTemporaryFile(lock.path.string());
  return lock;
}

Result<OutputLock> OutputLock::together(const fs::path &output, std::string_view settings) {
  OutputLock lock;
  lock.path = lockPath(output);
  auto take = [&](int descriptor) { return takeTogether(descriptor, settings); };
  FLAME_TRY_ASSIGN(const Outcome outcome, acquire(output, lock.path, lock.file, take));
  if (outcome == Outcome::Busy)
    return Error(ErrorKind::Environment,
                 "another program is writing '" + output.string() + "' with other settings",
                 kRemedy);
  if (outcome == Outcome::NoLocks)
    lock.removeFile();
  else
    lock.slot = claimTemporaryFile(lock.path.string(), lock.file.get());
  return lock;
}

bool OutputLock::isHeld(const fs::path &output) {
  const Descriptor file = openLock(lockPath(resolveOutput(output)));
  return file && flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

void OutputLock::removeFile() {
  removeOwnFile(path, file);
  file.close();
}

OutputLock::OutputLock(OutputLock &&other) noexcept
    : file(std::move(other.file)), path(std::move(other.path)),
      slot(std::exchange(other.slot, nullptr)) {}

OutputLock::~OutputLock() {
  if (!file)
    return;
  if (flock(file.get(), LOCK_EX | LOCK_NB) == 0) // nobody is left
    removeOwnFile(path, file);
  if (slot)
    releaseTemporaryFile(slot);
}

} // namespace flame::rt
