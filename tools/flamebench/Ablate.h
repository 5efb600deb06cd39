// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures the cost of the parts of a flame's kernel by leaving them out or executing them twice.

#ifndef FLAME_TOOLS_FLAMEBENCH_ABLATE_H
#define FLAME_TOOLS_FLAMEBENCH_ABLATE_H

#include "tools/flamebench/Variants.h"

namespace flame {

/// Returns a table per flame with a row for each part left out. Several flames also give a table of
/// geometric means over all flames. The last table counts the instructions of the loop over rounds
/// by purpose.
rt::Result<std::vector<Table>> benchAblations(const VariantBench &bench,
                                              const std::vector<NamedFlame> &flames);

/// Does the same for the compiler's passes: each optional pass off in turn, all of them off, and
/// all of them off with every function computed in full.
rt::Result<std::vector<Table>> benchPasses(const VariantBench &bench,
                                           const std::vector<NamedFlame> &flames);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_ABLATE_H
