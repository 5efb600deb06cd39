// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What of a flame is data, beside its code: another flame of the same structure has other data and renders with the same kernels.

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
  /// At least one row of abi::kPaletteSize colours, row after row, and the time of each row, ascending.
  std::vector<abi::PaletteEntry> palette;
  std::vector<float> paletteTimes;

  /// Whether indices and numbers of the curves are in range; the error names their section in an artefact.
  Status checkTracks() const;
  /// The same of the colours.
  Status checkPalette() const;
};

/// The error that something is wrong with a section of an artefact.
Error wrongSection(const std::string &section, const std::string &why);

} // namespace flame::rt

#endif // FLAME_ARTEFACT_FLAMEDATA_H
