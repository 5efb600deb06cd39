// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The folder VIDEO.parts, in which the finished segments of a video wait until it is complete. A
// segment is there if its file holds all its frames. The file `settings` says which video the
// segments belong to; a folder without it may be somebody else's, and nothing in it is touched.
// Only files with the names of segments are ever deleted.

#ifndef FLAME_RUNTIME_OUTPUT_SEGMENTFOLDER_H
#define FLAME_RUNTIME_OUTPUT_SEGMENTFOLDER_H

#include "runtime/output/EncodeVideo.h"

#include <filesystem>
#include <string>
#include <vector>

namespace flame::rt {

class SegmentFolder {
public:
  /// The segments of `video`, each of a known length. `fingerprint` stands for everything that
  /// decides their bytes.
  SegmentFolder(const std::filesystem::path &video, std::string fingerprint,
                std::vector<VideoLength> lengths);

  /// Makes the folder, or takes it over: the segments of this video stay if `keep`, all others are
  /// deleted. An Environment error if it exists and is not one of ours.
  Status prepare(bool keep);

  std::filesystem::path pathOf(size_t segment) const;
  const VideoLength &lengthOf(size_t segment) const { return lengths[segment]; }
  /// Whether the file of a segment is there and complete.
  bool has(size_t segment) const;
  /// How many segments there are, and how many of them are complete.
  size_t size() const { return lengths.size(); }
  size_t finished() const;
  /// The bytes of all frames of the segments, which must all be there.
  uint64_t frameBytes() const;

  /// Deletes the segments of this video, then the folder unless something else is in it. The
  /// segments of another video stay.
  void remove();

  const std::filesystem::path &path() const { return folder; }

private:
  std::string settings() const;
  void removeSegments() const;

  std::filesystem::path folder;
  std::string wanted; ///< contents of the file `settings`
  std::vector<VideoLength> lengths;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_SEGMENTFOLDER_H
