// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds a random number in [0, 1) to the level before it is truncated. Each channel has its own
// number, because noise that is common to all channels is more visible.

#include "runtime/output/Dither.h"

#include "runtime/shared/Rng.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace flame::rt {

std::vector<uint8_t> dithered(const ImageView &image, uint64_t seed) {
  assert(image.bits == 32);
  constexpr float kWhite = 255, kPerChance = 1.0f / (1u << 24);
  const size_t perRow = size_t(image.width) * image.channels;
  const size_t rowBytes = image.rowBytes ? image.rowBytes : perRow * sizeof(float);
  const uint64_t start = splitmix64(seed);
  std::vector<uint8_t> bytes(perRow * image.height);
  for (uint32_t y = 0; y < image.height; ++y) {
    const auto *row = static_cast<const uint8_t *>(image.pixels) + y * rowBytes;
    for (size_t x = 0; x < perRow; ++x) {
      float value;
      std::memcpy(&value, row + x * sizeof value, sizeof value);
      const uint64_t index = y * perRow + x;
      const float chance = float(splitmix64(start + index) >> 40) * kPerChance;
      bytes[index] = uint8_t(std::clamp(value * kWhite + chance, 0.0f, kWhite));
    }
  }
  return bytes;
}

} // namespace flame::rt
