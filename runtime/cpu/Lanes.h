// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector operations of the engine beyond arithmetic, once per instruction set: 16 lanes with
// AVX-512, 8 with AVX2, 4 with plain SSE2. Freestanding; everything here is inlined into the runs.
//
// Masks are vectors of 0 and -1. They must not leave the function that made them: inside one
// function the code generator keeps them in mask registers.

#ifndef FLAME_RUNTIME_CPU_LANES_H
#define FLAME_RUNTIME_CPU_LANES_H

#include "abi/Engine.h"
#include "runtime/shared/FlameDevice.h"

#include <immintrin.h>

namespace flame::cpu {

inline constexpr uint32_t kLanes = FLAME_LANES;

// Points move between vectors in blocks of adjacent lanes, each fetched by one load. A vector
// should have about as many blocks as a block has lanes: then two points share more than two
// consecutive vectors only by chance. (With two blocks of four lanes a pair may share three; the
// noise of 16 by 16 pixel blocks was up to 40 % higher.)
inline constexpr uint32_t kBlockLanes = kLanes == 16 ? 4 : 2;
inline constexpr uint32_t kBlocks = kLanes / kBlockLanes;

using Block = float __attribute__((ext_vector_type(kBlockLanes)));

FLAME_INLINE lanes load(const float *from) {
  lanes value;
  __builtin_memcpy(&value, __builtin_assume_aligned(from, sizeof value), sizeof value);
  return value;
}

FLAME_INLINE void store(float *to, lanes value) {
  __builtin_memcpy(__builtin_assume_aligned(to, sizeof value), &value, sizeof value);
}

FLAME_INLINE Block loadBlock(const float *from) {
  Block value;
  __builtin_memcpy(&value, __builtin_assume_aligned(from, sizeof value), sizeof value);
  return value;
}

/// Truncates towards zero; INT_MIN for values outside the integer range, including NaN.
FLAME_INLINE ilanes truncate(lanes value) {
#if FLAME_LANES == 16
  return __builtin_bit_cast(ilanes, _mm512_cvttps_epi32(__builtin_bit_cast(__m512, value)));
#elif FLAME_LANES == 8
  return __builtin_bit_cast(ilanes, _mm256_cvttps_epi32(__builtin_bit_cast(__m256, value)));
#else
  return __builtin_bit_cast(ilanes, _mm_cvttps_epi32(__builtin_bit_cast(__m128, value)));
#endif
}

/// One bit per lane of a mask, with lane 0 lowest.
FLAME_INLINE uint32_t maskBits(ilanes mask) {
#if FLAME_LANES == 16
  return _mm512_movepi32_mask(__builtin_bit_cast(__m512i, mask));
#elif FLAME_LANES == 8
  return uint32_t(_mm256_movemask_ps(__builtin_bit_cast(__m256, mask)));
#else
  return uint32_t(_mm_movemask_ps(__builtin_bit_cast(__m128, mask)));
#endif
}

FLAME_INLINE bool allOf(ilanes mask) { return maskBits(mask) == (1u << kLanes) - 1; }

/// 0, 1, 2, ...
FLAME_INLINE ulanes laneIndex() {
  ulanes index;
#pragma clang loop unroll(full)
  for (uint32_t lane = 0; lane < kLanes; ++lane)
    index[lane] = lane;
  return index;
}

/// Joins blocks into a vector.
FLAME_INLINE lanes joinBlocks(const Block (&blocks)[kBlocks]) {
#if FLAME_LANES == 16
  auto low = __builtin_shufflevector(blocks[0], blocks[1], 0, 1, 2, 3, 4, 5, 6, 7);
  auto high = __builtin_shufflevector(blocks[2], blocks[3], 0, 1, 2, 3, 4, 5, 6, 7);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#elif FLAME_LANES == 8
  auto low = __builtin_shufflevector(blocks[0], blocks[1], 0, 1, 2, 3);
  auto high = __builtin_shufflevector(blocks[2], blocks[3], 0, 1, 2, 3);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  return __builtin_shufflevector(blocks[0], blocks[1], 0, 1, 2, 3);
#endif
}

/// Distributes lanes so that the lanes of every new block come from different old blocks: lane i
/// comes from lane (i mod kBlocks) * kBlockLanes + i / kBlocks.
FLAME_INLINE lanes dealLanes(lanes v) {
#if FLAME_LANES == 16
  return __builtin_shufflevector(v, v, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
#elif FLAME_LANES == 8
  return __builtin_shufflevector(v, v, 0, 2, 4, 6, 1, 3, 5, 7);
#else
  return __builtin_shufflevector(v, v, 0, 2, 1, 3);
#endif
}

FLAME_INLINE uint32_t countBits(uint32_t bits) {
#if FLAME_LANES == 4
  // Machines with four lanes may lack a population count instruction: look it up among 16 nibbles.
  return uint32_t(0x4332322132212110ull >> (bits * 4)) & 15;
#else
  return uint32_t(__builtin_popcount(bits));
#endif
}

#if FLAME_LANES == 8
/// For each set of lanes, the order that moves them to the front, one byte per lane.
struct CompressOrders {
  uint64_t order[256];
  constexpr CompressOrders() : order{} {
    for (uint32_t bits = 0; bits < 256; ++bits)
      for (uint32_t lane = 0, at = 0; lane < 8; ++lane)
        if (bits >> lane & 1)
          order[bits] |= uint64_t(lane) << (8 * at++);
  }
};
inline constexpr CompressOrders kCompressOrders;
#endif

/// Stores the lanes selected by `bits` densely, in order. May write a whole vector at `to`.
FLAME_INLINE void compressStore(uint32_t *to, ulanes value, uint32_t bits) {
#if FLAME_LANES == 16
  __m512i dense = _mm512_maskz_compress_epi32(__mmask16(bits), __builtin_bit_cast(__m512i, value));
  __builtin_memcpy(to, &dense, sizeof dense);
#elif FLAME_LANES == 8
  __m256i order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)kCompressOrders.order[bits]));
  __m256i dense = _mm256_permutevar8x32_epi32(__builtin_bit_cast(__m256i, value), order);
  __builtin_memcpy(to, &dense, sizeof dense);
#else
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    *to = value[lane];
    to += bits >> lane & 1;
  }
#endif
}

} // namespace flame::cpu

#endif // FLAME_RUNTIME_CPU_LANES_H
