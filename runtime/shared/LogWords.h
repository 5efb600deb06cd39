// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cells of a bin while its log (SplitLog.h) is added up: two words of 32 bits with two sums
// each.
//
//   count 13 bits, luma 19  |  orange 16, green 16
//
// An addition returns the previous word. A thread that finds the upper half of a field in use
// empties the word. Pure functions, the same for GPU and tests.

#ifndef FLAME_RUNTIME_SHARED_LOGWORDS_H
#define FLAME_RUNTIME_SHARED_LOGWORDS_H

#include "runtime/shared/SplitLog.h"

namespace flame {

inline constexpr uint32_t kCountWordShift = 19, kOrangeWordShift = 16;
/// Bits of a word that are set when one of its fields is half full. Luma needs none: its count is
/// half full long before.
inline constexpr uint32_t kCountHalfFull = 1u << 31, kChromaHalfFull = 1u << 31 | 1u << 15;

/// True if a count and its luma stay in their fields when each of `threads` threads makes
/// `additions` additions before it checks the returned words. All of them may find a word nearly
/// half full.
constexpr bool lumaNeverOverflows(uint32_t threads, uint32_t additions) {
  const uint32_t most = kCountHalfFull / (1u << kCountWordShift) - 1 + threads * additions;
  return most < 1u << (32 - kCountWordShift) && most * kMostLuma < 1u << kCountWordShift;
}

/// The same for a word of chroma. If its fields may overflow, overflowOfChroma gives the loss.
constexpr bool chromaNeverOverflows(uint32_t threads, uint32_t additions) {
  constexpr uint32_t kHalf = 1u << (kOrangeWordShift - 1);
  return kHalf - 1 + threads * additions * kChromaMask < 2 * kHalf;
}

/// Contribution of an entry to the words of its cell. Orange has the same position in both, so both
/// words take four instructions.
FLAME_INLINE uint32_t lumaWordOf(uint32_t entry) {
  return (entry >> kLumaShift) + (1u << kCountWordShift);
}
FLAME_INLINE uint32_t chromaWordOf(uint32_t entry) {
  static_assert(kOrangeShift == kOrangeWordShift);
  return (entry & kChromaMask << kOrangeShift) | (entry >> kGreenChromaShift & kChromaMask);
}

FLAME_INLINE LumaSums sumsOfWords(uint32_t luma, uint32_t chroma) {
  return {luma & ((1u << kCountWordShift) - 1), chroma >> kOrangeWordShift, chroma & 0xffff,
          luma >> kCountWordShift};
}

/// The loss in a word of chroma when `added` was added to a word with the value `found`, modulo
/// 2^64. Green that overflows adds one to orange, and orange that overflows is lost. Only the
/// thread that made the addition can tell.
FLAME_INLINE LumaSums overflowOfChroma(uint32_t found, uint32_t added) {
  const uint64_t green = ((found & 0xffff) + (added & 0xffff)) >> kOrangeWordShift,
                 orange = found + added < found;
  return {0, (orange << (32 - kOrangeWordShift)) - green, green << kOrangeWordShift, 0};
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_LOGWORDS_H
