// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the compiler writes its results: complete under their final name, or not at all.

#include "compiler/Output.h"

#include "llvm/Support/raw_ostream.h"

llvm::Error flame::writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes) {
  if (path == "-") {
    llvm::outs() << bytes;
    llvm::outs().flush();
    if (!llvm::outs().has_error())
      return llvm::Error::success();
    const std::error_code failed = llvm::outs().error();
    llvm::outs().clear_error();
    return llvm::createStringError("cannot write to standard output: " + failed.message());
  }
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &stream) {
    stream << bytes;
    return llvm::Error::success();
  });
  if (error)
    return llvm::createStringError("cannot write '" + path + "': " + llvm::toString(std::move(error)));
  return llvm::Error::success();
}
