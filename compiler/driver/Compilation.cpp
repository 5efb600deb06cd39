// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs all stages and collects the data that accompanies the code.

#include "compiler/driver/Compilation.h"

#include "compiler/animation/AnimationFields.h"
#include "compiler/animation/AnimationJson.h"
#include "compiler/codegen/CompilerIdentity.h"
#include "compiler/codegen/EstimateFuse.h"
#include "compiler/codegen/GenerateCode.h"
#include "compiler/driver/FlameRecord.h"
#include "compiler/text/Errors.h"
#include "compiler/text/Limits.h"
#include "support/ContentHash.h"
#include "support/StartBeside.h"
#include "support/Version.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <future>
#include <memory>

using namespace flame;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

//===-- what travels beside the code ----------------------------------------------------------===//

/// The value at the start, clamped. Curves may overshoot into values that cannot be rendered;
/// frames are clamped in the same way.
static double startWithin(const Track &track, Limits limits) {
  return std::clamp(track.start(), limits.aboveZero ? kMinMagnitude : limits.minimum,
                    limits.maximum);
}

static rt::FrameDefaults makeFrameDefaults(const Animation &animation) {
  rt::FrameDefaults frame;
#define FLAME_FRAME_VALUES
#include "compiler/driver/ManifestSettings.inc"
  if (frame.estimatorCurve < kMinMagnitude) // without a radius the reader does not check it
    frame.estimatorCurve = rt::FrameDefaults().estimatorCurve;
  return frame;
}

/// The frame settings that change over time, by their keys in the manifest.
static std::map<std::string, rt::FrameTrack> makeFrameTracks(const Animation &animation) {
  const std::pair<const char *, const Track *> all[] = {
#define FLAME_FRAME_TRACKS
#include "compiler/driver/ManifestSettings.inc"
  };
  std::map<std::string, rt::FrameTrack> tracks;
  for (auto [key, track] : all)
    if (!track->isConstant())
      tracks[key] = packTrack(*track);
  return tracks;
}

rt::Manifest flame::makeManifest(const Animation &animation, const abi::BlockLayout &layout,
                                 uint32_t features, std::optional<std::vector<rt::FuseKnot>> fuse) {
  rt::Manifest manifest;
  manifest.name = animation.name;
  manifest.author = animation.nick;
  manifest.url = animation.url;
  manifest.dialect = animation.dialect;
  manifest.tools = {{"flamec", kVersion}, {"llvm", LLVM_VERSION_STRING}};
  manifest.duration = animation.duration;
  manifest.timeUnit = kTimeUnitKeywords[size_t(animation.timeUnit)].str();
  manifest.startTime = animation.startTime;
  manifest.loops = animation.loops;
  manifest.frame = makeFrameDefaults(animation);
  manifest.frameTracks = makeFrameTracks(animation);
  manifest.layout = layout;
  manifest.features = features;
  manifest.fuse = fuse ? *std::move(fuse) : estimateFuse(animation);
  return manifest;
}

//===-- what the cache knows ------------------------------------------------------------------===//

/// True if the record of a flame may be cached. Excluded are runs that show passes at work, and
/// flames that will change soon.
static bool keepsRecords(const CompileOptions &options) {
  return options.usesCache() && !options.quick && options.remarks.empty() && !options.afterPass;
}

/// The key of the record of the animation with text `json`. Covers everything that the stages
/// before code depend on.
static std::string keyOfRecord(StringRef json, const CompileOptions &options) {
  const std::string choices =
      std::to_string(int(options.fold)) + ' ' + std::to_string(options.shortFunctions) + ' ' +
      std::to_string(options.ablation) + ' ' + llvm::join(options.disabledPasses, " ");
  return rt::hashOfParts({compilerIdentity(), "flame", choices, json}).hex();
}

// ===-- all stages
// ------------------------------------------------------------------------------===//

/// Makes passes report at the location in the genome that an operation came from.
static Expected<std::unique_ptr<mlir::SourceMgrDiagnosticHandler>>
reportThrough(mlir::MLIRContext &context, const CompileOptions &options) {
  if (!options.remarks.empty()) {
    mlir::remark::RemarkCategories categories;
    // MLIR matches the pattern against the whole name; like clang's -Rpass, ours may match a part.
    categories.passed = ".*(" + options.remarks + ").*";
    categories.missed = categories.analysis = categories.failed = categories.passed;
    if (mlir::failed(mlir::remark::enableOptimizationRemarks(
            context, nullptr, std::make_unique<mlir::remark::RemarkEmittingPolicyAll>(), categories,
            /*printAsEmitRemarks=*/true)))
      return makeError(rt::ErrorKind::Usage, "'" + options.remarks + "' is no regular expression");
  }
  if (!options.sources)
    return nullptr;
  return std::make_unique<mlir::SourceMgrDiagnosticHandler>(*options.sources, &context);
}

/// The record under `key`, if there is a key and the cache has it.
static std::optional<FlameRecord> findRecord(StringRef key, const CompileOptions &options) {
  if (key.empty())
    return std::nullopt;
  const std::optional<std::string> known = options.cache->findFact(key);
  return known ? readRecord(*known) : std::nullopt;
}

namespace {
/// The stages before code. Each runs at most once, and only if its result is needed.
class FlameStages {
public:
  FlameStages(const Animation &animation, const CompileOptions &options)
      : animation(animation), options(options) {}

  /// Runs the stages flame and opt. The module is gone after lowering.
  Expected<const PackedFlame *> pack();
  Expected<const LoweredFlame *> lower();

private:
  const Animation &animation;
  const CompileOptions &options;
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> reporting;
  std::optional<PackedFlame> packed;
  std::optional<LoweredFlame> lowered;
};
} // namespace

Expected<const PackedFlame *> FlameStages::pack() {
  if (packed)
    return &*packed;
  context = makeContext();
  auto handler = reportThrough(*context, options);
  if (!handler)
    return handler.takeError();
  reporting = std::move(*handler);
  Expected<PackedFlame> made = packFlame(*context, animation, options);
  if (!made)
    return made.takeError();
  return &packed.emplace(std::move(*made));
}

Expected<const LoweredFlame *> FlameStages::lower() {
  if (lowered)
    return &*lowered;
  if (Error failure = pack().takeError())
    return std::move(failure);
  Expected<LoweredFlame> made = lowerForGpu(*packed, options);
  if (!made)
    return made.takeError();
  return &lowered.emplace(std::move(*made));
}

/// Makes the flame and its record, except the warm-up estimate.
static Expected<FlameRecord> makeRecord(FlameStages &stages) {
  Expected<const PackedFlame *> packed = stages.pack();
  if (!packed)
    return packed.takeError();
  Expected<const LoweredFlame *> lowered = stages.lower();
  if (!lowered)
    return lowered.takeError();
  return FlameRecord{.identity = (*lowered)->identity,
                     .layout = (*packed)->layout,
                     .features = (*packed)->facts.features,
                     .tracks = (*packed)->tracks,
                     .knots = (*packed)->knots};
}

Expected<ArtefactContents> flame::compile(const Animation &animation, StringRef genome,
                                          const CompileOptions &options) {
  ArtefactContents contents;
  FlameStages stages(animation, options);
  if (options.stopsAfter(Stage::Flame) || options.stopsAfter(Stage::Opt)) {
    if (Error failure = stages.pack().takeError())
      return std::move(failure);
    return contents;
  }
  if (options.wantsArtefact())
    contents.animation = writeAnimationJson(animation);
  const std::string key =
      keepsRecords(options) ? keyOfRecord(contents.animation, options) : std::string();
  std::optional<FlameRecord> record = findRecord(key, options);
  std::future<std::vector<rt::FuseKnot>> fuse;
  if (!record) {
    // Runs in parallel, because points may have to be followed for long.
    if (options.wantsArtefact())
      fuse = rt::startBeside([&] { return estimateFuse(animation); });
    Expected<FlameRecord> made = makeRecord(stages);
    if (!made)
      return made.takeError();
    record = std::move(*made);
  }
  if (Error failure =
          generateCode(record->identity, [&] { return stages.lower(); }, options, contents))
    return std::move(failure);
  if (!options.wantsArtefact())
    return contents;
  contents.genome = genome.str();
  StageTimer timer(options.timings, "describe");
  if (fuse.valid()) {
    record->fuse = fuse.get();
    // A record is useless if its code could not be stored.
    if (!key.empty() && options.cache->folder().complaint().empty())
      options.cache->storeFact(key, writeRecord(*record));
  }
  contents.manifest = makeManifest(animation, record->layout, record->features, record->fuse);
  contents.tracks = std::move(record->tracks);
  contents.knots = std::move(record->knots);
  packPalettes(animation, contents.paletteTimes, contents.palette);
  return contents;
}
