// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Palette libraries that are no XML: the gradients of Ultra Fractal and Apophysis (.ugr, .gradient), of which a file has any number,
// and the maps of Fractint (.map), which are one palette each.

#ifndef FLAME_COMPILER_GENOME_XML_GRADIENTFILE_H
#define FLAME_COMPILER_GENOME_XML_GRADIENTFILE_H

#include "compiler/genome/Genome.h"
#include "compiler/text/Diagnostics.h"

#include <optional>
#include <vector>

namespace flame {

/// The palettes of a file, in order. Failure has been reported at its place in `text`, which is a part of a source.
std::optional<std::vector<Palette>> readGradients(llvm::StringRef text, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_GRADIENTFILE_H
