// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated table of variations, and the lookup of words from genome files. The words are
// generated in sorted order and lower case, so nothing is built at start-up.

#include "ir/VariationTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

namespace flame {

namespace {

/// The meaning of a word in a genome file.
struct Word {
  llvm::StringRef word; ///< in lower case
  uint16_t variation;   ///< position in the table
  int16_t param;        ///< position among the parameters, or -1 for the variation itself
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

} // namespace

#include "ir/Variations.table.inc"

static const Word *findWord(llvm::StringRef spelling) {
  llvm::SmallString<32> wanted;
  for (char c : spelling)
    wanted.push_back(llvm::toLower(c));
  const Word *found =
      llvm::lower_bound(kWords, wanted.str(),
                        [](const Word &entry, llvm::StringRef word) { return entry.word < word; });
  return found != std::end(kWords) && found->word == wanted ? found : nullptr;
}

llvm::ArrayRef<VariationInfo> variationTable() { return kVariations; }

const VariationInfo *findVariation(llvm::StringRef nameOrAlias) {
  const Word *word = findWord(nameOrAlias);
  return word && word->param < 0 ? &kVariations[word->variation] : nullptr;
}

std::optional<std::pair<const VariationInfo *, unsigned>>
findVariationParam(llvm::StringRef nameOrAlias) {
  const Word *word = findWord(nameOrAlias);
  if (!word || word->param < 0)
    return std::nullopt;
  return std::make_pair(&kVariations[word->variation], static_cast<unsigned>(word->param));
}

} // namespace flame
