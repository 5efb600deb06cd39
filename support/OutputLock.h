// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps two programs from writing one output at the same time. A lock is a hidden file next to the
// output, `.NAME.flamec-lock`. It is locked while a program writes, and removed by the last writer.
// A killed program leaves the file, but not the lock on it, and the next program takes it over. A
// file of that name without the first line of a lock is foreign: it is not touched, and the output
// is not written.
//
// On file systems without locks, and for outputs that are not regular files (a pipe, /dev/null),
// every program may write.

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
  /// Takes `output` for this program only. Fails with an Environment error if another program
  /// writes it.
  static Result<OutputLock> alone(const std::filesystem::path &output);

  /// Takes `output`, which may represent many files, together with other programs with the same
  /// `settings`. Fails with an Environment error if a program with other settings writes it.
  static Result<OutputLock> together(const std::filesystem::path &output,
                                     std::string_view settings);

  /// Whether a program has taken `output`, alone or shared. Returns immediately and does not
  /// interfere with others.
  static bool isHeld(const std::filesystem::path &output);

  OutputLock(OutputLock &&other) noexcept;
  OutputLock(const OutputLock &) = delete;
  OutputLock &operator=(const OutputLock &) = delete;
  ~OutputLock();

private:
  OutputLock() = default;
  template <class Take>
  Status acquire(const std::filesystem::path &output, const char *settings, Take take);
  int makeFile();
  void removeFile();
  void close();

  Descriptor file; ///< closed if there is nothing to lock
  std::filesystem::path path;
  TemporaryFileSlot *slot = nullptr; ///< of the lock file
};

} // namespace flame::rt

#endif // FLAME_SUPPORT_OUTPUTLOCK_H
