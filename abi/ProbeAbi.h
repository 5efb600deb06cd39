// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a test looks at single xforms of a compiled flame: points go in one by one, with the random numbers that they
// shall draw, and what the xform makes of them comes out. The flame is linked with a probe (VariationProbe.cpp in
// runtime/device and runtime/cpu) in the place of the kernels; everything else is as in a flame that is rendered.

#ifndef FLAME_ABI_PROBEABI_H
#define FLAME_ABI_PROBEABI_H

#include "abi/Abi.h"

namespace flame::abi {

/// Random numbers that one application of an xform may draw.
inline constexpr uint32_t kProbeDraws = 24;

/// One application of one xform.
struct Probe {
  uint32_t xform;
  float x, y, color;
  float draws[kProbeDraws]; ///< handed out in this order, whatever kind is asked for
};

/// Arguments of the kernel flame_probe: results[i] is probes[i].xform applied to the point of probes[i].
struct ProbeArgs {
  const float *params; ///< one parameter block
  const Probe *probes;
  Point *results;
  uint32_t count;
};

/// The same on the CPU, passed to flame_cpu_run in the place of a worker. Every lane of a vector gets the same point
/// and numbers; results[i] holds vectors x, y, color, visibility.
struct LaneProbeArgs {
  const float *params;
  const Probe *probes;
  float *results; ///< 4 * lanes floats per probe, aligned to 64 bytes
  uint32_t count;
};

/// What generated code takes for a random generator: the numbers that are left.
struct DrawFeed {
  const float *next;
};

} // namespace flame::abi

#endif // FLAME_ABI_PROBEABI_H
