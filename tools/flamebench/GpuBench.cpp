// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the kernels and times them with events of the stream.

#include "tools/flamebench/GpuBench.h"

#include "runtime/cuda/EmbeddedModule.h"
#include "support/NumberText.h"
#include "tools/flamebench/Table.h"

extern "C" const FlameEmbedded flame_bench_modules[];

namespace flame {

using namespace rt;

Result<KernelResults> KernelResults::create(const Context &context, size_t count) {
  KernelResults results;
  FLAME_TRY_ASSIGN(results.buffer, DeviceBuffer<uint64_t>::create(context, count));
  return results;
}

Result<std::vector<uint64_t>> KernelResults::read(const Stream &stream) const {
  std::vector<uint64_t> values(buffer.size());
  FLAME_TRY(buffer.download(values, stream));
  FLAME_TRY(stream.synchronize());
  return values;
}

Result<GpuBench> GpuBench::open(int ordinal, unsigned repeat) {
  FLAME_TRY_ASSIGN(std::unique_ptr<Driver> driver, Driver::open());
  FLAME_TRY_ASSIGN(Context context, Context::create(*driver, ordinal));
  const std::span<const std::byte> image = chooseEmbedded(flame_bench_modules, context.device());
  if (image.empty())
    return Error(ErrorKind::Environment, "there is no code for " + context.device().target());
  FLAME_TRY_ASSIGN(Module module, Module::load(context, image, "the benchmark kernels"));
  FLAME_TRY_ASSIGN(Stream stream, Stream::create(context));
  return GpuBench(std::move(driver), std::move(context), std::move(module), std::move(stream),
                  repeat);
}

Result<unsigned> GpuBench::residentBlocks(const Kernel &kernel, unsigned threads,
                                          unsigned sharedBytes) const {
  if (sharedBytes)
    FLAME_TRY(kernel.allowSharedMemory(sharedBytes));
  FLAME_TRY_ASSIGN(const int perMultiprocessor,
                   kernel.blocksPerMultiprocessor(int(threads), sharedBytes));
  if (perMultiprocessor == 0)
    return Error(ErrorKind::Environment, "a block of " + std::to_string(threads) + " threads and " +
                                             formatBytes(sharedBytes) +
                                             " of shared memory does not fit on " + device().name);
  return unsigned(perMultiprocessor * device().multiprocessors);
}

Result<double> GpuBench::time(const std::function<Status()> &work,
                              const std::function<Status()> &prepare) const {
  std::vector<double> seconds;
  for (unsigned run = 0; run <= repeat; ++run) {
    if (prepare)
      FLAME_TRY(prepare());
    FLAME_TRY_ASSIGN(Event start, Event::create(gpu));
    FLAME_TRY_ASSIGN(Event end, Event::create(gpu));
    FLAME_TRY(start.record(queue));
    FLAME_TRY(work());
    FLAME_TRY(end.record(queue));
    FLAME_TRY(end.wait());
    FLAME_TRY_ASSIGN(const double taken, end.secondsSince(start));
    if (run > 0)
      seconds.push_back(taken);
  }
  return median(std::move(seconds));
}

Error wrongResult(const std::string &kernel, const std::string &what, uint64_t expected,
                  uint64_t found) {
  return Error(ErrorKind::Internal,
               kernel + ": expected " + std::to_string(expected) + " " + what + ", found " +
                   std::to_string(found),
               "figures of this GPU are worth nothing: report it with the name of the GPU");
}

} // namespace flame
