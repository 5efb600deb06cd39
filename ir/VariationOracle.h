// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numeric oracle: the body of a variation evaluated in double precision. Tests compare every
// other implementation with it; programs iterate flames with it, never to make a picture.

#ifndef FLAME_IR_VARIATIONORACLE_H
#define FLAME_IR_VARIATIONORACLE_H

#include "ir/VariationTable.h"

#include <array>

namespace flame {

/// What a variation is a function of.
struct OracleArgs {
  double x = 0, y = 0, weight = 1;
  llvm::ArrayRef<double> params;         ///< one per entry of VariationInfo::params
  llvm::ArrayRef<double> draws;          ///< one per entry of VariationInfo::draws
  double affine[6] = {1, 0, 0, 0, 1, 0}; ///< a b c d e f
  double color = 0;
  double z = 0;                 ///< in space
  double origin[3] = {0, 0, 0}; ///< with usesOrigin
};

/// The contribution of the variation to the sum of its xform (of a preOnly one: the displacement).
std::pair<double, double> evaluateVariation(const VariationInfo &variation, const OracleArgs &args);

/// The same in space: x, y and z of the contribution; z is 0 where the variation makes none of its own.
std::array<double, 3> evaluateInSpace(const VariationInfo &variation, const OracleArgs &args);

/// The share of the point that is plotted, of a variation that hides points.
double evaluateVariationShare(const VariationInfo &variation, const OracleArgs &args);

/// The colour coordinate that a variation which sets it gives to the point; `sum` is that of the xform, with the
/// contribution.
double evaluateVariationColor(const VariationInfo &variation, const OracleArgs &args,
                              std::pair<double, double> sum);

} // namespace flame

#endif // FLAME_IR_VARIATIONORACLE_H
