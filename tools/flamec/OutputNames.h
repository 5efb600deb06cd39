// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of the files that flamec writes.

#ifndef FLAME_TOOLS_FLAMEC_OUTPUTNAMES_H
#define FLAME_TOOLS_FLAMEC_OUTPUTNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace flame {

/// Returns labels that distinguish the flames of a file in file names, in their order. A label is
/// the flame's name if that is unique and usable (letters, digits, `.`, `_`, `-`; not a number),
/// else its index.
std::vector<std::string> flameLabels(llvm::ArrayRef<std::string> names);

/// Returns the file for the flame `label`: `<label>.<extension>` if `output` is a directory ending
/// with a slash, else `<output without extension>-<label>.<extension>`. Without `output`, the file
/// is in the current directory and named after `input`.
std::string outputPath(llvm::StringRef output, llvm::StringRef input, llvm::StringRef label,
                       llvm::StringRef extension);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEC_OUTPUTNAMES_H
