// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports an unknown section once and skips its content.

#include "compiler/cuburn/CuburnDocument.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace flame {

using Kind = CuburnKey::Kind;
using Scope = CuburnKey::Scope;

static constexpr llvm::StringLiteral kTypeNames[] = {"node", "edge", "animation"};

llvm::StringRef cuburnTypeName(CuburnType type) { return kTypeNames[unsigned(type)]; }

const JsonValue *findCuburnType(const JsonValue &object) {
  if (object.kind == JsonValue::Kind::Object)
    for (auto [key, value] : object.members())
      if (key->text == "type")
        return value;
  return nullptr;
}

//===-- flattening ----------------------------------------------------------------------------===//

namespace {
class Flattener {
public:
  Flattener(CuburnDocument &document, Diagnostics &diags) : document(document), diags(diags) {}

  void walk(const JsonValue &object, const std::string &prefix);

private:
  void add(CuburnKey key, std::string path, const JsonValue &name, const JsonValue &value);
  void reportUnknown(const CuburnKey &key, llvm::ArrayRef<llvm::StringRef> pathNames,
                     llvm::StringRef path, const JsonValue &name);

  CuburnDocument &document;
  Diagnostics &diags;
  llvm::StringMap<const JsonValue *> names; ///< by canonical path
};
} // namespace

void Flattener::walk(const JsonValue &object, const std::string &prefix) {
  for (auto [name, value] : object.members()) {
    if (diags.errorLimitReached())
      return;
    std::string path = prefix + name->text.str();
    llvm::SmallVector<llvm::StringRef> pathNames;
    llvm::StringRef(path).split(pathNames, '.');
    CuburnKey key = resolveCuburnKey(document.type, pathNames);
    if (key.kind == Kind::Unknown) {
      reportUnknown(key, pathNames, path, *name);
    } else if (key.kind == Kind::Ignored) {
      continue;
    } else if ((key.kind == Kind::Section) != (value->kind == JsonValue::Kind::Object)) {
      llvm::StringRef expected =
          key.kind == Kind::Section ? "must be an object" : "must not be an object";
      cuburnError(diags, {key, path, name, value}, expected).ignore();
    } else if (key.kind == Kind::Section) {
      walk(*value, path + ".");
    } else {
      add(std::move(key), std::move(path), *name, *value);
    }
  }
}

void Flattener::add(CuburnKey key, std::string path, const JsonValue &name,
                    const JsonValue &value) {
  const std::string canonical = std::to_string(unsigned(key.scope)) + key.xform + "." + key.name;
  auto [first, isNew] = names.try_emplace(canonical, &name);
  if (!isNew) {
    diags.error(name.range, quoted(path) + " is there twice")
        .note(first->second->range, "first here")
        .ignore();
    return;
  }
  document.entries.push_back({std::move(key), std::move(path), &name, &value});
}

void Flattener::reportUnknown(const CuburnKey &key, llvm::ArrayRef<llvm::StringRef> pathNames,
                              llvm::StringRef path, const JsonValue &name) {
  size_t known = pathNames.size() - 1;
  while (known > 0 &&
         resolveCuburnKey(document.type, pathNames.take_front(known)).kind != Kind::Section)
    --known;
  std::vector<std::string> candidates = cuburnKeysIn(document.type, pathNames.take_front(known));
  llvm::SmallVector<llvm::StringRef> words(candidates.begin(), candidates.end());
  std::optional<llvm::StringRef> close = closestWord(pathNames[known], words);

  std::string message = quoted(path) + " is unknown";
  if (key.unknownVariation && known > 0)
    message = pathNames[known - 1] == "variations"
                  ? "unknown variation " + quoted(pathNames[known])
                  : "the variation " + quoted(pathNames[known - 1]) + " has no parameter " +
                        quoted(pathNames[known]);
  const bool isLenient = document.type == CuburnType::Animation && !key.unknownVariation;
  auto report =
      isLenient ? diags.warning(Warning::UnknownAttribute, name.range, message + " and is ignored")
                : diags.error(name.range, message);
  if (close && *close != pathNames[known])
    report.note("did you mean " + quoted(*close) + "?");
}

//===-- the document --------------------------------------------------------------------------===//

/// The type stated in the document; failure has been reported.
static std::optional<CuburnType> readType(const JsonValue &root, Diagnostics &diags) {
  if (root.kind != JsonValue::Kind::Object)
    return diags.error(locationOf(root), "expected an object: a flock document");
  const JsonValue *type = findCuburnType(root);
  if (!type)
    return diags.error(locationOf(root),
                       "the document needs a 'type': " + listKeywords(kTypeNames));
  for (CuburnType candidate : {CuburnType::Node, CuburnType::Edge, CuburnType::Animation})
    if (type->kind == JsonValue::Kind::String && type->text == cuburnTypeName(candidate))
      return candidate;
  auto report =
      diags.error(locationOf(*type),
                  "'type' must be " + listKeywords(kTypeNames) + ", got " +
                      (type->kind == JsonValue::Kind::String ? quoted(type->text)
                                                             : std::string("something else")));
  if (type->text == "profile")
    report.note("a profile says how to render; it shows nothing itself");
  return report;
}

std::optional<CuburnDocument> CuburnDocument::read(const JsonValue &root, std::string id,
                                                   Diagnostics &diags) {
  std::optional<CuburnType> type = readType(root, diags);
  if (!type)
    return std::nullopt;
  CuburnDocument document;
  document.type = *type;
  document.id = std::move(id);
  document.root = &root;
  const unsigned errorsBefore = diags.errorCount();
  Flattener(document, diags).walk(root, "");
  document.failed = diags.errorCount() != errorsBefore;
  return document;
}

const CuburnEntry *CuburnDocument::find(llvm::StringRef name) const {
  auto found = llvm::find_if(entries, [&](const CuburnEntry &entry) {
    return entry.key.scope == Scope::Document && entry.key.name == name;
  });
  return found == entries.end() ? nullptr : &*found;
}

//===-- single values -------------------------------------------------------------------------===//

Diagnostics::Reported cuburnError(Diagnostics &diags, const CuburnEntry &entry,
                                  const llvm::Twine &predicate, const JsonValue *value) {
  return diags.error(locationOf(value ? *value : *entry.value),
                     quoted(entry.path) + " " + predicate);
}

std::optional<double> readCuburnNumber(Diagnostics &diags, const CuburnEntry &entry,
                                       const JsonValue &value, Limits limits) {
  if (value.kind != JsonValue::Kind::Number)
    return cuburnError(diags, entry,
                       &value == entry.value ? "must be a number" : "must be a list of numbers",
                       &value);
  const double number = value.number;
  if (const std::string complaint = limits.complaint(number); !complaint.empty())
    return cuburnError(diags, entry, complaint + ", got " + value.text, &value);
  return number;
}

std::optional<std::string> readCuburnText(Diagnostics &diags, const CuburnEntry &entry) {
  if (entry.value->kind != JsonValue::Kind::String)
    return cuburnError(diags, entry, "must be a string");
  return entry.value->text.str();
}

} // namespace flame
