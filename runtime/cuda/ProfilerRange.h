// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges for profilers: they show the frame and the stage that a thread works on.
//
// Profilers with NVTX support, such as Nsight Systems, name a library of theirs in the environment
// variable NVTX_INJECTION64_PATH. A program loads it and passes it a table of the functions that it
// wants to call; the profiler fills in its own. Only this part of the interface is implemented
// here, so building and running need nothing of CUDA. Without the variable a range costs one
// comparison.

#ifndef FLAME_RUNTIME_CUDA_PROFILERRANGE_H
#define FLAME_RUNTIME_CUDA_PROFILERRANGE_H

#include <string>

namespace flame::rt {

/// A range of the calling thread, for the lifetime of the object. Ranges nest.
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
