// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a PNG file says before its pixels, and whether it is complete, without decoding it: enough to know that a frame
// exists already. A few kilobytes of the file are read.

#ifndef FLAME_RUNTIME_OUTPUT_PNGHEADER_H
#define FLAME_RUNTIME_OUTPUT_PNGHEADER_H

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace flame::rt {

/// The head of a picture.
struct PngHeader {
  uint32_t width = 0, height = 0;
  unsigned bits = 0;                        ///< per channel
  std::map<std::string, std::string> texts; ///< the uncompressed Latin-1 ones
};

/// Reads the head of `path`. Nothing if there is no such file, or it is not a PNG file with an end.
std::optional<PngHeader> readPngHeader(const std::filesystem::path &path);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_PNGHEADER_H
