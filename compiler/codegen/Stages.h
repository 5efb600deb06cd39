// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of a compilation, in order. The name of a stage is a value of --emit, the suffix of
// its dumps and the label of its timer.

#ifndef FLAME_COMPILER_CODEGEN_STAGES_H
#define FLAME_COMPILER_CODEGEN_STAGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace flame {

enum class Stage {
  Flame, ///< imported flame IR
  Opt,   ///< after all passes on flame IR, parameters packed
  LLVM,  ///< linked with the device library and optimised
  PTX,   ///< per target
  Cubin, ///< assembled by ptxas, per target
};

struct StageInfo {
  Stage stage;
  llvm::StringLiteral name;
  /// File extension for the text or bytes of a stage, without a dot.
  llvm::StringLiteral extension;
};

/// All stages, in the order of Stage.
llvm::ArrayRef<StageInfo> stages();

inline const StageInfo &infoOf(Stage stage) { return stages()[size_t(stage)]; }

/// The stage called `name`.
std::optional<Stage> findStage(llvm::StringRef name);

/// The names as a list for messages: "flame, opt, llvm, ptx or cubin".
std::string listStages();

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_STAGES_H
