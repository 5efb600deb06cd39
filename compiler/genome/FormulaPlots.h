// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire's plots of a formula that the flame brings along: polarplot2d_wf and polarplot3d_wf. The formula is a text in
// the syntax of Java, which a file has in hexadecimal digits. It becomes a variation of the flame's own, in the language
// of ir/language.

#ifndef FLAME_COMPILER_GENOME_FORMULAPLOTS_H
#define FLAME_COMPILER_GENOME_FORMULAPLOTS_H

#include "compiler/genome/ReaderContext.h"

#include <vector>

namespace flame {

/// The plots of one xform.
class FormulaPlots {
public:
  /// Defines the plots that `element` has, in the scope of the flame. One whose formula is wrong is reported.
  FormulaPlots(ReaderContext &context, const XmlElement &element);

  /// Whether `name` is an attribute of a plot that is no number: its formula, names of pictures, and what belongs to them.
  bool isText(llvm::StringRef name) const;
  /// The variation and the parameter that `name` means, if it is of a plot.
  std::optional<std::pair<const VariationInfo *, std::optional<unsigned>>>
  find(llvm::StringRef name) const;

private:
  struct Plot {
    llvm::StringRef name; ///< in the file
    const VariationInfo *info;
  };
  std::vector<Plot> plots;
};

/// What a file has for a plot.
struct PlotText {
  llvm::StringRef name;
  std::string formula; ///< in hexadecimal digits
};

/// That of `variation`, if FormulaPlots made it.
std::optional<PlotText> plotTextOf(const VariationInfo &variation);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_FORMULAPLOTS_H
