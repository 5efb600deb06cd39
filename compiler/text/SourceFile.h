// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens files as source buffers that messages can point into.

#ifndef FLAME_COMPILER_TEXT_SOURCEFILE_H
#define FLAME_COMPILER_TEXT_SOURCEFILE_H

#include "compiler/text/Diagnostics.h"
#include "support/Result.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>

namespace flame {

/// Maximum input size. Longer inputs, also endless pipes and devices, are rejected before they take
/// more than twice this memory.
inline constexpr size_t kMaxSourceBytes = size_t(1) << 28;

/// Reads the content of `path`; "-" is standard input.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readSource(llvm::StringRef path);

/// Opens `path` ("-" is standard input) as a new buffer of the SourceMgr of `diags` and returns its
/// id. Failure has been reported.
std::optional<unsigned> openSource(llvm::StringRef path, Diagnostics &diags);

/// Fails if the output would overwrite one of the input files.
rt::Status checkNotRead(const llvm::SourceMgr &sources, const std::string &output);

} // namespace flame

#endif // FLAME_COMPILER_TEXT_SOURCEFILE_H
