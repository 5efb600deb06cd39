// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What flame-play plays after what, and with which quality.

#include "tests/unit/runtime/TemporaryDirectory.h"
#include "tools/flame-play/Player.h"

#include <gmock/gmock.h>

namespace flame {
namespace {

using testing::ElementsAre;

/// The names of the first `count` files.
std::vector<std::string> order(Playlist &list, int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i)
    names.push_back(list.next().stem().string());
  return names;
}

Playlist made(const std::vector<std::string> &files) {
  rt::Result<Playlist> list = Playlist::create(files);
  EXPECT_TRUE(list);
  return *std::move(list);
}

TEST(PlaylistTest, GoesRound) {
  Playlist list = made({"a.cubin", "b.cubin", "c.cubin"});
  EXPECT_THAT(order(list, 7), ElementsAre("a", "b", "c", "a", "b", "c", "a"));
}

TEST(PlaylistTest, LetsEdgesMeet) {
  Playlist list = made({"a=b.cubin", "a=c.cubin", "b=a.cubin", "c=b.cubin"});
  EXPECT_THAT(order(list, 6), ElementsAre("a=b", "b=a", "a=c", "c=b", "b=a", "a=b"));
}

TEST(PlaylistTest, PlaysAllAlthoughEdgesMeet) {
  Playlist list = made({"a=b.cubin", "b=a.cubin", "lonely.cubin"});
  EXPECT_THAT(order(list, 6), ElementsAre("a=b", "b=a", "lonely", "a=b", "b=a", "lonely"));
  Playlist alone = made({"a=a.cubin"});
  EXPECT_THAT(order(alone, 2), ElementsAre("a=a", "a=a"));
}

TEST(PlaylistTest, TakesTheArtefactsOfAFolder) {
  rt::TemporaryDirectory directory;
  rt::writeText(directory / "b.cubin", "");
  rt::writeText(directory / "a.cubin", "");
  rt::writeText(directory / "a.txt", "");
  Playlist list = made({directory.get().string(), "z.cubin"});
  EXPECT_THAT(order(list, 3), ElementsAre("a", "b", "z"));
  rt::TemporaryDirectory empty;
  EXPECT_FALSE(Playlist::create({empty.get().string()}));
}

TEST(PlaylistTest, ShufflesTheSameWayForASeed) {
  const std::vector<std::string> files = {"a", "b", "c", "d", "e", "f", "g", "h"};
  Playlist one = made(files), other = made(files), plain = made(files);
  one.shuffle(5);
  other.shuffle(5);
  const std::vector<std::string> names = order(one, 8);
  EXPECT_EQ(order(other, 8), names);
  EXPECT_NE(order(plain, 8), names);
  EXPECT_THAT(names, testing::UnorderedElementsAreArray(files));
}

/// The quality after `frames` frames that take `perSample` seconds for a sample per pixel, at 60
/// frames per second.
double qualityAfter(double perSample, int frames, double from = 1) {
  QualityControl control(from);
  for (int i = 0; i < frames; ++i)
    control.took(perSample * control.quality(), 1.0 / 60);
  return control.quality();
}

TEST(QualityControlTest, EndsAtWhatTheTimeAllows) {
  for (double perSample : {1e-5, 1e-4, 1e-3})
    for (double from : {0.05, 1.0, 5000.0})
      EXPECT_NEAR(qualityAfter(perSample, 200, from) * perSample, QualityControl::kShare / 60,
                  1e-4);
}

TEST(QualityControlTest, IsWorseAtOnceAndBetterByAndBy) {
  QualityControl control(100);
  control.took(1, 1.0 / 60);
  EXPECT_EQ(control.quality(), 50);
  control.took(1e-6, 1.0 / 60);
  EXPECT_NEAR(control.quality(), 55, 1e-9);
}

TEST(QualityControlTest, StaysWithinBounds) {
  EXPECT_EQ(qualityAfter(10, 200), QualityControl::kWorst);
  EXPECT_EQ(qualityAfter(1e-12, 2000), QualityControl::kBest);
}

TEST(FadeTest, GoesFromOnePictureToTheOther) {
  const std::vector<uint8_t> with = {0, 255, 100, 255};
  std::vector<uint8_t> pixels = {200, 5, 100, 255};
  const std::vector<uint8_t> from = pixels;
  fade(pixels, with, 0);
  EXPECT_EQ(pixels, from);
  fade(pixels, with, 0.5);
  EXPECT_THAT(pixels, ElementsAre(100, 130, 100, 255));
  fade(pixels, with, 1);
  EXPECT_EQ(pixels, with);
}

} // namespace
} // namespace flame
