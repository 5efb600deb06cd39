// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From checked parts to typed contents, and the choice of code for a GPU. The hashes were compared
// before, but a hash only detects damage: every count, index and number is checked as untrusted
// input.

#include "artefact/ArtefactReader.h"

#include "artefact/PackedText.h"
#include "artefact/TrustList.h"
#include "support/ReadFile.h"

#include <elf.h>

#include <algorithm>
#include <cstring>

namespace flame::rt {

using namespace artefact;

Result<Artefact> Artefact::open(const std::filesystem::path &path) {
  FLAME_TRY_ASSIGN(std::vector<std::byte> bytes, readFile(path, kMaxFileBytes));
  return parse(std::move(bytes), path.string());
}

Result<Artefact> Artefact::parse(std::vector<std::byte> file, std::string_view name) {
  Artefact artefact;
  artefact.file = std::move(file);
  FLAME_TRY(artefact.readParts().withContext(name));
  FLAME_TRY(artefact.readContents().withContext(name));
  return artefact;
}

std::string Artefact::digest() const { return codeDigest(file); }

const ArtefactSection *Artefact::find(std::string_view name) const {
  auto found = std::ranges::find(parts, name, &ArtefactSection::name);
  return found == parts.end() ? nullptr : &*found;
}

std::span<const std::byte> Artefact::bytes(std::string_view name) const {
  const ArtefactSection *section = find(name);
  if (!section)
    return {};
  return std::span<const std::byte>(file).subspan(section->offset, section->size);
}

std::string_view Artefact::text(std::string_view name) const {
  std::span<const std::byte> section = bytes(name);
  return {reinterpret_cast<const char *>(section.data()), section.size()};
}

/// Moves `count` values from the front of `source` to a vector. The caller has compared the sizes.
template <class T>
static void takeFront(std::span<const std::byte> &source, size_t count, std::vector<T> &target) {
  assert(count * sizeof(T) <= source.size());
  target.resize(count);
  if (count)
    memcpy(target.data(), source.data(), count * sizeof(T));
  source = source.subspan(count * sizeof(T));
}

Status Artefact::readContents() {
  for (const char *name : {kManifestName, kKnotsName, kPaletteName, kAnimationName, kGenomeName})
    if (!find(name))
      return Error(ErrorKind::Input, std::string("section '") + name + "' is missing");
  if (bytes(kManifestName).size() > kMaxManifestBytes)
    return wrongSection(kManifestName,
                        "it is larger than " + std::to_string(kMaxManifestBytes) + " bytes");
  FLAME_TRY_ASSIGN(content.manifest, readManifest(text(kManifestName)));
  FLAME_TRY(readKnots());
  FLAME_TRY(readPalette());
  return checkCode();
}

Status Artefact::readKnots() {
  std::span<const std::byte> rest = bytes(kKnotsName);
  KnotsHeader header;
  if (rest.size() < sizeof(header))
    return wrongSection(kKnotsName, "it is too short");
  memcpy(&header, rest.data(), sizeof(header));
  rest = rest.subspan(sizeof(header));
  if (header.tracks > kMaxTracks || header.knots > kMaxKnots)
    return wrongSection(kKnotsName, "it claims " + std::to_string(header.tracks) + " tracks and " +
                                        std::to_string(header.knots) + " knots, too many");
  if (rest.size() != header.tracks * sizeof(abi::Track) + header.knots * sizeof(abi::Knot))
    return wrongSection(kKnotsName, "its length does not match its counts");
  takeFront(rest, header.tracks, content.tracks);
  takeFront(rest, header.knots, content.knots);
  return content.checkTracks();
}

Status Artefact::readPalette() {
  std::span<const std::byte> rest = bytes(kPaletteName);
  PaletteHeader header;
  if (rest.size() < sizeof(header))
    return wrongSection(kPaletteName, "it is too short");
  memcpy(&header, rest.data(), sizeof(header));
  rest = rest.subspan(sizeof(header));
  if (header.entries != abi::kPaletteSize)
    return wrongSection(kPaletteName, "its rows have " + std::to_string(header.entries) +
                                          " colours instead of " +
                                          std::to_string(abi::kPaletteSize));
  if (header.rows < 1 || header.rows > abi::kMaxTimedPalettes)
    return wrongSection(kPaletteName, "it claims " + std::to_string(header.rows) + " rows");
  constexpr size_t kRowBytes = sizeof(float) + abi::kPaletteSize * sizeof(abi::PaletteEntry);
  if (rest.size() != header.rows * kRowBytes)
    return wrongSection(kPaletteName, "its length does not match its counts");
  takeFront(rest, header.rows, content.paletteTimes);
  takeFront(rest, size_t(header.rows) * abi::kPaletteSize, content.palette);
  return content.checkPalette();
}

static bool isCubin(std::span<const std::byte> bytes) {
  Elf64_Ehdr header;
  if (bytes.size() < sizeof(header))
    return false;
  memcpy(&header, bytes.data(), sizeof(header));
  return memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_machine == EM_CUDA;
}

CodeChoice Artefact::code(const std::string &target) const {
  CodeChoice choice;
  choice.target = target;
  // The whole file is the cubin of the first target: its section table is at the end.
  choice.genome = target == content.manifest.targets.front() ? std::span<const std::byte>(file)
                                                             : bytes(kCubinPrefix + target);
  choice.generic = bytes(kGenericPrefix + target);
  return choice;
}

Result<CodeChoice> Artefact::ptx() const {
  auto generic = unpackText(bytes(kGenericPtxName));
  if (!generic)
    return wrongSection(kGenericPtxName, generic.error().text());
  const auto text = std::make_shared<const std::vector<std::byte>>(std::move(*generic));
  return CodeChoice{content.manifest.ptxTarget, true, bytes(kPtxName), *text, text};
}

Status Artefact::checkCode() const {
  for (const std::string &target : content.manifest.targets) {
    CodeChoice choice = code(target);
    if (!isCubin(choice.genome) || !isCubin(choice.generic))
      return Error(ErrorKind::Input, "the code for " + target + " is missing or no cubin");
  }
  if (!content.manifest.ptxTarget.empty()) {
    if (!text(kPtxName).ends_with('\0'))
      return wrongSection(kPtxName, "it is missing or not terminated");
    if (!packedTextBytes(bytes(kGenericPtxName)))
      return wrongSection(kGenericPtxName, "it is missing or no packed text");
  }
  if (content.manifest.targets.empty() && content.manifest.ptxTarget.empty())
    return Error(ErrorKind::Input, "the artefact contains no GPU code at all");
  return {};
}

namespace {

/// The parts of "sm_90a": 9, 0, and the suffix of code that runs on no other GPU.
struct Target {
  int major = 0, minor = 0;
  bool exact = false;
};

} // namespace

/// The manifest has checked the form of the name.
static Target parseTarget(std::string_view name) {
  Target target;
  int number = 0;
  for (char c : name.substr(3)) {
    if (c >= '0' && c <= '9')
      number = std::min(number * 10 + (c - '0'), 99999);
    else
      target.exact = true;
  }
  target.major = number / 10;
  target.minor = number % 10;
  return target;
}

/// How well code for `target` suits a GPU: 0 means not at all, higher is better.
static int suitability(const Target &target, int computeMajor, int computeMinor) {
  constexpr int kExact = 1000;
  if (target.major != computeMajor || target.minor > computeMinor)
    return 0;
  if (target.minor == computeMinor)
    return target.exact ? kExact + 1 : kExact;
  return target.exact ? 0 : 1 + target.minor;
}

Result<CodeChoice> Artefact::chooseCode(int computeMajor, int computeMinor) const {
  const std::string *best = nullptr;
  int bestSuitability = 0;
  std::string known;
  for (const std::string &name : content.manifest.targets) {
    known += (known.empty() ? "" : ", ") + name;
    int score = suitability(parseTarget(name), computeMajor, computeMinor);
    if (score > bestSuitability) {
      best = &name;
      bestSuitability = score;
    }
  }
  if (best)
    return code(*best);

  if (!content.manifest.ptxTarget.empty()) {
    known += (known.empty() ? "PTX for " : ", PTX for ") + content.manifest.ptxTarget;
    Target made = parseTarget(content.manifest.ptxTarget);
    bool newer = std::pair(made.major, made.minor) <= std::pair(computeMajor, computeMinor);
    bool runs = made.exact ? made.major == computeMajor && made.minor == computeMinor : newer;
    if (runs)
      return ptx();
  }
  std::string wanted = "sm_" + std::to_string(computeMajor) + std::to_string(computeMinor);
  return Error(ErrorKind::Environment, "there is no code for " + wanted + ", only for " + known,
               "compile the file again with flamec --target=" + wanted +
                   ", or render on the CPU with --device=cpu");
}

} // namespace flame::rt
