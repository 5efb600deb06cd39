// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From PTX to machine code, by running ptxas on a pipe.

#include "compiler/codegen/AssembleCubin.h"

#include "compiler/text/Errors.h"
#include "support/AtomicFile.h"
#include "support/ChildProcess.h"
#include "support/ShellText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <chrono>
#include <cstdlib>

using namespace llvm;

namespace flame {

/// What a cubin begins with.
static constexpr StringLiteral kElfMagic = "\x7f"
                                           "ELF";

/// Processor time of ptxas for one architecture. The largest flames that are compiled take a tenth.
static constexpr std::chrono::seconds kPtxasLimit{600};

/// Keeps PTX that ptxas refused; returns its path, or empty when that fails too.
static std::string keepPtx(StringRef ptx) {
  SmallString<128> path;
  if (sys::fs::createTemporaryFile("flame", "ptx", path))
    return "";
  if (rt::writeOutput(path.c_str(), ptx))
    return std::string(path);
  (void)sys::fs::remove(path);
  return "";
}

/// What makes the heap of ptxas one of large pages, unless the user has settings for glibc: a
/// quarter of its time goes by otherwise until it has memory.
static std::vector<std::string> settingsOfHeap() {
  if (std::getenv("GLIBC_TUNABLES"))
    return {};
  return {"GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=33554432"};
}

Expected<std::string> assembleCubin(StringRef ptx, const AssembleOptions &options) {
  const std::string architecture = "-arch=" + options.target;
  const std::string level = "-O" + std::to_string(options.level);
  const std::string command = rt::shellQuoted(options.ptxas) + " " + architecture + " " + level;
  if (options.printCommand) {
    options.printCommand(command + " - -o /dev/stdout");
    return std::string();
  }
  auto scratch = rt::ScratchFolder::create();
  if (!scratch)
    return makeError(std::move(scratch).error());
  auto result = rt::runProgram({options.ptxas, architecture, level, "-", "-o", "/dev/stdout"}, ptx,
                               rt::Sandbox{{}, scratch->get()}, settingsOfHeap(), kPtxasLimit);
  if (!result)
    return makeError(std::move(result).error());
  if (result->exitCode == 0 && StringRef(result->output).starts_with(kElfMagic))
    return std::move(result->output);
  const std::string log = StringRef(result->errors).rtrim().str();
  const std::string kept = keepPtx(ptx);
  return makeError(rt::ErrorKind::Environment,
                   (result->exitCode ? "ptxas failed" : "ptxas left no machine code") +
                       (log.empty() ? "" : ":\n" + log),
                   kept.empty()
                       ? ""
                       : "to repeat: " + command + " " + rt::shellQuoted(kept) + " -o flame.cubin");
}

} // namespace flame
