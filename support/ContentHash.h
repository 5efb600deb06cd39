// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hash by which files, sections and cached code are told apart: 128 bits of XXH3, which runs at memory speed, so that
// checking a file costs less than reading it. It finds damage, not malice: whoever can write bytes can write their hash.

#ifndef FLAME_SUPPORT_CONTENTHASH_H
#define FLAME_SUPPORT_CONTENTHASH_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace flame::rt {

/// Part of the format of artefacts: two words, as they are in memory.
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

/// The hash of `parts` in this order. Where one part ends and the next begins makes a difference.
ContentHash hashOfParts(std::initializer_list<std::string_view> parts);

} // namespace flame::rt

#endif // FLAME_SUPPORT_CONTENTHASH_H
