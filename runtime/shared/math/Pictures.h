// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures that take many steps per point, as shown by some of the `dc_` variations.

#ifndef FLAME_RUNTIME_SHARED_MATH_PICTURES_H
#define FLAME_RUNTIME_SHARED_MATH_PICTURES_H

#include "runtime/shared/Math.h"
#include "runtime/shared/math/Escape.h"

namespace flame::math {

/// Red, green and blue as one number, like `shadedRgb` of ir/ExtraShapes.h.
template <class F> FLAME_INLINE F shadedRgb(const F (&color)[3], F dither) {
  F code = F(0.0f);
  for (const F &channel : color) {
    const F positive = select(channel > 0.0f, channel, F(0.0f));
    const F value = (floor(F(256.0f * clamp(positive, 0.0f, 1.0f))) - 0.5f) * (1.0f / 255);
    code = code * 32.0f + floor(F(31.0f * clamp(value, 0.0f, 1.0f) + dither));
  }
  return code * 0x1p-15f;
}

/// The colour of `dc_apollonian` at the point where 50 steps v → 2 |M v/(2 v²) - 1/2| - 1 start
/// from v = (x, y, z): sin v times 0.6, plus 1/2. `columns` holds the columns of M, one after
/// another.
template <class F> FLAME_INLINE F foldedSphere(F x, F y, F z, const F (&columns)[9], F dither) {
  F v[3] = {x, y, z};
#pragma clang loop unroll(disable)
  for (int32_t step = 0; step < 50; ++step) {
    const F half = divide(F(0.5f), v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    F next[3];
    for (int row = 0; row < 3; ++row) {
      const F turned = columns[row] * v[0] + columns[3 + row] * v[1] + columns[6 + row] * v[2];
      next[row] = 2.0f * abs(F(half * turned - 0.5f)) - 1.0f;
    }
    for (int row = 0; row < 3; ++row)
      v[row] = next[row];
  }
  return shadedRgb<F>({0.6f * sin(v[0]) + 0.5f, 0.6f * sin(v[1]) + 0.5f, 0.6f * sin(v[2]) + 0.5f},
                      dither);
}

/// Most steps of `foldedColor`.
inline constexpr int32_t kMostFolds = 1000;

/// The colour of `dc_fractcolor`: (x, y, z) after `steps` steps v → |v/v² - (1, 1, shift)|. In each
/// step y and z are scaled and then swapped.
template <class F> FLAME_INLINE F foldedColor(F x, F y, F z, F shift, F steps, F dither) {
  F v[3] = {x, y, z};
#pragma clang loop unroll(disable)
  for (int32_t step = 0; step < kMostFolds; ++step) {
    const auto isIn = steps > static_cast<float>(step) + 0.5f;
    if (!anyOf(isIn))
      break;
    const F inverse = divide(F(1.0f), v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    const F red = 1.3f * abs(F(v[0] * inverse - 1.0f)), green = abs(F(v[1] * inverse - 1.0f)),
            blue = 0.777f * abs(F(v[2] * inverse - shift));
    v[0] = select(isIn, red, v[0]);
    v[1] = select(isIn, blue, v[1]);
    v[2] = select(isIn, green, v[2]);
  }
  return shadedRgb<F>(v, dither);
}

/// Most steps of `foldedEscape`, in its two parts.
inline constexpr int32_t kMostTurns = 10, kMostSteps = 1000;

/// The value from which `dc_mandbrot` makes its colours. First (x, y) is folded `turns` times:
/// |v|/v² - (s, s), turned by the angle of the given cosine and sine, where s is 1/2 at first and
/// becomes `shrinks` times smaller with each fold. The result, times `size` and next to a seahorse
/// of the Mandelbrot set, is a number c. The value is the sum of |z| + 1/2 over the orbit of c
/// until it leaves the circle of radius 2; 0 if that takes more than `steps` steps.
template <class F>
FLAME_INLINE F foldedEscape(F x, F y, F cosine, F sine, F turns, F shrinks, F size, F steps) {
  F s = F(0.5f);
#pragma clang loop unroll(disable)
  for (int32_t turn = 0; turn < kMostTurns; ++turn) {
    const auto isIn = turns > static_cast<float>(turn) + 0.5f;
    const F inverse = divide(F(1.0f), x * x + y * y);
    const F foldedX = abs(x) * inverse - s, foldedY = abs(y) * inverse - s;
    x = select(isIn, F(cosine * foldedX + sine * foldedY), x);
    y = select(isIn, F(cosine * foldedY - sine * foldedX), y);
    s = s * shrinks;
  }
  const F cx = size * x - 1.002029f, cy = size * y + 0.303864f;
  F zx = cx, zy = cy, sum = F(0.0f), left = F(0.0f);
#pragma clang loop unroll(disable)
  for (int32_t step = 0; step < kMostSteps; ++step) {
    const F isIn =
        select(steps > static_cast<float>(step) + 0.5f, select(left < 0.5f, F(1.0f), 0.0f), 0.0f);
    if (!anyOf(isIn > 0.5f))
      break;
    const F nextX = zx * zx - zy * zy + cx, product = zx * zy;
    zy = select(isIn > 0.5f, F(product + product + cy), zy);
    zx = select(isIn > 0.5f, nextX, zx);
    const F length = sqrt(zx * zx + zy * zy);
    sum = sum + select(isIn > 0.5f, F(length + 0.5f), 0.0f);
    left = select(length > 2.0f, F(1.0f), left);
  }
  return select(left > 0.5f, sum, F(0.0f));
}

/// A smooth function with random values, in [0, 1), at whole numbers. Beyond 2^20 it has the values
/// of the axes.
template <class F> FLAME_INLINE F valueNoise(F x, F y) {
  const F nearX = select(abs(x) < 0x1p20f, x, F(0.0f)),
          nearY = select(abs(y) < 0x1p20f, y, F(0.0f));
  const F left = floor(nearX), low = floor(nearY), alongX = nearX - left, alongY = nearY - low;
  const F partX = alongX * alongX * (3.0f - 2.0f * alongX),
          partY = alongY * alongY * (3.0f - 2.0f * alongY);
  const UInt<F> i = __builtin_bit_cast(UInt<F>, toInt<F>(left)),
                j = __builtin_bit_cast(UInt<F>, toInt<F>(low)), none = i ^ i;
  auto mixed = [&](UInt<F> row) {
    const F first = hashedUnit<F>(i, row, none);
    return first + partX * (hashedUnit<F>(i + 1u, row, none) - first);
  };
  const F first = mixed(j);
  return first + partY * (mixed(j + 1u) - first);
}

/// Most steps of `vortexNoise`.
inline constexpr int32_t kMostFlows = 15;

/// The value of `dc_vortex`: six octaves of noise, `scale` times finer than the point, after a
/// street of 30 vortices has carried (x, y) in `steps` steps. The first vortex is at `first`. The
/// noise moves by `shift`.
template <class F> FLAME_INLINE F vortexNoise(F x, F y, F first, F steps, F scale, F shift) {
#pragma clang loop unroll(disable)
  for (int32_t step = 0; step < kMostFlows; ++step) {
    const auto isIn = steps > static_cast<float>(step) + 0.5f;
    if (!anyOf(isIn))
      break;
    F flowX = F(0.0f), flowY = F(0.0f);
    float sense = 1.0f;
#pragma clang loop unroll(disable)
    for (int32_t whirl = 0; whirl < 30; ++whirl, sense = -sense) {
      const F awayX = 4.0f * x - first - static_cast<float>(whirl), awayY = 4.0f * y - 0.6f * sense;
      const F speed = divide(F(0.25f * sense), awayX * awayX + awayY * awayY + 0.05f);
      flowX = flowX - speed * awayY;
      flowY = flowY + speed * awayX;
    }
    x = select(isIn, F(x - 0.03f * flowX), x);
    y = select(isIn, F(y - 0.03f * flowY), y);
  }
  F atX = scale * x + shift, atY = scale * y, sum = F(0.0f);
  float strength = 1.0f;
#pragma clang loop unroll(disable)
  for (int32_t octave = 0; octave < 6; ++octave, strength *= 0.5f) {
    sum = sum + strength * valueNoise(atX, atY);
    atX = 2.0f * atX;
    atY = 2.0f * atY;
  }
  return sum;
}

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_PICTURES_H
