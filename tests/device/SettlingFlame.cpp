// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building the flame that settles at a known pace.

#include "tests/device/SettlingFlame.h"

#include "compiler/animation/Animation.h"
#include "compiler/genome/Genome.h"

namespace flame::test {

Animation makeSettlingFlame() {
  Genome genome;
  genome.name = "settling";
  genome.width = genome.height = kSettlingSize;
  genome.scale = kSettlingSize / 2.0; // the square of side 2
  genome.estimatorRadius = 0;
  for (PaletteColor &color : genome.palette)
    color = {1, 1, 1, 1};
  VariationUse linear;
  linear.info = findVariation("linear");
  linear.weight = kSettlingShrink;
  Xform xform;
  xform.weight = 1;
  xform.variations.push_back(std::move(linear));
  genome.xforms.push_back(std::move(xform));
  return makeStill(genome);
}

} // namespace flame::test
