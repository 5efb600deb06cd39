// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads `xform` and `finalxform` elements with their `motion` elements, and expands `symmetry`.

#ifndef FLAME_COMPILER_GENOME_XML_XFORMREADER_H
#define FLAME_COMPILER_GENOME_XML_XFORMREADER_H

#include "compiler/genome/ReaderContext.h"

namespace flame {

/// Reads an `xform` or, if `isFinal`, a `finalxform`. `defaultColor` is its colour unless the
/// element gives one.
Xform readXform(ReaderContext &context, const XmlDocument &document, const XmlElement &element,
                bool isFinal, double defaultColor);

/// Reads a `symmetry` element: stores its kind in `genome.symmetry` and appends its xforms.
void readSymmetry(ReaderContext &context, const XmlElement &element, Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_XFORMREADER_H
