// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses request heads of browsers: the target with its query parameters, and cookies. The input
// comes from any program that can reach the port, before it has shown a token.

#ifndef FLAME_STUDIO_SERVER_TARGET_H
#define FLAME_STUDIO_SERVER_TARGET_H

#include <map>
#include <string>
#include <string_view>

namespace flame::studio {

/// An accepted request: path and decoded parameters, without the token.
struct Request {
  std::string path;
  std::map<std::string, std::string> parameters;
};

/// Parses a target such as "/export?id=7&token=abc". The token is still among the parameters. If a
/// name occurs twice, the last value counts.
Request parseTarget(std::string_view target);

/// Returns the value of the cookie `name` in a Cookie header, or an empty string.
std::string_view cookieOf(std::string_view header, std::string_view name);

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_TARGET_H
