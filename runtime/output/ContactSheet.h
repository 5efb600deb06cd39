// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes many frames into one picture, row by row: an overview of an animation, or a sweep of one
// value.

#ifndef FLAME_RUNTIME_OUTPUT_CONTACTSHEET_H
#define FLAME_RUNTIME_OUTPUT_CONTACTSHEET_H

#include "runtime/frame/FrameSink.h"
#include "runtime/output/Image.h"
#include "support/OutputLock.h"

#include <memory>

namespace flame::rt {

class ContactSheet : public FrameSink {
public:
  /// Text below each frame, in a strip of its own; empty: no strips.
  using Labels = std::vector<std::string>;

  /// Makes a sheet of `frames` frames of `width` x `height` pixels, `columns` side by side, or one
  /// row if there are fewer frames. Float frames are dithered if the file has 8 bits. Fails with a
  /// Usage error if the picture would be too large, and with an Environment error if another
  /// program writes `path`.
  static Result<std::unique_ptr<ContactSheet>>
  create(std::filesystem::path path, size_t frames, uint32_t columns, uint32_t width,
         uint32_t height, ImageDepth depth, std::vector<ImageText> texts, Labels labels = {});

  /// No frame exists: a sheet is always made as a whole.
  Result<std::vector<bool>> findExisting() override { return std::vector<bool>(frames); }
  bool isOrdered() const override { return false; }
  Status put(size_t index, const RenderedFrame &frame) override;
  Status finish() override;
  std::filesystem::path pathOf(size_t) const override { return path; }

private:
  ContactSheet(std::filesystem::path path, OutputLock lock, size_t frames, ImageView layout,
               uint32_t fileBits, uint32_t columns, uint32_t width, uint32_t height,
               std::vector<ImageText> texts, Labels labels);

  /// Writes a label below its frame.
  void putLabel(size_t index);

  const std::filesystem::path path;
  const OutputLock lock;
  const size_t frames;
  const uint32_t fileBits;
  const uint32_t columns, width, height; ///< width and height of a frame
  ImageView sheet;
  std::vector<uint8_t> pixels; ///< no two threads write the same pixels
  const std::vector<ImageText> texts;
  const Labels labels;
};

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_CONTACTSHEET_H
