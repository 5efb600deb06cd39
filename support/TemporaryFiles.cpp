// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A slot of the list belongs to whoever claimed it; a signal handler may only move it from Live to Doomed, after which
// its owner leaves it alone. Slots are used again but never freed, so that the handler may walk the list at any moment.

#include "support/TemporaryFiles.h"

#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>

namespace flame::rt {

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
  int lock = -1; ///< of a file that others may hold
  char path[PATH_MAX];
};

/// A slot that nobody else uses: one that was given back, or a new one.
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

void removeTemporaryFiles() noexcept {
  const int before = errno;
  for (TemporaryFileSlot *slot = slots; slot; slot = slot->next)
    if (int expected = Live; slot->state.compare_exchange_strong(expected, Doomed))
      if (slot->lock < 0 || flock(slot->lock, LOCK_EX | LOCK_NB) == 0)
        unlink(slot->path);
  errno = before;
}

} // namespace flame::rt
