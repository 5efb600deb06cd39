// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Large pages for arrays of a frame. Page faults of 4 KiB pages take longer than the work of a
// frame with few samples, and random additions miss the TLB of small pages.

#ifndef FLAME_RUNTIME_SHARED_HUGEPAGES_H
#define FLAME_RUNTIME_SHARED_HUGEPAGES_H

#include <cstddef>
#include <cstdint>

#include <sys/mman.h>

namespace flame::rt {

/// Asks for large pages for the whole large pages within a range, ideally before its first use.
/// This is only advice: refusal does not matter.
inline void adviseHugePages(void *start, size_t bytes) {
  constexpr uintptr_t kHugePage = uintptr_t(2) << 20;
  const auto address = reinterpret_cast<uintptr_t>(start);
  const uintptr_t before = (kHugePage - address % kHugePage) % kHugePage;
  if (bytes >= before + kHugePage)
    madvise(static_cast<char *>(start) + before, (bytes - before) / kHugePage * kHugePage,
            MADV_HUGEPAGE);
}

} // namespace flame::rt

#endif // FLAME_RUNTIME_SHARED_HUGEPAGES_H
