// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layout of the pixels of a rendered frame in memory: RGBA for pictures, or three planes of
// YCbCr for video encoders (runtime/shared/VideoFormat.h).

#ifndef FLAME_RUNTIME_PLAN_PIXELFORMAT_H
#define FLAME_RUNTIME_PLAN_PIXELFORMAT_H

#include <cstddef>
#include <cstdint>

namespace flame::rt {

/// How the numbers of a picture encode light: plain BT.709, or the PQ or HLG codes of BT.2100 with
/// the primaries of BT.2020.
enum class Transfer : uint8_t { Bt709, Pq, Hlg };

/// A layout without padding. Numbers of 32 bits are floats from 0 to 1. Other numbers of more than
/// 8 bits are 16-bit words in the byte order of the machine.
struct PixelFormat {
  enum Kind : uint8_t {
    Rgba,  ///< four interleaved channels, red first, alpha not multiplied in; 8, 16 or 32 bits
    Planar ///< the planes Y, Cb, Cr one after another, 8 or 10 bits
  };

  Kind kind = Rgba;
  uint8_t bits = 8;               ///< per number
  uint8_t shiftX = 0, shiftY = 0; ///< log2 of the pixels that share a chroma sample, per axis
  Transfer transfer = Transfer::Bt709;

  bool operator==(const PixelFormat &) const = default;

  size_t bytesPerNumber() const { return bits > 16 ? 4 : bits > 8 ? 2 : 1; }
  uint32_t chromaWidth(uint32_t width) const { return (width + (1u << shiftX) - 1) >> shiftX; }
  uint32_t chromaHeight(uint32_t height) const { return (height + (1u << shiftY) - 1) >> shiftY; }
  /// Bytes of a whole frame.
  size_t bytes(uint32_t width, uint32_t height) const {
    const size_t luma = size_t(width) * height;
    const size_t numbers =
        kind == Rgba ? 4 * luma : luma + 2 * size_t(chromaWidth(width)) * chromaHeight(height);
    return numbers * bytesPerNumber();
  }
};

inline constexpr PixelFormat kRgba8 = {PixelFormat::Rgba, 8}, kRgba16 = {PixelFormat::Rgba, 16},
                             kRgbaFloat = {PixelFormat::Rgba, 32};

} // namespace flame::rt

#endif // FLAME_RUNTIME_PLAN_PIXELFORMAT_H
