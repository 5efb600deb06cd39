// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of all variations: names, aliases, parameters with defaults and ranges, declared random
// draws. Generated from ir/Variations.td. The genome reader, the verifier of the flame dialect, the
// writers and the documentation all use it; no IR is needed.
//
// In: a word of a genome file ("julian", "Julian_Power", "oscope"). Out: the variation, or the
// variation and the position of the parameter. Invariant: the table is sorted by `index`, the order
// in which flam3 evaluates variations and draws random numbers. Indices are unique but may have
// gaps: they are ranks, not positions in the table.

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
  double defaultValue;                     ///< for files that omit it
  double minimum, maximum; ///< readers clamp to this range; infinite without a limit
  llvm::StringRef doc;     ///< a noun phrase
};

/// A random number that a variation consumes, drawn before the body is evaluated.
enum class Draw : uint8_t {
  U01,  ///< uniform in [0,1)
  U11,  ///< uniform in [-1,1)
  Bit,  ///< 0 or 1
  Bell, ///< the sum of four numbers uniform in [0,1), minus 2
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
  bool preOnly; ///< displaces the input point of the xform; contributes nothing to the sum
  /// Ignores the input point. As a pre or post variation it adds to the running point.
  bool generator;
  bool zOnly;    ///< changes only z: contributes nothing in a planar flame
  bool flattens; ///< in 3D, sets z of the sum to 0, or to a z of its own
  bool replaces; ///< discards x and y of the sum so far
  bool partial;  ///< is NaN in whole regions of the plane
  /// If `preOnly`: leaves the point unchanged; its x is the weighting field of the xform.
  bool isField;
  /// The colour that it sets is direct RGB: red, green and blue in one number (abi/DirectRgb.h).
  bool directRgb;
  /// If `preOnly` with `directRgb`: its colour is the display colour of the xform's sample.
  bool displayOnly;
  /// If `preOnly`: leaves the point unchanged; its parameters adjust colours.
  bool adjustsColor;
  bool losesDepth;  ///< in Fractorium's flames, a normal variation drops the point's z
  bool weighsDepth; ///< in Fractorium's flames, a pre or post variation scales z by its weight
  bool setsColor;   ///< also sets the colour coordinate of the point
  bool hides;       ///< hides some points from the plot
  bool hasSpace;    ///< x and y differ in 3D
  bool hasDepth;    ///< in 3D, computes a z of its own
  unsigned index; ///< unique rank in the order of evaluation; flam3's number for flam3's variations
  llvm::StringRef plane;   ///< name of its planar form; empty: itself
  llvm::StringRef summary; ///< a noun phrase
  /// For the documentation, in the notation of docs/generated/variations.md.
  llvm::StringRef formula;
  const UserVariation *user = nullptr; ///< the definition of a user-defined variation
};

/// Every variation, in ascending `index`.
llvm::ArrayRef<VariationInfo> variationTable();

/// The position of `variation`, which must be an entry of the table.
inline size_t positionOf(const VariationInfo &variation) {
  assert(!variation.user && "a variation of the table");
  return static_cast<size_t>(&variation - variationTable().data());
}

/// The variation called `nameOrAlias`, ignoring case, or null.
const VariationInfo *findVariation(llvm::StringRef nameOrAlias);

/// The variation and the position in its `params` of the parameter called `nameOrAlias`, ignoring
/// case.
std::optional<std::pair<const VariationInfo *, unsigned>>
findVariationParam(llvm::StringRef nameOrAlias);

} // namespace flame

#endif // FLAME_IR_VARIATIONTABLE_H
