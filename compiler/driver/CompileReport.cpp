// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles with locations kept, and collects the results of each stage.

#include "compiler/driver/CompileReport.h"

#include "compiler/codegen/CodeOrigins.h"
#include "compiler/codegen/EmitPTX.h"
#include "compiler/codegen/GenerateCode.h"
#include "compiler/text/NumberParsing.h"
#include "support/ChildProcess.h"
#include "support/Version.h"

#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

extern "C" const char flame_report_page[], flame_report_page_end[];

namespace flame {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using nlohmann::json;

//===-- locations -----------------------------------------------------------------------------===//

static json locationOf(StringRef file, unsigned line, unsigned column) {
  return file.empty() ? json() : json{file.str(), line, column};
}

static json locationOf(mlir::Location location) {
  const auto found = location->findInstanceOf<mlir::FileLineColLoc>();
  return found ? locationOf(found.getFilename(), found.getLine(), found.getColumn()) : json();
}

namespace {
/// Collects the lines that locations point at.
class Sources {
public:
  void add(const json &location) {
    if (!location.is_null())
      lines[location[0].get<std::string>()].insert(location[1].get<unsigned>());
  }
  void addAll(const json &rows) {
    for (const json &row : rows)
      add(row.at("at"));
  }
  /// For each file, the lines from the first to the last one, with surrounding lines.
  json excerpts(const llvm::SourceMgr &sources) const;

private:
  std::map<std::string, std::set<unsigned>> lines;
};
} // namespace

json Sources::excerpts(const llvm::SourceMgr &sources) const {
  constexpr unsigned kAround = 3;
  json files = json::array();
  for (unsigned buffer = 1; buffer <= sources.getNumBuffers(); ++buffer) {
    const llvm::MemoryBuffer &content = *sources.getMemoryBuffer(buffer);
    const auto used = lines.find(content.getBufferIdentifier().str());
    if (used == lines.end())
      continue;
    llvm::SmallVector<StringRef, 0> text;
    content.getBuffer().split(text, '\n');
    const unsigned first = std::max(*used->second.begin(), kAround + 1) - kAround;
    const unsigned last = std::min<unsigned>(*used->second.rbegin() + kAround, text.size());
    json shown = json::array();
    for (unsigned line = first; line <= last; ++line)
      shown.push_back(text[line - 1].rtrim('\r').str());
    files.push_back({{"file", used->first}, {"first", first}, {"lines", std::move(shown)}});
  }
  return files;
}

//===-- flame IR ------------------------------------------------------------------------------===//

/// The lines of a module, with the source location of each operation.
static json linesOf(mlir::ModuleOp module) {
  json lines = json::array();
  for (mlir::Operation &op : *module.getBody()) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    op.print(stream, mlir::OpPrintingFlags().useLocalScope());
    // One line per operation in walk order; braces belong to the operation that they open or close.
    llvm::SmallVector<StringRef, 0> printed;
    StringRef(text).split(printed, '\n', -1, /*KeepEmpty=*/false);
    std::vector<mlir::Operation *> inside;
    op.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *inner) { inside.push_back(inner); });
    size_t next = 0;
    for (StringRef line : printed) {
      const bool isClosing = line.trim().starts_with("}");
      mlir::Operation *shown = isClosing || next >= inside.size() ? &op : inside[next++];
      lines.push_back({{"text", line.str()}, {"at", locationOf(shown->getLoc())}});
    }
  }
  return lines;
}

/// The size of a flame.
static json sizeOf(StringRef pass, mlir::ModuleOp module) {
  size_t operations = 0, slots = 0, xforms = 0;
  for (mlir::Operation &op : *module.getBody()) {
    slots += llvm::isa<ParamSlotOp>(op);
    if (auto xform = llvm::dyn_cast<XformOp>(op)) {
      ++xforms;
      xform.getBody().walk([&](mlir::Operation *) { ++operations; });
    }
  }
  return {{"name", pass.str()}, {"operations", operations}, {"slots", slots}, {"xforms", xforms}};
}

/// A number over time, for display.
static std::string spellTrack(TrackAttr attribute) {
  if (!attribute)
    return "computed";
  const Track &track = attribute.getTrack();
  if (track.isConstant())
    return spellNumber(track.start());
  const auto [low, high] = track.range();
  return spellNumber(low) + " to " + spellNumber(high);
}

static json slotsOf(mlir::ModuleOp module) {
  json slots = json::array();
  for (ParamSlotOp slot : module.getOps<ParamSlotOp>()) {
    json offsets = json::array(), values = json::array();
    for (unsigned position = 0; position < slot.size(); ++position) {
      const std::optional<unsigned> offset = slot.getOffset(position);
      offsets.push_back(offset ? json(*offset) : json());
      values.push_back(spellTrack(slot.getTrack(position)));
    }
    slots.push_back({{"name", slot.getSymName().str()},
                     {"offsets", std::move(offsets)},
                     {"values", std::move(values)},
                     {"at", locationOf(slot.getLoc())}});
  }
  return slots;
}

static json toJson(const abi::BlockLayout &layout) {
  return {{"slots", layout.slotsOffset},     {"shared", layout.sharedFloats},
          {"weights", layout.weightsOffset}, {"chaos", layout.chaosOffset},
          {"view", layout.viewOffset},       {"size", layout.blockFloats}};
}

static json wordsOf(uint32_t features) {
  constexpr std::pair<uint32_t, const char *> kWords[] = {
      {abi::kFinalXform, "final xform"},
      {abi::kXaos, "xaos"},
      {abi::kFractionalDeposit, "visibilities"},
      {abi::kLinearPalette, "blended palette"},
      {abi::kFineChoice, "choices for few points"},
      {abi::kDepth, "space"},
      {abi::kDirectOnly, "the schedule direct alone"},
      {abi::kPeriodicReseed, "periodic reseeding"},
      {abi::kDirectRgb, "samples with direct RGB"},
      {abi::kDisplayColors, "samples with display colours"},
      {abi::kOnlyConverged, "no early samples"},
      {abi::kAdjustsGamma, "colours adjusted by gamma"},
      {abi::kAdjustsContrast, "colours adjusted by contrast"},
      {abi::kAdjustsSaturation, "colours adjusted by saturation"},
      {abi::kAdjustsHue, "colours adjusted by hue"},
      {abi::kHasState, "xform state"},
      {abi::kHides, "xforms that are not seen"}};
  json words = json::array();
  for (auto [bit, word] : kWords)
    if (features & bit)
      words.push_back(word);
  return words;
}

//===-- remarks -------------------------------------------------------------------------------===//

/// Parses a remark in MLIR's form: [Passed] Name | Category:CATEGORY | Remark="TEXT".
static json parseRemark(const mlir::Diagnostic &diagnostic) {
  const std::string text = diagnostic.str();
  auto between = [&](StringRef before, StringRef behind) {
    return StringRef(text).split(before).second.split(behind).first.str();
  };
  const StringRef said = StringRef(text).split("Remark=\"").second;
  return {{"kind", llvm::StringRef(between("[", "]")).lower()},
          {"pass", between("Category:", " ")},
          {"text", said.empty() ? text : said.rsplit('"').first.str()},
          {"at", locationOf(diagnostic.getLocation())}};
}

/// Enables the remarks of all passes. The only possible failure is an invalid expression, and ours
/// is valid.
static void enableRemarks(mlir::MLIRContext &context) {
  mlir::remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis = categories.failed = ".*";
  const auto enabled = mlir::remark::enableOptimizationRemarks(
      context, nullptr, std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/true);
  assert(mlir::succeeded(enabled) && "'.*' is a regular expression");
  (void)enabled;
}

//===-- code ----------------------------------------------------------------------------------===//

/// The group under which an instruction of the kernel is counted: the xform to whose body it
/// belongs, or the library function, with a limited call depth.
static std::string groupOf(const CodeOrigin &origin) {
  constexpr size_t kDeepest = 5;
  std::vector<std::string> path;
  for (const std::string &function : origin.functions) {
    if (isXformBody(function))
      return function;
    if (path.size() < kDeepest)
      path.push_back(function);
  }
  return llvm::join(path, "/");
}

static json countInstructions(const KernelCode &kernel, const std::vector<CodeOrigin> &origins) {
  json groups = json::object();
  for (size_t i = 0; i < kernel.lines.size(); ++i) {
    const std::optional<unsigned> origin = kernel.lines[i].origin;
    if (!origin)
      continue;
    json &group = groups[groupOf(origins[*origin])];
    if (group.is_null())
      group = {{"round", 0}, {"outside", 0}};
    json &count = group[kernel.isInRound(i) ? "round" : "outside"];
    count = count.get<size_t>() + 1;
  }
  return groups;
}

/// The part of a round to which a group belongs: the xforms together, the functions called in a
/// round and, for plotting, their callees.
static std::string partOf(StringRef group) {
  if (group == "flame_final")
    return "final xform";
  if (isXformBody(group))
    return "xforms";
  llvm::SmallVector<StringRef> path;
  group.split(path, '/');
  llvm::ArrayRef<StringRef> inRound = path; // without the kernel and its loop functions
  inRound = inRound.size() > 2 ? inRound.drop_front(2) : inRound.take_back(1);
  return llvm::join(inRound.take_front(inRound.front() == "plotAll" ? 3 : 1), "/");
}

static json partsOfRound(const json &groups) {
  json parts = json::object();
  for (const auto &[group, count] : groups.items()) {
    json &part = parts[partOf(group)];
    part = (part.is_null() ? 0 : part.get<size_t>()) + count.at("round").get<size_t>();
  }
  return parts;
}

/// Records ptxas' statistics of the kernel; nothing without a ptxas or without output.
static void askAssembler(const std::string &ptx, const std::string &target,
                         const CompileOptions &options, json &report) {
  if (options.ptxas.empty())
    return;
  const auto scratch = rt::ScratchFolder::create();
  if (!scratch)
    return;
  const auto result = rt::runProgram({options.ptxas, "-v", "-arch=" + target,
                                      "-O" + std::to_string(options.level), "-", "-o", "/dev/null"},
                                     ptx, rt::Sandbox{{}, scratch->get()});
  if (!result || result->exitCode != 0)
    return;
  // For each kernel: Compiling entry function 'NAME' ... N bytes spill stores ... Used N registers.
  StringRef said = StringRef(result->errors).split("'flame_iterate'").second;
  auto numberBefore = [&](StringRef words) {
    const StringRef front = said.split(words).first.rtrim();
    unsigned number = 0;
    front.substr(front.find_last_of(" \n") + 1).getAsInteger(10, number);
    return number;
  };
  report["registers"] = numberBefore(" registers");
  report["spills"] = numberBefore(" bytes spill stores");
}

/// Gives the functions of generated code scopes; without them, their locations are lost on the way
/// to LLVM IR.
static Error keepLocations(mlir::ModuleOp lowered) {
  mlir::PassManager manager(lowered.getContext());
  manager.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass(
      {.emissionKind = mlir::LLVM::DIEmissionKind::DebugDirectivesOnly}));
  return mlir::succeeded(manager.run(lowered))
             ? Error::success()
             : llvm::createStringError("locations cannot be kept; this is a bug of flamec");
}

static Error describeCode(const LoweredFlame &flame, const CompileOptions &options, json &report) {
  // addOrigins gives locations to flame functions without a source text, as to library functions.
  if (options.sources)
    if (Error error = keepLocations(*flame.module))
      return error;
  llvm::LLVMContext context;
  auto linked =
      linkGpuGenome(context, *flame.module, flame.facts, options.library, options.ablation);
  if (!linked)
    return linked.takeError();
  addOrigins(**linked);
  if (Error error = optimizeForGpu(**linked, options.level))
    return error;
  const std::vector<CodeOrigin> origins = numberOrigins(**linked);
  const std::string target = options.targets.empty() ? "sm_80" : options.targets.front();
  Expected<std::string> ptx = emitPTX(**linked, target, /*newest=*/true);
  if (!ptx)
    return ptx.takeError();
  const KernelCode kernel = readKernel(*ptx, "flame_iterate", origins);
  report["target"] = target;
  report["origins"] = json::array();
  for (const CodeOrigin &origin : origins)
    report["origins"].push_back({{"functions", origin.functions},
                                 {"at", locationOf(origin.file, origin.line, origin.column)}});
  report["ptx"] = json::array();
  for (const CodeLine &line : kernel.lines)
    report["ptx"].push_back({line.text, line.origin ? int(*line.origin) : -1});
  report["round"] = {kernel.roundBegin, kernel.roundEnd};
  report["instructions"] = countInstructions(kernel, origins);
  report["parts"] = partsOfRound(report["instructions"]);
  askAssembler(*ptx, target, options, report);
  return Error::success();
}

//===-- all of it -----------------------------------------------------------------------------===//

Expected<json> describeCompilation(const Animation &animation, const CompileOptions &given) {
  json report = {{"name", animation.name},
                 {"tools", {{"flamec", kVersion}, {"llvm", LLVM_VERSION_STRING}}},
                 {"passes", json::array()},
                 {"remarks", json::array()}};
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  enableRemarks(*context);
  mlir::ScopedDiagnosticHandler listener(context.get(), [&](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Remark)
      return mlir::failure(); // let other handlers print it
    report["remarks"].push_back(parseRemark(diagnostic));
    return mlir::success();
  });
  CompileOptions options = given;
  options.timings = nullptr;
  options.dump = nullptr;
  options.lastStage = Stage::Cubin;
  options.afterPass = [&](StringRef pass, mlir::ModuleOp module) {
    if (report["passes"].empty())
      report["flame"] = linesOf(module);
    report["passes"].push_back(sizeOf(pass, module));
  };
  Expected<PackedFlame> packed = packFlame(*context, animation, options);
  if (!packed)
    return packed.takeError();
  report["opt"] = linesOf(*packed->module);
  report["slots"] = slotsOf(*packed->module);
  report["layout"] = toJson(packed->layout);
  report["features"] = wordsOf(packed->facts.features);
  Expected<LoweredFlame> lowered = lowerForGpu(*packed, options);
  if (!lowered)
    return lowered.takeError();
  if (Error error = describeCode(*lowered, options, report))
    return std::move(error);
  Sources sources;
  for (const char *key : {"flame", "opt", "remarks", "slots", "origins"})
    sources.addAll(report[key]);
  report["sources"] = options.sources ? sources.excerpts(*options.sources) : json::array();
  return report;
}

std::string makeReportPage(const json &description) {
  constexpr StringRef kPlaceholder = "{{DESCRIPTION}}";
  const StringRef page(flame_report_page, flame_report_page_end - flame_report_page);
  auto [before, behind] = page.split(kPlaceholder);
  // The text inside a script element must not contain its end tag.
  std::string text;
  for (char c : description.dump(-1, ' ', false, json::error_handler_t::replace))
    text += c == '<' ? "\\u003c" : std::string(1, c);
  return (before + text + behind).str();
}

} // namespace flame
