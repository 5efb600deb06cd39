// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Appends sections to a cubin without moving anything in it. First all offsets are fixed, then
// names and section table are written with them, then the ELF header is patched. The hashes are
// computed last: the index contains the hashes of all other bytes and is filled in at the offset
// reserved for it.
//
// No general tool can do this. Tools that rewrite ELF files sort symbols and sections, but a cubin
// refers to them by number in tables that only NVIDIA's tools understand.

#include "artefact/ArtefactWriter.h"

#include <elf.h>

#include <bit>
#include <cstring>
#include <span>

namespace flame {

using namespace artefact;
using rt::contentHash;
using rt::Error;
using rt::ErrorKind;
using rt::Result;
using rt::Status;

static_assert(std::endian::native == std::endian::little, "artefacts are little endian");

namespace {

struct Section {
  std::string name, bytes;
  /// True if a zero byte follows `bytes`; appending it there would move strings of a megabyte.
  bool endsWithZero = false;

  size_t size() const { return bytes.size() + endsWithZero; }
};

/// A file under construction.
struct Layout {
  std::string file;
  std::vector<Elf64_Shdr> headers;
  std::string names; ///< section names, zero terminated
  uint32_t namesIndex;
  std::vector<IndexEntry> index;
};

} // namespace

template <class T> static void append(std::string &bytes, std::span<const T> values) {
  bytes.append(reinterpret_cast<const char *>(values.data()), values.size_bytes());
}

template <class T> static void append(std::string &bytes, const T &value) {
  append(bytes, std::span(&value, 1));
}

static void align(std::string &bytes) {
  bytes.resize((bytes.size() + kAlignment - 1) / kAlignment * kAlignment, '\0');
}

static Error badCubin(const std::string &why) {
  return Error(ErrorKind::Internal, "the assembler's output is not a cubin: " + why);
}

/// An empty ELF file of the same kind as a cubin.
static std::string emptyCubin() {
  const std::string names("\0.shstrtab\0", 11);
  Elf64_Ehdr header{};
  memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_EXEC;
  header.e_machine = EM_CUDA;
  header.e_version = EV_CURRENT;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 2;
  header.e_shstrndx = 1;
  header.e_shoff = sizeof(Elf64_Ehdr) + kAlignment;

  Elf64_Shdr null{}, strings{};
  strings.sh_name = 1;
  strings.sh_type = SHT_STRTAB;
  strings.sh_offset = sizeof(Elf64_Ehdr);
  strings.sh_size = names.size();
  strings.sh_addralign = 1;

  std::string bytes;
  append(bytes, header);
  bytes += names;
  align(bytes);
  append(bytes, null);
  append(bytes, strings);
  return bytes;
}

static bool isCubin(const std::string &bytes, Elf64_Ehdr &header) {
  if (bytes.size() < sizeof(header))
    return false;
  memcpy(&header, bytes.data(), sizeof(header));
  return memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_ident[EI_DATA] == ELFDATA2LSB && header.e_machine == EM_CUDA;
}

/// Removes section table and names from the cubin at the start of the file.
static Result<Layout> startLayout(std::string cubin) {
  Elf64_Ehdr header;
  if (!isCubin(cubin, header))
    return badCubin("wrong ELF header");
  uint64_t tableBytes = uint64_t(header.e_shnum) * sizeof(Elf64_Shdr);
  if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shstrndx >= header.e_shnum ||
      header.e_shoff > cubin.size() || tableBytes > cubin.size() - header.e_shoff)
    return badCubin("wrong section table");

  Layout layout;
  layout.headers.resize(header.e_shnum);
  memcpy(layout.headers.data(), cubin.data() + header.e_shoff, tableBytes);
  layout.namesIndex = header.e_shstrndx;
  const Elf64_Shdr &names = layout.headers[layout.namesIndex];
  if (names.sh_offset > cubin.size() || names.sh_size > cubin.size() - names.sh_offset)
    return badCubin("wrong section names");
  layout.names = cubin.substr(names.sh_offset, names.sh_size);
  if (layout.names.empty() || layout.names.back() != '\0')
    layout.names += '\0';
  layout.file = std::move(cubin);
  return layout;
}

static void addIndexEntry(Layout &layout, const std::string &name, uint64_t offset, uint64_t size) {
  IndexEntry entry{};
  assert(name.size() < sizeof(entry.name) && "names of sections are short");
  memcpy(entry.name, name.data(), name.size());
  entry.offset = offset;
  entry.size = size;
  layout.index.push_back(entry);
}

/// Appends a section and its header. Returns the offset of the section.
static uint64_t addSection(Layout &layout, const Section &section) {
  align(layout.file);
  Elf64_Shdr header{};
  header.sh_name = static_cast<uint32_t>(layout.names.size());
  header.sh_type = SHT_PROGBITS;
  header.sh_offset = layout.file.size();
  header.sh_size = section.size();
  header.sh_addralign = kAlignment;
  layout.headers.push_back(header);
  layout.names += section.name;
  layout.names += '\0';
  layout.file += section.bytes;
  if (section.endsWithZero)
    layout.file += '\0';
  return header.sh_offset;
}

/// Most bytes after the cubin: sections, including the index, then names and section table, each
/// with its alignment.
static size_t maxBytesBehind(const Layout &layout, const std::vector<Section> &sections) {
  const size_t count = sections.size() + 1;
  size_t bytes = sizeof(IndexHeader) + (count + 2) * sizeof(IndexEntry) + layout.names.size() +
                 (layout.headers.size() + count) * sizeof(Elf64_Shdr) + (count + 2) * kAlignment;
  for (const Section &section : sections)
    bytes += section.size() + section.name.size() + 1;
  return bytes + sizeof(kIndexName);
}

/// Appends names and section table, and updates the ELF header to point at them.
static void finishElf(Layout &layout) {
  align(layout.file);
  uint64_t tail = layout.file.size();
  Elf64_Shdr &names = layout.headers[layout.namesIndex];
  names.sh_offset = tail;
  names.sh_size = layout.names.size();
  layout.file += layout.names;
  align(layout.file);
  uint64_t table = layout.file.size();
  append(layout.file, std::span<const Elf64_Shdr>(layout.headers));
  addIndexEntry(layout, kTailName, tail, layout.file.size() - tail);

  Elf64_Ehdr header;
  memcpy(&header, layout.file.data(), sizeof(header));
  header.e_shoff = table;
  header.e_shnum = static_cast<uint16_t>(layout.headers.size());
  memcpy(layout.file.data(), &header, sizeof(header));
}

/// Hashes every range and writes the index at the offset reserved for it.
static void fillIndex(Layout &layout, uint64_t offset) {
  auto bytes = std::as_bytes(std::span(layout.file));
  for (IndexEntry &entry : layout.index)
    entry.hash = contentHash(bytes.subspan(entry.offset, entry.size));

  IndexHeader header{};
  memcpy(header.magic, kIndexMagic, sizeof(kIndexMagic));
  header.version = abi::kVersion;
  header.entries = static_cast<uint32_t>(layout.index.size());
  header.fileBytes = layout.file.size();
  std::string index;
  append(index, header);
  append(index, std::span<const IndexEntry>(layout.index));
  header.hash = contentHash(index);
  memcpy(index.data(), &header, sizeof(header));
  layout.file.replace(offset, index.size(), index);
}

static Result<std::vector<Section>> makeSections(ArtefactContents &contents) {
  std::vector<Section> sections;
  FLAME_TRY_ASSIGN(std::string manifest, rt::writeManifest(contents.manifest));
  if (manifest.size() > kMaxManifestBytes)
    return Error(
        ErrorKind::Input,
        "the flame has too many knots in what is not code: the manifest would be larger than " +
            std::to_string(kMaxManifestBytes) + " bytes");
  sections.push_back({kManifestName, std::move(manifest)});

  Section knots{kKnotsName, {}};
  append(knots.bytes, KnotsHeader{static_cast<uint32_t>(contents.tracks.size()),
                                  static_cast<uint32_t>(contents.knots.size())});
  append(knots.bytes, std::span<const abi::Track>(contents.tracks));
  append(knots.bytes, std::span<const abi::Knot>(contents.knots));
  sections.push_back(std::move(knots));

  Section palette{kPaletteName, {}};
  append(palette.bytes,
         PaletteHeader{static_cast<uint32_t>(contents.paletteTimes.size()), abi::kPaletteSize});
  append(palette.bytes, std::span<const float>(contents.paletteTimes));
  append(palette.bytes, std::span<const abi::PaletteEntry>(contents.palette));
  sections.push_back(std::move(palette));

  sections.push_back({kAnimationName, std::move(contents.animation)});
  sections.push_back({kGenomeName, std::move(contents.genome)});

  for (ArtefactContents::Code &code : contents.code) {
    if (&code != &contents.code.front())
      sections.push_back({kCubinPrefix + code.target, std::move(code.cubin)});
    sections.push_back({kGenericPrefix + code.target, std::move(code.generic)});
  }
  if (!contents.ptx.empty()) {
    sections.push_back({kPtxName, std::move(contents.ptx), /*endsWithZero=*/true});
    sections.push_back({kGenericPtxName, std::move(contents.packedGenericPtx)});
  }
  return sections;
}

static Status checkContents(const ArtefactContents &contents) {
  auto tooLarge = [](const std::string &what) {
    return Error(ErrorKind::Input, "the flame has too many " + what + " for one artefact");
  };
  if (contents.tracks.size() > kMaxTracks || contents.knots.size() > kMaxKnots)
    return tooLarge("knots");
  for (const auto &[name, track] : contents.manifest.frameTracks)
    if (track.knots.size() > rt::kMaxTrackKnots)
      return tooLarge("knots in its " + name);
  if (contents.paletteTimes.size() > abi::kMaxTimedPalettes)
    return tooLarge("palettes");
  // Two entries per target, the fixed ones and the cubin itself.
  if (contents.code.size() * 2 + 16 > kMaxIndexEntries)
    return tooLarge("targets");
  assert(contents.palette.size() == contents.paletteTimes.size() * abi::kPaletteSize);
  assert(contents.ptx.empty() == contents.packedGenericPtx.empty() &&
         contents.ptx.empty() == contents.ptxTarget.empty());
  for (const ArtefactContents::Code &code : contents.code)
    for (const std::string *bytes : {&code.cubin, &code.generic})
      if (Elf64_Ehdr header; !isCubin(*bytes, header))
        return badCubin("wrong ELF header for " + code.target);
  return {};
}

Result<std::string> writeArtefact(ArtefactContents contents) {
  FLAME_TRY(checkContents(contents));
  contents.manifest.targets.clear();
  for (const ArtefactContents::Code &code : contents.code)
    contents.manifest.targets.push_back(code.target);
  contents.manifest.ptxTarget = contents.ptxTarget;

  std::string head = contents.code.empty() ? emptyCubin() : std::move(contents.code.front().cubin);
  FLAME_TRY_ASSIGN(std::vector<Section> sections, makeSections(contents));
  FLAME_TRY_ASSIGN(Layout layout, startLayout(std::move(head)));
  if (layout.headers.size() + sections.size() + 1 >= SHN_LORESERVE)
    return badCubin("too many sections");

  layout.file.reserve(layout.file.size() + maxBytesBehind(layout, sections));
  addIndexEntry(layout, kHeadName, 0, layout.file.size());
  for (const Section &section : sections) {
    uint64_t offset = addSection(layout, section);
    addIndexEntry(layout, section.name, offset, section.size());
  }
  size_t entries = layout.index.size() + 1; // plus the tail
  std::string room(sizeof(IndexHeader) + entries * sizeof(IndexEntry), '\0');
  uint64_t indexOffset = addSection(layout, {kIndexName, std::move(room)});
  finishElf(layout);
  if (layout.file.size() > kMaxFileBytes)
    return Error(ErrorKind::Input, "the artefact would be larger than 2 GiB");
  fillIndex(layout, indexOffset);
  return std::move(layout.file);
}

} // namespace flame
