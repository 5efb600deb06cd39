// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flamec: compiles fractal flames and their animations to CUDA binaries. Parses the command line
// and runs the jobs; compiler/ does the work.

#include "tools/CommandLine.h"
#include "tools/HugeHeap.h"
#include "tools/LlvmProgram.h"
#include "tools/flamec/Arguments.h"
#include "tools/flamec/Jobs.h"

#include "llvm/Support/raw_ostream.h"

using namespace flame;

/// Prints how often code was in the cache.
static void printStatistics(const CodeCache &cache) {
  const auto [inMemory, onDisk, missed, damaged] = cache.statistics();
  llvm::errs() << "code cache: " << inMemory + onDisk << " of " << inMemory + onDisk + missed
               << " found, " << inMemory << " in memory, " << onDisk << " on disk";
  if (damaged)
    llvm::errs() << "; " << damaged << " damaged";
  llvm::errs() << '\n';
}

/// Reports why a cache could not be used. Stays silent if the user has no place for one and did not
/// ask for one.
static void warnAboutCache(const rt::CacheFolder &folder, bool isWanted) {
  std::error_code failed;
  if (!folder.complaint().empty() &&
      (isWanted || std::filesystem::is_directory(folder.path(), failed)))
    llvm::errs() << "flamec: warning: the code cache cannot be used: " << folder.complaint()
                 << '\n';
}

/// Checks the arguments that need a diagnostics engine.
static ExitCode checkMessages(const Arguments &arguments) {
  llvm::SourceMgr sources;
  Diagnostics diagnostics(sources);
  return configure(diagnostics, arguments, llvm::errs());
}

static ExitCode run(const Arguments &arguments) {
  Timings timings;
  CompileOptions options;
  options.timings = &timings;
  CodeCache cache(arguments.cacheDirectory.empty()
                      ? CodeCache::defaultFolder()
                      : std::filesystem::path(arguments.cacheDirectory));
  options.cache = arguments.noCache ? nullptr : &cache;
  if (ExitCode failed = checkMessages(arguments))
    return failed;
  if (ExitCode failed = makeCompileOptions(arguments, options))
    return failed;
  const ExitCode code = runJobs(planJobs(arguments), arguments, options);
  if (arguments.timings && code == kDone) {
    timings.print(llvm::errs());
    if (options.cache)
      printStatistics(cache);
  }
  warnAboutCache(cache.folder(), /*isWanted=*/!arguments.cacheDirectory.empty());
  return code;
}

/// More than the compiler needs for a flame of 97 xforms.
static constexpr size_t kHeap = size_t(128) << 20;

int main(int argc, char **argv) {
  beginLlvmProgram("flamec");
  growHeapInHugePages(kHeap);
  CLI::App app("Compiles fractal flames and animations to CUDA binaries that flamerun renders.",
               "flamec");
  Arguments arguments;
  declareOptions(app, arguments);
  if (const std::optional<int> code =
          parseCommandLine(app, argc, argv, [&] { checkArguments(app, arguments); }))
    return *code;
  warnOfNoEffect(app, llvm::errs());
  return endProgram("flamec", run(arguments));
}
