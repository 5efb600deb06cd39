// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building the flame and its cases. A probe gives the point before the affine, so known points go
// through its inverse first; what is expected follows from the rounded probe, so that both sides
// see equal inputs.

#include "tests/device/VariationFlame.h"

#include "abi/DirectRgb.h"
#include "compiler/genome/WeightingField.h"
#include "tests/unit/ir/VariationSamples.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <random>

namespace flame::test {

/// Units in the last place that inputs of single precision may be off: those of the known points'
/// own tests.
static constexpr double kInputError = 32;

static Xform makeXform(const VariationInfo &variation, const Sample &at) {
  Xform xform;
  xform.weight = 1;
  xform.colorSpeed = 0; // the variation sees the colour that the probe brings
  const std::vector<double> &m = at.affine;
  xform.coefs = {.a = m[0], .d = m[3], .b = m[1], .e = m[4], .c = m[2], .f = m[5]};
  VariationUse use;
  use.info = &variation;
  use.weight = at.weight[0];
  use.params = at.params;
  if (variation.preOnly) { // displaces the point; what comes out is that point
    use.phase = VariationUse::Pre;
    VariationUse linear;
    linear.info = findVariation("linear");
    linear.weight = 1;
    xform.variations.push_back(std::move(linear));
  }
  xform.variations.push_back(std::move(use));
  return xform;
}

/// The point that the affine of `at` maps to the point of `at`.
static Pair beforeAffine(const Sample &at) {
  const std::vector<double> &m = at.affine;
  const double x = at.point[0] - m[2], y = at.point[1] - m[5];
  const double determinant = m[0] * m[4] - m[1] * m[3];
  return {(m[4] * x - m[1] * y) / determinant, (m[0] * y - m[3] * x) / determinant};
}

/// The case that applies xform `xform` where and with the draws that `at` has.
static ProbeCase makeCase(const VariationInfo &variation, Sample at, uint32_t xform) {
  const Pair before = beforeAffine(at);
  ProbeCase made;
  made.name = variation.name.str();
  made.probe = {xform, float(before.first), float(before.second), float(kSampleColor), {}};
  assert(at.draws.size() <= abi::kProbeDraws && "room for all draws");
  std::ranges::copy(at.draws, made.probe.draws);
  const std::vector<double> &m = at.affine;
  at.point = {m[0] * made.probe.x + m[1] * made.probe.y + m[2],
              m[3] * made.probe.x + m[4] * made.probe.y + m[5]};
  const Pair value = onOracle(variation, at);
  made.x = value.first + (variation.preOnly ? at.point[0] : 0);
  made.y = value.second + (variation.preOnly ? at.point[1] : 0);
  made.color = made.probe.color;
  if (variation.isField) { // what comes out is `linear` as the field weighs it
    const WeightingField field(value.first, at.params);
    made.x = field.weighed(at.point[0]);
    made.y = field.weighed(at.point[1]);
    made.color = float(field.colored(made.probe.color));
    made.allowedColor = kSinglePrecisionError;
  }
  if (variation.setsColor) { // nothing is in the sum before
    Sample seen = at;
    if (variation.displayOnly)
      seen.origin = {made.probe.x, made.probe.y};
    made.color = variation.displayOnly ? colorOnOracle(variation, seen, {made.x, made.y})
                                       : colorOnOracle(variation, at, value);
    if (variation.displayOnly && made.color < 0) // what the probe shows
      made.color = 1 + std::floor(kSampleColor * abi::kDisplayColorCount) / abi::kDirectRgbCodes;
    made.allowedColor = 5 * kSinglePrecisionError; // they change faster than the point
    if (variation.directRgb)
      made.color = abi::kFirstDirectRgb +
                   std::nearbyint(made.color * abi::kDirectRgbCodes) * abi::kDirectRgbCoordinates +
                   std::nearbyint(kSampleColor * (abi::kDirectRgbCoordinates - 1));
  }
  if (variation.hides)
    made.visibility = shareOnOracle(variation, at);
  made.allowed = kSinglePrecisionError * (1 + norm({made.x, made.y}));
  // NaN: the rounding leads out of what a function takes.
  const double moves = sensitivity(variation, at, kInputError);
  made.sensitivity = std::isfinite(moves) ? moves : std::numeric_limits<double>::max();
  return made;
}

VariationFlame makeVariationFlame(unsigned randomPoints, unsigned part, unsigned parts) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> coordinate(-3, 3), unit(0, 1);
  Genome genome;
  genome.name = "every variation";
  for (PaletteColor &color : genome.palette)
    color = {1, 1, 1, 1};
  VariationFlame flame;
  for (const VariationInfo &variation : variationTable()) {
    if (positionOf(variation) % parts != part)
      continue;
    std::vector<std::pair<Sample, uint32_t>> made; // samples of one setting share an xform
    for (const Sample &sample : samplesOf(variation)) {
      Sample at = inSinglePrecision(sample);
      const auto same = std::ranges::find_if(made, [&](const auto &other) {
        return other.first.weight == at.weight && other.first.params == at.params &&
               other.first.affine == at.affine;
      });
      const uint32_t xform = same != made.end() ? same->second : uint32_t(genome.xforms.size());
      if (same == made.end()) {
        genome.xforms.push_back(makeXform(variation, at));
        made.emplace_back(at, xform);
      }
      flame.cases.push_back(makeCase(variation, at, xform));
      flame.cases.back().isSample = true;
      for (unsigned i = 0; i < randomPoints; ++i) {
        at.point = {coordinate(random), coordinate(random)};
        for (size_t draw = 0; draw < at.draws.size(); ++draw)
          at.draws[draw] = float(drawn(variation.draws[draw], unit(random)));
        const ProbeCase one = makeCase(variation, at, xform);
        if (isGood({one.x, one.y}) && one.sensitivity <= one.allowed)
          flame.cases.push_back(one);
      }
    }
  }
  flame.animation = makeStill(genome);
  return flame;
}

} // namespace flame::test
