// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of each program can say, for those who write them: the attributes of flames, and the names of variations.
// Dialect.h has what they mean.

#ifndef FLAME_COMPILER_GENOME_XML_DIALECTWORDS_H
#define FLAME_COMPILER_GENOME_XML_DIALECTWORDS_H

#include "compiler/genome/Dialect.h"

namespace flame {

/// A word of ours, and what a program has for it.
struct SpelledWord {
  llvm::StringLiteral here, there;
};

/// The vocabulary of one program.
struct DialectWords {
  llvm::StringLiteral dialect;
  llvm::StringLiteral version; ///< by which it is known in what dialect a file is

  llvm::ArrayRef<llvm::StringLiteral> settings =
      {}; ///< the attributes of settings that its files have
  llvm::ArrayRef<SpelledWord> renamedSettings = {}; ///< and those that have another name there
  llvm::ArrayRef<SpelledWord> names = {}; ///< variations and parameters that have other names there
  llvm::ArrayRef<llvm::StringLiteral> lacks = {}; ///< variations of ours that it does not have
  llvm::ArrayRef<llvm::StringLiteral> has = {};   ///< if any, those alone that it has
  llvm::ArrayRef<llvm::StringLiteral> forms = {}; ///< the `pre_` and `post_` variations that it has
  bool hasAllForms = false;                       ///< of each variation
  bool hasFlam3Alone = false;                     ///< flam3's variations, and no other ones

  bool hasSymmetry = false;    ///< `symmetry` in the place of `color_speed` and `animate`
  bool hasColorType = false;   ///< and `color_type`
  bool hasDirectColor = false; ///< `var_color`
  bool hasPlanes = false;      ///< the affines of space
  bool hasRepeats =
      false;             ///< the same variation twice, and priorities, of variations and of points
  bool hasTexts = false; ///< variations that take a text
  bool hasWeightingFields = false; ///< of cellular noise
  bool hasMotion = false;          ///< `motion` elements, and what else belongs to animations
  bool hasAlpha = false;           ///< palettes with alpha and with colours between bytes

  /// What the program calls the setting `name`; nothing if its files do not have it.
  std::optional<llvm::StringRef> setting(llvm::StringRef name) const;
  /// What it calls a variation or a parameter, as its name with what stands behind it.
  std::string spelled(llvm::StringRef name) const;
  /// Whether what it calls `name` has the form with `prefix` in front.
  bool hasForm(llvm::StringRef prefix, llvm::StringRef name) const;
  /// Whether it has the variation `info`, in the form that has `prefix` in front.
  bool knows(const VariationInfo &info, llvm::StringRef prefix) const;
};

/// The vocabulary of `dialect`, or null if nothing is written in it.
const DialectWords *findWords(llvm::StringRef dialect);
/// The dialects that flames can be written in.
std::vector<std::string> writtenDialects();

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_DIALECTWORDS_H
