// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Manifests of artefacts: what is read is written and read again.

#include "artefact/Manifest.h"

#include "tests/fuzz/Fuzz.h"

using namespace flame;
using namespace flame::fuzz;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto manifest = rt::readManifest(textOf(data, size));
  if (!manifest)
    return 0;
  const auto written = rt::writeManifest(*manifest);
  require(bool(written), "a manifest that was read can be written",
          written ? "" : written.error().text());
  const auto again = rt::readManifest(*written);
  require(bool(again), "a manifest that was written is read again",
          again ? "" : again.error().text());
  require(*rt::writeManifest(*again) == *written, "writing is stable", *written);
  return 0;
}
