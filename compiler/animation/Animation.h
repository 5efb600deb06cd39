// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An animation: a flame over an interval of time. Every value that can change is a track (a
// constant, or a spline through knots in a domain). A still is an animation whose tracks are all
// constant. Key frames, loops, edges and single flames all become animations; later stages do not
// know the kind of input.
//
// The JSON form (AnimationJson.h) is canonical: equal animations print equal text. Every artefact
// carries it, for recompilation and for the CPU device.

#ifndef FLAME_COMPILER_ANIMATION_ANIMATION_H
#define FLAME_COMPILER_ANIMATION_ANIMATION_H

#include "compiler/genome/Genome.h"
#include "ir/Track.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace flame {

/// An affine by its coefficients: six tracks in file order a d b e c f.
struct AffineTracks {
  Track a = 1.0, d = 0.0, b = 0.0, e = 1.0, c = 0.0, f = 0.0;
  bool operator==(const AffineTracks &) const = default;
};

/// An affine by its columns in polar form, as in cuburn. The x column is magnitudeX at angle -
/// spread, the y column magnitudeY at angle + spread. Angles are degrees, counted counter-clockwise
/// with y upwards, whereas the plane's y points down:
///
///   a = magnitudeX cos(angle - spread)    b = -magnitudeY cos(angle + spread)    c =  offsetX
///   d = -magnitudeX sin(angle - spread)   e =  magnitudeY sin(angle + spread)    f = -offsetY
///
/// The defaults are the identity.
struct PolarAffineTracks {
  Track angle = 45.0, spread = 45.0, magnitudeX = 1.0, magnitudeY = 1.0, offsetX = 0.0,
        offsetY = 0.0;
  bool operator==(const PolarAffineTracks &) const = default;
};

/// The tracks from which the coefficients of an affine are computed.
using AffineMotion = std::variant<AffineTracks, PolarAffineTracks>;

/// The affine at a time. Multiples of 90 degrees give exact coefficients.
Affine affineAt(const AffineMotion &motion, double time);

struct AnimationVariation {
  const VariationInfo *info = nullptr;
  VariationUse::Phase phase = VariationUse::Normal;
  unsigned repeat = 0; ///< as in VariationUse
  bool adds = false;   ///< as in VariationUse
  Track weight;
  std::vector<Track> params;   ///< one per info->params
  std::vector<double> byField; ///< as in VariationUse
  llvm::SMLoc loc;             ///< in the text that the animation was made from; may be invalid

  /// Ignores source locations and repetition numbers.
  bool operator==(const AnimationVariation &other) const {
    return info == other.info && phase == other.phase && adds == other.adds &&
           weight == other.weight && params == other.params && byField == other.byField;
  }
};

struct AnimationXform {
  Track weight, color, colorSpeed, opacity;
  Track directColor = 1;
  AffineMotion coefs;
  std::optional<AffineMotion> post;
  std::optional<AffineMotion> yzCoefs, zxCoefs, yzPost, zxPost; ///< as in Xform
  std::vector<AnimationVariation> variations;
  std::vector<Track> chaos; ///< one per standard xform if the animation has xaos, else empty
  llvm::SMLoc loc;

  /// Ignores source locations.
  bool operator==(const AnimationXform &other) const {
    return weight == other.weight && color == other.color && colorSpeed == other.colorSpeed &&
           opacity == other.opacity && directColor == other.directColor && coefs == other.coefs &&
           post == other.post && yzCoefs == other.yzCoefs && zxCoefs == other.zxCoefs &&
           yzPost == other.yzPost && zxPost == other.zxPost && variations == other.variations &&
           chaos == other.chaos;
  }
};

/// The 3D affines, in a flame and over time.
struct PlaneAffine {
  std::optional<Affine> Xform::*ofXform;
  std::optional<AffineMotion> AnimationXform::*ofAnimation;
};
inline constexpr PlaneAffine kPlaneAffines[] = {{&Xform::yzCoefs, &AnimationXform::yzCoefs},
                                                {&Xform::zxCoefs, &AnimationXform::zxCoefs},
                                                {&Xform::yzPost, &AnimationXform::yzPost},
                                                {&Xform::zxPost, &AnimationXform::zxPost}};

/// All settings that finish a frame, as described by ir/Settings.td. The host evaluates the tracks
/// for each frame.
struct AnimationFinish {
#define FLAME_FINISH_MEMBERS
#include "compiler/animation/AnimationSettings.inc"

  bool operator==(const AnimationFinish &) const = default;
};

/// The unit of durations.
enum class TimeUnit {
  Frames, ///< flam3: key times are frame numbers
  Units   ///< cuburn: a profile gives the seconds per unit
};

/// A flame over time.
struct Animation {
  std::string name, nick, url;
  /// The dialect of the flame and the reason for choosing it, for display; empty if the input has
  /// no dialect.
  std::string dialect;
  /// Length in units of `timeUnit`; 0 for a still.
  double duration = 0;
  TimeUnit timeUnit = TimeUnit::Frames;
  /// The source's name for the instant at animation time 0, in the same unit: the first key time.
  double startTime = 0;
  /// The end continues at the start: an exposure or a frame beyond one end shows the other one.
  bool loops = false;

  // The settings, as described by ir/Settings.td. Rendering at another quality leaves the density
  // unchanged; it is a factor on the quality.
#define FLAME_ANIMATION_MEMBERS
#include "compiler/animation/AnimationSettings.inc"
  AnimationFinish finish;

  std::vector<std::pair<double, Palette>> palettes; ///< (time, colours), at least one, ascending

  std::vector<AnimationXform> xforms;
  std::optional<AnimationXform> finalXform;
  std::vector<AnimationXform> laterFinals; ///< further final xforms, in order

  bool hasChaos() const { return !xforms.empty() && !xforms.front().chaos.empty(); }
  bool operator==(const Animation &) const = default;
};

/// The user-defined variations that the animation needs, each once, in the order of their first
/// use.
std::vector<const UserVariation *> definitionsOf(const Animation &animation);

/// The animation that shows `genome` unchanged at all times.
Animation makeStill(const Genome &genome);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_ANIMATION_H
