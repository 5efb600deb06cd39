// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts of PNG files through libpng, up to the pixels; those of others by support/PictureTexts.h.
// libpng unpacks and keeps every text of a file, so that it gets to see the chunk of one text
// alone. It reports failures by longjmp, so what lies between setjmp and the end owns nothing.

#include "compiler/driver/PictureGenome.h"

#include "support/PictureTexts.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"

#include <png.h>

#include <csetjmp>
#include <cstring>

namespace flame {

/// The names of the text, in the order in which they are believed: ours, flam3's.
static constexpr llvm::StringLiteral kKeys[] = {"flame_genome", "flam3_genome"};
/// Bytes that a text may have when it is unpacked.
static constexpr png_alloc_size_t kLongestText = png_alloc_size_t(256) << 20;

namespace {

/// What libpng's callbacks read.
struct Source {
  const char *next, *end;
};

} // namespace

[[noreturn]] static void onError(png_structp png, png_const_charp) { png_longjmp(png, 1); }
static void onWarning(png_structp, png_const_charp) {}

static void readBytes(png_structp png, png_bytep bytes, size_t size) {
  auto *source = static_cast<Source *>(png_get_io_ptr(png));
  if (size > size_t(source->end - source->next))
    png_error(png, "the file ends");
  memcpy(bytes, source->next, size);
  source->next += size;
}

static bool readTexts(png_structp png, png_infop info, Source &source) {
  if (setjmp(png_jmpbuf(png)))
    return false;
  png_set_read_fn(png, &source, readBytes);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX); // no pixel is read
  png_set_chunk_malloc_max(png, kLongestText);
  png_read_info(png, info);
  return true;
}

/// The text that was read, if there is one.
static std::optional<std::string> takeText(png_structp png, png_infop info) {
  png_textp texts = nullptr;
  int count = 0;
  png_get_text(png, info, &texts, &count);
  if (count == 0)
    return std::nullopt;
  const bool isInternational = texts->compression >= PNG_ITXT_COMPRESSION_NONE;
  return std::string(texts->text, isInternational ? texts->itxt_length : texts->text_length);
}

static bool looksLikePng(llvm::StringRef content) {
  return content.starts_with("\x89PNG\r\n\x1a\n");
}

/// A file with the first text of this key alone, up to its pixels. Nothing if there is none, or a
/// chunk before the pixels does not end within the file: for that one libpng would ask for as much
/// memory as it says, and fill it, before it reads.
static std::optional<std::string> withOneText(llvm::StringRef content, llvm::StringRef key) {
  constexpr size_t kSignature = 8, kHead = 8, kChecksum = 4;
  std::string file = content.take_front(kSignature).str();
  const std::string start = key.str() + '\0'; // of the data of a text
  bool hasText = false;
  content = content.drop_front(kSignature);
  while (content.size() >= kHead + kChecksum) {
    const uint32_t length = llvm::support::endian::read32be(content.data());
    const llvm::StringRef type = content.substr(4, 4);
    if (type == "IDAT")
      return hasText ? std::optional(file += content.take_front(kHead)) : std::nullopt;
    if (length > content.size() - kHead - kChecksum)
      return std::nullopt;
    const llvm::StringRef chunk = content.take_front(kHead + length + kChecksum);
    const bool isText = !hasText && (type == "tEXt" || type == "zTXt" || type == "iTXt") &&
                        chunk.substr(kHead, length).starts_with(start);
    if (isText || type == "IHDR" || type == "PLTE")
      file += chunk;
    hasText |= isText;
    content = content.drop_front(chunk.size());
  }
  return std::nullopt;
}

static std::optional<std::string> textOfPng(llvm::StringRef content) {
  Source source = {content.begin(), content.end()};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, onError, onWarning);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  std::optional<std::string> text;
  if (info && readTexts(png, info, source))
    text = takeText(png, info);
  png_destroy_read_struct(&png, &info, nullptr);
  return text;
}

static std::optional<std::string> genomeOfPng(llvm::StringRef content) {
  for (llvm::StringRef key : kKeys)
    if (const std::optional<std::string> file = withOneText(content, key))
      if (std::optional<std::string> text = textOfPng(*file))
        return text;
  return std::nullopt;
}

bool looksLikePicture(llvm::StringRef content) {
  return looksLikePng(content) || rt::isPictureWithTexts(content);
}

std::optional<std::string> genomeOfPicture(llvm::StringRef content) {
  if (looksLikePng(content))
    return genomeOfPng(content);
  return rt::textOfPicture(content, kKeys[0]);
}

std::optional<unsigned> openPicture(unsigned buffer, Diagnostics &diags) {
  const llvm::MemoryBuffer &file = *diags.sources().getMemoryBuffer(buffer);
  if (!looksLikePicture(file.getBuffer()))
    return buffer;
  const llvm::StringRef name = file.getBufferIdentifier();
  const std::optional<std::string> genome = genomeOfPicture(file.getBuffer());
  if (!genome)
    return diags.errorInFile(name, "there is no flame in this picture")
        .note("flamerun writes the flame into pictures, flam3-render into PNG files; programs that "
              "change pictures leave it out");
  return diags.sources().AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(*genome, name + ":genome"), llvm::SMLoc());
}

} // namespace flame
