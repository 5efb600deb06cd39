// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The vocabulary of each program's files, for writers: attributes of flames and names of
// variations. Dialect.h defines their meaning.

#ifndef FLAME_COMPILER_GENOME_XML_DIALECTWORDS_H
#define FLAME_COMPILER_GENOME_XML_DIALECTWORDS_H

#include "compiler/genome/Dialect.h"

namespace flame {

/// A word in our files, and the program's word for it.
struct SpelledWord {
  llvm::StringLiteral here, there;
};

/// The vocabulary of one program.
struct DialectWords {
  llvm::StringLiteral dialect;
  llvm::StringLiteral version; ///< value of `version` that identifies the program's files

  llvm::ArrayRef<llvm::StringLiteral> settings = {}; ///< setting attributes that its files have
  llvm::ArrayRef<SpelledWord> renamedSettings = {};  ///< settings with another name there
  llvm::ArrayRef<SpelledWord> names = {}; ///< variations and parameters with another name there
  llvm::ArrayRef<llvm::StringLiteral> lacks = {}; ///< our variations that the program lacks
  /// if not empty, the only variations that the program has
  llvm::ArrayRef<llvm::StringLiteral> has = {};
  llvm::ArrayRef<llvm::StringLiteral> forms = {}; ///< supported `pre_` and `post_` variations
  bool hasAllForms = false;                       ///< every variation has `pre_` and `post_` forms
  bool hasFlam3Alone = false;                     ///< only flam3's variations

  bool hasSymmetry = false;        ///< `symmetry` instead of `color_speed` and `animate`
  bool hasColorType = false;       ///< `color_type`
  bool hasDirectColor = false;     ///< `var_color`
  bool hasPlanes = false;          ///< the 3D affines
  bool hasRepeats = false;         ///< repeated variations, and priorities of variations and points
  bool hasTexts = false;           ///< variations that take a text
  bool hasWeightingFields = false; ///< weighting fields of cellular noise
  bool hasMotion = false;          ///< `motion` elements and other animation settings
  bool hasAlpha = false;           ///< palettes with alpha and with colours between byte values

  /// The program's name of the setting `name`; nothing if its files lack it.
  std::optional<llvm::StringRef> setting(llvm::StringRef name) const;
  /// The program's name of a variation or a parameter, with its suffix.
  std::string spelled(llvm::StringRef name) const;
  /// True if the variation called `name` there has the form with `prefix`.
  bool hasForm(llvm::StringRef prefix, llvm::StringRef name) const;
  /// True if the program has the variation `info` in the form with `prefix`.
  bool knows(const VariationInfo &info, llvm::StringRef prefix) const;
};

/// The vocabulary of `dialect`, or null if that dialect cannot be written.
const DialectWords *findWords(llvm::StringRef dialect);
/// The dialects that can be written.
std::vector<std::string> writtenDialects();

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_DIALECTWORDS_H
