// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract of the CPU engine, between three parties:
//
//  * the *skeleton* (this folder, compiled to bitcode once per vector width when the project is built): rounds, exchange of
//    points, plotting, random numbers;
//  * the *generated code* of one genome: its xforms on vectors of lanes, and a few constants;
//  * the *host* (CpuWorkers.h): threads, memory, merging. It knows no vector types.
//
// One call of `flame_cpu_run` iterates one logical block: a pool of 256 vectors of points that has
// its own seed, so a frame is a set of blocks whose results do not depend on who runs them, nor in
// which order. Results are integers that are only ever added, so the histogram of a frame is the
// same, byte for byte, for any number of threads.
//
// There are two engines behind this interface, chosen per run:
//
//  * Engine::Blocks: each vector is transformed by one xform. The number of vectors per xform is a systematic sample of its
//    weight, and the points of a vector part ways after each round by an exchange of blocks of lanes. Fast, exact in
//    expectation, slightly more variance between neighbouring pixels. Cannot do xaos.
//  * Engine::Queues: every point draws its own next xform and waits in that xform's queue. Exact for any Markov chain.

#ifndef FLAME_ABI_ENGINE_H
#define FLAME_ABI_ENGINE_H

#include "abi/Abi.h"

namespace flame::cpu {

/// Vectors of points in the pool of a logical block. Must exceed one over the smallest selection
/// probability by some margin (a rarer xform takes a whole vector every few rounds), and be a power
/// of two.
inline constexpr uint32_t kVectors = 256;

/// A linear palette is looked up in this many steps from one entry to the next. A sample takes one of the two steps around its
/// place, at random and by distance: that is exact in expectation, and its noise is an eighth of the difference of the
/// entries at most. Levels of a step are multiples of one over kStepsPerEntry; so many versions of it, rounded in turn,
/// have them as their exact mean.
inline constexpr uint32_t kStepsPerEntry = 4;

/// Deposits of one row: every version of every step.
inline constexpr uint32_t kBlendedDeposits = abi::kPaletteSize * kStepsPerEntry * kStepsPerEntry;

/// Every section of the scratch memory starts at a multiple of this, and so does the memory itself.
inline constexpr uint64_t kScratchAlignment = 64;

/// How points find their next xform.
enum class Engine : uint32_t { Blocks, Queues };

/// Points that one logical block iterates at once.
constexpr uint32_t pointsPerBlock(uint32_t lanes) { return kVectors * lanes; }

struct TileLog;

/// Everything one thread needs to iterate logical blocks. The first part is set by the host, the
/// second belongs to the skeleton. Generated code never looks inside.
struct Worker {
  const abi::IterateArgs *job; ///< what to iterate; its `cells`, `wide`, `badValues` are not used
  uint64_t *cells;             ///< packed histogram this worker adds to
  abi::WideCell *wide;         ///< what packed cells cannot hold; shared, so added to atomically
  unsigned char *scratch;      ///< scratchLayout().bytes, zeroed once, aligned to kScratchAlignment
  uint64_t *samplesDone;       ///< shared progress counter in samples, added to atomically
  const uint32_t *stop;        ///< shared; not zero asks to return at the next opportunity
  uint32_t logicalBlock;       ///< the block to run, in [0, job->logicalBlocks)
  Engine engine;               ///< must be Queues for a genome with xaos
  /// Null: samples are added to `cells` at the end of each round, which they must be with cellsAreShared.
  TileLog *log;
  void (*replay)(
      Worker *); ///< adds the samples of `log` to `cells` and empties it; may set `log` to null
  uint32_t cellsAreShared; ///< not zero when several workers add to `cells`
  uint32_t staged;         ///< samples of this round that wait to be added to the histogram
  uint32_t reseeds;        ///< not zero: bad values are reseeded at once; else they stay
  uint64_t binned;         ///< result, added to: samples that fell into the grid and were visible
  uint64_t logged;         ///< result, added to: of these, samples that went by way of `log`
  /// Result, added to: counted rounds' points that were bad values and replaced; 0 with
  /// kPeriodicReseed.
  uint64_t badValues;

  const float *params;              ///< parameter block of the current temporal sample
  const uint64_t *palette;          ///< palette row of the current temporal sample, packed
  const abi::PaletteEntry *entries; ///< the same row, unpacked
  const uint64_t *deposits;         ///< of each staged colour, where deposits are whole
  uint64_t *blended;          ///< memory for those of a linear palette, kBlendedDeposits of them...
  const uint64_t *blendedOf;  ///< ... and the row they are of; null: of none yet
  uint32_t *rng;              ///< lane generators between two runs: s0, s1, s2, s3, each one vector
  float *xformState;          ///< kMaxXformState vectors
  uint32_t *stagedCells;      ///< bucket of each staged sample
  uint32_t *stagedColors;     ///< what stagedColor of Plot.h makes
  float *stagedVisibility;    ///< visibility of each staged sample, with kFractionalDeposit
  uint32_t *spilledCells;     ///< cells of this round that had no room for a deposit...
  uint64_t *spilledWords;     ///< ... and what they held until then
  float *points, *nextPoints; ///< pools or queues of this round and of the next
  uint32_t *counts, *nextCounts; ///< lengths of the queues
  uint64_t roundState;           ///< scalar generator of the per-round decisions
  uint32_t slotScale[4];         ///< exchange: block g of vector k comes from slot
  uint32_t slotOffset[4];        ///<   (k * slotScale[g] + slotOffset[g]) mod kVectors
};

/// One run: transforms a range of the pool with one xform. For Engine::Blocks the numbers are the
/// first vector and the one after the last; for Engine::Queues the xform and the length of its
/// queue.
using RunFunction = void(Worker *, uint32_t, uint32_t);

/// Where the parts of the scratch memory start, in bytes. Staging has room behind its end for a
/// whole vector (vectors are stored whole, though only the lanes in frame count) and for the
/// prefetcher's look ahead.
struct ScratchLayout {
  uint64_t rng, xformState, stagedCells, stagedColors, stagedVisibility, spilledCells, spilledWords;
  uint64_t blended, counts, points;
  uint64_t queueStride; ///< floats from one array of a queue to the next
  uint64_t pointFloats; ///< floats of one generation of points
  uint64_t bytes;       ///< of everything
};

/// Samples behind the staging buffers' end that may be read or written.
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

/// A point per lane. Visibility is written by every xform and never read by one; with kDepth, z is read and written.
struct LanePoint {
  lanes x, y, color, visibility, z;
};

/// State of one xoshiro128+ generator per lane.
struct LaneRng {
  ulanes s0, s1, s2, s3;
};
static_assert(sizeof(LaneRng) == abi::kLaneStreamWords * sizeof(ulanes));

/// The same with the xform state of each lane (abi::kHasState).
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

/// One run per standard xform, for each engine. The table of an engine that is not going to be used
/// may hold nulls.
extern flame::cpu::RunFunction *const flame_run_table[];
extern flame::cpu::RunFunction *const flame_run_queue_table[];

/// The xform that the run templates apply. Never defined: each copy of a template calls its own
/// xform instead.
void flame_lane_xform(const float *params, flame::cpu::LanePoint *point, flame::cpu::LaneRng *rng);

/// What of a point is plotted: the final xform with its probability, or a plain copy without one.
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

/// Templates of the runs: to be copied once per xform, with flame_lane_xform replaced, then
/// discarded.
void flame_run_template(flame::cpu::Worker *worker, uint32_t first, uint32_t last);
void flame_run_queue_template(flame::cpu::Worker *worker, uint32_t xform, uint32_t points);

/// Iterates worker->logicalBlock.
void flame_cpu_run(flame::cpu::Worker *worker);
}
#endif // FLAME_LANES

#endif // FLAME_ABI_ENGINE_H
