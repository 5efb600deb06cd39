// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/plan/TemporalSamples.h"

#include <cassert>
#include <cmath>

namespace flame::rt {

/// Standard deviations that the gaussian filter covers on either side.
static constexpr double kGaussianReach = 3;

/// The share of a normal distribution, cut off at kGaussianReach, below a position in the shutter.
static double gaussianShare(double position) {
  const double whole = std::erf(kGaussianReach / std::sqrt(2.0));
  return 0.5 + 0.5 * std::erf(kGaussianReach * (2 * position - 1) / std::sqrt(2.0)) / whole;
}

/// Its inverse, by bisection: a frame needs only a few thousand values.
static double gaussianQuantile(double quantile) {
  double low = 0, high = 1;
  for (int bit = 0; bit < 52; ++bit) {
    const double middle = (low + high) / 2;
    (gaussianShare(middle) < quantile ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// The share of the light received up to a position in the shutter.
static double shutterShare(TemporalShape shape, double exponent, double position) {
  switch (shape) {
  case TemporalShape::Box:
    return position;
  case TemporalShape::Gaussian:
    return gaussianShare(position);
  case TemporalShape::Exp: // the integral of x^e is x^(e + 1) / (e + 1)
    if (exponent >= 0)
      return std::pow(position, exponent + 1);
    return 1 - std::pow(1 - position, 1 - exponent);
  }
  __builtin_unreachable();
}

/// Its inverse: the position up to which the share `quantile` was received.
static double shutterQuantile(TemporalShape shape, double exponent, double quantile) {
  switch (shape) {
  case TemporalShape::Box:
    return quantile;
  case TemporalShape::Gaussian:
    return gaussianQuantile(quantile);
  case TemporalShape::Exp:
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

/// The time within a loop. A time just below a whole number must not be rounded up to it.
static float wrapped(double time) {
  const float inLoop = float(time - std::floor(time));
  return inLoop < 1 ? inLoop : 0;
}

std::vector<double> shutterPositions(TemporalShape shape, double exponent, uint32_t count,
                                     ShutterPart part) {
  if (count == 1) // an exposure of one instant shows its middle, for any filter
    return {(part.opens + part.closes) / 2};
  const double before = shutterShare(shape, exponent, part.opens);
  const double light = shutterShare(shape, exponent, part.closes) - before;
  std::vector<double> positions;
  for (uint32_t k = 0; k < count; ++k)
    positions.push_back(shutterQuantile(shape, exponent, before + light * (k + 0.5) / count));
  return positions;
}

std::vector<float> temporalSampleTimes(std::span<const double> positions, double centre,
                                       double length, bool loops) {
  std::vector<float> times;
  for (double position : positions) {
    const double time = centre + (position - 0.5) * length;
    times.push_back(loops ? wrapped(time) : float(time));
  }
  return times;
}

} // namespace flame::rt
