// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numeric oracle: evaluates the body of a variation in double precision. Tests compare every
// other implementation with it. Programs iterate flames with it, but never render pictures.

#ifndef FLAME_IR_VARIATIONORACLE_H
#define FLAME_IR_VARIATIONORACLE_H

#include "ir/VariationTable.h"

#include <array>

namespace flame {

/// The inputs of a variation.
struct OracleArgs {
  double x = 0, y = 0, weight = 1;
  llvm::ArrayRef<double> params;         ///< one per entry of VariationInfo::params
  llvm::ArrayRef<double> draws;          ///< one per entry of VariationInfo::draws
  double affine[6] = {1, 0, 0, 0, 1, 0}; ///< a b c d e f
  double color = 0;
  double z = 0;                 ///< in 3D
  double origin[3] = {0, 0, 0}; ///< with usesOrigin
};

/// The contribution of the variation to the sum of its xform; for a preOnly variation, the
/// displacement.
std::pair<double, double> evaluateVariation(const VariationInfo &variation, const OracleArgs &args);

/// The same in 3D: x, y and z of the contribution. z is 0 if the variation has none of its own.
std::array<double, 3> evaluateInSpace(const VariationInfo &variation, const OracleArgs &args);

/// The plotted share of the point, for a variation that hides points.
double evaluateVariationShare(const VariationInfo &variation, const OracleArgs &args);

/// The new colour coordinate, for a variation that sets it; `sum` is that of the xform, including
/// the contribution.
double evaluateVariationColor(const VariationInfo &variation, const OracleArgs &args,
                              std::pair<double, double> sum);

} // namespace flame

#endif // FLAME_IR_VARIATIONORACLE_H
