// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hash that identifies files, sections and cached code: 128 bits of XXH3. It runs at memory
// speed, so checking a file costs less than reading it. It detects damage, not forgery: anybody who
// can write bytes can write their hash.

#ifndef FLAME_SUPPORT_CONTENTHASH_H
#define FLAME_SUPPORT_CONTENTHASH_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace flame::rt {

/// Two words, as in memory. Part of the artefact format.
struct ContentHash {
  uint64_t low, high;
  bool operator==(const ContentHash &) const = default;

  /// 32 hexadecimal digits in lower case, the high word first.
  std::string hex() const;
};

/// The hash of a byte range.
ContentHash contentHash(std::span<const std::byte> bytes);
inline ContentHash contentHash(std::string_view text) {
  return contentHash(std::as_bytes(std::span(text)));
}

/// The hash of `parts` in this order. The boundaries between parts matter.
ContentHash hashOfParts(std::initializer_list<std::string_view> parts);

} // namespace flame::rt

#endif // FLAME_SUPPORT_CONTENTHASH_H
