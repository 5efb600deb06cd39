// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the flame IR of an animation: slots with their tracks, one flame.xform per xform, and the scene (camera, selection,
// palette). Nothing is optimised here; a track that is constant becomes a fixed slot and the passes do the rest. An
// affine in polar form becomes arithmetic on parameters, which is hoisted out of the iteration later; columns of it
// that never change become coefficients at once, so that nothing downstream can tell how they were written.

#include "compiler/codegen/EstimateFuse.h"
#include "compiler/codegen/ImportCamera.h"

#include "abi/BendCode.h"
#include "compiler/animation/InnerAnimation.h"
#include "compiler/genome/WeightingField.h"
#include "ir/language/UserVariation.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>
#include <numbers>
#include <numeric>

using namespace mlir;

namespace flame {

/// Xforms chosen with a smaller probability than this are rare: see abi::kFineChoice. One that is rare for less than this
/// share of the time, as while it fades, is not worth what a finer choice costs all the time.
static constexpr double kRareXform = 0.01, kRareShare = 0.25;
/// Weights are compared at this many instants, from start to end.
static constexpr unsigned kWeightSamples = 33;

namespace {
class Importer : CameraImporter {
public:
  using CameraImporter::CameraImporter;

  ImportedAnimation run() {
    result.module = ModuleOp::create(builder, builder.getUnknownLoc());
    builder.setInsertionPointToEnd(result.module->getBody());
    if (hasDepth())
      result.features |= abi::kDepth;
    if (animation.losesPoints != 0 && seesLosses(animation))
      result.features |= abi::kLosesPoints;
    if (hasRgb() || hasFog())
      result.features |= abi::kRgbSamples | abi::kFractionalDeposit | abi::kDirectOnly;
    if (anyVariation([](const VariationInfo &info) { return info.shows; }))
      result.features |= abi::kShownPlaces;
    result.features |= bendFeatures();
    if (animation.onlyConverged != 0)
      result.features |= abi::kOnlyConverged;
    for (const UserVariation *variation : definitionsOf(animation))
      UserVariationOp::create(builder, builder.getUnknownLoc(), variation->text());
    importScene();
    for (size_t i = 0; i < animation.xforms.size(); ++i)
      importXform(animation.xforms[i], "xform" + std::to_string(i));
    importFinal();
    return std::move(result);
  }

private:
  /// Whether an xform has a variation of which `is` says so.
  bool anyVariation(llvm::function_ref<bool(const VariationInfo &)> is) const {
    auto has = [&](const AnimationXform &xform) {
      return llvm::any_of(xform.variations, [&](const AnimationVariation &variation) {
        return is(*variation.info) && !isAlways(variation.weight, 0);
      });
    };
    return llvm::any_of(animation.xforms, has) || llvm::any_of(animation.laterFinals, has) ||
           (animation.finalXform && has(*animation.finalXform));
  }

  /// Whether the sample of some xform brings its colours along.
  bool hasRgb() const {
    return anyVariation([](const VariationInfo &info) { return info.rgb; });
  }

  /// By which numbers points bend the colours of their samples (abi/BendCode.h), and what that asks for. Samples that bring their colours
  /// along have no room for them.
  uint32_t bendFeatures() const {
    uint32_t features = 0;
    if (hasRgb())
      return 0;
    for (const AnimationXform &xform : animation.xforms)
      if (const AnimationVariation *bend = bendOf(xform))
        for (size_t i = 0; i < abi::kBends; ++i)
          if (!isAlways(bend->params[2 * i], 0))
            features |= abi::kBendFeatures[i];
    return features ? features | abi::kFractionalDeposit | abi::kDirectOnly : 0;
  }

  /// The variation by which an xform has such numbers, or null.
  static const AnimationVariation *bendOf(const AnimationXform &xform) {
    const auto found = llvm::find_if(xform.variations, [](const AnimationVariation &variation) {
      return variation.info->bends && !isAlways(variation.weight, 0);
    });
    return found == xform.variations.end() ? nullptr : &*found;
  }

  /// A weight or xaos factor: what is never above 0 is as good as 0.
  static Track weightTrack(const Track &track) { return track.range().second <= 0 ? 0.0 : track; }

  void importScene() {
    Location loc = builder.getUnknownLoc();
    slotEnd = result.module->getBody()->end();
    auto symbol = [&](const Track &track, const std::string &name) {
      return slot(track, name, loc);
    };
    SmallVector<Attribute> weights, chaos;
    for (auto [i, xform] : llvm::enumerate(animation.xforms))
      weights.push_back(symbol(weightTrack(xform.weight), "xform" + std::to_string(i) + "_weight"));
    for (auto [i, xform] : llvm::enumerate(animation.xforms))
      if (!xform.chaos.empty())
        chaos.push_back(
            slot(llvm::map_to_vector(xform.chaos, weightTrack), "chaos" + std::to_string(i), loc));
    auto centerX = symbol(animation.centerX, "center_x"),
         centerY = symbol(animation.centerY, "center_y");
    auto scale = symbol(animation.scale, "scale"), zoom = symbol(animation.zoom, "zoom");
    auto rotate = symbol(animation.rotate, "rotate");
    builder.setInsertionPointToEnd(result.module->getBody());
    Operation *camera = CameraOp::create(builder, loc, centerX, centerY, scale, zoom, rotate);
    slotEnd = Block::iterator(camera);
    SelectionOp::create(builder, loc, builder.getArrayAttr(weights),
                        chaos.empty() ? ArrayAttr() : builder.getArrayAttr(chaos));
    importPalette(loc);
    if (!chaos.empty())
      result.features |= abi::kXaos;
    if (hasRareXform())
      result.features |= abi::kFineChoice;
  }

  /// Whether some xform is rare for long enough.
  bool hasRareXform() const {
    const bool isStill = llvm::all_of(
        animation.xforms, [](const AnimationXform &xform) { return xform.weight.isConstant(); });
    const unsigned samples = isStill ? 1 : kWeightSamples;
    unsigned rare = 0;
    for (unsigned i = 0; i < samples; ++i) {
      SmallVector<double> weights;
      for (const AnimationXform &xform : animation.xforms)
        weights.push_back(std::max(0.0, xform.weight.at(double(i) / (kWeightSamples - 1))));
      const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
      rare += llvm::any_of(weights,
                           [&](double weight) { return weight > 0 && weight < kRareXform * sum; });
    }
    return rare >= kRareShare * samples;
  }

  void importPalette(Location loc) {
    const bool linear = animation.paletteMode == PaletteMode::Linear;
    bool translucent = false;
    for (const auto &[time, palette] : animation.palettes)
      for (const PaletteColor &color : palette)
        translucent |= color.alpha != 1;
    PaletteOp::create(builder, loc, linear ? PaletteLookup::Linear : PaletteLookup::Step,
                      translucent);
    if (linear)
      result.features |= abi::kLinearPalette;
    if (translucent)
      result.features |= abi::kFractionalDeposit;
  }

  using Coefficients = std::array<Value, 6>;

  Coefficients affine(const AffineMotion &motion, const std::string &prefix, Location loc) {
    if (auto *tracks = std::get_if<AffineTracks>(&motion))
      return cartesianAffine(*tracks, prefix, loc);
    return polarAffine(std::get<PolarAffineTracks>(motion), prefix, loc);
  }

  Coefficients cartesianAffine(const AffineTracks &tracks, const std::string &prefix,
                               Location loc) {
    return params({tracks.a, tracks.d, tracks.b, tracks.e, tracks.c, tracks.f}, prefix, loc);
  }

  Coefficients polarAffine(const PolarAffineTracks &tracks, const std::string &prefix,
                           Location loc) {
    const Affine start = affineAt(tracks, 0); // of the columns that never change
    const bool turns = !tracks.angle.isConstant() || !tracks.spread.isConstant();
    const bool movesX = turns || !tracks.magnitudeX.isConstant(),
               movesY = turns || !tracks.magnitudeY.isConstant();
    const Track offsetY = negated(tracks.offsetY);
    if (!movesX && !movesY)
      return params({start.a, start.d, start.b, start.e, tracks.offsetX, offsetY}, prefix, loc);
    Value angle = param(tracks.angle, prefix + "_angle", loc),
          spread = param(tracks.spread, prefix + "_spread", loc);
    std::array<Value, 2> x, y;
    if (movesX) {
      Value direction = arith::SubFOp::create(builder, loc, angle, spread, kFastMath);
      x = polarColumn(direction, param(tracks.magnitudeX, prefix + "_magnitude_x", loc), loc);
    } else {
      x = params({start.a, start.d}, prefix + "_x", loc);
    }
    if (movesY) {
      Value direction = add(angle, spread, loc);
      y = polarColumn(direction, param(tracks.magnitudeY, prefix + "_magnitude_y", loc), loc);
      for (Value &part : y)
        part = arith::NegFOp::create(builder, loc, part);
    } else {
      y = params({start.b, start.e}, prefix + "_y", loc);
    }
    const auto offset = params({tracks.offsetX, offsetY}, prefix + "_offset", loc);
    return {x[0], x[1], y[0], y[1], offset[0], offset[1]};
  }

  /// A vector of a magnitude and direction in degrees, counted with y upwards, in a plane whose y points down.
  std::array<Value, 2> polarColumn(Value degrees, Value magnitude, Location loc) {
    Value angle = arith::MulFOp::create(builder, loc, degrees,
                                        constant(std::numbers::pi / 180, loc), kFastMath);
    Value cosine = math::CosOp::create(builder, loc, angle),
          sine = math::SinOp::create(builder, loc, angle);
    Value x = arith::MulFOp::create(builder, loc, magnitude, cosine, kFastMath);
    Value y = arith::MulFOp::create(builder, loc, magnitude, sine, kFastMath);
    return {x, arith::NegFOp::create(builder, loc, y)};
  }

  /// Both domains are odd, so slopes change their signs like values. 0 stays 0.
  static Track negated(Track track) {
    for (TrackKnot &knot : track.knots)
      knot = {knot.time, 0 - knot.value, 0 - knot.slopeIn, 0 - knot.slopeOut};
    return track;
  }

  std::pair<Value, Value> apply(const Coefficients &m, Value x, Value y, Location loc) {
    auto op = AffineOp::create(builder, loc, x.getType(), x.getType(), x, y, m[0], m[1], m[2], m[3],
                               m[4], m[5]);
    return {op.getXOut(), op.getYOut()};
  }

  /// Returns the contribution of a variation at `at`, and the colour after it: that of `at` unless the variation sets
  /// it, seeing the sum of `onto` and the contribution. `origin` is the point that the sum sees.
  RunningPoint evaluate(const AnimationVariation &variation, const std::string &prefix,
                        RunningPoint at, std::pair<Value, Value> onto, const RunningPoint &origin,
                        ArrayRef<Value> coefs) {
    Location loc = locationOf(variation.loc);
    RunningPoint seen = at;
    if (showsFlame(*variation.info) && !isAlways(variation.weight, 0))
      seen = pointOfFlame(*variation.info, prefix, loc);
    SmallVector<Value> params;
    SmallVector<StringRef> names;
    for (auto [info, track] : llvm::zip(variation.info->params, variation.params)) {
      params.push_back(clampedParam(track, prefix + "_" + info.shortName.str(), info.minimum,
                                    info.maximum, loc));
      names.push_back(info.shortName);
    }
    for (auto [param, intensity] : llvm::zip(params, variation.byField))
      if (intensity != 0)
        param = byField(param, constant(intensity, loc), loc);
    Value weight = byField(param(variation.weight, prefix, loc), field.amount, loc);
    const bool setsColor = variation.info->setsColor;
    SmallVector<Value> sum;
    if (setsColor)
      sum = {onto.first, onto.second};
    const bool knowsDepth = at.z && (variation.info->hasSpace || variation.info->hasDepth);
    SmallVector<Value> before;
    if (variation.info->usesOrigin)
      before = {origin.x, origin.y};
    if (variation.info->usesOrigin && knowsDepth)
      before.push_back(origin.z);
    Type real = builder.getF32Type();
    auto op = VariationOp::create(
        builder, loc, real, real, setsColor ? real : Type(), knowsDepth ? real : Type(),
        variation.info->hides ? real : Type(), builder.getStringAttr(variation.info->name), seen.x,
        seen.y, weight, seen.color, params, variation.info->usesAffine ? coefs : ArrayRef<Value>(),
        sum, knowsDepth ? seen.z : Value(), before, builder.getStrArrayAttr(names));
    RunningPoint value = {op.getXOut(), op.getYOut(), setsColor ? op.getColorOut() : at.color};
    if (variation.info->rgb) {
      rgb = op.getColorOut();
      value.color = at.color;
    }
    if (variation.info->hides)
      shown = share(shown, op.getShownOut(), loc);
    if (at.z)
      value.z =
          knowsDepth && variation.info->hasDepth ? op.getZOut() : keptDepth(at.z, weight, loc);
    return value;
  }

  /// Moves the flame within `variation` on, and returns the point of it that is plotted next. It goes a way of its own, by a step
  /// whenever a point comes here.
  RunningPoint pointOfFlame(const VariationInfo &variation, const std::string &prefix,
                            Location loc) {
    std::string complaint;
    std::optional<Animation> flame = innerAnimation(variation, complaint);
    assert(flame && "readers check flames within flames");
    if (hasDepth())
      flame->depth = 1;
    Importer inner(*builder.getContext(), *flame, nullptr);
    inner.takeOver(*this);
    const RunningPoint point = inner.moveOn(prefix, loc);
    takeOver(inner);
    result.features |= abi::kRemembers;
    shown = share(shown, inner.shown, loc);
    return point;
  }

  /// Of a flame within another one: takes a step from the point that was remembered, and returns what is plotted of the next one.
  RunningPoint moveOn(const std::string &prefix, Location loc) {
    const unsigned atPoint = remembered;
    const RunningPoint from = unlessBad(recall(loc), loc);
    const unsigned atLast = remembered;
    Value last = animation.hasChaos() ? recallNumber(loc) : Value();
    const Step step = takeStep(from, last, prefix, loc);
    remember(step.to, atPoint, loc);
    if (last)
      RememberOp::create(builder, loc, atLast, step.xform);
    RunningPoint seen = step.to;
    if (step.visibility) { // of a point that is not shown, the last one that was takes the place
      const unsigned atSeen = remembered;
      const RunningPoint before = recall(loc);
      Value draw = DrawOp::create(builder, loc, builder.getF32Type(), DrawKind::U01);
      Value isShown =
          arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, draw, step.visibility);
      seen = select(isShown, seen, before, loc);
      remember(seen, atSeen, loc);
    }
    shown = Value();
    if (animation.finalXform && !isAlways(animation.finalXform->opacity, 0))
      seen = applyFinal(*animation.finalXform, prefix + "_final", seen, loc);
    for (auto [index, xform] : llvm::enumerate(animation.laterFinals))
      seen = applyFinal(xform, prefix + "_final" + std::to_string(index + 1), seen, loc);
    if (hasRgb())
      seen.color = carried(seen.color, loc);
    seen.color = unplaced(seen.color, loc); // the palette of the outer flame has places of its own
    return seen;
  }

  /// A step of a flame within another one.
  struct Step {
    RunningPoint to;
    Value xform;      ///< which it took, as a number
    Value visibility; ///< null: 1
  };

  /// All xforms are computed, since lanes choose different ones, and one is taken.
  Step takeStep(const RunningPoint &from, Value last, const std::string &prefix, Location loc) {
    SmallVector<Step> steps;
    SmallVector<Value> sums; // of the weights up to each
    for (auto [index, xform] : llvm::enumerate(animation.xforms)) {
      if (isAlways(weightTrack(xform.weight), 0))
        continue;
      const std::string name = prefix + "_xform" + std::to_string(index);
      Value weight = innerWeight(index, last, name, loc);
      sums.push_back(sums.empty() ? weight : add(sums.back(), weight, loc));
      shown = Value();
      Step &step = steps.emplace_back();
      step.to = applyXform(xform, name, from, /*isFinal=*/false, /*keepsColor=*/false, loc);
      step.xform = constant(double(index), loc);
      step.visibility = visibilityOf(xform, name, loc);
    }
    Value draw = DrawOp::create(builder, loc, builder.getF32Type(), DrawKind::U01);
    Value place = multiply(draw, sums.back(), loc);
    const bool hides = llvm::any_of(steps, [](const Step &step) { return bool(step.visibility); });
    auto visibility = [&](const Step &step) {
      return hides && !step.visibility ? constant(1, loc) : step.visibility;
    };
    Step taken = steps.back();
    taken.visibility = visibility(taken);
    for (size_t i = steps.size() - 1; i-- > 0;) {
      Value isIt = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, place, sums[i]);
      taken.to = select(isIt, steps[i].to, taken.to, loc);
      taken.xform = select(isIt, steps[i].xform, taken.xform, loc);
      if (hides)
        taken.visibility = select(isIt, visibility(steps[i]), taken.visibility, loc);
    }
    return taken;
  }

  /// The weight of xform `index` behind the xform of number `last`, if that counts.
  Value innerWeight(size_t index, Value last, const std::string &name, Location loc) {
    Value weight = clampedParam(weightTrack(animation.xforms[index].weight), name + "_weight", 0,
                                std::numeric_limits<double>::infinity(), loc);
    if (!last)
      return weight;
    Value factor;
    for (size_t from = animation.xforms.size(); from-- > 0;) {
      Value behind = param(weightTrack(animation.xforms[from].chaos[index]),
                           name + "_after" + std::to_string(from), loc);
      Value isLast = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, last,
                                           constant(double(from) + 0.5, loc));
      factor = factor ? select(isLast, behind, factor, loc) : behind;
    }
    return multiply(weight, factor, loc);
  }

  /// The share of the points of an xform that is plotted; null: all of it.
  Value visibilityOf(const AnimationXform &xform, const std::string &name, Location loc) {
    return isAlways(xform.opacity, 1) ? shown : shareByOpacity(xform, name, loc);
  }

  /// The same, computed whatever the opacity is.
  Value shareByOpacity(const AnimationXform &xform, const std::string &name, Location loc) {
    constexpr double kUnlimited = std::numeric_limits<double>::infinity();
    Value opacity = clampedParam(xform.opacity, name + "_opacity", 0, kUnlimited, loc);
    Value visibility = VisibilityOp::create(builder, loc, opacity.getType(), opacity);
    return share(shown, visibility, loc);
  }

  Value select(Value condition, Value yes, Value no, Location loc) {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }

  RunningPoint select(Value condition, const RunningPoint &yes, const RunningPoint &no,
                      Location loc) {
    return {select(condition, yes.x, no.x, loc), select(condition, yes.y, no.y, loc),
            select(condition, yes.color, no.color, loc),
            yes.z ? select(condition, yes.z, no.z, loc) : Value()};
  }

  Value recallNumber(Location loc) {
    return RecallOp::create(builder, loc, builder.getF32Type(), remembered++);
  }

  /// The next numbers that are remembered, as a point.
  RunningPoint recall(Location loc) {
    Value x = recallNumber(loc), y = recallNumber(loc), color = recallNumber(loc);
    return {x, y, color, hasDepth() ? recallNumber(loc) : Value()};
  }

  /// Keeps `point` where `recall` found one.
  void remember(const RunningPoint &point, unsigned number, Location loc) {
    for (Value value : {point.x, point.y, point.color, point.z})
      if (value)
        RememberOp::create(builder, loc, number++, value);
  }

  /// `point`, or a random one instead of a bad value.
  RunningPoint unlessBad(const RunningPoint &point, Location loc) {
    Value isGood;
    for (Value value : {point.x, point.y, point.color, point.z}) {
      if (!value)
        continue;
      Value size = math::AbsFOp::create(builder, loc, value);
      Value isSmall = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE, size,
                                            constant(abi::kBadLimit, loc));
      isGood = isGood ? arith::AndIOp::create(builder, loc, isGood, isSmall) : isSmall;
    }
    auto draw = [&]() -> Value {
      return DrawOp::create(builder, loc, builder.getF32Type(), DrawKind::U11);
    };
    Value x = draw(), y = draw();
    Value zero = constant(0, loc);
    return select(isGood, point, {x, y, zero, point.z ? zero : Value()}, loc);
  }

  /// `number`, which follows the weighting field as far as `intensity` says; null or without a field: it does not.
  Value byField(Value number, Value intensity, Location loc) {
    if (!field.value || !intensity)
      return number;
    Value change = multiply(field.value, intensity, loc);
    return arith::MulFOp::create(builder, loc, number, add(constant(1, loc), change, loc),
                                 kFastMath);
  }

  /// Evaluates the weighting field of the xform at its affine point, or at the one before, as the field asks.
  void readField(const AnimationVariation &variation, const std::string &prefix,
                 const RunningPoint &moved, const RunningPoint &before, ArrayRef<Value> coefs) {
    Location loc = locationOf(variation.loc);
    const size_t count = variation.params.size();
    const bool isBefore = variation.params[fieldPosition(count)].start() > 0.5;
    const RunningPoint &at = isBefore ? before : moved;
    const RunningPoint value = evaluate(variation, prefix, at, {}, at, coefs);
    auto op = value.x.getDefiningOp<VariationOp>();
    field = {value.x, op.getParams()[kFieldAmount],
             multiply(op.getParams()[kFieldColor], constant(kFieldColorShare, loc), loc), Value()};
    if (!isAlways(variation.params[fieldJitter(count)], 0))
      field.jitter =
          multiply(op.getParams()[fieldJitter(count)], constant(kFieldJitterShare, loc), loc);
  }

  /// Moves a point behind an xform by the values that its field has there, one coordinate after the other.
  RunningPoint movedByField(RunningPoint point, Location loc) {
    Value zero = constant(0, loc);
    auto moved = [&](Value place, Value x, Value y, Value z) -> Value {
      auto op = cast<VariationOp>(builder.clone(*field.value.getDefiningOp()));
      op.getXMutable().assign(x);
      op.getYMutable().assign(y);
      if (op.getZ())
        op.getZMutable().assign(z);
      return add(place, multiply(op.getXOut(), field.jitter, loc), loc);
    };
    auto height = [&] { return point.z ? point.z : zero; };
    point.x = moved(point.x, point.x, point.y, height());
    point.y = moved(point.y, point.y, point.x, height());
    if (point.z)
      point.z = moved(point.z, point.z, point.x, point.y);
    return point;
  }

  /// The product of two shares of a point; null stands for all of it.
  Value share(Value a, Value b, Location loc) { return !a ? b : !b ? a : multiply(a, b, loc); }

  /// The z that a variation of the plane contributes.
  Value keptDepth(Value z, Value weight, Location loc) {
    if (animation.preserveZ == 0)
      return constant(-0.0, loc);
    Value kept = arith::MulFOp::create(builder, loc, z, weight, kFastMath);
    if (animation.preserveZ == 1)
      return kept;
    return arith::MulFOp::create(builder, loc, kept, constant(animation.preserveZ, loc), kFastMath);
  }

  /// What to start a sum from: adding to -0.0 changes nothing, so the first variation needs no special case.
  std::pair<Value, Value> emptySum(Location loc) {
    Value zero = arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(-0.0f));
    return {zero, zero};
  }

  /// A pre or post variation replaces the running point by its output, or is added to it.
  RunningPoint applyInPlace(const AnimationVariation &variation, const std::string &prefix,
                            RunningPoint point, const RunningPoint &origin, ArrayRef<Value> coefs) {
    const VariationInfo &info = *variation.info;
    const bool adds =
        (variation.adds && !info.replaces) || info.generator || info.preOnly || info.zOnly;
    Location loc = locationOf(variation.loc);
    std::pair<Value, Value> onto = {point.x, point.y};
    if (!adds && variation.info->setsColor)
      onto = emptySum(loc);
    RunningPoint after = evaluate(variation, prefix, point, onto, origin, coefs);
    if (adds)
      after = {add(point.x, after.x, loc), add(point.y, after.y, loc), after.color, after.z};
    if (point.z)
      after.z = depthInPlace(variation, point.z, after.z, loc);
    return after;
  }

  /// The z behind a pre or post variation that contributes `z`. One of the plane leaves it alone.
  Value depthInPlace(const AnimationVariation &variation, Value before, Value z, Location loc) {
    const VariationInfo &info = *variation.info;
    if (info.flattens && !info.hasDepth)
      return constant(0, loc);
    if (!info.hasDepth && !variation.adds)
      return before;
    const bool adds = variation.adds || info.generator || info.preOnly;
    return adds ? add(before, z, loc) : z;
  }

  /// Starts an xform, and returns the point that its body gets.
  RunningPoint startXform(const std::string &name, bool isFinal, Location loc) {
    auto op = XformOp::create(builder, loc, name, isFinal, hasDepth());
    Block &block = op.getBody().front();
    builder.setInsertionPointToStart(&block);
    shown = Value();
    return {block.getArgument(0), block.getArgument(1), block.getArgument(2),
            hasDepth() ? block.getArgument(3) : Value()};
  }

  void importXform(const AnimationXform &xform, const std::string &name) {
    Location loc = locationOf(xform.loc);
    OpBuilder::InsertionGuard guard(builder);
    const RunningPoint in = startXform(name, /*isFinal=*/false, loc);
    yieldStandard(xform, name,
                  applyXform(xform, name, in, /*isFinal=*/false, /*keepsColor=*/false, loc), loc);
  }

  /// What is done to a point before it is plotted, if anything.
  void importFinal() {
    const bool hasXform = animation.finalXform && !isAlways(animation.finalXform->opacity, 0);
    const bool isMoved = !isAlways(animation.antialiasAmount, 0);
    const bool isInSpace = seesSpace();
    if (!hasXform && !isMoved && !isInSpace && animation.laterFinals.empty())
      return;
    result.features |= abi::kFinalXform;
    Location loc =
        hasXform ? locationOf(animation.finalXform->loc) : Location(builder.getUnknownLoc());
    OpBuilder::InsertionGuard guard(builder);
    RunningPoint point = startXform("final", /*isFinal=*/true, loc);
    if (hasXform)
      point = applyFinal(*animation.finalXform, "final", point, loc);
    for (auto [index, xform] : llvm::enumerate(animation.laterFinals))
      point = applyFinal(xform, "final" + std::to_string(index + 1), point, locationOf(xform.loc));
    if (isInSpace)
      point = projected(point, loc);
    if (shown)
      point.x =
          arith::SelectOp::create(builder, loc, isHidden(loc), constant(kOutside, loc), point.x);
    if (isMoved)
      point = antialiased(point, loc);
    Value one = constant(1, loc);
    YieldOp::create(builder, loc, point.x, point.y, point.color, one, Value());
  }

  /// With `keepsColor`, an xform that leaves colours alone, a sample keeps those that it brought along. A final xform leaves the numbers
  /// alone by which points bend colours.
  RunningPoint applyXform(const AnimationXform &xform, const std::string &name,
                          const RunningPoint &in, bool isFinal, bool keepsColor, Location loc) {
    const bool mayBeRgb = hasRgb(), mayBend = result.features & abi::kAnyBend;
    rgb = Value();
    field = {};
    Value before = mayBeRgb && !keepsColor ? carried(in.color, loc) : in.color;
    Value bends; // of the point, as a code
    if (mayBend && !keepsColor)
      std::tie(before, bends) = withoutBends(in.color, loc);
    Value color = BlendColorOp::create(builder, loc, before.getType(), before,
                                       placed(colorParam(xform.color, name + "_color", loc), loc),
                                       colorParam(xform.colorSpeed, name + "_color_speed", loc));
    const Coefficients coefs = affine(xform.coefs, name + "_coefs", loc);
    const RunningPoint moved =
        applyInSpace(coefs, xform.yzCoefs, xform.zxCoefs, {in.x, in.y, color, in.z}, name, loc);
    const Value seenColor = unplaced(mayBeRgb  ? carried(color, loc)
                                     : mayBend ? withoutBends(color, loc).first
                                               : color,
                                     loc);
    RunningPoint point =
        applyVariations(xform, name, {moved.x, moved.y, seenColor, moved.z}, in, coefs, loc);
    if (point.color != seenColor) // a variation set it
      color = BlendColorOp::create(builder, loc, color.getType(), color, placed(point.color, loc),
                                   colorParam(xform.directColor, name + "_var_color", loc));
    if (field.value)
      color = placed(byField(unplaced(color, loc), field.color, loc), loc);
    if (bends)
      color = withBends(isFinal ? bends : followed(bends, xform, name, loc), color, loc);
    point.color = rgb ? encoded(rgb, color, loc) : color;
    const bool hasPlanes = hasDepth() && (xform.yzPost || xform.zxPost);
    if (xform.post || hasPlanes)
      point = applyInSpace(affine(xform.post.value_or(AffineTracks()), name + "_post", loc),
                           xform.yzPost, xform.zxPost, point, name + "_post", loc);
    if (field.jitter)
      point = movedByField(point, loc);
    for (const AnimationVariation &variation : xform.variations)
      if (variation.info->shows && !isAlways(variation.weight, 0) && !rgb)
        point.color = shownColor(variation, name, in, point, color);
    return point;
  }

  /// The colour of the sample of an xform that says by `variation` what it shows, and that took `in` to `out`; the point goes on with
  /// `color`. What variations set themselves shows first.
  Value shownColor(const AnimationVariation &variation, const std::string &name,
                   const RunningPoint &in, const RunningPoint &out, Value color) {
    Location loc = locationOf(variation.loc);
    evaluate(variation, name + "_" + variation.info->name.str(), out, {out.x, out.y}, in, {});
    Value isKept =
        arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, rgb, constant(0, loc));
    rgb = arith::SelectOp::create(builder, loc, isKept, codeOf(in.color, loc), rgb);
    return encoded(rgb, color, loc);
  }

  /// Applies an affine, and in space those of the two other planes, all of them before any translation.
  RunningPoint applyInSpace(const Coefficients &xy, const std::optional<AffineMotion> &yz,
                            const std::optional<AffineMotion> &zx, RunningPoint at,
                            const std::string &name, Location loc) {
    if (!at.z || (!yz && !zx)) {
      auto [x, y] = apply(xy, at.x, at.y, loc);
      return {x, y, at.color, at.z};
    }
    Value zero = constant(0, loc);
    auto turn = [&](Coefficients m, Value u, Value v) {
      m[4] = m[5] = zero;
      return apply(m, u, v, loc);
    };
    std::tie(at.x, at.y) = turn(xy, at.x, at.y);
    Value x = xy[4], y = xy[5], z = zero;
    if (yz) {
      const Coefficients m = affine(*yz, name + "_yz", loc);
      std::tie(at.y, at.z) = turn(m, at.y, at.z);
      y = add(y, m[4], loc), z = add(z, m[5], loc);
    }
    if (zx) {
      const Coefficients m = affine(*zx, name + "_zx", loc);
      std::tie(at.x, at.z) = turn(m, at.x, at.z);
      x = add(x, m[4], loc), z = add(z, m[5], loc);
    }
    return {add(at.x, x, loc), add(at.y, y, loc), at.color, add(at.z, z, loc)};
  }

  /// The coordinate that a point goes on with whose sample may have brought colours along (abi/RgbCode.h).
  Value carried(Value color, Location loc) {
    auto times = [&](Value value, double factor) -> Value {
      return arith::MulFOp::create(builder, loc, value, constant(factor, loc), kFastMath);
    };
    Value number = add(color, constant(-abi::kFirstRgb, loc), loc);
    Value codes = math::FloorOp::create(builder, loc, times(number, 1.0 / abi::kRgbPlaces));
    Value place =
        arith::SubFOp::create(builder, loc, number, times(codes, abi::kRgbPlaces), kFastMath);
    place = times(place, 1.0 / (abi::kRgbPlaces - 1));
    Value isRgb = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE,
                                        constant(abi::kFirstRgb, loc), color);
    return arith::SelectOp::create(builder, loc, isRgb, place, color);
  }

  /// The coordinate and the numbers of a point (abi/BendCode.h), which are 0 where it starts.
  std::pair<Value, Value> withoutBends(Value color, Location loc) {
    uint32_t none = 0;
    for (uint32_t i = abi::kBends; i-- > 0;) {
      const uint32_t levels = levelsOf(i);
      none = none * levels + levels / 2;
    }
    Value number = add(color, constant(-abi::kFirstPlace, loc), loc);
    Value code = math::FloorOp::create(builder, loc,
                                       multiply(number, constant(1.0 / abi::kRgbPlaces, loc), loc));
    Value entry = subtract(number, multiply(code, constant(abi::kRgbPlaces, loc), loc), loc);
    Value place =
        multiply(add(entry, constant(0.5, loc), loc), constant(1.0 / abi::kRgbPlaces, loc), loc);
    Value isCode = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE,
                                         constant(abi::kFirstPlace, loc), color);
    return {arith::SelectOp::create(builder, loc, isCode, place, color),
            arith::SelectOp::create(builder, loc, isCode, code, constant(none, loc))};
  }

  uint32_t levelsOf(uint32_t bend) {
    return abi::bendLevels(result.features, abi::kBendFeatures[bend]);
  }

  /// The numbers of a point behind `xform`: as with colours, (1 + s)/2 of those before and (1 - s)/2 of the xform's, s its speed.
  Value followed(Value before, const AnimationXform &xform, const std::string &name, Location loc) {
    const AnimationVariation *bend = bendOf(xform);
    Value code;
    uint32_t radix = 1;
    auto floored = [&](Value value) -> Value { return math::FloorOp::create(builder, loc, value); };
    for (uint32_t i = 0; i < abi::kBends; ++i) {
      const uint32_t levels = levelsOf(i);
      if (levels == 1)
        continue;
      const double half = 0.5 * (levels - 1);
      Value rest =
          floored(multiply(add(before, constant(0.5, loc), loc), constant(1.0 / levels, loc), loc));
      Value level = subtract(before, multiply(rest, constant(levels, loc), loc), loc);
      before = rest;
      if (bend)
        level = followedLevel(level, half, *bend, i, name, loc);
      level = multiply(level, constant(radix, loc), loc);
      code = code ? add(code, level, loc) : level;
      radix *= levels;
    }
    return code;
  }

  /// One of them, as a level of 0 to twice `half`.
  Value followedLevel(Value level, double half, const AnimationVariation &bend, uint32_t which,
                      const std::string &name, Location loc) {
    auto parameter = [&](uint32_t at) {
      const VariationParam &info = bend.info->params[at];
      return clampedParam(bend.params[at], name + "_bend_" + info.shortName.str(), info.minimum,
                          info.maximum, loc);
    };
    Value target =
        multiply(add(parameter(2 * which), constant(1, loc), loc), constant(half, loc), loc);
    Value share = multiply(subtract(constant(1, loc), parameter(2 * which + 1), loc),
                           constant(0.5, loc), loc);
    Value moved = add(level, multiply(share, subtract(target, level, loc), loc), loc);
    Value drawn = DrawOp::create(builder, loc, builder.getF32Type(), DrawKind::U01);
    Value rounded = math::FloorOp::create(builder, loc, add(moved, drawn, loc));
    return arith::MinNumFOp::create(
        builder, loc, arith::MaxNumFOp::create(builder, loc, rounded, constant(0, loc)),
        constant(2 * half, loc));
  }

  /// The coordinate of a point that has numbers.
  Value withBends(Value code, Value color, Location loc) {
    constexpr double kLast = abi::kRgbPlaces - 1;
    Value entry =
        math::FloorOp::create(builder, loc, multiply(color, constant(abi::kRgbPlaces, loc), loc));
    entry = arith::MinNumFOp::create(
        builder, loc, arith::MaxNumFOp::create(builder, loc, entry, constant(0, loc)),
        constant(kLast, loc));
    return add(add(multiply(code, constant(abi::kRgbPlaces, loc), loc), entry, loc),
               constant(abi::kFirstPlace, loc), loc);
  }

  /// The code of what a sample of this colour shows, be it one or a place in the palette.
  Value codeOf(Value color, Location loc) {
    Value number = add(color, constant(-abi::kFirstRgb, loc), loc);
    Value code = math::FloorOp::create(builder, loc,
                                       multiply(number, constant(1.0 / abi::kRgbPlaces, loc), loc));
    Value limited = arith::MinNumFOp::create(
        builder, loc, arith::MaxNumFOp::create(builder, loc, color, constant(0, loc)),
        constant(1, loc));
    Value place = math::FloorOp::create(
        builder, loc, multiply(limited, constant(abi::kShownPlaceCount, loc), loc));
    place = add(place, constant(abi::kRgbCodes, loc), loc);
    Value isCode = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE,
                                         constant(abi::kFirstRgb, loc), color);
    return multiply(arith::SelectOp::create(builder, loc, isCode, code, place),
                    constant(1.0 / abi::kRgbCodes, loc), loc);
  }

  /// The coordinate of a sample that brings `code`, in [0, 2), along, and whose point goes on with `color`.
  Value encoded(Value code, Value color, Location loc) {
    constexpr double kCodes = double(abi::kRgbCodes) * abi::kRgbPlaces;
    Value high = arith::MulFOp::create(builder, loc, code, constant(kCodes, loc), kFastMath);
    Value limited = arith::MinNumFOp::create(
        builder, loc, arith::MaxNumFOp::create(builder, loc, color, constant(0, loc)),
        constant(1, loc));
    Value place = math::RoundEvenOp::create(
        builder, loc,
        arith::MulFOp::create(builder, loc, limited, constant(abi::kRgbPlaces - 1, loc),
                              kFastMath));
    return add(add(high, place, loc), constant(abi::kFirstRgb, loc), loc);
  }

  /// Where a colour lies in the palette.
  Value placed(Value color, Location loc) {
    if (animation.paletteSpan == 1 && animation.paletteStart == 0)
      return color;
    Value scaled =
        arith::MulFOp::create(builder, loc, color, constant(animation.paletteSpan, loc), kFastMath);
    return add(scaled, constant(animation.paletteStart, loc), loc);
  }

  /// The colour that lies there: what variations see, and set.
  Value unplaced(Value place, Location loc) {
    if (animation.paletteSpan == 1 && animation.paletteStart == 0)
      return place;
    Value moved = add(place, constant(-animation.paletteStart, loc), loc);
    return arith::MulFOp::create(builder, loc, moved, constant(1 / animation.paletteSpan, loc),
                                 kFastMath);
  }

  /// Constants are taken as they are: flam3 has flames whose colours lie outside of the palette.
  Value colorParam(const Track &track, const std::string &name, Location loc) {
    return track.isConstant() ? param(track, name, loc) : clampedParam(track, name, 0, 1, loc);
  }

  /// The running sum of an xform; empty before its first variation.
  struct RunningSum {
    Value x, y, z;
  };

  /// Returns the sum of the xform, and the colour that its variations leave behind. `before` is the point before the affine.
  RunningPoint applyVariations(const AnimationXform &xform, const std::string &name,
                               RunningPoint point, const RunningPoint &before,
                               ArrayRef<Value> coefs, Location loc) {
    RunningSum sum;
    bool isFlat = false; // what flattens the sum stands within it
    for (auto [index, variation] : llvm::enumerate(xform.variations)) {
      std::string prefix = name + "_" + variation.info->name.str();
      if (slotNames.contains(prefix))
        prefix += "_" + std::to_string(index);
      if (variation.place != VariationUse::Normal && isAlways(variation.weight, 0))
        continue; // it is not there: nothing would be left of the point
      if (variation.info->shows || variation.info->bends)
        continue; // behind the post-affine, and with the colour
      if (variation.info->isField) {
        readField(variation, prefix, point, before, coefs);
        continue;
      }
      if (variation.place == VariationUse::Pre) {
        point = applyInPlace(variation, prefix, point, point, coefs);
        continue;
      }
      startSum(sum, loc);
      if (variation.place == VariationUse::Post) {
        if (std::exchange(isFlat, false))
          sum.z = constant(0, loc);
        const RunningPoint after =
            applyInPlace(variation, prefix, {sum.x, sum.y, point.color, sum.z}, point, coefs);
        sum = {after.x, after.y, after.z};
        point.color = after.color;
        continue;
      }
      if (hasDepth() && variation.info->flattens && !isAlways(variation.weight, 0)) {
        isFlat |= !variation.info->hasDepth;
        sum.z = emptySum(loc).first;
      }
      if (variation.info->replaces && !isAlways(variation.weight, 0))
        std::tie(sum.x, sum.y) = emptySum(loc);
      const RunningPoint after = evaluate(variation, prefix, point, {sum.x, sum.y}, point, coefs);
      sum = {add(sum.x, after.x, loc), add(sum.y, after.y, loc),
             after.z ? add(sum.z, after.z, loc) : Value()};
      point.color = after.color;
    }
    if (!sum.x) // an xform without variations maps everything to the origin
      sum.x = sum.y = sum.z = constant(0, loc);
    if (isFlat)
      sum.z = constant(0, loc);
    return {sum.x, sum.y, point.color, hasDepth() ? sum.z : Value()};
  }

  void startSum(RunningSum &sum, Location loc) {
    if (sum.x)
      return;
    std::tie(sum.x, sum.y) = emptySum(loc);
    if (hasDepth())
      sum.z = sum.x;
  }

  void yieldStandard(const AnimationXform &xform, const std::string &name,
                     const RunningPoint &point, Location loc) {
    if (!isAlways(xform.opacity, 1) || shown)
      result.features |= abi::kFractionalDeposit;
    Value visibility = shareByOpacity(xform, name, loc);
    YieldOp::create(builder, loc, point.x, point.y, point.color, visibility, point.z);
  }

  /// Whether what is shown of the point is nothing.
  Value isHidden(Location loc) {
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE, shown, constant(0, loc));
  }

  /// The opacity of a final xform is the probability that it is applied.
  RunningPoint applyFinal(const AnimationXform &xform, const std::string &name,
                          const RunningPoint &in, Location loc) {
    const Value before = std::exchange(shown, Value());
    const RunningPoint out =
        applyXform(xform, name, in, /*isFinal=*/true, isAlways(xform.colorSpeed, 0), loc);
    if (isAlways(xform.opacity, 1)) {
      shown = share(before, shown, loc);
      return out;
    }
    Value opacity = param(xform.opacity, name + "_opacity", loc);
    Value draw = DrawOp::create(builder, loc, opacity.getType(), DrawKind::U01);
    Value applies = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, draw, opacity);
    auto choose = [&](Value to, Value from) -> Value {
      return arith::SelectOp::create(builder, loc, applies, to, from);
    };
    shown = share(before, shown ? choose(shown, constant(1, loc)) : Value(), loc);
    return {choose(out.x, in.x), choose(out.y, in.y), choose(out.color, in.color),
            in.z ? choose(out.z, in.z) : Value()};
  }

  /// The weighting field of the xform at hand, and how far weights, colours and points follow it; null: it has none, or they do not.
  struct {
    Value value, amount, color, jitter;
  } field;
  /// The share of the point that the xform at hand plots, but for its opacity; null: all of it.
  Value shown;
  /// The colours that the sample brings along by what the xform at hand has done so far, as a code; null: none.
  Value rgb;
};
} // namespace

ImportedAnimation importAnimation(MLIRContext &context, const Animation &animation,
                                  const llvm::SourceMgr *sources) {
  return Importer(context, animation, sources).run();
}

} // namespace flame
