// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks JSON values and composes the messages.

#include "compiler/genome/JsonReader.h"

#include <cmath>

namespace flame {

using Kind = JsonValue::Kind;

//===-- single values -------------------------------------------------------------------------===//

llvm::SMRange locationOf(const JsonValue &value) {
  // A container may be long: mark only its opening bracket.
  const bool isContainer = value.kind == Kind::Array || value.kind == Kind::Object;
  const char *begin = value.range.Start.getPointer();
  return isContainer ? llvm::SMRange(value.range.Start, llvm::SMLoc::getFromPointer(begin + 1))
                     : value.range;
}

Diagnostics::Reported JsonReader::error(const JsonValue &value, const llvm::Twine &predicate) {
  // After the error limit, do not compose messages; malicious text could cause millions.
  if (diags.errorLimitReached())
    return diags.errorInFile("", "");
  std::string path = document.pathOf(value);
  return diags.error(locationOf(value),
                     (path.empty() ? "the document" : quoted(path)) + " " + predicate);
}

static llvm::StringRef nameOfKind(Kind kind) {
  switch (kind) {
  case Kind::Null:
    return "null";
  case Kind::Boolean:
    return "a truth value";
  case Kind::Number:
    return "a number";
  case Kind::String:
    return "a string";
  case Kind::Array:
    return "an array";
  case Kind::Object:
    return "an object";
  }
  llvm_unreachable("all kinds are handled");
}

bool JsonReader::expect(const JsonValue *value, Kind kind) {
  if (!value)
    return false;
  if (value->kind == kind)
    return true;
  error(*value, "must be " + nameOfKind(kind) + ", got " + nameOfKind(value->kind)).ignore();
  return false;
}

bool JsonReader::readNumber(const JsonValue *value, double &target, Limits limits) {
  if (!expect(value, Kind::Number))
    return false;
  const double number = value->number;
  if (const std::string complaint = limits.complaint(number); !complaint.empty()) {
    error(*value, complaint + ", got " + value->text).ignore();
    return false;
  }
  target = number;
  return true;
}

void JsonReader::readCount(const JsonValue *value, int &target, unsigned maximum) {
  double number;
  if (!expect(value, Kind::Number))
    return;
  if (value->number != std::trunc(value->number))
    error(*value, "must be an integer, got " + value->text).ignore();
  else if (readNumber(value, number, {1, static_cast<double>(maximum)}))
    target = static_cast<int>(number);
}

void JsonReader::readText(const JsonValue *value, std::string &target) {
  if (expect(value, Kind::String))
    target = value->text.str();
}

std::optional<unsigned> JsonReader::readKeyword(const JsonValue *value,
                                                llvm::ArrayRef<llvm::StringLiteral> keywords) {
  if (!expect(value, Kind::String))
    return std::nullopt;
  for (unsigned i = 0; i < keywords.size(); ++i)
    if (keywords[i] == value->text)
      return i;
  return error(*value, "must be " + listKeywords(keywords) + ", got " + quoted(value->text));
}

llvm::SmallVector<const JsonValue *> JsonReader::readArray(const JsonValue *value, size_t count,
                                                           llvm::StringRef what) {
  if (!expect(value, Kind::Array))
    return {};
  llvm::SmallVector<const JsonValue *> elements = value->elements();
  if (elements.size() == count)
    return elements;
  error(*value,
        "needs " + llvm::Twine(count) + " " + what + ", got " + llvm::Twine(elements.size()))
      .ignore();
  return {};
}

//===-- objects -------------------------------------------------------------------------------===//

JsonMembers::JsonMembers(JsonReader &reader, const JsonValue *object)
    : reader(reader), object(reader.expect(object, Kind::Object) ? object : nullptr) {
  if (this->object)
    members = object->members();
}

const JsonValue *JsonMembers::find(llvm::StringRef key) {
  known.push_back(key);
  for (auto [name, value] : members)
    if (name->text == key)
      return value;
  return nullptr;
}

const JsonValue *JsonMembers::require(llvm::StringRef key) {
  const JsonValue *value = find(key);
  if (!value && object)
    reader.error(*object, "needs " + quoted(key)).ignore();
  return value;
}

void JsonMembers::rejectOthers() {
  for (auto [name, value] : members) {
    if (llvm::is_contained(known, name->text))
      continue;
    if (reader.diags.errorLimitReached())
      return;
    auto report = reader.error(*name, "is unknown");
    if (std::optional<llvm::StringRef> close = closestWord(name->text, known))
      report.note("did you mean " + quoted(*close) + "?");
  }
}

} // namespace flame
