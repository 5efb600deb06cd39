// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuburn's directional denoiser, on accumulators before log scaling. Each of eight passes averages
// a bucket with its neighbours on a line through it. The weight of a neighbour grows with its
// nearness and its likeness in colour and density. It falls if the way to the neighbour leads
// downhill: where density falls away from the bucket, neighbours hardly count. Edges therefore stay
// in place, and noise in thin regions is spread along them and uphill.
//
// The weight of a neighbour r steps away is 2 to the power of
//
//   -(spatial r^2 + color |c - c_r|^2 + density |w^p - w_r^p| + 2^(gradient g_r))
//
// with colours c and densities w in samples. The squared distance is 1/2 if either bucket is empty.
// g_r is the slope of the density there, away from the bucket, relative to the mean density around
// it on the line, which two blurs compute. The last term is left out for the bucket itself.

#ifndef FLAME_RUNTIME_SHARED_BILATERAL_H
#define FLAME_RUNTIME_SHARED_BILATERAL_H

#include "runtime/shared/FinishMath.h"
#include "runtime/shared/Math.h"
#include "runtime/shared/Neighbours.h"

namespace flame {

/// Keeps divisions by the density of empty buckets finite. In samples.
inline constexpr float kNearlyEmpty = 1e-6f;
/// A density below this has no colour, because 1 over it would be infinite. A GPU flushes such
/// densities to 0.
inline constexpr float kLeastDensity = 0x1p-126f;
/// Steps between the taps of the longer blur.
inline constexpr int kGuideStride = 2;

/// First step of a pass: the density along the line.
template <class Line>
FLAME_INLINE float blurredDensity(const abi::BilateralArgs &args, const Line &line) {
  if (args.density)
    return blurredAlong(line, args.params.blur, 1,
                        [&](uint64_t bucket) { return args.density[bucket]; });
  return blurredAlong(line, args.params.blur, 1,
                      [&](uint64_t bucket) { return args.accumulators[bucket].alpha; });
}

/// Second step: the same over a longer distance, and the guide that the neighbours of a bucket
/// read.
template <class Line>
FLAME_INLINE abi::BilateralGuide guideOf(const abi::BilateralArgs &args, uint64_t bucket,
                                         const Line &line) {
  const float mean = blurredAlong(line, args.params.blur, kGuideStride,
                                  [&](uint64_t other) { return args.blurred[other]; });
  const float density = args.density ? args.density[bucket] : args.accumulators[bucket].alpha;
  const float samples = density * args.params.perSample;
  // Large powers are subtracted from each other, which the special function units are too inexact
  // for.
  return {samples > 0 ? math::pow<float>(samples, args.params.densityPower) : 0.0f,
          args.params.gradient *
              divide(args.params.perSample, mean * args.params.perSample + kNearlyEmpty)};
}

/// Number of steps after which the rounded steps repeat, in every direction of the filter. That
/// many steps lead to a whole number of buckets, an even one if the direction has halves.
inline constexpr int kBilateralPeriod = 4;
/// Steps from the first bucket of a row to the last one.
inline constexpr int kBilateralRowSteps = kBilateralPeriod * (abi::kBilateralRow - 1);

/// A bucket in its role as a neighbour.
struct BilateralNeighbour {
  abi::Accumulator accumulator;
  float red, green, blue; ///< its colour; 0 if it has none
  float hasColor;         ///< 1 or 0
  float length;           ///< contribution of its colour alone to exponents
  float power;            ///< as in its guide
};

FLAME_INLINE BilateralNeighbour neighbourOf(const abi::BilateralParams &params,
                                            const abi::Accumulator &accumulator, float power) {
  BilateralNeighbour result = {accumulator, 0, 0, 0, 0, 0, power};
  const bool hasColor = accumulator.alpha >= kLeastDensity;
  const float scale = hasColor ? reciprocal(accumulator.alpha) : 0.0f;
  result.red = accumulator.red * scale;
  result.green = accumulator.green * scale;
  result.blue = accumulator.blue * scale;
  result.hasColor = hasColor ? 1.0f : 0.0f;
  const float square =
      result.red * result.red + result.green * result.green + result.blue * result.blue;
  // Relative to the term of an unknown colour.
  result.length = params.color * square - (hasColor ? 0.5f * params.color : 0.0f);
  return result;
}

/// Contribution of a neighbour's distance to its exponent, including the term for unknown colours.
/// A bucket as its own neighbour has no weight.
FLAME_INLINE float distanceTerm(const abi::BilateralParams &params, int steps) {
  constexpr float kNever = 1000;
  return steps == 0 ? kNever : params.spatial * float(steps * steps) + 0.5f * params.color;
}

/// distanceTerm of one neighbour for `kBuckets` buckets that lie kBilateralPeriod steps apart.
template <int kBuckets> struct alignas(kBuckets * sizeof(float)) BilateralDistances {
  float of[kBuckets];
};

/// Distances of the neighbour `at` steps from the first bucket.
template <int kBuckets>
FLAME_INLINE BilateralDistances<kBuckets> bilateralDistances(const abi::BilateralParams &params,
                                                             int at) {
  BilateralDistances<kBuckets> result;
  for (int i = 0; i < kBuckets; ++i)
    result.of[i] = distanceTerm(params, at - kBilateralPeriod * i);
  return result;
}

/// Tables of steps that all rows share.
struct BilateralSteps {
  /// Steps that rows read beyond the neighbours: one before the first, and two after the last.
  static constexpr int kBefore = 1, kBehind = 2;

  int reach;
  BilateralDistances<abi::kBilateralRow> *distances; ///< from the lowest number of steps on
  GridPoint *ways;                                   ///< from kBefore steps before that on

  /// Neighbours of a row.
  static constexpr int count(int reach) { return 2 * reach + 1 + kBilateralRowSteps; }
  static constexpr int wayCount(int reach) { return count(reach) + kBefore + kBehind; }
};

/// Shared memory of `flame_bilateral`.
constexpr uint32_t bilateralBytes(uint32_t reach) {
  return uint32_t(BilateralSteps::count(int(reach))) *
             uint32_t(sizeof(BilateralDistances<abi::kBilateralRow>)) +
         uint32_t(BilateralSteps::wayCount(int(reach))) * uint32_t(sizeof(GridPoint));
}

/// The mean over one bucket and its neighbours.
class BilateralMean {
public:
  /// Begins with the bucket itself.
  FLAME_INLINE void start(const abi::BilateralParams &params, const abi::Accumulator &accumulator,
                          float firstPower) {
    const float scale =
        divide(params.perSample, accumulator.alpha * params.perSample + kNearlyEmpty);
    const float r = accumulator.red * scale, g = accumulator.green * scale,
                b = accumulator.blue * scale;
    hasColor = accumulator.alpha >= kLeastDensity ? 1.0f : 0.0f;
    const float toColor = -2 * params.color * hasColor;
    red = toColor * r, green = toColor * g, blue = toColor * b;
    length = params.color * hasColor * (r * r + g * g + b * b);
    power = firstPower;
    sum = {0, 0, 0, 0};
    total = 0;
    add(params, neighbourOf(params, accumulator, power), 0.5f * params.color, 0);
  }

  /// `slope` is the contribution of the density's slope at the neighbour to the exponent. The
  /// squared distance of two colours is the sum of their squares less twice their product.
  FLAME_INLINE void add(const abi::BilateralParams &params, const BilateralNeighbour &other,
                        float distance, float slope) {
    float exponent = distance + slope + hasColor * other.length + other.hasColor * length;
    exponent += red * other.red;
    exponent += green * other.green;
    exponent += blue * other.blue;
    exponent += params.density * __builtin_fabsf(power - other.power);
    const float weight = exp2Fast(-exponent);
    addWeighted(sum, weight, other.accumulator);
    total += weight;
  }

  FLAME_INLINE abi::Accumulator value() const {
    const float norm = divide(1, total + 1e-10f);
    return {sum.red * norm, sum.green * norm, sum.blue * norm, sum.alpha * norm};
  }

private:
  /// Colour of the bucket, times the factor from products with other colours to exponents.
  float red, green, blue;
  /// As in BilateralNeighbour, except that the length is that of the whole square.
  float hasColor, length, power;
  abi::Accumulator sum;
  float total;
};

/// Third step: the filtered accumulators of `kBuckets` buckets that lie kBilateralPeriod steps
/// apart in the direction, so most of their neighbours are the same. `line` starts at the first
/// one. `distancesAt(n)` returns bilateralDistances of n.
template <int kBuckets, class Line, class DistancesAt> class BilateralWalk {
public:
  FLAME_INLINE BilateralWalk(const abi::BilateralArgs &args, const Line &line,
                             const DistancesAt &distancesAt)
      : args(args), line(line), distancesAt(distancesAt) {}

  /// The reach must be at least the distance from the first bucket to the last one.
  FLAME_INLINE void run(abi::Accumulator (&results)[kBuckets]) {
#pragma clang loop unroll(full)
    for (int i = 0; i < kBuckets; ++i) {
      const auto center = line(kBilateralPeriod * i);
      means[i].start(args.params, args.accumulators[center], args.guide[center].power);
    }
    const int reach = int(args.params.reach);
    at = -reach;
    before = args.accumulators[line(at - 1)].alpha;
    accumulator = args.accumulators[line(at)];
    guide = args.guide[line(at)];
    bucket = uint32_t(line(at + 1));
    next = args.accumulators[bucket];
    begin<0>();
    to<0, kBuckets, Back>(0);
    to<0, kBuckets, Back | Forward>(kLast + 1);
    to<0, kBuckets, Forward>(reach + 1);
    end<1>();
#pragma clang loop unroll(full)
    for (int i = 0; i < kBuckets; ++i)
      results[i] = means[i].value();
  }

private:
  static constexpr int kLast = kBilateralPeriod * (kBuckets - 1);
  enum Side : int { Back = 1, Forward = 2 }; ///< side of the neighbours, seen from the buckets

  const abi::BilateralArgs &args;
  const Line &line;
  const DistancesAt &distancesAt;
  BilateralMean means[kBuckets];
  int at; ///< steps from the first bucket to the neighbour
  /// Those of the neighbour and of the next step, read early because memory is slow.
  abi::Accumulator accumulator, next;
  abi::BilateralGuide guide; ///< of the neighbour
  float before;              ///< density one step before it
  uint32_t bucket;           ///< bucket one step after it

  /// Adds neighbours of the first bucket alone, then of the first two, and so on, up to those of
  /// all.
  template <int kLastNear> FLAME_INLINE void begin() {
    if constexpr (kLastNear + 1 < kBuckets) {
      to<0, kLastNear + 1, Back>(at + kBilateralPeriod);
      begin<kLastNear + 1>();
    }
  }

  /// Adds neighbours of all but the first bucket, then of all but the first two, and so on.
  template <int kFirstNear> FLAME_INLINE void end() {
    if constexpr (kFirstNear < kBuckets) {
      to<kFirstNear, kBuckets, Forward>(at + kBilateralPeriod);
      end<kFirstNear + 1>();
    }
  }

  /// Adds neighbours up to the one at `behind` to the buckets kFirst to kBehind - 1. They lie on
  /// the sides kSides of these buckets.
  template <int kFirst, int kBehind, int kSides> FLAME_INLINE void to(int behind) {
#pragma clang loop unroll_count(2)
    for (; at < behind; ++at) {
      const abi::BilateralGuide nextGuide = args.guide[bucket];
      bucket = uint32_t(line(at + 2));
      const abi::Accumulator afterNext = args.accumulators[bucket];
      const BilateralNeighbour neighbour = neighbourOf(args.params, accumulator, guide.power);
      const float slope = (next.alpha - before) * guide.perDifference;
      const float forward = kSides & Forward ? exp2Fast(slope) : 0;
      const float back = kSides & Back ? exp2Fast(-slope) : 0;
      const BilateralDistances<kBuckets> distances = distancesAt(at);
#pragma clang loop unroll(full)
      for (int i = kFirst; i < kBehind; ++i) {
        const int steps = at - kBilateralPeriod * i;
        const bool isForward = kSides == Forward || (kSides != Back && steps > 0);
        means[i].add(args.params, neighbour, distances.of[i], isForward ? forward : back);
      }
      before = accumulator.alpha;
      accumulator = next;
      next = afterNext;
      guide = nextGuide;
    }
  }
};

/// The first of the abi::kBilateralRow buckets of a thread, which lie `period` apart. The buckets
/// of all threads of a block fill a tile; the tile is sheared if the direction leads both down and
/// sideways. The tiles of launchPerShearedTile cover the grid: they begin far enough to its left
/// for its first buckets.
FLAME_INLINE GridPoint firstOfRow(const GridPoint &period, int tileX, int tileY, int thread) {
  constexpr int kTile = int(abi::kDensityTile), kRow = abi::kBilateralRow;
  const int left = tileX * kTile, top = tileY * int(abi::kBilateralTileHeight);
  if (period.y == 0) {
    const int column = thread % (kTile / kRow); // among those that a row of buckets begins in
    return {left + column / period.x * kRow * period.x + column % period.x,
            top + thread / (kTile / kRow)};
  }
  const int height = period.y < 0 ? -period.y : period.y;
  const int row = thread / kTile; // among the like
  const int above = row / height * kRow * height + row % height;
  const int shear = period.x > 0 ? (kRow - 1) * period.x : 0;
  return {left - shear + thread % kTile, top + above + (period.y < 0 ? (kRow - 1) * height : 0)};
}

/// Third step for one bucket.
template <class Line>
FLAME_INLINE abi::Accumulator bilateral(const abi::BilateralArgs &args, const Line &line) {
  const auto distancesAt = [&](int at) { return bilateralDistances<1>(args.params, at); };
  abi::Accumulator results[1];
  BilateralWalk<1, Line, decltype(distancesAt)>(args, line, distancesAt).run(results);
  return results[0];
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_BILATERAL_H
