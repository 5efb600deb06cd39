// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures with a flame inside, of all formats: what flamec and --resume look for before the
// pixels. Half of the mutants of PNG files get right checksums, since libpng would pass over their
// texts otherwise. What is no picture is taken for a text that pictures are to carry: it is read
// again as it was.

#include "compiler/driver/PictureGenome.h"
#include "runtime/output/PngHeader.h"
#include "support/PictureTexts.h"

#include "tests/fuzz/InputFile.h"

#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"

#include <algorithm>

using namespace flame;
using namespace flame::fuzz;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t mostSize);

/// Makes the checksums of all chunks right that lie within the file.
static void repairPng(llvm::MutableArrayRef<uint8_t> file) {
  constexpr size_t kSignature = 8, kHead = 8, kChecksum = 4;
  size_t at = kSignature;
  while (file.size() >= kHead + kChecksum && at <= file.size() - kHead - kChecksum) {
    const uint32_t length = llvm::support::endian::read32be(file.data() + at);
    if (length > file.size() - at - kHead - kChecksum)
      return;
    const uint32_t sum = llvm::crc32(file.slice(at + 4, size_t(length) + 4));
    llvm::support::endian::write32be(file.data() + at + kHead + length, sum);
    at += kHead + length + kChecksum;
  }
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t mostSize,
                                          unsigned seed) {
  size = LLVMFuzzerMutate(data, size, mostSize);
  if (seed % 2 == 0 && textOf(data, size).starts_with("\x89PNG\r\n\x1a\n"))
    repairPng({data, size});
  return size;
}

/// XML has no other control characters than these.
static bool isXmlText(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return uint8_t(c) >= ' ' || c == '\n' || c == '\t' || c == '\r'; });
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view file = textOf(data, size);
  if (looksLikePicture(file)) {
    (void)genomeOfPicture(file);
    for (const char *key : {"flame_genome", "flame_settings", "Title"})
      if (const auto text = rt::textOfPicture(file, key))
        require(text->size() <= size, "a text of a picture lies within the file", key);
    const InputFile picture(file);
    if (const auto header = rt::readPngHeader(picture.path()))
      require(header->width > 0, "a picture has a size");
    return 0;
  }
  if (!isXmlText(file))
    return 0;
  const std::string text(file);
  const std::pair<std::string_view, std::string_view> texts[] = {
      {"Title", text}, {"flame_genome", text}, {"flame_seed", "7"}};
  const std::string webp = std::string("RIFF\0\0\0\0WEBP", 12) + rt::xmpPacket(texts);
  require(rt::textOfPicture(webp, "flame_genome") == text, "a text that was written is read again",
          text);
  require(rt::textOfPicture(webp, "flame_seed") == "7", "the text behind it is read, too", text);
  return 0;
}
