// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses flock(2). Only a program with an exclusive lock removes the lock file, so a program that
// opens a removed file tries again with its successor. The file gets its name after its first line
// was written, and keeps that line.

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

/// Maximum wait for a program that is about to write its settings to the lock or to remove it, and
/// for a child that a killed program had just started, which holds inherited files until exec.
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

/// The text after the first line.
static std::string settingsIn(int descriptor) {
  std::array<char, 256> buffer;
  const ssize_t size = pread(descriptor, buffer.data(), buffer.size(), kFirstLine.size());
  return std::string(buffer.data(), size_t(std::max<ssize_t>(0, size)));
}

static bool setSettings(int descriptor, std::string_view text) {
  return ftruncate(descriptor, kFirstLine.size()) == 0 &&
         pwrite(descriptor, text.data(), text.size(), kFirstLine.size()) == ssize_t(text.size());
}

/// Gives a file another name that no file has. Returns errno: EEXIST if there is such a file,
/// ENOENT if another program regarded ours as abandoned.
static int giveNewName(const fs::path &from, const fs::path &to) {
  int failed = link(from.c_str(), to.c_str());
  if (failed && (errno == EPERM || errno == EOPNOTSUPP)) // file systems without links
    failed = renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
  return failed ? errno : 0;
}

/// Makes the lock file. It is complete, locked by us and in the list of files to remove before it
/// gets its name. Returns errno. If another program was faster, makes none and returns 0.
int OutputLock::makeFile() {
  const fs::path temporary = temporaryName(path);
  TemporaryFileSlot *temporarySlot = claimTemporaryFile(temporary.string());
  if (!temporarySlot)
    return ENAMETOOLONG;
  int code = 0;
  bool isMade = false;
  file = Descriptor(open(temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file)
    code = errno;
  else {
    if (write(file.get(), kFirstLine.data(), kFirstLine.size()) != ssize_t(kFirstLine.size()))
      code = ENOSPC;
    else {
      flock(file.get(), LOCK_EX | LOCK_NB); // taking the lock asks whether this worked
      slot = claimTemporaryFile(path.string(), file.get());
      code = giveNewName(temporary, path);
      isMade = code == 0;
      if (code == EEXIST || code == ENOENT)
        code = 0;
    }
    unlink(temporary.c_str());
  }
  releaseTemporaryFile(temporarySlot);
  if (!isMade)
    close();
  return code;
}

void OutputLock::close() {
  if (slot)
    releaseTemporaryFile(std::exchange(slot, nullptr));
  file.close();
}

static Outcome takeAlone(int descriptor) {
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    return errno == EWOULDBLOCK ? Outcome::Busy : Outcome::NoLocks;
  return wasRemoved(descriptor) ? Outcome::Again : Outcome::Held;
}

/// The first program writes the settings and then shares the lock.
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

/// Opens a lock file. On failure sets errno: EEXIST if the file is not a lock.
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

/// Opens or makes the lock file and calls `take` on it until the outcome is clear. Errors name
/// `output`, and that of a busy lock ends with `settings`.
template <class Take>
Status OutputLock::acquire(const fs::path &output, const char *settings, Take take) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    close();
    file = openLock(path);
    if (!file && errno == EEXIST)
      return Error(ErrorKind::Environment,
                   "cannot lock '" + output.string() + "': '" + path.string() + "' is no lock",
                   "move that file away, or choose another name");
    if (!file && errno != ENOENT)
      return writeError(output, errno);
    const bool exists = bool(file);
    if (!exists)
      if (const int code = makeFile())
        return writeError(output, code);
    const Outcome outcome = file ? take(file.get()) : Outcome::Again;
    if (outcome == Outcome::NoLocks)
      removeFile();
    else if (outcome == Outcome::Held && !slot)
      slot = claimTemporaryFile(path.string(), file.get());
    if (outcome == Outcome::NoLocks || outcome == Outcome::Held)
      return {};
    if (std::chrono::steady_clock::now() > deadline)
      return Error(ErrorKind::Environment,
                   "another program is writing '" + output.string() + "'" + settings,
                   "wait until it has ended, or choose another name");
    if (exists)
      std::this_thread::sleep_for(kPause);
  }
}

/// Whether the output can be locked: it is a regular file with a name or does not exist.
static bool isFile(const fs::path &output) {
  std::error_code failed;
  const fs::file_status status = fs::status(output, failed);
  // A link that is left leads to an open file without a name.
  return !fs::exists(status) || (fs::is_regular_file(status) && !fs::is_symlink(output, failed));
}

Result<OutputLock> OutputLock::alone(const fs::path &requested) {
  OutputLock lock;
  const fs::path output = resolveOutput(requested);
  if (output.filename().empty() || !isFile(output))
    return lock;
  lock.path = lockPath(output);
  FLAME_TRY(lock.acquire(requested, "", takeAlone));
  return lock;
}

Result<OutputLock> OutputLock::together(const fs::path &output, std::string_view settings) {
  OutputLock lock;
  lock.path = lockPath(output);
  FLAME_TRY(lock.acquire(output, " with other settings",
                         [&](int descriptor) { return takeTogether(descriptor, settings); }));
  return lock;
}

bool OutputLock::isHeld(const fs::path &output) {
  const Descriptor file = openLock(lockPath(resolveOutput(output)));
  return file && flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

void OutputLock::removeFile() {
  removeOwnFile(path, file);
  close();
}

OutputLock::OutputLock(OutputLock &&other) noexcept
    : file(std::move(other.file)), path(std::move(other.path)),
      slot(std::exchange(other.slot, nullptr)) {}

OutputLock::~OutputLock() {
  if (!file)
    return;
  if (flock(file.get(), LOCK_EX | LOCK_NB) == 0) // no other program holds it
    removeOwnFile(path, file);
  close();
}

} // namespace flame::rt
