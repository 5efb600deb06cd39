// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An output file that appears complete or not at all. Bytes go to a temporary name in the same
// directory; `commit` renames it over the target, the destructor removes it otherwise. Every
// temporary file is also in a list that a signal handler may walk, so that an interrupted program
// leaves nothing behind. A program that is killed leaves its temporary files, but not the locks on
// them: `removeAbandoned` tells them from those of programs that still write.
//
// A target that exists and is not a regular file (a pipe, /dev/null) cannot be replaced and is
// written directly.

#ifndef FLAME_SUPPORT_ATOMICFILE_H
#define FLAME_SUPPORT_ATOMICFILE_H

#include "support/OutputPath.h"
#include "support/Result.h"

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>

namespace flame::rt {

/// How much a commit waits for.
enum class Durability {
  Rename, ///< until the file has its name: survives a crash of the program
  Sync,   ///< until it is on the disk: survives a crash of the machine, costs milliseconds
};

/// A name in the list of temporary files.
struct TemporaryFileSlot;

/// A file being written.
class AtomicFile {
public:
  /// Opens a temporary file beside `target`, with the permissions a new file would get. A symbolic
  /// link is followed.
  static Result<AtomicFile> create(const std::filesystem::path &target);

  AtomicFile(AtomicFile &&other) noexcept;
  AtomicFile &operator=(AtomicFile &&other) noexcept;
  /// Removes the temporary file unless it was committed.
  ~AtomicFile();

  /// Appends bytes.
  Status write(std::span<const std::byte> bytes);
  Status write(std::string_view text) { return write(std::as_bytes(std::span(text))); }

  /// Where the bytes go until the commit, for programs that write them in our place: they open this
  /// file by its name.
  std::filesystem::path temporaryPath() const;

  /// Gives the file its name. Whether this works or fails, the object is closed afterwards.
  Status commit(Durability durability = Durability::Rename);

  /// Commits several files, or none of them: when one fails, those before it are removed again.
  static Status commitAll(std::initializer_list<AtomicFile *> files);

  /// Removes every temporary file of the process. Async-signal-safe; for handlers of signals that
  /// end the program.
  static void removeAll() noexcept;

  /// Removes the temporary files in a directory whose programs died without a chance to do so.
  /// Those of running programs stay, and so does whatever temporaryName did not name or another
  /// user owns.
  static void removeAbandoned(const std::filesystem::path &directory);

  /// From now on nobody waits until a pipe is read: writing to one fails as interrupted.
  /// Async-signal-safe; for handlers of signals that do not end the program.
  static void stopWaiting() noexcept;

  /// Installs a handler for SIGINT, SIGTERM and SIGHUP that calls `removeAll` and then dies of the
  /// signal. Signals that the program was started to ignore stay ignored.
  static void removeAllOnSignals();

private:
  AtomicFile() = default;
  void discard() noexcept;

  std::filesystem::path target;
  int descriptor = -1;                  ///< never waits by itself
  TemporaryFileSlot *slot = nullptr;    ///< null when the target is written directly
  std::optional<FileIdentity> identity; ///< of the file, once it was committed
};

/// Replaces the file `path` by `bytes`, completely or not at all; "-" is standard output.
Status writeOutput(const std::filesystem::path &path, std::span<const std::byte> bytes);
inline Status writeOutput(const std::filesystem::path &path, std::string_view text) {
  return writeOutput(path, std::as_bytes(std::span(text)));
}

} // namespace flame::rt

#endif // FLAME_SUPPORT_ATOMICFILE_H
