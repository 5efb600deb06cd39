// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The output of flame-cmp: lines for people or JSON for programs. The lines use levels of 255. The
// JSON uses numbers where 1 is white, and null for an infinite ratio.

#ifndef FLAME_TOOLS_FLAME_CMP_REPORT_H
#define FLAME_TOOLS_FLAME_CMP_REPORT_H

#include "tools/flame-cmp/Fidelity.h"

#include <optional>
#include <string>

namespace flame {

/// The result of comparing two pictures.
struct PairReport {
  Difference difference;
  bool equal = false;               ///< every sample is equal
  bool passes = true;               ///< meets the equality and tolerance requested
  std::optional<BlockNoise> blocks; ///< block noise of the difference, if requested
};

/// The result of comparing two sets of pictures.
struct SetReport {
  Fidelity fidelity;
  Verdict verdict;
  /// Both are set, or neither.
  std::optional<BlockNoise> referenceBlocks, oursBlocks;
};

/// Formats a report as lines, each ended by a newline.
std::string describe(const PairReport &report);
std::string describe(const SetReport &report);

/// Formats a report as one indented JSON object, ended by a newline.
std::string toJson(const PairReport &report);
std::string toJson(const SetReport &report);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_CMP_REPORT_H
