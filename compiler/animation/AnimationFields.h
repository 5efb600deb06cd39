// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fields of an animation in JSON: keys, order and limits. Each field is listed once, here or,
// for a setting, in ir/Settings.td. The writer, the reader and the limit check are visitors of the
// same list, so the reader accepts everything that the writer writes.
//
// A visitor has one function per kind of field: number, integer, flag, keyword, text, points,
// track, factor, affine and so on. Arguments are the key, a reference to the field (const for the
// writer) and the limits, if any, which only the reader uses. numberUnless, keywordUnless and
// trackUnless omit fields that have their default value. A factor is a track whose negative values
// count as 0.

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

/// `Finish` is AnimationFinish or const AnimationFinish.
template <class Visitor, class Finish> void visitFinishFields(Visitor &visitor, Finish &finish) {
#define FLAME_FINISH_FIELDS
#include "compiler/animation/AnimationSettings.inc"
}

/// `Affine` is PolarAffineTracks or const PolarAffineTracks.
template <class Visitor, class Affine> void visitPolarFields(Visitor &visitor, Affine &affine) {
  visitor.track("angle", affine.angle);
  visitor.track("spread", affine.spread);
  visitor.track("magnitude_x", affine.magnitudeX);
  visitor.track("magnitude_y", affine.magnitudeY);
  visitor.track("offset_x", affine.offsetX);
  visitor.track("offset_y", affine.offsetY);
}

/// `Xform` is AnimationXform or const AnimationXform. A final xform always applies, so it has
/// neither a weight nor chaos factors.
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
