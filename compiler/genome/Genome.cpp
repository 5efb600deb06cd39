// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words that genome files use for enumerated values, each table in the order of its enum, and questions to xforms.

#include "compiler/genome/Genome.h"

#include "llvm/ADT/STLExtras.h"

namespace flame {

bool Xform::listsDirectColor() const {
  return llvm::any_of(variations, [](const VariationUse &use) { return use.info->setsColor; });
}

bool Xform::setsDirectColor() const {
  auto sets = [](const VariationUse &use) { return use.info->setsColor && use.weight != 0; };
  return llvm::any_of(variations, sets) || llvm::any_of(motions, [&](const Motion &motion) {
           return llvm::any_of(motion.variations, sets);
         });
}

llvm::ArrayRef<llvm::StringLiteral> filterShapeKeywords() {
  static constexpr llvm::StringLiteral words[] = {
      "gaussian", "hermite",  "box",      "triangle", "bell",    "bspline", "lanczos3",
      "lanczos2", "mitchell", "blackman", "catrom",   "hamming", "hanning", "quadratic"};
  return words;
}

llvm::ArrayRef<llvm::StringLiteral> temporalFilterKeywords() {
  static constexpr llvm::StringLiteral words[] = {"box", "gaussian", "exp"};
  return words;
}

llvm::ArrayRef<llvm::StringLiteral> paletteModeKeywords() {
  static constexpr llvm::StringLiteral words[] = {"step", "linear"};
  return words;
}

llvm::ArrayRef<llvm::StringLiteral> interpolationKeywords() {
  static constexpr llvm::StringLiteral words[] = {"linear", "smooth"};
  return words;
}

llvm::ArrayRef<llvm::StringLiteral> interpolationTypeKeywords() {
  static constexpr llvm::StringLiteral words[] = {"linear", "log", "old", "older"};
  return words;
}

llvm::ArrayRef<llvm::StringLiteral> paletteInterpolationKeywords() {
  static constexpr llvm::StringLiteral words[] = {"hsv", "sweep", "rgb", "hsv_circular"};
  return words;
}

llvm::ArrayRef<llvm::StringLiteral> motionFunctionKeywords() {
  static constexpr llvm::StringLiteral words[] = {"sin", "triangle", "hill"};
  return words;
}

} // namespace flame
