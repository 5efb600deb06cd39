// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Filters that look at one bucket or pixel alone. Consecutive ones run together, as do those after
// a filter of another kind, without access to memory in between. All buckets of a launch have the
// same filters, so the choice costs a GPU nothing.

#ifndef FLAME_RUNTIME_SHARED_LOCALFILTERS_H
#define FLAME_RUNTIME_SHARED_LOCALFILTERS_H

#include "runtime/shared/HdrTransfer.h"
#include "runtime/shared/LogScale.h"
#include "runtime/shared/ToneMap.h"

namespace flame {

/// A channel on a logarithmic scale that covers 1 / `perStop` stops below white.
FLAME_INLINE float logEncoded(float channel, float perStop) {
  return channel > 0 ? clamp(kWhite * (log2Fast(channel * (1 / kWhite)) * perStop + 1), 0, kWhite)
                     : 0.0f;
}

/// A channel after a curve, interpolated between two entries of its table. Above white, which only
/// occurs in HDR, it keeps its distance from white, measured from the end of the curve.
FLAME_INLINE float alongCurve(float channel, const float *curve) {
  constexpr uint32_t last = abi::kCurveEntries - 1;
  if (channel > kWhite)
    return kWhite * curve[last] + (channel - kWhite);
  const float position = clamp(channel * (last / kWhite), 0, float(last));
  const uint32_t below = position < float(last) ? uint32_t(position) : last - 1;
  const float share = position - float(below);
  return kWhite * (curve[below] + share * (curve[below + 1] - curve[below]));
}

/// The value of a curve from 0 to 1, interpolated between two entries of its table. Constant beyond
/// its ends.
FLAME_INLINE float curveAt(float x, const float *curve) {
  constexpr uint32_t last = abi::kCurveEntries - 1;
  const float position = clamp(x * float(last), 0, float(last));
  const uint32_t below = position < float(last) ? uint32_t(position) : last - 1;
  const float share = position - float(below);
  return curve[below] + share * (curve[below + 1] - curve[below]);
}

/// The highest level of a palette in JWildfire's mixer: 200/256 of full scale, in units of 256
/// levels.
inline constexpr float kMixedLevel = 255.0f / 256 * 200 / 256;

/// An accumulator before log scaling with a mixed mean colour: by one curve of its brightness, or
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

/// Adds `more` to the saturation of a colour, as in the HSL model. As in JWildfire, greys have the
/// hue of red.
FLAME_INLINE abi::Accumulator saturated(const abi::Accumulator &accumulator, float more) {
  constexpr float kGrey = 0.5f; // most by which the channels of a grey differ, in levels
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
