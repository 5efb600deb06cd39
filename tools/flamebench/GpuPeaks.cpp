// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures peaks of a GPU with the kernels of runtime/device/bench/Peaks.cpp. Histogram sizes range
// from one hot cell to more than the second-level cache holds. Every kernel's result is checked: a
// peak whose work was not done is an error.

#include "tools/flamebench/Peaks.h"

#include "abi/Abi.h"
#include "abi/BenchAbi.h"
#include "runtime/shared/Deposit.h"
#include "tools/flamebench/Atomics.h"
#include "tools/flamebench/GpuBench.h"

#include <algorithm>
#include <cmath>

using namespace flame;
using namespace flame::rt;

static constexpr unsigned kThreads = abi::kBenchThreads;
static constexpr size_t kCopyBytes = size_t(1) << 30;
static constexpr uint32_t kArithmeticRounds = 4096;
/// Deposits per measurement. Deposits to one cell are serialised, so there are fewer.
static constexpr uint64_t kDeposits = uint64_t(1) << 30, kDepositsOnOneCell = uint64_t(1) << 26;
static constexpr uint32_t kCellCounts[] = {1,        1u << 10, 1u << 16, 1u << 20, 1u << 21,
                                           1u << 22, 1u << 23, 1u << 24, 1u << 26};

//===-- arithmetic ----------------------------------------------------------------------------===//

/// Returns the operations per second of a kernel of dependent chains with `perStep` operations per
/// step. Every result must be between `least` and `most`.
template <class Value, class... Arguments>
static Result<double> chainRate(const GpuBench &bench, const std::string &name, unsigned perStep,
                                double least, double most, Arguments... arguments) {
  FLAME_TRY_ASSIGN(const Kernel kernel, bench.kernel(name));
  FLAME_TRY_ASSIGN(const unsigned blocks, bench.residentBlocks(kernel, kThreads));
  const size_t threads = size_t(blocks) * kThreads;
  FLAME_TRY_ASSIGN(const auto results, DeviceBuffer<Value>::create(bench.context(), threads));
  FLAME_TRY_ASSIGN(const double seconds, bench.time([&] {
    return kernel.launch({{blocks}, {kThreads}}, bench.stream(), results.data(), arguments...,
                         kArithmeticRounds);
  }));
  std::vector<Value> values(threads);
  FLAME_TRY(results.download(values, bench.stream()));
  FLAME_TRY(bench.stream().synchronize());
  for (const Value value : values)
    if (!(double(value) >= least && double(value) <= most))
      return Error(ErrorKind::Internal, name + ": expected a value from " + std::to_string(least) +
                                            " to " + std::to_string(most) + ", found " +
                                            std::to_string(value));
  return double(threads) * kArithmeticRounds * abi::kChains * abi::kOpsPerChain * perStep / seconds;
}

static Status addArithmetic(const GpuBench &bench, Table &table) {
  constexpr double kSteps = double(kArithmeticRounds) * abi::kOpsPerChain;
  FLAME_TRY_ASSIGN(const double multiplyAdds, chainRate<float>(bench, "flame_bench_multiply_add", 1,
                                                               kSteps, kSteps, 1.0f, 1.0f));
  FLAME_TRY_ASSIGN(const double integers,
                   chainRate<uint32_t>(bench, "flame_bench_integer", 2, kSteps, kSteps, 0u, 1u));
  FLAME_TRY_ASSIGN(const double special,
                   chainRate<float>(bench, "flame_bench_special", 1, 0.6411, 0.6413));
  table.rows.push_back(
      {"multiply-adds, one issued per lane", {{"operations", multiplyAdds / 1e9}}});
  table.rows.push_back({"integer operations", {{"operations", integers / 1e9}}});
  table.rows.push_back({"special functions (powers of two)", {{"operations", special / 1e9}}});
  return {};
}

//===-- memory --------------------------------------------------------------------------------===//

/// Returns bytes read and written per second.
static Result<double> copyRate(const GpuBench &bench) {
  const size_t count = kCopyBytes / sizeof(abi::Accumulator);
  FLAME_TRY_ASSIGN(auto from, DeviceBuffer<abi::Accumulator>::create(bench.context(), count));
  FLAME_TRY_ASSIGN(auto to, DeviceBuffer<abi::Accumulator>::create(bench.context(), count));
  FLAME_TRY_ASSIGN(KernelResults sum, KernelResults::create(bench.context(), 1));
  FLAME_TRY(from.fill(1, bench.stream()));
  FLAME_TRY(to.fill(0, bench.stream()));
  FLAME_TRY(sum.clear(bench.stream()));
  FLAME_TRY_ASSIGN(const Kernel kernel, bench.kernel("flame_bench_copy"));
  FLAME_TRY_ASSIGN(const Kernel add, bench.kernel("flame_bench_sum"));
  FLAME_TRY_ASSIGN(const unsigned blocks, bench.residentBlocks(kernel, kThreads));
  const abi::Accumulator *source = from.data();
  FLAME_TRY_ASSIGN(const double seconds, bench.time([&] {
    return kernel.launch({{blocks}, {kThreads}}, bench.stream(), source, to.data(),
                         uint64_t(count));
  }));
  const uint64_t words = kCopyBytes / sizeof(uint64_t);
  const void *copied = to.data();
  FLAME_TRY(add.launch({{blocks}, {kThreads}}, bench.stream(), copied, words, sum.data()));
  FLAME_TRY_ASSIGN(const std::vector<uint64_t> found, sum.read(bench.stream()));
  if (const uint64_t expected = words * 0x0101010101010101ull; found[0] != expected)
    return wrongResult("flame_bench_copy", "as the sum", expected, found[0]);
  return 2.0 * double(kCopyBytes) / seconds;
}

/// Returns bytes read per second, past the first-level cache, when `bytes` are read repeatedly.
static Result<double> readRate(const GpuBench &bench, size_t bytes) {
  const uint64_t count = bytes / sizeof(abi::Accumulator);
  const auto rounds = uint32_t(std::max<uint64_t>(1, 4 * kCopyBytes / bytes));
  FLAME_TRY_ASSIGN(auto from, DeviceBuffer<abi::Accumulator>::create(bench.context(), count));
  FLAME_TRY_ASSIGN(KernelResults sum, KernelResults::create(bench.context(), 2));
  FLAME_TRY(from.fill(1, bench.stream()));
  FLAME_TRY_ASSIGN(const Kernel kernel, bench.kernel("flame_bench_read"));
  FLAME_TRY_ASSIGN(const unsigned blocks, bench.residentBlocks(kernel, kThreads));
  const void *source = from.data();
  FLAME_TRY_ASSIGN(const double seconds, bench.time(
                                             [&] {
                                               return kernel.launch({{blocks}, {kThreads}},
                                                                    bench.stream(), source,
                                                                    sum.data(), count, rounds);
                                             },
                                             [&] { return sum.clear(bench.stream()); }));
  FLAME_TRY_ASSIGN(const std::vector<uint64_t> found, sum.read(bench.stream()));
  // Threads sum modulo 2^32.
  if (const uint64_t expected = count * rounds * 0x01010101;
      uint32_t(found[0]) != uint32_t(expected))
    return wrongResult("flame_bench_read", "as the sum modulo 2^32", uint32_t(expected),
                       uint32_t(found[0]));
  return double(count) * sizeof(abi::Accumulator) * rounds / seconds;
}

/// Returns bytes per second of bulk copies from shared memory to device memory.
static Result<double> bulkRate(const GpuBench &bench) {
  constexpr unsigned kSharedBytes = abi::kBulkBytes * abi::kBulksInFlight;
  FLAME_TRY_ASSIGN(const Kernel kernel, bench.kernel("flame_bench_bulk"));
  FLAME_TRY_ASSIGN(const Kernel add, bench.kernel("flame_bench_sum"));
  FLAME_TRY_ASSIGN(const unsigned blocks, bench.residentBlocks(kernel, kThreads, kSharedBytes));
  const auto turns = uint32_t(kCopyBytes / (size_t(blocks) * kSharedBytes));
  const uint64_t bytes = uint64_t(blocks) * turns * kSharedBytes;
  FLAME_TRY_ASSIGN(auto to,
                   DeviceBuffer<uint32_t>::create(bench.context(), bytes / sizeof(uint32_t)));
  FLAME_TRY_ASSIGN(KernelResults sum, KernelResults::create(bench.context(), 1));
  FLAME_TRY(to.fill(0, bench.stream()));
  FLAME_TRY(sum.clear(bench.stream()));
  FLAME_TRY_ASSIGN(const double seconds, bench.time([&] {
    return kernel.launch({{blocks}, {kThreads}, kSharedBytes}, bench.stream(), to.data(),
                         turns * abi::kBulksInFlight);
  }));
  const void *copied = to.data();
  FLAME_TRY(add.launch({{blocks}, {kThreads}}, bench.stream(), copied, bytes / sizeof(uint64_t),
                       sum.data()));
  FLAME_TRY_ASSIGN(const std::vector<uint64_t> found, sum.read(bench.stream()));
  // Words 2i and 2i + 1 of shared memory hold their indices.
  uint64_t ofTurn = 0;
  for (uint64_t i = 0; i < kSharedBytes / sizeof(uint32_t); i += 2)
    ofTurn += (i + 1) << 32 | i;
  if (const uint64_t expected = ofTurn * blocks * turns; found[0] != expected)
    return wrongResult("flame_bench_bulk", "as the sum", expected, found[0]);
  return double(bytes) / seconds;
}

static Status addMemory(const GpuBench &bench, Table &table) {
  FLAME_TRY_ASSIGN(const double copied, copyRate(bench));
  FLAME_TRY_ASSIGN(const double fromMemory, readRate(bench, kCopyBytes));
  // Small enough for the second-level cache, and too large for the first-level ones.
  const size_t cached = std::max<size_t>(1u << 20, bench.device().l2Bytes / 4);
  FLAME_TRY_ASSIGN(const double fromCache, readRate(bench, cached));
  table.rows.push_back({"copy", {{"bandwidth", copied / 1e9}}});
  table.rows.push_back({"read device memory", {{"bandwidth", fromMemory / 1e9}}});
  table.rows.push_back({"read L2 cache", {{"bandwidth", fromCache / 1e9}}});
  if (bench.isHopperOrNewer()) {
    FLAME_TRY_ASSIGN(const double bulk, bulkRate(bench));
    table.rows.push_back({"bulk copies from shared memory", {{"bandwidth", bulk / 1e9}}});
  }
  return {};
}

//===-- additions -----------------------------------------------------------------------------===//

/// Returns deposits per second, scattered evenly over `cells` cells.
static Result<double> depositRate(const GpuBench &bench, uint32_t cells, bool returns) {
  const std::string name = returns ? "flame_bench_deposit" : "flame_bench_deposit_silent";
  FLAME_TRY_ASSIGN(auto buffer, DeviceBuffer<uint64_t>::create(bench.context(), cells));
  FLAME_TRY_ASSIGN(KernelResults results, KernelResults::create(bench.context(), 2));
  FLAME_TRY_ASSIGN(const Kernel kernel, bench.kernel(name));
  FLAME_TRY_ASSIGN(const Kernel add, bench.kernel("flame_bench_sum"));
  FLAME_TRY_ASSIGN(const unsigned blocks, bench.residentBlocks(kernel, kThreads));
  const uint64_t threads = uint64_t(blocks) * kThreads;
  const auto rounds = uint32_t((cells == 1 ? kDepositsOnOneCell : kDeposits) / threads + 1);
  const LaunchShape shape = {{blocks}, {kThreads}};
  FLAME_TRY_ASSIGN(const double seconds,
                   bench.time(
                       [&] {
                         return returns ? kernel.launch(shape, bench.stream(), buffer.data(), cells,
                                                        rounds, results.data() + 1)
                                        : kernel.launch(shape, bench.stream(), buffer.data(), cells,
                                                        rounds);
                       },
                       [&]() -> Status {
                         FLAME_TRY(results.clear(bench.stream()));
                         return buffer.fill(0, bench.stream());
                       }));
  const uint64_t *sums = buffer.data();
  FLAME_TRY(add.launch(shape, bench.stream(), sums, uint64_t(cells), results.data()));
  FLAME_TRY_ASSIGN(const std::vector<uint64_t> found, results.read(bench.stream()));
  if (const uint64_t expected = threads * rounds * packDeposit(200, 150, 100, 1);
      found[0] != expected)
    return wrongResult(name, "as the sum", expected, found[0]);
  return double(threads * rounds) / seconds;
}

static std::string describeCells(uint32_t cells) {
  if (cells == 1)
    return "deposits on one cell";
  const uint64_t kilobytes = uint64_t(cells) * sizeof(uint64_t) >> 10;
  return "deposits over " + (kilobytes < 1024 ? std::to_string(kilobytes) + " KiB"
                                              : std::to_string(kilobytes >> 10) + " MiB");
}

static Status addDeposits(const GpuBench &bench, Table &table) {
  for (const uint32_t cells : kCellCounts) {
    FLAME_TRY_ASSIGN(const double returned, depositRate(bench, cells, true));
    FLAME_TRY_ASSIGN(const double silent, depositRate(bench, cells, false));
    table.rows.push_back(
        {describeCells(cells), {{"deposits", returned / 1e9}, {"silent", silent / 1e9}}});
  }
  return {};
}

Result<Table> flame::measureGpuPeaks(int ordinal, unsigned repeat) {
  FLAME_TRY_ASSIGN(const GpuBench bench, GpuBench::open(ordinal, repeat));
  Table table{"GPU: " + bench.device().name,
              "",
              {{"operations", "G/s", 0},
               {"bandwidth", "GB/s", 0},
               {"deposits", "returned, G/s", 2},
               {"silent", "unreturned, G/s", 2}},
              {}};
  FLAME_TRY(addArithmetic(bench, table));
  FLAME_TRY(addMemory(bench, table));
  FLAME_TRY_ASSIGN(const double inBlock, blockAdditionRate(bench));
  table.rows.push_back({"32-bit additions in shared memory", {{"silent", inBlock / 1e9}}});
  FLAME_TRY(addDeposits(bench, table));
  return table;
}
