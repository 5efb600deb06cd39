// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes genomes for other programs: XML in which a program finds, and our reader with its dialect, the flame as it means such files.
// What its files cannot say is reported, one warning for each thing. Keys of animations are written as they are.

#ifndef FLAME_COMPILER_GENOME_XML_DIALECTWRITER_H
#define FLAME_COMPILER_GENOME_XML_DIALECTWRITER_H

#include "compiler/genome/Genome.h"
#include "compiler/text/Diagnostics.h"

namespace flame {

/// One `flame` element in the dialect that is called `dialect`, one of writtenDialects().
std::string writeFlameFor(llvm::StringRef dialect, const Genome &genome, Diagnostics &diags);

/// All of them in one document, inside an element `flames` unless there is exactly one.
std::string writeFlamesFor(llvm::StringRef dialect, llvm::ArrayRef<Genome> genomes,
                           Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_DIALECTWRITER_H
