// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements are executed while they are read: a `repeat` reads its lines as often as it says, and each time records
// their operations anew. A limit on steps, and one on words that are read again, end texts that would never end.

#include "ir/language/DefinitionParser.h"

#include "abi/RgbCode.h"
#include "ir/ExtraShapes.h"
#include "ir/language/Functions.h"
#include "ir/language/Holes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace flame {

using dsl::Op;
using dsl::Type;

static constexpr size_t kMaxEntries = 256;
static constexpr unsigned kMaxDepth = 64, kMaxRepeats = 256, kMaxWholePower = 16;
static constexpr size_t kMaxReread = size_t(1) << 20, kMaxName = 48;

static constexpr llvm::StringLiteral kOutputs[] = {"x",     "y",   "z",     "color",
                                                   "shown", "red", "green", "blue"};
/// Those of what a sample shows instead of a place in the palette.
static constexpr llvm::StringLiteral kShownColors[] = {"red", "green", "blue"};

/// Attributes of xforms: a variation of that name could not be named.
static constexpr llvm::StringLiteral kAttributes[] = {"animate",
                                                      "chaos",
                                                      "coefs",
                                                      "color",
                                                      "color_speed",
                                                      "color_type",
                                                      "enabled",
                                                      "link",
                                                      "name",
                                                      "opacity",
                                                      "plotmode",
                                                      "post",
                                                      "symmetry",
                                                      "var",
                                                      "var1",
                                                      "visible",
                                                      "weight",
                                                      "motion_function",
                                                      "motion_frequency",
                                                      "var_color",
                                                      "solo",
                                                      "yzcoefs",
                                                      "zxcoefs",
                                                      "yzpost",
                                                      "zxpost"};

/// Words of the language that no name may be.
static constexpr llvm::StringLiteral kWords[] = {
    "affine", "and",     "draw",   "flame",    "in",  "let",   "not", "or",
    "param",  "partial", "repeat", "replaces", "sum", "table", "var", "variation"};

/// What expressions may read without a declaration, but for the affine.
static constexpr std::pair<llvm::StringLiteral, TapeInput> kInputs[] = {
    {"x", TapeInput::X},           {"y", TapeInput::Y},         {"z", TapeInput::Z},
    {"weight", TapeInput::Weight}, {"color", TapeInput::Color}, {"sum.x", TapeInput::SumX},
    {"sum.y", TapeInput::SumY}};
static constexpr llvm::StringLiteral kPi("pi");

static constexpr llvm::StringLiteral kTooLong("the variation takes too many steps"),
    kLimit("it may have 4096 operations, with those of loops as often as they are repeated");

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

//===-- tokens --------------------------------------------------------------------------------===//

bool DefinitionParser::skip(llvm::StringRef word) {
  if (!here().is(word))
    return false;
  ++position;
  return true;
}

static std::string spell(const Token &token) {
  if (token.kind == Token::EndOfStatement || token.kind == Token::End)
    return "the end of the line";
  constexpr size_t kMaxShown = 60;
  return ("'" + token.text.take_front(kMaxShown) + "'").str();
}

bool DefinitionParser::expect(llvm::StringRef word) {
  return skip(word) || fail(here(), "expected '" + word + "', found " + spell(here()));
}

bool DefinitionParser::endStatement() {
  if (here().kind == Token::EndOfStatement) {
    ++position;
    return true;
  }
  if (here().is("}") || here().kind == Token::End)
    return true;
  return fail(here(), "expected the end of the line, found " + spell(here()));
}

void DefinitionParser::skipEmptyStatements() {
  while (here().kind == Token::EndOfStatement)
    ++position;
}

bool DefinitionParser::fail(const Token &at, const llvm::Twine &message, const llvm::Twine &note) {
  if (!failed)
    error = {message.str(), note.str(), at.text, {}};
  failed = true;
  return false;
}

std::optional<double> DefinitionParser::readNumber(llvm::StringRef what) {
  const bool isNegative = skip("-");
  double value = 0;
  if (here().kind != Token::Number || here().text.getAsDouble(value) || !std::isfinite(value)) {
    fail(here(), "expected " + what + ", found " + spell(here()));
    return std::nullopt;
  }
  ++position;
  return isNegative ? -value : value;
}

std::string DefinitionParser::readDoc() {
  if (here().kind != Token::String)
    return "";
  return tokens[position++].text.drop_front().drop_back().str();
}

//===-- the head ------------------------------------------------------------------------------===//

bool DefinitionParser::isFreeName(const Token &name) {
  if (name.kind != Token::Name || name.text.contains('.'))
    return fail(name, "expected a name, found " + spell(name));
  if (name.text.size() > kMaxName)
    return fail(name, "a name may have 48 letters");
  auto isInput = [&](const auto &row) { return row.first == name.text; };
  if (names.contains(name.text) || tables.contains(name.text) || name.text == kPi ||
      llvm::any_of(kInputs, isInput))
    return fail(name, "'" + name.text + "' has a meaning already", "choose another name");
  if (findLanguageFunction(name.text))
    return fail(name, "'" + name.text + "' is a function", "choose another name");
  if (llvm::is_contained(kWords, name.text))
    return fail(name, "'" + name.text + "' is a word of the language", "choose another name");
  return true;
}

/// Whether files can have an attribute of that name for the variation or one of its parameters.
bool DefinitionParser::isFreeAttribute(const Token &at, llvm::StringRef name) {
  const std::string lower = name.lower();
  if (findVariation(lower) || findVariationParam(lower))
    return fail(at, "'" + name + "' exists already", "only a new name can be given a meaning");
  if (llvm::is_contained(kAttributes, lower))
    return fail(at, "'" + name + "' is an attribute of xforms", "choose another name");
  if (llvm::StringRef(lower).ends_with("_fx_priority"))
    return fail(at, "a name may not end with '_fx_priority'",
                "files say with it where a variation is applied");
  return true;
}

bool DefinitionParser::readHead() {
  skipEmptyStatements();
  if (!skip("variation"))
    return fail(here(), "expected 'variation' and its name, found " + spell(here()));
  const Token &name = here();
  if (name.kind != Token::Name || name.text.contains('.'))
    return fail(name, "expected the name of the variation, found " + spell(name));
  if (name.text.size() > kMaxName)
    return fail(name, "a name may have 48 letters");
  if (!isFreeAttribute(name, name.text))
    return false;
  for (llvm::StringRef prefix : {"pre_", "post_"})
    if (name.text.starts_with_insensitive(prefix))
      return fail(name, "a name may not begin with '" + prefix + "'",
                  "every variation can be used with pre_ and post_ in front of its name");
  nameToken = name;
  made->names.push_back(name.text.str());
  made->description.name = made->names.back();
  ++position;
  made->description.replaces = skip("replaces");
  made->description.partial = skip("partial");
  made->names.push_back(readDoc());
  made->description.summary = made->names.back();
  return endStatement();
}

/// `param power = 3 in [1, 50] "number of branches"`
bool DefinitionParser::readParam() {
  const Token name = here();
  if (!isFreeName(name))
    return false;
  if (made->params.size() == UserVariation::kMaxParams)
    return fail(name, "a variation may have 64 parameters");
  ++position;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double minimum = -kInfinity, maximum = kInfinity;
  if (!expect("="))
    return false;
  const Token valueToken = here();
  const std::optional<double> value = readNumber("the default, a number");
  if (!value)
    return false;
  if (skip("in")) {
    if (!expect("["))
      return false;
    const std::optional<double> low = readNumber("the smallest value");
    if (!low || !expect(","))
      return false;
    const std::optional<double> high = readNumber("the largest value");
    if (!high || !expect("]"))
      return false;
    minimum = *low;
    maximum = *high;
    if (!(minimum <= *value && *value <= maximum))
      return fail(valueToken, "the default lies outside of the range");
  }
  const std::string full = made->description.name.str() + "_" + name.text.str();
  if (!isFreeAttribute(name, full))
    return false;
  for (const VariationParam &other : made->params)
    if (other.name.equals_insensitive(full))
      return fail(name, "there is a parameter '" + other.shortName + "' already",
                  "files do not tell capital letters from small ones");
  VariationParam &param = made->params.emplace_back();
  made->names.push_back(full);
  param.name = made->names.back();
  param.shortName = param.name.take_back(name.text.size());
  param.defaultValue = *value;
  param.minimum = minimum;
  param.maximum = maximum;
  made->names.push_back(readDoc());
  param.doc = made->names.back();
  const auto number = static_cast<unsigned>(made->params.size() - 1);
  declare(name, {Type::Real, made->tape.input(TapeInput::Param, number)}, false);
  return endStatement();
}

/// `draw u` or `draw u = bell`
bool DefinitionParser::readDraw() {
  static constexpr std::pair<llvm::StringLiteral, Draw> kKinds[] = {
      {"uniform", Draw::U01}, {"signed", Draw::U11}, {"bit", Draw::Bit}, {"bell", Draw::Bell}};
  const Token name = here();
  if (!isFreeName(name))
    return false;
  if (made->draws.size() == UserVariation::kMaxDraws)
    return fail(name, "a variation may draw 16 numbers");
  ++position;
  Draw kind = Draw::U01;
  if (skip("=")) {
    const auto *found =
        llvm::find_if(kKinds, [&](const auto &row) { return here().is(row.first); });
    if (found == std::end(kKinds))
      return fail(here(), "expected uniform, signed, bit or bell, found " + spell(here()));
    kind = found->second;
    ++position;
  }
  const auto number = static_cast<unsigned>(made->draws.size());
  made->draws.push_back(kind);
  declare(name, {Type::Real, made->tape.input(TapeInput::Draw, number)}, false);
  return endStatement();
}

/// `table steps = 0, 0.5, 2`
bool DefinitionParser::readTable() {
  const Token name = here();
  if (!isFreeName(name))
    return false;
  ++position;
  if (!expect("="))
    return false;
  std::vector<double> &entries = tables[name.text];
  do {
    if (entries.size() == kMaxEntries)
      return fail(here(), "a table may have 256 numbers");
    const std::optional<double> entry = readNumber("a number of the table");
    if (!entry)
      return false;
    entries.push_back(*entry);
  } while (skip(","));
  return endStatement();
}

//===-- statements ----------------------------------------------------------------------------===//

bool DefinitionParser::readStatements(bool isInLoop) {
  for (skipEmptyStatements(); here().kind != Token::End && !here().is("}"); skipEmptyStatements())
    if (!readStatement(isInLoop))
      return false;
  return true;
}

bool DefinitionParser::readStatement(bool isInLoop) {
  const Token &first = here();
  if (skip("let"))
    return readDeclaration(false);
  if (skip("var"))
    return readDeclaration(true);
  if (first.is("repeat"))
    return readRepeat();
  if (first.kind == Token::Output)
    return isInLoop ? fail(first, "a result cannot be set within a loop",
                           "keep it in a variable, and set the result behind the loop")
                    : readOutput();
  if (first.is("param") || first.is("draw") || first.is("table")) {
    ++position;
    if (isInLoop)
      return fail(first, "'" + first.text + "' cannot stand within a loop");
    return first.is("param") ? readParam() : first.is("draw") ? readDraw() : readTable();
  }
  if (first.is("flame"))
    return readFlame(isInLoop);
  if (first.kind == Token::Name)
    return readAssignment();
  return fail(
      first, "expected param, draw, table, let, var, repeat, flame or a result such as x', found " +
                 spell(first));
}

bool DefinitionParser::readDeclaration(bool isVariable) {
  const Token name = here();
  if (!isFreeName(name))
    return false;
  ++position;
  if (!expect("="))
    return false;
  const Maybe value = readExpression();
  if (!value)
    return false;
  declare(name, *value, isVariable);
  return endStatement();
}

void DefinitionParser::declare(const Token &name, const Value &value, bool isVariable) {
  names[name.text] = {value, isVariable};
  declared.push_back(name.text);
}

bool DefinitionParser::readAssignment() {
  const Token name = here();
  const auto found = names.find(name.text);
  if (found == names.end() || !found->second.isVariable)
    return fail(name,
                found == names.end() ? "'" + name.text + "' is not declared"
                                     : "'" + name.text + "' cannot be changed",
                "let and var declare names; only those of var can be changed");
  ++position;
  if (!expect("="))
    return false;
  const Token at = here();
  Maybe value = readExpression();
  if (!value || !convert(at, *value, found->second.value.type))
    return false;
  names[name.text].value = *value;
  return endStatement();
}

bool DefinitionParser::readOutput() {
  const Token name = here();
  const llvm::StringRef word = name.text.drop_back();
  if (!llvm::is_contained(kOutputs, word)) {
    fail(name, "there is no result " + name.text);
    for (llvm::StringRef output : kOutputs)
      error.intended.push_back(output.str() + "'");
    return false;
  }
  if (outputs.contains(word))
    return fail(name, name.text + " has a value already");
  ++position;
  if (!expect("="))
    return false;
  const Token at = here();
  Maybe value = readExpression();
  if (value && word == "shown" && value->type == Type::Bool)
    value = apply(at, Op::SelectReal, {*value, {Type::Real, 1}, {Type::Real, 0}});
  if (!value || !convert(at, *value, Type::Real))
    return false;
  outputs[word] = {*value, name};
  return endStatement();
}

/// `repeat 8 { ... }`. What is declared within is forgotten at the end of each turn.
bool DefinitionParser::readRepeat() {
  const Token repeat = here();
  ++position;
  const Token countToken = here();
  const std::optional<double> count = readNumber("how often, a whole number");
  if (!count)
    return false;
  if (*count != std::trunc(*count) || *count < 1 || *count > kMaxRepeats)
    return fail(countToken, "a loop can be repeated 1 to 256 times");
  if (!expect("{"))
    return false;
  if (++depth > kMaxDepth)
    return fail(repeat, "loops and parentheses are nested too deeply");
  const size_t start = position;
  for (int turn = 0; turn < static_cast<int>(*count); ++turn) {
    position = start;
    const size_t known = declared.size();
    if (!readStatements(/*isInLoop=*/true))
      return false;
    for (; declared.size() > known; declared.pop_back())
      names.erase(declared.back());
    reread += 1 + position - start;
    if (reread > kMaxReread)
      return fail(repeat, kTooLong, kLimit);
  }
  --depth;
  return expect("}") && endStatement();
}

//===-- expressions ---------------------------------------------------------------------------===//

bool DefinitionParser::convert(const Token &at, Value &value, Type wanted) {
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

/// Makes the types of both the same: a whole literal beside an integer is one.
bool DefinitionParser::agree(const Token &at, Value &a, Value &b) {
  if (a.type == b.type)
    return true;
  return a.type == Type::Int ? convert(at, b, Type::Int) : convert(at, a, b.type);
}

DefinitionParser::Maybe DefinitionParser::finished(const Token &at, Value value) {
  if (!value.node.tape && !std::isfinite(value.node.literal)) {
    fail(at, "this is not a number, whatever the point");
    return std::nullopt;
  }
  if (made->tape.isFull()) {
    fail(at, kTooLong, kLimit);
    return std::nullopt;
  }
  return value;
}

DefinitionParser::Maybe DefinitionParser::apply(const Token &at, Op op,
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

DefinitionParser::Maybe DefinitionParser::readExpression() {
  if (++depth > kMaxDepth) {
    fail(here(), "loops and parentheses are nested too deeply");
    return std::nullopt;
  }
  Maybe value = readChoice();
  --depth;
  return value;
}

/// `condition ? a : b`, from the right.
DefinitionParser::Maybe DefinitionParser::readChoice() {
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

DefinitionParser::Maybe DefinitionParser::readOr() {
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

DefinitionParser::Maybe DefinitionParser::readAnd() {
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

DefinitionParser::Maybe DefinitionParser::readNot() {
  unsigned count = 0;
  const Token at = here();
  while (skip("not") || skip("!"))
    ++count;
  Maybe value = readComparison();
  if (value && count > 0 && !convert(at, *value, Type::Bool))
    return std::nullopt;
  return value && count % 2 ? apply(at, Op::Not, {*value}) : value;
}

DefinitionParser::Maybe DefinitionParser::compare(const Token &at, Value a, Value b) {
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

DefinitionParser::Maybe DefinitionParser::readComparison() {
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

DefinitionParser::Maybe DefinitionParser::arithmetic(const Token &at, Value a, Value b) {
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

DefinitionParser::Maybe DefinitionParser::readSum() {
  Maybe value = readProduct();
  while (value && (here().is("+") || here().is("-"))) {
    const Token at = here();
    ++position;
    const Maybe other = readProduct();
    value = other ? arithmetic(at, *value, *other) : std::nullopt;
  }
  return value;
}

DefinitionParser::Maybe DefinitionParser::readProduct() {
  Maybe value = readSigned();
  while (value && (here().is("*") || here().is("/") || here().is("%"))) {
    const Token at = here();
    ++position;
    const Maybe other = readSigned();
    value = other ? arithmetic(at, *value, *other) : std::nullopt;
  }
  return value;
}

DefinitionParser::Maybe DefinitionParser::readSigned() {
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

/// From the right; the exponent may have a sign.
DefinitionParser::Maybe DefinitionParser::readPower() {
  Maybe base = readPrimary();
  const Token at = here();
  if (!base || !skip("^"))
    return base;
  if (++depth > kMaxDepth) {
    fail(at, "loops and parentheses are nested too deeply");
    return std::nullopt;
  }
  const Maybe exponent = readSigned();
  --depth;
  return exponent ? power(at, *base, *exponent) : std::nullopt;
}

/// A small whole exponent multiplies, which is quicker than pow and right for bases below 0.
DefinitionParser::Maybe DefinitionParser::power(const Token &at, Value base, Value exponent) {
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

DefinitionParser::Maybe DefinitionParser::readPrimary() {
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

/// The entry of a table at a place, which is rounded down. Its binary digits choose between neighbours, then between pairs of them,
/// and so on.
DefinitionParser::Maybe DefinitionParser::readEntry(const Token &name,
                                                    llvm::ArrayRef<double> entries) {
  ++position;
  const Token at = here();
  Maybe place = readExpression();
  if (!place || !convert(at, *place, Type::Real) || !expect(")"))
    return std::nullopt;
  using Real = dsl::Real<TapeBackend>;
  const double last = static_cast<double>(entries.size() - 1);
  const Real limited = floor(min(max(Real::of(place->node), Real(0)), Real(last)));
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

DefinitionParser::Maybe DefinitionParser::readCall(const Token &name) {
  if (const auto table = tables.find(name.text); table != tables.end())
    return readEntry(name, table->second);
  const LanguageFunction *function = findLanguageFunction(name.text);
  if (!function) {
    const bool isVariation =
        findVariation(name.text) || made->description.name.equals_insensitive(name.text);
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

DefinitionParser::Maybe DefinitionParser::readName(const Token &name) {
  if (const auto found = names.find(name.text); found != names.end())
    return found->second.value;
  for (auto [word, input] : kInputs)
    if (name.text == word)
      return Value{Type::Real, made->tape.input(input)};
  if (name.text.size() == 8 && name.text.starts_with("affine.") && name.text.back() >= 'a' &&
      name.text.back() <= 'f')
    return Value{Type::Real, made->tape.input(TapeInput::Affine, name.text.back() - 'a')};
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

/// `flame <flame ...> ... </flame>`: x, y, z and color are those of a point of it.
bool DefinitionParser::readFlame(bool isInLoop) {
  const Token word = here();
  ++position;
  if (isInLoop)
    return fail(word, "'flame' cannot stand within a loop");
  if (!made->flameText.empty())
    return fail(word, "a variation can have one flame");
  made->flameText = withPlainLines(here().text);
  ++position;
  return endStatement();
}

//===-- the end -------------------------------------------------------------------------------===//

/// Whether one of `outputs` reads one of `inputs`.
static bool reads(const Tape &tape, llvm::ArrayRef<TapeNode> outputs,
                  llvm::ArrayRef<TapeInput> inputs) {
  const std::vector<bool> reached = tape.reached(outputs);
  for (auto [step, isReached] : llvm::zip(tape.all(), reached))
    if (isReached && step.isInput && llvm::is_contained(inputs, step.input))
      return true;
  return false;
}

bool DefinitionParser::checkSum() {
  for (llvm::StringRef name : kOutputs)
    if (const auto found = outputs.find(name);
        found != outputs.end() && name != "color" && !llvm::is_contained(kShownColors, name) &&
        reads(made->tape, {found->second.value.node}, {TapeInput::SumX, TapeInput::SumY}))
      return fail(found->second.at,
                  name +
                      "' depends on the sum, which color', red', green' and blue' alone may read",
                  "the sum has the contribution in it already");
  return true;
}

/// The colour of the point, or that of what the sample shows.
bool DefinitionParser::readShownColor() {
  const auto color = outputs.find("color");
  const auto *const shown =
      llvm::find_if(kShownColors, [&](llvm::StringRef name) { return outputs.contains(name); });
  if (shown == std::end(kShownColors)) {
    if (color != outputs.end())
      made->newColor = color->second.value.node;
    return true;
  }
  const Token &at = outputs.find(*shown)->second.at;
  if (color != outputs.end())
    return fail(at, "a variation sets color', or red', green' and blue'");
  llvm::SmallVector<dsl::Real<TapeBackend>, 3> parts;
  for (llvm::StringRef name : kShownColors) {
    const auto part = outputs.find(name);
    if (part == outputs.end())
      return fail(at, "the variation does not say what " + name + "' is",
                  "red', green' and blue' belong together");
    parts.push_back(dsl::Real<TapeBackend>::of(part->second.value.node) * (1 / abi::kRgbGain));
  }
  if (made->draws.size() == UserVariation::kMaxDraws)
    return fail(at, "a variation that sets red', green' and blue' may draw 15 numbers");
  const auto number = static_cast<unsigned>(made->draws.size());
  made->draws.push_back(Draw::U01);
  const auto dither = dsl::Real<TapeBackend>::of(made->tape.input(TapeInput::Draw, number));
  made->newColor = dsl::rgbCode(parts[0], parts[1], parts[2], dither).node;
  made->description.rgb = true;
  return true;
}

bool DefinitionParser::describe() {
  auto outputOf = [&](llvm::StringRef name) -> std::optional<TapeNode> {
    const auto found = outputs.find(name);
    return found == outputs.end() ? std::nullopt : std::optional(found->second.value.node);
  };
  for (llvm::StringRef name : {"x", "y"})
    if (!outputOf(name))
      return fail(nameToken, "the variation does not say what " + name + "' is",
                  "x' and y' are its contribution to the sum, multiplied by the weight");
  made->x = *outputOf("x");
  made->y = *outputOf("y");
  made->z = outputOf("z");
  if (!readShownColor())
    return false;
  made->shown = outputOf("shown");

  llvm::SmallVector<TapeNode> all = {made->x, made->y};
  if (made->z)
    all.push_back(*made->z);
  VariationInfo &info = made->description;
  info.generator = made->flameText.empty() &&
                   !reads(made->tape, all, {TapeInput::X, TapeInput::Y, TapeInput::Z});
  for (const std::optional<TapeNode> &output : {made->newColor, made->shown})
    if (output)
      all.push_back(*output);
  info.usesAffine = reads(made->tape, all, {TapeInput::Affine});
  info.hasSpace = reads(made->tape, all, {TapeInput::Z});
  info.hasDepth = made->z.has_value();
  info.setsColor = made->newColor.has_value();
  info.hides = made->shown.has_value();
  info.params = made->params;
  info.draws = made->draws;
  info.user = made.get();
  // Behind those of the table, and in one order whatever was read before.
  info.index = 0x40000000U + (llvm::xxh3_64bits(info.name.lower()) & 0x3fffffffU);
  return true;
}

/// Refuses what is nowhere a number, and what is none in places without saying so.
bool DefinitionParser::checkHoles() {
  const Holes holes = findHoles(made->description);
  if (holes.everywhere)
    return fail(nameToken, "the variation is nowhere a number, with its defaults");
  if (!holes.first || made->description.partial)
    return true;
  const std::string point = llvm::formatv("({0:f4}, {1:f4})", holes.first->x, holes.first->y);
  return fail(nameToken,
              holes.first->result + "' is no number at (x, y) = " + point + ", with defaults",
              "give it another value there, or write 'partial' behind the name if that is meant");
}

bool DefinitionParser::finish() { return checkSum() && describe() && checkHoles(); }

std::unique_ptr<const UserVariation> DefinitionParser::run() {
  made.reset(new UserVariation);
  made->source = std::move(source);
  end.text = text.take_back(0);
  if (!readHead() || !readStatements(/*isInLoop=*/false))
    return nullptr;
  if (here().kind != Token::End) {
    fail(here(), "unexpected " + spell(here()));
    return nullptr;
  }
  if (!finish())
    return nullptr;
  return std::move(made);
}

} // namespace flame
