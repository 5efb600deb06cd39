// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rotation multiplies the matrix of an xform from the left, so it rotates the xform's output
// rather than its input.

#include "compiler/animation/LoopGenome.h"

#include "compiler/animation/Motion.h"

#include <cmath>
#include <numbers>

namespace flame {

static Affine rotated(const Affine &affine, double cosine, double sine) {
  Affine result = affine;
  result.a = affine.a * cosine - affine.d * sine;
  result.d = affine.a * sine + affine.d * cosine;
  result.b = affine.b * cosine - affine.e * sine;
  result.e = affine.b * sine + affine.e * cosine;
  return result;
}

void rotateXforms(Genome &genome, double turns, InterpolationType type) {
  const double angle = 2 * std::numbers::pi * turns;
  const double cosine = std::cos(angle), sine = std::sin(angle);
  for (Xform &xform : genome.xforms)
    if (xform.animate != 0 && (!xform.isPadding || type == InterpolationType::Log))
      xform.coefs = rotated(xform.coefs, cosine, sine);
}

Genome loopGenome(const Genome &genome, double blend) {
  Genome result = applyMotion(genome, blend);
  rotateXforms(result, blend, result.interpolationType);
  return result;
}

} // namespace flame
