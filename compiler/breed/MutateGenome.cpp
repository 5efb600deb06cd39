// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function per mutation. A function that finds nothing to change returns false, and another
// mutation is chosen at random.

#include "compiler/breed/MutateGenome.h"

#include "compiler/breed/OpenChaos.h"
#include "compiler/breed/RandomPalette.h"
#include "compiler/breed/ReferenceIterator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace flame {

llvm::ArrayRef<llvm::StringLiteral> mutationKeywords() {
  static constexpr llvm::StringLiteral words[] = {"variations", "parameters", "coefs",   "xform",
                                                  "new-xform",  "drop-xform", "weights", "post",
                                                  "symmetry",   "colors",     "palette"};
  return words;
}

namespace {
/// A genome under change, and the parts of it that may change.
class Mutator {
public:
  Mutator(const Genome &parent, const MutateOptions &options, Dice &dice)
      : genome(parent), options(options), dice(dice),
        variations(options.variations.empty() ? usualVariations() : options.variations) {
    for (unsigned i = 0; i < genome.xforms.size(); ++i)
      if (!genome.xforms[i].fromSymmetry && !llvm::is_contained(options.lockedXforms, i))
        free.push_back(i);
  }

  /// Returns true if something changed.
  bool apply(Mutation mutation);
  Genome take() { return std::move(genome); }

private:
  Xform &pick() { return genome.xforms[free[dice.below(free.size())]]; }
  /// A random number near `value`.
  double moved(double value, double reach) {
    return value + options.strength * reach * dice.signedUnit();
  }
  void moveAffine(Affine &affine, double reach);
  bool changeVariations();
  bool changeParameters();
  bool changeCoefs();
  bool replaceAffine();
  bool addXform();
  bool dropXform();
  bool changeWeights();
  bool movePost();
  bool changeColors();
  bool changePalette();

  Genome genome;
  const MutateOptions &options;
  Dice &dice;
  const std::vector<const VariationInfo *> variations;
  std::vector<unsigned> free; ///< xforms that may change
};
} // namespace

void Mutator::moveAffine(Affine &affine, double reach) {
  for (double *value : {&affine.a, &affine.b, &affine.c, &affine.d, &affine.e, &affine.f})
    *value = moved(*value, reach);
}

bool Mutator::changeVariations() {
  if (free.empty() || variations.empty())
    return false;
  const double share = std::clamp(0.5 * options.strength, 0.05, 1.0);
  Xform &first = pick();
  for (unsigned index : free) {
    Xform &xform = genome.xforms[index];
    if (&xform != &first && !dice.chance(share))
      continue;
    const VariationInfo &info = *variations[dice.below(variations.size())];
    auto isIt = [&](const VariationUse &use) { return use.info == &info; };
    llvm::erase_if(xform.variations, isIt);
    // A new variation takes over a part of the weight of the others, or all of it.
    const double taken = dice.chance(0.4) ? 1 : dice.between(0.2, 0.8);
    double sum = 0;
    for (VariationUse &use : xform.variations) {
      sum += std::abs(use.weight);
      use.weight *= 1 - taken;
    }
    if (taken == 1)
      llvm::erase_if(xform.variations,
                     [](const VariationUse &use) { return use.phase == VariationUse::Normal; });
    xform.variations.push_back(randomUse(info, taken * (sum > 0 ? sum : 1), dice));
  }
  return true;
}

bool Mutator::changeParameters() {
  bool changed = false;
  for (unsigned index : free)
    for (VariationUse &use : genome.xforms[index].variations) {
      if (use.weight == 0)
        continue;
      use.weight = moved(use.weight, 0.3 * std::max(std::abs(use.weight), 0.2));
      for (auto [info, param] : llvm::zip(use.info->params, use.params)) {
        const bool isWhole = param == std::round(param) && std::abs(param) >= 2;
        const double to = isWhole ? std::round(moved(param, 1.2))
                                  : moved(param, 0.3 * std::max(std::abs(param), 0.3));
        param = std::clamp(to, info.minimum, info.maximum);
      }
      changed = true;
    }
  return changed;
}

bool Mutator::changeCoefs() {
  for (unsigned index : free) {
    moveAffine(genome.xforms[index].coefs, 0.12);
    if (genome.xforms[index].hasPost())
      moveAffine(*genome.xforms[index].post, 0.08);
  }
  return !free.empty();
}

bool Mutator::replaceAffine() {
  if (free.empty())
    return false;
  Xform &xform = pick();
  const Affine fresh = randomXform(variations, dice).coefs;
  const double share = std::clamp(options.strength, 0.0, 1.0);
  auto mix = [&](double Affine::*coefficient) {
    xform.coefs.*coefficient += share * (fresh.*coefficient - xform.coefs.*coefficient);
  };
  for (auto coefficient : {&Affine::a, &Affine::b, &Affine::c, &Affine::d, &Affine::e, &Affine::f})
    mix(coefficient);
  return true;
}

bool Mutator::addXform() {
  if (genome.xforms.size() >= kMaxXforms || !options.lockedXforms.empty())
    return false; // chaos rows of locked xforms would change
  Xform xform = randomXform(variations, dice);
  double sum = 0;
  for (const Xform &other : genome.xforms)
    sum += other.fromSymmetry ? 0 : other.weight;
  xform.weight = sum * dice.between(0.15, 0.5);
  xform.color = dice.fraction();
  auto isMade = [](const Xform &other) { return other.fromSymmetry; };
  const auto position = llvm::find_if(genome.xforms, isMade);
  const size_t index = static_cast<size_t>(position - genome.xforms.begin());
  genome.xforms.insert(position, std::move(xform));
  for (Xform &other : genome.xforms)
    if (other.chaos.size() > index)
      other.chaos.insert(other.chaos.begin() + static_cast<ptrdiff_t>(index), 1);
  return true;
}

bool Mutator::dropXform() {
  std::vector<unsigned> droppable;
  for (unsigned index : free) {
    double rest = 0;
    for (unsigned i = 0; i < genome.xforms.size(); ++i)
      rest += i == index || genome.xforms[i].fromSymmetry ? 0 : genome.xforms[i].weight;
    if (rest > 0)
      droppable.push_back(index);
  }
  if (droppable.empty())
    return false;
  const ptrdiff_t index = droppable[dice.below(droppable.size())];
  genome.xforms.erase(genome.xforms.begin() + index);
  for (Xform &other : genome.xforms)
    if (static_cast<ptrdiff_t>(other.chaos.size()) > index)
      other.chaos.erase(other.chaos.begin() + index);
  openChaos(genome);
  return true;
}

/// An xform of weight 0 is switched off and stays so; nothing need follow it.
bool Mutator::changeWeights() {
  size_t changed = 0;
  for (unsigned index : free)
    if (double &weight = genome.xforms[index].weight; weight > 0) {
      weight = std::max(weight * std::exp2(1.5 * options.strength * dice.signedUnit()), 1e-3);
      ++changed;
    }
  return changed > 1;
}

/// Rotates and scales the plane before the variations, and back after them.
bool Mutator::movePost() {
  if (free.empty())
    return false;
  Xform &xform = pick();
  const double turn = std::numbers::pi * std::min(options.strength, 1.0) * dice.signedUnit();
  const double factor = std::exp2(options.strength * dice.signedUnit());
  const double cosine = std::cos(turn), sine = std::sin(turn);
  const Affine m = xform.coefs;
  xform.coefs = {factor * (cosine * m.a - sine * m.d), factor * (sine * m.a + cosine * m.d),
                 factor * (cosine * m.b - sine * m.e), factor * (sine * m.b + cosine * m.e),
                 factor * (cosine * m.c - sine * m.f), factor * (sine * m.c + cosine * m.f)};
  const Affine p = xform.post.value_or(Affine());
  auto back = [&](double first, double second) {
    return std::pair((cosine * first - sine * second) / factor,
                     (sine * first + cosine * second) / factor);
  };
  Affine post = p;
  std::tie(post.a, post.b) = back(p.a, p.b);
  std::tie(post.d, post.e) = back(p.d, p.e);
  xform.post = post;
  return true;
}

bool Mutator::changeColors() {
  if (options.lockColors || free.empty())
    return false;
  for (unsigned index : free) {
    Xform &xform = genome.xforms[index];
    const double color = moved(xform.color, 0.6);
    xform.color = color - std::floor(color);
    xform.colorSpeed = std::clamp(moved(xform.colorSpeed, 0.25), 0.0, 1.0);
  }
  return true;
}

bool Mutator::changePalette() {
  if (options.lockColors)
    return false;
  const Palette turned = turnedHues(genome.palette, dice.between(0.1, 0.9));
  const bool isGrey = turned == genome.palette;
  genome.palette = dice.chance(0.4) && !isGrey ? turned : randomPalette(dice);
  genome.paletteIndex.reset();
  genome.hue = 0;
  return true;
}

bool Mutator::apply(Mutation mutation) {
  switch (mutation) {
  case Mutation::Variations:
    return changeVariations();
  case Mutation::Parameters:
    return changeParameters();
  case Mutation::Coefs:
    return changeCoefs();
  case Mutation::Xform:
    return replaceAffine();
  case Mutation::NewXform:
    return addXform();
  case Mutation::DropXform:
    return dropXform();
  case Mutation::Weights:
    return changeWeights();
  case Mutation::Post:
    return movePost();
  case Mutation::Symmetry:
    return options.lockedXforms.empty() && addSymmetry(genome, randomSymmetry(dice));
  case Mutation::Colors:
    return changeColors();
  case Mutation::Palette:
    return changePalette();
  }
  llvm_unreachable("unknown mutation");
}

/// True if a mutation leaves every point where it is.
static bool keepsPoints(Mutation mutation) {
  return mutation == Mutation::Colors || mutation == Mutation::Palette;
}

/// True if a mutant is worth seeing, or no worse than a parent that is not. With a locked camera,
/// it must be in the picture, too.
static bool isAccepted(const GenomeExtent &mutant, const GenomeExtent &parent, bool lockCamera) {
  constexpr double kLeastShareInView = 0.4, kLeastShareOfCoverage = 0.5, kLargestFactor = 8;
  if (lockCamera && mutant.inView < kLeastShareInView * parent.inView)
    return false;
  if (isWorthSeeing(mutant))
    return true;
  const auto isLike = [&](double size, double of) {
    return size * kLargestFactor >= of && size <= of * kLargestFactor;
  };
  return !isWorthSeeing(parent) && mutant.lost <= parent.lost + 0.02 &&
         mutant.coverage >= kLeastShareOfCoverage * parent.coverage &&
         isLike(mutant.width(), parent.width()) && isLike(mutant.height(), parent.height());
}

/// A mutation that is not accepted is tried again with smaller changes, before another one is
/// chosen.
Mutant mutateGenome(const Genome &parent, const MutateOptions &options, Dice &dice) {
  constexpr unsigned kTriesOfMutation = 6;
  constexpr double kSmaller = 0.7;
  const GenomeExtent ofParent = measureGenome(parent, dice.seed(), options.points);
  Mutant best{parent, std::nullopt};
  double bestInView = -1;
  MutateOptions attempt = options;
  Mutation mutation = {};
  for (unsigned i = 0, ofMutation = 0; i < options.tries; ++i, ++ofMutation) {
    if (ofMutation % kTriesOfMutation == 0) {
      mutation =
          options.mutation.value_or(static_cast<Mutation>(dice.below(mutationKeywords().size())));
      attempt.strength = options.strength;
    }
    Mutator mutator(parent, attempt, dice);
    if (!mutator.apply(mutation)) {
      ofMutation = kTriesOfMutation - 1; // another mutation
      continue;
    }
    attempt.strength *= kSmaller;
    Genome genome = mutator.take();
    const GenomeExtent extent = measureGenome(genome, dice.seed(), options.points);
    const bool accepted = keepsPoints(mutation) || isAccepted(extent, ofParent, options.lockCamera);
    if (!accepted && extent.inView <= bestInView)
      continue;
    if (!options.lockCamera)
      frameGenome(genome, extent);
    best = {std::move(genome), mutation};
    bestInView = extent.inView;
    if (accepted)
      break;
  }
  return best;
}

} // namespace flame
