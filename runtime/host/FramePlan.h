// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a frame will be: its geometry, tables and budget, worked out from an artefact and from what the user asked for,
// before any device is touched. The same plan serves every device.

#ifndef FLAME_RUNTIME_HOST_FRAMEPLAN_H
#define FLAME_RUNTIME_HOST_FRAMEPLAN_H

#include "runtime/FinishAbi.h"
#include "runtime/host/FilterTables.h"
#include "runtime/host/Manifest.h"
#include "runtime/host/Result.h"

#include <optional>
#include <string>
#include <vector>

namespace flame::rt {

/// What the user asks of one frame; whatever is absent is as in the artefact.
struct FrameRequest {
  std::optional<uint32_t> width, height;
  std::optional<double> quality; ///< samples per pixel, zoom not applied
  std::optional<uint32_t> supersample;
  std::optional<double> estimatorRadius; ///< 0 switches density estimation off
  std::optional<uint32_t> fuse;          ///< uncounted rounds before the counted ones
  uint64_t seed = 0;
  unsigned bits = 8; ///< per channel, 8 or 16
  bool transparency = false, earlyClip = false;
  double pixelAspect = 1;
  bool wantsHistogram = false; ///< return the exact histogram too
  unsigned threads = 0;        ///< of the CPU; 0: one per processor
};

/// Everything a device needs beside code and curves.
struct FramePlan {
  abi::FrameGeometry frame = {};
  SpatialFilter filter;
  DensityTable density;
  abi::ToneParams tone = {};
  Exposure exposure;         ///< samplesPerPixel is what was asked for
  uint64_t samples = 0;      ///< counted iterations of the whole frame
  uint32_t fuse = 0;         ///< uncounted rounds of every logical block
  double pixelAspect = 1;
  double viewScale = 1;      ///< see abi::InterpolateArgs
  uint64_t seed = 0;
  uint32_t unit = abi::kWholeUnit;
  unsigned bits = 8;

  /// The log scale for a histogram that holds `counted` iterations.
  abi::LogScale logScale(uint64_t counted) const;
};

/// Fails with a remedy when the request makes no sense or is too large.
Result<FramePlan> planFrame(const Manifest &manifest, const FrameRequest &request);

/// How the samples of a frame are divided among logical blocks of `pointsPerBlock` points. Depends on the number of
/// samples alone, so that a frame is the same on every GPU.
struct BlockPlan {
  uint32_t blocks, iterations;
};
BlockPlan planLogicalBlocks(uint64_t samples, uint32_t pointsPerBlock);

/// How long a stage took.
struct StageTime {
  std::string name;
  double seconds;
};

/// A rendered frame.
struct RenderedFrame {
  uint32_t width = 0, height = 0;
  unsigned bits = 8;
  std::vector<uint8_t> pixels; ///< RGBA, rows from the top, without padding
  uint64_t samples = 0;        ///< counted iterations
  std::vector<StageTime> times;
  std::vector<abi::WideCell> histogram; ///< when asked for
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_HOST_FRAMEPLAN_H
