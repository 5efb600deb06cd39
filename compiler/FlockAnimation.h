// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flock's animation: what a document of that type says, or what the blend of two nodes gives, and how it becomes an
// animation of the compiler.
//
//   lengths     camera.scale counts image widths per unit of the plane; ours counts pixels
//   samples     2000 per pixel, times camera.spp
//   palette     entries are interpolated: cuburn picks one of the two next to a colour at random
//   colours     1 is the last entry of the palette; ours is the end behind it
//   filters     log scale and colour clip, with the document's values; others need a chain of filters
//   sampling    no spatial filter: cuburn counts points where they fall. camera.dither_width has no effect there either
//   affines     stay polar, so that they turn and do not shear on their way; y of the document points up, ours down

#ifndef FLAME_COMPILER_FLOCKANIMATION_H
#define FLAME_COMPILER_FLOCKANIMATION_H

#include "compiler/FlockPalette.h"
#include "compiler/FlockReader.h"
#include "compiler/FlockSpline.h"

namespace flame {

struct FlockAnimationXform {
  std::string id;
  FlockValues<FlockCurve> values;
  llvm::SMLoc loc;
  /// How far the colours count that variations set, at both ends: they set them also at weight 0.
  double directColorStart = 1, directColorEnd = 1;
};

struct FlockAnimation {
  FlockValues<std::string> texts; ///< "name", "author.name", ...
  double duration = 1;            ///< in units
  FlockValues<FlockCurve> values;
  std::vector<FlockAnimationXform> xforms; ///< chaos rows refer to their ids
  std::optional<FlockAnimationXform> finalXform;
  std::vector<TimedPalette> palettes; ///< ascending, no time twice
  llvm::SMRange range;                ///< of the document, for messages
};

/// Reads a document of type "animation". Failure has been reported.
std::optional<FlockAnimation> readFlockAnimation(Diagnostics &diags, const FlockDocument &document);

/// The animation of the compiler. What it needs and the flock does not have is reported.
std::optional<Animation> makeAnimation(const FlockAnimation &flock, const FlockOptions &options,
                                       Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_FLOCKANIMATION_H
