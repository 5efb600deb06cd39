// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of single xforms of a compiled flame. Points go in one by one, together with the random
// numbers that they draw; the points that the xform makes of them come out. The flame is linked
// with a probe (VariationProbe.cpp in runtime/device and runtime/cpu) instead of the kernels.
// Everything else is the same as in a rendered flame.

#ifndef FLAME_ABI_PROBEABI_H
#define FLAME_ABI_PROBEABI_H

#include "abi/Abi.h"

namespace flame::abi {

/// Most random numbers that one application of an xform may draw.
inline constexpr uint32_t kProbeDraws = 24;

/// One application of one xform.
struct Probe {
  uint32_t xform;
  float x, y, color;
  float draws[kProbeDraws]; ///< handed out in this order, whatever kind is asked for
};

/// Arguments of the kernel flame_probe: applies probes[i].xform to the point of probes[i] and
/// writes results[i].
struct ProbeArgs {
  const float *params; ///< one parameter block
  const Probe *probes;
  Point *results;
  uint32_t count;
};

/// The same on the CPU, passed to flame_cpu_run in place of a worker. Every lane of a vector gets
/// the same point and numbers. results[i] holds the vectors x, y, color and visibility.
struct LaneProbeArgs {
  const float *params;
  const Probe *probes;
  float *results; ///< 4 * lanes floats per probe, aligned to 64 bytes
  uint32_t count;
};

/// The random generator of generated code in a probe: the remaining numbers.
struct DrawFeed {
  const float *next;
};

} // namespace flame::abi

#endif // FLAME_ABI_PROBEABI_H
