// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The length of the colour paths is the sum over the xforms of the distance of each colour's ends,
// weighted by how often the xform is chosen at both ends: hypot(weight at the start, weight at the
// end). The visible part of a colour is the part that the final xform leaves.

#include "compiler/cuburn/CuburnPaletteFlip.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

namespace flame {

/// A value of an xform over time, or its default.
static CuburnCurve curveOf(const CuburnAnimationXform &xform, llvm::StringRef name) {
  auto found = xform.values.find(name);
  if (found != xform.values.end())
    return found->second;
  const double value = cuburnSpline(/*inXform=*/true, name).defaultValue;
  return {value, 0, value, 0, {}};
}

/// The same curve ending at 1 - end.
static CuburnCurve flipped(CuburnCurve color) {
  color.end = 1 - color.end;
  color.endVelocity = -color.endVelocity;
  return color;
}

/// The length of the colour paths, as they are or with flipped ends.
static double wayOfColors(const CuburnAnimation &animation, bool isFlipped) {
  CuburnCurve finalColor, finalSpeed; // of speed 0 without a final xform
  if (animation.finalXform) {
    finalColor = curveOf(*animation.finalXform, "color");
    finalSpeed = curveOf(*animation.finalXform, "color_speed");
  }
  if (isFlipped)
    finalColor = flipped(finalColor);
  double way = 0;
  for (const CuburnAnimationXform &xform : animation.xforms) {
    const CuburnCurve weight = curveOf(xform, "weight"), color = curveOf(xform, "color");
    const double end = isFlipped ? flipped(color).end : color.end;
    const double seenStart = std::lerp(color.start, finalColor.start, finalSpeed.start);
    const double seenEnd = std::lerp(end, finalColor.end, finalSpeed.end);
    way += std::hypot(weight.start, weight.end) * std::abs(seenEnd - seenStart);
  }
  return way;
}

/// True if no knots and no variation set colours between the ends.
static bool isFree(const CuburnAnimation &animation) {
  auto setsColor = [](const CuburnAnimationXform &xform) {
    return llvm::any_of(xform.values,
                        [](const auto &value) { return isDirectColorWeight(value.first); });
  };
  auto hasKnots = [](const CuburnAnimationXform &xform) {
    return !curveOf(xform, "color").knots.empty();
  };
  auto isAtAnEnd = [](const TimedPalette &palette) {
    return palette.first == 0 || palette.first == 1;
  };
  return !animation.palettes.empty() && llvm::all_of(animation.palettes, isAtAnEnd) &&
         llvm::none_of(animation.xforms, hasKnots) && llvm::none_of(animation.xforms, setsColor) &&
         !(animation.finalXform &&
           (hasKnots(*animation.finalXform) || setsColor(*animation.finalXform)));
}

bool flipPaletteIfShorter(CuburnAnimation &animation) {
  if (!isFree(animation) || !(wayOfColors(animation, true) < wayOfColors(animation, false)))
    return false;
  auto flip = [](CuburnAnimationXform &xform) {
    xform.values["color"] = flipped(curveOf(xform, "color"));
  };
  llvm::for_each(animation.xforms, flip);
  if (animation.finalXform)
    flip(*animation.finalXform);
  const Palette start = animation.palettes.front().second; // the only one, if both ends share it
  Palette end = animation.palettes.back().second;
  std::reverse(end.begin(), end.end());
  animation.palettes = {{0, start}, {1, end}};
  tidyPalettes(animation.palettes);
  return true;
}

} // namespace flame
