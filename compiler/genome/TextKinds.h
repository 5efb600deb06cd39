// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire variations that take a text, stored in the file as hexadecimal digits. Converts the
// text to a definition in the language of ir/language, and such a definition back to the text.
// Definitions here omit the word `variation` and the name.

#ifndef FLAME_COMPILER_GENOME_TEXTKINDS_H
#define FLAME_COMPILER_GENOME_TEXTKINDS_H

#include "compiler/genome/Genome.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace flame {

/// The surroundings of a text in the file.
struct TextSource {
  /// Looks up another attribute of the variation by the end of its name, such as "_color_mode".
  /// Empty if the file does not have it.
  llvm::function_ref<llvm::StringRef(llvm::StringRef)> attribute;
  VariationUse::Phase phase;
  bool preservesZ; ///< from the flame's preserve_z
  /// As in ReaderContext.
  std::optional<Palette> (*innerPalette)(llvm::StringRef flame);
};

/// The reason why a text cannot be used.
struct TextError {
  std::string message, note;
};

/// The file's form of a definition: the text and further attributes.
struct WrittenText {
  std::string text;
  std::vector<std::pair<llvm::StringRef, std::string>> others;
};

struct TextKind {
  llvm::StringLiteral name, attribute; ///< name of the variation; end of its text attribute's name
  llvm::ArrayRef<llvm::StringLiteral> others; ///< further attributes that are not parameters here
  /// Makes the definition. On failure returns nothing and sets `error`.
  std::optional<std::string> (*define)(const TextSource &source, llvm::StringRef text,
                                       TextError &error);
  /// Recovers the text from a definition; nothing if `define` did not make that definition.
  std::optional<WrittenText> (*write)(llvm::StringRef definition);
};

/// polarplot2d_wf and polarplot3d_wf.
llvm::ArrayRef<TextKind> formulaPlots();
/// fract_formula_julia_wf and fract_formula_mand_wf.
llvm::ArrayRef<TextKind> formulaFractals();
/// subflame_wf.
llvm::ArrayRef<TextKind> subFlames();
/// custom_wf.
llvm::ArrayRef<TextKind> customFormulas();

} // namespace flame

#endif // FLAME_COMPILER_GENOME_TEXTKINDS_H
