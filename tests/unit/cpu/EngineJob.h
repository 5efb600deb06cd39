// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rendering job for a hand-written genome, with the memory it points to and ordinary values
// everywhere.

#ifndef FLAME_TESTS_UNIT_CPU_ENGINEJOB_H
#define FLAME_TESTS_UNIT_CPU_ENGINEJOB_H

#include "tests/unit/cpu/TestGenome.h"

#include <cmath>
#include <cstring>
#include <numeric>

namespace flame::test {

/// A job with its memory. Buckets are unit squares of the plane unless the test says otherwise.
struct Job {
  rt::CpuKernels kernels;
  std::vector<float> blocks;
  std::vector<uint64_t> palette;
  std::vector<abi::PaletteEntry> entries;
  rt::CpuJob job{};
  rt::CpuOptions options;

  Job(const rt::CpuKernels &kernels, std::vector<float> weights, uint32_t temporalSamples = 1)
      : kernels(kernels), blocks(size_t(kBlockFloats) * temporalSamples) {
    for (uint32_t sample = 0; sample < temporalSamples; ++sample) {
      setCamera(sample, 1, 0.5f);
      float *cumulative = block(sample) + abi::kCumulativeOffset;
      std::partial_sum(weights.begin(), weights.end(), cumulative);
      cumulative[weights.size() - 1] = 1;
    }
    setPalette(1, [](uint32_t, uint32_t index) {
      return abi::PaletteEntry{float(index) / 255, 0.4f, 1, 1};
    });
    job.args.blockFloats = kBlockFloats;
    job.args.temporalSamples = temporalSamples;
    job.args.gridWidth = job.args.gridHeight = 16;
    job.args.logicalBlocks = job.args.endLogicalBlock = 8;
    job.args.xaosOffset = kXaosOffset;
    job.args.iterations = 256;
    job.args.chunkShift = abi::kMostChunkShift;
    job.args.fuse = 20;
    job.args.seed = 42;
    job.engine = rt::preferredEngine(kernels.features);
    options.threads = 2;
  }

  float *block(uint32_t sample) { return blocks.data() + size_t(sample) * kBlockFloats; }
  float *slots(uint32_t sample = 0) { return block(sample) + kSlotsOffset; }

  void setCamera(uint32_t sample, float scale, float offset) {
    const float camera[] = {scale, 0, offset, 0, scale, offset};
    std::memcpy(block(sample), camera, sizeof camera);
  }

  template <class Color> void setPalette(uint32_t rows, Color color) {
    palette.clear();
    entries.clear();
    for (uint32_t row = 0; row < rows; ++row)
      for (uint32_t index = 0; index < abi::kPaletteSize; ++index) {
        abi::PaletteEntry entry = color(row, index);
        entries.push_back(entry);
        auto byte = [](float value) { return uint64_t(std::lround(255 * value)); };
        palette.push_back(byte(entry.red) << abi::kRedShift |
                          byte(entry.green) << abi::kGreenShift |
                          byte(entry.blue) << abi::kBlueShift | uint64_t(1) << abi::kCountShift);
      }
    job.args.paletteRowCount = rows;
  }

  rt::CpuHistogram render() {
    job.args.params = blocks.data();
    job.args.palette = palette.data();
    job.args.paletteRows = entries.data();
    return rt::renderHistogram(kernels, job, options);
  }
};

inline uint64_t totalCount(const rt::CpuHistogram &histogram) {
  uint64_t total = 0;
  for (const abi::WideCell &cell : histogram.cells)
    total += cell.count;
  return total;
}

inline const abi::WideCell &cellAt(const Job &job, const rt::CpuHistogram &histogram,
                                   uint32_t column, uint32_t row) {
  return histogram.cells[row * job.job.args.gridWidth + column];
}

} // namespace flame::test

#endif // FLAME_TESTS_UNIT_CPU_ENGINEJOB_H
