// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the documents of a flock by id. A database is either a directory, in which an id is a
// relative path with or without ".json", or a JSON file of type "onefiledb" with the documents as
// its other members. Without an explicit database, the first requested id selects one: the
// directory of the requesting file, or the closest parent directory that contains the id.
//
// Documents are read once and kept. Ids cannot leave the directory.

#ifndef FLAME_COMPILER_CUBURN_CUBURNDATABASE_H
#define FLAME_COMPILER_CUBURN_CUBURNDATABASE_H

#include "compiler/cuburn/CuburnDocument.h"

#include <map>
#include <memory>
#include <string>

namespace flame {

class CuburnDatabase {
public:
  explicit CuburnDatabase(Diagnostics &diags) : diags(diags) {}

  /// Uses the directory or one-file database `path`. Returns false after a reported failure.
  bool open(const std::string &path);
  /// Without a database: searches ids around the file `path`.
  void searchAround(const std::string &path) { home = path; }

  /// Reads the document in a buffer of the SourceMgr. A one-file database becomes the database; the
  /// result is its document called `id`, or its only one. Null after a reported failure.
  const CuburnDocument *read(unsigned bufferId, const std::string &id);

  /// The document called `id`. `from` is the reference to it, invalid for the command line. Null
  /// after a reported failure.
  const CuburnDocument *find(llvm::StringRef id, llvm::SMRange from);

  /// `document` and all documents that it is based on, oldest first. Empty after a reported
  /// failure.
  std::vector<const CuburnDocument *> layersOf(const CuburnDocument &document);

  /// The ids in `folder`, such as "nodes", in alphabetical order; only JSON files count. Empty if
  /// no database has been found yet.
  std::vector<std::string> idsIn(const std::string &folder) const;

  /// Reports an error at a reference, or about the command line if `from` is invalid.
  Diagnostics::Reported report(llvm::SMRange from, const llvm::Twine &message);

  Diagnostics &diags;

private:
  /// A parsed file; documents point into it.
  const JsonDocument *parse(unsigned bufferId);
  const CuburnDocument *add(const std::string &id, const JsonValue &root);
  const CuburnDocument *findInFile(llvm::StringRef id, llvm::SMRange from);
  const CuburnDocument *findInDirectory(llvm::StringRef id, llvm::SMRange from);
  const CuburnDocument *reportMissing(llvm::StringRef id, llvm::SMRange from,
                                      const llvm::Twine &where);

  std::string home = ".";               ///< the file to search around
  std::optional<std::string> directory; ///< set once known
  const JsonValue *oneFile = nullptr;   ///< the root of a one-file database
  std::vector<std::unique_ptr<JsonDocument>> parsed;
  std::map<std::string, std::unique_ptr<CuburnDocument>, std::less<>>
      documents; ///< By id; null if the document cannot be read.
};

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNDATABASE_H
