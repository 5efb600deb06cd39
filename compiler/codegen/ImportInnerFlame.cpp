// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the IR of an embedded flame, whose points a variation sees. Its current point is kept in
// xform state until the next point of the outer flame.

#include "compiler/codegen/ImportXform.h"

#include "abi/Abi.h"
#include "compiler/animation/InnerAnimation.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

using namespace mlir;

namespace flame {

namespace {
/// Builds at the insertion point of the outer flame, which is taken over and handed back.
class InnerFlameImporter : public XformImporter {
public:
  using XformImporter::XformImporter;

  /// Makes a step from the point in xform state, and returns the plotted form of the next point.
  RunningPoint moveOn(const std::string &prefix, Location loc) {
    const unsigned atPoint = stateSize;
    const RunningPoint from = unlessBad(recall(loc), loc);
    const unsigned atLast = stateSize;
    Value last = animation.hasChaos() ? recallNumber(loc) : Value();
    const Step step = takeStep(from, last, prefix, loc);
    storePoint(step.to, atPoint, loc);
    if (last)
      RememberOp::create(builder, loc, atLast, step.xform);
    RunningPoint seen = step.to;
    if (step.visibility) { // a hidden point is replaced by the last visible one
      const unsigned atSeen = stateSize;
      const RunningPoint before = recall(loc);
      Value draw = DrawOp::create(builder, loc, builder.getF32Type(), DrawKind::U01);
      Value isShown =
          arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, draw, step.visibility);
      seen = select(isShown, seen, before, loc);
      storePoint(seen, atSeen, loc);
    }
    shown = Value();
    if (animation.finalXform && !isAlways(animation.finalXform->opacity, 0))
      seen = applyFinal(*animation.finalXform, prefix + "_final", seen, loc);
    for (auto [index, xform] : llvm::enumerate(animation.laterFinals))
      seen = applyFinal(xform, prefix + "_final" + std::to_string(index + 1), seen, loc);
    if (hasDirectRgb())
      seen.color = carried(seen.color, loc);
    seen.color = unplaced(seen.color, loc); // convert to the outer flame's palette positions
    return seen;
  }

private:
  struct Step {
    RunningPoint to;
    Value xform;      ///< the chosen xform, as a number
    Value visibility; ///< null: 1
  };

  /// Computes all xforms and selects one, because lanes choose different ones.
  Step takeStep(const RunningPoint &from, Value last, const std::string &prefix, Location loc) {
    SmallVector<Step> steps;
    SmallVector<Value> sums; // cumulative weights
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
    Value drawn = multiply(draw, sums.back(), loc);
    const bool hides = llvm::any_of(steps, [](const Step &step) { return bool(step.visibility); });
    auto visibility = [&](const Step &step) {
      return hides && !step.visibility ? constant(1, loc) : step.visibility;
    };
    Step taken = steps.back();
    taken.visibility = visibility(taken);
    for (size_t i = steps.size() - 1; i-- > 0;) {
      Value isIt = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT, drawn, sums[i]);
      taken.to = select(isIt, steps[i].to, taken.to, loc);
      taken.xform = select(isIt, steps[i].xform, taken.xform, loc);
      if (hides)
        taken.visibility = select(isIt, visibility(steps[i]), taken.visibility, loc);
    }
    return taken;
  }

  /// The weight of xform `index` after xform `last`, if the flame has chaos factors.
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

  /// The fraction of the xform's points that is plotted; null: all of them.
  Value visibilityOf(const AnimationXform &xform, const std::string &name, Location loc) {
    return isAlways(xform.opacity, 1) ? shown : shareByOpacity(xform, name, loc);
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
    return RecallOp::create(builder, loc, builder.getF32Type(), stateSize++);
  }

  /// Reads the next numbers of xform state as a point.
  RunningPoint recall(Location loc) {
    Value x = recallNumber(loc), y = recallNumber(loc), color = recallNumber(loc);
    return {x, y, color, hasDepth() ? recallNumber(loc) : Value()};
  }

  /// Stores `point` in the state that `recall` read.
  void storePoint(const RunningPoint &point, unsigned number, Location loc) {
    for (Value value : {point.x, point.y, point.color, point.z})
      if (value)
        RememberOp::create(builder, loc, number++, value);
  }

  /// Returns `point`, or a random point if it is a bad value.
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
};
} // namespace

XformImporter::RunningPoint XformImporter::pointOfFlame(const VariationInfo &variation,
                                                        const std::string &prefix, Location loc) {
  std::string complaint;
  std::optional<Animation> flame = innerAnimation(variation, complaint);
  assert(flame && "readers check flames within flames");
  if (hasDepth())
    flame->depth = 1;
  InnerFlameImporter inner(*builder.getContext(), *flame, nullptr);
  inner.takeOver(*this);
  const RunningPoint point = inner.moveOn(prefix, loc);
  takeOver(inner);
  result.features |= abi::kHasState;
  shown = share(shown, inner.shown, loc);
  return point;
}

} // namespace flame
