// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes genomes as XML that flam3 and its relatives read, and that our own reader turns into the same genomes, to the
// last bit of every number. Only colours that are no bytes may come back one rounding off: files have them times 255.
//
// What reading has resolved is written as it was resolved: the colours of a palette, not its number in a library;
// opacities, not the xform that stood alone.

#ifndef FLAME_COMPILER_GENOME_FLAMEWRITER_H
#define FLAME_COMPILER_GENOME_FLAMEWRITER_H

#include "compiler/genome/XmlTag.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>
#include <utility>

namespace flame {

/// One `flame` element, ended by a line feed.
std::string writeFlame(const Genome &genome);

/// All of them in one document, inside an element `flames` unless there is exactly one.
std::string writeFlames(llvm::ArrayRef<Genome> genomes);

/// The colours of `palette`, as `color` or `palette` elements with all that they have; nothing where there are none.
std::string writePalette(const Palette &palette);

/// Adds variations to the element of an xform or a motion.
using UsesWriter = llvm::function_ref<void(XmlTag &, llvm::ArrayRef<VariationUse>)>;

/// An `xform` or `finalxform` element with its motions, of a program that has its own words for colours and variations.
std::string writeXform(const Xform &xform, bool isFinal,
                       llvm::function_ref<void(XmlTag &)> addColors, UsesWriter addUses);

/// How the attributes of an xform or a motion spell a variation: "post_julian", "post_julian_power"; with a number as JWildfire has
/// it where the xform has another one of the name, "bubble2#1#", "bubble2#1#_x".
class VariationSpelling {
public:
  /// `isPreOnly`, `phase`, `repeat` and `adds` as VariationInfo and VariationUse have them.
  VariationSpelling(llvm::StringRef name, bool isPreOnly, VariationUse::Phase phase,
                    unsigned repeat, bool adds);
  /// What is added in its phase anyway needs no priority, which another use in the sum would have,
  /// too.
  explicit VariationSpelling(const VariationUse &use)
      : VariationSpelling(use.info->name, use.info->preOnly, use.phase, use.repeat,
                          use.adds && !use.info->usesOrigin) {}

  /// The attribute that holds the weight.
  std::string weight() const { return prefix + base + number; }
  /// That of the parameter which is `name` in the table.
  std::string param(llvm::StringRef name) const;
  /// What else says where it acts, and its value, of one that adds to the point.
  std::optional<std::pair<std::string, int>> priority() const;

private:
  std::string prefix, base, number;
  int addsAt = 0; ///< JWildfire's priority of one that adds
};

} // namespace flame

#endif // FLAME_COMPILER_GENOME_FLAMEWRITER_H
