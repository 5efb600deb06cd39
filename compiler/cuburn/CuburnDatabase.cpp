// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks up and caches documents.

#include "compiler/cuburn/CuburnDatabase.h"

#include "compiler/text/SourceFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <filesystem>

namespace flame {

namespace fs = std::filesystem;

static constexpr llvm::StringLiteral kOneFile = "onefiledb", kExtension = ".json";

static bool isOneFile(const JsonValue &root) {
  const JsonValue *type = findCuburnType(root);
  return type && type->kind == JsonValue::Kind::String && type->text == kOneFile;
}

/// Normalises an id, so that ids of one document compare equal.
static std::string normalized(llvm::StringRef id) {
  id.consume_back(kExtension);
  return id.str();
}

/// True if an id stays inside the directory it is relative to.
static bool staysInside(llvm::StringRef id) {
  fs::path path(id.str());
  auto leaves = [](const fs::path &part) { return part == ".."; };
  return !id.empty() && !id.contains('\0') && !path.is_absolute() && llvm::none_of(path, leaves);
}

/// The file of an id below `folder`, or nothing.
static std::optional<std::string> fileOf(const fs::path &folder, llvm::StringRef id) {
  std::error_code ignored;
  for (const std::string &name : {normalized(id) + kExtension.str(), id.str()})
    if (fs::is_regular_file(folder / name, ignored))
      return (folder / name).lexically_normal().string();
  return std::nullopt;
}

/// The parent directory; nothing above the root. Stays relative if possible, for readable messages.
static std::optional<fs::path> parentOf(const fs::path &folder) {
  const fs::path name = folder.filename();
  if (folder.is_relative() && !name.empty() && name != "." && name != "..")
    return folder.has_parent_path() ? folder.parent_path() : fs::path(".");
  std::error_code error;
  fs::path absolute = fs::weakly_canonical(folder, error);
  if (error || absolute.parent_path() == absolute)
    return std::nullopt;
  return absolute.parent_path();
}

//===-- files ---------------------------------------------------------------------------------===//

const JsonDocument *CuburnDatabase::parse(unsigned bufferId) {
  std::optional<JsonDocument> document = JsonDocument::parse(bufferId, diags);
  if (!document)
    return nullptr;
  parsed.push_back(std::make_unique<JsonDocument>(std::move(*document)));
  return parsed.back().get();
}

const CuburnDocument *CuburnDatabase::add(const std::string &id, const JsonValue &root) {
  std::optional<CuburnDocument> document = CuburnDocument::read(root, id, diags);
  auto &slot = documents[id];
  if (document)
    slot = std::make_unique<CuburnDocument>(std::move(*document));
  return slot.get();
}

bool CuburnDatabase::open(const std::string &path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    directory = path;
    return true;
  }
  std::optional<unsigned> bufferId = openSource(path, diags);
  const JsonDocument *document = bufferId ? parse(*bufferId) : nullptr;
  if (!document)
    return false;
  if (isOneFile(document->root())) {
    oneFile = &document->root();
    return true;
  }
  diags
      .error(locationOf(document->root()),
             "expected a flock: a directory, or a file of \"type\": \"onefiledb\"")
      .ignore();
  return false;
}

const CuburnDocument *CuburnDatabase::read(unsigned bufferId, const std::string &id) {
  const JsonDocument *document = parse(bufferId);
  if (!document)
    return nullptr;
  llvm::StringRef file = diags.sources().getMemoryBuffer(bufferId)->getBufferIdentifier();
  if (!isOneFile(document->root())) {
    if (id.empty())
      return add(file.str(), document->root());
    diags.errorInFile(file, "the file is one document and has none called " + flame::quoted(id))
        .ignore();
    return nullptr;
  }
  oneFile = &document->root();
  if (!id.empty())
    return find(id, {});
  auto members = document->root().members();
  llvm::erase_if(members,
                 [](const JsonValue::Member &member) { return member.first->text == "type"; });
  if (members.size() == 1)
    return find(members[0].first->text, {});
  auto report = diags.errorInFile(file, "the file has " + llvm::Twine(members.size()) +
                                            " documents; choose one by its id with --flame=ID");
  if (!members.empty())
    report.note("the first is " + flame::quoted(members[0].first->text));
  return nullptr;
}

//===-- ids -----------------------------------------------------------------------------------===//

Diagnostics::Reported CuburnDatabase::report(llvm::SMRange from, const llvm::Twine &message) {
  return from.isValid() ? diags.error(from, message) : diags.errorInFile("", message);
}

const CuburnDocument *CuburnDatabase::reportMissing(llvm::StringRef id, llvm::SMRange from,
                                                    const llvm::Twine &where) {
  auto missing = report(from, "there is no document " + flame::quoted(id));
  std::vector<std::string> ids = idsIn(fs::path(id.str()).parent_path().string());
  llvm::SmallVector<llvm::StringRef> words(ids.begin(), ids.end());
  if (std::optional<llvm::StringRef> close = closestWord(normalized(id), words))
    missing.note("did you mean " + flame::quoted(*close) + "?");
  else
    missing.note(where);
  return nullptr;
}

const CuburnDocument *CuburnDatabase::findInFile(llvm::StringRef id, llvm::SMRange from) {
  for (auto [key, value] : oneFile->members())
    if (key->text != "type" && normalized(key->text) == normalized(id))
      return add(normalized(id), *value);
  return reportMissing(id, from, "the database has no member of that name");
}

const CuburnDocument *CuburnDatabase::findInDirectory(llvm::StringRef id, llvm::SMRange from) {
  if (!staysInside(id)) {
    report(from, "the id " + flame::quoted(id) + " must be a path below the flock's directory")
        .ignore();
    return nullptr;
  }
  std::optional<std::string> file;
  if (directory) {
    file = fileOf(*directory, id);
    if (!file)
      return reportMissing(id, from, "the flock is the directory '" + *directory + "'");
  }
  const fs::path nearest =
      fs::path(home).has_parent_path() ? fs::path(home).parent_path() : fs::path(".");
  for (std::optional<fs::path> folder = nearest; folder && !file; folder = parentOf(*folder)) {
    file = fileOf(*folder, id);
    if (file)
      directory = folder->string();
  }
  if (!file)
    return reportMissing(id, from,
                         "looked in '" + nearest.string() +
                             "' and the directories above it; name the flock with --flock=DIR");
  std::optional<unsigned> bufferId = openSource(*file, diags);
  const JsonDocument *document = bufferId ? parse(*bufferId) : nullptr;
  if (!document) {
    documents[normalized(id)] = nullptr;
    return nullptr;
  }
  return add(normalized(id), document->root());
}

const CuburnDocument *CuburnDatabase::find(llvm::StringRef id, llvm::SMRange from) {
  if (auto known = documents.find(normalized(id)); known != documents.end())
    return known->second.get();
  return oneFile ? findInFile(id, from) : findInDirectory(id, from);
}

std::vector<std::string> CuburnDatabase::idsIn(const std::string &folder) const {
  std::vector<std::string> ids;
  const std::string prefix = folder.empty() ? "" : folder + "/";
  if (oneFile) {
    for (auto [key, value] : oneFile->members())
      if (key->text != "type" && key->text.starts_with(prefix))
        ids.push_back(normalized(key->text));
  } else if (directory) {
    std::error_code error;
    for (const fs::directory_entry &entry :
         fs::directory_iterator(fs::path(*directory) / folder, error))
      if (entry.path().extension() == kExtension.str())
        ids.push_back(prefix + entry.path().stem().string());
  }
  llvm::sort(ids);
  return ids;
}

//===-- inheritance ---------------------------------------------------------------------------===//

std::vector<const CuburnDocument *> CuburnDatabase::layersOf(const CuburnDocument &document) {
  std::vector<const CuburnDocument *> layers = {&document};
  // An animation stands alone, whatever it says.
  while (layers.back()->type != CuburnType::Animation) {
    const CuburnEntry *base = layers.back()->find("base");
    if (!base)
      break;
    std::optional<std::string> id = readCuburnText(diags, *base);
    const CuburnDocument *next = id ? find(*id, locationOf(*base->value)) : nullptr;
    if (!next)
      return {};
    if (llvm::is_contained(layers, next)) {
      cuburnError(diags, *base,
                  "leads back to " + flame::quoted(next->id) + ", which is based on this document")
          .ignore();
      return {};
    }
    if (next->type != document.type) {
      cuburnError(diags, *base,
                  "must name " + llvm::Twine(document.type == CuburnType::Edge ? "an " : "a ") +
                      cuburnTypeName(document.type) + ", but " + flame::quoted(next->id) +
                      " is of type " + flame::quoted(cuburnTypeName(next->type)))
          .ignore();
      return {};
    }
    layers.push_back(next);
  }
  std::reverse(layers.begin(), layers.end());
  return layers;
}

} // namespace flame
