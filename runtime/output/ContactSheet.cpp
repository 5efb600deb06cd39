// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames are copied to disjoint places, so threads need no lock. Places without a frame are
// transparent.

#include "runtime/output/ContactSheet.h"

#include "runtime/output/Dither.h"
#include "runtime/output/Lettering.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace flame::rt {

/// Pixels of a dot of the letters, and of the strip below a frame.
static uint32_t dotSize(uint32_t width) { return std::max(1u, width / 240); }
static uint32_t stripHeight(uint32_t width) { return (kLetterHeight + 4) * dotSize(width); }

ContactSheet::ContactSheet(std::filesystem::path path, OutputLock lock, size_t frames,
                           ImageView layout, uint32_t fileBits, uint32_t columns, uint32_t width,
                           uint32_t height, std::vector<ImageText> texts, Labels labels)
    : path(std::move(path)), lock(std::move(lock)), frames(frames), fileBits(fileBits),
      columns(columns), width(width), height(height), sheet(layout), texts(std::move(texts)),
      labels(std::move(labels)) {
  sheet.rowBytes = size_t(sheet.width) * sheet.channels * sheet.bits / 8;
  pixels.resize(sheet.rowBytes * sheet.height);
  sheet.pixels = pixels.data();
}

Result<std::unique_ptr<ContactSheet>>
ContactSheet::create(std::filesystem::path path, size_t frames, uint32_t columns, uint32_t width,
                     uint32_t height, ImageDepth depth, std::vector<ImageText> texts,
                     Labels labels) {
  assert(frames > 0 && columns > 0 && (labels.empty() || labels.size() == frames));
  FLAME_TRY(checkImageFormat(path));
  const uint64_t across = std::min<uint64_t>(columns, frames);
  const uint64_t rows = (frames + across - 1) / across;
  const uint64_t sheetWidth = across * width,
                 sheetHeight = rows * (height + (labels.empty() ? 0 : stripHeight(width)));
  if (sheetWidth > kMaxImageSide || sheetHeight > kMaxImageSide ||
      sheetWidth * sheetHeight > kMaxImagePixels)
    return Error(ErrorKind::Usage,
                 "a sheet of " + std::to_string(sheetWidth) + "x" + std::to_string(sheetHeight) +
                     " pixels is too large",
                 "choose a smaller --size, or fewer frames: --frames=0--1:10");
  FLAME_TRY_ASSIGN(OutputLock lock, OutputLock::alone(path));
  ImageView layout;
  layout.width = uint32_t(sheetWidth);
  layout.height = uint32_t(sheetHeight);
  layout.bits = depth.pixels.bits;
  return std::unique_ptr<ContactSheet>(
      new ContactSheet(std::move(path), std::move(lock), frames, layout, depth.fileBits,
                       uint32_t(across), width, height, std::move(texts), std::move(labels)));
}

Status ContactSheet::put(size_t index, const RenderedFrame &frame) {
  assert(frame.width == width && frame.height == height);
  const size_t rowBytes = size_t(width) * sheet.channels * sheet.bits / 8;
  const size_t rowsBefore = index / columns * (height + (labels.empty() ? 0 : stripHeight(width)));
  uint8_t *to = pixels.data() + rowsBefore * sheet.rowBytes + index % columns * rowBytes;
  for (uint32_t row = 0; row < height; ++row)
    std::memcpy(to + row * sheet.rowBytes, frame.pixels.data() + row * rowBytes, rowBytes);
  if (!labels.empty())
    putLabel(index);
  return {};
}

void ContactSheet::putLabel(size_t index) {
  const uint32_t dot = dotSize(width), strip = stripHeight(width);
  const size_t channelBytes = sheet.bits / 8, pixelBytes = sheet.channels * channelBytes;
  uint8_t *to = pixels.data() + (index / columns * (height + strip) + height) * sheet.rowBytes +
                index % columns * width * pixelBytes;
  const float one = 1;
  for (uint32_t y = 0; y < strip; ++y)
    for (uint32_t x = 0; x < width; ++x) {
      const uint32_t dotX = x / dot, dotY = y / dot; // a margin of two dots above and to the left
      const bool isLit = dotX >= 2 && dotY >= 2 && hasDot(labels[index], dotX - 2, dotY - 2);
      for (uint32_t c = 0; c < sheet.channels; ++c) {
        uint8_t *channel = to + y * sheet.rowBytes + x * pixelBytes + c * channelBytes;
        const bool isFull = isLit || c == 3; // black is opaque
        if (sheet.bits == 32 && isFull)
          std::memcpy(channel, &one, sizeof one);
        else
          std::memset(channel, isFull ? 0xff : 0, channelBytes);
      }
    }
}

Status ContactSheet::finish() {
  ImageOptions options;
  options.text = texts;
  options.fileBits = fileBits;
  if (fileBits != 8 || sheet.bits != 32)
    return writeImage(path, sheet, options);
  // seed 0, because the frames may have several seeds
  const std::vector<uint8_t> bytes = dithered(sheet, 0);
  ImageView view = sheet;
  view.pixels = bytes.data();
  view.bits = 8;
  view.rowBytes = 0;
  return writeImage(path, view, options);
}

} // namespace flame::rt
