// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chaos rows are kept only if all xforms of a parent are kept, because they refer to xforms by
// position.

#include "compiler/breed/CrossGenomes.h"

#include "compiler/animation/InterpolateGenomes.h"
#include "compiler/breed/OpenChaos.h"
#include "compiler/breed/RandomPalette.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>

namespace flame {

llvm::ArrayRef<llvm::StringLiteral> crossingKeywords() {
  static constexpr llvm::StringLiteral words[] = {"alternate", "interpolate", "union"};
  return words;
}

/// Writes a symmetry's xforms as ordinary ones, because some may be missing.
static void forgetSymmetry(Genome &genome) {
  genome.symmetry = 1;
  for (Xform &xform : genome.xforms)
    xform.fromSymmetry = false;
}

static void forgetChaos(Genome &genome) {
  for (Xform &xform : genome.xforms)
    xform.chaos.clear();
}

static Genome alternate(const Genome &first, const Genome &second, Dice &dice) {
  Genome child = first;
  forgetChaos(child);
  const size_t shared = std::min(first.xforms.size(), second.xforms.size());
  const size_t most = std::max(first.xforms.size(), second.xforms.size());
  // Takes at least one xform from each parent if there are two or more.
  const size_t fromSecond = dice.below(shared), fromFirst = dice.below(shared);
  for (size_t i = 0; i < most; ++i) {
    const bool isSecond = i == fromSecond || ((i != fromFirst || shared == 1) && dice.chance(0.5));
    if (!isSecond || i >= second.xforms.size())
      continue;
    if (i < child.xforms.size())
      child.xforms[i] = second.xforms[i];
    else
      child.xforms.push_back(second.xforms[i]);
    child.xforms[std::min(i, child.xforms.size() - 1)].chaos.clear();
  }
  if (dice.chance(0.5))
    child.finalXform = second.finalXform;
  forgetSymmetry(child);
  const bool isDead =
      llvm::none_of(child.xforms, [](const Xform &xform) { return xform.weight > 0; });
  if (isDead)
    child.xforms.front().weight = 1;
  return child;
}

static Genome unite(const Genome &first, const Genome &second) {
  Genome child = first;
  const size_t before = child.xforms.size();
  const size_t added = std::min<size_t>(second.xforms.size(), kMaxXforms - before);
  for (size_t i = 0; i < added; ++i) {
    Xform xform = second.xforms[i];
    if (!xform.chaos.empty()) // the first parent's xforms may follow each other as before
      xform.chaos.insert(xform.chaos.begin(), before, 1);
    xform.chaos.resize(std::min(xform.chaos.size(), before + added));
    child.xforms.push_back(std::move(xform));
  }
  if (!child.finalXform)
    child.finalXform = second.finalXform;
  forgetSymmetry(child);
  return child;
}

static Genome interpolate(const Genome &first, const Genome &second, double share) {
  Genome ends[] = {first, second};
  ends[0].time = 0;
  ends[1].time = 1;
  ends[0].interpolation = ends[1].interpolation = Interpolation::Linear;
  Genome child = interpolateGenomes(ends, share);
  child.time = first.time;
  // Padding without weight is no longer needed.
  if (!child.hasChaos())
    llvm::erase_if(child.xforms, [](const Xform &xform) { return xform.weight <= 0; });
  openChaos(child);
  forgetSymmetry(child);
  return child;
}

Genome crossGenomes(const Genome &first, const Genome &second, const CrossOptions &options,
                    Dice &dice) {
  const double thrown = dice.fraction(), share = dice.between(0.2, 0.8);
  const Crossing crossing = options.crossing.value_or(thrown < 0.7   ? Crossing::Alternate
                                                      : thrown < 0.9 ? Crossing::Interpolate
                                                                     : Crossing::Union);
  Genome child;
  switch (crossing) {
  case Crossing::Alternate:
    child = alternate(first, second, dice);
    break;
  case Crossing::Interpolate:
    child = interpolate(first, second, options.share.value_or(share));
    break;
  case Crossing::Union:
    child = unite(first, second);
    break;
  }
  if (crossing != Crossing::Interpolate && dice.chance(0.4)) {
    child.palette = crossPalettes(first.palette, second.palette, dice);
    child.paletteIndex.reset();
    child.hue = 0;
  }
  child.edit.clear();
  child.name = (first.name.empty() ? "first" : first.name) + " x " +
               (second.name.empty() ? "second" : second.name);
  return child;
}

} // namespace flame
