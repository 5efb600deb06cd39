// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the command line of flamec says.

#ifndef FLAME_TOOLS_FLAMEC_ARGUMENTS_H
#define FLAME_TOOLS_FLAMEC_ARGUMENTS_H

#include "compiler/driver/Compilation.h"
#include "compiler/driver/InputReader.h"
#include "compiler/genome/Compatibility.h"
#include "tools/ExitCode.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace flame {

/// What the command line said, word for word.
struct Arguments {
  std::vector<std::string> inputs, edge;
  std::string output, flame, loop, target = "native", emit = "cubin", fold = "structural", compat,
                                   dialect;
  std::string palettes, flock, dumpStages, report, remarks, cacheDirectory;
  std::vector<std::string> variations, disabled, warnings;
  double stagger = 0, frames = kDefaultFrames;
  unsigned level = 3;
  bool all = false, sequence = false, half = false, lenient = false, timings = false,
       printCommands = false, noCache = false;

  /// Whether results are artefacts, not the text of a stage.
  bool makesArtefacts() const { return emit == "cubin"; }
};

/// Tells the parser about all options. It writes into `arguments`, which must outlive it.
void declareOptions(CLI::App &app, Arguments &arguments);

/// Throws a CLI::ParseError if options contradict each other or something is missing.
void checkArguments(const CLI::App &app, const Arguments &arguments);

/// Says which options are of no use without others, to `messages`.
void warnOfNoEffect(const CLI::App &app, llvm::raw_ostream &messages);

/// Prints an error and returns its exit code.
ExitCode fail(llvm::raw_ostream &messages, const rt::Error &error);

/// How to compile. What is wrong with the arguments has been reported.
ExitCode makeCompileOptions(const Arguments &arguments, CompileOptions &options);

/// How to read inputs.
InputOptions makeInputOptions(const Arguments &arguments);

/// Switches warnings and remarks. What is wrong with the arguments has been reported.
ExitCode configure(Diagnostics &diagnostics, const Arguments &arguments,
                   llvm::raw_ostream &messages);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEC_ARGUMENTS_H
