// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of the host that frames need, counted before any of it is asked for: the system often
// gives more than it has, and ends whoever uses it.

#ifndef FLAME_RUNTIME_PLAN_HOSTMEMORY_H
#define FLAME_RUNTIME_PLAN_HOSTMEMORY_H

#include "runtime/plan/FramePlan.h"

namespace flame::rt {

/// Bytes of the histograms of all passes of a frame.
uint64_t histogramBytes(const FramePlan &plan);

/// Bytes beside histograms that the CPU needs at least to make pixels of them.
uint64_t finishBytes(const FramePlan &plan);

/// Bytes that the CPU needs at least to render a frame, or the shard of it that was asked for.
uint64_t renderBytes(const FramePlan &plan);

/// Bytes that the host has left for this process; UINT64_MAX if it does not say.
uint64_t availableHostMemory();

/// Refuses what needs more than `limit` bytes, or, if that is 0, more than are available: an
/// Environment error.
Status checkHostMemory(const FramePlan &plan, uint64_t bytes, uint64_t limit);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_HOSTMEMORY_H
