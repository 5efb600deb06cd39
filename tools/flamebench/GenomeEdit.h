// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts one flame out of a genome file and rewrites attributes of its start tag, so that two renderers get the same
// picture to make. Nothing is parsed and printed again: all else stays byte for byte as it was.

#ifndef FLAME_TOOLS_FLAMEBENCH_GENOMEEDIT_H
#define FLAME_TOOLS_FLAMEBENCH_GENOMEEDIT_H

#include "support/Result.h"

#include <optional>
#include <string>

namespace flame {

/// What the picture shall be; whatever is absent stays as in the file.
struct GenomeSettings {
  unsigned width = 1280, height = 720; ///< pixels; the picture keeps its width in the world
  double quality = 1;                  ///< samples per pixel
  std::optional<unsigned> supersample;
  bool densityEstimation = true; ///< false switches it off
};

/// The first flame of a genome file.
class GenomeText {
public:
  /// Fails if `text` has no complete <flame> element.
  static rt::Result<GenomeText> parse(std::string_view text);

  /// The value of an attribute of the start tag, as written.
  std::optional<std::string> attribute(std::string_view name) const;
  /// Samples per pixel that a renderer makes for each unit of quality: zooming by z takes 4^z.
  double samplesPerQuality() const;
  /// The flame with the settings, one temporal sample and no passes but one.
  std::string edited(const GenomeSettings &settings) const;

private:
  std::string tag, rest; ///< start tag from '<' to '>', and what follows
};

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_GENOMEEDIT_H
