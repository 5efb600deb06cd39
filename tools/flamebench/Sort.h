// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How quickly a GPU sorts samples by a few bits, which is what adding them up in order would cost.

#ifndef FLAME_TOOLS_FLAMEBENCH_SORT_H
#define FLAME_TOOLS_FLAMEBENCH_SORT_H

#include "support/Result.h"
#include "tools/flamebench/Table.h"

#include <string>

namespace flame {

struct SortBenchOptions {
  int ordinal = 0;
  unsigned repeat = 3;
  unsigned firstBits = 7, lastBits = 10; ///< that keys are sorted by
  unsigned logKeys = 26;                 ///< 2^logKeys keys of 32 bits
  std::string cub; ///< library made of CubSort.cu, to be compared with; empty: none
};

/// A table of our sort and, if asked for, one of CUB's: a row for each input, keys per second for each number of bits. What is not
/// sorted, or has lost keys, is an Internal error.
rt::Result<std::vector<Table>> benchSort(const SortBenchOptions &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_SORT_H
