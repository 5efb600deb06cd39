// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract of the CPU engine, between three parties:
//
//   * the *skeleton* (runtime/cpu, compiled to bitcode once per vector width when the project is
//     built): rounds, exchange of points, plotting, random numbers;
//   * the *generated code* of one genome: its xforms on vectors of lanes, and a few constants;
//   * the *host* (CpuWorkers.h): threads, memory, merging. It knows no vector types.
//
// One call of `flame_cpu_run` iterates one logical block: a pool of 256 vectors of points with its
// own seed. A frame is a set of blocks whose results depend neither on the thread that runs them
// nor on their order. Results are integers that are only ever added, so the histogram of a frame is
// the same, byte for byte, for any number of threads.
//
// Two engines implement this interface. The choice is made per run:
//
//   * Engine::Blocks: each vector is transformed by one xform. The number of vectors per xform is
//     a systematic sample of its weight. After each round an exchange of blocks of lanes separates
//     the points of a vector. Fast, exact in expectation, with slightly more variance between
//     neighbouring pixels. Does not support xaos.
//   * Engine::Queues: every point draws its own next xform and waits in that xform's queue. Exact
//     for any Markov chain.

#ifndef FLAME_ABI_ENGINE_H
#define FLAME_ABI_ENGINE_H

#include "abi/Abi.h"

namespace flame::cpu {

/// Vectors of points in the pool of a logical block. A power of two that exceeds one over the
/// smallest selection probability by some margin (a rarer xform takes a whole vector every few
/// rounds).
inline constexpr uint32_t kVectors = 256;

/// Steps of a linear palette from one entry to the next. A sample takes one of the two steps around
/// its position, at random and weighted by distance. That is exact in expectation, and its noise is
/// at most an eighth of the difference between the entries. Levels of a step are multiples of one
/// over kStepsPerEntry. Each step has kStepsPerEntry versions with different rounding, whose mean
/// is exact.
inline constexpr uint32_t kStepsPerEntry = 4;

/// Deposits of one row: every version of every step.
inline constexpr uint32_t kBlendedDeposits = abi::kPaletteSize * kStepsPerEntry * kStepsPerEntry;

/// Alignment of the scratch memory and of each of its sections, in bytes.
inline constexpr uint64_t kScratchAlignment = 64;

/// How points reach their next xform.
enum class Engine : uint32_t { Blocks, Queues };

/// Points that one logical block iterates at once.
constexpr uint32_t pointsPerBlock(uint32_t lanes) { return kVectors * lanes; }

struct TileLog;

/// Everything that one thread needs to iterate logical blocks. The host sets the first part; the
/// second belongs to the skeleton. Generated code never looks inside.
struct Worker {
  const abi::IterateArgs *job; ///< the work; its `cells`, `wide` and `badValues` are not used
  uint64_t *cells;             ///< packed histogram to which this worker adds
  abi::WideCell *wide;         ///< carries of packed cells; shared, so added to atomically
  unsigned char *scratch;      ///< scratchLayout().bytes, zeroed once, aligned to kScratchAlignment
  uint64_t *samplesDone;       ///< shared progress counter in samples, added to atomically
  const uint32_t *stop;        ///< shared; a value other than 0 asks the worker to return soon
  uint32_t logicalBlock;       ///< the block to run, in [0, job->logicalBlocks)
  Engine engine;               ///< must be Queues for a genome with xaos
  /// Null: samples are added to `cells` at the end of each round. Always null with cellsAreShared.
  TileLog *log;
  /// Adds the samples of `log` to `cells` and empties it. May set `log` to null.
  void (*replay)(Worker *);
  uint32_t cellsAreShared; ///< not 0 if several workers add to `cells`
  uint32_t staged;         ///< samples of this round not yet added to the histogram
  uint32_t reseeds;        ///< not 0: bad values are reseeded at once; 0: they stay
  uint64_t binned;         ///< result, added to: visible samples within the grid
  uint64_t logged;         ///< result, added to: samples of these that passed through `log`
  /// Result, added to: bad values in counted rounds that were replaced; 0 with kPeriodicReseed.
  uint64_t badValues;

  const float *params;              ///< parameter block of the current temporal sample
  const uint64_t *palette;          ///< palette row of the current temporal sample, packed
  const abi::PaletteEntry *entries; ///< the same row, unpacked
  const uint64_t *deposits;         ///< deposit of each staged colour, if deposits are whole
  uint64_t *blended;                ///< room for the kBlendedDeposits deposits of a linear palette
  const uint64_t *blendedOf;        ///< the palette row that `blended` holds; null: none yet
  uint32_t *rng;              ///< lane generators between two runs: s0, s1, s2, s3, one vector each
  float *xformState;          ///< kMaxXformState vectors
  uint32_t *stagedCells;      ///< bucket of each staged sample
  uint32_t *stagedColors;     ///< colour of each staged sample, as stagedColor of Plot.h encodes it
  float *stagedVisibility;    ///< visibility of each staged sample, with kFractionalDeposit
  uint32_t *spilledCells;     ///< cells of this round that overflow with a deposit
  uint64_t *spilledWords;     ///< contents of these cells before the deposit
  float *points, *nextPoints; ///< pools or queues of this round and of the next
  uint32_t *counts, *nextCounts; ///< lengths of the queues
  uint64_t roundState;           ///< scalar generator of the per-round decisions
  /// Exchange: block g of vector k comes from slot (k * slotScale[g] + slotOffset[g]) mod kVectors.
  uint32_t slotScale[4];
  uint32_t slotOffset[4];
};

/// One run: transforms a range of the pool with one xform. The numbers are, for Engine::Blocks, the
/// first vector and the one past the last; for Engine::Queues, the xform and the length of its
/// queue.
using RunFunction = void(Worker *, uint32_t, uint32_t);

/// Offsets of the sections of the scratch memory, in bytes. Staging has room behind its end for a
/// whole vector and for the prefetcher's look-ahead. (Vectors are stored whole, though only lanes
/// within the frame count.)
struct ScratchLayout {
  uint64_t rng, xformState, stagedCells, stagedColors, stagedVisibility, spilledCells, spilledWords;
  uint64_t blended, counts, points;
  uint64_t queueStride; ///< floats from one array of a queue to the next
  uint64_t pointFloats; ///< floats of one generation of points
  uint64_t bytes;       ///< of everything
};

/// Samples behind the end of the staging buffers that may be read or written.
inline constexpr uint64_t kStagingSlack = 64;

/// The layout for a vector width, a number of standard xforms and an engine.
constexpr ScratchLayout scratchLayout(uint32_t lanes, uint32_t xforms, Engine engine) {
  uint64_t next = 0;
  auto reserve = [&next](uint64_t words) {
    uint64_t start = next;
    next = (next + words * 4 + kScratchAlignment - 1) / kScratchAlignment * kScratchAlignment;
    return start;
  };
  uint64_t points = pointsPerBlock(lanes);
  ScratchLayout layout{};
  layout.rng = reserve(abi::kLaneStreamWords * uint64_t(lanes));
  layout.xformState = reserve(abi::kMaxXformState * uint64_t(lanes));
  layout.stagedCells = reserve(points + kStagingSlack);
  layout.stagedColors = reserve(points + kStagingSlack);
  layout.stagedVisibility = reserve(points + kStagingSlack);
  layout.spilledCells = reserve(points);
  layout.spilledWords = reserve(2 * points);
  layout.blended = reserve(2 * uint64_t(kBlendedDeposits));
  layout.counts = reserve(2 * uint64_t(xforms));
  // Two cache lines more than the points need keep the arrays of the queues from competing for the
  // same cache sets.
  layout.queueStride = points + 32;
  layout.pointFloats = engine == Engine::Queues ? 5 * layout.queueStride * xforms : 4 * points;
  layout.points = reserve(2 * layout.pointFloats);
  layout.bytes = next;
  return layout;
}

#ifdef FLAME_LANES

/// One float, integer or mask per lane. FLAME_LANES is 16, 8 or 4.
using lanes = float __attribute__((ext_vector_type(FLAME_LANES)));
using ulanes = uint32_t __attribute__((ext_vector_type(FLAME_LANES)));
using ilanes = int32_t __attribute__((ext_vector_type(FLAME_LANES)));

/// A point per lane. Every xform writes the visibility and none reads it. With kDepth, z is read
/// and written.
struct LanePoint {
  lanes x, y, color, visibility, z;
};

/// State of one xoshiro128+ generator per lane.
struct LaneRng {
  ulanes s0, s1, s2, s3;
};
static_assert(sizeof(LaneRng) == abi::kLaneStreamWords * sizeof(ulanes));

/// The same, with the xform state of each lane (abi::kHasState).
struct LaneRngWithXformState : LaneRng {
  lanes xformState[abi::kMaxXformState];
};

/// Applies one xform in place: affine, variations, post affine, colour, visibility.
using XformFunction = void(const float *params, LanePoint *point, LaneRng *rng);

#endif // FLAME_LANES

} // namespace flame::cpu

#ifdef FLAME_LANES
extern "C" {

// Provided by the generated code.

/// Number of standard xforms, and a combination of abi::Feature.
extern const uint32_t flame_num_xforms, flame_features;

/// One run per standard xform, for each engine. The table of an unused engine may hold nulls.
extern flame::cpu::RunFunction *const flame_run_table[];
extern flame::cpu::RunFunction *const flame_run_queue_table[];

/// The xform that the run templates apply. Never defined: each copy of a template calls its own
/// xform instead.
void flame_lane_xform(const float *params, flame::cpu::LanePoint *point, flame::cpu::LaneRng *rng);

/// Makes the plotted point: applies the final xform with its probability, or copies the point if
/// there is none.
void flame_lane_final(const float *params, const flame::cpu::LanePoint *in,
                      flame::cpu::LanePoint *out, flame::cpu::LaneRng *rng);

// Provided by the skeleton.

/// FLAME_LANES of this build.
extern const uint32_t flame_lane_count;

/// Uniform in [0, 1), in steps of 2^-24.
flame::cpu::lanes flame_draw_u01(flame::cpu::LaneRng *rng);
/// Uniform in [-1, 1), in steps of 2^-23.
flame::cpu::lanes flame_draw_u11(flame::cpu::LaneRng *rng);
/// 0 or 1, each with probability one half.
flame::cpu::lanes flame_draw_bit(flame::cpu::LaneRng *rng);
/// The sum of four uniform numbers in [0, 1), less 2, in steps of 2^-22.
flame::cpu::lanes flame_draw_bell(flame::cpu::LaneRng *rng);

/// Templates of the runs. They are copied once per xform, with flame_lane_xform replaced, and then
/// discarded.
void flame_run_template(flame::cpu::Worker *worker, uint32_t first, uint32_t last);
void flame_run_queue_template(flame::cpu::Worker *worker, uint32_t xform, uint32_t points);

/// Iterates worker->logicalBlock.
void flame_cpu_run(flame::cpu::Worker *worker);
}
#endif // FLAME_LANES

#endif // FLAME_ABI_ENGINE_H
