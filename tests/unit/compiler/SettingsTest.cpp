// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every record of ir/Settings.td, along the whole way: from XML to genomes and back, to animations,
// to their JSON and back, with tracks where there may be some, to the manifest. A new record is
// tested without a line here.

#include "compiler/animation/AnimationJson.h"
#include "compiler/driver/Compilation.h"
#include "compiler/genome/FlameWriter.h"

#include "tests/unit/compiler/ReadText.h"
#include "tests/unit/compiler/SettingRow.h"

#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>
#include <sstream>

namespace flame {
namespace {

using test::ReadText;
using testing::HasSubstr;
using testing::IsEmpty;
using Json = nlohmann::json;

using test::kRows;
using test::Row;

/// `value` as its attribute has it, twice if two settings share that.
std::string attributeOf(const Row &row, const std::string &value) {
  const bool isShared = std::ranges::count(kRows, row.attribute, &Row::attribute) == 2;
  return " " + row.attribute + "=\"" + value + (isShared ? " " + value : "") + "\"";
}

std::string flameOf(const std::string &attributes) {
  return "<flame time=\"3\"" + attributes +
         "><xform weight=\"1\" linear=\"1\"/><color index=\"0\" rgb=\"255 255 255\"/></flame>";
}

/// `value` as JSON has it.
Json jsonOf(const Row &row, const std::string &value) {
  if (row.kind == Row::Keyword)
    return value;
  Json numbers = Json::array();
  std::istringstream stream(value);
  for (std::string word; stream >> word;)
    numbers.push_back(Json::parse(word));
  return row.kind == Row::Color || row.kind == Row::Points ? numbers : numbers[0];
}

/// A curve that begins at a number.
Json curveFrom(double start) {
  return {{"domain", "linear"}, {"knots", {{0, start, 0.5, 0.5}, {1, start + 0.5, 0.5, 0.5}}}};
}

std::optional<Animation> readJson(const Json &json, std::string &messages) {
  llvm::raw_string_ostream stream(messages);
  llvm::SourceMgr sources;
  Diagnostics diags(sources, stream);
  return readAnimationJson(json.dump(), "a.json", diags);
}

Json plainJson() {
  return Json::parse(writeAnimationJson(makeStill(ReadText(flameOf("")).first())));
}

class EverySetting : public testing::TestWithParam<Row> {};

TEST_P(EverySetting, ItsDefaultIsWhatFilesWithoutItMean) {
  const Row &row = GetParam();
  if (row.attribute.empty())
    GTEST_SKIP() << "XML does not have it";
  const ReadText given(flameOf(attributeOf(row, row.defaultText))), plain(flameOf(""));
  ASSERT_TRUE(given.succeeded()) << given.messages();
  EXPECT_THAT(given.messages(), IsEmpty());
  EXPECT_EQ(writeFlame(given.first()), writeFlame(plain.first()));
}

TEST_P(EverySetting, SurvivesXml) {
  const Row &row = GetParam();
  if (row.attribute.empty())
    GTEST_SKIP() << "XML does not have it";
  const ReadText read(flameOf(attributeOf(row, row.sample)));
  ASSERT_TRUE(read.succeeded()) << read.messages();
  EXPECT_THAT(read.messages(), IsEmpty());
  const std::string written = writeFlame(read.first());
  const std::string tag = written.substr(0, written.find('\n'));
  EXPECT_THAT(tag, HasSubstr(attributeOf(row, row.sample)));
  EXPECT_EQ(writeFlame(ReadText(written).first()), written);
}

TEST_P(EverySetting, IsRefusedOutOfRange) {
  const Row &row = GetParam();
  std::vector<double> wrong;
  if (row.minimum)
    wrong.push_back(*row.minimum - 1);
  if (row.maximum)
    wrong.push_back(*row.maximum + 1 + *row.maximum / 4);
  for (double value : wrong) {
    const Json number = row.kind == Row::Count ? Json(int64_t(value)) : Json(value);
    if (!row.attribute.empty())
      EXPECT_FALSE(ReadText(flameOf(attributeOf(row, number.dump()))).succeeded()) << number;
    if (row.pointer.empty())
      continue;
    Json json = plainJson();
    json[Json::json_pointer(row.pointer)] = number;
    std::string messages;
    EXPECT_FALSE(readJson(json, messages)) << number;
    EXPECT_THAT(messages, HasSubstr("must be")) << number;
  }
}

/// Where a curve can begin and rise by 0.5. A share is at most 1.
double insideOf(const Row &row) { return row.maximum && *row.maximum <= 1 ? 0.25 : 2; }

TEST_P(EverySetting, SurvivesTheJsonOfAnimations) {
  const Row &row = GetParam();
  if (row.pointer.empty())
    GTEST_SKIP() << "animations do not have it";
  const Json::json_pointer pointer(row.pointer);
  Json json = plainJson();
  if (row.name != "temporal_samples" &&
      json.contains(pointer)) // of which a still has one; sparse ones are not there
    EXPECT_EQ(json.at(pointer), jsonOf(row, row.defaultText));
  std::vector<Json> values = {jsonOf(row, row.sample)};
  if (row.isAnimated)
    values.push_back(row.kind == Row::Color ? Json{0.25, curveFrom(0.5), 0.75}
                                            : curveFrom(insideOf(row)));
  for (const Json &value : values) {
    json[pointer] = value;
    std::string messages;
    const std::optional<Animation> animation = readJson(json, messages);
    ASSERT_TRUE(animation) << messages;
    EXPECT_EQ(Json::parse(writeAnimationJson(*animation)), json);
  }
}

INSTANTIATE_TEST_SUITE_P(Table, EverySetting, testing::ValuesIn(kRows),
                         [](const auto &info) { return info.param.name; });

TEST(SettingsTest, NamesAndPathsAreUnique) {
  std::set<std::string> names, pointers;
  for (const Row &row : kRows) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    if (!row.pointer.empty())
      EXPECT_TRUE(pointers.insert(row.pointer).second) << row.pointer;
  }
}

/// The manifest of an animation in JSON.
Json manifestOf(const Json &json) {
  std::string messages;
  const std::optional<Animation> animation = readJson(json, messages);
  if (!animation) {
    ADD_FAILURE() << messages;
    return {};
  }
  CompileOptions options;
  options.level = 0;
  llvm::Expected<ArtefactContents> contents = compile(*animation, "", options);
  if (!contents) {
    ADD_FAILURE() << llvm::toString(contents.takeError());
    return {};
  }
  const rt::Result<std::string> manifest = rt::writeManifest(contents->manifest);
  if (!manifest) {
    ADD_FAILURE() << manifest.error().str();
    return {};
  }
  return Json::parse(*manifest);
}

TEST(SettingsTest, EveryOneReachesTheManifest) {
  Json json = plainJson();
  for (const Row &row : kRows)
    if (!row.pointer.empty())
      json[Json::json_pointer(row.pointer)] = jsonOf(row, row.sample);
  const Json manifest = manifestOf(json);
  size_t count = 0;
  for (const Row &row : kRows)
    if (!row.pointer.empty()) {
      EXPECT_EQ(manifest.at("frame").value(row.name, Json()), jsonOf(row, row.sample)) << row.name;
      ++count;
    }
  EXPECT_EQ(manifest.at("frame").size(), count);
  EXPECT_TRUE(manifest.at("frame_tracks").empty());
}

/// What one room accepts at its limits the next one reads. Settings are no code: one layout serves
/// for all of them.
TEST(SettingsTest, TheLimitsOfTheManifestAreNoNarrower) {
  const auto plain = rt::readManifest(manifestOf(plainJson()).dump());
  ASSERT_TRUE(plain);
  for (const Row &row : kRows) {
    if (row.pointer.empty() || row.kind == Row::Keyword)
      continue;
    for (double value : {row.minimum.value_or(-1e30), row.maximum.value_or(1e30), 1e-30}) {
      const Json number = row.kind == Row::Count ? Json(int64_t(value)) : Json(value);
      Json json = plainJson();
      json[Json::json_pointer(row.pointer)] =
          row.kind == Row::Color ? Json{number, number, number} : number;
      std::string messages;
      const std::optional<Animation> animation = readJson(json, messages);
      if (!animation)
        continue;
      const rt::Result<std::string> written =
          rt::writeManifest(makeManifest(*animation, plain->layout, plain->features));
      ASSERT_TRUE(written) << row.name << " " << number;
      const auto read = rt::readManifest(*written);
      EXPECT_TRUE(read) << row.name << " " << number << ": " << read.error().text();
    }
  }
}

TEST(SettingsTest, EveryTrackReachesTheManifest) {
  Json json = plainJson();
  std::set<std::string> expected, found;
  for (const Row &row : kRows) {
    if (!row.isAnimated)
      continue;
    Json &value = json[Json::json_pointer(row.pointer)];
    if (row.kind == Row::Color) {
      value = {curveFrom(0.25), curveFrom(0.25), curveFrom(0.25)};
      for (const char *channel : {"_red", "_green", "_blue"})
        expected.insert(row.name + channel);
    } else {
      value = curveFrom(insideOf(row));
      expected.insert(row.name);
    }
  }
  const Json manifest = manifestOf(json);
  for (const auto &[key, track] : manifest.at("frame_tracks").items()) {
    found.insert(key);
    EXPECT_EQ(track.at("knots").size(), 2u) << key;
  }
  EXPECT_EQ(found, expected);
}

} // namespace
} // namespace flame
