// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON from other programs. Copying, printing and comparing a value recurse into it, so deeply
// nested text would exhaust the stack long after it was read. No format of ours nests nearly as
// deep as the limit.

#ifndef FLAME_SUPPORT_PARSEJSON_H
#define FLAME_SUPPORT_PARSEJSON_H

#include <nlohmann/json.hpp>

#include <string_view>

namespace flame::rt {

/// Most nested containers that `parseJson` reads.
inline constexpr int kMaxJsonDepth = 64;

/// Parses a document. It is discarded if `text` is no JSON or is nested deeper than kMaxJsonDepth.
template <class Json> Json parseJson(std::string_view text) {
  bool isTooDeep = false;
  auto keep = [&](int depth, typename Json::parse_event_t, Json &) {
    isTooDeep |= depth > kMaxJsonDepth;
    return !isTooDeep;
  };
  Json document = Json::parse(text, keep, /*allow_exceptions=*/false);
  return isTooDeep ? Json(Json::value_t::discarded) : document;
}

} // namespace flame::rt

#endif // FLAME_SUPPORT_PARSEJSON_H
