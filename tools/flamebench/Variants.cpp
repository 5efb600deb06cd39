// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles variants in parallel and renders them in turn while the next flame is compiled. The
// flame with its camera far away is a second artefact with the same code.

#include "tools/flamebench/Variants.h"

#include "compiler/codegen/EmitPTX.h"
#include "compiler/codegen/PackFlame.h"
#include "compiler/driver/Compilation.h"
#include "compiler/driver/CompileReport.h"
#include "compiler/driver/FindPtxas.h"
#include "compiler/driver/InputReader.h"
#include "compiler/driver/PictureGenome.h"
#include "compiler/genome/PaletteLibrary.h"
#include "compiler/text/Errors.h"
#include "compiler/text/SourceFile.h"
#include "runtime/frame/GpuRenderer.h"
#include "runtime/plan/FrameClock.h"
#include "runtime/shared/StartThreads.h"

#include "mlir/IR/MLIRContext.h"

#include "llvm/Object/ELF.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <future>

namespace flame {

using namespace rt;

//===-- flames --------------------------------------------------------------------------------===//

static Result<NamedFlame> readFlame(const std::string &path) {
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  llvm::SourceMgr sources;
  Diagnostics diagnostics(sources, stream);
  InputOptions how;
  how.genomes.paletteLibrary = findPaletteLibrary("");
  std::optional<unsigned> buffer = openSource(path, diagnostics);
  if (buffer)
    buffer = openPicture(*buffer, diagnostics);
  std::optional<Input> input = buffer ? readInput(*buffer, how, diagnostics) : std::nullopt;
  while (messages.ends_with('\n'))
    messages.pop_back();
  if (!input)
    return Error(ErrorKind::Input, messages);
  return NamedFlame{std::filesystem::path(path).stem().string(), std::move(input->animation)};
}

Result<std::vector<NamedFlame>> readFlames(const std::vector<std::string> &paths) {
  std::vector<NamedFlame> flames;
  for (const std::string &path : paths) {
    FLAME_TRY_ASSIGN(NamedFlame flame, readFlame(path));
    flames.push_back(std::move(flame));
  }
  return flames;
}

Result<unsigned> countChosenXforms(const NamedFlame &flame) {
  const std::unique_ptr<mlir::MLIRContext> context = makeContext();
  auto packed = packFlame(*context, flame.animation, {});
  if (!packed)
    return toError(packed.takeError()).addContext(flame.name);
  return unsigned(packed->facts.bodies.size());
}

/// Moves the camera so far away that no point is in the picture.
static Animation withCameraFarAway(Animation animation) {
  constexpr double kFar = 1e6;
  animation.centerX = animation.centerY = kFar;
  return animation;
}

//===-- code ----------------------------------------------------------------------------------===//

/// Counts the machine instructions of the iterate kernel, padding included.
static std::optional<double> machineInstructions(llvm::StringRef cubin) {
  constexpr llvm::StringLiteral kSection = ".text.flame_iterate";
  constexpr double kInstructionBytes = 16; // on sm_70 and later
  auto file = llvm::object::ELF64LEFile::create(cubin);
  if (!file) {
    llvm::consumeError(file.takeError());
    return std::nullopt;
  }
  auto sections = file->sections();
  if (!sections) {
    llvm::consumeError(sections.takeError());
    return std::nullopt;
  }
  for (const auto &section : *sections) {
    auto name = file->getSectionName(section);
    if (!name)
      llvm::consumeError(name.takeError());
    else if (*name == kSection)
      return double(section.sh_size) / kInstructionBytes;
  }
  return std::nullopt;
}

namespace {
/// A compiled variant of a flame.
struct Compiled {
  std::map<std::string, double> cells; ///< cells about code
  /// Artefacts. Empty if not needed.
  std::string here, far;
  std::optional<Error> error;
};

/// Inputs shared by all variants of a flame.
struct Compiler {
  const Animation &animation, far;
  std::string target, assembler;
  bool wantsArtefacts;

  Compiled compile(const Variant &variant) const;

private:
  Status describe(const CompileOptions &options, Compiled &result) const;
  Status generate(CompileOptions options, const Variant &variant, Compiled &result) const;
};
} // namespace

static CompileOptions optionsFor(const std::string &target, const std::string &assembler,
                                 const Variant &variant) {
  CompileOptions options;
  options.targets = {target};
  options.ptxas = assembler;
  options.disabledPasses = variant.disabledPasses;
  options.shortFunctions = variant.shortFunctions;
  options.ablation = variant.ablation;
  return options;
}

/// Sums the instructions of the loop over rounds in a description.
static double sumOfParts(const nlohmann::json &description) {
  double sum = 0;
  for (const auto &[part, count] : description.at("parts").items())
    sum += count.get<double>();
  return sum;
}

Status Compiler::describe(const CompileOptions &options, Compiled &result) const {
  auto description = describeCompilation(animation, options);
  if (!description)
    return toError(description.takeError());
  result.cells["ptx"] = sumOfParts(*description);
  if (description->contains("registers"))
    result.cells["registers"] = description->at("registers").get<double>();
  return {};
}

static Result<ArtefactContents> contentsOf(const Animation &animation,
                                           const CompileOptions &options) {
  auto contents = flame::compile(animation, "", options);
  if (!contents)
    return toError(contents.takeError());
  return std::move(*contents);
}

Status Compiler::generate(CompileOptions options, const Variant &variant, Compiled &result) const {
  // In memory. The code does not depend on the camera.
  CodeCache shared;
  options.cache = &shared;
  if (assembler.empty())
    options.targets.clear(); // the driver compiles
  FLAME_TRY_ASSIGN(ArtefactContents contents, contentsOf(far, options));
  if (!contents.code.empty())
    if (const auto count = machineInstructions(contents.code.front().cubin))
      result.cells["sass"] = *count;
  if (!wantsArtefacts)
    return {};
  FLAME_TRY_ASSIGN(result.far, writeArtefact(std::move(contents)));
  if (!variant.plots)
    return {};
  FLAME_TRY_ASSIGN(ArtefactContents seen, contentsOf(animation, options));
  FLAME_TRY_ASSIGN(result.here, writeArtefact(std::move(seen)));
  return {};
}

Compiled Compiler::compile(const Variant &variant) const {
  Compiled result;
  const CompileOptions options = optionsFor(target, assembler, variant);
  Status status = describe(options, result);
  if (status && (wantsArtefacts || !assembler.empty()))
    status = generate(options, variant, result);
  if (!status)
    result.error = std::move(status).error().addContext(variant.name);
  return result;
}

/// Compiles all variants with `threads` threads. Results are in the order of the variants.
static std::vector<Compiled> compileAll(const Compiler &compiler,
                                        const std::vector<Variant> &variants, unsigned threads) {
  std::vector<Compiled> all(variants.size());
  std::atomic<size_t> next = 0;
  auto work = [&](unsigned = 0) {
    for (size_t i = next++; i < variants.size(); i = next++)
      all[i] = compiler.compile(variants[i]);
  };
  std::vector<std::jthread> pool;
  startThreads(pool, unsigned(std::min<size_t>(threads, variants.size())) - 1, work);
  work();
  pool.clear();
  return all;
}

//===-- rates ---------------------------------------------------------------------------------===//

/// Seconds of iteration and accumulation in a frame.
static double secondsOfSamples(const RenderedFrame &frame) {
  double seconds = 0;
  for (const StageTime &stage : frame.times)
    if (stage.name == "iterate" || stage.name == "accumulate")
      seconds += stage.seconds;
  return seconds;
}

/// Returns the request for a frame in the middle of an animation.
static Result<FrameRequest> requestFor(const Manifest &manifest, FrameRequest request) {
  FLAME_TRY_ASSIGN(const FrameClock clock, FrameClock::create(manifest, {}));
  request.time = clock.isStill() ? 0 : 0.5;
  request.shutter = clock.shutter();
  return request;
}

/// Stores the median rate of an artefact's frame under `key`, after one warm-up frame.
static Status measureRate(const Driver &driver, const VariantBenchOptions &options,
                          const std::string &bytes, const std::string &key,
                          std::map<std::string, double> &cells) {
  const auto *data = reinterpret_cast<const std::byte *>(bytes.data());
  FLAME_TRY_ASSIGN(const Artefact artefact,
                   Artefact::parse({data, data + bytes.size()}, "the flame compiled"));
  FLAME_TRY_ASSIGN(const FrameRequest request, requestFor(artefact.manifest(), options.request));
  FLAME_TRY_ASSIGN(const auto renderer, GpuRenderer::create(driver, options.ordinal, artefact));
  Progress progress(ProgressMode::None);
  std::vector<double> perSample;
  for (unsigned run = 0; run <= options.repeat; ++run) {
    FLAME_TRY_ASSIGN(const RenderedFrame frame, renderer->render(request, progress, {}));
    if (run > 0)
      perSample.push_back(secondsOfSamples(frame) / double(frame.samples));
  }
  const double seconds = median(std::move(perSample));
  cells[key] = 1e-9 / seconds;
  cells[key + "_ps"] = seconds * 1e12;
  return {};
}

//===-- both ----------------------------------------------------------------------------------===//

Result<VariantBench> VariantBench::create(const VariantBenchOptions &options) {
  VariantBench bench(options);
  bench.assembler = findPtxas().value_or("");
  bench.architecture = options.target.empty() ? kTargetWithoutGpu : options.target;
  if (llvm::Error unknown = checkArchitecture(bench.architecture))
    return toError(std::move(unknown));
  if (options.codeOnly)
    return bench;
  Result<std::unique_ptr<Driver>> driver = Driver::open();
  if (!driver) {
    bench.reason = driver.error().text();
    return bench;
  }
  FLAME_TRY_ASSIGN(const DeviceInfo device, (*driver)->device(options.ordinal));
  bench.driver = *std::move(driver);
  bench.device = device.name;
  if (options.target.empty())
    bench.architecture = device.target();
  return bench;
}

struct VariantBench::CompiledFlame {
  std::vector<Variant> variants;
  std::vector<Compiled> all; ///< one per variant
};

Result<VariantBench::CompiledFlame> VariantBench::compile(const NamedFlame &flame,
                                                          const ChooseVariants &choose) const {
  CompiledFlame result;
  FLAME_TRY_ASSIGN(result.variants, choose(flame));
  const Compiler compiler = {flame.animation, withCameraFarAway(flame.animation), architecture,
                             assembler, driver != nullptr};
  result.all = compileAll(compiler, result.variants, options.threads);
  return result;
}

Result<Table> VariantBench::measure(const NamedFlame &flame, CompiledFlame &&made) const {
  Table table{flame.name + ", " + (driver ? device : "code for " + architecture),
              "variant",
              {{"ptx", "PTX in rounds", 0},
               {"sass", "SASS", 0},
               {"registers", "registers", 0},
               {"far", "far away G/s"},
               {"far_ps", "ps"},
               {"plot", "plotting G/s"},
               {"plot_ps", "ps"}},
              {}};
  for (size_t i = 0; i < made.all.size(); ++i) {
    const std::string &name = made.variants[i].name;
    Compiled &compiled = made.all[i];
    if (compiled.error)
      return std::move(*compiled.error).addContext(flame.name);
    if (!compiled.far.empty())
      FLAME_TRY(measureRate(*driver, options, compiled.far, "far", compiled.cells)
                    .withContext(flame.name + ", " + name));
    if (!compiled.here.empty())
      FLAME_TRY(measureRate(*driver, options, compiled.here, "plot", compiled.cells)
                    .withContext(flame.name + ", " + name));
    table.rows.emplace_back(name, std::move(compiled.cells));
  }
  return table;
}

Result<std::vector<Table>> VariantBench::measure(const std::vector<NamedFlame> &flames,
                                                 const ChooseVariants &choose) const {
  const auto start = [&](size_t i) {
    return std::async([&, i] { return compile(flames[i], choose); });
  };
  std::vector<Table> tables;
  std::future<Result<CompiledFlame>> next = start(0);
  for (size_t i = 0; i < flames.size(); ++i) {
    FLAME_TRY_ASSIGN(CompiledFlame made, next.get());
    if (i + 1 < flames.size())
      next = start(i + 1);
    FLAME_TRY_ASSIGN(Table table, measure(flames[i], std::move(made)));
    tables.push_back(std::move(table));
  }
  return tables;
}

Result<Table> countParts(const std::vector<NamedFlame> &flames, const std::string &target) {
  std::map<std::string, std::map<std::string, double>> parts;
  std::map<std::string, double> sums;
  Table table{"PTX instructions in rounds, by what they are for", "part", {}, {}};
  for (size_t i = 0; i < flames.size(); ++i) {
    const std::string key = std::to_string(i); // names may be equal
    auto description = describeCompilation(flames[i].animation, optionsFor(target, "", {}));
    if (!description)
      return toError(description.takeError()).addContext(flames[i].name);
    for (const auto &[part, count] : description->at("parts").items())
      if (const auto instructions = count.get<double>(); instructions > 0)
        parts[part][key] = instructions;
    sums[key] = sumOfParts(*description);
    table.columns.push_back({key, flames[i].name, 0});
  }
  std::vector<std::pair<double, std::string>> order; // the largest first
  for (const auto &[part, cells] : parts) {
    double largest = 0;
    for (const auto &[flame, instructions] : cells)
      largest = std::max(largest, instructions);
    order.emplace_back(-largest, part);
  }
  std::ranges::sort(order);
  for (const auto &[size, part] : order)
    table.rows.emplace_back(part, parts.at(part));
  table.rows.emplace_back("all in rounds", std::move(sums));
  return table;
}

} // namespace flame
