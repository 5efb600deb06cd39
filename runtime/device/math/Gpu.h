// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Versions for the GPU of the functions that its special function units know: sine and cosine of
// one turn, 2^x, log2, reciprocal. Those have *absolute* errors (2^-20.5 for sine and cosine, 2^-22
// for log2 between 1/2 and 2, as PTX documents them), so results are accurate relative to
// 1 + |result|. All other functions are the portable ones. Denormals count as zero. What is
// promised stands in MathFunctions.def; flame_math_probe (MathProbe.cpp) shows what a GPU really
// does.

#ifndef FLAME_RUNTIME_DEVICE_MATH_GPU_H
#define FLAME_RUNTIME_DEVICE_MATH_GPU_H

#include "runtime/device/math/Exponential.h"
#include "runtime/device/math/Trigonometric.h"

namespace flame::math {

/// The units are accurate in [-pi, pi] only: x without whole turns.
FLAME_INLINE float withoutTurns(float x) {
  constexpr float kTurns = 0x1.45f306p-3f, kTurn = 0x1.921fb6p+2f, kTurnTail = -0x1.777a5cp-23f;
  float turns = multiplyAdd(x, kTurns, kRoundingShift) - kRoundingShift;
  return multiplyAdd(turns, -kTurnTail, multiplyAdd(turns, -kTurn, x));
}

FLAME_INLINE float sin(float x) { return __nvvm_sin_approx_ftz_f(withoutTurns(x)); }
FLAME_INLINE float cos(float x) { return __nvvm_cos_approx_ftz_f(withoutTurns(x)); }

FLAME_INLINE float exp2(float x) { return __nvvm_ex2_approx_ftz_f(x); }

/// The rounding error of x log2(e) grows with x; what was lost comes back as a factor.
FLAME_INLINE float exp(float x) {
  float exponent = x * kLog2E;
  float lost = multiplyAdd(x, kLog2ETail, multiplyAdd(x, kLog2E, -exponent));
  lost = select(abs(x) < 128.0f, lost, 0.0f); // NaN at infinity, where it would spoil the result
  return exp2(exponent) * multiplyAdd(lost, kLn2, 1.0f);
}

FLAME_INLINE float log2(float x) { return __nvvm_lg2_approx_ftz_f(x); }
FLAME_INLINE float log(float x) { return log2(x) * kLn2; }
FLAME_INLINE float log10(float x) { return log2(x) * 0x1.344136p-2f; }

/// The exponent multiplies the error of the logarithm, so this one needs a small relative error
/// next to 1 as well, which the unit's has not.
FLAME_INLINE float pow(float x, float y) {
  float size = abs(x);
  float log = logOfSize(logarithmOfNormal(size, 1.0f, kLog2E), size);
  return signOfPower(exp2(y * log), x, y);
}

FLAME_INLINE float tanh(float x) {
  return multiplyAdd(-2.0f, divide(1.0f, exp2(x * (2 * kLog2E)) + 1.0f), 1.0f);
}

} // namespace flame::math

#endif // FLAME_RUNTIME_DEVICE_MATH_GPU_H
