// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How files are called that flamec writes.

#ifndef FLAME_TOOLS_FLAMEC_OUTPUTNAMES_H
#define FLAME_TOOLS_FLAMEC_OUTPUTNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace flame {

/// What tells the flames of a file apart in names of files, in their order: the flame's name where it is one of a kind
/// and fit for that (letters, digits, `.`, `_`, `-`; no number), else its index.
std::vector<std::string> flameLabels(llvm::ArrayRef<std::string> names);

/// The file for the flame `label`: `<label>.<extension>` in the directory `output`, which ends with a slash, or beside
/// others of its kind as `<output without extension>-<label>.<extension>`. Without `output`, in the current directory
/// and after `input`.
std::string outputPath(llvm::StringRef output, llvm::StringRef input, llvm::StringRef label,
                       llvm::StringRef extension);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEC_OUTPUTNAMES_H
