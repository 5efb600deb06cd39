// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How genome files are read.

#ifndef FLAME_COMPILER_GENOME_READEROPTIONS_H
#define FLAME_COMPILER_GENOME_READEROPTIONS_H

#include "compiler/genome/Compatibility.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace flame {

/// How strictly to read, and what else to read with.
struct ReaderOptions {
  /// Unknown variations and values that make no sense become warnings; the attribute is then
  /// ignored.
  bool lenient = false;
  Compatibility compatibility = Compatibility::Flam3;
  /// Name or index (from 0) of the only flame to read; the others are not even checked. Empty: all
  /// of them.
  std::string flame;
  /// The same by index alone, whatever names there are; there must be such a flame.
  std::optional<size_t> index;
  /// Path of a palette library in XML (flam3-palettes.xml), for flames that only give the number of
  /// a palette.
  std::string paletteLibrary;
  /// Paths of files that define further variations.
  std::vector<std::string> variationFiles;
  /// It is a flame within another one, where its camera counts for nothing (InnerFlame.h).
  bool isInner = false;
  /// The name of the dialect that all flames are read in; empty: each says which program wrote it.
  std::string dialect;
};

} // namespace flame

#endif // FLAME_COMPILER_GENOME_READEROPTIONS_H
