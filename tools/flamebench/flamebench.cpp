// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flamebench: measures this machine's peak rates, the time of frames and its causes, and other
// renderers.

#include "tools/CommandLine.h"
#include "tools/ExitCode.h"
#include "tools/flamebench/Ablate.h"
#include "tools/flamebench/Atomics.h"
#include "tools/flamebench/Frames.h"
#include "tools/flamebench/Peaks.h"
#include "tools/flamebench/Peers.h"
#include "tools/flamebench/Schedules.h"
#include "tools/flamebench/Shuffle.h"
#include "tools/flamebench/Sort.h"

#include "abi/BenchAbi.h"
#include "support/AtomicFile.h"

#include <iostream>
#include <thread>

using namespace flame;
using namespace flame::rt;

/// Goal: `auto` is at most this many percent slower than the best schedule.
constexpr double kAutoGoal = 5;

constexpr char kNote[] =
    "every figure is from this one run on this machine: compare within it, not with other runs";

constexpr char kExamples[] = R"(
Exit codes: 0 done, 1 input rejected, 2 usage, 3 environment

Examples:
  flamebench peaks
  flamebench schedules *.cubin --size=1920x1080 --samples=64M --samples=1G
  flamebench frames *.cubin --device=cuda:0 --size=1920x1080 --quality=1000
  flamebench peers genomes/*.flame --threads=2 --no-de --supersample=1
  flamebench ablate ember.flame --json=ember.json
  flamebench passes genomes/*.flame --code-only)";

namespace {

/// The values of the command line.
struct Arguments {
  std::string json;
  unsigned repeat = 3;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  int ordinal = 0;
  std::string size;
  FrameBenchOptions frames;
  PeerOptions peers;
  VariantBenchOptions variants;
  ShuffleBenchOptions shuffle;
  SortBenchOptions sort;
  std::vector<unsigned> sortBits = {7, 10};
  ScheduleBenchOptions schedules;
  std::vector<std::string> sizes, budgets;
};

} // namespace

static void declarePeaks(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand("peaks", "arithmetic, memory, caches, bulk copies, "
                                                  "additions; `ceilings` is deprecated");
  command->alias("ceilings");
  command->add_option("--threads", arguments.threads, "of the host")->capture_default_str();
  command->add_option("--gpu", arguments.ordinal, "which GPU")->capture_default_str();
}

static void declareAtomics(CLI::App &app, Arguments &arguments) {
  CLI::App *command = app.add_subcommand(
      "atomics", "additions: how wide, where, with or without return, who adds beside");
  command->add_option("--gpu", arguments.ordinal, "which GPU")->capture_default_str();
}

static void declareSort(CLI::App &app, Arguments &arguments) {
  SortBenchOptions &options = arguments.sort;
  CLI::App *command = app.add_subcommand("sort", "sorting samples by a few bits");
  command->add_option("--gpu", arguments.ordinal, "which GPU")->capture_default_str();
  command->add_option("--bits", arguments.sortBits, "FIRST LAST, from 1 to 12")
      ->expected(2)
      ->check(wholeNumber(1, abi::kMostSortBits))
      ->capture_default_str();
  command->add_option("--log-keys", options.logKeys, "2^N keys, 10 to 30")
      ->check(wholeNumber(10, 30))
      ->capture_default_str();
  command->add_option("--cub", options.cub, "library of CubSort.cu, to compare with");
}

static void declareShuffle(CLI::App &app, Arguments &arguments) {
  ShuffleBenchOptions &options = arguments.shuffle;
  CLI::App *command =
      app.add_subcommand("shuffle", "what shared choices of xforms cost; needs no GPU");
  command->add_option("--xforms", options.xforms, "of equal weight, 2 to 64")
      ->check(wholeNumber(2, 64))
      ->capture_default_str();
  command->add_option("--rounds", options.rounds, "that are played")
      ->check(wholeNumber(1, 1000000))
      ->capture_default_str();
  command->add_option("--seed", options.seed, "of what is random")->capture_default_str();
}

static void declareMoment(CLI::App &command, std::string &moment) {
  command
      .add_option("--time", moment,
                  "of animations, as flamerun has it; motion blur as well [0, without]")
      ->type_name("T");
}

static void declareSchedules(CLI::App &app, Arguments &arguments) {
  ScheduleBenchOptions &options = arguments.schedules;
  CLI::App *command =
      app.add_subcommand("schedules", "all ways of adding up, and whether auto takes the best");
  command->add_option("ARTEFACT", options.artefacts, "what flamec wrote")->required();
  command->add_option("--gpu", arguments.ordinal, "which GPU")->capture_default_str();
  command
      ->add_option("--size", arguments.sizes,
                   "WxH in pixels, once or more [256x256 720x480 1920x1080 3840x2160]")
      ->allow_extra_args(false);
  command
      ->add_option("--samples", arguments.budgets,
                   "of a frame, such as 64M, once or more [1M 16M 256M 4G]")
      ->allow_extra_args(false);
  declareMoment(*command, options.moment);
  command->add_flag("--trust", options.trust,
                    "run code on the GPU that no flamec of yours made, as it is");
}

static void declareFrames(CLI::App &app, Arguments &arguments) {
  FrameBenchOptions &options = arguments.frames;
  CLI::App *command = app.add_subcommand("frames", "stages of a frame, artefact by artefact");
  command->add_option("ARTEFACT", options.artefacts, "what flamec wrote")->required();
  command->add_option("--device", options.device, "auto, cuda:0 ..., cpu")->capture_default_str();
  command->add_option("--size", arguments.size, "WxH in pixels [as in the artefact]");
  command->add_flag("--trust", options.trust,
                    "run code on the GPU that no flamec of yours made, as it is");
  command->add_option("--quality", options.request.quality, "samples per pixel [same]");
  declareMoment(*command, options.moment);
  command->add_option("--supersample", options.request.supersample, "buckets per pixel [same]");
  command->add_option("--threads", options.request.threads, "of the CPU [one per processor]");
  command->add_flag_callback(
      "--no-de", [&] { options.request.estimatorRadius = 0; }, "without density estimation");
}

static void declarePeers(CLI::App &app, Arguments &arguments) {
  PeerOptions &options = arguments.peers;
  CLI::App *command = app.add_subcommand("peers", "other renderers beside ours");
  command->add_option("GENOME", options.genomes, "XML files; the first flame of each")->required();
  command->add_option("--size", arguments.size, "WxH in pixels [1280x720]");
  command->add_option("--supersample", options.settings.supersample,
                      "buckets per pixel [the file's]");
  command->add_flag_callback(
      "--no-de", [&] { options.settings.densityEstimation = false; }, "without density estimation");
  command->add_option("--threads", options.threads, "of both")->capture_default_str();
  command->add_option("--device", options.device, "of ours: cpu, cuda:0")->capture_default_str();
  command->add_option("--seconds", options.seconds, "per measurement, about")
      ->capture_default_str();
  command->add_option("--peer", options.peer,
                      "NAME=COMMAND with {genome} {out} {width} {height} {quality} {threads} "
                      "[flam3-render]");
}

/// Declares the options shared by `ablate` and `passes`.
static void declareVariants(CLI::App &app, const std::string &name, const std::string &description,
                            Arguments &arguments) {
  VariantBenchOptions &options = arguments.variants;
  CLI::App *command = app.add_subcommand(name, description);
  command->add_option("FLAME", options.flames, "files that flamec reads, each a flame or animation")
      ->required();
  command->add_option("--target", options.target, "what code is for [the GPU, or sm_90]");
  command->add_flag("--code-only", options.codeOnly, "count instructions, render nothing");
  command->add_option("--gpu", options.ordinal, "which GPU")->capture_default_str();
  command->add_option("--size", arguments.size, "WxH in pixels [1920x1080]");
  command->add_option("--quality", options.request.quality, "samples per pixel [2500]");
  command->add_option("--threads", options.threads, "that compile [one per processor]")
      ->check(wholeNumber(1, 1024));
}

/// Parses "1920x1080".
static Status parseSize(const std::string &text, uint32_t &width, uint32_t &height) {
  char *rest = nullptr;
  width = uint32_t(std::strtoul(text.c_str(), &rest, 10));
  if (*rest == 'x')
    height = uint32_t(std::strtoul(rest + 1, &rest, 10));
  if (width == 0 || height == 0 || *rest)
    return Error(ErrorKind::Usage, "expected --size=WIDTHxHEIGHT, found '" + text + "'");
  return {};
}

static Result<std::vector<Table>> runPeaks(const Arguments &arguments) {
  std::vector<Table> tables = {measureHostPeaks(arguments.threads, arguments.repeat)};
  Result<Table> gpu = measureGpuPeaks(arguments.ordinal, arguments.repeat);
  if (gpu)
    tables.push_back(*std::move(gpu));
  else if (gpu.error().kind() == ErrorKind::Environment)
    std::cerr << "flamebench: note: no GPU was measured: " << gpu.error().text() << '\n';
  else
    return std::move(gpu).error();
  return tables;
}

/// Parses "64M" as 2^26. K, M and G are powers of 1024.
static Result<double> parseSamples(const std::string &text) {
  constexpr std::string_view kUnits = "KMG";
  char *rest = nullptr;
  double samples = std::strtod(text.c_str(), &rest);
  if (const size_t unit = *rest ? kUnits.find(*rest) : kUnits.npos; unit != kUnits.npos) {
    samples *= double(uint64_t(1) << (10 * (unit + 1)));
    ++rest;
  }
  constexpr double kMost = double(uint64_t(1) << 40);
  if (*rest || !(samples >= 1 && samples <= kMost))
    return Error(ErrorKind::Usage,
                 "expected --samples=COUNT, such as 64M, up to 1024G, found '" + text + "'");
  return samples;
}

static Result<std::vector<Table>> runSchedules(Arguments &arguments) {
  ScheduleBenchOptions &options = arguments.schedules;
  if (arguments.sizes.empty())
    arguments.sizes = {"256x256", "720x480", "1920x1080", "3840x2160"};
  if (arguments.budgets.empty())
    arguments.budgets = {"1M", "16M", "256M", "4G"};
  for (const std::string &text : arguments.sizes) {
    uint32_t width = 0, height = 0;
    FLAME_TRY(parseSize(text, width, height));
    options.sizes.emplace_back(width, height);
  }
  for (const std::string &text : arguments.budgets) {
    FLAME_TRY_ASSIGN(const double samples, parseSamples(text));
    options.budgets.push_back(samples);
  }
  options.ordinal = arguments.ordinal;
  options.repeat = arguments.repeat;
  FLAME_TRY_ASSIGN(Table table, benchSchedules(options));
  std::cerr << "flamebench: note: " << judgeAuto(table, kAutoGoal) << '\n';
  return std::vector<Table>{std::move(table)};
}

static Result<std::vector<Table>> runSort(Arguments &arguments) {
  arguments.sort.ordinal = arguments.ordinal;
  arguments.sort.repeat = arguments.repeat;
  arguments.sort.firstBits = arguments.sortBits.front();
  arguments.sort.lastBits = arguments.sortBits.back();
  return benchSort(arguments.sort);
}

static Result<std::vector<Table>> runFrames(Arguments &arguments) {
  if (!arguments.size.empty()) {
    uint32_t width = 0, height = 0;
    FLAME_TRY(parseSize(arguments.size, width, height));
    arguments.frames.request.width = width;
    arguments.frames.request.height = height;
  }
  arguments.frames.repeat = arguments.repeat;
  FLAME_TRY_ASSIGN(Table table, benchFrames(arguments.frames));
  return std::vector<Table>{std::move(table)};
}

static Result<std::vector<Table>> runPeers(Arguments &arguments) {
  GenomeSettings &settings = arguments.peers.settings;
  if (!arguments.size.empty())
    FLAME_TRY(parseSize(arguments.size, settings.width, settings.height));
  arguments.peers.repeat = arguments.repeat;
  FLAME_TRY_ASSIGN(Table table, benchPeers(arguments.peers));
  return std::vector<Table>{std::move(table)};
}

static Result<std::vector<Table>> runVariants(
    Arguments &arguments,
    Result<std::vector<Table>> (*run)(const VariantBench &, const std::vector<NamedFlame> &)) {
  VariantBenchOptions &options = arguments.variants;
  uint32_t width = 0, height = 0;
  FLAME_TRY(parseSize(arguments.size.empty() ? "1920x1080" : arguments.size, width, height));
  options.request.width = width;
  options.request.height = height;
  options.request.supersample = 1;
  options.request.estimatorRadius = 0;
  options.repeat = arguments.repeat;
  FLAME_TRY_ASSIGN(const VariantBench bench, VariantBench::create(options));
  if (!bench.complaint().empty())
    std::cerr << "flamebench: note: code alone is counted, as no GPU can be used: "
              << bench.complaint() << '\n';
  FLAME_TRY_ASSIGN(const std::vector<NamedFlame> flames, readFlames(options.flames));
  return run(bench, flames);
}

static Result<std::vector<Table>> run(const CLI::App &app, Arguments &arguments) {
  if (app.got_subcommand("peaks"))
    return runPeaks(arguments);
  if (app.got_subcommand("frames"))
    return runFrames(arguments);
  if (app.got_subcommand("peers"))
    return runPeers(arguments);
  if (app.got_subcommand("atomics"))
    return benchAtomics(arguments.ordinal, arguments.repeat);
  if (app.got_subcommand("sort"))
    return runSort(arguments);
  if (app.got_subcommand("shuffle"))
    return benchShuffle(arguments.shuffle);
  if (app.got_subcommand("schedules"))
    return runSchedules(arguments);
  return runVariants(arguments, app.got_subcommand("ablate") ? benchAblations : benchPasses);
}

static Status report(const std::vector<Table> &tables, const std::string &json) {
  for (const Table &table : tables) {
    table.print(std::cout);
    std::cout << '\n';
  }
  std::cout << "note: " << kNote << '\n';
  if (json.empty())
    return {};
  return writeOutput(json, printJson(kNote, tables));
}

int main(int argc, char **argv) {
  CLI::App app("Measures this machine, our frames and other renderers.", "flamebench");
  Arguments arguments;
  arguments.variants.request.quality = 2500;
  arguments.variants.threads = arguments.threads;
  app.add_option("--json", arguments.json, "also write the results to this file");
  app.add_option("--repeat", arguments.repeat, "measurements, of which the median counts")
      ->check(wholeNumber(1, 1000))
      ->capture_default_str();
  app.require_subcommand(1);
  app.fallthrough();
  declarePeaks(app, arguments);
  declareAtomics(app, arguments);
  declareSort(app, arguments);
  declareShuffle(app, arguments);
  declareFrames(app, arguments);
  declareSchedules(app, arguments);
  declarePeers(app, arguments);
  declareVariants(app, "ablate", "what the parts of a flame's kernel cost, each left out",
                  arguments);
  declareVariants(app, "passes", "what the compiler's passes are worth, each left out", arguments);
  app.footer(kExamples + 1);
  if (const std::optional<int> code = parseCommandLine(app, argc, argv))
    return *code;
  Result<std::vector<Table>> tables = run(app, arguments);
  if (!tables)
    return reportError("flamebench", tables.error());
  if (Status status = report(*tables, arguments.json); !status)
    return reportError("flamebench", status.error());
  return endProgram("flamebench", kDone);
}
