// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tracks to a parameter block: evaluates every track at one instant, then derives the camera matrix and the
// cumulative selection weights from the raw values. What generated code derives on top (hoisted expressions) comes
// after. Pure functions, the same for GPU and CPU.

#ifndef FLAME_RUNTIME_DEVICE_INTERPOLATE_H
#define FLAME_RUNTIME_DEVICE_INTERPOLATE_H

#include "runtime/Abi.h"
#include "runtime/device/FlameDevice.h"

namespace flame {

inline constexpr float kDegree = 0.017453292519943295f;

/// The value of a track at `time` in [0,1]. A track with one knot is constant.
FLAME_INLINE float evaluateTrack(const abi::Track &track, const abi::Knot *knots) {
  return knots[track.firstKnot].value;
}

/// Turns `count` raw weights times `factors` (or 1 when null) into cumulative probabilities; the last one is exactly 1.
/// A row that sums to 0 chooses its first xform; readers reject such rows.
FLAME_INLINE void accumulateWeights(const float *weights, const float *factors, uint32_t count,
                                    float *cumulative) {
  float sum = 0;
  for (uint32_t i = 0; i < count; ++i)
    sum += factors ? weights[i] * factors[i] : weights[i];
  const float scale = sum > 0 ? 1 / sum : 0;
  float running = 0;
  for (uint32_t i = 0; i < count; ++i) {
    running += factors ? weights[i] * factors[i] : weights[i];
    cumulative[i] = running * scale;
  }
  // Rounding must not leave a gap, nor a last xform of weight 0 a way in: everything from the last xform that can be
  // chosen onwards ends at 1.
  for (uint32_t i = count; i-- > 0;) {
    cumulative[i] = 1;
    if ((factors ? weights[i] * factors[i] : weights[i]) > 0)
      break;
  }
}

/// The affine map from world to bucket coordinates. `view`: center x, center y, scale in output pixels per world unit,
/// zoom, rotation in degrees. `cosine`, `sine` and `magnification` (2^zoom and
/// whatever else multiplies the scale) come from the caller's maths library.
FLAME_INLINE void makeCamera(const float *view, const abi::FrameGeometry &frame, float pixelAspect,
                             float cosine, float sine, float magnification, float *camera) {
  const float perUnitY = view[2] * magnification * float(frame.supersample);
  const float perUnitX = perUnitY / pixelAspect;
  const float middleX = 0.5f * float(frame.width * frame.supersample) + float(frame.gutter);
  const float middleY = 0.5f * float(frame.height * frame.supersample) + float(frame.gutter);
  camera[0] = perUnitX * cosine;
  camera[1] = -perUnitX * sine;
  camera[2] = middleX - (camera[0] * view[0] + camera[1] * view[1]);
  camera[3] = perUnitY * sine;
  camera[4] = perUnitY * cosine;
  camera[5] = middleY - (camera[3] * view[0] + camera[4] * view[1]);
}

/// Camera and selection tables of a block whose tracks have been evaluated.
FLAME_INLINE void deriveBlock(float *block, const abi::BlockLayout &layout,
                              const abi::FrameGeometry &frame, float pixelAspect, float cosine,
                              float sine, float magnification) {
  makeCamera(block + layout.viewOffset, frame, pixelAspect, cosine, sine, magnification,
             block + abi::kCameraOffset);
  const float *weights = block + layout.weightsOffset;
  accumulateWeights(weights, nullptr, layout.xforms, block + abi::kCumulativeOffset);
  if (layout.xaosOffset)
    for (uint32_t row = 0; row < layout.xforms; ++row)
      accumulateWeights(weights, block + layout.chaosOffset + row * layout.xforms, layout.xforms,
                        block + layout.xaosOffset + row * layout.xforms);
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_INTERPOLATE_H
