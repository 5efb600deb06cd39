// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A JSON text as a list of values with source locations, so that later stages can point at errors.
// nlohmann's parser does the parsing. It does not report locations, so we count the bytes that it
// consumes.
//
// Strict JSON: no comments, no trailing commas, UTF-8 only. Rejects objects with duplicate keys,
// and texts beyond the size and nesting limits below. Values lie in document order, each followed
// by its descendants.

#ifndef FLAME_COMPILER_TEXT_JSONDOCUMENT_H
#define FLAME_COMPILER_TEXT_JSONDOCUMENT_H

#include "compiler/text/Diagnostics.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"

#include <optional>
#include <utility>
#include <vector>

namespace flame {

/// One value, valid as long as its document. Keys of objects are values too: strings that precede
/// the value they name.
struct JsonValue {
  enum class Kind : uint8_t { Null, Boolean, Number, String, Array, Object };

  Kind kind = Kind::Null;
  /// Number of values from this one to its last descendant, both included.
  unsigned extent = 1;
  /// Finite; 0 unless this is a number.
  double number = 0;
  /// A string is decoded and without quotes; another scalar is spelled as in the text; empty for
  /// containers.
  llvm::StringRef text;
  /// Includes quotes and brackets.
  llvm::SMRange range;

  using Member = std::pair<const JsonValue *, const JsonValue *>;

  /// The elements of an array, in order.
  llvm::SmallVector<const JsonValue *> elements() const;
  /// The keys and values of an object, in order.
  llvm::SmallVector<Member> members() const;
};

/// A parsed text. Refers to the source buffer, which the SourceMgr owns.
class JsonDocument {
public:
  /// Maximum nesting depth of arrays and objects.
  static constexpr size_t kMaxDepth = 32;
  /// Maximum size of a text in bytes.
  static constexpr size_t kMaxBytes = size_t(1) << 26;
  /// Maximum number of values, including keys. A value takes more memory than its text.
  static constexpr size_t kMaxValues = size_t(1) << 22;

  /// Parses a buffer of the SourceMgr of `diags`. Failure has been reported at the location of the
  /// syntax error.
  static std::optional<JsonDocument> parse(unsigned bufferId, Diagnostics &diags);

  const JsonValue &root() const { return values.front(); }
  /// The JSON pointer (RFC 6901) to `value`, such as "/xforms/0/weight"; empty for the root.
  std::string pathOf(const JsonValue &value) const;

private:
  friend class JsonBuilder;
  JsonDocument() = default;

  std::vector<JsonValue> values;
  llvm::BumpPtrAllocator decoded; ///< decoded strings that differ from their source text
};

} // namespace flame

#endif // FLAME_COMPILER_TEXT_JSONDOCUMENT_H
