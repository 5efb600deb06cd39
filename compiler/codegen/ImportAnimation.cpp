// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the flame IR of an animation: slots with their tracks, one flame.xform per xform, and the
// scene (camera, selection, palette). Does not optimise. A constant track becomes a fixed slot,
// which the passes exploit.

#include "compiler/codegen/EstimateFuse.h"
#include "compiler/codegen/ImportCamera.h"

#include "abi/Abi.h"
#include "ir/language/UserVariation.h"

#include <numeric>

using namespace mlir;

namespace flame {

/// An xform chosen with a smaller probability than kRareXform is rare; see abi::kFineChoice. If it
/// is rare for less than kRareShare of the time, for example while fading, the permanent cost of a
/// finer choice is not worthwhile.
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
    if (animation.losesPoints != 0 && needsPeriodicReseed(animation))
      result.features |= abi::kPeriodicReseed;
    if (hasDirectRgb() || hasFog())
      result.features |= abi::kDirectRgb | abi::kFractionalDeposit | abi::kDirectOnly;
    if (anyVariation([](const VariationInfo &info) { return info.displayOnly; }))
      result.features |= abi::kDisplayColors;
    result.features |= colorAdjustFeatures();
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

  /// True if any xform is rare for long enough.
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

  /// Starts an xform and returns the input point of its body.
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

  void yieldStandard(const AnimationXform &xform, const std::string &name,
                     const RunningPoint &point, Location loc) {
    if (isAlways(xform.opacity, 0))
      result.features |= abi::kHides;
    else if (!isAlways(xform.opacity, 1) || shown)
      result.features |= abi::kFractionalDeposit;
    Value visibility = shareByOpacity(xform, name, loc);
    YieldOp::create(builder, loc, point.x, point.y, point.color, visibility, point.z);
  }

  /// Imports the operations on a point before it is plotted, if there are any.
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

  /// True if no part of the point is shown.
  Value isHidden(Location loc) {
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE, shown, constant(0, loc));
  }
};
} // namespace

ImportedAnimation importAnimation(MLIRContext &context, const Animation &animation,
                                  const llvm::SourceMgr *sources) {
  return Importer(context, animation, sources).run();
}

} // namespace flame
