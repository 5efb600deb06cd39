// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Noise as a figure.

#include "runtime/frame/NoiseMeasure.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <functional>

namespace flame::rt {

/// Nearer to the background than a level of 8 bits, a pixel looks like it.
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

/// The root mean square, over the channels of pixels that show light, of what `differenceOf` says of both pictures at a pixel and a
/// channel, without the share `specks` of those pixels that have most.
template <class Difference>
static double rootMeanSquare(const RenderedFrame &one, const RenderedFrame &other,
                             const std::array<double, 3> &background, double specks,
                             const Difference &differenceOf) {
  assert(one.format == kRgbaFloat && other.format == kRgbaFloat &&
         one.pixels.size() == other.pixels.size());
  std::vector<float> squares; // summed over the channels
  for (size_t i = 0; i < one.pixels.size() / sizeof(Pixel); ++i) {
    const Pixel a = pixelAt(one, i), b = pixelAt(other, i);
    bool isLit = false;
    float square = 0;
    for (size_t c = 0; c < 3; ++c) {
      const float difference = differenceOf(a.channels[c], b.channels[c], i, c);
      square += difference * difference;
      isLit |= std::abs((a.channels[c] + b.channels[c]) / 2 - background[c]) > kVisible;
    }
    if (isLit)
      squares.push_back(square);
  }
  if (squares.empty())
    return 0;
  const size_t kept = squares.size() - size_t(double(squares.size()) * specks);
  std::ranges::nth_element(squares, squares.begin() + ptrdiff_t(kept - 1));
  double sum = 0;
  for (size_t i = 0; i < kept; ++i)
    sum += squares[i];
  return std::sqrt(sum / (3 * double(kept)));
}

double noiseBetween(const RenderedFrame &one, const RenderedFrame &other,
                    const std::array<double, 3> &background, double specks) {
  return rootMeanSquare(one, other, background, specks,
                        [](float a, float b, size_t, size_t) { return a - b; }) /
         2;
}

double gainOfWhole(const RenderedFrame &whole, const RenderedFrame &one, const RenderedFrame &other,
                   const std::array<double, 3> &background) {
  assert(whole.format == kRgbaFloat && whole.pixels.size() == one.pixels.size());
  return rootMeanSquare(one, other, background, 2 * kSpecks,
                        [&](float a, float b, size_t pixel, size_t c) {
                          return (a + b) / 2 - pixelAt(whole, pixel).channels[c];
                        });
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
