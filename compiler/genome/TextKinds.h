// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The variations of JWildfire that take a text, which a file has in hexadecimal digits: how it becomes a definition in the language
// of ir/language, and how a definition that was made in this way becomes the text again. Definitions here are without the
// word `variation` and the name.

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

/// Where a text stands.
struct TextSource {
  /// The value of the attribute of the variation that ends like this, as in "_color_mode"; empty if the file has none.
  llvm::function_ref<llvm::StringRef(llvm::StringRef)> attribute;
  VariationUse::Phase phase;
  bool preservesZ; ///< the flame says so
  /// As that of ReaderContext.
  std::optional<Palette> (*innerPalette)(llvm::StringRef flame);
};

/// Why a text cannot be used.
struct TextError {
  std::string message, note;
};

/// What a file has for a definition: the text, and further attributes.
struct WrittenText {
  std::string text;
  std::vector<std::pair<llvm::StringRef, std::string>> others;
};

struct TextKind {
  llvm::StringLiteral name, attribute;        ///< of the variation, and the end of that of its text
  llvm::ArrayRef<llvm::StringLiteral> others; ///< of attributes that are no parameters here
  /// The definition; nothing, and an error, if there is none.
  std::optional<std::string> (*define)(const TextSource &source, llvm::StringRef text,
                                       TextError &error);
  /// The other way around; nothing: it was made in another way.
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
