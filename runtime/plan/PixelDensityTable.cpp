// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lays out the coefficients of density estimation in pixels.

#include "runtime/plan/PixelDensityTable.h"

#include <algorithm>

namespace flame::rt {

/// Most coefficients of the table by kernel: 128 MiB.
static constexpr uint64_t kMostEntries = uint64_t(32) << 20;

/// True if no kernel is wider than the previous one. Kernels for few samples may be, where
/// Gaussians are cut off by their height.
static bool narrows(const DensityTable &density) {
  return std::ranges::is_sorted(density.kernels, std::ranges::greater(),
                                &abi::DensityKernel::reach) &&
         density.kernels.back().reach >= 0;
}

PixelDensityTable makePixelDensityTable(const DensityTable &density, const SpatialFilter &spatial,
                                        uint32_t supersample) {
  if (!density.isActive() || !spatial.taps.empty() || supersample < abi::kLeastPixelScale ||
      supersample > abi::kMostPixelScale || spatial.width() > abi::kMostPixelFilter ||
      !narrows(density))
    return {};
  PixelDensityTable table;
  uint64_t entries = 0;
  for (const abi::DensityKernel &kernel : density.kernels) {
    const uint64_t span = uint64_t(2 * kernel.reach) + spatial.width();
    if (span > uint64_t(abi::kKernelRow) * supersample)
      return {};
    table.kernels.push_back({uint32_t(entries), kernel.reach});
    entries += span * supersample * abi::kKernelRow;
    if (entries > kMostEntries)
      return {};
  }
  table.entries = uint32_t(entries);
  const size_t count = table.kernels.size();
  const size_t first = count > abi::kNearKernels ? count - abi::kNearKernels : 0;
  for (uint32_t i = 0; i < abi::kNearClasses; ++i) {
    const auto found = std::ranges::find_if(
        table.kernels.begin() + ptrdiff_t(first), table.kernels.end(),
        [&](const abi::PixelKernel &kernel) { return kernel.reach <= abi::kNearReaches[i]; });
    table.classes.first[i] = uint16_t(found - table.kernels.begin());
  }
  table.nearFirst = table.classes.first[abi::kNearClasses - 1];
  return table;
}

} // namespace flame::rt
