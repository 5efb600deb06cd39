// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What atomic additions cost on a GPU. docs/atomics.md says what each table asks.

#ifndef FLAME_TOOLS_FLAMEBENCH_ATOMICS_H
#define FLAME_TOOLS_FLAMEBENCH_ATOMICS_H

#include "tools/flamebench/GpuBench.h"
#include "tools/flamebench/Table.h"

namespace flame {

/// All of the study, a table for each question. A kernel that loses additions, or does other ones, is an Internal error.
rt::Result<std::vector<Table>> benchAtomics(int ordinal, unsigned repeat);

/// Unreturned 32-bit additions per second in shared memory, to random cells of a block.
rt::Result<double> blockAdditionRate(const GpuBench &bench);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_ATOMICS_H
