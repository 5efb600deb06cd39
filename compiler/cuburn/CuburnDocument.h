// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One flock document: its type, and all values with flattened keys. Dotted keys and nested objects
// are equivalent and may be mixed. In nodes and edges an unknown key is an error. In an animation
// it is a warning, unless it names a variation, which would be missing from the picture.

#ifndef FLAME_COMPILER_CUBURN_CUBURNDOCUMENT_H
#define FLAME_COMPILER_CUBURN_CUBURNDOCUMENT_H

#include "compiler/cuburn/CuburnSchema.h"
#include "compiler/genome/JsonReader.h"

namespace flame {

/// A value in a document. Text and pointers are valid as long as the JsonDocument.
struct CuburnEntry {
  CuburnKey key;
  std::string path; ///< as written, dotted; used in messages
  const JsonValue *name = nullptr;
  const JsonValue *value = nullptr;
};

class CuburnDocument {
public:
  /// Reads `root`, known to messages and other documents as `id`. Nothing if the type is not one of
  /// the three. Other errors are also reported, but the document with the valid values is returned.
  static std::optional<CuburnDocument> read(const JsonValue &root, std::string id,
                                            Diagnostics &diags);

  CuburnType type = CuburnType::Node;
  std::string id;
  const JsonValue *root = nullptr;
  std::vector<CuburnEntry> entries; ///< in document order
  bool failed = false;              ///< an error in the document has been reported

  /// The entry of the document's own scope with that canonical path, or null.
  const CuburnEntry *find(llvm::StringRef name) const;

private:
  CuburnDocument() = default;
};

/// The name of a type.
llvm::StringRef cuburnTypeName(CuburnType type);
/// The value of "type" in an object, valid or not; null if there is none.
const JsonValue *findCuburnType(const JsonValue &object);

//===-- single values -------------------------------------------------------------------------===//

/// Reports an error about the value of `entry`, in the form "'camera.scale' must be a number":
/// path, then `predicate`. Points at `value` if only a part of it is at fault.
Diagnostics::Reported cuburnError(Diagnostics &diags, const CuburnEntry &entry,
                                  const llvm::Twine &predicate, const JsonValue *value = nullptr);

/// Reads a number within limits. Failure has been reported.
std::optional<double> readCuburnNumber(Diagnostics &diags, const CuburnEntry &entry,
                                       const JsonValue &value, Limits limits);
/// Reads a string. Failure has been reported.
std::optional<std::string> readCuburnText(Diagnostics &diags, const CuburnEntry &entry);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNDOCUMENT_H
