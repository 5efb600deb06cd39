// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live pictures: what they end in is the picture that flamerun makes, and they do no more than they
// must.

#include "studio/live/LivePicture.h"

#include "compiler/driver/Compilation.h"
#include "runtime/frame/Renderer.h"
#include "studio/live/EncodeJpeg.h"
#include "studio/live/LiveFlame.h"
#include "studio/model/FilmModel.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace flame::test {

using namespace flame::studio;

namespace {

const char kFlame[] =
    "<flame name=\"live\" size=\"120 80\" scale=\"30\" quality=\"40\" brightness=\"6\" "
    "estimator_radius=\"3\"><xform weight=\"1\" color=\"0\" spherical=\"1\" "
    "coefs=\".8 .1 -.1 .8 .3 .2\"/><xform weight=\"0.5\" color=\"1\" julian=\"1\" "
    "julian_power=\"3\" julian_dist=\"1.3\" coefs=\".5 -.3 .3 .5 -.4 .3\"/>"
    "<color index=\"0\" rgb=\"255 120 20\"/><color index=\"255\" rgb=\"20 90 255\"/></flame>";

/// Seconds for which no frame is made anew: histograms are kept, on whatever device.
constexpr double kKeeps = 0;

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
  LivePicture picture(1e6, kKeeps);
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
  LivePicture picture(1e6, kKeeps);
  ASSERT_TRUE(picture.show(flame, request));
  const Picture last = finish(picture);
  rt::FrameRequest whole;
  whole.width = 300;
  whole.height = 200;
  whole.quality = 30;
  rt::Progress progress(rt::ProgressMode::None);
  auto frame = (*flame->renderer())->render(whole, progress, {});
  ASSERT_TRUE(frame) << frame.error().str();
  // The camera counts from another corner, so samples at the edges of buckets may fall into the
  // next one.
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
  LivePicture picture(1e6, kKeeps);
  ASSERT_TRUE(picture.show(make(), smallRequest()));
  const Picture before = finish(picture);
  for (const char *setting : {"brightness", "gamma", "vibrancy", "filter", "estimator_radius"}) {
    model["settings"][setting] = 1.7;
    states = 0;
    ASSERT_TRUE(picture.show(make(), smallRequest()));
    EXPECT_TRUE(picture.onlyFinishes()) << setting;
    const Picture after = finish(picture);
    EXPECT_LE(states, 2u) << setting; // accumulators that are only scaled are made again exactly
    EXPECT_TRUE(after.wasOnlyFinished) << setting;
    EXPECT_EQ(after.samples, before.samples) << setting;
    EXPECT_NE(after.rgba, before.rgba) << setting;
  }
  // The same as from the beginning.
  LivePicture fresh(1e6, kKeeps);
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
  LivePicture picture(1e6, kKeeps);
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
    LivePicture fresh(1e6, kKeeps);
    ASSERT_TRUE(fresh.show(make(), smallRequest()));
    EXPECT_EQ(finish(fresh).rgba, quick.rgba) << setting;
  }
  // More samples come from the first flame.
  PictureRequest better = smallRequest();
  better.quality = 3000;
  ASSERT_TRUE(picture.show(toned, better));
  EXPECT_FALSE(picture.onlyFinishes());
  LivePicture fresh(1e6, kKeeps);
  ASSERT_TRUE(fresh.show(make(), better));
  EXPECT_EQ(finish(fresh).rgba, finish(picture).rgba);
}

TEST_P(LivePictureTest, AnotherPaletteIsShownAsItIs) {
  const std::shared_ptr<LiveFlame> first = make();
  LivePicture picture(1e6, kKeeps);
  ASSERT_TRUE(picture.show(first, smallRequest()));
  (void)finish(picture);
  std::string hex;
  for (int i = 0; i < 256; ++i)
    hex += i % 2 ? "00FF00" : "3010FF"; // no map of the other one
  model["palette"] = {{"hex", hex}};
  const SubjectReading subject = readSubject({{"model", model}});
  ASSERT_TRUE(subject.animation);
  std::shared_ptr<LiveFlame> like = device->makeLike(first, *subject.animation);
  if (!like)
    like = make();
  ASSERT_TRUE(picture.show(like, smallRequest()));
  EXPECT_FALSE(picture.onlyFinishes());
  LivePicture fresh(1e6, kKeeps);
  ASSERT_TRUE(fresh.show(make(), smallRequest()));
  EXPECT_EQ(finish(fresh).rgba, finish(picture).rgba);
}

TEST_P(LivePictureTest, TurnsColorsWithoutNewSamples) {
  LivePicture picture(1e6, kKeeps);
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
  LivePicture fresh(1e6, kKeeps);
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
  LivePicture picture(1e6, kKeeps);
  ASSERT_TRUE(picture.show(make(), smallRequest()));
  (void)finish(picture);
  model["settings"]["scale"] = 33;
  ASSERT_TRUE(picture.show(make(), smallRequest()));
  EXPECT_FALSE(picture.onlyFinishes());
}

TEST_P(LivePictureTest, StopsWhenAskedTo) {
  LivePicture picture(1e6, kKeeps);
  ASSERT_TRUE(picture.show(make(), smallRequest()));
  std::stop_source stop;
  stop.request_stop();
  const rt::Result<Picture> next = picture.step(stop.get_token());
  EXPECT_FALSE(next);
  EXPECT_GT(finish(picture).samples, 0u);
}

namespace {

/// A flame of a device that finishes frames itself, as GPUs do, and what is asked of it.
class SelfFinishing final : public LiveFlame, public rt::Renderer {
public:
  explicit SelfFinishing(std::shared_ptr<LiveFlame> flame) : flame(std::move(flame)) {
    identity = this->flame->identity;
    palettes = this->flame->palettes;
  }

  const rt::Manifest &manifest() const override { return flame->manifest(); }
  rt::Result<rt::Renderer *> renderer() override { return static_cast<rt::Renderer *>(this); }
  std::string describe() const override { return "finishes itself"; }
  unsigned framesInFlight() const override { return 1; }

  rt::Result<rt::RenderedFrame> render(const rt::FrameRequest &request, rt::Progress &progress,
                                       std::stop_token stop, unsigned) override {
    (request.shard ? parts : frames) += 1;
    FLAME_TRY_ASSIGN(rt::Renderer * other, flame->renderer());
    FLAME_TRY_ASSIGN(rt::RenderedFrame made, other->render(request, progress, stop));
    made.times = times;
    return made;
  }
  rt::Result<rt::RenderedFrame> finish(const rt::FrameRequest &request,
                                       const std::vector<rt::PassHistogram> &passes) override {
    ++finished;
    FLAME_TRY_ASSIGN(rt::Renderer * other, flame->renderer());
    return other->finish(request, passes);
  }

  unsigned frames = 0, parts = 0, finished = 0;
  std::vector<rt::StageTime> times;

private:
  const std::shared_ptr<LiveFlame> flame;
};

} // namespace

TEST_P(LivePictureTest, MakesAllAnewWhereThatIsQuickerThanKeepingIt) {
  if (!make()->finishesOnCpu())
    GTEST_SKIP() << "the CPU stands in for a GPU";
  PictureRequest request = smallRequest();
  LivePicture picture(1e12);
  std::vector<uint8_t> last;
  const auto change = [&](const char *what) {
    const auto flame = std::make_shared<SelfFinishing>(make());
    flame->times = {{"interpolate", 1}, {"iterate", 1e-6}, {"density", 1}}; // quick samples
    EXPECT_TRUE(picture.show(flame, request)) << what;
    EXPECT_FALSE(picture.isComplete()) << what;
    states = 0;
    const Picture shown = finish(picture);
    EXPECT_EQ(states, 1u) << what;
    EXPECT_EQ(std::tuple(flame->frames, flame->parts, flame->finished), std::tuple(1U, 0U, 0U))
        << what;
    EXPECT_GE(shown.samples, shown.wanted) << what;
    EXPECT_NE(shown.rgba, last) << what;
    last = shown.rgba;
    rt::FrameRequest whole;
    whole.quality = request.quality;
    rt::Progress progress(rt::ProgressMode::None);
    auto frame = flame->render(whole, progress, {}, 0);
    ASSERT_TRUE(frame) << what;
    EXPECT_EQ(shown.rgba, frame->pixels) << what;
  };
  change("at first");
  model["settings"]["gamma"] = 2.7;
  change("another tone");
  model["palette"] = {{"hex", std::string(256 * 6, '9')}};
  change("another palette");
  model["xforms"][0]["coefs"][4] = 0.37;
  change("another number");

  // Samples that take long are kept.
  const auto slow = std::make_shared<SelfFinishing>(make());
  slow->times = {{"iterate", 30}};
  request.quality = 2100;
  ASSERT_TRUE(picture.show(slow, request));
  (void)finish(picture);
  EXPECT_EQ(slow->frames, 1u) << "it is not known before";
  model["settings"]["gamma"] = 2.2;
  const auto toned = std::make_shared<SelfFinishing>(make());
  toned->times = slow->times;
  ASSERT_TRUE(picture.show(toned, request));
  (void)finish(picture);
  EXPECT_EQ(toned->frames, 0u);
  EXPECT_GT(toned->parts, 0u);
  model["settings"]["gamma"] = 2.1;
  const auto again = std::make_shared<SelfFinishing>(make());
  ASSERT_TRUE(picture.show(again, request));
  EXPECT_TRUE(picture.onlyFinishes());
  (void)finish(picture);
  EXPECT_EQ(std::tuple(again->frames, again->parts, again->finished), std::tuple(0U, 0U, 1U));
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
