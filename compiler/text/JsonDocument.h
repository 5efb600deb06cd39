// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A JSON text as a list of values each of which knows where it stands, so that whoever interprets
// it can point at what is wrong. nlohmann's parser does the parsing; it tells nobody about locations,
// so we count the bytes that it takes.
//
// Strict JSON: no comments, no trailing commas, UTF-8 only. An object that has a key twice is
// refused, as are texts too large or too deeply nested to be honest. Values lie in document order,
// each followed by its descendants.

#ifndef FLAME_COMPILER_TEXT_JSONDOCUMENT_H
#define FLAME_COMPILER_TEXT_JSONDOCUMENT_H

#include "compiler/text/Diagnostics.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"

#include <optional>
#include <utility>
#include <vector>

namespace flame {

/// One value, valid as long as its document. Keys of objects are values too, strings that precede
/// what they name.
struct JsonValue {
  enum class Kind : uint8_t { Null, Boolean, Number, String, Array, Object };

  Kind kind = Kind::Null;
  /// How many values there are from this one to its last descendant, both included.
  unsigned extent = 1;
  /// Finite; 0 unless this is a number.
  double number = 0;
  /// A string without its quotes and decoded, another scalar as the text spells it, empty for
  /// containers.
  llvm::StringRef text;
  /// Quotes and brackets included.
  llvm::SMRange range;

  using Member = std::pair<const JsonValue *, const JsonValue *>;

  /// The elements of an array, in order.
  llvm::SmallVector<const JsonValue *> elements() const;
  /// The keys and values of an object, in order.
  llvm::SmallVector<Member> members() const;
};

/// A parsed text. Refers to the source buffer, which the SourceMgr keeps.
class JsonDocument {
public:
  /// Arrays and objects nested deeper are refused.
  static constexpr size_t kMaxDepth = 32;
  /// Larger texts are refused.
  static constexpr size_t kMaxBytes = size_t(1) << 26;
  /// Texts with more values, keys included, are refused: a value takes more memory than its text.
  static constexpr size_t kMaxValues = size_t(1) << 22;

  /// Parses a buffer of the SourceMgr of `diags`. Failure has been reported at the location where the
  /// text stops being JSON.
  static std::optional<JsonDocument> parse(unsigned bufferId, Diagnostics &diags);

  const JsonValue &root() const { return values.front(); }
  /// The JSON pointer (RFC 6901) to `value`, such as "/xforms/0/weight"; empty for the root.
  std::string pathOf(const JsonValue &value) const;

private:
  friend class JsonBuilder;
  JsonDocument() = default;

  std::vector<JsonValue> values;
  llvm::BumpPtrAllocator decoded; ///< the strings that do not stand in the source as they are
};

} // namespace flame

#endif // FLAME_COMPILER_TEXT_JSONDOCUMENT_H
