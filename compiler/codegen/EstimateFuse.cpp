// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs pairs of points through the flame with common random numbers and counts the rounds until
// they meet. The same iteration counts NaN points.

#include "compiler/codegen/EstimateFuse.h"

#include "abi/Abi.h"
#include "compiler/animation/InnerAnimation.h"
#include "compiler/genome/WeightingField.h"
#include "ir/VariationOracle.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>
#include <utility>

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

namespace {

/// z stays 0 in a planar flame.
struct WalkingPoint {
  double x, y, color, z = 0;

  double distanceTo(const WalkingPoint &other) const {
    return std::hypot(x - other.x, y - other.y, z - other.z);
  }
};

/// The affines of an xform, before or after its variations: of x and y and, in 3D, of y and z and
/// of x and z.
struct FrozenAffines {
  Affine xy;
  std::optional<Affine> yz, zx;

  /// Applies all linear parts, then the translations.
  void apply(double &x, double &y, double &z) const {
    auto turn = [](const Affine &m, double &u, double &v) {
      const double from = u;
      u = m.a * from + m.b * v;
      v = m.d * from + m.e * v;
    };
    turn(xy, x, y);
    if (yz)
      turn(*yz, y, z);
    if (zx)
      turn(*zx, x, z);
    x += xy.c + (zx ? zx->c : 0);
    y += xy.f + (yz ? yz->c : 0);
    z += (yz ? yz->f : 0) + (zx ? zx->f : 0);
  }
};

/// An xform at one instant.
struct FrozenXform {
  FrozenXform(const AnimationXform &xform, double time)
      : weight(std::max(0.0, xform.weight.at(time))), color(xform.color.at(time)),
        speed(xform.colorSpeed.at(time)), directColor(xform.directColor.at(time)),
        variations(xform.variations) {
    if (!xform.colorSpeed.isConstant())
      speed = std::clamp(speed, 0.0, 1.0);
    auto frozen = [&](const std::optional<AffineMotion> &motion) {
      return motion ? std::optional(affineAt(*motion, time)) : std::nullopt;
    };
    coefs = {affineAt(xform.coefs, time), frozen(xform.yzCoefs), frozen(xform.zxCoefs)};
    post = {frozen(xform.post).value_or(Affine()), frozen(xform.yzPost), frozen(xform.zxPost)};
    for (const Track &factor : xform.chaos)
      chaos.push_back(std::max(0.0, factor.at(time)));
    for (AnimationVariation &variation : variations) {
      variation.weight = variation.weight.at(time);
      for (auto [info, param] : llvm::zip(variation.info->params, variation.params))
        param = std::clamp(param.at(time), info.minimum, info.maximum);
    }
  }

  double weight, color, speed, directColor;
  FrozenAffines coefs, post;
  std::vector<double> chaos;
  std::vector<AnimationVariation> variations; ///< all tracks constant
};

/// The flame at one instant, iterated in double precision with pairs of points.
class CoupledIterator {
public:
  CoupledIterator(const Animation &animation, double time)
      : isDeep(animation.depth != 0), preserveZ(animation.preserveZ) {
    for (const AnimationXform &xform : animation.xforms)
      xforms.emplace_back(xform, time);
    const double perUnit = animation.scale.at(time) * std::exp2(animation.zoom.at(time));
    near = kNear * animation.width / perUnit;
  }

  struct Meeting {
    unsigned space, color; ///< rounds until the points met; kMaxFuse if they did not
  };

  Meeting untilMeeting() {
    WalkingPoint a = start(), b = start();
    a.color = 0;
    b.color = 1;
    Meeting meeting = {kMaxFuse, kMaxFuse};
    unsigned last = 0;
    for (unsigned round = 1; round <= kMaxFuse; ++round) {
      last = choose(round == 1 ? nullptr : &xforms[last]);
      drawNumbers();
      step(xforms[last], a);
      step(xforms[last], b);
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
    WalkingPoint point = start();
    nanPoints = 0;
    for (unsigned round = 0, last = 0; round < rounds; ++round) {
      last = choose(round == 0 ? nullptr : &xforms[last]);
      drawNumbers();
      step(xforms[last], point);
    }
    return nanPoints;
  }

private:
  double uniform() { return double(random() >> 8) * 0x1p-24; }

  WalkingPoint start() { return {2 * uniform() - 1, 2 * uniform() - 1, uniform()}; }

  unsigned choose(const FrozenXform *last) {
    auto weightOf = [&](size_t i) {
      return xforms[i].weight * (last && !last->chaos.empty() ? last->chaos[i] : 1);
    };
    double sum = 0;
    for (size_t i = 0; i < xforms.size(); ++i)
      sum += weightOf(i);
    double u = uniform() * sum;
    unsigned chosen = 0;
    for (size_t i = 0; i < xforms.size(); ++i)
      if (weightOf(i) > 0) {
        chosen = unsigned(i);
        u -= weightOf(i);
        if (u < 0)
          break;
      }
    return chosen;
  }

  /// Both points of a pair use the same numbers, variation by variation.
  void drawNumbers() {
    for (double &number : numbers)
      number = uniform();
  }

  double nextNumber(size_t &next) const { return numbers[next++ % std::size(numbers)]; }

  /// The result of a draw from number `next` on.
  double drawn(Draw kind, size_t &next) const {
    const double u = nextNumber(next);
    switch (kind) {
    case Draw::U01:
      return u;
    case Draw::U11:
      return 2 * u - 1;
    case Draw::Bit:
      return u >= 0.5;
    case Draw::Bell:
      return u + nextNumber(next) + nextNumber(next) + nextNumber(next) - 2;
    }
    llvm_unreachable("unknown kind of draw");
  }

  static std::vector<double> startsOf(const std::vector<Track> &tracks) {
    std::vector<double> starts;
    for (const Track &track : tracks)
      starts.push_back(track.start());
    return starts;
  }

  void step(const FrozenXform &xform, WalkingPoint &point) {
    const double blended = xform.speed * xform.color + (1 - xform.speed) * point.color;
    double color = blended;
    WalkingPoint at = {point.x, point.y, 0, point.z};
    xform.coefs.apply(at.x, at.y, at.z);
    WalkingPoint sum = {0, 0, 0, 0};
    bool isFlat = false; // a variation in the sum flattens it
    size_t next = 0;
    field = WeightingField();
    mover = nullptr;
    for (const AnimationVariation &variation : xform.variations) {
      const VariationInfo &info = *variation.info;
      const bool isNormal = variation.phase == VariationUse::Normal;
      if (variation.weight.start() == 0)
        continue; // a missing term
      WalkingPoint &target = variation.phase == VariationUse::Pre ? at : sum;
      if (variation.phase == VariationUse::Post && std::exchange(isFlat, false))
        sum.z = 0;
      const bool adds = isNormal ? !info.replaces
                                 : (variation.adds && !info.replaces) || info.generator ||
                                       info.preOnly || info.zOnly;
      const WalkingPoint onto = adds ? target : WalkingPoint{0, 0, 0}; // a colour sees the sum
      if (info.isField) {
        mover = &variation;
        fieldParams = startsOf(variation.params);
        const bool isBefore = fieldParams[fieldPosition(fieldParams.size())] > 0.5;
        field = WeightingField(fieldAt(isBefore ? point : at), fieldParams);
        continue;
      }
      const WalkingPoint value =
          evaluate(variation, isNormal ? at : target, at, xform.coefs.xy, onto, color, next);
      target.x = adds ? target.x + value.x : value.x;
      target.y = adds ? target.y + value.y : value.y;
      target.z = depthAfter(variation, target.z, value.z);
      isFlat |= isNormal && info.flattens && !info.hasDepth;
    }
    if (isFlat)
      sum.z = 0;
    const double made = blended + xform.directColor * (color - blended);
    point = {sum.x, sum.y, field.colored(made), sum.z};
    xform.post.apply(point.x, point.y, point.z);
    if (mover)
      moveByField(point);
    if (!isDeep)
      point.z = 0;
    if (std::abs(point.x) <= 1e10 && std::abs(point.y) <= 1e10)
      return;
    nanPoints += !(std::isfinite(point.x) && std::isfinite(point.y));
    point.x = 2 * uniform() - 1, point.y = 2 * uniform() - 1, point.z = 0;
  }

  /// The value of the xform's weighting field at a point.
  double fieldAt(const WalkingPoint &at) const {
    OracleArgs args = {};
    args.x = at.x;
    args.y = at.y;
    args.z = at.z;
    args.weight = mover->weight.start();
    args.params = fieldParams;
    return isDeep ? evaluateInSpace(*mover->info, args)[0]
                  : evaluateVariation(*mover->info, args).first;
  }

  void moveByField(WalkingPoint &point) const {
    auto moved = [&](double x, double y, double z) {
      return WeightingField::moved(fieldAt({x, y, 0, z}), fieldParams);
    };
    point.x += moved(point.x, point.y, point.z);
    point.y += moved(point.y, point.x, point.z);
    point.z += moved(point.z, point.x, point.y);
  }

  /// Returns the contribution at `at`. Sets `color` to the variation's result, which sees the sum
  /// of `onto` and the contribution. `origin` is the point that the sum sees.
  WalkingPoint evaluate(const AnimationVariation &variation, const WalkingPoint &at,
                        const WalkingPoint &origin, const Affine &coefs, const WalkingPoint &onto,
                        double &color, size_t &next) {
    OracleArgs args = {};
    const std::vector<double> params = field.changed(startsOf(variation.params), variation.byField);
    std::vector<double> draws;
    for (Draw draw : variation.info->draws)
      draws.push_back(drawn(draw, next));
    args.x = at.x;
    args.y = at.y;
    args.z = at.z;
    args.weight = field.weighed(variation.weight.start());
    args.params = params;
    args.draws = draws;
    const double affine[] = {coefs.a, coefs.b, coefs.c, coefs.d, coefs.e, coefs.f},
                 before[] = {origin.x, origin.y, origin.z};
    llvm::copy(affine, args.affine);
    llvm::copy(before, args.origin);
    args.color = color;
    if (showsFlame(*variation.info)) { // its points are independent of those of the flame
      args.x = drawn(Draw::U11, next);
      args.y = drawn(Draw::U11, next);
      args.z = 0;
      args.color = drawn(Draw::U01, next);
    }
    WalkingPoint value = {0, 0, 0, 0};
    if (isDeep) {
      const auto [x, y, z] = evaluateInSpace(*variation.info, args);
      const bool isOfSpace = variation.info->hasDepth;
      value = {x, y, 0, isOfSpace ? z : preserveZ * args.weight * at.z};
    } else {
      std::tie(value.x, value.y) = evaluateVariation(*variation.info, args);
    }
    if (variation.info->setsColor && !variation.info->directRgb)
      color = evaluateVariationColor(*variation.info, args, {onto.x + value.x, onto.y + value.y});
    return value;
  }

  /// The z of the sum, or of a running point that was at `before`, after a variation that
  /// contributes `z`.
  static double depthAfter(const AnimationVariation &variation, double before, double z) {
    const VariationInfo &info = *variation.info;
    if (variation.phase == VariationUse::Normal)
      return info.flattens ? z : before + z;
    if (info.flattens && !info.hasDepth)
      return 0;
    if (!info.hasDepth && !variation.adds)
      return before;
    return variation.adds || info.generator || info.preOnly ? before + z : z;
  }

  bool isDeep;
  double preserveZ;
  std::vector<FrozenXform> xforms;
  double near;
  double numbers[32];
  WeightingField field;                      ///< field at the input point of the current xform
  const AnimationVariation *mover = nullptr; ///< the current xform's field; null if it has none
  std::vector<double> fieldParams;           ///< its parameters
  unsigned nanPoints = 0;                    ///< NaN or infinite points
  std::mt19937 random; // default seed: the estimate must depend only on the flame
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
