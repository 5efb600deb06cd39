// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/plan/NoiseByBatch.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace flame::rt {

/// Exponent of the root law by which noise falls with samples, and the lowest measured exponent
/// that counts as real.
static constexpr double kRoot = 0.5, kSlowestFall = 0.15;
/// The same for the loss by log scaling of few samples. It falls with their number, but more slowly
/// where buckets have hardly any samples.
static constexpr double kFastestLossFall = 1, kSlowestLossFall = 0.7;
/// Octaves of samples over which the error of the prediction by halves is observed.
static constexpr double kOctaves = 2;
/// Largest increase of samples for which noise is predicted, as a factor.
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

/// The exponent with which the noise of halves falls during the next doubling of samples. If it
/// approached that of the root law, it continues to do so, by the same part of the remaining
/// difference.
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

/// The error of the prediction by halves with filters of the whole, observed when there were half
/// and a quarter of the samples. It is the mean of both: filters leave little that is independent
/// in a picture, so either is known only roughly.
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

/// A figure at a number of samples: a power law, interpolated between batches and extrapolated
/// beyond the last one.
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
