// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of a flame's kernel cost, by leaving them out or doing them twice.

#ifndef FLAME_TOOLS_FLAMEBENCH_ABLATE_H
#define FLAME_TOOLS_FLAMEBENCH_ABLATE_H

#include "tools/flamebench/Variants.h"

namespace flame {

/// For each flame a table with a row for each part left out; then the geometric means over all flames, if there are several, and
/// what the instructions of the loop over rounds are for.
rt::Result<std::vector<Table>> benchAblations(const VariantBench &bench,
                                              const std::vector<NamedFlame> &flames);

/// The same for the compiler's passes: each optional one off in turn, all of them, and these with every function computed in full.
rt::Result<std::vector<Table>> benchPasses(const VariantBench &bench,
                                           const std::vector<NamedFlame> &flames);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_ABLATE_H
