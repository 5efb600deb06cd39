// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU with the kernels of runtime/device/bench/, and how launches of them are timed.

#ifndef FLAME_TOOLS_FLAMEBENCH_GPUBENCH_H
#define FLAME_TOOLS_FLAMEBENCH_GPUBENCH_H

#include "runtime/cuda/Buffer.h"
#include "runtime/cuda/Module.h"

#include <functional>
#include <memory>

namespace flame {

/// Numbers that a kernel adds to, which begin at 0.
class KernelResults {
public:
  static rt::Result<KernelResults> create(const rt::Context &context, size_t count);
  uint64_t *data() const { return buffer.data(); }
  rt::Status clear(const rt::Stream &stream) { return buffer.fill(0, stream); }
  /// What kernels have added, when they are through.
  rt::Result<std::vector<uint64_t>> read(const rt::Stream &stream) const;

private:
  rt::DeviceBuffer<uint64_t> buffer;
};

class GpuBench {
public:
  /// Opens GPU `ordinal`; measurements are repeated so often. A machine without a driver or a GPU is an Environment error.
  static rt::Result<GpuBench> open(int ordinal, unsigned repeat);

  const rt::DeviceInfo &device() const { return gpu.device(); }
  const rt::Context &context() const { return gpu; }
  const rt::Stream &stream() const { return queue; }
  /// Whether it has what came with sm_90: additions of vectors, bulk copies.
  bool isHopperOrNewer() const { return device().computeMajor >= 9; }
  rt::Result<rt::Kernel> kernel(const std::string &name) const { return module.kernel(name); }
  /// So many blocks that the GPU is full of them.
  rt::Result<unsigned> residentBlocks(const rt::Kernel &kernel, unsigned threads,
                                      unsigned sharedBytes = 0) const;

  /// Median seconds that `work` takes in the stream, after one run that warms up. `prepare` stands before each run and is not timed.
  rt::Result<double> time(const std::function<rt::Status()> &work,
                          const std::function<rt::Status()> &prepare = {}) const;

private:
  GpuBench(std::unique_ptr<rt::Driver> driver, rt::Context gpu, rt::Module module, rt::Stream queue,
           unsigned repeat)
      : driver(std::move(driver)), gpu(std::move(gpu)), module(std::move(module)),
        queue(std::move(queue)), repeat(repeat) {}

  std::unique_ptr<rt::Driver> driver; // first, as it outlives the others
  rt::Context gpu;
  rt::Module module;
  rt::Stream queue;
  unsigned repeat;
};

/// An error that says which kernel did not do what it was to do.
rt::Error wrongResult(const std::string &kernel, const std::string &what, uint64_t expected,
                      uint64_t found);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_GPUBENCH_H
