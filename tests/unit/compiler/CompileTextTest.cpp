// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts to artefacts in one call: what comes out can be rendered, what is wrong is said with its
// place, and threads do not mind each other.

#include "compiler/driver/CompileText.h"

#include "artefact/ArtefactReader.h"

#include <gmock/gmock.h>

#include <thread>

namespace flame {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr char kFlame[] = R"(<flame name="small" size="32 24" scale="10">
  <xform weight="1" color="0" linear="0.5" coefs=".5 0 0 .5 .1 .2"/>
  <xform weight="1" color="1" spherical="0.5" coefs=".5 0 0 .5 -.3 .2"/>
  <palette count="256" format="RGB">)";

/// A flame with grey palette, of attributes `more` in its last xform.
std::string flameWith(const std::string &more = "", const std::string &name = "small") {
  std::string text = kFlame;
  text.replace(text.find("small"), 5, name);
  for (int i = 0; i < 256; ++i)
    text += "808080";
  text += "</palette>\n  <xform weight=\"1\" color=\"1\" coefs=\"1 0 0 1 0 0\" " + more +
          " linear=\"1\"/>\n</flame>\n";
  return text;
}

rt::Artefact parsed(const std::string &bytes) {
  const auto *start = reinterpret_cast<const std::byte *>(bytes.data());
  auto artefact = rt::Artefact::parse({start, start + bytes.size()}, "made");
  EXPECT_TRUE(artefact) << artefact.error().text();
  return *std::move(artefact);
}

TEST(CompileTextTest, MakesAnArtefactThatHoldsTheText) {
  const std::string text = flameWith();
  const auto made = compileText(text, {});
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_EQ(made->messages, "");
  const rt::Artefact artefact = parsed(made->bytes);
  EXPECT_EQ(artefact.manifest().name, "small");
  EXPECT_EQ(artefact.manifest().frame.width, 32u);
  EXPECT_EQ(artefact.genome(), text);
}

TEST(CompileTextTest, MakesTheSameOfAnArtefact) {
  const auto made = compileText(flameWith(), {});
  ASSERT_TRUE(made);
  const auto again = compileText(made->bytes, {});
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->bytes, made->bytes);
}

TEST(CompileTextTest, SaysWhereTheTextIsWrong) {
  CompileTextOptions options;
  options.name = "ember";
  const auto made = compileText(flameWith("jullian=\"1\""), options);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind(), rt::ErrorKind::Input);
  EXPECT_THAT(made.error().text(), StartsWith("ember:5:"));
  EXPECT_THAT(made.error().text(), HasSubstr("unknown variation 'jullian'"));
  EXPECT_THAT(made.error().text(), HasSubstr("did you mean 'julian'?"));
}

TEST(CompileTextTest, TakesVariationsThatTheFlameDefines) {
  auto text = [](const std::string &formula) {
    std::string flame = flameWith("text_own=\"1\"");
    flame.insert(flame.find("</flame>"),
                 "<variations>\nvariation text_own\nx' = " + formula + "\ny' = y\n</variations>\n");
    return flame;
  };
  const auto made = compileText(text("x * 0.5"), {});
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_THAT(parsed(made->bytes).animation(), HasSubstr("variation text_own\\nx' = x * 0.5"));
  const auto again = compileText(made->bytes, {});
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->bytes, made->bytes);
  const auto wrong = compileText(text("x *"), {});
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().text(), HasSubstr("error: expected a value, found 'y''"));
}

TEST(CompileTextTest, HandsOverWarnings) {
  CompileTextOptions options;
  options.input.genomes.lenient = true;
  const auto made = compileText(flameWith("jullian=\"1\""), options);
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_THAT(made->messages, HasSubstr("flame:5:"));
  EXPECT_THAT(made->messages, HasSubstr("warning"));
}

TEST(CompileTextTest, TakesTheFlameThatIsNamed) {
  const std::string two = "<flames>" + flameWith("", "one") + flameWith("", "two") + "</flames>";
  CompileTextOptions options;
  options.input.genomes.flame = "two";
  const auto made = compileText(two, options);
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_EQ(parsed(made->bytes).manifest().name, "two");
}

TEST(CompileTextTest, GivesPtxWhereThereIsNoSuchTarget) {
  CompileTextOptions options;
  options.target = "sm_1";
  const auto made = compileText(flameWith(), options);
  ASSERT_TRUE(made) << made.error().text();
  EXPECT_TRUE(parsed(made->bytes).manifest().targets.empty());
}

TEST(CompileTextTest, WorksInSeveralThreadsAtOnce) {
  const auto alone = compileText(flameWith(), {});
  ASSERT_TRUE(alone);
  std::vector<std::string> bytes(3);
  {
    std::vector<std::jthread> threads;
    for (std::string &copy : bytes)
      threads.emplace_back([&copy] {
        if (auto made = compileText(flameWith(), {}))
          copy = made->bytes;
      });
  }
  for (const std::string &copy : bytes)
    EXPECT_EQ(copy, alone->bytes);
}

} // namespace
} // namespace flame
