// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types shared by both schedules: a plotted point, and the sums that a thread keeps.

#ifndef FLAME_RUNTIME_DEVICE_SUMS_H
#define FLAME_RUNTIME_DEVICE_SUMS_H

#include "runtime/device/SharedMemory.h"
#include "runtime/device/WideSums.h"
#include "runtime/shared/Deposit.h"

namespace flame {

/// A point projected into the picture.
struct Landing {
  uint32_t bucket; ///< valid if isSeen
  float color, visibility;
  bool isSeen;
};

/// Sums that a thread keeps while it iterates logical blocks.
struct Sums {
  uint64_t hottest = 0; ///< deposits to the hottest bucket
  uint32_t plotted = 0; ///< samples in the frame
};

} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_SUMS_H
