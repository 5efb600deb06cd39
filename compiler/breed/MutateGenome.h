// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes variants of a flame, each of which differs from it in one respect. Locked parts stay
// exactly unchanged.

#ifndef FLAME_COMPILER_BREED_MUTATEGENOME_H
#define FLAME_COMPILER_BREED_MUTATEGENOME_H

#include "compiler/breed/RandomGenome.h"

namespace flame {

/// The respect in which a mutant differs.
enum class Mutation {
  Variations, ///< other variations in some xforms
  Parameters, ///< weights and parameters of the existing variations
  Coefs,      ///< small changes of all affines
  Xform,      ///< a new affine for one xform
  NewXform,   ///< one xform more
  DropXform,  ///< one xform less
  Weights,    ///< how often each xform is chosen
  Post,       ///< moves the effect of an affine after the variations
  Symmetry,   ///< makes the picture symmetric
  Colors,     ///< colour coordinates and speeds
  Palette,    ///< another palette
};

/// The name of each value, in the order of the enumeration.
llvm::ArrayRef<llvm::StringLiteral> mutationKeywords();

struct MutateOptions {
  /// Absent: random, among the mutations that the locks permit.
  std::optional<Mutation> mutation;
  /// Size of numeric changes. 1 is visible and mostly keeps the character of the flame.
  double strength = 1;
  /// Indices of standard xforms that must not change. Xforms of a symmetry never change.
  std::vector<unsigned> lockedXforms;
  bool lockColors = false; ///< locks palette and colours of xforms
  bool lockCamera = true;  ///< if false, points the camera at the new flame
  /// Candidates for new variations; empty: the usual ones.
  std::vector<const VariationInfo *> variations;
  /// Number of candidates to try until one has visible structure, and number of points to examine
  /// per candidate.
  unsigned tries = 24;
  size_t points = 4000;
};

/// The mutated flame and the kind of mutation.
struct Mutant {
  Genome genome;
  std::optional<Mutation> mutation; ///< absent: nothing could be changed
};

/// Returns a mutant with visible structure if a few tries find one. Returns the parent if nothing
/// may be changed.
Mutant mutateGenome(const Genome &parent, const MutateOptions &options, Dice &dice);

} // namespace flame

#endif // FLAME_COMPILER_BREED_MUTATEGENOME_H
