// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GPU versions of the functions that its special function units provide: 2^x, log2, reciprocal.
// That of log2 has an *absolute* error (2^-22 between 1/2 and 2, as PTX documents it). All other
// functions are the portable ones. Sine and cosine are too: the absolute error of their units
// (3.4e-7, in steps, on an H200) leaves no correct digits next to a zero, and a root applied to the
// result spreads that over the picture. Where that cannot happen, generated code calls turnSin and
// turnCos. Denormals count as zero. MathFunctions.def has the promised accuracy; flame_math_probe
// (MathProbe.cpp) measures that of a GPU.

#ifndef FLAME_RUNTIME_SHARED_MATH_GPU_H
#define FLAME_RUNTIME_SHARED_MATH_GPU_H

#include "runtime/shared/math/Exponential.h"
#include "runtime/shared/math/Trigonometric.h"

namespace flame::math {

FLAME_INLINE float exp2(float x) { return __nvvm_ex2_approx_ftz_f(x); }

/// The rounding error of x log2(e) grows with x. The lost part is applied as a factor.
FLAME_INLINE float exp(float x) {
  float exponent = x * kLog2E;
  float lost = multiplyAdd(x, kLog2ETail, multiplyAdd(x, kLog2E, -exponent));
  lost = select(abs(x) < 128.0f, lost, 0.0f); // NaN at infinity, where it would spoil the result
  return exp2(exponent) * multiplyAdd(lost, kLn2, 1.0f);
}

/// The units convert angles to turns by one multiplication that rounds towards zero. The result
/// therefore also has an error in the angle, of 2^-21 of it. Angles computed from coordinates have
/// errors of the same size.
FLAME_INLINE float circleSin(float x) { return __nvvm_sin_approx_ftz_f(x); }
FLAME_INLINE float circleCos(float x) { return __nvvm_cos_approx_ftz_f(x); }
FLAME_INLINE float turnSin(float x) { return circleSin(folded(x)); }
FLAME_INLINE float turnCos(float x) { return circleCos(folded(x)); }

/// For q from 0 to 1; error 7e-7.
FLAME_INLINE float shortArctangentOfRatio(float q) {
  const float z = q * q;
  const float curve = polynomial(z, -0x1.5548a4p-2f, 0x1.97821ep-3f, -0x1.156458p-3f,
                                 0x1.5b8126p-4f, -0x1.359f22p-5f, 0x1.099d9ap-7f);
  return multiplyAdd(q * z, curve, q);
}

/// For finite x and y. Other points are bad values.
FLAME_INLINE float atan2(float y, float x) {
  const float width = abs(x), height = abs(y);
  const bool isSteep = height > width;
  const float smaller = isSteep ? width : height, larger = isSteep ? height : width;
  const float divisor = __nvvm_fmax_ftz_f(larger, kSmallestNormal); // 0 / 0 is to be 0
  float angle = shortArctangentOfRatio(divide(smaller, divisor));
  angle = isSteep ? kHalfPi - angle : angle;
  angle = __builtin_bit_cast(int32_t, x) < 0 ? kPi - angle : angle;
  return copysign(angle, y);
}

FLAME_INLINE float log2(float x) { return __nvvm_lg2_approx_ftz_f(x); }
FLAME_INLINE float log(float x) { return log2(x) * kLn2; }
FLAME_INLINE float log10(float x) { return log2(x) * 0x1.344136p-2f; }

/// The exponent multiplies the error of the logarithm. This needs a small relative error next to 1
/// as well, which the logarithm of the unit does not have.
FLAME_INLINE float pow(float x, float y) {
  float size = abs(x);
  float log = logOfSize(logarithmOfNormal(size, 1.0f, kLog2E), size);
  return signOfPower(exp2(y * log), x, y);
}

FLAME_INLINE float scalePow(float x, float y) { return exp2(y * log2(x)); }

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_GPU_H
