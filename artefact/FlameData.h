// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The data of a flame, as opposed to its code. Another flame of the same structure has other data
// and renders with the same kernels.

#ifndef FLAME_ARTEFACT_FLAMEDATA_H
#define FLAME_ARTEFACT_FLAMEDATA_H

#include "artefact/Manifest.h"

#include <string>
#include <vector>

namespace flame::rt {

struct FlameData {
  Manifest manifest;
  /// Curves of the parameter block. Knots of a track have ascending times.
  std::vector<abi::Track> tracks;
  std::vector<abi::Knot> knots;
  /// At least one row of abi::kPaletteSize colours, row after row, and the time of each row,
  /// ascending.
  std::vector<abi::PaletteEntry> palette;
  std::vector<float> paletteTimes;

  /// Checks that indices and numbers of the curves are in range. The error names their section in
  /// an artefact.
  Status checkTracks() const;
  /// The same check for the colours.
  Status checkPalette() const;
};

/// An error about a section of an artefact.
Error wrongSection(const std::string &section, const std::string &why);

} // namespace flame::rt

#endif // FLAME_ARTEFACT_FLAMEDATA_H
