// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Manifests survive JSON, and everything a manifest must not say is refused with the path of the
// key.

#include "artefact/Manifest.h"

#include "tests/unit/runtime/TestManifest.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <random>

namespace flame::rt {

using Json = nlohmann::ordered_json;

static Json validJson() { return Json::parse(*writeManifest(testManifest())); }

/// The error of a manifest whose value at `pointer` was replaced; empty if it was accepted.
static std::string errorWith(const char *pointer, const Json &value) {
  Json json = validJson();
  json[Json::json_pointer(pointer)] = value;
  Result<Manifest> result = readManifest(json.dump());
  return result ? "" : result.error().text();
}

TEST(ManifestTest, SurvivesTheRoundTrip) {
  Manifest manifest = testManifest();
  Result<std::string> text = writeManifest(manifest);
  ASSERT_TRUE(text) << text.error().str();
  Result<Manifest> read = readManifest(*text);
  ASSERT_TRUE(read) << read.error().str();
  EXPECT_EQ(read->name, manifest.name);
  EXPECT_EQ(read->author, manifest.author);
  EXPECT_EQ(read->url, manifest.url);
  EXPECT_EQ(read->tools, manifest.tools);
  EXPECT_EQ(read->duration, manifest.duration);
  EXPECT_EQ(read->timeUnit, manifest.timeUnit);
  EXPECT_EQ(read->startTime, manifest.startTime);
  EXPECT_EQ(read->loops, manifest.loops);
  EXPECT_EQ(read->frame, manifest.frame);
  EXPECT_EQ(memcmp(&read->layout, &manifest.layout, sizeof(manifest.layout)), 0);
  EXPECT_EQ(read->features, manifest.features);
  EXPECT_EQ(read->pointsPerBlock, manifest.pointsPerBlock);
  EXPECT_EQ(read->fuse, manifest.fuse);
  EXPECT_EQ(read->targets, manifest.targets);
  EXPECT_EQ(read->ptxTarget, manifest.ptxTarget);
  EXPECT_EQ(*writeManifest(*read), *text);
}

TEST(ManifestTest, NumbersKeepEveryBit) {
  Manifest manifest = testManifest();
  manifest.frame.centerX = 0.1 + 0.2;
  manifest.frame.brightness = std::nextafter(4.0, 5.0);
  Result<Manifest> read = readManifest(*writeManifest(manifest));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->frame, manifest.frame);
}

TEST(ManifestTest, EveryMissingKeyIsNamed) {
  Json valid = validJson();
  int keys = 0;
  auto without = [&](const std::string &pointer, const std::string &path) {
    Json json = valid;
    Json &parent = json[Json::json_pointer(pointer).parent_pointer()];
    parent.erase(Json::json_pointer(pointer).back());
    Result<Manifest> result = readManifest(json.dump());
    ASSERT_FALSE(result) << path;
    EXPECT_EQ(result.error().text(), "manifest: " + path + ": missing");
    ++keys;
  };
  for (const auto &[key, value] : valid.items()) {
    if (key != "format" && key != "version")
      without("/" + key, key);
    if (key == "frame" || key == "layout")
      for (const auto &[inner, unused] : value.items())
        without("/" + key + "/" + inner, key + "." + inner);
  }
  EXPECT_GE(keys, 45);
}

TEST(ManifestTest, EveryWrongTypeIsNamed) {
  Json valid = validJson(), flat = valid.flatten();
  for (const auto &[key, value] : flat.items()) {
    if (key == "/format" || key == "/version" || value.is_null())
      continue;
    Json json = valid;
    json[Json::json_pointer(key)] = value.is_string() ? Json(7) : Json("seven");
    Result<Manifest> result = readManifest(json.dump());
    ASSERT_FALSE(result) << key;
    EXPECT_NE(result.error().text().find("expected"), std::string::npos) << result.error().text();
  }
}

TEST(ManifestTest, MessagesSayWhatWasExpectedAndFound) {
  EXPECT_EQ(errorWith("/frame/width", 0),
            "manifest: frame.width: expected an integer from 1 to 1048576, got 0");
  EXPECT_EQ(errorWith("/frame/width", -5),
            "manifest: frame.width: expected an integer from 1 to 1048576, got -5");
  EXPECT_EQ(errorWith("/frame/passes", 257),
            "manifest: frame.passes: expected an integer from 1 to 256, got 257");
  EXPECT_EQ(errorWith("/frame/supersample", 2.5),
            "manifest: frame.supersample: expected an integer from 1 to 64, got 2.5");
  EXPECT_EQ(errorWith("/frame/quality", "good"),
            "manifest: frame.quality: expected a number from 1e-30 to 1e+12, got \"good\"");
  EXPECT_EQ(errorWith("/frame/gamma", nullptr),
            "manifest: frame.gamma: expected a number from 1e-30 to 1e+30, got null");
  EXPECT_EQ(errorWith("/frame/background", {1, 2}),
            "manifest: frame.background: expected three numbers, got [1,2]");
  EXPECT_EQ(errorWith("/frame/background/1", "x"),
            "manifest: frame.background[1]: expected a number, got \"x\"");
  EXPECT_EQ(errorWith("/frame/palette_mode", "stripes"),
            "manifest: frame.palette_mode: expected one of 'step', 'linear', got \"stripes\"");
  EXPECT_EQ(errorWith("/frame/filter_shape", "No Such"),
            "manifest: frame.filter_shape: expected a keyword, got \"No Such\"");
  EXPECT_EQ(errorWith("/tools", Json::array()),
            "manifest: tools: expected an object of at most 256 strings, got []");
  EXPECT_EQ(errorWith("/tools/flamec", 1), "manifest: tools.flamec: expected a string, got 1");
  EXPECT_EQ(errorWith("/frame", 1), "manifest: frame: expected an object, got 1");
}

TEST(ManifestTest, RefusesOutOfRangeValues) {
  EXPECT_NE(errorWith("/frame/height", 1u << 21), "");
  EXPECT_NE(errorWith("/frame/height", 4294967297ull), "");
  EXPECT_NE(errorWith("/frame/quality", 0), "");
  EXPECT_NE(errorWith("/frame/quality", 1e13), "");
  EXPECT_NE(errorWith("/frame/supersample", 65), "");
  EXPECT_NE(errorWith("/frame/filter_radius", -1), "");
  EXPECT_NE(errorWith("/frame/temporal_samples", 0), "");
  EXPECT_NE(errorWith("/frame/zoom", 51), "");
  EXPECT_NE(errorWith("/frame/scale", 0), "");
  EXPECT_NE(errorWith("/duration", -1), "");
  EXPECT_NE(errorWith("/layout/xforms", 0), "");
  EXPECT_NE(errorWith("/layout/xforms", 5000), "");
  EXPECT_NE(errorWith("/points_per_block", 0), "");
  EXPECT_EQ(errorWith("/frame/zoom", -3.5), "");
}

TEST(ManifestTest, RefusesTooManyPixels) {
  Json json = validJson();
  json["frame"]["width"] = json["frame"]["height"] = 1u << 20;
  Result<Manifest> result = readManifest(json.dump());
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().text().find("more than 1e9 pixels"), std::string::npos);
}

TEST(ManifestTest, RefusesLayoutsThatReachOutOfTheirBlock) {
  EXPECT_NE(errorWith("/layout/block_floats", 44), "");
  EXPECT_NE(errorWith("/layout/view_offset", 48), "");
  EXPECT_NE(errorWith("/layout/weights_offset", 52), "");
  EXPECT_NE(errorWith("/layout/shared_floats", 56), "");
  EXPECT_NE(errorWith("/layout/slots_offset", 44), "");
  EXPECT_NE(errorWith("/layout/slots_offset", 8), "") << "overlaps the selection weights";
  EXPECT_NE(errorWith("/layout/view_offset", 45), "") << "not a multiple of four";
  EXPECT_NE(errorWith("/layout/xaos_offset", 12), "") << "without the feature";
  EXPECT_NE(errorWith("/features", abi::kXaos), "") << "without the rows";
}

TEST(ManifestTest, AcceptsXaosWithItsRows) {
  Manifest manifest = testManifest();
  manifest.features = abi::kXaos;
  manifest.layout.xaosOffset = 12;
  manifest.layout.slotsOffset = 24;
  manifest.layout.chaosOffset = 52;
  manifest.layout.blockFloats = 64;
  EXPECT_TRUE(writeManifest(manifest));
  manifest.layout.chaosOffset = 56;
  EXPECT_FALSE(writeManifest(manifest)) << "nine factors do not fit into eight floats";
}

TEST(ManifestTest, RefusesOddTargets) {
  for (const char *target :
       {"sm_", "sm_9", "sm_90 ", "compute_90", "sm_x0", "sm_09", "sm_90/../x", "sm_80"}) {
    EXPECT_NE(errorWith("/targets/0", target), "") << target;
  }
  EXPECT_EQ(errorWith("/targets/0", "sm_120a"), "");
  EXPECT_NE(errorWith("/ptx_target", "none"), "");
  EXPECT_EQ(errorWith("/ptx_target", ""), "");
}

TEST(ManifestTest, OtherVersionsAreRefusedFirst) {
  Json json = validJson();
  json["version"] = abi::kVersion + 1;
  json.erase("frame");
  Result<Manifest> result = readManifest(json.dump());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().text(), "the manifest has version " + std::to_string(abi::kVersion + 1) +
                                       ", this program reads version " +
                                       std::to_string(abi::kVersion));
  EXPECT_NE(result.error().note(), "");
  json.erase("version");
  EXPECT_FALSE(readManifest(json.dump()));
  json["version"] = "1";
  EXPECT_FALSE(readManifest(json.dump()));
}

/// A track of the frame as JSON.
static Json trackJson(const char *domain, Json knots) {
  return {{"domain", domain}, {"knots", std::move(knots)}};
}

TEST(ManifestTest, FrameTracksSurviveTheRoundTrip) {
  Manifest manifest = testManifest();
  manifest.loops = true;
  manifest.frameTracks["zoom"] = {abi::Domain::Linear, {{-0.1f, 1, 0.3f, 4}, {1, -2, 5, 1e-20f}}};
  manifest.frameTracks["scale"] = {abi::Domain::Log, {{0.5f, 9.7f, 0, 0}}};
  Result<Manifest> read = readManifest(*writeManifest(manifest));
  ASSERT_TRUE(read) << read.error().str();
  EXPECT_TRUE(read->loops);
  ASSERT_EQ(read->frameTracks.size(), 2u);
  for (const auto &[key, track] : manifest.frameTracks) {
    EXPECT_EQ(read->frameTracks[key].domain, track.domain);
    ASSERT_EQ(read->frameTracks[key].knots.size(), track.knots.size());
    EXPECT_EQ(memcmp(read->frameTracks[key].knots.data(), track.knots.data(),
                     track.knots.size() * sizeof(abi::Knot)),
              0);
  }
}

TEST(ManifestTest, FramesFollowTheirTracks) {
  Manifest manifest = testManifest();
  manifest.frame.gamma = 3;
  const Json keys = {"brightness",
                     "gamma",
                     "gamma_threshold",
                     "vibrancy",
                     "highlight_power",
                     "background_red",
                     "background_green",
                     "background_blue",
                     "density",
                     "temporal_filter_width",
                     "center_x",
                     "center_y",
                     "scale",
                     "zoom",
                     "rotate",
                     "bilateral_spatial_std",
                     "bilateral_gradient",
                     "smearclip_width"};
  for (const Json &key : keys)
    manifest.frameTracks[key] = {abi::Domain::Linear, {{0, 1, 2, 2}, {1, 3, 2, 2}}};
  ASSERT_TRUE(writeManifest(manifest)) << writeManifest(manifest).error().str();
  const FrameDefaults frame = manifest.frameAt(0.25);
  for (double value :
       {frame.brightness, frame.gamma, frame.gammaThreshold, frame.vibrancy, frame.highlightPower,
        frame.background[0], frame.background[1], frame.background[2], frame.density,
        frame.temporalFilterWidth, frame.centerX, frame.centerY, frame.scale, frame.zoom,
        frame.rotate, frame.bilateralSpatialStd, frame.bilateralGradient, frame.smearclipWidth})
    EXPECT_DOUBLE_EQ(value, 1.5);
  EXPECT_EQ(frame.quality, manifest.frame.quality);
  EXPECT_EQ(testManifest().frameAt(0.25), testManifest().frame);
}

TEST(ManifestTest, FramesStayRenderable) {
  Manifest manifest = testManifest();
  manifest.frameTracks["scale"] = {abi::Domain::Linear, {{0, 1, -100, -100}, {1, 1, 0, 0}}};
  manifest.frameTracks["zoom"] = {abi::Domain::Linear, {{0, 0, 0, 0}, {1, 90, 0, 0}}};
  EXPECT_GT(manifest.frameAt(0.1).scale, 0);
  EXPECT_EQ(manifest.frameAt(1).zoom, 50);
}

TEST(ManifestTest, RefusesBadFrameTracks) {
  auto with = [](const char *key, const Json &track) {
    return errorWith((std::string("/frame_tracks/") + key).c_str(), track);
  };
  EXPECT_EQ(with("gamma", trackJson("linear", {{0, 1, 2, 3}, {1, 1, 2, 3}})), "");
  EXPECT_EQ(with("quality", trackJson("linear", {{0, 1, 2, 3}, {1, 1, 2, 3}})),
            "manifest: frame_tracks.quality: nothing of that name changes over time");
  EXPECT_EQ(
      with("gamma", trackJson("cubic", {{0, 1, 2, 3}, {1, 1, 2, 3}})),
      "manifest: frame_tracks.gamma.domain: expected one of 'linear', 'magnitude', got \"cubic\"");
  EXPECT_EQ(with("gamma", trackJson("linear", Json::array())),
            "manifest: frame_tracks.gamma.knots: expected a list of 1 to 65536 knots, got []");
  EXPECT_EQ(with("gamma", trackJson("linear", {{0, 1, 2}, {1, 1, 2}})),
            "manifest: frame_tracks.gamma.knots[0]: expected a knot of four numbers, got [0,1,2]");
  EXPECT_EQ(with("gamma", trackJson("linear", {{0, 1, 2, 3}, {0, 1, 2, 3}})),
            "manifest: frame_tracks.gamma.knots[1]: the times of knots must ascend");
  EXPECT_EQ(with("gamma", trackJson("linear", {{0, 1, 2, 3}, {1, 1, nullptr, 3}})),
            "manifest: frame_tracks.gamma.knots[1][2]: expected a number, got null");
  EXPECT_EQ(with("gamma", 4), "manifest: frame_tracks.gamma: expected an object, got 4");
  EXPECT_EQ(errorWith("/loops", 1), "manifest: loops: expected true or false, got 1");
  EXPECT_NE(errorWith("/time_unit", "years"), "");
}

TEST(ManifestTest, TheFuseOverTimeSurvivesTheRoundTrip) {
  Manifest manifest = testManifest();
  manifest.fuse = {{-0.1f, 1024}, {0.0625f, 0}, {1, 1 << 20}};
  const Result<Manifest> read = readManifest(*writeManifest(manifest));
  ASSERT_TRUE(read) << read.error().str();
  EXPECT_EQ(read->fuse, manifest.fuse);
}

TEST(ManifestTest, RefusesBadFuses) {
  EXPECT_EQ(errorWith("/fuse", {{0, 1024}, {0.5, 20}}), "");
  EXPECT_EQ(errorWith("/fuse", 20), "manifest: fuse: expected a list of 1 to 256 knots, got 20");
  EXPECT_EQ(errorWith("/fuse", Json::array()),
            "manifest: fuse: expected a list of 1 to 256 knots, got []");
  EXPECT_NE(errorWith("/fuse", Json(257, {0, 20})), "");
  EXPECT_EQ(errorWith("/fuse", {{0, 20}, 20}),
            "manifest: fuse[1]: expected a knot of a time and rounds, got 20");
  EXPECT_EQ(errorWith("/fuse", {{0, 20, 1}}),
            "manifest: fuse[0]: expected a knot of a time and rounds, got [0,20,1]");
  EXPECT_EQ(errorWith("/fuse", {{nullptr, 20}}),
            "manifest: fuse[0][0]: expected a number, got null");
  for (const Json &rounds : {Json(-1), Json(20.5), Json((1 << 20) + 1), Json("20")})
    EXPECT_EQ(errorWith("/fuse/0/1", rounds),
              "manifest: fuse[0][1]: expected an integer from 0 to 1048576, got " + rounds.dump());
  EXPECT_EQ(errorWith("/fuse", {{0.5, 20}, {0.25, 20}}),
            "manifest: fuse[1]: the times of knots must ascend");
  EXPECT_EQ(errorWith("/fuse", {{0.5, 20}, {0.5, 20}}),
            "manifest: fuse[1]: the times of knots must ascend");
  Manifest manifest = testManifest();
  manifest.fuse.clear();
  EXPECT_FALSE(writeManifest(manifest));
  manifest.fuse = {{std::numeric_limits<float>::infinity(), 20}};
  EXPECT_FALSE(writeManifest(manifest));
}

TEST(ManifestTest, TheFuseIsALineBetweenItsKnots) {
  Manifest manifest = testManifest();
  manifest.fuse = {{0.25f, 100}, {0.5f, 20}, {0.75f, 21}};
  auto at = [&](double time) { return manifest.fuseWithin(time, time); };
  EXPECT_EQ(at(-1e300), 100u);
  EXPECT_EQ(at(0.25), 100u);
  EXPECT_EQ(at(0.375), 60u);
  EXPECT_EQ(at(0.5), 20u);
  EXPECT_EQ(at(0.625), 21u) << "rounded up";
  EXPECT_EQ(at(0.75), 21u);
  EXPECT_EQ(at(1e300), 21u);
  manifest.fuse = {{0.5f, 42}};
  EXPECT_EQ(at(0), 42u);
  EXPECT_EQ(at(1), 42u);
}

TEST(ManifestTest, WithinAnIntervalTheLongestFuseCounts) {
  Manifest manifest = testManifest();
  manifest.fuse = {{0, 20}, {0.5f, 100}, {1, 20}};
  EXPECT_EQ(manifest.fuseWithin(0, 0.25), 60u);
  EXPECT_EQ(manifest.fuseWithin(0.75, 2), 60u);
  EXPECT_EQ(manifest.fuseWithin(0.25, 0.75), 100u);
  EXPECT_EQ(manifest.fuseWithin(-1e300, 1e300), 100u);
}

TEST(ManifestTest, UnknownKeysAreIgnored) { EXPECT_EQ(errorWith("/frame/later", 1), ""); }

TEST(ManifestTest, ReadsWhatOlderProgramsWroteAndNobodyUsed) {
  Json json = validJson();
  json["licence"] = "CC0";
  json["kernels"] = {{"precalc", "flame_precalc_blocks"}, {"iterate", "flame_iterate"}};
  json["hashes"] = {{"ir", "0123456789abcdef"}};
  const Result<Manifest> read = readManifest(json.dump());
  ASSERT_TRUE(read) << read.error().str();
  EXPECT_EQ(*writeManifest(*read), *writeManifest(testManifest()));
}

TEST(ManifestTest, RefusesWhatIsNoManifest) {
  for (const char *text : {"", "{", "[]", "null", "{}", "{\"format\": \"song\", \"version\": 1}",
                           "nan", "{\"format\""}) {
    EXPECT_FALSE(readManifest(text)) << text;
  }
  EXPECT_FALSE(readManifest(std::string(100000, '[')));
  EXPECT_FALSE(readManifest(std::string("{\"format\": \"flame\", \"version\": 1, \"x\": ") +
                            std::string(100000, '[')));
  EXPECT_FALSE(readManifest("{\"format\": \"flame\", \"version\": 1, \"name\": \"\xff\xfe\"}"));
}

/// The stack of this test would not bear a message that quotes what was found.
TEST(ManifestTest, RefusesNestingWithoutEnd) {
  const std::string deep = std::string(250000, '[') + std::string(250000, ']');
  EXPECT_FALSE(readManifest("{\"format\": \"flame\", \"version\": " + deep + "}"));
  std::string text = validJson().dump();
  const std::string name = "\"name\":" + validJson()["name"].dump();
  const size_t at = text.find(name);
  ASSERT_NE(at, text.npos);
  EXPECT_FALSE(readManifest(text.replace(at, name.size(), "\"name\":" + deep)));
}

TEST(ManifestTest, RefusesNumbersBeyondDouble) {
  std::string text = *writeManifest(testManifest());
  size_t at = text.find("\"gamma\": 4");
  ASSERT_NE(at, text.npos);
  text.replace(at, 12, "\"gamma\": 1e999");
  EXPECT_FALSE(readManifest(text));
}

TEST(ManifestTest, WritingRefusesWhatReadingWould) {
  Manifest manifest = testManifest();
  manifest.frame.gamma = std::numeric_limits<double>::quiet_NaN();
  Result<std::string> result = writeManifest(manifest);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().text(),
            "manifest: frame.gamma: expected a number from 1e-30 to 1e+30, got null");
  manifest = testManifest();
  manifest.frame.background[2] = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(writeManifest(manifest));
  manifest = testManifest();
  manifest.name = "\xff not UTF-8";
  EXPECT_TRUE(writeManifest(manifest)) << "odd bytes in a name are replaced, not fatal";
}

TEST(ManifestTest, RandomDamageNeverCrashes) {
  const std::string valid = *writeManifest(testManifest());
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    std::string text = valid;
    for (unsigned n = random() % 4 + 1; n > 0; --n)
      text[random() % text.size()] = static_cast<char>(random());
    if (Result<Manifest> result = readManifest(text))
      EXPECT_TRUE(std::isfinite(result->frame.quality));
  }
}

} // namespace flame::rt
