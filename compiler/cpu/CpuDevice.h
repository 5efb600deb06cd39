// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internals of the CPU device, for programs that contain the compiler and compile flames before
// they make devices of them.

#ifndef FLAME_COMPILER_CPU_CPUDEVICE_H
#define FLAME_COMPILER_CPU_CPUDEVICE_H

#include "abi/CpuDevice.h"
#include "compiler/cpu/CompileForCpu.h"

/// The type that flame_cpu_open returns and flame_cpu_close deletes.
struct FlameCpuFlame {
  std::unique_ptr<flame::CpuFlame> code;
  double compileSeconds = 0;
};

#endif // FLAME_COMPILER_CPU_CPUDEVICE_H
