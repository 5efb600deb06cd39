// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The planes of a video on the GPU are those that the CPU makes, but for a number here and there
// that the two round differently.

#include "runtime/cuda/Buffer.h"
#include "runtime/cuda/EmbeddedModule.h"
#include "runtime/cuda/Module.h"
#include "runtime/frame/Finish.h"
#include "runtime/shared/VideoFormat.h"
#include "tests/device/GpuFixture.h"

#include <cstring>
#include <random>

extern "C" const FlameEmbedded flame_generic_modules[];

namespace flame::test {
namespace {

using rt::PixelFormat;

class GpuVideo : public GpuTest, public testing::WithParamInterface<PixelFormat> {};

std::vector<abi::Accumulator> randomColors(size_t count) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> level(0, 255);
  std::vector<abi::Accumulator> colors(count);
  for (abi::Accumulator &color : colors)
    color = {level(random), level(random), level(random), 1};
  return colors;
}

unsigned numberAt(const std::vector<uint8_t> &planes, size_t index, const PixelFormat &format) {
  uint16_t word = 0;
  std::memcpy(&word, &planes[index * format.bytesPerNumber()], format.bytesPerNumber());
  return word;
}

TEST_P(GpuVideo, PlanesAreThoseOfTheCpu) {
  const PixelFormat format = GetParam();
  constexpr uint32_t width = 1918, height = 1078; // not a multiple of a block
  const std::vector<abi::Accumulator> colors = randomColors(size_t(width) * height);
  std::vector<uint8_t> expected(format.bytes(width, height)), found(expected.size());
  const abi::VideoArgs onHost =
      rt::videoArgs(format, width, height, 5, colors.data(), expected.data());
  for (uint32_t y = 0; y < abi::videoBlocksY(onHost); ++y)
    for (uint32_t x = 0; x < abi::videoBlocksX(onHost); ++x)
      convertBlock(onHost, x, y);

  const auto image = rt::chooseEmbedded(flame_generic_modules, context->device());
  rt::Module module = take(rt::Module::load(*context, image, "the finishing kernels"));
  rt::Kernel kernel = take(module.kernel("flame_video_planes"));
  auto input = take(rt::DeviceBuffer<abi::Accumulator>::create(*context, colors.size()));
  auto output = take(rt::DeviceBuffer<uint8_t>::create(*context, found.size()));
  check(input.upload(colors, *stream));
  const abi::VideoArgs onGpu = rt::videoArgs(format, width, height, 5, input.data(), output.data());
  const abi::LaunchShape shape = abi::launchPerVideoBlock(onGpu);
  check(kernel.launch({{shape.gridX, shape.gridY}, {shape.threadsX, shape.threadsY}}, *stream,
                      onGpu));
  check(output.download(found, *stream));
  check(stream->synchronize());

  size_t different = 0;
  const size_t numbers = found.size() / format.bytesPerNumber();
  for (size_t i = 0; i < numbers; ++i) {
    const int off = int(numberAt(found, i, format)) - int(numberAt(expected, i, format));
    ASSERT_LE(std::abs(off), 1) << i;
    different += off != 0;
  }
  EXPECT_LE(double(different), 1e-3 * double(numbers));
}

INSTANTIATE_TEST_SUITE_P(Layouts, GpuVideo,
                         testing::Values(PixelFormat{PixelFormat::Planar, 8, 1, 1},
                                         PixelFormat{PixelFormat::Planar, 10, 1, 1},
                                         PixelFormat{PixelFormat::Planar, 10, 1, 0},
                                         PixelFormat{PixelFormat::Planar, 10, 0, 0}));

} // namespace
} // namespace flame::test
