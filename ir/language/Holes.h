// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a variation is no number.

#ifndef FLAME_IR_LANGUAGE_HOLES_H
#define FLAME_IR_LANGUAGE_HOLES_H

#include "ir/VariationTable.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace flame {

/// A result that is no number, and where.
struct Hole {
  llvm::StringRef result; ///< x, y, z or shown
  double x, y;
};

struct Holes {
  std::optional<Hole> first;
  bool everywhere = false; ///< at all points that were looked at
};

/// Looks at the plane around the origin, with the defaults of parameters.
Holes findHoles(const VariationInfo &variation);

} // namespace flame

#endif // FLAME_IR_LANGUAGE_HOLES_H
