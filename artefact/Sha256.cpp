// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions take the state in two registers, as the words A, B, E, F and C, D, G, H, and do four rounds with two of
// SHA256RNDS2; SHA256MSG1 and SHA256MSG2 make four words of the message schedule from the sixteen before them.

#include "artefact/Sha256.h"

#include <sha2.h>

#include <array>
#include <cstdint>
#include <cstring>

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace flame::rt {

static std::string portableHash(std::span<const std::byte> bytes) {
  char digest[SHA256_DIGEST_STRING_LENGTH];
  SHA256Data(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size(), digest);
  return digest;
}

#ifdef __x86_64__

#define FLAME_SHA_CODE __attribute__((target("sha,sse4.1,ssse3")))

static constexpr size_t kBlock = 64;

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
alignas(16) static constexpr uint32_t kRoundWords[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static bool hasInstructions() {
  constexpr unsigned kSsse3 = 1u << 9, kSse41 = 1u << 19, kSha = 1u << 29;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & kSsse3) || !(c & kSse41))
    return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & kSha);
}

namespace {

struct State {
  __m128i abef, cdgh;
};

} // namespace

/// Takes whole blocks into the state.
FLAME_SHA_CODE static void hashBlocks(State &state, const std::byte *bytes, size_t blocks) {
  const __m128i bigEndian =
      _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3); // to little
  for (; blocks > 0; --blocks, bytes += kBlock) {
    State now = state;
    __m128i words[4]; // the last sixteen of the schedule
#pragma GCC unroll 16
    for (size_t i = 0; i < 16; ++i) {
      __m128i &next = words[i % 4];
      if (i < 4) {
        next = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + 16 * i));
        next = _mm_shuffle_epi8(next, bigEndian);
      } else {
        const __m128i &last = words[(i + 3) % 4], &before = words[(i + 2) % 4];
        next = _mm_sha256msg1_epu32(next, words[(i + 1) % 4]);
        next = _mm_add_epi32(next, _mm_alignr_epi8(last, before, 4));
        next = _mm_sha256msg2_epu32(next, last);
      }
      const __m128i sums = _mm_add_epi32(
          next, _mm_load_si128(reinterpret_cast<const __m128i *>(kRoundWords + 4 * i)));
      now.cdgh = _mm_sha256rnds2_epu32(now.cdgh, now.abef, sums);
      now.abef = _mm_sha256rnds2_epu32(now.abef, now.cdgh, _mm_shuffle_epi32(sums, 0x0e));
    }
    state.abef = _mm_add_epi32(state.abef, now.abef);
    state.cdgh = _mm_add_epi32(state.cdgh, now.cdgh);
  }
}

/// What is left behind whole blocks, a bit, and the length in bits, big endian, at the end of one block or two.
static void hashRest(State &state, std::span<const std::byte> rest, uint64_t length) {
  std::array<std::byte, 2 * kBlock> end = {};
  if (!rest.empty())
    memcpy(end.data(), rest.data(), rest.size());
  end[rest.size()] = std::byte(0x80);
  const size_t blocks = rest.size() < kBlock - sizeof(length) ? 1 : 2;
  for (size_t i = 0; i < sizeof(length); ++i)
    end[blocks * kBlock - 1 - i] = std::byte(length * 8 >> 8 * i);
  hashBlocks(state, end.data(), blocks);
}

static std::string hexOf(const State &state) {
  uint32_t abef[4], cdgh[4]; // the first word of each name comes last
  memcpy(abef, &state.abef, sizeof abef);
  memcpy(cdgh, &state.cdgh, sizeof cdgh);
  std::string text;
  for (const uint32_t word :
       {abef[3], abef[2], cdgh[3], cdgh[2], abef[1], abef[0], cdgh[1], cdgh[0]})
    for (unsigned shift = 32; shift > 0; shift -= 4)
      text += "0123456789abcdef"[word >> (shift - 4) & 15];
  return text;
}

static std::string quickHash(std::span<const std::byte> bytes) {
  State state = {_mm_set_epi32(0x6a09e667, int(0xbb67ae85), 0x510e527f, int(0x9b05688c)),
                 _mm_set_epi32(0x3c6ef372, int(0xa54ff53a), 0x1f83d9ab, 0x5be0cd19)};
  const size_t whole = bytes.size() / kBlock;
  hashBlocks(state, bytes.data(), whole);
  hashRest(state, bytes.subspan(whole * kBlock), bytes.size());
  return hexOf(state);
}

std::string sha256(std::span<const std::byte> bytes, HashInstructions instructions) {
  static const bool isQuick = hasInstructions();
  return isQuick && instructions == HashInstructions::Any ? quickHash(bytes) : portableHash(bytes);
}

#else

std::string sha256(std::span<const std::byte> bytes, HashInstructions) {
  return portableHash(bytes);
}

#endif

} // namespace flame::rt
