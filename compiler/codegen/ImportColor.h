// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the IR of the colour of a point: its palette position, and the data that the colour
// coordinate carries in addition: direct RGB (abi/DirectRgb.h) or colour adjustments
// (abi/ColorAdjust.h).

#ifndef FLAME_COMPILER_CODEGEN_IMPORTCOLOR_H
#define FLAME_COMPILER_CODEGEN_IMPORTCOLOR_H

#include "compiler/codegen/ImportBuilder.h"

namespace flame {

class ColorImporter : protected ImportBuilder {
protected:
  using ImportBuilder::ImportBuilder;

  /// True if any xform has a variation that satisfies `is`.
  bool anyVariation(llvm::function_ref<bool(const VariationInfo &)> is) const;
  /// True if samples of any xform have direct RGB colours.
  bool hasDirectRgb() const;
  /// The feature bits of the colour adjustments that points make, and of the features they require.
  /// Empty with direct RGB, which leaves no room for adjustments.
  uint32_t colorAdjustFeatures() const;

  /// The colour coordinate of a point whose sample may have a direct RGB colour.
  mlir::Value carried(mlir::Value color, mlir::Location loc);
  /// The code of the colour that a sample displays: direct RGB or a palette position.
  mlir::Value codeOf(mlir::Value color, mlir::Location loc);
  /// The coordinate of a sample with direct RGB `code`, in [0, 2), whose point continues with
  /// `color`.
  mlir::Value encoded(mlir::Value code, mlir::Value color, mlir::Location loc);

  /// Splits the colour coordinate of a point into palette coordinate and adjustments. Both are 0
  /// where a point starts.
  std::pair<mlir::Value, mlir::Value> withoutColorAdjust(mlir::Value color, mlir::Location loc);
  /// The adjustments of a point after `xform`. As with colours, (1 + s)/2 of the previous ones and
  /// (1 - s)/2 of the xform's, where s is its speed.
  mlir::Value followed(mlir::Value before, const AnimationXform &xform, const std::string &name,
                       mlir::Location loc);
  /// The colour coordinate of a point with adjustments.
  mlir::Value withColorAdjust(mlir::Value code, mlir::Value color, mlir::Location loc);

  /// The palette position of a colour coordinate.
  mlir::Value placed(mlir::Value color, mlir::Location loc);
  /// The inverse: the colour coordinate at a palette position. Variations read and set this value.
  mlir::Value unplaced(mlir::Value place, mlir::Location loc);
  /// Constants are not clamped: some flam3 flames have colours outside the palette.
  mlir::Value colorParam(const Track &track, const std::string &name, mlir::Location loc);

private:
  /// The variation by which an xform adjusts colours, or null.
  static const AnimationVariation *colorAdjustOf(const AnimationXform &xform);
  uint32_t levelsOf(uint32_t adjust);
  /// One of the numbers of `followed`, as a level from 0 to twice `half`.
  mlir::Value followedLevel(mlir::Value level, double half, const AnimationVariation &adjust,
                            uint32_t which, const std::string &name, mlir::Location loc);
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_IMPORTCOLOR_H
