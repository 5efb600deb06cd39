// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All stages in a row, and what travels beside the code.

#include "compiler/driver/Compilation.h"

#include "compiler/animation/AnimationFields.h"
#include "compiler/animation/AnimationJson.h"
#include "compiler/codegen/CompilerIdentity.h"
#include "compiler/codegen/EstimateFuse.h"
#include "compiler/codegen/GenerateCode.h"
#include "compiler/text/Errors.h"
#include "compiler/text/Limits.h"
#include "support/ContentHash.h"
#include "support/StartBeside.h"
#include "support/Version.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstring>
#include <future>
#include <type_traits>

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

//===-- the fuse --------------------------------------------------------------------------------===//

using Fuse = std::vector<rt::FuseKnot>;

/// Knots as the cache keeps them, which only the build that wrote them reads.
static std::string bytesOf(const Fuse &fuse) {
  static_assert(std::is_trivially_copyable_v<rt::FuseKnot>);
  return {reinterpret_cast<const char *>(fuse.data()), fuse.size() * sizeof(rt::FuseKnot)};
}

static std::optional<Fuse> fuseFrom(StringRef bytes) {
  if (bytes.empty() || bytes.size() % sizeof(rt::FuseKnot))
    return std::nullopt;
  Fuse fuse(bytes.size() / sizeof(rt::FuseKnot));
  std::memcpy(fuse.data(), bytes.data(), bytes.size());
  return fuse;
}

/// The fuse of an animation whose text is `json`. To follow points for that takes as long as the rest of what is done where the cache
/// has the code, if there are many rounds of them: then it has the fuse, too.
static Fuse findFuse(const Animation &animation, StringRef json, const CompileOptions &options) {
  constexpr uint32_t kManyRounds = 256;
  if (!options.usesCache() || options.quick)
    return estimateFuse(animation);
  const std::string key = rt::hashOfParts({compilerIdentity(), "fuse", json}).hex();
  if (std::optional<std::string> known = options.cache->findFact(key))
    if (std::optional<Fuse> fuse = fuseFrom(*known))
      return *std::move(fuse);
  Fuse fuse = estimateFuse(animation);
  if (llvm::any_of(fuse, [](const rt::FuseKnot &knot) { return knot.rounds >= kManyRounds; }))
    options.cache->storeFact(key, bytesOf(fuse));
  return fuse;
}

//===-- all stages ------------------------------------------------------------------------------===//

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
  std::future<Fuse> fuse;
  if (options.wantsArtefact()) {
    contents.animation = writeAnimationJson(animation);
    fuse = rt::startBeside([&] { return findFuse(animation, contents.animation, options); });
  }
  Expected<LoweredFlame> lowered = lowerForGpu(*packed, options);
  if (!lowered)
    return lowered.takeError();
  if (Error failure = generateCode(*lowered, options, contents))
    return std::move(failure);
  if (!options.wantsArtefact())
    return contents;
  contents.genome = genome.str();
  StageTimer timer(options.timings, "describe");
  contents.manifest = makeManifest(animation, packed->layout, packed->facts.features, fuse.get());
  contents.tracks = packed->tracks;
  contents.knots = packed->knots;
  packPalettes(animation, contents.paletteTimes, contents.palette);
  return contents;
}
