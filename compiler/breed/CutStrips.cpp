// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A strip is a smaller picture around another centre. The camera rotates the plane around its
// centre, so the vertical offset between the centres in the picture is rotated back into the plane.

#include "compiler/breed/CutStrips.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace flame {

std::vector<Genome> cutStrips(const Genome &genome, unsigned count) {
  assert(count >= 1 && int(count) <= genome.height);
  const double perUnit = genome.scale * std::exp2(genome.zoom);
  const double angle = genome.rotate * std::numbers::pi / 180;
  std::vector<Genome> strips;
  int top = 0;
  for (unsigned i = 0; i < count; ++i) {
    Genome strip = genome;
    strip.height = genome.height / int(count) + (int(i) < genome.height % int(count));
    const double down = (top + strip.height / 2.0 - genome.height / 2.0) / perUnit;
    strip.centerX += down * std::sin(angle);
    strip.centerY += down * std::cos(angle);
    for (Xform &xform : strip.xforms)
      xform.motions.clear();
    if (!strip.name.empty())
      strip.name += "-" + std::to_string(i + 1) + "of" + std::to_string(count);
    strip.time = i;
    top += strip.height;
    strips.push_back(std::move(strip));
  }
  return strips;
}

} // namespace flame
