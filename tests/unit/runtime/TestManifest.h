// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small valid manifest for tests to start from.

#ifndef FLAME_TESTS_UNIT_RUNTIME_TESTMANIFEST_H
#define FLAME_TESTS_UNIT_RUNTIME_TESTMANIFEST_H

#include "artefact/Manifest.h"

namespace flame::rt {

inline Manifest testManifest() {
  Manifest manifest;
  manifest.name = "ember";
  manifest.author = "Zoë";
  manifest.url = "https://example.org/\"quoted\"";
  manifest.tools = {{"flamec", "0.1.0"}, {"llvm", "22.1.8"}};
  manifest.duration = 160;
  manifest.timeUnit = "units";
  manifest.startTime = 20;
  manifest.frame.width = 640;
  manifest.frame.height = 360;
  manifest.frame.quality = 200;
  manifest.frame.estimatorCurve = 0.4;
  manifest.frame.temporalSamples = 1;
  manifest.frame.background = {0.1, 0.25, 1};
  manifest.layout.xforms = 3;
  manifest.layout.slotsOffset = 12;
  manifest.layout.sharedFloats = 40;
  manifest.layout.weightsOffset = 40;
  manifest.layout.viewOffset = 44;
  manifest.layout.blockFloats = 52;
  manifest.features = abi::kFinalXform;
  manifest.fuse = {{0, 20}};
  manifest.targets = {"sm_90", "sm_80"};
  manifest.ptxTarget = "sm_80";
  return manifest;
}

} // namespace flame::rt

#endif // FLAME_TESTS_UNIT_RUNTIME_TESTMANIFEST_H
