// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The settings of a genome in XML, with the attribute names, order and limits from ir/Settings.td.
// Writer and reader are visitors of the same list, so the reader accepts everything that the writer
// writes.
//
// A visitor has one function per kind of attribute: number, leadingNumber (any text may follow the
// number), count, pair, color, points, keyword, and numberUnless and keywordUnless for attributes
// that are omitted at their default value. Arguments are the names (the first one is written),
// references to the members (const in the writer) and the limits, which only the reader uses.

#ifndef FLAME_COMPILER_GENOME_GENOMEATTRIBUTES_H
#define FLAME_COMPILER_GENOME_GENOMEATTRIBUTES_H

#include "compiler/genome/Genome.h"
#include "compiler/text/Limits.h"

#include <initializer_list>

namespace flame {

using AttributeNames = std::initializer_list<llvm::StringLiteral>;

/// `Flame` is Genome or const Genome.
template <class Visitor, class Flame> void visitAttributes(Visitor &visitor, Flame &genome) {
#define FLAME_GENOME_ATTRIBUTES
#include "compiler/genome/GenomeSettings.inc"
}

} // namespace flame

#endif // FLAME_COMPILER_GENOME_GENOMEATTRIBUTES_H
