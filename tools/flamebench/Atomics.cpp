// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the study of atomics with the kernels of runtime/device/bench/Atomics.cpp. It measures two
// things: additions per second of the whole GPU, by launch times, and the clocks that pass for a
// warp. Clocks say nothing about operations without a result, because the warp continues after
// issuing one.

#include "tools/flamebench/Atomics.h"

#include "abi/BenchAbi.h"

#include <cmath>

namespace flame {

using namespace rt;

static constexpr unsigned kThreads = abi::kBenchThreads, kWarp = abi::kBenchWarp;

//===-- additions -----------------------------------------------------------------------------===//

namespace {

/// The kind of a cell: suffix of the kernel names, and number and type of its words.
struct CellKind {
  const char *name, *heading;
  uint32_t words;
  const char *word; ///< u32, u64 or f32
  bool needsHopper;

  size_t bytes() const { return size_t(words) * (std::string(word) == "u64" ? 8 : 4); }
};

/// Distribution of a warp's lanes over the cells.
struct Spread {
  const char *name;
  uint32_t laneStep(uint32_t cells) const { return isFar ? cells / kWarp : isNear; }
  bool isNear, isFar;
};

/// Additions of one kind: per second, and the fraction lost.
struct AdditionRate {
  double perSecond, lost;
};

} // namespace

static constexpr CellKind kDeviceCells[] = {
    {"u32", "32 bits", 1, "u32", false},       {"u64", "64 bits", 1, "u64", false},
    {"2xu32", "2 x 32 bits", 2, "u32", false}, {"f32", "float", 1, "f32", false},
    {"f32x2", "2 floats", 2, "f32", true},     {"f32x4", "4 floats", 4, "f32", true},
    {"4xf32", "4 x float", 4, "f32", false}};
static constexpr CellKind kBlockCells[] = {
    {"u32", "32 bits", 1, "u32", false},       {"2xu32", "2 x 32 bits", 2, "u32", false},
    {"4xu32", "4 x 32 bits", 4, "u32", false}, {"u64", "64 bits", 1, "u64", false},
    {"f32", "float", 1, "f32", false},         {"4xf32", "4 x float", 4, "f32", false}};
static constexpr CellKind kRacy = {"load_add_store", "load, add, store", 4, "f32", false};

static constexpr Spread kSpreads[] = {
    {"random", false, false}, {"neighbouring", true, false}, {"interleaved", false, true}};

static constexpr uint32_t kDeviceCounts[] = {1,        1u << 5,  1u << 10, 1u << 15,
                                             1u << 18, 1u << 20, 1u << 22, 1u << 24};
static constexpr uint32_t kBlockCounts[] = {1, 1u << 5, 1u << 8, 1u << 11};
/// Additions per launch, and additions to one word. Floats count exactly up to 2^24.
static constexpr uint64_t kAdditions = uint64_t(1) << 28, kAdditionsPerWord = uint64_t(1) << 23;
static constexpr uint32_t kBlockRounds = 1024;

static abi::AddArgs addArgs(uint32_t cells, uint32_t rounds, const Spread &spread) {
  abi::AddArgs args = {};
  args.cellCount = cells;
  args.rounds = rounds;
  args.laneStep = spread.laneStep(cells);
  args.drawsAlone = !spread.isNear && !spread.isFar;
  return args;
}

/// Compares the counts of a kernel with the expected ones. Returns the fraction of additions lost.
static Result<double> checkAdditions(const std::string &kernel,
                                     const std::vector<uint64_t> &results, uint64_t expected,
                                     bool returns, bool mayLose) {
  const uint64_t sum = results[abi::kAddSum];
  if (sum > expected || (!mayLose && sum != expected))
    return wrongResult(kernel, "additions", expected, sum);
  if (returns && results[abi::kAddFound] != results[abi::kAddPairs])
    return wrongResult(kernel, "as the sum of what additions returned", results[abi::kAddPairs],
                       results[abi::kAddFound]);
  return 1 - double(sum) / double(expected);
}

static uint32_t roundedUp(uint64_t rounds) {
  return uint32_t((rounds + abi::kAddsUnrolled - 1) / abi::kAddsUnrolled * abi::kAddsUnrolled);
}

/// Measures additions to device memory with kernel `name`.
static Result<AdditionRate> deviceRate(const GpuBench &bench, const std::string &name,
                                       const CellKind &kind, bool returns, uint32_t cells,
                                       const Spread &spread, bool mayLose = false) {
  FLAME_TRY_ASSIGN(const Kernel kernel, bench.kernel(name));
  FLAME_TRY_ASSIGN(const Kernel count, bench.kernel(std::string("flame_bench_count_") + kind.word));
  FLAME_TRY_ASSIGN(auto memory,
                   DeviceBuffer<uint8_t>::create(bench.context(), cells * kind.bytes()));
  FLAME_TRY_ASSIGN(KernelResults results, KernelResults::create(bench.context(), abi::kAddResults));
  FLAME_TRY_ASSIGN(const unsigned blocks, bench.residentBlocks(kernel, kThreads));
  const uint64_t threads = uint64_t(blocks) * kThreads;
  const uint64_t wanted = std::min(kAdditions, cells * kAdditionsPerWord);
  abi::AddArgs args = addArgs(cells, roundedUp(wanted / threads), spread);
  args.cells = memory.data();
  args.results = results.data();
  FLAME_TRY_ASSIGN(
      const double seconds,
      bench.time([&] { return kernel.launch({{blocks}, {kThreads}}, bench.stream(), args); },
                 [&]() -> Status {
                   FLAME_TRY(memory.fill(0, bench.stream()));
                   return results.clear(bench.stream());
                 }));
  FLAME_TRY(count.launch({{blocks}, {kThreads}}, bench.stream(), args, kind.words));
  FLAME_TRY_ASSIGN(const std::vector<uint64_t> found, results.read(bench.stream()));
  const uint64_t made = threads * args.rounds;
  FLAME_TRY_ASSIGN(const double lost,
                   checkAdditions(name, found, made * kind.words, returns, mayLose));
  return AdditionRate{double(made) / seconds, lost};
}

/// Measures additions to the shared memory of blocks.
static Result<double> blockRate(const GpuBench &bench, const CellKind &kind, bool returns,
                                uint32_t cells, const Spread &spread) {
  const std::string name =
      std::string("flame_bench_block_") + (returns ? "atom_" : "red_") + kind.name;
  const auto sharedBytes = unsigned(cells * kind.bytes());
  FLAME_TRY_ASSIGN(const Kernel kernel, bench.kernel(name));
  FLAME_TRY_ASSIGN(const unsigned blocks, bench.residentBlocks(kernel, kThreads, sharedBytes));
  FLAME_TRY_ASSIGN(KernelResults results, KernelResults::create(bench.context(), abi::kAddResults));
  abi::AddArgs args = addArgs(cells, kBlockRounds, spread);
  args.results = results.data();
  FLAME_TRY_ASSIGN(
      const double seconds,
      bench.time(
          [&] { return kernel.launch({{blocks}, {kThreads}, sharedBytes}, bench.stream(), args); },
          [&] { return results.clear(bench.stream()); }));
  FLAME_TRY_ASSIGN(const std::vector<uint64_t> found, results.read(bench.stream()));
  const uint64_t made = uint64_t(blocks) * kThreads * kBlockRounds;
  FLAME_TRY(checkAdditions(name, found, made * kind.words, returns, /*mayLose=*/false));
  return double(made) / seconds;
}

Result<double> blockAdditionRate(const GpuBench &bench) {
  return blockRate(bench, kBlockCells[0], /*returns=*/false,
                   kBlockCounts[std::size(kBlockCounts) - 1], kSpreads[0]);
}

static std::string cellsText(uint32_t cells) {
  return cells < 1024       ? std::to_string(cells)
         : cells < 1u << 20 ? std::to_string(cells >> 10) + " Ki"
                            : std::to_string(cells >> 20) + " Mi";
}

/// Makes a row for each kind of cell, with and without return, and each spread, and a column for
/// each number of cells. `measure` returns additions per second.
template <class Measure>
static Result<Table> additionTable(const GpuBench &bench, std::string title,
                                   std::span<const CellKind> kinds,
                                   std::span<const uint32_t> counts, const Measure &measure) {
  Table table{std::move(title), "additions, G/s, over", {}, {}};
  for (const uint32_t cells : counts)
    table.columns.push_back({"cells" + std::to_string(cells), cellsText(cells), 2});
  for (const CellKind &kind : kinds)
    for (const bool returns : {false, true})
      for (const Spread &spread : kSpreads) {
        if (kind.needsHopper && !bench.isHopperOrNewer())
          continue;
        std::map<std::string, double> row;
        for (size_t i = 0; i < counts.size(); ++i) {
          if (counts[i] < kWarp && &spread != &kSpreads[0])
            continue; // fewer cells than lanes allow only one spread
          FLAME_TRY_ASSIGN(const double rate, measure(kind, returns, counts[i], spread));
          row[table.columns[i].key] = rate / 1e9;
        }
        table.rows.push_back(
            {std::string(kind.heading) + (returns ? ", returned, " : ", ") + spread.name,
             std::move(row)});
      }
  return table;
}

static Result<Table> deviceTable(const GpuBench &bench) {
  return additionTable(bench, "additions in device memory: " + bench.device().name, kDeviceCells,
                       kDeviceCounts,
                       [&](const CellKind &kind, bool returns, uint32_t cells,
                           const Spread &spread) -> Result<double> {
                         const std::string name =
                             std::string("flame_bench_") + (returns ? "atom_" : "red_") + kind.name;
                         FLAME_TRY_ASSIGN(const AdditionRate rate,
                                          deviceRate(bench, name, kind, returns, cells, spread));
                         return rate.perSecond;
                       });
}

static Result<Table> blockTable(const GpuBench &bench) {
  return additionTable(
      bench, "additions in shared memory, cells of each block", kBlockCells, kBlockCounts,
      [&](const CellKind &kind, bool returns, uint32_t cells, const Spread &spread) {
        return blockRate(bench, kind, returns, cells, spread);
      });
}

/// Measures how many samples non-atomic read, add and write lose.
static Result<Table> lossTable(const GpuBench &bench) {
  Table table{"four floats read, added to and written without an atomic",
              "cells",
              {{"rate", "G/s", 2}, {"lost", "lost, %", 3}},
              {}};
  for (const uint32_t cells : kDeviceCounts) {
    FLAME_TRY_ASSIGN(const AdditionRate rate,
                     deviceRate(bench, "flame_bench_load_add_store", kRacy, /*returns=*/false,
                                cells, kSpreads[0], /*mayLose=*/true));
    table.rows.push_back(
        {cellsText(cells), {{"rate", rate.perSecond / 1e9}, {"lost", 100 * rate.lost}}});
  }
  return table;
}

//===-- waits ---------------------------------------------------------------------------------===//

namespace {

/// Addresses of the timed operations: see abi::StallArgs.
struct Pattern {
  const char *name;
  uint32_t smStep, warpStep, laneStep;
  uint32_t laneModulus = kWarp, lanes = kWarp;
};

/// Launch shape of a stall kernel.
struct StallShape {
  unsigned warpsOfSm;
  uint32_t rounds = 256, filler = 0, hammers = 0;
  /// Lines that the consecutive operations of a lane go to.
  uint32_t wordsAtOnce = 1;
  bool onOneSm = false;
};

/// Result for one operation: mean and standard deviation of its clocks for a warp, and operations
/// of all lanes per second.
struct Stall {
  double clocks, deviation, perSecond;
};

} // namespace

static constexpr const char *kOperations[] = {"load", "store", "load_store", "red", "atom"};
/// Warps of a full multiprocessor on most GPUs.
static constexpr unsigned kFullWarps = 64;
static constexpr uint32_t kLineWords = 32;

static constexpr Pattern kPatterns[] = {
    {"P1 a word of each multiprocessor", kLineWords, 0, 0},
    {"P2 a line of each lane", 0, kLineWords * kWarp, kLineWords},
    {"P3 neighbouring words", 0, kWarp, 1},
    {"P4 one word", 0, 0, 0},
    {"P5 a word of each warp", 0, kLineWords, 0}};

static Result<Stall> measureStall(const GpuBench &bench, const std::string &operation,
                                  const Pattern &pattern, const StallShape &shape) {
  const std::string name = "flame_bench_stall_" + operation;
  FLAME_TRY_ASSIGN(const Kernel kernel, bench.kernel(name));
  // Small blocks share a multiprocessor evenly in all shapes.
  const unsigned warpsOfBlock = std::min(shape.warpsOfSm, 8u);
  const unsigned sms = unsigned(bench.device().multiprocessors);
  FLAME_TRY_ASSIGN(const int room, kernel.blocksPerMultiprocessor(int(warpsOfBlock * kWarp), 0));
  const unsigned blocksOfSm = std::min(shape.warpsOfSm / warpsOfBlock, unsigned(room));
  const unsigned blocks = blocksOfSm * (shape.onOneSm ? 1 : sms);
  const uint64_t warps = uint64_t(blocks) * warpsOfBlock;
  const uint64_t words = uint64_t(pattern.smStep) * sms + pattern.warpStep * warps +
                         uint64_t(pattern.laneStep) * kWarp +
                         uint64_t(shape.wordsAtOnce) * kLineWords;
  FLAME_TRY_ASSIGN(auto memory, DeviceBuffer<uint32_t>::create(bench.context(), words));
  FLAME_TRY_ASSIGN(KernelResults results,
                   KernelResults::create(bench.context(), abi::kStallResults));
  abi::StallArgs args = {};
  args.words = memory.data();
  args.results = results.data();
  args.smStep = pattern.smStep;
  args.warpStep = pattern.warpStep;
  args.laneStep = pattern.laneStep;
  args.laneModulus = pattern.laneModulus;
  args.lanes = pattern.lanes;
  args.rounds = shape.rounds;
  args.filler = shape.filler;
  args.hammers = shape.hammers;
  FLAME_TRY_ASSIGN(
      const double seconds,
      bench.time(
          [&] { return kernel.launch({{blocks}, {warpsOfBlock * kWarp}}, bench.stream(), args); },
          [&]() -> Status {
            FLAME_TRY(memory.fill(0, bench.stream()));
            return results.clear(bench.stream());
          }));
  FLAME_TRY_ASSIGN(const std::vector<uint64_t> found, results.read(bench.stream()));
  const uint64_t timed = uint64_t(blocks) * (warpsOfBlock - shape.hammers) * shape.rounds;
  if (found[abi::kStallCount] != timed)
    return wrongResult(name, "timed operations", timed, found[abi::kStallCount]);
  const double mean = double(found[abi::kStallClocks]) / double(timed);
  const double square = double(found[abi::kStallSquares]) / double(timed);
  return Stall{mean, std::sqrt(std::max(0.0, square - mean * mean)),
               double(timed) * pattern.lanes * shape.wordsAtOnce / seconds};
}

/// Measures the wait of a warp for each operation, and operations per second.
static Result<Table> patternTable(const GpuBench &bench) {
  Table table{"waits for one operation, alone and on a full multiprocessor",
              "pattern",
              {{"clocks1", "clocks, 1 warp"},
               {"deviation1", "deviation"},
               {"clocks64", "clocks, 64 warps"},
               {"deviation64", "deviation"},
               {"rate64", "G/s, 64 warps", 2}},
              {}};
  for (const Pattern &pattern : kPatterns)
    for (const char *operation : kOperations) {
      FLAME_TRY_ASSIGN(const Stall alone, measureStall(bench, operation, pattern, {1}));
      FLAME_TRY_ASSIGN(const Stall full, measureStall(bench, operation, pattern, {kFullWarps}));
      table.rows.push_back({std::string(pattern.name) + ", " + operation,
                            {{"clocks1", alone.clocks},
                             {"deviation1", alone.deviation},
                             {"clocks64", full.clocks},
                             {"deviation64", full.deviation},
                             {"rate64", full.perSecond / 1e9}}});
    }
  return table;
}

/// Measures how far apart words must be for additions to proceed independently.
static Result<Table> lockTable(const GpuBench &bench) {
  Table table{
      "8 lanes of each warp, 4 KiB apart; from warp to warp",
      "bytes",
      {{"clocks8", "clocks, 8 warps"}, {"clocks64", "clocks, 64 warps"}, {"rate64", "G/s", 2}},
      {}};
  for (const uint32_t bytes : {0u, 4u, 8u, 16u, 32u, 64u, 128u, 256u, 512u}) {
    const Pattern pattern = {"", 0, bytes / 4, 1024, kWarp, 8};
    FLAME_TRY_ASSIGN(const Stall few, measureStall(bench, "atom", pattern, {8}));
    FLAME_TRY_ASSIGN(const Stall full, measureStall(bench, "atom", pattern, {kFullWarps}));
    table.rows.push_back(
        {std::to_string(bytes),
         {{"clocks8", few.clocks}, {"clocks64", full.clocks}, {"rate64", full.perSecond / 1e9}}});
  }
  return table;
}

/// Measures the width of the atomic units: the lanes of a warp add to 1 to 32 words of a line.
static Result<Table> lineTable(const GpuBench &bench) {
  Table table{
      "32 lanes add to so many words of a line of their warp",
      "words",
      {{"clocks1", "clocks, 1 warp"}, {"red", "unreturned, G/s", 2}, {"atom", "returned, G/s", 2}},
      {}};
  for (const uint32_t words : {1u, 2u, 4u, 8u, 16u, 32u}) {
    const Pattern pattern = {"", 0, kLineWords, 1, words};
    FLAME_TRY_ASSIGN(const Stall alone, measureStall(bench, "atom", pattern, {1}));
    FLAME_TRY_ASSIGN(const Stall red, measureStall(bench, "red", pattern, {kFullWarps}));
    FLAME_TRY_ASSIGN(const Stall atom, measureStall(bench, "atom", pattern, {kFullWarps}));
    table.rows.push_back({std::to_string(words),
                          {{"clocks1", alone.clocks},
                           {"red", red.perSecond / 1e9},
                           {"atom", atom.perSecond / 1e9}}});
  }
  return table;
}

/// Measures how much arithmetic hides an operation on neighbouring words.
static Result<Table> fillerTable(const GpuBench &bench) {
  Table table{"operations on neighbouring words, G/s, with dependent multiply-adds between them",
              "multiply-adds",
              {},
              {}};
  for (const char *operation : kOperations)
    table.columns.push_back({operation, operation, 2});
  for (const uint32_t filler : {0u, 16u, 32u, 64u, 128u, 256u, 512u}) {
    std::map<std::string, double> row;
    for (const char *operation : kOperations) {
      FLAME_TRY_ASSIGN(const Stall stall,
                       measureStall(bench, operation, kPatterns[2],
                                    {.warpsOfSm = kFullWarps, .filler = filler}));
      row[operation] = stall.perSecond / 1e9;
    }
    table.rows.push_back({std::to_string(filler), std::move(row)});
  }
  return table;
}

/// Measures whether a warp that waits for several atomics waits for each in turn.
static Result<Table> flightTable(const GpuBench &bench) {
  Table table{
      "atomics of a lane under way before it waits, each to a line of its warp",
      "atomics",
      {{"clocks1", "clocks for all, 1 warp"}, {"rate1", "G/s", 3}, {"rate64", "G/s, 64 warps", 2}},
      {}};
  for (const uint32_t count : {1u, 2u, 4u, 8u}) {
    const std::string operation = count == 1 ? "atom" : "atom_" + std::to_string(count);
    const Pattern pattern = {"", 0, 8 * kLineWords, 1};
    FLAME_TRY_ASSIGN(const Stall alone, measureStall(bench, operation, pattern,
                                                     {.warpsOfSm = 1, .wordsAtOnce = count}));
    FLAME_TRY_ASSIGN(
        const Stall full,
        measureStall(bench, operation, pattern, {.warpsOfSm = kFullWarps, .wordsAtOnce = count}));
    table.rows.push_back({std::to_string(count),
                          {{"clocks1", alone.clocks},
                           {"rate1", alone.perSecond / 1e9},
                           {"rate64", full.perSecond / 1e9}}});
  }
  return table;
}

/// Measures how many unreturned additions a warp issues before it stalls.
static Result<Table> burstTable(const GpuBench &bench) {
  Table table{"so many unreturned additions at once, each lane to a line of its own",
              "additions",
              {{"clocks1", "clocks each, 1 warp", 2},
               {"clocks16", "16 warps", 2},
               {"clocks64", "64 warps", 2},
               {"oneSm", "64 warps, 1 multiprocessor", 2}},
              {}};
  for (const uint32_t rounds : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    FLAME_TRY_ASSIGN(const Stall one, measureStall(bench, "red", kPatterns[1], {1, rounds}));
    FLAME_TRY_ASSIGN(const Stall some, measureStall(bench, "red", kPatterns[1], {16, rounds}));
    FLAME_TRY_ASSIGN(const Stall full,
                     measureStall(bench, "red", kPatterns[1], {kFullWarps, rounds}));
    FLAME_TRY_ASSIGN(const Stall oneSm,
                     measureStall(bench, "red", kPatterns[1],
                                  {.warpsOfSm = kFullWarps, .rounds = rounds, .onOneSm = true}));
    table.rows.push_back({std::to_string(rounds),
                          {{"clocks1", one.clocks},
                           {"clocks16", some.clocks},
                           {"clocks64", full.clocks},
                           {"oneSm", oneSm.clocks}}});
  }
  return table;
}

/// Measures whether colliding additions delay others.
static Result<Table> bystanderTable(const GpuBench &bench) {
  Table table{"atomics on neighbouring words, beside warps that all add to one word",
              "warps in 8 that do",
              {{"clocks", "clocks of the others"}, {"deviation", "deviation"}},
              {}};
  for (const uint32_t hammers : {0u, 1u, 2u, 4u}) {
    FLAME_TRY_ASSIGN(const Stall stall,
                     measureStall(bench, "atom", kPatterns[2],
                                  {.warpsOfSm = kFullWarps, .rounds = 64, .hammers = hammers}));
    table.rows.push_back(
        {std::to_string(hammers), {{"clocks", stall.clocks}, {"deviation", stall.deviation}}});
  }
  return table;
}

/// Measures the overhead of a launch.
static Result<Table> launchTable(const GpuBench &bench) {
  constexpr unsigned kLaunches = 1000;
  FLAME_TRY_ASSIGN(const Kernel kernel, bench.kernel("flame_bench_nothing"));
  FLAME_TRY_ASSIGN(const double seconds, bench.time([&]() -> Status {
    for (unsigned i = 0; i < kLaunches; ++i)
      FLAME_TRY(
          kernel.launch({{unsigned(bench.device().multiprocessors)}, {kThreads}}, bench.stream()));
    return {};
  }));
  Table table{"launches of nothing, one behind the other", "", {{"us", "us each", 2}}, {}};
  table.rows.push_back({"launch", {{"us", seconds / kLaunches * 1e6}}});
  return table;
}

Result<std::vector<Table>> benchAtomics(int ordinal, unsigned repeat) {
  FLAME_TRY_ASSIGN(const GpuBench bench, GpuBench::open(ordinal, repeat));
  std::vector<Table> tables;
  for (const auto measure : {deviceTable, blockTable, lossTable, patternTable, lockTable, lineTable,
                             fillerTable, flightTable, burstTable, bystanderTable, launchTable}) {
    FLAME_TRY_ASSIGN(Table table, measure(bench));
    tables.push_back(std::move(table));
  }
  return tables;
}

} // namespace flame
