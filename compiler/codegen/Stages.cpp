// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of stages, the only source of their names.

#include "compiler/codegen/Stages.h"

using llvm::StringRef;

namespace flame {

static constexpr StageInfo kStages[] = {
    {Stage::Flame, "flame", "mlir"}, {Stage::Opt, "opt", "mlir"},      {Stage::LLVM, "llvm", "ll"},
    {Stage::PTX, "ptx", "ptx"},      {Stage::Cubin, "cubin", "cubin"},
};

llvm::ArrayRef<StageInfo> stages() { return kStages; }

std::optional<Stage> findStage(StringRef name) {
  for (const StageInfo &info : kStages)
    if (info.name == name)
      return info.stage;
  return std::nullopt;
}

std::string listStages() {
  std::string list;
  for (const StageInfo &info : kStages) {
    if (!list.empty())
      list += info.stage == Stage::Cubin ? " or " : ", ";
    list += info.name;
  }
  return list;
}

} // namespace flame
