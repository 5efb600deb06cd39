// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flames whose histogram tells which xforms were chosen. Every xform shrinks the unit square onto a
// square of its own, with room between them, so the place of a sample says which xform was applied
// last, and the place within that square which one before it. No LLVM here: the histogram may come
// from any device.
//
// Samples of a renderer are not independent: points that move together share their choices. If
// `group` points share one choice, and different groups choose independently, the variance of every
// count is at most `group` times that of independent samples; so chi-square over `group` stays
// below the limit of independent samples.

#ifndef FLAME_TESTS_DEVICE_SELECTION_H
#define FLAME_TESTS_DEVICE_SELECTION_H

#include "abi/Abi.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace flame::test {

inline constexpr unsigned kSelectionXforms = 5;
/// Pixels per side; the picture shows the unit square.
inline constexpr unsigned kSelectionSize = 128;
/// The factor by which xforms shrink.
inline constexpr double kSelectionShrink = 0.2;
/// Centres of the squares.
inline constexpr double kSelectionCentres[kSelectionXforms][2] = {
    {1.0 / 6, 1.0 / 6}, {5.0 / 6, 1.0 / 6}, {0.5, 0.5}, {1.0 / 6, 5.0 / 6}, {5.0 / 6, 5.0 / 6}};

/// How xforms are chosen: weights, and with xaos the factors on them after each xform.
struct SelectionCase {
  std::string name;
  std::array<double, kSelectionXforms> weights;
  std::vector<std::array<double, kSelectionXforms>> chaos; ///< empty, or a row per xform
  bool onlyConverged = false; ///< no sample counts before the fuse is over
  unsigned copies = 1;        ///< of each xform, which share its weight: what is seen is the same

  /// The probability of `to` after `from`.
  double probability(unsigned from, unsigned to) const;
};

/// The xform that hidden-<case>.cubin does not show.
inline constexpr unsigned kHiddenXform = 2;

/// Without xaos, with a rare xform, with xaos that forbids some successions, the same with more
/// xforms than points of a GPU make chains of, and with converged points alone.
const std::vector<SelectionCase> &selectionCases();

/// counts[from][to]: samples whose last xform was `to` and the one before `from`.
using TransitionCounts = std::array<std::array<double, kSelectionXforms>, kSelectionXforms>;

/// Reads the transitions out of a histogram of opaque samples; `frame` is its geometry, supersample
/// 1.
TransitionCounts countTransitions(std::span<const abi::WideCell> histogram,
                                  const abi::FrameGeometry &frame);

/// A test statistic and what it must not exceed: with right code that happens once in 10000 runs.
struct Verdict {
  double chiSquare = 0, limit = 0;
  unsigned forbidden = 0; ///< successions of probability 0 that were seen
};

/// The chi-square test of every xform's frequencies of successors.
Verdict testSuccessors(const TransitionCounts &counts, const SelectionCase &selection,
                       double group);

/// The chi-square test of the frequencies of xforms. With xaos, visits are correlated in time too,
/// as far as the chain remembers; `group` must allow for that.
Verdict testVisits(const TransitionCounts &counts, const SelectionCase &selection, double group);

} // namespace flame::test

#endif // FLAME_TESTS_DEVICE_SELECTION_H
