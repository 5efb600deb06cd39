// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of flamec.

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

/// The values of the command line as given.
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

  /// Whether results are artefacts and not the text of a stage.
  bool makesArtefacts() const { return emit == "cubin"; }
};

/// Declares all options on `app`. Parsing writes into `arguments`, which must outlive `app`.
void declareOptions(CLI::App &app, Arguments &arguments);

/// Throws a CLI::ParseError if options contradict each other or a required one is missing.
void checkArguments(const CLI::App &app, const Arguments &arguments);

/// Warns about options that have no effect without others.
void warnOfNoEffect(const CLI::App &app, llvm::raw_ostream &messages);

/// Prints an error and returns its exit code.
ExitCode fail(llvm::raw_ostream &messages, const rt::Error &error);

/// Makes the options of the compiler. Reports errors in the arguments.
ExitCode makeCompileOptions(const Arguments &arguments, CompileOptions &options);

/// Makes the options for reading inputs.
InputOptions makeInputOptions(const Arguments &arguments);

/// Enables and disables warnings and remarks. Reports errors in the arguments.
ExitCode configure(Diagnostics &diagnostics, const Arguments &arguments,
                   llvm::raw_ostream &messages);

} // namespace flame

#endif // FLAME_TOOLS_FLAMEC_ARGUMENTS_H
