// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a file of any kind to the animation that the user wants of it. The content decides what it is:
//
//   XML             one flame is a still; several at increasing times are key frames; options make edges, loops or
//                   sequences of them
//   animation JSON  is what it says (AnimationJson.h)
//   other JSON      documents of a flock (CuburnReader.h)
//   ELF             an artefact, which carries its animation
//   PNG             a picture of flamerun or flam3, which carries its genome: any of the above
//
// Whoever wants several artefacts of one file asks for its flames by index.

#ifndef FLAME_COMPILER_DRIVER_INPUTREADER_H
#define FLAME_COMPILER_DRIVER_INPUTREADER_H

#include "compiler/animation/AnimateGenomes.h"
#include "compiler/cuburn/CuburnReader.h"
#include "compiler/genome/xml/GenomeReader.h"

namespace flame {

/// What to make of an input, and how to read it. Of `edge`, `loop`, `sequence` and a flame in `genomes` at most one is
/// given.
struct InputOptions {
  /// Leniency, palettes, and which flame to make a still of. Of a flock's one-file database the flame's name is the
  /// document.
  ReaderOptions genomes;
  /// Names or indices of two flames of the file. With two files both are empty, and each file has one flame.
  std::optional<std::pair<std::string, std::string>> edge;
  /// Name or index of the flame.
  std::optional<std::string> loop;
  bool sequence = false;
  AnimateOptions animate;
  CuburnOptions cuburn;
};

/// An input that has been read.
struct Input {
  Animation animation;
  /// The genome as text, for the metadata of pictures; empty if there is none.
  std::string text;
};

enum class InputKind { Xml, AnimationJson, CuburnDocument, Artefact };

/// What the content looks like. It may still be wrong in every way.
InputKind classifyInput(llvm::StringRef content);

/// Reads one buffer of the SourceMgr of `diags`, or the two that an edge between files has. Failure has been reported. A
/// picture is not read: openPicture finds the genome in it.
std::optional<Input> readInput(llvm::ArrayRef<unsigned> buffers, const InputOptions &options,
                               Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_DRIVER_INPUTREADER_H
