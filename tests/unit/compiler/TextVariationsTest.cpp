// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire's variations that take a text: what they become, what is refused and where, and that
// they come back.

#include "compiler/genome/FlameWriter.h"
#include "compiler/genome/xml/DialectWriter.h"
#include "ir/VariationOracle.h"
#include "ir/language/UserVariation.h"
#include "tests/unit/compiler/ReadText.h"

#include "llvm/ADT/StringExtras.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace flame::test {

namespace {

using testing::HasSubstr;

/// A flame of JWildfire whose xform has `attributes`.
std::string flameOf(const std::string &attributes, const std::string &ofFlame = "") {
  return "<flame version=\"JWildfire V9.00\" size=\"64 48\" " + ofFlame + "><xform weight=\"1\" " +
         attributes + "/><color index=\"0\" rgb=\"255 0 0\"/></flame>";
}

std::string hex(llvm::StringRef text) { return llvm::toHex(text, /*LowerCase=*/true); }

/// The only variation of `text`, which must be readable.
const VariationUse &only(const ReadText &text) {
  EXPECT_TRUE(text.succeeded()) << text.messages();
  return text.first().xforms.front().variations.front();
}

std::array<double, 3> at(const VariationUse &use, double x, double y, double z = 0) {
  OracleArgs args;
  args.x = x;
  args.y = y;
  args.z = z;
  args.weight = use.weight;
  args.color = 0.25;
  args.params = use.params;
  static const double draws[16] = {0.125, 0.25, 0.375};
  args.draws = llvm::ArrayRef(draws).take_front(use.info->draws.size());
  return evaluateInSpace(*use.info, args);
}

//===-- flames within flames ------------------------------------------------------------------===//

const std::string kInner = flameOf("linear=\"0.5\"");

std::string subFlame(const std::string &inner, const std::string &more = "") {
  return "subflame_wf=\"0.3\" subflame_wf_flame=\"" + hex(inner) + "\" " + more;
}

TEST(SubFlameTest, ItsPointsAreTurnedScaledAndMoved) {
  const ReadText text(
      flameOf(subFlame(kInner, "subflame_wf_scale=\"2\" subflame_wf_angle=\"90\" "
                               "subflame_wf_offset_x=\"0.5\" subflame_wf_colorscale_z=\"4\"")));
  const VariationUse &use = only(text);
  EXPECT_EQ(text.messages(), "");
  EXPECT_EQ(use.info->name, "subflame_wf");
  EXPECT_EQ(use.info->user->flame(), kInner);
  EXPECT_FALSE(use.info->setsColor);
  const auto [x, y, z] = at(use, 1, 0.25, 3);
  EXPECT_NEAR(x, 0, 1e-12);
  EXPECT_NEAR(y, 2, 1e-12);
  EXPECT_NEAR(z, 7, 1e-12);
}

TEST(SubFlameTest, ColorModeZeroTakesItsPlacesInThePalette) {
  const ReadText text(flameOf(subFlame(kInner, "subflame_wf_color_mode=\"0\"")));
  EXPECT_TRUE(only(text).info->setsColor);
}

/// A flame of JWildfire whose entry i is (i, 255 - i, 128).
std::string colorful() {
  std::string palette = "<palette count=\"256\" format=\"RGB\">";
  for (int i = 0; i < 256; ++i) {
    const char bytes[] = {static_cast<char>(i), static_cast<char>(255 - i), static_cast<char>(128)};
    palette += hex({bytes, 3});
  }
  return "<flame version=\"JWildfire V9.00\" size=\"64 48\"><xform weight=\"1\" linear=\"0.5\"/>" +
         palette + "</palette></flame>";
}

TEST(SubFlameTest, OtherColorModesTakeLevelsOfItsColours) {
  const double entry = 64; // of 254 c + 1/2, where c is 0.25
  const std::pair<const char *, double> cases[] = {
      {"1", entry},
      {"2", 255 - entry},
      {"3", 128},
      {"4", 0.299 * entry + 0.588 * (255 - entry) + 0.113 * 128}};
  for (const auto &[mode, level] : cases) {
    ReadText text(
        flameOf(subFlame(colorful(), std::string("subflame_wf_color_mode=\"") + mode + "\"")));
    const VariationUse &use = only(text);
    EXPECT_EQ(text.messages(), "");
    OracleArgs args;
    args.color = 0.25;
    args.params = use.params;
    EXPECT_NEAR(evaluateVariationColor(*use.info, args, {0, 0}), level / 255 * 200 / 256, 2e-6);
    const std::string written = writeFlamesFor("jwildfire", *text.genomes, text.engine());
    EXPECT_THAT(written, HasSubstr(std::string("color_mode=\"") + mode + "\""));
    ReadText again(written);
    ASSERT_TRUE(again.succeeded()) << again.messages() << written;
    EXPECT_EQ(only(again).info, use.info);
  }
}

TEST(SubFlameTest, ColorModeMinusTwoShowsItsColours) {
  ReadText text(flameOf(subFlame(colorful(), "subflame_wf_color_mode=\"-2\"")));
  const VariationUse &use = only(text);
  EXPECT_EQ(text.messages(), "");
  EXPECT_TRUE(use.info->directRgb);
  OracleArgs args;
  args.color = 0.25;
  args.params = use.params;
  const double draws[] = {0.5};
  args.draws = draws;
  auto level = [](double byte) { return std::floor(31 * byte / 255 / 1.28 + 0.5); };
  EXPECT_EQ(evaluateVariationColor(*use.info, args, {0, 0}),
            ((level(64) * 32 + level(191)) * 32 + level(128)) / 32768);
  const std::string written = writeFlamesFor("jwildfire", *text.genomes, text.engine());
  ReadText again(written);
  ASSERT_TRUE(again.succeeded()) << again.messages() << written;
  EXPECT_EQ(only(again).info, use.info);
}

TEST(SubFlameTest, OneThatIsWrongIsToldWhateverItsColorMode) {
  const ReadText text(
      flameOf(subFlame("<flame size=\"64 48\"><xform weight=\"1\" linar=\"1\"/></flame>",
                       "subflame_wf_color_mode=\"3\"")));
  EXPECT_THAT(text.messages(), HasSubstr("unknown variation 'linar'"));
  const ReadText mode(flameOf(subFlame(kInner, "subflame_wf_color_mode=\"5\"")));
  EXPECT_THAT(mode.messages(), HasSubstr("its 'color_mode' is none of -2 to 4"));
}

TEST(SubFlameTest, StandsBeforeAndBehindTheSumAndTwice) {
  const std::string second = flameOf("swirl=\"0.5\"");
  const ReadText text(flameOf(
      "pre_subflame_wf=\"1\" pre_subflame_wf_scale=\"3\" pre_subflame_wf_flame=\"" + hex(kInner) +
      "\" linear=\"1\" post_subflame_wf#1#=\"1\" "
      "post_subflame_wf#1#_scale=\"5\" post_subflame_wf#1#_flame=\"" +
      hex(second) + "\""));
  ASSERT_TRUE(text.succeeded()) << text.messages();
  const auto &uses = text.first().xforms.front().variations;
  ASSERT_EQ(uses.size(), 3u);
  EXPECT_EQ(uses[0].phase, VariationUse::Pre);
  EXPECT_EQ(uses[0].params[0], 3);
  EXPECT_FALSE(uses[0].info->generator); // it takes the place of the point
  EXPECT_EQ(uses[2].phase, VariationUse::Post);
  EXPECT_EQ(uses[2].repeat, 1u);
  EXPECT_EQ(uses[2].params[0], 5);
  EXPECT_EQ(uses[2].info->name, "subflame_wf_2");
}

TEST(SubFlameTest, WhatIsWrongWithinItIsToldWithItsLine) {
  const ReadText text(
      flameOf(subFlame("<flame size=\"64 48\">\n<xform weight=\"1\" linar=\"1\"/>\n</flame>")));
  EXPECT_FALSE(text.succeeded());
  EXPECT_THAT(text.messages(),
              HasSubstr("cannot use the flame within 'subflame_wf': unknown variation 'linar' "
                        "(line 2 of that flame)"));
  const ReadText none(flameOf(subFlame("nothing")));
  EXPECT_THAT(none.messages(), HasSubstr("cannot use the flame: it has no element 'flame'"));
  const ReadText digits(flameOf("subflame_wf=\"1\" subflame_wf_flame=\"<flame>\""));
  EXPECT_FALSE(digits.succeeded());
}

TEST(SubFlameTest, AFlameWithinAFlameHasNone) {
  const ReadText text(flameOf(subFlame(flameOf(subFlame(kInner)))));
  EXPECT_FALSE(text.succeeded());
  EXPECT_THAT(text.messages(), HasSubstr("a flame within another one cannot use flames itself"));
}

TEST(SubFlameTest, ThereAreSevenAtMost) {
  std::string attributes = "linear=\"1\"";
  for (int i = 1; i <= 8; ++i) {
    const std::string name = "subflame_wf#" + std::to_string(i) + "#";
    attributes += " " + name + "=\"1\" " + name + "_flame=\"" + hex(kInner) + "\"";
    const ReadText text(flameOf(attributes));
    EXPECT_EQ(text.succeeded(), i < 8) << text.messages();
  }
}

TEST(SubFlameTest, ItsFinalXformsBlendColours) {
  const std::string inner =
      "<flame version=\"JWildfire V9.00\" size=\"64 48\"><xform weight=\"1\" linear=\"1\"/>"
      "<finalxform symmetry=\"0\" linear=\"1\"/></flame>";
  ReaderOptions options;
  const ReadText alone(inner, options);
  EXPECT_EQ(alone.first().finalXform->colorSpeed, 0);
  options.isInner = true;
  const ReadText within(inner, options);
  EXPECT_EQ(within.first().finalXform->colorSpeed, 0.5);
}

TEST(SubFlameTest, ComesBack) {
  ReadText good(flameOf(subFlame(kInner, "subflame_wf_color_mode=\"0\" subflame_wf_angle=\"30\"")));
  ASSERT_TRUE(good.succeeded()) << good.messages();
  const std::string written = writeFlamesFor("jwildfire", *good.genomes, good.engine());
  EXPECT_THAT(written, HasSubstr("subflame_wf_flame=\"" + hex(kInner)));
  ReadText again(written);
  ASSERT_TRUE(again.succeeded()) << again.messages() << written;
  EXPECT_EQ(writeFlame(again.first()), writeFlame(good.first()));
  ReadText rewritten(writeFlame(good.first()));
  ASSERT_TRUE(rewritten.succeeded()) << rewritten.messages();
  EXPECT_EQ(only(rewritten).info, only(good).info);
}

//===-- fractals of a formula -----------------------------------------------------------------===//

using Complex = std::complex<double>;

std::string fractal(const std::string &kind, const std::string &formula,
                    const std::string &more = "") {
  const std::string name = "fract_formula_" + kind + "_wf";
  std::string attributes = name + "=\"0.5\" " + name + "_formula=\"" + hex(formula) + "\" ";
  for (llvm::StringRef rest = more; !rest.empty();) {
    const auto [word, others] = rest.split(' ');
    attributes += name + "_" + word.str() + " ";
    rest = others;
  }
  return attributes;
}

/// 2 and the number of steps before the orbit of `start` leaves the circle of radius 2, as
/// JWildfire counts them.
int countOf(Complex start, int most, llvm::function_ref<Complex(Complex, Complex)> step) {
  int count = 2;
  for (Complex z = start; count <= most && std::norm(z) < 4; z = step(z, start))
    ++count;
  return count;
}

/// Draws many points of `use`, whose offsets are 0: each that is shown lies where an orbit has as
/// many steps as its colour says, more than 4 and no more than `most` - 6; where no try has, it is
/// hidden.
void expectOrbits(const VariationUse &use, int most,
                  llvm::function_ref<Complex(Complex, Complex)> step) {
  constexpr int kPoints = 400;
  int hidden = 0, wrong = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double draws[4] = {std::fmod(i * 0.6180339887, 1), std::fmod(i * 0.7548776662, 1), 0.5,
                             0.5};
    OracleArgs args;
    args.weight = use.weight;
    args.params = use.params;
    args.draws = draws;
    const auto [x, y] = evaluateVariation(*use.info, args);
    if (evaluateVariationShare(*use.info, args) == 0) {
      ++hidden;
      continue;
    }
    const int count = countOf(Complex(x, y) / (3.8 * use.weight), most, step);
    wrong +=
        count <= 4 || count >= most - 5 ||
        std::abs(evaluateVariationColor(*use.info, args, {x, y}) - double(count) / most) > 1e-9;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(hidden, 0);
  EXPECT_LT(hidden, kPoints);
}

TEST(FormulaFractalTest, NumbersNextToASetOfTheFormula) {
  const ReadText mand(flameOf(fractal("mand", "((z^n)+c)", "clip_iter_min=\"4\"")));
  EXPECT_EQ(mand.messages(), "");
  expectOrbits(only(mand), 30, [](Complex z, Complex c) { return z * z + c; });
  const ReadText julia(flameOf(fractal(
      "julia", "((z^n)+c)", "clip_iter_min=\"4\" max_iter=\"20\" power=\"5\" xseed=\"0.5\"")));
  expectOrbits(only(julia), 20,
               [](Complex z, Complex) { return z * z * z * z * z + Complex(0.5, 0.7); });
}

TEST(FormulaFractalTest, FormulasOfEverythingThereIs) {
  const std::pair<const char *, Complex (*)(Complex, Complex)> cases[] = {
      {"(((z^3)-(0.2*z))+c)", [](Complex z, Complex c) { return z * z * z - 0.2 * z + c; }},
      {"(((z*z)+c)-((z/(3+c))/2))",
       [](Complex z, Complex c) { return z * z + c - z / (3.0 + c) / 2.0; }},
      {"((z^2.5)+(i*c))",
       [](Complex z, Complex c) { return std::pow(z, 2.5) + Complex(0, 1) * c; }},
      {"(((x*x)-(y*y))+(a-b))",
       [](Complex z, Complex c) {
         return Complex(z.real() * z.real() + z.imag() * z.imag() + c.real(), -c.imag());
       }},
      {"((z\xc2\xb2) + c)", nullptr},
      {"(z^2 + c)", [](Complex z, Complex c) { return std::pow(z + 2.0, c.real()); }},
      {"((z^1)+c)", [](Complex z, Complex c) { return z * z * z * z + c; }}};
  for (const auto &[formula, step] : cases) {
    SCOPED_TRACE(formula);
    const ReadText text(flameOf(fractal("mand", formula, "clip_iter_min=\"4\"")));
    if (!step) {
      EXPECT_THAT(text.messages(), HasSubstr("parentheses without an operator"));
      continue;
    }
    ASSERT_TRUE(text.succeeded()) << text.messages();
    expectOrbits(only(text), 30, step);
  }
}

TEST(FormulaFractalTest, HeightAndOffsets) {
  const ReadText text(flameOf(fractal(
      "mand", "((z^n)+c)",
      "clip_iter_min=\"0\" clip_iter_max=\"0\" direct_color=\"0\" scale=\"2\" offsetx=\"0.5\" "
      "offsety=\"-0.25\" offsetz=\"3\" scalez=\"4\" xmin=\"0.5\" xmax=\"0.5\" ymin=\"0\" "
      "ymax=\"0\"")));
  const VariationUse &use = only(text);
  const int count = countOf(0.5, 30, [](Complex z, Complex c) { return z * z + c; });
  const auto [x, y, z] = at(use, 1, 1);
  EXPECT_NEAR(x, 1, 1e-12);
  EXPECT_NEAR(y, -0.25, 1e-12);
  EXPECT_NEAR(z, 0.4 * count / 30 + 3, 1e-12);
}

TEST(FormulaFractalTest, WhatIsNoFormulaIsTold) {
  const std::pair<const char *, const char *> cases[] = {
      {"z^n+c", "expected '(' at its beginning"},
      {"((z^n)+c", "expected ')' at its end"},
      {"((z^n)+c)+1", "expected its end behind the first pair of parentheses"},
      {"((z^n)+q)", "'q' is no number, and none of z, c, n, i, x, y, a and b"},
      {"((z)+c)", "parentheses without an operator"},
      {"((-z)+c)", "'-' lacks a value"},
      {"((z^n)+1.2.3)", "'1.2.3' is no number"}};
  for (const auto &[formula, message] : cases) {
    const ReadText text(flameOf(fractal("julia", formula)));
    EXPECT_FALSE(text.succeeded()) << formula;
    EXPECT_THAT(text.messages(), HasSubstr("cannot use the formula: ")) << formula;
    EXPECT_THAT(text.messages(), HasSubstr(message)) << formula;
  }
  const ReadText deep(flameOf(fractal("julia", std::string(5000, '('))));
  EXPECT_THAT(deep.messages(), HasSubstr("nested too deeply"));
  const ReadText walk(flameOf(fractal("julia", "((z^n)+c)", "buddhabrot_mode=\"1\"")));
  EXPECT_THAT(walk.messages(), HasSubstr("'buddhabrot_mode' shows the points of orbits"));
  const ReadText none(flameOf(fractal("julia", "((z^n)+c)", "max_iter=\"0\"")));
  EXPECT_THAT(none.messages(), HasSubstr("must be from 1 to 4096"));
  const ReadText many(flameOf(fractal("julia", "((z^n)+c)", "max_iter=\"900\"")));
  EXPECT_THAT(many.messages(), HasSubstr("the variation takes too many steps"));
}

TEST(FormulaFractalTest, ComesBack) {
  ReadText good(flameOf(fractal("julia", "((z^n)+c)",
                                "max_iter=\"12\" power=\"4\" max_clip_iter=\"2\" xseed=\"0.25\"")));
  ASSERT_TRUE(good.succeeded()) << good.messages();
  const std::string written = writeFlamesFor("jwildfire", *good.genomes, good.engine());
  EXPECT_THAT(written, HasSubstr("fract_formula_julia_wf_max_iter=\"12\""));
  ReadText again(written);
  ASSERT_TRUE(again.succeeded()) << again.messages() << written;
  EXPECT_EQ(writeFlame(again.first()), writeFlame(good.first()));
}

//===-- programs ------------------------------------------------------------------------------===//

std::string program(const std::string &body, const std::string &more = "") {
  return "custom_wf=\"0.5\" custom_wf_a=\"3\" custom_wf_code=\"" +
         hex("import static org.jwildfire.base.mathlib.MathLib.*;\npublic void "
             "init(FlameTransformationContext pContext, "
             "XForm pXForm) {\n}\npublic void transform(FlameTransformationContext pContext, XForm "
             "pXForm, XYZPoint "
             "pAffineTP, XYZPoint pVarTP, double pAmount) {\n" +
             body + "\n}\n") +
         "\" " + more;
}

void expectPoint(const std::string &body, std::array<double, 3> expected) {
  const ReadText text(flameOf(program(body)));
  ASSERT_TRUE(text.succeeded()) << text.messages();
  const std::array<double, 3> found = at(only(text), 0.75, -0.5, 2);
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-12) << body << " " << i;
}

TEST(CustomFormulaTest, ArithmeticBecomesADefinition) {
  expectPoint(
      "double r = pAmount / (pAffineTP.x * pAffineTP.x + 1.0);\n"
      "pVarTP.x += r * pAffineTP.x; // a comment\npVarTP.y -= r * 2; pVarTP.z += a * pAffineTP.z;",
      {0.5 / 1.5625 * 0.75, -1 / 1.5625, 6});
}

TEST(CustomFormulaTest, BothSidesOfAnIfAreTaken) {
  const std::string body =
      "double s = 1;\nif (pAffineTP.x > 0 && pAffineTP.y < 0) { s = 2; if (pAffineTP.x > 1) s = 7; "
      "else s += 0.5; } else s = 9;\npVarTP.x += s; pVarTP.y += pAffineTP.y < 0 ? 1 : 2;";
  expectPoint(body, {2.5, 1, 0});
}

TEST(CustomFormulaTest, WholeNumbersAreCutOffAsInJava) {
  expectPoint("int n = 7; int k = n / 2; pVarTP.x += k + 7 / 2.0; n += 1.75; pVarTP.y += n % 5 + "
              "(int) 2.75;",
              {6.5, 5, 0});
}

TEST(CustomFormulaTest, LoopsOfConstantLength) {
  expectPoint("double s = 0; for (int i = 1; i <= 4; i++) { if (i % 2 == 0) s += i * pAmount; } "
              "pVarTP.x += s;"
              "for (int k = 9; k > 5; k -= 2) pVarTP.y += k;",
              {3, 16, 0});
}

TEST(CustomFormulaTest, FunctionsAndWordsOfMathLib) {
  expectPoint(
      "pVarTP.x += Math.pow(sqr(2), 0.5) + fabs(-M_PI_2) + hypot(3, 4);"
      "pVarTP.y += pAffineTP.getPrecalcSqrt(pContext) + pContext.random() + pContext.random(5);",
      {2 + std::acos(0.0) + 5, std::hypot(0.75, 0.5) + 0.125 + 1, 0});
}

TEST(CustomFormulaTest, ASumThatIsSetIsDiscarded) {
  const ReadText text(flameOf(program("pVarTP.x = 1; pVarTP.y = pVarTP.x + 2;")));
  EXPECT_TRUE(only(text).info->replaces);
  EXPECT_EQ(at(only(text), 0, 0), (std::array<double, 3>{1, 3, 0}));
  const ReadText half(flameOf(program("pVarTP.x = 1; pVarTP.y += 2;")));
  EXPECT_THAT(half.messages(),
              HasSubstr("x and y of the sum must both be set, or both be added to"));
}

TEST(CustomFormulaTest, ColoursAndHiddenPoints) {
  const ReadText text(flameOf(program("pVarTP.color = 0.75; pVarTP.doHide = pAffineTP.x < 0;")));
  EXPECT_TRUE(only(text).info->setsColor);
  EXPECT_TRUE(only(text).info->hides);
}

TEST(CustomFormulaTest, BeforeTheSumThePointItselfIsChanged) {
  std::string attributes = program("pAffineTP.x = 4; pAffineTP.y *= 2;");
  for (size_t at = 0; (at = attributes.find("custom_wf", at)) != std::string::npos; at += 13)
    attributes.insert(at, "pre_");
  const ReadText text(flameOf("linear=\"1\" " + attributes));
  ASSERT_TRUE(text.succeeded()) << text.messages();
  const VariationUse &use = text.first().xforms.front().variations[1];
  EXPECT_EQ(use.phase, VariationUse::Pre);
  EXPECT_FALSE(use.info->generator);
  EXPECT_EQ(at(use, 0.5, 0.25, 2), (std::array<double, 3>{4, 0.5, 2}));
}

TEST(CustomFormulaTest, TheFlamesPreserveZIsKnown) {
  const std::string body =
      "pVarTP.x += 1; if (pContext.isPreserveZCoordinate()) pVarTP.z += pAmount * pAffineTP.z;";
  const ReadText flat(flameOf(program(body)));
  EXPECT_EQ(at(only(flat), 0, 0, 2)[2], 0);
  const ReadText deep(flameOf(program(body), "preserve_z=\"1\""));
  EXPECT_EQ(at(only(deep), 0, 0, 2)[2], 1);
}

TEST(CustomFormulaTest, WhatDoesNotTranslateIsToldByItsStatement) {
  const std::pair<const char *, const char *> cases[] = {
      {"double r = 1;\nwhile (r < 9) r *= 2;",
       "in 'while (r < 9) r *= 2;' (line 6): 'while' cannot be translated"},
      {"double q = foo(2);", "the function 'foo' cannot be translated"},
      {"for (int i = 0; i < a; i++) pVarTP.x += 1;", "a loop needs whole numbers as its bounds"},
      {"for (int i = 0; i < 1000; i++) pVarTP.x += 1;", "a loop may have 256 turns"},
      {"for (int i = 0; i < 8; i++) pVarTP.x += pContext.random();",
       "cannot be drawn within a loop"},
      {"pVarTP.x += pVarTP.y;", "what other variations have added to a sum cannot be read"},
      {"pAffineTP.x = 2;", "'pAffineTP' cannot be changed in this place"},
      {"double[] t = new double[3];", "expected a name before '['"},
      {"pVarTP.redColor = 2;", "'redColor' of a point cannot be set"},
      {"String s = \"x\";", "it has a text"},
      {"if (1) pVarTP.x += 2;", "a number is no condition"},
      {"System.exit(1);", "'System' is nothing that can be set"},
      {"return;", "'return' cannot be translated"},
      {"if (pAffineTP.x > 0) pVarTP.x = 2;", "a sum cannot be set under a condition"}};
  for (const auto &[body, message] : cases) {
    const ReadText text(flameOf(program(body)));
    EXPECT_FALSE(text.succeeded()) << body;
    EXPECT_THAT(text.messages(), HasSubstr(message)) << body;
  }
  const ReadText deep(flameOf(program("pVarTP.x += " + std::string(5000, '(') + "1")));
  EXPECT_THAT(deep.messages(), HasSubstr("it is nested too deeply"));
  const ReadText blocks(flameOf(program(std::string(5000, '{'))));
  EXPECT_THAT(blocks.messages(), HasSubstr("it is nested too deeply"));
  const ReadText signs(flameOf(program("pVarTP.x += " + std::string(20000, '-') + "1;")));
  EXPECT_FALSE(signs.succeeded());
}

TEST(CustomFormulaTest, WhatTheFlameDefinesUnderItsNameCounts) {
  const ReadText text(
      "<flame version=\"JWildfire V9.00\" size=\"64 48\"><variations>variation custom_wf\n"
      "param a = 0\nx' = a; y' = x</variations><xform weight=\"1\" " +
      program("while (true) { }") + "/><color index=\"0\" rgb=\"255 0 0\"/></flame>");
  const VariationUse &use = only(text);
  EXPECT_EQ(use.info->name, "custom_wf");
  EXPECT_EQ(at(use, 2, 0), (std::array<double, 3>{3, 2, 0}));
}

TEST(CustomFormulaTest, ComesBack) {
  ReadText good(flameOf(program("pVarTP.x += sin(a); pVarTP.y += pAmount;")));
  ASSERT_TRUE(good.succeeded()) << good.messages();
  const std::string written = writeFlamesFor("jwildfire", *good.genomes, good.engine());
  ReadText again(written);
  ASSERT_TRUE(again.succeeded()) << again.messages() << written;
  EXPECT_EQ(writeFlame(again.first()), writeFlame(good.first()));
}

} // namespace

} // namespace flame::test
