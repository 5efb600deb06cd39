// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// While the samples of one tile are added, the next tile is prefetched, so that memory and
// processor work in parallel.

#include "runtime/cpu/ReplayLog.h"

#include "runtime/cpu/Histogram.h"

#include <algorithm>

namespace flame::rt {

using namespace cpu;

static constexpr uint64_t kCellsPerLine = 64 / sizeof(uint64_t);
static constexpr uint64_t kTileCells = uint64_t(1) << kTileBits;

/// Cache lines of the next tile that are prefetched per line of words. This covers a whole tile
/// within a quarter of the words that a tile has on average in a full log.
static constexpr uint64_t kLinesAhead = 8;

/// If one tile has more than this fraction of the samples, a log is slower than direct additions:
/// each word waits until the previous one has left the line, and each addition waits for the
/// previous one to the same cell. Of eight sheep, two have a tile with a fifth of the samples; in
/// the others no tile has more than a twentieth.
static constexpr uint32_t kCrowdedShare = 8;

namespace {
/// Cells still to be prefetched.
struct Fetch {
  const uint64_t *next, *end;

  void some() {
    for (uint64_t line = 0; line < kLinesAhead && next < end; ++line, next += kCellsPerLine)
      __builtin_prefetch(next, 0, 2);
  }
};
} // namespace

/// Empties a cell that had no room for the deposit that was added to it. It is a separate call,
/// after which the cell is read again, so that the fast path is a single addition to memory.
[[gnu::noinline, gnu::cold]] static void emptyIntoWide(uint64_t *cell, abi::WideCell *wide,
                                                       uint64_t deposit) {
  addToWide(wide, unpackCell(*cell - deposit));
  *cell = deposit;
}

static void addWord(uint64_t *cells, abi::WideCell *wide, const uint64_t *deposits, uint32_t word) {
  const uint64_t cell = word >> kLogColorBits;
  const uint64_t deposit = deposits[word % (1u << kLogColorBits)], old = cells[cell];
  cells[cell] = old + deposit;
  if (isFull(old, deposit, 0)) [[unlikely]]
    emptyIntoWide(cells + cell, wide + cell, deposit);
}

/// Adds words whose cells are relative to `first`.
static void addWords(const Worker &worker, uint64_t first, const uint32_t *words, uint32_t count,
                     Fetch &fetch) {
  uint64_t *cells = worker.cells + first;
  abi::WideCell *wide = worker.wide + first;
  const uint64_t *deposits = worker.deposits;
  const uint32_t lines = count / kLineWords;
  for (uint32_t line = 0; line < lines; ++line, words += kLineWords) {
    fetch.some();
#pragma clang loop unroll(full)
    for (uint32_t word = 0; word < kLineWords; ++word)
      addWord(cells, wide, deposits, words[word]);
  }
  for (uint32_t word = 0; word < count % kLineWords; ++word)
    addWord(cells, wide, deposits, words[word]);
}

static void replayTile(const Worker &worker, const TileLog &log, uint32_t tile, Fetch &fetch) {
  const uint64_t first = uint64_t(tile) << kTileBits >> kLogCellBits << kLogCellBits;
  uint32_t inChunk = uint32_t(log.ends[tile] % kChunkWords);
  for (uint32_t chunk = log.lastChunks[tile]; chunk != kNoChunk;
       chunk = log.previousChunks[chunk], inChunk = 0)
    addWords(worker, first, log.words + uint64_t(chunk) * kChunkWords,
             inChunk ? inChunk : kChunkWords, fetch);
  addWords(worker, first, log.lines + firstOfLine(tile), log.cursors[tile] - firstOfLine(tile),
           fetch);
}

/// The cells to prefetch for a tile: none if the tile does not exist or has at most one line of
/// samples.
static Fetch fetchOf(const Worker &worker, uint32_t tile) {
  if (tile >= worker.log->tiles || worker.log->lastChunks[tile] == kNoChunk)
    return {nullptr, nullptr};
  const uint64_t buckets = uint64_t(worker.job->gridWidth) * worker.job->gridHeight;
  const uint64_t first = tile * kTileCells, end = std::min(first + kTileCells, buckets);
  return {worker.cells + first, worker.cells + end};
}

static uint32_t chunksOf(const TileLog &log, uint32_t tile) {
  uint32_t count = 0;
  for (uint32_t chunk = log.lastChunks[tile]; chunk != kNoChunk; chunk = log.previousChunks[chunk])
    ++count;
  return count;
}

/// True if one tile has so large a share of the samples that caches serve the histogram well.
static bool isCrowded(const TileLog &log) {
  for (uint32_t tile = 0; tile < log.tiles; ++tile)
    if (chunksOf(log, tile) * kCrowdedShare > log.begunChunks)
      return true;
  return false;
}

void replayLog(Worker *worker) {
  TileLog &log = *worker->log;
  for (uint32_t tile = 0; tile < log.tiles; ++tile) {
    Fetch fetch = fetchOf(*worker, tile + 1);
    replayTile(*worker, log, tile, fetch);
  }
  if (isCrowded(log))
    worker->log = nullptr;
  for (uint32_t tile = 0; tile < log.tiles; ++tile)
    log.cursors[tile] = firstOfLine(tile);
  std::fill_n(log.ends, log.tiles, 0);
  std::fill_n(log.lastChunks, log.tiles, kNoChunk);
  log.begunChunks = 0;
}

} // namespace flame::rt
