// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From an animation to an artefact: the stages of Stages.h, in order. The artefact holds the last stage of every target
// and what a runtime needs beside the code.

#ifndef FLAME_COMPILER_DRIVER_COMPILATION_H
#define FLAME_COMPILER_DRIVER_COMPILATION_H

#include "artefact/ArtefactWriter.h"
#include "compiler/animation/Animation.h"
#include "compiler/codegen/CompileOptions.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <vector>

namespace flame {

/// Runs all stages and returns what an artefact holds, texts and manifest included. `genome` is the text the animation
/// came from. With an earlier `lastStage` only dumps are made and the code is empty.
llvm::Expected<ArtefactContents> compile(const Animation &animation, llvm::StringRef genome,
                                         const CompileOptions &options);

/// The manifest of an animation whose parameter block has this layout, without what `writeArtefact` enters. Without `fuse` it is
/// estimated, which takes milliseconds.
rt::Manifest makeManifest(const Animation &animation, const abi::BlockLayout &layout,
                          uint32_t features,
                          std::optional<std::vector<rt::FuseKnot>> fuse = std::nullopt);

} // namespace flame

#endif // FLAME_COMPILER_DRIVER_COMPILATION_H
