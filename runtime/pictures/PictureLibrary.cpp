// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exported functions of libflamepictures.so. No exception leaves them.

#include "abi/PictureLibrary.h"

#include "runtime/pictures/EncodePicture.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>

using namespace flame::rt;

/// A copy that flame_pictures_free releases; null if there is not enough memory.
static char *copyOf(std::string_view text) {
  char *copy = static_cast<char *>(malloc(text.size() + 1));
  if (copy) {
    memcpy(copy, text.data(), text.size());
    copy[text.size()] = 0;
  }
  return copy;
}

extern "C" {

uint32_t flame_pictures_version() { return kFlamePicturesVersion; }

bool flame_pictures_encode(const FlamePicture *picture, FlamePictureFile *file, char **message) {
  try {
    const bool isAvif = std::string_view(picture->format) == "avif";
    const std::string bytes = isAvif ? encodeAvif(*picture) : encodeByImageIo(*picture);
    *file = {copyOf(bytes), bytes.size()};
    if (file->bytes)
      return true;
    *message = copyOf("not enough memory");
  } catch (const std::exception &failure) {
    *message = copyOf(failure.what());
  }
  return false;
}

void flame_pictures_free(char *bytes) { free(bytes); }
}
