// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs reader, compiler and writer, with messages going to a string.

#include "compiler/driver/CompileText.h"

#include "compiler/codegen/EmitPTX.h"
#include "compiler/driver/Compilation.h"
#include "compiler/driver/FindPtxas.h"
#include "compiler/text/Errors.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace flame {

/// The target, if there is an assembler that supports it.
static void chooseTarget(const std::string &target, CompileOptions &options) {
  options.ptxas = findPtxas().value_or("");
  if (target.empty() || options.ptxas.empty())
    return;
  if (llvm::Error unknown = checkArchitecture(target))
    llvm::consumeError(std::move(unknown));
  else
    options.targets = {target};
}

/// The messages without the final line end.
static std::string takeLines(std::string &messages) {
  while (!messages.empty() && messages.back() == '\n')
    messages.pop_back();
  return std::move(messages);
}

rt::Result<TextArtefact> compileText(std::string_view text, const CompileTextOptions &options) {
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  llvm::SourceMgr sources;
  Diagnostics diagnostics(sources, stream);
  const unsigned buffer = sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text), options.name), llvm::SMLoc());
  const std::optional<Input> input = readInput(buffer, options.input, diagnostics);
  if (!input)
    return rt::Error(rt::ErrorKind::Input, takeLines(messages));
  CompileOptions how;
  chooseTarget(options.target, how);
  how.cache = options.cache;
  how.sources = &sources;
  llvm::Expected<ArtefactContents> contents = compile(input->animation, input->text, how);
  if (!contents) {
    rt::Error error = toError(contents.takeError());
    return messages.empty()
               ? error
               : rt::Error(error.kind(), takeLines(messages) + "\n" + error.text(), error.note());
  }
  FLAME_TRY_ASSIGN(std::string bytes, writeArtefact(std::move(*contents)));
  return TextArtefact{std::move(bytes), takeLines(messages)};
}

} // namespace flame
