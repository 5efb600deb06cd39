// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where animations meet: an edge begins and ends with its flames, and what follows goes on from
// there, in flocks (cuburn) with the same velocity. Pictures of the same are compared by
// tests/image/joins.py.

#include "compiler/animation/AnimateGenomes.h"
#include "tests/unit/animation/KeyFrames.h"
#include "tests/unit/animation/SeenFlame.h"
#include "tests/unit/cuburn/TestFlock.h"

#include <gtest/gtest.h>

#include <random>

namespace flame::test {

//===-- flocks --------------------------------------------------------------------------------===//

namespace {
/// Nodes with everything that a blend treats in its own way: mirrors, post affines, holes,
/// parameters, final xforms, velocities of whatever may have one.
class RandomFlock {
public:
  explicit RandomFlock(unsigned seed) : random(seed) {}

  /// Members of a one-file flock: nodes a, b, c, their loops and the transitions between them.
  std::string text() {
    std::string members;
    for (const char *id : {"a", "b", "c"})
      members += node(id) + ",\n" +
                 edge(std::string(id) + "-loop", id, -0.25, id, 0.25, 0.5, "natural") + ",\n";
    return members + edge("a-b", "a", 0.25, "b", -0.25, 1.7) + ",\n" +
           edge("b-c", "b", 0.25, "c", -0.25, 2.3) + ",\n" + edge("a-to-b", "a", 0, "b", 0, 2);
  }

private:
  static std::string edge(const std::string &id, const std::string &from, double fromOffset,
                          const std::string &to, double toOffset, double duration,
                          const std::string &sort = "weightflip") {
    return "\"" + id + "\": {\"type\": \"edge\", \"link\": {\"src\": \"" + from + "@" +
           std::to_string(fromOffset) + "\", \"dst\": \"" + to + "@" + std::to_string(toOffset) +
           "\"}, \"blend\": {\"duration\": " + std::to_string(duration) + ", \"xform_sort\": \"" +
           sort + "\"}}";
  }

  double number(double low, double high) {
    return std::uniform_real_distribution(low, high)(random);
  }
  bool chance(double probability) { return number(0, 1) < probability; }

  std::string value(double low, double high, double velocity = 0) {
    std::string text = std::to_string(number(low, high));
    return velocity == 0 ? text
                         : "[" + text + ", " + std::to_string(number(-velocity, velocity)) + "]";
  }
  std::string affine(bool turns) {
    return "{\"angle\": " + (turns ? "[" + value(0, 360) + ", -360]" : value(0, 360)) +
           ", \"spread\": " + (chance(0.3) ? value(100, 170) : value(20, 80)) +
           ", \"magnitude\": {\"x\": " + value(0.2, 1.5) +
           ", \"y\": " + value(0.2, 1.5, chance(0.3) ? 0.5 : 0) +
           "}, \"offset\": {\"x\": " + value(-1, 1, chance(0.3) ? 0.5 : 0) +
           ", \"y\": " + value(-1, 1) + "}}";
  }
  std::string variations() {
    const std::vector<std::string> some = {
        "\"linear\": {\"weight\": " + value(0.1, 1) + "}",
        "\"spherical\": {\"weight\": " + value(0.1, 1) + "}",
        "\"julian\": {\"weight\": " + value(0.1, 1) + ", \"power\": 3, \"dist\": " + value(0.5, 2) +
            "}",
        "\"curl\": {\"weight\": " + value(0.1, 1, 1) + ", \"c1\": " + value(-1, 1) + "}",
        "\"blob\": {\"weight\": " + value(0.1, 1) + ", \"waves\": 4}"};
    const size_t first = random() % some.size(),
                 second = (first + 1 + random() % (some.size() - 1)) % some.size();
    return "{" + some[first] + (chance(0.5) ? ", " + some[second] : "") + "}";
  }
  std::string xform(bool isFinal) {
    return "{" +
           std::string(isFinal ? ""
                               : "\"weight\": " + value(0.2, 3, chance(0.3) ? 0.4 : 0) + ", ") +
           "\"color\": " + value(0.3, 0.7, chance(0.3) ? 0.2 : 0) +
           ", \"color_speed\": " + value(0.1, 0.9) +
           ", \"pre_affine\": " + affine(!isFinal && chance(0.8)) +
           (chance(0.4) ? ", \"post_affine\": " + affine(false) : "") +
           ", \"variations\": " + variations() + "}";
  }
  std::string node(const std::string &id) {
    std::string xforms;
    for (size_t i = 0, count = 1 + random() % 4; i < count; ++i)
      xforms += (i == 0 ? "\"" : ", \"") + std::to_string(i) + "\": " + xform(false);
    return "\"" + id + "\": {\"type\": \"node\", \"palette\": [GRAY], \"camera\": {\"scale\": " +
           value(0.1, 0.5, 0.05) + ", \"rotation\": " + value(0, 360, 90) +
           ", \"center\": {\"x\": " + value(-1, 1, 0.3) + "}}" +
           ", \"filters\": {\"logscale.brightness\": " + value(1, 9, 1) +
           ", \"colorclip.gamma\": " + value(2, 5) + "}, \"xforms\": {" + xforms + "}" +
           (chance(0.4) ? ", \"final_xform\": " + xform(true) : "") + "}";
  }

  std::mt19937 random;
};

/// Without the xforms that are about to come or have just gone, which have no velocity that could
/// agree.
SeenFlame visible(const Animation &animation, double time) {
  SeenFlame flame = seenFlame(animation, time);
  std::erase_if(flame.xforms, [](const SeenValues &xform) {
    return xform.at("weight") != 0 && xform.at("weight") < 1e-4;
  });
  return flame;
}

class EveryFlock : public testing::TestWithParam<unsigned> {
protected:
  Animation read(const std::string &id) {
    TestFlock flock(members);
    std::optional<Animation> animation = flock.animation(id);
    EXPECT_TRUE(animation) << flock.messages();
    return animation.value_or(Animation());
  }
  static SeenFlame at(const Animation &animation, double time) {
    SeenFlame flame = seenFlame(animation, time);
    dropIdentity(flame);
    return flame;
  }

  std::string members = RandomFlock(GetParam()).text();
};
} // namespace

TEST_P(EveryFlock, EdgesBeginAndEndWithTheirNodes) {
  const Animation edge = read("a-to-b");
  EXPECT_EQ(differences(at(edge, 0), at(read("a"), 0), 1e-9), "");
  EXPECT_EQ(differences(at(edge, 1), at(read("b"), 0), 1e-9), "");
}

TEST_P(EveryFlock, EdgesGoOnWhereTheLastOneEnds) {
  const std::vector<std::string> walk = {"a-loop", "a-b", "b-loop", "b-c", "c-loop"};
  for (size_t i = 1; i < walk.size(); ++i) {
    SCOPED_TRACE("from " + walk[i - 1] + " to " + walk[i]);
    const Animation before = read(walk[i - 1]), after = read(walk[i]);
    EXPECT_EQ(differences(at(before, 1), at(after, 0), 1e-9), "");
    constexpr double kStep = 1e-6;
    const SeenFlame arriving = visible(before, 1 - kStep), end = visible(before, 1);
    const SeenFlame start = visible(after, 0), leaving = visible(after, kStep);
    ASSERT_EQ(arriving.xforms.size(), end.xforms.size());
    ASSERT_EQ(leaving.xforms.size(), start.xforms.size());
    SeenFlame in = velocities(arriving, end, kStep * before.duration);
    SeenFlame out = velocities(start, leaving, kStep * after.duration);
    if (before.finalXform.has_value() != after.finalXform.has_value())
      (before.finalXform ? in : out).xforms.pop_back();
    in.palette = out.palette;
    EXPECT_EQ(differences(in, out, 2e-3), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Random, EveryFlock, testing::Range(0u, 40u));

//===-- flames --------------------------------------------------------------------------------===//

/// Three flames that share nothing: xforms, final xforms, post affines, parameters and colours come
/// and go.
static std::vector<Genome> threeFlames() {
  return readKeyFrames(
      keyFrame("scale=\"12\" rotate=\"30\" brightness=\"4\"",
               "<xform weight=\"1\" color=\".2\" julian=\".8\" julian_power=\"3\" coefs=\".5 .2 "
               "-.3 .7 .1 .2\"/>"
               "<xform weight=\".4\" color=\".9\" spherical=\".5\" linear=\".2\" coefs=\"-.4 .1 .2 "
               ".6 0 .3\" "
               "post=\"1 .2 0 1 .1 0\"/>",
               "255 10 0") +
      keyFrame("scale=\"15\" center=\".2 .1\" gamma=\"3\"",
               "<xform weight=\"2\" color=\".6\" curl=\"1\" curl_c1=\".3\" coefs=\".9 0 0 -.8 .2 "
               "0\" animate=\"0\"/>"
               "<finalxform color=\"0\" color_speed=\"0\" bubble=\"1\" coefs=\"1.2 0 0 1.2 0 0\"/>",
               "0 200 0") +
      keyFrame("scale=\"9\" rotate=\"-400\"",
               "<xform weight=\"1\" color=\".1\" rectangles=\"1\" rectangles_x=\".3\" coefs=\".3 "
               ".5 -.5 .3 0 0\"/>"
               "<xform weight=\"1\" color=\".5\" fan2=\"1\" fan2_x=\".4\" coefs=\"0 .7 -.7 0 .3 "
               "0\" opacity=\".5\"/>"
               "<xform weight=\"1\" color=\"1\" linear=\"1\" coefs=\".5 0 0 .5 -.2 .1\"/>",
               "0 0 255"));
}

/// The comparisons below see what makes a picture another one.
TEST(SeenFlameTest, SeesWhatChangesThePicture) {
  const Animation still = makeStill(
      readKeyFrames(keyFrame("", "<xform weight=\"1\" linear=\"1\" dc_linear=\"1\"/>")).front());
  const std::pair<const char *, void (*)(Animation &)> changes[] = {
      {"chaos", [](Animation &a) { a.xforms[0].chaos = {0.5}; }},
      {"var_color", [](Animation &a) { a.xforms[0].directColor = 0.5; }},
      {"variation", [](Animation &a) { a.xforms[0].variations[1].weight = 0.0; }},
      {"background", [](Animation &a) { a.finish.background[1] = 0.5; }},
      {"highlight power", [](Animation &a) { a.finish.highlightPower = 2; }},
      {"estimator radius", [](Animation &a) { a.finish.estimatorRadius = 3; }},
      {"estimator minimum", [](Animation &a) { a.finish.estimatorMinimum = 3; }},
      {"estimator curve", [](Animation &a) { a.finish.estimatorCurve = 3; }},
      {"alpha", [](Animation &a) { a.palettes[0].second[7].alpha = 0.5; }}};
  for (const auto &[what, change] : changes) {
    Animation changed = still;
    change(changed);
    EXPECT_NE(differences(seenFlame(still, 0), seenFlame(changed, 0), 1e-9), "") << what;
  }
}

static constexpr double kFitted = 4e-5; // tracks are fitted to flam3's functions of time

static SeenFlame atFlame(const Genome &genome) { return seenFlame(makeStill(genome), 0); }

/// What a flame without a final xform is while another one fades in.
static SeenFlame withoutIdentity(SeenFlame flame) {
  dropIdentity(flame);
  return flame;
}

TEST(EdgeJoinTest, EdgesOfFlamesBeginAndEndWithThem) {
  const std::vector<Genome> flames = threeFlames();
  for (size_t i = 1; i < flames.size(); ++i) {
    SCOPED_TRACE("edge " + std::to_string(i));
    const Animation edge = animateEdge(flames[i - 1], flames[i]);
    EXPECT_EQ(differences(withoutIdentity(seenFlame(edge, 0)), atFlame(flames[i - 1]), kFitted),
              "");
    EXPECT_EQ(differences(withoutIdentity(seenFlame(edge, 1)), atFlame(flames[i]), kFitted), "");
  }
}

/// flam3's edges begin and end with the turn of their flames, as its loops do: what moves goes on
/// at the same speed.
TEST(EdgeJoinTest, SequencesGoOnWhereTheLastPartEnds) {
  const std::vector<Genome> flames = threeFlames();
  const Animation sequence = animateSequence(flames);
  const double parts = 2 * flames.size() - 1;
  for (size_t join = 1; join < parts; ++join) {
    SCOPED_TRACE("join " + std::to_string(join));
    constexpr double kStep = 1e-5;
    const double time = join / parts;
    const SeenFlame flame = atFlame(flames[join / 2]);
    EXPECT_EQ(differences(withoutIdentity(seenFlame(sequence, time - 1e-7)), flame, 1e-4), "");
    EXPECT_EQ(differences(withoutIdentity(seenFlame(sequence, time + 1e-7)), flame, 1e-4), "");
    const SeenValues turnBefore = velocities(visible(sequence, time - 2 * kStep),
                                             visible(sequence, time - kStep), kStep * parts)
                                      .xforms[0];
    const SeenValues turnAfter = velocities(visible(sequence, time + kStep),
                                            visible(sequence, time + 2 * kStep), kStep * parts)
                                     .xforms[0];
    for (const char *name : {"coefs.a", "coefs.b", "coefs.d", "coefs.e"})
      EXPECT_NEAR(turnBefore.at(name), turnAfter.at(name), 0.05) << name;
  }
}

/// Three flames of which the second has variations that set the colour.
TEST(EdgeJoinTest, DirectColorsBeginAndEndWithTheirFlames) {
  const std::string linear = "<xform weight=\"1\" color=\".3\" linear=\"1\"", end = "/>";
  const std::vector<Genome> flames = readKeyFrames(
      keyFrame("", linear + end) +
      keyFrame("", linear + " dc_linear=\".5\" var_color=\".7\"/><finalxform color=\"0\" "
                            "color_speed=\"0\" linear=\"1\" post_dc_bubble=\"1\"/>") +
      keyFrame("", linear + " dc_linear=\"0\"" + end));
  for (size_t i = 1; i < flames.size(); ++i) {
    const Animation edge = animateEdge(flames[i - 1], flames[i]);
    EXPECT_EQ(edge.xforms[0].directColor.at(i == 1 ? 0 : 1), 0);
    EXPECT_EQ(edge.finalXform->directColor.at(i == 1 ? 0 : 1), 0);
    EXPECT_NEAR(edge.xforms[0].directColor.at(i == 1 ? 1 : 0), 0.7, kFitted);
    EXPECT_EQ(differences(seenFlame(edge, i == 1).xforms[0], atFlame(flames[1]).xforms[0], kFitted),
              "");
  }
}

} // namespace flame::test
