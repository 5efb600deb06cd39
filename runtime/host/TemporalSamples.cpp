// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quantiles of temporal filters.

#include "runtime/host/TemporalSamples.h"

#include <cassert>
#include <cmath>

namespace flame::rt {

/// The gaussian filter reaches this many standard deviations to both sides.
static constexpr double kGaussianReach = 3;

/// The place in the shutter below which the share `quantile` of a normal distribution lies that is cut off at
/// kGaussianReach; by bisection, as a frame needs only a few thousand values of its integral.
static double gaussianQuantile(double quantile) {
  const double whole = std::erf(kGaussianReach / std::sqrt(2.0));
  double low = -kGaussianReach, high = kGaussianReach;
  for (int bit = 0; bit < 52; ++bit) {
    const double middle = (low + high) / 2;
    const double passed = 0.5 + 0.5 * std::erf(middle / std::sqrt(2.0)) / whole;
    (passed < quantile ? low : high) = middle;
  }
  return 0.5 + 0.25 * (low + high) / kGaussianReach;
}

/// The place in the shutter by which the share `quantile` of the light has come in.
static double shutterQuantile(TemporalShape shape, double exponent, double quantile) {
  switch (shape) {
  case TemporalShape::Box:
    return quantile;
  case TemporalShape::Gaussian:
    return gaussianQuantile(quantile);
  case TemporalShape::Exp: // the integral of x^e is x^(e + 1) / (e + 1)
    if (exponent >= 0)
      return std::pow(quantile, 1 / (exponent + 1));
    return 1 - std::pow(1 - quantile, 1 / (1 - exponent));
  }
  __builtin_unreachable();
}

TemporalShape temporalShapeOf(std::string_view word) {
  if (word == "gaussian")
    return TemporalShape::Gaussian;
  if (word == "exp")
    return TemporalShape::Exp;
  assert(word == "box");
  return TemporalShape::Box;
}

/// The time within a loop; a time just below a whole number must not be rounded up to it.
static float wrapped(double time) {
  const float inLoop = float(time - std::floor(time));
  return inLoop < 1 ? inLoop : 0;
}

std::vector<double> shutterPlaces(TemporalShape shape, double exponent, uint32_t count) {
  if (count == 1) // an exposure of one instant is that of its middle, whatever the filter
    return {0.5};
  std::vector<double> places;
  for (uint32_t k = 0; k < count; ++k)
    places.push_back(shutterQuantile(shape, exponent, (k + 0.5) / count));
  return places;
}

std::vector<float> temporalSampleTimes(std::span<const double> places, double centre, double length,
                                       bool loops) {
  std::vector<float> times;
  for (double place : places) {
    const double time = centre + (place - 0.5) * length;
    times.push_back(loops ? wrapped(time) : float(time));
  }
  return times;
}

} // namespace flame::rt
