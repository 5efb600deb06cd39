// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fields of an animation in JSON: their keys, their order, their limits. Each is written once,
// here or, if it is a setting, in ir/Settings.td; the writer, the reader and the check of limits are
// visitors of the same list, so what one writes the other reads.
//
// A visitor has a function per kind of field: number, integer, flag, keyword, text, points, track, factor,
// affine and so on. It is given the key, a reference to the field (const for the writer) and, where
// there are any, the limits, which only the reader uses. numberUnless, keywordUnless and trackUnless are for fields that are left out where
// they have their usual values. A factor is a track whose values below 0 count as 0.

#ifndef FLAME_COMPILER_ANIMATION_ANIMATIONFIELDS_H
#define FLAME_COMPILER_ANIMATION_ANIMATIONFIELDS_H

#include "compiler/animation/Animation.h"
#include "compiler/genome/ReaderContext.h"

namespace flame {

inline constexpr llvm::StringLiteral kAnimationFormat = "flame-animation";
inline constexpr int kAnimationVersion = 3;

/// In the order of TimeUnit.
inline constexpr llvm::StringLiteral kTimeUnitKeywords[] = {"frames", "units"};
/// In the order of VariationUse::Phase.
inline constexpr llvm::StringLiteral kPhaseKeywords[] = {"pre", "normal", "post"};

/// `Finish` is AnimationFinish, const or not.
template <class Visitor, class Finish> void visitFinishFields(Visitor &visitor, Finish &finish) {
#define FLAME_FINISH_FIELDS
#include "compiler/animation/AnimationSettings.inc"
}

/// `Affine` is PolarAffineTracks, const or not.
template <class Visitor, class Affine> void visitPolarFields(Visitor &visitor, Affine &affine) {
  visitor.track("angle", affine.angle);
  visitor.track("spread", affine.spread);
  visitor.track("magnitude_x", affine.magnitudeX);
  visitor.track("magnitude_y", affine.magnitudeY);
  visitor.track("offset_x", affine.offsetX);
  visitor.track("offset_y", affine.offsetY);
}

/// `Xform` is AnimationXform, const or not. A final xform is always chosen and chooses nothing.
template <class Visitor, class Xform>
void visitXformFields(Visitor &visitor, Xform &xform, bool isFinal) {
  if (!isFinal)
    visitor.factor("weight", xform.weight);
  visitor.track("color", xform.color);
  visitor.track("color_speed", xform.colorSpeed);
  visitor.factor("opacity", xform.opacity);
  visitor.trackUnless("var_color", xform.directColor, Limits(), 1);
  visitor.affine("coefs", xform.coefs);
  visitor.optionalAffine("post", xform.post);
  visitor.optionalAffine("yz_coefs", xform.yzCoefs);
  visitor.optionalAffine("zx_coefs", xform.zxCoefs);
  visitor.optionalAffine("yz_post", xform.yzPost);
  visitor.optionalAffine("zx_post", xform.zxPost);
  visitor.variations("variations", xform.variations);
  if (!isFinal)
    visitor.chaos("chaos", xform.chaos);
}

/// `Animation` is flame::Animation, const or not.
template <class Visitor, class Animation>
void visitAnimationFields(Visitor &visitor, Animation &animation) {
  visitor.text("name", animation.name);
  visitor.text("nick", animation.nick);
  visitor.text("url", animation.url);
  visitor.text("dialect", animation.dialect);
  visitor.number("duration", animation.duration, kNotNegative);
  visitor.keyword("time_unit", animation.timeUnit, kTimeUnitKeywords);
  visitor.number("start_time", animation.startTime, Limits());
  visitor.flag("loops", animation.loops);
#define FLAME_ANIMATION_FIELDS
#include "compiler/animation/AnimationSettings.inc"
  visitor.palettes("palettes", animation.palettes);
  visitor.xforms("xforms", animation.xforms);
  visitor.finalXform("final_xform", animation.finalXform);
  visitor.finalXforms("later_final_xforms", animation.laterFinals);
}

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_ANIMATIONFIELDS_H
