// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder of things that were made once and can be made again, each in a file, under a key that is
// the hash of everything it depends on; so entries are never wrong, only unused. Several programs
// may share a folder: entries appear complete or not at all, and each proves by a hash of its own
// that it is what was stored under its key. One that cannot is taken for missing. What was unused
// longest goes when the folder outgrows its bounds.
//
// Entries are in a folder of ours, `flamec-cache`, within the one that is named, which may hold
// anything. What is removed or replaced there is surely ours: its name is a full hash, and it is an
// ordinary file of this user that begins as entries do.
//
// The folder helps or stays out of the way: without a place to write to, on a full disk or with
// damaged files, everything is made as if there was none. What went wrong is noted once, for
// whoever wants to tell the user.

#ifndef FLAME_SUPPORT_CACHEFOLDER_H
#define FLAME_SUPPORT_CACHEFOLDER_H

#include "support/Result.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace flame::rt {

/// How large a folder may grow, and how often somebody looks.
struct CacheLimits {
  uint64_t maxBytes = uint64_t(1) << 30;
  /// An entry that nobody used for so long goes in any case.
  std::chrono::seconds maxAge = std::chrono::hours(90 * 24);
  /// Between two looks at the folder, by whatever program.
  std::chrono::seconds pruneInterval = std::chrono::minutes(20);
};

/// May be used from several threads.
class CacheFolder {
public:
  /// The cache in `folder`, which is made, for this user alone, when there is something to store.
  /// Without one nothing is found or stored, nor where others can write.
  explicit CacheFolder(std::filesystem::path folder = {}, CacheLimits limits = {})
      : folder(std::move(folder)), limits(limits) {}
  /// Prunes the folder if nobody did for some time.
  ~CacheFolder() { prune(limits.pruneInterval); }
  CacheFolder(const CacheFolder &) = delete;
  CacheFolder &operator=(const CacheFolder &) = delete;

  /// What was stored under `key`, a hash as ContentHash::hex writes it. Counts as a use.
  std::optional<std::string> find(std::string_view key);

  /// Stores an entry, in place of what is there.
  void store(std::string_view key, std::string_view bytes);

  /// Removes what is too old, and what was unused longest until the folder fits its bounds, as well
  /// as what programs left that were killed. Does nothing if somebody did it less than `interval`
  /// ago.
  void prune(std::chrono::seconds interval);

  const std::filesystem::path &path() const { return folder; }
  /// Where the entry of `key` is.
  std::filesystem::path pathOf(std::string_view key) const;
  /// How many entries were not what was stored.
  unsigned damaged() const { return damagedEntries; }
  /// What kept the folder from being used, the first time that happened; empty: no such time.
  std::string complaint() const;

private:
  std::filesystem::path entries() const;
  bool isOursAlone();
  Status makeFolders() const;
  Status write(std::string_view key, std::string_view bytes) const;
  bool isTimeToPrune(std::chrono::seconds interval);
  void complain(const Error &error);

  const std::filesystem::path folder;
  const CacheLimits limits;
  std::atomic<unsigned> damagedEntries = 0;
  mutable std::mutex mutex;
  std::string firstComplaint; ///< guarded by `mutex`
};

} // namespace flame::rt

#endif // FLAME_SUPPORT_CACHEFOLDER_H
