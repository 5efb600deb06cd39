// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building the flame that fills its square.

#include "tests/device/FilledFlame.h"

#include "compiler/animation/Animation.h"
#include "compiler/genome/Genome.h"

namespace flame::test {

static Genome makeFilledGenome(double magnification) {
  Genome genome;
  genome.name = "filled";
  genome.width = genome.height = kFilledSize;
  genome.scale = kFilledSize * magnification;
  genome.centerX = genome.centerY = 0.5;
  genome.estimatorRadius = 0;
  for (PaletteColor &color : genome.palette)
    color = {0.9, 0.5, 0.1, 1};
  for (unsigned quarter = 0; quarter < 4; ++quarter) {
    VariationUse linear;
    linear.info = findVariation("linear");
    linear.weight = 1;
    Xform xform;
    xform.weight = 1;
    xform.coefs = {.a = 0.5, .e = 0.5, .c = quarter % 2 ? 0.5 : 0.0, .f = quarter < 2 ? 0.0 : 0.5};
    xform.variations.push_back(std::move(linear));
    genome.xforms.push_back(std::move(xform));
  }
  return genome;
}

Animation makeFilledFlame(double magnification) {
  return makeStill(makeFilledGenome(magnification));
}

Animation makeBlendedFlame() {
  Genome genome = makeFilledGenome(1);
  genome.paletteMode = PaletteMode::Linear;
  for (unsigned i = 0; i < kPaletteSize; ++i)
    genome.palette[i] = i % 2 ? PaletteColor{1, 1, 1, 1} : PaletteColor{0, 0, 0, 1};
  for (Xform &xform : genome.xforms) {
    xform.color = kBetweenEntries;
    xform.colorSpeed = 1;
  }
  return makeStill(genome);
}

} // namespace flame::test
