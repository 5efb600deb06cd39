// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A NaN probe: evaluates a variation on a grid and finds results that are NaN or infinite.

#ifndef FLAME_IR_LANGUAGE_PROBEFINITE_H
#define FLAME_IR_LANGUAGE_PROBEFINITE_H

#include "ir/VariationTable.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace flame {

/// A result that is NaN or beyond single precision, and its point.
struct NonFinite {
  llvm::StringRef result; ///< x, y, z or shown
  double x, y;
};

struct FiniteProbe {
  std::optional<NonFinite> first;
  bool everywhere = false; ///< at all points of the grid
};

/// Probes the plane around the origin, with default parameters.
FiniteProbe probeFinite(const VariationInfo &variation);

} // namespace flame

#endif // FLAME_IR_LANGUAGE_PROBEFINITE_H
