// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defines every operation of the expression language in double precision. The oracle evaluates with
// these definitions; the IR builder folds literals with them.

#include "ir/VariationDsl.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flame::dsl {

unsigned arity(Op op) {
  if (op >= Op::SelectReal)
    return 3;
  if (op <= Op::Tanh || op == Op::Not || op == Op::ToInt || op == Op::ToReal)
    return 1;
  return 2;
}

// clang-format off
Type operandType(Op op, unsigned index) {
  switch (op) {
  case Op::SelectReal: return index == 0 ? Type::Bool : Type::Real;
  case Op::SelectInt: return index == 0 ? Type::Bool : Type::Int;
  case Op::And:
  case Op::Or:
  case Op::Not:
  case Op::SelectBool: return Type::Bool;
  case Op::ToInt: return Type::Real;
  case Op::ToReal: return Type::Int;
  default: return op < Op::IntAdd ? Type::Real : Type::Int;
  }
}
// clang-format on

/// The low 32 bits of an exact integer, as a signed number.
static double wrap(double value) {
  return static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(value)));
}

static double wrappingProduct(double a, double b) {
  return static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(a)) *
                              static_cast<uint32_t>(static_cast<int64_t>(b)));
}

static double orNaN(double a, double b, double otherwise) {
  return std::isnan(a) || std::isnan(b) ? std::numeric_limits<double>::quiet_NaN() : otherwise;
}

static double toInt(double value) {
  return std::isnan(value) ? kIntMinimum : std::trunc(std::clamp(value, kIntMinimum, kIntMaximum));
}

// clang-format off
double fold(Op op, double a, double b, double c) {
  switch (op) {
  case Op::Neg: return -a;
  case Op::Abs: return std::abs(a);
  case Op::Floor: return std::floor(a);
  case Op::Ceil: return std::ceil(a);
  case Op::Trunc: return std::trunc(a);
  case Op::Rint: return std::nearbyint(a);
  case Op::Sqrt: return std::sqrt(a);
  case Op::Rsqrt: return 1 / std::sqrt(a);
  case Op::Exp: return std::exp(a);
  case Op::Exp2: return std::exp2(a);
  case Op::Log: return std::log(a);
  case Op::Log2: return std::log2(a);
  case Op::Log10: return std::log10(a);
  case Op::Sin: return std::sin(a);
  case Op::Cos: return std::cos(a);
  case Op::Tan: return std::tan(a);
  case Op::Asin: return std::asin(a);
  case Op::Acos: return std::acos(a);
  case Op::Sinh: return std::sinh(a);
  case Op::Cosh: return std::cosh(a);
  case Op::Tanh: return std::tanh(a);
  case Op::Add: return a + b;
  case Op::Sub: return a - b;
  case Op::Mul: return a * b;
  case Op::Div: return a / b;
  case Op::Pow: return std::pow(a, b);
  case Op::Atan2: return std::atan2(a, b);
  case Op::Fmod: return std::fmod(a, b);
  case Op::CopySign: return std::copysign(a, b);
  case Op::Min: return orNaN(a, b, std::min(a, b));
  case Op::Max: return orNaN(a, b, std::max(a, b));
  case Op::Less: return a < b;
  case Op::LessEqual: return a <= b;
  case Op::Equal: return a == b;
  case Op::NotEqual: return a != b;
  case Op::IntAdd: return wrap(a + b);
  case Op::IntSub: return wrap(a - b);
  case Op::IntMul: return wrappingProduct(a, b);
  case Op::IntAnd: return static_cast<int32_t>(a) & static_cast<int32_t>(b);
  case Op::IntLess: return a < b;
  case Op::IntLessEqual: return a <= b;
  case Op::IntEqual: return a == b;
  case Op::IntNotEqual: return a != b;
  case Op::And: return a != 0 && b != 0;
  case Op::Or: return a != 0 || b != 0;
  case Op::Not: return a == 0;
  case Op::ToInt: return toInt(a);
  case Op::ToReal: return a;
  case Op::SelectReal:
  case Op::SelectInt:
  case Op::SelectBool: return a != 0 ? b : c;
  }
  __builtin_unreachable();
}
// clang-format on

} // namespace flame::dsl
