// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code of the user's own for an artefact of somebody else's, or for a GPU that the artefact has no code for: the compiler is
// run on the animation inside, which is data. What it makes is kept in a folder of the user, under the digest of the artefact
// and the target, and used again as long as it is in the list of trusted code and the compiler has not changed.

#ifndef FLAME_RUNTIME_FRAME_RECOMPILE_H
#define FLAME_RUNTIME_FRAME_RECOMPILE_H

#include "artefact/ArtefactReader.h"
#include "runtime/cuda/Driver.h"

#include <filesystem>
#include <functional>
#include <string>

namespace flame::rt {

struct RecompileOptions {
  std::filesystem::path compiler; ///< empty: there is none
  std::filesystem::path folder;   ///< for what is made; made if necessary
  std::function<void()> onStart;  ///< called before the compiler is run, which takes its time
};

/// The flamec beside this program, or else in PATH; $XDG_CACHE_HOME/flamec/recompiled, or the same in ~/.cache.
RecompileOptions userRecompileOptions();

/// An artefact with the animation of `artefact` and trusted code for `device`. An environment error without a compiler, or
/// when it fails; then its last lines are the note.
Result<Artefact> recompile(const Artefact &artefact, const DeviceInfo &device,
                           const RecompileOptions &options);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_RECOMPILE_H
