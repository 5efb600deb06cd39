// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry is a header with the hash of key and content, then the content. The time of its last use
// is the time of its last modification, since many file systems do not note when a file was read.
// The time of the last look at the folder is that of an entry without content.

#include "support/CacheFolder.h"

#include "support/AtomicFile.h"
#include "support/ContentHash.h"
#include "support/Descriptor.h"
#include "support/OwnFile.h"
#include "support/ReadFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <vector>

namespace flame::rt {

namespace fs = std::filesystem;

static constexpr char kEntries[] = "flamec-cache";
static constexpr size_t kNameLength = 32;
static constexpr uint64_t kMaxEntryBytes = uint64_t(1) << 31;
/// Of the space that is free or ours, what entries may take.
static constexpr double kMaxDiskShare = 0.5;

namespace {
/// What a file of the cache begins with.
struct EntryHeader {
  char magic[8];
  ContentHash hash; ///< of the key and the content
};
constexpr std::string_view kMagic = "flamece1";

struct Entry {
  fs::path path;
  uint64_t bytes;
  fs::file_time_type lastUse;
};
} // namespace

static bool isEntryName(std::string_view name) {
  return name.size() == kNameLength && name.find_first_not_of("0123456789abcdef") == name.npos;
}

/// Opens an entry; no file for whatever else may have its name.
static Descriptor openEntry(const fs::path &path) {
  Descriptor file = openOwnFile(path);
  if (file && !beginsWith(file, kMagic)) {
    file.close();
    errno = EEXIST;
  }
  return file;
}

static Error inTheWay(const fs::path &path) {
  return Error(ErrorKind::Environment, "'" + path.string() + "' is no entry of a cache",
               "move it away");
}

fs::path CacheFolder::entries() const { return folder / kEntries; }

fs::path CacheFolder::pathOf(std::string_view key) const {
  assert(isEntryName(key) && "not a hash");
  return entries() / key;
}

//===-- entries -------------------------------------------------------------------------------===//

/// Whether there is a folder of entries that nobody else can write: what is in it will be run.
bool CacheFolder::isOursAlone() {
  struct stat status{};
  if (folder.empty() || stat(entries().c_str(), &status) != 0)
    return false;
  if (S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
      (status.st_mode & (S_IWGRP | S_IWOTH)) == 0)
    return true;
  complain(Error(ErrorKind::Environment,
                 "'" + entries().string() + "' is no folder that this user alone can write"));
  return false;
}

std::optional<std::string> CacheFolder::find(std::string_view key) {
  if (!isOursAlone())
    return std::nullopt;
  const fs::path path = pathOf(key);
  const Descriptor file = openEntry(path);
  if (!file) {
    if (errno != ENOENT) {
      ++damagedEntries;
      complain(inTheWay(path));
    }
    return std::nullopt;
  }
  const Result<std::vector<std::byte>> bytes = readOpenFile(file, path, kMaxEntryBytes);
  if (!bytes) {
    complain(bytes.error());
    return std::nullopt;
  }
  EntryHeader header = {};
  const size_t start = std::min(bytes->size(), sizeof(header));
  memcpy(&header, bytes->data(), start);
  const std::string_view content(reinterpret_cast<const char *>(bytes->data()) + start,
                                 bytes->size() - start);
  if (start < sizeof(header) || header.hash != hashOfParts({key, content})) {
    ++damagedEntries;
    removeOwnFile(path, file);
    return std::nullopt;
  }
  futimens(file.get(), nullptr);
  return std::string(content);
}

Status CacheFolder::makeFolders() const {
  std::error_code failed;
  fs::create_directories(folder.parent_path(), failed);
  for (const fs::path &made : {folder, entries()})
    if (mkdir(made.c_str(), S_IRWXU) != 0 && errno != EEXIST)
      return Error(ErrorKind::Environment,
                   "cannot create '" + made.string() + "': " + strerror(errno));
  return {};
}

Status CacheFolder::write(std::string_view key, std::string_view bytes) const {
  const fs::path path = pathOf(key);
  if (!openEntry(path) && errno != ENOENT)
    return inTheWay(path);
  EntryHeader header = {};
  kMagic.copy(header.magic, sizeof(header.magic));
  header.hash = hashOfParts({key, bytes});
  FLAME_TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
  FLAME_TRY(file.write(std::as_bytes(std::span(&header, 1))));
  FLAME_TRY(file.write(bytes));
  return file.commit();
}

void CacheFolder::store(std::string_view key, std::string_view bytes) {
  if (folder.empty())
    return;
  if (const Status made = makeFolders(); !made)
    return complain(made.error());
  if (!isOursAlone())
    return;
  if (const Status written = write(key, bytes); !written)
    complain(written.error());
}

//===-- bounds --------------------------------------------------------------------------------===//

/// All entries, those used last first.
static std::vector<Entry> listEntries(const fs::path &folder) {
  std::vector<Entry> entries;
  std::error_code failed;
  for (auto name = fs::directory_iterator(folder, failed); !failed && name != end(name);
       name.increment(failed)) {
    if (!isEntryName(name->path().filename().string()) || !openEntry(name->path()))
      continue;
    std::error_code gone; // another program prunes, too
    const Entry entry = {name->path(), name->file_size(gone), name->last_write_time(gone)};
    if (!gone)
      entries.push_back(entry);
  }
  std::ranges::sort(entries, std::ranges::greater(), &Entry::lastUse);
  return entries;
}

/// The entry whose last use is the last look at the size of the folder.
static std::string keyOfLook() { return contentHash("the last look at the size").hex(); }

/// Whether it is time to look, which is then noted.
bool CacheFolder::isTimeToPrune(std::chrono::seconds interval) {
  const Descriptor note = openEntry(pathOf(keyOfLook()));
  if (!note) {
    const Status written = write(keyOfLook(), "");
    if (!written)
      complain(written.error());
    return bool(written);
  }
  struct stat status = {};
  if (fstat(note.get(), &status) != 0)
    return false;
  // A time in the future is a clock that was wrong. Not time(): it may be some milliseconds behind
  // what files are marked with.
  const time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  if (const time_t age = now - status.st_mtime; age >= 0 && age < interval.count())
    return false;
  return futimens(note.get(), nullptr) == 0;
}

void CacheFolder::prune(std::chrono::seconds interval) {
  if (!isOursAlone() || !isTimeToPrune(interval))
    return;
  AtomicFile::removeAbandoned(entries());
  const std::vector<Entry> all = listEntries(entries());
  uint64_t total = 0;
  for (const Entry &entry : all)
    total += entry.bytes;
  std::error_code failed;
  const fs::space_info disk = fs::space(entries(), failed);
  const uint64_t room =
      failed ? limits.maxBytes
             : std::min(limits.maxBytes, uint64_t(kMaxDiskShare * double(disk.available + total)));
  const auto oldest = fs::file_time_type::clock::now() - limits.maxAge;
  const fs::path look = pathOf(keyOfLook());
  uint64_t kept = 0;
  for (const Entry &entry : all) {
    if (entry.path == look)
      continue;
    kept += entry.bytes;
    if (kept <= room && entry.lastUse >= oldest)
      continue;
    if (const Descriptor file = openEntry(entry.path))
      removeOwnFile(entry.path, file);
  }
}

//===-- complaints ----------------------------------------------------------------------------===//

void CacheFolder::complain(const Error &error) {
  const std::lock_guard lock(mutex);
  if (firstComplaint.empty())
    firstComplaint = error.text();
}

std::string CacheFolder::complaint() const {
  const std::lock_guard lock(mutex);
  return firstComplaint;
}

} // namespace flame::rt
