// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each container is a sequence of parts that say how long they are. A file is whole if the parts fill it exactly and the
// last of them is one that ends it.

#include "runtime/output/VideoContainer.h"

#include <cstdint>
#include <fstream>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

namespace flame::rt {

namespace fs = std::filesystem;

namespace {

/// A file, read at any position. What cannot be read is nothing.
class Bytes {
public:
  explicit Bytes(const fs::path &path) : file(path, std::ios::binary) {
    std::error_code failed;
    const uintmax_t bytes = fs::file_size(path, failed);
    length = failed ? 0 : bytes;
  }

  uint64_t size() const { return length; }

  std::optional<std::string> text(uint64_t at, size_t bytes) {
    std::string found(bytes, '\0');
    if (at > length || length - at < bytes || !file.seekg(std::streamoff(at)) ||
        !file.read(found.data(), std::streamsize(bytes)))
      return std::nullopt;
    return found;
  }

  /// An integer of up to eight bytes, the first byte being the highest.
  std::optional<uint64_t> number(uint64_t at, size_t bytes) {
    const std::optional<std::string> digits = text(at, bytes);
    if (!digits)
      return std::nullopt;
    uint64_t value = 0;
    for (char digit : *digits)
      value = value << 8 | uint8_t(digit);
    return value;
  }

  bool startsWith(uint64_t at, std::string_view what) { return text(at, what.size()) == what; }

private:
  std::ifstream file;
  uint64_t length = 0;
};

} // namespace

/// Part after part: `next` gives the end of the one that starts at a position, which must lie behind it.
template <class Next> static bool isFilled(Bytes &bytes, uint64_t at, Next next) {
  while (at < bytes.size()) {
    const std::optional<uint64_t> end = next(at);
    if (!end || *end <= at)
      return false;
    at = *end;
  }
  return at == bytes.size();
}

/// MP4 and MOV: boxes; a movie has data and a table of what is where.
static bool isWholeMovie(Bytes &bytes) {
  bool hasTable = false, hasData = false;
  const bool isFull = isFilled(bytes, 0, [&](uint64_t at) -> std::optional<uint64_t> {
    std::optional<uint64_t> size = bytes.number(at, 4);
    if (size == 1)
      size = bytes.number(at + 8, 8);
    hasTable |= bytes.startsWith(at + 4, "moov");
    hasData |= bytes.startsWith(at + 4, "mdat");
    if (!size || *size > bytes.size())
      return std::nullopt;
    return at + *size;
  });
  return isFull && hasTable && hasData;
}

/// The end of an element of Matroska whose identifier has `bytesOfName` bytes.
static std::optional<uint64_t> endOfElement(Bytes &bytes, uint64_t at, size_t bytesOfName) {
  const std::optional<uint64_t> first = bytes.number(at + bytesOfName, 1);
  if (!first || *first == 0)
    return std::nullopt;
  size_t length = 1; // of the size: as many bytes as there are zeros in front, and one
  while (!(*first << length & 0x100))
    ++length;
  const std::optional<uint64_t> coded = bytes.number(at + bytesOfName, length);
  if (!coded)
    return std::nullopt;
  const uint64_t size = *coded & ((uint64_t(1) << 7 * length) - 1);
  if (size > bytes.size())
    return std::nullopt;
  return at + bytesOfName + length + size;
}

/// Matroska and WebM: a header, and a segment that holds everything.
static bool isWholeMatroska(Bytes &bytes) {
  bool hasSegment = false;
  const bool isFull = isFilled(bytes, 0, [&](uint64_t at) {
    hasSegment |= bytes.startsWith(at, "\x18\x53\x80\x67");
    return endOfElement(bytes, at, 4);
  });
  return isFull && hasSegment;
}

/// WebP: one chunk, rounded up to an even size.
static bool isWholeWebp(Bytes &bytes) {
  const std::optional<std::string> size = bytes.text(4, 4);
  uint64_t value = 0;
  for (size_t i = 4; i-- > 0;)
    value = value << 8 | uint8_t((*size)[i]);
  return 8 + value + (value & 1) == bytes.size();
}

/// The colours that a flag byte of GIF announces.
static uint64_t bytesOfColors(uint64_t flags) {
  return flags & 0x80 ? uint64_t(3) << ((flags & 7) + 1) : 0;
}

/// The end of a chain of blocks with up to 255 bytes each.
static std::optional<uint64_t> endOfBlocks(Bytes &bytes, uint64_t at) {
  for (;;) {
    const std::optional<uint64_t> size = bytes.number(at, 1);
    if (!size)
      return std::nullopt;
    at += 1 + *size;
    if (*size == 0)
      return at;
  }
}

/// GIF: a header with colours, extensions and pictures, and a byte that ends it.
static bool isWholeGif(Bytes &bytes) {
  const std::optional<uint64_t> flags = bytes.number(10, 1);
  if (!flags)
    return false;
  bool isEnded = false;
  const bool isFull =
      isFilled(bytes, 13 + bytesOfColors(*flags), [&](uint64_t at) -> std::optional<uint64_t> {
        isEnded = bytes.startsWith(at, ";");
        if (isEnded) // whatever stands behind it
          return bytes.size() == at + 1 ? std::optional(at + 1) : std::nullopt;
        if (bytes.startsWith(at, "!"))
          return endOfBlocks(bytes, at + 2);
        const std::optional<uint64_t> local = bytes.number(at + 9, 1);
        if (!bytes.startsWith(at, ",") || !local)
          return std::nullopt;
        return endOfBlocks(bytes, at + 11 + bytesOfColors(*local));
      });
  return isFull && isEnded;
}

/// APNG: chunks, of which the last is IEND.
static bool isWholePng(Bytes &bytes) {
  bool isEnded = false;
  const bool isFull = isFilled(bytes, 8, [&](uint64_t at) -> std::optional<uint64_t> {
    const std::optional<uint64_t> size = bytes.number(at, 4);
    isEnded = bytes.startsWith(at + 4, "IEND");
    return size ? std::optional(at + 12 + *size) : std::nullopt;
  });
  return isFull && isEnded;
}

bool isWholeVideo(const fs::path &path) {
  Bytes bytes(path);
  if (bytes.startsWith(4, "ftyp"))
    return isWholeMovie(bytes);
  if (bytes.startsWith(0, "\x1a\x45\xdf\xa3"))
    return isWholeMatroska(bytes);
  if (bytes.startsWith(0, "RIFF") && bytes.startsWith(8, "WEBP"))
    return isWholeWebp(bytes);
  if (bytes.startsWith(0, "GIF8"))
    return isWholeGif(bytes);
  if (bytes.startsWith(0, "\x89PNG"))
    return isWholePng(bytes);
  return false;
}

} // namespace flame::rt
