// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole numbers in what a page sends, which may be any number.

#ifndef FLAME_STUDIO_MODEL_WHOLENUMBER_H
#define FLAME_STUDIO_MODEL_WHOLENUMBER_H

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>

namespace flame::studio {

/// What exact whole numbers of JSON may be at most.
inline constexpr double kMostWhole = 0x1p53;

/// `number` without its fraction, within [least, most]. Throws nlohmann::json::exception if it is no number.
inline int64_t wholeNumber(const nlohmann::json &number, double least, double most) {
  return int64_t(std::clamp(number.get<double>(), least, most));
}

/// The same of the member `key` of `message`; `usual` where there is none.
inline int64_t wholeNumber(const nlohmann::json &message, const char *key, int64_t usual,
                           double least, double most) {
  const auto found = message.find(key);
  return found == message.end() ? usual : wholeNumber(*found, least, most);
}

} // namespace flame::studio

#endif // FLAME_STUDIO_MODEL_WHOLENUMBER_H
