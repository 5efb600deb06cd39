// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the definitions of users' variations come from: files that the command line names, and `variations` elements of
// flames. What is wrong with one is told at its place.

#ifndef FLAME_COMPILER_GENOME_USERVARIATIONS_H
#define FLAME_COMPILER_GENOME_USERVARIATIONS_H

#include "compiler/genome/Genome.h"
#include "compiler/text/Diagnostics.h"
#include "compiler/text/XmlDocument.h"
#include "ir/language/UserVariation.h"

namespace flame {

/// Adds the definitions of the file at `path`. False: a failure that has been reported.
bool addDefinitionsOfFile(llvm::StringRef path, Diagnostics &diags, VariationScope &scope);

/// Adds those of a `variations` element. The same.
bool addDefinitionsOfElement(const XmlElement &element, Diagnostics &diags, VariationScope &scope);

/// Adds those of `text`, which is not part of a source; messages point to `range`.
bool addDefinitions(llvm::StringRef text, llvm::SMRange range, Diagnostics &diags,
                    VariationScope &scope);

/// A `variations` element with `definitions`, on lines of its own; empty if there are none.
std::string definitionsElement(llvm::ArrayRef<const UserVariation *> definitions);

/// `xml`, a text with flames that could be read, with those of `definitions` in each flame that it does not have itself.
std::string withDefinitions(llvm::StringRef xml, llvm::ArrayRef<const UserVariation *> definitions);

/// The definitions that a genome needs, each once, in the order of their uses.
std::vector<const UserVariation *> definitionsOf(const Genome &genome);

/// Why `definitions`, of several flames, cannot stand beside each other; empty if they can.
std::string findClash(llvm::ArrayRef<const UserVariation *> definitions);

/// The same of those of two flames.
std::string findClash(const Genome &first, const Genome &second);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_USERVARIATIONS_H
