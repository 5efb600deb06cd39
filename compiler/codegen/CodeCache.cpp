// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots, and the waiting of threads for each other.

#include "compiler/codegen/CodeCache.h"

#include "support/UserFolder.h"

using llvm::StringRef;

namespace flame {

std::filesystem::path CodeCache::defaultFolder() {
  return rt::userFolder("XDG_CACHE_HOME", ".cache", "flamec");
}

CodeCache::Slot CodeCache::open(StringRef key) {
  Slot slot;
  slot.key = key.str();
  {
    std::unique_lock lock(mutex);
    released.wait(lock, [&] { return !awaited.contains(key); });
    if (auto found = known.find(key); found != known.end()) {
      ++counts.inMemory;
      slot.known = found->second;
      return slot;
    }
    awaited.insert(key);
    slot.cache = this;
  }
  std::optional<std::string> code = onDisk.find(key);
  {
    std::lock_guard lock(mutex);
    ++(code ? counts.onDisk : counts.missed);
  }
  if (code)
    slot.publish(std::move(*code));
  return slot;
}

void CodeCache::Slot::publish(std::string code) {
  {
    std::lock_guard lock(cache->mutex);
    cache->known[key] = code;
    cache->awaited.erase(key);
  }
  cache->released.notify_all();
  cache = nullptr;
  known = std::move(code);
}

void CodeCache::Slot::fill(StringRef made) {
  if (!cache)
    return;
  cache->onDisk.store(key, made);
  publish(made.str());
}

CodeCache::Slot::~Slot() {
  if (!cache)
    return;
  {
    std::lock_guard lock(cache->mutex);
    cache->awaited.erase(key);
  }
  cache->released.notify_all();
}

CodeCache::Statistics CodeCache::statistics() const {
  std::lock_guard lock(mutex);
  Statistics result = counts;
  result.damaged = onDisk.damaged();
  return result;
}

} // namespace flame
