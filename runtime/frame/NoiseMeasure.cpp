// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Noise as a figure.

#include "runtime/frame/NoiseMeasure.h"

#include "runtime/shared/Rng.h"

#include <algorithm>
#include <bit>
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

/// How many of so many tosses are heads.
static uint64_t heads(uint64_t tosses, uint64_t random) {
  if (tosses < 64)
    return uint64_t(std::popcount(random & ((uint64_t(1) << tosses) - 1)));
  // 64 tosses stand for a normal variable: their standard deviation is 4.
  const double normal = (double(std::popcount(random)) - 32) / 4;
  const double found = (double(tosses) + std::sqrt(double(tosses)) * normal) / 2;
  return uint64_t(std::clamp(std::round(found), 0.0, double(tosses)));
}

/// A share of a sum that may be below 0 modulo 2^64.
static uint64_t shareOf(uint64_t sum, double share) {
  return uint64_t(int64_t(std::llround(double(int64_t(sum)) * share)));
}

std::pair<std::vector<PassHistogram>, std::vector<PassHistogram>>
dividedByChance(const std::vector<PassHistogram> &whole, uint32_t unit, uint64_t seed) {
  auto halves = std::pair(whole, whole);
  uint64_t stream = splitmix64(seed);
  for (size_t pass = 0; pass < whole.size(); ++pass) {
    halves.first[pass].samples /= 2;
    halves.second[pass].samples -= halves.first[pass].samples;
    for (size_t i = 0; i < whole[pass].cells.size(); ++i) {
      abi::WideCell &one = halves.first[pass].cells[i], &other = halves.second[pass].cells[i];
      const uint64_t samples = (one.count + unit - 1) / unit;
      if (samples == 0)
        continue;
      const double share = double(heads(samples, splitmix64(stream++))) / double(samples);
      one = {shareOf(one.red, share), shareOf(one.green, share), shareOf(one.blue, share),
             shareOf(one.count, share)};
      other = {other.red - one.red, other.green - one.green, other.blue - one.blue,
               other.count - one.count};
    }
  }
  return halves;
}

} // namespace flame::rt
