// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Videos that --resume finds: whole or not.

#include "runtime/output/VideoContainer.h"

#include "tests/fuzz/InputFile.h"

using namespace flame;
using namespace flame::fuzz;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view file = textOf(data, size);
  const InputFile video(file);
  if (!rt::readVideo(video.path()))
    return 0;
  const InputFile shorter(file.substr(0, size - 1));
  require(!rt::readVideo(shorter.path()), "what lacks its last byte is not whole");
  const InputFile longer(std::string(file) + '\0');
  require(!rt::readVideo(longer.path()), "what has a byte too many is not whole");
  return 0;
}
