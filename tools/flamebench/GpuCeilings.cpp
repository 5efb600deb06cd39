// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ceilings of a GPU, from the kernels in runtime/device/Bench.cpp. The sizes of the histogram go from one hot cell over
// what second-level caches hold to what they do not.

#include "tools/flamebench/Ceilings.h"

#include "abi/Abi.h"
#include "runtime/cuda/Buffer.h"
#include "runtime/cuda/EmbeddedModule.h"
#include "runtime/cuda/Module.h"

using namespace flame;
using namespace flame::rt;

extern "C" const FlameEmbedded flame_bench_modules[];

static constexpr unsigned kThreads = 256;
static constexpr size_t kCopyBytes = size_t(1) << 30;
/// Deposits per measurement. On one cell they queue up, so there are fewer.
static constexpr uint64_t kDeposits = uint64_t(1) << 30, kDepositsOnOneCell = uint64_t(1) << 26;
static constexpr uint32_t kCellCounts[] = {1,        1u << 10, 1u << 16, 1u << 20, 1u << 21,
                                           1u << 22, 1u << 23, 1u << 24, 1u << 26};

namespace {
/// A GPU with the kernels loaded.
class GpuBench {
public:
  static Result<GpuBench> create(const Driver &driver, int ordinal) {
    FLAME_TRY_ASSIGN(Context context, Context::create(driver, ordinal));
    const std::span<const std::byte> image = chooseEmbedded(flame_bench_modules, context.device());
    if (image.empty())
      return Error(ErrorKind::Environment, "there is no code for " + context.device().target());
    FLAME_TRY_ASSIGN(Module module, Module::load(context, image, "the benchmark kernels"));
    FLAME_TRY_ASSIGN(Stream stream, Stream::create(context));
    return GpuBench(std::move(context), std::move(module), std::move(stream));
  }

  const DeviceInfo &device() const { return context.device(); }

  /// Bytes read and written per second.
  Result<double> copyRate(unsigned repeat) {
    const size_t count = kCopyBytes / sizeof(abi::Accumulator);
    FLAME_TRY_ASSIGN(auto from, DeviceBuffer<abi::Accumulator>::create(context, count));
    FLAME_TRY_ASSIGN(auto to, DeviceBuffer<abi::Accumulator>::create(context, count));
    FLAME_TRY(from.fill(1, stream));
    FLAME_TRY_ASSIGN(Kernel kernel, module.kernel("flame_bench_copy"));
    FLAME_TRY_ASSIGN(unsigned blocks, residentBlocks(kernel));
    const abi::Accumulator *source = from.data();
    FLAME_TRY_ASSIGN(double seconds, time(repeat, [&] {
                       return kernel.launch({{blocks}, {kThreads}}, stream, source, to.data(),
                                            uint64_t(count));
                     }));
    return 2.0 * double(kCopyBytes) / seconds;
  }

  /// Deposits per second, scattered evenly over `cells` cells.
  Result<double> depositRate(uint32_t cells, unsigned repeat) {
    FLAME_TRY_ASSIGN(auto buffer, DeviceBuffer<uint64_t>::create(context, cells));
    FLAME_TRY_ASSIGN(auto carries, DeviceBuffer<uint64_t>::create(context, 1));
    FLAME_TRY(buffer.fill(0, stream));
    FLAME_TRY(carries.fill(0, stream));
    FLAME_TRY_ASSIGN(Kernel kernel, module.kernel("flame_bench_deposit"));
    FLAME_TRY_ASSIGN(unsigned blocks, residentBlocks(kernel));
    const uint64_t threads = uint64_t(blocks) * kThreads;
    const auto rounds = uint32_t((cells == 1 ? kDepositsOnOneCell : kDeposits) / threads + 1);
    FLAME_TRY_ASSIGN(double seconds, time(repeat, [&] {
                       return kernel.launch({{blocks}, {kThreads}}, stream, buffer.data(), cells,
                                            rounds, uint64_t(1), carries.data());
                     }));
    return double(threads * rounds) / seconds;
  }

private:
  GpuBench(Context context, Module module, Stream stream)
      : context(std::move(context)), module(std::move(module)), stream(std::move(stream)) {}

  Result<unsigned> residentBlocks(const Kernel &kernel) const {
    FLAME_TRY_ASSIGN(int perMultiprocessor, kernel.blocksPerMultiprocessor(kThreads, 0));
    return unsigned(perMultiprocessor * context.device().multiprocessors);
  }

  /// Median seconds of `repeat` launches, after one that warms up.
  template <class Launch> Result<double> time(unsigned repeat, Launch launch) {
    std::vector<double> seconds;
    for (unsigned run = 0; run <= repeat; ++run) {
      FLAME_TRY_ASSIGN(Event start, Event::create(context));
      FLAME_TRY_ASSIGN(Event end, Event::create(context));
      FLAME_TRY(start.record(stream));
      FLAME_TRY(launch());
      FLAME_TRY(end.record(stream));
      FLAME_TRY(end.wait());
      FLAME_TRY_ASSIGN(double taken, end.secondsSince(start));
      if (run > 0)
        seconds.push_back(taken);
    }
    return median(std::move(seconds));
  }

  Context context;
  Module module;
  Stream stream;
};
} // namespace

static std::string describeCells(uint32_t cells) {
  if (cells == 1)
    return "deposits on one cell";
  const uint64_t kilobytes = uint64_t(cells) * sizeof(uint64_t) >> 10;
  return "deposits over " + (kilobytes < 1024 ? std::to_string(kilobytes) + " KiB"
                                              : std::to_string(kilobytes >> 10) + " MiB");
}

Result<Table> flame::measureGpuCeilings(int ordinal, unsigned repeat) {
  FLAME_TRY_ASSIGN(std::unique_ptr<Driver> driver, Driver::open());
  FLAME_TRY_ASSIGN(GpuBench bench, GpuBench::create(*driver, ordinal));
  Table table{"GPU: " + bench.device().name, "", {{"copy", "GB/s"}, {"deposits", "G/s", 2}}, {}};
  FLAME_TRY_ASSIGN(double copied, bench.copyRate(repeat));
  table.rows.push_back({"copy", {{"copy", copied / 1e9}}});
  for (uint32_t cells : kCellCounts) {
    FLAME_TRY_ASSIGN(double rate, bench.depositRate(cells, repeat));
    table.rows.push_back({describeCells(cells), {{"deposits", rate / 1e9}}});
  }
  return table;
}
