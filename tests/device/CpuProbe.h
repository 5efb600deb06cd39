// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Applying single xforms of a flame that was compiled for the CPU; see abi/ProbeAbi.h.

#ifndef FLAME_TESTS_DEVICE_CPUPROBE_H
#define FLAME_TESTS_DEVICE_CPUPROBE_H

#include "abi/ProbeAbi.h"
#include "compiler/cpu/CompileForCpu.h"

namespace flame::test {

/// What a flame is linked with for `lanes` points per vector, instead of the engine:
/// CompileOptions::library.
llvm::StringRef cpuProbeLibrary(unsigned lanes);

/// The results of `probes` with the flame as it is at `time`: vectors x, y, color, visibility of
/// each.
std::vector<float> probe(const CpuFlame &flame, llvm::ArrayRef<abi::Probe> probes, float time = 0);

} // namespace flame::test

#endif // FLAME_TESTS_DEVICE_CPUPROBE_H
