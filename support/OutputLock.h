// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps two programs from writing one output at the same time. A lock is a hidden file beside the
// output, `.NAME.flamec-lock`, which is locked for as long as somebody writes and removed by
// whoever writes last. A program that is killed leaves the file, but not the lock on it: the next
// one takes it over. A file of that name without the first line of a lock is somebody else's: it
// stays as it is, and the output is not written.
//
// Where the file system has no locks, and for outputs that are no files (a pipe, /dev/null), there
// is nothing to hold and everybody may write.

#ifndef FLAME_SUPPORT_OUTPUTLOCK_H
#define FLAME_SUPPORT_OUTPUTLOCK_H

#include "support/Descriptor.h"
#include "support/Result.h"

#include <filesystem>

namespace flame::rt {

struct TemporaryFileSlot;

/// The right to write an output.
class OutputLock {
public:
  /// Takes `output` for this program alone. An Environment error if another one writes it.
  static Result<OutputLock> alone(const std::filesystem::path &output);

  /// Takes `output`, which may stand for many files, together with all who say the same `settings`.
  /// An Environment error if somebody with others writes it.
  static Result<OutputLock> together(const std::filesystem::path &output,
                                     std::string_view settings);

  /// Whether somebody has taken `output`, alone or together with others. Takes no time, and hinders
  /// nobody who takes it.
  static bool isHeld(const std::filesystem::path &output);

  OutputLock(OutputLock &&other) noexcept;
  OutputLock(const OutputLock &) = delete;
  OutputLock &operator=(const OutputLock &) = delete;
  ~OutputLock();

private:
  OutputLock() = default;
  void removeFile();

  Descriptor file; ///< none where there is nothing to hold
  std::filesystem::path path;
  TemporaryFileSlot *slot = nullptr; ///< of a lock that nobody else holds
};

} // namespace flame::rt

#endif // FLAME_SUPPORT_OUTPUTLOCK_H
