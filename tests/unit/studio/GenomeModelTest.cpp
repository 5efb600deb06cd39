// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models: there and back without loss, messages at their fields, and nothing hostile gets through.

#include "studio/model/FilmModel.h"
#include "studio/model/Schema.h"

#include "compiler/genome/FlameWriter.h"
#include "ir/VariationTable.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace flame::test {

using namespace flame::studio;
using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

std::string textOf(const std::filesystem::path &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

json modelOfText(const std::string &text) {
  const ModelReading reading = readText(text, "test");
  EXPECT_THAT(reading.genomes, SizeIs(1)) << toJson(reading.messages);
  return reading.genomes.empty() ? json() : modelOf(reading.genomes.front());
}

const char kFlame[] =
    "<flame name=\"a &lt; b\" size=\"64 48\" nick=\"me\" brightness=\"3.25\"><xform weight=\"1\" "
    "color=\"0\" "
    "pre_swirl=\".2\" julian=\"1\" julian_power=\"2\" post_linear=\"1\" coefs=\".8 .1 -.1 .8 .3 "
    ".2\" "
    "chaos=\"1 .5 1\" name=\"x\"><motion motion_frequency=\"2\" weight=\".3\" julian_power=\"1\"/>"
    "</xform><xform weight=\"1\" pre_blur=\".1\" linear=\"1\" post=\"1 0 0 1 .5 0\"/><symmetry "
    "kind=\"-2\"/>"
    "<finalxform color=\".3\" linear=\"1\"/><color index=\"0\" rgb=\"1.5 2 3\"/>"
    "<color index=\"200\" rgb=\"100 20 3\"/></flame>";

} // namespace

TEST(GenomeModelTest, GoesThereAndBack) {
  const ModelReading first = readText(kFlame, "test");
  ASSERT_THAT(first.genomes, SizeIs(1)) << toJson(first.messages);
  const json model = modelOf(first.genomes.front());
  const ModelReading second = readModel(model);
  ASSERT_THAT(second.genomes, SizeIs(1)) << toJson(second.messages);
  EXPECT_EQ(writeFlame(second.genomes.front()), writeFlame(first.genomes.front()));
  EXPECT_EQ(modelOf(second.genomes.front()), model);
  EXPECT_EQ(model["symmetry"], -2);
  EXPECT_EQ(model["xforms"][0]["variations"][0]["place"], "pre");
}

/// Those of the project and, below the folder that the environment names, any others.
TEST(GenomeModelTest, KeepsEveryGenome) {
  const char *more = std::getenv("FLAME_GENOMES");
  size_t kept = 0;
  for (const auto &entry :
       std::filesystem::recursive_directory_iterator(more ? more : FLAME_GENOMES)) {
    if (!entry.is_regular_file())
      continue;
    const ModelReading first = readText(textOf(entry.path()), "test");
    for (const Genome &genome : first.genomes) {
      const ModelReading second = readModel(modelOf(genome));
      EXPECT_THAT(second.genomes, SizeIs(1)) << entry.path() << toJson(second.messages);
      if (second.genomes.empty())
        continue;
      EXPECT_EQ(writeFlame(second.genomes.front()), writeFlame(genome)) << entry.path();
      ++kept;
    }
  }
  EXPECT_GE(kept, 6u);
}

TEST(GenomeModelTest, KeepsWhatOtherProgramsHave) {
  const ModelReading first = readText(
      "<flame version=\"JWildfire 9.00\" size=\"64 48\" cam_pitch=\"30\" cam_perspective=\".2\">"
      "<xform weight=\"1\" linear3D=\"1\" bubble=\".5\" bubble#1#=\".25\" swirl=\".3\" "
      "swirl_fx_priority=\"-1\" coefs=\"1 0 0 1 .2 0\" yzCoefs=\".8 .6 -.6 .8 0 .3\" "
      "zxPost=\"1 0 0 1 0 .5\"/>"
      "<finalxform linear3D=\"1\" coefs=\"1 0 0 1 0 0\"/>"
      "<finalxform spherical=\"1\" coefs=\"1 0 0 1 .1 0\"/></flame>",
      "test");
  ASSERT_THAT(first.genomes, SizeIs(1)) << toJson(first.messages);
  const Genome &genome = first.genomes.front();
  ASSERT_TRUE(genome.hasDepth);
  ASSERT_THAT(genome.laterFinals, SizeIs(1));
  const ModelReading second = readModel(modelOf(genome));
  ASSERT_THAT(second.genomes, SizeIs(1)) << toJson(second.messages);
  EXPECT_EQ(writeFlame(second.genomes.front()), writeFlame(genome));
  EXPECT_TRUE(second.genomes.front().hasDepth);
}

TEST(GenomeModelTest, KeepsDefinitions) {
  const ModelReading first = readText(
      "<flame size=\"64 48\"><variations><![CDATA[variation studio_own \"a < b & c\"\n\n"
      "param by = 2 in [1, 9] \"how far\" # why\nx' = x < by ? x : by\ny' = y]]></variations>"
      "<xform weight=\"1\" post_studio_own=\"1\" post_studio_own_by=\"3\"/></flame>",
      "test");
  ASSERT_THAT(first.genomes, SizeIs(1)) << toJson(first.messages);
  json model = modelOf(first.genomes.front());
  ASSERT_THAT(model["definitions"], SizeIs(1));
  EXPECT_EQ(model["definitions"][0]["info"]["params"][0]["max"], 9);
  const ModelReading second = readModel(model);
  ASSERT_THAT(second.genomes, SizeIs(1)) << toJson(second.messages);
  EXPECT_EQ(writeFlame(second.genomes.front()), writeFlame(first.genomes.front()));
  EXPECT_EQ(modelOf(second.genomes.front()), model);
  model["definitions"][0]["text"] = "variation studio_own\nx' = </variations>";
  const ModelReading wrong = readModel(model);
  EXPECT_THAT(wrong.genomes, IsEmpty());
  ASSERT_FALSE(wrong.messages.empty());
  EXPECT_EQ(wrong.messages.front().path, "definitions") << toJson(wrong.messages);
}

TEST(GenomeModelTest, SaysWhatIsWrongBesideTheField) {
  json model = modelOfText(kFlame);
  model["settings"]["gamma"] = -1;
  model["xforms"][0]["variations"][1]["params"]["julian_pwoer"] = 3;
  const ModelReading reading = readModel(model);
  auto about = [&](const std::string &path) {
    for (const ModelMessage &message : reading.messages)
      if (message.path == path)
        return message.text;
    return std::string();
  };
  EXPECT_THAT(about("settings/gamma"), HasSubstr("above 0")) << toJson(reading.messages);
  EXPECT_THAT(about("xforms/0/variations/1/params/julian_pwoer"), HasSubstr("julian_pwoer"));
}

TEST(GenomeModelTest, RefusesWhatIsNoModel) {
  for (const char *text :
       {"{}", "[]", "3", "{\"settings\":{},\"xforms\":3,\"palette\":{}}",
        "{\"settings\":{\"a b\":1},\"xforms\":[],\"palette\":{\"hex\":\"\"}}",
        "{\"settings\":{\"x\\\"/><b c=\":1},\"xforms\":[],\"palette\":{\"hex\":\"\"}}"}) {
    const ModelReading reading = readModel(json::parse(text));
    EXPECT_THAT(reading.genomes, IsEmpty()) << text;
    EXPECT_FALSE(reading.messages.empty()) << text;
  }
}

TEST(GenomeModelTest, EscapesTexts) {
  json model = modelOfText(kFlame);
  model["name"] = "\"/><script>&\n";
  const ModelReading reading = readModel(model);
  ASSERT_THAT(reading.genomes, SizeIs(1));
  EXPECT_EQ(reading.genomes.front().name, "\"/><script>&\n");
}

TEST(FilmModelTest, MakesFilmsOfEachKind) {
  const json model = modelOfText(kFlame);
  json later = model;
  later["time"] = 50;
  auto film = [&](const char *kind, json models) {
    return readSubject({{"film", {{"kind", kind}, {"models", models}, {"frames", 40}}}});
  };
  EXPECT_EQ(film("loop", {model}).animation->duration, 40);
  EXPECT_EQ(film("edge", {model, later}).animation->duration, 40);
  EXPECT_EQ(film("sequence", {model, later}).animation->duration, 120);
  EXPECT_EQ(film("keys", {model, later}).animation->duration, 50);
  EXPECT_FALSE(film("edge", {model}).animation);
  EXPECT_THAT(film("keys", {later, model}).messages.front().text, HasSubstr("must increase"));
  EXPECT_FALSE(readSubject(json::object()).animation);
}

TEST(SchemaTest, HasEverySettingAndVariation) {
  const json schema = makeSchema();
  EXPECT_EQ(schema["variations"].size(), variationTable().size());
  for (const json &row : schema["settings"]) {
    EXPECT_TRUE(row.contains("summary")) << row;
    EXPECT_TRUE(row.contains("group")) << row;
  }
}

} // namespace flame::test
