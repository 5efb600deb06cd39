// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes genomes as XML that flam3 and its relatives read, and that our own reader turns into the same genomes, to the
// last bit of every number. Only colours that are no bytes may come back one rounding off: files have them times 255.
//
// What reading has resolved is written as it was resolved: the colours of a palette, not its number in a library;
// opacities, not the xform that stood alone.

#ifndef FLAME_COMPILER_GENOME_FLAMEWRITER_H
#define FLAME_COMPILER_GENOME_FLAMEWRITER_H

#include "compiler/genome/Genome.h"

#include <string>

namespace flame {

/// One `flame` element, ended by a line feed.
std::string writeFlame(const Genome &genome);

/// All of them in one document, inside an element `flames` unless there is exactly one.
std::string writeFlames(llvm::ArrayRef<Genome> genomes);

/// `text` as the value of an attribute of XML, line feeds and the like included.
std::string escapedAttribute(llvm::StringRef text);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_FLAMEWRITER_H
