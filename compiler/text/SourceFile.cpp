// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads regular files at once, because their size is known. Does not map them: truncation of a
// mapped file by another process would end the program. Reads any other input in pieces until it
// ends or becomes too long.

#include "compiler/text/SourceFile.h"

#include "support/OutputPath.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

namespace flame {

namespace fs = llvm::sys::fs;

static llvm::Error tooLong() {
  return llvm::createStringError("it has more than " + llvm::Twine(kMaxSourceBytes >> 20) + " MiB");
}

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readStream(fs::file_t file,
                                                                      llvm::StringRef name) {
  constexpr size_t kPiece = size_t(1) << 16;
  llvm::SmallVector<char, 0> content;
  while (true) {
    const size_t size = content.size();
    if (size > kMaxSourceBytes)
      return tooLong();
    content.resize_for_overwrite(size + kPiece);
    llvm::Expected<size_t> taken =
        fs::readNativeFile(file, llvm::MutableArrayRef(content).drop_front(size));
    if (!taken)
      return taken.takeError();
    content.truncate(size + *taken);
    if (*taken == 0)
      return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(content), name);
  }
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readSource(llvm::StringRef path) {
  if (path == "-")
    return readStream(fs::getStdinHandle(), "<stdin>");
  llvm::Expected<fs::file_t> file = fs::openNativeFileForRead(path);
  if (!file)
    return file.takeError();
  const llvm::scope_exit close([&] { (void)fs::closeFile(*file); });
  fs::file_status status;
  if (std::error_code error = fs::status(*file, status))
    return llvm::errorCodeToError(error);
  // As for files in /proc.
  if (status.type() != fs::file_type::regular_file || status.getSize() == 0)
    return readStream(*file, path);
  if (status.getSize() > kMaxSourceBytes)
    return tooLong();
  return llvm::errorOrToExpected(llvm::MemoryBuffer::getOpenFile(*file, path, status.getSize(),
                                                                 /*RequiresNullTerminator=*/true,
                                                                 /*IsVolatile=*/true));
}

std::optional<unsigned> openSource(llvm::StringRef path, Diagnostics &diags) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer = readSource(path);
  if (!buffer)
    return diags.errorInFile(path, "cannot read the file: " + llvm::toString(buffer.takeError()));
  return diags.sources().AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
}

rt::Status checkNotRead(const llvm::SourceMgr &sources, const std::string &output) {
  const auto written = rt::identify(output);
  if (!written)
    return {};
  for (unsigned id = 1; id <= sources.getNumBuffers(); ++id)
    if (rt::identify(sources.getMemoryBuffer(id)->getBufferIdentifier().str()) == written)
      return rt::overwriteError(output);
  return {};
}

} // namespace flame
