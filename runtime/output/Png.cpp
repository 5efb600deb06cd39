// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Encodes and decodes PNG with libpng. libpng reports failures by longjmp. Therefore all code
// between setjmp and the end of a file is in two functions that own nothing; their callers own and
// free the memory that they fill.

#include "runtime/output/Image.h"

#include <png.h>

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <cstring>

namespace flame::rt {

namespace {

/// State shared with libpng's callbacks. It owns none of its pointers.
struct Session {
  png_structp png = nullptr;
  png_infop info = nullptr;
  char message[160] = {};

  // Writing.
  std::vector<std::byte> *output = nullptr;
  const ImageView *view = nullptr;
  size_t rowBytes = 0;
  std::vector<png_text> *texts = nullptr;
  int compression = 0;
  Transfer transfer = Transfer::Bt709;

  // Reading.
  std::span<const std::byte> input;
  std::vector<std::byte> *pixels = nullptr;
  std::vector<png_bytep> *rows = nullptr;
  FloatImage *image = nullptr;
};

} // namespace

[[noreturn]] static void onError(png_structp png, png_const_charp message) {
  auto *session = static_cast<Session *>(png_get_error_ptr(png));
  snprintf(session->message, sizeof(session->message), "%s", message);
  png_longjmp(png, 1);
}

static void onWarning(png_structp, png_const_charp) {}

//===-- writing -------------------------------------------------------------------------------===//

static void appendOutput(png_structp png, png_bytep data, size_t size) {
  auto *session = static_cast<Session *>(png_get_io_ptr(png));
  auto *bytes = reinterpret_cast<const std::byte *>(data);
  session->output->insert(session->output->end(), bytes, bytes + size);
}

/// Tags HDR in a cICP chunk (PNG, third edition): H.273 codes for primaries, transfer and matrix
/// (RGB: none), and full range. libpng does not know the chunk yet.
static void tagHdr(const Session &session) {
  constexpr png_byte kBt2020 = 9, kPq = 16, kHlg = 18, kRgb = 0, kFullRange = 1;
  if (session.transfer == Transfer::Bt709)
    return;
  png_byte code[] = {kBt2020, session.transfer == Transfer::Pq ? kPq : kHlg, kRgb, kFullRange};
  png_unknown_chunk chunk = {{'c', 'I', 'C', 'P', 0}, code, sizeof code, PNG_HAVE_IHDR};
  png_set_keep_unknown_chunks(session.png, PNG_HANDLE_CHUNK_ALWAYS, chunk.name, 1);
  png_set_unknown_chunks(session.png, session.info, &chunk, 1);
}

static bool writePng(Session &session) {
  if (setjmp(png_jmpbuf(session.png)))
    return false;
  const ImageView &view = *session.view;
  png_set_user_limits(session.png, kMaxImageSide, kMaxImageSide);
  png_set_write_fn(session.png, &session, appendOutput, nullptr);
  png_set_compression_level(session.png, session.compression);
  png_set_IHDR(session.png, session.info, view.width, view.height, static_cast<int>(view.bits),
               view.channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  tagHdr(session);
  png_set_text(session.png, session.info, session.texts->data(),
               static_cast<int>(session.texts->size()));
  png_write_info(session.png, session.info);
  // The file is big endian.
  if (view.bits == 16 && std::endian::native == std::endian::little)
    png_set_swap(session.png);
  for (uint32_t y = 0; y < view.height; ++y)
    png_write_row(session.png, static_cast<png_const_bytep>(view.pixels) + y * session.rowBytes);
  png_write_end(session.png, session.info);
  return true;
}

static Status checkView(const ImageView &image) {
  assert(image.channels == 3 || image.channels == 4);
  assert(image.bits == 8 || image.bits == 16);
  if (image.width < 1 || image.height < 1 || image.width > kMaxImageSide ||
      image.height > kMaxImageSide || uint64_t(image.width) * image.height > kMaxImagePixels)
    return Error(ErrorKind::Usage, "a picture of " + std::to_string(image.width) + "x" +
                                       std::to_string(image.height) +
                                       " pixels is too large or empty");
  return {};
}

static bool isPrintableAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

static Result<std::vector<png_text>> makeTexts(const std::vector<ImageText> &texts) {
  std::vector<png_text> made;
  for (const ImageText &entry : texts) {
    if (entry.key.empty() || entry.key.size() > 79 || !isPrintableAscii(entry.key))
      return Error(ErrorKind::Internal, "'" + entry.key + "' is no key for a text of a picture");
    bool ascii =
        std::ranges::all_of(entry.text, [](char c) { return static_cast<signed char>(c) > 0; });
    png_text text{};
    if (ascii)
      text.compression = entry.compressed ? PNG_TEXT_COMPRESSION_zTXt : PNG_TEXT_COMPRESSION_NONE;
    else
      text.compression = entry.compressed ? PNG_ITXT_COMPRESSION_zTXt : PNG_ITXT_COMPRESSION_NONE;
    text.key = const_cast<char *>(entry.key.c_str());
    text.text = const_cast<char *>(entry.text.c_str());
    text.text_length = entry.text.size();
    text.lang = const_cast<char *>("");
    text.lang_key = const_cast<char *>("");
    made.push_back(text);
  }
  return made;
}

Result<std::vector<std::byte>> encodePng(const ImageView &image, const ImageOptions &options) {
  FLAME_TRY(checkView(image));
  FLAME_TRY_ASSIGN(std::vector<png_text> texts, makeTexts(options.text));
  std::vector<std::byte> output;

  Session session;
  session.output = &output;
  session.view = &image;
  session.texts = &texts;
  session.compression = std::clamp(options.compression, 0, 9);
  session.transfer = options.transfer;
  session.rowBytes =
      image.rowBytes ? image.rowBytes : size_t(image.width) * image.channels * (image.bits / 8);
  session.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &session, onError, onWarning);
  if (session.png)
    session.info = png_create_info_struct(session.png);
  bool done = session.info && writePng(session);
  png_destroy_write_struct(&session.png, &session.info);
  if (!done)
    return Error(ErrorKind::Environment, std::string("libpng: ") + session.message);
  return output;
}

//===-- reading -------------------------------------------------------------------------------===//

static void takeInput(png_structp png, png_bytep data, size_t size) {
  auto *session = static_cast<Session *>(png_get_io_ptr(png));
  if (size > session->input.size())
    png_error(png, "the file is truncated");
  memcpy(data, session->input.data(), size);
  session->input = session->input.subspan(size);
}

/// Deflate compresses at most about a thousandfold. A header that claims more is wrong, and
/// trusting it would allocate gigabytes.
static bool isPlausible(const Session &session) {
  constexpr uint64_t kMaxRatio = 1040;
  uint64_t raw = png_get_rowbytes(session.png, session.info);
  return raw * session.image->height <= session.input.size() * kMaxRatio;
}

static bool readPng(Session &session) {
  if (setjmp(png_jmpbuf(session.png)))
    return false;
  FloatImage &image = *session.image;
  png_set_user_limits(session.png, kMaxImageSide, kMaxImageSide);
  png_set_read_fn(session.png, &session, takeInput);
  png_read_info(session.png, session.info);
  image.width = png_get_image_width(session.png, session.info);
  image.height = png_get_image_height(session.png, session.info);
  image.bits = png_get_bit_depth(session.png, session.info) == 16 ? 16 : 8;
  image.channels = png_get_channels(session.png, session.info);
  if (uint64_t(image.width) * image.height > kMaxImagePixels)
    png_error(session.png, "the picture is too large");
  if (!isPlausible(session))
    png_error(session.png, "the file is truncated or claims more pixels than it can hold");

  // Convert every format to four channels of 8 or 16 bits.
  png_set_expand(session.png);
  png_set_gray_to_rgb(session.png);
  png_set_add_alpha(session.png, 0xffff, PNG_FILLER_AFTER);
  if (image.bits == 16 && std::endian::native == std::endian::little)
    png_set_swap(session.png);
  png_set_interlace_handling(session.png);
  png_read_update_info(session.png, session.info);
  size_t rowBytes = png_get_rowbytes(session.png, session.info);
  if (rowBytes != size_t(image.width) * 4 * (image.bits / 8))
    png_error(session.png, "the pixels have an unexpected layout");

  session.pixels->resize(rowBytes * image.height);
  session.rows->resize(image.height);
  for (uint32_t y = 0; y < image.height; ++y)
    (*session.rows)[y] = reinterpret_cast<png_bytep>(session.pixels->data()) + y * rowBytes;
  png_read_image(session.png, session.rows->data());
  png_read_end(session.png, session.info);
  return true;
}

static std::vector<ImageText> takeTexts(const Session &session) {
  png_textp entries = nullptr;
  int count = 0;
  png_get_text(session.png, session.info, &entries, &count);
  std::vector<ImageText> texts;
  for (int i = 0; i < count; ++i) {
    bool compressed = entries[i].compression == PNG_TEXT_COMPRESSION_zTXt ||
                      entries[i].compression == PNG_ITXT_COMPRESSION_zTXt;
    texts.push_back({entries[i].key, entries[i].text ? entries[i].text : "", compressed});
  }
  return texts;
}

static void convertToFloat(const std::vector<std::byte> &pixels, FloatImage &image) {
  size_t count = size_t(image.width) * image.height * 4;
  image.rgba.resize(count);
  for (size_t i = 0; i < count; ++i) {
    if (image.bits == 8) {
      image.rgba[i] = float(std::to_integer<unsigned>(pixels[i])) / 255.0f;
      continue;
    }
    uint16_t value;
    memcpy(&value, &pixels[i * 2], 2);
    image.rgba[i] = float(value) / 65535.0f;
  }
}

Result<FloatImage> decodePng(std::span<const std::byte> file) {
  if (png_sig_cmp(reinterpret_cast<png_const_bytep>(file.data()), 0,
                  std::min<size_t>(file.size(), 8)) ||
      file.size() < 8)
    return Error(ErrorKind::Input, "it is not a PNG picture");
  FloatImage image;
  std::vector<std::byte> pixels;
  std::vector<png_bytep> rows;

  Session session;
  session.input = file;
  session.pixels = &pixels;
  session.rows = &rows;
  session.image = &image;
  session.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &session, onError, onWarning);
  if (session.png)
    session.info = png_create_info_struct(session.png);
  bool done = session.info && readPng(session);
  if (done)
    image.text = takeTexts(session);
  png_destroy_read_struct(&session.png, &session.info, nullptr);
  if (!done)
    return Error(ErrorKind::Input, std::string("damaged PNG picture: ") + session.message);
  convertToFloat(pixels, image);
  return image;
}

} // namespace flame::rt
