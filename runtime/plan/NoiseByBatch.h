// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Estimates the noise of a frame that is rendered in batches, from measurements after each batch.
//
// The two halves of a frame are two pictures with half its samples. Their difference measures the
// noise of a half exactly. The whole has less noise, but how much less is not known in advance: log
// scaling of few samples, and filters that narrow as samples grow, make noise fall more slowly than
// with the square root of the samples. The fall so far predicts the further fall. If filters follow
// the number of samples, halves filtered like the whole predict its noise closely. The error of
// that prediction is known from the time when there were half as many samples.

#ifndef FLAME_RUNTIME_PLAN_NOISEBYBATCH_H
#define FLAME_RUNTIME_PLAN_NOISEBYBATCH_H

#include <vector>

namespace flame::rt {

/// Measurements after one batch.
struct BatchNoise {
  double samples; ///< of both halves
  double ofHalf;  ///< noise of a half as a picture of its own
  /// Noise of the whole, predicted by halves with the filters of the whole. 0: `ofHalf` has these
  /// filters.
  double foretold = 0;
  /// Gain of the whole over its halves (gainOfWhole). 0: the loss at few samples is ignored.
  double gain = 0;
};

class NoiseByBatch {
public:
  /// The number of samples must grow from batch to batch.
  void add(const BatchNoise &batch);

  /// True once the rate at which noise falls is known, which takes two batches.
  bool isSure() const { return batches.size() > 1; }
  /// Noise of the whole.
  double noise() const { return noiseAt(1); }
  /// The factor by which the samples must grow for the noise to be at most `target`. 1 if it is
  /// already.
  double timesFor(double target) const;

private:
  double noiseAt(double times) const;
  double nextFall() const;
  double correction() const;
  double fallBefore(double samples, double BatchNoise::*figure) const;
  double at(double samples, double BatchNoise::*figure) const;

  std::vector<BatchNoise> batches;
  double chance = 0, loss = 0;         ///< components of the noise
  double chanceFall = 0, lossFall = 0; ///< exponents with which they fall
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_NOISEBYBATCH_H
