// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps accumulators only for the usual filter chain of a still: log scaling and density estimation
// before the sum.

#include "studio/live/KeptAccumulators.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <thread>

namespace flame::studio {

using namespace rt;
using abi::Accumulator;

static FinishInputs inputsOf(const FramePlan &plan, const abi::FrameGeometry &grid) {
  FinishInputs inputs;
  inputs.frame = grid;
  inputs.unit = plan.unit;
  inputs.filters = &plan.filters;
  inputs.format = plan.format;
  inputs.seed = plan.seed;
  return inputs;
}

/// True if the accumulators are log-scaled density, perhaps blurred, and later stages read nothing
/// else.
static bool canBeKept(const FilterPlan &plan) {
  const bool onlyStores =
      plan.afterSum.size() == 1 && plan.afterSum.front().kind == FilterStage::Store;
  return onlyStores && std::ranges::all_of(plan.beforeSum, [](const FilterStage &stage) {
           if (stage.kind == FilterStage::Read)
             return stage.local == std::vector{Filter::LogScale};
           return stage.kind == FilterStage::Density && stage.local.empty();
         });
}

static bool isSame(const DensityTable &a, const DensityTable &b) {
  const abi::DensityParams &p = a.params, &q = b.params;
  return a.widths == b.widths && a.kernels.size() == b.kernels.size() &&
         std::memcmp(a.kernels.data(), b.kernels.data(),
                     a.kernels.size() * sizeof(abi::DensityKernel)) == 0 &&
         p.countFactor == q.countFactor && p.maxCount == q.maxCount && p.curve == q.curve &&
         p.lastKernel == q.lastKernel && p.countRadius == q.countRadius && p.margin == q.margin &&
         p.stepsPerOctave == q.stepsPerOctave && p.edgeKernel == q.edgeKernel;
}

static bool isSame(const abi::FrameGeometry &a, const abi::FrameGeometry &b) {
  return a.width == b.width && a.height == b.height && a.supersample == b.supersample &&
         a.gutter == b.gutter && a.gridWidth == b.gridWidth && a.gridHeight == b.gridHeight;
}

/// Converts an accumulator to other colours and another brightness. Sums in dark areas may be
/// slightly negative.
static Accumulator changed(const Accumulator &accumulator, float brighter, const ColorMap *map) {
  if (!map)
    return {accumulator.red * brighter, accumulator.green * brighter, accumulator.blue * brighter,
            accumulator.alpha * brighter};
  const auto channel = [&](const std::array<double, 3> &row) {
    const float sum = float(row[0]) * accumulator.red + float(row[1]) * accumulator.green +
                      float(row[2]) * accumulator.blue;
    return std::max(0.0F, sum) * brighter;
  };
  return {channel((*map)[0]), channel((*map)[1]), channel((*map)[2]), accumulator.alpha * brighter};
}

/// Makes a converted copy with two threads. More would not help: memory bandwidth is the limit.
static Accumulation changedCopy(const Accumulator *accumulators, size_t buckets, float brighter,
                                const ColorMap *map) {
  Accumulation copy = std::make_unique_for_overwrite<Accumulator[]>(buckets);
  const auto change = [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i)
      copy[i] = changed(accumulators[i], brighter, map);
  };
  const std::jthread other(change, buckets / 2, buckets);
  change(0, buckets / 2);
  return copy;
}

Developed KeptAccumulators::pixelsOf(const FramePlan &plan, const abi::FrameGeometry &wanted,
                                     float brighter, const std::optional<ColorMap> &map,
                                     unsigned threads) const {
  Developed result;
  for (uint64_t samples : counted)
    result.samples += samples;
  const FinishInputs inputs = inputsOf(plan, wanted);
  if (brighter == 1 && !map) {
    result.rgba = developAccumulators(inputs, accumulators.get(), threads);
    return result;
  }
  result.isExact = brighter == 1;
  result.rgba = developAccumulators(
      inputs,
      changedCopy(accumulators.get(), abi::bucketCount(wanted), brighter, map ? &*map : nullptr)
          .get(),
      threads);
  return result;
}

Result<Developed> KeptAccumulators::develop(const FramePlan &plan, const abi::FrameGeometry &wanted,
                                            const std::vector<PassHistogram> &passes,
                                            const std::optional<ColorMap> &map, unsigned threads,
                                            const std::stop_token &stop) {
  FLAME_TRY(checkHistograms(passes, plan.passes(), abi::bucketCount(wanted)));
  try {
    FinishInputs inputs = inputsOf(plan, wanted);
    Accumulation sum;
    std::vector<uint64_t> samples;
    std::vector<abi::LogScale> logScales;
    for (uint32_t number = 0; number < plan.passes(); ++number) {
      const PassHistogram &pass = passes[number];
      inputs.wide = pass.cells;
      inputs.logScale = plan.logScale(plan.pass(number), pass.samples);
      FLAME_TRY(addPass(inputs, sum, threads, stop));
      if (stop.stop_requested())
        return Error(ErrorKind::Environment, "interrupted");
      samples.push_back(pass.samples);
      logScales.push_back(inputs.logScale);
    }
    accumulators = std::move(sum);
    grid = wanted;
    stages = plan.filters.plan.beforeSum;
    density = plan.filters.density;
    unit = plan.unit;
    counted = std::move(samples);
    scales = std::move(logScales);
    if (canBeKept(plan.filters.plan))
      return pixelsOf(plan, wanted, 1, map, threads);
    Developed result;
    for (uint64_t count : counted)
      result.samples += count;
    if (map)
      accumulators = changedCopy(accumulators.get(), abi::bucketCount(wanted), 1, &*map);
    result.rgba = developFrame(inputs, std::move(accumulators), threads);
    return result;
  } catch (const std::bad_alloc &) {
    accumulators.reset();
    return Error(ErrorKind::Environment, "not enough memory to finish the picture",
                 "choose a smaller size");
  }
}

std::optional<Developed> KeptAccumulators::developAgain(const FramePlan &plan,
                                                        const abi::FrameGeometry &wanted,
                                                        const std::optional<ColorMap> &map,
                                                        unsigned threads) const {
  if (!accumulators || !isSame(grid, wanted) || plan.unit != unit ||
      plan.passes() != counted.size() || !canBeKept(plan.filters.plan) ||
      plan.filters.plan.beforeSum != stages || !isSame(plan.filters.density, density))
    return std::nullopt;
  std::optional<float> brighter;
  for (uint32_t number = 0; number < plan.passes(); ++number) {
    const abi::LogScale scale = plan.logScale(plan.pass(number), counted[number]);
    const float factor = scale.k1 / scales[number].k1;
    if (scale.k2 != scales[number].k2 || !std::isfinite(factor) ||
        (brighter && *brighter != factor))
      return std::nullopt;
    brighter = factor;
  }
  return pixelsOf(plan, wanted, brighter.value_or(1), map, threads);
}

} // namespace flame::studio
