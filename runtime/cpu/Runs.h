// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner loops: one xform applied to many vectors of points, with all per-point work inlined
// into one loop. There is one such function per xform and engine. The generated xform is a template
// argument, so that tests can instantiate runs for hand-written xforms, and the genome compiler can
// copy the instance that calls `flame_lane_xform`.
//
// `Genome` stands for the generated constants and functions (see GeneratedGenome in Skeleton.cpp).

#ifndef FLAME_RUNTIME_CPU_RUNS_H
#define FLAME_RUNTIME_CPU_RUNS_H

#include "runtime/cpu/Plot.h"

namespace flame::cpu {

/// The arrays of a pool or a queue: x, y, colour, and z with kDepth.
struct PointArrays {
  float *x, *y, *color, *z;
};

/// A queue with xaos also stores each point's xform before the last, which is needed for bad
/// values.
struct QueueArrays {
  PointArrays points;
  uint32_t *previous;
};

FLAME_INLINE PointArrays poolArrays(float *points) {
  constexpr uint64_t size = pointsPerBlock(kLanes);
  return {points, points + size, points + 2 * size, points + 3 * size};
}

FLAME_INLINE QueueArrays queueArrays(float *points, uint32_t xform) {
  constexpr uint64_t stride = scratchLayout(kLanes, 1, Engine::Queues).queueStride;
  float *start = points + 5 * stride * xform;
  return {{start, start + stride, start + 2 * stride, start + 4 * stride},
          reinterpret_cast<uint32_t *>(start + 3 * stride)};
}

/// Counters of a run, in registers from beginRun to endRun. The generator is separate: its address
/// is passed around, and any object that contained it would have to live in memory.
struct RunState {
  Plotter plotter;
  uint64_t badValues;
};

FLAME_INLINE RunState beginRun(const Worker *worker) {
  return {makePlotter(worker), worker->badValues};
}

FLAME_INLINE void endRun(Worker *worker, const RunState &state, const LaneRngWithXformState &rng,
                         uint32_t features) {
  endStream(worker, rng, features);
  worker->staged = state.plotter.staged;
  worker->badValues = state.badValues;
}

/// The permutations of a round: block g of vector k comes from vector (k * scale[g] + offset[g])
/// mod kVectors.
struct Exchange {
  uint32_t scale[kBlocks], offset[kBlocks];
};

FLAME_INLINE Exchange loadExchange(const Worker *worker) {
  Exchange exchange;
  __builtin_memcpy(exchange.scale, worker->slotScale, sizeof exchange.scale);
  __builtin_memcpy(exchange.offset, worker->slotOffset, sizeof exchange.offset);
  return exchange;
}

/// Collects vector `slot` of this round from blocks of lanes that belonged to different vectors in
/// the last round. Each old block is used exactly once.
FLAME_INLINE LanePoint gatherPoint(const PointArrays &from, const Exchange &exchange, uint32_t slot,
                                   uint32_t features) {
  Block x[kBlocks], y[kBlocks], color[kBlocks], z[kBlocks] = {};
#pragma clang loop unroll(full)
  for (uint32_t block = 0; block < kBlocks; ++block) {
    uint32_t source = (slot * exchange.scale[block] + exchange.offset[block]) % kVectors;
    uint32_t at = source * kLanes + block * kBlockLanes;
    x[block] = loadBlock(from.x + at);
    y[block] = loadBlock(from.y + at);
    color[block] = loadBlock(from.color + at);
    if (features & abi::kDepth)
      z[block] = loadBlock(from.z + at);
  }
  return {joinBlocks(x), joinBlocks(y), joinBlocks(color), lanes(1.0f), joinBlocks(z)};
}

/// Engine::Blocks: processes vectors [first, last) of the round. Points are stored with their lanes
/// redistributed, so that lanes that shared a block in this round do not share one in the next.
template <class Genome, XformFunction apply>
FLAME_INLINE void runBlocks(Worker *worker, uint32_t first, uint32_t last) {
  const float *params = worker->params;
  const bool isPeriodic = Genome::features() & abi::kPeriodicReseed;
  const bool reseeds = !isPeriodic || worker->reseeds;
  const PointArrays from = poolArrays(worker->points), to = poolArrays(worker->nextPoints);
  const Exchange exchange = loadExchange(worker);
  LaneRngWithXformState rng = beginStream(worker, Genome::features());
  RunState state = beginRun(worker);
  for (uint32_t slot = first; slot < last; ++slot) {
    LanePoint point = gatherPoint(from, exchange, slot, Genome::features());
    apply(params, &point, &rng);
    ilanes good = replaceBad(&point, Genome::features(), reseeds, &rng);
    if (!isPeriodic && __builtin_expect(!allOf(good), 0))
      state.badValues += countBits(maskBits(~good));
    store(to.x + uint64_t(slot) * kLanes, dealLanes(point.x));
    store(to.y + uint64_t(slot) * kLanes, dealLanes(point.y));
    store(to.color + uint64_t(slot) * kLanes, dealLanes(point.color));
    if (Genome::features() & abi::kDepth)
      store(to.z + uint64_t(slot) * kLanes, dealLanes(point.z));
    plot<Genome>(&state.plotter, params, point, good, &rng);
  }
  endRun(worker, state, rng, Genome::features());
}

/// The xform that `u` in [0, 1) selects from a row of cumulative weights: the number of weights
/// that `u` has reached.
FLAME_INLINE ulanes chooseXform(const float *row, uint32_t xforms, lanes u) {
  ilanes chosen = 0;
  for (uint32_t xform = 0; xform + 1 < xforms; ++xform)
    chosen -= u >= row[xform];
  return __builtin_bit_cast(ulanes, chosen);
}

/// The row of weights after `previous`, which may be none: an index past the end.
FLAME_INLINE const float *selectionRow(const Worker *worker, uint32_t xforms, bool hasXaos,
                                       uint32_t previous) {
  if (!hasXaos || previous >= xforms)
    return worker->params + abi::kCumulativeOffset;
  return worker->params + worker->job->xaosOffset + uint64_t(previous) * xforms;
}

/// Corrects the choices after reseeding, because a reseeded point has not moved on in the chain.
/// For lanes that are not `good`, sets `last` back to the previous xform and chooses again from its
/// row.
inline __attribute__((noinline, cold)) void chooseAgain(const Worker *worker, uint32_t xforms,
                                                        ilanes good, const uint32_t *before,
                                                        lanes u, ulanes *last, ulanes *chosen) {
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    if (good[lane])
      continue;
    const float *row = selectionRow(worker, xforms, true, before[lane]);
    uint32_t xform = 0;
    while (xform + 1 < xforms && u[lane] >= row[xform])
      ++xform;
    (*last)[lane] = before[lane];
    (*chosen)[lane] = xform;
  }
}

/// The queues of the next round.
struct NextQueues {
  float *points;
  uint32_t *lengths;
};

/// With up to this many queues, a vector is compressed once per queue; with more, its lanes are
/// appended one by one. Measured with five queues: 0.5 against 1.1 ns per point with 16 lanes, 0.6
/// against 0.95 with 8, equal with 4. (Each append waits for the length written by the last one.)
inline constexpr uint32_t kQueuesToCompress = kLanes >= 8 ? 8 : 4;

FLAME_INLINE void appendLanes(const QueueArrays &to, uint32_t *length, const LanePoint &point,
                              ulanes last, uint32_t features, uint32_t bits) {
  auto append = [&](float *array, lanes value) __attribute__((always_inline)) {
    compressStore(reinterpret_cast<uint32_t *>(array + *length), __builtin_bit_cast(ulanes, value),
                  bits);
  };
  append(to.points.x, point.x);
  append(to.points.y, point.y);
  append(to.points.color, point.color);
  if (features & abi::kDepth)
    append(to.points.z, point.z);
  if (features & abi::kXaos)
    compressStore(to.previous + *length, last, bits);
  *length += countBits(bits);
}

FLAME_INLINE void appendOneByOne(const NextQueues &queues, const LanePoint &point, ulanes chosen,
                                 ulanes last, uint32_t features, uint32_t bits) {
#pragma clang loop unroll(full)
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    if (!(bits >> lane & 1))
      return; // active lanes come first
    QueueArrays to = queueArrays(queues.points, chosen[lane]);
    uint32_t at = queues.lengths[chosen[lane]]++;
    to.points.x[at] = point.x[lane];
    to.points.y[at] = point.y[lane];
    to.points.color[at] = point.color[lane];
    if (features & abi::kDepth)
      to.points.z[at] = point.z[lane];
    if (features & abi::kXaos)
      to.previous[at] = last[lane];
  }
}

/// Appends the points of `active`, which come first, to the queues of their chosen xforms.
FLAME_INLINE void enqueue(const NextQueues &queues, const LanePoint &point, ulanes chosen,
                          ulanes last, uint32_t xforms, uint32_t features, ilanes active) {
  if (xforms > kQueuesToCompress) {
    appendOneByOne(queues, point, chosen, last, features, maskBits(active));
    return;
  }
  for (uint32_t xform = 0; xform < xforms; ++xform)
    appendLanes(queueArrays(queues.points, xform), queues.lengths + xform, point, last, features,
                maskBits(active & (chosen == xform)));
}

/// Engine::Queues: processes the whole queue of one xform. Lanes past the end of the queue start
/// from the origin, so that memory contents of an earlier block have no influence, not even on the
/// number of draws.
template <class Genome, XformFunction apply>
FLAME_INLINE void runQueue(Worker *worker, uint32_t xform, uint32_t points) {
  const bool hasXaos = Genome::features() & abi::kXaos;
  const bool isPeriodic = Genome::features() & abi::kPeriodicReseed;
  const bool reseeds = !isPeriodic || worker->reseeds;
  const uint32_t xforms = Genome::xforms();
  const float *params = worker->params;
  const float *row = selectionRow(worker, xforms, hasXaos, xform);
  const QueueArrays from = queueArrays(worker->points, xform);
  const NextQueues to = {worker->nextPoints, worker->nextCounts};
  LaneRngWithXformState rng = beginStream(worker, Genome::features());
  RunState state = beginRun(worker);
  for (uint32_t done = 0; done < points; done += kLanes) {
    ilanes active = laneIndex() < points - done;
    LanePoint point = {active ? load(from.points.x + done) : lanes(0.0f),
                       active ? load(from.points.y + done) : lanes(0.0f),
                       active ? load(from.points.color + done) : lanes(0.0f), lanes(1.0f),
                       lanes(0.0f)};
    if (Genome::features() & abi::kDepth)
      point.z = active ? load(from.points.z + done) : lanes(0.0f);
    apply(params, &point, &rng);
    ilanes good = replaceBad(&point, Genome::features(), reseeds, &rng);
    lanes u = drawU01(&rng);
    ulanes last = xform, chosen = chooseXform(row, xforms, u);
    if (!isPeriodic && __builtin_expect(!allOf(good), 0)) {
      state.badValues += countBits(maskBits(active & ~good));
      if (hasXaos)
        chooseAgain(worker, xforms, good, from.previous + done, u, &last, &chosen);
    }
    enqueue(to, point, chosen, last, xforms, Genome::features(), active);
    plot<Genome>(&state.plotter, params, point, good & active, &rng);
  }
  endRun(worker, state, rng, Genome::features());
}

} // namespace flame::cpu

#endif // FLAME_RUNTIME_CPU_RUNS_H
