// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract between compiled flames and the programs that run them. The compiler, the GPU
// kernels, the CPU engine and the host renderer all include this file, and nothing else of each
// other. It holds plain data and names only, and compiles as freestanding C++ for the device.
//
// A *parameter block* is an array of floats, one per temporal sample:
//
//   [0, 6)            camera: bucket x = m[0]*x + m[1]*y + m[2], bucket y = m[3]*x + m[4]*y + m[5]
//   [6]               world units per output pixel, vertically
//   [8, 8 + N)        cumulative selection weights of the N standard xforms; the last one is 1
//   then, with xaos   N rows of N cumulative weights (row = the xform applied last)
//   then              genome slots and hoisted values, at the offsets that the packing pass chose
//   then              scratch of interpolation: raw selection weights, xaos factors, camera values
//
// Every section starts at a multiple of four floats.

#ifndef FLAME_ABI_ABI_H
#define FLAME_ABI_ABI_H

#include <stdint.h>

namespace flame::abi {

/// Version of everything in this file and of the sections of an artefact. Readers refuse any other.
inline constexpr uint32_t kVersion = 22;

/// One point of the chaos game. The position is in world units, the colour coordinate in [0, 1]. A
/// visibility of 0 means that the point is not plotted.
struct alignas(16) Point {
  float x, y, color, visibility;
};

/// Fixed offsets of the parameter block, in floats.
inline constexpr uint32_t kCameraOffset = 0;
inline constexpr uint32_t kPixelSizeOffset = 6;
inline constexpr uint32_t kCumulativeOffset = 8;

/// The kernel features that a genome needs. Generated code exports the combination as
/// `flame_features`.
enum Feature : uint32_t {
  kFinalXform = 1u << 0,        ///< plotted points pass through a final xform
  kXaos = 1u << 1,              ///< the next xform depends on the last one
  kFractionalDeposit = 1u << 2, ///< visibility, palette alpha or temporal weight differ from 1
  kLinearPalette = 1u << 3,     ///< palette_mode="linear": entries are blended
  kFineChoice = 1u << 4,        ///< some xform is rare: fewer points share one choice on the GPU
  kDepth = 1u << 5,             ///< points have a z
  kDirectOnly = 1u << 6,        ///< the GPU's kernel has the schedule `direct` alone
  kPeriodicReseed = 1u << 7,    ///< NaN points are reseeded only periodically (Reseed.h)
  kDirectRgb = 1u << 8,         ///< some samples have direct RGB colours (DirectRgb.h)
  kOnlyConverged = 1u << 9, ///< no sample counts before the warm-up (flam3: fuse) is over (Fuse.h)
  /// Some samples display a palette position other than the coordinate of their point
  /// (DirectRgb.h).
  kDisplayColors = 1u << 10,
  /// Points adjust the colours of their samples by one or more numbers (ColorAdjust.h).
  kAdjustsGamma = 1u << 11,
  kAdjustsContrast = 1u << 12,
  kAdjustsSaturation = 1u << 13,
  kAdjustsHue = 1u << 14,
  kHasState = 1u << 15, ///< xforms have state (kMaxXformState)
  kHides = 1u << 16,    ///< points of some xforms are invisible: their visibility is 0
};

/// Largest number of values in the xform state, which xforms carry from one point to the next. Each
/// thread of a GPU has its own state, and so has each lane of a logical block on a CPU. The state
/// is not part of a point and takes no part in exchanges. In memory it follows the words of the
/// random stream.
inline constexpr uint32_t kMaxXformState = 64;
/// Words of a random stream: of a GPU thread and of a CPU lane.
inline constexpr uint32_t kThreadStreamWords = 2, kLaneStreamWords = 4;

/// True if blocks of a genome with these features can be suspended between two launches. Xform
/// state is not saved, nor is the last xform of a point, which xaos needs.
constexpr bool canSuspend(uint32_t features) { return !(features & (kXaos | kHasState)); }

/// True if a genome with these features has a warm-up kernel, which makes most of the warm-up
/// (flam3: fuse) with few points (runtime/shared/WarmUp.h). The iterate kernel resumes from its
/// saved points. Flames with periodic reseeding have none.
constexpr bool hasWarmUpKernel(uint32_t features) {
  return (features & kOnlyConverged) && canSuspend(features) && !(features & kPeriodicReseed);
}

/// Histogram cells. A packed cell is one 64-bit word with four running sums, each modulo the size
/// of its field. Whoever makes an addition moves its carry out of a field to the wide cell, so
/// packed + wide is always exact.
///
///   bits 54..63 count | 36..53 red | 18..35 green | 0..17 blue
inline constexpr uint32_t kBlueShift = 0, kGreenShift = 18, kRedShift = 36, kCountShift = 54;
inline constexpr uint32_t kColorBits = 18, kCountBits = 10;

/// The layout of a GPU's packed cells. They are interleaved in 2^interleaveBits ways, so neighbours
/// in the image are `stride` cells apart: bucket b is cell (b mod ways) * stride + b / ways. Hot
/// buckets have hot neighbours, and atomics queue up when those share a sector of the L2 cache. A
/// histogram that exceeds the L2 has one way, because neighbours in one sector help in DRAM.
struct CellLayout {
  uint32_t interleaveBits, stride;
};
inline constexpr uint32_t kInterleaveBits = 10;
/// Cells of 32 MiB: more than a large GPU keeps in its L2 beside everything else.
inline constexpr uint32_t kMaxInterleavedBuckets = 1u << 22;

/// Takes at most kMaxBuckets, like everything here.
constexpr CellLayout layOutCells(uint32_t buckets) {
  if (buckets > kMaxInterleavedBuckets)
    return {0, buckets};
  return {kInterleaveBits, (buckets + (1u << kInterleaveBits) - 1) >> kInterleaveBits};
}
constexpr uint32_t cellOf(uint32_t bucket, CellLayout layout) {
  const uint32_t way = bucket & ((1u << layout.interleaveBits) - 1);
  return way * layout.stride + (bucket >> layout.interleaveBits);
}
/// Number of cells for that many buckets; some cells belong to no bucket.
constexpr uint64_t cellCount(uint32_t buckets) {
  const CellLayout layout = layOutCells(buckets);
  return uint64_t(layout.stride) << layout.interleaveBits;
}

/// Exact totals of one bucket. One opaque sample adds 0..255 times the deposit unit to each colour
/// and the deposit unit to the count.
struct WideCell {
  uint64_t red, green, blue, count;
};

/// The largest visibility that a deposit holds within its fields; higher values are clamped.
inline constexpr float kMaxVisibility = 60;

/// Deposit units per sample: 1 if every sample weighs the same, 16 with kFractionalDeposit (rounded
/// with dither).
inline constexpr uint32_t kWholeUnit = 1, kFractionalUnit = 16;

/// One colour of the working palette, premultiplied by alpha. All values are in [0, 1].
struct PaletteEntry {
  float red, green, blue, alpha;
};
inline constexpr uint32_t kPaletteSize = 256;
/// Most palettes of an animation, each with its own time.
inline constexpr uint32_t kMaxTimedPalettes = 1 << 14;

/// A bucket of the accumulator in flam3's units: log-scaled, premultiplied colour and density.
struct alignas(16) Accumulator {
  float red, green, blue, alpha;
};

/// The domain in which a track is a cubic; see toLogDomain in runtime/shared/Track.h.
enum class Domain : uint32_t { Linear, Log };

/// One animated value: its destination in the parameter block and its knots. One knot means a
/// constant.
struct Track {
  uint32_t offset;    ///< destination, in floats from the start of the block
  uint32_t firstKnot; ///< index into the knot array
  uint32_t knotCount; ///< at least 1
  Domain domain;
};

/// A knot of a track. Animation time is 0 at the start and 1 at the end. Value and slopes (before
/// and after the knot, per unit of time) are in the track's domain. Between two knots the track is
/// the cubic with these values and slopes; before the first and after the last knot it is a
/// straight line.
struct Knot {
  float time, value, slopeIn, slopeOut;
};

/// Evaluation times of a track are clamped to this range.
inline constexpr float kFirstTime = -1, kLastTime = 2;

/// The genome-dependent layout of a parameter block; part of the manifest.
struct BlockLayout {
  uint32_t xforms;      ///< N, standard xforms
  uint32_t xaosOffset;  ///< cumulative rows, 0 without xaos
  uint32_t slotsOffset; ///< first genome slot
  /// Floats that the iterate kernel copies to shared memory: everything but the scratch.
  uint32_t sharedFloats;
  uint32_t weightsOffset; ///< scratch: N raw weights
  uint32_t chaosOffset;   ///< scratch: N*N raw xaos factors, 0 without xaos
  uint32_t viewOffset;    ///< scratch: center_x, center_y, scale, zoom, rotate (degrees)
  uint32_t blockFloats;   ///< stride between blocks
};

/// Frame geometry, shared by all stages. Buckets are supersampled pixels plus a gutter on every
/// side.
struct FrameGeometry {
  uint32_t width, height; ///< output pixels
  uint32_t supersample;   ///< buckets per pixel and axis
  uint32_t gutter;        ///< buckets added on every side
  uint32_t gridWidth, gridHeight;
};

/// Most buckets of a grid. Kernels number buckets, and threads that take one bucket each, with 32
/// bits. The rest of that range covers the threads by which a launch exceeds the bucket count.
inline constexpr uint64_t kMaxBuckets = 4'000'000'000;

constexpr uint32_t ceilDivide(uint32_t a, uint32_t b) { return a / b + (a % b != 0); }

constexpr uint64_t bucketCount(const FrameGeometry &frame) {
  return uint64_t(frame.gridWidth) * frame.gridHeight;
}

/// Arguments of the kernels that fill the parameter blocks, one block per temporal sample:
/// interpolate, precalc, jitter.
struct InterpolateArgs {
  const Track *tracks;
  const Knot *knots;
  const float *times; ///< animation times of the temporal samples
  float *params;      ///< parameter blocks
  uint32_t trackCount, temporalSamples;
  /// Standard deviation of the camera shift per temporal sample and axis, in output pixels.
  float jitter;
  uint64_t seed; ///< frame seed, for the jitter
  BlockLayout layout;
  FrameGeometry frame;
  float pixelAspect; ///< width of a pixel over its height
  /// Multiplies the scale: output width over the width that the flame was made for.
  float viewScale;
};

/// Arguments of the kernel that makes the working palettes of a frame. The rows are spread evenly
/// over the temporal samples. Each is blended from the two palettes around its time.
struct PaletteArgs {
  const float *paletteTimes;    ///< ascending
  const PaletteEntry *palettes; ///< 256 entries for each palette time
  uint32_t palettesCount;
  uint32_t rowCount;  ///< rows wanted
  const float *times; ///< animation times of the temporal samples
  uint32_t temporalSamples;
  uint64_t seed;      ///< frame seed, for the rounding of `packed`
  PaletteEntry *rows; ///< result: rowCount * 256
  uint64_t *packed;   ///< result: the same as packed deposits (whole unit), rounded at random
};

/// Most working palettes of a frame.
inline constexpr uint32_t kMaxPaletteRows = 64;

/// Arguments of the kernel that finds hot buckets for the table of runtime/shared/HotTable.h.
struct FindHotArgs {
  const uint64_t *cells;
  const WideCell *wide; ///< null: cells are mere counts
  uint64_t *table;      ///< 2^tableBits sets, zero before the launch
  uint32_t buckets;
  uint32_t tableBits;
};

/// Arguments of the kernel that counts the samples in a histogram.
struct CountSamplesArgs {
  const uint64_t *cells;
  const WideCell *wide;
  uint64_t *count; ///< the kernel adds to it
  uint32_t buckets;
};

/// Arguments of the kernel that adds one histogram to another. It takes packed cells, wide cells or
/// both.
struct AddHistogramArgs {
  WideCell *target;
  const uint64_t *cells; ///< one for each bucket of a frame, or null
  const WideCell *wide;  ///< or null
  uint32_t buckets;
};

/// The log of the `split` schedule (runtime/shared/SplitLog.h). It has room for `binQuads` times
/// four entries per bin. The bins of hot buckets (HotBins.h) follow the others.
struct SplitLog {
  uint32_t *entries; ///< aligned to 16 bytes
  /// Fill level of each bin, in quads. Exceeds binQuads if more entries came than fit.
  uint32_t *ends;
  /// Bins of buckets that are not hot. 0: there is no log, and samples are added to cells.
  uint32_t bins;
  uint32_t hotBins;           ///< bins of hot buckets
  uint32_t binReciprocal;     ///< divides buckets by bins
  uint32_t binCells;          ///< cells of a bin; an entry with this cell number is no sample
  uint32_t tileCells;         ///< most cells that a block adds up at once
  uint32_t binQuads;          ///< room for a bin in the log, a multiple of chunkQuads
  uint32_t chunkQuads;        ///< quads that a block reserves at a time, a power of two
  uint32_t bufferBytes;       ///< room for a bin in a block's shared memory, a multiple of 16
  uint32_t roundsPerFlush;    ///< rounds after which a block appends its buffers to the log
  uint32_t hotFactor;         ///< factor of the hash of hot buckets
  const uint32_t *hotTags;    ///< kHotTags words, if there are hot bins
  const uint32_t *hotBuckets; ///< the bucket of each hot bin

  constexpr uint32_t allBins() const { return bins + hotBins; }
  constexpr uint32_t tiles() const { return ceilDivide(binCells, tileCells); }
};

/// Arguments of the kernel that adds up a log.
struct AccumulateLogArgs {
  SplitLog log;
  uint64_t *cells;
  WideCell *wide;
  uint32_t buckets;
};
/// Threads of a block of this kernel. Each multiprocessor has one block.
inline constexpr uint32_t kAccumulateThreads = 1024;

/// Arguments of the iterate kernel. One logical block counts `iterations` rounds of all its points,
/// nearly all of them after `fuse` rounds of warm-up (runtime/shared/Fuse.h). It moves on to the
/// next temporal sample every 2^chunkShift rounds (runtime/shared/TemporalSample.h).
struct IterateArgs {
  const float *params;             ///< parameter blocks
  const uint64_t *palette;         ///< rows of 256 packed deposits (whole unit)
  const PaletteEntry *paletteRows; ///< the same rows unpacked, for fractional deposits
  uint64_t *cells;
  WideCell *wide;
  /// One counter: iterations that gave a bad value. They were replaced, hence not plotted.
  uint64_t *badValues;
  uint64_t *plotted; ///< one counter: samples in the frame
  /// Either 0 or 2^n - 1. With 2^n - 1, additions to cells return the previous contents only in one
  /// round of 2^n. A cell may then overflow undetected in the other rounds, which makes the sum of
  /// all counts less than `plotted`. With 0, all additions return them.
  uint32_t unreturned;
  uint32_t blockFloats, sharedFloats;
  /// A paletteRowCount of 0 means a pilot run: a whole deposit is 1, cells are mere counts, and
  /// `unreturned` is all ones.
  uint32_t temporalSamples, paletteRowCount;
  uint32_t gridWidth, gridHeight;
  uint32_t firstLogicalBlock, endLogicalBlock; ///< the range of this launch
  uint32_t logicalBlocks;                      ///< of the whole frame
  uint32_t xaosOffset; ///< cumulative rows within the parameter block, with kXaos
  uint32_t iterations, fuse, chunkShift;
  /// 0, or the `endRound` of an earlier launch or of the warm-up kernel whose blocks are resumed.
  uint32_t firstRound;
  /// The round before which blocks are suspended (warm-up kernel, segments of a launch plan). 0:
  /// they are not suspended. Always 0 with xaos.
  uint32_t endRound;
  /// First round of the segment (runtime/plan/LaunchPlan.h). The random stream of a block's choices
  /// starts here.
  uint32_t choicesFrom;
  void *savedBlocks; ///< kSavedBlockBytes for each logical block of the frame
  uint64_t seed;     ///< frame seed: mixes the user's seed and the frame number
  /// Hot buckets, privatised in shared memory (runtime/shared/HotTable.h).
  const uint64_t *hotTable;
  uint32_t hotBits; ///< the table has 2^hotBits sets; 0: there is none
  /// The hottest bucket of the table, which each thread sums for itself; kNoBucket: none.
  uint32_t threadBucket;
  SplitLog log; ///< if it has bins, samples go here and the hot table is not used
};

/// A point with |x| or |y| beyond this, or NaN, is a bad value. It is replaced by a random point:
/// at once or, with kPeriodicReseed, at the next reseeding.
inline constexpr float kBadLimit = 1e10f;

/// Points per logical block, and its threads on the GPU.
inline constexpr uint32_t kThreads = 1024, kPointsPerThread = 4,
                          kPointsPerBlock = kThreads * kPointsPerThread;
/// A logical block consists of groups of threads; points are exchanged within a group only. A block
/// of the iterate kernel makes both groups or one.
inline constexpr uint32_t kGroups = 2, kGroupThreads = kThreads / kGroups,
                          kPointsPerGroup = kGroupThreads * kPointsPerThread;
/// Most groups of a thread block, by `__CUDA_ARCH__`. Before 9.0 the kernel spills registers if a
/// round may end at either of two barriers.
constexpr uint32_t mostGroups(uint32_t architecture) { return architecture >= 900 ? kGroups : 1; }
/// Threads of a block of the warm-up kernel, with one point each. A block warms up one group.
inline constexpr uint32_t kWarmUpThreads = 256;
/// Bytes of a suspended block in IterateArgs::savedBlocks: its points, and 16 bytes per thread.
inline constexpr uint32_t kSavedBlockBytes =
    kPointsPerBlock * uint32_t(sizeof(Point)) + kThreads * 16;
/// Most counted rounds of an instant (runtime/shared/TemporalSample.h). On a GPU, reloading after
/// each instant of this length costs about 1 %.
inline constexpr uint32_t kMostChunkShift = 4, kMostRoundsPerSample = 1 << kMostChunkShift;
/// Most counted rounds of a logical block on the GPU. It bounds the rounds counted early to at most
/// one per round of warm-up (runtime/shared/Fuse.h).
inline constexpr uint32_t kLongestBlock = 9984;

} // namespace flame::abi

#endif // FLAME_ABI_ABI_H
