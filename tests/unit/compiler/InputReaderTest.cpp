// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That each kind of file finds its reader, and what options make of it.

#include "compiler/driver/InputReader.h"
#include "compiler/animation/AnimationJson.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

using testing::HasSubstr;

namespace flame {

namespace {
/// Reads texts as if they were files called "0", "1" and so on.
class ReadInput {
public:
  explicit ReadInput(std::initializer_list<std::string> texts, const InputOptions &options = {})
      : stream(messages), diags(sources, stream) {
    llvm::SmallVector<unsigned, 2> buffers;
    for (const std::string &text : texts)
      buffers.push_back(sources.AddNewSourceBuffer(
          llvm::MemoryBuffer::getMemBufferCopy(text, std::to_string(buffers.size())),
          llvm::SMLoc()));
    input = readInput(buffers, options, diags);
  }

  const Animation &animation() const { return input.value().animation; }

  std::optional<Input> input;
  std::string messages;

private:
  llvm::SourceMgr sources;
  llvm::raw_string_ostream stream;
  Diagnostics diags;
};
} // namespace

static std::string flameText(const std::string &attributes) {
  return "<flame size=\"64 48\" " + attributes +
         "><xform weight=\"1\" color=\"0\" linear=\"1\"/><color index=\"0\" rgb=\"9 9 "
         "9\"/></flame>\n";
}

/// A flame of two xforms of that colour.
static std::string flameOfTwo(const std::string &color) {
  const std::string xform = "<xform weight=\"1\" color=\"" + color + "\" linear=\"1\"/>";
  return "<flame size=\"64 48\">" + xform + xform + "<color index=\"0\" rgb=\"9 9 9\"/></flame>\n";
}

TEST(InputReaderTest, KnowsFilesByTheirContent) {
  EXPECT_EQ(classifyInput("<flame/>"), InputKind::Xml);
  EXPECT_EQ(classifyInput("\xef\xbb\xbf <?xml?>"), InputKind::Xml);
  EXPECT_EQ(classifyInput(""), InputKind::Xml);
  EXPECT_EQ(classifyInput("{\"type\": \"node\"}"), InputKind::CuburnDocument);
  EXPECT_EQ(classifyInput("\n {\"format\": \"flame-animation\"}"), InputKind::AnimationJson);
  EXPECT_EQ(classifyInput("\x7f"
                          "ELF..."),
            InputKind::Artefact);
}

TEST(InputReaderTest, TakesAnAnimationAsItIs) {
  const Animation still = ReadInput({flameText("name=\"one\" rotate=\"20\"")}).animation();
  const ReadInput again({writeAnimationJson(still)});
  ASSERT_TRUE(again.input) << again.messages;
  EXPECT_TRUE(again.animation() == still);
}

TEST(InputReaderTest, ReadsBackTheAnimationsThatItMakes) {
  const std::string two = flameText("time=\"0\" rotate=\"20\" palette_interpolation=\"sweep\"") +
                          flameText("time=\"3\" rotate=\"50\" brightness=\"9\"");
  InputOptions options;
  options.sequence = true;
  for (const InputOptions &each : {InputOptions(), options}) {
    const ReadInput made({two}, each);
    ASSERT_TRUE(made.input) << made.messages;
    const ReadInput again({writeAnimationJson(made.animation())});
    ASSERT_TRUE(again.input) << again.messages;
    EXPECT_TRUE(again.animation() == made.animation());
  }
}

/// Whatever comes in at the edge of what is accepted: what is made of it is refused here, or can be
/// read.
TEST(InputReaderTest, ReadsBackWhatItMakesOfExtremes) {
  InputOptions loop, edge;
  loop.loop = "0";
  edge.edge = {"0", "1"};
  loop.animate.frames = edge.animate.frames = 8;
  auto repeat = [](const std::string &word, int times) {
    std::string words;
    for (int i = 0; i < times; ++i)
      words += (i ? " " : "") + word;
    return words;
  };
  struct Attribute {
    const char *name;
    int numbers;
    bool isOfXform;
  };
  for (const Attribute &each : {Attribute{"scale", 1, false},
                                {"gamma", 1, false},
                                {"center", 2, false},
                                {"rotate", 1, false},
                                {"brightness", 1, false},
                                {"background", 3, false},
                                {"zoom", 1, false},
                                {"quality", 1, false},
                                {"weight", 1, true},
                                {"color", 1, true},
                                {"color_speed", 1, true},
                                {"opacity", 1, true},
                                {"coefs", 6, true},
                                {"post", 6, true},
                                {"chaos", 2, true},
                                {"spherical", 1, true},
                                {"julian_power", 1, true}})
    for (const char *value : {"0", "1e30", "-1e30", "1e-30", "1e-15", "-1e15", "9.99e29"}) {
      const std::string given = std::string(each.name) + "=\"" + repeat(value, each.numbers) + "\"";
      auto flame = [&](const std::string &ofFlame, const std::string &ofXform) {
        return "<flame size=\"64 48\" " + ofFlame + "><xform julian=\"1\" " + ofXform +
               (ofXform.starts_with("weight") ? "" : " weight=\"1\"") +
               "/><xform weight=\"1\" linear=\"1\"/><color index=\"0\" rgb=\"9 9 9\"/></flame>\n";
      };
      const std::string text = each.isOfXform ? flame("", given) : flame(given, "");
      const std::string two = "<f>" + text + flame("", "") + "</f>";
      for (const auto &[file, options] :
           {std::pair(text, InputOptions()), {text, loop}, {two, edge}}) {
        const ReadInput made({file}, options);
        if (!made.input) {
          EXPECT_THAT(made.messages, HasSubstr("error: ")) << given;
          continue;
        }
        const ReadInput again({writeAnimationJson(made.animation())});
        EXPECT_TRUE(again.input) << given << "\n" << again.messages;
      }
    }
}

TEST(InputReaderTest, TurnsTheCameraTheShortWayBetweenFiles) {
  InputOptions options;
  options.edge.emplace();
  const ReadInput edge({flameText("rotate=\"350\""), flameText("rotate=\"10\"")}, options);
  ASSERT_TRUE(edge.input) << edge.messages;
  EXPECT_NEAR(edge.animation().rotate.at(0), 350, 1e-3);
  EXPECT_NEAR(edge.animation().rotate.at(1), 370, 1e-3);
}

TEST(InputReaderTest, KeepsTheTextOfBothFilesOfAnEdge) {
  InputOptions options;
  options.edge.emplace();
  const std::string a = flameText("name=\"a\""), b = flameText("name=\"b\"");
  const ReadInput edge({a, b}, options);
  ASSERT_TRUE(edge.input) << edge.messages;
  EXPECT_EQ(edge.input->text, a + b);
  EXPECT_EQ(edge.animation().name, "a=b");
}

TEST(InputReaderTest, MakesEdgesOfXmlOnly) {
  InputOptions options;
  options.edge.emplace();
  const ReadInput edge({flameText(""), "{\"format\": \"flame-animation\"}"}, options);
  EXPECT_FALSE(edge.input);
  EXPECT_THAT(
      edge.messages,
      HasSubstr("1: error: --edge makes animations of flames in XML; this is an animation"));
}

TEST(InputReaderTest, RefusesFlamesInNoOrder) {
  const ReadInput reading(
      {flameText("time=\"1\" name=\"a\"") + flameText("time=\"1\" name=\"b\"")});
  EXPECT_FALSE(reading.input);
  EXPECT_THAT(reading.messages, HasSubstr("0: error: the file has 2 flames; choose one"));
}

TEST(InputReaderTest, HandsTheLengthAndTheStaggerOn) {
  InputOptions options;
  options.loop = "0";
  options.animate.frames = 12;
  const ReadInput loop({flameText("") + flameText("")}, options);
  ASSERT_TRUE(loop.input) << loop.messages;
  EXPECT_EQ(loop.animation().duration, 12);
  EXPECT_TRUE(loop.animation().loops);

  auto edgeWith = [](double stagger) {
    const std::string a = flameOfTwo("0"), b = flameOfTwo("1");
    InputOptions options;
    options.edge.emplace();
    options.animate.stagger = stagger;
    return ReadInput({a, b}, options).animation();
  };
  const Animation together = edgeWith(0), staggered = edgeWith(1);
  for (size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(together.xforms[i].color.at(0.5), 0.5, 1e-3);
  EXPECT_NEAR(std::abs(staggered.xforms[0].color.at(0.5) - staggered.xforms[1].color.at(0.5)), 1,
              1e-3)
      << "one has arrived where the other starts";
}

} // namespace flame
