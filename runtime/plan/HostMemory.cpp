// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See the header. A frame has at most kMaxBuckets buckets and kMaxPasses passes, so that no product
// here exceeds 64 bits.

#include "runtime/plan/HostMemory.h"

#include "support/NumberText.h"

#include <algorithm>
#include <fstream>
#include <string>

namespace flame::rt {

/// What one pass has in memory while it is rendered: exact cells, and the packed ones of a thread.
static constexpr uint64_t kIteratedCell = sizeof(abi::WideCell) + sizeof(uint64_t);
static_assert(abi::kMaxBuckets * FrameDefaults::kMaxPasses <=
              UINT64_MAX / (16 * sizeof(abi::WideCell)));

uint64_t histogramBytes(const FramePlan &plan) {
  return abi::bucketCount(plan.frame) * plan.passes() * sizeof(abi::WideCell);
}

/// Arrays of accumulators that finishing has at once: the light of a pass, what a filter makes of
/// it, and the sum of passes.
static uint64_t accumulatorsOf(const FramePlan &plan) {
  const FilterPlan &filters = plan.filters.plan;
  const bool hasResult = filters.has(FilterStage::Density) || filters.has(FilterStage::Bilateral) ||
                         filters.has(FilterStage::NonLocalMeans) ||
                         filters.has(FilterStage::SmearClip);
  return 1 + hasResult + (plan.passes() > 1);
}

static uint64_t pixelBytes(const FramePlan &plan) {
  return plan.format.bytes(plan.frame.width, plan.frame.height);
}

uint64_t finishBytes(const FramePlan &plan) {
  return abi::bucketCount(plan.frame) * accumulatorsOf(plan) * sizeof(abi::Accumulator) +
         pixelBytes(plan);
}

uint64_t renderBytes(const FramePlan &plan) {
  const uint64_t buckets = abi::bucketCount(plan.frame);
  if (plan.shard)
    return histogramBytes(plan) + buckets * kIteratedCell;
  const uint64_t sum = plan.passes() > 1 ? buckets * sizeof(abi::Accumulator) : 0;
  return std::max(buckets * kIteratedCell + sum,
                  buckets * sizeof(abi::WideCell) + finishBytes(plan));
}

/// What the kernel can give without swapping.
static uint64_t availableToAll() {
  std::ifstream file("/proc/meminfo");
  constexpr uint64_t kKibibyte = 1024;
  std::string key, unit;
  for (uint64_t amount = 0; file >> key >> amount; std::getline(file, unit))
    if (key == "MemAvailable:")
      return amount * kKibibyte;
  return UINT64_MAX;
}

/// What a container leaves to all of its processes. Where there is none, or no limit, the file is
/// missing or says "max".
static uint64_t limitOfContainer() {
  std::ifstream file("/sys/fs/cgroup/memory.max");
  uint64_t bytes = 0;
  return file >> bytes ? bytes : UINT64_MAX;
}

uint64_t availableHostMemory() { return std::min(availableToAll(), limitOfContainer()); }

Status checkHostMemory(const FramePlan &plan, uint64_t bytes, uint64_t limit) {
  const uint64_t allowed = limit ? limit : availableHostMemory();
  if (bytes <= allowed)
    return {};
  const std::string passes =
      plan.passes() > 1 ? std::to_string(plan.passes()) + " passes over " : "";
  return Error(
      ErrorKind::Environment,
      "not enough memory: a frame of " + passes + std::to_string(plan.frame.gridWidth) + "x" +
          std::to_string(plan.frame.gridHeight) + " buckets needs " + formatBytes(bytes) +
          ", and " + formatBytes(allowed) + (limit ? " may be used" : " are free"),
      std::string("choose a smaller --size or --supersample") +
          (plan.passes() > 1 ? ", fewer 'passes'" : "") + (limit ? ", or a larger --memory" : ""));
}

} // namespace flame::rt
