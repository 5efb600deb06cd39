// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the 256 colours of a flame: single `color` elements, `colors` and `palette` elements with a
// block of hexadecimal digits, or a palette number in a library file. Missing entries are
// interpolated between their neighbours around the circle.

#ifndef FLAME_COMPILER_GENOME_XML_PALETTEREADER_H
#define FLAME_COMPILER_GENOME_XML_PALETTEREADER_H

#include "compiler/genome/ReaderContext.h"

#include <bitset>

namespace flame {

/// A palette under construction.
struct PaletteEntries {
  Palette colors = {};
  std::bitset<kPaletteSize> defined;

  void set(unsigned index, const PaletteColor &color) {
    colors[index] = color;
    defined.set(index);
  }
};

/// Reads `<color index="i" rgb="r g b"/>`, with `rgba` or `a` for a translucent colour. Components
/// are 0..255.
void readColorElement(ReaderContext &context, const XmlElement &element, PaletteEntries &entries);

/// Reads `<colors count="N" data="00RRGGBB..."/>`.
void readColorsElement(ReaderContext &context, const XmlElement &element, PaletteEntries &entries);

/// Reads `<palette count="N" format="RGB">RRGGBB...</palette>`, or RGBA. Also reads the legacy form
/// that blends two library palettes (`index0`, `index1`, `hue0`, `hue1`, `blend`).
void readPaletteElement(ReaderContext &context, const XmlElement &element, PaletteEntries &entries);

/// Interpolates the undefined entries. Does nothing if no entry is defined.
void fillGaps(PaletteEntries &entries);

/// Returns palette `number` of the library with its hue rotated by `hue` turns. Loads the library
/// on first use. A failure has been reported at `range`. A number that the library lacks gives
/// white, with a warning.
std::optional<Palette> libraryPalette(ReaderContext &context, llvm::SMRange range, int number,
                                      double hue);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_PALETTEREADER_H
