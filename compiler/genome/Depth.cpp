// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests which variations and affines produce a z and which depend on one.

#include "compiler/genome/Depth.h"

#include "compiler/genome/WeightingField.h"
#include "ir/VariationOracle.h"
#include "ir/language/UserVariation.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace flame {

namespace {
/// A sample point, and the random draw there.
struct Trial {
  double x, y, draw;
};
} // namespace

static constexpr Trial kTrials[] = {{0.31, -0.47, 0.13}, {-1.3, 0.8, 0.71}, {0.9, 1.7, 0.42}};
/// Values of z to compare with 0.
static constexpr double kDepths[] = {0.35, -1.1};

static double drawn(Draw kind, double u) {
  switch (kind) {
  case Draw::U01:
    return u;
  case Draw::U11:
    return 2 * u - 1;
  case Draw::Bit:
    return u < 0.5 ? 0 : 1;
  case Draw::Bell:
    return 4 * u - 2;
  }
  llvm_unreachable("unknown kind of draw");
}

static std::array<double, 3> tried(const VariationUse &use, const Trial &at, double z) {
  std::vector<double> draws;
  for (Draw draw : use.info->draws)
    draws.push_back(drawn(draw, std::fmod(at.draw + 0.37 * double(draws.size()), 1.0)));
  OracleArgs args;
  args.x = at.x;
  args.y = at.y;
  args.z = z;
  args.weight = use.weight;
  args.params = use.params;
  args.draws = draws;
  return evaluateInSpace(*use.info, args);
}

/// True if the variation produces a z where there was none. NaN counts, and so does an embedded
/// flame.
static bool makesDepth(const VariationUse &use) {
  if (use.weight != 0 && use.info->hasDepth && use.info->user && !use.info->user->flame().empty())
    return true;
  if (use.weight != 0 && use.info->isField)
    return use.params[fieldJitter(use.params.size())] != 0;
  return use.weight != 0 && use.info->hasDepth &&
         llvm::any_of(kTrials, [&](const Trial &at) { return tried(use, at, 0)[2] != 0; });
}

/// True if x and y depend on z.
static bool seesDepth(const VariationUse &use) {
  if (use.weight == 0 || !use.info->hasSpace)
    return false;
  for (const Trial &at : kTrials)
    for (double z : kDepths) {
      const auto flat = tried(use, at, 0), deep = tried(use, at, z);
      if (flat[0] != deep[0] || flat[1] != deep[1])
        return true;
    }
  return false;
}

static bool cameraSeesDepth(const Genome &genome) {
  return genome.camBank != 0 || genome.camPitch != 0 || genome.camPersp != 0 ||
         genome.camDof != 0 || genome.camFog != 0;
}

namespace {
/// Results for all xforms.
struct Findings {
  bool isMade = false, isSeen = false;
  bool isMoved = false; ///< x or y is moved even where z is 0

  /// An affine of y and z, or of x and z: (u, v) to (a u + b v + c, d u + e v + f), v being z.
  void visit(const std::optional<Affine> &plane) {
    if (!plane)
      return;
    isMade |= plane->d != 0 || plane->f != 0;
    isSeen |= plane->b != 0;
    isMoved |= plane->a != 1 || plane->c != 0;
  }
  void visit(const Xform &xform) {
    for (const auto *plane : {&xform.yzCoefs, &xform.zxCoefs, &xform.yzPost, &xform.zxPost})
      visit(*plane);
    for (const VariationUse &use : xform.variations) {
      isMade |= makesDepth(use);
      isSeen |= seesDepth(use);
    }
  }
};
} // namespace

bool needsDepth(const Genome &genome, bool isSeen) {
  Findings found;
  found.isSeen = isSeen || cameraSeesDepth(genome);
  for (const Xform &xform : genome.xforms)
    found.visit(xform);
  if (genome.finalXform)
    found.visit(*genome.finalXform);
  for (const Xform &xform : genome.laterFinals)
    found.visit(xform);
  return found.isMoved || (found.isMade && found.isSeen);
}

/// Adds up variations that coincide in the plane, like two names of one variation.
static void mergeInPlane(Xform &xform) {
  std::vector<VariationUse> merged;
  for (VariationUse &use : xform.variations) {
    auto same = llvm::find_if(merged, [&](const VariationUse &other) {
      return other.matches(use) && other.params.empty() && use.phase == VariationUse::Normal;
    });
    if (same != merged.end())
      same->weight += use.weight;
    else
      merged.push_back(std::move(use));
  }
  xform.variations = std::move(merged);
}

static llvm::StringRef textOf(llvm::SMRange range) {
  return {range.Start.getPointer(), size_t(range.End.getPointer() - range.Start.getPointer())};
}

static void flatten(ReaderContext &context, Xform &xform) {
  bool isChanged = false;
  for (VariationUse &use : xform.variations) {
    // Otherwise it stands for another program's behaviour.
    const bool isWritten = use.info->name != "weigh_depth";
    if (use.info->zOnly && use.weight != 0 && isWritten)
      context.diags
          .remark("genome-reader", use.range,
                  quoted(textOf(use.range)) + " changes only z, which nobody sees: it does nothing")
          .ignore();
    if (use.info->plane.empty())
      continue;
    use.info = findVariation(use.info->plane);
    isChanged = true;
  }
  llvm::erase_if(xform.variations, [](const VariationUse &use) { return use.info->zOnly; });
  if (isChanged)
    mergeInPlane(xform);
}

void decideDepth(ReaderContext &context, Genome &genome) {
  genome.hasDepth = needsDepth(genome, context.options.isInner);
  if (genome.hasDepth)
    return;
  for (Xform &xform : genome.xforms)
    flatten(context, xform);
  if (genome.finalXform)
    flatten(context, *genome.finalXform);
  for (Xform &xform : genome.laterFinals)
    flatten(context, xform);
}

} // namespace flame
