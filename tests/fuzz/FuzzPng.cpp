// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pictures that flame-cmp reads.

#include "runtime/output/Image.h"

#include "tests/fuzz/Fuzz.h"

using namespace flame;
using namespace flame::fuzz;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto picture = rt::decodePng(std::as_bytes(std::span(data, size)));
  if (picture)
    require(picture->rgba.size() == size_t(picture->width) * picture->height * 4,
            "a picture has all its pixels");
  return 0;
}
