// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures how fast a GPU sorts samples by a few bits: the cost of accumulating them in order.

#ifndef FLAME_TOOLS_FLAMEBENCH_SORT_H
#define FLAME_TOOLS_FLAMEBENCH_SORT_H

#include "support/Result.h"
#include "tools/flamebench/Table.h"

#include <string>

namespace flame {

struct SortBenchOptions {
  int ordinal = 0;
  unsigned repeat = 3;
  /// Range for the number of bits to sort by.
  unsigned firstBits = 7, lastBits = 10;
  unsigned logKeys = 26; ///< 2^logKeys keys of 32 bits
  /// Library built from CubSort.cu, to compare with. Empty: none.
  std::string cub;
};

/// Returns a table of our sort and, if requested, one of CUB's: a row per input, keys per second
/// for each number of bits. Unsorted or lost keys are an Internal error.
rt::Result<std::vector<Table>> benchSort(const SortBenchOptions &options);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_SORT_H
