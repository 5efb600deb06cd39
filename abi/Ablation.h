// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a measurement leaves out of the iterate kernel, or has done twice, to learn what it costs. The constant
// `flame_ablation` of a linked flame says so. In all that flamec makes it is 0, and what asks for it is no code.

#ifndef FLAME_ABI_ABLATION_H
#define FLAME_ABI_ABLATION_H

#include <stdint.h>

namespace flame::abi {

/// What is different. All but kNoPalette and kSelectTwice change where points go.
enum Ablation : uint32_t {
  kNoPlot = 1u << 0,        ///< points are neither projected nor added up
  kNoExchange = 1u << 1,    ///< points stay in their threads; without xaos
  kNoSearch = 1u << 2,      ///< all xforms are equally likely, so that no weights are searched
  kNoPalette = 1u << 3,     ///< samples are black
  kSelectTwice = 1u << 4,   ///< each choice of an xform is made twice
  kHalfOfTheRest = 1u << 5, ///< odd rounds apply xforms and do nothing else; without xaos
};

/// The ablation that applies one xform alone, without a choice. From this bit on stands its number and 1.
inline constexpr uint32_t kOnlyXformShift = 16;
constexpr uint32_t onlyXform(uint32_t xform) { return (xform + 1) << kOnlyXformShift; }

} // namespace flame::abi

#endif // FLAME_ABI_ABLATION_H
