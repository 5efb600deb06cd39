// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU with the kernels of runtime/device/bench/, and the timing of their launches.

#ifndef FLAME_TOOLS_FLAMEBENCH_GPUBENCH_H
#define FLAME_TOOLS_FLAMEBENCH_GPUBENCH_H

#include "runtime/cuda/Buffer.h"
#include "runtime/cuda/Module.h"

#include <functional>
#include <memory>

namespace flame {

/// Sums that a kernel adds to. They start at 0.
class KernelResults {
public:
  static rt::Result<KernelResults> create(const rt::Context &context, size_t count);
  uint64_t *data() const { return buffer.data(); }
  rt::Status clear(const rt::Stream &stream) { return buffer.fill(0, stream); }
  /// Waits for the kernels and returns their sums.
  rt::Result<std::vector<uint64_t>> read(const rt::Stream &stream) const;

private:
  rt::DeviceBuffer<uint64_t> buffer;
};

class GpuBench {
public:
  /// Opens GPU `ordinal`. Each measurement is repeated `repeat` times. A machine without a driver
  /// or a GPU is an Environment error.
  static rt::Result<GpuBench> open(int ordinal, unsigned repeat);

  const rt::DeviceInfo &device() const { return gpu.device(); }
  const rt::Context &context() const { return gpu; }
  const rt::Stream &stream() const { return queue; }
  /// Whether the GPU has the features of sm_90: vector additions, bulk copies.
  bool isHopperOrNewer() const { return device().computeMajor >= 9; }
  rt::Result<rt::Kernel> kernel(const std::string &name) const { return module.kernel(name); }
  /// Returns the number of blocks that fill the GPU.
  rt::Result<unsigned> residentBlocks(const rt::Kernel &kernel, unsigned threads,
                                      unsigned sharedBytes = 0) const;

  /// Returns the median of the seconds that `work` takes in the stream, after one warm-up run.
  /// Calls `prepare` before each run, outside the measured time.
  rt::Result<double> time(const std::function<rt::Status()> &work,
                          const std::function<rt::Status()> &prepare = {}) const;

private:
  GpuBench(std::unique_ptr<rt::Driver> driver, rt::Context gpu, rt::Module module, rt::Stream queue,
           unsigned repeat)
      : driver(std::move(driver)), gpu(std::move(gpu)), module(std::move(module)),
        queue(std::move(queue)), repeat(repeat) {}

  // Declared first because it must outlive the others.
  std::unique_ptr<rt::Driver> driver;
  rt::Context gpu;
  rt::Module module;
  rt::Stream queue;
  unsigned repeat;
};

/// Makes an error that names the kernel and its wrong result.
rt::Error wrongResult(const std::string &kernel, const std::string &what, uint64_t expected,
                      uint64_t found);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEBENCH_GPUBENCH_H
