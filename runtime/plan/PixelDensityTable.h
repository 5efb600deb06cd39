// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables that combine density estimation and the spatial filter in one step
// (runtime/shared/PixelDensity.h). The input is the tables of both. The output says where the
// coefficients of each kernel go and which kernels are narrow. The coefficients themselves are
// computed on the device.

#ifndef FLAME_RUNTIME_PLAN_PIXELDENSITYTABLE_H
#define FLAME_RUNTIME_PLAN_PIXELDENSITYTABLE_H

#include "runtime/plan/FilterTables.h"

namespace flame::rt {

/// Without kernels, density estimation and the spatial filter stay two steps.
struct PixelDensityTable {
  std::vector<abi::PixelKernel> kernels; ///< kernels of density estimation
  abi::NearClasses classes = {};
  uint32_t nearFirst = 0; ///< first kernel in the table by offset
  uint32_t entries = 0;   ///< entries of the table by kernel
  bool isActive() const { return !kernels.empty(); }
};

/// Makes the table. It is empty if one step is impossible or no faster: without supersampling or
/// above kMostPixelScale, with a spatial filter of taps or wider than kMostPixelFilter, and with
/// kernels that reach over more than kKernelRow pixels.
PixelDensityTable makePixelDensityTable(const DensityTable &density, const SpatialFilter &spatial,
                                        uint32_t supersample);

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_PIXELDENSITYTABLE_H
