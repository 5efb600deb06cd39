// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random flames. A family limits the variations; everything else is random. A reference iteration
// (ReferenceIterator.h) ensures that the flame has visible structure, and the camera is pointed at
// it.

#ifndef FLAME_COMPILER_BREED_RANDOMGENOME_H
#define FLAME_COMPILER_BREED_RANDOMGENOME_H

#include "compiler/genome/Genome.h"
#include "support/Dice.h"

namespace flame {

/// Variations that suit each other.
struct VariationFamily {
  llvm::StringLiteral name;
  llvm::StringLiteral summary;                    ///< a noun phrase
  llvm::ArrayRef<llvm::StringLiteral> variations; ///< empty: all of flam3
};

/// All families. The first is the default.
llvm::ArrayRef<VariationFamily> variationFamilies();
const VariationFamily *findFamily(llvm::StringRef name);

/// Constraints on a random flame. Absent members are random.
struct RandomOptions {
  /// Permitted variations; empty: all of flam3, except those that only blur.
  std::vector<const VariationInfo *> variations;
  std::optional<unsigned> xforms; ///< 1 to kMaxXforms
  std::optional<int> symmetry;    ///< its kind; 1: none
  int width = 1280, height = 720;
};

/// The variations of a family.
std::vector<const VariationInfo *> variationsOf(const VariationFamily &family);

/// Makes a random flame.
Genome randomGenome(const RandomOptions &options, Dice &dice);

/// Makes a random xform with weight 1.
Xform randomXform(llvm::ArrayRef<const VariationInfo *> variations, Dice &dice);

/// One use of `variation` with parameters in a reasonable range.
VariationUse randomUse(const VariationInfo &variation, double weight, Dice &dice);

/// The default choice: flam3's variations, except those that only blur or draw a shape.
std::vector<const VariationInfo *> usualVariations();

/// A random kind of symmetry: mostly small, with and without reflection; never 0 or 1.
int randomSymmetry(Dice &dice);

/// Adds the xforms of a symmetry. Together they weigh as much as all other xforms, so that every
/// part of the picture gets its share. Returns false without a change if the flame already has a
/// symmetry or would have too many xforms.
bool addSymmetry(Genome &genome, int kind);

} // namespace flame

#endif // FLAME_COMPILER_BREED_RANDOMGENOME_H
