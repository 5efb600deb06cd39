// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See the header.

#include "runtime/plan/NoiseByBatch.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace flame::rt {

/// How fast noise falls with samples: the exponent of the root, and the least that is believed of a measured one.
static constexpr double kRoot = 0.5, kSlowestFall = 0.15;
/// The same of what the logarithm of few samples loses, which falls with their number, but slower where buckets have hardly any.
static constexpr double kFastestLossFall = 1, kSlowestLossFall = 0.7;
/// Octaves of samples over which it is seen how wrong halves were.
static constexpr double kOctaves = 2;
/// Noise is not foretold for more than so many times the samples.
static constexpr double kFarthest = 1e9;

void NoiseByBatch::add(const BatchNoise &batch) {
  assert(batches.empty() || batch.samples > batches.back().samples);
  batches.push_back(batch);
  chanceFall = isSure() ? nextFall() : kRoot;
  chance = batch.ofHalf * std::exp2(-chanceFall);
  if (batch.foretold > 0) {
    chance = batch.foretold * correction();
    chanceFall = std::clamp(std::log2(batch.ofHalf / chance), kSlowestFall, kRoot);
  }
  lossFall = kFastestLossFall;
  if (isSure() && batch.gain > 0)
    lossFall = std::clamp(fallBefore(batch.samples, &BatchNoise::gain), kSlowestLossFall,
                          kFastestLossFall);
  loss = batch.gain / (std::exp2(lossFall) - 1);
}

/// With which exponent the noise of halves falls while samples double again. Where it has come nearer to the root, it goes on to: it
/// goes the same part of what is left.
double NoiseByBatch::nextFall() const {
  const auto fall = [&](double samples) {
    return std::clamp(fallBefore(samples, &BatchNoise::ofHalf), kSlowestFall, kRoot);
  };
  const double samples = batches.back().samples, last = fall(samples);
  if (samples < 4 * batches.front().samples)
    return last;
  const double before = fall(samples / 2);
  return before < last ? last + (kRoot - last) * (last - before) / (kRoot - before) : last;
}

/// By what halves with filters of the whole were wrong when there were half as many samples, or a quarter: the mean of both, since
/// filters leave little that is independent in a picture, and either is known roughly.
double NoiseByBatch::correction() const {
  double sum = 0, count = 0; // of logarithms
  for (double then = batches.back().samples / 2; isSure() && count < kOctaves; then /= 2) {
    const double earlier = std::max(then, batches.front().samples);
    const double was = at(2 * earlier, &BatchNoise::ofHalf);
    const double foretold = at(earlier, &BatchNoise::foretold);
    if (was > 0 && foretold > 0)
      sum += std::log(was / foretold);
    ++count;
    if (then / 2 < batches.front().samples)
      break;
  }
  return count > 0 ? std::exp(sum / count) : 1;
}

/// The exponent with which a figure fell over the last doubling of samples up to `samples`, or from
/// the first batch on.
double NoiseByBatch::fallBefore(double samples, double BatchNoise::*figure) const {
  const double earlier = std::max(samples / 2, batches.front().samples);
  const double from = at(earlier, figure), to = at(samples, figure);
  return from > 0 && to > 0 ? std::log(from / to) / std::log(samples / earlier) : 0;
}

/// A figure at a number of samples: interpolated between batches, and extrapolated beyond the last
/// one, as a power of that number.
double NoiseByBatch::at(double samples, double BatchNoise::*figure) const {
  size_t i = 0;
  while (i + 2 < batches.size() && batches[i + 1].samples < samples)
    ++i;
  const BatchNoise &from = batches[i], &to = batches[i + 1];
  if (!(from.*figure > 0 && to.*figure > 0))
    return to.*figure;
  const double share = std::log(samples / from.samples) / std::log(to.samples / from.samples);
  return from.*figure * std::pow(to.*figure / (from.*figure), share);
}

double NoiseByBatch::noiseAt(double times) const {
  return std::hypot(chance * std::pow(times, -chanceFall), loss * std::pow(times, -lossFall));
}

double NoiseByBatch::timesFor(double target) const {
  double few = 1, many = 1;
  while (noiseAt(many) > target && many < kFarthest)
    many *= 2;
  while (many > 1.0001 * few) {
    const double times = std::sqrt(few * many);
    (noiseAt(times) > target ? few : many) = times;
  }
  return many;
}

} // namespace flame::rt
