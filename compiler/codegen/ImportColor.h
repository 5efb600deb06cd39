// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the IR of the colour of a point: its place in the palette, and what the same coordinate
// holds besides: direct colours (abi/DirectRgb.h) or adjustments of the palette colour
// (abi/ColorAdjust.h).

#ifndef FLAME_COMPILER_CODEGEN_IMPORTCOLOR_H
#define FLAME_COMPILER_CODEGEN_IMPORTCOLOR_H

#include "compiler/codegen/ImportBuilder.h"

namespace flame {

class ColorImporter : protected ImportBuilder {
protected:
  using ImportBuilder::ImportBuilder;

  /// Whether an xform has a variation of which `is` says so.
  bool anyVariation(llvm::function_ref<bool(const VariationInfo &)> is) const;
  /// Whether samples of some xform have direct RGB colours.
  bool hasDirectRgb() const;
  /// The features of the adjustments that points make to colours, and the features these need.
  /// Direct RGB leaves no room for adjustments.
  uint32_t colorAdjustFeatures() const;

  /// The coordinate of a point whose sample may have a direct RGB colour.
  mlir::Value carried(mlir::Value color, mlir::Location loc);
  /// The code of what a sample of this colour displays: direct RGB or a palette position.
  mlir::Value codeOf(mlir::Value color, mlir::Location loc);
  /// The coordinate of a sample with direct RGB `code`, in [0, 2), whose point carries on with
  /// `color`.
  mlir::Value encoded(mlir::Value code, mlir::Value color, mlir::Location loc);

  /// The coordinate and the adjustments of a point, which are 0 where it starts.
  std::pair<mlir::Value, mlir::Value> withoutColorAdjust(mlir::Value color, mlir::Location loc);
  /// The adjustments of a point behind `xform`: as with colours, (1 + s)/2 of those before and (1 -
  /// s)/2 of the xform's, s its speed.
  mlir::Value followed(mlir::Value before, const AnimationXform &xform, const std::string &name,
                       mlir::Location loc);
  /// The coordinate of a point with adjustments.
  mlir::Value withColorAdjust(mlir::Value code, mlir::Value color, mlir::Location loc);

  /// Where a colour lies in the palette.
  mlir::Value placed(mlir::Value color, mlir::Location loc);
  /// The colour that lies there: what variations see, and set.
  mlir::Value unplaced(mlir::Value place, mlir::Location loc);
  /// Constants are taken as they are: flam3 has flames whose colours lie outside of the palette.
  mlir::Value colorParam(const Track &track, const std::string &name, mlir::Location loc);

private:
  /// The variation by which an xform adjusts colours, or null.
  static const AnimationVariation *colorAdjustOf(const AnimationXform &xform);
  uint32_t levelsOf(uint32_t adjust);
  /// One of the numbers of `followed`, as a level of 0 to twice `half`.
  mlir::Value followedLevel(mlir::Value level, double half, const AnimationVariation &adjust,
                            uint32_t which, const std::string &name, mlir::Location loc);
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_IMPORTCOLOR_H
