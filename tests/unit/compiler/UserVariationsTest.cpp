// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variations that flames define: where they may stand, what is wrong with them and where, and that
// they go wherever the flame goes.

#include "compiler/genome/UserVariations.h"

#include "compiler/animation/AnimateGenomes.h"
#include "compiler/animation/AnimationJson.h"
#include "compiler/genome/FlameWriter.h"
#include "tests/unit/compiler/ReadText.h"
#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gmock/gmock.h>

#include <fstream>

namespace flame {
namespace {

using test::flameWith;
using test::ReadText;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

const std::string kHalf = "variation own_half\nparam by = 2 in [1, 9]\nx' = weight * x / by\n"
                          "y' = weight * y / by",
                  kTurn = "variation own_turn\nx' = weight * y\ny' = -weight * x";

std::string element(const std::string &text) {
  return "<variations><![CDATA[\n" + text + "\n]]></variations>\n";
}

/// Files of definitions, for the time of a test.
class Files {
public:
  std::string add(const std::string &name, const std::string &text) {
    const std::string path = directory / name.c_str();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

private:
  rt::TemporaryDirectory directory;
};

} // namespace

TEST(UserVariationsTest, AreUsedAsThoseOfTheTable) {
  const ReadText read(flameWith("pre_own_half=\"0.3\" pre_own_half_by=\"3\" own_turn=\"0.5\" "
                                "post_Own_Half=\"1\" OWN_HALF_BY=\"4\" own_half#1#=\"0.2\"",
                                element(kHalf) + element(kTurn)));
  ASSERT_TRUE(read.succeeded()) << read.messages();
  const std::vector<VariationUse> &uses = read.first().xforms.front().variations;
  ASSERT_THAT(uses, SizeIs(5));
  EXPECT_EQ(uses[0].info->name, "own_half");
  EXPECT_EQ(uses[0].phase, VariationUse::Pre);
  EXPECT_EQ(uses[0].params.front(), 3);
  EXPECT_THAT(definitionsOf(read.first()), SizeIs(2));
}

TEST(UserVariationsTest, ComeFromFilesAndFromTheFlame) {
  Files files;
  ReaderOptions options;
  options.variationFiles = {files.add("a.var", "\xef\xbb\xbf" + kHalf), files.add("b.var", kTurn)};
  const std::string third = "variation own_third\nx' = x\ny' = y";
  const ReadText read(
      flameWith("own_half=\"1\" own_turn=\"1\" own_third=\"1\"", element(kTurn) + element(third)),
      options);
  ASSERT_TRUE(read.succeeded()) << read.messages();
  EXPECT_THAT(definitionsOf(read.first()), SizeIs(3)) << "an equal definition is the same one";
  const ReadText without(flameWith("own_half=\"1\""));
  EXPECT_THAT(without.messages(), HasSubstr("unknown variation 'own_half'"));
}

TEST(UserVariationsTest, MessagesPointToTheText) {
  const std::string xform = "<flame size=\"64 48\">\n<xform weight=\"1\" linear=\"1\"/>\n";
  const std::pair<std::string, std::string> rows[] = {
      {xform + "<variations><![CDATA[\nvariation own_a\nx' = sine(x)\n]]></variations></flame>",
       "test.flame:5:6: error: there is no function 'sine'"},
      {xform + "<variations>\nvariation own_a\nx' = sine(x)\n</variations></flame>",
       "test.flame:5:6: error: there is no function 'sine'"},
      {xform +
           "<variations>\nvariation own_a\nlet a = 1 &lt; 2\nx' = sine(x)\n</variations></flame>",
       "test.flame:3:2: error: there is no function 'sine' (line 4 of the text)"},
      {xform + "<variations></variations></flame>",
       "test.flame:3:2: error: expected a definition of a variation, found none"},
      {xform + "<variations/></flame>",
       "test.flame:3:2: error: expected a definition of a variation, found none"},
      {xform + element(kHalf) + element("variation own_half\nx' = x\ny' = y") + "</flame>",
       "test.flame:10:11: error: there is another variation 'own_half'"},
      {xform + element(kHalf + "\nvariation own_half_by\nx' = x\ny' = y") + "</flame>",
       "test.flame:8:11: error: there is another variation 'own_half_by'"},
      {xform + element("variation own_half_by\nx' = x\ny' = y\n" + kHalf) + "</flame>",
       "test.flame:7:11: error: 'own_half_by', of variation 'own_half', exists already"},
  };
  for (const auto &[text, message] : rows) {
    const ReadText read(text);
    EXPECT_FALSE(read.succeeded()) << text;
    EXPECT_THAT(read.messages(), HasSubstr(message)) << text;
  }
  const ReadText sine(rows[0].first);
  EXPECT_THAT(sine.messages(), HasSubstr("note: did you mean 'sin'?"));
}

TEST(UserVariationsTest, AFlameMayHaveSomeOfThem) {
  auto some = [](int first, int count) {
    std::string text;
    for (int i = first; i < first + count; ++i)
      text += "variation own_n" + std::to_string(i) + "; x' = x; y' = y\n";
    return element(text);
  };
  EXPECT_TRUE(ReadText(flameWith("linear=\"1\"", some(0, 200) + some(100, 56))).succeeded());
  const ReadText many(flameWith("linear=\"1\"", some(0, 200) + some(200, 57)));
  EXPECT_THAT(many.messages(), HasSubstr("error: a flame may have 256 user-defined variations"));
}

TEST(UserVariationsTest, ClampsAndSuggests) {
  const ReadText read(flameWith("own_half=\"1\" own_half_by=\"99\"", element(kHalf)));
  EXPECT_THAT(read.messages(), HasSubstr("'own_half_by' is clamped to its maximum 9"));
  const ReadText close(flameWith("own_hlaf=\"1\"", element(kHalf)));
  EXPECT_THAT(close.messages(), HasSubstr("did you mean 'own_half'?"));
}

TEST(UserVariationsTest, HavePrioritiesInDialects) {
  const std::string flame =
      "<flame version=\"JWildfire 9.00\" size=\"64 48\"><xform weight=\"1\" linear3D=\"1\" "
      "own_turn=\"1\" own_turn_fx_priority=\"-1\" coefs=\"1 0 0 1 0 0\"/>" +
      element(kTurn) + "</flame>";
  const ReadText read(flame);
  ASSERT_TRUE(read.succeeded()) << read.messages();
  const std::vector<VariationUse> &uses = read.first().xforms.front().variations;
  EXPECT_TRUE(llvm::any_of(uses, [](const VariationUse &use) {
    return use.info->name == "own_turn" && use.phase == VariationUse::Pre && use.adds;
  }));
}

TEST(UserVariationsTest, SurviveXml) {
  const std::string odd = "variation own_odd \"a < b && c ]]> d\" # ü\nparam p = 1\n\n"
                          "let a = x < 1 && y > 2 ? 1 : 2\nx' = a * p\ny' = y";
  const std::string text =
      "<flame size=\"64 48\"><xform weight=\"1\" own_odd=\"1\" linear=\"0.5\">"
      "<motion motion_frequency=\"1\" own_odd_p=\"2\"/></xform>"
      "<xform weight=\"1\" linear=\"1\"><motion motion_frequency=\"1\" own_half=\"2\"/></xform>"
      "<finalxform post_own_turn=\"1\" color=\"0\"/>" +
      element(kTurn + "\n" + kHalf) + "<variations>" + escapedAttribute(odd) +
      "</variations></flame>";
  const ReadText read(text);
  ASSERT_TRUE(read.succeeded()) << read.messages();
  ASSERT_THAT(definitionsOf(read.first()), SizeIs(3));
  const std::string written = writeFlame(read.first());
  const ReadText again(written);
  ASSERT_TRUE(again.succeeded()) << again.messages() << written;
  EXPECT_EQ(writeFlame(again.first()), written);
  EXPECT_EQ(definitionsOf(again.first()), definitionsOf(read.first()));
  EXPECT_EQ(makeStill(again.first()), makeStill(read.first()));
}

TEST(UserVariationsTest, WhatIsNotUsedIsNotWritten) {
  const ReadText read(flameWith("linear=\"1\"", element(kHalf)));
  ASSERT_TRUE(read.succeeded()) << read.messages();
  EXPECT_THAT(writeFlame(read.first()), Not(HasSubstr("variations")));
}

TEST(UserVariationsTest, SurviveAnimations) {
  const ReadText read(
      flameWith("pre_own_half=\"1\" own_turn=\"1\"", element(kHalf + "\n" + kTurn)));
  ASSERT_TRUE(read.succeeded()) << read.messages();
  const Animation still = makeStill(read.first());
  const std::string text = writeAnimationJson(still);
  llvm::SourceMgr sources;
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  Diagnostics diags(sources, stream);
  const std::optional<Animation> again = readAnimationJson(text, "a.json", diags);
  ASSERT_TRUE(again) << messages;
  EXPECT_EQ(*again, still);
  EXPECT_EQ(writeAnimationJson(*again), text);

  auto complain = [&](const std::string &from, const std::string &to) {
    std::string changed = text;
    const size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << text;
    changed.replace(at, from.size(), to);
    messages.clear();
    EXPECT_FALSE(readAnimationJson(changed, "a.json", diags)) << changed;
    return messages;
  };
  EXPECT_THAT(complain("weight * x / by", "wieght * x / by"),
              HasSubstr("error: nothing is called 'wieght' (line 3 of the text)"));
  EXPECT_THAT(complain("variation own_half", "variation julian"),
              HasSubstr("error: 'julian' exists already (line 1 of the text)"));
  EXPECT_THAT(complain("variation own_turn", "variation own_half"),
              HasSubstr("error: there is another variation 'own_half'"));
  EXPECT_THAT(complain("\"name\": \"own_half\"", "\"name\": \"own_hlaf\""),
              HasSubstr("did you mean 'own_half'?"));
  EXPECT_THAT(complain("\"definitions\": [", "\"definitions\": [3, "), HasSubstr("error"));
}

TEST(UserVariationsTest, TwoOfOneNameMakeNoAnimation) {
  const std::string other = "variation own_turn\nx' = weight * x\ny' = weight * y";
  const ReadText one(flameWith("own_turn=\"1\"", element(kTurn))),
      same(flameWith("own_turn=\"0.5\"", element(kTurn))),
      two(flameWith("own_turn=\"1\"", element(other)));
  ASSERT_TRUE(one.succeeded() && same.succeeded() && two.succeeded());
  EXPECT_EQ(findClash(definitionsOf(animateEdge(one.first(), same.first()))), "");
  EXPECT_EQ(findClash(definitionsOf(animateEdge(one.first(), two.first()))),
            "the flames define 'own_turn' in two ways");
  const ReadText param(
      flameWith("own=\"1\"", element("variation own\nparam turn = 1\nx' = x * turn\ny' = y")));
  ASSERT_TRUE(param.succeeded()) << param.messages();
  EXPECT_EQ(findClash(one.first(), same.first()), "");
  EXPECT_EQ(findClash(one.first(), param.first()), "the flames define 'own_turn' in two ways");
}

TEST(UserVariationsTest, AnAnimationMayHaveSomeOfThem) {
  std::vector<const UserVariation *> all;
  for (const char *name : {"own_p", "own_q"}) {
    std::string text;
    for (int i = 0; i < 129; ++i)
      text += std::string("variation ") + name + std::to_string(i) + "; x' = x; y' = y\n";
    DefinitionError error;
    llvm::append_range(all, *readUserVariations(text, error));
  }
  EXPECT_EQ(findClash(llvm::ArrayRef(all).drop_back(2)), "");
  EXPECT_EQ(findClash(all), "the flames define more than 256 variations");
}

TEST(UserVariationsTest, ATextWithDefinitionsNeedsNoFiles) {
  Files files;
  ReaderOptions options;
  options.variationFiles = {files.add("a.var", kHalf + "\n" + kTurn)};
  const std::string text = "<flames>" + flameWith("own_half=\"1\" own_turn=\"1\"") +
                           flameWith("own_turn=\"1\"", element(kTurn)) + "<flame/></flames>";
  options.index = 0;
  const ReadText read(text, options);
  ASSERT_TRUE(read.succeeded()) << read.messages();
  const std::string whole = withDefinitions(text, definitionsOf(read.first()));
  ReaderOptions alone;
  for (size_t index : {0, 1}) {
    alone.index = index;
    const ReadText again(whole, alone);
    EXPECT_TRUE(again.succeeded()) << again.messages() << whole;
  }
  size_t count = 0;
  for (size_t at = 0; (at = whole.find("variation own_turn", at)) != std::string::npos; ++at)
    ++count;
  EXPECT_EQ(count, 2u) << "what the flame defines itself is not added: " << whole;
  EXPECT_THAT(whole, HasSubstr("<flame/>")) << "what has no content gets none";
}

TEST(UserVariationsTest, FilesThatAreNoneAreReported) {
  Files files;
  ReaderOptions options;
  options.variationFiles = {files.add("a.var", kHalf + "\nz = 3")};
  const ReadText wrong(flameWith("linear=\"1\""), options);
  EXPECT_FALSE(wrong.succeeded());
  EXPECT_THAT(wrong.messages(), HasSubstr("a.var:5:1: error: 'z' is not declared"));
  options.variationFiles = {"/no/such/file.var"};
  const ReadText missing(flameWith("linear=\"1\""), options);
  EXPECT_FALSE(missing.succeeded());
  EXPECT_THAT(missing.messages(), HasSubstr("/no/such/file.var"));
}

} // namespace flame
