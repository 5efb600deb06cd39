// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers of the CPU engine: xoshiro128+ (D. Blackman and S. Vigna, "Scrambled linear
// pseudorandom number generators", 2021), one generator per lane; and splitmix64 (G. Steele, D. Lea
// and C. Flood, 2014) for seeds and for the few scalar decisions of a round. The low bits of
// xoshiro128+ are weak, so only the upper 24 are used.

#ifndef FLAME_RUNTIME_CPU_LANERNG_H
#define FLAME_RUNTIME_CPU_LANERNG_H

#include "runtime/cpu/Lanes.h"

namespace flame::cpu {

/// One step of splitmix64: 64 good bits for any sequence of states, even 0, 1, 2, ...
FLAME_INLINE uint64_t splitMix(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// 32 random bits per lane; the upper ones are better.
FLAME_INLINE ulanes nextBits(LaneRng *rng) {
  ulanes result = rng->s0 + rng->s3;
  ulanes shifted = rng->s1 << 9;
  rng->s2 ^= rng->s0;
  rng->s3 ^= rng->s1;
  rng->s1 ^= rng->s2;
  rng->s0 ^= rng->s3;
  rng->s2 ^= shifted;
  rng->s3 = rng->s3 << 11 | rng->s3 >> 21;
  return result;
}

/// The upper 24 bits as a number in [0, 1). Uses the signed conversion, which every instruction set
/// has.
FLAME_INLINE lanes unitFromBits(ulanes bits) {
  return __builtin_convertvector(__builtin_bit_cast(ilanes, bits >> 8), lanes) * 0x1p-24f;
}

FLAME_INLINE lanes drawU01(LaneRng *rng) { return unitFromBits(nextBits(rng)); }

FLAME_INLINE lanes drawU11(LaneRng *rng) {
  ilanes bits = __builtin_bit_cast(ilanes, nextBits(rng)) >> 8;
  return __builtin_convertvector(bits, lanes) * 0x1p-23f;
}

FLAME_INLINE lanes drawBit(LaneRng *rng) {
  return __builtin_convertvector(__builtin_bit_cast(ilanes, nextBits(rng) >> 31), lanes);
}

/// The sum of four uniform numbers, minus 2, from the halves of two words. The product of the words
/// fills the digits that the sum of 16-bit numbers lacks.
FLAME_INLINE lanes drawBell(LaneRng *rng) {
  const ulanes a = nextBits(rng), b = nextBits(rng);
  const ulanes sum = (a >> 16) + (a & 0xffff) + (b >> 16) + (b & 0xffff);
  return unitFromBits(sum << 14 | (a * b) >> 18) * 4.0f - 2.0f;
}

FLAME_INLINE LaneRng loadRng(const uint32_t *from) {
  LaneRng rng;
  __builtin_memcpy(&rng, __builtin_assume_aligned(from, sizeof(ulanes)), sizeof rng);
  return rng;
}

FLAME_INLINE void storeRng(uint32_t *to, const LaneRng &rng) {
  __builtin_memcpy(__builtin_assume_aligned(to, sizeof(ulanes)), &rng, sizeof rng);
}

/// The generators of a run, with the xform state if there is one.
FLAME_INLINE LaneRngWithXformState beginStream(const Worker *worker, uint32_t features) {
  LaneRngWithXformState stream;
  static_cast<LaneRng &>(stream) = loadRng(worker->rng);
  if (features & abi::kHasState)
    __builtin_memcpy(stream.xformState, __builtin_assume_aligned(worker->xformState, sizeof(lanes)),
                     sizeof stream.xformState);
  return stream;
}

/// Saves the generators for the next run.
FLAME_INLINE void endStream(Worker *worker, const LaneRngWithXformState &stream,
                            uint32_t features) {
  storeRng(worker->rng, stream);
  if (features & abi::kHasState)
    __builtin_memcpy(__builtin_assume_aligned(worker->xformState, sizeof(lanes)), stream.xformState,
                     sizeof stream.xformState);
}

} // namespace flame::cpu

#endif // FLAME_RUNTIME_CPU_LANERNG_H
