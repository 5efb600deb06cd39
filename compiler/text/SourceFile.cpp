// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opening files to be read.

#include "compiler/text/SourceFile.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

std::optional<unsigned> flame::openSource(llvm::StringRef path, Diagnostics &diags) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/false,
                                                   /*RequiresNullTerminator=*/true);
  if (!buffer)
    return diags.errorInFile(path, "cannot read the file: " + buffer.getError().message());
  return diags.sources().AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
}
