// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building the flame of a selection case.

#include "tests/device/SelectionFlame.h"

namespace flame::test {

Animation makeSelectionFlame(const SelectionCase &selection, std::optional<unsigned> hidden) {
  Genome genome;
  genome.name = "selection " + selection.name;
  genome.width = genome.height = kSelectionSize;
  genome.scale = kSelectionSize;
  genome.centerX = genome.centerY = 0.5;
  genome.estimatorRadius = 0;
  genome.onlyConverged = selection.onlyConverged;
  for (PaletteColor &color : genome.palette)
    color = {1, 1, 1, 1};
  for (unsigned copy = 0; copy < kSelectionXforms * selection.copies; ++copy) {
    const unsigned i = copy / selection.copies;
    const double *centre = kSelectionCentres[i];
    Xform xform;
    xform.weight = selection.weights[i] / selection.copies;
    xform.opacity = hidden == i ? 0 : 1;
    xform.coefs = {.a = kSelectionShrink,
                   .e = kSelectionShrink,
                   .c = centre[0] - kSelectionShrink / 2,
                   .f = centre[1] - kSelectionShrink / 2};
    VariationUse linear;
    linear.info = findVariation("linear");
    linear.weight = 1;
    xform.variations.push_back(std::move(linear));
    if (!selection.chaos.empty())
      for (double factor : selection.chaos[i])
        xform.chaos.insert(xform.chaos.end(), selection.copies, factor);
    genome.xforms.push_back(std::move(xform));
  }
  return makeStill(genome);
}

} // namespace flame::test
