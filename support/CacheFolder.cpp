// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry is a header with the hash of key and content, then the content. The time of its last use is the time of its
// last modification, since many file systems do not note when a file was read. The time of the last look at the folder is
// that of an empty file in it.

#include "support/CacheFolder.h"

#include "support/AtomicFile.h"
#include "support/ContentHash.h"
#include "support/Descriptor.h"
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

/// No other files are ever touched.
static constexpr std::string_view kPrefix = "flame-";
static constexpr char kPruned[] = "pruned";
static constexpr uint64_t kMaxEntryBytes = uint64_t(1) << 31;
/// Of the space that is free or ours, what entries may take.
static constexpr double kMaxDiskShare = 0.5;

namespace {
/// What a file of the cache begins with.
struct EntryHeader {
  char magic[8];
  ContentHash hash; ///< of the key and the content
};
constexpr char kMagic[8] = {'f', 'l', 'a', 'm', 'e', 'c', 'e', '1'};

struct Entry {
  fs::path path;
  uint64_t bytes;
  fs::file_time_type lastUse;
};
} // namespace

fs::path CacheFolder::pathOf(std::string_view key) const {
  assert(!key.empty() && key.find_first_of("/.") == key.npos && "not a word");
  return folder / (std::string(kPrefix) += key);
}

//===-- entries -------------------------------------------------------------------------------===//

std::optional<std::string> CacheFolder::find(std::string_view key) {
  if (folder.empty())
    return std::nullopt;
  const fs::path path = pathOf(key);
  std::error_code failed;
  // Others write and prune meanwhile: whether there is a file is asked once.
  const Result<std::optional<std::vector<std::byte>>> found = readFileIfAny(path, kMaxEntryBytes);
  if (!found)
    complain(found.error());
  if (!found || !*found)
    return std::nullopt;
  const std::vector<std::byte> *file = &**found;
  EntryHeader header = {};
  if (file->size() >= sizeof(header))
    memcpy(&header, file->data(), sizeof(header));
  const size_t start = std::min(file->size(), sizeof(header));
  const std::string_view content(reinterpret_cast<const char *>(file->data()) + start,
                                 file->size() - start);
  if (memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 ||
      header.hash != hashOfParts({key, content})) {
    ++damagedEntries;
    fs::remove(path, failed);
    return std::nullopt;
  }
  utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  return std::string(content);
}

Status CacheFolder::write(std::string_view key, std::string_view bytes) const {
  std::error_code failed;
  fs::create_directories(folder.parent_path(), failed);
  if (mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST)
    return Error(ErrorKind::Environment,
                 "cannot create '" + folder.string() + "': " + strerror(errno));
  EntryHeader header = {};
  memcpy(header.magic, kMagic, sizeof(kMagic));
  header.hash = hashOfParts({key, bytes});
  FLAME_TRY_ASSIGN(AtomicFile file, AtomicFile::create(pathOf(key)));
  FLAME_TRY(file.write(std::as_bytes(std::span(&header, 1))));
  FLAME_TRY(file.write(bytes));
  return file.commit();
}

void CacheFolder::store(std::string_view key, std::string_view bytes) {
  if (folder.empty())
    return;
  if (const Status written = write(key, bytes); !written)
    complain(written.error());
}

//===-- bounds --------------------------------------------------------------------------------===//

/// All entries, those used last first.
static std::vector<Entry> listEntries(const fs::path &folder) {
  std::vector<Entry> entries;
  std::error_code failed;
  for (auto file = fs::directory_iterator(folder, failed); !failed && file != end(file);
       file.increment(failed)) {
    if (!file->path().filename().string().starts_with(kPrefix))
      continue;
    std::error_code gone; // another program prunes, too
    const Entry entry = {file->path(), file->file_size(gone), file->last_write_time(gone)};
    if (!gone)
      entries.push_back(entry);
  }
  std::ranges::sort(entries, std::ranges::greater(), &Entry::lastUse);
  return entries;
}

/// Whether it is time to look, which is then noted.
static bool isTimeToPrune(const fs::path &folder, std::chrono::seconds interval) {
  const fs::path note = folder / kPruned;
  struct stat status = {};
  const bool exists = stat(note.c_str(), &status) == 0;
  // A time in the future is a clock that was wrong. Not time(): it may be some milliseconds behind what files are marked with.
  const time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  if (const time_t age = now - status.st_mtime; exists && age >= 0 && age < interval.count())
    return false;
  const Descriptor file(open(note.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  return file && futimens(file.get(), nullptr) == 0;
}

void CacheFolder::prune(std::chrono::seconds interval) {
  if (folder.empty() || !isTimeToPrune(folder, interval))
    return;
  AtomicFile::removeAbandoned(folder);
  const std::vector<Entry> entries = listEntries(folder);
  uint64_t total = 0;
  for (const Entry &entry : entries)
    total += entry.bytes;
  std::error_code failed;
  const fs::space_info disk = fs::space(folder, failed);
  const uint64_t room =
      failed ? limits.maxBytes
             : std::min(limits.maxBytes, uint64_t(kMaxDiskShare * double(disk.available + total)));
  const auto oldest = fs::file_time_type::clock::now() - limits.maxAge;
  uint64_t kept = 0;
  for (const Entry &entry : entries) {
    kept += entry.bytes;
    if (kept > room || entry.lastUse < oldest)
      fs::remove(entry.path, failed);
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
