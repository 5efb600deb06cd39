// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running programs of the CUDA toolkit. The three standard streams are temporary files: no pipe can fill up.

#include "compiler/RunTool.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace flame;

namespace {
/// A temporary file that is removed with the object.
class ScratchFile {
public:
  std::error_code create(StringRef contents = "") {
    int descriptor;
    if (std::error_code failed = sys::fs::createTemporaryFile("flame", "tmp", descriptor, path))
      return failed;
    raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
    stream << contents;
    stream.close();
    const std::error_code failed = stream.error();
    stream.clear_error();
    return failed;
  }
  ~ScratchFile() {
    if (!path.empty())
      sys::fs::remove(path);
  }
  StringRef name() const { return path; }
  std::string read() const {
    auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  }

private:
  SmallString<128> path;
};
} // namespace

Expected<ToolResult> flame::runTool(StringRef program, ArrayRef<StringRef> arguments,
                                    StringRef input) {
  ScratchFile files[3];
  for (unsigned i = 0; i < 3; ++i)
    if (std::error_code failed = files[i].create(i == 0 ? input : ""))
      return createStringError("cannot make a temporary file: " + failed.message());
  SmallVector<StringRef> command = {program};
  append_range(command, arguments);
  const std::optional<StringRef> redirects[] = {files[0].name(), files[1].name(), files[2].name()};
  std::string message;
  bool couldNotRun = false;
  const int code = sys::ExecuteAndWait(program, command, std::nullopt, redirects,
                                       /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message, &couldNotRun);
  if (couldNotRun || code < 0)
    return createStringError("cannot run '" + program + "': " + message);
  return ToolResult{code, files[1].read(), files[2].read()};
}

std::optional<std::string> flame::findPtxas() {
  SmallVector<std::string> folders;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *home = std::getenv(variable))
      folders.push_back(std::string(home) + "/bin");
  for (const std::string &folder : folders)
    if (auto found = sys::findProgramByName("ptxas", {folder}))
      return *found;
  if (auto found = sys::findProgramByName("ptxas"))
    return *found;
  if (auto found = sys::findProgramByName("ptxas", {"/usr/local/cuda/bin"}))
    return *found;
  return std::nullopt;
}
