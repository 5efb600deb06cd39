// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the genome reader over a string, as if it were a file called "test.flame", and keeps the
// genomes together with everything that was printed. The text is kept too: genomes point into it.

#ifndef FLAME_TESTS_UNIT_COMPILER_READTEXT_H
#define FLAME_TESTS_UNIT_COMPILER_READTEXT_H

#include "compiler/genome/xml/GenomeReader.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace flame::test {

/// One reading of one text.
class ReadText {
public:
  /// Prints the remarks whose category matches `remarks`, if that is not empty.
  explicit ReadText(llvm::StringRef text, const ReaderOptions &options = {},
                    llvm::StringRef remarks = "")
      : stream(printed), diags(sources, stream) {
    if (!remarks.empty())
      llvm::cantFail(diags.setRemarks(remarks));
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, "test.flame");
    unsigned id = sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
    genomes = readGenomes(id, diags, options);
  }

  bool succeeded() const { return genomes.has_value(); }
  /// The first genome; the reading must have succeeded.
  const Genome &first() const { return genomes.value().front(); }
  const std::string &messages() const { return printed; }
  Diagnostics &engine() { return diags; }

  std::optional<std::vector<Genome>> genomes;

private:
  llvm::SourceMgr sources;
  std::string printed;
  llvm::raw_string_ostream stream;
  Diagnostics diags;
};

/// A complete flame with `attributes` on its only xform, which has weight 1, and `children` after
/// it.
inline std::string flameWith(llvm::StringRef attributes, llvm::StringRef children = "") {
  return ("<flame size=\"64 48\">\n<xform weight=\"1\" " + attributes +
          "/>\n<color index=\"0\" rgb=\"255 255 255\"/>\n" + children + "</flame>\n")
      .str();
}

} // namespace flame::test

#endif // FLAME_TESTS_UNIT_COMPILER_READTEXT_H
