// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each part is hashed after its length.

#include "support/ContentHash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cinttypes>
#include <cstdio>

namespace flame::rt {

static ContentHash wordsOf(const XXH128_hash_t &hash) { return {hash.low64, hash.high64}; }

std::string ContentHash::hex() const {
  char digits[33];
  snprintf(digits, sizeof(digits), "%016" PRIx64 "%016" PRIx64, high, low);
  return digits;
}

ContentHash contentHash(std::span<const std::byte> bytes) {
  return wordsOf(XXH3_128bits(bytes.data(), bytes.size()));
}

ContentHash hashOfParts(std::initializer_list<std::string_view> parts) {
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  for (std::string_view part : parts) {
    const uint64_t size = part.size();
    XXH3_128bits_update(&state, &size, sizeof(size));
    XXH3_128bits_update(&state, part.data(), part.size());
  }
  return wordsOf(XXH3_128bits_digest(&state));
}

} // namespace flame::rt
