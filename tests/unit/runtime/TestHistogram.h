// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small histogram files.

#ifndef FLAME_TESTS_UNIT_RUNTIME_TESTHISTOGRAM_H
#define FLAME_TESTS_UNIT_RUNTIME_TESTHISTOGRAM_H

#include "runtime/output/HistogramFile.h"

#include <limits>

namespace flame::rt {

/// The middle one of three shards of a frame of 18 logical blocks, in two passes; 300 by 250
/// buckets are a whole group and one that is not. Among its sums are the largest that there are,
/// and one below 0.
inline RenderedFrame testPart(uint32_t width = 300, uint32_t height = 250) {
  RenderedFrame frame;
  HistogramPart &part = frame.part.emplace();
  part.code = "8 lanes";
  part.gridWidth = width;
  part.gridHeight = height;
  part.blocks = 18;
  part.ranges = {{6, 12}};
  for (uint64_t pass = 0; pass < 2; ++pass) {
    PassHistogram &histogram = part.passes.emplace_back();
    histogram.samples = 1000 + pass;
    histogram.cells.resize(part.buckets());
    for (uint64_t i = 0; i < part.buckets(); i += 7)
      histogram.cells[i] = {i * 255 + pass, i * 3, i % 256, i};
    histogram.cells.back() = {uint64_t(-5), UINT64_MAX, 0, uint64_t(1) << 40};
  }
  return frame;
}

/// A request with values that are hard to write.
inline FrameRequest testRequest() {
  FrameRequest request;
  request.width = 290;
  request.quality = 0.1;
  request.fuse = 0;
  request.time = std::numeric_limits<double>::denorm_min();
  request.shutter = 1.0 / 3;
  request.seed = UINT64_MAX;
  request.frame = 12;
  request.format = kRgba16;
  request.earlyClip = true;
  request.denoise = Filter::NonLocalMeans;
  request.factors.gamma = 1.7;
  request.shard = Shard{2, 3};
  request.threads = 5;
  return request;
}

inline HistogramHeader testHeader(const RenderedFrame &frame = testPart()) {
  return makeHistogramHeader("an artefact", testRequest(), *frame.part);
}

/// Passes of that many buckets without samples.
inline std::vector<PassHistogram> emptyPasses(const HistogramPart &part) {
  return std::vector<PassHistogram>(
      part.passes.size(), {0, Schedule::Direct, std::vector<abi::WideCell>(part.buckets())});
}

} // namespace flame::rt

#endif // FLAME_TESTS_UNIT_RUNTIME_TESTHISTOGRAM_H
