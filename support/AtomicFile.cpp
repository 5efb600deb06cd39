// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// System calls around a temporary name, which stands in the list of TemporaryFiles.h as long as it
// is one.

#include "support/AtomicFile.h"

#include "support/OutputPath.h"
#include "support/OwnFile.h"
#include "support/TemporaryFiles.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace flame::rt {

/// Marks a temporary file as that of a running program, until it is closed. False if another
/// program has taken it for abandoned in the meantime. Where a file system has no locks, nothing is
/// marked and nothing is taken for abandoned.
static bool markAsInUse(int descriptor) {
  struct stat file{};
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return false; // it is about to be removed
  return fstat(descriptor, &file) == 0 && file.st_nlink > 0;
}

void AtomicFile::removeAbandoned(const std::filesystem::path &directory) {
  std::error_code failed;
  std::vector<std::filesystem::path> found;
  for (auto entry = std::filesystem::directory_iterator(directory, failed);
       !failed && entry != end(entry); entry.increment(failed))
    if (isTemporaryName(entry->path().filename().string()))
      found.push_back(entry->path());
  for (const std::filesystem::path &path : found)
    if (const Descriptor file = openOwnFile(path);
        file && flock(file.get(), LOCK_EX | LOCK_NB) == 0)
      removeOwnFile(path, file);
}

//===-- pipes and devices ---------------------------------------------------------------------===//

static std::atomic<bool> waitsForReaders = true;
static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers change it");

void AtomicFile::stopWaiting() noexcept { waitsForReaders = false; }

/// How often we look whether we may go on waiting.
static constexpr int kAskMilliseconds = 50;

/// Opens a target that is not a regular file or has no name, such as standard output in a deleted
/// file; for a pipe, waits for a reader. Returns -1 and sets errno on failure: EINTR if waiting was
/// interrupted.
static int openInPlace(const std::filesystem::path &path, mode_t mode) {
  const int append = S_ISREG(mode) ? O_APPEND : 0;
  while (true) {
    const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | append);
    if (descriptor >= 0 || errno != ENXIO || !S_ISFIFO(mode))
      return descriptor;
    if (!waitsForReaders) {
      errno = EINTR;
      return -1;
    }
    poll(nullptr, 0, kAskMilliseconds);
  }
}

/// Waits until there is room. False: we may not wait.
static bool waitForRoom(int descriptor) {
  pollfd wanted = {descriptor, POLLOUT, 0};
  while (waitsForReaders)
    if (poll(&wanted, 1, kAskMilliseconds) > 0)
      return true;
  return false;
}

static Error writingError(const std::filesystem::path &path, int code) {
  if (code == EINTR)
    return Error(ErrorKind::Environment, "cannot write '" + path.string() + "': interrupted");
  return writeError(path, code);
}

//===-- writing -------------------------------------------------------------------------------===//

Result<AtomicFile> AtomicFile::create(const std::filesystem::path &requested) {
  AtomicFile file;
  file.target = resolveOutput(requested);
  if (requested.filename().empty())
    return Error(ErrorKind::Usage, "'" + requested.string() + "' is not a file name");

  struct stat existing{};
  if (stat(file.target.c_str(), &existing) == 0) {
    if (S_ISDIR(existing.st_mode))
      return Error(ErrorKind::Usage, "'" + requested.string() + "' is a directory");
    const bool hasName = !std::filesystem::is_symlink(file.target);
    if (!S_ISREG(existing.st_mode) || !hasName) {
      file.descriptor = openInPlace(file.target, existing.st_mode);
      if (file.descriptor < 0)
        return writingError(requested, errno);
      return file;
    }
  }

  for (unsigned attempt = 0; attempt < 16; ++attempt) {
    const std::filesystem::path temporary = temporaryName(file.target);
    file.slot = claimTemporaryFile(temporary.string());
    if (!file.slot)
      return writeError(requested, ENAMETOOLONG);
    file.descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file.descriptor >= 0 && markAsInUse(file.descriptor))
      return file;
    int code = errno;
    if (file.descriptor >= 0) {
      close(std::exchange(file.descriptor, -1));
      code = EEXIST;
    }
    releaseTemporaryFile(std::exchange(file.slot, nullptr));
    if (code != EEXIST)
      return writeError(requested, code);
  }
  return writeError(requested, EEXIST);
}

AtomicFile::AtomicFile(AtomicFile &&other) noexcept
    : target(std::move(other.target)), descriptor(std::exchange(other.descriptor, -1)),
      slot(std::exchange(other.slot, nullptr)), identity(other.identity) {}

AtomicFile &AtomicFile::operator=(AtomicFile &&other) noexcept {
  if (this != &other) {
    discard();
    target = std::move(other.target);
    descriptor = std::exchange(other.descriptor, -1);
    slot = std::exchange(other.slot, nullptr);
    identity = other.identity;
  }
  return *this;
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() noexcept {
  if (descriptor >= 0)
    close(std::exchange(descriptor, -1));
  if (slot) {
    unlink(pathOf(*slot));
    releaseTemporaryFile(std::exchange(slot, nullptr));
  }
}

/// Writes all of `bytes`; returns errno, or 0. EINTR: it would have had to wait, and may not.
static int writeAll(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0 && errno == EAGAIN) {
      if (!waitForRoom(descriptor))
        return EINTR;
      continue;
    }
    if (written < 0)
      return errno;
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return 0;
}

Status AtomicFile::write(std::span<const std::byte> bytes) {
  assert(descriptor >= 0 && "the file was committed");
  if (int code = writeAll(descriptor, bytes))
    return writingError(target, code);
  return {};
}

Status writeOutput(const std::filesystem::path &path, std::span<const std::byte> bytes) {
  if (path == "-") {
    if (int code = writeAll(STDOUT_FILENO, bytes))
      return Error(ErrorKind::Environment,
                   std::string("cannot write to standard output: ") + strerror(code));
    return {};
  }
  FLAME_TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
  FLAME_TRY(file.write(bytes));
  return file.commit();
}

/// Makes the new name durable; file systems that cannot sync a directory do not need it.
static void syncDirectory(const std::filesystem::path &file) {
  std::filesystem::path directory = file.parent_path();
  int descriptor =
      open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    return;
  fsync(descriptor);
  close(descriptor);
}

Status AtomicFile::commit(Durability durability) {
  assert(descriptor >= 0 && "the file was committed before");
  bool direct = !slot;
  int code = 0;
  struct stat file{};
  if (!direct && fstat(descriptor, &file) == 0)
    identity = {file.st_dev, file.st_ino};
  const int lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0); // held until the file has its name
  if (durability == Durability::Sync && !direct && fsync(descriptor) != 0)
    code = errno;
  if (close(std::exchange(descriptor, -1)) != 0 && code == 0)
    code = errno;
  if (!direct && code == 0 && rename(pathOf(*slot), target.c_str()) != 0)
    code = errno;
  if (lock >= 0)
    close(lock);
  if (code != 0) {
    discard();
    return writeError(target, code);
  }
  if (direct)
    return {};
  releaseTemporaryFile(std::exchange(slot, nullptr));
  if (durability == Durability::Sync)
    syncDirectory(target);
  return {};
}

std::filesystem::path AtomicFile::temporaryPath() const {
  return slot ? std::filesystem::path(pathOf(*slot)) : target;
}

Status AtomicFile::commitAll(std::initializer_list<AtomicFile *> files) {
  for (const auto *file = files.begin(); file != files.end(); ++file) {
    Status committed = (*file)->commit();
    if (committed)
      continue;
    for (const auto *before = files.begin(); before != file; ++before)
      if ((*before)->identity && identify((*before)->target) == (*before)->identity)
        unlink((*before)->target.c_str());
    return committed;
  }
  return {};
}

void AtomicFile::removeAll() noexcept { removeTemporaryFiles(); }

extern "C" {
static void removeTemporaryFilesAndDie(int signal) {
  AtomicFile::removeAll();
  // SA_RESETHAND has restored the default action, which ends the process once the handler returns.
  raise(signal);
}
}

void AtomicFile::removeAllOnSignals() {
  for (int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action{};
    if (sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN)
      continue;
    action = {};
    action.sa_handler = removeTemporaryFilesAndDie;
    action.sa_flags = SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, nullptr);
  }
}

} // namespace flame::rt
