// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The outermost structure of the containers that we write: enough to tell a whole file from one of which the end is
// missing, as a full disk or an interrupted copy leaves it.

#ifndef FLAME_RUNTIME_OUTPUT_VIDEOCONTAINER_H
#define FLAME_RUNTIME_OUTPUT_VIDEOCONTAINER_H

#include <filesystem>

namespace flame::rt {

/// Whether a file is of one of our containers (MP4, MOV, Matroska, WebM, WebP, GIF, APNG) and ends where it says that it
/// does. Nothing is decoded.
bool isWholeVideo(const std::filesystem::path &path);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_VIDEOCONTAINER_H
