// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the peak rates of this machine. A renderer's rates are judged as fractions of these.

#ifndef FLAME_TOOLS_FLAMEBENCH_PEAKS_H
#define FLAME_TOOLS_FLAMEBENCH_PEAKS_H

#include "support/Result.h"
#include "tools/flamebench/Table.h"

namespace flame {

/// Measures memory bandwidth and fused multiply-adds of the host, on one thread and on `threads`
/// threads together.
Table measureHostPeaks(unsigned threads, unsigned repeat);

/// Measures memory bandwidth and deposits of GPU `ordinal`. A machine without a driver or a GPU is
/// an Environment error.
rt::Result<Table> measureGpuPeaks(int ordinal, unsigned repeat);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_PEAKS_H
