// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Filters that look at one bucket, or pixel, alone: those that follow each other, and those that follow a filter of
// another kind, run in one go, without a way through memory. Which they are is the same for all buckets of a launch, so the
// choice costs a GPU nothing.

#ifndef FLAME_RUNTIME_SHARED_LOCALFILTERS_H
#define FLAME_RUNTIME_SHARED_LOCALFILTERS_H

#include "runtime/shared/HdrTransfer.h"
#include "runtime/shared/LogScale.h"
#include "runtime/shared/ToneMap.h"

namespace flame {

/// A channel on a logarithmic scale that reaches down 1 / `perStop` stops from white.
FLAME_INLINE float logEncoded(float channel, float perStop) {
  return channel > 0 ? clamp(kWhite * (log2Fast(channel * (1 / kWhite)) * perStop + 1), 0, kWhite)
                     : 0.0f;
}

/// A channel after a curve, blended between two entries of its table; beyond white, where only HDR has any, as far from the end
/// of the curve as from white.
FLAME_INLINE float alongCurve(float channel, const float *curve) {
  constexpr uint32_t last = abi::kCurveEntries - 1;
  if (channel > kWhite)
    return kWhite * curve[last] + (channel - kWhite);
  const float position = clamp(channel * (last / kWhite), 0, float(last));
  const uint32_t below = position < float(last) ? uint32_t(position) : last - 1;
  const float share = position - float(below);
  return kWhite * (curve[below] + share * (curve[below + 1] - curve[below]));
}

/// Where a level lies on a curve from 0 to 1, blended between two entries of its table; beyond its ends it stays what it is there.
FLAME_INLINE float curveAt(float x, const float *curve) {
  constexpr uint32_t last = abi::kCurveEntries - 1;
  const float position = clamp(x * float(last), 0, float(last));
  const uint32_t below = position < float(last) ? uint32_t(position) : last - 1;
  const float share = position - float(below);
  return curve[below] + share * (curve[below + 1] - curve[below]);
}

/// What the highest level of a palette is in a mixer of JWildfire's: 200/256 of it, in units of 256 levels.
inline constexpr float kMixedLevel = 255.0f / 256 * 200 / 256;

/// An accumulator before log scaling whose mean colour was mixed: by a curve of its brightness, or
/// by nine curves, three for each channel.
FLAME_INLINE abi::Accumulator mixed(const abi::Accumulator &accumulator, bool isBrightness,
                                    const float *curves) {
  if (!(accumulator.alpha > 0))
    return accumulator;
  const float unit = divide(kMixedLevel, accumulator.alpha),
              back = accumulator.alpha * (1 / kMixedLevel);
  const float levels[3] = {accumulator.red * unit, accumulator.green * unit,
                           accumulator.blue * unit};
  if (isBrightness) {
    const float brightness = 0.299f * levels[0] + 0.588f * levels[1] + 0.113f * levels[2];
    const float factor = brightness > 0 ? divide(curveAt(brightness, curves), brightness) : 0;
    return {accumulator.red * factor, accumulator.green * factor, accumulator.blue * factor,
            accumulator.alpha};
  }
  float sums[3] = {0, 0, 0};
  for (uint32_t i = 0; i < 9; ++i)
    sums[i / 3] += curveAt(levels[i % 3], curves + i * uint64_t(abi::kCurveEntries));
  return {sums[0] * back, sums[1] * back, sums[2] * back, accumulator.alpha};
}

/// A colour with `more` added to its saturation, of hue, lightness and saturation. JWildfire's greys have the hue of red.
FLAME_INLINE abi::Accumulator saturated(const abi::Accumulator &accumulator, float more) {
  constexpr float kGrey = 0.5f; // levels that channels differ by, at most
  const float red = clamp(accumulator.red, 0, kWhite), green = clamp(accumulator.green, 0, kWhite),
              blue = clamp(accumulator.blue, 0, kWhite);
  const float larger = red > green ? red : green, smaller = red > green ? green : red;
  const float most = blue > larger ? blue : larger, least = blue < smaller ? blue : smaller;
  const float middle = 0.5f * (most + least), span = most - least;
  const float room = 2 * (middle <= 0.5f * kWhite ? middle : kWhite - middle);
  if (room <= 0)
    return {red, green, blue, accumulator.alpha};
  const float wanted = room * clamp(span / room + more, 0, 1);
  if (span < kGrey)
    return {middle + 0.5f * wanted, middle - 0.5f * wanted, middle - 0.5f * wanted,
            accumulator.alpha};
  const float factor = wanted / span;
  return {middle + factor * (red - middle), middle + factor * (green - middle),
          middle + factor * (blue - middle), accumulator.alpha};
}

/// The accumulator of one bucket or pixel after one of `steps`.
FLAME_INLINE abi::Accumulator localStep(const abi::Accumulator &accumulator,
                                        const abi::LocalStep &step, const abi::LocalSteps &steps) {
  switch (step.filter) {
  case abi::Local::LogScale:
    return logScaled(accumulator, {step.first, step.second});
  case abi::Local::GlowScale:
    return glowScaled(accumulator, steps.glow);
  case abi::Local::ColorClip:
    return toneMapped(accumulator, steps.tone);
  case abi::Local::PlainClip:
    return toneScaled(accumulator, step.first, steps.tone);
  case abi::Local::HdrClip:
    return toneExtended(accumulator, step.first, steps.tone);
  case abi::Local::Pq:
    return pqEncoded(accumulator);
  case abi::Local::Hlg:
    return hlgEncoded(accumulator);
  case abi::Local::Saturate:
    return saturated(accumulator, step.first);
  case abi::Local::Mix:
    return mixed(accumulator, step.first > 0, steps.curves + uint64_t(step.second));
  case abi::Local::LogEncode:
    return {logEncoded(accumulator.red, step.first), logEncoded(accumulator.green, step.first),
            logEncoded(accumulator.blue, step.first), accumulator.alpha};
  case abi::Local::Curves:
    return {alongCurve(accumulator.red, steps.curves),
            alongCurve(accumulator.green, steps.curves + abi::kCurveEntries),
            alongCurve(accumulator.blue, steps.curves + 2 * uint64_t(abi::kCurveEntries)),
            accumulator.alpha};
  }
  return accumulator;
}

/// The accumulator of one bucket or pixel after all steps.
FLAME_INLINE abi::Accumulator afterLocal(abi::Accumulator accumulator,
                                         const abi::LocalSteps &steps) {
  for (uint32_t i = 0; i < steps.count; ++i)
    accumulator = localStep(accumulator, steps.steps[i], steps);
  return accumulator;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_LOCALFILTERS_H
