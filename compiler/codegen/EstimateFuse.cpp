// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs pairs of points through the flame with common random numbers and counts the rounds until
// they meet. The same iteration counts NaN points.

#include "compiler/codegen/EstimateFuse.h"

#include "abi/Abi.h"
#include "compiler/animation/InnerAnimation.h"
#include "compiler/animation/ReferenceFlame.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace flame {

static constexpr unsigned kPairs = 64;
/// If this many pairs never meet, the flame is assumed not to contract.
static constexpr unsigned kPatience = 12;
/// The tail of meeting times is assumed to be exponential, which holds if one rare xform does most
/// of the contraction. It is extrapolated from the median and a high quantile to the permitted
/// share of points that have not yet met.
static constexpr double kQuantile = 0.95, kTooEarly = 1e-6;
/// The times at which an animation is tested for NaN points, and the initial knots of its warm-up.
static constexpr double kTimes[] = {0, 0.5, 1};
/// An interval is halved if the values at its ends differ by more than this fraction of the larger
/// one, down to this length as a fraction of the animation.
static constexpr double kNoticeable = 0.25, kShortestInterval = 1.0 / 16;
/// The number of rounds to test for NaN points, and the number of NaN points to ignore. Each costs
/// about 500 samples of a point, 1 in 700 of all.
static constexpr unsigned kNaNRounds = 1 << 17, kFewNaNPoints = 2;
/// Number of steps after which an embedded flame has converged.
static constexpr unsigned kInnerSteps = 64;
/// Distance at which points count as met, as a fraction of the picture's width, and in colour.
static constexpr double kNear = 0.01, kNearColor = 0.02;
/// Points beyond this distance on an axis start anew.
static constexpr double kFarAway = 1e10;

namespace {

/// The flame at one instant, iterated with pairs of points.
class CoupledIterator {
public:
  CoupledIterator(const Animation &animation, double time) : flame(animation, time) {
    const double perUnit = animation.scale.at(time) * std::exp2(animation.zoom.at(time));
    near = kNear * animation.width / perUnit;
  }

  struct Meeting {
    unsigned space, color; ///< rounds until the points met; kMaxFuse if they did not
  };

  Meeting untilMeeting() {
    ReferencePoint a = start(), b = start();
    a.color = 0;
    b.color = 1;
    Meeting meeting = {kMaxFuse, kMaxFuse};
    const ReferenceXform *last = nullptr;
    for (unsigned round = 1; round <= kMaxFuse; ++round) {
      last = next(last);
      step(*last, a);
      step(*last, b);
      if (meeting.space == kMaxFuse && a.distanceTo(b) <= near)
        meeting.space = round;
      if (meeting.color == kMaxFuse && std::abs(a.color - b.color) <= kNearColor)
        meeting.color = round;
      if (std::max(meeting.space, meeting.color) < kMaxFuse)
        break;
    }
    return meeting;
  }

  /// The number of NaN points in `rounds` rounds.
  unsigned nanPointsIn(unsigned rounds) {
    ReferencePoint point = start();
    nanPoints = 0;
    const ReferenceXform *last = nullptr;
    for (unsigned round = 0; round < rounds; ++round) {
      last = next(last);
      step(*last, point);
    }
    return nanPoints;
  }

private:
  double uniform() { return double(random() >> 8) * 0x1p-24; }

  ReferencePoint start() { return {2 * uniform() - 1, 2 * uniform() - 1, uniform()}; }

  /// Chooses the next xform and the numbers that its variations draw. Both points of a pair use the
  /// same ones.
  const ReferenceXform *next(const ReferenceXform *last) {
    const unsigned chosen = flame.choose(last, uniform());
    for (double &number : numbers)
      number = uniform();
    return &flame.xforms()[chosen];
  }

  void step(const ReferenceXform &xform, ReferencePoint &point) {
    size_t used = 0;
    double shown = 1;
    point = flame.apply(xform, point, [&] { return numbers[used++ % std::size(numbers)]; }, shown);
    if (std::abs(point.x) <= kFarAway && std::abs(point.y) <= kFarAway)
      return;
    nanPoints += !(std::isfinite(point.x) && std::isfinite(point.y));
    point.x = 2 * uniform() - 1, point.y = 2 * uniform() - 1, point.z = 0;
  }

  const ReferenceFlame flame;
  double near;
  double numbers[32];
  unsigned nanPoints = 0; ///< NaN or infinite points
  std::mt19937 random;    // default seed: the estimate must depend only on the flame
};

} // namespace

/// Rounds after which all but kTooEarly of the pairs have met.
static uint32_t extrapolate(std::vector<unsigned> &rounds) {
  std::sort(rounds.begin(), rounds.end());
  const double median = rounds[rounds.size() / 2];
  const double high = rounds[size_t(double(rounds.size() - 1) * kQuantile)];
  const double decay = (high - median) / std::log(0.5 / (1 - kQuantile));
  const double wanted = high + decay * std::log((1 - kQuantile) / kTooEarly);
  return uint32_t(std::clamp<double>(wanted, kMinFuse, kMaxFuse));
}

static uint32_t estimateFuseAt(const Animation &animation, double time) {
  CoupledIterator iterator(animation, time);
  std::vector<unsigned> color, both;
  unsigned never = 0;
  for (unsigned pair = 0; pair < kPairs; ++pair) {
    const CoupledIterator::Meeting meeting = iterator.untilMeeting();
    color.push_back(meeting.color);
    both.push_back(std::max(meeting.space, meeting.color));
    never += meeting.space == kMaxFuse;
    if (never >= kPatience && never * 2 > pair)
      return extrapolate(color);
  }
  return extrapolate(both);
}

/// Rounds until embedded flames have made kInnerSteps steps in each GPU thread; the points of a
/// thread share them.
static uint32_t fuseOfInnerFlames(const Animation &animation) {
  auto uses = [](const AnimationXform &xform) {
    return llvm::any_of(xform.variations, [](const AnimationVariation &variation) {
      return showsFlame(*variation.info);
    });
  };
  double sum = 0, least = 0;
  for (const AnimationXform &xform : animation.xforms) {
    const double weight = std::max(0.0, xform.weight.start());
    sum += weight;
    if (weight > 0 && uses(xform))
      least = least > 0 ? std::min(least, weight) : weight;
  }
  if (least == 0)
    return 0;
  return uint32_t(
      std::clamp<double>(kInnerSteps * sum / (least * abi::kPointsPerThread), kMinFuse, kMaxFuse));
}

namespace {

/// The warm-up over time, sampled more densely where it changes.
class FuseCurve {
public:
  explicit FuseCurve(const Animation &animation)
      : animation(animation), least(fuseOfInnerFlames(animation)) {
    for (double time : kTimes)
      if (time == 0 || animation.duration > 0)
        continueTo(at(time));
  }

  /// The knots without redundant ones, whose neighbours are all equal to them.
  std::vector<rt::FuseKnot> simplified() const {
    std::vector<rt::FuseKnot> kept;
    for (size_t i = 0; i < knots.size(); ++i) {
      auto isLike = [&](size_t other) {
        return other >= knots.size() || knots[other].rounds == knots[i].rounds;
      };
      if (!isLike(i - 1) || !isLike(i + 1))
        kept.push_back(knots[i]);
    }
    return kept.empty() ? std::vector{knots.front()} : kept;
  }

private:
  rt::FuseKnot at(double time) const {
    return {float(time), std::max(least, estimateFuseAt(animation, time))};
  }

  static bool differ(const rt::FuseKnot &a, const rt::FuseKnot &b) {
    const auto [shorter, longer] = std::minmax(a.rounds, b.rounds);
    return longer - shorter > kNoticeable * longer;
  }

  /// Appends a knot, preceded by intermediate knots where needed.
  void continueTo(const rt::FuseKnot &knot) {
    if (knots.empty() || !differ(knots.back(), knot) ||
        knot.time - knots.back().time <= kShortestInterval) {
      knots.push_back(knot);
      return;
    }
    continueTo(at((knots.back().time + knot.time) / 2));
    continueTo(knot);
  }

  const Animation &animation;
  uint32_t least;
  std::vector<rt::FuseKnot> knots;
};

} // namespace

std::vector<rt::FuseKnot> estimateFuse(const Animation &animation) {
  return FuseCurve(animation).simplified();
}

bool needsPeriodicReseed(const Animation &animation) {
  return llvm::any_of(kTimes, [&](double time) {
    return (time == 0 || animation.duration > 0) &&
           CoupledIterator(animation, time).nanPointsIn(kNaNRounds) > kFewNaNPoints;
  });
}

} // namespace flame
