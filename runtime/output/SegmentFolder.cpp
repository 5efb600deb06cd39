// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/SegmentFolder.h"

#include "runtime/output/VideoContainer.h"
#include "support/ReadFile.h"

#include <algorithm>
#include <cstdio>
#include <system_error>

namespace flame::rt {

namespace fs = std::filesystem;

static constexpr char kSettingsName[] = "settings", kExtension[] = ".nut";
static constexpr std::string_view kMagic = "flamec video segments\n";
static constexpr size_t kDigits = 5; // at least
static constexpr uint64_t kMaxSettingsBytes = 4096;

SegmentFolder::SegmentFolder(const fs::path &video, std::string fingerprint,
                             std::vector<VideoLength> lengths)
    : folder(video.string() + ".parts"), wanted(std::string(kMagic) + fingerprint + "\n"),
      lengths(std::move(lengths)) {}

fs::path SegmentFolder::pathOf(size_t segment) const {
  char name[32];
  snprintf(name, sizeof(name), "%0*zu%s", int(kDigits), segment, kExtension);
  return folder / name;
}

static bool isRegularFile(const fs::path &path) {
  std::error_code failed;
  return fs::symlink_status(path, failed).type() == fs::file_type::regular;
}

bool SegmentFolder::has(size_t segment) const {
  return isRegularFile(pathOf(segment)) && bool(checkVideo(pathOf(segment), lengths[segment]));
}

size_t SegmentFolder::finished() const {
  size_t count = 0;
  for (size_t segment = 0; segment < lengths.size(); ++segment)
    count += has(segment);
  return count;
}

uint64_t SegmentFolder::frameBytes() const {
  uint64_t sum = 0;
  for (size_t segment = 0; segment < lengths.size(); ++segment)
    if (const Result<VideoContents> contents = readVideo(pathOf(segment)))
      sum += contents->frameBytes;
  return sum;
}

/// The contents of the settings file of a folder of ours; empty if the folder is not ours.
std::string SegmentFolder::settings() const {
  const fs::path path = folder / kSettingsName;
  if (!isRegularFile(path))
    return {};
  const auto bytes = readFileIfAny(path, kMaxSettingsBytes);
  if (!bytes || !*bytes)
    return {};
  const std::string text(reinterpret_cast<const char *>((*bytes)->data()), (*bytes)->size());
  return text.starts_with(kMagic) ? text : std::string();
}

static bool isSegmentName(const std::string &name) {
  if (name.size() < kDigits + sizeof(kExtension) - 1 || !name.ends_with(kExtension))
    return false;
  return std::ranges::all_of(name.substr(0, name.size() - (sizeof(kExtension) - 1)),
                             [](char c) { return c >= '0' && c <= '9'; });
}

/// Call only where `settings()` said that the folder is ours.
void SegmentFolder::removeSegments() const {
  std::error_code failed;
  std::vector<fs::path> segments;
  for (auto entry = fs::directory_iterator(folder, failed); !failed && entry != end(entry);
       entry.increment(failed))
    if (isSegmentName(entry->path().filename().string()) && isRegularFile(entry->path()))
      segments.push_back(entry->path());
  for (const fs::path &segment : segments)
    fs::remove(segment, failed);
  AtomicFile::removeAbandoned(folder);
}

Status SegmentFolder::prepare(bool keep) {
  std::error_code failed;
  const std::string found = settings();
  const bool exists = fs::symlink_status(folder, failed).type() != fs::file_type::not_found;
  if (exists && found.empty()) {
    AtomicFile::removeAbandoned(
        folder); // a program may have been killed before it wrote the settings
    if (!fs::is_empty(folder, failed) || failed)
      return Error(ErrorKind::Environment,
                   "'" + folder.string() + "' exists and holds no segments of a video",
                   "rename it: segments wait there until the video is complete");
  }
  if (!found.empty() && (!keep || found != wanted))
    removeSegments();
  else
    AtomicFile::removeAbandoned(folder);
  fs::create_directory(folder, failed);
  FLAME_TRY_ASSIGN(AtomicFile file, AtomicFile::create(folder / kSettingsName));
  FLAME_TRY(file.write(wanted));
  return file.commit();
}

void SegmentFolder::remove() {
  std::error_code ignored;
  if (settings() != wanted)
    return;
  removeSegments();
  fs::remove(folder / kSettingsName, ignored); // last: without it the rest would not be ours
  fs::remove(folder, ignored);                 // fails if something else is in it
}

} // namespace flame::rt
