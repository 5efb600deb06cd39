// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One flock document as it stands in its file: its type, and every value with its key, flattened. Dotted keys and
// nested objects mean the same and may be mixed. Nodes and edges are strict: a key that the schema does not know is an
// error. In an animation it is a warning, unless it names a variation, which would be missing from the picture.

#ifndef FLAME_COMPILER_CUBURN_CUBURNDOCUMENT_H
#define FLAME_COMPILER_CUBURN_CUBURNDOCUMENT_H

#include "compiler/cuburn/CuburnSchema.h"
#include "compiler/genome/JsonReader.h"

namespace flame {

/// A value in a document. Text and pointers are valid as long as the JsonDocument.
struct CuburnEntry {
  CuburnKey key;
  std::string path; ///< as written, dotted; what messages call the value
  const JsonValue *name = nullptr;
  const JsonValue *value = nullptr;
};

class CuburnDocument {
public:
  /// Reads `root`, which messages and other documents know as `id`. Nothing if the type is not one of the three; other
  /// errors have been reported as well, but leave a document with what was right.
  static std::optional<CuburnDocument> read(const JsonValue &root, std::string id,
                                            Diagnostics &diags);

  CuburnType type = CuburnType::Node;
  std::string id;
  const JsonValue *root = nullptr;
  std::vector<CuburnEntry> entries; ///< in document order
  bool failed = false;              ///< something in it was wrong, and reported

  /// The entry of the document's own scope with that canonical path, or null.
  const CuburnEntry *find(llvm::StringRef name) const;

private:
  CuburnDocument() = default;
};

/// The word of a type.
llvm::StringRef cuburnTypeName(CuburnType type);
/// The value of "type" in an object, whatever it is; null if there is none.
const JsonValue *findCuburnType(const JsonValue &object);

//===-- single values -------------------------------------------------------------------------===//

/// Reports that the value of `entry` `predicate`s, as in "'camera.scale' must be a number". At `value` if the fault is
/// in a part of it.
Diagnostics::Reported cuburnError(Diagnostics &diags, const CuburnEntry &entry,
                                  const llvm::Twine &predicate, const JsonValue *value = nullptr);

/// A number within limits; what is not has been reported.
std::optional<double> readCuburnNumber(Diagnostics &diags, const CuburnEntry &entry,
                                       const JsonValue &value, Limits limits);
/// A string.
std::optional<std::string> readCuburnText(Diagnostics &diags, const CuburnEntry &entry);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNDOCUMENT_H
