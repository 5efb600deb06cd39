// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire's fract_formula_julia_wf and fract_formula_mand_wf: points near a set of bounded
// orbits, where a text gives the step of the orbit. The text is a formula of complex numbers in
// parentheses; each pair encloses an operator between two values, as in "((z^n)+c)". JWildfire
// moves the first operator of each pair behind the other contents and evaluates the result with a
// stack; this defines the meaning of formulas with fewer parentheses. Orbits are unrolled step by
// step, so the numbers of steps and tries and the exponent n are part of the definition.

#include "compiler/genome/TextKinds.h"
#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

namespace flame {

static constexpr llvm::StringLiteral kOriginal("# as a text: ");
static constexpr unsigned kMaxNesting = 40;

namespace {
/// A complex number; its parts are names or literals of the language.
struct Value {
  std::string re, im;
  std::optional<double> constant; ///< the real part, if it is a literal
};

/// One of the two variations.
struct Fractal {
  llvm::StringLiteral summary, window, seed; ///< parameters of the window, and of c
  llvm::StringLiteral re, im;                ///< the value of c
  int power;
};

/// The constants of a definition that are not parameters.
struct Counts {
  int steps, tries, power;
};
} // namespace

static constexpr Fractal kJulia = {
    " \"numbers next to the Julia set of a formula\"\n",
    "param xmin = -1.4 \"left edge\"\nparam xmax = 1.4 \"right edge\"\n"
    "param ymin = -1.4 \"lower edge\"\nparam ymax = 1.4 \"upper edge\"\n",
    "param xseed = 0.1 \"real part of c\"\nparam yseed = 0.7 \"imaginary part of c\"\n",
    "xseed",
    "yseed",
    3};
static constexpr Fractal kMand = {
    " \"numbers next to the Mandelbrot set of a formula\"\n",
    "param xmin = -2.35 \"left edge\"\nparam xmax = 0.75 \"right edge\"\n"
    "param ymin = -1.2 \"lower edge\"\nparam ymax = 1.2 \"upper edge\"\n",
    "",
    "start_re",
    "start_im",
    2};

static constexpr llvm::StringLiteral kParams =
    R"(param direct_color = 1 "0: the colour stays"
param scalez = 1 "how high z is"
param clip_iter_min = 1 "steps that are too few; 0: none"
param clip_iter_max = -5 "steps that are too many, counted from the most there are, below 0; 0: none"
param scale = 3.8 "how large the picture is"
param offsetx = 0 "shift in x"
param offsety = 0 "shift in y"
param offsetz = 0 "shift in z"
param z_fill = 0 in [0, 1] "share of the points that are scattered down to the next lower step"
param z_logscale = 0 in [0, 1] "1: z is a logarithm"
draw first
draw second
draw third
draw fourth
let seed_a = int(first * 16777216)
let seed_b = int(second * 16777216)
var found = 1 < 0
var place_re = 0
var place_im = 0
var count = 0
var number = int(0)
)";
static constexpr llvm::StringLiteral kTry =
    R"(let start_re = xmin + (xmax - xmin) * hashed(seed_a, seed_b, number)
let start_im = ymin + (ymax - ymin) * hashed(seed_b, seed_a, number)
var z_re = start_re
var z_im = start_im
var stays = 0 < 1
var steps = 2
)";
static constexpr llvm::StringLiteral kStep = R"(let z_xx = z_re * z_re
let z_yy = z_im * z_im
stays = stays and z_xx + z_yy < 4
steps = steps + (stays ? 1 : 0)
)";
static constexpr llvm::StringLiteral kTried =
    R"(let few = clip_iter_min > 0 and steps <= clip_iter_min
let many = clip_iter_max < 0 and steps >= most + clip_iter_max
place_re = found ? place_re : start_re
place_im = found ? place_im : start_im
count = found ? count : steps
found = found or not (few or many)
number = number + 1
)";
static constexpr llvm::StringLiteral kAfter =
    R"(let part = count / most
let lower = (count - 1) / most
let high = scalez / 10 * (z_logscale == 1 ? log10(1 + part) : part)
let low = scalez / 10 * (z_logscale == 1 ? log10(1 + lower) : lower)
let height = high + (third < z_fill ? (low - high) * fourth : 0)
x' = found ? scale * weight * (place_re + offsetx) : 0
y' = found ? scale * weight * (place_im + offsety) : 0
z' = found ? scale * weight * (height + offsetz) : 0
let next = color + part
color' = direct_color == 0 or not found ? color : clamp(next > 1 ? next - 1 : next, 0, 1)
shown' = found
)";

static constexpr llvm::StringLiteral kSteps("_max_iter"), kTries("_max_clip_iter"),
    kPower("_power"), kWalk("_buddhabrot_mode"), kWalkFrom("_buddhabrot_min_iter");
static constexpr llvm::StringLiteral kOthers[] = {kSteps, kTries, kPower, kWalk, kWalkFrom};

//===-- formulas ------------------------------------------------------------------------------===//

namespace {
/// Makes the statements of a step.
class Step {
public:
  Step(llvm::StringRef formula, Value c, int power, TextError &error)
      : rest(formula), c(std::move(c)), power(power), error(error) {}

  /// The value of the formula; nothing, and an error, if the formula is invalid.
  std::optional<Value> run();

  std::string statements;

private:
  using Words = std::vector<std::string>;

  std::optional<Words> readGroup(unsigned depth);
  std::optional<Value> evaluate(const Words &words);
  std::optional<Value> operand(llvm::StringRef word);
  Value combine(char sign, const Value &a, const Value &b);
  Value powerOf(const Value &base, const Value &exponent);
  Value raised(const Value &base, unsigned exponent);
  Value product(const Value &a, const Value &b);
  Value square(const Value &a);
  /// A name for `expression`; literals and names are returned unchanged.
  std::string named(const std::string &expression);
  std::nullopt_t fail(const llvm::Twine &message) {
    error = {message.str(), "an operator stands in parentheses with its two values, as in "
                            "'((z^n)+c)'"};
    return std::nullopt;
  }

  llvm::StringRef rest;
  Value c;
  int power;
  TextError &error;
  unsigned names = 0;
};
} // namespace

static bool isOperator(llvm::StringRef word) {
  return word.size() == 1 && llvm::StringRef("+-*/^").contains(word.front());
}

std::string Step::named(const std::string &expression) {
  const bool isOne =
      llvm::all_of(expression, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
  if (isOne)
    return expression;
  std::string name = "v_" + std::to_string(++names);
  statements += "let " + name + " = " + expression + "\n";
  return name;
}

static std::string sum(const std::string &a, llvm::StringRef sign, const std::string &b) {
  if (b == "0")
    return a;
  if (a == "0" && sign == "+")
    return b;
  return a + " " + sign.str() + " " + b;
}

static std::string times(const std::string &a, const std::string &b) {
  return a == "0" || b == "0" ? "0" : a + " * " + b;
}

Value Step::product(const Value &a, const Value &b) {
  return {named(sum(times(a.re, b.re), "-", times(a.im, b.im))),
          named(sum(times(a.re, b.im), "+", times(a.im, b.re))), std::nullopt};
}

Value Step::square(const Value &a) {
  if (a.re == "z_re" && a.im == "z_im") { // their squares are already computed
    const std::string half = named("z_re * z_im");
    return {named("z_xx - z_yy"), named(half + " + " + half), std::nullopt};
  }
  return product(a, a);
}

/// Raises by squarings and products.
Value Step::raised(const Value &base, unsigned exponent) {
  if (exponent == 1)
    return base;
  const Value even = square(raised(base, exponent / 2));
  return exponent % 2 ? product(even, base) : even;
}

/// JWildfire's loop for whole exponents starts with the fourth power, so z^1 also gives that.
Value Step::powerOf(const Value &base, const Value &exponent) {
  constexpr double kLeast = 4;
  if (const std::optional<double> k = exponent.constant; k && *k == std::trunc(*k))
    return raised(base, *k == 2 || *k == 3 ? unsigned(*k) : unsigned(std::max(*k, kLeast)));
  const std::string length = named("pow(" + base.re + " * " + base.re + " + " + base.im + " * " +
                                   base.im + ", " + exponent.re + " / 2)");
  const std::string angle = named("phi(" + base.re + ", " + base.im + ") * " + exponent.re);
  return {named(length + " * cos(" + angle + ")"), named(length + " * sin(" + angle + ")"),
          std::nullopt};
}

Value Step::combine(char sign, const Value &a, const Value &b) {
  switch (sign) {
  case '+':
    return {named(sum(a.re, "+", b.re)), named(sum(a.im, "+", b.im)), std::nullopt};
  case '-':
    return {named(sum(a.re, "-", b.re)), named(sum(a.im, "-", b.im)), std::nullopt};
  case '*':
    return product(a, b);
  case '/': {
    const std::string size = named(sum(times(b.re, b.re), "+", times(b.im, b.im)));
    return {named("(" + sum(times(a.re, b.re), "+", times(a.im, b.im)) + ") / " + size),
            named("(" + sum(times(a.im, b.re), "-", times(a.re, b.im)) + ") / " + size),
            std::nullopt};
  }
  default:
    return powerOf(a, b);
  }
}

std::optional<Value> Step::operand(llvm::StringRef word) {
  const std::string whole = std::to_string(power);
  const std::pair<char, Value> kNames[] = {{'z', {"z_re", "z_im", std::nullopt}},
                                           {'c', c},
                                           {'i', {"0", "1", 0}},
                                           {'n', {whole, "0", power}},
                                           {'x', {"z_re", "0", std::nullopt}},
                                           {'y', {"0", "z_im", 0}},
                                           {'a', {c.re, "0", std::nullopt}},
                                           {'b', {"0", c.im, 0}}};
  const auto *found = llvm::find_if(
      kNames, [&](const auto &row) { return word.size() == 1 && row.first == word.front(); });
  if (found != std::end(kNames))
    return found->second;
  double number = 0;
  if (word.getAsDouble(number))
    return std::nullopt;
  return Value{spellNumber(number), "0", number};
}

/// The tokens up to the end of the parentheses, with the operator moved behind its values.
std::optional<Step::Words> Step::readGroup(unsigned depth) {
  if (depth > kMaxNesting)
    return fail("its parentheses are nested too deeply");
  Words words;
  std::string first;
  while (!rest.consume_front(")")) {
    if (rest.empty())
      return fail("expected ')' at its end");
    if (llvm::isSpace(rest.front())) {
      rest = rest.drop_front();
    } else if (rest.consume_front("(")) {
      const std::optional<Words> inner = readGroup(depth + 1);
      if (!inner)
        return std::nullopt;
      words.insert(words.end(), inner->begin(), inner->end());
    } else if (rest.consume_front("\xc2\xb2") || rest.consume_front("\xb2")) { // superscript 2
      words.insert(words.end(), {"2", "^"});
    } else if (rest.consume_front("\xc2\xb3") || rest.consume_front("\xb3")) { // superscript 3
      words.insert(words.end(), {"3", "^"});
    } else {
      const size_t digits =
          rest.take_while([](char c) { return llvm::isDigit(c) || c == '.'; }).size();
      const std::string word = rest.take_front(std::max<size_t>(digits, 1)).str();
      rest = rest.drop_front(word.size());
      if (isOperator(word) && first.empty())
        first = word;
      else if (isOperator(word) || operand(word))
        words.push_back(word);
      else
        return fail("'" + word + "' is no number, and none of z, c, n, i, x, y, a and b");
    }
  }
  if (first.empty())
    return fail("parentheses without an operator");
  words.push_back(first);
  return words;
}

std::optional<Value> Step::evaluate(const Words &words) {
  std::vector<Value> stack;
  for (const std::string &word : words) {
    if (!isOperator(word)) {
      stack.push_back(*operand(word));
      continue;
    }
    if (stack.size() < 2)
      return fail("'" + word + "' lacks a value");
    const Value b = stack.back();
    stack.pop_back();
    stack.back() = combine(word.front(), stack.back(), b);
  }
  return stack.back(); // parentheses contain an operator, which leaves a value
}

std::optional<Value> Step::run() {
  rest = rest.trim();
  if (!rest.consume_front("("))
    return fail("expected '(' at its beginning");
  const std::optional<Words> words = readGroup(0);
  if (!words)
    return std::nullopt;
  if (!rest.empty())
    return fail("expected its end behind the first pair of parentheses");
  return evaluate(*words);
}

//===-- definitions ---------------------------------------------------------------------------===//

/// The whole number in `attribute`, or `otherwise`.
static int wholeNumber(const TextSource &source, llvm::StringRef attribute, int otherwise) {
  double value = otherwise;
  source.attribute(attribute).getAsDouble(value);
  return static_cast<int>(std::rint(std::clamp(value, -1e6, 1e6)));
}

/// Repeats `body` `turns` times. A loop of the language has at most 256 iterations.
static std::string repeated(int turns, const std::string &body) {
  constexpr int kMost = 256;
  std::string text;
  for (; turns > 0; turns -= kMost)
    text += "repeat " + std::to_string(std::min(turns, kMost)) + " {\n" + body + "}\n";
  return text;
}

static std::string lineOf(const Counts &counts, llvm::StringRef formula) {
  return kOriginal.str() + std::to_string(counts.steps) + " " + std::to_string(counts.tries) + " " +
         std::to_string(counts.power) + " " + llvm::toHex(formula, /*LowerCase=*/true) + "\n";
}

template <const Fractal &fractal>
static std::optional<std::string> define(const TextSource &source, llvm::StringRef formula,
                                         TextError &error) {
  const Counts counts = {wholeNumber(source, kSteps, 30), wholeNumber(source, kTries, 3),
                         std::max(wholeNumber(source, kPower, fractal.power), 2)};
  constexpr int kMostSteps = 4096; // more than any definition may have
  if (counts.steps < 1 || counts.tries < 1 || counts.steps > kMostSteps ||
      counts.tries > kMostSteps) {
    error = {"its 'max_iter' and 'max_clip_iter' must be from 1 to 4096", ""};
    return std::nullopt;
  }
  if (wholeNumber(source, kWalk, 0) > 0) {
    error = {"its 'buddhabrot_mode' shows the points of orbits, which is not there for formulas",
             "with 0 it shows where orbits begin"};
    return std::nullopt;
  }
  Step step(formula, {fractal.re.str(), fractal.im.str(), std::nullopt}, counts.power, error);
  const std::optional<Value> next = step.run();
  if (!next)
    return std::nullopt;
  const std::string orbit =
      repeated(counts.steps - 1, kStep.str() + step.statements + "let next_re = " + next->re +
                                     "\nz_im = " + next->im + "\nz_re = next_re\n");
  return (fractal.summary + lineOf(counts, formula) + fractal.window + fractal.seed + kParams +
          "let most = " + std::to_string(counts.steps) + "\n" +
          repeated(counts.tries, kTry.str() + orbit + kTried.str()) + kAfter)
      .str();
}

template <const Fractal &fractal>
static std::optional<WrittenText> write(llvm::StringRef definition) {
  if (!definition.consume_front(fractal.summary) || !definition.consume_front(kOriginal))
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef> words;
  definition.split('\n').first.split(words, ' ');
  std::string formula;
  if (words.size() != 4 || !llvm::tryGetFromHex(words[3], formula))
    return std::nullopt;
  return WrittenText{
      formula, {{kSteps, words[0].str()}, {kTries, words[1].str()}, {kPower, words[2].str()}}};
}

static constexpr TextKind kKinds[] = {
    {"fract_formula_julia_wf", "_formula", kOthers, define<kJulia>, write<kJulia>},
    {"fract_formula_mand_wf", "_formula", kOthers, define<kMand>, write<kMand>}};

llvm::ArrayRef<TextKind> formulaFractals() { return kKinds; }

} // namespace flame
