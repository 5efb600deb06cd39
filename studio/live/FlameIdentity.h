// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hashes that identify the samples of a flame. Flames with different hashes have different
// histograms.

#ifndef FLAME_STUDIO_LIVE_FLAMEIDENTITY_H
#define FLAME_STUDIO_LIVE_FLAMEIDENTITY_H

#include "artefact/Manifest.h"
#include "support/ContentHash.h"

#include <span>
#include <string>

namespace flame::studio {

template <class T> std::string_view bytesOf(std::span<const T> values) {
  return {reinterpret_cast<const char *>(values.data()), values.size_bytes()};
}

/// Hashes everything that determines the samples of a flame, except their colours.
inline rt::ContentHash identityOf(std::string_view code, std::span<const rt::FuseKnot> fuse,
                                  std::span<const abi::Track> tracks,
                                  std::span<const abi::Knot> knots,
                                  std::span<const float> paletteTimes) {
  return rt::hashOfParts(
      {code, bytesOf(fuse), bytesOf(tracks), bytesOf(knots), bytesOf(paletteTimes)});
}

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_FLAMEIDENTITY_H
