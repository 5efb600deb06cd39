// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles an animation to an artefact by the stages of Stages.h, in order. The artefact holds the
// last stage of every target and the other data that a runtime needs.

#ifndef FLAME_COMPILER_DRIVER_COMPILATION_H
#define FLAME_COMPILER_DRIVER_COMPILATION_H

#include "artefact/ArtefactWriter.h"
#include "compiler/animation/Animation.h"
#include "compiler/codegen/CompileOptions.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <vector>

namespace flame {

/// Runs all stages and returns the contents of an artefact, including texts and manifest. `genome`
/// is the text that the animation came from. With an earlier `lastStage`, only makes dumps; the
/// code is empty.
llvm::Expected<ArtefactContents> compile(const Animation &animation, llvm::StringRef genome,
                                         const CompileOptions &options);

/// The manifest of an animation whose parameter block has this layout, without the entries that
/// `writeArtefact` adds. Without `fuse`, the warm-up is estimated, which takes milliseconds.
rt::Manifest makeManifest(const Animation &animation, const abi::BlockLayout &layout,
                          uint32_t features,
                          std::optional<std::vector<rt::FuseKnot>> fuse = std::nullopt);

} // namespace flame

#endif // FLAME_COMPILER_DRIVER_COMPILATION_H
