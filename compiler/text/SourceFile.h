// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files as buffers that messages can point into.

#ifndef FLAME_COMPILER_TEXT_SOURCEFILE_H
#define FLAME_COMPILER_TEXT_SOURCEFILE_H

#include "compiler/text/Diagnostics.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace flame {

/// Opens `path` ("-" is standard input) as a new buffer of the SourceMgr of `diags` and returns its id. Failure has been
/// reported.
std::optional<unsigned> openSource(llvm::StringRef path, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_TEXT_SOURCEFILE_H
