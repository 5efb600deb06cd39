// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tone-mapped colours to the input of video encoders: planes of Y'CbCr by ITU-R BT.709, or
// BT.2020 for HDR, in limited range (luma 16 to 235, chroma 16 to 240 for 8 bits, four times that
// for 10). Chroma is stored for every pixel, every second column, or every second column and row.
//
// Subsampled chroma is sited as H.264 and its relatives expect by default: on the left column of
// each pair, midway between the two rows. Colours are therefore filtered by 1/4, 1/2, 1/4 around
// the left column, and averaged over the rows.
//
// Numbers are dithered: a value between two codes becomes the lower or the upper one at random. The
// mean over many pixels is exact, and dark gradients show no steps. Exact codes stay unchanged:
// black is black, and grey has no colour. The noise of a sample depends only on the frame's seed
// and the position of the sample.

#ifndef FLAME_RUNTIME_SHARED_VIDEOFORMAT_H
#define FLAME_RUNTIME_SHARED_VIDEOFORMAT_H

#include "abi/FinishAbi.h"
#include "runtime/shared/FinishMath.h"
#include "runtime/shared/Rng.h"

namespace flame {

/// Luma in [0,1], colour differences in [-1/2,1/2].
struct YCbCr {
  float y, cb, cr;
};

/// The shares of red and blue in luma.
struct LumaWeights {
  float red, blue;
};
inline constexpr LumaWeights kBt709 = {0.2126f, 0.0722f}, kBt2020 = {0.2627f, 0.0593f};

/// Colour channels in [0,1] after the tone curve. Differences are computed first, which makes grey
/// exactly grey.
FLAME_INLINE YCbCr toYCbCr(float red, float green, float blue, const LumaWeights &weights) {
  const float y = green + weights.red * (red - green) + weights.blue * (blue - green);
  return {y, divide((blue - y) * 0.5f, 1 - weights.blue),
          divide((red - y) * 0.5f, 1 - weights.red)};
}

/// Uniform in (0,1), mean 1/2, in steps of 2^-12. It can be added to any code without rounding, and
/// errors of a tenth of a step cannot carry an exact code to its neighbour.
FLAME_INLINE float ditherNoise(uint64_t seed, uint64_t sample) {
  return (float(uint32_t(splitmix64(seed + sample) >> 52)) + 0.5f) * 0x1p-12f;
}

/// The code of a luma value; `bits` is at least 8.
FLAME_INLINE uint32_t lumaCode(float y, uint32_t bits, float noise) {
  const float unit = float(1u << (bits - 8));
  return uint32_t((16 + 219 * clamp(y, 0, 1)) * unit + noise);
}

/// The code of a colour difference.
FLAME_INLINE uint32_t chromaCode(float difference, uint32_t bits, float noise) {
  const float unit = float(1u << (bits - 8));
  return uint32_t((128 + 224 * clamp(difference, -0.5f, 0.5f)) * unit + noise);
}

FLAME_INLINE YCbCr toYCbCr(const abi::VideoArgs &args, uint64_t pixel) {
  constexpr float kScale = 1 / 255.0f;
  const abi::Accumulator &color = args.colors[pixel];
  return toYCbCr(color.red * kScale, color.green * kScale, color.blue * kScale,
                 args.isWide ? kBt2020 : kBt709);
}

FLAME_INLINE void storeSample(const abi::VideoArgs &args, uint64_t sample, uint32_t code) {
  if (args.bits > 8)
    static_cast<uint16_t *>(args.planes)[sample] = uint16_t(code);
  else
    static_cast<uint8_t *>(args.planes)[sample] = uint8_t(code);
}

/// The colour differences of one chroma sample.
FLAME_INLINE YCbCr chromaOf(const abi::VideoArgs &args, uint32_t blockX, uint32_t blockY) {
  const uint32_t columns = args.shiftX ? 3 : 1, rows = args.shiftY ? 2 : 1;
  YCbCr sum = {0, 0, 0};
  for (uint32_t j = 0; j < rows; ++j)
    for (uint32_t i = 0; i < columns; ++i) {
      // Outside the frame, its border pixels repeat.
      const uint32_t right = (blockX << args.shiftX) + i, last = args.width - 1;
      const uint32_t x = args.shiftX == 0   ? right
                         : right == 0       ? 0
                         : right > last + 1 ? last
                                            : right - 1;
      const uint32_t below = (blockY << args.shiftY) + j;
      const uint32_t y = below < args.height ? below : args.height - 1;
      const YCbCr pixel = toYCbCr(args, uint64_t(y) * args.width + x);
      const float weight = (columns == 1 ? 1.0f
                            : i == 1     ? 0.5f
                                         : 0.25f) *
                           (rows == 1 ? 1.0f : 0.5f);
      sum.cb += weight * pixel.cb;
      sum.cr += weight * pixel.cr;
    }
  return sum;
}

/// Writes the luma of a block of pixels and the chroma sample that they share. Blocks are numbered
/// from the top left corner.
FLAME_INLINE void convertBlock(const abi::VideoArgs &args, uint32_t blockX, uint32_t blockY) {
  for (uint32_t y = blockY << args.shiftY; y < (blockY + 1) << args.shiftY && y < args.height; ++y)
    for (uint32_t x = blockX << args.shiftX; x < (blockX + 1) << args.shiftX && x < args.width;
         ++x) {
      const uint64_t sample = uint64_t(y) * args.width + x;
      storeSample(args, sample,
                  lumaCode(toYCbCr(args, sample).y, args.bits, ditherNoise(args.seed, sample)));
    }
  const uint64_t chromaSamples = uint64_t(abi::videoBlocksX(args)) * abi::videoBlocksY(args);
  const uint64_t cb =
      uint64_t(args.width) * args.height + uint64_t(blockY) * abi::videoBlocksX(args) + blockX;
  const uint64_t cr = cb + chromaSamples;
  const YCbCr chroma = chromaOf(args, blockX, blockY);
  storeSample(args, cb, chromaCode(chroma.cb, args.bits, ditherNoise(args.seed, cb)));
  storeSample(args, cr, chromaCode(chroma.cr, args.bits, ditherNoise(args.seed, cr)));
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_VIDEOFORMAT_H
