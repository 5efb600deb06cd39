// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of artefacts whose code may run on the GPU. Machine code in an artefact from a stranger
// could do anything on a GPU. So flamec enters the artefacts that it compiles into a list of the
// user, by content, and flamerun loads device code only from artefacts in that list. All others can
// still be rendered from the animation inside, which is data.
//
// The list is a private text file of the user: one SHA-256 in hexadecimal per line, in the order of
// compilation. Other lines, such as the rest of an interrupted write, are ignored.

#ifndef FLAME_ARTEFACT_TRUSTLIST_H
#define FLAME_ARTEFACT_TRUSTLIST_H

#include "support/Result.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace flame::rt {

/// The SHA-256 of a whole artefact, as 64 lower-case hexadecimal digits. It covers the whole file
/// because the driver gets the whole file: the section table at its end could turn any other byte
/// into code.
std::string codeDigest(std::span<const std::byte> artefact);

/// The list of one user. Several programs may add to it at the same time.
class TrustList {
public:
  /// flamec/trusted in $XDG_DATA_HOME or, if that is not an absolute path, in $HOME/.local/share.
  /// Empty without either.
  static std::filesystem::path defaultPath();

  /// Reads the list. A missing file and an empty path give an empty list. An Environment error if
  /// the file cannot be read, or if anybody but the user could have written it.
  static Result<TrustList> open(std::filesystem::path path);

  /// True if the list contained this digest when it was opened, or if it was added later.
  bool contains(std::string_view digest) const;

  /// Adds a digest to this list and to the file, once. Creates the file and its folder if
  /// necessary. An Environment error if the file cannot be written.
  Status add(std::string_view digest);

private:
  explicit TrustList(std::filesystem::path path) : path(std::move(path)) {}

  std::filesystem::path path;
  /// Contents of the file; searched without sorting, because it is asked once or twice.
  std::string text;
};

/// Success if the user's list, at its default path, has this digest. Otherwise an Input error with
/// the remaining choices, or the reason why the list could not be read.
Status checkTrust(std::string_view digest);

} // namespace flame::rt

#endif // FLAME_ARTEFACT_TRUSTLIST_H
