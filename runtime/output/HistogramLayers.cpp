// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums squares of buckets. Buckets in the gutter belong to no pixel.

#include "runtime/output/HistogramLayers.h"

#include "runtime/shared/HistogramCell.h"

#include <cassert>

namespace flame::rt {

/// The totals of all buckets of a pixel.
static abi::WideCell totalsOf(const RenderedFrame &frame, const abi::FrameGeometry &geometry,
                              uint32_t x, uint32_t y) {
  abi::WideCell sum = {};
  const size_t left = geometry.gutter + size_t(x) * geometry.supersample;
  const size_t top = geometry.gutter + size_t(y) * geometry.supersample;
  for (size_t row = top; row < top + geometry.supersample; ++row)
    for (size_t column = left; column < left + geometry.supersample; ++column)
      addTotals(sum, exactTotals(0, frame.histogram[row * geometry.gridWidth + column]));
  return sum;
}

std::vector<ImageLayer> histogramLayers(const RenderedFrame &frame, const FramePlan &plan) {
  assert(frame.histogram.size() >= abi::bucketCount(plan.frame));
  const size_t pixels = size_t(frame.width) * frame.height;
  std::vector<ImageLayer> layers;
  for (const char *channel : {"density", "accumulator.R", "accumulator.G", "accumulator.B"})
    layers.push_back({channel, std::vector<float>(pixels)});
  for (uint32_t y = 0; y < frame.height; ++y)
    for (uint32_t x = 0; x < frame.width; ++x) {
      const abi::WideCell totals = totalsOf(frame, plan.frame, x, y);
      const abi::Accumulator accumulator = densityTotals(totals, plan.unit);
      const size_t pixel = size_t(y) * frame.width + x;
      layers[0].values[pixel] = sampleCount(totals, plan.unit);
      layers[1].values[pixel] = accumulator.red / 255;
      layers[2].values[pixel] = accumulator.green / 255;
      layers[3].values[pixel] = accumulator.blue / 255;
    }
  return layers;
}

} // namespace flame::rt
