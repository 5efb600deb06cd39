// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A slot of the list belongs to the code that claimed it. A signal handler may only move it from
// Live to Doomed; the owner does not touch it afterwards. Slots are reused but never freed, so the
// handler may walk the list at any moment.

#include "support/TemporaryFiles.h"

#include "support/ContentHash.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace flame::rt {

//===-- names ---------------------------------------------------------------------------------===//

static constexpr std::string_view kMark = ".flamec-", kSuffix = ".tmp";
static constexpr size_t kUniqueDigits = 16, kHashDigits = 16;
static constexpr size_t kAddedLength =
    1 + kMark.size() + kUniqueDigits + kHashDigits + kSuffix.size();

static std::string hashOf(std::string_view name, std::string_view unique) {
  return hashOfParts({"temporary file of flamec", name, unique}).hex().substr(0, kHashDigits);
}

std::filesystem::path temporaryName(const std::filesystem::path &target) {
  static std::atomic<unsigned> counter{0};
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  unsigned long long number = static_cast<unsigned long long>(now.tv_nsec) << 32;
  number ^= static_cast<unsigned long long>(getpid()) << 12;
  number ^= counter.fetch_add(1);
  char unique[kUniqueDigits + 1];
  snprintf(unique, sizeof(unique), "%0*llx", int(kUniqueDigits), number);
  std::string name = target.filename().string();
  name.resize(std::min<size_t>(name.size(), NAME_MAX - kAddedLength));
  return target.parent_path() /
         ("." + name + std::string(kMark) + unique + hashOf(name, unique) + std::string(kSuffix));
}

bool isTemporaryName(std::string_view name) {
  if (name.size() <= kAddedLength || !name.starts_with('.') || !name.ends_with(kSuffix))
    return false;
  name.remove_prefix(1);
  name.remove_suffix(kSuffix.size());
  const std::string_view hash = name.substr(name.size() - kHashDigits);
  name.remove_suffix(kHashDigits);
  const std::string_view unique = name.substr(name.size() - kUniqueDigits);
  name.remove_suffix(kUniqueDigits);
  if (!name.ends_with(kMark))
    return false;
  name.remove_suffix(kMark.size());
  return hash == hashOf(name, unique);
}

//===-- the list ------------------------------------------------------------------------------===//

namespace {

enum SlotState : int { Free, Claimed, Live, Doomed };

std::atomic<TemporaryFileSlot *> slots = nullptr; ///< the newest of all

} // namespace
static_assert(std::atomic<int>::is_always_lock_free &&
                  std::atomic<TemporaryFileSlot *>::is_always_lock_free,
              "the signal handler reads the slots");

struct TemporaryFileSlot {
  std::atomic<int> state = Claimed;
  TemporaryFileSlot *next = nullptr;
  int lock = -1; ///< descriptor of a file that others may also lock
  char path[PATH_MAX];
};

/// An unused slot: a released or a new one.
static TemporaryFileSlot *findSlot() {
  for (TemporaryFileSlot *slot = slots; slot; slot = slot->next)
    if (int expected = Free; slot->state.compare_exchange_strong(expected, Claimed))
      return slot;
  auto *slot = new TemporaryFileSlot;
  slot->next = slots;
  while (!slots.compare_exchange_weak(slot->next, slot)) {
  }
  return slot;
}

TemporaryFileSlot *claimTemporaryFile(const std::string &path, int lock) {
  if (path.size() >= PATH_MAX)
    return nullptr;
  TemporaryFileSlot *slot = findSlot();
  memcpy(slot->path, path.c_str(), path.size() + 1);
  slot->lock = lock;
  slot->state.store(Live);
  return slot;
}

void releaseTemporaryFile(TemporaryFileSlot *slot) {
  int expected = Live;
  slot->state.compare_exchange_strong(expected, Free);
}

const char *pathOf(const TemporaryFileSlot &slot) { return slot.path; }

/// Whether the name leads to our file and no other program has locked it. Async-signal-safe.
static bool isOurs(const TemporaryFileSlot &slot) {
  if (slot.lock < 0)
    return true;
  struct stat held{}, named{};
  return fstat(slot.lock, &held) == 0 && lstat(slot.path, &named) == 0 &&
         held.st_dev == named.st_dev && held.st_ino == named.st_ino &&
         flock(slot.lock, LOCK_EX | LOCK_NB) == 0;
}

void removeTemporaryFiles() noexcept {
  const int before = errno;
  for (TemporaryFileSlot *slot = slots; slot; slot = slot->next)
    if (int expected = Live; slot->state.compare_exchange_strong(expected, Doomed))
      if (isOurs(*slot))
        unlink(slot->path);
  errno = before;
}

} // namespace flame::rt
