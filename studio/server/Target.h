// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What browsers say in the head of a request: the address that they ask for, with what stands behind its question mark, and cookies.
// All of it comes from whoever can reach the port, before anybody has shown a token.

#ifndef FLAME_STUDIO_SERVER_TARGET_H
#define FLAME_STUDIO_SERVER_TARGET_H

#include <map>
#include <string>
#include <string_view>

namespace flame::studio {

/// A request that came through: path and decoded parameters, without the token.
struct Request {
  std::string path;
  std::map<std::string, std::string> parameters;
};

/// The request of a target such as "/export?id=7&token=abc": the token is one of its parameters still. Of parameters with one name the
/// last one counts.
Request parseTarget(std::string_view target);

/// The value of a cookie in the header of that name; empty if there is none.
std::string_view cookieOf(std::string_view header, std::string_view name);

} // namespace flame::studio

#endif // FLAME_STUDIO_SERVER_TARGET_H
