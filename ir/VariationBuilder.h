// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the body of a variation as straight-line arith and math operations on f32, i32 and i1
// scalars. The same bodies are the numeric oracle of VariationOracle.h.
//
// Out: no control flow and no side effects, but select, and calls of the library for loops; duplicates are left to CSE.
// Fast-math flags allow contraction, reciprocals, approximate functions and ignoring the sign of
// zero; never the absence of NaN or infinity, since a bad point is recognised by them downstream.

#ifndef FLAME_IR_VARIATIONBUILDER_H
#define FLAME_IR_VARIATIONBUILDER_H

#include "ir/VariationTable.h"

#include "mlir/IR/Builders.h"

namespace flame {

/// What a variation is a function of; every value is an f32 scalar.
struct BuildArgs {
  mlir::Value x, y, weight;
  llvm::ArrayRef<mlir::Value> params; ///< one per entry of VariationInfo::params
  llvm::ArrayRef<mlir::Value> draws; ///< one per entry of VariationInfo::draws; a Bit is 0.0 or 1.0
  llvm::ArrayRef<mlir::Value> affine; ///< a b c d e f; may be empty unless usesAffine
  mlir::Value color;
  mlir::Value z = {};                      ///< null in the plane
  llvm::ArrayRef<mlir::Value> origin = {}; ///< x, y and in space z; empty unless usesOrigin
};

/// Inserts the body at the builder's insertion point. Returns the contribution (x, y) of the
/// variation to the sum of its xform; of a preOnly one: the displacement of the point. Needs the
/// arith and math dialects loaded.
std::pair<mlir::Value, mlir::Value> buildVariation(mlir::OpBuilder &builder,
                                                   mlir::Location location,
                                                   const VariationInfo &variation,
                                                   const BuildArgs &args);

/// Inserts what computes the z of the contribution, of a variation that has one; `args` has a z.
mlir::Value buildVariationDepth(mlir::OpBuilder &builder, mlir::Location location,
                                const VariationInfo &variation, const BuildArgs &args);

/// Inserts what computes the share of the point that is plotted, of a variation that hides points.
mlir::Value buildVariationShare(mlir::OpBuilder &builder, mlir::Location location,
                                const VariationInfo &variation, const BuildArgs &args);

/// Inserts what computes the colour coordinate that a variation which sets it gives to the point; `sumX` and `sumY` are
/// the sum of the xform with the contribution.
mlir::Value buildVariationColor(mlir::OpBuilder &builder, mlir::Location location,
                                const VariationInfo &variation, const BuildArgs &args,
                                mlir::Value sumX, mlir::Value sumY);

} // namespace flame

#endif // FLAME_IR_VARIATIONBUILDER_H
