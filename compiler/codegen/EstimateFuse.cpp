// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs pairs of points through the flame with common random numbers and waits until they meet.

#include "compiler/codegen/EstimateFuse.h"

#include "ir/VariationOracle.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace flame {

static constexpr unsigned kPairs = 64;
/// After this many pairs that never met the flame is taken for one that does not contract.
static constexpr unsigned kPatience = 12;
/// The tail of meeting times is taken for exponential, as it is when one rare xform does most of the contraction: from
/// the median and a high quantile it is continued to the share of points that may be counted too early.
static constexpr double kQuantile = 0.95, kTooEarly = 1e-6;
/// When an animation is looked at.
static constexpr double kTimes[] = {0, 0.5, 1};
/// Distance at which points have met: a share of the picture's width, and in colour.
static constexpr double kNear = 0.01, kNearColor = 0.02;

namespace {

struct WalkingPoint {
  double x, y, color;
};

/// An xform at one instant.
struct FrozenXform {
  FrozenXform(const AnimationXform &xform, double time)
      : weight(std::max(0.0, xform.weight.at(time))), color(xform.color.at(time)),
        speed(xform.colorSpeed.at(time)), directColor(xform.directColor.at(time)),
        coefs(affineAt(xform.coefs, time)), variations(xform.variations) {
    if (!xform.colorSpeed.isConstant())
      speed = std::clamp(speed, 0.0, 1.0);
    if (xform.post)
      post = affineAt(*xform.post, time);
    for (const Track &factor : xform.chaos)
      chaos.push_back(std::max(0.0, factor.at(time)));
    for (AnimationVariation &variation : variations) {
      variation.weight = variation.weight.at(time);
      for (auto [info, param] : llvm::zip(variation.info->params, variation.params))
        param = std::clamp(param.at(time), info.minimum, info.maximum);
    }
  }

  double weight, color, speed, directColor;
  Affine coefs;
  std::optional<Affine> post;
  std::vector<double> chaos;
  std::vector<AnimationVariation> variations; ///< all tracks constant
};

/// The flame at one instant, ready to be walked in double precision.
class Walk {
public:
  Walk(const Animation &animation, double time) {
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
      if (meeting.space == kMaxFuse && std::hypot(a.x - b.x, a.y - b.y) <= near)
        meeting.space = round;
      if (meeting.color == kMaxFuse && std::abs(a.color - b.color) <= kNearColor)
        meeting.color = round;
      if (std::max(meeting.space, meeting.color) < kMaxFuse)
        break;
    }
    return meeting;
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

  /// What a draw gives from number `next` on.
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

  void step(const FrozenXform &xform, WalkingPoint &point) {
    const double blended = xform.speed * xform.color + (1 - xform.speed) * point.color;
    double color = blended;
    const double coefs[6] = {xform.coefs.a, xform.coefs.b, xform.coefs.c,
                             xform.coefs.d, xform.coefs.e, xform.coefs.f};
    double x = coefs[0] * point.x + coefs[1] * point.y + coefs[2];
    double y = coefs[3] * point.x + coefs[4] * point.y + coefs[5];
    double sumX = 0, sumY = 0;
    size_t next = 0;
    for (const AnimationVariation &variation : xform.variations) {
      const bool isPre = variation.place == VariationUse::Pre;
      const bool isPost = variation.place == VariationUse::Post;
      if (variation.place != VariationUse::Normal && variation.weight.start() == 0)
        continue;
      const bool adds = variation.adds || variation.info->generator || variation.info->preOnly ||
                        variation.info->zOnly;
      const bool replaces =
          (isPre || isPost) && !adds; // a colour that it sets sees its value alone
      const double ontoX = replaces ? 0 : isPre ? x : sumX, ontoY = replaces ? 0 : isPre ? y : sumY;
      auto [vx, vy] = evaluate(variation, isPost ? sumX : x, isPost ? sumY : y, coefs,
                               {ontoX, ontoY}, color, next);
      if (isPre)
        x = adds ? x + vx : vx, y = adds ? y + vy : vy;
      else if (isPost && !adds)
        sumX = vx, sumY = vy;
      else
        sumX += vx, sumY += vy;
    }
    point.color = blended + xform.directColor * (color - blended);
    point.x = sumX;
    point.y = sumY;
    if (xform.post) {
      const Affine &post = *xform.post;
      point.x = post.a * sumX + post.b * sumY + post.c;
      point.y = post.d * sumX + post.e * sumY + post.f;
    }
    if (!(std::abs(point.x) <= 1e10 && std::abs(point.y) <= 1e10))
      point.x = 2 * uniform() - 1, point.y = 2 * uniform() - 1;
  }

  /// Returns the contribution; `color` becomes what the variation makes of it, which sees the sum of `onto` and the
  /// contribution.
  std::pair<double, double> evaluate(const AnimationVariation &variation, double x, double y,
                                     const double *coefs, std::pair<double, double> onto,
                                     double &color, size_t &next) {
    if (variation.weight.start() == 0)
      return {0, 0};
    OracleArgs args = {};
    std::vector<double> params, draws;
    for (const Track &param : variation.params)
      params.push_back(param.start());
    for (Draw draw : variation.info->draws)
      draws.push_back(drawn(draw, next));
    args.x = x;
    args.y = y;
    args.weight = variation.weight.start();
    args.params = params;
    args.draws = draws;
    std::copy(coefs, coefs + 6, args.affine);
    args.color = color;
    const std::pair<double, double> value = evaluateVariation(*variation.info, args);
    if (variation.info->setsColor)
      color = evaluateVariationColor(*variation.info, args,
                                     {onto.first + value.first, onto.second + value.second});
    return value;
  }

  std::vector<FrozenXform> xforms;
  double near;
  double numbers[32];
  std::mt19937 random; // default seed: the estimate is a property of the flame
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
  Walk walk(animation, time);
  std::vector<unsigned> color, both;
  unsigned never = 0;
  for (unsigned pair = 0; pair < kPairs; ++pair) {
    const Walk::Meeting meeting = walk.untilMeeting();
    color.push_back(meeting.color);
    both.push_back(std::max(meeting.space, meeting.color));
    never += meeting.space == kMaxFuse;
    if (never >= kPatience && never * 2 > pair)
      return extrapolate(color);
  }
  return extrapolate(both);
}

uint32_t estimateFuse(const Animation &animation) {
  uint32_t fuse = 0;
  for (double time : kTimes)
    if (time == 0 || animation.duration > 0)
      fuse = std::max(fuse, estimateFuseAt(animation, time));
  return fuse;
}

} // namespace flame
