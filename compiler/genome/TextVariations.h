// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text variations (TextKinds.h) of one JWildfire xform. Each becomes a user-defined variation
// in the language of ir/language. Like any other variation it can stand before, within or after the
// sum, and occur more than once in an xform.

#ifndef FLAME_COMPILER_GENOME_TEXTVARIATIONS_H
#define FLAME_COMPILER_GENOME_TEXTVARIATIONS_H

#include "compiler/genome/Genome.h"
#include "compiler/genome/ReaderContext.h"
#include "compiler/genome/TextKinds.h"

#include <vector>

namespace flame {

/// An attribute name, resolved to an entry of the variation table.
struct VariationName {
  const VariationInfo *info = nullptr;
  VariationUse::Phase phase = VariationUse::Normal;
  /// The position in info->params; nothing if the name is that of the variation itself.
  std::optional<unsigned> param;
  /// Repetition number, 0 for the first use: JWildfire's `bubble#1#`, `bubble#1#_x`.
  unsigned repeat = 0;
};

/// The text variations of one xform.
class TextVariations {
public:
  /// Defines the text variations of `element` in the scope of the flame. Reports an invalid text.
  TextVariations(ReaderContext &context, const XmlElement &element);

  /// True if `name` belongs to a text variation but is not a parameter: its text, image names and
  /// related attributes; or any attribute of a variation with an invalid text.
  bool isText(llvm::StringRef name) const;
  /// Resolves `name` if it is a text variation or one of its parameters.
  std::optional<VariationName> find(llvm::StringRef name) const;

private:
  struct Found {
    std::string name; ///< as in the file, with prefix and suffix
    const TextKind *kind;
    VariationName meaning; ///< without an info if the text is invalid
  };
  void add(ReaderContext &context, const XmlElement &element, const XmlAttribute &attribute,
           const TextKind &kind, Found found);

  std::vector<Found> all;
};

/// A definition in the file's form.
struct VariationText {
  const TextKind *kind;
  WrittenText text;
};

/// The text of `variation` if TextVariations made it.
std::optional<VariationText> textOf(const VariationInfo &variation);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_TEXTVARIATIONS_H
