// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The variations of an xform of JWildfire's that take a text (TextKinds.h). Each becomes a
// user-defined variation, in the language of ir/language, and can stand before and behind the sum
// and more than once in an xform as any other one.

#ifndef FLAME_COMPILER_GENOME_TEXTVARIATIONS_H
#define FLAME_COMPILER_GENOME_TEXTVARIATIONS_H

#include "compiler/genome/Genome.h"
#include "compiler/genome/ReaderContext.h"
#include "compiler/genome/TextKinds.h"

#include <vector>

namespace flame {

/// What the name of an attribute means to the variation table.
struct VariationName {
  const VariationInfo *info = nullptr;
  VariationUse::Phase phase = VariationUse::Normal;
  /// The position in info->params, or nothing if the name is the variation's own.
  std::optional<unsigned> param;
  /// Which further one of the same name it is, 0 for the first one: JWildfire's `bubble#1#`, `bubble#1#_x`.
  unsigned repeat = 0;
};

/// Those of one xform.
class TextVariations {
public:
  /// Defines those that `element` has, in the scope of the flame. One whose text is wrong is reported.
  TextVariations(ReaderContext &context, const XmlElement &element);

  /// Whether `name` is an attribute of one that is no parameter: its text, names of pictures, and what belongs to them; or any of
  /// one that is wrong.
  bool isText(llvm::StringRef name) const;
  /// The variation and the parameter that `name` means, if it is of one.
  std::optional<VariationName> find(llvm::StringRef name) const;

private:
  struct Found {
    std::string name; ///< in the file, with what stands before and behind
    const TextKind *kind;
    VariationName meaning; ///< without an info: its text is wrong
  };
  void add(ReaderContext &context, const XmlElement &element, const XmlAttribute &attribute,
           const TextKind &kind, Found found);

  std::vector<Found> all;
};

/// What a file has for a variation.
struct VariationText {
  const TextKind *kind;
  WrittenText text;
};

/// That of `variation`, if TextVariations made it.
std::optional<VariationText> textOf(const VariationInfo &variation);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_TEXTVARIATIONS_H
