// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames are copied to their places, which no two share, so threads need no lock. Places without a frame are transparent.

#include "runtime/output/ContactSheet.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace flame::rt {

ContactSheet::ContactSheet(std::filesystem::path path, OutputLock lock, size_t frames,
                           ImageView layout, uint32_t fileBits, uint32_t columns, uint32_t width,
                           uint32_t height, std::vector<ImageText> texts)
    : path(std::move(path)), lock(std::move(lock)), frames(frames), fileBits(fileBits),
      columns(columns), width(width), height(height), sheet(layout), texts(std::move(texts)) {
  sheet.rowBytes = size_t(sheet.width) * sheet.channels * sheet.bits / 8;
  pixels.resize(sheet.rowBytes * sheet.height);
  sheet.pixels = pixels.data();
}

Result<std::unique_ptr<ContactSheet>>
ContactSheet::create(std::filesystem::path path, size_t frames, uint32_t columns, uint32_t width,
                     uint32_t height, ImageDepth depth, std::vector<ImageText> texts) {
  assert(frames > 0 && columns > 0);
  FLAME_TRY(checkImageFormat(path));
  const uint64_t across = std::min<uint64_t>(columns, frames);
  const uint64_t rows = (frames + across - 1) / across;
  const uint64_t sheetWidth = across * width, sheetHeight = rows * height;
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
  return std::unique_ptr<ContactSheet>(new ContactSheet(std::move(path), std::move(lock), frames,
                                                        layout, depth.fileBits, uint32_t(across),
                                                        width, height, std::move(texts)));
}

Status ContactSheet::put(size_t index, const RenderedFrame &frame) {
  assert(frame.width == width && frame.height == height);
  const size_t rowBytes = size_t(width) * sheet.channels * sheet.bits / 8;
  uint8_t *to =
      pixels.data() + index / columns * height * sheet.rowBytes + index % columns * rowBytes;
  for (uint32_t row = 0; row < height; ++row)
    std::memcpy(to + row * sheet.rowBytes, frame.pixels.data() + row * rowBytes, rowBytes);
  return {};
}

Status ContactSheet::finish() {
  ImageOptions options;
  options.text = texts;
  options.fileBits = fileBits;
  return writeImage(path, sheet, options);
}

} // namespace flame::rt
