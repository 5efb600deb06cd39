// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all ways of adding up samples share: a sample in the picture, and what a thread keeps.

#ifndef FLAME_RUNTIME_DEVICE_SUMS_H
#define FLAME_RUNTIME_DEVICE_SUMS_H

#include "runtime/device/SharedMemory.h"
#include "runtime/device/WideSums.h"
#include "runtime/shared/Deposit.h"

namespace flame {

/// A point in the picture.
struct Landing {
  uint32_t bucket; ///< if it is seen
  float color, visibility;
  bool isSeen;
};

/// What a thread keeps for itself while it iterates logical blocks.
struct Sums {
  uint64_t hottest = 0; ///< deposits to the hottest bucket
  uint32_t plotted = 0; ///< samples in the frame
};

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_SUMS_H
