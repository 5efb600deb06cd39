// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inverse of DialectReader: converts a genome to the values that mean the same in another
// program's files. Reports each thing that those files cannot express, once, at its location in the
// file that was read.

#ifndef FLAME_COMPILER_GENOME_XML_FITTODIALECT_H
#define FLAME_COMPILER_GENOME_XML_FITTODIALECT_H

#include "compiler/genome/xml/DialectWords.h"
#include "compiler/text/Diagnostics.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace flame {

/// Reports losses: settings that the program's files cannot express.
class Losses {
public:
  Losses(const Genome &genome, const Dialect &dialect, Diagnostics &diags)
      : genome(genome), dialect(dialect), diags(diags) {}

  /// Reports the loss of `what`, at the flame's attribute `attribute` or else at the flame.
  void add(llvm::StringRef attribute, const llvm::Twine &what);
  /// The same at a given range.
  void add(llvm::SMRange range, const llvm::Twine &what);

private:
  const Genome &genome;
  const Dialect &dialect;
  Diagnostics &diags;
};

/// Returns a number near `guess` that `forward` maps exactly to `value`; `guess` if there is none.
double preimage(double value, double guess, llvm::function_ref<double(double)> forward);

/// An empty flame as `dialect` reads it.
Genome usualGenome(const Dialect &dialect);

/// Converts `genome` to the values of `dialect`. The result has the numbers of the file, except
/// opacities and camera angles, which are written as Genome has them. Settings that the files lack
/// take their default wherever that loses nothing.
Genome fitToDialect(const Genome &genome, const Dialect &dialect, const DialectWords &words,
                    Losses &losses);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_FITTODIALECT_H
