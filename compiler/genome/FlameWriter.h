// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes genomes as XML for flam3 and related programs. Our reader restores the same genome, with
// every number exact to the last bit. One exception: a colour that is not a whole byte may change
// by one rounding, because files store colours multiplied by 255.
//
// Resolved values are written as resolved: the colours of a palette instead of its library number,
// opacities instead of `soloxform`.

#ifndef FLAME_COMPILER_GENOME_FLAMEWRITER_H
#define FLAME_COMPILER_GENOME_FLAMEWRITER_H

#include "compiler/genome/XmlTag.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>
#include <utility>

namespace flame {

/// Writes one `flame` element, terminated by a line feed.
std::string writeFlame(const Genome &genome);

/// Writes all genomes as one document. A `flames` element encloses them unless there is exactly
/// one.
std::string writeFlames(llvm::ArrayRef<Genome> genomes);

/// Writes the colours of `palette` as `color` or `palette` elements at full precision. Empty if the
/// palette has no colour.
std::string writePalette(const Palette &palette);

/// Adds variations to the element of an xform or a motion.
using UsesWriter = llvm::function_ref<void(XmlTag &, llvm::ArrayRef<VariationUse>)>;

/// Writes an `xform` or `finalxform` element with its motions. The callbacks write colours and
/// variations in the words of another program.
std::string writeXform(const Xform &xform, bool isFinal,
                       llvm::function_ref<void(XmlTag &)> addColors, UsesWriter addUses);

/// The attribute names of a variation in an xform or a motion: "post_julian", "post_julian_power".
/// A repeated variation carries a number, as in JWildfire: "bubble2#1#", "bubble2#1#_x".
class VariationSpelling {
public:
  /// `isPreOnly`, `phase`, `repeat` and `adds` have the meaning they have in VariationInfo and
  /// VariationUse.
  VariationSpelling(llvm::StringRef name, bool isPreOnly, VariationUse::Phase phase,
                    unsigned repeat, bool adds);
  /// A variation that uses the origin adds in its phase anyway, so it needs no priority. A priority
  /// would turn it into a further use in the sum.
  explicit VariationSpelling(const VariationUse &use)
      : VariationSpelling(use.info->name, use.info->preOnly, use.phase, use.repeat,
                          use.adds && !use.info->usesOrigin) {}

  /// The name of the attribute that holds the weight.
  std::string weight() const { return prefix + base + number; }
  /// The attribute name of the table's parameter `name`.
  std::string param(llvm::StringRef name) const;
  /// The name and value of the priority attribute of a variation that adds to the point; nothing
  /// for other variations.
  std::optional<std::pair<std::string, int>> priority() const;

private:
  std::string prefix, base, number;
  int addsAt = 0; ///< JWildfire's priority of a variation that adds to the point
};

} // namespace flame

#endif // FLAME_COMPILER_GENOME_FLAMEWRITER_H
