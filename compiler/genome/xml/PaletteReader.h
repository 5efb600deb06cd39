// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ways in which a flame gives its 256 colours: `color` elements one by one, `colors` and
// `palette` elements with a block of hexadecimal digits, and the number of a palette in a library
// file. Entries that a flame leaves out are interpolated between their neighbours around the
// circle.

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

/// `<color index="i" rgb="r g b"/>`, with `rgba` or `a` for a translucent one. Components are
/// 0..255.
void readColorElement(ReaderContext &context, const XmlElement &element, PaletteEntries &entries);

/// `<colors count="N" data="00RRGGBB..."/>`.
void readColorsElement(ReaderContext &context, const XmlElement &element, PaletteEntries &entries);

/// `<palette count="N" format="RGB">RRGGBB...</palette>`, or RGBA; also the legacy form that blends
/// two palettes of the library (`index0`, `index1`, `hue0`, `hue1`, `blend`).
void readPaletteElement(ReaderContext &context, const XmlElement &element, PaletteEntries &entries);

/// Interpolates the entries that are not defined. Without any defined entry nothing changes.
void fillGaps(PaletteEntries &entries);

/// Palette `number` of the library, turned by `hue` turns around the colour circle. Loads the
/// library when it is first needed. A failure has been reported at `range`; a number that the
/// library lacks gives white, with a warning.
std::optional<Palette> libraryPalette(ReaderContext &context, llvm::SMRange range, int number,
                                      double hue);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_PALETTEREADER_H
