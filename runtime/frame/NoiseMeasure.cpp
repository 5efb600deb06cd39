// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the noise of pictures.

#include "runtime/frame/NoiseMeasure.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

namespace flame::rt {

/// Smallest visible difference from the background: one 8-bit level.
static constexpr double kVisible = 1.0 / 255;

namespace {

struct Pixel {
  std::array<float, 4> channels; ///< red, green, blue, alpha
};

} // namespace

static Pixel pixelAt(const RenderedFrame &frame, size_t index) {
  Pixel pixel;
  std::memcpy(&pixel, frame.pixels.data() + index * sizeof pixel, sizeof pixel);
  return pixel;
}

namespace {

/// Difference of two pictures at a pixel.
struct Difference {
  std::array<float, 3> channels;
  bool counts; ///< false if the pixel shows no light or is a speck

  float square() const {
    return channels[0] * channels[0] + channels[1] * channels[1] + channels[2] * channels[2];
  }
};

} // namespace

/// Returns `differenceOf` for each pixel and channel of two pictures. Excludes specks: the share of
/// pixels that show light with the largest differences.
template <class DifferenceOf>
static std::vector<Difference> withoutSpecks(const RenderedFrame &one, const RenderedFrame &other,
                                             const std::array<double, 3> &background, double share,
                                             const DifferenceOf &differenceOf) {
  assert(one.format == kRgbaFloat && other.format == kRgbaFloat &&
         one.pixels.size() == other.pixels.size());
  std::vector<Difference> differences(one.pixels.size() / sizeof(Pixel));
  std::vector<float> squares; // of pixels that show light
  for (size_t i = 0; i < differences.size(); ++i) {
    const Pixel a = pixelAt(one, i), b = pixelAt(other, i);
    Difference &difference = differences[i];
    for (size_t c = 0; c < 3; ++c) {
      difference.channels[c] = differenceOf(a.channels[c], b.channels[c], i, c);
      difference.counts |= std::abs((a.channels[c] + b.channels[c]) / 2 - background[c]) > kVisible;
    }
    if (difference.counts)
      squares.push_back(difference.square());
  }
  const auto specks = size_t(double(squares.size()) * share);
  if (specks == 0)
    return differences;
  const auto largest = squares.end() - ptrdiff_t(specks) - 1; // the largest that is not a speck
  std::ranges::nth_element(squares, largest);
  for (Difference &difference : differences)
    difference.counts &= difference.square() <= *largest;
  return differences;
}

double noiseBetween(const RenderedFrame &one, const RenderedFrame &other,
                    const std::array<double, 3> &background, double specks) {
  double sum = 0, count = 0;
  for (const Difference &difference : withoutSpecks(
           one, other, background, specks, [](float a, float b, size_t, size_t) { return a - b; }))
    if (difference.counts) {
      sum += difference.square();
      count += 3;
    }
  return count > 0 ? std::sqrt(sum / count) / 2 : 0;
}

double gainOfWhole(const RenderedFrame &whole, const RenderedFrame &one, const RenderedFrame &other,
                   const std::array<double, 3> &background) {
  assert(whole.format == kRgbaFloat && whole.pixels.size() == one.pixels.size());
  const std::vector<Difference> gains =
      withoutSpecks(one, other, background, 0, [&](float a, float b, size_t pixel, size_t c) {
        return pixelAt(whole, pixel).channels[c] - (a + b) / 2;
      });
  double sum = 0, count = 0;
  const auto add = [&](const Difference &gain, const Difference &neighbour) {
    if (!gain.counts || !neighbour.counts)
      return;
    for (size_t c = 0; c < 3; ++c)
      sum += gain.channels[c] * neighbour.channels[c];
    count += 3;
  };
  const size_t width = whole.width;
  for (size_t i = 0; i + width < gains.size(); ++i) {
    if (i % width != 0)
      add(gains[i], gains[i + width - 1]);
    if (i % width + 1 != width)
      add(gains[i], gains[i + width + 1]);
  }
  return sum > 0 ? std::sqrt(sum / count) : 0;
}

std::vector<PassHistogram> doubled(std::vector<PassHistogram> half) {
  for (PassHistogram &pass : half) {
    pass.samples *= 2;
    for (abi::WideCell &cell : pass.cells)
      cell = {2 * cell.red, 2 * cell.green, 2 * cell.blue, 2 * cell.count};
  }
  return half;
}

} // namespace flame::rt
