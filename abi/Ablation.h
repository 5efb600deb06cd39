// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ablations of the iterate kernel: parts that a measurement omits or repeats to learn their cost.
// The constant `flame_ablation` of a linked flame selects them. In everything that flamec makes it
// is 0, and the tests for it compile to no code.

#ifndef FLAME_ABI_ABLATION_H
#define FLAME_ABI_ABLATION_H

#include <stdint.h>

namespace flame::abi {

/// Changes to the kernel. All but kNoPalette and kSelectTwice change where points go.
enum Ablation : uint32_t {
  kNoPlot = 1u << 0,        ///< points are neither projected nor added up
  kNoExchange = 1u << 1,    ///< points stay in their threads; not with xaos
  kNoSearch = 1u << 2,      ///< all xforms are equally likely; no weights are searched
  kNoPalette = 1u << 3,     ///< samples are black
  kSelectTwice = 1u << 4,   ///< each choice of an xform is made twice
  kHalfOfTheRest = 1u << 5, ///< odd rounds apply xforms and do nothing else; not with xaos
};

/// The ablation that applies one xform alone, without a choice. The bits from here on hold its
/// number plus 1.
inline constexpr uint32_t kOnlyXformShift = 16;
constexpr uint32_t onlyXform(uint32_t xform) { return (xform + 1) << kOnlyXformShift; }

} // namespace flame::abi

#endif // FLAME_ABI_ABLATION_H
