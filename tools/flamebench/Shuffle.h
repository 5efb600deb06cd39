// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What it costs that the points of a warp share their choices of xforms. Two points that chose the same for long enough are the
// same point as far as a picture can tell, and add nothing to each other; so points change places between warps.
//
// Points of a block are numbered; point i stands in column i mod W and in warp i / W, where W points share a choice. There are N
// xforms of equal weight. What is asked is how likely it is that two points of a block, taken at random, have made the same choices
// in the last l rounds. The analysis is that of the thesis behind cuburn (its table of the ring has a slip, see docs/schedules.md).

#ifndef FLAME_TOOLS_FLAMEBENCH_SHUFFLE_H
#define FLAME_TOOLS_FLAMEBENCH_SHUFFLE_H

#include "tools/flamebench/Table.h"

#include <cstdint>
#include <span>

namespace flame {

/// How points change places after a round.
enum class Exchange {
  Independent, ///< it does not matter: every point chooses for itself
  None,
  Ring, ///< each column turns by a random number of warps
  Full, ///< at random, all of them
  Ours, ///< that of runtime/shared/Exchange.h, whose choices are spread evenly over a block
};

/// A block of points.
struct ShuffledBlock {
  Exchange exchange;
  uint32_t points;  ///< a multiple of `sharing`; both are those of the kernel for `Ours`
  uint32_t sharing; ///< that share a choice
  uint32_t xforms;  ///< 2 or more
};

/// The block of the iterate kernel.
ShuffledBlock ourBlock(uint32_t xforms);

/// The probabilities for each of `lengths`, which ascend. Rings and full exchanges are random ones, for which there are formulas; of
/// ours, all pairs of points are gone through.
std::vector<double> sameChoices(const ShuffledBlock &block, std::span<const unsigned> lengths);

/// What was seen in a simulation.
struct SimulatedShuffle {
  std::vector<double> same; ///< share of pairs with the same last choices, for each length
  std::vector<double>
      noise; ///< variance of a histogram of these choices, relative to that of independent samples
};
/// Plays `rounds` rounds. Lengths ascend, and xforms to the power of the last, with one more, has to be below 2^64. Histograms of
/// more than 2^16 cells are left out: their noise is 0.
SimulatedShuffle simulateShuffle(const ShuffledBlock &block, std::span<const unsigned> lengths,
                                 unsigned rounds, uint64_t seed);

/// The variance of a histogram with a cell for each series of `length` choices, relative to that of independent samples, if `same` is
/// the probability above: what samples are worth is its inverse.
double noiseOf(const ShuffledBlock &block, unsigned length, double same);

struct ShuffleBenchOptions {
  unsigned xforms = 8, rounds = 2000;
  uint64_t seed = 1;
};

/// A table of probabilities and one of what they cost.
std::vector<Table> benchShuffle(const ShuffleBenchOptions &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_SHUFFLE_H
