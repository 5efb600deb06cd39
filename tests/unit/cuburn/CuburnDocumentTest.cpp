// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys, types, ids and inheritance: what a flock's documents may say and how they refer to each
// other.

#include "compiler/text/SourceFile.h"
#include "tests/unit/cuburn/TestFlock.h"
#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace flame {
namespace {

using test::TestFlock;

/// A node with one xform and `more` members.
std::string node(const std::string &more = "") {
  return "{\"type\": \"node\", \"palette\": [GRAY], \"xforms\": {\"0\": {\"weight\": 1, "
         "\"variations\": "
         "{\"linear\": {\"weight\": 1}}}}" +
         more + "}";
}

double valueOf(const std::optional<CuburnNode> &node, const std::string &name) {
  if (!node || !node->values.contains(name))
    return -1;
  return node->values.at(name).position;
}

TEST(CuburnDocumentTest, DottedKeysMeanNestedOnes) {
  TestFlock flock(R"("a": {"type": "node", "camera.center": {"x": 3}, "camera": {"center.y": 4},
                           "xforms.7.variations.curl.c1": 5})");
  std::optional<CuburnNode> read = flock.node("a");
  ASSERT_TRUE(read) << flock.messages();
  EXPECT_EQ(valueOf(read, "camera.center.x"), 3);
  EXPECT_EQ(valueOf(read, "camera.center.y"), 4);
  EXPECT_EQ(read->xforms.at("7").values.at("variations.curl.c1").position, 5);
}

TEST(CuburnDocumentTest, AliasesNameTheSameVariation) {
  TestFlock flock(
      R"("a": {"type": "node", "xforms.0.variations": {"oscope": {"frequency": 2}, "Julian.power": 3}})");
  std::optional<CuburnNode> read = flock.node("a");
  ASSERT_TRUE(read) << flock.messages();
  EXPECT_EQ(read->xforms.at("0").values.count("variations.oscilloscope.frequency"), 1u);
  EXPECT_EQ(read->xforms.at("0").values.count("variations.julian.power"), 1u);
}

struct Mistake {
  const char *more, *messages;
};

void PrintTo(const Mistake &mistake, std::ostream *os) { *os << mistake.more; }

class EveryKeyMistake : public testing::TestWithParam<Mistake> {};

TEST_P(EveryKeyMistake, IsReported) {
  TestFlock flock(std::string("\"a\":\n") + R"({"type": "node", )" + GetParam().more + "}");
  flock.animation("a");
  EXPECT_EQ(flock.messages(), GetParam().messages);
}

const Mistake kMistakes[] = {
    {R"("camera": {"scael": 1})",
     "flock.json:3:29: error: 'camera.scael' is unknown\nnote: did you mean 'scale'?\n"},
    {R"("camera.scael": 1)",
     "flock.json:3:18: error: 'camera.scael' is unknown\nnote: did you mean 'scale'?\n"},
    {R"("xform": {"0": {"weight": 1}})",
     "flock.json:3:18: error: 'xform' is unknown\nnote: did you mean 'xforms'?\n"},
    {R"("xforms.0.wieght": 1)",
     "flock.json:3:18: error: 'xforms.0.wieght' is unknown\nnote: did you mean 'weight'?\n"},
    {R"("xforms.0.variations.jullian.weight": 1)",
     "flock.json:3:18: error: unknown variation 'jullian'\nnote: did you mean 'julian'?\n"},
    {R"("xforms.0.variations.julian": {"powr": 1})",
     "flock.json:3:49: error: the variation 'julian' has no parameter 'powr'\nnote: did you mean "
     "'power'?\n"},
    {R"("xforms.0.variations.linear.weight.x": 1)",
     "flock.json:3:18: error: the variation 'linear' has no parameter 'weight'\n"},
    {R"("final_xform.chaos.0": 1)", "flock.json:3:18: error: 'final_xform.chaos.0' is unknown\n"},
    {R"("link.src": "b")", "flock.json:3:18: error: 'link.src' is unknown\n"},
    {R"("camera": 3)", "flock.json:3:28: error: 'camera' must be an object\n"},
    {R"("name": 3)", "flock.json:3:26: error: 'name' must be a string\n"},
    {R"("camera.scale": 0)", "flock.json:3:34: error: 'camera.scale' must be above 0, got 0\n"},
    {R"("camera.scale": 1e25)",
     "flock.json:3:34: error: 'camera.scale' must be at most 9.5367431640625e+23, got 1e25\n"},
    {R"("camera.scale": 1, "camera": {"scale": 2})",
     "flock.json:3:48: error: 'camera.scale' is there twice\nflock.json:3:18: note: first here\n"},
    {R"("blend.xform_sort": "size")", "flock.json:3:38: error: 'blend.xform_sort' must be "
                                      "'weightflip', 'weight', 'natural' or 'color', got 'size'\n"},
    {R"("blend.palette_flip": "always")",
     "flock.json:3:40: error: 'blend.palette_flip' must be 'never' or 'auto', got 'always'\n"},
    {R"("blend.xform_map": [["0"]])", "flock.json:3:38: error: 'blend.xform_map' must be a list of "
                                      "pairs: the id of a source xform and of a destination "
                                      "xform\n"},
    {R"("blend.duration": 0)", "flock.json:3:36: error: 'blend.duration' must be above 0, got 0\n"},
    {R"("palette": "rgb8")",
     "flock.json:3:29: error: 'palette' must be a list of strings: 'rgb8' and base64 text\n"},
    {R"("palette": ["rgb16", "AAAA"])",
     "flock.json:3:30: error: 'palette' must be encoded as 'rgb8', got 'rgb16'\n"},
    {R"("palette": ["rgb8", "AAAA"])",
     "flock.json:3:29: error: 'palette' must have 768 bytes of colours, got 3\n"},
    {R"("palette": ["rgb8", "A!AA"])",
     "flock.json:3:29: error: 'palette' is not valid base64 text\n"},
    {R"("xforms.0.weight": 1)", "flock.json:3:1: error: the flame needs a 'palette'\n"},
    {R"("palette": [])",
     "flock.json:3:29: error: 'palette' must be a list of strings: 'rgb8' and base64 text\n"},
    {R"("name": "x")", "flock.json:3:1: error: the flame needs an xform with a weight above 0\n"
                       "flock.json:3:1: error: the flame needs a 'palette'\n"},
};

INSTANTIATE_TEST_SUITE_P(Table, EveryKeyMistake, testing::ValuesIn(kMistakes));

TEST(CuburnDocumentTest, ParametersAreClampedToTheirRange) {
  TestFlock flock(R"("a": {"type": "node", "xforms.0.variations.super_shape.rnd": 2})");
  std::optional<CuburnNode> read = flock.node("a");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->xforms.at("0").values.at("variations.super_shape.rnd").position, 1);
  EXPECT_NE(flock.messages().find("is clamped to its maximum 1 [-Wparameter-range]"),
            std::string::npos);
}

TEST(CuburnDocumentTest, AnimationsMayHaveUnknownKeys) {
  TestFlock flock(
      R"("a": {"type": "animation", "palette": [[0, GRAY]], "camera.fov": 3, "xforms.0.weight": 1})");
  EXPECT_TRUE(flock.animation("a"));
  EXPECT_EQ(
      flock.messages(),
      "flock.json:2:1142: warning: 'camera.fov' is unknown and is ignored [-Wunknown-attribute]\n");
}

TEST(CuburnDocumentTest, AnimationsMayNotHaveUnknownVariations) {
  TestFlock flock(R"("a": {"type": "animation", "palette": [[0, GRAY]], "xforms.0.weight": 1,
    "xforms.0.variations.linaer.weight": 1})");
  EXPECT_FALSE(flock.animation("a"));
  EXPECT_EQ(flock.messages(),
            "flock.json:3:5: error: unknown variation 'linaer'\nnote: did you mean 'linear'?\n");
}

TEST(CuburnDocumentTest, NeedsATypeThatItKnows) {
  EXPECT_FALSE(TestFlock(R"("a": {"xforms": {}})").animation("a"));
  TestFlock flock(R"("a": {"type": "profile", "width": 640})");
  EXPECT_FALSE(flock.animation("a"));
  EXPECT_EQ(flock.messages(),
            "flock.json:2:15: error: 'type' must be 'node', 'edge' or 'animation', got 'profile'\n"
            "note: a profile says how to render; it shows nothing itself\n");
}

TEST(CuburnDocumentTest, LooksLikeAFlockUnlessItIsOurs) {
  EXPECT_TRUE(looksLikeCuburnDocument(R"( {"camera": {"format": 1}, "type": "node"})"));
  EXPECT_TRUE(looksLikeCuburnDocument(R"({"camera": 1})"));
  EXPECT_TRUE(looksLikeCuburnDocument(R"({"camera": )"));
  EXPECT_FALSE(looksLikeCuburnDocument(R"({"format": "flame-animation"})"));
  EXPECT_FALSE(looksLikeCuburnDocument("<flame/>"));
  EXPECT_FALSE(looksLikeCuburnDocument("[{\"type\": \"node\"}]"));
  EXPECT_FALSE(looksLikeCuburnDocument(""));
}

//===-- inheritance ---------------------------------------------------------------------------===//

TEST(CuburnDocumentTest, TheNewestLayerOfANodeWins) {
  TestFlock flock(
      R"("a": {"type": "node", "camera.rotation": [10, 20], "camera.scale": 2, "name": "old"},
                     "b": {"type": "node", "base": "a", "camera.rotation": 30},
                     "c": {"type": "node", "base": "b", "name": "new"})");
  std::optional<CuburnNode> read = flock.node("c");
  ASSERT_TRUE(read) << flock.messages();
  EXPECT_EQ(valueOf(read, "camera.rotation"), 30);
  EXPECT_EQ(read->values.at("camera.rotation").velocity, 0);
  EXPECT_EQ(valueOf(read, "camera.scale"), 2);
  EXPECT_EQ(read->texts.at("name"), "new");
}

TEST(CuburnDocumentTest, LayersOfAnEdgeAddUp) {
  TestFlock flock(
      R"("a": {"type": "edge", "link": {"src": "x", "dst": "y"}, "camera.scale": [0.5, 1, 0.6, 2],
                           "blend.xform_map": [["0", "1"]], "blend.duration": 3},
                     "b": {"type": "edge", "base": "a", "camera.scale": [0.6, null, 0.7, 4], "link.dst": "z",
                           "blend.xform_map": [["pad", 2]]})");
  std::optional<CuburnEdge> read = flock.edge("b");
  ASSERT_TRUE(read) << flock.messages();
  EXPECT_EQ(read->values.at("camera.scale").knots.size(), 4u);
  EXPECT_EQ(read->source.id, "x");
  EXPECT_EQ(read->destination.id, "z");
  EXPECT_EQ(read->blending.duration, 3);
  ASSERT_EQ(read->blending.pairs.size(), 2u);
  EXPECT_EQ(read->blending.pairs[1].source, "pad");
  EXPECT_EQ(read->blending.pairs[1].destination, "2");
}

TEST(CuburnDocumentTest, ACircleOfBasesIsReported) {
  TestFlock flock("\"a\": {\"type\": \"node\", \"base\": \"b\"},\n\"b\": {\"type\": \"node\", "
                  "\"base\": \"a\"}");
  EXPECT_FALSE(flock.node("a"));
  EXPECT_EQ(flock.messages(),
            "flock.json:3:31: error: 'base' leads back to 'a', which is based on this document\n");
}

TEST(CuburnDocumentTest, ABaseHasTheSameType) {
  TestFlock flock(R"("a": {"type": "edge", "base": "b"}, "b": {"type": "node"})");
  EXPECT_FALSE(flock.edge("a"));
  EXPECT_EQ(flock.messages(),
            "flock.json:2:31: error: 'base' must name an edge, but 'b' is of type 'node'\n");
}

TEST(CuburnDocumentTest, AMissingDocumentIsReportedWhereItIsMeant) {
  TestFlock flock(
      R"("nodes/alpha": {"type": "node"}, "e": {"type": "edge", "link": {"src": "nodes/alhpa", "dst": "x"}})");
  std::optional<CuburnEdge> read = flock.edge("e");
  ASSERT_TRUE(read);
  EXPECT_FALSE(flock.animation("e"));
  EXPECT_EQ(flock.messages(), "flock.json:2:72: error: there is no document 'nodes/alhpa'\n"
                              "note: did you mean 'nodes/alpha'?\n"
                              "flock.json:2:94: error: there is no document 'x'\n"
                              "note: the database has no member of that name\n");
}

//===-- links ---------------------------------------------------------------------------------===//

CuburnLink linkOf(const std::string &text) {
  TestFlock flock(R"("e": {"type": "edge", "link": {"src": ")" + text + R"(", "dst": "x"}})");
  std::optional<CuburnEdge> read = flock.edge("e");
  return read ? read->source : CuburnLink();
}

/// cuburn fails on an id without an offset.
TEST(CuburnDocumentTest, ALinkHasAnOffsetOrNone) {
  EXPECT_EQ(linkOf("nodes/a").id, "nodes/a");
  EXPECT_EQ(linkOf("nodes/a").offset, 0);
  EXPECT_EQ(linkOf("nodes/a@-0.25").id, "nodes/a");
  EXPECT_EQ(linkOf("nodes/a@-0.25").offset, -0.25);
  EXPECT_EQ(linkOf("me@home@1").id, "me@home");
}

TEST(CuburnDocumentTest, ALinkWithAnythingElseIsReported) {
  TestFlock flock(R"("e": {"type": "edge", "link": {"src": "a@soon"}})");
  EXPECT_FALSE(flock.edge("e"));
  EXPECT_EQ(
      flock.messages(),
      "flock.json:2:39: error: 'link.src' must end in '@' and a number of units, got '@soon'\n");
  TestFlock missing(R"("e": {"type": "edge", "link": {"src": "a"}})");
  EXPECT_FALSE(missing.edge("e"));
  EXPECT_EQ(missing.messages(),
            "flock.json:2:6: error: the edge needs 'link.dst', the id of a node\n");
}

TEST(CuburnDocumentTest, EdgesLinkNodes) {
  TestFlock flock(R"("e": {"type": "edge", "link": {"src": "e", "dst": "e"}})");
  EXPECT_FALSE(flock.animation("e"));
  EXPECT_NE(flock.messages().find("an edge links nodes, but 'e' is of type 'edge'"),
            std::string::npos);
}

//===-- directories ---------------------------------------------------------------------------===//

class CuburnDirectoryTest : public testing::Test {
protected:
  void SetUp() override {
    std::string text = node(), word = "GRAY";
    text.replace(text.find(word), word.size(), test::paletteElements(test::grayPalette()));
    write("nodes/a.json", text);
    write("edges/e.json",
          R"({"type": "edge", "link": {"src": "nodes/a", "dst": "nodes/a.json@0"}})");
  }
  void write(const std::string &name, const std::string &text) {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name)) << text;
  }
  std::string path(const std::string &name) const { return (folder.get() / name).string(); }

  std::optional<Animation> read(const std::string &name, const std::string &database = "") {
    printed.clear();
    llvm::raw_string_ostream stream(printed);
    Diagnostics diags(sources, stream);
    std::optional<unsigned> buffer = openSource(path(name), diags);
    CuburnOptions options;
    options.database = database;
    return buffer ? readCuburnDocument(*buffer, options, diags) : std::nullopt;
  }

  rt::TemporaryDirectory folder;
  llvm::SourceMgr sources;
  std::string printed;
};

TEST_F(CuburnDirectoryTest, AFlockIsFoundFromTheLocationOfAnEdge) {
  EXPECT_TRUE(read("edges/e.json")) << printed;
  write("edges/deep/er/f.json",
        R"({"type": "edge", "link": {"src": "nodes/a", "dst": "nodes/a"}})");
  EXPECT_TRUE(read("edges/deep/er/f.json")) << printed;
}

TEST_F(CuburnDirectoryTest, AFlockCanBeNamed) {
  write("elsewhere/e.json", R"({"type": "edge", "link": {"src": "a", "dst": "a"}})");
  EXPECT_FALSE(read("elsewhere/e.json"));
  EXPECT_NE(printed.find("there is no document 'a'"), std::string::npos);
  EXPECT_NE(printed.find("name the flock with --flock=DIR"), std::string::npos);
  EXPECT_TRUE(read("elsewhere/e.json", path("nodes"))) << printed;
  EXPECT_FALSE(read("elsewhere/e.json", path("edges"))) << printed;
  EXPECT_FALSE(read("elsewhere/e.json", path("edges/e.json")));
  EXPECT_NE(printed.find("expected a flock: a directory, or a file of \"type\": \"onefiledb\""),
            std::string::npos);
}

TEST_F(CuburnDirectoryTest, IdsStayInside) {
  write("edges/f.json", R"({"type": "edge", "link": {"src": "../nodes/a", "dst": "nodes/a"}})");
  EXPECT_FALSE(read("edges/f.json"));
  EXPECT_NE(printed.find("the id '../nodes/a' must be a path below the flock's directory"),
            std::string::npos);
}

TEST_F(CuburnDirectoryTest, AMisspeltIdIsSuggested) {
  write("nodes/bravo.json", "{}");
  write("edges/f.json", R"({"type": "edge", "link": {"src": "nodes/a", "dst": "nodes/brawo"}})");
  EXPECT_FALSE(read("edges/f.json"));
  EXPECT_NE(printed.find("did you mean 'nodes/bravo'?"), std::string::npos);
}

} // namespace
} // namespace flame
