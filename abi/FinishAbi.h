// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract of finishing: everything from the histogram to pixels. The host fills these
// structures from its tables (runtime/plan/FilterTables.h), the GPU kernels (runtime/device/filters)
// and the CPU (runtime/frame/Finish.cpp) read them. Same rules as abi/Abi.h: plain data and names,
// freestanding.
//
// Which filters a frame goes through, and which of them run together, the host plans
// (runtime/plan/FilterChain.h). These are the kernels, their arguments and launch shapes:
//
//   flame_read_histogram  ReadHistogramArgs launchPerBucket      first, for each pass
//   flame_local          LocalArgs      launchPerBucket      filters of single buckets
//   flame_density_select  DensityArgs     launchPerTile        density estimation...
//   flame_density_gather  DensityArgs     launchPerTile        ... which takes both; or after select, of pixels at once:
//   flame_pixel_kernels   PixelDensityArgs launchPerPixelKernel   coefficients, by kernels, ...
//   flame_near_kernels    PixelDensityArgs launchPerNearOffset    ... and by offsets
//   flame_pixel_plan      PixelDensityArgs launchPerPixelTile     who takes which way
//   flame_pixel_near      PixelDensityArgs launchPerPixelTile     buckets of narrow kernels, ...
//   flame_pixel_list      PixelDensityArgs launchPerPixelTile     ... and all others
//   flame_bilateral_blur  BilateralArgs   launchPerTile        for each direction, ...
//   flame_bilateral_guide BilateralArgs   launchPerTile        ... one after...
//   flame_bilateral       BilateralArgs   launchPerShearedTile ... another
//   flame_nlm_roots       NlmArgs         launchPerTile        for each pass of the filter, ...
//   flame_nlm             NlmArgs         launchPerTile        ... one after another
//   flame_smear_clip      SmearArgs       launchPerTile        four times
//   flame_halo_blur       HaloArgs        launchPerTile
//   flame_halo_clip       HaloArgs        launchPerTile
//   flame_add_pass        AddPassArgs     launchPerBucket      only with several passes, for each of them
//   flame_store8          StoreArgs       launchPerPixel       last; or flame_store16, flame_store_color
//   flame_video_planes    VideoArgs       launchPerVideoBlock  only after flame_store_color
//
// Every kernel takes its structure by value as its only parameter, uses no dynamic shared memory,
// and gives the same bytes in every run: sums are made in a fixed order, nothing is added
// atomically.
//
// Device memory, per bucket: cells 8 bytes, wide cells 32, an accumulator of 16; as many
// more accumulators as the filters ask for, which take turns; with density estimation an index of 2;
// with several passes one more accumulator. Density estimation of pixels has an accumulator for each pixel and a number for each
// bucket in the place of one that filters ask for. `DensityArgs::sampleCounts` may be the memory of
// `DensityArgs::result`: the counts are last read before the result is first written.

#ifndef FLAME_ABI_FINISHABI_H
#define FLAME_ABI_FINISHABI_H

#include "abi/Abi.h"

namespace flame::abi {

/// Threads per block of the kernels that handle one bucket per thread, and of the tile kernels.
inline constexpr uint32_t kFinishThreads = 256;
/// Density estimation works on square tiles of this many buckets a side, one block each.
inline constexpr uint32_t kDensityTile = 32;
/// Output pixels of a block of the filter kernels, one per thread.
inline constexpr uint32_t kPixelBlockWidth = 32, kPixelBlockHeight = 8;

/// A launch has at most so many rows of blocks...
inline constexpr uint32_t kMaxBlockRows = 65535;
/// ... which bounds the rows of a picture, in pixels, and the sides of its grid, in buckets. Positions up to these are
/// exact in single precision.
inline constexpr uint32_t kMaxPictureHeight = kMaxBlockRows * kPixelBlockHeight;
inline constexpr uint32_t kMaxGridSide = kMaxBlockRows * kDensityTile;
/// Buckets that a kernel of density estimation may reach, so that the square around a tile can be counted with 31 bits.
inline constexpr uint32_t kMaxDensityReach = 1024;

/// Samples are counted around a bucket up to so many buckets to each side.
inline constexpr uint32_t kMostCountRadius = 32;

/// `kernelIndex` of a bucket that contributes nothing.
inline constexpr uint16_t kNoKernel = 0xffff;
/// `tileReach` of a tile without contributing buckets.
inline constexpr int32_t kEmptyTile = -1;

/// Grid and block of a launch. Depth is 1.
struct LaunchShape {
  uint32_t gridX, gridY, threadsX, threadsY;
};

/// `frame` has at most kMaxBuckets.
inline constexpr LaunchShape launchPerBucket(const FrameGeometry &frame) {
  return {ceilDivide(uint32_t(bucketCount(frame)), kFinishThreads), 1, kFinishThreads, 1};
}

/// Also the size of `DensityArgs::tileReach`: gridX * gridY entries.
inline constexpr LaunchShape launchPerTile(const FrameGeometry &frame) {
  return {ceilDivide(frame.gridWidth, kDensityTile), ceilDivide(frame.gridHeight, kDensityTile),
          kFinishThreads, 1};
}

/// Buckets that a thread of `flame_bilateral` has, in a row, and by how many columns these rows may lean.
inline constexpr int kBilateralRow = 4, kMostShear = 12;
/// Its threads: blocks of more would leave registers of a multiprocessor without one.
inline constexpr uint32_t kBilateralThreads = 128;
/// Lines of its tiles, which are kDensityTile wide.
inline constexpr uint32_t kBilateralTileHeight = kBilateralThreads * kBilateralRow / kDensityTile;

/// Tiles whose rows of buckets lean.
inline constexpr LaunchShape launchPerShearedTile(const FrameGeometry &frame) {
  return {ceilDivide(frame.gridWidth + kMostShear, kDensityTile),
          ceilDivide(frame.gridHeight, kBilateralTileHeight), kBilateralThreads, 1};
}

inline constexpr LaunchShape launchPerPixel(const FrameGeometry &frame) {
  return {ceilDivide(frame.width, kPixelBlockWidth), ceilDivide(frame.height, kPixelBlockHeight),
          kPixelBlockWidth, kPixelBlockHeight};
}

/// Brightness as a function of density: k1 * ln(1 + k2 * density), density in units of 255 per
/// sample.
struct LogScale {
  float k1, k2;
};

/// Log scaling of JWildfire: a pixel of h samples becomes k1 ln(1 + k2 h) + glow / (h + 1), its colours the same times a
/// factor for each channel.
struct GlowScale {
  float perUnit; ///< samples of a pixel in one unit of density
  float k1, k2, glow;
  float gain[3];
};

/// From accumulated values to colours.
struct ToneParams {
  float inverseGamma;
  float vibrancy;
  float threshold;       ///< density below which the curve is blended into a line
  float thresholdSlope;  ///< of that line; 0 when there is none
  float highlightPower;  ///< negative: the old treatment of saturated colours
  float background[3];   ///< 0..256
  uint32_t transparency; ///< keep alpha instead of blending with the background
  float rounding;        ///< added to colours before they are cut off to integers
  float wordsPerLevel;   ///< of pixels of 16 bits, in one of 8
  float brightest;       ///< level that pixels hold: white but for floats of HDR
};

/// Entries of the table of a curve.
inline constexpr uint32_t kCurveEntries = 1025;

/// Filters that look at one bucket, or pixel, alone (runtime/shared/LocalFilters.h).
enum class Local : uint32_t {
  LogScale, ///< first, second: k1 and k2 of LogScale
  GlowScale,
  ColorClip,
  PlainClip, ///< first: brightness
  HdrClip,   ///< first: the brightest level
  LogEncode, ///< first: how much of the scale a stop takes
  Curves,    ///< the first three tables are those of red, green and blue
  Pq,
  Hlg,
  Saturate, ///< first: what is added to the saturation
  Mix       ///< first: the brightness alone; second: where its curves begin among `curves`
};

/// One of them with its numbers.
struct LocalStep {
  Local filter;
  float first, second;
};

/// As many of them as may run one after another without looking at memory in between.
inline constexpr uint32_t kMaxLocal = 7;
struct LocalSteps {
  LocalStep steps[kMaxLocal];
  uint32_t count;
  ToneParams tone; ///< of those that make colours
  GlowScale glow;
  const float *curves; ///< tables of kCurveEntries each, evenly from 0 to 1; null without
};

/// Arguments of `flame_read_histogram`: the totals of the histogram, as accumulators that no filter
/// has seen, through `then`.
struct ReadHistogramArgs {
  const uint64_t *cells;
  const WideCell *wide;
  Accumulator *accumulators;
  float *sampleCounts; ///< samples per bucket, for density estimation; null without
  uint32_t buckets;
  uint32_t unit; ///< of the deposits: kWholeUnit or kFractionalUnit
  LocalSteps then;
};

/// Arguments of `flame_local`.
struct LocalArgs {
  Accumulator *accumulators; ///< in and out
  float *sampleCounts;       ///< samples per bucket before the steps and log scaling; null without
  uint32_t buckets;
  LocalSteps steps;
};

/// One kernel of density estimation. At the integer offset (dx, dy), d2 = dx^2 + dy^2, its
/// coefficient is scale * 2^(-falloff * d2) where d2 <= limit and max(dx^2, dy^2) < limit, else 0.
struct alignas(16) DensityKernel {
  float falloff; ///< per squared bucket
  float scale;   ///< the coefficient at offset 0
  float limit;   ///< the squared width where that is an integer, else halfway to the next integer
  int32_t reach; ///< the largest |dx| or |dy| with a coefficient
  /// The kernel is chosen from here on: samples beyond kExactCounts, or a density with edges.
  /// 0: others decide.
  float start;
};

/// How density estimation chooses the kernel of a bucket.
struct DensityParams {
  double countFactor;  ///< from samples in the neighbourhood to counts of the kernel table
  double maxCount;     ///< beyond: the last kernel
  float curve;         ///< estimator_curve
  uint32_t lastKernel; ///< index of the sharpest kernel, at least 1 and below kNoKernel
  /// The neighbourhood has 2 * countRadius + 1 buckets per axis; at most kMostCountRadius.
  uint32_t countRadius;
  /// Buckets nearer to the edge of the grid contribute nothing; at least countRadius.
  uint32_t margin;
  uint32_t maxReach; ///< the largest reach of the kernels
  /// With edges: kernels of a width for each share of an octave, chosen by the density of the bucket alone. 0: without.
  uint32_t stepsPerOctave;
  uint32_t edgeKernel; ///< with edges: of a bucket beside a strong one
  float steepest;      ///< with edges: the square of a steepness, beyond which an edge is strong
  uint32_t gridWidth, gridHeight;
};

/// Density estimation of pixels has classes of kernels by their reach: these, and wider ones.
inline constexpr uint32_t kNearClasses = 7;
inline constexpr int kNearReaches[kNearClasses] = {0, 1, 2, 4, 7, 11, 16};

/// The kernels of a table that are as narrow as each class, from this index on: rising reaches, falling indices.
struct NearClasses {
  uint16_t first[kNearClasses];
};

/// Buckets of a tile by the class of their kernels; the last ones are wider than all classes.
struct alignas(16) TileCounts {
  uint16_t buckets[kNearClasses + 1];
};

/// Arguments of `flame_density_select` and `flame_density_gather`.
struct DensityArgs {
  const Accumulator *scaled; ///< accumulators after log scaling
  const float *sampleCounts; ///< samples per bucket
  uint16_t *kernelIndex;     ///< one per bucket, written by select
  int32_t *tileReach;        ///< one per tile, written by select
  TileCounts *tileCounts;    ///< the same; null where nobody asks
  Accumulator *result;       ///< written by gather; not `scaled`
  const DensityKernel *kernels;
  DensityParams params;
  NearClasses classes; ///< of `tileCounts`
};

//===-- density estimation of pixels ----------------------------------------------------------===//

/// Supersampling at which it works.
inline constexpr uint32_t kLeastPixelScale = 2, kMostPixelScale = 4;
/// Pixels of a block, a tile, and its threads.
inline constexpr uint32_t kPixelTileWidth = 32, kPixelTileHeight = 16, kPixelTileThreads = 128;
/// Widest spatial filter, in buckets.
inline constexpr uint32_t kMostPixelFilter = 28;
/// Pixels in a row of a kernel in `PixelDensityArgs::byKernel`, as they are laid out.
inline constexpr uint32_t kKernelRow = 64;
/// Offsets in a row of `PixelDensityArgs::byOffset`, and kernels of each, as they are laid out.
inline constexpr uint32_t kNearSide = 64, kNearKernels = 256;
inline constexpr uint32_t kNearEntries = kNearSide * kNearSide * kNearKernels;
static_assert(2 * kNearReaches[kNearClasses - 1] + kMostPixelFilter + kMostPixelScale <= kNearSide);

/// A kernel of density estimation, followed by the spatial filter (runtime/shared/PixelDensity.h).
struct alignas(8) PixelKernel {
  uint32_t first; ///< of its coefficients in `PixelDensityArgs::byKernel`
  int32_t reach;  ///< of the DensityKernel
};

/// What a tile of pixels takes by offset and by kernel.
struct alignas(8) TilePlan {
  int32_t nearClass; ///< the last class that is taken by offset; -1: none
  int32_t reach;     ///< the widest kernel that reaches the tile; kEmptyTile: none
};

/// Tiles are handed out by weight, the heaviest first, so that no block is left working alone in the end.
inline constexpr uint32_t kTileWeights = 16;
struct TileOrder {
  uint32_t *counts; ///< of each weight; zeros before `flame_pixel_plan`
  uint32_t *tiles;  ///< for each weight as many as there are tiles
};

/// Arguments of the kernels that take density estimation and the spatial filter in one step.
struct PixelDensityArgs {
  const Accumulator *scaled;    ///< accumulators after log scaling
  const uint16_t *kernelIndex;  ///< what select has written
  const int32_t *tileReach;     ///< the same
  const TileCounts *tileCounts; ///< the same
  const DensityKernel *kernels;
  const PixelKernel *pixelKernels;
  const float *filterX; ///< see StoreArgs
  const float *filterY;
  float *byKernel;                    ///< written by `flame_pixel_kernels`
  float *byOffset;                    ///< kNearEntries, written by `flame_near_kernels`
  Accumulator *result;                ///< width * height pixels
  TilePlan *plans;                    ///< of each tile, written by `flame_pixel_plan`
  TileOrder nearOrder;                ///< all tiles, written by the same
  TileOrder listOrder;                ///< those that take something by kernel
  uint32_t kernelCount, nearFirst;    ///< kernels; first one that `byOffset` has
  uint32_t filterWidth, filterOffset; ///< see StoreArgs
  uint32_t maxReach;                  ///< of the kernels
  NearClasses classes;
  FrameGeometry frame;
};

/// Parts of a kernel in `flame_pixel_kernels`, one block each.
inline constexpr uint32_t kPixelKernelParts = 64;
inline constexpr LaunchShape launchPerPixelKernel(const PixelDensityArgs &args) {
  return {args.kernelCount, kPixelKernelParts, kFinishThreads, 1};
}

/// All offsets from which a narrow kernel reaches a pixel, and some that are read beside them.
inline constexpr LaunchShape launchPerNearOffset(const PixelDensityArgs &args) {
  const uint32_t side = 2 * kNearReaches[kNearClasses - 1] + args.filterWidth + kMostPixelScale;
  return {side, side, kNearKernels, 1};
}

inline constexpr uint32_t pixelTilesX(const FrameGeometry &frame) {
  return ceilDivide(frame.width, kPixelTileWidth);
}
inline constexpr uint32_t pixelTiles(const FrameGeometry &frame) {
  return pixelTilesX(frame) * ceilDivide(frame.height, kPixelTileHeight);
}

inline constexpr LaunchShape launchPerPixelTile(const FrameGeometry &frame) {
  return {pixelTiles(frame), 1, kPixelTileThreads, 1};
}

//===-- filters in directions -----------------------------------------------------------------===//

/// Buckets of a grid.
struct GridSize {
  uint32_t width, height;
};

/// A way over the grid, in buckets per step.
struct Direction {
  float x, y;
};

/// Half a symmetric blur, from its middle outwards; all taps sum to 1.
inline constexpr int kBlurTaps = 4;
struct Blur {
  float taps[kBlurTaps];
};

/// The directions in which the bilateral filter works, in this order.
inline constexpr Direction kBilateralDirections[] = {{1, 0},    {0, 1},     {1, 1},     {-1, 1},
                                                     {1, 0.5f}, {-0.5f, 1}, {1, -0.5f}, {0.5f, 1}};

/// Steps to each side, at most.
inline constexpr int kMostBilateralReach = 960;

/// Terms of its weights, as negative powers of 2; see runtime/shared/Bilateral.h.
struct BilateralParams {
  float spatial;      ///< per squared step
  float color;        ///< per squared distance of colours
  float density;      ///< per difference of powered densities
  float densityPower; ///< their exponent
  float gradient;     ///< how much a slope counts
  float perSample;    ///< samples per pixel in a unit of density
  uint32_t reach;     ///< steps to each side
  Blur blur;          ///< that finds slopes
};

/// What the neighbours of a bucket want to know of it.
struct alignas(8) BilateralGuide {
  float power; ///< its density in samples, powered
  float
      perDifference; ///< from differences of densities to exponents: the gradient over their mean around it
};

/// Arguments of `flame_bilateral_blur`, `flame_bilateral_guide` and `flame_bilateral`.
struct BilateralArgs {
  const Accumulator *accumulators;
  const float *density;  ///< that of `accumulators` alone, as it is read faster so; or null
  float *blurred;        ///< written by the first; may be the memory of `result`
  BilateralGuide *guide; ///< written by the second
  Accumulator *result;   ///< written by the third; not `accumulators`
  float *resultDensity;  ///< the same alone, or null; may be `density`
  GridSize grid;
  Direction direction;
  BilateralParams params;
};

/// How many times non-local means are taken; the buckets that are looked at lie twice as far apart each time.
inline constexpr int kNlmPasses = 4;

/// Arguments of `flame_nlm_roots`, which writes `roots`, and `flame_nlm`, which writes the results.
struct NlmArgs {
  const Accumulator *accumulators;
  Accumulator *roots; ///< what is compared of `accumulators`: see runtime/shared/NonLocalMeans.h
  const float
      *variance; ///< of the roots of each bucket; null: 1, as of samples that no pass has mixed
  Accumulator *result;   ///< not `accumulators`
  float *resultVariance; ///< not `variance`
  GridSize grid;
  int32_t stride;  ///< buckets to the neighbours
  float perSample; ///< samples in a unit of density
  float perExcess; ///< negative power of 2 that a unit of difference beyond noise makes of a weight
};

/// The directions in which light beyond white is smeared, and in which halos are found.
inline constexpr Direction kSmearDirections[] = {{1, 1}, {-1, 1}, {1, 0}, {0, 1}};
inline constexpr Direction kHaloDirections[] = {{1, 1}, {-1, 1}};

/// Arguments of `flame_smear_clip`.
struct SmearArgs {
  const Accumulator *accumulators;
  const Accumulator *excess; ///< what the pass before has made; null in the first one
  Accumulator *result; ///< neither of them; in the last pass `accumulators`, which become colours
  GridSize grid;
  Direction direction;
  uint32_t isLast;
  Blur blur;
  ToneParams tone;
};

/// Arguments of `flame_halo_blur`, which writes `blurred`, and `flame_halo_clip`, which writes `result`.
struct HaloArgs {
  const Accumulator *accumulators;
  const float *halo; ///< what was blurred before; null in the first pass
  float *blurred;
  Accumulator *result; ///< may be `accumulators`
  GridSize grid;
  Direction direction;
  Blur blur;
  ToneParams tone;
};

/// Arguments of `flame_add_pass`: sum += pass, bucket by bucket.
struct AddPassArgs {
  const Accumulator *pass; ///< accumulated by one pass
  Accumulator *sum;
  uint32_t buckets;
};

/// What a bucket counts in a pixel under a spatial filter that is no product of a row and a column.
struct FilterTap {
  float color, density;
};

/// Arguments of `flame_store8` (4 bytes per pixel, red first), `flame_store16` (4 words of 16 bits) and
/// `flame_store_color` (an Accumulator: red, green, blue in [0,255], alpha in [0,1]): the spatial filter, and what follows it.
struct StoreArgs {
  const Accumulator *buckets;
  const float *filterX; ///< filterWidth coefficients that sum to 1
  const float *filterY;
  const FilterTap
      *taps;    ///< filterWidth rows of as many; null: those of the product of filterX and filterY
  void *pixels; ///< width * height pixels, rows from the top, without padding; aligned to 8 bytes
  uint32_t filterWidth;
  uint32_t filterOffset; ///< first bucket, in x and y, under the filter of pixel (0, 0)
  FrameGeometry frame;
  LocalSteps then;
};

/// Arguments of `flame_video_planes`; see runtime/shared/VideoFormat.h.
struct VideoArgs {
  const Accumulator *colors; ///< width * height, what `flame_store_color` wrote
  void *planes;              ///< Y, Cb, Cr without padding; bytes, or words where `bits` exceeds 8
  uint64_t seed;             ///< of the frame's dither
  uint32_t width, height;
  uint32_t bits;           ///< 8 or 10
  uint32_t shiftX, shiftY; ///< log2 of the pixels that share a chroma sample, per axis: 0 or 1
  uint32_t isWide;         ///< the colours are those of BT.2020, not of BT.709
};

inline constexpr uint32_t videoBlocksX(const VideoArgs &args) {
  return ceilDivide(args.width, 1u << args.shiftX);
}
inline constexpr uint32_t videoBlocksY(const VideoArgs &args) {
  return ceilDivide(args.height, 1u << args.shiftY);
}

inline constexpr LaunchShape launchPerVideoBlock(const VideoArgs &args) {
  return {ceilDivide(videoBlocksX(args), kPixelBlockWidth),
          ceilDivide(videoBlocksY(args), kPixelBlockHeight), kPixelBlockWidth, kPixelBlockHeight};
}

} // namespace flame::abi

#endif // FLAME_ABI_FINISHABI_H
