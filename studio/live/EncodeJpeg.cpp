// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses libjpeg-turbo, which reports errors by longjmp. No object with a destructor lives between
// setjmp and longjmp.

#include "studio/live/EncodeJpeg.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>

namespace flame::studio {

namespace {
struct JumpingErrors {
  jpeg_error_mgr base;
  std::jmp_buf jump;
  char message[JMSG_LENGTH_MAX];
};
} // namespace

static void jumpOut(j_common_ptr info) {
  auto *errors = reinterpret_cast<JumpingErrors *>(info->err);
  info->err->format_message(info, errors->message);
  std::longjmp(errors->jump, 1);
}

/// Returns whether encoding worked. The caller frees `bytes` in either case.
static bool compress(const uint8_t *rgba, uint32_t width, uint32_t height, JpegQuality quality,
                     JumpingErrors &errors, unsigned char **bytes, unsigned long *size) {
  jpeg_compress_struct info;
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = jumpOut;
  if (setjmp(errors.jump)) {
    jpeg_destroy_compress(&info);
    return false;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, bytes, size);
  info.image_width = width;
  info.image_height = height;
  info.input_components = 4;
  info.in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality.level, TRUE);
  info.dct_method = JDCT_FASTEST;
  info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = quality.allColors ? 1 : 2;
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(rgba + size_t(info.next_scanline) * width * 4);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  return true;
}

rt::Result<std::vector<uint8_t>> encodeJpeg(std::span<const uint8_t> rgba, uint32_t width,
                                            uint32_t height, JpegQuality quality) {
  JumpingErrors errors = {};
  unsigned char *bytes = nullptr;
  unsigned long size = 0;
  const bool done = compress(rgba.data(), width, height, quality, errors, &bytes, &size);
  std::vector<uint8_t> result;
  if (done)
    result.assign(bytes, bytes + size);
  std::free(bytes);
  if (!done)
    return rt::Error(rt::ErrorKind::Environment,
                     std::string("the picture cannot be encoded: ") + errors.message);
  return result;
}

} // namespace flame::studio
