// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the cost of atomic additions on a GPU. docs/atomics.md explains each table.

#ifndef FLAME_TOOLS_FLAMEBENCH_ATOMICS_H
#define FLAME_TOOLS_FLAMEBENCH_ATOMICS_H

#include "tools/flamebench/GpuBench.h"
#include "tools/flamebench/Table.h"

namespace flame {

/// Runs the whole study and returns a table per question. A kernel whose result shows lost or wrong
/// additions is an Internal error.
rt::Result<std::vector<Table>> benchAtomics(int ordinal, unsigned repeat);

/// Returns the rate of unreturned 32-bit additions in shared memory to random cells of a block, per
/// second.
rt::Result<double> blockAdditionRate(const GpuBench &bench);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_ATOMICS_H
