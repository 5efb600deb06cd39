// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sandbox for programs that are not ours, ptxas and ffmpeg, for users who ask for it by FLAME_SANDBOX=1: they write where they are
// told to and nowhere else, and reach no network. Linux alone keeps them there (Landlock and seccomp), without privileges.

#ifndef FLAME_SUPPORT_SANDBOX_H
#define FLAME_SUPPORT_SANDBOX_H

#include "support/Result.h"

#include <filesystem>
#include <utility>
#include <vector>

namespace flame::rt {

/// What a program may do beside reading files and its standard streams.
struct Sandbox {
  std::vector<std::filesystem::path> writable; ///< files that there are
  std::filesystem::path scratch = {}; ///< a folder for files of its own, its TMPDIR; empty: none
};

/// A folder that nobody else may enter, for as long as it lives; where no sandbox is wanted, none.
class ScratchFolder {
public:
  static Result<ScratchFolder> create();
  ScratchFolder(ScratchFolder &&other) noexcept : path(std::exchange(other.path, {})) {}
  ScratchFolder &operator=(ScratchFolder &&) = delete;
  ~ScratchFolder();

  const std::filesystem::path &get() const { return path; }

private:
  explicit ScratchFolder(std::filesystem::path path) : path(std::move(path)) {}
  std::filesystem::path path;
};

/// Whether FLAME_SANDBOX asks for sandboxes. A value that is neither 0 nor 1 is an Environment error.
Result<bool> isSandboxWanted();

/// Confines the calling thread, and what it starts from now on, for good; other threads stay as they are. An Environment error
/// where the system cannot.
Status confineThread(const Sandbox &sandbox);

} // namespace flame::rt

#endif // FLAME_SUPPORT_SANDBOX_H
