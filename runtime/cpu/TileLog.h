// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A log of samples, divided by tiles of the histogram. In a histogram larger than all caches nearly
// every sample is a cache miss. The log collects samples until there are many for each tile, and
// then adds the samples of a tile together, while the tile is in the second-level cache.
//
// A word of the log holds the low bits of a sample's cell and its staged colour. Words gather in
// one cache line per tile. Full lines bypass the caches to the tile's chunk of the log, so writing
// needs no reading. Each worker has its own log.

#ifndef FLAME_RUNTIME_CPU_TILELOG_H
#define FLAME_RUNTIME_CPU_TILELOG_H

#include "abi/Engine.h"
#include "runtime/shared/FlameDevice.h"

namespace flame::cpu {

/// Log2 of the cells of a tile: 256 KB, of which two fit a second-level cache.
inline constexpr uint32_t kTileBits = 15;

/// Bits of a word that hold the staged colour. The bits above hold the low bits of the cell.
inline constexpr uint32_t kLogColorBits = 12;
inline constexpr uint32_t kLogCellBits = 32 - kLogColorBits;
static_assert(kBlendedDeposits <= 1u << kLogColorBits && kTileBits <= kLogCellBits);

/// Positions in a log, and cells, have 32-bit indices.
inline constexpr uint64_t kMostLoggedCells = uint64_t(1) << 31;

/// Words of a cache line and of a chunk.
inline constexpr uint32_t kLineWords = 16, kChunkWords = 1024;

/// Upper bound of the chunks that a round of samples begins: one with every full line.
inline constexpr uint32_t kChunksPerRound = pointsPerBlock(16) / kLineWords;

/// The log of one worker. The host owns the memory.
struct TileLog {
  uint32_t *words;   ///< `chunks` times kChunkWords, aligned to a chunk
  uint32_t *lines;   ///< per tile, the line being filled; aligned to lines
  uint32_t *cursors; ///< per tile, the index in `lines` of its next word
  /// Per tile, the index in `words` after its last line; a multiple of kChunkWords if its chunk is
  /// full.
  uint64_t *ends;
  uint32_t *lastChunks;     ///< per tile, the last chunk; kNoChunk: none
  uint32_t *previousChunks; ///< per chunk, the previous one of the same tile
  uint32_t tiles, chunks, begunChunks;
};

inline constexpr uint32_t kNoChunk = ~0u;

/// The index in `words` for the next line of a tile. Begins a new chunk if needed.
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

/// True if the log may not have room for another round.
FLAME_INLINE bool isNearlyFull(const TileLog &log) {
  return log.begunChunks + kChunksPerRound > log.chunks;
}

/// Appends the worker's staged samples to a log that is not nearly full.
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
