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
  // kPad is glibc's default growth beyond a request. Blocks smaller than kMostMapped come from the
  // heap instead of separate mappings.
  constexpr int kPad = 128 << 10, kMostMapped = 4 << 20;
  mallopt(M_MMAP_THRESHOLD, kMostMapped);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, int(std::min<size_t>(bytes, std::numeric_limits<int>::max())));
  auto *const start = static_cast<char *>(sbrk(0));
  // Larger than the free heap, so the heap grows.
  void *volatile block = std::malloc(kMostMapped / 2);
  std::free(block);
  // A heap that cannot grow by `bytes` must still be able to grow.
  mallopt(M_TOP_PAD, kPad);
  rt::adviseHugePages(start, size_t(static_cast<char *>(sbrk(0)) - start));
#endif
}

} // namespace flame
