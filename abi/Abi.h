// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract between compiled flames and everything that runs them: the compiler, the GPU kernels, the CPU engine
// and the host renderer all include this file and nothing else of each other. Plain data and names only; it compiles
// as freestanding C++ for the device.
//
// A *parameter block* is an array of floats, one per temporal sample:
//
//   [0, 6)               camera: bucket x = m[0]*x + m[1]*y + m[2], bucket y = m[3]*x + m[4]*y + m[5]
//   [6]                  world units per output pixel, vertically
//   [8, 8 + N)           cumulative selection weights of the N standard xforms, the last one is 1
//   then, with xaos      N rows of N cumulative weights (row = xform that was applied last)
//   then                 genome slots and hoisted values, at the offsets the packing pass chose
//   then                 raw selection weights, raw xaos factors and raw camera values (scratch of interpolation)
//
// Every section starts at a multiple of four floats.

#ifndef FLAME_ABI_ABI_H
#define FLAME_ABI_ABI_H

#include <stdint.h>

namespace flame::abi {

/// Version of everything in this file and of the sections of an artefact. Readers refuse any other.
inline constexpr uint32_t kVersion = 21;

/// One point of the chaos game: position in world units, colour coordinate in [0,1], visibility (0 = not plotted).
struct alignas(16) Point {
  float x, y, color, visibility;
};

/// Fixed offsets of the parameter block, in floats.
inline constexpr uint32_t kCameraOffset = 0;
inline constexpr uint32_t kPixelSizeOffset = 6;
inline constexpr uint32_t kCumulativeOffset = 8;

/// What a genome needs from the kernels. Generated code exports the combination as `flame_features`.
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
  kOnlyConverged = 1u << 9,     ///< no sample counts before the fuse is over (Fuse.h)
  /// Some samples display another palette position than their points carry on (DirectRgb.h).
  kDisplayColors = 1u << 10,
  /// Points adjust the colours of their samples by one or several numbers (ColorAdjust.h).
  kAdjustsGamma = 1u << 11,
  kAdjustsContrast = 1u << 12,
  kAdjustsSaturation = 1u << 13,
  kAdjustsHue = 1u << 14,
  kHasState = 1u << 15, ///< xforms have state (kMaxXformState)
  kHides = 1u << 16,    ///< points of some xforms are never seen: their visibility is 0
};

/// Numbers of xform state at most: values that xforms carry from one point to the next. Each thread
/// has its own on a GPU, each lane of a logical block on a CPU. The state is no part of a point and
/// takes no part in exchanges. In memory it follows the words of the random stream.
inline constexpr uint32_t kMaxXformState = 64;
/// Words of a random stream: of a GPU's thread, and of a CPU's lane.
inline constexpr uint32_t kThreadStreamWords = 2, kLaneStreamWords = 4;

/// Whether blocks of a genome with these features can be suspended between two launches: xform
/// state is not saved, nor is the last xform of a point, which xaos needs.
constexpr bool canSuspend(uint32_t features) { return !(features & (kXaos | kHasState)); }

/// Whether a genome with these features has a warm-up kernel, which makes most of the warm-up
/// (flam3: fuse) with few points (runtime/shared/WarmUp.h). Its points are saved for the iterate
/// kernel. It does not serve flames with periodic reseeding.
constexpr bool hasWarmUpKernel(uint32_t features) {
  return (features & kOnlyConverged) && canSuspend(features) && !(features & kPeriodicReseed);
}

/// Histogram cells. A packed cell is one 64-bit word of four running sums, each modulo its field; whatever an addition
/// carries out of a field is moved to the wide cell by whoever added it, so that packed + wide is always exact.
///
///   bits 54..63 count | 36..53 red | 18..35 green | 0..17 blue
inline constexpr uint32_t kBlueShift = 0, kGreenShift = 18, kRedShift = 36, kCountShift = 54;
inline constexpr uint32_t kColorBits = 18, kCountBits = 10;

/// Where a GPU keeps its packed cells: interleaved in 2^interleaveBits ways, so that neighbours in the picture are
/// `stride` cells apart. What they would share otherwise, a sector of the L2 cache, is where atomics queue up, and hot
/// buckets have hot neighbours: bucket b is cell (b mod ways) * stride + b / ways. A histogram that the L2 cannot hold
/// has one way, for in DRAM neighbours in a sector help.
struct CellLayout {
  uint32_t interleaveBits, stride;
};
inline constexpr uint32_t kInterleaveBits = 10;
/// Cells of 32 MiB: more than a large GPU keeps in its L2 beside everything else.
inline constexpr uint32_t kMaxInterleavedBuckets = 1u << 22;

/// Of at most kMaxBuckets, as everything here.
constexpr CellLayout layOutCells(uint32_t buckets) {
  if (buckets > kMaxInterleavedBuckets)
    return {0, buckets};
  return {kInterleaveBits, (buckets + (1u << kInterleaveBits) - 1) >> kInterleaveBits};
}
constexpr uint32_t cellOf(uint32_t bucket, CellLayout layout) {
  const uint32_t way = bucket & ((1u << layout.interleaveBits) - 1);
  return way * layout.stride + (bucket >> layout.interleaveBits);
}
/// Cells of that many buckets; some belong to none.
constexpr uint64_t cellCount(uint32_t buckets) {
  const CellLayout layout = layOutCells(buckets);
  return uint64_t(layout.stride) << layout.interleaveBits;
}

/// Exact totals of one bucket. Colour of one opaque sample: 0..255 times the deposit unit; count: the deposit unit.
struct WideCell {
  uint64_t red, green, blue, count;
};

/// The largest visibility a deposit can carry without leaving its fields; higher ones are clamped.
inline constexpr float kMaxVisibility = 60;

/// Units per sample: 1 when every sample weighs the same, 16 with kFractionalDeposit (rounded with dither).
inline constexpr uint32_t kWholeUnit = 1, kFractionalUnit = 16;

/// One colour of the working palette, premultiplied by alpha; all in [0,1].
struct PaletteEntry {
  float red, green, blue, alpha;
};
inline constexpr uint32_t kPaletteSize = 256;
/// Palettes that an animation may have, each for a time of its own.
inline constexpr uint32_t kMaxTimedPalettes = 1 << 14;

/// A bucket of the accumulator, flam3's units: premultiplied colour and density, log scaled.
struct alignas(16) Accumulator {
  float red, green, blue, alpha;
};

/// Where a track is a cubic; see toLogDomain in runtime/shared/Track.h.
enum class Domain : uint32_t { Linear, Log };

/// One animated value: where its value goes in the parameter block, and its knots (one knot = constant).
struct Track {
  uint32_t offset;    ///< destination, in floats from the start of the block
  uint32_t firstKnot; ///< index into the knot array
  uint32_t knotCount; ///< at least 1
  Domain domain;
};

/// A knot of a track: animation time, 0 at the start and 1 at the end; value and slopes before and after it, per unit of
/// time, in the track's domain. Between knots the track is the cubic that has these values and slopes, before the first
/// and after the last a straight line.
struct Knot {
  float time, value, slopeIn, slopeOut;
};

/// Times that a track is evaluated at are clamped to this range.
inline constexpr float kFirstTime = -1, kLastTime = 2;

/// The genome-dependent layout of a parameter block; part of the manifest.
struct BlockLayout {
  uint32_t xforms;      ///< N, standard xforms
  uint32_t xaosOffset;  ///< cumulative rows, 0 without xaos
  uint32_t slotsOffset; ///< first genome slot
  uint32_t
      sharedFloats; ///< floats the iterate kernel copies to shared memory: everything but the scratch
  uint32_t weightsOffset; ///< scratch: N raw weights
  uint32_t chaosOffset;   ///< scratch: N*N raw xaos factors, 0 without xaos
  uint32_t viewOffset;    ///< scratch: center_x, center_y, scale, zoom, rotate (degrees)
  uint32_t blockFloats;   ///< stride between blocks
};

/// Frame geometry shared by all stages. Buckets are supersampled pixels plus a gutter on every side.
struct FrameGeometry {
  uint32_t width, height; ///< output pixels
  uint32_t supersample;   ///< buckets per pixel and axis
  uint32_t gutter;        ///< buckets added on every side
  uint32_t gridWidth, gridHeight;
};

/// Buckets of a grid, at most. Kernels number them, and the threads that have one each, with 32 bits; what is left of
/// those is more than any grid of threads is larger than the number of buckets.
inline constexpr uint64_t kMaxBuckets = 4'000'000'000;

constexpr uint32_t ceilDivide(uint32_t a, uint32_t b) { return a / b + (a % b != 0); }

constexpr uint64_t bucketCount(const FrameGeometry &frame) {
  return uint64_t(frame.gridWidth) * frame.gridHeight;
}

/// Arguments of the kernels that fill the parameter blocks, one per temporal sample: interpolate,
/// precalc, jitter.
struct InterpolateArgs {
  const Track *tracks;
  const Knot *knots;
  const float *times; ///< of the temporal samples, animation time
  float *params;      ///< parameter blocks
  uint32_t trackCount, temporalSamples;
  float
      jitter; ///< standard deviation of a shift of the camera, per temporal sample and axis, in output pixels
  uint64_t seed; ///< of the frame, for the jitter
  BlockLayout layout;
  FrameGeometry frame;
  float pixelAspect; ///< width of a pixel over its height
  float viewScale;   ///< multiplies the scale: output width over the width the flame was made for
};

/// Arguments of the kernel that makes the working palettes of a frame: rows spread evenly over the temporal samples, each
/// blended from the two palettes around its time.
struct PaletteArgs {
  const float *paletteTimes;    ///< ascending
  const PaletteEntry *palettes; ///< 256 entries for each of them
  uint32_t palettesCount;
  uint32_t rowCount;  ///< rows wanted
  const float *times; ///< of the temporal samples
  uint32_t temporalSamples;
  uint64_t seed;      ///< of the frame, for the rounding of `packed`
  PaletteEntry *rows; ///< result, rowCount * 256
  uint64_t *packed;   ///< result, the same as packed deposits (whole unit), rounded at random
};

/// Working palettes of a frame, at most.
inline constexpr uint32_t kMaxPaletteRows = 64;

/// Arguments of the kernel that looks for hot buckets, for the table of runtime/shared/HotTable.h.
struct FindHotArgs {
  const uint64_t *cells;
  const WideCell *wide; ///< null: cells are mere counts
  uint64_t *table;      ///< of 2^tableBits sets, zero before the launch
  uint32_t buckets;
  uint32_t tableBits;
};

/// Arguments of the kernel that counts the samples of a histogram.
struct CountSamplesArgs {
  const uint64_t *cells;
  const WideCell *wide;
  uint64_t *count; ///< added to
  uint32_t buckets;
};

/// Arguments of the kernel that adds a histogram to another: packed cells, wide ones or both.
struct AddHistogramArgs {
  WideCell *target;
  const uint64_t *cells; ///< of all buckets of a frame, or null
  const WideCell *wide;  ///< or null
  uint32_t buckets;
};

/// The log of the `split` schedule (runtime/shared/SplitLog.h): for each bin, those of hot buckets (HotBins.h) behind the
/// others, room for `binQuads` times four entries.
struct SplitLog {
  uint32_t *entries; ///< aligned to 16 bytes
  uint32_t
      *ends; ///< of each bin, in quads; beyond binQuads where more came than there was room for
  uint32_t
      bins; ///< of buckets that are not hot; 0: there is no log, and samples are added to cells
  uint32_t hotBins;           ///< bins of hot buckets
  uint32_t binReciprocal;     ///< divides buckets by bins
  uint32_t binCells;          ///< cells of a bin; an entry of this cell is no sample
  uint32_t tileCells;         ///< of these a block adds up at once, at most
  uint32_t binQuads;          ///< room in the log, a multiple of chunkQuads
  uint32_t chunkQuads;        ///< what a block takes of that at a time, a power of two
  uint32_t bufferBytes;       ///< room for a bin in a block's shared memory, a multiple of 16
  uint32_t roundsPerFlush;    ///< after which a block appends what it has to the log
  uint32_t hotFactor;         ///< of the hash of hot buckets
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
/// Threads of a block of this kernel; it has one on each multiprocessor.
inline constexpr uint32_t kAccumulateThreads = 1024;

/// Arguments of the iterate kernel. One logical block counts `iterations` times all its points, nearly all of that after
/// `fuse` rounds (runtime/shared/Fuse.h), moving on to the next temporal sample every 2^chunkShift (runtime/shared/TemporalSample.h).
struct IterateArgs {
  const float *params;             ///< parameter blocks
  const uint64_t *palette;         ///< rows of 256 packed deposits (whole unit)
  const PaletteEntry *paletteRows; ///< the same rows unpacked, for fractional deposits
  uint64_t *cells;
  WideCell *wide;
  uint64_t *
      badValues; ///< one counter: iterations that gave a bad value and were replaced, hence not plotted
  uint64_t *plotted; ///< one counter: samples in the frame
  /// 2^n - 1: additions to cells return what these held in one round of 2^n alone, and a cell may overflow unseen
  /// meanwhile; the sum of all counts is less than `plotted` then. 0: they all do.
  uint32_t unreturned;
  uint32_t blockFloats, sharedFloats;
  /// A paletteRowCount of 0 means a pilot run: whole deposits are 1, cells are mere counts, and
  /// `unreturned` is all ones.
  uint32_t temporalSamples, paletteRowCount;
  uint32_t gridWidth, gridHeight;
  uint32_t firstLogicalBlock, endLogicalBlock; ///< the range of this launch
  uint32_t logicalBlocks;                      ///< of the whole frame
  uint32_t xaosOffset;                         ///< cumulative rows within the block, with kXaos
  uint32_t iterations, fuse, chunkShift;
  /// 0, or the `endRound` of an earlier launch or of the warm-up kernel, whose blocks are resumed.
  uint32_t firstRound;
  /// The round before which blocks are suspended (warm-up kernel, segments of a launch plan); 0 and
  /// with xaos: none.
  uint32_t endRound;
  /// The first round of the segment (runtime/plan/LaunchPlan.h): choices of a block come from a
  /// stream that begins there.
  uint32_t choicesFrom;
  void *savedBlocks; ///< kSavedBlockBytes for each logical block of the frame
  uint64_t seed;     ///< of the frame: mixes the user's seed and the frame number
  const uint64_t
      *hotTable;    ///< hot buckets, privatised in shared memory; see runtime/shared/HotTable.h
  uint32_t hotBits; ///< the table has 2^hotBits sets; 0: there is none
  uint32_t
      threadBucket; ///< the hottest bucket of the table, which each thread sums for itself, or none (kNoBucket)
  SplitLog log; ///< where samples go; there is no other table of hot buckets then
};

/// |x| or |y| beyond this, or NaN, is a bad value: the point is replaced by a random one, at once
/// or, with kPeriodicReseed, at the next reseeding.
inline constexpr float kBadLimit = 1e10f;

/// Points per logical block and its threads on the GPU.
inline constexpr uint32_t kThreads = 1024, kPointsPerThread = 4,
                          kPointsPerBlock = kThreads * kPointsPerThread;
/// Threads of a logical block whose points change places, and their points: each group by itself. A block of the iterate kernel makes
/// both groups or one.
inline constexpr uint32_t kGroups = 2, kGroupThreads = kThreads / kGroups,
                          kPointsPerGroup = kGroupThreads * kPointsPerThread;
/// The most groups that a block makes, by `__CUDA_ARCH__`. Before 9.0 it spills where a round may end at one of two barriers.
constexpr uint32_t mostGroups(uint32_t architecture) { return architecture >= 900 ? kGroups : 1; }
/// Threads of a block of the warm-up kernel, each with one point. A block warms up one group.
inline constexpr uint32_t kWarmUpThreads = 256;
/// A suspended block in IterateArgs::savedBlocks: its points, and 16 bytes for each thread.
inline constexpr uint32_t kSavedBlockBytes =
    kPointsPerBlock * uint32_t(sizeof(Point)) + kThreads * 16;
/// Counted rounds of an instant, at most (runtime/shared/TemporalSample.h): on a GPU the reload costs about a hundredth of them.
inline constexpr uint32_t kMostChunkShift = 4, kMostRoundsPerSample = 1 << kMostChunkShift;
/// Counted rounds of a logical block on the GPU, at most: no more than one of them to a round of the fuse may be made up
/// early (runtime/shared/Fuse.h).
inline constexpr uint32_t kLongestBlock = 9984;

} // namespace flame::abi

#endif // FLAME_ABI_ABI_H
