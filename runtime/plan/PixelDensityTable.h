// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What density estimation and the spatial filter need to be one step (runtime/shared/PixelDensity.h): where the coefficients of
// each kernel go, and which kernels are narrow. In go the tables of both; the coefficients themselves are made on the device.

#ifndef FLAME_RUNTIME_PLAN_PIXELDENSITYTABLE_H
#define FLAME_RUNTIME_PLAN_PIXELDENSITYTABLE_H

#include "runtime/plan/FilterTables.h"

namespace flame::rt {

/// Without kernels, the two are two steps.
struct PixelDensityTable {
  std::vector<abi::PixelKernel> kernels; ///< those of density estimation
  abi::NearClasses classes = {};
  uint32_t nearFirst = 0; ///< the first kernel that stands in the table by offset
  uint32_t entries = 0;   ///< of the table by kernel
  bool isActive() const { return !kernels.empty(); }
};

/// The table is empty where one step is impossible or no gain: without supersampling or above kMostPixelScale, with a spatial
/// filter of taps or wider than kMostPixelFilter, and with kernels that reach over more than kKernelRow pixels.
PixelDensityTable makePixelDensityTable(const DensityTable &density, const SpatialFilter &spatial,
                                        uint32_t supersample);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_PIXELDENSITYTABLE_H
