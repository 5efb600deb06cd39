// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random streams of the GPU. The key of a stream is the seed of the frame, the logical block, and
// the thread (for choices, the first round of the segment). It never includes the GPU or the batch,
// so a frame is the same bytes however it is divided. The generator is xoroshiro64* (Blackman and
// Vigna, "Scrambled linear pseudorandom number generators", 2021): 64 bits of state, period 2^64 -
// 1, six operations. Its upper bits are the good ones; the lowest three hardly ever matter. Streams
// start from splitmix64.

#ifndef FLAME_RUNTIME_SHARED_RNG_H
#define FLAME_RUNTIME_SHARED_RNG_H

#include "abi/Abi.h"
#include "runtime/shared/FlameDevice.h"

namespace flame {

/// One stream. Its words are never both zero.
struct Rng {
  uint32_t s0, s1;
};
static_assert(sizeof(Rng) == abi::kThreadStreamWords * sizeof(uint32_t));

/// The same, with the xform state of a thread (abi::kHasState).
struct RngWithXformState : Rng {
  float xformState[abi::kMaxXformState];
};

/// The finaliser of splitmix64: a bijection of 64-bit words that scatters neighbouring inputs.
FLAME_INLINE uint64_t splitmix64(uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

/// Stream number `stream` of logical block `block` of a frame. The seed is mixed first: users count
/// seeds up, and seed 1 with block 3 must differ from seed 2 with block 2.
FLAME_INLINE Rng makeRng(uint64_t seed, uint32_t block, uint32_t stream) {
  const uint64_t mixed = splitmix64(splitmix64(splitmix64(seed) + block) + stream);
  Rng rng = {uint32_t(mixed), uint32_t(mixed >> 32)};
  if ((rng.s0 | rng.s1) == 0)
    rng.s0 = 1;
  return rng;
}

FLAME_INLINE uint32_t rotateLeft(uint32_t x, int bits) { return (x << bits) | (x >> (32 - bits)); }

/// The next 32 random bits.
FLAME_INLINE uint32_t nextBits(Rng &rng) {
  const uint32_t result = rng.s0 * 0x9E3779BBu;
  const uint32_t s1 = rng.s1 ^ rng.s0;
  rng.s0 = rotateLeft(rng.s0, 26) ^ s1 ^ (s1 << 9);
  rng.s1 = rotateLeft(s1, 13);
  return result;
}

/// Converts `bits` rounding towards zero, so no number becomes 2^32. The same for a signed number.
FLAME_INLINE float truncatedFloat(uint32_t bits) {
#ifdef __NVPTX__
  return __nvvm_ui2f_rz(bits);
#else
  return float(bits & (UINT32_MAX << (bits >> 24 ? 8 : 0)));
#endif
}
FLAME_INLINE float truncatedFloat(int32_t bits) {
#ifdef __NVPTX__
  return __nvvm_i2f_rz(bits);
#else
  const float size = truncatedFloat(bits < 0 ? 0u - uint32_t(bits) : uint32_t(bits));
  return bits < 0 ? -size : size;
#endif
}

/// Uniform in [0,1), in steps of at most 2^-24.
FLAME_INLINE float nextU01(Rng &rng) { return truncatedFloat(nextBits(rng)) * 0x1p-32f; }

/// Uniform in [-1,1), in steps of at most 2^-24.
FLAME_INLINE float nextU11(Rng &rng) { return truncatedFloat(int32_t(nextBits(rng))) * 0x1p-31f; }

/// 0 or 1 with equal probability.
FLAME_INLINE float nextBit(Rng &rng) { return float(nextBits(rng) >> 31); }

/// The sum of both halves of a word.
FLAME_INLINE uint32_t sumOfHalves(uint32_t bits) { return (bits >> 16) + (bits & 0xffff); }

/// The sum of four uniform numbers in [0,1), less 2. The numbers are the halves of two words. The
/// product of these words fills the lower digits, which a sum of 16-bit numbers lacks.
FLAME_INLINE float nextBell(Rng &rng) {
  const uint32_t a = nextBits(rng), b = nextBits(rng);
  const uint32_t sum = sumOfHalves(a) + sumOfHalves(b);
  return truncatedFloat(sum << 14 | (a * b) >> 18) * 0x1p-30f - 2.0f;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_RNG_H
