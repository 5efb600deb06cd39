// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Order of steps: motion, alignment, rotation, interpolation. Between a rotating and a static
// xform, the short way would change sides during the edge. A reference angle taken before the
// rotation keeps the angle within one turn.

#include "compiler/animation/EdgeGenome.h"

#include "compiler/animation/AlignGenomes.h"
#include "compiler/animation/LoopGenome.h"
#include "compiler/animation/Motion.h"

#include "llvm/ADT/STLExtras.h"

#include <numbers>

namespace flame {

static WindingReference findWinding(const Xform &from, const Xform &to) {
  if ((from.animate == 0) == (to.animate == 0))
    return {};
  const auto fromAngles = columnAngles(from.coefs), toAngles = columnAngles(to.coefs);
  WindingReference winding;
  for (size_t column = 0; column < winding.size(); ++column)
    winding[column] = 2 * std::numbers::pi +
                      (from.animate != 0 ? fromAngles[column]
                                         : unwindAngle(toAngles[column], fromAngles[column]));
  return winding;
}

/// A motion element may supply the weight of a variation that sets the colour. If the motion passes
/// through 0, the flame still has the variation.
static void keepDirectColors(const Genome &from, Genome &aligned) {
  auto keep = [](const Xform &original, Xform &xform) {
    if (original.setsDirectColor())
      xform.directColor = original.directColor;
  };
  for (auto [original, xform] : llvm::zip(from.xforms, aligned.xforms))
    keep(original, xform);
  if (from.finalXform)
    keep(*from.finalXform, *aligned.finalXform);
}

Genome edgeGenome(const Genome &from, const Genome &to, double blend, double stagger,
                  Compatibility compat, bool withPalette) {
  Genome genomes[] = {applyMotion(from, blend), applyMotion(to, blend)};
  alignGenomes(genomes, compat);
  keepDirectColors(from, genomes[0]);
  keepDirectColors(to, genomes[1]);
  InterpolateOptions options;
  options.stagger = stagger;
  options.compat = compat;
  options.withPalette = withPalette;
  for (auto [first, second] : llvm::zip(genomes[0].xforms, genomes[1].xforms))
    options.windings.push_back(findWinding(first, second));
  for (Genome &genome : genomes)
    rotateXforms(genome, blend, genomes[0].interpolationType);
  const double share = smoothStep(blend);
  return mixGenomes(genomes, {1 - share, share}, options);
}

} // namespace flame
