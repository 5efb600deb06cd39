// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building the flame that converges at a known pace.

#include "tests/device/ConvergingFlame.h"

#include "compiler/animation/Animation.h"
#include "compiler/genome/Genome.h"

namespace flame::test {

Animation makeConvergingFlame(bool onlyConverged) {
  Genome genome;
  genome.name = "converging";
  genome.width = genome.height = kConvergingSize;
  genome.scale = kConvergingSize / 2.0; // the square of side 2
  genome.estimatorRadius = 0;
  for (PaletteColor &color : genome.palette)
    color = {1, 1, 1, 1};
  VariationUse linear;
  linear.info = findVariation("linear");
  linear.weight = kConvergenceFactor;
  Xform xform;
  xform.weight = 1;
  xform.variations.push_back(std::move(linear));
  genome.xforms.push_back(std::move(xform));
  genome.onlyConverged = onlyConverged;
  return makeStill(genome);
}

} // namespace flame::test
