// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads flames from XML files as flam3, Apophysis, Fractorium, JWildfire, FLAM3H and the Electric
// Sheep server write them: any root element, elements `flame` at any depth, or several `flame`
// elements without a root. Also worlds of Chaotica (ChaosWorld.h).
//
// In: a buffer of the SourceMgr of a Diagnostics engine. Out: genomes in document order. A genome
// that is returned fulfils the invariants stated in Genome.h. Everything wrong in the file is
// reported in one go, each at its location.

#ifndef FLAME_COMPILER_GENOME_XML_GENOMEREADER_H
#define FLAME_COMPILER_GENOME_XML_GENOMEREADER_H

#include "compiler/genome/Genome.h"
#include "compiler/genome/ReaderOptions.h"
#include "compiler/text/Diagnostics.h"

namespace flame {

/// Reads the flames of a buffer. Failure has been reported. A success has at least one genome.
std::optional<std::vector<Genome>> readGenomes(unsigned bufferId, Diagnostics &diags,
                                               const ReaderOptions &options = {});

/// Shifts rotations by whole turns so that the camera goes the short way from every flame to the next one, unless an old
/// interpolation type asks for the numbers as they are. The reader has done so for the flames of a file.
void unwindRotations(llvm::MutableArrayRef<Genome> genomes);

/// The names of the flames of a buffer, in document order; empty for one without a name. Nothing
/// else of them is read. Failure has been reported.
std::optional<std::vector<std::string>> readFlameNames(unsigned bufferId, Diagnostics &diags);

/// Opens `path` and reads it.
std::optional<std::vector<Genome>> readGenomeFile(llvm::StringRef path, Diagnostics &diags,
                                                  const ReaderOptions &options = {});

/// The one genome of `genomes` that `wanted` names, by name or by index in the file. With an empty
/// `wanted` there must be only one. Failure has been reported, with a list of the flames there are.
std::optional<Genome> selectGenome(llvm::ArrayRef<Genome> genomes, llvm::StringRef wanted,
                                   llvm::StringRef file, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_GENOMEREADER_H
