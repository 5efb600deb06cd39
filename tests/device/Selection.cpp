// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading transitions out of a histogram and judging them.

#include "tests/device/Selection.h"

#include <cmath>
#include <numeric>

namespace flame::test {

double SelectionCase::probability(unsigned from, unsigned to) const {
  double sum = 0;
  auto weight = [&](unsigned next) {
    return weights[next] * (chaos.empty() ? 1 : chaos[from][next]);
  };
  for (unsigned next = 0; next < kSelectionXforms; ++next)
    sum += weight(next);
  return weight(to) / sum;
}

const std::vector<SelectionCase> &selectionCases() {
  using Rows = std::vector<std::array<double, kSelectionXforms>>;
  static const Rows chaos = {
      {0, 1, 1, 1, 1}, {1, 0.5, 1, 0, 2}, {1, 1, 1, 1, 1}, {4, 1, 0, 0, 0.25}, {0, 0, 1, 1, 0}};
  static const std::vector<SelectionCase> cases = {
      {"plain", {0.3, 0.25, 0.2, 0.15, 0.1}, {}},
      {"rare", {0.5, 0.295, 0.15, 0.05, 0.005}, {}},
      {"xaos", {0.3, 0.25, 0.2, 0.15, 0.1}, chaos},
      {"manyxaos", {0.3, 0.25, 0.2, 0.15, 0.1}, chaos, false, 4},
      {"converged", {0.3, 0.25, 0.2, 0.15, 0.1}, {}, true}};
  return cases;
}

/// The xform onto whose square a point falls.
static unsigned nearestSquare(double x, double y) {
  unsigned nearest = 0;
  double best = INFINITY;
  for (unsigned i = 0; i < kSelectionXforms; ++i) {
    const double distance = std::hypot(x - kSelectionCentres[i][0], y - kSelectionCentres[i][1]);
    if (distance < best)
      best = distance, nearest = i;
  }
  return nearest;
}

TransitionCounts countTransitions(std::span<const abi::WideCell> histogram,
                                  const abi::FrameGeometry &frame) {
  TransitionCounts counts = {};
  for (size_t i = 0; i < histogram.size(); ++i) {
    if (histogram[i].count == 0)
      continue;
    const size_t column = i % frame.gridWidth, row = i / frame.gridWidth;
    const double x = (double(column) - frame.gutter + 0.5) / frame.width;
    const double y = (double(row) - frame.gutter + 0.5) / frame.height;
    const unsigned to = nearestSquare(x, y);
    const unsigned from = nearestSquare((x - kSelectionCentres[to][0]) / kSelectionShrink + 0.5,
                                        (y - kSelectionCentres[to][1]) / kSelectionShrink + 0.5);
    counts[from][to] += double(histogram[i].count);
  }
  return counts;
}

/// The value that chi-square with that many degrees of freedom exceeds with probability 1e-4 (E.
/// Wilson and M. Hilferty, "The distribution of chi-square", 1931).
static double limitOfChiSquare(double degrees) {
  constexpr double kNormalQuantile = 3.719;
  const double spread = 2 / (9 * degrees);
  return degrees * std::pow(1 - spread + kNormalQuantile * std::sqrt(spread), 3);
}

static double sumOf(const std::array<double, kSelectionXforms> &row) {
  return std::accumulate(row.begin(), row.end(), 0.0);
}

Verdict testSuccessors(const TransitionCounts &counts, const SelectionCase &selection,
                       double group) {
  Verdict verdict;
  unsigned degrees = 0;
  for (unsigned from = 0; from < kSelectionXforms; ++from) {
    const double visits = sumOf(counts[from]);
    unsigned possible = 0;
    for (unsigned to = 0; to < kSelectionXforms; ++to) {
      const double expected = visits * selection.probability(from, to);
      if (expected == 0) {
        verdict.forbidden += counts[from][to] > 0;
        continue;
      }
      ++possible;
      verdict.chiSquare += std::pow(counts[from][to] - expected, 2) / expected / group;
    }
    degrees += possible > 0 ? possible - 1 : 0;
  }
  verdict.limit = limitOfChiSquare(degrees);
  return verdict;
}

/// The share of time that the chain spends at each xform in the long run.
static std::array<double, kSelectionXforms> stationary(const SelectionCase &selection) {
  constexpr int kSteps = 1000;
  std::array<double, kSelectionXforms> shares;
  shares.fill(1.0 / kSelectionXforms);
  for (int step = 0; step < kSteps; ++step) {
    std::array<double, kSelectionXforms> next = {};
    for (unsigned from = 0; from < kSelectionXforms; ++from)
      for (unsigned to = 0; to < kSelectionXforms; ++to)
        next[to] += shares[from] * selection.probability(from, to);
    shares = next;
  }
  return shares;
}

Verdict testVisits(const TransitionCounts &counts, const SelectionCase &selection, double group) {
  Verdict verdict;
  verdict.limit = limitOfChiSquare(kSelectionXforms - 1);
  double all = 0;
  std::array<double, kSelectionXforms> visits = {};
  for (const auto &row : counts)
    for (unsigned to = 0; to < kSelectionXforms; ++to)
      visits[to] += row[to], all += row[to];
  const std::array<double, kSelectionXforms> shares = stationary(selection);
  for (unsigned i = 0; i < kSelectionXforms; ++i)
    verdict.chiSquare += std::pow(visits[i] - all * shares[i], 2) / (all * shares[i]) / group;
  return verdict;
}

} // namespace flame::test
