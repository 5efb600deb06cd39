// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What flame-cmp says about pictures, as lines for people or as JSON for programs. People read
// levels of 255; JSON has the plain numbers, where 1 is white, and null for an infinite ratio.

#ifndef FLAME_TOOLS_FLAME_CMP_REPORT_H
#define FLAME_TOOLS_FLAME_CMP_REPORT_H

#include "tools/flame-cmp/Fidelity.h"

#include <optional>
#include <string>

namespace flame {

/// Result of comparing two pictures.
struct PairReport {
  Difference difference;
  bool equal = false;               ///< every sample
  bool passes = true;               ///< equality and tolerance, as far as asked for
  std::optional<BlockNoise> blocks; ///< of the difference of the two, when asked for
};

/// Result of comparing two sets of pictures.
struct SetReport {
  Fidelity fidelity;
  Verdict verdict;
  std::optional<BlockNoise> referenceBlocks, oursBlocks; ///< both or none
};

/// Lines for people, each ended by a newline.
std::string describe(const PairReport &report);
std::string describe(const SetReport &report);

/// One JSON object, indented, ended by a newline.
std::string toJson(const PairReport &report);
std::string toJson(const SetReport &report);

} // namespace flame

#endif // FLAME_TOOLS_FLAME_CMP_REPORT_H
