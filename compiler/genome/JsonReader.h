// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the values of a JsonDocument become numbers, words and lists, and objects are checked for
// keys that are missing or mean nothing. Messages name what they are about by its JSON pointer,
// because a JSON text is often not a file that one opens in an editor. Reading goes on after an
// error, so that one run shows them all.

#ifndef FLAME_COMPILER_GENOME_JSONREADER_H
#define FLAME_COMPILER_GENOME_JSONREADER_H

#include "compiler/genome/ReaderContext.h"
#include "compiler/text/JsonDocument.h"

#include "llvm/ADT/STLExtras.h"

namespace flame {

/// The location of `value` in messages: all of a scalar, the opening bracket of a container.
llvm::SMRange locationOf(const JsonValue &value);

/// One reading of one text: single values. On a bad value the target keeps what it had. A null
/// pointer stands for a member that is missing, which was reported.
class JsonReader {
public:
  JsonReader(const JsonDocument &document, Diagnostics &diags)
      : diags(diags), document(document), errorsBefore(diags.errorCount()) {}

  /// Whether something was reported since the reading began.
  bool failed() const { return diags.errorCount() != errorsBefore; }
  /// Reports that what `value` is called `predicate`s, as in "'/width' must be a number".
  Diagnostics::Reported error(const JsonValue &value, const llvm::Twine &predicate);

  /// Whether there is a value and it is of that kind.
  bool expect(const JsonValue *value, JsonValue::Kind kind);
  /// Whether `target` was set.
  bool readNumber(const JsonValue *value, double &target, Limits limits);
  /// An integer from 1 to `maximum`.
  void readCount(const JsonValue *value, int &target, unsigned maximum);
  void readText(const JsonValue *value, std::string &target);
  /// The index of a word among `keywords`.
  std::optional<unsigned> readKeyword(const JsonValue *value,
                                      llvm::ArrayRef<llvm::StringLiteral> keywords);
  /// The elements of an array of `count` values, or none; `what` says what they are.
  llvm::SmallVector<const JsonValue *> readArray(const JsonValue *value, size_t count,
                                                 llvm::StringRef what);

  Diagnostics &diags;

private:
  const JsonDocument &document;
  unsigned errorsBefore;
};

/// The members of an object, by key. What was not asked for is unknown.
class JsonMembers {
public:
  /// Reports if `value` is no object; then it has no members and none is missed.
  JsonMembers(JsonReader &reader, const JsonValue *value);

  /// The value of `key`, or null.
  const JsonValue *find(llvm::StringRef key);
  /// The value of `key`. Reports and returns null if it is missing.
  const JsonValue *require(llvm::StringRef key);
  /// Reports the keys that nobody has asked for.
  void rejectOthers();

private:
  JsonReader &reader;
  const JsonValue *object; ///< null if it is none
  llvm::SmallVector<JsonValue::Member> members;
  llvm::SmallVector<llvm::StringRef> known; ///< keys that were asked for
};

} // namespace flame

#endif // FLAME_COMPILER_GENOME_JSONREADER_H
