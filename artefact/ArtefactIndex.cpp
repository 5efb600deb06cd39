// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From bytes to checked parts: recognises the file, finds the index through the ELF section table,
// and checks the index against the section table, the size of the file and the hash of every part.
// All offsets come from the file, so each is compared with the file size before it is used.

#include "artefact/ArtefactReader.h"

#include <elf.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

namespace flame::rt {

using namespace artefact;

static_assert(std::endian::native == std::endian::little, "artefacts are little endian");

namespace {

/// The ELF view of the file, reduced to what finding sections requires.
struct SectionTable {
  std::span<const std::byte> file;
  std::vector<Elf64_Shdr> headers;
  std::span<const std::byte> names;

  /// The name of a section. Empty if its offset is wrong, if it has no end, or if it is longer than
  /// any of ours.
  std::string_view name(const Elf64_Shdr &header) const {
    if (header.sh_name >= names.size())
      return {};
    auto rest = names.subspan(header.sh_name);
    rest = rest.first(std::min(rest.size(), sizeof(IndexEntry::name)));
    auto *begin = reinterpret_cast<const char *>(rest.data());
    auto *end = static_cast<const char *>(memchr(begin, 0, rest.size()));
    return end ? std::string_view(begin, static_cast<size_t>(end - begin)) : std::string_view();
  }
};

} // namespace

static Error damaged(const std::string &why) {
  return Error(ErrorKind::Input, why,
               "the file is damaged: compile the flame again, or copy the file again");
}

static Error notAnArtefact(const std::string &what) {
  return Error(ErrorKind::Input, "not an artefact of flamec: " + what);
}

/// True if `size` bytes at `offset` lie within a file of `total` bytes.
static bool inside(uint64_t offset, uint64_t size, uint64_t total) {
  return offset <= total && size <= total - offset;
}

/// A copy of a plain struct. The caller has checked that it lies within the file.
template <class T> static T load(std::span<const std::byte> file, uint64_t offset) {
  assert(inside(offset, sizeof(T), file.size()));
  T value;
  memcpy(&value, file.data() + offset, sizeof(T));
  return value;
}

/// Describes a file that does not begin like an ELF file.
static Error describeForeign(std::span<const std::byte> file) {
  if (file.empty())
    return notAnArtefact("the file is empty");
  std::string_view text(reinterpret_cast<const char *>(file.data()),
                        std::min<size_t>(file.size(), 256));
  if (std::string_view(ELFMAG, SELFMAG).starts_with(text.substr(0, SELFMAG)))
    return damaged("the file is truncated within its first bytes");
  const char *compile = "compile it first: flamec INPUT -o edge.cubin";
  size_t start = text.find_first_not_of(" \t\r\n");
  if (start != text.npos && text[start] == '<')
    return Error(ErrorKind::Input,
                 "not an artefact of flamec: the file is XML text, perhaps a genome", compile);
  if (start != text.npos && text[start] == '{')
    return Error(ErrorKind::Input,
                 "not an artefact of flamec: the file is JSON text, perhaps a genome", compile);
  bool printable = std::ranges::all_of(text, [](char c) {
    return static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\r' || c == '\t';
  });
  if (printable)
    return Error(ErrorKind::Input, "not an artefact of flamec: the file is text", compile);
  return notAnArtefact("the file does not begin as an ELF file");
}

static Result<SectionTable> readSectionTable(std::span<const std::byte> file) {
  if (file.size() < SELFMAG || memcmp(file.data(), ELFMAG, SELFMAG) != 0)
    return describeForeign(file);
  if (file.size() < sizeof(Elf64_Ehdr))
    return damaged("the file is truncated within its ELF header");
  auto header = load<Elf64_Ehdr>(file, 0);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_machine != EM_CUDA)
    return notAnArtefact("it is an ELF file, but not GPU code");
  if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shnum < 1 ||
      header.e_shstrndx >= header.e_shnum)
    return damaged("the ELF header describes an impossible section table");

  uint64_t tableBytes = uint64_t(header.e_shnum) * sizeof(Elf64_Shdr);
  if (!inside(header.e_shoff, tableBytes, file.size()))
    return damaged("the file is truncated: it has " + std::to_string(file.size()) +
                   " bytes, its section table is at byte " + std::to_string(header.e_shoff));
  SectionTable table;
  table.file = file;
  table.headers.resize(header.e_shnum);
  memcpy(table.headers.data(), file.data() + header.e_shoff, tableBytes);
  const Elf64_Shdr &names = table.headers[header.e_shstrndx];
  if (!inside(names.sh_offset, names.sh_size, file.size()))
    return damaged("the names of the sections lie outside of the file");
  table.names = file.subspan(names.sh_offset, names.sh_size);
  return table;
}

/// The only section with this name. Nothing if there is none; an error if it lies outside the file.
static Result<std::optional<Elf64_Shdr>> findSection(const SectionTable &table,
                                                     std::string_view name) {
  std::optional<Elf64_Shdr> found;
  for (const Elf64_Shdr &header : table.headers) {
    if (table.name(header) != name)
      continue;
    if (found)
      return damaged("there are two sections '" + std::string(name) + "'");
    if (!inside(header.sh_offset, header.sh_size, table.file.size()))
      return damaged("section '" + std::string(name) + "' lies outside of the file");
    found = header;
  }
  return found;
}

/// Checks the index itself: version, lengths, its own hash. Returns its entries.
static Result<std::vector<IndexEntry>> readIndex(std::span<const std::byte> file,
                                                 const Elf64_Shdr &section) {
  auto index = file.subspan(section.sh_offset, section.sh_size);
  auto wrong = [](const char *why) {
    return damaged(std::string("section '") + kIndexName + "' " + why);
  };
  if (index.size() < sizeof(IndexHeader))
    return wrong("is too short");
  auto header = load<IndexHeader>(index, 0);
  if (memcmp(header.magic, kIndexMagic, sizeof(kIndexMagic)) != 0)
    return wrong("is not an index");
  if (header.version != abi::kVersion)
    return Error(
        ErrorKind::Input,
        "the artefact has version " + std::to_string(header.version) +
            ", this program reads version " + std::to_string(abi::kVersion),
        "use the flamerun that belongs to the flamec that made the file, or compile it again");
  if (header.entries > kMaxIndexEntries ||
      index.size() != sizeof(IndexHeader) + header.entries * sizeof(IndexEntry))
    return wrong("has a wrong length");

  std::vector<std::byte> copy(index.begin(), index.end());
  memset(copy.data() + offsetof(IndexHeader, hash), 0, sizeof(ContentHash));
  if (contentHash(copy) != header.hash)
    return wrong("is damaged: its bytes do not match their checksum");
  if (header.fileBytes != file.size())
    return damaged("the file has " + std::to_string(file.size()) + " bytes instead of " +
                   std::to_string(header.fileBytes));

  std::vector<IndexEntry> entries(header.entries);
  if (!entries.empty())
    memcpy(entries.data(), index.data() + sizeof(IndexHeader), entries.size() * sizeof(IndexEntry));
  for (const IndexEntry &entry : entries)
    if (!memchr(entry.name, 0, sizeof(entry.name)) ||
        !inside(entry.offset, entry.size, file.size()))
      return wrong("has an impossible entry");
  return entries;
}

/// Checks that the ranges of the index and the index itself cover the whole file, in order,
/// separated only by alignment.
static Status checkCoverage(std::span<const std::byte> file, std::vector<ArtefactSection> ranges,
                            const Elf64_Shdr &index) {
  if (ranges.size() < 2 || ranges.front().name != kHeadName || ranges.back().name != kTailName)
    return damaged("the index does not list the code and the section table");
  ranges.insert(ranges.end() - 1, {kIndexName, index.sh_offset, index.sh_size, {}});
  uint64_t end = 0;
  for (const ArtefactSection &range : ranges) {
    if (range.offset < end)
      return damaged("section '" + range.name + "' overlaps its predecessor");
    auto gap = file.subspan(end, range.offset - end);
    if (gap.size() >= kAlignment ||
        std::ranges::any_of(gap, [](std::byte b) { return b != std::byte(0); }))
      return damaged("there are stray bytes in front of section '" + range.name + "'");
    end = range.offset + range.size;
  }
  if (end != file.size())
    return damaged("there are stray bytes at the end of the file");
  return {};
}

/// Checks that the index and the ELF section table name the same sections at the same offsets.
static Status checkAgainstTable(const SectionTable &table,
                                const std::vector<ArtefactSection> &parts) {
  size_t listed = 0, present = 0;
  for (const ArtefactSection &part : parts) {
    if (part.name == kHeadName || part.name == kTailName)
      continue;
    ++listed;
    FLAME_TRY_ASSIGN(auto header, findSection(table, part.name));
    if (!header || header->sh_offset != part.offset || header->sh_size != part.size)
      return damaged("index and section table disagree about '" + part.name + "'");
  }
  for (const Elf64_Shdr &header : table.headers)
    present += table.name(header).starts_with(kPrefix);
  if (present != listed + 1) // the index does not list itself
    return damaged("the section table has sections that the index does not list");
  return {};
}

Status Artefact::readParts() {
  FLAME_TRY_ASSIGN(SectionTable table, readSectionTable(file));
  FLAME_TRY_ASSIGN(std::optional<Elf64_Shdr> index, findSection(table, kIndexName));
  if (!index)
    return Error(
        ErrorKind::Input,
        std::string("not an artefact of flamec: the file is GPU code without a section '") +
            kIndexName + "'",
        "other tools that change cubins drop or damage our sections");
  FLAME_TRY_ASSIGN(std::vector<IndexEntry> entries, readIndex(file, *index));
  for (const IndexEntry &entry : entries)
    parts.push_back({entry.name, entry.offset, entry.size, entry.hash});
  FLAME_TRY(checkCoverage(file, parts, *index));
  for (const ArtefactSection &part : parts)
    if (contentHash(std::span<const std::byte>(file).subspan(part.offset, part.size)) != part.hash)
      return damaged("section '" + part.name +
                     "' is damaged: its bytes do not match their checksum");
  return checkAgainstTable(table, parts);
}

} // namespace flame::rt
