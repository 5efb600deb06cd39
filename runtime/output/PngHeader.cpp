// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A PNG file is a signature and chunks: length, type, data, checksum. Numbers are big endian. The
// texts that matter here are between the first chunk, IHDR, and the pixels, IDAT. IEND ends the
// file.

#include "runtime/output/PngHeader.h"

#include <array>
#include <cstring>
#include <fstream>

namespace flame::rt {

static constexpr char kSignature[] = "\x89PNG\r\n\x1a\n";
static constexpr char kEnd[] = "\0\0\0\0IEND\xae\x42\x60\x82";
static constexpr size_t kSignatureBytes = sizeof(kSignature) - 1, kEndBytes = sizeof(kEnd) - 1;
/// Longer texts (a genome) are skipped.
static constexpr uint32_t kLongestText = 4096, kMostChunks = 256;

static uint32_t bigEndian(const char *bytes) {
  uint32_t value = 0;
  for (int i = 0; i < 4; ++i)
    value = value << 8 | uint8_t(bytes[i]);
  return value;
}

static bool hasEnd(std::ifstream &file) {
  std::array<char, kEndBytes> bytes;
  file.seekg(-std::streamoff(kEndBytes), std::ios::end);
  return file.read(bytes.data(), kEndBytes) && memcmp(bytes.data(), kEnd, kEndBytes) == 0;
}

std::optional<PngHeader> readPngHeader(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, kSignatureBytes> signature;
  if (!file || !hasEnd(file) || !file.seekg(0) || !file.read(signature.data(), kSignatureBytes) ||
      memcmp(signature.data(), kSignature, kSignatureBytes) != 0)
    return std::nullopt;
  PngHeader header;
  for (uint32_t chunk = 0; chunk < kMostChunks; ++chunk) {
    std::array<char, 8> head;
    if (!file.read(head.data(), head.size()))
      return std::nullopt;
    const uint32_t length = bigEndian(head.data());
    const std::string_view type(head.data() + 4, 4);
    if (type == "IDAT")
      return header.width ? std::optional(header) : std::nullopt;
    const bool wanted = type == "IHDR" || type == "tEXt";
    if (!wanted || length > kLongestText) {
      file.seekg(std::streamoff(length) + 4, std::ios::cur);
      continue;
    }
    std::string data(length, '\0');
    if (!file.read(data.data(), length) || !file.seekg(4, std::ios::cur))
      return std::nullopt;
    if (type == "IHDR" && length == 13) {
      header.width = bigEndian(data.data());
      header.height = bigEndian(data.data() + 4);
      header.bits = uint8_t(data[8]);
    } else if (const size_t key = data.find('\0'); type == "tEXt" && key != std::string::npos) {
      header.texts[data.substr(0, key)] = data.substr(key + 1);
    }
  }
  return std::nullopt;
}

} // namespace flame::rt
