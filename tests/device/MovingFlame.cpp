// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building the flame in motion from one of those of the selection tests.

#include "tests/device/MovingFlame.h"

#include "tests/device/SelectionFlame.h"

namespace flame::test {

/// A straight line from time 0 to time 1.
static Track line(double from, double to) {
  const double slope = to - from;
  Track track;
  track.knots = {{0, from, slope, slope}, {1, to, slope, slope}};
  return track;
}

static Palette uniform(const PaletteColor &color) {
  Palette palette;
  palette.fill(color);
  return palette;
}

Animation makeMovingFlame() {
  constexpr double kPixelsPerUnit = kMovingSize / 2.0; // the flame fills the unit square
  static_assert(kMovingDistance < kMovingSize / 4.0, "the flame stays in the frame");
  Animation animation = makeSelectionFlame(selectionCases().front());
  animation.name = "moving";
  animation.width = animation.height = kMovingSize;
  animation.duration = 10;
  animation.temporalSamples = 64;
  animation.scale = kPixelsPerUnit;
  animation.centerX = line(0.5, 0.5 + kMovingDistance / kPixelsPerUnit);
  animation.palettes = {{0.0, uniform({1, 0, 0, 1})}, {1.0, uniform({0, 0, 1, 1})}};
  return animation;
}

} // namespace flame::test
