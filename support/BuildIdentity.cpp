// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dynamic loader lists the loaded objects with their program headers. One header leads to the
// notes, which are in memory.

#include "support/BuildIdentity.h"

#include <elf.h>
#include <link.h>

#include <cstring>
#include <optional>
#include <string_view>

namespace flame::rt {

/// The build-id in the notes of a segment.
static std::optional<std::string> findBuildId(std::string_view notes, size_t alignment) {
  auto aligned = [&](size_t size) { return (size + alignment - 1) / alignment * alignment; };
  constexpr std::string_view kOwner("GNU\0", 4); // with its zero byte
  ElfW(Nhdr) note;
  while (notes.size() >= sizeof(note)) {
    memcpy(&note, notes.data(), sizeof(note));
    notes.remove_prefix(sizeof(note));
    const size_t size = aligned(note.n_namesz) + aligned(note.n_descsz);
    if (size > notes.size())
      return std::nullopt;
    if (note.n_type == NT_GNU_BUILD_ID && notes.substr(0, note.n_namesz) == kOwner) {
      constexpr char kDigits[] = "0123456789abcdef";
      std::string text;
      for (unsigned char byte : notes.substr(aligned(note.n_namesz), note.n_descsz))
        (text += kDigits[byte >> 4]) += kDigits[byte & 15];
      return text;
    }
    notes.remove_prefix(size);
  }
  return std::nullopt;
}

namespace {
struct Search {
  uintptr_t address;
  std::string identity;
};
} // namespace

static bool holds(const dl_phdr_info &object, uintptr_t address) {
  for (size_t i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    const uintptr_t start = object.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && address >= start && address - start < segment.p_memsz)
      return true;
  }
  return false;
}

static int visit(dl_phdr_info *object, size_t, void *data) {
  Search &search = *static_cast<Search *>(data);
  if (!holds(*object, search.address))
    return 0;
  for (size_t i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE)
      continue;
    const auto *start = reinterpret_cast<const char *>(object->dlpi_addr + segment.p_vaddr);
    if (auto id = findBuildId({start, segment.p_memsz}, segment.p_align == 8 ? 8 : 4)) {
      search.identity = *id;
      return 1;
    }
  }
  const bool isLibrary = object->dlpi_name && *object->dlpi_name;
  search.identity = fileIdentity(isLibrary ? object->dlpi_name : "/proc/self/exe");
  return 1;
}

std::string buildIdentity(const void *address) {
  Search search = {reinterpret_cast<uintptr_t>(address), {}};
  dl_iterate_phdr(visit, &search);
  return search.identity;
}

std::string fileIdentity(const std::filesystem::path &path) {
  std::error_code failed;
  const std::filesystem::path target = std::filesystem::canonical(path, failed);
  const uintmax_t size = std::filesystem::file_size(path, failed);
  const auto time = std::filesystem::last_write_time(path, failed).time_since_epoch().count();
  return target.string() + " " + std::to_string(size) + " " + std::to_string(time);
}

} // namespace flame::rt
