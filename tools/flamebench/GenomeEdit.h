// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts one flame out of a genome file and rewrites attributes of its start tag, so that two
// renderers make the same picture. Everything else stays byte for byte the same, because nothing is
// parsed and printed again.

#ifndef FLAME_TOOLS_FLAMEBENCH_GENOMEEDIT_H
#define FLAME_TOOLS_FLAMEBENCH_GENOMEEDIT_H

#include "support/Result.h"

#include <optional>
#include <string>

namespace flame {

/// The settings of the picture. Absent ones stay as in the file.
struct GenomeSettings {
  /// In pixels. The visible width of the plane stays the same.
  unsigned width = 1280, height = 720;
  double quality = 1; ///< samples per pixel
  std::optional<unsigned> supersample;
  bool densityEstimation = true; ///< false switches it off
};

/// The first flame of a genome file.
class GenomeText {
public:
  /// Fails if `text` has no complete <flame> element.
  static rt::Result<GenomeText> parse(std::string_view text);

  /// Returns the value of an attribute of the start tag as written.
  std::optional<std::string> attribute(std::string_view name) const;
  /// Returns the samples per pixel for each unit of quality: a zoom of z takes 4^z.
  double samplesPerQuality() const;
  /// Returns the flame with the settings, one temporal sample and one pass.
  std::string edited(const GenomeSettings &settings) const;

private:
  std::string tag, rest; ///< the start tag from '<' to '>', and the text after it
};

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_GENOMEEDIT_H
