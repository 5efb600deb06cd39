// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads an artefact (artefact/Artefact.h). Everything is checked before it is used: an existing
// Artefact has undamaged bytes, a valid manifest, curves and colours with indices and numbers in
// range, and code for every target that it lists. A damaged or hostile file leads to an error that
// names the section, and to nothing else.

#ifndef FLAME_ARTEFACT_ARTEFACTREADER_H
#define FLAME_ARTEFACT_ARTEFACTREADER_H

#include "artefact/Artefact.h"
#include "artefact/FlameData.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace flame::rt {

/// The two modules to load for a GPU. The bytes belong to the artefact, except those of unpacked
/// text, which belong to this object.
struct CodeChoice {
  std::string target; ///< target that the code was compiled for
  bool isPtx = false; ///< the driver compiles the texts, which end with a zero byte
  std::span<const std::byte> genome, generic;
  /// The bytes behind `generic`, if it was packed.
  std::shared_ptr<const std::vector<std::byte>> unpacked;
};

/// A part of the file, for listings.
struct ArtefactSection {
  std::string name;
  uint64_t offset = 0, size = 0;
  ContentHash hash = {};
};

/// A checked artefact in memory. The views that it returns are valid as long as it lives, even
/// after a move.
class Artefact {
public:
  /// Reads and checks a file.
  static Result<Artefact> open(const std::filesystem::path &path);
  /// Checks a file in memory. `name` is its name in messages.
  static Result<Artefact> parse(std::vector<std::byte> file, std::string_view name);

  /// Everything except code.
  const FlameData &data() const { return content; }
  const Manifest &manifest() const { return content.manifest; }
  std::span<const abi::Track> tracks() const { return content.tracks; }
  std::span<const abi::Knot> knots() const { return content.knots; }
  std::span<const abi::PaletteEntry> palette() const { return content.palette; }
  std::span<const float> paletteTimes() const { return content.paletteTimes; }
  /// The animation as unparsed JSON, and the text of the genome file, which may be empty.
  std::string_view animation() const { return text(artefact::kAnimationName); }
  std::string_view genome() const { return text(artefact::kGenomeName); }

  /// The best code for a GPU of this compute capability: compiled for exactly this one, for an
  /// older one of the same generation, or PTX. The error lists the available code.
  Result<CodeChoice> chooseCode(int computeMajor, int computeMinor) const;

  /// The whole file.
  std::span<const std::byte> contents() const { return file; }
  /// The key of the artefact in a TrustList.
  std::string digest() const;

  /// Every part of the file, in order.
  const std::vector<ArtefactSection> &sections() const { return parts; }

private:
  Artefact() = default;
  Status readParts();
  Status readContents();
  Status readKnots();
  Status readPalette();
  Status checkCode() const;
  const ArtefactSection *find(std::string_view name) const;
  std::span<const std::byte> bytes(std::string_view name) const;
  std::string_view text(std::string_view name) const;
  CodeChoice code(const std::string &target) const;
  Result<CodeChoice> ptx() const;

  std::vector<std::byte> file;
  std::vector<ArtefactSection> parts;
  FlameData content;
};

} // namespace flame::rt

#endif // FLAME_ARTEFACT_ARTEFACTREADER_H
