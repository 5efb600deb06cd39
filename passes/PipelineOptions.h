// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of the passes: enums with the keywords of Passes.td, and a struct with all options.

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

/// The options of the pipeline.
struct PipelineOptions {
  FoldMode fold = FoldMode::Structural;  ///< see flame-fold-constant-params
  TargetKind target = TargetKind::NVPTX; ///< see flame-select-math
  unsigned lanes = 1;                    ///< points per vector; 1 on NVPTX
  bool shortFunctions = true;            ///< see flame-select-math
  std::vector<std::string> disabled;     ///< passes to skip, e.g. "flame-hoist-precalc"
};

/// The keywords of an enum of Passes.td, in its order.
template <class Enum> std::vector<std::string> wordsOf(unsigned largest) {
  std::vector<std::string> words;
  for (unsigned value = 0; value <= largest; ++value)
    words.push_back(stringifyEnum(Enum(value)).str());
  return words;
}

} // namespace flame

#endif // FLAME_PASSES_PIPELINEOPTIONS_H
