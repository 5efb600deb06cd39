// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last stage of a compilation: writes code, curves, colours and texts to one file in the format
// of artefact/Artefact.h.

#ifndef FLAME_ARTEFACT_ARTEFACTWRITER_H
#define FLAME_ARTEFACT_ARTEFACTWRITER_H

#include "artefact/Artefact.h"
#include "artefact/Manifest.h"

#include <string>
#include <vector>

namespace flame {

/// Everything an artefact holds.
struct ArtefactContents {
  /// The machine code for one target.
  struct Code {
    std::string target;  ///< "sm_90"
    std::string cubin;   ///< the genome's code
    std::string generic; ///< the genome-independent code
  };

  /// The writer fills in `targets` and `ptxTarget`.
  rt::Manifest manifest;
  /// The first entry becomes the ELF file itself. May be empty if there is PTX.
  std::vector<Code> code;
  /// PTX texts (both or neither; the second is packed, PackedText.h), and their target.
  std::string ptx, packedGenericPtx, ptxTarget;

  std::vector<abi::Track> tracks;
  std::vector<abi::Knot> knots;
  /// Rows of abi::kPaletteSize colours, and the time in [0,1] of each row, ascending.
  std::vector<abi::PaletteEntry> palette;
  std::vector<float> paletteTimes;

  /// Canonical animation JSON, and the text of the genome file (may be empty).
  std::string animation, genome;
};

/// The bytes of the artefact. Equal contents give equal bytes. Fails if a cubin is not an ELF file
/// as ptxas writes it, or if a limit of the format is exceeded.
rt::Result<std::string> writeArtefact(ArtefactContents contents);

} // namespace flame

#endif // FLAME_ARTEFACT_ARTEFACTWRITER_H
