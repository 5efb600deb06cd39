// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An animation: a flame over an interval of time. Every value that can change is a track (constant, or a spline through
// knots in a domain); a still is an animation whose tracks are all constant. Whatever the input was - keyframes, loops,
// edges, single flames - ends here, and nothing downstream knows where it came from.
//
// The JSON form (AnimationJson.h) is canonical: equal animations print equal text. It is the source of truth that
// travels in every artefact, for recompiling and for the CPU device.

#ifndef FLAME_COMPILER_ANIMATION_H
#define FLAME_COMPILER_ANIMATION_H

#include "compiler/Genome.h"

#include <string>
#include <utility>
#include <vector>

namespace flame {

/// How the knots of a track are interpolated; the same kinds as abi::Domain.
enum class TrackDomain { Linear, Magnitude, PeriodicAngle };

/// A value at an instant; time in [0,1] of the animation.
struct TrackKnot {
  double time = 0, value = 0;
  bool operator==(const TrackKnot &) const = default;
};

/// One value over time. Never empty; one knot means constant.
struct Track {
  TrackDomain domain = TrackDomain::Linear;
  std::vector<TrackKnot> knots = {TrackKnot()};

  Track() = default;
  /// A constant.
  Track(double value) : knots{{0, value}} {}

  bool isConstant() const { return knots.size() == 1; }
  /// The value at the animation's start.
  double start() const { return knots.front().value; }
  /// Bounds of the curve over all times.
  std::pair<double, double> range() const;
  bool operator==(const Track &) const = default;
};

/// Six tracks in file order a d b e c f.
struct AffineTracks {
  Track a = 1.0, d = 0.0, b = 0.0, e = 1.0, c = 0.0, f = 0.0;
  bool operator==(const AffineTracks &) const = default;
};

struct AnimationVariation {
  const VariationInfo *info = nullptr;
  VariationUse::Place place = VariationUse::Normal;
  Track weight;
  std::vector<Track> params; ///< one per info->params
  llvm::SMLoc loc;           ///< in the text the animation was made from; may be invalid

  /// Equal wherever they come from.
  bool operator==(const AnimationVariation &other) const {
    return info == other.info && place == other.place && weight == other.weight &&
           params == other.params;
  }
};

struct AnimationXform {
  Track weight, color, colorSpeed, opacity;
  AffineTracks coefs;
  std::optional<AffineTracks> post;
  std::vector<AnimationVariation> variations;
  std::vector<Track> chaos; ///< one per standard xform when the animation has xaos, else empty
  llvm::SMLoc loc;

  /// Equal wherever they come from.
  bool operator==(const AnimationXform &other) const {
    return weight == other.weight && color == other.color && colorSpeed == other.colorSpeed &&
           opacity == other.opacity && coefs == other.coefs && post == other.post &&
           variations == other.variations && chaos == other.chaos;
  }
};

/// Everything that the finishing of a frame needs; tracks are evaluated per frame on the host.
struct AnimationFinish {
  Track brightness, gamma, gammaThreshold, vibrancy, highlightPower;
  std::array<Track, 3> background;
  double estimatorRadius = 0, estimatorMinimum = 0, estimatorCurve = 0.4;
  FilterShape filterShape = FilterShape::Gaussian;
  double filterRadius = 0.5;

  bool operator==(const AnimationFinish &) const = default;
};

/// A flame over time.
struct Animation {
  std::string name, nick, url;
  /// Length in frames of the source; 0 for a still.
  double duration = 0;
  int width = 0, height = 0, supersample = 1, passes = 1;
  /// Samples per pixel, zoom not yet applied.
  double quality = 1;
  int temporalSamples = 1;
  TemporalFilter temporalFilter = TemporalFilter::Box;
  double temporalFilterWidth = 1, temporalFilterExp = 0;

  Track centerX, centerY, scale, zoom, rotate;
  AnimationFinish finish;
  PaletteMode paletteMode = PaletteMode::Step;
  std::vector<std::pair<double, Palette>> palettes; ///< (time, colours), at least one, ascending

  std::vector<AnimationXform> xforms;
  std::optional<AnimationXform> finalXform;

  bool hasChaos() const { return !xforms.empty() && !xforms.front().chaos.empty(); }
  bool operator==(const Animation &) const = default;
};

/// The animation that shows `genome` unchanged at all times.
Animation makeStill(const Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_H
