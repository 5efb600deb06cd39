// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads what a dialect adds to the attributes of a flame, and brings what a flame says to what it means.

#ifndef FLAME_COMPILER_GENOME_XML_DIALECTREADER_H
#define FLAME_COMPILER_GENOME_XML_DIALECTREADER_H

#include "compiler/genome/ReaderContext.h"

namespace flame {

/// What a flame has in `dialect` before it says anything.
void setDefaults(const Dialect &dialect, Genome &genome);

/// Chooses the dialect of a flame, for the context, and gives the genome its defaults. To be called before attributes are read.
void beginDialect(ReaderContext &context, const XmlElement &flame, Genome &genome);

/// Reads the attributes of the dialect and translates settings. To be called when the attributes of the flame have been read.
void finishDialect(ReaderContext &context, const XmlElement &flame, Genome &genome);

/// Puts the symmetry that a program gives to plotted points behind the final xforms. To be called when all of them have been read.
void applyPostSymmetry(ReaderContext &context, const XmlElement &flame, Genome &genome);

/// If some xform sets a display colour, lets the samples of JWildfire's xforms that leave colours
/// alone display the same as the samples before. To be called when all xforms have been read.
void keepDisplayColors(const ReaderContext &context, Genome &genome);

/// Carries JWildfire's colour adjustments along with points, in every xform of a flame that has
/// some. To be called when all xforms have been read.
void followColorAdjust(ReaderContext &context, Genome &genome);

/// Whether `name` is an attribute that the context's dialect reads and flam3 does not have.
bool isOfDialect(const ReaderContext &context, llvm::StringRef name);

/// Whether the camera of a flame is one of space.
bool isSeenInSpace(const Genome &genome);

/// The keyword under which flam3 has the kernel that `shape` names; seven of its names lead to the kernel of another one.
FilterShape keywordOfKernel(FilterShape shape);
/// The other way around: the kernel that flam3 has under the keyword `shape`.
FilterShape kernelOfKeyword(FilterShape shape);

/// Whether `attribute`, of an xform, is of how JWildfire changes colours behind the palette, or of surfaces, which are not known here.
bool isColorChange(const ReaderContext &context, const XmlAttribute &attribute);

/// Whether Fractorium leaves points where the affine of `xform` takes them: it has no variation in its sum, and not post variations
/// alone.
bool goesThrough(const Xform &xform);

/// Translates an xform whose attributes have been read.
void finishXform(ReaderContext &context, const XmlElement &element, bool isFinal, Xform &xform);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_DIALECTREADER_H
