// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a chain of filters to stages.

#include "runtime/frame/FilterPlan.h"

#include <algorithm>
#include <cassert>

namespace flame::rt {

bool FilterPlan::has(FilterStage::Kind kind) const {
  return std::ranges::find(beforeSum, kind, &FilterStage::kind) != beforeSum.end() ||
         std::ranges::find(afterSum, kind, &FilterStage::kind) != afterSum.end();
}

/// The stage that a filter of neighbourhoods is.
static FilterStage::Kind stageOf(Filter filter) {
  switch (filter) {
  case Filter::DensityEstimation:
    return FilterStage::Density;
  case Filter::Spatial:
    return FilterStage::Store;
  case Filter::LogScale:
  case Filter::ColorClip:
    break;
  }
  return FilterStage::Local;
}

/// Whether single buckets can go through filters as they leave a stage.
static bool takesLocal(FilterStage::Kind kind) {
  return kind == FilterStage::Read || kind == FilterStage::Local || kind == FilterStage::Store;
}

static bool needsHits(Filter filter) { return filter == Filter::DensityEstimation; }

/// Marks the stage that scales densities as the one that keeps them.
static void keepHits(std::vector<FilterStage> &stages) {
  for (FilterStage &stage : stages)
    stage.keepsHits = std::ranges::find(stage.local, Filter::LogScale) != stage.local.end();
}

FilterPlan planFilters(const FilterChain &chain, uint32_t passes, bool estimates) {
  std::vector<Filter> filters;
  for (const FilterUse &use : chain.uses())
    if (estimates || use.filter != Filter::DensityEstimation)
      filters.push_back(use.filter);
  // Passes are added when they are scaled and spread: what they show together is not what each of them shows.
  size_t ofPass = 0;
  for (size_t i = 0; i < filters.size(); ++i)
    if (infoOf(filters[i]).place <= FilterPlace::Scaled)
      ofPass = i + 1;
  FilterPlan plan;
  plan.beforeSum = {{FilterStage::Read, {}}};
  for (size_t i = 0; i < filters.size(); ++i) {
    const FilterInfo &info = infoOf(filters[i]);
    const bool isPixels = plan.has(FilterStage::Store) || info.place == FilterPlace::ToPixels;
    std::vector<FilterStage> &stages =
        isPixels || (passes > 1 && i >= ofPass) ? plan.afterSum : plan.beforeSum;
    if (!info.isLocal)
      stages.push_back({stageOf(info.filter), {}});
    else if (!stages.empty() && takesLocal(stages.back().kind))
      stages.back().local.push_back(info.filter);
    else
      stages.push_back({FilterStage::Local, {info.filter}});
    plan.spares = std::max(plan.spares, info.spares);
    if (needsHits(info.filter))
      keepHits(plan.beforeSum);
  }
  if (!plan.has(FilterStage::Store))
    plan.afterSum.push_back({FilterStage::Store, {}});
  return plan;
}

static std::string textOf(const FilterStage &stage) {
  std::string text;
  switch (stage.kind) {
  case FilterStage::Read:
    text = "histogram";
    break;
  case FilterStage::Local:
    break;
  case FilterStage::Density:
    text = infoOf(Filter::DensityEstimation).name;
    break;
  case FilterStage::Store:
    text = "pixels";
    break;
  }
  for (Filter filter : stage.local)
    text += (text.empty() ? "" : ", ") + std::string(infoOf(filter).name);
  return text;
}

std::string FilterPlan::text() const {
  std::string text;
  for (const auto *stages : {&beforeSum, &afterSum})
    for (const FilterStage &stage : *stages)
      text += (text.empty() ? "" : "; ") + textOf(stage);
  return text;
}

static abi::LocalStep stepOf(Filter filter, const abi::LogScale &scale) {
  switch (filter) {
  case Filter::LogScale:
    return {abi::Local::LogScale, scale.k1, scale.k2};
  case Filter::ColorClip:
    return {abi::Local::ColorClip, 0, 0};
  case Filter::DensityEstimation:
  case Filter::Spatial:
    break;
  }
  __builtin_unreachable(); // they are stages
}

abi::LocalSteps localSteps(const FilterStage &stage, const FrameFilters &filters,
                           const abi::LogScale &scale) {
  assert(stage.local.size() <= abi::kMaxLocal && "a chain has no filter twice");
  abi::LocalSteps steps = {};
  for (Filter filter : stage.local)
    steps.steps[steps.count++] = stepOf(filter, scale);
  steps.tone = filters.tone;
  return steps;
}

} // namespace flame::rt
