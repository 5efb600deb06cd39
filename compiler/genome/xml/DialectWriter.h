// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes genomes as XML for other programs. The program, and our reader with its dialect, reads the
// same flame from it. Emits one warning for each thing that the program's files cannot express.
// Animation keys are written unchanged.

#ifndef FLAME_COMPILER_GENOME_XML_DIALECTWRITER_H
#define FLAME_COMPILER_GENOME_XML_DIALECTWRITER_H

#include "compiler/genome/Genome.h"
#include "compiler/text/Diagnostics.h"

namespace flame {

/// Writes one `flame` element in `dialect`, one of writtenDialects().
std::string writeFlameFor(llvm::StringRef dialect, const Genome &genome, Diagnostics &diags);

/// Writes all genomes as one document. A `flames` element encloses them unless there is exactly
/// one.
std::string writeFlamesFor(llvm::StringRef dialect, llvm::ArrayRef<Genome> genomes,
                           Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_DIALECTWRITER_H
