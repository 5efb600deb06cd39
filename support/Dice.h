// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers for programs whose results must depend on a seed alone, on every machine. The
// engine is that of the standard library. The distributions are our own, because those of standard
// libraries differ.

#ifndef FLAME_SUPPORT_DICE_H
#define FLAME_SUPPORT_DICE_H

#include <cstddef>
#include <cstdint>
#include <random>

namespace flame {

/// A source of random numbers.
class Dice {
public:
  explicit Dice(uint64_t seed) : engine(seed) {}
  /// An integer from 0 up to, not including, `count`. `count` must be above 0.
  size_t below(size_t count) {
    // Numbers beyond it would favour small results.
    const uint64_t limit = UINT64_MAX - UINT64_MAX % count;
    uint64_t number = engine();
    while (number >= limit)
      number = engine();
    return number % count;
  }
  /// A number from 0 up to, not including, 1.
  double fraction() {
    constexpr int kDigits = 53;
    return double(engine() >> (64 - kDigits)) / double(uint64_t(1) << kDigits);
  }
  /// A number from `low` up to, not including, `high`.
  double between(double low, double high) { return low + (high - low) * fraction(); }
  /// A number from -1 up to, not including, 1.
  double signedUnit() { return between(-1, 1); }
  /// True with this probability.
  bool chance(double probability) { return fraction() < probability; }
  /// A seed for other dice. Their use does not change the numbers that follow here.
  uint64_t seed() { return engine(); }

private:
  std::mt19937_64 engine;
};

} // namespace flame

#endif // FLAME_SUPPORT_DICE_H
