// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages of a compilation, in order. A stage's name is the value of --emit, the suffix of dumps and the label of
// timers.

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
  llvm::StringLiteral
      extension; ///< of files with the text of a stage, or with its bytes, without a dot
};

/// All of them, in the order of Stage.
llvm::ArrayRef<StageInfo> stages();

inline const StageInfo &infoOf(Stage stage) { return stages()[size_t(stage)]; }

/// The stage called `name`.
std::optional<Stage> findStage(llvm::StringRef name);

/// The names as words for people: "flame, opt, llvm, ptx or cubin".
std::string listStages();

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_STAGES_H
