// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Documents of a flock: nodes, edges and one-file databases. None refers to a file.

#include "compiler/cuburn/CuburnReader.h"

#include "tests/fuzz/Animations.h"

using namespace flame;
using namespace flame::fuzz;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Source source(textOf(data, size));
  CuburnOptions options;
  options.database = "/dev/null"; // a flock without documents
  options.halfLoop = size % 2 == 0;
  if (!looksLikeCuburnDocument(textOf(data, size)))
    return 0;
  const auto animation = readCuburnDocument(source.buffer, options, source.diags);
  require(animation || !source.messages.empty(), "what is refused is explained");
  if (animation && !source.diags.hasErrors())
    requireRoundTrip(*animation);
  return 0;
}
