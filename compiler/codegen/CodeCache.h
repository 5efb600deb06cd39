// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Caches generated code for later flames of the same structure: in memory within a run, and in a
// folder (support/CacheFolder.h) across runs. A key is the hash of everything that the code depends
// on. Within a run no code is generated twice: a thread that asks for code in generation waits for
// it.

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

/// A map from keys to code. Several threads may use it. A thread that holds several slots must open
/// them in the same order as all other threads.
class CodeCache {
public:
  /// Without a folder, caches in memory only.
  explicit CodeCache(std::filesystem::path folder = {}) : onDisk(std::move(folder)) {}

  /// The entry of one key. Either its code is known, or the owner of the slot must generate it.
  class Slot {
  public:
    /// A slot of no cache: knows nothing and stores nothing.
    Slot() = default;
    Slot(Slot &&other) noexcept { *this = std::move(other); }
    Slot &operator=(Slot &&other) noexcept {
      std::swap(cache, other.cache);
      std::swap(key, other.key);
      std::swap(known, other.known);
      return *this;
    }
    /// If the code was not filled in, lets another thread generate it.
    ~Slot();

    const std::optional<std::string> &code() const { return known; }
    /// Stores the generated code.
    void fill(llvm::StringRef made);

  private:
    friend CodeCache;
    /// Publishes the code in memory and wakes the threads that wait for it.
    void publish(std::string code);

    CodeCache *cache = nullptr; ///< the cache whose threads wait for the code
    std::string key;
    std::optional<std::string> known;
  };

  /// Opens the slot of `key`. Waits if another thread holds the slot and generates the code.
  Slot open(llvm::StringRef key);
  /// Facts about flames that are not code but expensive to compute. They are cached only in the
  /// folder and not counted in the statistics.
  std::optional<std::string> findFact(llvm::StringRef key) { return onDisk.find(key); }
  void storeFact(llvm::StringRef key, llvm::StringRef bytes) { onDisk.store(key, bytes); }
  /// Results of the calls of `open`. Damaged entries also count as missed.
  struct Statistics {
    unsigned inMemory = 0, onDisk = 0, missed = 0, damaged = 0;
  };
  Statistics statistics() const;
  const rt::CacheFolder &folder() const { return onDisk; }

  /// The user's cache folder: $XDG_CACHE_HOME/flamec or ~/.cache/flamec; empty without a home.
  static std::filesystem::path defaultFolder();

private:
  rt::CacheFolder onDisk;
  mutable std::mutex mutex; ///< guards all members below
  std::condition_variable released;
  llvm::StringMap<std::string> known;
  llvm::StringSet<> awaited; ///< keys whose code a thread is generating
  Statistics counts;         ///< without damaged entries, which the folder counts
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_CODECACHE_H
