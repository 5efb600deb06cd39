// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds amplitudes field by field. Tables list the numbers that have the same name in both structs.

#include "compiler/animation/Motion.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace flame {

/// Calls `visit(xform)` for the standard xforms and the final one.
template <class GenomeType, class Visit> static void forEachXform(GenomeType &genome, Visit visit) {
  for (auto &xform : genome.xforms)
    visit(xform);
  if (genome.finalXform)
    visit(*genome.finalXform);
}

double evaluateMotion(MotionFunction function, double turns) {
  const double angle = 2 * std::numbers::pi * turns, phase = turns - std::floor(turns);
  switch (function) {
  case MotionFunction::Sin:
    return std::sin(angle);
  case MotionFunction::Hill:
    return (1 - std::cos(angle)) / 2;
  case MotionFunction::Triangle:
    if (phase <= 0.25)
      return 4 * phase;
    return phase <= 0.75 ? 2 - 4 * phase : 4 * phase - 4;
  }
  llvm_unreachable("every motion function is above");
}

static void addAffine(Affine &target, const Affine &amplitude, double factor) {
  for (double Affine::*member :
       {&Affine::a, &Affine::d, &Affine::b, &Affine::e, &Affine::c, &Affine::f})
    target.*member += factor * amplitude.*member;
}

static VariationUse &findOrAdd(Xform &xform, const VariationUse &wanted) {
  for (VariationUse &use : xform.variations)
    if (use.matches(wanted))
      return use;
  VariationUse &use = xform.variations.emplace_back();
  use.info = wanted.info;
  use.phase = wanted.phase;
  use.repeat = wanted.repeat;
  use.adds = wanted.adds;
  use.byField = wanted.byField;
  use.range = wanted.range;
  for (const VariationParam &param : wanted.info->params)
    use.params.push_back(param.defaultValue);
  return use;
}

static void addMotion(Xform &xform, const Motion &motion, double blend) {
  const double factor = evaluateMotion(motion.function, motion.frequency * blend);
  xform.weight += factor * motion.weight;
  xform.color += factor * motion.color;
  xform.colorSpeed += factor * motion.colorSpeed;
  xform.animate += factor * motion.animate;
  xform.opacity += factor * motion.opacity;
  addAffine(xform.coefs, motion.coefs, factor);
  if (motion.post != Affine::zero()) {
    xform.post = xform.post.value_or(Affine());
    addAffine(*xform.post, motion.post, factor);
  }
  for (const VariationUse &amplitude : motion.variations) {
    VariationUse &use = findOrAdd(xform, amplitude);
    use.weight += factor * amplitude.weight;
    for (auto [param, value] : llvm::zip(use.params, amplitude.params))
      param += factor * value;
  }
}

Genome applyMotion(Genome genome, double blend) {
  forEachXform(genome, [&](Xform &xform) {
    if (xform.motions.empty())
      return;
    for (const Motion &motion : xform.motions)
      addMotion(xform, motion, blend);
    xform.motions.clear();
    xform.color = std::clamp(xform.color, 0.0, 1.0);
    xform.weight = std::max(0.0, xform.weight);
  });
  return genome;
}

bool hasMotion(const Genome &genome) {
  bool found = false;
  forEachXform(genome, [&](const Xform &xform) { found |= !xform.motions.empty(); });
  return found;
}

std::vector<double> motionBreakpoints(const Genome &genome) {
  std::vector<double> blends;
  forEachXform(genome, [&](const Xform &xform) {
    for (const Motion &motion : xform.motions)
      for (int quarter = 1, count = 4 * std::abs(motion.frequency); quarter < count; ++quarter)
        blends.push_back(double(quarter) / count);
  });
  llvm::sort(blends);
  blends.erase(llvm::unique(blends), blends.end());
  return blends;
}

} // namespace flame
