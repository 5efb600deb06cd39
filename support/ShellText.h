// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words of command lines that people and engines give to a shell. Programs of ours start others
// with lists of arguments; only what is printed, or written into a script, needs quotes.

#ifndef FLAME_SUPPORT_SHELLTEXT_H
#define FLAME_SUPPORT_SHELLTEXT_H

#include <string>
#include <string_view>

namespace flame::rt {

/// `word`, whatever bytes it has, as every POSIX shell reads it.
std::string posixQuoted(std::string_view word);

/// The same in one line without control characters, for bash, ksh and zsh.
std::string shellQuoted(std::string_view word);

} // namespace flame::rt

#endif // FLAME_SUPPORT_SHELLTEXT_H
