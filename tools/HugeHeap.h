// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A heap of large pages. Programs that allocate much memory in small pieces otherwise take a page
// fault every four kilobytes and spend a quarter of their time on them.

#ifndef FLAME_TOOLS_HUGEHEAP_H
#define FLAME_TOOLS_HUGEHEAP_H

#include <cstddef>

namespace flame {

/// Grows the heap of the main thread by `bytes` of address space, in large pages if available, and
/// keeps freed memory for later allocations. Call it before large allocations. Does nothing with
/// allocators other than glibc's, or if the address space is limited.
void growHeapInHugePages(size_t bytes);

} // namespace flame

#endif // FLAME_TOOLS_HUGEHEAP_H
