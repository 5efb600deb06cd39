// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text that all generators print in the same way.

#ifndef FLAME_TOOLS_FLAMETBLGEN_TEXT_H
#define FLAME_TOOLS_FLAMETBLGEN_TEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace flame::tblgen {

inline constexpr const char *kLicence = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception";

/// Emits the head of a generated C++ file: what it holds, and the records it was made from.
void emitHeader(llvm::raw_ostream &out, llvm::StringRef source, llvm::StringRef what);

/// Returns `text` as a string literal.
std::string quoted(llvm::StringRef text);

/// Formats words as code in prose: `a`, `b`.
std::string codeList(llvm::ArrayRef<llvm::StringRef> words);

} // namespace flame::tblgen

#endif // FLAME_TOOLS_FLAMETBLGEN_TEXT_H
