// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The filter `oidn` with FakeDenoiser.cpp in the place of the library, and without any library.

#include "runtime/denoise/OpenImageDenoise.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <vector>

namespace flame::rt {
namespace {

constexpr abi::GridSize kGrid = {5, 3};

/// One bright bucket in the middle.
std::vector<abi::Accumulator> oneBucket() {
  std::vector<abi::Accumulator> accumulators(size_t(kGrid.width) * kGrid.height, {0, 0, 0, 0});
  accumulators[size_t(kGrid.width) + 2] = {9, 18, 27, 36};
  return accumulators;
}

Result<OpenImageDenoise> open(const char *file) {
  return OpenImageDenoise::open(std::array{"libNoSuchFile.so.7", file});
}

class OpenImageDenoiseTest : public testing::TestWithParam<const char *> {};

TEST_P(OpenImageDenoiseTest, ColoursAndDensityAreFiltered) {
  const Result<OpenImageDenoise> library = open(GetParam());
  ASSERT_TRUE(library) << library.error().str();
  std::vector<abi::Accumulator> accumulators = oneBucket();
  const Status done = library->denoise(accumulators, kGrid, 2);
  ASSERT_TRUE(done) << done.error().str();
  for (size_t y = 0; y < kGrid.height; ++y)
    for (size_t x = 0; x < kGrid.width; ++x) {
      const abi::Accumulator &bucket = accumulators[y * kGrid.width + x];
      // Around the middle a bucket has nine neighbours in the middle row, and six in the others.
      const float share = x < 1 || x > 3 ? 0 : y == 1 ? 1.0f / 9 : 1.0f / 6;
      EXPECT_FLOAT_EQ(bucket.red, 9 * share) << x << ", " << y;
      EXPECT_FLOAT_EQ(bucket.green, 18 * share) << x << ", " << y;
      EXPECT_FLOAT_EQ(bucket.blue, 27 * share) << x << ", " << y;
      EXPECT_FLOAT_EQ(bucket.alpha, 36 * share) << x << ", " << y;
    }
}

TEST_P(OpenImageDenoiseTest, SaysWhyItFailed) {
  const Result<OpenImageDenoise> library = open(GetParam());
  ASSERT_TRUE(library) << library.error().str();
  std::vector<abi::Accumulator> accumulators = oneBucket();
  setenv("FLAME_TEST_DENOISER", "fails", 1);
  const Status done = library->denoise(accumulators, kGrid, 2);
  unsetenv("FLAME_TEST_DENOISER");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind(), ErrorKind::Environment);
  EXPECT_EQ(done.error().text(), "Open Image Denoise failed: out of memory");
}

INSTANTIATE_TEST_SUITE_P(Versions, OpenImageDenoiseTest,
                         testing::Values(FLAME_FAKE_DENOISER_1, FLAME_FAKE_DENOISER_2),
                         [](const auto &info) {
                           return "Version" + std::to_string(info.index + 1);
                         });

TEST(MissingOpenImageDenoiseTest, AnotherLibraryLacksFunctions) {
  const Result<OpenImageDenoise> library = open(FLAME_FAKE_CUDA);
  ASSERT_FALSE(library);
  EXPECT_EQ(library.error().text(),
            "the filter 'oidn' needs the library Open Image Denoise: what is "
            "here has no function oidnExecuteFilter");
}

} // namespace
} // namespace flame::rt
