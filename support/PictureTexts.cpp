// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Searches files as text. A forged picture may contain any text, but a genome found there is
// checked like any other.

#include "support/PictureTexts.h"

#include <cstdint>

namespace flame::rt {

static constexpr std::string_view kOurPrefix = "flame_";
static constexpr std::string_view kPacketStart = "<x:xmpmeta", kPacketEnd = "</x:xmpmeta>";
static constexpr std::string_view kExrMagic = "\x76\x2f\x31\x01";

static bool isJpeg(std::string_view file) { return file.starts_with("\xff\xd8\xff"); }

bool isPictureWithTexts(std::string_view file) {
  const bool isTiff = file.starts_with(std::string_view("II*\0", 4));
  const bool isWebp = file.starts_with("RIFF") && file.substr(0, 12).ends_with("WEBP");
  const bool isAvif = file.size() >= 12 && file.substr(4, 8) == "ftypavif";
  return isJpeg(file) || isTiff || isWebp || isAvif || file.starts_with(kExrMagic);
}

//===-- reading -------------------------------------------------------------------------------===//

/// The XMP packet of a JPEG file: the extended packet if there is one. Its parts are in order, as
/// we write them.
static std::string packetOfJpeg(std::string_view file) {
  constexpr std::string_view kMain("http://ns.adobe.com/xap/1.0/\0", 29);
  constexpr std::string_view kExtension("http://ns.adobe.com/xmp/extension/\0", 35);
  constexpr size_t kGuidAndOffset = 40;
  std::string main, extension;
  size_t at = 2;
  while (at + 4 <= file.size() && file[at] == '\xff' && (uint8_t(file[at + 1]) & 0xf0) == 0xe0) {
    const size_t length = size_t(uint8_t(file[at + 2])) << 8 | uint8_t(file[at + 3]);
    if (length < 2)
      break;
    const std::string_view content = file.substr(at + 4, length - 2);
    if (content.starts_with(kMain))
      main = content.substr(kMain.size());
    else if (content.starts_with(kExtension) && content.size() > kExtension.size() + kGuidAndOffset)
      extension += content.substr(kExtension.size() + kGuidAndOffset);
    at += 2 + length;
  }
  return extension.empty() ? main : extension;
}

static std::string_view packetIn(std::string_view text) {
  const size_t start = text.find(kPacketStart);
  if (start == text.npos)
    return {};
  const size_t end = text.find(kPacketEnd, start);
  return end == text.npos ? std::string_view() : text.substr(start, end - start);
}

static constexpr std::pair<std::string_view, char> kEntities[] = {
    {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&#13;", '\r'}};

static std::string unescaped(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    size_t length = 1;
    char character = text[0];
    for (const auto &[entity, meaning] : kEntities)
      if (text.starts_with(entity)) {
        length = entity.size();
        character = meaning;
      }
    plain += character;
    text.remove_prefix(length);
  }
  return plain;
}

static std::optional<std::string> propertyOf(std::string_view packet, std::string_view key) {
  const std::string name = "flame:" + std::string(key.substr(kOurPrefix.size()));
  const std::string before = "<" + name + ">", after = "</" + name + ">";
  const size_t start = packet.find(before);
  if (start == packet.npos)
    return std::nullopt;
  const size_t end = packet.find(after, start);
  if (end == packet.npos)
    return std::nullopt;
  return unescaped(packet.substr(start + before.size(), end - start - before.size()));
}

/// An attribute consists of its name, type, length and value, in this order.
static std::optional<std::string> attributeOf(std::string_view file, std::string_view key) {
  const std::string before = std::string(key).append(std::string_view("\0string\0", 8));
  const size_t found = file.find(before);
  if (found == file.npos || file.size() - found < before.size() + 4)
    return std::nullopt;
  const size_t start = found + before.size();
  uint32_t length = 0;
  for (size_t i = 4; i-- > 0;)
    length = length << 8 | uint8_t(file[start + i]);
  if (length > file.size() - start - 4)
    return std::nullopt;
  return std::string(file.substr(start + 4, length));
}

std::optional<std::string> textOfPicture(std::string_view file, std::string_view key) {
  if (file.starts_with(kExrMagic))
    return attributeOf(file, key);
  if (!key.starts_with(kOurPrefix))
    return std::nullopt;
  if (isJpeg(file))
    return propertyOf(packetIn(packetOfJpeg(file)), key);
  return propertyOf(packetIn(file), key);
}

//===-- writing -------------------------------------------------------------------------------===//

static std::string escaped(std::string_view text) {
  std::string made;
  for (const char c : text) {
    bool isEntity = false;
    for (const auto &[entity, meaning] : kEntities)
      if (c == meaning) {
        made += entity;
        isEntity = true;
      }
    if (!isEntity && (uint8_t(c) >= ' ' || c == '\n' || c == '\t'))
      made += c;
  }
  return made;
}

static std::string property(std::string_view key, const std::string &text) {
  if (key == "Software")
    return "<xmp:CreatorTool>" + text + "</xmp:CreatorTool>\n";
  if (key == "Title")
    return "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">" + text +
           "</rdf:li></rdf:Alt></dc:title>\n";
  if (key == "Author")
    return "<dc:creator><rdf:Seq><rdf:li>" + text + "</rdf:li></rdf:Seq></dc:creator>\n";
  if (!key.starts_with(kOurPrefix))
    return "";
  const std::string name = "flame:" + std::string(key.substr(kOurPrefix.size()));
  return "<" + name + ">" + text + "</" + name + ">\n";
}

std::string xmpPacket(std::span<const std::pair<std::string_view, std::string_view>> texts) {
  std::string packet =
      "<?xpacket begin=\"\xef\xbb\xbf\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
      "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
      "<rdf:Description rdf:about=\"\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" "
      "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:flame=\"urn:flamec\">\n";
  for (const auto &[key, text] : texts)
    packet += property(key, escaped(text));
  return packet + "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>\n";
}

} // namespace flame::rt
