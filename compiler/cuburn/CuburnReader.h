// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads flock documents, the JSON of cuburn: nodes (flames with velocities), edges (transitions
// between two nodes) and animations. The result is an ordinary animation.
//
//   node       a still if nothing in it moves, else its loop: one unit of time along its velocities
//   edge       the blend of the two nodes that it links
//   animation  as written
//   onefiledb  the document in it that the options name
//
// A document refers to others by ids ("link", "base"), which a database resolves: a directory or a
// one-file database. The options name the database. Otherwise it is the directory of the document's
// file, or the closest one above, that contains the first requested id.

#ifndef FLAME_COMPILER_CUBURN_CUBURNREADER_H
#define FLAME_COMPILER_CUBURN_CUBURNREADER_H

#include "compiler/animation/Animation.h"
#include "compiler/text/Diagnostics.h"

#include <optional>
#include <string>

namespace flame {

/// The behaviour to prefer where cuburn's own is a defect.
enum class CuburnCompat {
  Clean, ///< as documented
  Cuburn ///< pair xforms as cuburn does: the order of equal weights, `dup` and `pad` in `xform_map`
};

struct CuburnOptions {
  /// Directory or one-file database; empty: found from the document's location.
  std::string database;
  /// Id of the document to take from a one-file database; empty: its only document.
  std::string document;
  CuburnCompat compat = CuburnCompat::Cuburn;
  /// Make a half loop of a node, from a quarter unit before its instant to a quarter unit after it.
  bool halfLoop = false;
  /// Size of the picture in pixels, which these documents lack.
  int width = 1280, height = 720;
};

/// True if `text` is a JSON object without the header of our own animations (AnimationJson.h). It
/// may still be invalid in every other way.
bool looksLikeCuburnDocument(llvm::StringRef text);

/// Reads a buffer of the SourceMgr of `diags`, whose identifier is the path of its file. Failure
/// has been reported. Locations in the result point into the documents, which the SourceMgr owns.
std::optional<Animation> readCuburnDocument(unsigned bufferId, const CuburnOptions &options,
                                            Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNREADER_H
