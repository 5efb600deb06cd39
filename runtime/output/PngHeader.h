// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the header of a PNG file and checks that the file is complete, without decoding it, to
// detect frames that already exist. It reads a few kilobytes.

#ifndef FLAME_RUNTIME_OUTPUT_PNGHEADER_H
#define FLAME_RUNTIME_OUTPUT_PNGHEADER_H

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace flame::rt {

/// The header of a picture.
struct PngHeader {
  uint32_t width = 0, height = 0;
  unsigned bits = 0;                        ///< per channel
  std::map<std::string, std::string> texts; ///< uncompressed Latin-1 texts
};

/// Reads the header of `path`. Returns nullopt if the file does not exist or is not a complete PNG
/// file.
std::optional<PngHeader> readPngHeader(const std::filesystem::path &path);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_PNGHEADER_H
