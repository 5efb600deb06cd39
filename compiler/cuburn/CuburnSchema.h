// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The keys of flock documents, each listed once: the kind of its value and, for a spline, default,
// period, domain and limits. Readers, blender and writers all use this list.
//
// A key is a dotted path. Paths of an xform ("weight", "pre_affine.angle",
// "variations.julian.power") start at the xform and are the same for every xform in every kind of
// document; all others start at the document. Canonical paths name variations and parameters as the
// variation table does, whatever alias a document uses.
//
// Omitted parameters have cuburn's defaults, some of which differ from flam3's. Variations
// themselves compute the same as everywhere.
//
// Extensions to cuburn's schema: `chaos` (by the id of the next xform), variations before and after
// the sum (`pre_`, `post_`), and every variation of the table.

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

/// The properties of a spline.
struct CuburnSplineInfo {
  double defaultValue = 0;
  /// Values this far apart are equivalent; 0 for values that are not periodic.
  double period = 0;
  TrackDomain domain = TrackDomain::Linear;
  Limits limits = {};
  /// The variation parameter that the spline holds; null for other values, including weights.
  const VariationParam *param = nullptr;
};

/// The meaning of a path in a document.
struct CuburnKey {
  enum class Kind {
    Unknown,
    Section, ///< an object with further keys
    Text,
    Number, ///< not animatable
    Spline,
    Palette,
    Pairs,  ///< of xform ids
    Ignored ///< legal, but without effect here
  };
  enum class Scope { Document, Xform, SourceXform, DestinationXform, FinalXform };

  Kind kind = Kind::Unknown;
  Scope scope = Scope::Document;
  /// The id of the xform; set in the scopes of an xform that has one.
  std::string xform;
  /// The canonical path within the scope.
  std::string name;
  CuburnSplineInfo spline;
  /// True if the path names an unknown variation or parameter.
  bool unknownVariation = false;
};

/// The meaning of a path, split at its dots.
CuburnKey resolveCuburnKey(CuburnType type, llvm::ArrayRef<llvm::StringRef> pathNames);

/// The keys that may follow the section `pathNames`, for suggestions. Ids of xforms are not
/// suggested.
std::vector<std::string> cuburnKeysIn(CuburnType type, llvm::ArrayRef<llvm::StringRef> pathNames);

/// The spline with a canonical path. The path must exist.
CuburnSplineInfo cuburnSpline(bool inXform, llvm::StringRef name);

/// The variation with a canonical name such as "pre_julian".
struct CuburnVariation {
  const VariationInfo *info = nullptr;
  VariationUse::Phase phase = VariationUse::Normal;
};
CuburnVariation cuburnVariation(llvm::StringRef name);
/// The canonical name of a variation in a phase.
std::string cuburnVariationName(const VariationInfo &info, VariationUse::Phase phase);

/// True if the xform path `path` is the weight of a variation that sets the colour.
bool isDirectColorWeight(llvm::StringRef path);

/// The canonical path of a variation's weight or of one of its parameters.
std::string cuburnVariationKey(llvm::StringRef variation, llvm::StringRef what);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNSCHEMA_H
