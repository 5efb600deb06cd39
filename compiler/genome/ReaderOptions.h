// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options for reading genome files.

#ifndef FLAME_COMPILER_GENOME_READEROPTIONS_H
#define FLAME_COMPILER_GENOME_READEROPTIONS_H

#include "compiler/genome/Compatibility.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace flame {

/// How strictly to read, and which additional files to use.
struct ReaderOptions {
  /// Warn about unknown variations and invalid values instead of failing. The attribute is then
  /// ignored.
  bool lenient = false;
  Compatibility compatibility = Compatibility::Flam3;
  /// Name or index (from 0) of the only flame to read. Other flames are not checked. Empty: read
  /// all flames.
  std::string flame;
  /// Index of the only flame to read, regardless of names. The flame must exist.
  std::optional<size_t> index;
  /// Path of an XML palette library (flam3-palettes.xml), for flames that give only a palette
  /// number.
  std::string paletteLibrary;
  /// Paths of files with user-defined variations.
  std::vector<std::string> variationFiles;
  /// True for an embedded flame, whose camera is ignored (InnerFlame.h).
  bool isInner = false;
  /// Dialect for all flames; empty: the program named in each flame decides.
  std::string dialect;
};

} // namespace flame

#endif // FLAME_COMPILER_GENOME_READEROPTIONS_H
