// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Estimates the noise of a frame that is rendered in batches, from measurements after each of them.
//
// Two halves of a frame are two pictures of half its samples, and say exactly how much noise those have. The whole has less, but how
// much less is not known beforehand: the logarithm of few samples, and filters that get narrower with more, make noise fall slower
// than with the root of the samples. How it fell until now says how it goes on. Where filters follow the number of samples, halves
// with filters of the whole foretell its noise nearly; by how much they are wrong was seen when there were half as many samples.

#ifndef FLAME_RUNTIME_PLAN_NOISEBYBATCH_H
#define FLAME_RUNTIME_PLAN_NOISEBYBATCH_H

#include <vector>

namespace flame::rt {

/// What was measured after a batch.
struct BatchNoise {
  double samples; ///< of both halves
  double ofHalf;  ///< noise of a half, as a picture of its own
  double foretold =
      0; ///< noise of the whole, by halves with filters of the whole; 0: these are those of halves
  double gain =
      0; ///< of the whole over its halves (gainOfWhole); 0: what few samples lose is not counted
};

class NoiseByBatch {
public:
  /// The number of samples grows from batch to batch.
  void add(const BatchNoise &batch);

  /// True if it is known how fast noise falls; that takes two batches.
  bool isSure() const { return batches.size() > 1; }
  /// Of the whole.
  double noise() const { return noiseAt(1); }
  /// How many times as many samples have no more noise than `target`; 1 if these do.
  double timesFor(double target) const;

private:
  double noiseAt(double times) const;
  double nextFall() const;
  double correction() const;
  double fallBefore(double samples, double BatchNoise::*figure) const;
  double at(double samples, double BatchNoise::*figure) const;

  std::vector<BatchNoise> batches;
  double chance = 0, loss = 0;         ///< what the noise consists of
  double chanceFall = 0, lossFall = 0; ///< exponents with which they fall
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_NOISEBYBATCH_H
