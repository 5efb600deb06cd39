// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Xforms in motion, as the whole compiler makes them: at any time of an animation an xform maps
// points as its tracks say in double precision, whichever form its affines have and whatever was
// folded or hoisted.

#include "tests/device/CpuProbe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>

namespace flame::test {
namespace {

constexpr unsigned kXforms = 24;
constexpr size_t kLanes = 4;
constexpr double kTimes[] = {-0.25, 0, 0.125, 0.5, 0.9, 1, 1.2};

/// Makes tracks of all kinds.
class TrackMaker {
public:
  /// Around `middle`, no farther than about `spread` from it.
  Track track(double middle, double spread) {
    if (random() % 3 == 0)
      return middle + spread * uniform(random);
    Track made;
    made.domain = random() % 2 ? TrackDomain::Linear : TrackDomain::Log;
    made.knots.clear();
    const double steepest =
        made.domain == TrackDomain::Linear ? spread : 1; // factors, in the other one
    for (double time : {0.0, 0.4, 1.0})
      made.knots.push_back({time, middle + spread * uniform(random), steepest * uniform(random),
                            steepest * uniform(random)});
    return made;
  }

  AffineMotion affine() {
    if (random() % 4 == 0)
      return AffineTracks{track(0.5, 0.3), track(0, 0.3), track(0, 0.3),
                          track(0.5, 0.3), track(0, 1),   track(0, 1)};
    return PolarAffineTracks{track(0, 360),   track(45, 90), track(0.8, 0.4),
                             track(0.8, 0.4), track(0, 1),   track(0, 1)};
  }

private:
  std::mt19937 random;
  std::uniform_real_distribution<double> uniform{-1, 1};
};

Animation makeAnimation() {
  TrackMaker make;
  Animation animation;
  animation.width = animation.height = 1;
  animation.scale = 1;
  animation.duration = 1;
  animation.palettes.emplace_back(0.0, Palette());
  for (unsigned i = 0; i < kXforms; ++i) {
    AnimationXform xform;
    xform.weight = 1;
    xform.color = make.track(0.5, 0.8);
    xform.colorSpeed = make.track(0.5, 0.8);
    xform.opacity = make.track(0.5, 0.9);
    xform.coefs = make.affine();
    if (i % 2)
      xform.post = make.affine();
    AnimationVariation linear;
    linear.info = findVariation("linear");
    linear.weight = make.track(1, 0.2);
    xform.variations.push_back(linear);
    animation.xforms.push_back(xform);
  }
  return animation;
}

struct Expected {
  double x, y, color, visibility;
};

double inRange(const Track &track, double time) {
  return track.isConstant() ? track.start() : std::clamp(track.at(time), 0.0, 1.0);
}

std::pair<double, double> apply(const Affine &m, double x, double y) {
  return {m.a * x + m.b * y + m.c, m.d * x + m.e * y + m.f};
}

Expected expectedOf(const AnimationXform &xform, const abi::Probe &at, double time) {
  auto [x, y] = apply(affineAt(xform.coefs, time), at.x, at.y);
  const double weight = xform.variations[0].weight.at(time);
  x *= weight, y *= weight;
  if (xform.post)
    std::tie(x, y) = apply(affineAt(*xform.post, time), x, y);
  const double speed = inRange(xform.colorSpeed, time), opacity = xform.opacity.at(time);
  return {x, y, speed * inRange(xform.color, time) + (1 - speed) * at.color,
          opacity > 0 ? std::pow(opacity, std::log2(10)) : 0};
}

class MovingXforms : public testing::TestWithParam<FoldMode> {};

TEST_P(MovingXforms, FollowTheirTracks) {
  const Animation animation = makeAnimation();
  CompileOptions options;
  options.fold = GetParam();
  options.library = cpuProbeLibrary(kLanes);
  auto flame = CpuFlame::compile(animation, kLanes, options);
  ASSERT_TRUE(bool(flame)) << llvm::toString(flame.takeError());
  std::vector<abi::Probe> probes;
  for (unsigned i = 0; i < kXforms; ++i)
    probes.push_back({i, 0.75f, -0.5f, 0.25f, {}});
  for (double time : kTimes) {
    const std::vector<float> results = probe(**flame, probes, float(time));
    for (size_t i = 0; i < kXforms; ++i) {
      const Expected expected = expectedOf(animation.xforms[i], probes[i], float(time));
      const float *result = results.data() + i * 4 * kLanes;
      // Angles of some hundred degrees have five digits behind the point in single precision.
      EXPECT_NEAR(result[0], expected.x, 2e-5) << "xform " << i << " at " << time;
      EXPECT_NEAR(result[kLanes], expected.y, 2e-5) << "xform " << i << " at " << time;
      EXPECT_NEAR(result[2 * kLanes], expected.color, 1e-6) << "xform " << i << " at " << time;
      EXPECT_NEAR(result[3 * kLanes], expected.visibility, 1e-5 * (1 + expected.visibility))
          << "xform " << i << " at " << time;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fold, MovingXforms,
                         testing::Values(FoldMode::Structural, FoldMode::All, FoldMode::None),
                         [](const auto &info) { return stringifyFoldMode(info.param).str(); });

} // namespace
} // namespace flame::test
