// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the structure first: all xforms and variations of all stretches, as a still whose tracks
// are replaced later. One visit of animation and genome in parallel pairs every track with its
// value, so that tracks and samples have the same order. Each stretch is fitted separately, and the
// pieces of a track are joined. An xform or variation that a stretch lacks has weight 0 there. Its
// other numbers keep their last values and jump, within kJumpTime, when it reappears.

#include "compiler/animation/FitAnimation.h"

#include "compiler/animation/SamplePalettes.h"
#include "compiler/animation/Splines.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace flame;

/// Duration of a jump in animation time, short compared to any exposure.
static constexpr double kJumpTime = 4 * Track::kShortestPiece;
/// Minimum animation time between breakpoints.
static constexpr double kClosestBreakpoints = 1e-5;
/// The share at which the structure of a stretch is sampled. No motion function passes zero here.
static constexpr double kProbeShare = 0.447;
/// The value of numbers that a stretch lacks.
static constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();
/// Bound of rounding errors in numbers of an xform that derive from angles and should be 0.
static constexpr double kNegligible = 1e-14;

//===-- structure -----------------------------------------------------------------------------===//

/// `Wanted` is a VariationUse or an AnimationVariation.
template <class Variations, class Wanted>
static auto *findVariationUse(Variations &variations, const Wanted &wanted) {
  auto found = llvm::find_if(variations, [&](auto &use) {
    return use.info == wanted.info && use.phase == wanted.phase && use.repeat == wanted.repeat &&
           use.adds == wanted.adds && use.byField == wanted.byField;
  });
  return found == variations.end() ? nullptr : &*found;
}

static void addVariations(std::vector<VariationUse> &variations,
                          llvm::ArrayRef<VariationUse> more) {
  for (const VariationUse &use : more)
    if (!findVariationUse(variations, use))
      variations.push_back(use);
}

/// A neutral final xform.
static const Xform &identityXform() {
  static const Xform identity = [] {
    Xform xform;
    xform.colorSpeed = 0;
    VariationUse &linear = xform.variations.emplace_back();
    linear.info = findVariation("linear");
    linear.weight = 1;
    return xform;
  }();
  return identity;
}

/// The union of the structures of `genomes`, with the settings of `first`.
static Genome uniteStructures(const Genome &first, llvm::ArrayRef<Genome> genomes) {
  Genome result = first;
  result.xforms.clear();
  result.finalXform.reset();
  auto unite = [](Xform &xform, const Xform &other) {
    addVariations(xform.variations, other.variations);
    if (other.hasPost())
      xform.post = other.post;
    for (const PlaneAffine &plane : kPlaneAffines)
      if (other.*plane.ofXform)
        xform.*plane.ofXform = other.*plane.ofXform;
  };
  for (const Genome &genome : genomes) {
    for (auto [index, xform] : llvm::enumerate(genome.xforms)) {
      if (index == result.xforms.size())
        result.xforms.push_back(xform);
      else
        unite(result.xforms[index], xform);
    }
    if (!genome.finalXform)
      continue;
    if (result.finalXform)
      unite(*result.finalXform, *genome.finalXform);
    else
      result.finalXform = genome.finalXform;
  }
  if (result.finalXform &&
      llvm::any_of(genomes, [](const Genome &genome) { return !genome.finalXform; }))
    unite(*result.finalXform, identityXform());
  return result;
}

//===-- tracks and their values ---------------------------------------------------------------===//

template <class Visit>
static void visitAffine(AffineMotion &motion, const Affine *affine, Visit visit) {
  AffineTracks &tracks = std::get<AffineTracks>(motion);
  auto value = [&](double Affine::*member) {
    const double number = affine ? affine->*member : kAbsent;
    return std::abs(number) < kNegligible ? 0 : number;
  };
  visit(tracks.a, value(&Affine::a));
  visit(tracks.d, value(&Affine::d));
  visit(tracks.b, value(&Affine::b));
  visit(tracks.e, value(&Affine::e));
  visit(tracks.c, value(&Affine::c));
  visit(tracks.f, value(&Affine::f));
}

/// The blend of direct colours: 0 if no variation of `xform` sets the colour but one of `target`
/// does, at weight 0.
static double directColorOf(const AnimationXform &target, const Xform &xform) {
  const bool isSet = llvm::any_of(
      target.variations, [](const AnimationVariation &use) { return use.info->setsColor; });
  return isSet && !xform.listsDirectColor() ? 0 : xform.directColor;
}

/// Visits all tracks except weight and chaos. Without an xform all values are absent.
template <class Visit>
static void visitXform(AnimationXform &target, const Xform *xform, Visit visit) {
  visit(target.color, xform ? xform->color : kAbsent);
  visit(target.colorSpeed, xform ? xform->colorSpeed : kAbsent);
  visit(target.opacity, xform ? xform->opacity : kAbsent);
  visit(target.directColor, xform ? directColorOf(target, *xform) : kAbsent);
  visitAffine(target.coefs, xform ? &xform->coefs : nullptr, visit);
  if (target.post) {
    const Affine post = xform ? xform->post.value_or(Affine()) : Affine();
    visitAffine(*target.post, xform ? &post : nullptr, visit);
  }
  for (const PlaneAffine &plane : kPlaneAffines)
    if (target.*plane.ofAnimation) {
      const Affine matrix = xform ? (xform->*plane.ofXform).value_or(Affine()) : Affine();
      visitAffine(*(target.*plane.ofAnimation), xform ? &matrix : nullptr, visit);
    }
  for (AnimationVariation &variation : target.variations) {
    const VariationUse *use = xform ? findVariationUse(xform->variations, variation) : nullptr;
    visit(variation.weight, use ? use->weight : 0);
    for (auto [index, param] : llvm::enumerate(variation.params))
      visit(param, use ? use->params[index] : kAbsent);
  }
}

template <class Visit>
static void visitSettings(Animation &animation, const Genome &genome, Visit visit) {
  visit(animation.density, genome.quality / animation.quality);
#define FLAME_TRACK_VALUES
#include "compiler/animation/AnimationSettings.inc"
}

/// Calls `visit(track, value)` for every track of the animation, with its value in `genome`, always
/// in the same order.
template <class Visit>
static void visitTracks(Animation &animation, const Genome &genome, Visit visit) {
  visitSettings(animation, genome, visit);
  for (auto [index, target] : llvm::enumerate(animation.xforms)) {
    const Xform *xform = index < genome.xforms.size() ? &genome.xforms[index] : nullptr;
    visit(target.weight, xform ? xform->weight : 0);
    visitXform(target, xform, visit);
    for (auto [next, factor] : llvm::enumerate(target.chaos))
      visit(factor, xform ? xform->chaosTo(next) : kAbsent);
  }
  if (animation.finalXform)
    visitXform(*animation.finalXform, genome.finalXform ? &*genome.finalXform : &identityXform(),
               visit);
}

//===-- pieces of a track ---------------------------------------------------------------------===//

namespace {
/// The part of a track in one stretch.
struct TrackPiece {
  double begin, end;
  Track track;
};
} // namespace

static std::vector<TrackKnot> knotsOf(const TrackPiece &piece) {
  if (!piece.track.isConstant())
    return piece.track.knots;
  const double value = piece.track.knots.front().value;
  return {{piece.begin, value, 0, 0}, {piece.end, value, 0, 0}};
}

static bool isSame(double a, double b) {
  return std::abs(a - b) <= 4 * kFitTolerance * std::max(std::abs(a), std::abs(b));
}

/// Appends a piece: continuously if the values agree, else with a jump.
static void appendPiece(std::vector<TrackKnot> &knots, std::vector<TrackKnot> piece) {
  TrackKnot &last = knots.back(), &next = piece.front();
  const bool isGap = last.time < next.time;
  if (!isGap && isSame(last.value, next.value)) {
    last.slopeOut = next.slopeOut;
    piece.erase(piece.begin());
  } else {
    last.slopeOut = next.slopeIn = 0;
    const TrackKnot leap = {next.time - kJumpTime, last.value, isGap ? 0 : last.slopeIn, 0};
    if (!isGap)
      knots.pop_back();
    if (knots.empty() || knots.back().time < leap.time)
      knots.push_back(leap);
  }
  llvm::append_range(knots, piece);
}

static bool staysAt(llvm::ArrayRef<TrackKnot> knots, double value) {
  return llvm::all_of(knots, [&](const TrackKnot &knot) {
    return isSame(knot.value, value) && knot.slopeIn == 0 && knot.slopeOut == 0;
  });
}

/// Removes knots too close to the previous one, which only erratic functions produce.
static void thinOut(std::vector<TrackKnot> &knots) {
  std::vector<TrackKnot> result = {knots.front()};
  for (const TrackKnot &knot : llvm::drop_begin(knots))
    if (knot.time - result.back().time > Track::kShortestPiece)
      result.push_back(knot);
  knots = std::move(result);
}

/// Joins pieces in ascending time to a track. The track continues straight beyond the ends of the
/// animation and is constant in gaps.
static Track joinPieces(llvm::ArrayRef<TrackPiece> pieces) {
  if (pieces.empty())
    return 0.0;
  if (pieces.size() == 1 && pieces.front().track.isConstant())
    return pieces.front().track;
  Track result;
  result.knots = knotsOf(pieces.front());
  for (const TrackPiece &piece : pieces.drop_front())
    appendPiece(result.knots, knotsOf(piece));
  thinOut(result.knots);
  TrackKnot &first = result.knots.front(), &last = result.knots.back();
  first.slopeIn = pieces.front().begin > 0 ? 0 : first.slopeOut;
  last.slopeOut = pieces.back().end < 1 ? 0 : last.slopeIn;
  if (staysAt(result.knots, first.value))
    return first.value;
  return result;
}

//===-- the fit -------------------------------------------------------------------------------===//

/// In animation time, including both ends.
static std::vector<double> findBreakpoints(const Stretch &stretch) {
  std::vector<double> shares = stretch.breakpoints;
  llvm::sort(shares);
  std::vector<double> result = {stretch.begin};
  for (double share : shares) {
    const double time = stretch.begin + (stretch.end - stretch.begin) * share;
    if (time > result.back() + kClosestBreakpoints && time < stretch.end - kClosestBreakpoints)
      result.push_back(time);
  }
  result.push_back(stretch.end);
  return result;
}

/// Fits every track on a stretch and appends the results to `pieces`.
static void fitStretch(Animation &animation, const Stretch &stretch,
                       std::vector<std::vector<TrackPiece>> &pieces) {
  std::vector<bool> isThere;
  visitTracks(animation, stretch.genomeAt(kProbeShare),
              [&](Track &, double value) { isThere.push_back(!std::isnan(value)); });
  pieces.resize(isThere.size());

  const double length = stretch.end - stretch.begin;
  auto sample = [&](double time, llvm::MutableArrayRef<double> values) {
    const double share = std::clamp((time - stretch.begin) / length, 0.0, 1.0);
    double *next = values.begin();
    visitTracks(animation, stretch.genomeAt(share),
                [&](Track &, double value) { *next++ = std::isnan(value) ? 0 : value; });
  };
  for (auto [index, track] :
       llvm::enumerate(fitTracks(isThere.size(), sample, findBreakpoints(stretch))))
    if (isThere[index])
      pieces[index].push_back({stretch.begin, stretch.end, std::move(track)});
}

Animation flame::fitAnimation(const Genome &first, llvm::ArrayRef<Stretch> stretches) {
  std::vector<Genome> probes;
  for (const Stretch &stretch : stretches)
    probes.push_back(stretch.genomeAt(kProbeShare));
  Animation animation = makeStill(uniteStructures(first, probes));
  if (llvm::any_of(probes, [](const Genome &genome) { return genome.hasChaos(); }))
    for (AnimationXform &xform : animation.xforms)
      xform.chaos.resize(animation.xforms.size(), 1.0);

  std::vector<std::vector<TrackPiece>> pieces;
  for (const Stretch &stretch : stretches)
    fitStretch(animation, stretch, pieces);
  size_t index = 0;
  visitTracks(animation, probes.front(),
              [&](Track &track, double) { track = joinPieces(pieces[index++]); });

  std::vector<PaletteStretch> palettes;
  for (const Stretch &stretch : stretches)
    palettes.push_back({stretch.begin, stretch.end, stretch.paletteAt});
  animation.palettes = samplePalettes(palettes);
  animation.temporalSamples = first.temporalSamples;
  return animation;
}
