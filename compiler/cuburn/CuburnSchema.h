// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The keys that flock documents may have, each written once: what kind of value it is and, of a spline, the default,
// the period, the domain and the limits. Readers, the blender and the writers all ask here.
//
// A key is a dotted path. Those of an xform ("weight", "pre_affine.angle", "variations.julian.power") are counted from
// the xform and are the same for every xform of every kind of document; all others are counted from the document.
// Canonical paths name variations and parameters as the variation table does, whatever alias a document uses.
//
// Parameters that a document does not give have cuburn's defaults, some of which differ from flam3's. What variations
// compute is another matter: that is the same here as everywhere.
//
// Beyond cuburn's schema: `chaos` (by the id of the xform that follows), variations before and after the sum (`pre_`,
// `post_`), and every variation of the table.

#ifndef FLAME_COMPILER_CUBURN_CUBURNSCHEMA_H
#define FLAME_COMPILER_CUBURN_CUBURNSCHEMA_H

#include "compiler/animation/Animation.h"
#include "compiler/genome/ReaderContext.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <string>

namespace flame {

enum class CuburnType { Node, Edge, Animation };

/// Values of documents by canonical path.
template <class Value> using CuburnValues = std::map<std::string, Value, std::less<>>;

/// What a spline is and may be.
struct CuburnSplineInfo {
  double defaultValue = 0;
  /// Values this far apart mean the same; 0 for most, where they never do.
  double period = 0;
  TrackDomain domain = TrackDomain::Linear;
  Limits limits = {};
  /// The parameter of a variation that this is, or null. Weights are none.
  const VariationParam *param = nullptr;
};

/// What a path means in a document.
struct CuburnKey {
  enum class Kind {
    Unknown,
    Section, ///< an object with further keys
    Text,
    Number, ///< not animatable
    Spline,
    Palette,
    Pairs,  ///< of xform ids
    Ignored ///< legal, and without meaning to us
  };
  enum class Scope { Document, Xform, SourceXform, DestinationXform, FinalXform };

  Kind kind = Kind::Unknown;
  Scope scope = Scope::Document;
  /// The id, in the scopes of an xform that has one.
  std::string xform;
  /// The canonical path within the scope.
  std::string name;
  CuburnSplineInfo spline;
  /// The path names a variation or a parameter that does not exist.
  bool unknownVariation = false;
};

/// The meaning of a path, split at its dots.
CuburnKey resolveCuburnKey(CuburnType type, llvm::ArrayRef<llvm::StringRef> pathNames);

/// What may follow the section `pathNames`, to suggest; an xform's id is nothing that one could
/// suggest.
std::vector<std::string> cuburnKeysIn(CuburnType type, llvm::ArrayRef<llvm::StringRef> pathNames);

/// The spline with a canonical path; the path exists.
CuburnSplineInfo cuburnSpline(bool inXform, llvm::StringRef name);

/// The variation that a canonical name such as "pre_julian" means.
struct CuburnVariation {
  const VariationInfo *info = nullptr;
  VariationUse::Phase phase = VariationUse::Normal;
};
CuburnVariation cuburnVariation(llvm::StringRef name);
/// The canonical name of a variation in a phase.
std::string cuburnVariationName(const VariationInfo &info, VariationUse::Phase phase);

/// Whether an xform's value of that path is the weight of a variation that sets the colour.
bool isDirectColorWeight(llvm::StringRef path);

/// The canonical path of the weight of a variation or of its parameter.
std::string cuburnVariationKey(llvm::StringRef variation, llvm::StringRef what);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNSCHEMA_H
