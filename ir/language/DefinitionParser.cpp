// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes statements while reading them: a `repeat` reads its lines once per iteration and records
// their operations each time. Limits on recorded steps and on tokens read again ensure termination.

#include "ir/language/DefinitionParser.h"

#include "abi/DirectRgb.h"
#include "ir/ExtraShapes.h"
#include "ir/language/Functions.h"
#include "ir/language/ProbeFinite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

#include <cmath>
#include <limits>

namespace flame {

using dsl::Op;
using dsl::Type;

static constexpr size_t kMaxEntries = 256;
static constexpr unsigned kMaxRepeats = 256;
static constexpr size_t kMaxReread = size_t(1) << 20, kMaxName = 48;

static constexpr llvm::StringLiteral kOutputs[] = {"x",     "y",   "z",     "color",
                                                   "shown", "red", "green", "blue"};
/// Names of outputs that set the colour of a sample directly instead of by palette position.
static constexpr llvm::StringLiteral kDirectRgbOutputs[] = {"red", "green", "blue"};

/// Attributes of xforms, which therefore cannot name a variation.
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

/// Reserved words of the language.
static constexpr llvm::StringLiteral kWords[] = {
    "affine", "and",     "draw",   "flame",    "in",  "let",   "not", "or",
    "param",  "partial", "repeat", "replaces", "sum", "table", "var", "variation"};

//===-- the head ------------------------------------------------------------------------------===//

bool DefinitionParser::isFreeName(const Token &name) {
  if (name.kind != Token::Name || name.text.contains('.'))
    return fail(name, "expected a name, found " + spell(name));
  if (name.text.size() > kMaxName)
    return fail(name, "a name may have 48 letters");
  if (hasMeaning(name.text))
    return fail(name, "'" + name.text + "' has a meaning already", "choose another name");
  if (findLanguageFunction(name.text))
    return fail(name, "'" + name.text + "' is a function", "choose another name");
  if (llvm::is_contained(kWords, name.text))
    return fail(name, "'" + name.text + "' is a word of the language", "choose another name");
  return true;
}

/// True if files can have an attribute of that name for the variation or one of its parameters.
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

/// Reads a name to be declared, and the sign after it.
std::optional<Token> DefinitionParser::readNewName() {
  const Token name = here();
  if (!isFreeName(name))
    return std::nullopt;
  ++position;
  return expect("=") ? std::optional(name) : std::nullopt;
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
  const std::optional<Token> name = readNewName();
  if (!name)
    return false;
  std::vector<double> entries;
  do {
    if (entries.size() == kMaxEntries)
      return fail(here(), "a table may have 256 numbers");
    const std::optional<double> entry = readNumber("a number of the table");
    if (!entry)
      return false;
    entries.push_back(*entry);
  } while (skip(","));
  declareTable(*name, std::move(entries));
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
  const std::optional<Token> name = readNewName();
  if (!name)
    return false;
  const Maybe value = readExpression();
  if (!value)
    return false;
  declare(*name, *value, isVariable);
  return endStatement();
}

bool DefinitionParser::readAssignment() {
  const Token name = here();
  Name *const known = findDeclared(name.text);
  if (!known || !known->isVariable)
    return fail(name,
                !known ? "'" + name.text + "' is not declared"
                       : "'" + name.text + "' cannot be changed",
                "let and var declare names; only those of var can be changed");
  ++position;
  if (!expect("="))
    return false;
  const Token at = here();
  Maybe value = readExpression();
  if (!value || !convert(at, *value, known->value.type))
    return false;
  known->value = *value;
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

/// `repeat 8 { ... }`. Declarations inside are discarded at the end of each iteration.
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
  if (!enter(repeat))
    return false;
  const size_t start = position;
  for (int turn = 0; turn < static_cast<int>(*count); ++turn) {
    position = start;
    const size_t known = declaredCount();
    if (!readStatements(/*isInLoop=*/true))
      return false;
    forgetBehind(known);
    reread += 1 + position - start;
    if (reread > kMaxReread)
      return failOfLength(repeat);
  }
  leave();
  return expect("}") && endStatement();
}

/// `flame <flame ...> ... </flame>`: x, y, z and color become those of a point of the embedded
/// flame.
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

/// True if any of `outputs` reads any of `inputs`.
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
        found != outputs.end() && name != "color" && !llvm::is_contained(kDirectRgbOutputs, name) &&
        reads(made->tape, {found->second.value.node}, {TapeInput::SumX, TapeInput::SumY}))
      return fail(found->second.at,
                  name +
                      "' depends on the sum, which color', red', green' and blue' alone may read",
                  "the sum has the contribution in it already");
  return true;
}

/// The colour of the point, or the direct RGB colour of its sample.
bool DefinitionParser::readDirectRgb() {
  const auto color = outputs.find("color");
  const auto *const direct = llvm::find_if(
      kDirectRgbOutputs, [&](llvm::StringRef name) { return outputs.contains(name); });
  if (direct == std::end(kDirectRgbOutputs)) {
    if (color != outputs.end())
      made->newColor = color->second.value.node;
    return true;
  }
  const Token &at = outputs.find(*direct)->second.at;
  if (color != outputs.end())
    return fail(at, "a variation sets color', or red', green' and blue'");
  llvm::SmallVector<dsl::Real<TapeBackend>, 3> parts;
  for (llvm::StringRef name : kDirectRgbOutputs) {
    const auto part = outputs.find(name);
    if (part == outputs.end())
      return fail(at, "the variation does not say what " + name + "' is",
                  "red', green' and blue' belong together");
    parts.push_back(dsl::Real<TapeBackend>::of(part->second.value.node) *
                    (1 / abi::kDirectRgbGain));
  }
  if (made->draws.size() == UserVariation::kMaxDraws)
    return fail(at, "a variation that sets red', green' and blue' may draw 15 numbers");
  const auto number = static_cast<unsigned>(made->draws.size());
  made->draws.push_back(Draw::U01);
  const auto dither = dsl::Real<TapeBackend>::of(made->tape.input(TapeInput::Draw, number));
  made->newColor = dsl::directRgb(parts[0], parts[1], parts[2], dither).node;
  made->description.directRgb = true;
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
  if (!readDirectRgb())
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
  // The index comes after those of the table and does not depend on definitions read before.
  info.index = 0x40000000U + (llvm::xxh3_64bits(info.name.lower()) & 0x3fffffffU);
  return true;
}

/// Rejects a variation that is finite nowhere, and one that is NaN in some places but not declared
/// `partial`.
bool DefinitionParser::checkFinite() {
  const FiniteProbe probe = probeFinite(made->description);
  if (probe.everywhere)
    return fail(nameToken, "the variation is finite nowhere, with its defaults");
  if (!probe.first || made->description.partial)
    return true;
  const std::string point = llvm::formatv("({0:f4}, {1:f4})", probe.first->x, probe.first->y);
  return fail(nameToken,
              probe.first->result + "' is not finite at (x, y) = " + point + ", with defaults",
              "give it another value there, or write 'partial' behind the name if that is meant");
}

bool DefinitionParser::finish() { return checkSum() && describe() && checkFinite(); }

DefinitionParser::DefinitionParser(llvm::StringRef text, std::string source,
                                   llvm::ArrayRef<Token> tokens, DefinitionError &error)
    : DefinitionParser(std::unique_ptr<UserVariation>(new UserVariation), text, tokens, error) {
  made->source = std::move(source);
}

DefinitionParser::DefinitionParser(std::unique_ptr<UserVariation> variation, llvm::StringRef text,
                                   llvm::ArrayRef<Token> tokens, DefinitionError &error)
    : ExpressionParser(text, tokens, error, variation->description, variation->tape),
      made(std::move(variation)) {}

std::unique_ptr<const UserVariation> DefinitionParser::run() {
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
