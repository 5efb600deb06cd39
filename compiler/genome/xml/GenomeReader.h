// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads flames from XML files as flam3, Apophysis, Fractorium, JWildfire, FLAM3H and the Electric
// Sheep server write them: any root element, `flame` elements at any depth, or several `flame`
// elements without a root. Also reads worlds of Chaotica (ChaosWorld.h).
//
// In: a buffer of the SourceMgr of a Diagnostics engine. Out: genomes in document order, each with
// the invariants of Genome.h. One run reports all errors of the file, each at its location.

#ifndef FLAME_COMPILER_GENOME_XML_GENOMEREADER_H
#define FLAME_COMPILER_GENOME_XML_GENOMEREADER_H

#include "compiler/genome/Genome.h"
#include "compiler/genome/ReaderOptions.h"
#include "compiler/text/Diagnostics.h"

namespace flame {

/// Reads the flames of a buffer, at least one. Failure has been reported.
std::optional<std::vector<Genome>> readGenomes(unsigned bufferId, Diagnostics &diags,
                                               const ReaderOptions &options = {});

/// Shifts rotations by whole turns so that the camera takes the short way between consecutive
/// flames, unless an old interpolation type asks for the numbers as written. The reader has already
/// done this for the flames of one file.
void unwindRotations(llvm::MutableArrayRef<Genome> genomes);

/// Reads only the names of the flames of a buffer, in document order; empty for an unnamed flame.
/// Failure has been reported.
std::optional<std::vector<std::string>> readFlameNames(unsigned bufferId, Diagnostics &diags);

/// Opens the file at `path` and reads its flames.
std::optional<std::vector<Genome>> readGenomeFile(llvm::StringRef path, Diagnostics &diags,
                                                  const ReaderOptions &options = {});

/// Selects the one genome that `wanted` gives by name or by index in the file. If `wanted` is empty
/// there must be exactly one genome. Failure has been reported, with a list of the flames.
std::optional<Genome> selectGenome(llvm::ArrayRef<Genome> genomes, llvm::StringRef wanted,
                                   llvm::StringRef file, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_GENOMEREADER_H
