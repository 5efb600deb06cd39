// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Applies single xforms of a compiled flame to given points with given random numbers, on vectors
// of lanes, for tests. It defines the symbols of the engine's skeleton (Skeleton.cpp) and is linked
// into a flame in its place; a "run" is one probe.

#include "abi/ProbeAbi.h"
#include "runtime/cpu/Lanes.h"

using namespace flame;
using namespace flame::cpu;

#define FLAME_WIDE __attribute__((min_vector_width(FLAME_LANES * 32)))
#define FLAME_EXPORT_INLINE FLAME_WIDE __attribute__((always_inline))

static FLAME_INLINE lanes nextFed(LaneRng *rng) {
  return lanes(*reinterpret_cast<abi::DrawFeed *>(rng)->next++);
}

extern "C" {

extern const uint32_t flame_lane_count = kLanes;

FLAME_EXPORT_INLINE lanes flame_draw_u01(LaneRng *rng) { return nextFed(rng); }
FLAME_EXPORT_INLINE lanes flame_draw_u11(LaneRng *rng) { return nextFed(rng); }
FLAME_EXPORT_INLINE lanes flame_draw_bit(LaneRng *rng) { return nextFed(rng); }
FLAME_EXPORT_INLINE lanes flame_draw_bell(LaneRng *rng) { return nextFed(rng); }

/// Runs probe `index`.
FLAME_WIDE void flame_run_template(Worker *worker, uint32_t index, uint32_t) {
  const auto &args = *reinterpret_cast<const abi::LaneProbeArgs *>(worker);
  const abi::Probe &probe = args.probes[index];
  LanePoint point = {lanes(probe.x), lanes(probe.y), lanes(probe.color), lanes(1.0f), lanes(0.0f)};
  abi::DrawFeed feed = {probe.draws};
  flame_lane_xform(args.params, &point, reinterpret_cast<LaneRng *>(&feed));
  float *to = args.results + uint64_t(index) * 4 * kLanes;
  store(to, point.x);
  store(to + kLanes, point.y);
  store(to + 2 * kLanes, point.color);
  store(to + 3 * kLanes, point.visibility);
}

/// Probes have no queues; flames with xaos are not probed.
FLAME_WIDE void flame_run_queue_template(Worker *worker, uint32_t index, uint32_t) {
  flame_run_template(worker, index, 0);
}

/// Runs all probes.
FLAME_WIDE void flame_cpu_run(Worker *worker) {
  const auto &args = *reinterpret_cast<const abi::LaneProbeArgs *>(worker);
  for (uint32_t index = 0; index < args.count; ++index)
    flame_run_table[args.probes[index].xform](worker, index, 0);
}

} // extern "C"
