// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measures peaks of the host. The multiply-add loop exists once per instruction set. The widest one
// of the processor is measured, as the CPU device would use it.

#include "tools/flamebench/Peaks.h"

#include <barrier>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>

namespace flame {

/// Bytes that one thread copies at a time: more than any cache holds.
static constexpr size_t kCopyBytes = size_t(128) << 20;
/// Copies per measurement: enough to make the start of threads negligible.
static constexpr int kCopies = 4;
/// Independent sums in the multiply-add loop: a little more than latency times width of current
/// cores.
static constexpr int kChains = 12;
static constexpr uint64_t kMultiplyAddRounds = uint64_t(1) << 26;

/// Executes rounds of kChains multiply-adds on `lanes` lanes each. The returned sum keeps the
/// compiler from removing them.
template <int lanes> [[gnu::always_inline]] static inline float multiplyAdd(uint64_t rounds) {
  using Lanes = float __attribute__((ext_vector_type(lanes)));
  Lanes sums[kChains];
  Lanes factor = 0.999f, addend = 0.001f;
  for (int i = 0; i < kChains; ++i)
    sums[i] = float(i);
  for (uint64_t round = 0; round < rounds; ++round) {
#pragma clang loop unroll(full)
    for (int i = 0; i < kChains; ++i)
      sums[i] = __builtin_elementwise_fma(sums[i], factor, addend);
    asm volatile("" : "+r"(round)); // keeps rounds from being folded together
  }
  float sum = 0;
  for (int i = 0; i < kChains; ++i)
    for (int lane = 0; lane < lanes; ++lane)
      sum += sums[i][lane];
  return sum;
}

__attribute__((target("avx512f"), min_vector_width(512))) static float multiplyAdd16(uint64_t n) {
  return multiplyAdd<16>(n);
}
__attribute__((target("avx2,fma"))) static float multiplyAdd8(uint64_t n) {
  return multiplyAdd<8>(n);
}

namespace {
/// The multiply-add loop of the widest instruction set available.
struct MultiplyAdd {
  int lanes;
  float (*run)(uint64_t rounds);
};
} // namespace

/// Returns nothing for a processor without fused multiply-add.
static MultiplyAdd widestMultiplyAdd() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f"))
    return {16, multiplyAdd16};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return {8, multiplyAdd8};
  return {0, nullptr};
}

/// Starts `task(thread)` on `threads` threads together and returns the seconds until all are done:
/// the median of `repeat` runs.
static double timeOnThreads(unsigned threads, unsigned repeat,
                            const std::function<void(unsigned)> &task) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> seconds;
  for (unsigned run = 0; run < repeat; ++run) {
    std::barrier together(threads + 1);
    std::vector<std::jthread> pool;
    for (unsigned thread = 0; thread < threads; ++thread)
      pool.emplace_back([&, thread] {
        together.arrive_and_wait();
        task(thread);
        together.arrive_and_wait();
      });
    together.arrive_and_wait();
    const Clock::time_point start = Clock::now();
    together.arrive_and_wait();
    seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }
  return median(std::move(seconds));
}

/// Returns bytes read and written per second.
static double measureCopy(unsigned threads, unsigned repeat) {
  std::vector<std::unique_ptr<char[]>> from, to;
  for (unsigned thread = 0; thread < threads; ++thread) {
    from.push_back(std::make_unique_for_overwrite<char[]>(kCopyBytes));
    to.push_back(std::make_unique_for_overwrite<char[]>(kCopyBytes));
    // Faults the pages in before the clock starts.
    std::memset(from[thread].get(), 1, kCopyBytes);
    std::memset(to[thread].get(), 1, kCopyBytes);
  }
  const double seconds = timeOnThreads(threads, repeat, [&](unsigned thread) {
    for (int copy = 0; copy < kCopies; ++copy) {
      std::memcpy(to[thread].get(), from[thread].get(), kCopyBytes);
      asm volatile("" : : "r"(to[thread].get()) : "memory");
    }
  });
  return 2.0 * kCopies * kCopyBytes * threads / seconds;
}

/// Returns multiply-adds per second, counting every lane.
static double measureMultiplyAdds(unsigned threads, unsigned repeat, const MultiplyAdd &code) {
  const double seconds = timeOnThreads(threads, repeat, [&](unsigned) {
    volatile float kept = code.run(kMultiplyAddRounds);
    (void)kept;
  });
  return double(kMultiplyAddRounds) * kChains * code.lanes * threads / seconds;
}

Table measureHostPeaks(unsigned threads, unsigned repeat) {
  Table table{
      "host", "threads", {{"copy", "copy GB/s"}, {"fma", "FMA G/s"}, {"lanes", "lanes", 0}}, {}};
  const MultiplyAdd code = widestMultiplyAdd();
  std::vector<unsigned> counts = {1};
  if (threads > 1)
    counts.push_back(threads);
  for (unsigned count : counts) {
    std::map<std::string, double> row = {{"copy", measureCopy(count, repeat) / 1e9}};
    if (code.run) {
      row["fma"] = measureMultiplyAdds(count, repeat, code) / 1e9;
      row["lanes"] = code.lanes;
    }
    table.rows.emplace_back(std::to_string(count), std::move(row));
  }
  return table;
}

} // namespace flame
