// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the body of a variation as straight-line arith and math operations on f32, i32 and i1
// scalars. The numeric oracle (VariationOracle.h) evaluates the same bodies.
//
// Out: no control flow and no side effects; only selects, and library calls for loops. CSE removes
// duplicates. Fast-math flags allow contraction, reciprocals, approximate functions and ignoring
// the sign of zero. They never assume the absence of NaN or infinity, because later stages detect
// bad points by them.

#ifndef FLAME_IR_VARIATIONBUILDER_H
#define FLAME_IR_VARIATIONBUILDER_H

#include "ir/VariationTable.h"

#include "mlir/IR/Builders.h"

namespace flame {

/// The inputs of a variation; every value is an f32 scalar.
struct BuildArgs {
  mlir::Value x, y, weight;
  llvm::ArrayRef<mlir::Value> params; ///< one per entry of VariationInfo::params
  llvm::ArrayRef<mlir::Value> draws; ///< one per entry of VariationInfo::draws; a Bit is 0.0 or 1.0
  llvm::ArrayRef<mlir::Value> affine; ///< a b c d e f; may be empty unless usesAffine
  mlir::Value color;
  mlir::Value z = {};                      ///< null in a planar flame
  llvm::ArrayRef<mlir::Value> origin = {}; ///< x, y and, in 3D, z; empty unless usesOrigin
};

/// Inserts the body at the builder's insertion point. Returns the contribution (x, y) of the
/// variation to the sum of its xform or, for a preOnly variation, the displacement of the point.
/// Requires the arith and math dialects to be loaded.
std::pair<mlir::Value, mlir::Value> buildVariation(mlir::OpBuilder &builder,
                                                   mlir::Location location,
                                                   const VariationInfo &variation,
                                                   const BuildArgs &args);

/// Inserts the computation of the contribution's z, for a variation that has one; `args` must have
/// a z.
mlir::Value buildVariationDepth(mlir::OpBuilder &builder, mlir::Location location,
                                const VariationInfo &variation, const BuildArgs &args);

/// Inserts the computation of the plotted share of the point, for a variation that hides points.
mlir::Value buildVariationShare(mlir::OpBuilder &builder, mlir::Location location,
                                const VariationInfo &variation, const BuildArgs &args);

/// Inserts the computation of the new colour coordinate, for a variation that sets it; (`sumX`,
/// `sumY`) is the sum of the xform including the contribution.
mlir::Value buildVariationColor(mlir::OpBuilder &builder, mlir::Location location,
                                const VariationInfo &variation, const BuildArgs &args,
                                mlir::Value sumX, mlir::Value sumY);

} // namespace flame

#endif // FLAME_IR_VARIATIONBUILDER_H
