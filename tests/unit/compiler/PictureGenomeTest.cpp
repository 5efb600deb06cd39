// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Genomes in PNG files: which text is believed, and what others may cost.

#include "compiler/driver/PictureGenome.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <sys/resource.h>

namespace flame {
namespace {

std::string word(uint32_t value) {
  return {char(value >> 24), char(value >> 16), char(value >> 8), char(value)};
}

std::string chunk(const std::string &type, const std::string &data) {
  const std::string body = type + data;
  const auto *bytes = reinterpret_cast<const Bytef *>(body.data());
  return word(uint32_t(data.size())) + body + word(uint32_t(crc32(0, bytes, uInt(body.size()))));
}

std::string plainText(const std::string &key, const std::string &text) {
  return chunk("tEXt", key + '\0' + text);
}

std::string packedText(const std::string &key, const std::string &text) {
  uLongf size = compressBound(text.size());
  std::string packed(size, 0);
  compress(reinterpret_cast<Bytef *>(packed.data()), &size,
           reinterpret_cast<const Bytef *>(text.data()), text.size());
  return chunk("zTXt", key + '\0' + '\0' + packed.substr(0, size));
}

/// A picture of one pixel with these chunks in front of it, as far as readers of texts look.
std::string picture(const std::string &texts) {
  const std::string header = word(1) + word(1) + std::string("\x08\x00\x00\x00\x00", 5);
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + texts + chunk("IDAT", "") +
         chunk("IEND", "");
}

TEST(PictureGenomeTest, BelievesOursBeforeOthers) {
  const std::string flam3 = plainText("flam3_genome", "<flame b/>");
  EXPECT_EQ(genomeOfPicture(picture(flam3)), "<flame b/>");
  EXPECT_EQ(genomeOfPicture(picture(flam3 + packedText("flame_genome", "<flame a/>"))),
            "<flame a/>");
  EXPECT_EQ(genomeOfPicture(picture(plainText("flame_genome2", "x"))), std::nullopt);
  EXPECT_EQ(genomeOfPicture(picture("")), std::nullopt);
}

TEST(PictureGenomeTest, SkipsDamagedTexts) {
  std::string damaged = plainText("flame_genome", "<flame a/>");
  damaged.back() ^= 1;
  EXPECT_EQ(genomeOfPicture(picture(damaged + plainText("flam3_genome", "<flame b/>"))),
            "<flame b/>");
}

/// The most memory that this process had so far.
long peakKibibytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(PictureGenomeTest, UnpacksNoOtherTexts) {
  constexpr size_t kLong = size_t(16) << 20;
  const std::string bomb = packedText("Comment", std::string(kLong, ' '));
  const std::string again = packedText("flame_genome", std::string(kLong, ' '));
  std::string texts = packedText("flame_genome", "<flame/>");
  for (int i = 0; i < 40; ++i)
    texts += bomb + again;
  const std::string file = picture(texts);
  const long before = peakKibibytes();
  EXPECT_EQ(genomeOfPicture(file), "<flame/>");
  EXPECT_LT(peakKibibytes() - before, 100L << 10);
}

} // namespace
} // namespace flame
