// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the attributes that a dialect adds to flam3's, and translates the values of a flame to
// their meaning in a genome.

#ifndef FLAME_COMPILER_GENOME_XML_DIALECTREADER_H
#define FLAME_COMPILER_GENOME_XML_DIALECTREADER_H

#include "compiler/genome/ReaderContext.h"

namespace flame {

/// Sets the dialect's defaults in `genome`.
void setDefaults(const Dialect &dialect, Genome &genome);

/// Chooses the dialect of a flame, stores it in the context and sets its defaults in the genome.
/// Call before reading attributes.
void beginDialect(ReaderContext &context, const XmlElement &flame, Genome &genome);

/// Reads the attributes of the dialect and translates settings. Call after reading the attributes
/// of the flame.
void finishDialect(ReaderContext &context, const XmlElement &flame, Genome &genome);

/// Appends the symmetry that a program applies to plotted points, after the final xforms. Call
/// after reading all final xforms.
void applyPostSymmetry(ReaderContext &context, const XmlElement &flame, Genome &genome);

/// If any xform sets a display colour: samples of JWildfire xforms that leave colours unchanged
/// keep the display colour of the previous sample. Call after reading all xforms.
void keepDisplayColors(const ReaderContext &context, Genome &genome);

/// Makes every xform of a flame with JWildfire colour adjustments pass them on with the points.
/// Call after reading all xforms.
void followColorAdjust(ReaderContext &context, Genome &genome);

/// True if `name` is an attribute that the context's dialect reads and flam3 does not have.
bool isOfDialect(const ReaderContext &context, llvm::StringRef name);

/// True if the flame has a 3D camera.
bool isSeenInSpace(const Genome &genome);

/// The keyword for which flam3 uses the kernel `shape`. Seven of flam3's names select the kernel of
/// another one.
FilterShape keywordOfKernel(FilterShape shape);
/// The inverse: the kernel that flam3 uses for the keyword `shape`.
FilterShape kernelOfKeyword(FilterShape shape);

/// True if `attribute` of an xform belongs to JWildfire's colour changes after the palette or to
/// its surface materials, which are not supported.
bool isColorChange(const ReaderContext &context, const XmlAttribute &attribute);

/// True if Fractorium leaves points where the affine of `xform` puts them: the xform has no normal
/// variation, and not only post variations.
bool goesThrough(const Xform &xform);

/// Translates an xform whose attributes have been read.
void finishXform(ReaderContext &context, const XmlElement &element, bool isFinal, Xform &xform);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_DIALECTREADER_H
