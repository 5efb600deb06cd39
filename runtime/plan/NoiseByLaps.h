// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much noise a frame has that is made in laps, from what was seen after each of them.
//
// Two halves of a frame are two pictures of half its samples, and say exactly how much noise those have. The whole has less, but how
// much less is not known beforehand: the logarithm of few samples, and filters that get narrower with more, make noise fall slower
// than with the root of the samples. How it fell until now says how it goes on. Where filters follow the number of samples, halves
// with filters of the whole foretell its noise nearly; by how much they are wrong was seen when there were half as many samples.

#ifndef FLAME_RUNTIME_PLAN_NOISEBYLAPS_H
#define FLAME_RUNTIME_PLAN_NOISEBYLAPS_H

#include <vector>

namespace flame::rt {

/// What was seen after a lap, with so many samples in both halves.
struct SeenAfterLap {
  double samples;
  double ofHalf; ///< noise of a half, as a picture of its own
  double foretold =
      0; ///< noise of the whole, by halves with filters of the whole; 0: these are those of halves
  double gain =
      0; ///< of the whole over its halves (gainOfWhole); 0: what few samples lose is not counted
};

class NoiseByLaps {
public:
  /// Laps come with ever more samples.
  void add(const SeenAfterLap &lap);

  /// Whether it is known how fast noise falls, for which two laps are needed.
  bool isSure() const { return laps.size() > 1; }
  /// Of the whole.
  double noise() const { return noiseAt(1); }
  /// How many times as many samples have no more noise than `target`; 1 if these do.
  double timesFor(double target) const;

private:
  double noiseAt(double times) const;
  double nextFall() const;
  double correction() const;
  double fallBefore(double samples, double SeenAfterLap::*figure) const;
  double at(double samples, double SeenAfterLap::*figure) const;

  std::vector<SeenAfterLap> laps;
  double chance = 0, loss = 0;         ///< what the noise consists of
  double chanceFall = 0, lossFall = 0; ///< exponents with which they fall
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_NOISEBYLAPS_H
