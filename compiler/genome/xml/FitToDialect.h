// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Brings a genome to what another program means by the words of its files: the way of DialectReader, back. What comes out says the
// same flame, as far as it can be said there; what cannot is reported, each thing once, at its place in the file that was read.

#ifndef FLAME_COMPILER_GENOME_XML_FITTODIALECT_H
#define FLAME_COMPILER_GENOME_XML_FITTODIALECT_H

#include "compiler/genome/xml/DialectWords.h"
#include "compiler/text/Diagnostics.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace flame {

/// Reports what the files of a program cannot say.
class Losses {
public:
  Losses(const Genome &genome, const Dialect &dialect, Diagnostics &diags)
      : genome(genome), dialect(dialect), diags(diags) {}

  /// `what` is lost, which the attribute `attribute` of the flame says, or else the flame as a whole.
  void add(llvm::StringRef attribute, const llvm::Twine &what);
  /// The same at a place.
  void add(llvm::SMRange range, const llvm::Twine &what);

private:
  const Genome &genome;
  const Dialect &dialect;
  Diagnostics &diags;
};

/// The number from which `forward` makes exactly `value`, where one close to `guess` is; else `guess`.
double preimage(double value, double guess, llvm::function_ref<double(double)> forward);

/// What a flame of `dialect` means that says nothing.
Genome usualGenome(const Dialect &dialect);

/// `genome` in the meaning of `dialect`: its numbers are those that stand in a file, but opacities and angles of cameras, which
/// are written as Genome has them. Settings that its files do not have are the usual ones wherever nothing is lost by that.
Genome fitToDialect(const Genome &genome, const Dialect &dialect, const DialectWords &words,
                    Losses &losses);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_XML_FITTODIALECT_H
