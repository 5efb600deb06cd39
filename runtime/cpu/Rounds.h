// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one logical block from its seed to the histogram: fills the pool with random points,
// iterates the fuse and then the counted rounds, and drains the staged samples after each round.
// All random numbers follow from the seed of the frame and the logical block.

#ifndef FLAME_RUNTIME_CPU_ROUNDS_H
#define FLAME_RUNTIME_CPU_ROUNDS_H

#include "runtime/cpu/Histogram.h"
#include "runtime/cpu/Runs.h"
#include "runtime/shared/Fuse.h"
#include "runtime/shared/Reseed.h"
#include "runtime/shared/TemporalSample.h"

namespace flame::cpu {

/// Assigns the worker's scratch memory and seeds the generators.
FLAME_INLINE void beginBlock(Worker *worker, uint32_t xforms) {
  const ScratchLayout layout = scratchLayout(kLanes, xforms, worker->engine);
  auto wordsAt = [worker](uint64_t offset) {
    return reinterpret_cast<uint32_t *>(worker->scratch + offset);
  };
  auto floatsAt = [worker](uint64_t offset) {
    return reinterpret_cast<float *>(worker->scratch + offset);
  };
  worker->rng = wordsAt(layout.rng);
  worker->xformState = floatsAt(layout.xformState);
  worker->stagedCells = wordsAt(layout.stagedCells);
  worker->stagedColors = wordsAt(layout.stagedColors);
  worker->stagedVisibility = floatsAt(layout.stagedVisibility);
  worker->spilledCells = wordsAt(layout.spilledCells);
  worker->spilledWords = reinterpret_cast<uint64_t *>(worker->scratch + layout.spilledWords);
  worker->blended = reinterpret_cast<uint64_t *>(worker->scratch + layout.blended);
  worker->counts = wordsAt(layout.counts);
  worker->nextCounts = worker->counts + xforms;
  worker->points = floatsAt(layout.points);
  worker->nextPoints = worker->points + layout.pointFloats;
  worker->staged = 0;
  worker->reseeds = 1;

  // Mixed twice, so that the sequences of neighbouring seeds and neighbouring blocks do not
  // overlap.
  uint64_t state = worker->job->seed;
  state = splitMix(&state) ^ worker->logicalBlock;
  state = splitMix(&state);
  for (uint32_t word = 0; word < 4 * kLanes; word += 2) {
    uint64_t bits = splitMix(&state);
    worker->rng[word] = uint32_t(bits);
    worker->rng[word + 1] = uint32_t(bits >> 32);
  }
  worker->roundState = splitMix(&state);
}

/// Makes the deposits of the worker's palette row for a linear palette.
inline __attribute__((noinline)) void blendRow(Worker *worker) {
  constexpr uint32_t length = kPaletteShares / kStepsPerEntry;
  for (uint32_t step = 0; step <= (abi::kPaletteSize - 1) * kStepsPerEntry; ++step) {
    const PalettePosition at = palettePosition(step * length);
    for (uint32_t version = 0; version < kStepsPerEntry; ++version)
      worker->blended[step * kStepsPerEntry + version] = blendedDeposit(
          worker->palette[at.index], worker->palette[at.index + 1], at.share, version * length);
  }
  worker->blendedOf = worker->palette;
}

/// Switches to the parameters and colours of a temporal sample. There may be fewer palette rows
/// than samples.
FLAME_INLINE void bindSample(Worker *worker, uint32_t sample, uint32_t features) {
  const abi::IterateArgs &job = *worker->job;
  uint64_t row = uint64_t(sample) * job.paletteRowCount / job.temporalSamples * abi::kPaletteSize;
  worker->params = job.params + uint64_t(sample) * job.blockFloats;
  worker->palette = job.palette ? job.palette + row : nullptr;
  worker->entries = job.paletteRows ? job.paletteRows + row : nullptr;
  if ((features & abi::kLinearPalette) && !(features & abi::kFractionalDeposit) &&
      worker->blendedOf != worker->palette)
    blendRow(worker);
  worker->deposits = features & abi::kLinearPalette ? worker->blended : worker->palette;
}

/// Fills the xform state, if there is one, with random numbers in [0, 1).
FLAME_INLINE void fillXformState(Worker *worker, uint32_t features) {
  if (!(features & abi::kHasState))
    return;
  LaneRng rng = loadRng(worker->rng);
  for (uint32_t number = 0; number < abi::kMaxXformState; ++number)
    store(worker->xformState + uint64_t(number) * kLanes, drawU01(&rng));
  storeRng(worker->rng, rng);
}

/// Fills the pool with random points in [-1, 1)^2 of random colour.
template <class Genome> FLAME_INLINE void fillPool(Worker *worker) {
  const PointArrays to = poolArrays(worker->points);
  const ulanes none = Genome::xforms();
  LaneRng rng = loadRng(worker->rng);
  for (uint32_t xform = 0; worker->engine == Engine::Queues && xform < Genome::xforms(); ++xform)
    worker->nextCounts[xform] = 0;
  for (uint32_t slot = 0; slot < kVectors; ++slot) {
    LanePoint point;
    point.x = drawU11(&rng);
    point.y = drawU11(&rng);
    point.color = drawU01(&rng);
    point.z = lanes(0.0f);
    if (worker->engine == Engine::Queues) {
      const float *plain = worker->params + abi::kCumulativeOffset;
      ulanes chosen = chooseXform(plain, Genome::xforms(), drawU01(&rng));
      enqueue({worker->nextPoints, worker->nextCounts}, point, chosen, none, Genome::xforms(),
              Genome::features(), ilanes(-1));
      continue;
    }
    store(to.x + uint64_t(slot) * kLanes, point.x);
    store(to.y + uint64_t(slot) * kLanes, point.y);
    store(to.color + uint64_t(slot) * kLanes, point.color);
    if (Genome::features() & abi::kDepth)
      store(to.z + uint64_t(slot) * kLanes, point.z);
  }
  storeRng(worker->rng, rng);
}

/// Makes this round's points the last round's.
FLAME_INLINE void swapGenerations(Worker *worker) {
  float *points = worker->points;
  worker->points = worker->nextPoints;
  worker->nextPoints = points;
  uint32_t *counts = worker->counts;
  worker->counts = worker->nextCounts;
  worker->nextCounts = counts;
}

/// Multipliers for the permutations of slots. Every odd number permutes 256 slots. These 32 spread
/// every interval of slots most evenly over every other, so that each pair of successive xforms
/// also gets nearly exactly its share of blocks: the variance of that number is a tenth of its
/// value for random permutations (multiplier 1: forty times as large).
inline constexpr uint8_t kSlotScales[32] = {97,  159, 115, 141, 95,  161, 75,  181, 99,  157, 111,
                                            145, 107, 149, 69,  187, 45,  211, 67,  189, 113, 143,
                                            81,  175, 49,  207, 119, 137, 91,  165, 35,  221};

/// One round of Engine::Blocks. Xform j gets the vectors from floor(V c[j-1] + u) to
/// floor(V c[j] + u), with one uniform u per round and the cumulative weights c. Its expected share
/// is exact, and there are no branches per vector.
template <class Genome> FLAME_INLINE void roundOfBlocks(Worker *worker) {
  uint64_t permutations = splitMix(&worker->roundState);
  for (uint32_t block = 0; block < kBlocks; ++block) {
    worker->slotScale[block] = kSlotScales[permutations >> (16 * block) & 31];
    worker->slotOffset[block] = uint32_t(permutations >> (16 * block + 8)) % kVectors;
  }
  double u = double(splitMix(&worker->roundState) >> 11) * 0x1p-53;
  const float *cumulative = worker->params + abi::kCumulativeOffset;
  uint32_t first = 0;
  for (uint32_t xform = 0; xform < Genome::xforms(); ++xform) {
    uint32_t last = uint32_t(double(kVectors) * double(cumulative[xform]) + u);
    if (xform + 1 == Genome::xforms() || last > kVectors)
      last = kVectors;
    if (last <= first)
      continue;
    Genome::blocksRun(xform)(worker, first, last);
    first = last;
  }
  swapGenerations(worker);
}

/// One round of Engine::Queues: empties every queue; its points join the queues of the next round.
template <class Genome> FLAME_INLINE void roundOfQueues(Worker *worker) {
  for (uint32_t xform = 0; xform < Genome::xforms(); ++xform)
    worker->nextCounts[xform] = 0;
  for (uint32_t xform = 0; xform < Genome::xforms(); ++xform)
    if (worker->counts[xform] != 0)
      Genome::queueRun(xform)(worker, xform, worker->counts[xform]);
  swapGenerations(worker);
}

template <class Genome> FLAME_INLINE void iterate(Worker *worker) {
  if (worker->engine == Engine::Queues)
    roundOfQueues<Genome>(worker);
  else
    roundOfBlocks<Genome>(worker);
}

/// Keeps one of every `step` staged samples, and of the `bad` values after them, starting at
/// `next`; both are in units of 2^-32. Samples are staged xform by xform, so every xform keeps the
/// same fraction. Returns the number of bad values kept.
FLAME_INLINE uint32_t thinStaged(Worker *worker, uint64_t bad, uint64_t step, uint64_t &next) {
  const uint64_t staged = worker->staged;
  uint32_t kept = 0, keptBad = 0;
  for (; next >> 32 < staged; next += step, ++kept) {
    const uint64_t from = next >> 32;
    worker->stagedCells[kept] = worker->stagedCells[from];
    worker->stagedColors[kept] = worker->stagedColors[from];
    worker->stagedVisibility[kept] = worker->stagedVisibility[from];
  }
  for (; next >> 32 < staged + bad; next += step)
    ++keptBad;
  next -= (staged + bad) << 32;
  worker->staged = kept;
  return keptBad;
}

/// Runs the fuse. Some of its points count early (Fuse.h), but none with periodic reseeding.
/// Returns the number of rounds that these points stand for.
template <class Genome> FLAME_INLINE uint32_t runFuse(Worker *worker) {
  const abi::IterateArgs &job = *worker->job;
  const uint32_t early =
      countsNoneEarly(Genome::features()) ? 0 : earlyRoundsOf(job, worker->logicalBlock);
  const uint64_t step = early ? (uint64_t(job.fuse - kEarlyFuse) << 32) / early : 0;
  uint64_t next = early ? splitMix(&worker->roundState) % step : 0;
  for (uint32_t round = 0; round < job.fuse; ++round) {
    const bool counts = early && round >= kEarlyFuse;
    if (counts) // spread counted samples over the block's part of the exposure
      bindSample(
          worker,
          temporalSampleOf(job, worker->logicalBlock, job.fuse - kEarlyFuse, round - kEarlyFuse),
          Genome::features());
    const uint64_t badValues = worker->badValues;
    iterate<Genome>(worker);
    const uint64_t bad = worker->badValues - badValues;
    worker->badValues = badValues;
    if (counts) {
      worker->badValues += thinStaged(worker, bad, step, next);
      drain(worker, Genome::features());
    }
    worker->staged = 0;
  }
  return early;
}

/// Runs the discarded rounds before `round`, with periodic reseeding.
template <class Genome> FLAME_INLINE void runDiscardedRounds(Worker *worker, uint32_t round) {
  if (!(Genome::features() & abi::kPeriodicReseed))
    return;
  const uint32_t rounds = discardedRoundsAt(*worker->job, worker->logicalBlock, round);
  for (uint32_t i = 0; i < rounds; ++i) {
    worker->reseeds = i == 0;
    iterate<Genome>(worker);
    worker->staged = 0;
  }
}

/// Runs worker->logicalBlock to its end, or until the host requests a stop.
template <class Genome> FLAME_INLINE void runLogicalBlock(Worker *worker) {
  const abi::IterateArgs &job = *worker->job;
  beginBlock(worker, Genome::xforms());
  bindSample(worker, temporalSampleOf(job, worker->logicalBlock, 1, 0), Genome::features());
  fillXformState(worker, Genome::features());
  fillPool<Genome>(worker);
  if (worker->engine == Engine::Queues)
    swapGenerations(worker); // points join the queues of the *next* round
  const uint32_t early = runFuse<Genome>(worker), counted = job.iterations - early;
  addAtomic(worker->samplesDone, uint64_t(early) * pointsPerBlock(kLanes));
  const uint32_t ofChunk = 1u << job.chunkShift, chunks = abi::ceilDivide(counted, ofChunk);
  for (uint32_t chunk = 0; chunk < chunks; ++chunk) {
    if (__atomic_load_n(worker->stop, __ATOMIC_RELAXED))
      return;
    bindSample(worker, temporalSampleOf(job, worker->logicalBlock, chunks, chunk),
               Genome::features());
    const uint32_t left = counted - chunk * ofChunk, rounds = left < ofChunk ? left : ofChunk;
    for (uint32_t round = 0; round < rounds; ++round) {
      runDiscardedRounds<Genome>(worker, job.fuse + chunk * ofChunk + round);
      iterate<Genome>(worker);
      drain(worker, Genome::features());
    }
    addAtomic(worker->samplesDone, uint64_t(rounds) * pointsPerBlock(kLanes));
  }
}

} // namespace flame::cpu

#endif // FLAME_RUNTIME_CPU_ROUNDS_H
