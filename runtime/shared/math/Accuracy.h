// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the accuracy of the maths library, for the tests and for math-report. For the host only.
// A sweep draws arguments from a range, half of them spread evenly and half spread over the floats
// themselves (every binade gets its share). It evaluates a function on them and compares the
// results with the double-precision function of <cmath>.

#ifndef FLAME_RUNTIME_SHARED_MATH_ACCURACY_H
#define FLAME_RUNTIME_SHARED_MATH_ACCURACY_H

#include "runtime/shared/Math.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace flame::math {

/// A closed interval of arguments.
struct Range {
  float low, high;
};

/// One row of promises: a function, the ranges of its arguments (the second is {0, 0} for functions
/// of one argument) and the largest errors, as MathFunctions.def explains them.
struct Promise {
  const char *name;
  Function function;
  Range a, b;
  double ulp, gpuUlp, gpuRelative;
};

/// All promises, in the order of MathFunctions.def.
inline const std::vector<Promise> &promises() {
  static const std::vector<Promise> all = {
#define FLAME_MATH_UNARY_RANGE(name, low, high, ulp, gpuUlp, gpuRelative)                          \
  {#name, Function::name, {low, high}, {0, 0}, ulp, gpuUlp, gpuRelative},
#define FLAME_MATH_BINARY_RANGE(name, lowA, highA, lowB, highB, ulp, gpuUlp, gpuRelative)          \
  {#name, Function::name, {lowA, highA}, {lowB, highB}, ulp, gpuUlp, gpuRelative},
#include "runtime/shared/MathFunctions.def"
  };
  return all;
}

/// The error that a promise allows on this processor.
inline double allowedUlp(const Promise &promise) {
  return kHasFma ? promise.ulp : 1.5 * promise.ulp;
}

/// The widest vector this file is compiled for.
#if defined(__AVX512F__)
using NativeLanes = FloatLanes<16>;
#elif defined(__AVX__)
using NativeLanes = FloatLanes<8>;
#else
using NativeLanes = FloatLanes<4>;
#endif

/// <cmath> in double precision under the library's names.
namespace reference {
using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cbrt, std::ceil, std::copysign,
    std::cos, std::cosh, std::exp, std::exp2, std::floor, std::fmod, std::log, std::log10,
    std::log2, std::pow, std::rint, std::sin, std::sinh, std::sqrt, std::tan, std::tanh, std::trunc;
inline double rsqrt(double x) { return 1 / std::sqrt(x); }
inline double shortSin(double x) { return std::sin(x); }
inline double shortCos(double x) { return std::cos(x); }
inline double turnSin(double x) { return std::sin(x); }
inline double turnCos(double x) { return std::cos(x); }
inline double circleSin(double x) { return std::sin(x); }
inline double circleCos(double x) { return std::cos(x); }
inline double scalePow(double x, double y) { return std::pow(x, y); }
} // namespace reference

/// The exact value, as far as double goes, of `function` at (a, b).
inline double referenceValue(Function function, double a, double b) {
  switch (function) {
#define FLAME_MATH_UNARY(name)                                                                     \
  case Function::name:                                                                             \
    return reference::name(a);
#define FLAME_MATH_BINARY(name)                                                                    \
  case Function::name:                                                                             \
    return reference::name(a, b);
#include "runtime/shared/MathFunctions.def"
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// Calls visit(f) where f(a, b) is the library's `function`, for whatever type its arguments have.
template <class Visitor> inline auto withFunction(Function function, Visitor visit) {
  switch (function) {
#define FLAME_MATH_UNARY(name)                                                                     \
  case Function::name:                                                                             \
    return visit([](auto a, auto) __attribute__((always_inline)) { return math::name(a); });
#define FLAME_MATH_BINARY(name)                                                                    \
  case Function::name:                                                                             \
    return visit([](auto a, auto b) __attribute__((always_inline)) { return math::name(a, b); });
#include "runtime/shared/MathFunctions.def"
  }
  __builtin_unreachable();
}

/// The library's value of `function` at (a, b), in every lane of F.
template <class F> inline F libraryValue(Function function, F a, F b) {
  F result;
  withFunction(function, [&](auto call) { result = call(a, b); });
  return result;
}

/// out[i] = function(a[i], b[i]), as many at a time as F has lanes; `count` is a multiple of that.
template <class F>
inline void evaluate(Function function, const float *a, const float *b, float *out, size_t count) {
  withFunction(function, [=](auto call) {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): F may be a vector of one, a float
    for (size_t i = 0; i < count; i += sizeof(F) / sizeof(float)) {
      F first, second;
      std::memcpy(&first, a + i, sizeof(F));
      std::memcpy(&second, b + i, sizeof(F));
      F result = call(first, second);
      std::memcpy(out + i, &result, sizeof(F));
    }
  });
}

/// Distance of two floats counted in floats, ordered so that -0 and +0 are one apart.
inline int64_t rankOfFloat(float x) {
  int32_t bits = std::bit_cast<int32_t>(x);
  return bits < 0 ? -int64_t(bits & 0x7fffffff) - 1 : bits;
}
inline float floatOfRank(int64_t rank) {
  return rank < 0 ? -std::bit_cast<float>(static_cast<int32_t>(-rank - 1))
                  : std::bit_cast<float>(static_cast<int32_t>(rank));
}

/// Irrational steps, so that a sweep of any length fills its range, and pairs fill the plane.
inline constexpr double kStrideA = 0.61803398874989485, kStrideB = 0.41421356237309505;

/// Argument number `index` of an endless sweep over `range`. `stride`: one of the above.
inline float sweepArgument(const Range &range, uint64_t index, double stride) {
  const uint64_t step = index / 2;
  double position = std::fmod(static_cast<double>(step) * stride, 1.0);
  if (index % 2 == 0)
    return static_cast<float>(range.low + position * (static_cast<double>(range.high) - range.low));
  int64_t low = rankOfFloat(range.low), high = rankOfFloat(range.high);
  float x = floatOfRank(low + static_cast<int64_t>(position * static_cast<double>(high - low)));
  return std::abs(x) < kSmallestNormal ? 0.0f : x;
}

/// The error of `value` in units in the last place of `exact`, or of 2^-126 if that is larger.
inline double errorInUlp(float value, double exact) {
  if (std::isnan(value) || std::isnan(exact))
    return std::isnan(value) && std::isnan(exact) ? 0 : std::numeric_limits<double>::infinity();
  if (std::isinf(value) || std::abs(exact) > std::numeric_limits<float>::max())
    return static_cast<double>(value) == exact || value == static_cast<float>(exact)
               ? 0
               : std::numeric_limits<double>::infinity();
  int exponent = std::max(exact == 0 ? -126 : std::ilogb(exact), -126);
  return std::abs(value - exact) / std::ldexp(1.0, exponent - 23);
}

/// Result of a sweep.
struct Errors {
  double ulp = 0;               ///< largest error in units in the last place
  double relative = 0;          ///< largest error relative to 1 + |exact value|
  float worstA = 0, worstB = 0; ///< arguments of the largest error in ulp
};

/// The errors of `function` at given arguments and results.
inline Errors compare(Function function, const std::vector<float> &a, const std::vector<float> &b,
                      const std::vector<float> &results) {
  Errors errors;
  for (size_t i = 0; i < results.size(); ++i) {
    double exact = referenceValue(function, a[i], b[i]);
    double ulp = errorInUlp(results[i], exact);
    if (ulp > errors.ulp)
      errors.ulp = ulp, errors.worstA = a[i], errors.worstB = b[i];
    if (std::isfinite(exact) && std::abs(exact) <= std::numeric_limits<float>::max())
      errors.relative =
          std::max(errors.relative, std::abs(results[i] - exact) / (1 + std::abs(exact)));
  }
  return errors;
}

/// `count` argument pairs for a promise.
inline void fillSweep(const Promise &promise, size_t count, std::vector<float> &a,
                      std::vector<float> &b) {
  a.resize(count), b.resize(count);
  for (size_t i = 0; i < count; ++i) {
    a[i] = sweepArgument(promise.a, i, kStrideA);
    b[i] = sweepArgument(promise.b, i / 2, kStrideB); // every kind of a meets every kind of b
  }
}

/// Sweeps one promise with the lanes of F.
template <class F> inline Errors sweep(const Promise &promise, size_t count) {
  std::vector<float> a, b, results(count);
  fillSweep(promise, count, a, b);
  evaluate<F>(promise.function, a.data(), b.data(), results.data(), count);
  return compare(promise.function, a, b, results);
}

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_ACCURACY_H
