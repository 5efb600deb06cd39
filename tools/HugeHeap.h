// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A heap of large pages: programs that take much memory in small pieces have a fault for each page of four kilobytes otherwise, and a
// quarter of their time goes by until they have it.

#ifndef FLAME_TOOLS_HUGEHEAP_H
#define FLAME_TOOLS_HUGEHEAP_H

#include <cstddef>

namespace flame {

/// Makes the heap of the main thread larger by so many bytes of address space, in large pages where there are any, and keeps what it
/// gives up for the next who asks. To be called before much is taken. Does nothing with allocators other than that of glibc, and where
/// there is not so much address space.
void growHeapInHugePages(size_t bytes);

} // namespace flame

#endif // FLAME_TOOLS_HUGEHEAP_H
