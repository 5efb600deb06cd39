// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every animation is a sequence of stretches with one function each. Functions are evaluated some
// hundred times, so flames are aligned beforehand where motion elements permit it; aligning them
// again then has no effect.

#include "compiler/animation/AnimateGenomes.h"

#include "compiler/animation/AlignGenomes.h"
#include "compiler/animation/EdgeGenome.h"
#include "compiler/animation/FitAnimation.h"
#include "compiler/animation/LoopGenome.h"
#include "compiler/animation/Motion.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <memory>

using namespace flame;

//===-- breakpoints ---------------------------------------------------------------------------===//

/// The shares of the first flame at which xforms start and arrive.
static std::vector<double> staggerShares(const Genome &from, const Genome &to, double stagger) {
  std::vector<double> shares;
  const size_t count = std::max(from.xforms.size(), to.xforms.size());
  if (stagger > 0 && count > 1)
    for (size_t i = 0; i < count; ++i) {
      const StaggerSpan span = staggerSpan(stagger, i, count);
      llvm::append_values(shares, span.begin, span.end);
    }
  return shares;
}

/// The inverse of smoothStep.
static double inverseSmoothStep(double value) {
  return 0.5 - std::sin(std::asin(1 - 2 * value) / 3);
}

//===-- stretches -----------------------------------------------------------------------------===//

/// `genome` without texts that only its file or picture needs, so that copies are cheap.
static Genome withoutTexts(Genome genome) {
  genome.edit.clear();
  auto strip = [](Xform &xform) { xform.attributes = {}; };
  llvm::for_each(genome.xforms, strip);
  if (genome.finalXform)
    strip(*genome.finalXform);
  return genome;
}

static Stretch keyStretch(llvm::ArrayRef<Genome> keys, size_t index,
                          const AnimateOptions &options) {
  const double begin = keys[index].time, length = keys[index + 1].time - begin;
  auto segment = std::make_shared<KeySegment>(keys, index, options.compat);
  Stretch stretch;
  stretch.genomeAt = [=, stagger = options.stagger](double share) {
    return segment->at(begin + share * length, stagger, /*withPalette=*/false);
  };
  stretch.paletteAt = [=, mixer = segment->palettes()](double share) {
    return mixer.mix(segment->weightsAt(begin + share * length));
  };
  for (double share : staggerShares(keys[index], keys[index + 1], options.stagger))
    stretch.breakpoints.push_back(1 - share);
  return stretch;
}

static Stretch loopStretch(Genome flame) {
  fadeDirectColors(flame);
  Stretch stretch;
  stretch.genomeAt = [flame](double share) { return loopGenome(flame, share); };
  stretch.paletteAt = [palette = flame.palette](double) { return palette; };
  stretch.breakpoints = motionBreakpoints(flame);
  return stretch;
}

static Stretch edgeStretch(const Genome &from, const Genome &to, const AnimateOptions &options) {
  std::vector<Genome> ends = {from, to};
  if (!hasMotion(from) && !hasMotion(to))
    alignGenomes(ends, options.compat);
  Stretch stretch;
  stretch.genomeAt = [=](double share) {
    return edgeGenome(ends[0], ends[1], share, options.stagger, options.compat,
                      /*withPalette=*/false);
  };
  stretch.paletteAt = [mixer = PaletteMixer(ends, from)](double share) {
    return mixer.mix({1 - smoothStep(share), smoothStep(share)});
  };
  for (double share : staggerShares(from, to, options.stagger))
    stretch.breakpoints.push_back(inverseSmoothStep(1 - share));
  llvm::append_range(stretch.breakpoints, motionBreakpoints(from));
  llvm::append_range(stretch.breakpoints, motionBreakpoints(to));
  return stretch;
}

//===-- animations ----------------------------------------------------------------------------===//

/// An animation of stretches of equal length.
static Animation animateEvenly(const Genome &first, std::vector<Stretch> stretches,
                               const AnimateOptions &options) {
  const double count = double(stretches.size());
  for (auto [index, stretch] : llvm::enumerate(stretches)) {
    stretch.begin = double(index) / count;
    stretch.end = double(index + 1) / count;
  }
  Animation animation = fitAnimation(first, stretches);
  animation.duration = options.frames * count;
  return animation;
}

Animation flame::animateKeyFrames(llvm::ArrayRef<Genome> keys, const AnimateOptions &options) {
  if (keys.size() == 1)
    return makeStill(keys.front());
  std::vector<Genome> light;
  llvm::transform(keys, std::back_inserter(light), withoutTexts);
  const double start = keys.front().time, duration = keys.back().time - start;
  std::vector<Stretch> stretches;
  for (size_t i = 0; i + 1 < keys.size(); ++i) {
    stretches.push_back(keyStretch(light, i, options));
    stretches.back().begin = i == 0 ? 0 : stretches[i - 1].end;
    stretches.back().end = i + 2 == keys.size() ? 1 : (keys[i + 1].time - start) / duration;
  }
  Animation animation = fitAnimation(keys.front(), stretches);
  animation.duration = duration;
  animation.startTime = start;
  return animation;
}

Animation flame::animateLoop(const Genome &flame, const AnimateOptions &options) {
  Animation animation = animateEvenly(flame, {loopStretch(withoutTexts(flame))}, options);
  animation.loops = true;
  return animation;
}

/// The name of the transition between two flames.
static std::string joinNames(const Genome &from, const Genome &to) {
  return from.name.empty() || to.name.empty() ? from.name : from.name + "=" + to.name;
}

Animation flame::animateEdge(const Genome &from, const Genome &to, const AnimateOptions &options) {
  Animation animation =
      animateEvenly(from, {edgeStretch(withoutTexts(from), withoutTexts(to), options)}, options);
  animation.name = joinNames(from, to);
  return animation;
}

Animation flame::animateSequence(llvm::ArrayRef<Genome> flames, const AnimateOptions &options) {
  std::vector<Stretch> stretches;
  for (size_t i = 0; i < flames.size(); ++i) {
    const Genome flame = withoutTexts(flames[i]);
    stretches.push_back(loopStretch(flame));
    if (i + 1 < flames.size())
      stretches.push_back(edgeStretch(flame, withoutTexts(flames[i + 1]), options));
  }
  Animation animation = animateEvenly(flames.front(), std::move(stretches), options);
  if (flames.size() > 1)
    animation.name = joinNames(flames.front(), flames.back());
  return animation;
}

//===-- what cannot change --------------------------------------------------------------------===//

namespace {
/// A setting with one value per animation.
struct ConstantSetting {
  llvm::StringLiteral attribute;
  bool (*differ)(const Genome &, const Genome &);
};
} // namespace

template <auto... members> static bool differ(const Genome &a, const Genome &b) {
  return ((a.*members != b.*members) || ...);
}

static constexpr ConstantSetting kConstantSettings[] = {
#define FLAME_CONSTANT_SETTINGS
#include "compiler/animation/AnimationSettings.inc"
};

void flame::reportConstantSettings(llvm::ArrayRef<Genome> flames, Diagnostics &diags) {
  for (const ConstantSetting &setting : kConstantSettings)
    for (const Genome &flame : flames.drop_front()) {
      if (!setting.differ(flames.front(), flame))
        continue;
      const llvm::SMRange given = flame.attributes.find(setting.attribute);
      auto report = diags.warning(Warning::IgnoredSetting, given.isValid() ? given : flame.range,
                                  quoted(setting.attribute) + " cannot change within an animation");
      const llvm::SMRange first = flames.front().attributes.find(setting.attribute);
      report.note(first.isValid() ? first : flames.front().range,
                  "the first flame's value is taken");
      break;
    }
}
