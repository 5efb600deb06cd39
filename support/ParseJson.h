// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON from others. Copying, printing and comparing a value visit what is in it by recursion, so text that is nested without an end
// would exhaust the stack long after it was read; nothing of ours is nested nearly so deep.

#ifndef FLAME_SUPPORT_PARSEJSON_H
#define FLAME_SUPPORT_PARSEJSON_H

#include <nlohmann/json.hpp>

#include <string_view>

namespace flame::rt {

/// Containers within each other, in what `parseJson` reads.
inline constexpr int kMaxJsonDepth = 64;

/// The document, discarded if `text` is no JSON or is nested deeper than kMaxJsonDepth.
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
