// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One line per operation: the single precision function of the C library. It is written apart from
// the meaning the expression language gives to its operations, so that the two check each other.

#include "tests/unit/ir/ScalarInterpreter.h"

#include "runtime/shared/math/Loops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/TypeSwitch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace flame {

ScalarInterpreter::ScalarInterpreter(Block &block, const std::vector<float> &inputs) {
  for (auto [argument, input] : llvm::zip_equal(block.getArguments(), inputs))
    values[argument] = {input, 0};
  for (Operation &op : block)
    values[op.getResult(0)] = evaluate(op);
}

ScalarInterpreter::Scalar ScalarInterpreter::constant(arith::ConstantOp op) {
  if (auto number = dyn_cast<FloatAttr>(op.getValue()))
    return {number.getValue().convertToFloat(), 0};
  APInt bits = cast<IntegerAttr>(op.getValue()).getValue();
  return {0, static_cast<int>(bits.getBitWidth() == 1 ? bits.getZExtValue() : bits.getSExtValue())};
}

// clang-format off
static bool compare(arith::CmpFPredicate predicate, float a, float b) {
  switch (predicate) {
  case arith::CmpFPredicate::OLT: return a < b;
  case arith::CmpFPredicate::OLE: return a <= b;
  case arith::CmpFPredicate::OEQ: return a == b;
  case arith::CmpFPredicate::UNE: return !(a == b);
  default: ADD_FAILURE() << "unexpected predicate"; return false;
  }
}

static bool compare(arith::CmpIPredicate predicate, int a, int b) {
  switch (predicate) {
  case arith::CmpIPredicate::slt: return a < b;
  case arith::CmpIPredicate::sle: return a <= b;
  case arith::CmpIPredicate::eq: return a == b;
  case arith::CmpIPredicate::ne: return a != b;
  default: ADD_FAILURE() << "unexpected predicate"; return false;
  }
}

static int truncated(float a) {
  EXPECT_TRUE(a >= -2147483648.0f && a < 2147483648.0f) << "fptosi of " << a << " is poison";
  return static_cast<int>(a);
}

static bool anyNaN(float a, float b) { return std::isnan(a) || std::isnan(b); }

static int wrapped(unsigned a) { return static_cast<int>(a); }

ScalarInterpreter::Scalar ScalarInterpreter::evaluate(Operation &op) const {
  std::vector<Scalar> in;
  for (Value operand : op.getOperands())
    in.push_back(values.lookup(operand));
  in.resize(std::max<size_t>(in.size(), 9));
  const float x = in[0].real, y = in[1].real;
  const int a = in[0].integer, b = in[1].integer;

  auto real = [](float value) { return Scalar{value, 0}; };
  auto integer = [](int value) { return Scalar{0, value}; };
  using namespace mlir::arith;
  using namespace mlir::math;
  return llvm::TypeSwitch<Operation *, Scalar>(&op)
      .Case([&](NegFOp) { return real(-x); })
      .Case([&](AbsFOp) { return real(std::fabs(x)); })
      .Case([&](FloorOp) { return real(std::floor(x)); })
      .Case([&](CeilOp) { return real(std::ceil(x)); })
      .Case([&](mlir::math::TruncOp) { return real(std::trunc(x)); })
      .Case([&](RoundEvenOp) { return real(std::nearbyint(x)); })
      .Case([&](SqrtOp) { return real(std::sqrt(x)); })
      .Case([&](RsqrtOp) { return real(1 / std::sqrt(x)); })
      .Case([&](ExpOp) { return real(std::exp(x)); })
      .Case([&](Exp2Op) { return real(std::exp2(x)); })
      .Case([&](LogOp) { return real(std::log(x)); })
      .Case([&](Log2Op) { return real(std::log2(x)); })
      .Case([&](Log10Op) { return real(std::log10(x)); })
      .Case([&](SinOp) { return real(std::sin(x)); })
      .Case([&](CosOp) { return real(std::cos(x)); })
      .Case([&](TanOp) { return real(std::tan(x)); })
      .Case([&](AsinOp) { return real(std::asin(x)); })
      .Case([&](AcosOp) { return real(std::acos(x)); })
      .Case([&](SinhOp) { return real(std::sinh(x)); })
      .Case([&](CoshOp) { return real(std::cosh(x)); })
      .Case([&](TanhOp) { return real(std::tanh(x)); })
      .Case([&](AddFOp) { return real(x + y); })
      .Case([&](SubFOp) { return real(x - y); })
      .Case([&](MulFOp) { return real(x * y); })
      .Case([&](DivFOp) { return real(x / y); })
      .Case([&](PowFOp) { return real(std::pow(x, y)); })
      .Case([&](Atan2Op) { return real(std::atan2(x, y)); })
      .Case([&](RemFOp) { return real(std::fmod(x, y)); })
      .Case([&](CopySignOp) { return real(std::copysign(x, y)); })
      .Case([&](MinNumFOp) { return real(std::fmin(x, y)); })
      .Case([&](MaxNumFOp) { return real(std::fmax(x, y)); })
      .Case([&](MinimumFOp) { return real(anyNaN(x, y) ? NAN : std::fmin(x, y)); })
      .Case([&](MaximumFOp) { return real(anyNaN(x, y) ? NAN : std::fmax(x, y)); })
      .Case([&](CmpFOp cmp) { return integer(compare(cmp.getPredicate(), x, y)); })
      .Case([&](CmpIOp cmp) { return integer(compare(cmp.getPredicate(), a, b)); })
      .Case([&](AddIOp) { return integer(wrapped(unsigned(a) + unsigned(b))); })
      .Case([&](SubIOp) { return integer(wrapped(unsigned(a) - unsigned(b))); })
      .Case([&](MulIOp) { return integer(wrapped(unsigned(a) * unsigned(b))); })
      .Case([&](AndIOp) { return integer(a & b); })
      .Case([&](OrIOp) { return integer(a | b); })
      .Case([&](XOrIOp) { return integer(a ^ b); })
      .Case([&](FPToSIOp) { return integer(truncated(x)); })
      .Case([&](SIToFPOp) { return real(static_cast<float>(a)); })
      .Case([&](SelectOp) { return a ? in[1] : in[2]; })
      .Case([&](ConstantOp op) { return constant(op); })
      .Case([&](func::CallOp call) {
        std::vector<float> at;
        for (const Scalar &operand : in)
          at.push_back(operand.real);
        const std::pair<llvm::StringRef, flame::LibraryLoop> loops[] = {
#define FLAME_LOOP(Name, name, operands) {"flame_math_" #name, flame::LibraryLoop::Name},
#include "runtime/shared/math/Loops.def"
        };
        for (const auto &[name, loop] : loops)
          if (call.getCallee() == name)
            return real(flame::math::loopValue<float>(loop, at.data()));
        ADD_FAILURE() << "no function of the library";
        return Scalar();
      })
      .Default([](Operation *op) {
        ADD_FAILURE() << "unexpected " << op->getName().getStringRef().str();
        return Scalar();
      });
}
// clang-format on

} // namespace flame
