// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads user-defined variations from files named on the command line and from `variations` elements
// of flames. Errors are reported at their location.

#ifndef FLAME_COMPILER_GENOME_USERVARIATIONS_H
#define FLAME_COMPILER_GENOME_USERVARIATIONS_H

#include "compiler/genome/Genome.h"
#include "compiler/text/Diagnostics.h"
#include "compiler/text/XmlDocument.h"
#include "ir/language/UserVariation.h"

namespace flame {

/// Adds the definitions of the file at `path`. Returns false after a reported failure.
bool addDefinitionsOfFile(llvm::StringRef path, Diagnostics &diags, VariationScope &scope);

/// Adds the definitions of a `variations` element. Returns false after a reported failure.
bool addDefinitionsOfElement(const XmlElement &element, Diagnostics &diags, VariationScope &scope);

/// Adds the definitions in `text`, which is not part of a source; messages point to `range`.
bool addDefinitions(llvm::StringRef text, llvm::SMRange range, Diagnostics &diags,
                    VariationScope &scope);

/// Writes a `variations` element with `definitions`, on lines of its own. Empty if there are none.
std::string definitionsElement(llvm::ArrayRef<const UserVariation *> definitions);

/// Returns `xml`, a valid text with flames, after adding to each flame those of `definitions` that
/// it lacks.
std::string withDefinitions(llvm::StringRef xml, llvm::ArrayRef<const UserVariation *> definitions);

/// The definitions that a genome needs, each once, in the order of their first use.
std::vector<const UserVariation *> definitionsOf(const Genome &genome);

/// Explains why `definitions`, from several flames, conflict with each other. Empty if they do not.
std::string findClash(llvm::ArrayRef<const UserVariation *> definitions);

/// The same check for the definitions of two flames.
std::string findClash(const Genome &first, const Genome &second);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_USERVARIATIONS_H
