// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts values of a JsonDocument to numbers, words and lists, and checks objects for missing and
// unknown keys. Messages identify a value by its JSON pointer, because JSON text often does not
// come from a file that the user can open. Reading continues after an error, so one run reports all
// errors.

#ifndef FLAME_COMPILER_GENOME_JSONREADER_H
#define FLAME_COMPILER_GENOME_JSONREADER_H

#include "compiler/genome/ReaderContext.h"
#include "compiler/text/JsonDocument.h"

#include "llvm/ADT/STLExtras.h"

namespace flame {

/// The location of `value` in messages: the whole of a scalar, the opening bracket of a container.
llvm::SMRange locationOf(const JsonValue &value);

/// Reads single values of one text. On a bad value the target keeps its content. A null pointer
/// stands for a missing member that has already been reported.
class JsonReader {
public:
  JsonReader(const JsonDocument &document, Diagnostics &diags)
      : diags(diags), document(document), errorsBefore(diags.errorCount()) {}

  /// True if anything was reported after construction.
  bool failed() const { return diags.errorCount() != errorsBefore; }
  /// Reports an error about `value`, in the form "'/width' must be a number": JSON pointer, then
  /// `predicate`.
  Diagnostics::Reported error(const JsonValue &value, const llvm::Twine &predicate);

  /// True if `value` exists and has this kind; reports an error otherwise.
  bool expect(const JsonValue *value, JsonValue::Kind kind);
  /// Returns true if `target` was set.
  bool readNumber(const JsonValue *value, double &target, Limits limits);
  /// Reads an integer from 1 to `maximum`.
  void readCount(const JsonValue *value, int &target, unsigned maximum);
  void readText(const JsonValue *value, std::string &target);
  /// Reads a word; returns its index in `keywords`.
  std::optional<unsigned> readKeyword(const JsonValue *value,
                                      llvm::ArrayRef<llvm::StringLiteral> keywords);
  /// The elements of an array of exactly `count` values, or none after an error. `what` describes
  /// them in the message.
  llvm::SmallVector<const JsonValue *> readArray(const JsonValue *value, size_t count,
                                                 llvm::StringRef what);

  Diagnostics &diags;

private:
  const JsonDocument &document;
  unsigned errorsBefore;
};

/// The members of an object, by key. Keys that were not looked up count as unknown.
class JsonMembers {
public:
  /// Reports an error if `value` is not an object. Then it has no members, and none is reported as
  /// missing.
  JsonMembers(JsonReader &reader, const JsonValue *value);

  /// The value of `key`, or null.
  const JsonValue *find(llvm::StringRef key);
  /// The value of `key`. Reports and returns null if it is missing.
  const JsonValue *require(llvm::StringRef key);
  /// Reports all keys that were not looked up.
  void rejectOthers();

private:
  JsonReader &reader;
  const JsonValue *object; ///< null if the value is not an object
  llvm::SmallVector<JsonValue::Member> members;
  llvm::SmallVector<llvm::StringRef> known; ///< keys that were looked up
};

} // namespace flame

#endif // FLAME_COMPILER_GENOME_JSONREADER_H
