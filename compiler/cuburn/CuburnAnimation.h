// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The animation of a flock: read from a document of type "animation" or made by blending two nodes,
// then converted to an animation of the compiler:
//
//   lengths     camera.scale counts image widths per unit of the plane; ours counts pixels
//   samples     2000 per pixel, times camera.spp
//   palette     interpolates between entries; cuburn picks one of the two neighbours at random
//   colours     1 is the last entry of the palette; ours is the end after it
//   filters     log scale and colour clip, with the document's values; others need a filter chain
//   sampling    no spatial filter: cuburn counts points where they fall; camera.dither_width has
//               no effect there either
//   affines     stay polar, so that they rotate without shearing; y of the document points up, ours
//               down

#ifndef FLAME_COMPILER_CUBURN_CUBURNANIMATION_H
#define FLAME_COMPILER_CUBURN_CUBURNANIMATION_H

#include "compiler/cuburn/CuburnPalette.h"
#include "compiler/cuburn/CuburnReader.h"
#include "compiler/cuburn/CuburnSpline.h"

namespace flame {

struct CuburnAnimationXform {
  std::string id;
  CuburnValues<CuburnCurve> values;
  llvm::SMLoc loc;
  /// How strongly colours set by variations count, at both ends. Such variations set the colour
  /// even at weight 0.
  double directColorStart = 1, directColorEnd = 1;
};

struct CuburnAnimation {
  CuburnValues<std::string> texts; ///< "name", "author.name", ...
  double duration = 1;             ///< in units
  CuburnValues<CuburnCurve> values;
  std::vector<CuburnAnimationXform> xforms; ///< chaos rows refer to their ids
  std::optional<CuburnAnimationXform> finalXform;
  std::vector<TimedPalette> palettes; ///< ascending, at most one per time
  llvm::SMRange range;                ///< of the document, for messages
};

/// Reads a document of type "animation". Failure has been reported.
std::optional<CuburnAnimation> readCuburnAnimation(Diagnostics &diags,
                                                   const CuburnDocument &document);

/// Converts to an animation of the compiler. Reports required values that the flock lacks.
std::optional<Animation> makeAnimation(const CuburnAnimation &cuburn, const CuburnOptions &options,
                                       Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNANIMATION_H
