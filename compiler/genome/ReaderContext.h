// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared state of the parts of the genome reader: diagnostics, leniency, and conversion of
// attributes to numbers, lists and keywords. On a bad value the target keeps its content and
// reading continues.

#ifndef FLAME_COMPILER_GENOME_READERCONTEXT_H
#define FLAME_COMPILER_GENOME_READERCONTEXT_H

#include "compiler/genome/Dialect.h"
#include "compiler/genome/ReaderOptions.h"
#include "compiler/text/Diagnostics.h"
#include "compiler/text/Limits.h"
#include "compiler/text/XmlDocument.h"
#include "ir/language/UserVariation.h"

namespace flame {

/// An unknown variation or parameter name in the current flame.
struct Unsupported {
  const XmlAttribute *attribute;
  /// The complete message, used if this is the only unknown name.
  std::string message;
  /// The most similar known name; empty if none is close.
  std::string suggestion;
};

/// State of reading one file.
struct ReaderContext {
  ReaderContext(Diagnostics &diags, const ReaderOptions &options)
      : diags(diags), options(options) {}

  /// Reports an error that makes the flame unusable; in lenient mode, a warning.
  Diagnostics::Reported reject(llvm::SMRange range, const llvm::Twine &message);
  /// Reports an error that lenient mode does not downgrade.
  Diagnostics::Reported fail(llvm::SMRange range, const llvm::Twine &message);

  Diagnostics &diags;
  const ReaderOptions &options;
  /// The palette library, loaded on first use; and whether loading was tried.
  std::optional<XmlDocument> paletteLibrary;
  /// The library's palettes if it is not XML.
  std::optional<std::vector<Palette>> gradients;
  bool triedPaletteLibrary = false;
  /// The variations visible to every flame of the file, and those visible to the current flame.
  VariationScope commonVariations, variations;
  /// Reads the palette of an embedded flame, given as XML; nothing if it cannot be read.
  std::optional<Palette> (*innerPalette)(llvm::StringRef flame) = nullptr;
  /// The dialect of the current flame.
  const Dialect *dialect = dialectTable().data();
  /// The frame at which the current flame evaluates its motion curves.
  double frame = 1;
  /// True if the current flame scales z of planar variations by their weight, as JWildfire flames
  /// may.
  bool preservesZ = false;
  /// Set by the first error of the current flame.
  bool failed = false;
  /// Unknown variations and parameters of the current flame, in document order. They share one
  /// remedy, so one message reports all of them after the flame is read.
  std::vector<Unsupported> unsupported;
};

/// Returns the range of the value of `attribute` including the opening quote, so that an empty
/// value can be underlined.
llvm::SMRange valueRange(const XmlAttribute &attribute);

/// Reads one finite number within `limits`. An empty value counts as 0, with a warning.
void readNumber(ReaderContext &context, const XmlAttribute &attribute, double &target,
                Limits limits = {});

/// Reads exactly `targets.size()` numbers. Sets all targets or none.
void readNumbers(ReaderContext &context, const XmlAttribute &attribute,
                 llvm::MutableArrayRef<double> targets, Limits limits = {});

/// Reads between `minimum` and `maximum` numbers. Failure has been reported.
std::optional<std::vector<double>> readNumberList(ReaderContext &context,
                                                  const XmlAttribute &attribute, size_t minimum,
                                                  size_t maximum, Limits limits = {});

/// Reads an integer between `minimum` and `maximum`, both included.
void readInteger(ReaderContext &context, const XmlAttribute &attribute, int &target, int minimum,
                 int maximum);

/// Reads the six numbers a d b e c f.
void readAffine(ReaderContext &context, const XmlAttribute &attribute, Affine &target);

/// Returns the index of the attribute's value in `keywords`. Warns about any other value and
/// returns nothing.
std::optional<unsigned> readKeyword(ReaderContext &context, const XmlAttribute &attribute,
                                    llvm::ArrayRef<llvm::StringLiteral> keywords);

/// Formats `keywords` as "'a', 'b' or 'c'".
std::string listKeywords(llvm::ArrayRef<llvm::StringLiteral> keywords);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_READERCONTEXT_H
