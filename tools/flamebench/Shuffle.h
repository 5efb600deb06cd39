// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the cost of sharing xform choices within a warp. If two points made the same choices for
// long enough, they are the same point at the resolution of a picture, and the second one adds no
// information. Points therefore move between warps.
//
// The points of a block are numbered. Point i is in column i mod W of warp i / W, where W points
// share a choice. There are N xforms of equal weight. The question is the probability that two
// random points of a block made the same choices in the last l rounds. The analysis follows the
// thesis behind cuburn (its table for the ring has an error, see docs/schedules.md).

#ifndef FLAME_TOOLS_FLAMEBENCH_SHUFFLE_H
#define FLAME_TOOLS_FLAMEBENCH_SHUFFLE_H

#include "tools/flamebench/Table.h"

#include <cstdint>
#include <span>

namespace flame {

/// How points move after a round.
enum class Exchange {
  Independent, ///< exchange is irrelevant: every point chooses for itself
  None,
  Ring, ///< each column rotates by a random number of warps
  Full, ///< all points move at random
  /// That of runtime/shared/Exchange.h, whose choices are spread evenly over a block.
  Ours,
};

/// A block of points.
struct ShuffledBlock {
  Exchange exchange;
  /// A multiple of `sharing`. For `Ours`, both are those of the kernel.
  uint32_t points;
  uint32_t sharing; ///< number of points that share a choice
  uint32_t xforms;  ///< 2 or more
};

/// Returns the block of the iterate kernel.
ShuffledBlock ourBlock(uint32_t xforms);

/// Returns the probability for each of `lengths`, which must ascend. Uses formulas for random rings
/// and full exchanges, and enumerates all pairs of points for ours.
std::vector<double> sameChoices(const ShuffledBlock &block, std::span<const unsigned> lengths);

/// Results of a simulation.
struct SimulatedShuffle {
  /// Fraction of pairs with the same last choices, for each length.
  std::vector<double> same;
  /// Variance of a histogram of these choices, relative to that of independent samples.
  std::vector<double> noise;
};
/// Simulates `rounds` rounds. `lengths` must ascend, and `xforms` to the power of the last length
/// plus one must be below 2^64. Histograms of more than 2^16 cells are skipped: their noise is 0.
SimulatedShuffle simulateShuffle(const ShuffledBlock &block, std::span<const unsigned> lengths,
                                 unsigned rounds, uint64_t seed);

/// Returns the variance of a histogram with one cell per series of `length` choices, relative to
/// that of independent samples. `same` is the probability from above. The inverse is the worth of a
/// sample.
double noiseOf(const ShuffledBlock &block, unsigned length, double same);

struct ShuffleBenchOptions {
  unsigned xforms = 8, rounds = 2000;
  uint64_t seed = 1;
};

/// Returns a table of probabilities and a table of their costs.
std::vector<Table> benchShuffle(const ShuffleBenchOptions &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_SHUFFLE_H
