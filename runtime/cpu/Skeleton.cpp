// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The skeleton of the CPU engine as bitcode. It binds the headers of this folder to the names that
// generated code provides and expects (Engine.h). It is compiled three times when the project is
// built, freestanding:
//
//   FLAME_LANES=16  -march=x86-64-v4      8  -march=x86-64-v3      4  -march=x86-64
//
// The widest vectors must survive into the machine code. The function attribute
// "min-legal-vector-width" states the required vector width; below 512, the code generator splits
// vectors of 16 lanes in two.

#include "runtime/cpu/Rounds.h"

using namespace flame;
using namespace flame::cpu;

#define FLAME_WIDE __attribute__((min_vector_width(FLAME_LANES * 32)))
#define FLAME_EXPORT_INLINE FLAME_WIDE __attribute__((always_inline))

namespace {

/// The genome that generated code describes.
struct GeneratedGenome {
  FLAME_INLINE static uint32_t features() { return flame_features; }
  FLAME_INLINE static uint32_t xforms() { return flame_num_xforms; }
  FLAME_INLINE static RunFunction *blocksRun(uint32_t xform) { return flame_run_table[xform]; }
  FLAME_INLINE static RunFunction *queueRun(uint32_t xform) { return flame_run_queue_table[xform]; }
  FLAME_INLINE static void applyFinal(const float *params, const LanePoint *in, LanePoint *out,
                                      LaneRng *rng) {
    flame_lane_final(params, in, out, rng);
  }
};

} // namespace

extern "C" {

extern const uint32_t flame_lane_count = kLanes;

FLAME_EXPORT_INLINE lanes flame_draw_u01(LaneRng *rng) { return drawU01(rng); }
FLAME_EXPORT_INLINE lanes flame_draw_u11(LaneRng *rng) { return drawU11(rng); }
FLAME_EXPORT_INLINE lanes flame_draw_bit(LaneRng *rng) { return drawBit(rng); }
FLAME_EXPORT_INLINE lanes flame_draw_bell(LaneRng *rng) { return drawBell(rng); }

FLAME_WIDE void flame_run_template(Worker *worker, uint32_t first, uint32_t last) {
  runBlocks<GeneratedGenome, flame_lane_xform>(worker, first, last);
}

FLAME_WIDE void flame_run_queue_template(Worker *worker, uint32_t xform, uint32_t points) {
  runQueue<GeneratedGenome, flame_lane_xform>(worker, xform, points);
}

FLAME_WIDE void flame_cpu_run(Worker *worker) { runLogicalBlock<GeneratedGenome>(worker); }

} // extern "C"
