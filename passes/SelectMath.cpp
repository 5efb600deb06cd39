// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses the implementation and accuracy of every function on the target; MathAccuracy.h tells
// where a shorter version suffices. Powers with constant exponents become multiplications, roots
// and reciprocals. Functions that are one instruction on the target stay math operations.
// Everything else becomes a call of flame_math_<name> from runtime/shared/Math.h, which the linker
// inlines; libdevice and libm are never called.

#include "passes/MathAccuracy.h"
#include "passes/Passes.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

#include "llvm/ADT/StringSwitch.h"

namespace flame {
#define GEN_PASS_DEF_SELECTMATH
#include "passes/Passes.h.inc"
} // namespace flame

using namespace mlir;
using namespace flame;

/// The library function that computes an operation, or empty if the target has an instruction for
/// it.
static StringRef libraryFunction(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Case("math.sin", "flame_math_sin")
      .Case("math.cos", "flame_math_cos")
      .Case("math.tan", "flame_math_tan")
      .Case("math.exp", "flame_math_exp")
      .Case("math.exp2", "flame_math_exp2")
      .Case("math.log", "flame_math_log")
      .Case("math.log2", "flame_math_log2")
      .Case("math.log10", "flame_math_log10")
      .Case("math.powf", "flame_math_pow")
      .Case("math.atan", "flame_math_atan")
      .Case("math.atan2", "flame_math_atan2")
      .Case("math.asin", "flame_math_asin")
      .Case("math.acos", "flame_math_acos")
      .Case("math.sinh", "flame_math_sinh")
      .Case("math.cosh", "flame_math_cosh")
      .Case("math.tanh", "flame_math_tanh")
      .Case("math.rsqrt", "flame_math_rsqrt")
      .Case("math.sqrt", "flame_math_sqrt")
      .Case("math.cbrt", "flame_math_cbrt")
      .Case("arith.remf", "flame_math_fmod")
      .Default("");
}

/// Maximum magnitude of an argument of circleSin and circleCos.
static constexpr double kTwoTurns = 12.6;

namespace {
/// A shorter version of a function, and the reason why it is accurate enough.
struct ShortFunction {
  StringRef name, reason;
};
} // namespace

/// The shorter version of a function; without a name if none is accurate enough.
static ShortFunction shortFunction(Operation *op) {
  if (isa<math::SinOp, math::CosOp>(op)) {
    const bool isSine = isa<math::SinOp>(op);
    if (absoluteErrorSuffices(op)) {
      if (largestSize(op->getOperand(0)) <= kTwoTurns)
        return {isSine ? "flame_math_circleSin" : "flame_math_circleCos",
                "an absolute error suffices, and its argument is never beyond two turns"};
      return {isSine ? "flame_math_turnSin" : "flame_math_turnCos", "an absolute error suffices"};
    }
    if (isOnlyScaled(op))
      return {isSine ? "flame_math_shortSin" : "flame_math_shortCos",
              "it is only scaled and added up"};
  }
  if (isa<math::PowFOp>(op) && isNeverNegative(op->getOperand(0)) && isOnlyScaled(op))
    return {"flame_math_scalePow", "it is only scaled and added up, and its base never negative"};
  return {};
}

/// Emits a remark about the implementation of a function that has a shorter version.
static void remarkOn(Operation *op, const ShortFunction &chosen) {
  if (!isa<math::SinOp, math::CosOp, math::PowFOp>(op))
    return;
  const auto options = remark::RemarkOpts::name("Accuracy").category("flame-select-math");
  const StringRef name = op->getName().stripDialect();
  if (chosen.name.empty())
    remark::missed(op->getLoc(), options) << remark::add(
        "'{0}' is computed in full: what is made of it needs its relative accuracy", name);
  else
    remark::passed(op->getLoc(), options)
        << remark::add("'{0}' is computed by {1}: {2}", name,
                       chosen.name.substr(StringRef("flame_math_").size()), chosen.reason);
}

/// Replaces x^c by cheaper arithmetic for the exponents that genomes use: 0, 1, 2, 3, 4, 1/2, their
/// negatives.
static bool simplifyPower(math::PowFOp op) {
  llvm::APFloat exponentValue(0.0f);
  if (!matchPattern(op.getRhs(), m_ConstantFloat(&exponentValue)))
    return false;
  const double exponent = exponentValue.convertToDouble();
  OpBuilder builder(op);
  const Location loc = op.getLoc();
  auto multiply = [&](Value a, Value b) -> Value {
    return arith::MulFOp::create(builder, loc, a, b, op.getFastmath());
  };
  auto constant = [&](float value) -> Value {
    return arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(value));
  };
  Value base = op.getLhs(), result;
  const double magnitude = std::abs(exponent);
  if (magnitude == 0)
    result = constant(1);
  else if (magnitude == 0.5)
    result = math::SqrtOp::create(builder, loc, base);
  else if (magnitude == 1)
    result = base;
  else if (magnitude == 2)
    result = multiply(base, base);
  else if (magnitude == 3)
    result = multiply(multiply(base, base), base);
  else if (magnitude == 4) {
    Value square = multiply(base, base);
    result = multiply(square, square);
  } else
    return false;
  if (exponent < 0)
    result = arith::DivFOp::create(builder, loc, constant(1), result, op.getFastmath());
  op.replaceAllUsesWith(result);
  op.erase();
  return true;
}

static void callLibrary(Operation *op, StringRef function) {
  OpBuilder builder(op);
  auto call = func::CallOp::create(builder, op->getLoc(), function, op->getResultTypes(),
                                   op->getOperands());
  op->replaceAllUsesWith(call);
  op->erase();
}

/// On NVPTX, quotients and roots may be approximated (2 ulp). No other liberty is permitted, in
/// particular not the absence of NaN, on which the detection of bad values depends.
static void approximate(Operation *op) {
  auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!fast)
    return;
  const auto flags = fast.getFastMathFlagsAttr().getValue() | arith::FastMathFlags::afn |
                     arith::FastMathFlags::arcp | arith::FastMathFlags::contract;
  op->setAttr(fast.getFastMathAttrName(), arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

namespace {
struct SelectMath : flame::impl::SelectMathBase<SelectMath> {
  using SelectMathBase::SelectMathBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    // Decide before replacing anything.
    llvm::DenseMap<Operation *, StringRef> shorter;
    module.walk([&](Operation *op) {
      if (!shortFunctions)
        return;
      const ShortFunction chosen = shortFunction(op);
      if (!chosen.name.empty())
        shorter[op] = chosen.name;
      remarkOn(op, chosen);
    });
    llvm::MapVector<StringRef, FunctionType> used;
    module.walk([&](Operation *op) {
      if (auto power = dyn_cast<math::PowFOp>(op); power && simplifyPower(power))
        return;
      // Double precision (see flame-widen-large-offsets) has only operations that every target
      // computes exactly.
      if (op->getNumResults() != 1 || !op->getResult(0).getType().isF32())
        return;
      const StringRef shortOne = shorter.lookup(op);
      if (StringRef function = shortOne.empty() ? libraryFunction(op) : shortOne;
          !function.empty()) {
        used[function] =
            FunctionType::get(op->getContext(), op->getOperandTypes(), op->getResultTypes());
        callLibrary(op, function);
      } else if (target == TargetKind::NVPTX && isa<arith::DivFOp>(op)) {
        approximate(op);
      }
    });
    // Roots made by simplifyPower are new operations that the walk has not visited.
    module.walk([&](math::SqrtOp op) {
      if (!op.getType().isF32())
        return;
      used["flame_math_sqrt"] =
          FunctionType::get(op->getContext(), op->getOperandTypes(), op->getResultTypes());
      callLibrary(op, "flame_math_sqrt");
    });
    declare(module, used);
  }

  static void declare(ModuleOp module, const llvm::MapVector<StringRef, FunctionType> &used) {
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    for (const auto &[name, type] : used)
      if (!module.lookupSymbol(name))
        func::FuncOp::create(builder, module.getLoc(), name, type).setPrivate();
  }
};
} // namespace
