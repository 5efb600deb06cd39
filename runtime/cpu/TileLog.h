// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A log of samples, divided by tiles of the histogram. A histogram that no cache holds costs a miss of the memory for nearly
// every sample. Here samples wait until there are many for each tile, and then a tile's are added together, while it is in the
// second-level cache.
//
// A word of the log is the low bits of a sample's cell and its staged colour. Words gather in one cache line per tile; full lines
// go past the caches to the tile's chunk of the log, so that writing needs no reading. Each worker has a log of its own.

#ifndef FLAME_RUNTIME_CPU_TILELOG_H
#define FLAME_RUNTIME_CPU_TILELOG_H

#include "abi/Engine.h"
#include "runtime/shared/FlameDevice.h"

namespace flame::cpu {

/// Cells of a tile, as a power of two: 256 KB, of which two fit a second-level cache.
inline constexpr uint32_t kTileBits = 15;

/// Bits of a word that hold the staged colour; those above hold the cell, without what exceeds them.
inline constexpr uint32_t kLogColorBits = 12;
inline constexpr uint32_t kLogCellBits = 32 - kLogColorBits;
static_assert(kBlendedDeposits <= 1u << kLogColorBits && kTileBits <= kLogCellBits);

/// Places in a log and cells have numbers of 32 bits.
inline constexpr uint64_t kMostLoggedCells = uint64_t(1) << 31;

/// Words of a cache line, and of a chunk.
inline constexpr uint32_t kLineWords = 16, kChunkWords = 1024;

/// No round of samples begins more chunks than this: one with every full line.
inline constexpr uint32_t kChunksPerRound = pointsPerBlock(16) / kLineWords;

/// The log of one worker. Memory is the host's.
struct TileLog {
  uint32_t *words;   ///< `chunks` times kChunkWords, aligned to a chunk
  uint32_t *lines;   ///< per tile a line that is being filled, aligned to lines
  uint32_t *cursors; ///< per tile the index in `lines` for its next word
  uint64_t *
      ends; ///< per tile the index in `words` after its last line; a multiple of kChunkWords: its chunk is full
  uint32_t *lastChunks;     ///< per tile the last chunk; kNoChunk: none
  uint32_t *previousChunks; ///< per chunk the one before it of the same tile
  uint32_t tiles, chunks, begunChunks;
};

inline constexpr uint32_t kNoChunk = ~0u;

/// The index in `words` for the next line of a tile.
FLAME_INLINE uint64_t nextLine(TileLog *log, uint32_t tile) {
  const uint64_t end = log->ends[tile];
  if (__builtin_expect(end % kChunkWords != 0, 1))
    return end;
  const uint32_t chunk = log->begunChunks++;
  log->previousChunks[chunk] = log->lastChunks[tile];
  log->lastChunks[tile] = chunk;
  return uint64_t(chunk) * kChunkWords;
}

/// The index in `lines` of a tile's first word.
FLAME_INLINE uint32_t firstOfLine(uint32_t tile) { return tile * kLineWords; }

/// Moves the full line of a tile to its chunk.
FLAME_INLINE void moveLine(TileLog *log, uint32_t tile) {
  using Line = uint32_t __attribute__((ext_vector_type(kLineWords)));
  const uint64_t begin = nextLine(log, tile);
  const uint32_t *from = log->lines + firstOfLine(tile);
  __builtin_nontemporal_store(*reinterpret_cast<const Line *>(from),
                              reinterpret_cast<Line *>(log->words + begin));
  log->ends[tile] = begin + kLineWords;
}

/// True when the log may not hold another round.
FLAME_INLINE bool isNearlyFull(const TileLog &log) {
  return log.begunChunks + kChunksPerRound > log.chunks;
}

/// Puts the worker's staged samples into a log that is not nearly full.
FLAME_INLINE void appendToLog(const Worker *worker, TileLog *log) {
  const uint32_t *cells = worker->stagedCells, *colors = worker->stagedColors;
  uint32_t *lines = log->lines, *cursors = log->cursors;
  const uint64_t staged = worker->staged;
  for (uint64_t at = 0; at < staged; ++at) {
    const uint32_t cell = cells[at], tile = cell >> kTileBits, cursor = cursors[tile];
    lines[cursor] = cell << kLogColorBits | colors[at];
    cursors[tile] = cursor + 1;
    if (__builtin_expect((cursor + 1) % kLineWords == 0, 0)) {
      moveLine(log, tile);
      cursors[tile] = firstOfLine(tile);
    }
  }
}

} // namespace flame::cpu

#endif // FLAME_RUNTIME_CPU_TILELOG_H
