// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over arrays in registers with a single copy of the loop body. Registers cannot be indexed,
// so the arrays rotate instead.

#ifndef FLAME_RUNTIME_DEVICE_ROTATE_H
#define FLAME_RUNTIME_DEVICE_ROTATE_H

#include "runtime/shared/FlameDevice.h"

namespace flame {

/// Moves each of `count` values one place down, and the first one to the end.
template <uint32_t count, class Value> FLAME_INLINE void rotate(Value *values) {
  const Value first = values[0];
#pragma unroll
  for (uint32_t i = 1; i < count; ++i)
    values[i - 1] = values[i];
  values[count - 1] = first;
}

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_ROTATE_H
