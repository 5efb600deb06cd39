// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generated code, kept for the next flame of the same structure: in memory for the flames of one run, and in a folder
// (support/CacheFolder.h) for later runs. A key is the hash of everything that the code depends on. Within a run nothing is
// made twice: who asks for code that another thread is making waits for it.

#ifndef FLAME_COMPILER_CODEGEN_CODECACHE_H
#define FLAME_COMPILER_CODEGEN_CODECACHE_H

#include "support/CacheFolder.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>

namespace flame {

/// A map from keys to code. May be used from several threads; a thread that holds several slots opens them in the same
/// order as all others.
class CodeCache {
public:
  /// Without a folder, memory alone.
  explicit CodeCache(std::filesystem::path folder = {}) : onDisk(std::move(folder)) {}

  /// The entry of one key. Either its code is known, or the owner of the slot is the one to make it.
  class Slot {
  public:
    /// Of no cache: nothing is known, nothing is kept.
    Slot() = default;
    Slot(Slot &&other) noexcept { *this = std::move(other); }
    Slot &operator=(Slot &&other) noexcept {
      std::swap(cache, other.cache);
      std::swap(key, other.key);
      std::swap(known, other.known);
      return *this;
    }
    /// Lets somebody else try if the code was not made.
    ~Slot();

    const std::optional<std::string> &code() const { return known; }
    /// Keeps the code that was made.
    void fill(llvm::StringRef made);

  private:
    friend CodeCache;
    /// Makes the code known, in memory, to those who wait for it.
    void publish(std::string code);

    CodeCache *cache = nullptr; ///< which waits for the code
    std::string key;
    std::optional<std::string> known;
  };

  /// The slot of `key`. If another thread has the slot and makes the code, waits for it.
  Slot open(llvm::StringRef key);
  /// What is no code but takes long to find out of a flame, too: it is in the folder alone, and in no statistics.
  std::optional<std::string> findFact(llvm::StringRef key) { return onDisk.find(key); }
  void storeFact(llvm::StringRef key, llvm::StringRef bytes) { onDisk.store(key, bytes); }
  /// What the calls of `open` found. Damaged entries count as missed, too.
  struct Statistics {
    unsigned inMemory = 0, onDisk = 0, missed = 0, damaged = 0;
  };
  Statistics statistics() const;
  const rt::CacheFolder &folder() const { return onDisk; }

  /// Where caches of the user are: $XDG_CACHE_HOME/flamec, or ~/.cache/flamec; empty without a home.
  static std::filesystem::path defaultFolder();

private:
  rt::CacheFolder onDisk;
  mutable std::mutex mutex; ///< guards what follows
  std::condition_variable released;
  llvm::StringMap<std::string> known;
  llvm::StringSet<> awaited; ///< keys whose code somebody is making
  Statistics counts;         ///< without the damaged ones, which the folder counts
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_CODECACHE_H
