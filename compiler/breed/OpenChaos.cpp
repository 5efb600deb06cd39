// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compiler/breed/OpenChaos.h"

#include "llvm/ADT/STLExtras.h"

namespace flame {

void openChaos(Genome &genome) {
  for (Xform &xform : genome.xforms) {
    double sum = 0;
    for (auto [index, next] : llvm::enumerate(genome.xforms))
      sum += xform.chaosTo(index) * next.weight;
    if (!(sum > 0))
      xform.chaos.clear();
  }
}

} // namespace flame
