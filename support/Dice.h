// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers for programs whose results are to depend on a seed alone, on every machine: the engine is that of the standard,
// distributions are our own, since those of standard libraries differ.

#ifndef FLAME_SUPPORT_DICE_H
#define FLAME_SUPPORT_DICE_H

#include <cstddef>
#include <cstdint>
#include <random>

namespace flame {

/// A source of numbers.
class Dice {
public:
  explicit Dice(uint64_t seed) : engine(seed) {}
  /// An integer from 0 up to, not including, `count`, which is above 0.
  size_t below(size_t count);
  /// From 0 up to, not including, 1.
  double fraction();
  /// From `low` up to, not including, `high`.
  double between(double low, double high) { return low + (high - low) * fraction(); }
  /// From -1 up to, not including, 1.
  double signedUnit() { return between(-1, 1); }
  /// True with this probability.
  bool chance(double probability) { return fraction() < probability; }
  /// A seed for other dice, so that what those throw does not change what comes here next.
  uint64_t seed() { return engine(); }

private:
  std::mt19937_64 engine;
};

} // namespace flame

#endif // FLAME_SUPPORT_DICE_H
