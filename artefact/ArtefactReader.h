// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading an artefact (artefact/Artefact.h). Everything is checked before anything is used: an
// Artefact that exists has undamaged bytes, a valid manifest, curves and colours whose indices and
// numbers are in range, and code for every target it promises. A damaged or hostile file gives an
// error that names the section; it never gives more.

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

/// The two modules to load for a GPU. The bytes belong to the artefact, those of text that was packed to the choice.
struct CodeChoice {
  std::string target; ///< what the code was compiled for
  bool isPtx = false; ///< the driver has to compile it; the texts end with a zero byte
  std::span<const std::byte> genome, generic;
  std::shared_ptr<const std::vector<std::byte>>
      unpacked; ///< what `generic` views, if it was packed
};

/// A part of the file, for people who ask what is inside.
struct ArtefactSection {
  std::string name;
  uint64_t offset = 0, size = 0;
  ContentHash hash = {};
};

/// A checked artefact in memory. Views that it returns are valid as long as it lives, also when it
/// is moved.
class Artefact {
public:
  /// Reads and checks a file.
  static Result<Artefact> open(const std::filesystem::path &path);
  /// Checks a file in memory; `name` is what messages call it.
  static Result<Artefact> parse(std::vector<std::byte> file, std::string_view name);

  /// All that is not code.
  const FlameData &data() const { return content; }
  const Manifest &manifest() const { return content.manifest; }
  std::span<const abi::Track> tracks() const { return content.tracks; }
  std::span<const abi::Knot> knots() const { return content.knots; }
  std::span<const abi::PaletteEntry> palette() const { return content.palette; }
  std::span<const float> paletteTimes() const { return content.paletteTimes; }
  /// The animation as JSON (not yet parsed), and the text of the genome file, which may be empty.
  std::string_view animation() const { return text(artefact::kAnimationName); }
  std::string_view genome() const { return text(artefact::kGenomeName); }

  /// The best code for a GPU of this compute capability: compiled for exactly it, for an older one
  /// of the same generation, or PTX. The error says what there is.
  Result<CodeChoice> chooseCode(int computeMajor, int computeMinor) const;

  /// The whole file.
  std::span<const std::byte> contents() const { return file; }
  /// What a TrustList knows it by.
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
