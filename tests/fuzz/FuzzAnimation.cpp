// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Animations in JSON, as artefacts carry them.

#include "tests/fuzz/Animations.h"

using namespace flame;
using namespace flame::fuzz;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Source source(textOf(data, size));
  const auto animation = readAnimationJson(source.buffer, source.diags);
  require(animation || !source.messages.empty(), "what is refused is explained");
  if (!animation)
    return 0;
  require(findBeyondLimits(*animation).empty(), "what is read keeps its limits");
  requireRoundTrip(*animation);
  return 0;
}
