// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjusts the palette colour of a sample by the numbers of its point (abi/ColorAdjust.h): gamma,
// contrast, saturation and hue, in this order, as JWildfire does. The channels are those of a
// palette of 255 levels times 200/256. Gamma scales them by a power of their brightness. Contrast
// stretches them about the middle of 255, and saturation about their brightness. Hue turns them
// around a circle of hues that does not close.

#ifndef FLAME_RUNTIME_SHARED_ADJUSTEDCOLOR_H
#define FLAME_RUNTIME_SHARED_ADJUSTEDCOLOR_H

#include "abi/ColorAdjust.h"
#include "runtime/shared/FinishMath.h"
#include "runtime/shared/Math.h"

namespace flame {

/// The adjustments of a point.
struct ColorAdjust {
  float gamma, contrast, saturation, hue;
};

/// The adjustments of a code, which is the bits above the palette entry.
FLAME_INLINE ColorAdjust colorAdjustOf(uint32_t code, uint32_t features) {
  float numbers[abi::kColorAdjusts];
  for (uint32_t i = 0; i < abi::kColorAdjusts; ++i) {
    const uint32_t levels = abi::colorAdjustLevels(features, abi::kColorAdjustFeatures[i]);
    numbers[i] = abi::colorAdjustAt(code % levels, levels);
    code /= levels;
  }
  return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

/// Red, green and blue, in levels.
struct Channels {
  float red, green, blue;
};

/// The brightness of the channels.
FLAME_INLINE float brightnessOf(const Channels &at) {
  return 0.299f * at.red + 0.588f * at.green + 0.113f * at.blue;
}

/// Moves every channel away from `middle` by `factor`.
FLAME_INLINE Channels stretched(const Channels &at, float middle, float factor) {
  return {middle + factor * (at.red - middle), middle + factor * (at.green - middle),
          middle + factor * (at.blue - middle)};
}

/// The hue on the way from red over green and blue back to red, in sixths of the way: above 0, and
/// 6 for red itself. `largest` is the largest channel, and `range` (not 0) the range of the
/// channels.
FLAME_INLINE float hueOf(const Channels &at, float largest, float range) {
  if (at.red == largest) {
    const float hue = (at.green - at.blue) / range;
    return hue > 0 ? hue : hue + 6;
  }
  return at.green == largest ? 2 + (at.blue - at.red) / range : 4 + (at.red - at.green) / range;
}

/// Turns the hue by `turn`, where 1 is the whole way. A hue beyond red stays red. The resulting
/// channels are whole levels up to 255.
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

/// The adjusted channels; they may lie outside 0 to 255.
FLAME_INLINE Channels adjusted(Channels at, const ColorAdjust &by) {
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

/// The entry that a sample shows instead of `entry`, limited to the brightness that a deposit of
/// this visibility can hold.
FLAME_INLINE abi::PaletteEntry adjustedEntry(const abi::PaletteEntry &entry, uint32_t code,
                                             uint32_t features, float visibility) {
  constexpr float kLevels = 255.0f * 200 / 256;
  const Channels at = adjusted({kLevels * entry.red, kLevels * entry.green, kLevels * entry.blue},
                               colorAdjustOf(code, features));
  const float most = visibility > 1 ? abi::kMaxVisibility / visibility : abi::kMaxVisibility;
  return {clamp(at.red / kLevels, 0, most), clamp(at.green / kLevels, 0, most),
          clamp(at.blue / kLevels, 0, most), entry.alpha};
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_ADJUSTEDCOLOR_H
