// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that a document omits take the defaults of the schema.

#include "compiler/cuburn/CuburnAnimation.h"

#include "compiler/cuburn/CuburnNode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <set>

namespace flame {

using Kind = CuburnKey::Kind;
using Scope = CuburnKey::Scope;

//===-- reading -------------------------------------------------------------------------------===//

namespace {
class AnimationReader {
public:
  AnimationReader(Diagnostics &diags, CuburnAnimation &animation)
      : diags(diags), animation(animation) {}

  void read(const CuburnEntry &entry);
  /// Sorts the xforms and checks that chaos rows refer to them.
  void finish();

private:
  void readSpline(const CuburnEntry &entry);
  void readText(const CuburnEntry &entry);

  Diagnostics &diags;
  CuburnAnimation &animation;
  std::map<std::string, CuburnAnimationXform, NaturalOrder> xforms;
};
} // namespace

void AnimationReader::readSpline(const CuburnEntry &entry) {
  CuburnValues<CuburnCurve> *values = &animation.values;
  if (entry.key.scope != Scope::Document) {
    const bool isFinal = entry.key.scope == Scope::FinalXform;
    if (isFinal && !animation.finalXform)
      animation.finalXform.emplace();
    CuburnAnimationXform &xform = isFinal ? *animation.finalXform : xforms[entry.key.xform];
    xform.id = entry.key.xform;
    if (!xform.loc.isValid())
      xform.loc = entry.name->range.Start;
    values = &xform.values;
  }
  readCuburnCurve(diags, entry, (*values)[entry.key.name]);
}

void AnimationReader::readText(const CuburnEntry &entry) {
  if (std::optional<std::string> text = readCuburnText(diags, entry))
    animation.texts[entry.key.name] = *text;
}

void AnimationReader::read(const CuburnEntry &entry) {
  switch (entry.key.kind) {
  case Kind::Spline:
    return readSpline(entry);
  case Kind::Palette:
    readTimedCuburnPalettes(diags, entry, animation.palettes);
    return;
  case Kind::Text:
    return readText(entry);
  case Kind::Number: // only time.duration
    if (auto duration = readCuburnNumber(diags, entry, *entry.value, kPositive))
      animation.duration = *duration;
    return;
  case Kind::Pairs:
  case Kind::Unknown:
  case Kind::Section:
  case Kind::Ignored:
    return;
  }
}

static constexpr llvm::StringLiteral kChaosPrefix = "chaos.";

void AnimationReader::finish() {
  for (auto &[id, xform] : xforms)
    animation.xforms.push_back(xform);
  for (const auto &[id, xform] : xforms)
    for (const auto &[path, curve] : xform.values)
      if (llvm::StringRef next = path; next.consume_front(kChaosPrefix) && !xforms.contains(next))
        diags
            .error({curve.loc, curve.loc},
                   "there is no xform " + quoted(next) + " that could follow")
            .ignore();
  tidyPalettes(animation.palettes);
}

std::optional<CuburnAnimation> readCuburnAnimation(Diagnostics &diags,
                                                   const CuburnDocument &document) {
  const unsigned errorsBefore = diags.errorCount();
  CuburnAnimation animation;
  animation.range = locationOf(*document.root);
  AnimationReader reader(diags, animation);
  for (const CuburnEntry &entry : document.entries)
    reader.read(entry);
  reader.finish();
  if (document.failed || diags.errorCount() != errorsBefore)
    return std::nullopt;
  return animation;
}

//===-- making --------------------------------------------------------------------------------===//

namespace {
/// The tracks of one animation.
class TrackMaker {
public:
  TrackMaker(double duration, CuburnCompat compat) : duration(duration), compat(compat) {}

  Track document(const CuburnValues<CuburnCurve> &values, llvm::StringRef name,
                 double factor = 1) const {
    return make(values, name, cuburnSpline(/*inXform=*/false, name), factor);
  }
  /// Values that cuburn evaluates on the host, where it has no magnitude domain.
  Track setting(const CuburnValues<CuburnCurve> &values, llvm::StringRef name,
                double factor = 1) const {
    CuburnSplineInfo info = cuburnSpline(/*inXform=*/false, name);
    if (compat == CuburnCompat::Cuburn)
      info.domain = TrackDomain::Linear;
    return make(values, name, info, factor);
  }
  Track xform(const CuburnAnimationXform &xform, llvm::StringRef name, double factor = 1) const {
    return make(xform.values, name, cuburnSpline(/*inXform=*/true, name), factor);
  }
  AffineMotion affine(const CuburnAnimationXform &xform, llvm::StringRef name) const;
  std::vector<AnimationVariation> variations(const CuburnAnimationXform &xform) const;
  Track directColor(const CuburnAnimationXform &xform) const {
    const double start = xform.directColorStart, end = xform.directColorEnd;
    return start == end ? Track(start) : makeCuburnTrack({start, 0, end, 0, {}}, {}, duration);
  }

private:
  Track make(const CuburnValues<CuburnCurve> &values, llvm::StringRef name,
             const CuburnSplineInfo &info, double factor) const {
    auto found = values.find(name);
    return found == values.end() ? Track(factor * info.defaultValue)
                                 : makeCuburnTrack(found->second, info, duration, factor);
  }

  double duration;
  CuburnCompat compat;
};
} // namespace

AffineMotion TrackMaker::affine(const CuburnAnimationXform &from, llvm::StringRef name) const {
  auto track = [&](llvm::StringRef member) { return xform(from, (name + "." + member).str()); };
  PolarAffineTracks affine;
  affine.angle = track("angle");
  affine.spread = track("spread");
  affine.magnitudeX = track("magnitude.x");
  affine.magnitudeY = track("magnitude.y");
  affine.offsetX = track("offset.x");
  affine.offsetY = track("offset.y");
  return affine;
}

/// True if any value of the section `name` is given.
static bool hasSection(const CuburnAnimationXform &xform, const std::string &name) {
  auto first = xform.values.lower_bound(name + ".");
  return first != xform.values.end() && llvm::StringRef(first->first).starts_with(name + ".");
}

/// cuburn's version of a variation; equals flam3's with one exception.
static const VariationInfo *meaningOf(const VariationInfo *info) {
  return info->name == "gaussian_blur" ? findVariation("cuburn_gaussian_blur") : info;
}

/// The sum is evaluated in table order; pre and post variations in the order of their names.
std::vector<AnimationVariation> TrackMaker::variations(const CuburnAnimationXform &from) const {
  constexpr llvm::StringLiteral kPrefix = "variations.";
  std::set<std::string> names;
  std::vector<AnimationVariation> result;
  for (const auto &[path, curve] : from.values) {
    llvm::StringRef rest = path;
    if (!rest.consume_front(kPrefix))
      continue;
    std::string name = rest.split('.').first.str();
    if (!names.insert(name).second)
      continue;
    auto [info, phase] = cuburnVariation(name);
    AnimationVariation variation;
    variation.info = info;
    variation.phase = phase;
    variation.weight = xform(from, cuburnVariationKey(name, "weight"));
    for (const VariationParam &param : info->params)
      variation.params.push_back(xform(from, cuburnVariationKey(name, param.shortName)));
    variation.loc = curve.loc;
    result.push_back(std::move(variation));
  }
  llvm::sort(result, [](const AnimationVariation &a, const AnimationVariation &b) {
    if (a.phase != b.phase)
      return a.phase < b.phase;
    if (a.phase == VariationUse::Normal)
      return a.info->index < b.info->index;
    return cuburnVariationName(*a.info, a.phase) < cuburnVariationName(*b.info, b.phase);
  });
  if (compat == CuburnCompat::Cuburn)
    for (AnimationVariation &variation : result)
      variation.info = meaningOf(variation.info);
  return result;
}

/// In a flock, colour 1 is the last entry of the palette. In an animation, as in flam3, it is the
/// end after that entry.
static constexpr double kColorScale = double(kPaletteSize - 1) / kPaletteSize;

static AnimationXform makeXform(const CuburnAnimationXform &from, const TrackMaker &maker,
                                bool isFinal) {
  AnimationXform xform;
  if (!isFinal)
    xform.weight = maker.xform(from, "weight");
  xform.color = maker.xform(from, "color", kColorScale);
  xform.colorSpeed = maker.xform(from, "color_speed");
  xform.opacity = maker.xform(from, "opacity");
  xform.directColor = maker.directColor(from);
  xform.coefs = maker.affine(from, "pre_affine");
  if (hasSection(from, "post_affine"))
    xform.post = maker.affine(from, "post_affine");
  xform.variations = maker.variations(from);
  xform.loc = from.loc;
  return xform;
}

/// The chaos rows, if any xform has one.
static void makeChaos(const CuburnAnimation &cuburn, const TrackMaker &maker,
                      Animation &animation) {
  if (llvm::none_of(cuburn.xforms,
                    [](const CuburnAnimationXform &xform) { return hasSection(xform, "chaos"); }))
    return;
  for (auto [from, row] : llvm::zip(cuburn.xforms, animation.xforms))
    for (const CuburnAnimationXform &to : cuburn.xforms)
      row.chaos.push_back(maker.xform(from, (kChaosPrefix + to.id).str()));
}

static bool isEverPositive(const Track &track) {
  return llvm::any_of(track.knots, [](const TrackKnot &knot) { return knot.value > 0; });
}

/// Checks relations between values.
static void check(const CuburnAnimation &cuburn, const Animation &animation, Diagnostics &diags) {
  auto canBeChosen = [](const AnimationXform &xform) { return isEverPositive(xform.weight); };
  if (llvm::none_of(animation.xforms, canBeChosen))
    diags.error(cuburn.range, "the flame needs an xform with a weight above 0").ignore();
  if (animation.palettes.empty())
    diags.error(cuburn.range, "the flame needs a 'palette'").ignore();
  if (!animation.hasChaos())
    return;
  for (const AnimationXform &xform : animation.xforms) {
    auto canFollow = [&](auto pair) {
      return isEverPositive(std::get<0>(pair)) && canBeChosen(std::get<1>(pair));
    };
    if (canBeChosen(xform) && llvm::none_of(llvm::zip(xform.chaos, animation.xforms), canFollow))
      diags
          .error({xform.loc, xform.loc},
                 "no xform can follow this one: all its 'chaos' factors, times the weights "
                 "of the xforms, are 0")
          .ignore();
  }
}

/// True if values and velocities at the end equal those at the start.
static bool loops(const CuburnAnimation &cuburn) {
  auto isClosed = [](const CuburnValues<CuburnCurve> &values, bool inXform) {
    return llvm::all_of(values, [&](const auto &value) {
      return endsAsItStarts(value.second, cuburnSpline(inXform, value.first));
    });
  };
  auto isClosedXform = [&](const CuburnAnimationXform &xform) {
    return isClosed(xform.values, true);
  };
  return isClosed(cuburn.values, false) && llvm::all_of(cuburn.xforms, isClosedXform) &&
         (!cuburn.finalXform || isClosedXform(*cuburn.finalXform)) && !cuburn.palettes.empty() &&
         cuburn.palettes.front().second == cuburn.palettes.back().second;
}

/// Settings of flam3's filters, which apply only if requested by name and do not change over time.
static void makeFlam3Filters(const TrackMaker &maker, const CuburnAnimation &cuburn,
                             AnimationFinish &finish) {
  constexpr double kLargest = 1000;
  auto start = [&](llvm::StringRef name, double largest) {
    return std::clamp(maker.setting(cuburn.values, name).start(), 0.0, largest);
  };
  finish.filterRadius = start("camera.dither_width", kLargest);
  finish.estimatorRadius = start("filters.de.radius", kLargest);
  finish.estimatorMinimum = start("filters.de.minimum", 1) * finish.estimatorRadius;
  if (const double curve = start("filters.de.curve", kLargest); curve > 0)
    finish.estimatorCurve = curve;
}

static void makeSettings(const CuburnAnimation &cuburn, const CuburnOptions &options,
                         const TrackMaker &maker, Animation &animation) {
  constexpr double kSamplesPerPixel = 2000;
  constexpr int kTemporalSamples = 1024;
  auto track = [&](llvm::StringRef name) { return maker.setting(cuburn.values, name); };
#define FLAME_CUBURN_TRACKS
#include "compiler/cuburn/CuburnSettings.inc"
  animation.width = options.width;
  animation.height = options.height;
  constexpr llvm::StringLiteral kScale = "camera.scale";
  animation.scale = maker.document(cuburn.values, kScale, options.width);
  if (options.compat == CuburnCompat::Cuburn && !animation.scale.isConstant())
    animation.finish.lightScale = maker.setting(cuburn.values, kScale, options.width);
  animation.quality = kSamplesPerPixel;
  animation.temporalSamples = kTemporalSamples;
  animation.paletteMode = PaletteMode::Linear;
  animation.onlyConverged = 1; // cuburn's points continue from one exposure to the next
  makeFlam3Filters(maker, cuburn, animation.finish);
  animation.finish.look = Look::Cuburn;
}

/// cuburn's reduction of palette precision: it stores luma and chroma with eight bits each,
/// truncated rather than rounded, and so loses half a step of all three on average. Red and blue
/// contain most of the two chroma components.
static void loseHalfSteps(std::vector<TimedPalette> &palettes) {
  constexpr double kHalfStep = 0.5 / 255;
  constexpr double kRed = 1 + 1.402, kGreen = 1 - 0.34414 - 0.71414, kBlue = 1 + 1.772;
  auto less = [](double value, double steps) {
    return std::clamp(value - steps * kHalfStep, 0.0, 1.0);
  };
  for (auto &[time, palette] : palettes)
    for (PaletteColor &color : palette)
      color = {less(color.red, kRed), less(color.green, kGreen), less(color.blue, kBlue),
               color.alpha};
}

static std::string textOf(const CuburnAnimation &cuburn, llvm::StringRef name) {
  auto found = cuburn.texts.find(name);
  return found == cuburn.texts.end() ? std::string() : found->second;
}

std::optional<Animation> makeAnimation(const CuburnAnimation &cuburn, const CuburnOptions &options,
                                       Diagnostics &diags) {
  if (cuburn.xforms.size() > kMaxXforms)
    return diags.error(cuburn.range, "a flame can have at most " + llvm::Twine(kMaxXforms) +
                                         " xforms, this one has " +
                                         llvm::Twine(cuburn.xforms.size()));
  const unsigned errorsBefore = diags.errorCount();
  const TrackMaker maker(cuburn.duration, options.compat);
  Animation animation;
  animation.name = textOf(cuburn, "name");
  animation.nick = textOf(cuburn, "author.name");
  animation.url = textOf(cuburn, "author.url");
  animation.duration = cuburn.duration;
  animation.timeUnit = TimeUnit::Units;
  animation.loops = loops(cuburn);
  makeSettings(cuburn, options, maker, animation);
  animation.palettes = cuburn.palettes;
  if (options.compat == CuburnCompat::Cuburn)
    loseHalfSteps(animation.palettes);
  for (const CuburnAnimationXform &xform : cuburn.xforms)
    animation.xforms.push_back(makeXform(xform, maker, /*isFinal=*/false));
  makeChaos(cuburn, maker, animation);
  if (cuburn.finalXform)
    animation.finalXform = makeXform(*cuburn.finalXform, maker, /*isFinal=*/true);
  check(cuburn, animation, diags);
  if (diags.errorCount() != errorsBefore)
    return std::nullopt;
  return animation;
}

} // namespace flame
