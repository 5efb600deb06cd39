// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generates random flames until one has visible structure.

#include "compiler/breed/RandomGenome.h"

#include "compiler/breed/RandomPalette.h"
#include "compiler/breed/ReferenceIterator.h"
#include "compiler/genome/Symmetry.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace flame {

using std::numbers::pi;

//===-- families ------------------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kSoft[] = {
    "linear", "sinusoidal", "swirl", "horseshoe", "polar",   "handkerchief", "heart",   "disc",
    "spiral", "hyperbolic", "ex",    "waves",     "popcorn", "eyefish",      "cylinder"};
static constexpr llvm::StringLiteral kJulia[] = {"julian", "juliascope", "julia", "linear",
                                                 "wedge_julia"};
static constexpr llvm::StringLiteral kBubbles[] = {"bubble", "eyefish", "linear", "spherical",
                                                   "julian"};
static constexpr llvm::StringLiteral kInversions[] = {"spherical", "linear", "mobius", "bipolar",
                                                      "polar2"};
static constexpr llvm::StringLiteral kAffine[] = {"linear"};
static constexpr llvm::StringLiteral kTilings[] = {"linear", "rectangles", "cell",   "boarders",
                                                   "split",  "splits",     "modulus"};
static constexpr llvm::StringLiteral kTrigonometric[] = {"sin",  "cos", "tan",    "sinh", "cosh",
                                                         "tanh", "exp", "linear", "log"};

static constexpr VariationFamily kFamilies[] = {
    {"any", "all variations that flam3 has, but for those that only blur or draw", {}},
    {"soft", "the old curved ones: swirls, hearts, waves", kSoft},
    {"julia", "roots and their branches", kJulia},
    {"bubbles", "discs, lenses and inversions", kBubbles},
    {"inversions", "circles that turn into circles", kInversions},
    {"affine", "ferns, carpets and trees: nothing but linear", kAffine},
    {"tilings", "planes cut into pieces", kTilings},
    {"trigonometric", "the functions of complex numbers", kTrigonometric},
};

llvm::ArrayRef<VariationFamily> variationFamilies() { return kFamilies; }

const VariationFamily *findFamily(llvm::StringRef name) {
  const auto *found =
      llvm::find_if(kFamilies, [&](const VariationFamily &family) { return family.name == name; });
  return found == std::end(kFamilies) ? nullptr : found;
}

std::vector<const VariationInfo *> usualVariations() {
  constexpr unsigned kFlam3 = 99; // lower ranks are flam3's
  constexpr llvm::StringLiteral kPlain[] = {"noise",      "ngon",  "square", "rays",     "cross",
                                            "separation", "split", "splits", "twintrian"};
  std::vector<const VariationInfo *> usual;
  for (const VariationInfo &info : variationTable())
    if (info.index < kFlam3 && !info.generator && !info.preOnly && !info.zOnly &&
        !llvm::is_contained(kPlain, info.name) && !info.name.contains("blur"))
      usual.push_back(&info);
  return usual;
}

std::vector<const VariationInfo *> variationsOf(const VariationFamily &family) {
  if (family.variations.empty())
    return usualVariations();
  std::vector<const VariationInfo *> found;
  for (llvm::StringRef name : family.variations)
    if (const VariationInfo *info = findVariation(name))
      found.push_back(info);
  return found;
}

//===-- xforms --------------------------------------------------------------------------------===//

/// A random value for a parameter, in a range that depends on its name.
static double randomParam(const VariationParam &param, Dice &dice) {
  const llvm::StringRef name = param.shortName;
  auto has = [&](llvm::StringRef word) { return name.contains_insensitive(word); };
  double value = param.defaultValue + 0.6 * dice.signedUnit();
  if (has("power") || has("count") || has("sides") || has("petals") || has("slices") ||
      has("waves") || name == "n" || name == "m") {
    value = 2 + static_cast<double>(dice.below(5));
    if (has("power") && dice.chance(0.3))
      value = -value;
  } else if (has("angle") || has("rotation") || has("spin") || has("twist")) {
    value = pi * dice.signedUnit();
  } else if (has("dist")) {
    value = dice.chance(0.6) ? 1 : dice.between(0.4, 1.6);
    if (dice.chance(0.3))
      value = -value;
  } else if (dice.chance(0.3)) {
    value = param.defaultValue;
  }
  // Rounds to a few digits, so that files stay readable and exact.
  value = std::round(value * 1e4) / 1e4;
  return std::clamp(value, param.minimum, param.maximum);
}

VariationUse randomUse(const VariationInfo &variation, double weight, Dice &dice) {
  VariationUse use;
  use.info = &variation;
  use.phase = variation.preOnly ? VariationUse::Pre : VariationUse::Normal;
  use.weight = weight;
  for (const VariationParam &param : variation.params)
    use.params.push_back(randomParam(param, dice));
  return use;
}

/// A random affine: rotated, slightly sheared, and not too large, so that most flames contract.
static Affine randomAffine(Dice &dice) {
  const double turn = pi * dice.signedUnit(), shear = 0.35 * dice.signedUnit();
  const double first = dice.between(0.35, 1.05), second = first * dice.between(0.75, 1.3);
  Affine affine;
  affine.a = first * std::cos(turn);
  affine.d = first * std::sin(turn);
  affine.b = -second * std::sin(turn + shear);
  affine.e = second * std::cos(turn + shear);
  affine.c = dice.signedUnit();
  affine.f = dice.signedUnit();
  if (dice.chance(0.2)) { // mirror
    affine.a = -affine.a;
    affine.d = -affine.d;
  }
  for (double *value : {&affine.a, &affine.b, &affine.c, &affine.d, &affine.e, &affine.f})
    *value = std::round(*value * 1e6) / 1e6;
  return affine;
}

Xform randomXform(llvm::ArrayRef<const VariationInfo *> variations, Dice &dice) {
  Xform xform;
  xform.weight = 1;
  xform.coefs = randomAffine(dice);
  if (dice.chance(0.2))
    xform.post = randomAffine(dice);
  const size_t count = 1 + dice.chance(0.45) + dice.chance(0.2);
  std::vector<double> shares;
  double sum = 0;
  for (size_t i = 0; i < count; ++i)
    sum += shares.emplace_back(dice.between(0.2, 1));
  for (double share : shares) {
    const VariationInfo *info = variations[dice.below(variations.size())];
    const double weight = std::round(share / sum * 1e3) / 1e3;
    auto listed = [&](const VariationUse &use) { return use.info == info; };
    if (llvm::none_of(xform.variations, listed))
      xform.variations.push_back(randomUse(*info, weight, dice));
  }
  return xform;
}

//===-- symmetry ------------------------------------------------------------------------------===//

int randomSymmetry(Dice &dice) {
  constexpr int kUsual[] = {-4, -3, -2, -2, -1, -1, 2, 2, 3, 3, 4, 5, 6};
  return kUsual[dice.below(std::size(kUsual))];
}

bool addSymmetry(Genome &genome, int kind) {
  const std::vector<Xform> group = makeSymmetry(kind);
  if (group.empty() || genome.symmetry != 1 || genome.xforms.size() + group.size() > kMaxXforms)
    return false;
  // In files each symmetry xform has weight 1, so the weights of the others are scaled to the same
  // sum.
  double sum = 0;
  for (const Xform &xform : genome.xforms)
    sum += xform.weight;
  for (Xform &xform : genome.xforms)
    xform.weight /= sum;
  genome.symmetry = kind;
  genome.xforms.insert(genome.xforms.end(), group.begin(), group.end());
  return true;
}

//===-- flames --------------------------------------------------------------------------------===//

static void spreadColors(Genome &genome) {
  const size_t count = genome.xforms.size();
  for (size_t i = 0; i < count; ++i)
    genome.xforms[i].color = count > 1 ? static_cast<double>(i) / (count - 1) : 0.5;
}

/// A random flame without any check.
static Genome throwGenome(const RandomOptions &options,
                          llvm::ArrayRef<const VariationInfo *> variations, Dice &dice) {
  constexpr unsigned kCounts[] = {2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6};
  Genome genome;
  genome.width = options.width;
  genome.height = options.height;
  genome.supersample = 2;
  genome.quality = 200;
  genome.paletteMode = PaletteMode::Linear;
  const unsigned count = options.xforms.value_or(kCounts[dice.below(std::size(kCounts))]);
  for (unsigned i = 0; i < count; ++i) {
    Xform xform = randomXform(variations, dice);
    xform.weight = std::round(dice.between(0.3, 1) * 1e3) / 1e3;
    genome.xforms.push_back(std::move(xform));
  }
  if (count > 1 && dice.chance(0.15)) {
    genome.finalXform = randomXform(variations, dice);
    genome.finalXform->weight = 0;
  }
  spreadColors(genome);
  genome.palette = randomPalette(dice);
  const int symmetry =
      options.symmetry.value_or(dice.chance(0.25) && !genome.finalXform ? randomSymmetry(dice) : 1);
  if (symmetry != 1)
    addSymmetry(genome, symmetry);
  return genome;
}

Genome randomGenome(const RandomOptions &options, Dice &dice) {
  constexpr unsigned kTries = 60;
  const std::vector<const VariationInfo *> variations =
      options.variations.empty() ? usualVariations() : options.variations;
  Genome best;
  GenomeExtent bestExtent;
  for (unsigned i = 0; i < kTries; ++i) {
    Genome genome = throwGenome(options, variations, dice);
    const GenomeExtent extent = measureGenome(genome, dice.seed(), /*points=*/6000);
    const bool isBetter = best.xforms.empty() || (extent.lost < 0.02 && extent.coverage > 0 &&
                                                  extent.coverage > bestExtent.coverage);
    if (isBetter || isWorthSeeing(extent)) {
      best = std::move(genome);
      bestExtent = extent;
    }
    if (isWorthSeeing(extent))
      break;
  }
  frameGenome(best, bestExtent);
  return best;
}

} // namespace flame
