// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What passes are told: their options as enums, whose words come from Passes.td, and all of them together.

#ifndef FLAME_PASSES_PIPELINEOPTIONS_H
#define FLAME_PASSES_PIPELINEOPTIONS_H

#include "mlir/Support/LLVM.h"

#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "passes/PassEnums.h.inc"

namespace flame {

/// What the pipeline needs to know.
struct PipelineOptions {
  FoldMode fold = FoldMode::Structural;  ///< see flame-fold-constant-params
  TargetKind target = TargetKind::NVPTX; ///< see flame-select-math
  unsigned lanes = 1;                    ///< points per vector; 1 on NVPTX
  bool shortFunctions = true;            ///< see flame-select-math
  std::vector<std::string> disabled;     ///< passes to leave out, e.g. "flame-hoist-precalc"
};

/// The words of an enum of Passes.td, in its order.
template <class Enum> std::vector<std::string> wordsOf(unsigned largest) {
  std::vector<std::string> words;
  for (unsigned value = 0; value <= largest; ++value)
    words.push_back(stringifyEnum(Enum(value)).str());
  return words;
}

} // namespace flame

#endif // FLAME_PASSES_PIPELINEOPTIONS_H
