// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Profiles of flamerun.

#include "runtime/plan/Profile.h"

#include "tests/fuzz/Fuzz.h"

using namespace flame;
using namespace flame::fuzz;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto profile = rt::parseProfile(textOf(data, size), "input");
  require(profile || !profile.error().text().empty(), "what is refused is explained");
  return 0;
}
