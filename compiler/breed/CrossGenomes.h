// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a flame from two parents.

#ifndef FLAME_COMPILER_BREED_CROSSGENOMES_H
#define FLAME_COMPILER_BREED_CROSSGENOMES_H

#include "compiler/genome/Genome.h"
#include "support/Dice.h"

namespace flame {

enum class Crossing {
  Alternate,   ///< each xform comes from one of the parents
  Interpolate, ///< an intermediate state of the transition between them
  Union,       ///< the xforms of both
};

/// The name of each value, in the order of the enumeration.
llvm::ArrayRef<llvm::StringLiteral> crossingKeywords();

struct CrossOptions {
  std::optional<Crossing> crossing; ///< absent: random, mostly Alternate
  /// Share of the second parent when interpolating, 0 to 1; absent: random.
  std::optional<double> share;
};

/// Crosses two genomes. Settings come from the first parent, or are interpolated. A union with too
/// many xforms keeps those of the first parent and as many of the second as fit.
Genome crossGenomes(const Genome &first, const Genome &second, const CrossOptions &options,
                    Dice &dice);

} // namespace flame

#endif // FLAME_COMPILER_BREED_CROSSGENOMES_H
