// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The documents of a flock by id. A database is a directory, where an id is a relative path to which ".json" is added
// if need be, or one JSON file of type "onefiledb" whose other members are the documents. Without a database given, the
// first id that is looked for decides: the directory of the file that asks, or the closest one above it, where that id
// exists.
//
// Documents are read once and stay; ids cannot leave the directory.

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

  /// Uses the directory or one-file database `path`. Whether it can be read; if not that has been reported.
  bool open(const std::string &path);
  /// Without a database: ids will be looked for around the file `path`.
  void searchAround(const std::string &path) { home = path; }

  /// Reads a buffer of the SourceMgr: the document in it. A one-file database becomes the database, and the document is
  /// the one in it that is called `id`, or the only one. Null has been reported.
  const CuburnDocument *read(unsigned bufferId, const std::string &id);

  /// The document called `id`, which is referred to at `from`, or on the command line if that is invalid. Null has been
  /// reported.
  const CuburnDocument *find(llvm::StringRef id, llvm::SMRange from);

  /// `document` and everything that it is based on, oldest first. Empty has been reported.
  std::vector<const CuburnDocument *> layersOf(const CuburnDocument &document);

  /// The ids below `folder`, such as "nodes", in alphabetical order, as far as the database has been found. What is not
  /// a JSON file is none.
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

  std::string home = ".";               ///< the file to look around
  std::optional<std::string> directory; ///< once known
  const JsonValue *oneFile = nullptr;   ///< the root of a one-file database
  std::vector<std::unique_ptr<JsonDocument>> parsed;
  std::map<std::string, std::unique_ptr<CuburnDocument>, std::less<>>
      documents; ///< by id; null: cannot be read
};

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNDATABASE_H
