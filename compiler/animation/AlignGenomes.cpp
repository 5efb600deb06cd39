// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four steps: pad, fade colours, carry parameters over, shape the padding. The shape of padding
// depends on its neighbour. In most cases it is the identity. Next to variations that invert or
// wind the plane it is the identity as two half turns, one by a negative weight and one by the
// matrix, which interpolates along the winding. Next to variations that are the identity for
// certain parameters it is that variation with these parameters.

#include "compiler/animation/AlignGenomes.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace flame {

//===-- padding -------------------------------------------------------------------------------===//

static VariationUse makeUse(const VariationInfo &info, VariationUse::Phase phase) {
  VariationUse use;
  use.info = &info;
  use.phase = phase;
  for (const VariationParam &param : info.params)
    use.params.push_back(param.defaultValue);
  return use;
}

static Xform makePadding(size_t index) {
  static const VariationInfo &linear = *findVariation("linear");
  Xform xform;
  xform.color = double(index % 2);
  xform.variations.push_back(makeUse(linear, VariationUse::Normal));
  xform.variations.back().weight = 1;
  xform.isPadding = true;
  return xform;
}

static bool haveSameStructure(llvm::ArrayRef<Genome> genomes) {
  return llvm::all_of(genomes, [&](const Genome &genome) {
    return genome.xforms.size() == genomes.front().xforms.size() &&
           genome.finalXform.has_value() == genomes.front().finalXform.has_value();
  });
}

static void padXforms(llvm::MutableArrayRef<Genome> genomes) {
  size_t count = 0;
  bool hasFinal = false;
  for (const Genome &genome : genomes) {
    count = std::max(count, genome.xforms.size());
    hasFinal |= genome.finalXform.has_value();
  }
  for (Genome &genome : genomes) {
    while (genome.xforms.size() < count)
      genome.xforms.push_back(makePadding(genome.xforms.size()));
    if (!hasFinal || genome.finalXform)
      continue;
    genome.finalXform = makePadding(count);
    genome.finalXform->animate = 0;
    genome.finalXform->colorSpeed = 0;
  }
}

//===-- variations ----------------------------------------------------------------------------===//

/// The same xform in each of the genomes.
using Slot = llvm::SmallVector<Xform *, 4>;

static std::vector<Slot> findSlots(llvm::MutableArrayRef<Genome> genomes) {
  std::vector<Slot> slots(genomes.front().xforms.size() + (genomes.front().finalXform ? 1 : 0));
  for (Genome &genome : genomes) {
    for (auto [index, xform] : llvm::enumerate(genome.xforms))
      slots[index].push_back(&xform);
    if (genome.finalXform)
      slots.back().push_back(&*genome.finalXform);
  }
  return slots;
}

static VariationUse *findUse(Xform &xform, const VariationUse &wanted) {
  for (VariationUse &use : xform.variations)
    if (use.matches(wanted))
      return &use;
  return nullptr;
}
/// The first use of `info` in `phase`.
static VariationUse *findUse(Xform &xform, const VariationInfo &info, VariationUse::Phase phase) {
  for (VariationUse &use : xform.variations)
    if (use.info == &info && use.phase == phase)
      return &use;
  return nullptr;
}

/// Lists in every xform of the slot all variations of any of them, in order of first appearance;
/// added ones have weight 0.
static void uniteVariations(const Slot &slot) {
  std::vector<VariationUse> all;
  for (Xform *xform : slot)
    for (const VariationUse &use : xform->variations)
      if (llvm::none_of(all, [&](const VariationUse &seen) { return seen.matches(use); })) {
        all.push_back(makeUse(*use.info, use.phase));
        all.back().repeat = use.repeat;
        all.back().adds = use.adds;
        all.back().byField = use.byField;
      }
  putFieldFirst(all);
  for (Xform *xform : slot) {
    std::vector<VariationUse> united = all;
    for (VariationUse &use : united)
      if (VariationUse *found = findUse(*xform, use))
        use = std::move(*found);
    xform->variations = std::move(united);
  }
}

/// Variations of genome `i` that are switched off get the parameters of the previous genome; in the
/// first genome, those of the next one.
static void carryParameters(const Slot &slot, size_t i, Compatibility compat) {
  static const VariationInfo *flower = findVariation("flower");
  constexpr size_t kPetals = 0;
  for (auto [index, use] : llvm::enumerate(slot[i]->variations)) {
    const VariationUse &source = slot[i > 0 ? i - 1 : 1]->variations[index];
    if (use.weight != 0 || source.weight == 0)
      continue;
    if (use.info == flower && compat != Compatibility::Clean)
      use.params[kPetals] = source.params[kPetals]; // flam3 does not carry the holes over
    else
      use.params = source.params;
  }
}

//===-- the shape of padding ------------------------------------------------------------------===//

namespace {
/// A variation that is the identity for certain parameters.
struct IdentityForm {
  llvm::StringLiteral variation;
  struct Value {
    llvm::StringLiteral param; ///< its short name
    double value;
  };
  std::vector<Value> params; ///< those that matter; others do not change
};
} // namespace

static llvm::ArrayRef<IdentityForm> identityForms() {
  static const IdentityForm forms[] = {
      {"rectangles", {{"x", 0}, {"y", 0}}},
      {"rings2", {{"val", 0}}},
      {"fan2", {{"x", 0}, {"y", 0}}},
      {"blob", {{"low", 1}, {"high", 1}, {"waves", 1}}},
      {"perspective", {{"angle", 0}}},
      {"curl", {{"c1", 0}, {"c2", 0}}},
      {"super_shape", {{"n1", 2}, {"n2", 2}, {"n3", 2}, {"rnd", 0}, {"holes", 0}}},
  };
  return forms;
}

static constexpr llvm::StringLiteral kWinding[] = {
    "spherical", "ngon", "julian", "juliascope", "polar", "wedge_sph", "wedge_julia"};
/// Variations close to the identity with swapped axes.
static constexpr llvm::StringLiteral kSwapping[] = {"fan", "rings"};

/// The non-padding xforms of a slot in the genomes next to one.
using Neighbours = llvm::SmallVector<Xform *, 2>;

static bool anyHas(const Neighbours &neighbours, llvm::StringRef variation) {
  return llvm::any_of(neighbours, [&](Xform *xform) {
    const VariationUse *use = findUse(*xform, *findVariation(variation), VariationUse::Normal);
    return use && use->weight > 0;
  });
}

/// Switches on the variation of a padding xform that its neighbour has.
static VariationUse &switchOn(Xform &padding, llvm::StringRef variation) {
  VariationUse *use = findUse(padding, *findVariation(variation), VariationUse::Normal);
  assert(use && "the slot has been united");
  use->weight = 1;
  return *use;
}

static void setParam(VariationUse &use, llvm::StringRef shortName, double value) {
  for (auto [param, target] : llvm::zip(use.info->params, use.params))
    if (param.shortName == shortName)
      target = value;
}

/// Returns the number of variations switched on.
static unsigned takeIdentityForms(Xform &padding, const Neighbours &neighbours) {
  unsigned count = 0;
  for (const IdentityForm &form : identityForms()) {
    if (!anyHas(neighbours, form.variation))
      continue;
    VariationUse &use = switchOn(padding, form.variation);
    for (const IdentityForm::Value &param : form.params)
      setParam(use, param.param, param.value);
    ++count;
  }
  return count;
}

static unsigned takeSwappingForms(Xform &padding, const Neighbours &neighbours) {
  unsigned count = 0;
  for (llvm::StringRef variation : kSwapping)
    if (anyHas(neighbours, variation)) {
      switchOn(padding, variation);
      ++count;
    }
  if (count > 0)
    padding.coefs = {0, 1, 1, 0, 0, 0};
  return count;
}

/// `type` is the interpolation of matrices towards the padding.
static void shapePadding(Xform &padding, const Neighbours &neighbours, InterpolationType type) {
  VariationUse &linear = switchOn(padding, "linear");
  if (type == InterpolationType::Log &&
      llvm::any_of(kWinding, [&](llvm::StringRef name) { return anyHas(neighbours, name); })) {
    linear.weight = -1;
    padding.coefs = {-1, 0, 0, -1, 0, 0};
    return;
  }
  unsigned count = takeIdentityForms(padding, neighbours);
  if (count == 0)
    count = takeSwappingForms(padding, neighbours);
  if (count == 0)
    return;
  linear.weight = 0;
  for (VariationUse &use : padding.variations)
    use.weight /= count;
}

/// The xforms of a slot in the genomes before and after genome `i`.
static Neighbours findNeighbours(const Slot &slot, size_t i) {
  Neighbours neighbours;
  if (i > 0 && !slot[i - 1]->isPadding)
    neighbours.push_back(slot[i - 1]);
  if (i + 1 < slot.size() && !slot[i + 1]->isPadding)
    neighbours.push_back(slot[i + 1]);
  return neighbours;
}

//===-- the whole -----------------------------------------------------------------------------===//

void fadeDirectColors(Genome &genome) {
  auto fade = [](Xform &xform) {
    if (xform.listsDirectColor() && !xform.setsDirectColor())
      xform.directColor = 0;
  };
  llvm::for_each(genome.xforms, fade);
  if (genome.finalXform)
    fade(*genome.finalXform);
}

void alignGenomes(llvm::MutableArrayRef<Genome> genomes, Compatibility compat) {
  if (genomes.size() < 2)
    return;
  const bool hadSameStructure = haveSameStructure(genomes);
  padXforms(genomes);
  const std::vector<Slot> slots = findSlots(genomes);
  for (const Slot &slot : slots)
    uniteVariations(slot);
  llvm::for_each(genomes, fadeDirectColors);
  const InterpolationType type = genomes[genomes.size() == 4 ? 1 : 0].interpolationType;
  if (type == InterpolationType::Old || type == InterpolationType::Older)
    return;
  // Genome by genome: of four, the second one's padding passes its new shape on to the third one's.
  for (const Slot &slot : slots)
    for (size_t i = 0; i < slot.size(); ++i) {
      carryParameters(slot, i, compat);
      if (slot[i]->isPadding && !hadSameStructure)
        shapePadding(*slot[i], findNeighbours(slot, i),
                     genomes[i > 0 ? i - 1 : 0].interpolationType);
    }
}

} // namespace flame
