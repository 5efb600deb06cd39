// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads `xform` and `finalxform` elements with the `motion` elements inside them, and expands
// `symmetry`.

#ifndef FLAME_COMPILER_GENOME_XML_XFORMREADER_H
#define FLAME_COMPILER_GENOME_XML_XFORMREADER_H

#include "compiler/genome/ReaderContext.h"

namespace flame {

/// Reads an `xform` or, if `isFinal`, a `finalxform`. `defaultColor` is its colour unless it gives
/// one.
Xform readXform(ReaderContext &context, const XmlDocument &document, const XmlElement &element,
                bool isFinal, double defaultColor);

/// Reads a `symmetry` element: its kind becomes `genome.symmetry`, and the xforms it stands for are
/// appended.
void readSymmetry(ReaderContext &context, const XmlElement &element, Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_XFORMREADER_H
