// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows results forward to the end of their xform.

#include "passes/MathAccuracy.h"

#include "ir/FlameDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace flame;

namespace {
/// One walk from a result to all that comes of it.
class Journey {
public:
  /// Whether all of it is scaled and added up; with `mustMeetParam`, whether a parameter is added on every way, too.
  bool isHarmless(Value value, bool mustMeetParam) {
    return llvm::all_of(value.getUses(),
                        [&](OpOperand &use) { return isHarmless(use, mustMeetParam); });
  }

private:
  bool isHarmless(OpOperand &use, bool mustMeetParam) {
    Operation *user = use.getOwner();
    if (isa<YieldOp, RememberOp>(user))
      return !mustMeetParam;
    if (!isa<arith::MulFOp, arith::AddFOp, arith::SubFOp, arith::NegFOp>(user) &&
        !(isa<arith::DivFOp>(user) && use.getOperandNumber() == 0) &&
        !(isa<arith::SelectOp>(user) && use.getOperandNumber() != 0))
      return false;
    if (isa<arith::AddFOp, arith::SubFOp>(user) &&
        user->getOperand(1 - use.getOperandNumber()).getDefiningOp<ParamOp>())
      mustMeetParam = false;
    if (!seen[mustMeetParam].insert(user).second)
      return true; // decided on the way that came here first
    return isHarmless(user->getResult(0), mustMeetParam);
  }

  llvm::DenseSet<Operation *> seen[2]; ///< without and with a parameter to be met
};
} // namespace

/// The cosine of the angle whose sine `op` is, or the other way round; null if nobody asks for it.
static Operation *partnerOf(Operation *op) {
  for (Operation *other : op->getOperand(0).getUsers())
    if (other->getBlock() == op->getBlock() &&
        (isa<math::SinOp>(op) ? isa<math::CosOp>(other) : isa<math::SinOp>(other)))
      return other;
  return nullptr;
}

bool flame::isOnlyScaled(Operation *op) { return Journey().isHarmless(op->getResult(0), false); }

bool flame::absoluteErrorSuffices(Operation *op) {
  assert((isa<math::SinOp, math::CosOp>(op)) && "expected a sine or cosine");
  if (Operation *partner = partnerOf(op); partner && isOnlyScaled(partner) && isOnlyScaled(op))
    return true;
  return Journey().isHarmless(op->getResult(0), /*mustMeetParam=*/true);
}

/// The chains of operations that bounds are looked for in are not longer.
static constexpr unsigned kLongestChain = 8;

/// flame::largestSize by way of `chain` operations.
static double largestSize(Value value, unsigned chain) {
  constexpr double kPi = 3.1416, kUnknown = std::numeric_limits<double>::infinity();
  Operation *op = value.getDefiningOp();
  if (!op || chain == 0)
    return kUnknown;
  const auto ofOperand = [&](unsigned i) { return largestSize(op->getOperand(i), chain - 1); };
  llvm::APFloat constant(0.0f);
  if (matchPattern(value, m_ConstantFloat(&constant)))
    return std::abs(constant.convertToDouble());
  return llvm::TypeSwitch<Operation *, double>(op)
      .Case<DrawOp>([](DrawOp draw) { return draw.getKind() == DrawKind::Bell ? 2 : 1; })
      .Case<math::Atan2Op>([&](Operation *) { return kPi; })
      .Case<math::AtanOp, math::AsinOp>([&](Operation *) { return kPi / 2; })
      .Case<math::SinOp, math::CosOp>([](Operation *) { return 1; })
      .Case<arith::NegFOp, math::AbsFOp, math::TruncOp>([&](Operation *) { return ofOperand(0); })
      .Case<arith::MulFOp>([&](Operation *) { return ofOperand(0) * ofOperand(1); })
      .Case<arith::AddFOp, arith::SubFOp>([&](Operation *) { return ofOperand(0) + ofOperand(1); })
      .Case<arith::DivFOp>([&](Operation *division) {
        return matchPattern(division->getOperand(1), m_ConstantFloat(&constant))
                   ? ofOperand(0) / std::abs(constant.convertToDouble())
                   : kUnknown;
      })
      .Case<arith::SelectOp>([&](Operation *) { return std::max(ofOperand(1), ofOperand(2)); })
      .Default(kUnknown);
}

double flame::largestSize(Value value) { return ::largestSize(value, kLongestChain); }

bool flame::isNeverNegative(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<math::SqrtOp, math::RsqrtOp, math::AbsFOp>(op))
    return true;
  if (isa<arith::MulFOp>(op))
    return op->getOperand(0) == op->getOperand(1) ||
           (isNeverNegative(op->getOperand(0)) && isNeverNegative(op->getOperand(1)));
  if (isa<arith::AddFOp, arith::DivFOp, arith::MaximumFOp>(op))
    return isNeverNegative(op->getOperand(0)) && isNeverNegative(op->getOperand(1));
  return false;
}
