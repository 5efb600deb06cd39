// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the structure of a video file: how many frames it holds, how long it plays, and whether
// anything of it is missing. An encoder that runs out of disk space may leave a file that is cut
// off and still exit with code 0, so its output is read before it gets its name. Nothing is
// decoded; a few bytes of each frame are read.

#ifndef FLAME_RUNTIME_OUTPUT_VIDEOCONTAINER_H
#define FLAME_RUNTIME_OUTPUT_VIDEOCONTAINER_H

#include "support/Result.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace flame::rt {

/// The contents of a complete video file.
struct VideoContents {
  uint64_t frames = 0;
  uint64_t frameBytes = 0;       ///< of all encoded frames together
  std::optional<double> seconds; ///< how long it plays; NUT does not say
  bool mergesFrames = false;     ///< equal frames in a row may be one, shown for longer (WebP)
};

/// Reads an MP4, MOV, Matroska, WebM, NUT, WebP, GIF or APNG file. An Environment error says which
/// part is missing: the file must end where its structure ends, have its index, and hold every
/// frame that the index lists.
Result<VideoContents> readVideo(const std::filesystem::path &path);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_VIDEOCONTAINER_H
