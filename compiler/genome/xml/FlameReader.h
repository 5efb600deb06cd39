// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads one `flame` element and all its children, then checks the relations between their values.

#ifndef FLAME_COMPILER_GENOME_XML_FLAMEREADER_H
#define FLAME_COMPILER_GENOME_XML_FLAMEREADER_H

#include "compiler/genome/ReaderContext.h"

namespace flame {

/// Reads the genome of one `flame` element. Failure has been reported.
std::optional<Genome> readFlame(ReaderContext &context, const XmlDocument &document,
                                const XmlElement &element);

/// Checks relations between the values of a genome: selection weights, chaos rows, density
/// estimation, size. Drops neutral chaos factors for xforms that do not exist. Failures have been
/// reported.
void checkGenome(ReaderContext &context, Genome &genome);

/// Warns about attributes of other programs and about misspelt ones. `known` are the attributes
/// that were read.
void reportForeignAttributes(ReaderContext &context, const XmlElement &element,
                             llvm::ArrayRef<llvm::StringRef> known);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_FLAMEREADER_H
