// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a profiler shows beside its own measurements: which frame and which stage a thread is at.
//
// Profilers that understand NVTX, as Nsight Systems does, name a library of theirs in the environment variable
// NVTX_INJECTION64_PATH. A program loads it and hands out a table of the functions that it would like to call, and the profiler puts
// its own there. That much of the interface is spoken here, so that neither building nor running needs anything of CUDA. Without
// the variable a range costs a comparison.

#ifndef FLAME_RUNTIME_CUDA_PROFILERRANGE_H
#define FLAME_RUNTIME_CUDA_PROFILERRANGE_H

#include <string>

namespace flame::rt {

/// A range of the calling thread, from here to the end of the object's life. Ranges nest.
class ProfilerRange {
public:
  explicit ProfilerRange(const char *name);
  explicit ProfilerRange(const std::string &name) : ProfilerRange(name.c_str()) {}
  ~ProfilerRange();
  ProfilerRange(const ProfilerRange &) = delete;
  ProfilerRange &operator=(const ProfilerRange &) = delete;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_CUDA_PROFILERRANGE_H
