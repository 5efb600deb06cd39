// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tracks to a parameter block: evaluates every track at one instant (Track.h), then derives
// the camera matrix and the cumulative selection weights from the raw values. Hoisted expressions
// of generated code are computed afterwards. Pure functions, the same for GPU and CPU.

#ifndef FLAME_RUNTIME_SHARED_INTERPOLATE_H
#define FLAME_RUNTIME_SHARED_INTERPOLATE_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"
#include "runtime/shared/Math.h"
#include "runtime/shared/Rng.h"
#include "runtime/shared/Track.h"

namespace flame {

inline constexpr float kDegree = 0.017453292519943295f;

/// The raw probability of one xform: its weight times its xaos factor, if there is one. Curves may
/// fall below zero between their knots; negative values count as zero.
FLAME_INLINE float rawWeight(const float *weights, const float *factors, uint32_t xform) {
  const float weight = weights[xform], factor = factors ? factors[xform] : 1;
  return weight > 0 && factor > 0 ? weight * factor : 0;
}

/// Turns `count` raw weights times `factors` (1 if null) into cumulative probabilities. The last
/// one is exactly 1. A row that sums to 0 chooses its first xform; readers reject rows that always
/// do.
FLAME_INLINE void accumulateWeights(const float *weights, const float *factors, uint32_t count,
                                    float *cumulative) {
  float sum = 0;
  for (uint32_t i = 0; i < count; ++i)
    sum += rawWeight(weights, factors, i);
  const float scale = sum > 0 ? 1 / sum : 0;
  float running = 0;
  for (uint32_t i = 0; i < count; ++i) {
    running += rawWeight(weights, factors, i);
    cumulative[i] = running * scale;
  }
  // Rounding must not leave a gap, nor make a last xform of weight 0 reachable: from the last xform
  // that can be chosen onwards, all values are 1.
  for (uint32_t i = count; i-- > 0;) {
    cumulative[i] = 1;
    if (rawWeight(weights, factors, i) > 0)
      break;
  }
}

/// The affine map from world to bucket coordinates, followed by the size of a pixel. `view`: center
/// x, center y, scale in output pixels per world unit, zoom, rotation in degrees. `cosine`, `sine`
/// and `magnification` (2^zoom and all other factors of the scale) come from the caller's maths
/// library.
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
  camera[abi::kPixelSizeOffset - abi::kCameraOffset] = 1 / (view[2] * magnification);
}

/// Shifts a camera at random for temporal sample `sample` of a frame, normally distributed with a
/// standard deviation of `deviation` buckets per axis. Over the samples, the two coordinates are a
/// low-discrepancy sequence (Roberts, "The unreasonable effectiveness of quasirandom sequences",
/// 2018) that `seed` shifts. Independent numbers would displace a frame of few samples visibly, and
/// differently in each frame. Uses the portable maths everywhere, so devices agree.
FLAME_INLINE void jitterCamera(float *camera, float deviation, uint64_t seed, uint32_t sample) {
  // 2^32 over the plastic number and over its square, made odd.
  constexpr uint32_t kStepX = 0xc13fa9a9u, kStepY = 0x91e10da5u;
  // No stream of the chaos game starts from the same number.
  constexpr uint64_t kPurpose = 0x6a6974746572;
  const uint64_t start = splitmix64(splitmix64(seed) ^ kPurpose);
  const uint32_t x = uint32_t(start) + kStepX * sample, y = uint32_t(start >> 32) + kStepY * sample;
  const float u = (float(x >> 8) + 0.5f) * 0x1p-24f, turn = float(y >> 8) * 0x1p-24f;
  const float radius = deviation * math::sqrt<float>(-2.0f * math::log<float>(u));
  const float angle = turn * 6.2831853071795865f;
  camera[2] += radius * math::cos<float>(angle);
  camera[5] += radius * math::sin<float>(angle);
}

/// Computes camera and selection tables of a block whose tracks have been evaluated.
FLAME_INLINE void deriveBlock(float *block, const abi::BlockLayout &layout,
                              const abi::FrameGeometry &frame, float pixelAspect, float cosine,
                              float sine, float magnification) {
  makeCamera(block + layout.viewOffset, frame, pixelAspect, cosine, sine, magnification,
             block + abi::kCameraOffset);
  const float *weights = block + layout.weightsOffset;
  accumulateWeights(weights, nullptr, layout.xforms, block + abi::kCumulativeOffset);
  if (layout.xaosOffset)
    for (uint32_t row = 0; row < layout.xforms; ++row)
      accumulateWeights(weights, block + layout.chaosOffset + uint64_t(row) * layout.xforms,
                        layout.xforms, block + layout.xaosOffset + uint64_t(row) * layout.xforms);
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_INTERPOLATE_H
