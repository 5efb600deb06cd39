// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See the header. While one tile's samples are added, the next tile is fetched, so that the memory and the processor work
// at the same time.

#include "runtime/cpu/ReplayLog.h"

#include "runtime/cpu/Histogram.h"

#include <algorithm>

namespace flame::rt {

using namespace cpu;

static constexpr uint64_t kCellsOfLine = 64 / sizeof(uint64_t);
static constexpr uint64_t kTileCells = uint64_t(1) << kTileBits;

/// Lines of the next tile that are fetched for one line of words: all of a tile for a quarter of the words that a tile has on
/// average in a full log.
static constexpr uint64_t kLinesAhead = 8;

/// A tile with more than one in this many samples makes a log slower than additions at once: each of its words waits for the one
/// before to have left the line, and each addition for the one before to the same cell. Of eight sheep two have a
/// tile with a fifth of the samples, the others none with more than a twentieth.
static constexpr uint32_t kCrowdedShare = 8;

namespace {
/// Cells still to be fetched.
struct Fetch {
  const uint64_t *next, *end;

  void some() {
    for (uint64_t line = 0; line < kLinesAhead && next < end; ++line, next += kCellsOfLine)
      __builtin_prefetch(next, 1);
  }
};
} // namespace

static void addWord(const Worker &worker, uint64_t *cells, uint64_t first, uint32_t word) {
  const uint64_t cell = first | word >> kLogColorBits;
  const uint64_t deposit = worker.deposits[word % (1u << kLogColorBits)], old = cells[cell];
  cells[cell] = old + deposit;
  if (isFull(old, deposit, 0)) [[unlikely]] {
    cells[cell] = deposit;
    addToWide(worker.wide + cell, unpackCell(old));
  }
}

static void addWords(const Worker &worker, uint64_t first, const uint32_t *words, uint32_t count,
                     Fetch &fetch) {
  uint64_t *cells = worker.cells;
  for (uint32_t at = 0; at < count; at += kLineWords) {
    fetch.some();
    const uint32_t *end = words + std::min(at + kLineWords, count);
    for (const uint32_t *word = words + at; word < end; ++word)
      addWord(worker, cells, first, *word);
  }
}

static void replayTile(const Worker &worker, const TileLog &log, uint32_t tile, Fetch &fetch) {
  const uint64_t first = uint64_t(tile) << kTileBits >> kLogCellBits << kLogCellBits;
  uint32_t inChunk = uint32_t(log.ends[tile] % kChunkWords);
  for (uint32_t chunk = log.lastChunks[tile]; chunk != kNoChunk;
       chunk = log.previousChunks[chunk], inChunk = 0)
    addWords(worker, first, log.words + uint64_t(chunk) * kChunkWords,
             inChunk ? inChunk : kChunkWords, fetch);
  addWords(worker, first, log.lines + uint64_t(tile) * kLineWords, log.fills[tile], fetch);
}

/// What to fetch for a tile: nothing where there is none, or no more than a line of samples for it.
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

/// True where one tile has so large a share of the samples that caches serve the histogram well.
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
  std::fill_n(log.fills, log.tiles, 0);
  std::fill_n(log.ends, log.tiles, 0);
  std::fill_n(log.lastChunks, log.tiles, kNoChunk);
  log.begunChunks = 0;
}

} // namespace flame::rt
