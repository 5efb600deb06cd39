// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flamec: compiles fractal flames to CUDA binaries. Command line in, Compilation out; the work is in compiler/.

#include "compiler/Compilation.h"
#include "compiler/Diagnostics.h"
#include "compiler/EmitPTX.h"
#include "compiler/GenomeReader.h"
#include "compiler/Output.h"
#include "compiler/RunTool.h"
#include "compiler/Version.h"
#include "runtime/host/Driver.h"
#include "tools/flamec/OutputNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <CLI/CLI.hpp>

using namespace flame;

namespace {
/// Exit codes, documented in --help.
enum ExitCode { kDone = 0, kRejected = 1, kUsage = 2, kEnvironment = 3, kBug = 70 };

constexpr char kExamples[] = R"(
Exit codes: 0 done, 1 input rejected, 2 usage, 3 environment, 70 bug of flamec

Examples:
  flamec ember.flame -o ember.cubin
  flamec flock.flam3 --all -o flock/
  flamec sheep.flam3 --flame=2 --target=sm_90,sm_120 --timings -o sheep.cubin)";

/// What the command line said.
struct Arguments {
  std::string input, output, flame, target = "native", emit = "cubin", fold = "structural";
  std::string palettes, dumpStages, remarks;
  std::vector<std::string> disabled, warnings;
  unsigned level = 3;
  bool all = false, lenient = false, timings = false, printCommands = false;
};

/// One flame to compile.
struct Job {
  std::optional<size_t> index; ///< of the flame; without one, --flame decides, or there is only one
  std::string output, dumpStages;
};

/// A message about the command line or the environment, and its exit code.
ExitCode fail(ExitCode code, const llvm::Twine &message) {
  llvm::errs() << "flamec: error: " << message << '\n';
  return code;
}

void declareOptions(CLI::App &app, Arguments &arguments) {
  app.add_option("INPUT", arguments.input, "genome: .flam3, .flame or XML; '-' is stdin")->required();
  app.add_option("-o", arguments.output, "artefact to write; '-' is stdout [input name + .cubin]");
  auto *one =
      app.add_option("--flame", arguments.flame, "which flame of the file: name or index from 0");
  app.add_flag("--all", arguments.all, "every flame, to -o + '-NAME.cubin' or, if -o ends with '/', into it")
      ->excludes(one);
  app.add_option("--target", arguments.target, "sm_75 ... sm_120 (several: comma), native, ptx")
      ->capture_default_str();
  app.add_option("--emit", arguments.emit, "stop after flame, opt, llvm, ptx or cubin")
      ->check(CLI::IsMember({"flame", "opt", "llvm", "ptx", "cubin"}))
      ->capture_default_str();
  app.add_option("-O", arguments.level, "optimisation, 0 to 3")->check(CLI::Range(0, 3))
      ->capture_default_str();
  app.add_option("--fold", arguments.fold, "constants in code: structural, all or none")
      ->check(CLI::IsMember({"structural", "all", "none"}))
      ->capture_default_str();
  app.add_option("--disable-pass", arguments.disabled, "leave out an optional pass")
      ->allow_extra_args(false);
  app.add_option("--palettes", arguments.palettes, "palette library for flames that give a number");
  app.add_flag("--lenient", arguments.lenient, "ignore unknown variations, with a warning");
  app.add_option("-W", arguments.warnings, "NAME, no-NAME, error, error=NAME: control warnings")
      ->allow_extra_args(false);
  app.add_option("--remarks", arguments.remarks, "print optimisation remarks of matching passes");
  app.add_option("--dump-stages", arguments.dumpStages, "write every stage into this directory");
  app.add_flag("--timings", arguments.timings, "print how long each stage took");
  app.add_flag("--print-commands", arguments.printCommands, "print the ptxas command, run nothing");
  app.set_version_flag("--version", std::string("flamec ") + kVersion + " (LLVM " +
                                        LLVM_VERSION_STRING + ", PTX ISA 8.8, default target native)");
  app.footer(kExamples + 1);
}

/// The targets of --target; "native" asks the driver and falls back to sm_90.
llvm::Expected<std::vector<std::string>> parseTargets(const std::string &text, bool hasPtxas) {
  std::vector<std::string> targets;
  for (llvm::StringRef word : llvm::split(text, ',')) {
    if (word == "ptx")
      continue;
    if (word == "native") {
      targets.push_back("sm_90");
      if (auto driver = rt::Driver::open())
        if (auto device = (*driver)->device(0))
          targets.back() = device->target();
      if (llvm::Error unknown = checkArchitecture(targets.back()))
        llvm::consumeError(std::move(unknown)), targets.pop_back(); // a GPU we do not know compiles PTX
      if (!hasPtxas)
        targets.clear();
      continue;
    }
    if (llvm::Error error = checkArchitecture(word))
      return std::move(error);
    if (!llvm::is_contained(targets, word.str()))
      targets.push_back(word.str());
  }
  return targets;
}

std::string defaultOutput(const Arguments &arguments) {
  llvm::SmallString<128> path(arguments.input == "-" ? "flame" : arguments.input);
  llvm::sys::path::replace_extension(path, "cubin");
  return std::string(llvm::sys::path::filename(path));
}

llvm::StringRef extensionOf(llvm::StringRef stage) {
  return llvm::StringSwitch<llvm::StringRef>(stage)
      .Cases({"flame", "opt"}, "mlir")
      .Case("llvm", "ll")
      .Default(stage);
}

/// Where a stage's text goes: to the output if the user asked for that stage, and into --dump-stages.
void installDumps(const Job &job, CompileOptions &options, std::string &emitted) {
  const bool wantsText = options.lastStage != "cubin";
  if (!wantsText && job.dumpStages.empty())
    return;
  options.dump = [&job, &emitted, wanted = wantsText ? options.lastStage : ""](
                     llvm::StringRef stage, llvm::StringRef target, llvm::StringRef text) {
    if (stage == wanted && emitted.empty())
      emitted = text.str();
    if (job.dumpStages.empty())
      return;
    const size_t number = llvm::find(stageNames(), stage) - stageNames().begin();
    std::string name = "0" + std::to_string(number + 1) + "-" + stage.str();
    name += (target.empty() ? "" : "." + target.str()) + "." + extensionOf(stage).str();
    llvm::SmallString<128> path(job.dumpStages);
    llvm::sys::path::append(path, name);
    if (llvm::Error error = writeFileAtomically(path, text))
      llvm::errs() << "flamec: warning: " << llvm::toString(std::move(error)) << '\n';
  };
}

/// What the command line says of how to compile, checked.
ExitCode makeOptions(const Arguments &arguments, CompileOptions &options) {
  options.ptxas = findPtxas().value_or("");
  auto targets = parseTargets(arguments.target, !options.ptxas.empty());
  if (!targets)
    return fail(kUsage, llvm::toString(targets.takeError()));
  options.targets = *targets;
  for (const std::string &pass : options.disabledPasses = arguments.disabled)
    if (!isOptionalPass(pass))
      return fail(kUsage, "pass '" + pass + "' cannot be left out");
  if (!options.targets.empty() && options.ptxas.empty() && arguments.emit == "cubin")
    return fail(kEnvironment, "ptxas was not found: install the CUDA toolkit, set CUDA_HOME, or "
                              "use --target=ptx");
  if (options.targets.empty() && options.ptxas.empty() && arguments.emit == "cubin")
    llvm::errs() << "flamec: note: no ptxas: the artefact holds PTX, which the driver compiles\n";
  options.level = arguments.level;
  options.fold = arguments.fold;
  options.remarks = arguments.remarks;
  options.lastStage = arguments.emit;
  if (arguments.printCommands)
    options.printCommand = [](llvm::StringRef command) { llvm::outs() << command << '\n'; };
  return kDone;
}

ExitCode configure(Diagnostics &diagnostics, const Arguments &arguments) {
  for (const std::string &flag : arguments.warnings)
    if (llvm::Error error = diagnostics.setWarningFlag(flag))
      return fail(kUsage, llvm::toString(std::move(error)));
  if (!arguments.remarks.empty())
    if (llvm::Error error = diagnostics.setRemarks(arguments.remarks))
      return fail(kUsage, llvm::toString(std::move(error)));
  return kDone;
}

ExitCode makeDirectory(llvm::StringRef path) {
  if (std::error_code failed = llvm::sys::fs::create_directories(path))
    return fail(kEnvironment, "cannot create '" + path + "': " + failed.message());
  return kDone;
}

std::optional<Genome> readFlame(const Arguments &arguments, const Job &job, unsigned buffer,
                                Diagnostics &diagnostics) {
  ReaderOptions options;
  options.lenient = arguments.lenient;
  options.flame = arguments.flame;
  options.index = job.index;
  options.paletteLibrary = arguments.palettes;
  auto genomes = readGenomes(buffer, diagnostics, options);
  if (!genomes)
    return std::nullopt;
  return selectGenome(*genomes, /*wanted=*/"", arguments.input, diagnostics); // the reader has chosen
}

/// Compiles a flame of the file that is `buffer` of `diagnostics`.
ExitCode compileFlame(const Arguments &arguments, const Job &job, CompileOptions options,
                      unsigned buffer, Diagnostics &diagnostics) {
  if (ExitCode failed = job.dumpStages.empty() ? kDone : makeDirectory(job.dumpStages))
    return failed;
  options.sources = &diagnostics.sources();
  std::string bytes;
  installDumps(job, options, bytes);
  std::optional<Genome> genome;
  {
    StageTimer scope(options.timings, "read");
    genome = readFlame(arguments, job, buffer, diagnostics);
  }
  if (!genome || diagnostics.hasErrors())
    return kRejected;
  llvm::Expected<ArtefactContents> contents = compile(
      makeStill(*genome), diagnostics.sources().getMemoryBuffer(buffer)->getBuffer(), options);
  if (!contents)
    return fail(kBug, llvm::toString(contents.takeError()));
  if (arguments.printCommands)
    return kDone;
  StageTimer scope(options.timings, "write");
  if (arguments.emit == "cubin") {
    auto artefact = writeArtefact(std::move(*contents));
    if (!artefact)
      return fail(kBug, artefact.error().str());
    bytes = std::move(*artefact);
  }
  if (llvm::Error error = writeFileAtomically(job.output, bytes))
    return fail(kEnvironment, llvm::toString(std::move(error)));
  return kDone;
}

/// --all: one flame after the other, each with messages of its own. What went wrong worst decides about the exit code.
ExitCode compileAll(const Arguments &arguments, const CompileOptions &options, unsigned buffer,
                    Diagnostics &diagnostics) {
  const auto names = readFlameNames(buffer, diagnostics);
  if (!names)
    return kRejected;
  if (arguments.output == "-")
    return fail(kUsage, "--all writes a file for every flame, which '-o -' is not");
  if (llvm::StringRef(arguments.output).ends_with("/"))
    if (ExitCode failed = makeDirectory(arguments.output))
      return failed;
  ExitCode worst = kDone;
  for (auto [index, label] : llvm::enumerate(flameLabels(*names))) {
    Job job = {index,
               outputPath(arguments.output, arguments.input, label, extensionOf(arguments.emit)),
               arguments.dumpStages.empty() ? "" : arguments.dumpStages + "/" + label};
    llvm::SourceMgr sources;
    Diagnostics own(sources);
    configure(own, arguments);
    const unsigned copy = sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(*diagnostics.sources().getMemoryBuffer(buffer)),
        llvm::SMLoc());
    const ExitCode code = compileFlame(arguments, job, options, copy, own);
    llvm::errs() << '[' << index + 1 << '/' << names->size() << "] "
                 << (code == kDone ? job.output : label + " failed") << '\n';
    worst = std::max(worst, code);
  }
  return worst;
}

ExitCode run(const Arguments &arguments) {
  llvm::SourceMgr sources;
  Diagnostics diagnostics(sources);
  Timings timings;
  CompileOptions options;
  options.timings = &timings;
  if (ExitCode failed = configure(diagnostics, arguments))
    return failed;
  if (ExitCode failed = makeOptions(arguments, options))
    return failed;
  std::optional<unsigned> buffer = openGenomeFile(arguments.input, diagnostics);
  if (!buffer)
    return kRejected;
  const std::string defaultName = arguments.emit == "cubin" ? defaultOutput(arguments) : "-";
  const Job job = {std::nullopt, arguments.output.empty() ? defaultName : arguments.output,
                   arguments.dumpStages};
  const ExitCode code = arguments.all
                            ? compileAll(arguments, options, *buffer, diagnostics)
                            : compileFlame(arguments, job, options, *buffer, diagnostics);
  if (arguments.timings && code == kDone)
    timings.print(llvm::errs());
  return code;
}
} // namespace

int main(int argc, char **argv) {
  CLI::App app("Compiles a fractal flame to a CUDA binary that flamerun renders.", "flamec");
  Arguments arguments;
  declareOptions(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) ? kUsage : kDone;
  }
  return run(arguments);
}
