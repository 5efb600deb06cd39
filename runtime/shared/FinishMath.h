// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The few functions of finishing beyond arithmetic, for both devices. The GPU versions use the
// hardware approximations of log2 and exp2, whose documented errors (2^-22) bound ours. A power y =
// x^e with 0 < e <= 1 and y <= 1 is off by less than 4e-7, and log1p by 5e-7 of its value. Both are
// a few hundredths of a level of 16-bit output.

#ifndef FLAME_RUNTIME_SHARED_FINISHMATH_H
#define FLAME_RUNTIME_SHARED_FINISHMATH_H

#include "runtime/shared/FlameDevice.h"

namespace flame {

#if defined(__NVPTX__)
FLAME_INLINE float exp2Fast(float x) { return __nvvm_ex2_approx_ftz_f(x); }
FLAME_INLINE float log2Fast(float x) { return __nvvm_lg2_approx_ftz_f(x); }
FLAME_INLINE float divide(float a, float b) { return __nvvm_div_approx_ftz_f(a, b); }
FLAME_INLINE float reciprocal(float x) { return __nvvm_rcp_approx_ftz_f(x); }
FLAME_INLINE float minimum(float a, float b) { return __builtin_fminf(a, b); }
FLAME_INLINE float maximum(float a, float b) { return __builtin_fmaxf(a, b); }
#else
/// Denormal powers are 0, as on a GPU: filters test whether a bucket has any density.
FLAME_INLINE float exp2Fast(float x) { return x < -126 ? 0.0f : __builtin_exp2f(x); }
FLAME_INLINE float log2Fast(float x) { return __builtin_log2f(x); }
FLAME_INLINE float divide(float a, float b) { return a / b; }
FLAME_INLINE float reciprocal(float x) { return 1 / x; }
FLAME_INLINE float minimum(float a, float b) { return a < b ? a : b; }
FLAME_INLINE float maximum(float a, float b) { return a > b ? a : b; }
#endif

/// NaN becomes `low`.
FLAME_INLINE float clamp(float x, float low, float high) {
  return x > low ? minimum(x, high) : low;
}

/// x to the power `exponent`; 0 for every x that is not positive, NaN included.
FLAME_INLINE float powPositive(float x, float exponent) {
#if defined(__NVPTX__)
  const float power = exp2Fast(exponent * log2Fast(x));
#else
  const float power = __builtin_powf(x, exponent);
#endif
  return x > 0 ? power : 0.0f;
}

/// ln(1 + x) for x >= 0, accurate for small x too: a bucket with one sample in a long exposure has
/// an x near 1e-6.
FLAME_INLINE float log1pPositive(float x) {
#if defined(__NVPTX__)
  if (x >= 0.25f)
    return log2Fast(1 + x) * 0.693147180559945f;
  // 2 artanh(x / (2 + x)); the term after the last one is below 2^-28 of the sum.
  const float s = divide(x, 2 + x), s2 = s * s;
  return 2 * s * (1 + s2 * (1.0f / 3 + s2 * (1.0f / 5 + s2 * (1.0f / 7))));
#else
  return __builtin_log1pf(x);
#endif
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_FINISHMATH_H
