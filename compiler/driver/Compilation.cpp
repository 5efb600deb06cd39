// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All stages in a row, and what travels beside the code.

#include "compiler/driver/Compilation.h"

#include "compiler/animation/AnimationFields.h"
#include "compiler/animation/AnimationJson.h"
#include "compiler/codegen/EstimateFuse.h"
#include "compiler/codegen/GenerateCode.h"
#include "compiler/text/Errors.h"
#include "compiler/text/Limits.h"
#include "support/Version.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace flame;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

//===-- what travels beside the code ----------------------------------------------------------===//

/// The value at the start. Curves may swing out of what can be rendered; frames are clamped in the same way.
static double startWithin(const Track &track, Limits limits) {
  return std::clamp(track.start(), limits.aboveZero ? kMinMagnitude : limits.minimum,
                    limits.maximum);
}

static rt::FrameDefaults makeFrameDefaults(const Animation &animation) {
  rt::FrameDefaults frame;
#define FLAME_FRAME_VALUES
#include "compiler/driver/ManifestSettings.inc"
  if (frame.estimatorCurve < kMinMagnitude) // there is no radius, and readers did not mind
    frame.estimatorCurve = rt::FrameDefaults().estimatorCurve;
  return frame;
}

/// Those values of the frame that change over time, by their keys in the manifest.
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

/// Lets passes speak: at the location in the genome that an operation came from.
static Expected<std::unique_ptr<mlir::SourceMgrDiagnosticHandler>>
reportThrough(mlir::MLIRContext &context, const CompileOptions &options) {
  if (!options.remarks.empty()) {
    mlir::remark::RemarkCategories categories;
    // MLIR wants the pattern to match all of a name; like -Rpass of clang, ours may match a part.
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

Expected<ArtefactContents> flame::compile(const Animation &animation, StringRef genome,
                                          const CompileOptions &options) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  auto reporting = reportThrough(*context, options);
  if (!reporting)
    return reporting.takeError();
  Expected<PackedFlame> packed = packFlame(*context, animation, options);
  if (!packed)
    return packed.takeError();
  ArtefactContents contents;
  if (options.stopsAfter(Stage::Flame) || options.stopsAfter(Stage::Opt))
    return contents;
  Expected<LoweredFlame> lowered = lowerForGpu(*packed, options);
  if (!lowered)
    return lowered.takeError();
  if (Error failure = generateCode(*lowered, options, contents))
    return std::move(failure);
  if (!options.wantsArtefact())
    return contents;
  contents.genome = genome.str();
  contents.animation = writeAnimationJson(animation);
  StageTimer timer(options.timings, "describe");
  contents.manifest = makeManifest(animation, packed->layout, packed->facts.features);
  contents.tracks = packed->tracks;
  contents.knots = packed->knots;
  packPalettes(animation, contents.paletteTimes, contents.palette);
  return contents;
}
