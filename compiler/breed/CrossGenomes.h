// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flame from two.

#ifndef FLAME_COMPILER_BREED_CROSSGENOMES_H
#define FLAME_COMPILER_BREED_CROSSGENOMES_H

#include "compiler/genome/Genome.h"
#include "support/Dice.h"

namespace flame {

enum class Crossing {
  Alternate,   ///< each xform is that of one parent or of the other
  Interpolate, ///< what is between them at some instant of the way from one to the other
  Union,       ///< the xforms of both
};

/// The word for each, in the order of the enumeration.
llvm::ArrayRef<llvm::StringLiteral> crossingKeywords();

struct CrossOptions {
  std::optional<Crossing> crossing; ///< absent: thrown, mostly Alternate
  std::optional<double> share;      ///< of the second parent, when interpolating; 0 to 1
};

/// The settings are the first parent's, or what is between both. A union that would have too many xforms has those of the first
/// and as many as fit of the second.
Genome crossGenomes(const Genome &first, const Genome &second, const CrossOptions &options,
                    Dice &dice);

} // namespace flame

#endif // FLAME_COMPILER_BREED_CROSSGENOMES_H
