// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads flock documents, the JSON of cuburn: nodes (a flame with velocities), edges (the way from one node to another)
// and animations. What comes out is an animation like any other.
//
//   node       a still if nothing in it moves, else its loop: one unit of time, from where it stands to where its
//              velocities bring it
//   edge       the blend of the two nodes that it links
//   animation  what it says
//   onefiledb  the document in it that the options name
//
// A document refers to others by ids ("link", "base"), which a database resolves: a directory or a one-file database,
// named by the options or found from the document's own location, where the first id that is needed can be found in the
// directory of the file or one above.

#ifndef FLAME_COMPILER_CUBURN_CUBURNREADER_H
#define FLAME_COMPILER_CUBURN_CUBURNREADER_H

#include "compiler/animation/Animation.h"
#include "compiler/text/Diagnostics.h"

#include <optional>
#include <string>

namespace flame {

/// Which behaviour to prefer where cuburn's own is a defect.
enum class CuburnCompat {
  Clean, ///< as documented
  Cuburn ///< pair xforms as cuburn does: the order of equal weights, `dup` and `pad` in `xform_map`
};

struct CuburnOptions {
  /// Directory or one-file database; empty: found from the document's location.
  std::string database;
  /// Id of the document to take from a one-file database; its only one if empty.
  std::string document;
  CuburnCompat compat = CuburnCompat::Cuburn;
  /// A node becomes the half loop from a quarter unit before to a quarter unit after.
  bool halfLoop = false;
  /// Size of the picture, which these documents do not have. Pixels.
  int width = 1280, height = 720;
};

/// Whether `text` is a JSON object that is not headed as one of our own animations (AnimationJson.h). It may still be
/// wrong in every other way.
bool looksLikeCuburnDocument(llvm::StringRef text);

/// Reads a buffer of the SourceMgr of `diags`, whose identifier is the path of its file. Failure has been reported.
/// Locations in the result point into the documents, which the SourceMgr keeps.
std::optional<Animation> readCuburnDocument(unsigned bufferId, const CuburnOptions &options,
                                            Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNREADER_H
