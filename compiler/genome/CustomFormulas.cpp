// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire's custom_wf: the body of a Java method that moves a point. Translates its arithmetic to
// a definition in our language; no code is executed. Both sides of an `if` are computed, and a
// select chooses the assigned values. Integers are numbers truncated where Java truncates. Any
// other construct is rejected at its statement.

#include "compiler/genome/TextKinds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <map>

namespace flame {

static constexpr llvm::StringLiteral kOriginal("# in Java: ");
static constexpr llvm::StringLiteral kParams[] = {"a", "b", "c", "d", "e", "f", "g"};
static constexpr unsigned kMaxNesting = 40, kMaxTurns = 256, kMaxDraws = 16;

namespace {
enum class Type : uint8_t { Double, Int, Bool };

struct JavaToken {
  enum Kind : uint8_t { Word, Number, Sign, End } kind;
  llvm::StringRef text;

  bool is(llvm::StringRef word) const { return kind != End && text == word; }
};

/// A function of Java or of its MathLib, and its translation, with @ and % as placeholders of the
/// operands.
struct Function {
  llvm::StringLiteral name;
  unsigned operands;
  llvm::StringLiteral text;
  enum { Double, Int, AsOperands } result = Double;
};
} // namespace

static constexpr Function kFunctions[] = {{"sin", 1, "sin(@)"},
                                          {"cos", 1, "cos(@)"},
                                          {"tan", 1, "tan(@)"},
                                          {"asin", 1, "asin(@)"},
                                          {"acos", 1, "acos(@)"},
                                          {"atan", 1, "atan(@)"},
                                          {"atan2", 2, "atan2(@, %)"},
                                          {"sinh", 1, "sinh(@)"},
                                          {"cosh", 1, "cosh(@)"},
                                          {"tanh", 1, "tanh(@)"},
                                          {"exp", 1, "exp(@)"},
                                          {"log", 1, "log(@)"},
                                          {"log10", 1, "log10(@)"},
                                          {"sqrt", 1, "sqrt(@)"},
                                          {"sqr", 1, "sqr(@)"},
                                          {"pow", 2, "pow(@, %)"},
                                          {"hypot", 2, "length(@, %)"},
                                          {"fmod", 2, "fmod(@, %)"},
                                          {"frac", 1, "fmod(@, 1)"},
                                          {"floor", 1, "floor(@)"},
                                          {"ceil", 1, "ceil(@)"},
                                          {"rint", 1, "rint(@)"},
                                          {"round", 1, "round(@)", Function::Int},
                                          {"trunc", 1, "trunc(@)"},
                                          {"fabs", 1, "abs(@)"},
                                          {"abs", 1, "abs(@)", Function::AsOperands},
                                          {"iabs", 1, "abs(@)", Function::AsOperands},
                                          {"min", 2, "min(@, %)", Function::AsOperands},
                                          {"max", 2, "max(@, %)", Function::AsOperands},
                                          {"toRadians", 1, "((@) * pi / 180)"},
                                          {"toDegrees", 1, "((@) * 180 / pi)"}};

static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> kConstants[] = {
    {"M_PI", "pi"},         {"PI", "pi"},           {"M_2PI", "(2 * pi)"},
    {"M_PI_2", "(pi / 2)"}, {"M_PI_4", "(pi / 4)"}, {"M_1_PI", "(1 / pi)"},
    {"M_2_PI", "(2 / pi)"}, {"M_E", "exp(1)"},      {"E", "exp(1)"},
    {"M_SQRT2", "sqrt(2)"}, {"EPSILON", "1e-8"},    {"SMALL_EPSILON", "1e-30"}};

/// Methods of a point.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> kPointMethods[] = {
    {"getPrecalcSumsq", "(x * x + y * y)"},   {"getPrecalcSqrt", "length(x, y)"},
    {"getPrecalcAtan", "atan2(x, y)"},        {"getPrecalcAtanYX", "atan2(y, x)"},
    {"getPrecalcSinA", "(x / length(x, y))"}, {"getPrecalcCosA", "(y / length(x, y))"}};

/// The affine of an xform, by column and row.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> kCoefficients[] = {
    {"00", "affine.a"}, {"10", "affine.b"}, {"20", "affine.c"},
    {"01", "affine.d"}, {"11", "affine.e"}, {"21", "affine.f"}};

template <size_t N>
static llvm::StringRef lookUp(const std::pair<llvm::StringLiteral, llvm::StringLiteral> (&table)[N],
                              llvm::StringRef key) {
  const auto *found = llvm::find_if(table, [&](const auto &row) { return row.first == key; });
  return found == std::end(table) ? llvm::StringRef() : llvm::StringRef(found->second);
}

static bool isWordStart(char c) { return llvm::isAlpha(c) || c == '_' || c == '$'; }

/// Splits `code` into tokens without comments. Nothing, and `error`, at an invalid character.
static std::optional<std::vector<JavaToken>> wordsOf(llvm::StringRef code, TextError &error) {
  static constexpr llvm::StringLiteral kLongSigns[] = {
      "++", "--", "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=", "&&", "||"};
  std::vector<JavaToken> words;
  auto take = [&](JavaToken::Kind kind, size_t size) {
    words.push_back({kind, code.take_front(size)});
    code = code.drop_front(size);
  };
  while (!code.empty()) {
    const char c = code.front();
    if (llvm::isSpace(c)) {
      code = code.drop_front();
    } else if (code.starts_with("//")) {
      code = code.drop_until([](char c) { return c == '\n'; });
    } else if (code.starts_with("/*")) {
      const size_t end = code.find("*/", 2);
      code = code.drop_front(end == llvm::StringRef::npos ? code.size() : end + 2);
    } else if (isWordStart(c)) {
      take(JavaToken::Word,
           code.take_while([](char c) { return isWordStart(c) || llvm::isDigit(c); }).size());
    } else if (llvm::isDigit(c) || (c == '.' && code.size() > 1 && llvm::isDigit(code[1]))) {
      size_t size = 1;
      while (size < code.size() &&
             (llvm::isAlnum(code[size]) || code[size] == '.' ||
              ((code[size] == '-' || code[size] == '+') && llvm::toLower(code[size - 1]) == 'e')))
        ++size;
      take(JavaToken::Number, size);
    } else if (c == '"' || c == '\'' || !llvm::isPrint(c)) {
      error = {"it has a text, or a character that means nothing here", ""};
      return std::nullopt;
    } else {
      const bool isLong =
          llvm::any_of(kLongSigns, [&](llvm::StringRef s) { return code.starts_with(s); });
      take(JavaToken::Sign, isLong ? 2 : 1);
    }
  }
  words.push_back({JavaToken::End, code});
  return words;
}

namespace {
class Translator {
public:
  Translator(llvm::StringRef code, const TextSource &source, llvm::ArrayRef<JavaToken> words,
             TextError &error)
      : code(code), source(source), words(words), error(error) {
    scopes.emplace_back();
  }

  std::optional<std::string> run();

private:
  struct Value {
    std::string text;
    Type type;
  };
  using Maybe = std::optional<Value>;
  struct Local {
    std::string name;
    Type type;
    bool isFixed; ///< must not be assigned
  };
  /// x, y, z and color of a point; doHide.
  struct Coordinate {
    bool isSet = false;      ///< by =
    bool isAssigned = false; ///< in any way
  };

  // Words.
  const JavaToken &here(size_t ahead = 0) const {
    return words[std::min(position + ahead, words.size() - 1)];
  }
  bool skip(llvm::StringRef word) {
    if (!here().is(word))
      return false;
    ++position;
    return true;
  }
  bool expect(llvm::StringRef word) {
    return skip(word) || fail("expected '" + word + "' before '" + here().text + "'");
  }
  bool fail(const llvm::Twine &why);

  // The class.
  bool readMember();
  bool readMethod(llvm::StringRef name);
  bool skipBlock();

  // Statements.
  bool readBlock();
  bool readStatement();
  bool readDeclaration(Type type, bool isFixed);
  bool readIf();
  bool readFor();
  bool readAssignment();
  bool assign(const std::string &target, Type type, const JavaToken &sign, const Value &value);
  bool readTarget(std::string &target, Type &type, const JavaToken *&sign);
  std::optional<double> readWhole();
  void emit(const llvm::Twine &line) { body += (line + "\n").str(); }
  std::string fresh(llvm::StringRef stem) { return (stem + "_" + llvm::Twine(++count)).str(); }

  // Expressions.
  Maybe readExpression();
  Maybe readBinary(unsigned level);
  Maybe readUnary();
  Maybe readSigned();
  Maybe readPrimary();
  Maybe readWord();
  Maybe readMemberOf(llvm::StringRef object);
  Maybe readPoint(bool isSum);
  Maybe readCall(llvm::StringRef name);
  Maybe readDraw();
  bool readOperands(std::vector<Value> &operands);
  Maybe none(const llvm::Twine &why) {
    fail(why);
    return std::nullopt;
  }
  const Local *find(llvm::StringRef name) const {
    for (const auto &scope : llvm::reverse(scopes))
      if (const auto found = scope.find(name); found != scope.end())
        return &found->second;
    return nullptr;
  }

  bool isPre() const { return source.phase == VariationUse::Pre; }
  bool isPost() const { return source.phase == VariationUse::Post; }
  /// True if the current point is the one that the method changes: the sum, or in a pre variation
  /// the input point.
  bool isChanged(bool isSum) const { return isSum != isPre(); }

  llvm::StringRef code;
  const TextSource &source;
  llvm::ArrayRef<JavaToken> words;
  TextError &error;
  size_t position = 0, statement = 0;
  std::string body;
  llvm::StringRef context = "pContext", xform = "pXForm", point = "pAffineTP", sum = "pVarTP",
                  amount = "pAmount";
  std::vector<std::map<llvm::StringRef, Local>> scopes;
  std::map<llvm::StringRef, Coordinate> coordinates;
  std::string guard; ///< the condition under which statements take effect; empty: always
  unsigned count = 0, draws = 0, nesting = 0, loops = 0;
  bool hasMethod = false, failed = false;
};
} // namespace

bool Translator::fail(const llvm::Twine &why) {
  if (std::exchange(failed, true))
    return false;
  constexpr size_t kMaxShown = 60;
  const char *at = words[statement].text.begin();
  const size_t start = static_cast<size_t>(at - code.begin());
  const llvm::StringRef text =
      code.drop_front(start).take_until([](char c) { return c == '\n' || c == '\r'; });
  error = {("in '" + text.take_front(kMaxShown).rtrim() + "' (line " +
            llvm::Twine(1 + code.take_front(start).count('\n')) + "): " + why)
               .str(),
           "what such a program computes can be defined in another language: "
           "docs/how-to/user-variations.md"};
  return false;
}

static std::optional<Type> typeOf(const JavaToken &word) {
  if (word.is("double") || word.is("float"))
    return Type::Double;
  if (word.is("int") || word.is("long"))
    return Type::Int;
  if (word.is("boolean"))
    return Type::Bool;
  return std::nullopt;
}

//===-- the class -----------------------------------------------------------------------------===//

bool Translator::skipBlock() {
  unsigned open = 0;
  do {
    open += here().is("{");
    open -= here().is("}");
    if (here().kind == JavaToken::End)
      return fail("the block has no end");
    ++position;
  } while (open > 0);
  return true;
}

bool Translator::readMember() {
  statement = position;
  if (skip("import")) {
    while (here().kind != JavaToken::End && !skip(";"))
      ++position;
    return true;
  }
  if (skip("@")) { // an annotation
    ++position;
    return true;
  }
  if (skip(";"))
    return true;
  while (here().is("final") || here().is("public") || here().is("private") ||
         here().is("protected") || here().is("static"))
    ++position;
  if (skip("void")) {
    const llvm::StringRef name = here().text;
    ++position;
    return readMethod(name);
  }
  const std::optional<Type> type = typeOf(here());
  if (!type || here(2).is("("))
    return fail("only 'transform' and numbers that stay as they are can be translated");
  ++position;
  // A member's value is not kept for the next point.
  return readDeclaration(*type, /*isFixed=*/true);
}

bool Translator::readMethod(llvm::StringRef name) {
  llvm::StringRef *const names[] = {&context, &xform, &point, &sum, &amount};
  if (!expect("("))
    return false;
  for (size_t i = 0; !here().is(")"); ++i) {
    while (!here(1).is(",") && !here(1).is(")") && here().kind != JavaToken::End)
      ++position;
    if (here().kind == JavaToken::End || i == std::size(names))
      return fail("the method has other arguments than 'transform' and 'init'");
    if (name == "transform")
      *names[i] = here().text;
    ++position;
    skip(",");
  }
  ++position;
  if (skip("throws"))
    ++position;
  if (name == "transform" && !std::exchange(hasMethod, true))
    return readBlock();
  if (name == "init" && here().is("{") && here(1).is("}"))
    return skipBlock();
  return fail(name == "init" ? "nothing can be prepared" : "only 'transform' can be translated");
}

//===-- statements ----------------------------------------------------------------------------===//

/// `{ ... }`, or one statement.
bool Translator::readBlock() {
  if (++nesting > kMaxNesting)
    return fail("it is nested too deeply");
  scopes.emplace_back();
  if (skip("{")) {
    while (!here().is("}"))
      if (here().kind == JavaToken::End ? !fail("the block has no end") : !readStatement())
        return false;
    ++position;
  } else if (!readStatement()) {
    return false;
  }
  scopes.pop_back();
  --nesting;
  return true;
}

bool Translator::readStatement() {
  statement = position;
  if (here().is("{"))
    return readBlock();
  if (skip(";"))
    return true;
  if (skip("if"))
    return readIf();
  if (skip("for"))
    return readFor();
  static constexpr llvm::StringLiteral kOthers[] = {"while",    "do",  "switch", "return", "break",
                                                    "continue", "try", "throw",  "new"};
  if (llvm::is_contained(kOthers, here().text))
    return fail("'" + here().text + "' cannot be translated");
  const bool isFixed = skip("final");
  if (const std::optional<Type> type = typeOf(here())) {
    ++position;
    return readDeclaration(*type, isFixed);
  }
  return readAssignment() && expect(";");
}

/// `double r = 2, t;`
bool Translator::readDeclaration(Type type, bool isFixed) {
  do {
    const JavaToken name = here();
    if (name.kind != JavaToken::Word)
      return fail("expected a name before '" + name.text + "'");
    ++position;
    Value value = {type == Type::Bool ? "1 < 0" : "0", type};
    if (skip("=")) {
      const Maybe given = readExpression();
      if (!given)
        return false;
      if ((given->type == Type::Bool) != (type == Type::Bool))
        return fail("a condition is no number");
      value = *given;
    } else if (here().is("[")) {
      return fail("arrays cannot be translated");
    }
    const std::string unique = fresh("v_" + name.text.str());
    emit("var " + unique + " = " + value.text);
    scopes.back()[name.text] = {unique, type, isFixed};
  } while (skip(","));
  return expect(";");
}

/// Variables assigned on either side get the value of the side whose condition holds.
bool Translator::readIf() {
  if (!expect("("))
    return false;
  const Maybe condition = readExpression();
  if (!condition || !expect(")"))
    return false;
  if (condition->type != Type::Bool)
    return fail("a number is no condition");
  const std::string holds = fresh("if"), outer = guard;
  emit("let " + holds + " = " + condition->text);
  auto readSide = [&](const std::string &side) {
    guard = side;
    if (!outer.empty()) {
      guard = fresh("if");
      emit("let " + guard + " = " + outer + " and " + side);
    }
    const bool isRead = readBlock();
    guard = outer;
    return isRead;
  };
  if (!readSide(holds))
    return false;
  if (!skip("else"))
    return true;
  const std::string other = fresh("if");
  emit("let " + other + " = not " + holds);
  return readSide(other);
}

std::optional<double> Translator::readWhole() {
  const bool isNegative = skip("-");
  double value = 0;
  if (here().kind != JavaToken::Number || here().text.getAsDouble(value) ||
      value != std::trunc(value) || value > 1e6) {
    fail("a loop needs whole numbers as its bounds");
    return std::nullopt;
  }
  ++position;
  return isNegative ? -value : value;
}

/// `for (int i = 0; i < 8; i++)`, with numbers.
bool Translator::readFor() {
  if (!expect("(") || !expect("int"))
    return false;
  const llvm::StringRef name = here().text;
  ++position;
  if (!expect("="))
    return false;
  const std::optional<double> first = readWhole();
  if (!first || !expect(";") || !expect(name))
    return false;
  const llvm::StringRef sign = here().text;
  ++position;
  const std::optional<double> bound = readWhole();
  if (!bound || !expect(";"))
    return false;
  std::optional<double> step = 1;
  const bool isBefore = here().is("++") || here().is("--");
  if (isBefore)
    step = here().is("--") ? -1 : 1, ++position;
  if (!expect(name))
    return false;
  if (!isBefore && (here().is("++") || here().is("--"))) {
    step = here().is("--") ? -1 : 1, ++position;
  } else if (!isBefore && (here().is("+=") || here().is("-="))) {
    const bool isDown = here().is("-=");
    ++position;
    step = readWhole();
    if (step && isDown)
      step = -*step;
  }
  if (!step || !expect(")"))
    return false;
  unsigned turns = 0;
  auto goesOn = [&](double i) {
    return sign == "<"    ? i < *bound
           : sign == "<=" ? i <= *bound
           : sign == ">"  ? i > *bound
           : sign == ">=" ? i >= *bound
                          : turns <= kMaxTurns;
  };
  while (turns <= kMaxTurns && goesOn(*first + turns * *step))
    ++turns;
  if (turns > kMaxTurns)
    return fail("a loop may have 256 turns");
  scopes.emplace_back();
  const std::string counter = fresh("v_" + name.str());
  scopes.back()[name] = {counter, Type::Int, /*isFixed=*/true};
  emit("var " + counter + " = " + llvm::Twine(static_cast<int>(*first)));
  std::string before = std::move(body);
  body.clear();
  ++loops;
  const bool isRead = readBlock();
  --loops;
  scopes.pop_back();
  if (turns > 0) // otherwise the body never runs
    before += ("repeat " + llvm::Twine(turns) + " {\n" + body + counter + " = " + counter + " + (" +
               llvm::Twine(static_cast<int>(*step)) + ")\n}\n")
                  .str();
  body = std::move(before);
  return isRead;
}

/// The target of an assignment, and the operator after it.
bool Translator::readTarget(std::string &target, Type &type, const JavaToken *&sign) {
  const JavaToken name = here();
  ++position;
  if (name.is(sum) || name.is(point)) {
    const bool isSum = name.is(sum);
    if (!expect("."))
      return false;
    const llvm::StringRef coordinateName = here().text;
    ++position;
    static constexpr llvm::StringLiteral kCoordinates[] = {"x", "y", "z", "color", "doHide"};
    if (!llvm::is_contained(kCoordinates, coordinateName))
      return fail("'" + coordinateName + "' of a point cannot be set");
    if (!isChanged(isSum))
      return fail("'" + name.text + "' cannot be changed in this place");
    sign = &here();
    Coordinate &coordinate = coordinates[coordinateName];
    if (sign->is("=") && coordinateName.size() == 1) {
      if (!guard.empty() && !coordinate.isSet && !isPre() && !isPost())
        return fail("a sum cannot be set under a condition");
      coordinate.isSet = true;
    }
    coordinate.isAssigned = true;
    target = ("p_" + coordinateName).str();
    type = coordinateName == "doHide" ? Type::Bool : Type::Double;
    return true;
  }
  const Local *local = find(name.text);
  if (!local)
    return fail("'" + name.text + "' is nothing that can be set");
  if (local->isFixed)
    return fail("'" + name.text + "' would be kept for the next point, or is a constant");
  target = local->name;
  type = local->type;
  sign = &here();
  return true;
}

bool Translator::readAssignment() {
  std::string target;
  Type type = Type::Double;
  const JavaToken *sign = nullptr;
  const bool isBefore = here().is("++") || here().is("--");
  const JavaToken first = here();
  position += isBefore;
  if (here().kind != JavaToken::Word)
    return fail("no statement begins with '" + here().text + "'");
  if (!readTarget(target, type, sign))
    return false;
  if (isBefore)
    return assign(target, type, first, {"1", Type::Int});
  const JavaToken is = *sign;
  ++position;
  if (is.is("++") || is.is("--"))
    return assign(target, type, is, {"1", Type::Int});
  static constexpr llvm::StringLiteral kSigns[] = {"=", "+=", "-=", "*=", "/=", "%="};
  if (!llvm::is_contained(kSigns, is.text))
    return fail("'" + is.text + "' assigns nothing");
  const Maybe value = readExpression();
  return value && assign(target, type, is, *value);
}

bool Translator::assign(const std::string &target, Type type, const JavaToken &sign,
                        const Value &value) {
  if ((value.type == Type::Bool) != (type == Type::Bool))
    return fail("a condition is no number");
  std::string text = value.text;
  if (!sign.is("="))
    text = target + " " + sign.text.take_front(1).str() + " (" + value.text + ")";
  if (type == Type::Int && (value.type == Type::Double || sign.is("/=")))
    text = "trunc(" + text + ")";
  emit(target + " = " + (guard.empty() ? text : guard + " ? " + text + " : " + target));
  return true;
}

//===-- expressions ---------------------------------------------------------------------------===//

Translator::Maybe Translator::readExpression() {
  if (++nesting > kMaxNesting)
    return none("it is nested too deeply");
  Maybe value = readBinary(0);
  if (value && skip("?")) {
    if (value->type != Type::Bool)
      return none("a number is no condition");
    const Maybe yes = readExpression();
    if (!yes || !expect(":"))
      return std::nullopt;
    const Maybe no = readExpression();
    if (!no)
      return std::nullopt;
    if ((yes->type == Type::Bool) != (no->type == Type::Bool))
      return none("a condition is no number");
    value = Value{value->text + " ? " + yes->text + " : " + no->text,
                  yes->type == no->type ? yes->type : Type::Double};
  }
  --nesting;
  return value;
}

/// Operators from lowest to highest precedence, which is the same in Java and here.
Translator::Maybe Translator::readBinary(unsigned level) {
  static const std::vector<llvm::StringRef> kLevels[] = {
      {"||"}, {"&&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"+", "-"}, {"*", "/", "%"}};
  if (level == std::size(kLevels))
    return readUnary();
  Maybe value = readBinary(level + 1);
  while (value && here().kind == JavaToken::Sign &&
         llvm::is_contained(kLevels[level], here().text)) {
    const llvm::StringRef sign = here().text;
    ++position;
    const Maybe other = readBinary(level + 1);
    if (!other)
      return std::nullopt;
    const bool wantsConditions = level < 2, makesCondition = level < 4;
    if ((value->type == Type::Bool) != wantsConditions ||
        (other->type == Type::Bool) != wantsConditions)
      return none("'" + sign + "' takes " + (wantsConditions ? "conditions" : "numbers"));
    const bool areWhole = value->type == Type::Int && other->type == Type::Int;
    std::string text = value->text + " " + sign.str() + " " + other->text;
    if (areWhole && sign == "/")
      text = "trunc(" + text + ")";
    value = Value{text, makesCondition ? Type::Bool : areWhole ? Type::Int : Type::Double};
  }
  return value;
}

Translator::Maybe Translator::readUnary() {
  if (++nesting > kMaxNesting)
    return none("it is nested too deeply");
  const Maybe value = readSigned();
  --nesting;
  return value;
}

Translator::Maybe Translator::readSigned() {
  if (skip("!")) {
    const Maybe value = readUnary();
    if (value && value->type != Type::Bool)
      return none("a number is no condition");
    return value ? Maybe({"not (" + value->text + ")", Type::Bool}) : std::nullopt;
  }
  if (here().is("-") || here().is("+")) {
    const bool isNegative = here().is("-");
    ++position;
    const Maybe value = readUnary();
    if (value && value->type == Type::Bool)
      return none("a condition is no number");
    return value && isNegative ? Maybe({"(-" + value->text + ")", value->type}) : value;
  }
  if (here().is("(") && typeOf(here(1)) && here(2).is(")")) { // a cast
    const Type type = *typeOf(here(1));
    position += 3;
    const Maybe value = readUnary();
    if (!value || (value->type == Type::Bool) != (type == Type::Bool))
      return value ? none("a condition is no number") : std::nullopt;
    return Value{type == Type::Int && value->type == Type::Double ? "trunc(" + value->text + ")"
                                                                  : value->text,
                 type};
  }
  return readPrimary();
}

Translator::Maybe Translator::readPrimary() {
  if (here().kind == JavaToken::Number) {
    llvm::StringRef text = here().text;
    ++position;
    const llvm::StringRef digits = text.rtrim("fFdDlL");
    double value = 0;
    if (text.starts_with_insensitive("0x") || digits.getAsDouble(value))
      return none("'" + text + "' is no number here");
    const bool isWhole = digits.find_first_of(".eE") == llvm::StringRef::npos &&
                         (digits.size() == text.size() || text.ends_with_insensitive("l"));
    return Value{digits.str(), isWhole ? Type::Int : Type::Double};
  }
  if (skip("(")) {
    const Maybe value = readExpression();
    if (!value || !expect(")"))
      return std::nullopt;
    return Value{"(" + value->text + ")", value->type};
  }
  if (here().kind == JavaToken::Word)
    return readWord();
  return none("expected a value before '" + here().text + "'");
}

Translator::Maybe Translator::readWord() {
  llvm::StringRef name = here().text;
  ++position;
  if (name == "this" && skip(".")) {
    name = here().text;
    ++position;
  }
  if (here().is("."))
    return readMemberOf(name);
  if (here().is("("))
    return readCall(name);
  if (const Local *local = find(name))
    return Value{local->name, local->type};
  if (name == amount)
    return Value{"weight", Type::Double};
  if (llvm::is_contained(kParams, name))
    return Value{name.str(), Type::Double};
  if (name == "true" || name == "false")
    return Value{name == "true" ? "(0 < 1)" : "(1 < 0)", Type::Bool};
  if (const llvm::StringRef constant = lookUp(kConstants, name); !constant.empty())
    return Value{constant.str(), Type::Double};
  return none("nothing here is called '" + name + "'");
}

Translator::Maybe Translator::readMemberOf(llvm::StringRef object) {
  ++position; // the dot
  if (object == point || object == sum)
    return readPoint(object == sum);
  const llvm::StringRef member = here().text;
  ++position;
  if (object == "Math" || object == "MathLib") {
    if (here().is("("))
      return readCall(member);
    if (const llvm::StringRef constant = lookUp(kConstants, member); !constant.empty())
      return Value{constant.str(), Type::Double};
  }
  if (object == context && member == "random")
    return readDraw();
  if (object == context && member == "isPreserveZCoordinate" && skip("(") && expect(")"))
    return Value{source.preservesZ ? "(0 < 1)" : "(1 < 0)", Type::Bool};
  llvm::StringRef coefficient = member;
  if (object == xform &&
      (coefficient.consume_front("getXYCoeff") || coefficient.consume_front("getCoeff")))
    if (const llvm::StringRef text = lookUp(kCoefficients, coefficient);
        !text.empty() && skip("(") && expect(")"))
      return Value{text.str(), Type::Double};
  return none("'" + object + "." + member + "' cannot be translated");
}

/// `pAffineTP.x`, `pAffineTP.getPrecalcSqrt()`.
Translator::Maybe Translator::readPoint(bool isSum) {
  const llvm::StringRef coordinateName = here().text;
  ++position;
  const bool isSeen = isPost() ? isSum : !isSum; // the point that definitions see
  if (const llvm::StringRef method = lookUp(kPointMethods, coordinateName);
      !method.empty() && isSeen) {
    if (!expect("("))
      return std::nullopt;
    while (here().kind != JavaToken::End && !skip(")"))
      ++position;
    return Value{method.str(), Type::Double};
  }
  static constexpr llvm::StringLiteral kCoordinates[] = {"x", "y", "z", "color"};
  if (!llvm::is_contained(kCoordinates, coordinateName))
    return none("'" + coordinateName + "' of a point cannot be read");
  if (coordinateName == "color" || isChanged(isSum)) {
    const bool isGiven =
        coordinateName == "color" || isPre() || isPost() || coordinates[coordinateName].isSet;
    if (!isGiven)
      return none("what other variations have added to a sum cannot be read");
    if (coordinateName == "color" && !isChanged(isSum))
      return Value{"color", Type::Double};
    return Value{("p_" + coordinateName).str(), Type::Double};
  }
  if (!isSeen)
    return none("only the sum is known behind it");
  return Value{coordinateName.str(), Type::Double};
}

bool Translator::readOperands(std::vector<Value> &operands) {
  if (!expect("("))
    return false;
  while (!skip(")")) {
    if (!operands.empty() && !expect(","))
      return false;
    const Maybe value = readExpression();
    if (!value)
      return false;
    if (value->type == Type::Bool)
      return fail("a condition is no number");
    operands.push_back(*value);
  }
  return true;
}

Translator::Maybe Translator::readDraw() {
  std::vector<Value> operands;
  if (!readOperands(operands))
    return std::nullopt;
  if (loops > 0)
    return none("random numbers cannot be drawn within a loop");
  if (operands.size() > 1 || draws == kMaxDraws)
    return none("16 random numbers can be drawn, in [0, 1) or below a number");
  const std::string drawn = "u_" + std::to_string(++draws);
  return operands.empty()
             ? Value{drawn, Type::Double}
             : Value{"trunc(" + drawn + " * (" + operands.front().text + "))", Type::Int};
}

Translator::Maybe Translator::readCall(llvm::StringRef name) {
  if (name == "random")
    return readDraw();
  const auto *function =
      llvm::find_if(kFunctions, [&](const Function &row) { return row.name == name; });
  if (function == std::end(kFunctions))
    return none("the function '" + name + "' cannot be translated");
  std::vector<Value> operands;
  if (!readOperands(operands))
    return std::nullopt;
  if (operands.size() != function->operands)
    return none("'" + name + "' takes another number of values");
  std::string text;
  for (char c : function->text)
    c == '@' || c == '%' ? text += operands[c == '%'].text : text += c;
  const bool areWhole = llvm::all_of(operands, [](const Value &v) { return v.type == Type::Int; });
  const bool isWhole =
      function->result == Function::Int || (function->result == Function::AsOperands && areWhole);
  return Value{text, isWhole ? Type::Int : Type::Double};
}

//===-- the whole -----------------------------------------------------------------------------===//

std::optional<std::string> Translator::run() {
  while (here().kind != JavaToken::End)
    if (!readMember())
      return std::nullopt;
  if (!hasMethod) {
    fail("there is no method 'transform'");
    return std::nullopt;
  }
  const bool replaces = !isPre() && !isPost() && (coordinates["x"].isSet || coordinates["y"].isSet);
  if (replaces && (!coordinates["x"].isSet || !coordinates["y"].isSet)) {
    fail("x and y of the sum must both be set, or both be added to");
    return std::nullopt;
  }
  std::string text = replaces ? " replaces" : "";
  text += " partial \"a formula of the flame\"\n";
  text += kOriginal.str() + llvm::toHex(code, /*LowerCase=*/true) + "\n";
  for (llvm::StringRef param : kParams)
    text += ("param " + param + " = 0 \"a number of the formula\"\n").str();
  for (unsigned i = 1; i <= draws; ++i)
    text += "draw u_" + std::to_string(i) + "\n";
  const bool isInPlace = isPre() || isPost();
  for (llvm::StringRef coordinateName : {"x", "y", "z"})
    text += ("var p_" + coordinateName + " = " +
             (isInPlace ? coordinateName : llvm::StringRef("0")) + "\n")
                .str();
  text += "var p_color = color\nvar p_doHide = 1 < 0\n" + body;
  // Reading a coordinate makes the definition replace the point. A definition that reads none would
  // be added to it.
  for (llvm::StringRef coordinateName : {"x", "y", "z"})
    text += (coordinateName + "' = p_" + coordinateName +
             (isInPlace ? " + 0 * " + coordinateName : llvm::Twine("")) + "\n")
                .str();
  if (coordinates["color"].isAssigned)
    text += "color' = clamp(p_color, 0, 1)\n";
  if (coordinates["doHide"].isAssigned)
    text += "shown' = not p_doHide\n";
  return text;
}

static std::optional<std::string> define(const TextSource &source, llvm::StringRef code,
                                         TextError &error) {
  const std::optional<std::vector<JavaToken>> words = wordsOf(code, error);
  return words ? Translator(code, source, *words, error).run() : std::nullopt;
}

static std::optional<WrittenText> write(llvm::StringRef definition) {
  const llvm::StringRef line = definition.split('\n').second.split('\n').first;
  std::string code;
  if (!line.starts_with(kOriginal) || !llvm::tryGetFromHex(line.drop_front(kOriginal.size()), code))
    return std::nullopt;
  return WrittenText{code, {}};
}

static constexpr TextKind kKinds[] = {{"custom_wf", "_code", {}, define, write}};

llvm::ArrayRef<TextKind> customFormulas() { return kKinds; }

} // namespace flame
