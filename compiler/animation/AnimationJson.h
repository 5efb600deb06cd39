// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The canonical text of an animation. It travels in every artefact, from where the animation is
// recompiled for another GPU or for the CPU, and it is the form in which other programs hand
// animations over.
//
// One JSON object, headed by "format": "flame-animation" and "version": 3. A track is a number if
// it is constant, else
//
//   {"domain": "linear" | "magnitude", "knots": [[time, value, slope in, slope out], ...]}
//
// with times ascending (Animation.h says how and what slopes are). Affines are arrays of six tracks
// in file order a d b e c f, or in polar form objects with the tracks angle, spread, magnitude_x,
// magnitude_y, offset_x and offset_y.
// Colours of a palette are 6 hexadecimal digits each in one string if all are opaque with 8-bit
// components, 16 digits if all are premultiplied red, green, blue and alpha of 16 bits, else 256
// arrays of these four as numbers. Variations stand in the order of evaluation and name their
// parameters as genome files do.
//
// Invariants: equal animations give equal text; reading what was written gives an equal animation,
// doubles included to the last bit; writing what was read from canonical text gives that text.

#ifndef FLAME_COMPILER_ANIMATION_ANIMATIONJSON_H
#define FLAME_COMPILER_ANIMATION_ANIMATIONJSON_H

#include "compiler/animation/Animation.h"
#include "compiler/text/Diagnostics.h"

#include <optional>
#include <string>

namespace flame {

/// The text of `animation`, which fulfils what the reader checks: finite numbers within their
/// limits, UTF-8. It ends with a line feed.
std::string writeAnimationJson(const Animation &animation);

/// Reads a text that may come from anywhere: everything is checked, and keys that mean nothing are
/// refused. Absent may be `name`, `nick`, `url`, `post`, `chaos`, `final_xform`, the `place` of a
/// variation and its parameters, which then have their defaults; parameters out of range are
/// clamped, with a warning. Failure has been reported under `name` with the location in the text.
/// The xforms and variations of the result point into a copy of `text` that the SourceMgr of
/// `diags` owns.
std::optional<Animation> readAnimationJson(llvm::StringRef text, llvm::StringRef name,
                                           Diagnostics &diags);

/// The same for a buffer of the SourceMgr of `diags`.
std::optional<Animation> readAnimationJson(unsigned bufferId, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_ANIMATIONJSON_H
