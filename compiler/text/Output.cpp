// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's TempFile does the cleaning up, also when a signal ends the program. Errors of a stream are
// taken from it before it is destroyed, because a stream that still has one then ends the program.

#include "compiler/text/Output.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace flame {

namespace fs = llvm::sys::fs;

static llvm::Error writeError(llvm::StringRef path, std::error_code why) {
  return llvm::createStringError(why, "cannot write '" + path + "': " + why.message());
}

/// Writes all `bytes`; the stream has no error afterwards.
static std::error_code writeTo(llvm::raw_fd_ostream &stream, llvm::StringRef bytes) {
  stream << bytes;
  stream.flush();
  std::error_code why = stream.error();
  stream.clear_error();
  return why;
}

static std::error_code writeDirectly(llvm::StringRef path, llvm::StringRef bytes) {
  std::error_code why;
  llvm::raw_fd_ostream stream(path, why, fs::CD_OpenExisting);
  if (why)
    return why;
  why = writeTo(stream, bytes);
  stream.close();
  std::error_code whyNotClosed = stream.error();
  stream.clear_error();
  return why ? why : whyNotClosed;
}

static std::error_code replace(llvm::StringRef path, llvm::StringRef bytes) {
  auto code = [](llvm::Error error) { return llvm::errorToErrorCode(std::move(error)); };
  llvm::SmallString<128> model = llvm::sys::path::parent_path(path);
  // Hidden, and not longer than the name wanted by more than a few characters.
  llvm::sys::path::append(model,
                          "." + llvm::sys::path::filename(path).take_front(200) + "-%%%%%%%%.tmp");
  llvm::Expected<fs::TempFile> file = fs::TempFile::create(model);
  if (!file)
    return code(file.takeError());
  std::error_code why;
  {
    llvm::raw_fd_ostream stream(file->FD, /*shouldClose=*/false);
    why = writeTo(stream, bytes);
  }
  if (why) {
    llvm::consumeError(file->discard());
    return why;
  }
  return code(file->keep(path));
}

llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes) {
  if (path == "-") {
    std::error_code why = writeTo(llvm::outs(), bytes);
    return why ? llvm::createStringError(why, "cannot write to standard output: " + why.message())
               : llvm::Error::success();
  }
  fs::file_status status;
  const bool exists = !fs::status(path, status);
  std::error_code why;
  llvm::SmallString<128> resolved = path;
  if (exists && fs::is_directory(status))
    why = std::make_error_code(std::errc::is_a_directory);
  else if (exists && !fs::is_regular_file(status))
    why = writeDirectly(path, bytes);
  else if (exists && (why = fs::real_path(path, resolved)))
    ; // a link that cannot be followed
  else
    why = replace(resolved, bytes);
  return why ? writeError(path, why) : llvm::Error::success();
}

} // namespace flame
