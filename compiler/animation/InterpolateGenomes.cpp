// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the weights of the genomes first, then mixes field by field.

#include "compiler/animation/InterpolateGenomes.h"

#include "compiler/animation/AlignGenomes.h"
#include "compiler/animation/Animation.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace flame;

using Weights = llvm::ArrayRef<double>;

/// The same xform in each of the genomes.
using Slot = llvm::SmallVector<const Xform *, 4>;

template <class Object, class Number>
static double mix(llvm::ArrayRef<Object> objects, Weights weights, Number Object::*member) {
  double sum = 0;
  for (auto [object, weight] : llvm::zip(objects, weights))
    sum += weight * object.*member;
  return sum;
}

static double mix(const Slot &slot, Weights weights, double Xform::*member) {
  double sum = 0;
  for (auto [xform, weight] : llvm::zip(slot, weights))
    sum += weight * xform->*member;
  return sum;
}

//===-- xforms --------------------------------------------------------------------------------===//

static Affine mixAffines(llvm::ArrayRef<Affine> affines, Weights weights, InterpolationType type,
                         WindingReference winding) {
  if (type == InterpolationType::Log)
    return mixPolar(affines, weights, winding);
  return mixLinearly(affines, weights);
}

static void mixVariations(const Slot &slot, Weights weights, Xform &result) {
  for (auto [index, use] : llvm::enumerate(result.variations)) {
    use.weight = 0;
    llvm::fill(use.params, 0.0);
    for (auto [xform, weight] : llvm::zip(slot, weights)) {
      const VariationUse &source = xform->variations[index];
      use.weight += weight * source.weight;
      for (auto [param, value] : llvm::zip(use.params, source.params))
        param += weight * value;
    }
  }
}

/// Mixes a 3D affine if any xform has it.
static void mixPlane(const Slot &slot, Weights weights, std::optional<Affine> Xform::*plane,
                     Xform &result) {
  llvm::SmallVector<Affine, 4> affines;
  for (const Xform *xform : slot)
    affines.push_back((xform->*plane).value_or(Affine()));
  if (llvm::any_of(slot, [&](const Xform *xform) { return (xform->*plane).has_value(); }))
    result.*plane = mixLinearly(affines, weights);
}

/// Mixes all fields except the chaos row.
static Xform mixXform(const Slot &slot, Weights weights, InterpolationType type,
                      WindingReference winding) {
  Xform result = *slot.front(); // keeps its name, its location in the file, its list of variations
  result.motions.clear();
  result.fromSymmetry = false;
  result.weight = std::max(0.0, mix(slot, weights, &Xform::weight));
  result.color = std::clamp(mix(slot, weights, &Xform::color), 0.0, 1.0);
  result.colorSpeed = std::clamp(mix(slot, weights, &Xform::colorSpeed), 0.0, 1.0);
  result.opacity = mix(slot, weights, &Xform::opacity);
  result.directColor = std::clamp(mix(slot, weights, &Xform::directColor), 0.0, 1.0);
  result.animate = mix(slot, weights, &Xform::animate);
  mixVariations(slot, weights, result);
  for (const PlaneAffine &plane : kPlaneAffines)
    mixPlane(slot, weights, plane.ofXform, result);

  llvm::SmallVector<Affine, 4> coefs, posts;
  for (const Xform *xform : slot) {
    coefs.push_back(xform->coefs);
    posts.push_back(xform->post.value_or(Affine()));
  }
  result.coefs = mixAffines(coefs, weights, type, winding);
  result.post.reset();
  if (llvm::any_of(slot, [](const Xform *xform) { return xform->hasPost(); }))
    result.post = mixAffines(posts, weights, type, {});
  return result;
}

static std::vector<double> mixChaos(const Slot &slot, Weights weights, size_t count) {
  std::vector<double> row(count);
  for (size_t next = 0; next < count; ++next) {
    for (auto [xform, weight] : llvm::zip(slot, weights))
      row[next] += weight * xform->chaosTo(next);
    row[next] = std::max(0.0, row[next]);
  }
  return row;
}

StaggerSpan flame::staggerSpan(double stagger, size_t index, size_t count) {
  if (stagger <= 0 || count < 2)
    return {};
  const double waiting = stagger * double(count - 1) / double(count);
  const double end = waiting * double(count - 1 - index) / double(count - 1);
  return {end + 1 - waiting, end};
}

/// The share of the first genome in one xform.
static double staggeredShare(double share, StaggerSpan span) {
  return smoothStep(std::clamp((share - span.end) / (span.begin - span.end), 0.0, 1.0));
}

static void mixXforms(llvm::ArrayRef<Genome> genomes, Weights weights,
                      const InterpolateOptions &options, InterpolationType type, Genome &result) {
  const size_t count = result.xforms.size();
  const bool isStaggered = genomes.size() == 2 && options.stagger > 0 && count > 1;
  const bool hasChaos =
      llvm::any_of(genomes, [](const Genome &genome) { return genome.hasChaos(); });
  for (size_t i = 0; i < count; ++i) {
    Slot slot;
    for (const Genome &genome : genomes)
      slot.push_back(&genome.xforms[i]);
    llvm::SmallVector<double, 4> staggered(weights.begin(), weights.end());
    if (isStaggered) {
      staggered[0] = staggeredShare(weights[0], staggerSpan(options.stagger, i, count));
      staggered[1] = 1 - staggered[0];
    }
    const WindingReference winding =
        i < options.windings.size() ? options.windings[i] : WindingReference();
    result.xforms[i] = mixXform(slot, staggered, type, winding);
    result.xforms[i].chaos = hasChaos ? mixChaos(slot, weights, count) : std::vector<double>();
  }
  if (!result.finalXform)
    return;
  Slot slot;
  for (const Genome &genome : genomes)
    slot.push_back(&*genome.finalXform);
  result.finalXform = mixXform(slot, weights, type, {});
}

//===-- the flame -----------------------------------------------------------------------------===//

namespace {
/// Sets members to the mixture of those of the genomes.
struct SettingMixer {
  llvm::ArrayRef<Genome> genomes;
  Weights weights;
  Genome &result;

  void operator()(double Genome::*member) const { result.*member = mix(genomes, weights, member); }
  void operator()(int Genome::*member) const {
    result.*member = int(std::lround(mix(genomes, weights, member)));
  }
  void operator()(std::array<double, 3> Genome::*member) const {
    std::array<double, 3> sum = {};
    for (auto [genome, weight] : llvm::zip(genomes, weights))
      for (auto [channel, value] : llvm::zip(sum, genome.*member))
        channel += weight * value;
    result.*member = sum;
  }
};
} // namespace

static void mixSettings(llvm::ArrayRef<Genome> genomes, Weights weights, Genome &result) {
  const SettingMixer mix{genomes, weights, result};
  mix(&Genome::hue);
#define FLAME_MIXED_MEMBERS
#include "compiler/genome/GenomeSettings.inc"
}

/// The genome whose settings control the mixture. The first of four genomes is only a neighbour,
/// but flam3 uses its settings.
static const Genome &settingsOf(llvm::ArrayRef<Genome> genomes, Compatibility compat) {
  return genomes[genomes.size() == 4 && compat == Compatibility::Clean ? 1 : 0];
}

Genome flame::mixGenomes(llvm::ArrayRef<Genome> aligned, Weights weights,
                         const InterpolateOptions &options) {
  Genome result = settingsOf(aligned, options.compat);
  result.interpolation = Interpolation::Linear;
  result.symmetry = 0;
  result.edit.clear();
  mixSettings(aligned, weights, result);
  mixXforms(aligned, weights, options, result.interpolationType, result);
  if (options.withPalette)
    result.palette = PaletteMixer(aligned, result).mix(weights);
  return result;
}

//===-- key frames ----------------------------------------------------------------------------===//

KeySegment::KeySegment(llvm::ArrayRef<Genome> keys, size_t index, Compatibility compat)
    : begin(keys[index].time), end(keys[index + 1].time), compat(compat) {
  const bool isSmooth =
      keys[index].interpolation == Interpolation::Smooth && index > 0 && index + 2 < keys.size();
  llvm::ArrayRef<Genome> taking = isSmooth ? keys.slice(index - 1, 4) : keys.slice(index, 2);
  genomes.assign(taking.begin(), taking.end());
  alignGenomes(genomes, compat);
}

llvm::SmallVector<double, 4> KeySegment::weightsAt(double time) const {
  const double share = (end - time) / (end - begin), u = 1 - share, u2 = u * u, u3 = u2 * u;
  if (genomes.size() == 2)
    return {share, u};
  return {(2 * u2 - u3 - u) / 2, (3 * u3 - 5 * u2 + 2) / 2, (4 * u2 - 3 * u3 + u) / 2,
          (u3 - u2) / 2};
}

Genome KeySegment::at(double time, double stagger, bool withPalette) const {
  InterpolateOptions options;
  options.stagger = stagger;
  options.compat = compat;
  options.withPalette = withPalette;
  Genome result = mixGenomes(genomes, weightsAt(time), options);
  result.time = time;
  return result;
}

PaletteMixer KeySegment::palettes() const {
  return PaletteMixer(genomes, settingsOf(genomes, compat));
}

size_t flame::findSegment(llvm::ArrayRef<Genome> keys, double time) {
  size_t after = 1;
  while (after + 1 < keys.size() && keys[after].time < time)
    ++after;
  return after - 1;
}

Genome flame::interpolateGenomes(llvm::ArrayRef<Genome> keys, double time, double stagger,
                                 Compatibility compat) {
  if (keys.size() == 1)
    return keys.front();
  return KeySegment(keys, findSegment(keys, time), compat).at(time, stagger);
}
