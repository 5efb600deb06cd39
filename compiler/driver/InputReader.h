// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a file of any kind and makes the requested animation. The content determines the kind:
//
//   XML             one flame is a still; several at increasing times are key frames; options make
//                   edges, loops or sequences of them
//   animation JSON  is read as it is (AnimationJson.h)
//   other JSON      documents of a flock (CuburnReader.h)
//   ELF             an artefact, which carries its animation
//   PNG             a picture of flamerun or flam3, which carries its genome: any of the above
//
// To make several artefacts from one file, ask for its flames by index.

#ifndef FLAME_COMPILER_DRIVER_INPUTREADER_H
#define FLAME_COMPILER_DRIVER_INPUTREADER_H

#include "compiler/animation/AnimateGenomes.h"
#include "compiler/cuburn/CuburnReader.h"
#include "compiler/genome/xml/GenomeReader.h"

namespace flame {

/// How to read an input and what to make of it. At most one of `edge`, `loop`, `sequence` and a
/// flame in `genomes` is set.
struct InputOptions {
  /// Leniency, palettes, and the flame for a still. In the one-file database of a flock, the
  /// flame's name is that of the document.
  ReaderOptions genomes;
  /// Names or indices of two flames of the file. With two files both are empty, and each file has
  /// one flame.
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

/// Guesses the kind from the content, without validating it.
InputKind classifyInput(llvm::StringRef content);

/// Reads one buffer of the SourceMgr of `diags`, or the two buffers of an edge between files.
/// Failure has been reported. Does not read a picture; openPicture finds the genome in it.
std::optional<Input> readInput(llvm::ArrayRef<unsigned> buffers, const InputOptions &options,
                               Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_DRIVER_INPUTREADER_H
