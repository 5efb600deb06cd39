// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the flame IR of an animation: slots with their tracks, one flame.xform per xform, and the scene (camera, selection,
// palette). Nothing is optimised here; a track that is constant becomes a fixed slot and the passes do the rest. An
// affine in polar form becomes arithmetic on parameters, which is hoisted out of the iteration later; columns of it
// that never change become coefficients at once, so that nothing downstream can tell how they were written.

#include "compiler/codegen/ImportAnimation.h"

#include "abi/Abi.h"
#include "ir/FlameDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"

#include <limits>
#include <numbers>
#include <numeric>

using namespace mlir;

namespace flame {

static constexpr auto kFastMath = arith::FastMathFlags::contract | arith::FastMathFlags::nsz;

/// Xforms chosen with a smaller probability than this are rare: see abi::kFineChoice. One that is rare for less than this
/// share of the time, as while it fades, is not worth what a finer choice costs all the time.
static constexpr double kRareXform = 0.01, kRareShare = 0.25;
/// Weights are compared at this many instants, from start to end.
static constexpr unsigned kWeightSamples = 33;

namespace {
class Importer {
public:
  Importer(MLIRContext &context, const Animation &animation, const llvm::SourceMgr *sources)
      : builder(&context), animation(animation), sources(sources) {}

  ImportedAnimation run() {
    result.module = ModuleOp::create(builder, builder.getUnknownLoc());
    builder.setInsertionPointToEnd(result.module->getBody());
    importScene();
    for (size_t i = 0; i < animation.xforms.size(); ++i)
      importXform(animation.xforms[i], "xform" + std::to_string(i), /*isFinal=*/false);
    if (animation.finalXform && !isAlways(animation.finalXform->opacity, 0)) {
      result.features |= abi::kFinalXform;
      importXform(*animation.finalXform, "final", /*isFinal=*/true);
    }
    return std::move(result);
  }

private:
  static bool isAlways(const Track &track, double number) {
    return track.isConstant() && track.start() == number;
  }

  Location locationOf(llvm::SMLoc loc) const {
    if (!sources || !loc.isValid())
      return UnknownLoc::get(builder.getContext());
    const unsigned buffer = sources->FindBufferContainingLoc(loc);
    if (!buffer)
      return UnknownLoc::get(builder.getContext());
    auto [line, column] = sources->getLineAndColumn(loc, buffer);
    return FileLineColLoc::get(builder.getContext(),
                               sources->getMemoryBuffer(buffer)->getBufferIdentifier(), line,
                               column);
  }

  /// Declares the slot of `tracks` before the operation that is being built.
  FlatSymbolRefAttr slot(ArrayRef<Track> tracks, const std::string &name, Location loc) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(result.module->getBody(), slotEnd);
    const auto attributes = llvm::map_to_vector(tracks, [&](const Track &track) -> Attribute {
      return TrackAttr::get(builder.getContext(), track);
    });
    auto made = ParamSlotOp::create(builder, loc, name, builder.getArrayAttr(attributes),
                                    DenseI32ArrayAttr());
    slotNames.insert(name);
    return FlatSymbolRefAttr::get(made.getSymNameAttr());
  }

  Value param(ElementAttr element, Location loc) {
    return ParamOp::create(builder, loc, builder.getF32Type(), element);
  }

  Value param(const Track &track, const std::string &name, Location loc) {
    return param(ElementAttr::get(slot(track, name, loc)), loc);
  }

  /// Reads all numbers of a new array slot.
  template <size_t N>
  std::array<Value, N> params(const Track (&tracks)[N], const std::string &name, Location loc) {
    const FlatSymbolRefAttr array = slot(tracks, name, loc);
    std::array<Value, N> values;
    for (unsigned i = 0; i < N; ++i)
      values[i] = param(ElementAttr::get(builder.getContext(), array, i), loc);
    return values;
  }

  Value constant(double value, Location loc) {
    return arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(float(value)));
  }

  /// The value of a track that means something between `minimum` and `maximum` alone: curves swing beyond their knots.
  Value clampedParam(const Track &track, const std::string &name, double minimum, double maximum,
                     Location loc) {
    Value value = param(track, name, loc);
    auto [low, high] = track.range();
    if (low < minimum)
      value = arith::MaxNumFOp::create(builder, loc, value, constant(minimum, loc));
    if (high > maximum)
      value = arith::MinNumFOp::create(builder, loc, value, constant(maximum, loc));
    return value;
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

  Value add(Value a, Value b, Location loc) {
    return arith::AddFOp::create(builder, loc, a, b, kFastMath);
  }

  /// A point on its way through an xform.
  struct RunningPoint {
    Value x, y, color;
  };

  /// Returns the contribution of a variation at `at`, and the colour after it: that of `at` unless the variation sets
  /// it, seeing the sum of `onto` and the contribution.
  RunningPoint evaluate(const AnimationVariation &variation, const std::string &prefix,
                        RunningPoint at, std::pair<Value, Value> onto, ArrayRef<Value> coefs) {
    Location loc = locationOf(variation.loc);
    SmallVector<Value> params;
    SmallVector<StringRef> names;
    for (auto [info, track] : llvm::zip(variation.info->params, variation.params)) {
      params.push_back(clampedParam(track, prefix + "_" + info.shortName.str(), info.minimum,
                                    info.maximum, loc));
      names.push_back(info.shortName);
    }
    Value weight = param(variation.weight, prefix, loc);
    const bool setsColor = variation.info->setsColor;
    SmallVector<Value> sum;
    if (setsColor)
      sum = {onto.first, onto.second};
    auto op = VariationOp::create(
        builder, loc, SmallVector<Type>(setsColor ? 3 : 2, builder.getF32Type()),
        builder.getStringAttr(variation.info->name), at.x, at.y, weight, at.color, params,
        variation.info->usesAffine ? coefs : ArrayRef<Value>(), sum,
        builder.getStrArrayAttr(names));
    return {op.getXOut(), op.getYOut(), setsColor ? op.getColorOut() : at.color};
  }

  /// What to start a sum from: adding to -0.0 changes nothing, so the first variation needs no special case.
  std::pair<Value, Value> emptySum(Location loc) {
    Value zero = arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(-0.0f));
    return {zero, zero};
  }

  /// A pre or post variation replaces the running point by its output; generators are added to it.
  RunningPoint applyInPlace(const AnimationVariation &variation, const std::string &prefix,
                            RunningPoint point, ArrayRef<Value> coefs) {
    const bool adds = variation.info->generator || variation.info->preOnly;
    Location loc = locationOf(variation.loc);
    std::pair<Value, Value> onto = {point.x, point.y};
    if (!adds && variation.info->setsColor)
      onto = emptySum(loc);
    RunningPoint after = evaluate(variation, prefix, point, onto, coefs);
    if (adds)
      after = {add(point.x, after.x, loc), add(point.y, after.y, loc), after.color};
    return after;
  }

  void importXform(const AnimationXform &xform, const std::string &name, bool isFinal) {
    Location loc = locationOf(xform.loc);
    OpBuilder::InsertionGuard guard(builder);
    auto op = XformOp::create(builder, loc, name, isFinal);
    Block &block = op.getBody().front();
    builder.setInsertionPointToStart(&block);
    const Value inX = block.getArgument(0), inY = block.getArgument(1),
                inColor = block.getArgument(2);

    Value color = BlendColorOp::create(builder, loc, inColor.getType(), inColor,
                                       colorParam(xform.color, name + "_color", loc),
                                       colorParam(xform.colorSpeed, name + "_color_speed", loc));
    const Coefficients coefs = affine(xform.coefs, name + "_coefs", loc);
    auto [x, y] = apply(coefs, inX, inY, loc);
    const RunningPoint point = applyVariations(xform, name, {x, y, color}, coefs, loc);
    std::tie(x, y) = std::pair(point.x, point.y);
    if (point.color != color) // a variation set it
      color = BlendColorOp::create(builder, loc, color.getType(), color, point.color,
                                   colorParam(xform.directColor, name + "_var_color", loc));
    if (xform.post)
      std::tie(x, y) = apply(affine(*xform.post, name + "_post", loc), x, y, loc);
    isFinal ? yieldFinal(xform, name, {inX, inY, inColor}, {x, y, color}, loc)
            : yieldStandard(xform, name, {x, y, color}, loc);
  }

  /// Constants are taken as they are: flam3 has flames whose colours lie outside of the palette.
  Value colorParam(const Track &track, const std::string &name, Location loc) {
    return track.isConstant() ? param(track, name, loc) : clampedParam(track, name, 0, 1, loc);
  }

  /// Returns the sum of the xform, and the colour that its variations leave behind.
  RunningPoint applyVariations(const AnimationXform &xform, const std::string &name,
                               RunningPoint point, ArrayRef<Value> coefs, Location loc) {
    Value sumX, sumY;
    auto startSum = [&] {
      if (!sumX)
        std::tie(sumX, sumY) = emptySum(loc);
    };
    for (auto [index, variation] : llvm::enumerate(xform.variations)) {
      std::string prefix = name + "_" + variation.info->name.str();
      if (slotNames.contains(prefix))
        prefix += "_" + std::to_string(index);
      if (variation.place == VariationUse::Pre) {
        point = applyInPlace(variation, prefix, point, coefs);
        continue;
      }
      startSum();
      if (variation.place == VariationUse::Post) {
        const RunningPoint after =
            applyInPlace(variation, prefix, {sumX, sumY, point.color}, coefs);
        std::tie(sumX, sumY, point.color) = std::tuple(after.x, after.y, after.color);
        continue;
      }
      const RunningPoint after = evaluate(variation, prefix, point, {sumX, sumY}, coefs);
      sumX = add(sumX, after.x, loc);
      sumY = add(sumY, after.y, loc);
      point.color = after.color;
    }
    if (!sumX) // an xform without variations maps everything to the origin
      sumX = sumY = arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(0));
    return {sumX, sumY, point.color};
  }

  void yieldStandard(const AnimationXform &xform, const std::string &name,
                     std::array<Value, 3> point, Location loc) {
    if (!isAlways(xform.opacity, 1))
      result.features |= abi::kFractionalDeposit;
    constexpr double kUnlimited = std::numeric_limits<double>::infinity();
    Value opacity = clampedParam(xform.opacity, name + "_opacity", 0, kUnlimited, loc);
    Value visibility = VisibilityOp::create(builder, loc, opacity.getType(), opacity);
    YieldOp::create(builder, loc, point[0], point[1], point[2], visibility);
  }

  /// The opacity of a final xform is the probability that it is applied.
  void yieldFinal(const AnimationXform &xform, const std::string &name, std::array<Value, 3> in,
                  std::array<Value, 3> out, Location loc) {
    Value one = arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(1));
    if (!isAlways(xform.opacity, 1)) {
      Value opacity = param(xform.opacity, name + "_opacity", loc);
      Value draw = DrawOp::create(builder, loc, one.getType(), DrawKind::U01);
      Value applies = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, draw, opacity);
      for (auto [from, to] : llvm::zip(in, out))
        to = arith::SelectOp::create(builder, loc, applies, to, from);
    }
    YieldOp::create(builder, loc, out[0], out[1], out[2], one);
  }

  OpBuilder builder;
  const Animation &animation;
  const llvm::SourceMgr *sources;
  ImportedAnimation result;
  llvm::StringSet<> slotNames;
  Block::iterator slotEnd; ///< slots stand before this operation
};
} // namespace

ImportedAnimation importAnimation(MLIRContext &context, const Animation &animation,
                                  const llvm::SourceMgr *sources) {
  return Importer(context, animation, sources).run();
}

} // namespace flame
