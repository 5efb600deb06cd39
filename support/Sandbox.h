// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sandbox for other programs (ptxas and ffmpeg), enabled by FLAME_SANDBOX=1. Inside it they write
// only where they are told to, and reach no network. It uses only Linux itself (Landlock and
// seccomp) and needs no privileges.

#ifndef FLAME_SUPPORT_SANDBOX_H
#define FLAME_SUPPORT_SANDBOX_H

#include "support/Result.h"

#include <filesystem>
#include <utility>
#include <vector>

namespace flame::rt {

/// Permissions of a program beyond reading files and its standard streams.
struct Sandbox {
  std::vector<std::filesystem::path> writable; ///< existing files that it may write
  std::filesystem::path scratch = {}; ///< folder for its own files, its TMPDIR; empty: none
};

/// A private folder that exists as long as this object. There is none if no sandbox is wanted.
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

/// True if FLAME_SANDBOX asks for sandboxes. A value other than 0 or 1 is an Environment error.
Result<bool> isSandboxWanted();

/// Confines the calling thread and everything that it starts from now on, permanently. Other
/// threads are not affected. An Environment error if the system does not support it.
Status confineThread(const Sandbox &sandbox);

} // namespace flame::rt

#endif // FLAME_SUPPORT_SANDBOX_H
