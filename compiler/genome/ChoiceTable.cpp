// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry i of a table is the first xform at which the running sum of shares exceeds i / entries.

#include "compiler/genome/ChoiceTable.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace flame {

/// Rounds `shares` to multiples of their sum / `entries`. Shares that already are such multiples
/// stay exactly as they are.
static std::vector<double> rounded(const std::vector<double> &shares, unsigned entries) {
  constexpr double kTolerance = 1e-9; // in entries
  const double step = std::accumulate(shares.begin(), shares.end(), 0.0) / entries;
  std::vector<double> result(shares.size(), 0);
  size_t index = 0;
  double reached = shares.front(), position = 0;
  for (unsigned entry = 0; entry < entries; ++entry, position += step) {
    while (reached <= position + kTolerance * step && index + 1 < shares.size())
      reached += shares[++index];
    result[index] += step;
  }
  double change = 0;
  for (size_t i = 0; i < shares.size(); ++i)
    change = std::max(change, std::abs(result[i] - shares[i]));
  return change > kTolerance * step ? result : shares;
}

/// The weights of all xforms after `last`, including its chaos factors.
static std::vector<double> weightsBehind(const Genome &genome, const Xform &last) {
  std::vector<double> weights;
  for (const Xform &next : genome.xforms)
    weights.push_back(next.weight * last.chaosTo(weights.size()));
  return weights;
}

void roundToTable(Genome &genome, unsigned entries) {
  if (!genome.hasChaos()) {
    const std::vector<double> weights =
        rounded(weightsBehind(genome, genome.xforms.front()), entries);
    for (size_t i = 0; i < weights.size(); ++i)
      genome.xforms[i].weight = weights[i];
    return;
  }
  for (Xform &xform : genome.xforms) {
    if (xform.weight == 0)
      continue;
    const std::vector<double> weights = weightsBehind(genome, xform);
    std::vector<double> chaos = rounded(weights, entries);
    for (size_t i = 0; i < chaos.size(); ++i) {
      if (chaos[i] == weights[i])
        chaos[i] = xform.chaosTo(i);
      else
        chaos[i] = genome.xforms[i].weight > 0 ? chaos[i] / genome.xforms[i].weight : 0;
    }
    xform.chaos = std::move(chaos);
  }
}

} // namespace flame
