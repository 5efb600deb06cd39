// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of the genome reader share: where messages go, what --lenient means, and how an
// attribute becomes a number, a list of numbers or a keyword. On a bad value the target keeps what
// it had, and reading goes on.

#ifndef FLAME_COMPILER_GENOME_READERCONTEXT_H
#define FLAME_COMPILER_GENOME_READERCONTEXT_H

#include "compiler/genome/Dialect.h"
#include "compiler/genome/ReaderOptions.h"
#include "compiler/text/Diagnostics.h"
#include "compiler/text/Limits.h"
#include "compiler/text/XmlDocument.h"
#include "ir/language/UserVariation.h"

namespace flame {

/// A name of the current flame that neither this program nor, as far as it knows, any misspelling
/// explains.
struct Unsupported {
  const XmlAttribute *attribute;
  /// What is wrong, in full, should it be the only one.
  std::string message;
  /// The name that was probably meant; empty if none is close.
  std::string suggestion;
};

/// One reading of one file.
struct ReaderContext {
  ReaderContext(Diagnostics &diags, const ReaderOptions &options)
      : diags(diags), options(options) {}

  /// Reports something that makes the flame unusable, unless the user asked to be lenient.
  Diagnostics::Reported reject(llvm::SMRange range, const llvm::Twine &message);
  /// Reports something that no leniency can mend.
  Diagnostics::Reported fail(llvm::SMRange range, const llvm::Twine &message);

  Diagnostics &diags;
  const ReaderOptions &options;
  /// The palette library, once a flame asked for it, and whether that was tried.
  std::optional<XmlDocument> paletteLibrary;
  /// Its palettes, if it is no XML.
  std::optional<std::vector<Palette>> gradients;
  bool triedPaletteLibrary = false;
  /// The variations that any flame may name, and those that the current one may.
  VariationScope commonVariations, variations;
  /// The palette of a flame in XML, which is within another one; nothing if it cannot be read.
  std::optional<Palette> (*innerPalette)(llvm::StringRef flame) = nullptr;
  /// That of the current flame.
  const Dialect *dialect = dialectTable().data();
  /// The frame that the current flame shows of its motion curves.
  double frame = 1;
  /// Whether it has z of the plane's variations weighed, as JWildfire's flames may.
  bool preservesZ = false;
  /// Set by the first error of the current flame.
  bool failed = false;
  /// Variations and parameters of the current flame that do not exist here, in document order:
  /// reported together once the flame is read, because they all have one remedy.
  std::vector<Unsupported> unsupported;
};

/// `range` as the value of `attribute`: the opening quote is included so that an empty value can be
/// underlined.
llvm::SMRange valueRange(const XmlAttribute &attribute);

/// Reads one finite number within `limits`. An empty value counts as 0, with a warning.
void readNumber(ReaderContext &context, const XmlAttribute &attribute, double &target,
                Limits limits = {});

/// Reads exactly `targets.size()` numbers. Either all targets are set or none.
void readNumbers(ReaderContext &context, const XmlAttribute &attribute,
                 llvm::MutableArrayRef<double> targets, Limits limits = {});

/// Reads between `minimum` and `maximum` numbers; failure has been reported.
std::optional<std::vector<double>> readNumberList(ReaderContext &context,
                                                  const XmlAttribute &attribute, size_t minimum,
                                                  size_t maximum, Limits limits = {});

/// Reads an integer between `minimum` and `maximum`, both included.
void readInteger(ReaderContext &context, const XmlAttribute &attribute, int &target, int minimum,
                 int maximum);

/// The six numbers a d b e c f.
void readAffine(ReaderContext &context, const XmlAttribute &attribute, Affine &target);

/// The index of the attribute's value among `keywords`. Anything else gives a warning and nothing.
std::optional<unsigned> readKeyword(ReaderContext &context, const XmlAttribute &attribute,
                                    llvm::ArrayRef<llvm::StringLiteral> keywords);

/// `keywords` as "'a', 'b' or 'c'".
std::string listKeywords(llvm::ArrayRef<llvm::StringLiteral> keywords);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_READERCONTEXT_H
