// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares our sort, runtime/device/bench/Sort.cpp, with CUB's. CUB's sort is a template that needs
// CUDA's own compiler, which nothing else here needs. It is therefore loaded from a library that
// users build from CubSort.cu.

#include "tools/flamebench/Sort.h"

#include "abi/BenchAbi.h"
#include "tools/flamebench/CubSort.h"
#include "tools/flamebench/GpuBench.h"

#include <dlfcn.h>

namespace flame {

using namespace rt;

namespace {

struct Input {
  const char *name;
  abi::KeyKind kind;
};

/// Keys, and buffers for the results.
struct Keys {
  uint64_t count;
  DeviceBuffer<uint32_t> input, sorted;
  /// Summary of the input: see flame_bench_sort_check.
  std::vector<uint64_t> summary;
};

/// A sort algorithm. It leaves the sorted keys in Keys::sorted.
class Sorter {
public:
  virtual ~Sorter() = default;
  virtual const char *name() const = 0;
  /// Allocates memory for sorts by `bits` bits from `shift` on.
  virtual Status prepare(const Keys &keys, unsigned shift, unsigned bits) = 0;
  virtual Status sort(const Keys &keys) = 0;
  /// Returns the number of keys left. Our sort drops invalid keys; others keep them.
  virtual Result<uint64_t> sortedCount(const Keys &keys) = 0;
};

} // namespace

static constexpr Input kInputs[] = {
    {"uniform", abi::KeyKind::Uniform},   {"clustered", abi::KeyKind::Clustered},
    {"hot", abi::KeyKind::Hot},           {"presorted", abi::KeyKind::Presorted},
    {"constant", abi::KeyKind::Constant}, {"a fifth is none", abi::KeyKind::FifthInvalid}};
static constexpr unsigned kKeyBits = 32;

//===-- ours ----------------------------------------------------------------------------------===//

namespace {
class CustomSorter final : public Sorter {
public:
  static Result<std::unique_ptr<Sorter>> create(const GpuBench &bench) {
    FLAME_TRY_ASSIGN(Kernel count, bench.kernel("flame_bench_sort_count"));
    FLAME_TRY_ASSIGN(Kernel place, bench.kernel("flame_bench_sort_place"));
    FLAME_TRY_ASSIGN(Kernel starts, bench.kernel("flame_bench_sort_starts"));
    FLAME_TRY_ASSIGN(Kernel scatter, bench.kernel("flame_bench_sort_scatter"));
    return std::unique_ptr<Sorter>(new CustomSorter(bench, {count, place, starts, scatter}));
  }

  const char *name() const override { return "our sort by a few bits"; }

  Status prepare(const Keys &keys, unsigned shift, unsigned bits) override {
    const unsigned bins = 1u << bits;
    binBytes = unsigned(bins * sizeof(uint32_t));
    scatterBytes = unsigned(size_t(3) * binBytes + (abi::kSortTile + kSums) * sizeof(uint32_t));
    FLAME_TRY_ASSIGN(const unsigned blocks,
                     bench.residentBlocks(kernels.scatter, abi::kSortThreads, scatterBytes));
    args.keys = keys.input.data();
    args.sorted = keys.sorted.data();
    args.count = keys.count;
    const uint64_t tiles = (keys.count + abi::kSortTile - 1) / abi::kSortTile;
    args.keysPerBlock = (tiles + blocks - 1) / blocks * abi::kSortTile;
    args.gridBlocks = blocks;
    args.shift = shift;
    args.bits = bits;
    FLAME_TRY(grow(counts, bench.context(), size_t(bins) * blocks));
    FLAME_TRY(grow(starts, bench.context(), size_t(bins) + 1));
    args.counts = counts.data();
    args.starts = starts.data();
    return {};
  }

  Status sort(const Keys &) override {
    const Dim3 threads = {abi::kSortThreads};
    FLAME_TRY(kernels.count.launch({{args.gridBlocks}, threads, binBytes}, bench.stream(), args));
    const unsigned sumBytes = kSums * sizeof(uint32_t);
    FLAME_TRY(kernels.place.launch({{1u << args.bits}, threads, sumBytes}, bench.stream(), args));
    FLAME_TRY(kernels.starts.launch({{1}, threads, sumBytes}, bench.stream(), args));
    return kernels.scatter.launch({{args.gridBlocks}, threads, scatterBytes}, bench.stream(), args);
  }

  Result<uint64_t> sortedCount(const Keys &) override {
    uint64_t count = 0;
    FLAME_TRY(starts.download({&count, 1}, bench.stream(), size_t(1) << args.bits));
    FLAME_TRY(bench.stream().synchronize());
    return count;
  }

private:
  struct Kernels {
    Kernel count, place, starts, scatter;
  };
  /// One word per warp sum, and one more.
  static constexpr unsigned kSums = abi::kSortThreads / abi::kBenchWarp + 1;

  CustomSorter(const GpuBench &bench, Kernels kernels)
      : bench(bench), kernels(std::move(kernels)) {}

  const GpuBench &bench;
  const Kernels kernels;
  DeviceBuffer<uint32_t> counts;
  DeviceBuffer<uint64_t> starts;
  unsigned binBytes = 0, scatterBytes = 0;
  abi::SortArgs args = {};
};

//===-- CUB's ---------------------------------------------------------------------------------===//

class CubSorter final : public Sorter {
public:
  static Result<std::unique_ptr<Sorter>> create(const GpuBench &bench, const std::string &path) {
    const char *const remedy = "make it as tools/flamebench/CubSort.cu says in its first lines";
    // dlopen would search the system's library paths for a name without a slash.
    const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
    void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      return Error(ErrorKind::Environment, std::string("cannot load CUB's sort: ") + dlerror(),
                   remedy);
    const auto sort = reinterpret_cast<FlameCubSort *>(dlsym(library, kCubSortName));
    if (!sort)
      return Error(ErrorKind::Input, path + " has no function " + kCubSortName, remedy);
    return std::unique_ptr<Sorter>(new CubSorter(bench, sort));
  }

  const char *name() const override {
    return "CUB's sort, which keeps order and keys that are none";
  }

  Status prepare(const Keys &keys, unsigned shift, unsigned bits) override {
    firstBit = shift;
    endBit = shift + bits;
    size_t bytes = 0;
    FLAME_TRY(call(nullptr, bytes, keys));
    return grow(room, bench.context(), bytes);
  }

  Status sort(const Keys &keys) override {
    size_t bytes = room.size();
    return call(room.data(), bytes, keys);
  }

  Result<uint64_t> sortedCount(const Keys &keys) override { return keys.count; }

private:
  CubSorter(const GpuBench &bench, FlameCubSort *cubSort) : bench(bench), cubSort(cubSort) {}

  Status call(void *memory, size_t &bytes, const Keys &keys) {
    if (const int code = cubSort(memory, &bytes, keys.input.data(), keys.sorted.data(), keys.count,
                                 firstBit, endBit, bench.stream().get()))
      return Error(ErrorKind::Environment, "CUB's sort: CUDA error " + std::to_string(code),
                   "compile CubSort.cu for this GPU, with a toolkit that its driver knows");
    return {};
  }

  const GpuBench &bench;
  FlameCubSort *cubSort;
  DeviceBuffer<uint8_t> room;
  unsigned firstBit = 0, endBit = 0;
};
} // namespace

//===-- measuring -----------------------------------------------------------------------------===//

/// Returns the number of keys, a checksum, and the number of keys below their predecessor.
static Result<std::vector<uint64_t>> summarise(const GpuBench &bench,
                                               const DeviceBuffer<uint32_t> &keys, uint64_t count,
                                               unsigned shift, unsigned bits) {
  FLAME_TRY_ASSIGN(const Kernel check, bench.kernel("flame_bench_sort_check"));
  FLAME_TRY_ASSIGN(const unsigned blocks, bench.residentBlocks(check, abi::kBenchThreads));
  FLAME_TRY_ASSIGN(KernelResults results, KernelResults::create(bench.context(), 3));
  FLAME_TRY(results.clear(bench.stream()));
  const uint32_t *data = keys.data();
  FLAME_TRY(check.launch({{blocks}, {abi::kBenchThreads}}, bench.stream(), data, count, shift, bits,
                         results.data()));
  return results.read(bench.stream());
}

static Status makeInput(const GpuBench &bench, abi::KeyKind kind, Keys &keys) {
  FLAME_TRY_ASSIGN(const Kernel input, bench.kernel("flame_bench_sort_input"));
  FLAME_TRY_ASSIGN(const unsigned blocks, bench.residentBlocks(input, abi::kBenchThreads));
  FLAME_TRY(input.launch({{blocks}, {abi::kBenchThreads}}, bench.stream(), keys.input.data(),
                         keys.count, kind));
  FLAME_TRY_ASSIGN(keys.summary, summarise(bench, keys.input, keys.count, 0, kKeyBits - 1));
  return {};
}

/// Returns keys per second.
static Result<double> measure(const GpuBench &bench, Sorter &sorter, const Keys &keys,
                              unsigned bits) {
  const unsigned shift = kKeyBits - bits;
  FLAME_TRY(sorter.prepare(keys, shift, bits));
  FLAME_TRY_ASSIGN(const double seconds, bench.time([&] { return sorter.sort(keys); }));
  FLAME_TRY_ASSIGN(const uint64_t count, sorter.sortedCount(keys));
  FLAME_TRY_ASSIGN(const std::vector<uint64_t> found,
                   summarise(bench, keys.sorted, count, shift, bits));
  constexpr const char *kWhat[] = {"keys", "as their sum"};
  for (unsigned i = 0; i < 2; ++i)
    if (found[i] != keys.summary[i])
      return wrongResult(sorter.name(), kWhat[i], keys.summary[i], found[i]);
  if (found[2] != 0)
    return wrongResult(sorter.name(), "keys below the one before", 0, found[2]);
  return double(keys.count) / seconds;
}

static Result<Table> measureAll(const GpuBench &bench, Sorter &sorter, Keys &keys,
                                const SortBenchOptions &options) {
  Table table{std::string(sorter.name()) + ", " + std::to_string(keys.count) +
                  " keys, G keys/s: " + bench.device().name,
              "keys",
              {},
              {}};
  for (unsigned bits = options.firstBits; bits <= options.lastBits; ++bits)
    table.columns.push_back({"bits" + std::to_string(bits), std::to_string(bits) + " bits", 1});
  for (const Input &input : kInputs) {
    FLAME_TRY(makeInput(bench, input.kind, keys));
    std::map<std::string, double> row;
    for (unsigned bits = options.firstBits; bits <= options.lastBits; ++bits) {
      FLAME_TRY_ASSIGN(const double rate, measure(bench, sorter, keys, bits));
      row["bits" + std::to_string(bits)] = rate / 1e9;
    }
    table.rows.push_back({input.name, std::move(row)});
  }
  return table;
}

Result<std::vector<Table>> benchSort(const SortBenchOptions &options) {
  if (options.firstBits > options.lastBits)
    return Error(ErrorKind::Usage, "expected --bits=FIRST LAST in this order, found " +
                                       std::to_string(options.firstBits) + " " +
                                       std::to_string(options.lastBits));
  FLAME_TRY_ASSIGN(const GpuBench bench, GpuBench::open(options.ordinal, options.repeat));
  std::vector<std::unique_ptr<Sorter>> sorters;
  FLAME_TRY_ASSIGN(std::unique_ptr<Sorter> custom, CustomSorter::create(bench));
  sorters.push_back(std::move(custom));
  if (!options.cub.empty()) {
    FLAME_TRY_ASSIGN(std::unique_ptr<Sorter> cub, CubSorter::create(bench, options.cub));
    sorters.push_back(std::move(cub));
  }
  Keys keys = {};
  keys.count = uint64_t(1) << options.logKeys;
  FLAME_TRY_ASSIGN(keys.input, DeviceBuffer<uint32_t>::create(bench.context(), keys.count));
  FLAME_TRY_ASSIGN(keys.sorted, DeviceBuffer<uint32_t>::create(bench.context(), keys.count));
  std::vector<Table> tables;
  for (const auto &sorter : sorters) {
    FLAME_TRY_ASSIGN(Table table, measureAll(bench, *sorter, keys, options));
    tables.push_back(std::move(table));
  }
  return tables;
}

} // namespace flame
