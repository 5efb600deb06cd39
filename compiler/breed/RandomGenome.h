// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flames out of nothing. A family says which variations take part; everything else is thrown. What comes out has something
// to see: a reference iteration (ReferenceIterator.h) decides, and the camera is pointed at it.

#ifndef FLAME_COMPILER_BREED_RANDOMGENOME_H
#define FLAME_COMPILER_BREED_RANDOMGENOME_H

#include "compiler/genome/Genome.h"
#include "support/Dice.h"

namespace flame {

/// Variations that go together.
struct VariationFamily {
  llvm::StringLiteral name;
  llvm::StringLiteral summary;                    ///< a noun phrase
  llvm::ArrayRef<llvm::StringLiteral> variations; ///< empty: all that flam3 has
};

/// All of them. The first is the usual one.
llvm::ArrayRef<VariationFamily> variationFamilies();
const VariationFamily *findFamily(llvm::StringRef name);

/// What to throw. Whatever is absent is thrown, too.
struct RandomOptions {
  /// Those that may be used; empty: all that flam3 has, but for those that only blur.
  std::vector<const VariationInfo *> variations;
  std::optional<unsigned> xforms; ///< 1 to kMaxXforms
  std::optional<int> symmetry;    ///< its kind; 1: none
  int width = 1280, height = 720;
};

/// The variations of a family.
std::vector<const VariationInfo *> variationsOf(const VariationFamily &family);

/// A flame of its own.
Genome randomGenome(const RandomOptions &options, Dice &dice);

/// An xform of such a flame, of weight 1.
Xform randomXform(llvm::ArrayRef<const VariationInfo *> variations, Dice &dice);

/// One use of `variation` with parameters that mostly make sense.
VariationUse randomUse(const VariationInfo &variation, double weight, Dice &dice);

/// What may be thrown when nobody chooses: flam3's variations, but for those that only blur or draw.
std::vector<const VariationInfo *> usualVariations();

/// A kind of symmetry: mostly small ones, with and without reflection; never 0 or 1.
int randomSymmetry(Dice &dice);

/// Adds the xforms of a symmetry, which weigh as much as all others, so that every part of the picture gets its share. Flames
/// that have a symmetry, and those that would have too many xforms, stay as they are; then the result is false.
bool addSymmetry(Genome &genome, int kind);

} // namespace flame

#endif // FLAME_COMPILER_BREED_RANDOMGENOME_H
