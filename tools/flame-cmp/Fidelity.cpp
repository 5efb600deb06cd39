// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over pixels and pairs of pictures; the header has the formulas. All sums are in double,
// because a picture has a million values and bias is a small difference of large means.

#include "tools/flame-cmp/Fidelity.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>

namespace flame {

namespace {

/// Means of E and of E^2 over pairs.
struct PairMeans {
  double sum = 0;
  double sumOfSquares = 0;
  int pairs = 0;

  void add(double e) {
    sum += e;
    sumOfSquares += e * e;
    ++pairs;
  }
  double mean() const { return sum / pairs; }
  double meanOfSquares() const { return sumOfSquares / pairs; }
};

/// E of every pair within one set. The diagonal stays zero.
using PairTable = std::vector<std::vector<double>>;

} // namespace

Difference compare(const Picture &a, const Picture &b) {
  assert(a.hasShapeOf(b) && "pictures of different shape were compared");
  double sum = 0, squares = 0, maximum = 0;
  for (size_t i = 0; i < a.levels.size(); ++i) {
    double d = double(b.levels[i]) - a.levels[i];
    sum += d;
    squares += d * d;
    maximum = std::max(maximum, std::abs(d));
  }
  double count = std::max<size_t>(1, a.levels.size());
  return {std::sqrt(squares / count), maximum, sum / count};
}

static PairTable tableOfPairs(std::span<const Picture> pictures) {
  PairTable table(pictures.size(), std::vector<double>(pictures.size(), 0));
  for (size_t i = 0; i < pictures.size(); ++i)
    for (size_t j = i + 1; j < pictures.size(); ++j)
      table[i][j] = table[j][i] = compare(pictures[i], pictures[j]).rms;
  return table;
}

/// Means over the pairs of a set, excluding the picture `leftOut` (-1: none).
static PairMeans meansOf(const PairTable &table, int leftOut = -1) {
  PairMeans means;
  for (int i = 0; i < int(table.size()); ++i)
    for (int j = i + 1; j < int(table.size()); ++j)
      if (i != leftOut && j != leftOut)
        means.add(table[i][j]);
  return means;
}

static double ratioToNoise(double value, double noise) {
  if (noise > 0)
    return value / noise;
  return value <= kNoiseFloor ? 1 : std::numeric_limits<double>::infinity();
}

/// Takes each picture as ours once, with the others as the reference.
static double worstSelfRatio(const PairTable &table) {
  double worst = 1;
  if (table.size() < 3)
    return worst;
  for (int i = 0; i < int(table.size()); ++i) {
    PairMeans toOthers;
    for (int j = 0; j < int(table.size()); ++j)
      if (j != i)
        toOthers.add(table[i][j]);
    worst = std::max(worst, ratioToNoise(toOthers.mean(), meansOf(table, i).mean()));
  }
  return worst;
}

Fidelity measure(std::span<const Picture> reference, std::span<const Picture> ours) {
  assert(reference.size() >= 2 && ours.size() >= 2 && "noise needs two pictures");
  PairTable referenceTable = tableOfPairs(reference);
  PairMeans within = meansOf(referenceTable), oursWithin = meansOf(tableOfPairs(ours)), across;
  double brighter = 0;
  for (const Picture &r : reference)
    for (const Picture &o : ours) {
      Difference difference = compare(r, o);
      across.add(difference.rms);
      brighter += difference.mean;
    }

  Fidelity result;
  result.noise = within.mean();
  result.cross = across.mean();
  result.oursNoise = oursWithin.mean();
  result.fidelity = ratioToNoise(result.cross, result.noise);
  double noiseSquared = (within.meanOfSquares() + oursWithin.meanOfSquares()) / 2;
  result.bias = std::sqrt(std::max(0.0, across.meanOfSquares() - noiseSquared));
  result.spread = ratioToNoise(result.oursNoise, result.noise);
  result.worstSelfRatio = worstSelfRatio(referenceTable);
  result.mean = brighter / across.pairs;
  return result;
}

Verdict judge(const Fidelity &fidelity) {
  Verdict verdict;
  verdict.fidelityLimit = std::max(kFidelityLimit, fidelity.worstSelfRatio + kSelfRatioAllowance);
  verdict.biasLimit = std::max(kBiasLimit * fidelity.noise, kNoiseFloor);
  verdict.fidelityHolds = fidelity.fidelity <= verdict.fidelityLimit;
  verdict.biasHolds = fidelity.bias <= verdict.biasLimit;
  verdict.spreadHolds = fidelity.spread >= kSpreadMinimum && fidelity.spread <= kSpreadMaximum;
  return verdict;
}

/// Sums a - b over one block and channel.
static double blockDifference(const Picture &a, const Picture &b, int left, int top, int side,
                              int channel, double &squares) {
  double sum = 0;
  for (int y = top; y < top + side; ++y)
    for (int x = left; x < left + side; ++x) {
      size_t at = (size_t(y) * a.width + x) * a.channels + channel;
      double d = double(a.levels[at]) - b.levels[at];
      sum += d;
      squares += d * d;
    }
  return sum;
}

BlockNoise blockNoise(std::span<const Picture> pictures, int side) {
  assert(pictures.size() >= 2 && "noise needs two pictures");
  const Picture &shape = pictures[0];
  assert(side >= 1 && side <= shape.width && side <= shape.height && "block larger than picture");
  double squares = 0, blockSquares = 0;
  size_t values = 0;
  for (size_t i = 0; i < pictures.size(); ++i)
    for (size_t j = i + 1; j < pictures.size(); ++j)
      for (int top = 0; top + side <= shape.height; top += side)
        for (int left = 0; left + side <= shape.width; left += side)
          for (int channel = 0; channel < shape.channels; ++channel) {
            double sum =
                blockDifference(pictures[i], pictures[j], left, top, side, channel, squares);
            blockSquares += sum * sum;
            values += size_t(side) * side;
          }
  // The difference of two independent pictures has twice the variance of one.
  return {side, squares / (2 * double(values)), blockSquares / (2 * double(values))};
}

static void addMean(std::span<const Picture> pictures, double factor, std::vector<double> &sum) {
  for (const Picture &picture : pictures)
    for (size_t i = 0; i < sum.size(); ++i)
      sum[i] += factor / double(pictures.size()) * picture.levels[i];
}

Picture differencePicture(std::span<const Picture> a, std::span<const Picture> b, double gain) {
  assert(!a.empty() && !b.empty() && a[0].hasShapeOf(b[0]) && "nothing to subtract");
  constexpr double kMidGrey = 0.5;
  std::vector<double> sum(a[0].levels.size(), kMidGrey);
  addMean(b, gain, sum);
  addMean(a, -gain, sum);
  Picture result{a[0].width, a[0].height, a[0].channels, {}};
  result.levels.reserve(sum.size());
  for (double level : sum)
    result.levels.push_back(float(std::clamp(level, 0.0, 1.0)));
  return result;
}

} // namespace flame
