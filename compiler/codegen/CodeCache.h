// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generated code, kept for the next flame of the same structure: in memory for the flames of one run, and in a
// directory for later runs. A key is the hash of everything that the code depends on, so entries are never
// wrong, only unused; the oldest ones go when the directory outgrows its bound. Within a run nothing is made twice: who
// asks for code that another thread is making waits for it. Several programs may share a directory: entries appear
// complete or not at all, and each proves by a hash of its own that it is what was written under its key. One that
// cannot is taken for missing and replaced. A directory that cannot be used costs time and nothing else.

#ifndef FLAME_COMPILER_CODEGEN_CODECACHE_H
#define FLAME_COMPILER_CODEGEN_CODECACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace flame {

/// A map from keys to code. May be used from several threads; a thread that holds several slots opens them in the same
/// order as all others.
class CodeCache {
public:
  static constexpr uint64_t kDefaultBytes = uint64_t(1) << 30;
  /// Between two looks at the size of the directory, by whatever program.
  static constexpr std::chrono::seconds kPruneInterval{1200};

  /// Without a directory, memory alone. The directory is made when there is something to write, and may grow to
  /// `maxBytes`.
  explicit CodeCache(std::string directory = {}, uint64_t maxBytes = kDefaultBytes)
      : directory(std::move(directory)), maxBytes(maxBytes) {}
  /// Prunes the directory if that was not done for some time.
  ~CodeCache() { prune(kPruneInterval); }
  CodeCache(const CodeCache &) = delete;
  CodeCache &operator=(const CodeCache &) = delete;

  /// One key's place. Either its code is known, or the owner of the slot is the one to make it.
  class Slot {
  public:
    /// Of no cache: nothing is known, nothing is kept.
    Slot() = default;
    Slot(Slot &&other) { *this = std::move(other); }
    Slot &operator=(Slot &&other) {
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
    void settle(std::string code);

    CodeCache *cache = nullptr; ///< which waits for the code
    std::string key;
    std::optional<std::string> known;
  };

  /// The slot of `key`. If another thread has the slot and makes the code, waits for it.
  Slot open(llvm::StringRef key);
  /// Removes the entries that were unused longest until the directory fits its bound; does nothing if somebody did it
  /// less than `interval` ago.
  void prune(std::chrono::seconds interval);

  /// What the calls of `open` found. Damaged entries count as missed, too.
  struct Statistics {
    unsigned inMemory = 0, onDisk = 0, missed = 0, damaged = 0;
  };
  Statistics statistics() const;
  /// Why the directory could not be used, the first time that happened; empty: no such time.
  std::string complaint() const;

  /// Where caches of the user are: $XDG_CACHE_HOME/flamec, or ~/.cache/flamec; empty without a home.
  static std::string defaultDirectory();

private:
  std::optional<std::string> readEntry(llvm::StringRef key);
  void writeEntry(llvm::StringRef key, llvm::StringRef code);
  void complain(llvm::Error error);

  const std::string directory;
  const uint64_t maxBytes;
  mutable std::mutex mutex; ///< guards what follows
  std::condition_variable released;
  llvm::StringMap<std::string> known;
  llvm::StringSet<> awaited; ///< keys whose code somebody is making
  Statistics counts;
  std::string firstComplaint;
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_CODECACHE_H
