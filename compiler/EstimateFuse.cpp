// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs pairs of points through the flame with common random numbers and waits until they meet.

#include "compiler/EstimateFuse.h"

#include "ir/VariationOracle.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace flame;

static constexpr unsigned kPairs = 64;
/// After this many pairs that never met the flame is taken for one that does not contract.
static constexpr unsigned kPatience = 12;
/// The tail of meeting times is taken for exponential, as it is when one rare xform does most of the contraction: from
/// the median and a high quantile it is continued to the share of points that may be counted too early.
static constexpr double kQuantile = 0.95, kTooEarly = 1e-6;
/// Distance at which points have met: a share of the picture's width, and in colour.
static constexpr double kNear = 0.01, kNearColor = 0.02;

namespace {
struct WalkingPoint {
  double x, y, color;
};

/// The flame at its start, ready to be walked in double precision.
class Walk {
public:
  explicit Walk(const Animation &animation) : animation(animation) {
    for (const AnimationXform &xform : animation.xforms)
      weights.push_back(xform.weight.start());
    const double perUnit = animation.scale.start() * std::exp2(animation.zoom.start());
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
      last = choose(round == 1 ? nullptr : &animation.xforms[last]);
      drawNumbers();
      step(animation.xforms[last], a);
      step(animation.xforms[last], b);
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

  unsigned choose(const AnimationXform *last) {
    auto weightOf = [&](size_t i) {
      return weights[i] * (last && !last->chaos.empty() ? last->chaos[i].start() : 1);
    };
    double sum = 0;
    for (size_t i = 0; i < weights.size(); ++i)
      sum += weightOf(i);
    double u = uniform() * sum;
    unsigned chosen = 0;
    for (size_t i = 0; i < weights.size(); ++i)
      if (weightOf(i) > 0) {
        chosen = unsigned(i);
        if ((u -= weightOf(i)) < 0)
          break;
      }
    return chosen;
  }

  /// Both points of a pair use the same numbers, variation by variation.
  void drawNumbers() {
    for (double &number : numbers)
      number = uniform();
  }

  void step(const AnimationXform &xform, WalkingPoint &point) {
    const double speed = xform.colorSpeed.start();
    point.color = speed * xform.color.start() + (1 - speed) * point.color;
    const double coefs[6] = {xform.coefs.a.start(), xform.coefs.b.start(), xform.coefs.c.start(),
                             xform.coefs.d.start(), xform.coefs.e.start(), xform.coefs.f.start()};
    double x = coefs[0] * point.x + coefs[1] * point.y + coefs[2];
    double y = coefs[3] * point.x + coefs[4] * point.y + coefs[5];
    double sumX = 0, sumY = 0;
    size_t next = 0;
    for (const AnimationVariation &variation : xform.variations) {
      const bool isPre = variation.place == VariationUse::Pre;
      const bool isPost = variation.place == VariationUse::Post;
      const bool adds = variation.info->generator || variation.info->preOnly;
      auto [vx, vy] = evaluate(variation, isPost ? sumX : x, isPost ? sumY : y, coefs, point.color, next);
      if (isPre)
        x = adds ? x + vx : vx, y = adds ? y + vy : vy;
      else if (isPost && !adds)
        sumX = vx, sumY = vy;
      else
        sumX += vx, sumY += vy;
    }
    point.x = sumX;
    point.y = sumY;
    if (xform.post) {
      const AffineTracks &post = *xform.post;
      point.x = post.a.start() * sumX + post.b.start() * sumY + post.c.start();
      point.y = post.d.start() * sumX + post.e.start() * sumY + post.f.start();
    }
    if (!(std::abs(point.x) <= 1e10 && std::abs(point.y) <= 1e10))
      point.x = 2 * uniform() - 1, point.y = 2 * uniform() - 1;
  }

  std::pair<double, double> evaluate(const AnimationVariation &variation, double x, double y,
                                     const double *coefs, double color, size_t &next) {
    if (variation.weight.isConstant() && variation.weight.start() == 0)
      return {0, 0};
    OracleArgs args = {};
    std::vector<double> params, draws;
    for (const Track &param : variation.params)
      params.push_back(param.start());
    for (Draw draw : variation.info->draws) {
      const double u = numbers[next++ % std::size(numbers)];
      draws.push_back(draw == Draw::U01 ? u : draw == Draw::U11 ? 2 * u - 1 : double(u >= 0.5));
    }
    args.x = x;
    args.y = y;
    args.weight = variation.weight.start();
    args.params = params;
    args.draws = draws;
    std::copy(coefs, coefs + 6, args.affine);
    args.color = color;
    return evaluateVariation(*variation.info, args);
  }

  const Animation &animation;
  std::vector<double> weights;
  double near;
  double numbers[32];
  std::mt19937 random; // default seed: the estimate is a property of the flame
};

/// Rounds after which all but kTooEarly of the pairs have met.
uint32_t extrapolate(std::vector<unsigned> &rounds) {
  std::sort(rounds.begin(), rounds.end());
  const double median = rounds[rounds.size() / 2];
  const double high = rounds[size_t(double(rounds.size() - 1) * kQuantile)];
  const double decay = (high - median) / std::log(0.5 / (1 - kQuantile));
  const double wanted = high + decay * std::log((1 - kQuantile) / kTooEarly);
  return uint32_t(std::clamp<double>(wanted, kMinFuse, kMaxFuse));
}
} // namespace

uint32_t flame::estimateFuse(const Animation &animation) {
  Walk walk(animation);
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
