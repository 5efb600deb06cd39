// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract of finishing: all steps from the histogram to pixels. The host fills these
// structures from its tables (runtime/plan/FilterTables.h). The GPU kernels
// (runtime/device/filters) and the CPU (runtime/frame/Finish.cpp) read them. As in abi/Abi.h, there
// are only plain data and names, freestanding.
//
// The host plans the filters of a frame and which of them run together
// (runtime/plan/FilterChain.h). These are the kernels, with their arguments and launch shapes:
//
//   flame_read_histogram   ReadHistogramArgs  launchPerBucket       first, for each pass
//   flame_local            LocalArgs          launchPerBucket       filters of single buckets
//
//   Density estimation: select, then either gather or the pixel kernels.
//   flame_density_select   DensityArgs        launchPerTile         chooses kernels
//   flame_density_gather   DensityArgs        launchPerTile         applies them to buckets
//   flame_pixel_kernels    PixelDensityArgs   launchPerPixelKernel  coefficients by kernel
//   flame_near_kernels     PixelDensityArgs   launchPerNearOffset   coefficients by offset
//   flame_pixel_plan       PixelDensityArgs   launchPerPixelTile    chooses the method per tile
//   flame_pixel_near       PixelDensityArgs   launchPerPixelTile    buckets with narrow kernels
//   flame_pixel_list       PixelDensityArgs   launchPerPixelTile    all other buckets
//
//   Bilateral filter: all three for each direction.
//   flame_bilateral_blur   BilateralArgs      launchPerTile
//   flame_bilateral_guide  BilateralArgs      launchPerTile
//   flame_bilateral        BilateralArgs      launchPerShearedTile
//
//   Non-local means: both for each pass of the filter.
//   flame_nlm_roots        NlmArgs            launchPerTile
//   flame_nlm              NlmArgs            launchPerTile
//
//   flame_smear_clip       SmearArgs          launchPerTile         four times
//   flame_halo_blur        HaloArgs           launchPerTile
//   flame_halo_clip        HaloArgs           launchPerTile
//   flame_add_pass         AddPassArgs        launchPerBucket       for each of several passes
//   flame_store8           StoreArgs          launchPerPixel        last; also flame_store16 and
//                                                                   flame_store_color
//   flame_video_planes     VideoArgs          launchPerVideoBlock   only after flame_store_color
//
// Every kernel takes its structure by value as its only parameter, uses no dynamic shared memory,
// and gives the same bytes in every run: sums have a fixed order, and nothing is added atomically.
//
// Device memory per bucket: 8 bytes of cells, 32 of wide cells, 16 of an accumulator. The filters
// may ask for more accumulators, which they use in turn. Density estimation adds an index of 2
// bytes; several passes add one accumulator. Density estimation of pixels needs one accumulator per
// pixel and one number per bucket instead of one accumulator per bucket.
// `DensityArgs::sampleCounts` may share memory with `DensityArgs::result`: the counts are last read
// before the result is first written.

#ifndef FLAME_ABI_FINISHABI_H
#define FLAME_ABI_FINISHABI_H

#include "abi/Abi.h"

namespace flame::abi {

/// Threads per block of the kernels with one bucket per thread, and of the tile kernels.
inline constexpr uint32_t kFinishThreads = 256;
/// Density estimation works on square tiles of this many buckets a side, one block each.
inline constexpr uint32_t kDensityTile = 32;
/// Output pixels per block of the filter kernels, one per thread.
inline constexpr uint32_t kPixelBlockWidth = 32, kPixelBlockHeight = 8;

/// Most rows of blocks in a launch.
inline constexpr uint32_t kMaxBlockRows = 65535;
/// Most rows of a picture, in pixels, and largest side of its grid, in buckets. Both follow from
/// kMaxBlockRows. Positions up to these are exact in single precision.
inline constexpr uint32_t kMaxPictureHeight = kMaxBlockRows * kPixelBlockHeight;
inline constexpr uint32_t kMaxGridSide = kMaxBlockRows * kDensityTile;
/// Largest reach of a density estimation kernel, in buckets. The size of the square around a tile
/// then fits 31 bits.
inline constexpr uint32_t kMaxDensityReach = 1024;

/// Largest radius around a bucket within which samples are counted, in buckets.
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

/// Also gives the size of `DensityArgs::tileReach`: gridX * gridY entries.
inline constexpr LaunchShape launchPerTile(const FrameGeometry &frame) {
  return {ceilDivide(frame.gridWidth, kDensityTile), ceilDivide(frame.gridHeight, kDensityTile),
          kFinishThreads, 1};
}

/// Buckets per thread of `flame_bilateral`, in a row, and the most columns by which these rows
/// lean.
inline constexpr int kBilateralRow = 4, kMostShear = 12;
/// Threads per block of `flame_bilateral`. Larger blocks would leave registers of a multiprocessor
/// unused.
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

/// Brightness as a function of density: k1 * ln(1 + k2 * density). The density is in units of 255
/// per sample.
struct LogScale {
  float k1, k2;
};

/// Log scaling of JWildfire. A pixel of h samples becomes k1 ln(1 + k2 h) + glow / (h + 1). Its
/// colours become the same times a factor per channel.
struct GlowScale {
  float perUnit; ///< samples of a pixel per unit of density
  float k1, k2, glow;
  float gain[3];
};

/// Parameters of the step from accumulated values to colours.
struct ToneParams {
  float inverseGamma;
  float vibrancy;
  float threshold;       ///< density below which the curve is blended into a line
  float thresholdSlope;  ///< slope of that line; 0: there is none
  float highlightPower;  ///< negative: the old treatment of saturated colours
  float background[3];   ///< 0..256
  uint32_t transparency; ///< keep alpha instead of blending with the background
  float rounding;        ///< added to colours before truncation to integers
  float wordsPerLevel;   ///< levels of 16-bit pixels per 8-bit level
  float brightest;       ///< highest level that pixels hold: white, except for HDR floats
};

/// Entries in the table of a curve.
inline constexpr uint32_t kCurveEntries = 1025;

/// Filters that look at one bucket or pixel alone (runtime/shared/LocalFilters.h).
enum class Local : uint32_t {
  LogScale, ///< first, second: k1 and k2 of LogScale
  GlowScale,
  ColorClip,
  PlainClip, ///< first: brightness
  HdrClip,   ///< first: the brightest level
  LogEncode, ///< first: share of the scale per stop
  Curves,    ///< the first three tables are those of red, green and blue
  Pq,
  Hlg,
  Saturate, ///< first: increase of the saturation
  Mix       ///< first: 1 to mix the brightness alone; second: index of its first curve in `curves`
};

/// One local filter with its parameters.
struct LocalStep {
  Local filter;
  float first, second;
};

/// Most local filters that run one after another without memory access in between.
inline constexpr uint32_t kMaxLocal = 7;
struct LocalSteps {
  LocalStep steps[kMaxLocal];
  uint32_t count;
  ToneParams tone; ///< for the filters that make colours
  GlowScale glow;
  /// Tables of kCurveEntries each, evenly spaced from 0 to 1; null without curves.
  const float *curves;
};

/// Arguments of `flame_read_histogram`: turns the totals of the histogram into unfiltered
/// accumulators and applies `then`.
struct ReadHistogramArgs {
  const uint64_t *cells;
  const WideCell *wide;
  Accumulator *accumulators;
  float *sampleCounts; ///< samples per bucket, for density estimation; null without
  uint32_t buckets;
  uint32_t unit; ///< deposit unit: kWholeUnit or kFractionalUnit
  LocalSteps then;
};

/// Arguments of `flame_local`.
struct LocalArgs {
  Accumulator *accumulators; ///< in and out
  float *sampleCounts;       ///< samples per bucket before the steps and log scaling; null without
  uint32_t buckets;
  LocalSteps steps;
};

/// One kernel of density estimation. At the integer offset (dx, dy), with d2 = dx^2 + dy^2, its
/// coefficient is scale * 2^(-falloff * d2) if d2 <= limit and max(dx^2, dy^2) < limit, else 0.
struct alignas(16) DensityKernel {
  float falloff; ///< per squared bucket
  float scale;   ///< the coefficient at offset 0
  float limit;   ///< the squared width if that is an integer, else halfway to the next integer
  int32_t reach; ///< largest |dx| or |dy| with a coefficient
  /// Samples beyond kExactCounts, or the density with edges, from which this kernel is chosen. 0:
  /// it is chosen in another way.
  float start;
};

/// Parameters for the choice of a bucket's kernel in density estimation.
struct DensityParams {
  double countFactor;  ///< factor from samples in the neighbourhood to counts of the kernel table
  double maxCount;     ///< higher counts take the last kernel
  float curve;         ///< `estimator_curve`
  uint32_t lastKernel; ///< index of the sharpest kernel, at least 1 and below kNoKernel
  /// The neighbourhood has 2 * countRadius + 1 buckets per axis. At most kMostCountRadius.
  uint32_t countRadius;
  /// Buckets nearer to the edge of the grid contribute nothing. At least countRadius.
  uint32_t margin;
  uint32_t maxReach; ///< largest reach of the kernels
  /// With edges: kernel widths per octave, chosen by the density of the bucket alone. 0: no edges.
  uint32_t stepsPerOctave;
  uint32_t edgeKernel; ///< with edges: kernel of a bucket next to a strong edge
  float steepest;      ///< with edges: squared steepness beyond which an edge is strong
  uint32_t gridWidth, gridHeight;
};

/// Reaches of the kernel classes in density estimation of pixels. Wider kernels form one more
/// class.
inline constexpr uint32_t kNearClasses = 7;
inline constexpr int kNearReaches[kNearClasses] = {0, 1, 2, 4, 7, 11, 16};

/// For each class, the index of its first kernel: later kernels of the table are at least as
/// narrow. Reaches rise from class to class, so indices fall.
struct NearClasses {
  uint16_t first[kNearClasses];
};

/// Buckets of a tile by the class of their kernels. The last entry counts kernels wider than all
/// classes.
struct alignas(16) TileCounts {
  uint16_t buckets[kNearClasses + 1];
};

/// Arguments of `flame_density_select` and `flame_density_gather`.
struct DensityArgs {
  const Accumulator *scaled; ///< accumulators after log scaling
  const float *sampleCounts; ///< samples per bucket
  uint16_t *kernelIndex;     ///< one per bucket, written by select
  int32_t *tileReach;        ///< one per tile, written by select
  TileCounts *tileCounts;    ///< one per tile, written by select; null if not needed
  Accumulator *result;       ///< written by gather; not `scaled`
  const DensityKernel *kernels;
  DensityParams params;
  NearClasses classes; ///< classes of `tileCounts`
};

//===-- density estimation of pixels ----------------------------------------------------------===//

/// Supersampling factors for which density estimation of pixels works.
inline constexpr uint32_t kLeastPixelScale = 2, kMostPixelScale = 4;
/// Pixels of a block, which is one tile, and its threads.
inline constexpr uint32_t kPixelTileWidth = 32, kPixelTileHeight = 16, kPixelTileThreads = 128;
/// Widest spatial filter, in buckets.
inline constexpr uint32_t kMostPixelFilter = 28;
/// Pixels in a row of a kernel in `PixelDensityArgs::byKernel`.
inline constexpr uint32_t kKernelRow = 64;
/// Offsets in a row of `PixelDensityArgs::byOffset`, and kernels per offset.
inline constexpr uint32_t kNearSide = 64, kNearKernels = 256;
inline constexpr uint32_t kNearEntries = kNearSide * kNearSide * kNearKernels;
static_assert(2 * kNearReaches[kNearClasses - 1] + kMostPixelFilter + kMostPixelScale <= kNearSide);

/// A kernel of density estimation followed by the spatial filter (runtime/shared/PixelDensity.h).
struct alignas(8) PixelKernel {
  uint32_t first; ///< index of its first coefficient in `PixelDensityArgs::byKernel`
  int32_t reach;  ///< reach of the DensityKernel
};

/// The kernels of a tile of pixels that are taken by offset, and how far kernels reach.
struct alignas(8) TilePlan {
  int32_t nearClass; ///< last class that is taken by offset; -1: none
  int32_t reach;     ///< reach of the widest kernel that touches the tile; kEmptyTile: none
};

/// Tiles are processed in the order of their cost, the most expensive first, so blocks finish at
/// about the same time.
inline constexpr uint32_t kTileWeights = 16;
struct TileOrder {
  uint32_t *counts; ///< tiles of each weight; zeros before `flame_pixel_plan`
  uint32_t *tiles;  ///< for each weight, room for all tiles
};

/// Arguments of the kernels that combine density estimation and the spatial filter in one step.
struct PixelDensityArgs {
  const Accumulator *scaled;    ///< accumulators after log scaling
  const uint16_t *kernelIndex;  ///< result of select
  const int32_t *tileReach;     ///< result of select
  const TileCounts *tileCounts; ///< result of select
  const DensityKernel *kernels;
  const PixelKernel *pixelKernels;
  const float *filterX; ///< see StoreArgs
  const float *filterY;
  float *byKernel;     ///< written by `flame_pixel_kernels`
  float *byOffset;     ///< kNearEntries coefficients, written by `flame_near_kernels`
  Accumulator *result; ///< width * height pixels
  TilePlan *plans;     ///< one per tile, written by `flame_pixel_plan`
  TileOrder nearOrder; ///< all tiles, written by `flame_pixel_plan`
  TileOrder listOrder; ///< tiles with buckets taken by kernel, written by `flame_pixel_plan`
  uint32_t kernelCount, nearFirst;    ///< kernels; first kernel in `byOffset`
  uint32_t filterWidth, filterOffset; ///< see StoreArgs
  uint32_t maxReach;                  ///< largest reach of the kernels
  NearClasses classes;
  FrameGeometry frame;
};

/// Parts of a kernel in `flame_pixel_kernels`, one block each.
inline constexpr uint32_t kPixelKernelParts = 64;
inline constexpr LaunchShape launchPerPixelKernel(const PixelDensityArgs &args) {
  return {args.kernelCount, kPixelKernelParts, kFinishThreads, 1};
}

/// Covers all offsets at which a narrow kernel reaches a pixel, and a few that are read beside
/// them.
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

/// Size of a grid, in buckets.
struct GridSize {
  uint32_t width, height;
};

/// A direction on the grid, in buckets per step.
struct Direction {
  float x, y;
};

/// Half a symmetric blur, from its centre outwards. All taps of the whole blur sum to 1.
inline constexpr int kBlurTaps = 4;
struct Blur {
  float taps[kBlurTaps];
};

/// The directions of the bilateral filter, in the order of its passes.
inline constexpr Direction kBilateralDirections[] = {{1, 0},    {0, 1},     {1, 1},     {-1, 1},
                                                     {1, 0.5f}, {-0.5f, 1}, {1, -0.5f}, {0.5f, 1}};

/// Most steps to each side.
inline constexpr int kMostBilateralReach = 960;

/// Terms of the weights of the bilateral filter, as negative powers of 2; see
/// runtime/shared/Bilateral.h.
struct BilateralParams {
  float spatial;      ///< per squared step
  float color;        ///< per squared colour distance
  float density;      ///< per difference of powered densities
  float densityPower; ///< exponent of the densities
  float gradient;     ///< influence of the slope
  float perSample;    ///< samples per pixel in a unit of density
  uint32_t reach;     ///< steps to each side
  Blur blur;          ///< blur that finds slopes
};

/// Data of a bucket that the bilateral filter reads for each neighbour.
struct alignas(8) BilateralGuide {
  float power; ///< density in samples, raised to densityPower
  /// Factor from differences of densities to exponents: the gradient over the mean around the
  /// bucket.
  float perDifference;
};

/// Arguments of `flame_bilateral_blur`, `flame_bilateral_guide` and `flame_bilateral`.
struct BilateralArgs {
  const Accumulator *accumulators;
  const float *density;  ///< density of `accumulators` alone, for faster reads; or null
  float *blurred;        ///< written by the first kernel; may share memory with `result`
  BilateralGuide *guide; ///< written by the second kernel
  Accumulator *result;   ///< written by the third kernel; not `accumulators`
  float *resultDensity;  ///< density of `result` alone, or null; may be `density`
  GridSize grid;
  Direction direction;
  BilateralParams params;
};

/// Passes of non-local means. The distance between compared buckets doubles with each pass.
inline constexpr int kNlmPasses = 4;

/// Arguments of `flame_nlm_roots`, which writes `roots`, and `flame_nlm`, which writes the results.
struct NlmArgs {
  const Accumulator *accumulators;
  /// Roots of `accumulators` that are compared: see runtime/shared/NonLocalMeans.h.
  Accumulator *roots;
  /// Variance of the roots of each bucket. Null: 1, for samples that no pass has mixed yet.
  const float *variance;
  Accumulator *result;   ///< not `accumulators`
  float *resultVariance; ///< not `variance`
  GridSize grid;
  int32_t stride;  ///< distance to the neighbours, in buckets
  float perSample; ///< samples per unit of density
  float perExcess; ///< weight per unit of difference beyond noise, as a negative power of 2
};

/// The directions in which light beyond white is smeared, and in which halos are blurred.
inline constexpr Direction kSmearDirections[] = {{1, 1}, {-1, 1}, {1, 0}, {0, 1}};
inline constexpr Direction kHaloDirections[] = {{1, 1}, {-1, 1}};

/// Arguments of `flame_smear_clip`.
struct SmearArgs {
  const Accumulator *accumulators;
  const Accumulator *excess; ///< result of the previous pass; null in the first one
  Accumulator *result; ///< neither input; in the last pass `accumulators`, which then hold colours
  GridSize grid;
  Direction direction;
  uint32_t isLast;
  Blur blur;
  ToneParams tone;
};

/// Arguments of `flame_halo_blur`, which writes `blurred`, and `flame_halo_clip`, which writes
/// `result`.
struct HaloArgs {
  const Accumulator *accumulators;
  const float *halo; ///< result of the previous blur; null in the first pass
  float *blurred;
  Accumulator *result; ///< may be `accumulators`
  GridSize grid;
  Direction direction;
  Blur blur;
  ToneParams tone;
};

/// Arguments of `flame_add_pass`: sum += pass, bucket by bucket.
struct AddPassArgs {
  const Accumulator *pass; ///< accumulators of one pass
  Accumulator *sum;
  uint32_t buckets;
};

/// Weight of a bucket in a pixel under a spatial filter that is not a product of a row and a
/// column.
struct FilterTap {
  float color, density;
};

/// Arguments of `flame_store8` (4 bytes per pixel, red first), `flame_store16` (4 words of 16 bits)
/// and `flame_store_color` (an Accumulator: red, green, blue in [0, 255], alpha in [0, 1]). They
/// apply the spatial filter and `then`.
struct StoreArgs {
  const Accumulator *buckets;
  const float *filterX; ///< filterWidth coefficients that sum to 1
  const float *filterY;
  /// FilterWidth rows of filterWidth taps; null: the products of filterX and filterY.
  const FilterTap *taps;
  void *pixels; ///< width * height pixels, rows from the top, without padding; aligned to 8 bytes
  uint32_t filterWidth;
  uint32_t filterOffset; ///< first bucket, in x and y, under the filter of pixel (0, 0)
  FrameGeometry frame;
  LocalSteps then;
};

/// Arguments of `flame_video_planes`; see runtime/shared/VideoFormat.h.
struct VideoArgs {
  const Accumulator *colors; ///< width * height, the result of `flame_store_color`
  void *planes;              ///< Y, Cb, Cr without padding; bytes, or words if `bits` exceeds 8
  uint64_t seed;             ///< seed of the frame's dither
  uint32_t width, height;
  uint32_t bits;           ///< 8 or 10
  uint32_t shiftX, shiftY; ///< log2 of the pixels that share a chroma sample, per axis: 0 or 1
  uint32_t isWide;         ///< not 0: the colours are those of BT.2020 instead of BT.709
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
