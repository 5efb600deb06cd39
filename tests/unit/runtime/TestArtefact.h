// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small artefact for tests, made without any compiler, and the means to change it: `sign` puts
// all hashes right again after a change, as somebody would who means harm.

#ifndef FLAME_TESTS_UNIT_RUNTIME_TESTARTEFACT_H
#define FLAME_TESTS_UNIT_RUNTIME_TESTARTEFACT_H

#include "artefact/Artefact.h"
#include "artefact/ArtefactReader.h"
#include "artefact/ArtefactWriter.h"

#include "tests/unit/runtime/TestManifest.h"

#include <gtest/gtest.h>

#include <elf.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

namespace flame::rt {

using namespace artefact;

template <class T> void put(std::string &bytes, const T &value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
}

/// An ELF file with the header of a cubin, one code section and program headers at its end, as
/// ptxas lays them out.
inline std::string makeCubin(char filling) {
  const std::string names("\0.shstrtab\0.text.k\0", 19);
  const std::string code(100, filling);
  Elf64_Ehdr header{};
  memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_machine = EM_CUDA;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  header.e_shstrndx = 1;
  header.e_shoff = sizeof(header) + names.size() + code.size();
  Elf64_Shdr sections[3] = {};
  sections[1].sh_name = 1;
  sections[1].sh_type = SHT_STRTAB;
  sections[1].sh_offset = sizeof(header);
  sections[1].sh_size = names.size();
  sections[2].sh_name = 11;
  sections[2].sh_type = SHT_PROGBITS;
  sections[2].sh_offset = sizeof(header) + names.size();
  sections[2].sh_size = code.size();
  std::string bytes;
  put(bytes, header);
  bytes += names + code;
  put(bytes, sections);
  bytes += "program headers";
  return bytes;
}

inline std::string packText(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
  return packed;
}

inline ArtefactContents testContents() {
  ArtefactContents contents;
  contents.manifest = testManifest();
  contents.code = {{"sm_90", makeCubin('9'), makeCubin('g')},
                   {"sm_80", makeCubin('8'), makeCubin('h')}};
  contents.ptx = ".version 7.0\n";
  contents.packedGenericPtx = packText(".version 7.0 // generic\n");
  contents.ptxTarget = "sm_80";
  contents.tracks = {{12, 0, 1, abi::Domain::Linear}, {13, 1, 3, abi::Domain::Log}};
  contents.knots = {{0, 1.5f, 0, 0}, {0, 0, 1, 2}, {0.25f, -9, 3, -4}, {1, 18, 5, 6}};
  contents.palette.assign(size_t(2) * abi::kPaletteSize, {0.25f, 0.5f, 1, 1});
  contents.paletteTimes = {0, 0.5f};
  contents.animation = "{\"animation\": true}";
  contents.genome = "<flame/>";
  return contents;
}

using Bytes = std::vector<std::byte>;

inline Bytes toBytes(const std::string &text) {
  auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

inline Bytes testFile() { return toBytes(*writeArtefact(testContents())); }

/// The error of a file; empty if it is accepted.
inline std::string errorOf(Bytes file) {
  Result<Artefact> artefact = Artefact::parse(std::move(file), "edge.cubin");
  return artefact ? "" : artefact.error().str();
}

inline Bytes textBytes(std::string_view text) { return toBytes(std::string(text)); }

inline std::string_view asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

inline const ArtefactSection &sectionOf(const Artefact &artefact, std::string_view name) {
  for (const ArtefactSection &section : artefact.sections())
    if (section.name == name)
      return section;
  ADD_FAILURE() << name;
  return artefact.sections().front();
}

inline size_t indexOffset(const Bytes &file) {
  return asText(file).find(std::string_view(kIndexMagic, sizeof(kIndexMagic)));
}

/// Makes all hashes right again, as somebody would who changes a file on purpose.
inline void sign(Bytes &file) {
  size_t at = indexOffset(file);
  IndexHeader header;
  memcpy(&header, &file[at], sizeof(header));
  const size_t room = (file.size() - at - sizeof(header)) / sizeof(IndexEntry);
  const size_t entries = std::min<size_t>({header.entries, kMaxIndexEntries, room});
  for (size_t i = 0; i < entries; ++i) {
    IndexEntry entry;
    std::byte *bytes = &file[at + sizeof(header) + i * sizeof(entry)];
    memcpy(&entry, bytes, sizeof(entry));
    if (entry.offset <= file.size() && entry.size <= file.size() - entry.offset)
      entry.hash = contentHash(std::span<const std::byte>(file).subspan(entry.offset, entry.size));
    memcpy(bytes, &entry, sizeof(entry));
  }
  header.hash = {};
  memcpy(&file[at], &header, sizeof(header));
  header.hash = contentHash(
      std::span<const std::byte>(file).subspan(at, sizeof(header) + entries * sizeof(IndexEntry)));
  memcpy(&file[at], &header, sizeof(header));
}

/// The error of contents that a compiler would not write.
inline std::string errorOf(ArtefactContents contents) {
  Result<std::string> file = writeArtefact(std::move(contents));
  return file ? errorOf(toBytes(*file)) : file.error().str();
}

} // namespace flame::rt

#endif // FLAME_TESTS_UNIT_RUNTIME_TESTARTEFACT_H
