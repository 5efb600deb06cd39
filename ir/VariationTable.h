// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler knows about every variation without building any IR: names, aliases, parameters
// with defaults and ranges, declared random draws. Generated from ir/Variations.td; the genome
// reader, the verifier of the flame dialect, the writers and the documentation all read this one
// table.
//
// In:  a word of a genome file ("julian", "Julian_Power", "oscope").
// Out: the variation, or the variation and the position of the parameter, that the word names.
// Invariant: the table is sorted by `index`, the order in which flam3 evaluates variations and
// draws random numbers. Indices are unique but may have gaps: they are ranks, not positions in the
// table.

#ifndef FLAME_IR_VARIATIONTABLE_H
#define FLAME_IR_VARIATIONTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cassert>
#include <cstdint>
#include <optional>
#include <utility>

namespace flame {

/// One parameter of a variation.
struct VariationParam {
  llvm::StringRef name;                    ///< as genome files spell it, e.g. "julian_power"
  llvm::StringRef shortName;               ///< as the body spells it, e.g. "power"
  llvm::ArrayRef<llvm::StringRef> aliases; ///< further spellings in files, e.g. "oscope_frequency"
  double defaultValue;                     ///< when a file does not mention it
  double minimum, maximum; ///< readers clamp to this range; infinite where there is no limit
  llvm::StringRef doc;     ///< a noun phrase
};

/// A random number that a variation consumes. The framework draws it before the body is evaluated.
enum class Draw : uint8_t {
  U01,  ///< uniform in [0,1)
  U11,  ///< uniform in [-1,1)
  Bit,  ///< 0 or 1
  Bell, ///< the sum of four of [0,1), less 2
};

class UserVariation;

/// One variation. All references are to storage that lives as long as the program.
struct VariationInfo {
  llvm::StringRef name; ///< as genome files spell it
  llvm::ArrayRef<llvm::StringRef> aliases;
  llvm::ArrayRef<VariationParam> params;
  llvm::ArrayRef<Draw> draws; ///< in the order they are drawn
  bool usesAffine;            ///< reads the six coefficients of the xform's pre-affine
  bool usesOrigin;            ///< reads the point that the sum of the xform sees
  bool preOnly;   ///< displaces the input point of the xform; contributes nothing to the sum
  bool generator; ///< ignores the input point; as a pre or post variation it adds to the running
                  ///< point
  bool zOnly;     ///< changes only z: contributes nothing in the plane
  bool flattens;  ///< in space, sets z of the sum to 0, or to a z of its own
  bool replaces;  ///< discards x and y of what stands before it in the sum
  bool partial;   ///< is NaN in whole regions of the plane
  bool
      isField; ///< of a `preOnly` one: leaves the point alone, and its x is the weighting field of the xform
  bool
      directRgb; ///< the colour that it sets is red, green and blue in one number (abi/DirectRgb.h)
  /// Of a `preOnly` one with `directRgb`: its colour is the display colour of the xform's sample.
  bool displayOnly;
  /// Of a `preOnly` one: it leaves the point alone, and its parameters adjust colours.
  bool adjustsColor;
  bool losesDepth;  ///< in sums of Fractorium's flames it leaves nothing of a point's z
  bool weighsDepth; ///< in such flames it weighs z before and behind the sum
  bool setsColor;   ///< sets the colour coordinate of the point, too
  bool hides;       ///< some points are not plotted
  bool hasSpace;    ///< in space, x and y are made in another way
  bool hasDepth;    ///< in space, it makes a z of its own
  unsigned index;   ///< unique rank in the order of evaluation; flam3's number where flam3 has it
  llvm::StringRef plane;   ///< the name of the variation that it is in the plane; empty: itself
  llvm::StringRef summary; ///< a noun phrase
  llvm::StringRef formula; ///< for people, in the notation of docs/generated/variations.md
  const UserVariation *user = nullptr; ///< of a variation that a user defined, its definition
};

/// Every variation, in ascending `index`.
llvm::ArrayRef<VariationInfo> variationTable();

/// Where the table has `variation`, which is one of its entries.
inline size_t positionOf(const VariationInfo &variation) {
  assert(!variation.user && "a variation of the table");
  return static_cast<size_t>(&variation - variationTable().data());
}

/// The variation called `nameOrAlias`, whatever its case, or null.
const VariationInfo *findVariation(llvm::StringRef nameOrAlias);

/// The variation and the position in its `params` of the parameter called `nameOrAlias`, whatever
/// its case.
std::optional<std::pair<const VariationInfo *, unsigned>>
findVariationParam(llvm::StringRef nameOrAlias);

} // namespace flame

#endif // FLAME_IR_VARIATIONTABLE_H
