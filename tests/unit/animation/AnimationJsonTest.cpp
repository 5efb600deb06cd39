// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The JSON form of animations: that nothing gets lost, that equal animations have equal text, that
// every mistake is named at its location, and that no text whatsoever brings the reader down.

#include "compiler/animation/AnimationJson.h"

#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace flame {
namespace {

/// One reading of one text called "a.json".
struct Reading {
  explicit Reading(llvm::StringRef text) : stream(printed), diags(sources, stream) {
    animation = readAnimationJson(text, "a.json", diags);
  }

  /// What was printed, without the source lines.
  std::string messages() const {
    std::string result;
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::StringRef(printed).split(lines, '\n');
    for (llvm::StringRef line : lines)
      if (line.contains("error: ") || line.contains("warning: ") || line.contains("note: "))
        result += line.str() + "\n";
    return result;
  }

  std::optional<Animation> animation;
  std::string printed;

private:
  llvm::SourceMgr sources;
  llvm::raw_string_ostream stream;
  Diagnostics diags;
};

Track curve(TrackDomain domain, std::vector<TrackKnot> knots) {
  Track track;
  track.domain = domain;
  track.knots = std::move(knots);
  return track;
}

AnimationVariation variation(llvm::StringRef name, Track weight,
                             VariationUse::Phase phase = VariationUse::Normal) {
  AnimationVariation result;
  result.info = findVariation(name);
  result.phase = phase;
  result.weight = std::move(weight);
  for (const VariationParam &param : result.info->params)
    result.params.emplace_back(param.defaultValue);
  return result;
}

Palette gray() {
  Palette palette;
  for (unsigned i = 0; i < kPaletteSize; ++i)
    palette[i] = {i / 255.0, i / 255.0, i / 255.0, 1};
  return palette;
}

/// The least that an animation must have.
Animation plain() {
  Animation animation;
  animation.width = 64;
  animation.height = 48;
  animation.scale = 10;
  animation.finish.gamma = 4;
  animation.palettes.emplace_back(0.0, gray());
  AnimationXform xform;
  xform.weight = 1;
  xform.variations.push_back(variation("linear", 1));
  animation.xforms.push_back(xform);
  return animation;
}

/// Every field differs from its default, every kind of value occurs.
Animation rich() {
  Animation a = plain();
  a.name = "Gl\xc3\xbchw\xc3\xbcrmchen \"7\"\n\\";
  a.nick = "somebody";
  a.url = "https://example.org/~x?a=b&c";
  a.duration = 159.5;
  a.timeUnit = TimeUnit::Units;
  a.startTime = -7.25;
  a.loops = true;
  a.supersample = 3;
  a.passes = 2;
  a.quality = 1234.5678901234567;
  a.density = curve(TrackDomain::Log, {{0, 1, 0, 0}, {1, 0.3, -0.0, 1e-7}});
  a.temporalSamples = 1000;
  a.temporalFilter = TemporalFilter::Exp;
  a.temporalFilterWidth = curve(TrackDomain::Linear, {{0, 1.0 / 3, 0, 0}, {1, 2, 0, 0}});
  a.temporalFilterExp = -0.25;
  a.centerX = curve(TrackDomain::Linear, {{-8, -0.0, 0, 0.1},
                                          {0.1, 5e-324, -1e29, 1e29},
                                          {1.0 / 3, 0.1, 1.0 / 3, 0},
                                          {8, 1e29, 0, 0}});
  a.centerY = -0.0;
  a.scale = curve(TrackDomain::Log, {{0, 1e-29, 0, 0}, {1, std::nextafter(240.0, 241.0), 0, 0}});
  a.zoom = -1.5;
  a.rotate = curve(TrackDomain::Linear, {{0.25, 359.99999999999994, 1, -1}});
  a.finish = {4, 3.7, 0.01, 0.5, -1, {0, 0.1, 0.2}, 11, 1.5, 0.6, FilterShape::Mitchell, 0.75};
  a.paletteMode = PaletteMode::Linear;
  Palette odd = gray();
  odd[17] = {0.5, 0.25, 1.0 / 3, 0.5};
  a.palettes.emplace_back(0.5, odd);
  a.palettes.emplace_back(1.0, gray());

  AnimationXform second = a.xforms[0];
  second.weight = curve(TrackDomain::Linear, {{0, -0.5, 0, 1}, {1, 0.5, 1, 0}});
  second.color = 0.123456789;
  second.colorSpeed = 0.5;
  second.opacity = 0.25;
  second.directColor = 0.75;
  AffineTracks coefs, post;
  coefs.a = curve(TrackDomain::Log, {{0, 1, 0, 0}, {0.5, -1, 0, 0}, {1, 1, 0, 0}});
  post.f = 9007199254740993.0;
  second.coefs = coefs;
  second.post = post;
  second.variations = {
      variation("pre_blur", 0.1, VariationUse::Pre),
      variation("julian", curve(TrackDomain::Linear, {{0, 1, 0, 0}, {1, -2, 0, 0}})),
      variation("spherical", 1e-7, VariationUse::Post)};
  second.variations[1].params[0] = -3;
  a.xforms.push_back(second);
  a.finalXform = a.xforms[0];
  a.finalXform->weight = 0;
  a.finalXform->opacity = 0.5;
  PolarAffineTracks polar;
  polar.angle = curve(TrackDomain::Linear, {{0, 45, 0, -360}, {1, -315, -360, 0}});
  polar.magnitudeY = 0.75;
  a.finalXform->coefs = polar;
  a.finalXform->post = PolarAffineTracks();
  a.xforms[0].chaos = {0, 1};
  a.xforms[1].chaos = {curve(TrackDomain::Linear, {{0, 1, 0, 0}, {1, 0.5, 0, 0}}), 1};
  return a;
}

/// `text` with `from`, which it contains, replaced by `to`.
std::string edited(std::string text, llvm::StringRef from, llvm::StringRef to) {
  size_t at = text.find(from.str());
  EXPECT_NE(at, std::string::npos) << from.str();
  return at == std::string::npos ? text : text.replace(at, from.size(), to.str());
}

TEST(AnimationJsonTest, ReadsBackWhatItWrote) {
  for (const Animation &animation : {plain(), rich()}) {
    Reading reading(writeAnimationJson(animation));
    EXPECT_EQ(reading.printed, "");
    ASSERT_TRUE(reading.animation);
    EXPECT_TRUE(*reading.animation == animation);
  }
}

TEST(AnimationJsonTest, IsCanonical) {
  for (const Animation &animation : {plain(), rich()}) {
    std::string text = writeAnimationJson(animation);
    Reading reading(text);
    ASSERT_TRUE(reading.animation);
    EXPECT_EQ(writeAnimationJson(*reading.animation), text);
  }
}

TEST(AnimationJsonTest, KeepsEveryBitOfADouble) {
  constexpr int kCount = 20000;
  std::mt19937_64 random(1);
  std::vector<TrackKnot> knots;
  for (int i = 0; i < kCount; ++i)
    if (double value = std::bit_cast<double>(random()); std::abs(value) <= 1e30)
      knots.push_back({static_cast<double>(i) / kCount, value, -value, value});
  Animation animation = plain();
  animation.centerX = curve(TrackDomain::Linear, knots);
  Reading reading(writeAnimationJson(animation));
  ASSERT_TRUE(reading.animation) << reading.printed;
  const std::vector<TrackKnot> &read = reading.animation->centerX.knots;
  ASSERT_EQ(read.size(), knots.size());
  for (size_t i = 0; i < knots.size(); ++i)
    for (double TrackKnot::*field : {&TrackKnot::value, &TrackKnot::slopeIn, &TrackKnot::slopeOut})
      ASSERT_EQ(std::bit_cast<uint64_t>(read[i].*field), std::bit_cast<uint64_t>(knots[i].*field));
}

TEST(AnimationJsonTest, KeepsTheSignOfZero) {
  Animation animation = plain();
  animation.centerY = -0.0;
  Reading reading(writeAnimationJson(animation));
  ASSERT_TRUE(reading.animation);
  EXPECT_TRUE(std::signbit(reading.animation->centerY.start()));
}

TEST(AnimationJsonTest, IsMadeForReading) {
  std::string text = writeAnimationJson(rich());
  EXPECT_EQ(text.substr(0, text.find(R"( "nick")")),
            "{\n \"format\": \"flame-animation\",\n \"version\": 3,\n"
            " \"name\": \"Gl\xc3\xbchw\xc3\xbcrmchen \\\"7\\\"\\n\\\\\",\n");
  for (const char *line :
       {"\n \"zoom\": -1.5,\n",
        "\n \"time_unit\": \"units\",\n \"start_time\": -7.25,\n \"loops\": true,\n",
        "\n \"rotate\": {\"domain\": \"linear\", \"knots\": [[0.25, 359.99999999999994, 1, "
        "-1]]},\n",
        "\n    {\"name\": \"pre_blur\", \"place\": \"pre\", \"weight\": 0.1},\n",
        "\n     \"params\": {\"julian_power\": -3, \"julian_dist\": 1}\n",
        "\n   \"post\": [1, 0, 0, 1, 0, 9007199254740992],\n",
        "\n    [0.5, 0.25, 0.3333333333333333, 0.5],\n",
        "\n   \"chaos\": [{\"domain\": \"linear\", \"knots\": [[0, 1, 0, 0], [1, 0.5, 0, 0]]}, "
        "1]\n",
        "\n   \"angle\": {\"domain\": \"linear\", \"knots\": [[0, 45, 0, -360], [1, -315, -360, "
        "0]]},\n   \"spread\": 45,\n   \"magnitude_x\": 1,\n   \"magnitude_y\": 0.75,\n",
        "\n  \"post\": {\n   \"angle\": 45,\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line;
}

TEST(AnimationJsonTest, WritesOpaqueBytesAsHexadecimalDigits) {
  EXPECT_NE(
      writeAnimationJson(plain()).find("{\n   \"time\": 0,\n   \"colors\": \"000000010101020202"),
      std::string::npos);
}

TEST(AnimationJsonTest, WritesSixteenBitsPerComponentAsHexadecimalDigits) {
  Animation animation = plain();
  animation.palettes[0].second[1] = {0x1234 / 65535.0, 0, 1, 0xabcd / 65535.0};
  const std::string text = writeAnimationJson(animation);
  EXPECT_NE(text.find("\"000000000000ffff"
                      "12340000ffffabcd"
                      "020202020202ffff"),
            std::string::npos);
  Reading reading(text);
  ASSERT_TRUE(reading.animation) << reading.printed;
  EXPECT_TRUE(*reading.animation == animation);
}

TEST(AnimationJsonTest, DefaultsParametersThatAreMissing) {
  Animation animation = plain();
  animation.xforms[0].variations.push_back(variation("julian", 1));
  Reading reading(edited(writeAnimationJson(animation), R"("julian_power": 1, )", ""));
  ASSERT_TRUE(reading.animation) << reading.printed;
  EXPECT_TRUE(*reading.animation == animation);
}

TEST(AnimationJsonTest, ClampsParametersToTheirRange) {
  Animation animation = plain();
  animation.xforms[0].variations.push_back(variation("super_shape", 1));
  Reading reading(
      edited(writeAnimationJson(animation), R"("super_shape_rnd": 0)", R"("super_shape_rnd": 2)"));
  ASSERT_TRUE(reading.animation) << reading.printed;
  EXPECT_NE(reading.messages().find("warning: 'super_shape_rnd' is clamped to its maximum 1 "
                                    "[-Wparameter-range]"),
            std::string::npos);
}

TEST(AnimationJsonTest, KeepsParametersThatMoveBeyondTheirRange) {
  Animation animation = plain();
  AnimationVariation use = variation("super_shape", 1);
  for (Track &param : use.params)
    param = curve(TrackDomain::Linear, {{0, 0.9, 0, 1}, {0.5, 1.2, 0, 0}, {1, -0.1, 0, 0}});
  animation.xforms[0].variations.push_back(use);
  Reading reading(writeAnimationJson(animation));
  EXPECT_EQ(reading.printed, "");
  ASSERT_TRUE(reading.animation);
  EXPECT_TRUE(*reading.animation == animation);
}

TEST(AnimationJsonTest, KeepsHowFarParametersFollowAField) {
  Animation animation = plain();
  AnimationVariation julian = variation("julian", 1);
  julian.byField = {0, -0.25};
  animation.xforms.front().variations.push_back(julian);
  const std::string text = writeAnimationJson(animation);
  Reading again(text);
  ASSERT_TRUE(again.animation) << again.printed;
  EXPECT_EQ(*again.animation, animation);
  EXPECT_EQ(again.animation->xforms.front().variations.back().byField, julian.byField);
  EXPECT_EQ(text.find("\"julian_power\": 0"), std::string::npos)
      << "what does not follow is left out";
  Reading wrong(edited(text, "\"julian_dist\": -0.25", "\"julian_far\": -0.25"));
  EXPECT_FALSE(wrong.animation);
  EXPECT_NE(wrong.messages().find("julian_far"), std::string::npos) << wrong.messages();
}

TEST(AnimationJsonTest, RemembersWhereXformsStand) {
  llvm::SourceMgr sources;
  Diagnostics diags(sources);
  auto animation = readAnimationJson(writeAnimationJson(plain()), "a.json", diags);
  ASSERT_TRUE(animation);
  EXPECT_EQ(*animation->xforms[0].variations[0].loc.getPointer(), '{');
  EXPECT_EQ(sources.FindBufferContainingLoc(animation->xforms[0].loc), 1u);
}

TEST(AnimationJsonTest, PointsAtWhatIsWrong) {
  Reading reading(edited(writeAnimationJson(plain()), R"("linear")", R"("linaer")"));
  EXPECT_FALSE(reading.animation);
  EXPECT_EQ(reading.printed,
            "a.json:60:28: error: '/xforms/0/variations/0/name' is an unknown variation, 'linaer'\n"
            "   \"variations\": [{\"name\": \"linaer\", \"weight\": 1}]\n"
            "                           ^~~~~~~~\n"
            "note: did you mean 'linear'?\n");
}

struct Mistake {
  const char *from, *to, *messages;
};

void PrintTo(const Mistake &mistake, std::ostream *os) { *os << mistake.to; }

class EveryMistake : public testing::TestWithParam<Mistake> {};

TEST_P(EveryMistake, IsReported) {
  Reading reading(edited(writeAnimationJson(plain()), GetParam().from, GetParam().to));
  EXPECT_FALSE(reading.animation);
  EXPECT_EQ(reading.messages(), GetParam().messages);
}

const Mistake kMistakes[] = {
    {R"("version": 3,)", R"("version": 3)",
     "a.json:4:11: error: not valid JSON: expected ',' or '}', got string literal\n"},
    {R"("version": 3,)", R"("version": 01,)",
     "a.json:3:14: error: not valid JSON: expected ',' or '}', got number literal\n"},
    {R"("version": 3,)", R"("version": NaN,)",
     "a.json:3:13: error: not valid JSON: invalid literal\n"},
    {R"("zoom": 0,)", R"("zoom": 1e999,)", "a.json:21:14: error: a number is too large\n"},
    {R"("step")", R"("st\qep")",
     "a.json:46:22: error: not valid JSON: invalid string: forbidden character after backslash\n"},
    {R"("step")", "\"st\xff\"",
     "a.json:46:21: error: not valid JSON: invalid string: ill-formed UTF-8 byte\n"},
    {R"("zoom": 0,)", R"("zoom": 0, "zoom": 1,)",
     "a.json:21:13: error: the key 'zoom' is there twice\n"},
    {R"("zoom": 0,)", R"("zoom": 0, // none)",
     "a.json:21:13: error: not valid JSON: invalid literal\n"},
    {R"("flame-animation")", R"("flame")",
     "a.json:2:12: error: '/format' must be 'flame-animation', got 'flame'\n"},
    {R"("format": "flame-animation",)", "", "a.json:1:1: error: the document needs 'format'\n"},
    {R"("version": 3)", R"("version": 4)",
     "a.json:3:13: error: '/version' is 4, this program reads version 3\n"
     "note: use a newer release of this program\n"},
    {R"("version": 3)", R"("version": 1)",
     "a.json:3:13: error: '/version' is 1, this program reads version 3\n"
     "note: make the text again from its source, with this release\n"},
    {R"("version": 3)", R"("version": 1.5)",
     "a.json:3:13: error: '/version' must be an integer, got 1.5\n"},
    {R"("version": 3)", R"("version": "1")",
     "a.json:3:13: error: '/version' must be a number, got a string\n"},
    {R"("width": 64)", R"("width": 0)", "a.json:8:11: error: '/width' must be at least 1, got 0\n"},
    {R"("width": 64)", R"("width": 64.5)",
     "a.json:8:11: error: '/width' must be an integer, got 64.5\n"},
    {R"("width": 64)", R"("width": 1e7)",
     "a.json:8:11: error: '/width' must be at most 1048576, got 1e7\n"},
    {R"("passes": 1)", R"("passes": 257)",
     "a.json:11:12: error: '/passes' must be at most 256, got 257\n"},
    {"\"width\": 64,\n \"height\": 48", "\"width\": 1000000,\n \"height\": 1001",
     "a.json:1:1: error: the document has 1000000 x 1001 pixels, at most 1e+09 are allowed\n"},
    {" \"height\": 48,\n", "", "a.json:1:1: error: the document needs 'height'\n"},
    {R"("quality": 1,)", R"("quality": 0,)",
     "a.json:12:13: error: '/quality' must be above 0, got 0\n"},
    {R"("quality": 1,)", R"("qualtiy": 1,)",
     "a.json:1:1: error: the document needs 'quality'\n"
     "a.json:12:2: error: '/qualtiy' is unknown\n"
     "note: did you mean 'quality'?\n"},
    {R"("quality": 1,)", R"("quality": null,)",
     "a.json:12:13: error: '/quality' must be a number, got null\n"},
    {R"("time_unit": "frames")", R"("time_unit": "seconds")",
     "a.json:5:15: error: '/time_unit' must be 'frames' or 'units', got 'seconds'\n"},
    {R"("loops": false)", R"("loops": 0)",
     "a.json:7:11: error: '/loops' must be a truth value, got a number\n"},
    {R"("density": 1)", R"("density": 0)",
     "a.json:13:13: error: '/density' must be above 0, got 0\n"},
    {R"("temporal_filter": "box")", R"("temporal_filter": "cone")",
     "a.json:15:21: error: '/temporal_filter' must be 'box', 'gaussian' or 'exp', got 'cone'\n"},
    {R"("zoom": 0)", R"("zoom": -51)",
     "a.json:21:10: error: '/zoom' must be at least -50, got -51\n"},
    {R"("gamma": 4)", R"("gamma": 0)",
     "a.json:25:12: error: '/finish/gamma' must be above 0, got 0\n"},
    {R"("filter": 0.5)", R"("filter": 1e4)",
     "a.json:34:13: error: '/finish/filter' must be at most 1000, got 1e4\n"},
    {R"("background": [0, 0, 0])", R"("background": [0, 0])",
     "a.json:29:17: error: '/finish/background' needs 3 values, got 2\n"},
    {R"("scale": 10)", R"("scale": 0)", "a.json:20:11: error: '/scale' must be above 0, got 0\n"},
    {R"("scale": 10)", R"("scale": 1e-31)",
     "a.json:20:11: error: '/scale' must be at least 1e-30, got 1e-31\n"},
    {R"("scale": 10)", R"("scale": true)",
     "a.json:20:11: error: '/scale' must be a number or an object with 'domain' and 'knots'\n"},
    {R"("rotate": 0)", R"("rotate": 1e31)",
     "a.json:22:12: error: '/rotate' must be at most 1e+30, got 1e31\n"},
    {R"("zoom": 0)", R"("zoom": {"domain": "linear"})",
     "a.json:21:10: error: '/zoom' needs 'knots'\n"},
    {R"("zoom": 0)", R"("zoom": {"domain": "cubic", "knots": [[0, 1, 0, 0]]})",
     "a.json:21:21: error: '/zoom/domain' must be 'linear' or 'magnitude', got 'cubic'\n"},
    {R"("zoom": 0)", R"("zoom": {"domain": "linear", "knots": []})",
     "a.json:21:40: error: '/zoom/knots' needs at least one knot\n"},
    {R"("zoom": 0)", R"("zoom": {"domain": "linear", "knots": [[0, 1, 0, 0], [0, 2, 0, 0]]})",
     "a.json:21:56: error: '/zoom/knots/1/0' must be at least 1e-06 later than the knot before, at "
     "0\n"},
    {R"("zoom": 0)", R"("zoom": {"domain": "linear", "knots": [[0, 1, 0, 0], [8.5, 2, 0, 0]]})",
     "a.json:21:56: error: '/zoom/knots/1/0' must be at most 8, got 8.5\n"},
    {R"("zoom": 0)", R"("zoom": {"domain": "linear", "knots": [[0, 1]]})",
     "a.json:21:41: error: '/zoom/knots/0' needs 4 numbers: a time, a value, the slopes before and "
     "after, got 2\n"},
    {"{\n   \"time\": 0", "{\n   \"time\": 9",
     "a.json:49:12: error: '/palettes/0/time' must be at most 8, got 9\n"},
    {R"("00000001)", R"("0000001)",
     "a.json:50:14: error: '/palettes/0/colors' must be a string of 1536 or 4096 hexadecimal "
     "digits "
     "or an array of 256 colours\n"},
    {R"("00000001)", R"("0000000g)",
     "a.json:50:14: error: '/palettes/0/colors' must be a string of 1536 or 4096 hexadecimal "
     "digits "
     "or an array of 256 colours\n"},
    {R"("palettes": [)", R"("palettes": [{"time": 0, "colors": [[0, 0, 0, 1]]},)",
     "a.json:47:37: error: '/palettes/0/colors' needs 256 colours, got 1\n"
     "a.json:49:12: error: '/palettes/1/time' must be at least 1e-06 later than the palette "
     "before, at 0\n"},
    {R"("weight": 1,)", R"("weight": -1,)",
     "a.json:55:14: error: '/xforms/0/weight' must be at least 0, got -1\n"},
    {R"("weight": 1,)",
     R"("weight": {"domain": "linear", "knots": [[0, -1, 0, 0], [1, 0, 0, 0]]},)",
     "a.json:53:12: error: '/xforms' needs an xform with a weight above 0\n"},
    {R"("weight": 1,)", R"("weight": 0,)",
     "a.json:53:12: error: '/xforms' needs an xform with a weight above 0\n"},
    {R"("coefs": [1, 0, 0, 1, 0, 0])", R"("coefs": [1, 0, 0, 1, 0])",
     "a.json:59:13: error: '/xforms/0/coefs' needs 6 values, got 5\n"},
    {R"("coefs": [1, 0, 0, 1, 0, 0])", R"("coefs": 1)",
     "a.json:59:13: error: '/xforms/0/coefs' must be an array, got a number\n"},
    {R"("coefs": [1, 0, 0, 1, 0, 0])",
     R"("coefs": {"angle": 1, "spread": 2, "magnitude_x": 3, "magnitude_y": "4", "offset_x": 0, "c": 6})",
     "a.json:59:72: error: '/xforms/0/coefs/magnitude_y' must be a number or an object with "
     "'domain' and 'knots'\n"
     "a.json:59:13: error: '/xforms/0/coefs' needs 'offset_y'\n"
     "a.json:59:92: error: '/xforms/0/coefs/c' is unknown\n"},
    {R"("coefs": [1, 0, 0, 1, 0, 0])", R"("chaos": [1, 2], "coefs": [1, 0, 0, 1, 0, 0])",
     "a.json:59:13: error: '/xforms/0/chaos' needs 1 values, one per xform, got 2\n"},
    {R"("xforms": [)", R"("xforms": [3,)",
     "a.json:53:13: error: '/xforms/0' must be an object, got a number\n"},
    {"\"weight\": 1}]\n  }\n ]",
     "\"weight\": 1}]\n  }\n ],\n \"final_xform\": {\"weight\": 1, \"color\": 0, \"color_speed\": "
     R"(0, "opacity": 1, "coefs": [1, 0, 0, 1, 0, 0], "variations": []})",
     "a.json:63:18: error: '/final_xform/weight' is unknown\n"},
    {R"("name": "linear")", R"("name": "pre_blur")",
     "a.json:60:19: error: '/xforms/0/variations/0' needs 'place': 'pre', for 'pre_blur'\n"},
    {R"("name": "linear")", R"("name": "pre_blur", "place": "post")",
     "a.json:60:49: error: '/xforms/0/variations/0/place' must be 'pre' for 'pre_blur'\n"},
    {R"("name": "linear")", R"("name": "linear", "place": "before")",
     "a.json:60:47: error: '/xforms/0/variations/0/place' must be 'pre', 'normal' or 'post', got "
     "'before'\n"},
    {R"("name": "linear")", R"("name": "julian", "params": {"julian_powr": 3})",
     "a.json:60:49: error: '/xforms/0/variations/0/params/julian_powr' is unknown\n"
     "note: did you mean 'julian_power'?\n"},
    {R"("name": "linear")", R"("name": "julian", "params": {"julian_power": "three"})",
     "a.json:60:65: error: '/xforms/0/variations/0/params/julian_power' must be a number or an "
     "object with 'domain' and 'knots'\n"},
    {R"("name": "linear", )", "", "a.json:60:19: error: '/xforms/0/variations/0' needs 'name'\n"},
};

INSTANTIATE_TEST_SUITE_P(Table, EveryMistake, testing::ValuesIn(kMistakes));

/// The message about `text` that is no JSON of ours at all.
std::string messageFor(llvm::StringRef text) {
  Reading reading(text);
  EXPECT_FALSE(reading.animation);
  return reading.messages();
}

TEST(AnimationJsonTest, RefusesWhatIsNoObject) {
  EXPECT_EQ(
      messageFor(""),
      "a.json:1:1: error: not valid JSON: expected '[', '{', or a literal, got end of input\n");
  EXPECT_EQ(messageFor("<flame/>"), "a.json:1:1: error: not valid JSON: invalid literal\n");
  EXPECT_EQ(messageFor("[]"), "a.json:1:1: error: the document must be an object, got an array\n");
  EXPECT_EQ(messageFor("{} {}"),
            "a.json:1:4: error: not valid JSON: expected end of input, got '{'\n");
}

TEST(AnimationJsonTest, AcceptsAByteOrderMark) {
  Reading reading("\xef\xbb\xbf" + writeAnimationJson(plain()));
  EXPECT_TRUE(reading.animation) << reading.printed;
}

TEST(AnimationJsonTest, WantsChaosForAllXformsOrNone) {
  Animation animation = rich();
  animation.xforms[1].chaos.clear();
  Reading reading(writeAnimationJson(animation));
  EXPECT_FALSE(reading.animation);
  EXPECT_NE(reading.printed.find("'/xforms/1' needs 'chaos', because other xforms have it"),
            std::string::npos);
}

TEST(AnimationJsonTest, WantsASuccessorForEveryXform) {
  Animation animation = rich();
  animation.xforms[0].chaos = {1, 0};
  animation.xforms[1].chaos = {0, 0};
  EXPECT_NE(Reading(writeAnimationJson(animation))
                .printed.find("error: '/xforms/1' has no successor: all its 'chaos' factors, times "
                              "the weights of the xforms, are 0"),
            std::string::npos);
  animation.xforms[1].weight = 0; // nobody will ever be there
  EXPECT_TRUE(Reading(writeAnimationJson(animation)).animation);
}

TEST(AnimationJsonTest, ChecksTheDensityEstimator) {
  auto messagesFor = [](double radius, double minimum, double curve) {
    Animation animation = plain();
    animation.finish.estimatorRadius = radius;
    animation.finish.estimatorMinimum = minimum;
    animation.finish.estimatorCurve = curve;
    return Reading(writeAnimationJson(animation)).messages();
  };
  EXPECT_EQ(messagesFor(0, 5, 0), "") << "it is switched off";
  EXPECT_EQ(messagesFor(9, 0, 0), "a.json:23:12: error: '/finish' needs an 'estimator_curve' above "
                                  "0 when 'estimator_radius' is\n");
  EXPECT_EQ(messagesFor(9, 10, 0.4), "a.json:23:12: error: '/finish' has an 'estimator_minimum' "
                                     "above its 'estimator_radius'\n");
}

TEST(AnimationJsonTest, LimitsNesting) {
  EXPECT_EQ(messageFor(std::string(1000000, '[')),
            "a.json:1:33: error: nested deeper than 32 levels\n");
}

TEST(AnimationJsonTest, LimitsTheNumberOfValues) {
  std::string text = "[0";
  for (int i = 0; i < 5000000; ++i)
    text += ",0";
  EXPECT_EQ(messageFor(text), "a.json:1:8388608: error: more than 4194304 values\n");
}

TEST(AnimationJsonTest, LimitsTheSize) {
  EXPECT_EQ(messageFor(std::string((size_t(1) << 26) + 1, ' ')),
            "a.json: error: larger than 64 MiB\n");
}

TEST(AnimationJsonTest, FallsSilentAfterManyErrors) {
  std::string palettes = R"("palettes": [)";
  for (int i = 0; i < 100000; ++i)
    palettes += "{}, ";
  Reading reading(edited(writeAnimationJson(plain()), R"("palettes": [)", palettes));
  EXPECT_FALSE(reading.animation);
  EXPECT_TRUE(llvm::StringRef(reading.messages())
                  .ends_with("error: more than 20 errors; the rest is not shown\n"));
}

TEST(AnimationJsonTest, NamesTextsByTheirJsonPointer) {
  EXPECT_EQ(
      messageFor(R"({"format": "flame-animation", "version": 3, "a/b~c": 0})").find("'/a/b~c'"),
      std::string::npos);
  Reading reading(
      edited(writeAnimationJson(plain()), R"("zoom": 0,)", R"("zoom": 0, "a/b~c": 0,)"));
  EXPECT_EQ(reading.messages(), "a.json:21:13: error: '/a~1b~0c' is unknown\n");
}

TEST(AnimationJsonTest, SurvivesTruncation) {
  std::string text = writeAnimationJson(rich());
  size_t content = text.size() - 1; // without the line feed it is still complete
  for (size_t length = 0; length < content; length += length < 1500 ? 1 : 37)
    ASSERT_FALSE(Reading(llvm::StringRef(text).take_front(length)).animation) << length;
}

TEST(AnimationJsonTest, SurvivesDamage) {
  const std::string text = writeAnimationJson(rich());
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string damaged = text;
    for (unsigned i = 0, count = 1 + random() % 4; i < count; ++i)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    Reading reading(damaged);
    ASSERT_EQ(reading.animation.has_value(),
              reading.messages().find("error: ") == std::string::npos);
    if (reading.animation)
      ASSERT_TRUE(Reading(writeAnimationJson(*reading.animation)).animation);
  }
}

} // namespace
} // namespace flame
