// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The language of users' variations: what texts compute, what they say of themselves, and that
// whatever is no definition ends in a message at its location, soon.

#include "ir/language/UserVariation.h"

#include "ir/VariationOracle.h"
#include "ir/language/Functions.h"

#include "llvm/ADT/STLExtras.h"

#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <sstream>

namespace flame {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

/// What reading a text made of it.
struct Reading {
  explicit Reading(const std::string &text) : text(text) {
    variations = readUserVariations(this->text, error);
  }

  const VariationInfo &info(size_t index = 0) const { return variations->at(index)->info(); }
  /// LINE:COLUMN 'WHAT': MESSAGE
  std::string complaint() const {
    if (variations)
      return "none";
    const llvm::StringRef before =
        llvm::StringRef(text).take_front(static_cast<size_t>(error.at.begin() - text.data()));
    return std::to_string(before.count('\n') + 1) + ":" +
           std::to_string(before.size() - (before.rfind('\n') + 1) + 1) + " '" + error.at.str() +
           "': " + error.message;
  }

  const std::string text;
  DefinitionError error;
  std::optional<std::vector<const UserVariation *>> variations;
};

/// A definition with these statements, of a name that nobody else has.
std::string define(const std::string &statements) {
  return "variation test_it\n" + statements + "\n";
}

/// A definition whose x' is an expression.
std::string give(const std::string &expression) {
  return "variation test_it partial\nx' = " + expression + "\ny' = 0\n";
}

/// The value of an expression at (0.5, -0.25), weight 2, colour 0.75.
double valueOf(const std::string &expression) {
  const Reading reading(give(expression));
  if (!reading.variations) {
    ADD_FAILURE() << expression << ": " << reading.complaint();
    return NAN;
  }
  OracleArgs args;
  args.x = 0.5;
  args.y = -0.25;
  args.weight = 2;
  args.color = 0.75;
  return evaluateVariation(reading.info(), args).first;
}

/// The same, of a definition.
std::pair<double, double> pointOf(const std::string &text, const OracleArgs &args) {
  const Reading reading(text);
  if (!reading.variations) {
    ADD_FAILURE() << text << ": " << reading.complaint();
    return {NAN, NAN};
  }
  return evaluateVariation(reading.info(), args);
}

/// Of a definition with these statements, with `arguments` at the location of its complaint.
std::string complaintOf(const std::string &text) { return Reading(text).complaint(); }

} // namespace

//===-- what expressions are ------------------------------------------------------------------===//

TEST(UserVariationTest, ComputesExpressions) {
  const std::pair<const char *, double> rows[] = {
      {"x + y * 2", 0},
      {"(x + y) * 2", 0.5},
      {"x - y - 1", -0.25},
      {"x / y / 2", -1},
      {"7 % 4 + x * 0", 3},
      {"-x ^ 2", -0.25},
      {"x ^ -2", 4},
      {"x ^ 0", 1},
      {"(2 * x + 1) ^ 10", 1024},
      {"2 ^ 3 ^ 2 + x * 0", 512},
      {"y ^ 3", -0.015625},
      {"x ^ 0.5", std::sqrt(0.5)},
      {"- - x", 0.5},
      {"-+-+x", 0.5},
      {"weight * color", 1.5},
      {"z + x", 0.5},
      {"pi * x", std::numbers::pi / 2},
      {"1e3 * x + .5", 500.5},
      {"x < y ? 1 : 2", 2},
      {"x > y and not x == y ? 1 : 2", 1},
      {"x <= y or y >= x ? 1 : 2", 2},
      {"!(x != y) || x > 0 && y < 0 ? 1 : 2", 1},
      {"x > 1 ? 1 : x > 0 ? 2 : 3", 2},
      {"(x > 0 ? y < 0 : y > 0) ? 1 : 2", 1},
      {"real(int(x * 5) + 3 * 2 - 1)", 7},
      {"real(-int(x * 5))", -2},
      {"int(x * 5) == 2 ? 1 : 0", 1},
      {"int(x * 5) > 2 ? 1 : 0", 0},
      {"affine.a + affine.e * 2 + affine.b", 3},
      {"x +\n  y", 0.25},
      {"(x\n  + y) # why", 0.25},
  };
  for (auto [expression, value] : rows)
    EXPECT_DOUBLE_EQ(valueOf(expression), value) << expression;
}

/// Each function at (0.5, -0.25), with its operands in order.
TEST(UserVariationTest, EveryFunctionIsWhatItsDocSays) {
  const double x = 0.5, y = -0.25;
  const std::map<std::string, std::pair<const char *, double>> rows = {
      {"abs", {"y", 0.25}},
      {"acos", {"y", std::acos(y)}},
      {"asin", {"y", std::asin(y)}},
      {"atan", {"y", std::atan(y)}},
      {"atan2", {"y, x", std::atan2(y, x)}},
      {"branch", {"-6 * x, 0.5", 1}},
      {"ceil", {"x", 1}},
      {"clamp", {"x, -1, y", y}},
      {"copysign", {"x, y", -0.5}},
      {"cos", {"y", std::cos(y)}},
      {"cosh", {"y", std::cosh(y)}},
      {"even", {"int(x * 8)", 1}},
      {"exp", {"y", std::exp(y)}},
      {"exp2", {"y", std::exp2(y)}},
      {"floor", {"y", -1}},
      {"fmod", {"y, x * 0.4", std::fmod(y, 0.2)}},
      {"fraction", {"y", 0.75}},
      {"hashed", {"int(x * 2), 5, 7", NAN}},
      {"int", {"x * 7", 3}},
      {"length", {"x, y", std::hypot(x, y)}},
      {"log", {"x", std::log(x)}},
      {"log10", {"x", std::log10(x)}},
      {"log2", {"x", -1}},
      {"max", {"x, y", x}},
      {"min", {"x, y", y}},
      {"phi", {"x, y", std::atan2(y, x)}},
      {"pow", {"x, 3.5", std::pow(x, 3.5)}},
      {"real", {"int(x * 7)", 3}},
      {"rint", {"5 * x", 2}},
      {"round", {"5 * x", 3}},
      {"rsqrt", {"x", 1 / std::sqrt(x)}},
      {"sign", {"y", -1}},
      {"sin", {"y", std::sin(y)}},
      {"sinh", {"y", std::sinh(y)}},
      {"sqr", {"y", y * y}},
      {"sqrt", {"x", std::sqrt(x)}},
      {"tan", {"y", std::tan(y)}},
      {"tanh", {"y", std::tanh(y)}},
      {"theta", {"x, y", std::atan2(x, y)}},
      {"trunc", {"-3 * x", -1}},
      {"wedge", {"x, 0.5, 2", x * (1 - 1 / (2 * std::numbers::pi)) + 0.5 * 0}},
      {"wrapped", {"5 * x, 1", 0.5}},
  };
  EXPECT_TRUE(llvm::is_sorted(languageFunctions(),
                              [](const auto &a, const auto &b) { return a.name < b.name; }));
  EXPECT_EQ(rows.size(), languageFunctions().size());
  for (const LanguageFunction &function : languageFunctions()) {
    const auto found = rows.find(function.name.str());
    ASSERT_NE(found, rows.end()) << function.name.str();
    const auto [operands, value] = found->second;
    std::string call = function.name.str() + "(" + operands + ")";
    if (function.result == dsl::Type::Int)
      call = "real(" + call + ")";
    if (function.result == dsl::Type::Bool)
      call += " ? 1 : 0";
    const double got = valueOf(call);
    if (std::isnan(value)) {
      EXPECT_GE(got, 0) << call;
      EXPECT_LT(got, 1) << call;
    } else {
      EXPECT_NEAR(got, value, 1e-12) << call;
    }
  }
}

TEST(UserVariationTest, ThePageHasEveryFunction) {
  std::ifstream file(FLAME_DOCS "/reference/variation-language.md");
  std::stringstream page;
  page << file.rdbuf();
  for (const LanguageFunction &function : languageFunctions()) {
    std::string row = "| `" + function.name.str() + "(";
    for (size_t i = 0; i < function.operands.size(); ++i)
      row += std::string(i > 0 ? ", " : "") + "abc"[i];
    row += ")` | ";
    for (char c : function.doc)
      row += c == '|' ? "\\|" : std::string(1, c);
    EXPECT_THAT(page.str(), HasSubstr(row + " |\n"));
  }
}

TEST(UserVariationTest, TheExamplesOfThePageAreDefinitions) {
  std::ifstream file(FLAME_DOCS "/how-to/user-variations.md");
  std::stringstream page;
  page << file.rdbuf();
  const std::string text = page.str(), begin = "```\nvariation ";
  size_t count = 0;
  for (size_t at = 0; (at = text.find(begin, at)) != std::string::npos; ++count) {
    at += begin.find('v');
    const std::string example = text.substr(at, text.find("```", at) - at);
    EXPECT_EQ(complaintOf(example), "none") << example;
  }
  EXPECT_EQ(count, 3u);
}

TEST(UserVariationTest, RunsStatements) {
  OracleArgs args;
  args.x = 0.5;
  args.y = -0.25;
  EXPECT_EQ(pointOf(define("let a = x * 2; var b = a\nb = b + y\nx' = b; y' = a"), args),
            std::pair(0.75, 1.0));
  // A turn forgets what it declared, and keeps what it changed.
  EXPECT_EQ(
      pointOf(define("var a = x\nrepeat 3 {\n  let b = a + 1\n  a = b\n}\nx' = a; y' = 0"), args),
      std::pair(3.5, 0.0));
  EXPECT_EQ(pointOf(define("var a = 0\nrepeat 3 { repeat 4 { a = a + 1 } }\nx' = a; y' = x"), args),
            std::pair(12.0, 0.5));
  EXPECT_EQ(pointOf(define("var n = int(0)\nrepeat 5 { n = n + 2 }\nx' = real(n); y' = 0"), args),
            std::pair(10.0, 0.0));
}

TEST(UserVariationTest, EqualsJulian) {
  const Reading reading("variation test_julian\nparam power = 1\nparam dist = 1\ndraw u\n"
                        "let angle = (phi(x, y) + 2 * pi * branch(power, u)) / power\n"
                        "let r = weight * pow(x * x + y * y, dist / (2 * power))\n"
                        "x' = r * cos(angle)\ny' = r * sin(angle)");
  ASSERT_TRUE(reading.variations) << reading.complaint();
  const VariationInfo &julian = *findVariation("julian");
  EXPECT_EQ(reading.info().params.size(), julian.params.size());
  EXPECT_EQ(reading.info().draws, julian.draws);
  for (double power : {-3.0, 1.0, 2.5})
    for (int i = 0; i < 49; ++i) {
      OracleArgs args;
      args.x = -2.3 + 0.7 * (i % 7);
      args.y = -1.9 + 0.6 * std::floor(i / 7.0);
      args.weight = 0.7;
      const double params[] = {power, 0.8}, draws[] = {std::abs(std::sin(i))};
      args.params = params;
      args.draws = draws;
      EXPECT_EQ(evaluateVariation(reading.info(), args), evaluateVariation(julian, args));
    }
}

//===-- what definitions say of themselves ----------------------------------------------------===//

TEST(UserVariationTest, DescribesItself) {
  const Reading reading("variation Test_Full \"what it is\"\n"
                        "param a = -1 in [-2, 3] \"how far\"\nparam b = 2.5\n"
                        "draw p\ndraw q = signed\ndraw r = bit\ndraw s = bell\n"
                        "x' = weight * (x + a * p + q + affine.c)\ny' = weight * (y + r + s)\n"
                        "z' = z * b\ncolor' = fraction(color + sum.x)\nshown' = x > 0");
  ASSERT_TRUE(reading.variations) << reading.complaint();
  const VariationInfo &info = reading.info();
  EXPECT_EQ(info.name, "Test_Full");
  EXPECT_EQ(info.summary, "what it is");
  ASSERT_EQ(info.params.size(), 2u);
  EXPECT_EQ(info.params[0].name, "Test_Full_a");
  EXPECT_EQ(info.params[0].shortName, "a");
  EXPECT_EQ(info.params[0].doc, "how far");
  EXPECT_EQ(info.params[0].defaultValue, -1);
  EXPECT_EQ(info.params[0].minimum, -2);
  EXPECT_EQ(info.params[0].maximum, 3);
  EXPECT_TRUE(std::isinf(info.params[1].minimum) && std::isinf(info.params[1].maximum));
  EXPECT_THAT(info.draws, testing::ElementsAre(Draw::U01, Draw::U11, Draw::Bit, Draw::Bell));
  EXPECT_TRUE(info.usesAffine && info.setsColor && info.hides && info.hasSpace && info.hasDepth);
  EXPECT_FALSE(info.generator || info.partial || info.preOnly || info.zOnly || info.usesOrigin);
  EXPECT_GT(info.index, variationTable().back().index);

  const Reading plain(define("draw u\nx' = weight * u\ny' = 1"));
  EXPECT_TRUE(plain.info().generator);
  EXPECT_FALSE(plain.info().usesAffine || plain.info().setsColor || plain.info().hides ||
               plain.info().hasSpace || plain.info().hasDepth);
}

TEST(UserVariationTest, ComputesDepthColorAndShare) {
  const Reading reading(define("x' = x + z\ny' = y\nz' = z * 3\ncolor' = color + sum.x / 10\n"
                               "shown' = x > 0"));
  ASSERT_TRUE(reading.variations) << reading.complaint();
  OracleArgs args;
  args.x = 1;
  args.y = 2;
  args.z = 5;
  args.color = 0.25;
  EXPECT_EQ(evaluateVariation(reading.info(), args).first, 1) << "in the plane z is 0";
  EXPECT_EQ(evaluateInSpace(reading.info(), args), (std::array<double, 3>{6, 2, 15}));
  EXPECT_EQ(evaluateVariationColor(reading.info(), args, {2, 0}), 0.45);
  EXPECT_EQ(evaluateVariationShare(reading.info(), args), 1);
  args.x = -1;
  EXPECT_EQ(evaluateVariationShare(reading.info(), args), 0);
}

TEST(UserVariationTest, LooksUpNumbersInTables) {
  const std::vector<double> entries = {3, 3, -0.5, 4, 7.25, 7.25, 1e-3};
  const Reading reading(
      define("table steps = 3, 3, -0.5,\n4, 7.25, 7.25, 1e-3\nx' = steps(4 * x); y' = y"));
  ASSERT_TRUE(reading.variations) << reading.complaint();
  for (int quarters = -12; quarters < 48; ++quarters) {
    const double position = quarters / 4.0;
    OracleArgs args;
    args.x = position / 4;
    EXPECT_EQ(evaluateVariation(reading.info(), args).first,
              entries[static_cast<size_t>(std::clamp(std::floor(position), 0.0, 6.0))])
        << position;
  }
}

TEST(UserVariationTest, ShowsRedGreenAndBlue) {
  const Reading reading(define("draw u\nx' = x; y' = u + y\nred' = x; green' = 0.64; blue' = 2"));
  ASSERT_TRUE(reading.variations) << reading.complaint();
  const VariationInfo &info = reading.info();
  EXPECT_TRUE(info.directRgb && info.setsColor && !info.displayOnly);
  EXPECT_THAT(info.draws, testing::ElementsAre(Draw::U01, Draw::U01));
  OracleArgs args;
  args.x = 0.32;
  const double draws[] = {0, 0.5};
  args.draws = draws;
  EXPECT_EQ(evaluateVariationColor(info, args, {0, 0}), ((8 * 32 + 16) * 32 + 31) / 32768.0);
}

TEST(UserVariationTest, EqualTextsAreOneVariation) {
  const std::string one = "variation test_one\nx' = x # the first\ny' = y",
                    two = "variation test_two\nx' = y\ny' = x";
  const Reading both("# about them\n\n" + one + "\n# between\n\n" + two + "\n# behind\n");
  ASSERT_TRUE(both.variations) << both.complaint();
  ASSERT_EQ(both.variations->size(), 2u);
  EXPECT_EQ(both.variations->front()->text(), one) << "comments between are of neither";
  EXPECT_EQ(both.variations->back()->text(), two);
  EXPECT_EQ(Reading(one).variations->front(), both.variations->front());
  std::string windows = both.text;
  for (size_t at = 0; (at = windows.find('\n', at)) != std::string::npos; at += 2)
    windows.insert(at, "\r");
  EXPECT_EQ(*Reading(windows).variations, *both.variations);
  EXPECT_NE(Reading(one + " + 0").variations->front(), both.variations->front());
  EXPECT_EQ(Reading("variation test_one; x' = x; y' = y; variation test_two; x' = y; y' = x")
                .variations->size(),
            2u);
}

TEST(UserVariationTest, ACarriageReturnSeparatesWordsInTheTextToo) {
  const Reading reading(
      "variation test_old # of an\rold machine\nx' = not\rx < 0 ? x : 1\r; y' = y\r\n");
  ASSERT_TRUE(reading.variations) << reading.complaint();
  const UserVariation *variation = reading.variations->front();
  const Reading again(variation->text().str());
  ASSERT_TRUE(again.variations) << again.complaint();
  EXPECT_EQ(again.variations->front(), variation);
}

//===-- what is refused -----------------------------------------------------------------------===//

TEST(UserVariationTest, SaysWhatIsWrongAndWhere) {
  struct Row {
    std::string text;
    const char *complaint;
  };
  const Row rows[] = {
      {"", "1:1 '': expected a definition of a variation, found none"},
      {" # nothing\n\n", "1:1 '': expected a definition of a variation, found none"},
      {"x' = 1", "1:1 'x'': expected 'variation' and its name, found 'x''"},
      {"variation", "1:10 '': expected the name of the variation, found the end of the line"},
      {"variation 3d", "1:11 '3': expected the name of the variation, found '3'"},
      {"variation a.b", "1:11 'a.b': expected the name of the variation, found 'a.b'"},
      {"variation julian", "1:11 'julian': 'julian' exists already"},
      {"variation Julian", "1:11 'Julian': 'Julian' exists already"},
      {"variation julian_power", "1:11 'julian_power': 'julian_power' exists already"},
      {"variation weight", "1:11 'weight': 'weight' is an attribute of xforms"},
      {"variation yzCoefs", "1:11 'yzCoefs': 'yzCoefs' is an attribute of xforms"},
      {"variation pre_me", "1:11 'pre_me': a name may not begin with 'pre_'"},
      {"variation Post_me", "1:11 'Post_me': a name may not begin with 'post_'"},
      {"variation a_fx_priority", "1:11 'a_fx_priority': a name may not end with '_fx_priority'"},
      {"variation " + std::string(49, 'a'), "a name may have 48 letters"},
      {"variation test_it 3", "1:19 '3': expected the end of the line, found '3'"},
      {"variation test_it \"half", "1:19 '\"': the quotation mark has no partner on its line"},
      {"variation test_it\nx' = $", "2:6 '$': this character means nothing here"},
      {"variation test_it\nx' = \1", "2:6 '\1': this byte is no part of a text in UTF-8"},
      {"variation test_it # \xff", "1:21 '\xff': this byte is no part of a text in UTF-8"},
      {define("param"), "2:6 '\n': expected a name, found the end of the line"},
      {define("param sin = 1"), "2:7 'sin': 'sin' is a function"},
      {define("param x = 1"), "2:7 'x': 'x' has a meaning already"},
      {define("param pi = 3"), "2:7 'pi': 'pi' has a meaning already"},
      {define("param repeat = 3"), "2:7 'repeat': 'repeat' is a word of the language"},
      {define("param a = 1\nparam a = 2"), "3:7 'a': 'a' has a meaning already"},
      {define("param a = 1\nparam A = 2"), "3:7 'A': there is a parameter 'a' already"},
      {define("param a"), "2:8 '\n': expected '=', found the end of the line"},
      {define("param a = b"), "2:11 'b': expected the default, a number, found 'b'"},
      {define("param a = 1e999"), "2:11 '1e999': expected the default, a number, found '1e999'"},
      {define("param a = 9 in [0, 1]"), "2:11 '9': the default lies outside of the range"},
      {define("param a = 1 in [0 1]"), "2:19 '1': expected ',', found '1'"},
      {define("param " + std::string(49, 'a') + " = 1"), "a name may have 48 letters"},
      {define("draw u = gauss"), "2:10 'gauss': expected uniform, signed, bit or bell"},
      {define("draw u v"), "2:8 'v': expected the end of the line, found 'v'"},
      {define("table x = 1"), "2:7 'x': 'x' has a meaning already"},
      {define("table t = 1, x"), "2:14 'x': expected a number of the table, found 'x'"},
      {define("table t = 1\nlet t = 2"), "3:5 't': 't' has a meaning already"},
      {define("table t = 1, 2\nx' = t(x > 0); y' = 0"),
       "3:8 'x': expected a number, found a condition"},
      {define("table t = 1, 2\nx' = t(x, 1); y' = 0"), "3:9 ',': expected ')', found ','"},
      {define("repeat 2 { table t = 1 }"), "2:12 'table': 'table' cannot stand within a loop"},
      {define("x' = x; y' = y\nred' = 1"), "3:1 'red'': the variation does not say what green' is"},
      {define("x' = x; y' = y\nred' = 1; green' = 1; blue' = 1; color' = 0"),
       "3:1 'red'': a variation sets color', or red', green' and blue'"},
      {define("let x = 1"), "2:5 'x': 'x' has a meaning already"},
      {define("let and = 1"), "2:5 'and': 'and' is a word of the language"},
      {define("let a = 1\nlet a = 2"), "3:5 'a': 'a' has a meaning already"},
      {define("let a = 1\na = 2"), "3:1 'a': 'a' cannot be changed"},
      {define("a = 2"), "2:1 'a': 'a' is not declared"},
      {define("x = 2"), "2:1 'x': 'x' is not declared"},
      {define("var a = 1\na = x > 0"), "3:5 'x': expected a number, found a condition"},
      {define("var a = int(x)\na = 1.5"), "3:5 '1.5': expected an integer, found a number"},
      {define("3"),
       "2:1 '3': expected param, draw, table, let, var, repeat, flame or a result such as x'"},
      {define("}"), "2:1 '}': unexpected '}'"},
      {define("x' = 1"), "1:11 'test_it': the variation does not say what y' is"},
      {define("x' = 1\nx' = 2"), "3:1 'x'': x' has a value already"},
      {define("t' = 1"), "2:1 't'': there is no result t'"},
      {define("x' = sum.x\ny' = 1"),
       "2:1 'x'': x' depends on the sum, which color', red', green' and blue' alone may read"},
      {define("repeat 2 { x' = 1 }"), "2:12 'x'': a result cannot be set within a loop"},
      {define("repeat 2 { param a = 1 }"), "2:12 'param': 'param' cannot stand within a loop"},
      {define("repeat 0 { }"), "2:8 '0': a loop can be repeated 1 to 256 times"},
      {define("repeat 1e9 { }"), "2:8 '1e9': a loop can be repeated 1 to 256 times"},
      {define("repeat 2.5 { }"), "2:8 '2.5': a loop can be repeated 1 to 256 times"},
      {define("repeat n { }"), "2:8 'n': expected how often, a whole number, found 'n'"},
      {define("repeat 2 { let a = 1"), "expected '}', found the end of the line"},
      {define("repeat 2 { let a = 1 }\nlet b = a"), "3:9 'a': nothing is called 'a'"},
      {define("flame = 2"), "2:7 '=': expected an element '<flame ...> ... </flame>'"},
      {define("flame <flame>"), "2:7 '<flame>': expected an element '<flame ...> ... </flame>'"},
      {define("let flame = 2"), "2:5 'flame': 'flame' is a word of the language"},
      {define("repeat 2 {\nflame <flame></flame> }"),
       "3:1 'flame': 'flame' cannot stand within a loop"},
      {define("flame <flame></flame>\nflame <flame></flame>"),
       "3:1 'flame': a variation can have one flame"},
      {define("flame <flame></flame> 3"), "2:23 '3': expected the end of the line, found '3'"},
      {give("foo(x)"), "2:6 'foo': there is no function 'foo'"},
      {give("julian(x)"), "2:6 'julian': there is no function 'julian'"},
      {give("test_it(x)"), "2:6 'test_it': there is no function 'test_it'"},
      {give("atan2(x)"), "2:6 'atan2': 'atan2' takes 2 values, found 1"},
      {give("sin()"), "2:6 'sin': 'sin' takes 1 value, found 0"},
      {give("sin(x, y)"), "2:6 'sin': 'sin' takes 1 value, found 2"},
      {give("sin(x"), "3:1 'y'': expected ',' or ')', found 'y''"},
      {give("sin(x y)"), "2:12 'y': expected ',' or ')', found 'y'"},
      {give("sin(x,)"), "2:12 ')': expected a value, found ')'"},
      {give("(x"), "3:1 'y'': expected ')', found 'y''"},
      {give("sin(int(x))"), "2:10 'int': expected a number, found an integer"},
      {give("x / 0"), "2:8 '/': division by zero"},
      {give("x % 0"), "2:8 '%': division by zero"},
      {give("x / (1 - 1)"), "2:8 '/': division by zero"},
      {give("0 ^ -1"), "2:8 '^': this is NaN or infinite, whatever the point"},
      {give("log(-1)"), "2:6 'log': this is NaN or infinite, whatever the point"},
      {give("x < y"), "2:6 'x': expected a number, found a condition"},
      {give("x < y < 1 ? 1 : 2"), "2:12 '<': comparisons cannot be chained"},
      {give("x ? 1 : 2"), "2:8 '?': expected a condition, found a number"},
      {give("x > 0 ? 1"), "2:15 '\n': expected ':', found the end of the line"},
      {give("x > 0 ? int(x) : y"), "2:12 '?': expected an integer, found a number"},
      {give("not x ? 1 : 2"), "2:6 'not': expected a condition, found a number"},
      {give("x and y"), "2:8 'and': expected a condition, found a number"},
      {give("real(int(x) / int(y))"), "2:18 '/': integers cannot be divided"},
      {give("int(x)"), "2:6 'int': expected a number, found an integer"},
      {give("int(x) ^ 2"), "2:13 '^': expected a number, found an integer"},
      {give("x +"), "expected"},
      {give("* x"), "2:6 '*': expected a value, found '*'"},
      {give("affine.g"), "2:6 'affine.g': nothing is called 'affine.g'"},
      {give("even(x) ? 1 : 2"), "2:11 'x': expected an integer, found a number"},
  };
  for (const Row &row : rows)
    EXPECT_THAT(complaintOf(row.text), HasSubstr(row.complaint)) << row.text;
}

TEST(UserVariationTest, SuggestsNames) {
  EXPECT_THAT(Reading(give("sine(x)")).error.intended, testing::Contains("sin"));
  EXPECT_THAT(Reading(define("param power = 1\nx' = powr")).error.intended,
              testing::IsSupersetOf({"power", "weight"}));
  EXPECT_THAT(Reading(define("colour' = 1")).error.intended, testing::Contains("color'"));
  EXPECT_THAT(Reading(give("julian(x)")).error.note, HasSubstr("it is a variation"));
  EXPECT_THAT(Reading(give("Test_it(x)")).error.note, HasSubstr("nor itself"));
}

TEST(UserVariationTest, LooksForPointsThatAreNaN) {
  EXPECT_THAT(complaintOf(define("x' = sqrt(x)\ny' = y")),
              HasSubstr("1:11 'test_it': x' is not finite at (x, y) = (-2.8750, -2.8919)"));
  EXPECT_THAT(complaintOf(define("x' = x\ny' = log(x)")), HasSubstr("y' is not finite at"));
  EXPECT_THAT(complaintOf(define("x' = x\ny' = y\nz' = log(x)")), HasSubstr("z' is not finite at"));
  EXPECT_THAT(complaintOf(define("x' = x + sqrt(z)\ny' = y")), HasSubstr("x' is not finite at"));
  EXPECT_THAT(complaintOf(define("x' = x\ny' = y\nshown' = log(x)")),
              HasSubstr("shown' is not finite at"));
  EXPECT_THAT(complaintOf(define("x' = exp(x * x * 20)\ny' = y")), HasSubstr("x' is not finite at"))
      << "beyond single precision";
  EXPECT_THAT(complaintOf(define("param a = 0\nx' = x / a\ny' = y")), HasSubstr("finite nowhere"));
  EXPECT_THAT(complaintOf("variation test_it partial\nx' = x / (x - x)\ny' = y"),
              HasSubstr("1:11 'test_it': the variation is finite nowhere"));
  const Reading partial("variation test_it partial\nx' = sqrt(x)\ny' = y");
  ASSERT_TRUE(partial.variations) << partial.complaint();
  EXPECT_TRUE(partial.info().partial);
  // The probe misses lines and single points.
  for (const char *formula : {"1 / x", "1 / y", "1 / (x - y)", "1 / (x + y)", "1 / (x * x + y * y)",
                              "1 / (x * x + y * y - 1)", "1 / (abs(x) - 1)"})
    EXPECT_EQ(complaintOf(define(std::string("x' = ") + formula + "\ny' = y")), "none") << formula;
}

TEST(UserVariationTest, HasLimits) {
  auto many = [](const std::string &what, size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) {
      std::string one = what;
      for (size_t at = 0; (at = one.find('N', at)) != std::string::npos;)
        one.replace(at, 1, std::to_string(i));
      text += one;
    }
    return text;
  };
  const std::string end = "x' = x\ny' = y\n";
  EXPECT_EQ(complaintOf(define(many("param aN = 1\n", 64) + end)), "none");
  EXPECT_THAT(complaintOf(define(many("param aN = 1\n", 65) + end)),
              HasSubstr("66:7 'a64': a variation may have 64 parameters"));
  EXPECT_EQ(complaintOf(define(many("draw aN\n", 16) + end)), "none");
  EXPECT_THAT(complaintOf(define(many("draw aN\n", 17) + end)),
              HasSubstr("18:6 'a16': a variation may draw 16 numbers"));
  const std::string one = "variation test_manyN; x' = x; y' = y\n";
  EXPECT_EQ(complaintOf(many(one, 256)), "none");
  EXPECT_THAT(complaintOf(many(one, 257)),
              HasSubstr("257:1 'variation': a text may define 256 variations"));
  EXPECT_THAT(complaintOf(std::string(65537, '#')),
              HasSubstr("a text that defines variations may have 65536 bytes"));
  EXPECT_EQ(complaintOf(define("x' = " + many("(", 60) + "x" + many(")", 60) + "\ny' = y")),
            "none");
  for (const std::string &nested :
       {"x' = " + many("(", 20000) + "x", "x' = " + many("x > 0 ? ", 5000) + "x",
        "x' = " + many("x ^ ", 5000) + "x", "x' = " + many("sin(", 5000) + "x",
        many("repeat 1 {", 5000)})
    EXPECT_THAT(complaintOf(define(nested)),
                HasSubstr("loops and parentheses are nested too deeply"));
  EXPECT_EQ(complaintOf(define("x' = " + many("-", 20001) + "x\ny' = y")), "none");
}

TEST(UserVariationTest, EndsSoon) {
  const std::string loops = "repeat 256 { repeat 256 { repeat 256 { ";
  std::string sum = "1", names;
  for (int i = 0; i < 10000; ++i)
    sum += "+1";
  for (int i = 0; i < 3000; ++i)
    names += "let a" + std::to_string(i) + " = 1\n";
  for (const std::string &endless :
       {loops + "} } }", loops + "let a = x } } }", "var a = x\n" + loops + "a = a + 1 } } }",
        "var a = 1\n" + loops + "a = " + sum + " } } }", names + loops + "} } }",
        "var a = x\n" + loops + "a = " + std::string(20000, '-') + "1 } } }",
        "var b = 1\nrepeat 256 { repeat 256 { b = b\n" + names + "} }"}) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_THAT(complaintOf(define(endless + "\nx' = x\ny' = y")),
                HasSubstr("the variation takes too many steps"))
        << endless.substr(0, 60);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  }
}

//===-- scopes --------------------------------------------------------------------------------===//

TEST(VariationScopeTest, FindsItsOwnBesideTheTable) {
  const Reading reading(
      "variation test_Scope\nparam a = 1\nx' = x * a\ny' = y\nvariation test_scope_b\nx' = x\n"
      "y' = y\nvariation test_scope_A\nx' = y\ny' = x\nvariation test_scop\nparam E = 1\n"
      "x' = x\ny' = y\nvariation test\nparam scope_b = 1\nx' = x\ny' = y");
  ASSERT_TRUE(reading.variations) << reading.complaint();
  VariationScope scope;
  EXPECT_EQ(scope.add(*reading.variations->at(0)), std::nullopt);
  EXPECT_EQ(scope.add(*reading.variations->at(0)), std::nullopt) << "twice is once";
  EXPECT_EQ(scope.add(*reading.variations->at(1)), std::nullopt);
  EXPECT_EQ(scope.add(*reading.variations->at(2)), "test_scope_A") << "a parameter has that name";
  EXPECT_EQ(scope.add(*reading.variations->at(3)), std::nullopt);
  EXPECT_EQ(scope.add(*reading.variations->at(4)), "test_scope_b") << "a variation has that name";
  EXPECT_EQ(scope.userDefined().size(), 3u);
  EXPECT_EQ(scope.find("TEST_SCOPE"), &reading.info());
  EXPECT_EQ(scope.find("julian"), findVariation("julian"));
  EXPECT_EQ(scope.find("test_scope_a"), nullptr);
  EXPECT_EQ(scope.findParam("Test_scope_A")->first, &reading.info());
  EXPECT_EQ(scope.findParam("test_scope"), std::nullopt);
  EXPECT_EQ(scope.findParam("julian_power")->first, findVariation("julian"));
}

} // namespace flame
