// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes trusted code for an artefact from somebody else, or for a GPU that an artefact has no code
// for, by running the compiler on the embedded animation, which is data. The result is kept in a
// folder of the user under the digest of the artefact and the target. It is reused while it is in
// the trust list and the compiler has not changed.

#ifndef FLAME_RUNTIME_FRAME_RECOMPILE_H
#define FLAME_RUNTIME_FRAME_RECOMPILE_H

#include "artefact/ArtefactReader.h"
#include "runtime/cuda/Driver.h"

#include <filesystem>
#include <functional>
#include <string>

namespace flame::rt {

struct RecompileOptions {
  std::filesystem::path compiler; ///< empty: no compiler
  std::filesystem::path folder;   ///< for compiled artefacts; created on demand
  std::function<void()> onStart;  ///< called before the compiler runs, which takes time
};

/// The flamec beside this program, otherwise the one in PATH; the folder is
/// $XDG_CACHE_HOME/flamec/recompiled, otherwise ~/.cache/flamec/recompiled.
RecompileOptions userRecompileOptions();

/// Returns an artefact with the animation of `artefact` and trusted code for `device`. Fails with
/// an Environment error if there is no compiler or it fails; the note then holds the last lines of
/// its output.
Result<Artefact> recompile(const Artefact &artefact, const DeviceInfo &device,
                           const RecompileOptions &options);

} // namespace flame::rt

#endif // FLAME_RUNTIME_FRAME_RECOMPILE_H
