// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Segments of JPEG are big endian and hold at most 65533 bytes. Directories of TIFF and chunks of
// WebP are little endian here.

#include "runtime/pictures/EmbedXmp.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#define OPENSSL_API_COMPAT 10101 // as in TrustList.cpp
#include <openssl/md5.h>

namespace flame::rt {

static void appendBigEndian(std::string &to, uint64_t value, int bytes) {
  for (int i = bytes - 1; i >= 0; --i)
    to += char(value >> (8 * i));
}

static void appendLittleEndian(std::string &to, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i)
    to += char(value >> (8 * i));
}

static uint64_t littleEndian(const std::string &from, size_t at, int bytes) {
  uint64_t value = 0;
  for (int i = bytes - 1; i >= 0; --i)
    value = value << 8 | uint8_t(from[at + size_t(i)]);
  return value;
}

//===-- JPEG ----------------------------------------------------------------------------------===//

/// Both include their terminating zero byte.
static constexpr char kMain[] = "http://ns.adobe.com/xap/1.0/";
static constexpr char kExtension[] = "http://ns.adobe.com/xmp/extension/";
static constexpr size_t kMostInSegment = 65533, kMostInChunk = 65000;

static std::string segment(std::string_view content) {
  std::string made = "\xff\xe1";
  appendBigEndian(made, content.size() + 2, 2);
  return made.append(content);
}

static std::string mainSegment(std::string_view packet) {
  return segment(std::string(kMain, sizeof kMain).append(packet));
}

/// Makes a packet that only announces an extension, followed by the extension in pieces: "GUID,
/// length, offset, bytes" each.
static std::string dividedPacket(std::string_view packet) {
  uint8_t digest[MD5_DIGEST_LENGTH];
  MD5(reinterpret_cast<const uint8_t *>(packet.data()), packet.size(), digest);
  std::string guid;
  for (const uint8_t byte : digest)
    for (const int digit : {byte >> 4, byte & 15})
      guid += "0123456789ABCDEF"[digit];
  std::string made = mainSegment(
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
      "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
      "xmlns:xmpNote=\"http://ns.adobe.com/xmp/note/\" xmpNote:HasExtendedXMP=\"" +
      guid + "\"/></rdf:RDF></x:xmpmeta>");
  for (size_t at = 0; at < packet.size(); at += kMostInChunk) {
    std::string content = std::string(kExtension, sizeof kExtension) + guid;
    appendBigEndian(content, packet.size(), 4);
    appendBigEndian(content, at, 4);
    made += segment(content.append(packet.substr(at, kMostInChunk)));
  }
  return made;
}

void embedXmpInJpeg(std::string &file, std::string_view packet) {
  size_t at = 2;
  while (at + 4 <= file.size() && file[at] == '\xff' && (uint8_t(file[at + 1]) & 0xf0) == 0xe0)
    at += 2 + (size_t(uint8_t(file[at + 2])) << 8 | uint8_t(file[at + 3]));
  file.insert(std::min(at, file.size()), packet.size() + sizeof kMain <= kMostInSegment
                                             ? mainSegment(packet)
                                             : dividedPacket(packet));
}

//===-- TIFF ----------------------------------------------------------------------------------===//

void embedXmpInTiff(std::string &file, std::string_view packet) {
  constexpr size_t kHeader = 8, kEntry = 12;
  constexpr uint64_t kDateTag = 306, kXmpTag = 700, kByteType = 1;
  if (!file.starts_with(std::string_view("II*\0", 4)) || file.size() < kHeader ||
      file.size() + packet.size() > UINT32_MAX - 65536)
    return;
  const size_t directory = littleEndian(file, 4, 4);
  if (directory + 2 > file.size())
    return;
  const size_t count = littleEndian(file, directory, 2), end = directory + 2 + count * kEntry;
  if (end + 4 > file.size())
    return;
  file.resize(file.size() + file.size() % 2);
  std::string entry;
  appendLittleEndian(entry, kXmpTag, 2);
  appendLittleEndian(entry, kByteType, 2);
  appendLittleEndian(entry, packet.size(), 4);
  appendLittleEndian(entry, file.size(), 4);
  std::vector<std::string> entries = {entry};
  for (size_t i = 0; i < count; ++i)
    if (entry = file.substr(directory + 2 + i * kEntry, kEntry);
        littleEndian(entry, 0, 2) != kDateTag)
      entries.push_back(entry);
  std::ranges::sort(entries, {}, [](const std::string &e) { return littleEndian(e, 0, 2); });
  // The old directory and the date are zeroed, so that equal pictures give equal files.
  for (size_t i = 0; i < count; ++i)
    if (const size_t at = directory + 2 + i * kEntry; littleEndian(file, at, 2) == kDateTag) {
      const size_t length = littleEndian(file, at + 4, 4), text = littleEndian(file, at + 8, 4);
      if (length > 4 && text + length <= file.size())
        std::fill_n(file.begin() + std::ptrdiff_t(text), length, '\0');
    }
  std::fill(file.begin() + std::ptrdiff_t(directory), file.begin() + ptrdiff_t(end + 4), '\0');
  file.append(packet);
  file.resize(file.size() + file.size() % 2);
  std::string start;
  appendLittleEndian(start, file.size(), 4);
  file.replace(4, 4, start);
  appendLittleEndian(file, entries.size(), 2);
  for (const std::string &kept : entries)
    file += kept;
  appendLittleEndian(file, 0, 4); // no further directory
}

//===-- WebP ----------------------------------------------------------------------------------===//

void embedXmpInWebp(std::string &file, std::string_view packet, uint32_t width, uint32_t height,
                    bool hasAlpha) {
  constexpr size_t kRiffHeader = 12;
  constexpr char kHasXmp = 0x04, kHasAlpha = 0x10;
  const std::string_view extended = "VP8X";
  if (file.size() < kRiffHeader + 18)
    return;
  if (file.compare(kRiffHeader, 4, extended) == 0) {
    file[kRiffHeader + 8] |= kHasXmp;
  } else {
    std::string header(extended);
    appendLittleEndian(header, 10, 4);
    header += char(kHasXmp | (hasAlpha ? kHasAlpha : 0));
    header.append(3, '\0');
    appendLittleEndian(header, width - 1, 3);
    appendLittleEndian(header, height - 1, 3);
    file.insert(kRiffHeader, header);
  }
  file += "XMP ";
  appendLittleEndian(file, packet.size(), 4);
  file.append(packet);
  file.resize(file.size() + packet.size() % 2);
  std::string length;
  appendLittleEndian(length, file.size() - 8, 4);
  file.replace(4, 4, length);
}

} // namespace flame::rt
