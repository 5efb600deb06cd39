// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads palette libraries that are not XML: gradient files of Ultra Fractal and Apophysis (.ugr,
// .gradient) with any number of palettes, and Fractint maps (.map) with one palette each.

#ifndef FLAME_COMPILER_GENOME_XML_GRADIENTFILE_H
#define FLAME_COMPILER_GENOME_XML_GRADIENTFILE_H

#include "compiler/genome/Genome.h"
#include "compiler/text/Diagnostics.h"

#include <optional>
#include <vector>

namespace flame {

/// The palettes of a file, in order. `text` must be part of a source; failure has been reported at
/// its location there.
std::optional<std::vector<Palette>> readGradients(llvm::StringRef text, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_GRADIENTFILE_H
