// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds up the log of the `split` schedule (SplitLog.h) in the shared memory of each multiprocessor.
//
// The cells of a bin are divided into tiles; a thread block holds one tile in shared memory. Every
// tile has the same number of blocks, and the logs of all bins, end to end, are divided evenly
// among these blocks. Blocks of different tiles read the same entries at about the same time, so
// each entry is fetched from memory once. A block adds the entries of its tile to cells of two
// words (LogWords.h). After each bin it adds these cells to the histogram: to the packed cells if
// the sums fit, because they take a quarter of the memory, otherwise to the wide cells. No word
// overflows: a thread that finds the upper half of a field in use empties the word before its next
// addition to a word of that kind. A field is therefore at most half full plus one more addition by
// each thread.
//
// If there are no more bins than blocks, each block gets one bin. The exception is a bin so large
// that all other blocks would wait for it, because cells of a bin shared by two blocks are added to
// the histogram twice.
//
// GPUs with clusters use pairs of blocks for bins larger than a tile. Each block of a pair adds one
// of the two words of every cell. At the end of the bin, each block takes half of the cells and
// reads the other word from its partner. An entry is thus read twice, however many tiles the bin
// would have. Each block of the pair prefetches half of the log into the L2 cache just before it is
// read, so it is fetched from memory once. The warps of a block take small parts of the log. Four
// additions are in flight at a time, so chroma words may overflow; the thread that detects an
// overflow adds the lost amount.
//
// If a cell receives a large share of a bin, the lanes of a warp would queue up for it. Two such
// hot cells per bin have a copy for each lane. The bins of hot buckets (HotBins.h) need no cells:
// threads sum their entries in registers, and the blocks of all tiles divide each of these bins.

#include "runtime/device/WideSums.h"
#include "runtime/shared/IterateMemory.h"
#include "runtime/shared/LogWords.h"

using namespace flame;

extern "C" {
alignas(16) extern FLAME_SHARED unsigned char flame_shared[];
}

namespace {

/// Entries that a thread of a pair adds before it checks the returned values. Checking each one
/// separately would wait for each addition.
constexpr uint32_t kEntriesAtOnce = 4;
static_assert(lumaNeverOverflows(abi::kAccumulateThreads, kEntriesAtOnce) &&
              chromaNeverOverflows(abi::kAccumulateThreads, 1));

/// Lanes of a warp, and the number of copies of each hot cell of a bin.
constexpr uint32_t kLanes = kHotCellCopies, kAllLanes = UINT32_MAX;
/// A cell is hot if it has at least this many of a sample of as many entries as there are threads.
constexpr uint32_t kHotSamples = 48;
/// A key packs a cell's number of sampled entries, times this factor, and its index in the tile
/// into one word.
constexpr uint32_t kCellsPerKey = kCellMask + 1;
/// Not a cell: larger than any index.
constexpr uint32_t kNoCell = UINT32_MAX;

/// The words of its cells that a block adds up. The two blocks of a pair have one kind each.
enum class Kind { Both, Luma, Chroma };

/// Words for `count` cells of a bin, starting at cell `first`; and the beginnings of the logs of
/// all bins, end to end, in quads, followed by their end.
struct Tile {
  uint32_t *words;  ///< luma; in the second block of a pair, chroma
  uint32_t *others; ///< the other kind; in a pair, that of the other block
  uint64_t *begins;
  uint32_t index, first, count;

  FLAME_INLINE uint32_t size() const { return tileWords(count); }
  /// Only in a pair: number of parts of the log that warps have taken.
  FLAME_INLINE uint32_t *taken() const { return words + size(); }
};

FLAME_INLINE void addToBucket(const abi::AccumulateLogArgs &args, const BinCell &binCell,
                              const LumaSums &sums) {
  addToWide(args.wide + bucketAt(binCell, args.log.bins), toLevels(sums));
}

/// Same as addToBucket, for sums that usually fit a packed cell.
FLAME_INLINE void addSmallToBucket(const abi::AccumulateLogArgs &args, const BinCell &binCell,
                                   const LumaSums &sums) {
  const uint32_t bucket = bucketAt(binCell, args.log.bins);
  const abi::WideCell totals = toLevels(sums);
  if (!fitsCell(totals)) {
    addToWide(args.wide + bucket, totals);
    return;
  }
  addToCell(args.cells + abi::cellOf(bucket, abi::layOutCells(args.buckets)), args.wide + bucket,
            packDeposit(uint32_t(totals.red), uint32_t(totals.green), uint32_t(totals.blue),
                        uint32_t(totals.count)));
}

FLAME_INLINE uint32_t addToWord(uint32_t *word, uint32_t value) {
  return __scoped_atomic_fetch_add(word, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}

FLAME_INLINE uint32_t emptyWord(uint32_t *word) {
  return __scoped_atomic_exchange_n(word, 0u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}

/// The bin that a block adds up, and its hottest cells.
struct Bin {
  uint32_t index;
  uint32_t hotCells[kHotCells]; ///< kNoCell if there is none

  /// The cell of a word of the tile. The copies of hot cells follow the cells; without hot cells,
  /// those words hold discarded values.
  FLAME_INLINE uint32_t cellOf(uint32_t word, const Tile &tile) const {
    uint32_t cell = tile.first + word;
#pragma unroll
    for (uint32_t i = 0; i < kHotCells; ++i)
      cell = word >= tile.count + i * kLanes ? hotCells[i] : cell;
    return cell;
  }
};

/// Adds an entry to its cell, or to this lane's copy of it, if the cell is in the tile. The cell of
/// an empty entry is in no tile. `kHasHot`: the bin has hot cells.
template <Kind kKind, bool kHasHot>
FLAME_INLINE void addEntry(const abi::AccumulateLogArgs &args, const Tile &tile, const Bin &bin,
                           uint32_t copy, uint32_t entry) {
  const uint32_t cell = cellOfEntry(entry);
  uint32_t word = cell - tile.first;
  if (word >= tile.count)
    return;
  if constexpr (kHasHot) {
#pragma unroll
    for (uint32_t i = 0; i < kHotCells; ++i)
      word = cell == bin.hotCells[i] ? copy + i * kLanes : word;
  }
  uint32_t *luma = tile.words + word;
  uint32_t *chroma = (kKind == Kind::Both ? tile.others : tile.words) + word;
  const uint32_t foundLuma = kKind == Kind::Chroma ? 0 : addToWord(luma, lumaWordOf(entry));
  const uint32_t foundChroma = kKind == Kind::Luma ? 0 : addToWord(chroma, chromaWordOf(entry));
  if (__builtin_expect(((foundLuma & kCountHalfFull) | (foundChroma & kChromaHalfFull)) == 0, 1))
    return;
  const uint32_t fullLuma = foundLuma & kCountHalfFull ? emptyWord(luma) : 0;
  const uint32_t fullChroma = foundChroma & kChromaHalfFull ? emptyWord(chroma) : 0;
  addToBucket(args, {bin.index, cell}, sumsOfWords(fullLuma, fullChroma));
}

/// Adds entries to words of their kind in a bin without hot cells. Empty entries are added to a
/// word of this lane that is discarded, because a test would take longer. Called by whole warps.
template <Kind kKind>
FLAME_INLINE void addEntries(const abi::AccumulateLogArgs &args, const Tile &tile, const Bin &bin,
                             uint32_t copy, const Quad &entries) {
  constexpr uint32_t kHalfFull = kKind == Kind::Luma ? kCountHalfFull : kChromaHalfFull;
  const auto wordOf = [&](uint32_t entry) __attribute__((always_inline)) {
    const uint32_t cell = cellOfEntry(entry);
    return tile.words + (cell < tile.count ? cell : copy);
  };
  const auto valueOf = [](uint32_t entry) __attribute__((always_inline)) {
    return kKind == Kind::Luma ? lumaWordOf(entry) : chromaWordOf(entry);
  };
  uint32_t found[kEntriesAtOnce], all = 0;
#pragma unroll
  for (uint32_t i = 0; i < kEntriesAtOnce; ++i)
    found[i] = addToWord(wordOf(entries[i]), valueOf(entries[i]));
#pragma unroll
  for (uint32_t i = 0; i < kEntriesAtOnce; ++i)
    all |= found[i];
  // Whole warps take the branch: lanes that diverge here would not reconverge.
  if (__builtin_expect(!__nvvm_vote_any_sync(kAllLanes, (all & kHalfFull) != 0), 1))
    return;
#pragma clang loop unroll(disable)
  for (uint32_t i = 0; i < kEntriesAtOnce; ++i) {
    uint32_t entry = entries[0], before = found[0];
#pragma unroll
    for (uint32_t other = 1; other < kEntriesAtOnce; ++other) {
      entry = i == other ? entries[other] : entry;
      before = i == other ? found[other] : before;
    }
    if (!(before & kHalfFull))
      continue;
    const uint32_t emptied = emptyWord(wordOf(entry));
    LumaSums sums = kKind == Kind::Luma ? sumsOfWords(emptied, 0) : sumsOfWords(0, emptied);
    if constexpr (kKind == Kind::Chroma) {
      const LumaSums lost = overflowOfChroma(before, valueOf(entry));
      sums.orange += lost.orange;
      sums.green += lost.green;
    }
    if (cellOfEntry(entry) < tile.count)
      addToBucket(args, {bin.index, cellOfEntry(entry)}, sums);
  }
}

/// Synchronises all threads of a block or of a pair, including their writes to shared memory.
/// Called by all of them.
template <bool kIsPair> FLAME_INLINE void waitForOthers() {
  if constexpr (kIsPair)
    __asm__ volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" ::
                         : "memory");
  else
    __gpu_sync_threads();
}

/// Adds the cells to the histogram and clears them. A block of a pair does this for one half of the
/// cells, with both kinds of words. Called by all threads; the caller synchronises before and
/// after.
template <bool kIsPair>
FLAME_INLINE void emptyTile(const abi::AccumulateLogArgs &args, const Tile &tile, const Bin &bin) {
  uint32_t begin = 0, end = tile.size();
  if (kIsPair)
    (tile.index == 0 ? end : begin) = tile.size() / 2;
  for (uint32_t word = begin + __gpu_thread_id_x(); word < end; word += abi::kAccumulateThreads) {
    const uint32_t local = tile.words[word], other = tile.others[word];
    const bool isLuma = !kIsPair || tile.index == 0;
    if ((local | other) && bin.cellOf(word, tile) != kNoCell)
      addSmallToBucket(args, {bin.index, bin.cellOf(word, tile)},
                       sumsOfWords(isLuma ? local : other, isLuma ? other : local));
    tile.words[word] = tile.others[word] = 0;
  }
}

/// Finds the cells of the tile that are most frequent in a sample of quads [begin, end), one entry
/// per thread, if they reach kHotSamples. Called by all threads. All of them, also in both blocks
/// of a pair, get the same result. Words must be 0 before and are 0 afterwards.
FLAME_INLINE void findHotCells(const Quad *quads, uint64_t begin, uint64_t end, const Tile &tile,
                               Bin &bin) {
  const uint32_t thread = __gpu_thread_id_x();
  const uint64_t at = begin + (end - begin) * thread / abi::kAccumulateThreads;
  const uint32_t word = cellOfEntry(quads[at][0]) - tile.first;
  const bool isInTile = word < tile.count;
  if (isInTile)
    addToWord(tile.words + word, 1);
  __gpu_sync_threads();
  uint32_t key = isInTile ? tile.words[word] * kCellsPerKey + word : 0;
#pragma unroll
  for (uint32_t i = 0; i < kHotCells; ++i) {
    uint32_t *most = tile.words + tile.count + i;
    if (key >= kHotSamples * kCellsPerKey)
      __scoped_atomic_fetch_max(most, key, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
    __gpu_sync_threads();
    const uint32_t found = *most;
    bin.hotCells[i] = found ? tile.first + found % kCellsPerKey : kNoCell;
    key = key == found ? 0 : key;
  }
  __gpu_sync_threads(); // wait until all threads have read
  if (isInTile)
    tile.words[word] = 0;
  if (thread < kHotCells)
    tile.words[tile.count + thread] = 0;
  __gpu_sync_threads();
}

/// Quads that a thread loads while it adds as many others.
constexpr uint32_t kQuadsAtOnce = 2;

/// Adds the first `count` quads of a part of a bin's log. Called by all threads. The next loads are
/// issued after the first of the previous quads has arrived, because the GPU waits for all
/// outstanding loads of a thread together.
template <bool kHasHot>
FLAME_INLINE void addQuads(const abi::AccumulateLogArgs &args, const Tile &tile, const Bin &bin,
                           const Quad *quads, uint32_t count) {
  const uint32_t copy = tile.count + __gpu_thread_id_x() % kLanes;
  const auto add = [&](const Quad &quad, uint32_t from = 0) __attribute__((always_inline)) {
#pragma unroll
    for (uint32_t i = from; i < 4; ++i)
      addEntry<Kind::Both, kHasHot>(args, tile, bin, copy, quad[i]);
  };
  constexpr uint32_t kStep = kQuadsAtOnce * abi::kAccumulateThreads;
  uint32_t at = __gpu_thread_id_x();
  Quad loaded[2][kQuadsAtOnce];
  const auto load = [&](uint32_t which) __attribute__((always_inline)) {
#pragma unroll
    for (uint32_t q = 0; q < kQuadsAtOnce; ++q)
      loaded[which][q] = quads[at + q * abi::kAccumulateThreads];
    at += kStep;
  };
  if (uint32_t repeats = count / (2 * kStep)) {
    load(0);
#pragma clang loop unroll(disable)
    for (; repeats; --repeats) {
#pragma unroll
      for (uint32_t which = 0; which < 2; ++which) {
        addEntry<Kind::Both, kHasHot>(args, tile, bin, copy, loaded[which][0][0]);
        if (which == 0 || repeats > 1)
          load(1 - which);
        add(loaded[which][0], 1);
#pragma unroll
        for (uint32_t q = 1; q < kQuadsAtOnce; ++q)
          add(loaded[which][q]);
      }
    }
  }
#pragma clang loop unroll(disable)
  for (; at < count; at += abi::kAccumulateThreads)
    add(quads[at]);
}

/// Quads per lane that a warp of a pair takes of a log at once, and quads per warp. They are few,
/// so the parts that the blocks of all pairs will read next fit in the L2 cache.
constexpr uint32_t kLaneQuads = 8, kTakenQuads = kLaneQuads * kLanes;
static_assert(kTakenQuads <= abi::kAccumulateThreads,
              "what is left of a log is a quad for each thread");
/// Distance of the prefetch ahead of the reads, in parts taken by warps.
constexpr uint32_t kTakesAhead = 10;

/// Prefetches part `take` of `takes` into the L2 cache.
FLAME_INLINE void fetchToL2(const Quad *quads, uint32_t take, uint32_t takes) {
  if (take < takes)
    __asm__ volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(quads + take * kTakenQuads),
                     "r"(kTakenQuads * uint32_t(sizeof(Quad)))
                     : "memory");
}

/// Adds `count` quads of the log of a bin to words of one kind. Called by all threads. Warps take
/// parts dynamically: with equal shares the last warp would run alone for long.
template <Kind kKind, bool kHasHot>
FLAME_INLINE void addQuadsOfPair(const abi::AccumulateLogArgs &args, const Tile &tile,
                                 const Bin &bin, const Quad *quads, uint32_t count) {
  const uint32_t thread = __gpu_thread_id_x(), lane = thread % kLanes, copy = tile.count + lane;
  const uint32_t takes = count / kTakenQuads;
  const auto add = [&](const Quad &quad) __attribute__((always_inline)) {
    if constexpr (!kHasHot) {
      addEntries<kKind>(args, tile, bin, copy, quad);
    } else { // the words of copies fill up often and at different times
#pragma unroll
      for (uint32_t i = 0; i < 4; ++i)
        addEntry<kKind, kHasHot>(args, tile, bin, copy, quad[i]);
    }
  };
  if (thread < kTakesAhead && thread % 2 == tile.index)
    fetchToL2(quads, thread, takes);
#pragma clang loop unroll(disable)
  for (;;) {
    uint32_t taken = 0;
    if (lane == 0) {
      taken = addToWord(tile.taken(), 1);
      if (taken % 2 == tile.index) // the other block prefetches the other parts
        fetchToL2(quads, taken + kTakesAhead, takes);
    }
    taken = uint32_t(__nvvm_shfl_sync_idx_i32(kAllLanes, int(taken), 0, 31));
    if (taken >= takes)
      break;
    const Quad *at = quads + (taken * kTakenQuads + lane);
    Quad loaded[2][kQuadsAtOnce];
    const auto load = [&](uint32_t which) __attribute__((always_inline)) {
#pragma unroll
      for (uint32_t q = 0; q < kQuadsAtOnce; ++q)
        loaded[which][q] = at[q * kLanes];
      at += kQuadsAtOnce * kLanes;
    };
    load(0);
#pragma clang loop unroll(disable)
    for (uint32_t repeats = kLaneQuads / (2 * kQuadsAtOnce); repeats; --repeats) {
#pragma unroll
      for (uint32_t which = 0; which < 2; ++which) {
        add(loaded[which][0]);
        if (which == 0 || repeats > 1)
          load(1 - which);
#pragma unroll
        for (uint32_t q = 1; q < kQuadsAtOnce; ++q)
          add(loaded[which][q]);
      }
    }
  }
  const uint32_t left = takes * kTakenQuads + thread, none = args.log.binCells;
  add(left < count ? quads[left] : Quad{none, none, none, none});
}

template <Kind kKind>
FLAME_INLINE void addAllQuads(const abi::AccumulateLogArgs &args, const Tile &tile, const Bin &bin,
                              const Quad *quads, uint32_t count) {
  const bool hasHot = bin.hotCells[0] != kNoCell;
  if constexpr (kKind == Kind::Both) {
    if (hasHot)
      addQuads<true>(args, tile, bin, quads, count);
    else
      addQuads<false>(args, tile, bin, quads, count);
  } else {
    if (hasHot)
      addQuadsOfPair<kKind, true>(args, tile, bin, quads, count);
    else
      addQuadsOfPair<kKind, false>(args, tile, bin, quads, count);
  }
}

/// Adds quads [begin, end) of the log of bin `index` to the histogram. Called by all threads, with
/// an empty tile.
template <bool kIsPair>
FLAME_INLINE void addUp(const abi::AccumulateLogArgs &args, const Tile &tile, uint32_t index,
                        uint32_t begin, uint32_t end) {
  const auto *quads = (const Quad *)args.log.entries + uint64_t(index) * args.log.binQuads;
  Bin bin;
  bin.index = index;
  findHotCells(quads, begin, end, tile, bin);
  if (!kIsPair)
    addAllQuads<Kind::Both>(args, tile, bin, quads + begin, end - begin);
  else if (tile.index == 0)
    addAllQuads<Kind::Luma>(args, tile, bin, quads + begin, end - begin);
  else
    addAllQuads<Kind::Chroma>(args, tile, bin, quads + begin, end - begin);
  waitForOthers<kIsPair>();
  if (kIsPair && __gpu_thread_id_x() == 0)
    *tile.taken() = 0;
  emptyTile<kIsPair>(args, tile, bin);
  waitForOthers<kIsPair>();
}

/// Quads of a hot bin that a thread loads at once.
constexpr uint32_t kHotQuadsAtOnce = 4;

/// Adds quads [begin, end) of the log of hot bin `index` to the histogram. Called by all threads.
FLAME_INLINE void addUpHot(const abi::AccumulateLogArgs &args, uint32_t index, uint64_t begin,
                           uint64_t end) {
  const auto *quads = (const Quad *)args.log.entries + uint64_t(index) * args.log.binQuads;
  // 32-bit words do not overflow: the log of a bin has fewer than 2^34 entries, divided among all
  // threads.
  uint32_t luma = 0, orange = 0, green = 0, samples = 0;
  const uint32_t none = args.log.binCells;
#pragma clang loop unroll(disable)
  for (uint64_t at = begin + __gpu_thread_id_x(); at < end;
       at += kHotQuadsAtOnce * abi::kAccumulateThreads) {
    Quad loaded[kHotQuadsAtOnce];
#pragma unroll
    for (uint32_t q = 0; q < kHotQuadsAtOnce; ++q)
      loaded[q] = at + q * abi::kAccumulateThreads < end ? quads[at + q * abi::kAccumulateThreads]
                                                         : Quad{none, none, none, none};
#pragma unroll
    for (uint32_t i = 0; i < 4 * kHotQuadsAtOnce; ++i) {
      const uint32_t found = loaded[i / 4][i % 4];
      const bool isSample = cellOfEntry(found) != args.log.binCells;
      const LumaSums entry = sumsOf(isSample ? found : 0);
      luma += uint32_t(entry.luma);
      orange += uint32_t(entry.orange);
      green += uint32_t(entry.green);
      samples += isSample;
    }
  }
  const uint64_t lanes = __gpu_lane_mask();
  const LumaSums sums = {__gpu_lane_sum_u64(lanes, luma), __gpu_lane_sum_u64(lanes, orange),
                         __gpu_lane_sum_u64(lanes, green), __gpu_lane_sum_u64(lanes, samples)};
  if (__gpu_is_first_in_lane(lanes))
    addToWide(args.wide + args.log.hotBuckets[index - args.log.bins], toLevels(sums));
}

/// Computes the beginnings of all logs. Called by all threads.
FLAME_INLINE void findBegins(const abi::SplitLog &log, const Tile &tile) {
  for (uint32_t bin = __gpu_thread_id_x(); bin < log.allBins(); bin += abi::kAccumulateThreads)
    tile.begins[bin + 1] = log.ends[bin] < log.binQuads ? log.ends[bin] : log.binQuads;
  if (__gpu_thread_id_x() == 0)
    tile.begins[0] = 0;
  __gpu_sync_threads();
  if (__gpu_thread_id_x() < kLanes) {
    uint64_t before = 0; // quads of the bins of earlier iterations
    for (uint32_t first = 0; first < log.allBins(); first += kLanes) {
      const uint32_t bin = first + __gpu_thread_id_x();
      const uint64_t local = bin < log.allBins() ? tile.begins[bin + 1] : 0;
      const uint64_t end = before + __gpu_lane_scan_u64(kAllLanes, local);
      if (bin < log.allBins())
        tile.begins[bin + 1] = end;
      before += __gpu_lane_sum_u64(kAllLanes, local);
    }
  }
  __gpu_sync_threads();
}

/// A range of quads of the log of a bin, which has fewer than 2^32 quads.
struct Interval {
  uint32_t begin, end;
};

/// The part of [from, to), in the concatenated logs, that lies in the log of a bin.
FLAME_INLINE Interval within(const Tile &tile, uint32_t bin, uint64_t from, uint64_t to) {
  const uint64_t first = tile.begins[bin], last = tile.begins[bin + 1];
  const uint64_t begin = first > from ? first : from, end = last < to ? last : to;
  return begin < end ? Interval{uint32_t(begin - first), uint32_t(end - first)} : Interval{0, 0};
}

/// Calls `add` with every bin in [first, end) that has something to add up, and with its interval.
/// `intervalOf` returns the interval of one bin per lane; whole warps call it in bin order, also
/// with bins past the last one.
template <class IntervalOf, class Add>
FLAME_INLINE void forEachInterval(uint32_t first, uint32_t end, const IntervalOf &intervalOf,
                                  const Add &add) {
#pragma clang loop unroll(disable)
  for (; first < end; first += kLanes) {
    const Interval local = intervalOf(first + __gpu_thread_id_x() % kLanes);
    uint32_t lanes = __nvvm_vote_ballot_sync(kAllLanes, local.begin < local.end);
#pragma clang loop unroll(disable)
    for (; lanes; lanes &= lanes - 1) {
      const auto lane = uint32_t(__builtin_ctz(lanes));
      add(first + lane, __nvvm_shfl_sync_idx_i32(kAllLanes, local.begin, lane, 31),
          __nvvm_shfl_sync_idx_i32(kAllLanes, local.end, lane, 31));
    }
  }
}

/// The part of the concatenated logs that a block adds up, in quads: [from, to) for bins and
/// [hotFrom, hotTo) for hot bins.
struct Share {
  uint64_t from, to, hotFrom, hotTo;
};

/// Cost of a cell that two blocks share, and therefore add to the histogram twice, in quads that
/// could be added up meanwhile.
constexpr uint32_t kQuadsPerSharedCell = 8;

/// The share of block `part` of `parts`. Called by whole warps.
FLAME_INLINE Share shareOf(const abi::SplitLog &log, const Tile &tile, uint32_t part,
                           uint32_t parts) {
  const uint64_t *begins = tile.begins;
  const uint64_t all = begins[log.allBins()];
  const uint64_t from = all * part / parts, to = all * (part + 1) / parts;
  uint32_t largest = 0; // a bin has fewer than 2^32 quads
  for (uint32_t bin = __gpu_thread_id_x() % kLanes; bin < log.bins; bin += kLanes) {
    const auto quads = uint32_t(begins[bin + 1] - begins[bin]);
    largest = quads > largest ? quads : largest;
  }
  for (uint32_t apart = kLanes / 2; apart; apart /= 2) {
    const auto other = uint32_t(__nvvm_shfl_sync_bfly_i32(kAllLanes, int(largest), apart, 31));
    largest = other > largest ? other : largest;
  }
  const uint64_t cold = begins[log.bins], hot = all - cold;
  if (log.bins > parts || largest > cold / parts + uint64_t(kQuadsPerSharedCell) * tile.count)
    return {from, to, from, to};
  const uint32_t bin = part < log.bins ? part : log.bins;
  return {begins[bin], begins[bin < log.bins ? bin + 1 : bin], cold + hot * part / parts,
          cold + hot * (part + 1) / parts};
}

/// Adds up part `part` of `parts` of all logs, as one of the `sharers` blocks with that part.
/// Called by all threads; the words of the tile are 0.
template <bool kIsPair>
FLAME_INLINE void addUpPart(const abi::AccumulateLogArgs &args, const Tile &tile, uint32_t part,
                            uint32_t parts, uint32_t sharers) {
  findBegins(args.log, tile);
  const Share share = shareOf(args.log, tile, part, parts);
  const uint32_t bins = args.log.bins, allBins = args.log.allBins();
  // Two loops: a single loop for both would need more registers than this many threads have.
  forEachInterval(
      0, bins,
      [&](uint32_t bin) __attribute__((always_inline)) {
        return bin < bins ? within(tile, bin, share.from, share.to) : Interval{0, 0};
      },
      [&](uint32_t bin, uint32_t begin, uint32_t end)
          __attribute__((always_inline)) { addUp<kIsPair>(args, tile, bin, begin, end); });
  forEachInterval(
      bins, allBins,
      [&](uint32_t bin) __attribute__((always_inline)) {
        return bin < allBins ? within(tile, bin, share.hotFrom, share.hotTo) : Interval{0, 0};
      },
      [&](uint32_t bin, uint32_t begin, uint32_t end) __attribute__((always_inline)) {
        const uint64_t length = end - begin;
        addUpHot(args, bin, begin + length * tile.index / sharers,
                 begin + length * (tile.index + 1) / sharers);
      });
}

FLAME_INLINE void zero(uint32_t *words, uint32_t count) {
  for (uint32_t word = __gpu_thread_id_x(); word < count; word += abi::kAccumulateThreads)
    words[word] = 0;
}

/// Maps `words` in shared memory to the same location in the other block of a pair.
FLAME_INLINE uint32_t *ofOther(uint32_t *words, uint32_t other) {
  uint64_t address;
  __asm__("mapa.u64 %0, %1, %2;" : "=l"(address) : "l"(words), "r"(other));
  return (uint32_t *)address;
}

} // namespace

/// Launch: kAccumulateThreads threads, at least as many blocks as a bin has tiles, accumulateBytes
/// of shared memory.
FLAME_KERNEL void flame_accumulate_log(abi::AccumulateLogArgs args) {
  FLAME_LAUNCH_BOUNDS(abi::kAccumulateThreads, 1);
  auto *begins = (uint64_t *)flame_shared;
  auto *words = (uint32_t *)(begins + args.log.allBins() + 1);
  const uint32_t tiles = args.log.tiles(), parts = __gpu_num_blocks_x() / tiles;
  const uint32_t index = __gpu_block_id_x() % tiles, part = __gpu_block_id_x() / tiles;
  if (part == parts) // one of fewer than `tiles` remaining blocks
    return;
  const uint32_t first = index * args.log.tileCells, left = args.log.binCells - first;
  const uint32_t count = left < args.log.tileCells ? left : args.log.tileCells;
  const Tile tile = {words, words + tileWords(count), begins, index, first, count};
  zero(words, 2 * tile.size());
  addUpPart<false>(args, tile, part, parts, tiles);
}

/// Same by pairs of blocks, for bins with one tile. Launch: an even number of blocks,
/// accumulateBytes for a pair of shared memory.
FLAME_KERNEL void flame_accumulate_pairs(abi::AccumulateLogArgs args) {
  if (__nvvm_reflect("__CUDA_ARCH") < 900) // no clusters; never launched
    return;
  FLAME_LAUNCH_BOUNDS(abi::kAccumulateThreads, 1);
  FLAME_CLUSTER(2);
  auto *begins = (uint64_t *)flame_shared;
  auto *words = (uint32_t *)(begins + args.log.allBins() + 1);
  const uint32_t index = __gpu_block_id_x() % 2, part = __gpu_block_id_x() / 2;
  const Tile tile = {words, ofOther(words, 1 - index), begins, index, 0, args.log.binCells};
  zero(words, tile.size() + 1);
  waitForOthers<true>(); // the other block has started
  addUpPart<true>(args, tile, part, __gpu_num_blocks_x() / 2, 2);
}
