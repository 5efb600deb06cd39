// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's file cache does the work on disk: temporary names, renaming, pruning by the time of the last use. An entry is
// a header with the hash of key and code, then the code.

#include "compiler/codegen/CodeCache.h"

#include "support/ContentHash.h"
#include "support/UserFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Caching.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace llvm;
using namespace flame;

namespace {
/// What a file of the cache begins with.
struct EntryHeader {
  char magic[8];
  rt::ContentHash hash; ///< of the key and the code
};
} // namespace

static constexpr char kMagic[8] = {'f', 'l', 'a', 'm', 'e', 'c', 'c', '2'};

std::string CodeCache::defaultDirectory() {
  return rt::userFolder("XDG_CACHE_HOME", ".cache", "flamec").string();
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
  std::optional<std::string> code = directory.empty() ? std::nullopt : readEntry(key);
  {
    std::lock_guard lock(mutex);
    ++(code ? counts.onDisk : counts.missed);
  }
  if (code)
    slot.settle(std::move(*code));
  return slot;
}

void CodeCache::Slot::settle(std::string code) {
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
  if (!cache->directory.empty())
    cache->writeEntry(key, made);
  settle(made.str());
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

/// LLVM's cache in `directory`; what it finds goes to `found`.
static Expected<FileCache> openCache(StringRef directory, std::unique_ptr<MemoryBuffer> &found) {
  return localCache("code cache", "flamec", directory,
                    [&found](unsigned, const Twine &, std::unique_ptr<MemoryBuffer> buffer) {
                      found = std::move(buffer);
                    });
}

/// The code in an entry, if it is what was written under `key`.
static std::optional<std::string> checkEntry(StringRef key, StringRef entry) {
  EntryHeader header;
  if (entry.size() < sizeof(header))
    return std::nullopt;
  memcpy(&header, entry.data(), sizeof(header));
  const StringRef code = entry.drop_front(sizeof(header));
  if (memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 ||
      header.hash != rt::hashOfParts({key, code}))
    return std::nullopt;
  return code.str();
}

std::optional<std::string> CodeCache::readEntry(StringRef key) {
  std::unique_ptr<MemoryBuffer> entry;
  Expected<FileCache> cache = openCache(directory, entry);
  if (!cache)
    return complain(cache.takeError()), std::nullopt;
  Expected<AddStreamFn> add = (*cache)(0, key, "");
  if (!add)
    return complain(add.takeError()), std::nullopt;
  if (!entry)
    return std::nullopt;
  std::optional<std::string> code = checkEntry(key, entry->getBuffer());
  if (code)
    return code;
  SmallString<128> path(directory);
  sys::path::append(path, "llvmcache-" + key);
  sys::fs::remove(path);
  std::lock_guard lock(mutex);
  ++counts.damaged;
  return std::nullopt;
}

void CodeCache::writeEntry(StringRef key, StringRef code) {
  std::unique_ptr<MemoryBuffer> entry;
  Expected<FileCache> cache = openCache(directory, entry);
  if (!cache)
    return complain(cache.takeError());
  Expected<AddStreamFn> add = (*cache)(0, key, "");
  if (!add)
    return complain(add.takeError());
  if (!*add)
    return; // somebody else has written it meanwhile
  Expected<std::unique_ptr<CachedFileStream>> stream = (*add)(0, "");
  if (!stream)
    return complain(stream.takeError());
  EntryHeader header = {};
  memcpy(header.magic, kMagic, sizeof(kMagic));
  header.hash = rt::hashOfParts({key, code});
  *(*stream)->OS << StringRef(reinterpret_cast<const char *>(&header), sizeof(header)) << code;
  if (Error error = (*stream)->commit())
    complain(std::move(error));
}

void CodeCache::prune(std::chrono::seconds interval) {
  if (directory.empty() || !sys::fs::is_directory(directory))
    return;
  CachePruningPolicy policy;
  policy.Interval = interval;
  policy.Expiration = std::chrono::seconds(0);
  policy.MaxSizeBytes = maxBytes;
  pruneCache(directory, policy);
}

CodeCache::Statistics CodeCache::statistics() const {
  std::lock_guard lock(mutex);
  return counts;
}

std::string CodeCache::complaint() const {
  std::lock_guard lock(mutex);
  return firstComplaint;
}

void CodeCache::complain(Error error) {
  const std::string text = toString(std::move(error));
  std::lock_guard lock(mutex);
  if (firstComplaint.empty())
    firstComplaint = text;
}
