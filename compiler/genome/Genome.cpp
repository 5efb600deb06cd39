// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keyword tables in the order of their enums, and queries on xforms.

#include "compiler/genome/Genome.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace flame {

void putFieldFirst(std::vector<VariationUse> &uses) {
  const auto field = llvm::find_if(uses, [](const VariationUse &use) { return use.info->isField; });
  if (field != uses.end())
    std::rotate(uses.begin(), field, field + 1);
}

bool Xform::listsDirectColor() const {
  return llvm::any_of(variations, [](const VariationUse &use) { return use.info->setsColor; });
}

bool Xform::setsDirectColor() const {
  auto sets = [](const VariationUse &use) { return use.info->setsColor && use.weight != 0; };
  return llvm::any_of(variations, sets) || llvm::any_of(motions, [&](const Motion &motion) {
           return llvm::any_of(motion.variations, sets);
         });
}

#define FLAME_SETTING_KEYWORDS
#include "compiler/genome/GenomeSettings.inc"

llvm::ArrayRef<llvm::StringLiteral> motionFunctionKeywords() {
  static constexpr llvm::StringLiteral words[] = {"sin", "triangle", "hill"};
  return words;
}

} // namespace flame
