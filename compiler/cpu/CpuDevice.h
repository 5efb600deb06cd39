// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU device from within: for programs that hold the compiler, and have flames compiled before they make devices of them.

#ifndef FLAME_COMPILER_CPU_CPUDEVICE_H
#define FLAME_COMPILER_CPU_CPUDEVICE_H

#include "abi/CpuDevice.h"
#include "compiler/cpu/CompileForCpu.h"

/// What flame_cpu_open returns and flame_cpu_close deletes.
struct FlameCpuFlame {
  std::unique_ptr<flame::CpuFlame> code;
  double compileSeconds = 0;
};

#endif // FLAME_COMPILER_CPU_CPUDEVICE_H
