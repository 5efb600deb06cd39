// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses an xform by a random number.

#ifndef FLAME_RUNTIME_DEVICE_CHOOSEXFORM_H
#define FLAME_RUNTIME_DEVICE_CHOOSEXFORM_H

#include "runtime/device/Genome.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// Up to this many xforms are searched linearly, more by bisection.
inline constexpr uint32_t kLinearSearch = 8;

/// Index of the first of `count` ascending bounds above `u`; the last bound counts as infinite.
FLAME_INLINE uint32_t searchCumulative(const float *bounds, uint32_t count, float u) {
  if (count <= kLinearSearch) {
    uint32_t index = 0;
    for (uint32_t i = 0; i + 1 < count; ++i)
      index += u >= bounds[i];
    return index;
  }
  uint32_t low = 0, high = count - 1;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (u >= bounds[middle])
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// Hides a value from the optimiser.
FLAME_INLINE uint32_t opaque(uint32_t value) {
  __asm__("mov.b32 %0, %0;" : "+r"(value));
  return value;
}

/// The xform that `u` in [0,1) chooses by these cumulative weights.
FLAME_INLINE uint32_t chooseXform(const float *bounds, float u) {
  if (const uint32_t only = flame_ablation >> abi::kOnlyXformShift)
    return only - 1;
  if (isAblated(abi::kNoSearch))
    return uint32_t(u * float(flame_num_xforms));
  if (isAblated(abi::kSelectTwice)) // the optimiser must assume that u changed
    u = opaque(searchCumulative(bounds, flame_num_xforms, u)) < flame_num_xforms ? u : 0;
  return searchCumulative(bounds, flame_num_xforms, u);
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_CHOOSEXFORM_H
