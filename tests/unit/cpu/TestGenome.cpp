// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hand-written genomes, instantiated with the engine's own headers. Built for four lanes unless
// told otherwise, so that the tests run on any x86-64; FLAME_LANES=8 needs AVX2 and 16 AVX-512 in
// the flags of this file.

#ifndef FLAME_LANES
#define FLAME_LANES 4
#endif

#include "tests/unit/cpu/TestGenome.h"

#include "runtime/cpu/Rounds.h"

#include <limits>
#include <utility>

using namespace flame::cpu;

namespace flame::test {
namespace {

/// What the generated constants and tables are for a genome written as a class with a static
/// function template `apply<xform>`.
template <class Xforms, uint32_t count, uint32_t featureBits> struct Genome {
  static constexpr uint32_t features() { return featureBits; }
  static constexpr uint32_t xforms() { return count; }

  template <uint32_t xform> static void runBlocksOf(Worker *worker, uint32_t first, uint32_t last) {
    runBlocks<Genome, Xforms::template apply<xform>>(worker, first, last);
  }
  template <uint32_t xform> static void runQueueOf(Worker *worker, uint32_t, uint32_t points) {
    runQueue<Genome, Xforms::template apply<xform>>(worker, xform, points);
  }

  static RunFunction *blocksRun(uint32_t xform) {
    return tables(std::make_index_sequence<count>(), xform).first;
  }
  static RunFunction *queueRun(uint32_t xform) {
    return tables(std::make_index_sequence<count>(), xform).second;
  }

  static void applyFinal(const float *params, const LanePoint *in, LanePoint *out, LaneRng *rng) {
    Xforms::applyFinal(params, in, out, rng);
  }
  static void run(Worker *worker) { runLogicalBlock<Genome>(worker); }
  static rt::CpuKernels kernels() { return {run, kLanes, count, featureBits}; }

private:
  template <size_t... xform>
  static std::pair<RunFunction *, RunFunction *> tables(std::index_sequence<xform...>,
                                                        uint32_t which) {
    static constexpr RunFunction *blocks[] = {runBlocksOf<xform>...};
    static constexpr RunFunction *queues[] = {runQueueOf<xform>...};
    return {blocks[which], queues[which]};
  }
};

/// Without a final xform what is plotted is the point itself.
struct NoFinal {
  static void applyFinal(const float *, const LanePoint *in, LanePoint *out, LaneRng *) {
    *out = *in;
  }
};

struct Contraction : NoFinal {
  template <uint32_t xform> static void apply(const float *, LanePoint *point, LaneRng *) {
    constexpr float x[] = {0, 1, 0, 1, 0.5f}, y[] = {0, 0, 1, 1, 0.5f};
    point->x = 0.5f * (point->x + x[xform]);
    point->y = 0.5f * (point->y + y[xform]);
    point->color = 0.5f * (point->color + 0.25f * float(xform));
    point->visibility = 1.0f;
  }
};

struct Transition : NoFinal {
  template <uint32_t xform> static void apply(const float *, LanePoint *point, LaneRng *) {
    point->y = point->x;
    point->x = float(xform);
    point->visibility = 1.0f;
  }
};

struct Stamp : NoFinal {
  template <uint32_t> static void apply(const float *params, LanePoint *point, LaneRng *) {
    const float *slots = params + kSlotsOffset;
    *point = {slots[0], slots[1], slots[2], slots[3], 0.0f};
  }
};

struct Curved {
  template <uint32_t xform> static void apply(const float *, LanePoint *point, LaneRng *) {
    lanes x = point->x, y = point->y, square = x * x + y * y;
    if constexpr (xform == 0) {
      point->x = 0.7f * x - 0.3f * y + 0.4f;
      point->y = 0.3f * x + 0.7f * y - 0.1f;
    } else if constexpr (xform == 1) {
      point->x = 0.6f * x / (square + 1e-10f) - 0.5f;
      point->y = 0.6f * y / (square + 1e-10f) + 0.2f;
    } else {
      for (uint32_t lane = 0; lane < kLanes; ++lane) {
        float s = __builtin_sinf(square[lane]), c = __builtin_cosf(square[lane]);
        point->x[lane] = 0.8f * (x[lane] * s - y[lane] * c);
        point->y[lane] = 0.8f * (x[lane] * c + y[lane] * s);
      }
    }
    point->color = 0.5f * (point->color + 0.5f * float(xform));
    point->visibility = 1.0f;
  }
  static void applyFinal(const float *, const LanePoint *in, LanePoint *out, LaneRng *rng) {
    *out = *in;
    lanes isBent = drawBit(rng);
    out->x = isBent > 0.5f && in->x < 0.0f ? 2.0f * in->x : in->x;
  }
};

struct BadValue : NoFinal {
  template <uint32_t xform> static void apply(const float *, LanePoint *point, LaneRng *rng) {
    if constexpr (xform == 0) {
      point->x = point->y = 0.0f;
    } else {
      lanes isFar = drawBit(rng);
      point->x = isFar > 0.5f ? lanes(2e10f) : lanes(std::numeric_limits<float>::quiet_NaN());
      point->y = 0.0f;
      point->color = 1.0f;
    }
    point->visibility = 1.0f;
  }
};

struct LastingNaN : NoFinal {
  template <uint32_t> static void apply(const float *, LanePoint *point, LaneRng *rng) {
    const lanes notANumber = std::numeric_limits<float>::quiet_NaN();
    const ilanes isKept = (drawU01(rng) >= kNaNProbability) & (point->x == point->x);
    point->x = isKept ? lanes(0.0f) : notANumber;
    point->y = 0.0f;
    point->visibility = 1.0f;
  }
};

struct Converging : NoFinal {
  template <uint32_t> static void apply(const float *, LanePoint *point, LaneRng *) {
    point->x = kConvergenceFactor * (point->x < 0.0f ? -point->x : point->x);
    point->y = 0.0f;
    point->visibility = 1.0f;
  }
};

} // namespace

rt::CpuKernels convergingGenome(bool countsEarly) {
  return countsEarly ? Genome<Converging, 1, 0>::kernels()
                     : Genome<Converging, 1, abi::kOnlyConverged>::kernels();
}

rt::CpuKernels contractionGenome() { return Genome<Contraction, 5, 0>::kernels(); }

rt::CpuKernels transitionGenome(bool hasXaos) {
  return hasXaos ? Genome<Transition, 3, abi::kXaos>::kernels()
                 : Genome<Transition, 3, 0>::kernels();
}

rt::CpuKernels stampGenome(uint32_t features) {
  constexpr uint32_t kAdjusted = abi::kAdjustsSaturation | abi::kAdjustsHue;
  switch (features) {
  case abi::kLinearPalette:
    return Genome<Stamp, 1, abi::kLinearPalette>::kernels();
  case abi::kFractionalDeposit:
    return Genome<Stamp, 1, abi::kFractionalDeposit>::kernels();
  case abi::kFractionalDeposit | abi::kLinearPalette:
    return Genome<Stamp, 1, abi::kFractionalDeposit | abi::kLinearPalette>::kernels();
  case abi::kFractionalDeposit | abi::kDirectRgb:
    return Genome<Stamp, 1, abi::kFractionalDeposit | abi::kDirectRgb>::kernels();
  case abi::kFractionalDeposit | abi::kDirectRgb | abi::kDisplayColors:
    return Genome<Stamp, 1,
                  abi::kFractionalDeposit | abi::kDirectRgb | abi::kDisplayColors>::kernels();
  case abi::kFractionalDeposit | kAdjusted:
    return Genome<Stamp, 1, abi::kFractionalDeposit | kAdjusted>::kernels();
  case abi::kFractionalDeposit | abi::kLinearPalette | kAdjusted:
    return Genome<Stamp, 1, abi::kFractionalDeposit | abi::kLinearPalette | kAdjusted>::kernels();
  case abi::kFractionalDeposit | abi::kDirectRgb | kAdjusted:
    return Genome<Stamp, 1, abi::kFractionalDeposit | abi::kDirectRgb | kAdjusted>::kernels();
  default:
    return Genome<Stamp, 1, 0>::kernels();
  }
}

rt::CpuKernels curvedGenome() { return Genome<Curved, 3, abi::kFinalXform>::kernels(); }

rt::CpuKernels badValueGenome(bool hasXaos) {
  return hasXaos ? Genome<BadValue, 2, abi::kXaos>::kernels() : Genome<BadValue, 2, 0>::kernels();
}

rt::CpuKernels lastingNaNGenome(bool hasXaos) {
  return hasXaos ? Genome<LastingNaN, 1, abi::kPeriodicReseed | abi::kXaos>::kernels()
                 : Genome<LastingNaN, 1, abi::kPeriodicReseed>::kernels();
}

} // namespace flame::test
