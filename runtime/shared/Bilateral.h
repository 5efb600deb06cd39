// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuburn's directional denoiser, on light that was not scaled yet. Each of eight passes averages a bucket with those on a
// line through it, the more the nearer they are and the more alike in colour and in density, and the less the further one
// has to go downhill to them: where density falls away from the bucket, neighbours hardly count, so that edges stay where
// they are and noise in thin regions is spread along and uphill.
//
// The weight of a neighbour r steps away is 2 to the power of
//
//   -(spatial r^2 + color |c - c_r|^2 + density |w^p - w_r^p| + 2^(gradient g_r))
//
// with colours c and densities w in samples; the squared distance is 1/2 where one of both is empty. g_r is the slope of the
// density there, away from the bucket, relative to the mean density of its surroundings on the line, which two blurs
// have found. The last term is left out for the bucket itself.

#ifndef FLAME_RUNTIME_SHARED_BILATERAL_H
#define FLAME_RUNTIME_SHARED_BILATERAL_H

#include "runtime/shared/FinishMath.h"
#include "runtime/shared/Math.h"
#include "runtime/shared/Neighbours.h"

namespace flame {

/// Keeps divisions by the density of empty buckets finite; in samples.
inline constexpr float kNearlyEmpty = 1e-6f;
/// Less light than this has no colour: 1 over it would be infinite. It is what a GPU takes for 0.
inline constexpr float kLeastLight = 0x1p-126f;

/// First step of a pass: the density along the line.
FLAME_INLINE float blurredDensity(const abi::BilateralArgs &args, int x, int y) {
  return blurredAlong(args.grid, args.direction, args.params.blur, 1, x, y,
                      [&](uint64_t bucket) { return args.light[bucket].alpha; });
}

/// Second step: the same over a longer way, and what the neighbours of a bucket want to know of it.
FLAME_INLINE abi::BilateralGuide guideOf(const abi::BilateralArgs &args, int x, int y) {
  const float mean = blurredAlong(args.grid, args.direction, args.params.blur, 2, x, y,
                                  [&](uint64_t bucket) { return args.blurred[bucket]; });
  const float own = args.light[uint64_t(y) * args.grid.width + uint32_t(x)].alpha;
  // Large powers are subtracted from each other: those of special function units would not do.
  const float samples = own * args.params.perSample;
  return {samples > 0 ? math::pow<float>(samples, args.params.densityPower) : 0.0f,
          divide(args.params.perSample, mean * args.params.perSample + kNearlyEmpty)};
}

/// The squared distance of a neighbour's colour from `mean`.
FLAME_INLINE float colorDistance(const abi::Accumulator &mean, const abi::Accumulator &light) {
  if (!(mean.alpha > 0 && light.alpha >= kLeastLight))
    return 0.5f;
  const float scale = divide(1, light.alpha);
  const float red = light.red * scale - mean.red, green = light.green * scale - mean.green,
              blue = light.blue * scale - mean.blue;
  return red * red + green * green + blue * blue;
}

/// Third step: the filtered light.
FLAME_INLINE abi::Accumulator bilateral(const abi::BilateralArgs &args, int x, int y) {
  const abi::BilateralParams &params = args.params;
  const auto bucketAt = [&](int steps) {
    return bucketAlong(args.grid, args.direction, x, y, steps);
  };
  const uint64_t center = bucketAt(0);
  const float power = args.guide[center].power;
  abi::Accumulator mean = args.light[center];
  const float scale = divide(params.perSample, mean.alpha * params.perSample + kNearlyEmpty);
  mean.red *= scale, mean.green *= scale, mean.blue *= scale;

  abi::Accumulator sum = {0, 0, 0, 0};
  float total = 0;
  const int reach = int(params.reach);
  float before = args.light[bucketAt(-reach - 1)].alpha;
  uint64_t nextBucket = bucketAt(-reach);
  abi::Accumulator next = args.light[nextBucket];
  for (int steps = -reach; steps <= reach; ++steps) {
    const abi::BilateralGuide guide = args.guide[nextBucket];
    const abi::Accumulator light = next;
    nextBucket = bucketAt(steps + 1);
    next = args.light[nextBucket];
    const float slope = (next.alpha - before) * guide.inverseMean;
    before = light.alpha;
    const float difference = power - guide.power;
    float exponent = params.spatial * float(steps * steps) +
                     params.color * colorDistance(mean, light) +
                     params.density * (difference < 0 ? -difference : difference);
    if (steps != 0)
      exponent += exp2Fast(params.gradient * (steps < 0 ? -slope : slope));
    const float weight = exp2Fast(-exponent);
    addWeighted(sum, weight, light);
    total += weight;
  }
  const float norm = divide(1, total + 1e-10f);
  return {sum.red * norm, sum.green * norm, sum.blue * norm, sum.alpha * norm};
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_BILATERAL_H
