// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live pictures: what they end in is the picture that flamerun makes, and they do no more than they must.

#include "studio/live/LivePicture.h"

#include "compiler/driver/Compilation.h"
#include "runtime/frame/Renderer.h"
#include "studio/live/EncodeJpeg.h"
#include "studio/live/LiveFlame.h"
#include "studio/model/FilmModel.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>

namespace flame::test {

using namespace flame::studio;

namespace {

const char kFlame[] =
    "<flame name=\"live\" size=\"120 80\" scale=\"30\" quality=\"40\" brightness=\"6\" "
    "estimator_radius=\"3\"><xform weight=\"1\" color=\"0\" spherical=\"1\" "
    "coefs=\".8 .1 -.1 .8 .3 .2\"/><xform weight=\"0.5\" color=\"1\" julian=\"1\" "
    "julian_power=\"3\" julian_dist=\"1.3\" coefs=\".5 -.3 .3 .5 -.4 .3\"/>"
    "<color index=\"0\" rgb=\"255 120 20\"/><color index=\"255\" rgb=\"20 90 255\"/></flame>";

PictureRequest smallRequest() {
  PictureRequest request;
  request.width = 120;
  request.height = 80;
  request.quality = 2000; // several parts
  request.firstSeconds = 0.005;
  return request;
}

/// A device and a flame whose model tests may change.
class LivePictureTest : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    std::string fallback;
    rt::Result<std::unique_ptr<LiveDevice>> opened = LiveDevice::open(GetParam(), fallback);
    if (!opened)
      GTEST_SKIP() << opened.error().text();
    device = std::move(*opened);
    const ModelReading reading = readText(kFlame, "test");
    ASSERT_EQ(reading.genomes.size(), 1u);
    model = modelOf(reading.genomes.front());
  }

  std::shared_ptr<LiveFlame> make() {
    const SubjectReading subject = readSubject({{"model", model}});
    EXPECT_TRUE(subject.animation);
    auto flame = device->make(*subject.animation);
    EXPECT_TRUE(flame) << flame.error().str();
    return *flame;
  }

  Picture finish(LivePicture &picture) {
    Picture last;
    while (!picture.isComplete()) {
      rt::Result<Picture> next = picture.step({});
      EXPECT_TRUE(next) << next.error().str();
      if (!next)
        break;
      last = std::move(*next);
      ++states;
    }
    return last;
  }

  std::unique_ptr<LiveDevice> device;
  nlohmann::json model;
  unsigned states = 0;
};

} // namespace

TEST_P(LivePictureTest, EndsInThePictureOfTheRenderer) {
  const std::shared_ptr<LiveFlame> flame = make();
  LivePicture picture(1e6);
  ASSERT_TRUE(picture.show(flame, smallRequest()));
  const Picture last = finish(picture);
  EXPECT_GT(states, 3u);
  EXPECT_GE(last.samples, last.wanted);

  rt::FrameRequest whole;
  whole.quality = 2000;
  rt::Progress progress(rt::ProgressMode::None);
  auto renderer = flame->renderer();
  ASSERT_TRUE(renderer);
  auto frame = (*renderer)->render(whole, progress, {});
  ASSERT_TRUE(frame) << frame.error().str();
  EXPECT_EQ(last.rgba, frame->pixels);
  EXPECT_GT(*std::max_element(last.rgba.begin(), last.rgba.end() - 1), 40);
  const size_t bright = size_t(std::ranges::count_if(last.rgba, [](uint8_t b) { return b > 60; }));
  EXPECT_GT(bright, last.rgba.size() / 3); // alpha alone is a quarter
}

TEST_P(LivePictureTest, HasRoomForWiderFilters) {
  PictureRequest request = smallRequest();
  request.width = 300; // from 200 on there is room around the picture
  request.height = 200;
  request.quality = 30;
  const std::shared_ptr<LiveFlame> flame = make();
  LivePicture picture(1e6);
  ASSERT_TRUE(picture.show(flame, request));
  const Picture last = finish(picture);
  rt::FrameRequest whole;
  whole.width = 300;
  whole.height = 200;
  whole.quality = 30;
  rt::Progress progress(rt::ProgressMode::None);
  auto frame = (*flame->renderer())->render(whole, progress, {});
  ASSERT_TRUE(frame) << frame.error().str();
  // The camera counts from another corner, so samples at the edges of buckets may fall into the next one.
  ASSERT_EQ(last.rgba.size(), frame->pixels.size());
  double difference = 0;
  for (size_t i = 0; i < last.rgba.size(); ++i)
    difference += std::abs(int(last.rgba[i]) - int(frame->pixels[i]));
  EXPECT_LT(difference / double(last.rgba.size()), 1);
}

TEST_P(LivePictureTest, CompilesNothingWhenNumbersChange) {
  EXPECT_TRUE(make()->codeIsNew);
  model["xforms"][0]["coefs"][4] = 0.37;
  model["xforms"][1]["variations"][0]["params"]["julian_dist"] = 1.21;
  model["xforms"][1]["weight"] = 0.61;
  const std::shared_ptr<LiveFlame> changed = make();
  EXPECT_FALSE(changed->codeIsNew);
  model["xforms"][1]["variations"].push_back({{"name", "swirl"},
                                              {"place", "normal"},
                                              {"weight", 0.3},
                                              {"params", nlohmann::json::object()}});
  EXPECT_TRUE(make()->codeIsNew);
}

TEST_P(LivePictureTest, FinishesAgainWhenOnlyTheToneChanges) {
  LivePicture picture(1e6);
  ASSERT_TRUE(picture.show(make(), smallRequest()));
  const Picture before = finish(picture);
  for (const char *setting : {"brightness", "gamma", "vibrancy", "filter", "estimator_radius"}) {
    model["settings"][setting] = 1.7;
    states = 0;
    ASSERT_TRUE(picture.show(make(), smallRequest()));
    EXPECT_TRUE(picture.onlyFinishes()) << setting;
    const Picture after = finish(picture);
    EXPECT_LE(states, 2u) << setting; // light that is only scaled is made again exactly
    EXPECT_TRUE(after.wasOnlyFinished) << setting;
    EXPECT_EQ(after.samples, before.samples) << setting;
    EXPECT_NE(after.rgba, before.rgba) << setting;
  }
  // The same as from the beginning.
  LivePicture fresh(1e6);
  ASSERT_TRUE(fresh.show(make(), smallRequest()));
  const Picture kept = [&] {
    LivePicture &again = picture;
    EXPECT_TRUE(again.show(make(), smallRequest()));
    return finish(again);
  }();
  EXPECT_EQ(finish(fresh).rgba, kept.rgba);
}

TEST_P(LivePictureTest, AnotherToneIsMadeOfTheSameCode) {
  const std::shared_ptr<LiveFlame> first = make();
  LivePicture picture(1e6);
  ASSERT_TRUE(picture.show(first, smallRequest()));
  (void)finish(picture);
  std::shared_ptr<LiveFlame> toned = first;
  for (const char *setting : kToneSettings) {
    model["settings"][setting] = 0.37;
    const SubjectReading subject = readSubject({{"model", model}});
    ASSERT_TRUE(subject.animation) << setting;
    toned = device->makeLike(toned, *subject.animation);
    if (!toned)
      GTEST_SKIP() << "this device makes all flames alike";
    ASSERT_TRUE(picture.show(toned, smallRequest()));
    EXPECT_TRUE(picture.onlyFinishes()) << setting;
    const Picture quick = finish(picture);
    LivePicture fresh(1e6);
    ASSERT_TRUE(fresh.show(make(), smallRequest()));
    EXPECT_EQ(finish(fresh).rgba, quick.rgba) << setting;
  }
  // More samples come from the first flame.
  PictureRequest better = smallRequest();
  better.quality = 3000;
  ASSERT_TRUE(picture.show(toned, better));
  EXPECT_FALSE(picture.onlyFinishes());
  LivePicture fresh(1e6);
  ASSERT_TRUE(fresh.show(make(), better));
  EXPECT_EQ(finish(fresh).rgba, finish(picture).rgba);
}

TEST_P(LivePictureTest, TurnsColorsWithoutNewSamples) {
  LivePicture picture(1e6);
  ASSERT_TRUE(picture.show(make(), smallRequest()));
  const Picture before = finish(picture);
  // Half as bright, red and blue exchanged.
  std::string hex;
  for (int i = 0; i < 256; ++i) {
    const std::string old = model["palette"]["hex"].get<std::string>().substr(6 * size_t(i), 6);
    for (size_t channel : {4, 2, 0}) {
      char digits[3];
      snprintf(digits, sizeof(digits), "%02X", std::stoi(old.substr(channel, 2), nullptr, 16) / 2);
      hex += digits;
    }
  }
  model["palette"] = {{"hex", hex}};
  ASSERT_TRUE(picture.show(make(), smallRequest()));
  EXPECT_TRUE(picture.onlyFinishes());
  const Picture after = finish(picture);
  LivePicture fresh(1e6);
  ASSERT_TRUE(fresh.show(make(), smallRequest()));
  const Picture wanted = finish(fresh);
  double difference = 0;
  for (size_t i = 0; i < wanted.rgba.size(); ++i)
    difference += std::abs(int(after.rgba[i]) - int(wanted.rgba[i]));
  EXPECT_LT(difference / double(wanted.rgba.size()), 1.5);
  EXPECT_NE(after.rgba, before.rgba);

  hex.replace(60, 6, "FF0000"); // one entry that fits no map
  model["palette"] = {{"hex", hex}};
  ASSERT_TRUE(picture.show(make(), smallRequest()));
  EXPECT_FALSE(picture.onlyFinishes());
}

TEST_P(LivePictureTest, IteratesAgainWhenSamplesChange) {
  LivePicture picture(1e6);
  ASSERT_TRUE(picture.show(make(), smallRequest()));
  (void)finish(picture);
  model["settings"]["scale"] = 33;
  ASSERT_TRUE(picture.show(make(), smallRequest()));
  EXPECT_FALSE(picture.onlyFinishes());
}

TEST_P(LivePictureTest, StopsWhenAskedTo) {
  LivePicture picture(1e6);
  ASSERT_TRUE(picture.show(make(), smallRequest()));
  std::stop_source stop;
  stop.request_stop();
  const rt::Result<Picture> next = picture.step(stop.get_token());
  EXPECT_FALSE(next);
  EXPECT_GT(finish(picture).samples, 0u);
}

INSTANTIATE_TEST_SUITE_P(OnTheCpu, LivePictureTest, testing::Values("cpu"));
INSTANTIATE_TEST_SUITE_P(OnTheGpu, LivePictureTest, testing::Values("cuda:0"));

TEST(EncodeJpegTest, MakesAFile) {
  const std::vector<uint8_t> pixels(16 * 8 * 4, 128);
  for (bool allColors : {true, false}) {
    const auto bytes = encodeJpeg(pixels, 16, 8, {.level = 90, .allColors = allColors});
    ASSERT_TRUE(bytes);
    ASSERT_GT(bytes->size(), 100u);
    EXPECT_EQ((*bytes)[0], 0xff);
    EXPECT_EQ((*bytes)[1], 0xd8);
  }
}

} // namespace flame::test
