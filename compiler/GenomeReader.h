// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads flames from XML files as flam3, Apophysis, Fractorium, JWildfire, FLAM3H and the Electric
// Sheep server write them: any root element, elements `flame` at any depth, or several `flame`
// elements without a root.
//
// In: a buffer of the SourceMgr of a Diagnostics engine. Out: genomes in document order. A genome
// that is returned fulfils the invariants stated in Genome.h. Everything wrong in the file is
// reported in one go, each at its place.

#ifndef FLAME_COMPILER_GENOMEREADER_H
#define FLAME_COMPILER_GENOMEREADER_H

#include "compiler/Compatibility.h"
#include "compiler/Diagnostics.h"
#include "compiler/Genome.h"

namespace flame {

/// How strictly to read, and what else to read with.
struct ReaderOptions {
  /// Unknown variations and values that make no sense become warnings; the attribute is then
  /// ignored.
  bool lenient = false;
  Compatibility compatibility = Compatibility::Flam3;
  /// Name or index (from 0) of the only flame to read; the others are not even checked. Empty: all
  /// of them.
  std::string flame;
  /// The same by index alone, whatever names there are; there must be such a flame.
  std::optional<size_t> index;
  /// Path of a palette library in XML (flam3-palettes.xml), for flames that only give the number of
  /// a palette.
  std::string paletteLibrary;
};

/// Reads the flames of a buffer. Failure has been reported. A success has at least one genome.
std::optional<std::vector<Genome>> readGenomes(unsigned bufferId, Diagnostics &diags,
                                               const ReaderOptions &options = {});

/// Shifts rotations by whole turns so that the camera goes the short way from every flame to the next one, unless an old
/// interpolation type asks for the numbers as they are. The reader has done so for the flames of a file.
void unwindRotations(llvm::MutableArrayRef<Genome> genomes);

/// Opens `path` ("-" is standard input) as a new buffer of the SourceMgr of `diags` and returns its
/// id. Failure has been reported.
std::optional<unsigned> openGenomeFile(llvm::StringRef path, Diagnostics &diags);

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

#endif // FLAME_COMPILER_GENOMEREADER_H
