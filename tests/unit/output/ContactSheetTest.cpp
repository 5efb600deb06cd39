// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contact sheets: every frame is in its place.

#include "runtime/output/ContactSheet.h"
#include "tests/unit/runtime/TemporaryDirectory.h"

#include <gmock/gmock.h>

#include <cmath>

namespace flame::rt::test {

static constexpr ImageDepth kByte = {8, kRgba8}, kWord = {16, kRgba16};

static RenderedFrame plainFrame(uint32_t width, uint32_t height, uint8_t level) {
  RenderedFrame frame;
  frame.width = width;
  frame.height = height;
  frame.pixels.assign(size_t(width) * height * 4, level);
  return frame;
}

TEST(ContactSheetTest, PutsFramesRowByRow) {
  const TemporaryDirectory folder;
  const auto path = folder / "sheet.png";
  auto sheet = ContactSheet::create(path, 5, 3, 4, 2, kByte, {});
  ASSERT_TRUE(sheet) << sheet.error().str();
  EXPECT_EQ((*sheet)->findExisting()->size(), 5u);
  for (size_t i : {4, 0, 2, 1, 3})
    ASSERT_TRUE((*sheet)->put(i, plainFrame(4, 2, uint8_t(50 * (i + 1)))));
  ASSERT_TRUE((*sheet)->finish());
  const auto image = readImage(path);
  ASSERT_TRUE(image) << image.error().str();
  EXPECT_EQ(image->width, 12u);
  EXPECT_EQ(image->height, 4u);
  auto level = [&](uint32_t x, uint32_t y) { return int(std::lround(image->at(x, y)[0] * 255)); };
  EXPECT_EQ(level(0, 0), 50);
  EXPECT_EQ(level(3, 1), 50);
  EXPECT_EQ(level(4, 0), 100);
  EXPECT_EQ(level(11, 1), 150);
  EXPECT_EQ(level(0, 2), 200);
  EXPECT_EQ(level(7, 3), 250);
  EXPECT_EQ(image->at(8, 2)[3], 0); // nothing is there
}

TEST(ContactSheetTest, HasNoMoreColumnsThanFrames) {
  const TemporaryDirectory folder;
  auto sheet = ContactSheet::create(folder / "sheet.png", 2, 10, 4, 2, kWord, {});
  ASSERT_TRUE(sheet);
  RenderedFrame frame = plainFrame(4, 2, 0);
  frame.pixels.assign(size_t(4) * 2 * 8, 255);
  ASSERT_TRUE((*sheet)->put(1, frame));
  ASSERT_TRUE((*sheet)->finish());
  const auto image = readImage(folder / "sheet.png");
  ASSERT_TRUE(image);
  EXPECT_EQ(image->width, 8u);
  EXPECT_EQ(image->bits, 16u);
  EXPECT_EQ(image->at(4, 0)[0], 1);
}

TEST(ContactSheetTest, LabelsStandBelowTheirFrames) {
  const TemporaryDirectory folder;
  auto sheet = ContactSheet::create(folder / "sheet.png", 2, 1, 20, 3, kByte, {}, {"1", "~"});
  ASSERT_TRUE(sheet) << sheet.error().str();
  for (size_t i : {1, 0})
    ASSERT_TRUE((*sheet)->put(i, plainFrame(20, 3, 100)));
  ASSERT_TRUE((*sheet)->finish());
  const auto image = readImage(folder / "sheet.png");
  ASSERT_TRUE(image);
  constexpr uint32_t kStrip = 11;
  ASSERT_EQ(image->height, 2 * (3 + kStrip));
  std::string seen; // the one, dot by dot, below two dots of space
  for (uint32_t y = 0; y < 7; ++y) {
    for (uint32_t x = 0; x < 5; ++x)
      seen += image->at(2 + x, 3 + 2 + y)[0] == 1 ? '#' : '.';
    seen += '\n';
  }
  EXPECT_EQ(seen, "..#..\n.##..\n..#..\n..#..\n..#..\n..#..\n.###.\n");
  for (uint32_t y = 0; y < kStrip; ++y)
    for (uint32_t x = 0; x < 20; ++x) {
      EXPECT_EQ(image->at(x, 3 + y)[3], 1);
      EXPECT_EQ(image->at(x, 3 + kStrip + 3 + y)[0], 0) << "a letter that is missing is blank";
    }
  EXPECT_EQ(std::lround(image->at(0, 3 + kStrip)[0] * 255), 100);
}

TEST(ContactSheetTest, RefusesWhatIsTooLarge) {
  const TemporaryDirectory folder;
  EXPECT_FALSE(ContactSheet::create(folder / "a.png", 100000, 1, 4000, 4000, kByte, {}));
  EXPECT_FALSE(ContactSheet::create(folder / "a.nonsense", 1, 1, 4, 4, kByte, {}));
}

} // namespace flame::rt::test
