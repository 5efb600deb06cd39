// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declares the options of flamec with their help, and turns them into compiler options.

#include "tools/flamec/Arguments.h"

#include "compiler/codegen/EmitPTX.h"
#include "compiler/driver/FindPtxas.h"
#include "compiler/genome/Dialect.h"
#include "compiler/genome/PaletteLibrary.h"
#include "compiler/text/Errors.h"
#include "passes/Passes.h"
#include "runtime/cuda/Driver.h"
#include "support/Version.h"
#include "tools/CommandLine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <iostream>

namespace flame {

/// The target for "native" without a GPU.
static constexpr char kGuessedTarget[] = "sm_90";

static constexpr char kExamples[] = R"(
Exit codes: 0 done, 1 input rejected, 2 usage, 3 environment, 70 bug of flamec

Examples:
  flamec ember.flame -o ember.cubin
  flamec sheep.flam3 --edge ember coral --nframes=200 -o ember-coral.cubin
  flamec edges/*.json --target=sm_90,sm_120 -o flock/)";

static void declareInputs(CLI::App &app, Arguments &arguments) {
  app.add_option("INPUT", arguments.inputs,
                 "flames (XML), animations (JSON, artefacts), pictures (PNG); '-' is stdin")
      ->type_name("FILE");
  app.add_option("-o", arguments.output, "artefact; '-' is stdout; DIR/ for several [INPUT.cubin]")
      ->type_name("FILE");
  app.add_option("--flame", arguments.flame, "one flame of the file: name, or index from 0")
      ->type_name("A");
  app.add_flag("--all", arguments.all, "every flame of the file, each a still: DIR/NAME.cubin");
  app.add_option("--edge", arguments.edge, "one flame becoming another: names, indices or files")
      ->expected(2)
      ->type_name("A B");
  app.add_option("--loop", arguments.loop, "a flame that turns in place")->type_name("A");
  app.add_flag("--sequence", arguments.sequence,
               "the loops of all flames, with edges between them");
  app.add_flag("--half", arguments.half, "of a node in JSON the half of its loop around it");
  app.add_option("--nframes", arguments.frames, "length of every loop and edge")
      ->check(numberFrom(1, 1e6))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--stagger", arguments.stagger, "xforms change one after the other, 0 to 1")
      ->check(numberFrom(0, 1))
      ->type_name("X")
      ->capture_default_str();
  app.add_option(
         "--compat", arguments.compat,
         "flam3, cuburn: quirks of what wrote the format; clean: none [flam3, for JSON cuburn]")
      ->check(oneOf({"flam3", "cuburn", "clean"}))
      ->type_name("WORD");
  app.add_option("--dialect", arguments.dialect,
                 "flamec, flam3, jwildfire, fractorium, apophysis, flam3h or chaotica [by the "
                 "'version' of a flame]")
      ->check(oneOf(dialectNames()))
      ->type_name("WORD");
  app.add_option("--flock", arguments.flock, "where documents that JSON refers to are")
      ->type_name("DIR");
  app.add_option("--palettes", arguments.palettes, "library of numbered palettes [$flam3_palettes]")
      ->type_name("FILE");
  app.add_option("--variation", arguments.variations, "definitions of further variations (several)")
      ->allow_extra_args(false)
      ->type_name("FILE");
  app.add_flag("--lenient", arguments.lenient, "ignore unknown variations, with a warning");
}

static std::vector<std::string> stageNames() {
  std::vector<std::string> names;
  for (const StageInfo &info : stages())
    names.push_back(info.name.str());
  return names;
}

static void declareCompilation(CLI::App &app, Arguments &arguments) {
  app.add_option("--target", arguments.target, "sm_75 ... sm_120 (several: comma), native, ptx")
      ->type_name("")
      ->capture_default_str();
  app.add_option("--emit", arguments.emit, "stop after " + listStages())
      ->check(oneOf(stageNames()))
      ->type_name("")
      ->capture_default_str();
  app.add_option("-O", arguments.level, "optimisation, 0 to 3")
      ->check(wholeNumber(0, 3))
      ->type_name("")
      ->capture_default_str();
  app.add_option("--fold", arguments.fold, "constants in code: structural, all or none")
      ->check(oneOf(wordsOf<FoldMode>(getMaxEnumValForFoldMode())))
      ->type_name("")
      ->capture_default_str();
  app.add_option("--disable-pass", arguments.disabled, "leave out an optional pass")
      ->allow_extra_args(false)
      ->type_name("PASS");
  app.add_option("--cache-dir", arguments.cacheDirectory,
                 "code for flames of one structure [~/.cache/flamec]")
      ->type_name("DIR");
  app.add_flag("--no-cache", arguments.noCache, "keep no code and use none");
}

static void declareMessages(CLI::App &app, Arguments &arguments) {
  app.add_option("-W", arguments.warnings, "NAME, no-NAME, error, error=NAME: control warnings")
      ->allow_extra_args(false)
      ->type_name("WORD");
  app.add_option("--remarks", arguments.remarks, "print remarks of matching passes")
      ->type_name("REGEX");
  app.add_option("--dump-stages", arguments.dumpStages, "write every stage into this directory")
      ->type_name("DIR");
  app.add_option("--report", arguments.report,
                 "a page about what was made of the flame; .json: its data")
      ->type_name("FILE");
  app.add_flag("--timings", arguments.timings, "print how long each stage took");
  app.add_flag("--print-commands", arguments.printCommands, "print the ptxas command, run nothing");
}

/// Rejects two options that exclude each other.
static void checkExclusive(const CLI::App &app, std::initializer_list<const char *> options) {
  const char *given = nullptr;
  for (const char *option : options) {
    if (app.count(option) == 0)
      continue;
    if (given)
      throw CLI::ExcludesError(given, option);
    given = option;
  }
}

void checkArguments(const CLI::App &app, const Arguments &arguments) {
  checkExclusive(app, {"--flame", "--all", "--edge", "--loop", "--sequence"});
  checkExclusive(app, {"--cache-dir", "--no-cache"});
  if (arguments.inputs.empty() && arguments.edge.empty())
    throw CLI::RequiredError("INPUT");
}

void warnOfNoEffect(const CLI::App &app, llvm::raw_ostream &messages) {
  if (app.count("--edge") + app.count("--loop") + app.count("--sequence") > 0)
    return;
  for (const char *option : {"--nframes", "--stagger"})
    if (app.count(option))
      messages << "flamec: warning: " << option
               << " has no effect without --edge, --loop or --sequence\n";
}

void declareOptions(CLI::App &app, Arguments &arguments) {
  declareInputs(app, arguments);
  declareCompilation(app, arguments);
  declareMessages(app, arguments);
  app.set_version_flag("--version", std::string("flamec ") + kVersion + " (LLVM " +
                                        LLVM_VERSION_STRING +
                                        ", PTX ISA 8.8, default target native)");
  app.footer(kExamples + 1);
}

ExitCode fail(llvm::raw_ostream &messages, const rt::Error &error) {
  messages << describeError("flamec", error);
  return ExitCode(error.exitCode());
}

/// Returns the target of the first GPU.
static rt::Result<std::string> findNativeTarget() {
  FLAME_TRY_ASSIGN(const auto driver, rt::Driver::open());
  FLAME_TRY_ASSIGN(const rt::DeviceInfo device, driver->device(0));
  return device.target();
}

/// Returns the target for "native". Returns nothing for an unknown GPU, for which the driver
/// compiles PTX. If "native" stands alone, it is the default, and without a GPU a fixed target
/// replaces it. Next to other targets the user has asked for it, so a missing GPU is an error.
static llvm::Expected<std::optional<std::string>> nativeTarget(bool isAlone) {
  const rt::Result<std::string> found = findNativeTarget();
  if (!found && !isAlone)
    return makeError(rt::ErrorKind::Environment,
                     "--target=native: there is no GPU to ask for its target: " +
                         found.error().text(),
                     "leave out native, or name the target of the GPU that will render");
  const std::string target = found ? *found : kGuessedTarget;
  if (llvm::Error unknown = checkArchitecture(target)) {
    llvm::consumeError(std::move(unknown));
    return std::nullopt;
  }
  return target;
}

/// Returns the targets of --target without duplicates.
static llvm::Expected<std::vector<std::string>> parseTargets(const std::string &text,
                                                             bool hasPtxas) {
  std::vector<std::string> targets;
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(text).split(words, ',');
  const bool isAlone = words.size() == 1;
  for (llvm::StringRef word : words) {
    std::optional<std::string> target = word.str();
    if (word == "ptx" || (word == "native" && isAlone && !hasPtxas))
      continue;
    if (word == "native") {
      auto native = nativeTarget(isAlone);
      if (!native)
        return native.takeError();
      target = *native;
    } else if (llvm::Error error = checkArchitecture(word)) {
      return std::move(error);
    }
    if (target && !llvm::is_contained(targets, *target))
      targets.push_back(*target);
  }
  return targets;
}

ExitCode makeCompileOptions(const Arguments &arguments, CompileOptions &options) {
  options.ptxas = findPtxas().value_or("");
  auto targets = parseTargets(arguments.target, !options.ptxas.empty());
  if (!targets)
    return fail(llvm::errs(), toError(targets.takeError()));
  options.targets = *targets;
  for (const std::string &pass : options.disabledPasses = arguments.disabled)
    if (!isOptionalPass(pass))
      return fail(llvm::errs(), {rt::ErrorKind::Usage, "pass '" + pass + "' cannot be left out"});
  if (!options.targets.empty() && options.ptxas.empty() && arguments.makesArtefacts())
    return fail(llvm::errs(), {rt::ErrorKind::Environment, "ptxas was not found",
                               "install the CUDA toolkit, set CUDA_HOME, or use --target=ptx"});
  if (options.targets.empty() && options.ptxas.empty() && arguments.makesArtefacts())
    llvm::errs() << "flamec: note: no ptxas: the artefact holds PTX, which the driver compiles\n";
  options.level = arguments.level;
  options.fold = *symbolizeFoldMode(arguments.fold);
  options.remarks = arguments.remarks;
  options.lastStage = *findStage(arguments.emit);
  if (arguments.printCommands)
    options.printCommand = [](llvm::StringRef command) { std::cout << command.str() << '\n'; };
  return kDone;
}

InputOptions makeInputOptions(const Arguments &arguments) {
  InputOptions options;
  options.genomes.lenient = arguments.lenient;
  options.genomes.flame = arguments.flame;
  options.genomes.dialect = arguments.dialect;
  options.genomes.variationFiles = arguments.variations;
  options.genomes.paletteLibrary = findPaletteLibrary(arguments.palettes);
  if (!arguments.edge.empty()) // without an input, they are files
    options.edge = arguments.inputs.empty() ? std::pair<std::string, std::string>()
                                            : std::pair(arguments.edge[0], arguments.edge[1]);
  if (!arguments.loop.empty())
    options.loop = arguments.loop;
  options.sequence = arguments.sequence;
  options.animate.stagger = arguments.stagger;
  options.animate.frames = arguments.frames;
  if (arguments.compat == "clean") {
    options.animate.compat = options.genomes.compatibility = Compatibility::Clean;
    options.cuburn.compat = CuburnCompat::Clean;
  }
  options.cuburn.database = arguments.flock;
  options.cuburn.halfLoop = arguments.half;
  return options;
}

ExitCode configure(Diagnostics &diagnostics, const Arguments &arguments,
                   llvm::raw_ostream &messages) {
  for (const std::string &flag : arguments.warnings)
    if (llvm::Error error = diagnostics.setWarningFlag(flag))
      return fail(messages, toError(std::move(error)));
  if (!arguments.remarks.empty())
    if (llvm::Error error = diagnostics.setRemarks(arguments.remarks))
      return fail(messages, toError(std::move(error)));
  return kDone;
}

} // namespace flame
