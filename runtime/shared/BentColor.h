// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the numbers of a point (abi/BendCode.h) make of the colour that its sample has in the palette: gamma, contrast, saturation and
// hue, in this order, as JWildfire has them. Its channels are those of a palette of 255 levels times 200/256, and change in proportion
// to the sum of all three, about the middle of 255, about the same sum, and around a circle of hues that does not close.

#ifndef FLAME_RUNTIME_SHARED_BENTCOLOR_H
#define FLAME_RUNTIME_SHARED_BENTCOLOR_H

#include "abi/BendCode.h"
#include "runtime/shared/FinishMath.h"
#include "runtime/shared/Math.h"

namespace flame {

/// The numbers of a point.
struct Bends {
  float gamma, contrast, saturation, hue;
};

/// Those of a code, which is what stands above the entry of the palette.
FLAME_INLINE Bends bendsOfCode(uint32_t code, uint32_t features) {
  float numbers[abi::kBends];
  for (uint32_t i = 0; i < abi::kBends; ++i) {
    const uint32_t levels = abi::bendLevels(features, abi::kBendFeatures[i]);
    numbers[i] = abi::bendAt(code % levels, levels);
    code /= levels;
  }
  return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

/// Red, green and blue, in levels.
struct Channels {
  float red, green, blue;
};

/// How bright they are.
FLAME_INLINE float brightnessOf(const Channels &at) {
  return 0.299f * at.red + 0.588f * at.green + 0.113f * at.blue;
}

/// Every channel farther away from `middle`, as `factor` says.
FLAME_INLINE Channels stretched(const Channels &at, float middle, float factor) {
  return {middle + factor * (at.red - middle), middle + factor * (at.green - middle),
          middle + factor * (at.blue - middle)};
}

/// Where the hue lies from red over green and blue back to red, in sixths of the way: above 0, and 6 for red itself. `largest` and
/// `range` are of the channels, the range not 0.
FLAME_INLINE float hueOf(const Channels &at, float largest, float range) {
  if (at.red == largest) {
    const float hue = (at.green - at.blue) / range;
    return hue > 0 ? hue : hue + 6;
  }
  return at.green == largest ? 2 + (at.blue - at.red) / range : 4 + (at.red - at.green) / range;
}

/// The hue `turn` farther, where 1 is all the way. What leads beyond red stays red, and channels are whole levels up to 255 afterwards.
FLAME_INLINE Channels withHue(Channels at, float turn) {
  at = {clamp(at.red, 0, 255), clamp(at.green, 0, 255), clamp(at.blue, 0, 255)};
  const float largest = maximum(at.red, maximum(at.green, at.blue));
  const float least = minimum(at.red, minimum(at.green, at.blue)), range = largest - least;
  const float hue = range > 0 ? clamp(hueOf(at, largest, range) + 6 * turn, 0, 6) : 0;
  auto level = [&](float share) {
    return __builtin_floorf(least + range * clamp(share, 0, 1) + 0.5f);
  };
  auto away = [&](float from) { return hue > from ? hue - from : from - hue; };
  return {level(away(3) - 1), level(2 - away(2)), level(2 - away(4))};
}

/// Channels as the numbers bend them; they may be beyond 0 and 255.
FLAME_INLINE Channels bent(Channels at, const Bends &by) {
  if (by.gamma != 0) {
    const float bright = brightnessOf(at);
    const float factor =
        bright > 0 ? math::scalePow<float>(bright, by.gamma / (4.2f - by.gamma)) : 1;
    at = stretched(at, 0, factor);
  }
  if (by.contrast != 0)
    at = stretched(at, 127.5f, 1.2f / (1.2f - 0.5f * by.contrast));
  if (by.saturation != 0)
    at = stretched(at, brightnessOf(at), 1 + by.saturation);
  return by.hue != 0 ? withHue(at, by.hue) : at;
}

/// The entry that a sample shows in the place of `entry`. It is no brighter than a deposit of this visibility can be.
FLAME_INLINE abi::PaletteEntry bentEntry(const abi::PaletteEntry &entry, uint32_t code,
                                         uint32_t features, float visibility) {
  constexpr float kLevels = 255.0f * 200 / 256;
  const Channels at = bent({kLevels * entry.red, kLevels * entry.green, kLevels * entry.blue},
                           bendsOfCode(code, features));
  const float most = visibility > 1 ? abi::kMaxVisibility / visibility : abi::kMaxVisibility;
  return {clamp(at.red / kLevels, 0, most), clamp(at.green / kLevels, 0, most),
          clamp(at.blue / kLevels, 0, most), entry.alpha};
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_BENTCOLOR_H
