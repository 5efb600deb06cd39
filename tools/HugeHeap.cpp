// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/HugeHeap.h"

#include "runtime/shared/HugePages.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace flame {

void growHeapInHugePages(size_t bytes) {
#ifdef __GLIBC__
  // What the heap grows by beyond what is asked for, unless told otherwise; blocks that are smaller are of it, not mapped one by one.
  constexpr int kPad = 128 << 10, kMostMapped = 4 << 20;
  mallopt(M_MMAP_THRESHOLD, kMostMapped);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, int(std::min<size_t>(bytes, std::numeric_limits<int>::max())));
  auto *const start = static_cast<char *>(sbrk(0));
  void *volatile block = std::malloc(kMostMapped / 2); // more than the heap has, so that it grows
  std::free(block);
  mallopt(M_TOP_PAD, kPad); // a heap that cannot grow by as much must still grow
  rt::adviseHugePages(start, size_t(static_cast<char *>(sbrk(0)) - start));
#endif
}

} // namespace flame
