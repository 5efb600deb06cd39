// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each level of operators. Records operations while reading, without building a
// tree; types are those of the operand values.

#include "ir/language/ExpressionParser.h"

#include "ir/VariationMath.h"
#include "ir/language/Functions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <cmath>
#include <numbers>

namespace flame {

using dsl::Op;
using dsl::Type;

static constexpr unsigned kMaxDepth = 64, kMaxWholePower = 16;

/// Names that expressions may read without a declaration, except the affine.
static constexpr std::pair<llvm::StringLiteral, TapeInput> kInputs[] = {
    {"x", TapeInput::X},           {"y", TapeInput::Y},         {"z", TapeInput::Z},
    {"weight", TapeInput::Weight}, {"color", TapeInput::Color}, {"sum.x", TapeInput::SumX},
    {"sum.y", TapeInput::SumY}};
static constexpr llvm::StringLiteral kPi("pi");

static llvm::StringRef typeName(Type type) {
  switch (type) {
  case Type::Real:
    return "a number";
  case Type::Int:
    return "an integer";
  case Type::Bool:
    return "a condition";
  }
  return "";
}

static Type resultOf(Op op) {
  if (op <= Op::Max || op == Op::ToReal || op == Op::SelectReal)
    return Type::Real;
  if ((op >= Op::IntAdd && op <= Op::IntAnd) || op == Op::ToInt || op == Op::SelectInt)
    return Type::Int;
  return Type::Bool;
}

//===-- names ---------------------------------------------------------------------------------===//

bool ExpressionParser::hasMeaning(llvm::StringRef name) const {
  auto isInput = [&](const auto &row) { return row.first == name; };
  return names.contains(name) || tables.contains(name) || name == kPi ||
         llvm::any_of(kInputs, isInput);
}

void ExpressionParser::declare(const Token &name, const Value &value, bool isVariable) {
  names[name.text] = {value, isVariable};
  declared.push_back(name.text);
}

void ExpressionParser::declareTable(const Token &name, std::vector<double> entries) {
  tables[name.text] = std::move(entries);
}

ExpressionParser::Name *ExpressionParser::findDeclared(llvm::StringRef name) {
  const auto found = names.find(name);
  return found == names.end() ? nullptr : &found->second;
}

void ExpressionParser::forgetBehind(size_t count) {
  for (; declared.size() > count; declared.pop_back())
    names.erase(declared.back());
}

//===-- limits --------------------------------------------------------------------------------===//

bool ExpressionParser::enter(const Token &at) {
  return ++depth <= kMaxDepth || fail(at, "loops and parentheses are nested too deeply");
}

bool ExpressionParser::failOfLength(const Token &at) {
  return fail(at, "the variation takes too many steps",
              "it may have 4096 operations, with those of loops as often as they are repeated");
}

//===-- expressions ---------------------------------------------------------------------------===//

bool ExpressionParser::convert(const Token &at, Value &value, Type wanted) {
  const bool isLiteral = !value.node.tape;
  const bool isWhole = isLiteral && value.node.literal == std::trunc(value.node.literal) &&
                       std::abs(value.node.literal) <= dsl::kIntMaximum;
  if (value.type == Type::Real && wanted == Type::Int && isWhole)
    value.type = Type::Int;
  if (value.type == wanted)
    return true;
  const bool areNumbers = value.type != Type::Bool && wanted != Type::Bool;
  return fail(at, "expected " + typeName(wanted) + ", found " + typeName(value.type),
              areNumbers ? "int(...) and real(...) convert" : "");
}

/// Converts both operands to one type: a whole literal becomes an integer next to an integer.
bool ExpressionParser::agree(const Token &at, Value &a, Value &b) {
  if (a.type == b.type)
    return true;
  return a.type == Type::Int ? convert(at, b, Type::Int) : convert(at, a, b.type);
}

ExpressionParser::Maybe ExpressionParser::finished(const Token &at, Value value) {
  if (!value.node.tape && !std::isfinite(value.node.literal)) {
    fail(at, "this is NaN or infinite, whatever the point");
    return std::nullopt;
  }
  if (tape.isFull()) {
    failOfLength(at);
    return std::nullopt;
  }
  return value;
}

ExpressionParser::Maybe ExpressionParser::apply(const Token &at, Op op,
                                                llvm::ArrayRef<Value> operands) {
  TapeNode nodes[3];
  for (auto [index, operand] : llvm::enumerate(operands)) {
    Value value = operand;
    if (!convert(at, value, dsl::operandType(op, static_cast<unsigned>(index))))
      return std::nullopt;
    nodes[index] = value.node;
  }
  if ((op == Op::Div || op == Op::Fmod) && !nodes[1].tape && nodes[1].literal == 0) {
    fail(at, "division by zero");
    return std::nullopt;
  }
  return finished(at, {resultOf(op), TapeBackend::apply(op, nodes[0], nodes[1], nodes[2])});
}

ExpressionParser::Maybe ExpressionParser::readExpression() {
  if (!enter(here()))
    return std::nullopt;
  Maybe value = readChoice();
  leave();
  return value;
}

/// `condition ? a : b`, right-associative.
ExpressionParser::Maybe ExpressionParser::readChoice() {
  Maybe condition = readOr();
  const Token at = here();
  if (!condition || !skip("?"))
    return condition;
  Maybe a = readExpression();
  if (!a || !expect(":"))
    return std::nullopt;
  Maybe b = readExpression();
  if (!b || !agree(at, *a, *b))
    return std::nullopt;
  const Op op = a->type == Type::Real  ? Op::SelectReal
                : a->type == Type::Int ? Op::SelectInt
                                       : Op::SelectBool;
  return apply(at, op, {*condition, *a, *b});
}

ExpressionParser::Maybe ExpressionParser::readOr() {
  Maybe value = readAnd();
  while (value && (here().is("or") || here().is("||"))) {
    const Token at = here();
    ++position;
    Maybe other = readAnd();
    if (!other)
      return std::nullopt;
    value = apply(at, Op::Or, {*value, *other});
  }
  return value;
}

ExpressionParser::Maybe ExpressionParser::readAnd() {
  Maybe value = readNot();
  while (value && (here().is("and") || here().is("&&"))) {
    const Token at = here();
    ++position;
    Maybe other = readNot();
    if (!other)
      return std::nullopt;
    value = apply(at, Op::And, {*value, *other});
  }
  return value;
}

ExpressionParser::Maybe ExpressionParser::readNot() {
  unsigned count = 0;
  const Token at = here();
  while (skip("not") || skip("!"))
    ++count;
  Maybe value = readComparison();
  if (value && count > 0 && !convert(at, *value, Type::Bool))
    return std::nullopt;
  return value && count % 2 ? apply(at, Op::Not, {*value}) : value;
}

ExpressionParser::Maybe ExpressionParser::compare(const Token &at, Value a, Value b) {
  if (!agree(at, a, b))
    return std::nullopt;
  const bool areInts = a.type == Type::Int;
  if (at.is("<"))
    return apply(at, areInts ? Op::IntLess : Op::Less, {a, b});
  if (at.is("<="))
    return apply(at, areInts ? Op::IntLessEqual : Op::LessEqual, {a, b});
  if (at.is(">"))
    return apply(at, areInts ? Op::IntLess : Op::Less, {b, a});
  if (at.is(">="))
    return apply(at, areInts ? Op::IntLessEqual : Op::LessEqual, {b, a});
  if (at.is("=="))
    return apply(at, areInts ? Op::IntEqual : Op::Equal, {a, b});
  return apply(at, areInts ? Op::IntNotEqual : Op::NotEqual, {a, b});
}

static bool isComparison(const Token &token) {
  static constexpr llvm::StringLiteral kSigns[] = {"<", "<=", ">", ">=", "==", "!="};
  return token.kind == Token::Sign && llvm::is_contained(kSigns, token.text);
}

ExpressionParser::Maybe ExpressionParser::readComparison() {
  Maybe value = readSum();
  if (!value || !isComparison(here()))
    return value;
  const Token at = here();
  ++position;
  Maybe other = readSum();
  if (!other)
    return std::nullopt;
  if (isComparison(here())) {
    fail(here(), "comparisons cannot be chained", "join two of them with 'and'");
    return std::nullopt;
  }
  return compare(at, *value, *other);
}

ExpressionParser::Maybe ExpressionParser::arithmetic(const Token &at, Value a, Value b) {
  if (!agree(at, a, b))
    return std::nullopt;
  const bool areInts = a.type == Type::Int;
  if (areInts && (at.is("/") || at.is("%"))) {
    fail(at, "integers cannot be divided", "real(...) makes numbers of them");
    return std::nullopt;
  }
  if (at.is("+"))
    return apply(at, areInts ? Op::IntAdd : Op::Add, {a, b});
  if (at.is("-"))
    return apply(at, areInts ? Op::IntSub : Op::Sub, {a, b});
  if (at.is("*"))
    return apply(at, areInts ? Op::IntMul : Op::Mul, {a, b});
  return apply(at, at.is("/") ? Op::Div : Op::Fmod, {a, b});
}

ExpressionParser::Maybe ExpressionParser::readSum() {
  Maybe value = readProduct();
  while (value && (here().is("+") || here().is("-"))) {
    const Token at = here();
    ++position;
    const Maybe other = readProduct();
    value = other ? arithmetic(at, *value, *other) : std::nullopt;
  }
  return value;
}

ExpressionParser::Maybe ExpressionParser::readProduct() {
  Maybe value = readSigned();
  while (value && (here().is("*") || here().is("/") || here().is("%"))) {
    const Token at = here();
    ++position;
    const Maybe other = readSigned();
    value = other ? arithmetic(at, *value, *other) : std::nullopt;
  }
  return value;
}

ExpressionParser::Maybe ExpressionParser::readSigned() {
  const Token at = here();
  bool isNegative = false;
  while (here().is("-") || here().is("+")) {
    isNegative ^= here().is("-");
    ++position;
  }
  Maybe value = readPower();
  if (!value || !isNegative)
    return value;
  return value->type == Type::Int ? apply(at, Op::IntSub, {{Type::Int, 0}, *value})
                                  : apply(at, Op::Neg, {*value});
}

/// Right-associative; the exponent may have a sign.
ExpressionParser::Maybe ExpressionParser::readPower() {
  Maybe base = readPrimary();
  const Token at = here();
  if (!base || !skip("^"))
    return base;
  if (!enter(at))
    return std::nullopt;
  const Maybe exponent = readSigned();
  leave();
  return exponent ? power(at, *base, *exponent) : std::nullopt;
}

/// A small whole exponent becomes multiplications, which are faster than pow and correct for
/// negative bases.
ExpressionParser::Maybe ExpressionParser::power(const Token &at, Value base, Value exponent) {
  const double number = exponent.node.literal;
  const bool isSmall = !exponent.node.tape && exponent.type == Type::Real &&
                       number == std::trunc(number) && std::abs(number) <= kMaxWholePower;
  if (!isSmall || !base.node.tape)
    return apply(at, Op::Pow, {base, exponent});
  if (!convert(at, base, Type::Real))
    return std::nullopt;
  const auto whole = static_cast<unsigned>(std::abs(number));
  if (whole == 0)
    return Value{Type::Real, 1};
  Maybe result = base;
  for (unsigned bit = llvm::bit_floor(whole) / 2; result && bit != 0; bit /= 2) {
    result = apply(at, Op::Mul, {*result, *result});
    if (result && (whole & bit) != 0)
      result = apply(at, Op::Mul, {*result, base});
  }
  return result && number < 0 ? apply(at, Op::Div, {{Type::Real, 1}, *result}) : result;
}

ExpressionParser::Maybe ExpressionParser::readPrimary() {
  const Token at = here();
  if (at.kind == Token::Number) {
    const std::optional<double> number = readNumber("a number");
    return number ? Maybe({Type::Real, *number}) : std::nullopt;
  }
  if (skip("(")) {
    const Maybe value = readExpression();
    return value && expect(")") ? value : std::nullopt;
  }
  if (at.kind == Token::Name) {
    ++position;
    return here().is("(") ? readCall(at) : readName(at);
  }
  fail(at, "expected a value, found " + spell(at));
  return std::nullopt;
}

/// The entry of a table at an index, rounded down. The binary digits of the index choose between
/// neighbours, then between pairs of them, and so on.
ExpressionParser::Maybe ExpressionParser::readEntry(const Token &name,
                                                    llvm::ArrayRef<double> entries) {
  ++position;
  const Token at = here();
  Maybe index = readExpression();
  if (!index || !convert(at, *index, Type::Real) || !expect(")"))
    return std::nullopt;
  using Real = dsl::Real<TapeBackend>;
  const double last = static_cast<double>(entries.size() - 1);
  const Real limited = floor(min(max(Real::of(index->node), Real(0)), Real(last)));
  std::vector<Real> left(entries.begin(), entries.end());
  for (double size = 1; left.size() > 1; size *= 2) {
    const dsl::Bool<TapeBackend> isFirst = isEven(toInt(limited * (1 / size)));
    std::vector<Real> chosen;
    for (size_t i = 0; i < left.size(); i += 2) {
      const Real &first = left[i], &second = left[std::min(i + 1, left.size() - 1)];
      const bool isSame = i + 1 == left.size() || (!first.node.tape && !second.node.tape &&
                                                   first.node.literal == second.node.literal);
      chosen.push_back(isSame ? first : select(isFirst, first, second));
    }
    left = std::move(chosen);
  }
  return finished(name, {Type::Real, left.front().node});
}

ExpressionParser::Maybe ExpressionParser::readCall(const Token &name) {
  if (const auto table = tables.find(name.text); table != tables.end())
    return readEntry(name, table->second);
  const LanguageFunction *function = findLanguageFunction(name.text);
  if (!function) {
    const bool isVariation = findVariation(name.text) || defined.name.equals_insensitive(name.text);
    fail(name, "there is no function '" + name.text + "'",
         isVariation ? "it is a variation; a variation cannot use another one, nor itself" : "");
    for (const LanguageFunction &row : languageFunctions())
      error.intended.push_back(row.name.str());
    return std::nullopt;
  }
  ++position;
  llvm::SmallVector<TapeNode, 3> nodes;
  while (!here().is(")")) {
    if (!nodes.empty() && !skip(",")) {
      fail(here(), "expected ',' or ')', found " + spell(here()));
      return std::nullopt;
    }
    const Token at = here();
    Maybe value = readExpression();
    if (!value)
      return std::nullopt;
    if (nodes.size() < function->operands.size() &&
        !convert(at, *value, function->operands[nodes.size()]))
      return std::nullopt;
    nodes.push_back(value->node);
  }
  ++position;
  if (nodes.size() != function->operands.size()) {
    fail(name, "'" + name.text + "' takes " + llvm::Twine(function->operands.size()) +
                   (function->operands.size() == 1 ? " value, found " : " values, found ") +
                   llvm::Twine(nodes.size()));
    return std::nullopt;
  }
  return finished(name, {function->result, function->build(nodes)});
}

ExpressionParser::Maybe ExpressionParser::readName(const Token &name) {
  if (const auto found = names.find(name.text); found != names.end())
    return found->second.value;
  for (auto [word, input] : kInputs)
    if (name.text == word)
      return Value{Type::Real, tape.input(input)};
  if (name.text.size() == 8 && name.text.starts_with("affine.") && name.text.back() >= 'a' &&
      name.text.back() <= 'f')
    return Value{Type::Real, tape.input(TapeInput::Affine, name.text.back() - 'a')};
  if (name.text == kPi)
    return Value{Type::Real, std::numbers::pi};
  fail(name, "nothing is called '" + name.text + "'");
  if (error.at == name.text) {
    for (const auto &known : names)
      error.intended.push_back(known.getKey().str());
    for (auto [word, input] : kInputs)
      error.intended.push_back(word.str());
  }
  return std::nullopt;
}

} // namespace flame
