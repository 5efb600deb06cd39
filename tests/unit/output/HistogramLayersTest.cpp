// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sums behind the pixels: every bucket of a pixel counts, and none of the gutter.

#include "runtime/output/HistogramLayers.h"

#include <gmock/gmock.h>

namespace flame::rt {
namespace {

using testing::ElementsAre;

TEST(HistogramLayersTest, SumsTheBucketsOfEachPixel) {
  FramePlan plan;
  plan.frame = {2, 1, 2, 1, 6, 4}; // two pixels of 2x2 buckets in a gutter of one
  RenderedFrame frame;
  frame.width = 2;
  frame.height = 1;
  frame.histogram.assign(24, {9999, 9999, 9999, 9999});
  for (size_t row : {1u, 2u})
    for (size_t column = 1; column <= 4; ++column)
      frame.histogram[row * 6 + column] = {255 * column, 0, 255, column};
  const std::vector<ImageLayer> layers = histogramLayers(frame, plan);
  ASSERT_EQ(layers.size(), 4u);
  EXPECT_EQ(layers[0].channel, "density");
  EXPECT_THAT(layers[0].values, ElementsAre(6, 14));
  EXPECT_EQ(layers[1].channel, "accumulator.R");
  EXPECT_THAT(layers[1].values, ElementsAre(6, 14));
  EXPECT_THAT(layers[2].values, ElementsAre(0, 0));
  EXPECT_THAT(layers[3].values, ElementsAre(4, 4));
}

} // namespace
} // namespace flame::rt
