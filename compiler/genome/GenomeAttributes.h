// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The settings of a genome in XML: their attributes, their order, their limits, as ir/Settings.td has them. The writer
// and the reader are two visitors of the same list, so what one writes the other reads.
//
// A visitor has a function per kind of attribute: number, leadingNumber (behind which anything may stand), count, pair, color, points and
// keyword, and numberUnless and keywordUnless for what is not written when it is the usual one. It is given the names, of which the
// first is written, references to the members (const for the writer) and the limits, which only the reader uses.

#ifndef FLAME_COMPILER_GENOME_GENOMEATTRIBUTES_H
#define FLAME_COMPILER_GENOME_GENOMEATTRIBUTES_H

#include "compiler/genome/Genome.h"
#include "compiler/text/Limits.h"

#include <initializer_list>

namespace flame {

using AttributeNames = std::initializer_list<llvm::StringLiteral>;

/// `Flame` is Genome, const or not.
template <class Visitor, class Flame> void visitAttributes(Visitor &visitor, Flame &genome) {
#define FLAME_GENOME_ATTRIBUTES
#include "compiler/genome/GenomeSettings.inc"
}

} // namespace flame

#endif // FLAME_COMPILER_GENOME_GENOMEATTRIBUTES_H
