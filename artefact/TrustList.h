// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whose code may run on the GPU. An artefact brings machine code, and machine code from a stranger can do on a GPU what it
// likes. So flamec enters what it compiles into a list of the user, by content, and flamerun loads device code only from
// artefacts in that list; anything else it can still render from the animation inside, which is data.
//
// The list is a text file of the user alone: one SHA-256 in hexadecimal per line, in the order of compilation. Lines of
// any other kind, such as the rest of an interrupted write, mean nothing.

#ifndef FLAME_ARTEFACT_TRUSTLIST_H
#define FLAME_ARTEFACT_TRUSTLIST_H

#include "support/Result.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace flame::rt {

/// The SHA-256 of a whole artefact, as 64 lower-case hexadecimal digits. All of it, because the driver is given all of it:
/// the section table at its end could make code of any other byte.
std::string codeDigest(std::span<const std::byte> artefact);

/// The list of one user. Several programs may add to it at the same time.
class TrustList {
public:
  /// flamec/trusted in $XDG_DATA_HOME or, if that is not an absolute path, in $HOME/.local/share; empty without either.
  static std::filesystem::path defaultPath();

  /// Reads the list; a file that does not exist is an empty list, and so is an empty path. An environment error if the
  /// file cannot be read, or if anyone but the user could have written it.
  static Result<TrustList> open(std::filesystem::path path);

  /// Whether the list had this digest when it was opened, or has been given it since. Nothing else is in it.
  bool contains(std::string_view digest) const;

  /// Enters a digest, here and in the file, which is made if necessary, with its folder. What is there already is not
  /// entered again. An environment error if the file cannot be written.
  Status add(std::string_view digest);

private:
  explicit TrustList(std::filesystem::path path) : path(std::move(path)) {}

  std::filesystem::path path;
  std::string text; ///< of the file: asked once or twice, so that to sort it would take longer
};

/// Success if the user's list, at its default path, has this digest. Otherwise an input error with the choices that are
/// left, or what kept the list from being read.
Status checkTrust(std::string_view digest);

} // namespace flame::rt

#endif // FLAME_ARTEFACT_TRUSTLIST_H
