// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads whole numbers from JSON sent by a page, where any number may come.

#ifndef FLAME_STUDIO_MODEL_WHOLENUMBER_H
#define FLAME_STUDIO_MODEL_WHOLENUMBER_H

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>

namespace flame::studio {

/// The largest value up to which JSON numbers hold whole numbers exactly.
inline constexpr double kMostWhole = 0x1p53;

/// Truncates `number` and clamps it to [least, most]. Throws nlohmann::json::exception if it is not
/// a number.
inline int64_t wholeNumber(const nlohmann::json &number, double least, double most) {
  return int64_t(std::clamp(number.get<double>(), least, most));
}

/// Does the same for the member `key` of `message`. Returns `usual` if there is no such member.
inline int64_t wholeNumber(const nlohmann::json &message, const char *key, int64_t usual,
                           double least, double most) {
  const auto found = message.find(key);
  return found == message.end() ? usual : wholeNumber(*found, least, most);
}

} // namespace flame::studio

#endif // FLAME_STUDIO_MODEL_WHOLENUMBER_H
