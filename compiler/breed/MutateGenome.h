// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flames from one flame: each differs from it in one respect. What is locked stays as it is, to the last bit.

#ifndef FLAME_COMPILER_BREED_MUTATEGENOME_H
#define FLAME_COMPILER_BREED_MUTATEGENOME_H

#include "compiler/breed/RandomGenome.h"

namespace flame {

/// In which respect.
enum class Mutation {
  Variations, ///< other variations in some xforms
  Parameters, ///< weights and parameters of the variations that there are
  Coefs,      ///< all affines a little
  Xform,      ///< one xform has a new affine
  NewXform,   ///< there is one more
  DropXform,  ///< there is one less
  Weights,    ///< how often each xform is chosen
  Post,       ///< what an affine does goes behind the variations
  Symmetry,   ///< the picture becomes symmetric
  Colors,     ///< colour coordinates and speeds
  Palette,    ///< another palette
};

/// The word for each, in the order of the enumeration.
llvm::ArrayRef<llvm::StringLiteral> mutationKeywords();

struct MutateOptions {
  /// Absent: thrown, among those that what is locked leaves.
  std::optional<Mutation> mutation;
  /// How far numbers go: 1 is visible and mostly keeps the character.
  double strength = 1;
  /// Standard xforms by their index that stay; those of a symmetry stay anyway.
  std::vector<unsigned> lockedXforms;
  bool lockColors = false; ///< palette and colours of xforms
  bool lockCamera = true;  ///< else it is pointed at the new flame
  /// Those that new variations are thrown from; empty: the usual ones.
  std::vector<const VariationInfo *> variations;
  /// How many are tried until one has something to see, and how many points of each are looked at.
  unsigned tries = 24;
  size_t points = 4000;
};

/// What was made, and how.
struct Mutant {
  Genome genome;
  std::optional<Mutation> mutation; ///< absent: nothing could be changed
};

/// A mutant that has something to see, if a few tries find one. Where what may change cannot be changed, the parent.
Mutant mutateGenome(const Genome &parent, const MutateOptions &options, Dice &dice);

} // namespace flame

#endif // FLAME_COMPILER_BREED_MUTATEGENOME_H
