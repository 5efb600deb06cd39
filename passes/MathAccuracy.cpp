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
/// One traversal from a result to all values that depend on it.
class Journey {
public:
  /// True if all dependent values are scaled and added up and, with `mustMeetParam`, a parameter is
  /// added on every path.
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
      return true; // decided on the path that came here first
    return isHarmless(user->getResult(0), mustMeetParam);
  }

  llvm::DenseSet<Operation *> seen[2]; ///< without and with a required parameter
};
} // namespace

/// The cosine of the angle whose sine `op` is, or vice versa; null if it is not computed.
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

/// Maximum length of operation chains examined for bounds.
static constexpr unsigned kLongestChain = 8;

/// flame::largestSize through at most `chain` operations.
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
