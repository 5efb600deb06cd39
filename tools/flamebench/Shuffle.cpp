// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formulas for the random exchanges, an enumeration of ours, and a simulation of all of them.

#include "tools/flamebench/Shuffle.h"

#include "abi/Abi.h"
#include "runtime/shared/Exchange.h"
#include "runtime/shared/Rng.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace flame {

static constexpr uint32_t kLanes = 32, kWarps = abi::kGroupThreads / kLanes;
/// Slots of a column.
static constexpr uint32_t kGroups = abi::kPointsPerGroup / kLanes;
/// Number of random bits that form a factor, see Exchange.h.
static constexpr uint32_t kShiftBits = 5;

ShuffledBlock ourBlock(uint32_t xforms) {
  return {Exchange::Ours, abi::kPointsPerGroup, kLanes * abi::kPointsPerThread, xforms};
}

//===-- ours, enumerated ----------------------------------------------------------------------===//

/// Number of warp slots that the first points of a column have moved before `round`, modulo a
/// column.
static uint32_t movedBefore(uint32_t round, uint32_t lane) {
  return ((round + 1) / 2 * exchangeStep(0, lane) + round / 2 * exchangeStep(1, lane)) % kGroups;
}

/// Returns the warp at slot 32 * group + lane in `round`. The thread that owns the slot's point
/// determines the warp.
static uint32_t warpOfSlot(uint32_t slot, uint32_t round) {
  const uint32_t lane = slot % kLanes, group = slot / kLanes, moved = movedBefore(round, lane);
  const uint32_t point = (group - moved) % abi::kPointsPerThread;
  // The initial group of the thread.
  const uint32_t first = group - moved * (abi::kPointsPerThread * point + 1);
  return first % kGroups / abi::kPointsPerThread;
}

/// Probability that two warps whose numbers differ by `warps` choose the same of `xforms` xforms.
/// Their choices differ by the product of `warps` and an odd random factor, starting from a uniform
/// position.
static double sameChoice(uint32_t warps, uint32_t xforms) {
  double sum = 0;
  constexpr uint32_t kFactors = 1u << (kShiftBits - 1);
  for (uint32_t i = 0; i < kFactors; ++i) {
    const uint32_t factor = choiceFactor((2 * i + 1) << (32 - kShiftBits));
    const double apart = double(warps * factor % kWarps) / kWarps;
    sum += std::max(0.0, 1 - xforms * std::min(apart, 1 - apart));
  }
  return sum / kFactors;
}

/// Averages over all pairs of slots and all rounds at which a series may begin. The warps of two
/// slots differ by as much as those of the slots kPointsPerThread groups further on, so the first
/// slot of a pair only ranges over the first groups.
static std::vector<double> sameChoicesOfOurs(uint32_t xforms, std::span<const unsigned> lengths) {
  constexpr uint32_t kPeriod = 2 * kGroups, kFirsts = kLanes * abi::kPointsPerThread;
  const unsigned longest = lengths.back();
  std::array<double, kWarps> same;
  for (uint32_t warps = 0; warps < kWarps; ++warps)
    same[warps] = sameChoice(warps, xforms);
  std::vector<std::array<uint8_t, abi::kPointsPerGroup>> warpOf(kPeriod);
  for (uint32_t round = 0; round < kPeriod; ++round)
    for (uint32_t slot = 0; slot < abi::kPointsPerGroup; ++slot)
      warpOf[round][slot] = uint8_t(warpOfSlot(slot, round));

  std::vector<double> sums(lengths.size());
  for (uint32_t begin = 0; begin < kPeriod; ++begin)
    for (uint32_t a = 0; a < kFirsts; ++a)
      for (uint32_t b = 0; b < abi::kPointsPerGroup; ++b) {
        if (b == a)
          continue;
        double product = 1;
        size_t next = 0;
        for (unsigned i = 0; i < longest && product > 0; ++i) {
          const auto &warps = warpOf[(begin + i) % kPeriod];
          product *= same[(warps[a] - warps[b]) % kWarps];
          if (i + 1 == lengths[next])
            sums[next++] += product;
        }
      }
  const double pairs = double(kFirsts) * (abi::kPointsPerGroup - 1) * kPeriod;
  for (double &sum : sums)
    sum /= pairs;
  return sums;
}

//===-- formulas ------------------------------------------------------------------------------===//

static double sameChoices(const ShuffledBlock &block, unsigned length) {
  const double points = block.points, sharing = block.sharing, warps = points / sharing;
  const double chance = 1.0 / block.xforms;
  // Probability that a pair shares a warp.
  const double inWarp = (sharing - 1) / (points - 1);
  const double inColumn = (warps - 1) / (points - 1);
  switch (block.exchange) {
  case Exchange::None:
    return inWarp + (1 - inWarp) * std::pow(chance, length);
  case Exchange::Ring: {
    // A point of another column may be anywhere in its column, including the warp of the first
    // point.
    const double meet = 1 / warps;
    return inColumn * std::pow(chance, length) +
           (1 - inColumn) * std::pow(meet + (1 - meet) * chance, length);
  }
  case Exchange::Full:
    return std::pow(inWarp + (1 - inWarp) * chance, length);
  default:
    return std::pow(chance, length);
  }
}

std::vector<double> sameChoices(const ShuffledBlock &block, std::span<const unsigned> lengths) {
  if (block.exchange == Exchange::Ours)
    return sameChoicesOfOurs(block.xforms, lengths);
  std::vector<double> result;
  for (const unsigned length : lengths)
    result.push_back(sameChoices(block, length));
  return result;
}

/// The sum of n^2 over cells counts pairs in the same cell. The excess over independent samples is
/// noise. Samples of different rounds are as independent as those of a single point, so rounds of
/// one block add nothing.
double noiseOf(const ShuffledBlock &block, unsigned length, double same) {
  const double chance = std::pow(1.0 / block.xforms, length);
  return 1 + (block.points - 1.0) * (same - chance) / (1 - chance);
}

//===-- simulation ----------------------------------------------------------------------------===//

namespace {

/// A simulated block. The history of a point is a number in base `xforms` whose last digit is the
/// last choice.
class PlayedBlock {
public:
  /// `series` is the number of distinct series of choices.
  PlayedBlock(const ShuffledBlock &block, uint64_t series, uint64_t seed)
      : block(block), series(series), rng(makeRng(seed, 0, 0)), histories(block.points),
        spare(block.points) {}

  void playRound() {
    chooseAll();
    exchange();
    ++round;
  }

  std::span<const uint64_t> all() const { return histories; }

private:
  uint32_t below(uint32_t count) { return uint32_t(uint64_t(nextBits(rng)) * count >> 32); }
  uint32_t warps() const { return block.points / block.sharing; }

  void chooseAll() {
    const uint32_t bits = nextBits(rng);
    std::vector<uint32_t> choices(warps());
    for (uint32_t warp = 0; warp < warps(); ++warp)
      choices[warp] =
          block.exchange == Exchange::Ours
              ? uint32_t(uint64_t(choicePosition(bits, choiceIndex(warp, 0))) * block.xforms >> 32)
              : below(block.xforms);
    for (uint32_t i = 0; i < block.points; ++i) {
      const uint32_t choice = block.exchange == Exchange::Independent ? below(block.xforms)
                              : block.exchange == Exchange::Ours ? choices[warpOfSlot(i, round)]
                                                                 : choices[i / block.sharing];
      histories[i] = (histories[i] * block.xforms + choice) % series;
    }
  }

  /// Our exchange moves threads and leaves points in place.
  void exchange() {
    if (block.exchange == Exchange::Full) {
      for (uint32_t i = block.points - 1; i > 0; --i)
        std::swap(histories[i], histories[below(i + 1)]);
    } else if (block.exchange == Exchange::Ring) {
      for (uint32_t column = 0; column < block.sharing; ++column) {
        const uint32_t turn = below(warps());
        for (uint32_t warp = 0; warp < warps(); ++warp)
          spare[(warp + turn) % warps() * block.sharing + column] =
              histories[warp * block.sharing + column];
      }
      histories.swap(spare);
    }
  }

  const ShuffledBlock block;
  const uint64_t series;
  Rng rng;
  std::vector<uint64_t> histories, spare;
  uint32_t round = 0;
};

/// A histogram of the series of choices of a few rounds.
struct SeriesHistogram {
  std::vector<uint32_t> cells;
  double samples = 0;

  /// Returns the sum of squared deviations relative to its expectation for independent samples.
  double relativeVariance() const {
    const double mean = samples / double(cells.size());
    double sum = 0;
    for (const uint32_t count : cells)
      sum += (count - mean) * (count - mean);
    return sum / (samples * (1 - 1.0 / double(cells.size())));
  }
};

} // namespace

/// Counts pairs of equal numbers.
static double equalPairs(std::vector<uint64_t> &numbers) {
  std::ranges::sort(numbers);
  double pairs = 0;
  for (size_t begin = 0, end; begin < numbers.size(); begin = end) {
    for (end = begin; end < numbers.size() && numbers[end] == numbers[begin]; ++end) {
    }
    pairs += 0.5 * double(end - begin) * double(end - begin - 1);
  }
  return pairs;
}

SimulatedShuffle simulateShuffle(const ShuffledBlock &block, std::span<const unsigned> lengths,
                                 unsigned rounds, uint64_t seed) {
  constexpr unsigned kHistogramRounds = 16;
  constexpr uint64_t kMostCells = 1 << 16;
  std::vector<uint64_t> moduli;
  for (const unsigned length : lengths) {
    uint64_t modulus = 1;
    for (unsigned i = 0; i < length; ++i)
      modulus *= block.xforms;
    moduli.push_back(modulus);
  }
  PlayedBlock played(block, moduli.back(), seed);
  for (unsigned i = 0; i < lengths.back(); ++i)
    played.playRound();

  SimulatedShuffle result = {std::vector<double>(lengths.size()),
                             std::vector<double>(lengths.size())};
  std::vector<SeriesHistogram> histograms(lengths.size());
  const unsigned batches = std::max(1u, rounds / kHistogramRounds);
  const double pairs = 0.5 * block.points * (block.points - 1.0);
  std::vector<uint64_t> numbers;
  for (unsigned batch = 0; batch < batches; ++batch) {
    for (size_t i = 0; i < lengths.size(); ++i)
      histograms[i] = {std::vector<uint32_t>(moduli[i] <= kMostCells ? moduli[i] : 0), 0};
    for (unsigned made = 0; made < kHistogramRounds; ++made) {
      played.playRound();
      for (size_t i = 0; i < lengths.size(); ++i) {
        numbers.assign(played.all().begin(), played.all().end());
        for (uint64_t &number : numbers)
          number %= moduli[i];
        SeriesHistogram &histogram = histograms[i];
        if (!histogram.cells.empty())
          for (const uint64_t number : numbers)
            ++histogram.cells[number];
        histogram.samples += double(numbers.size());
        result.same[i] += equalPairs(numbers) / (pairs * batches * kHistogramRounds);
      }
    }
    for (size_t i = 0; i < lengths.size(); ++i)
      if (!histograms[i].cells.empty())
        result.noise[i] += histograms[i].relativeVariance() / batches;
  }
  return result;
}

//===-- tables --------------------------------------------------------------------------------===//

static constexpr std::array<unsigned, 4> kLengths = {2, 4, 8, 32};
/// How many of these lengths are simulated, and how many get histograms. Longer series are too
/// rare.
static constexpr size_t kPlayed = 3, kHistograms = 2;

static std::vector<std::pair<std::string, ShuffledBlock>> comparedBlocks(uint32_t xforms) {
  std::vector<std::pair<std::string, ShuffledBlock>> blocks = {
      {"independent", {Exchange::Independent, 256, 32, xforms}}};
  for (const auto &[points, sharing] : {std::pair(256u, 32u), {512u, 32u}, {2048u, 128u}})
    for (const auto &[name, exchange] : {std::pair("no exchange", Exchange::None),
                                         {"ring", Exchange::Ring},
                                         {"full exchange", Exchange::Full}})
      blocks.push_back(
          {std::to_string(points) + " points, " + std::to_string(sharing) + " to a choice, " + name,
           {exchange, points, sharing, xforms}});
  blocks.push_back({"ours: 2048 points, 128 to a choice", ourBlock(xforms)});
  return blocks;
}

std::vector<Table> benchShuffle(const ShuffleBenchOptions &options) {
  const std::string xforms = std::to_string(options.xforms) + " xforms";
  Table same{"two points of a block whose last l choices are the same: " + xforms, "", {}, {}};
  Table lost{"samples that are lost to noise, %, in pictures that show the last l choices: " +
                 xforms,
             "",
             {},
             {}};
  for (size_t i = 0; i < kLengths.size(); ++i) {
    const std::string l = std::to_string(kLengths[i]);
    same.declare({"l" + l, "l = " + l, -3});
    lost.declare({"l" + l, "l = " + l, 2});
    if (i < kPlayed)
      same.declare({"l" + l + "_played", "played", -3});
    if (i < kHistograms)
      lost.declare({"l" + l + "_played", "played", 2});
  }
  const auto lostOf = [](double noise) { return 100 * (1 - 1 / noise); };
  for (const auto &[name, block] : comparedBlocks(options.xforms)) {
    const std::vector<double> exact = sameChoices(block, kLengths);
    const SimulatedShuffle played =
        simulateShuffle(block, std::span(kLengths).first(kPlayed), options.rounds, options.seed);
    std::map<std::string, double> sameCells, lostCells;
    for (size_t i = 0; i < kLengths.size(); ++i) {
      const std::string key = "l" + std::to_string(kLengths[i]);
      sameCells[key] = exact[i];
      lostCells[key] = lostOf(noiseOf(block, kLengths[i], exact[i]));
    }
    for (size_t i = 0; i < kPlayed; ++i) {
      const std::string key = "l" + std::to_string(kLengths[i]) + "_played";
      sameCells[key] = played.same[i];
      if (i < kHistograms && played.noise[i] > 0)
        lostCells[key] = lostOf(played.noise[i]);
    }
    same.rows.emplace_back(name, std::move(sameCells));
    lost.rows.emplace_back(name, std::move(lostCells));
  }
  return {std::move(same), std::move(lost)};
}

} // namespace flame
