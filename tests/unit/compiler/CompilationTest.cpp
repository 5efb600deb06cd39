// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From animations to code and manifest: what animations mean in flame IR, what of them is structure
// (and decides about the code) and what is data, and what reaches the manifest.

#include "compiler/driver/Compilation.h"
#include "abi/Ablation.h"
#include "compiler/codegen/GenerateCode.h"
#include "compiler/codegen/ImportAnimation.h"
#include "compiler/codegen/PackFlame.h"
#include "compiler/driver/FlameRecord.h"
#include "compiler/text/Limits.h"
#include "tests/unit/runtime/TemporaryDirectory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <thread>

namespace flame {
namespace {

Track makeTrack(TrackDomain domain, std::vector<TrackKnot> knots) {
  Track track;
  track.domain = domain;
  track.knots = std::move(knots);
  return track;
}

Track line(double from, double to) {
  return makeTrack(TrackDomain::Linear,
                   {{0, from, to - from, to - from}, {1, to, to - from, to - from}});
}

AnimationVariation variation(llvm::StringRef name, Track weight) {
  AnimationVariation result;
  result.info = findVariation(name);
  result.weight = std::move(weight);
  for (const VariationParam &param : result.info->params)
    result.params.emplace_back(param.defaultValue);
  return result;
}

AnimationXform xform(AffineMotion coefs, llvm::StringRef name = "julian") {
  AnimationXform result;
  result.weight = 0.5;
  result.color = 0.25;
  result.colorSpeed = 0.5;
  result.opacity = 1;
  result.coefs = std::move(coefs);
  result.variations.push_back(variation(name, 0.75));
  return result;
}

Animation animationOf(std::vector<AnimationXform> xforms) {
  Animation animation;
  animation.width = 64;
  animation.height = 48;
  animation.scale = 10;
  animation.duration = 1;
  animation.finish.gamma = 4;
  animation.palettes.emplace_back(0.0, Palette());
  for (PaletteColor &color : animation.palettes[0].second)
    color.alpha = 1;
  animation.xforms = std::move(xforms);
  return animation;
}

/// The flame IR of an animation, as imported or after all passes.
std::string flameIR(const Animation &animation, Stage stage = Stage::Flame) {
  auto context = makeContext();
  std::string found;
  CompileOptions options;
  options.dump = [&](Stage dumped, llvm::StringRef, llvm::StringRef text) {
    if (dumped == stage)
      found = text.str();
  };
  auto packed = packFlame(*context, animation, options);
  EXPECT_TRUE(bool(packed)) << llvm::toString(packed.takeError());
  return found;
}

ArtefactContents compiled(const Animation &animation, CompileOptions options = {}) {
  options.level = 0; // of LLVM, whose passes are not what is tested
  auto contents = compile(animation, "", options);
  EXPECT_TRUE(bool(contents)) << llvm::toString(contents.takeError());
  return std::move(*contents);
}

/// What code is generated from; the same text means the same code.
std::string structureOf(const Animation &animation) {
  auto context = makeContext();
  const CompileOptions options;
  PackedFlame packed = llvm::cantFail(packFlame(*context, animation, options));
  return llvm::cantFail(lowerForGpu(packed, options)).identity;
}

bool contains(llvm::StringRef text, llvm::StringRef part) { return text.contains(part); }

//===-- import --------------------------------------------------------------------------------===//

AffineTracks cartesian(const Affine &m) { return {m.a, m.d, m.b, m.e, m.c, m.f}; }

TEST(ImportTest, AConstantPolarAffineIsTheSameAsItsCoefficients) {
  for (PolarAffineTracks polar :
       {PolarAffineTracks(), PolarAffineTracks{30.0, 50.0, 0.5, 0.75, 0.1, -0.3},
        PolarAffineTracks{45.0, -45.0, 1.0, 1.0, 0.0, 0.0}}) {
    Animation a = animationOf({xform(polar)}),
              b = animationOf({xform(cartesian(affineAt(polar, 0)))});
    a.xforms[0].post = polar;
    b.xforms[0].post = cartesian(affineAt(polar, 0));
    EXPECT_EQ(flameIR(a), flameIR(b));
  }
}

TEST(ImportTest, ATurningAffineIsArithmeticThatIsHoisted) {
  PolarAffineTracks polar{line(45, -315), 45.0, 0.5, 0.5, 0.25, line(0, 1)};
  const Animation animation = animationOf({xform(polar, "linear")});
  const std::string imported = flameIR(animation);
  for (const char *part : {"flame.param_slot @xform0_coefs_angle = "
                           "<linear 0.0: 45.0 slope -360.0, 1.0: -315.0 slope -360.0>",
                           "flame.param_slot @xform0_coefs_spread = 45.0", "math.cos", "math.sin",
                           "flame.param_slot @xform0_coefs_offset = "
                           "[0.25, <linear 0.0: 0.0 slope -1.0, 1.0: -1.0 slope -1.0>]"})
    EXPECT_TRUE(contains(imported, part)) << part;
  const std::string packed = flameIR(animation, Stage::Opt);
  const auto [xforms, precalc] = llvm::StringRef(packed).split("flame.precalc");
  EXPECT_FALSE(contains(xforms, "math.cos"));
  EXPECT_TRUE(contains(precalc, "math.cos"));
}

TEST(ImportTest, ColumnsThatDoNotChangeStayCoefficients) {
  PolarAffineTracks polar{45.0, 45.0, line(1, 2), 1.0, 0.0, 0.0};
  const std::string imported = flameIR(animationOf({xform(polar, "linear")}));
  EXPECT_TRUE(contains(imported, "flame.param_slot @xform0_coefs_magnitude_x = <linear"));
  EXPECT_TRUE(contains(imported, "flame.param_slot @xform0_coefs_y = [0.0, 1.0]"));
}

TEST(ImportTest, TracksSurviveThePasses) {
  Animation animation = animationOf({xform(AffineTracks())});
  animation.xforms[0].opacity =
      makeTrack(TrackDomain::Log, {{0, 0.5, 0, 0.25}, {0.5, 1, -0.5, 0}, {1, 0.75, 0, 0}});
  animation.scale = line(16, 32);
  const std::string packed = flameIR(animation, Stage::Opt);
  for (const char *part :
       {"@xform0_opacity = <magnitude 0.0: 0.5 slope 0.0 | 0.25, 0.5: 1.0 slope -0.5 | 0.0, "
        "1.0: 0.75> at ",
        "@scale = <linear 0.0: 16.0 slope 16.0, 1.0: 32.0 slope 16.0> at ",
        "flame.param_slot @hoisted0 at "})
    EXPECT_TRUE(contains(packed, part)) << part << "\n" << packed;
}

TEST(ImportTest, RowsOfXaosFactorsAreOneSlotEach) {
  Animation animation = animationOf({xform(AffineTracks()), xform(AffineTracks())});
  animation.xforms[0].chaos = {Track(1.0), line(0.5, 1)};
  animation.xforms[1].chaos = {line(-2, -1), Track(0.25)};
  const std::string imported = flameIR(animation);
  EXPECT_TRUE(contains(imported, "flame.param_slot @chaos0 = [1.0, <linear 0.0: 0.5 "));
  EXPECT_TRUE(contains(imported, "flame.param_slot @chaos1 = [0.0, 0.25]"));
  EXPECT_TRUE(contains(imported, "chaos [@chaos0, @chaos1]"));
}

TEST(ImportTest, CurvesThatLeaveTheRangeOfTheirMeaningAreClamped) {
  Animation inside = animationOf({xform(AffineTracks())}), outside = inside;
  inside.xforms[0].color = makeTrack(TrackDomain::Linear, {{0, 0, 0, 0}, {1, 1, 0, 0}});
  outside.xforms[0].color = makeTrack(TrackDomain::Linear, {{0, 0, 0, -1}, {1, 1, -1, 0}});
  EXPECT_FALSE(contains(flameIR(inside), "arith.m"));
  EXPECT_TRUE(contains(flameIR(outside), "arith.minnumf"));
  EXPECT_TRUE(contains(flameIR(outside), "arith.maxnumf"));
  outside = inside;
  outside.xforms[0].opacity = line(1, 0);
  EXPECT_TRUE(contains(flameIR(outside), "arith.maxnumf")) << "below 0 after the end";
}

TEST(ImportTest, AnXformThatIsNeverAboveZeroIsDropped) {
  Animation animation = animationOf({xform(AffineTracks()), xform(AffineTracks(), "swirl")});
  animation.xforms[1].weight = line(-3, -1);
  EXPECT_TRUE(contains(flameIR(animation, Stage::Opt), "@xform1"))
      << "it rises above 0 after the end";
  animation.xforms[1].weight = line(-1, -3);
  EXPECT_TRUE(contains(flameIR(animation, Stage::Opt), "@xform1"))
      << "it was above 0 before the start";
  animation.xforms[1].weight = makeTrack(TrackDomain::Linear, {{0, -3, 0, 0}, {1, 0, 0, 0}});
  EXPECT_FALSE(contains(flameIR(animation, Stage::Opt), "@xform1"));
}

uint32_t featuresOf(const Animation &animation) {
  auto context = makeContext();
  return importAnimation(*context, animation, nullptr).features;
}

TEST(ImportTest, NaNPointsAreReseededPeriodically) {
  Animation safe = animationOf({xform(AffineTracks())});
  safe.losesPoints = 1;
  EXPECT_EQ(featuresOf(safe), 0u);
  Animation unstable = animationOf({xform(AffineTracks(), "invsquircular_wf")});
  EXPECT_EQ(featuresOf(unstable), 0u) << "they are reseeded at once";
  unstable.losesPoints = 1;
  EXPECT_EQ(featuresOf(unstable), abi::kPeriodicReseed);
}

TEST(ImportTest, EarlySamplesCountUnlessTheFlameSaysNo) {
  Animation animation = animationOf({xform(AffineTracks())});
  EXPECT_EQ(featuresOf(animation), 0u);
  animation.onlyConverged = 1;
  EXPECT_EQ(featuresOf(animation), abi::kOnlyConverged);
}

TEST(ImportTest, FeaturesHoldAtAllTimes) {
  Animation animation = animationOf({xform(AffineTracks()), xform(AffineTracks())});
  EXPECT_EQ(featuresOf(animation), 0u);
  animation.xforms[0].opacity =
      makeTrack(TrackDomain::Linear, {{0, 1, 0, 0}, {0.5, 0.5, 0, 0}, {1, 1, 0, 0}});
  EXPECT_EQ(featuresOf(animation), abi::kFractionalDeposit);
  animation.xforms[0].opacity = 0;
  EXPECT_EQ(featuresOf(animation), abi::kHides) << "what is seen are whole samples";
  animation.xforms[1].opacity = 0.5;
  EXPECT_EQ(featuresOf(animation), abi::kHides | abi::kFractionalDeposit);
  animation.xforms[0].opacity = animation.xforms[1].opacity = 1;
  animation.xforms[1].weight = makeTrack(TrackDomain::Linear, {{0, 0.5, 0, 0}, {1, 0, 0, 0}});
  EXPECT_EQ(featuresOf(animation), 0u) << "rare for a moment, before it disappears";
  animation.xforms[1].weight = makeTrack(TrackDomain::Linear, {{0, 0.02, 0, 0}, {1, 0, 0, 0}});
  EXPECT_EQ(featuresOf(animation), abi::kFineChoice) << "rare from the middle on";
  animation.xforms[1].weight = 0.005;
  EXPECT_EQ(featuresOf(animation), abi::kFineChoice);
  animation.xforms[1].weight = 0;
  EXPECT_EQ(featuresOf(animation), 0u);
  animation.finalXform = xform(AffineTracks());
  animation.finalXform->opacity = line(0, 1);
  EXPECT_EQ(featuresOf(animation), abi::kFinalXform);
}

//===-- structure and data --------------------------------------------------------------------===//

/// Two xforms, one of them turning, in all the ways that values may differ between flames of one
/// structure.
Animation edge(double shift) {
  PolarAffineTracks polar{
      line(45 + shift, -315 + shift), 45.5 + shift, 0.5 + shift / 8, 0.6, 0.25 + shift, 0.1};
  Animation animation =
      animationOf({xform(polar), xform(cartesian({0.5 + shift / 4, 0.1, 0.2, 0.3, 0.4, 0.1}))});
  animation.xforms[0].weight = 0.5 + shift;
  animation.xforms[1].color =
      makeTrack(TrackDomain::Linear, {{0, 0.1 + shift / 8, 0, 0}, {1, 0.9, 0, 0}});
  animation.xforms[1].variations[0].params[0] = line(2.5, 3.5 + shift);
  animation.scale = 20 + shift;
  animation.name = "edge " + std::to_string(shift);
  return animation;
}

TEST(StructureTest, ValuesThatAreNotFoldedAreData) {
  EXPECT_EQ(structureOf(edge(0.0625)), structureOf(edge(0.125)));
}

TEST(StructureTest, FoldedValuesAreStructure) {
  Animation a = edge(0.0625), b = a;
  b.xforms[0].variations[0].params[0] = 3; // julian_power
  EXPECT_NE(structureOf(a), structureOf(b));
  b = a;
  b.xforms[0].color = 1;
  EXPECT_NE(structureOf(a), structureOf(b));
}

TEST(StructureTest, FeaturesAreStructure) {
  Animation a = edge(0.0625), b = a;
  b.paletteMode = PaletteMode::Linear;
  EXPECT_NE(structureOf(a), structureOf(b));
}

TEST(StructureTest, FlamesOfOneStructureShareTheirCode) {
  CodeCache cache;
  CompileOptions options;
  options.cache = &cache;
  const ArtefactContents first = compiled(edge(0.0625), options),
                         second = compiled(edge(0.125), options);
  EXPECT_EQ(cache.statistics().missed, 1u);
  EXPECT_EQ(cache.statistics().inMemory, 1u);
  EXPECT_FALSE(first.ptx.empty());
  EXPECT_EQ(first.ptx, second.ptx);
  EXPECT_NE(first.animation, second.animation);
  const ArtefactContents anew = compiled(edge(0.125));
  EXPECT_EQ(second.ptx, anew.ptx) << "what the cache had is what would be made";

  options.fold = FoldMode::All;
  compiled(edge(0.125), options);
  EXPECT_EQ(cache.statistics().missed, 2u);
}

/// A cache with one flame, and what it knows of that flame beside code.
struct CachedFlame {
  CachedFlame() {
    options.cache = &cache;
    first = compiled(edge(0.0625), options);
    // Code is larger than what else is known of a flame.
    const std::vector<std::filesystem::path> all = entries();
    const auto smallest = std::ranges::min_element(
        all, {}, [](const std::filesystem::path &entry) { return file_size(entry); });
    key = smallest->filename().string();
    record = readRecord(cache.findFact(key).value()).value();
  }

  std::vector<std::filesystem::path> entries() const {
    std::vector<std::filesystem::path> found;
    for (const auto &entry : std::filesystem::directory_iterator(directory.get() / "flamec-cache"))
      found.push_back(entry.path());
    return found;
  }

  const rt::TemporaryDirectory directory;
  CodeCache cache{directory.get()};
  CompileOptions options;
  ArtefactContents first;
  std::string key;
  FlameRecord record;
};

std::string artefactOf(ArtefactContents contents) {
  return std::move(*writeArtefact(std::move(contents)));
}

TEST(RecordTest, AFlameThatIsKnownIsNotMadeAgain) {
  CachedFlame known;
  EXPECT_EQ(known.cache.statistics().missed, 1u);
  const std::string whole = artefactOf(known.first);
  EXPECT_EQ(artefactOf(compiled(edge(0.0625), known.options)), whole);

  // What the record says is what comes out.
  known.record.fuse = {{0, 77}};
  known.record.knots.back().value += 1;
  known.cache.storeFact(known.key, writeRecord(known.record));
  const ArtefactContents again = compiled(edge(0.0625), known.options);
  EXPECT_EQ(again.manifest.fuse, known.record.fuse);
  EXPECT_EQ(again.knots.back().value, known.record.knots.back().value);
  EXPECT_EQ(again.ptx, known.first.ptx);
  EXPECT_EQ(known.cache.statistics().missed, 1u);
}

TEST(RecordTest, IsOfOneFlameAndItsOptions) {
  CachedFlame known;
  known.record.fuse = {{0, 77}};
  known.cache.storeFact(known.key, writeRecord(known.record));
  ASSERT_EQ(compiled(edge(0.0625), known.options).manifest.fuse, known.record.fuse);
  EXPECT_NE(compiled(edge(0.125), known.options).manifest.fuse, known.record.fuse);
  const auto isUsed = [&](auto change) {
    CompileOptions options = known.options;
    change(options);
    return compiled(edge(0.0625), options).manifest.fuse == known.record.fuse;
  };
  EXPECT_TRUE(isUsed([](CompileOptions &) {}));
  EXPECT_FALSE(isUsed([](CompileOptions &options) { options.fold = FoldMode::All; }));
  EXPECT_FALSE(isUsed([](CompileOptions &options) { options.shortFunctions = false; }));
  EXPECT_FALSE(isUsed([](CompileOptions &options) { options.ablation = abi::kNoExchange; }));
  EXPECT_FALSE(
      isUsed([](CompileOptions &options) { options.disabledPasses = {"flame-select-math"}; }));
  EXPECT_FALSE(isUsed([](CompileOptions &options) { options.quick = true; })) << "it changes soon";
  EXPECT_FALSE(isUsed([](CompileOptions &options) { options.cache = nullptr; }));
}

TEST(RecordTest, DoesNotHidePassesFromThoseWhoWatch) {
  CachedFlame known;
  unsigned passes = 0;
  known.options.afterPass = [&](llvm::StringRef, mlir::ModuleOp) { ++passes; };
  compiled(edge(0.0625), known.options);
  EXPECT_GT(passes, 1u);
}

TEST(RecordTest, WithoutTheCodeTheFlameIsMadeAfterAll) {
  CachedFlame known;
  for (const std::filesystem::path &entry : known.entries())
    if (entry.filename() != known.key)
      std::filesystem::remove(entry);
  CodeCache later(known.directory.get());
  known.options.cache = &later;
  EXPECT_EQ(artefactOf(compiled(edge(0.0625), known.options)), artefactOf(known.first));
  EXPECT_EQ(later.statistics().missed, 1u);
}

TEST(RecordTest, IsMadeAgainWhereItIsNone) {
  CachedFlame known;
  known.cache.storeFact(known.key, "none");
  EXPECT_EQ(artefactOf(compiled(edge(0.0625), known.options)), artefactOf(known.first));
  EXPECT_EQ(known.cache.findFact(known.key), writeRecord(known.record));
}

TEST(RecordTest, IsReadAsItWasWritten) {
  const FlameRecord record = CachedFlame().record;
  ASSERT_FALSE(record.tracks.empty() || record.knots.empty() || record.fuse.empty());
  const std::string bytes = writeRecord(record);
  EXPECT_EQ(writeRecord(*readRecord(bytes)), bytes);
  for (size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(readRecord(llvm::StringRef(bytes).take_front(length))) << length;
  EXPECT_FALSE(readRecord(bytes + "."));
}

TEST(StructureTest, OtherOptionsMakeOtherCode) {
  CodeCache cache;
  CompileOptions options;
  options.cache = &cache;
  options.level = 0;
  ASSERT_TRUE(bool(compile(edge(0.0625), "", options)));
  options.level = 1;
  ASSERT_TRUE(bool(compile(edge(0.0625), "", options)));
  EXPECT_EQ(cache.statistics().missed, 2u);
}

TEST(StructureTest, WhatChangesAllTheTimeIsCompiledQuickly) {
  CompileOptions options;
  const ArtefactContents whole = llvm::cantFail(compile(edge(0.0625), "", options));
  options.quick = true;
  const ArtefactContents quick = llvm::cantFail(compile(edge(0.0625), "", options));
  EXPECT_EQ(quick.manifest.features, whole.manifest.features | abi::kDirectOnly);
  EXPECT_LT(quick.ptx.size(), whole.ptx.size() / 2);
}

TEST(StructureTest, QuickCodeIsOtherCodeThoughNothingElseDiffers) {
  Animation colored = edge(0.0625);
  colored.xforms[0].variations.push_back(variation("dc_portal", 0.5));
  CodeCache cache;
  CompileOptions options;
  options.cache = &cache;
  const ArtefactContents whole = compiled(colored, options);
  options.quick = true;
  const ArtefactContents quick = compiled(colored, options);
  EXPECT_EQ(quick.manifest.features, whole.manifest.features)
      << "the flame has one schedule anyway";
  EXPECT_NE(quick.ptx, whole.ptx);
}

TEST(StructureTest, QuickMachineCodeComesAlone) {
  CompileOptions options;
  options.targets = {"sm_90"};
  options.ptxas = "ptxas";
  options.printCommand = [](llvm::StringRef) {};
  EXPECT_FALSE(llvm::cantFail(compile(edge(0.0625), "", options)).ptx.empty());
  options.quick = true;
  EXPECT_TRUE(llvm::cantFail(compile(edge(0.0625), "", options)).ptx.empty());
}

TEST(StructureTest, AnAblatedKernelIsOtherCode) {
  CodeCache cache;
  CompileOptions options;
  options.cache = &cache;
  const std::string whole = compiled(edge(0.0625), options).ptx;
  options.ablation = abi::kNoPlot;
  const std::string ablated = compiled(edge(0.0625), options).ptx;
  EXPECT_EQ(cache.statistics().missed, 2u);
  EXPECT_NE(whole, ablated);
}

TEST(StructureTest, WhoWantsToSeeStagesGetsThemMade) {
  CodeCache cache;
  CompileOptions options;
  options.cache = &cache;
  compiled(edge(0.0625), options);
  bool sawPtx = false;
  options.dump = [&](Stage stage, llvm::StringRef, llvm::StringRef) {
    sawPtx |= stage == Stage::PTX;
  };
  compiled(edge(0.0625), options);
  EXPECT_TRUE(sawPtx);
}

//===-- commands ------------------------------------------------------------------------------===//

TEST(CommandsTest, ArePrintedByOneThreadInTheOrderOfTargets) {
  CompileOptions options;
  options.ptxas = "ptxas";
  options.targets = {"sm_120", "sm_75", "sm_90", "sm_80"};
  std::vector<std::string> commands;
  options.printCommand = [&, caller = std::this_thread::get_id()](llvm::StringRef command) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    commands.push_back(command.str());
  };
  ASSERT_TRUE(bool(compile(edge(0.0625), "", options)));
  std::vector<std::string> targets;
  for (llvm::StringRef command : commands)
    targets.push_back(command.split("-arch=").second.split(' ').first.str());
  targets.erase(llvm::unique(targets), targets.end());
  EXPECT_EQ(targets, options.targets) << "of some, the generic code is assembled, too";
}

//===-- what travels beside the code ----------------------------------------------------------===//

TEST(DescriptionTest, KnotsAreInTheirDomain) {
  Animation animation = animationOf({xform(AffineTracks())});
  animation.scale = makeTrack(TrackDomain::Log, {{0, 16, 0, 1}, {1, -64, 2, 0}});
  animation.rotate = makeTrack(TrackDomain::Log, {{0, 0.1, 0, 0}});
  const ArtefactContents contents = compiled(animation);
  const rt::FrameTrack &scale = contents.manifest.frameTracks.at("scale");
  EXPECT_EQ(scale.domain, abi::Domain::Log);
  ASSERT_EQ(scale.knots.size(), 2u);
  EXPECT_EQ(scale.knots[0].value, 9); // log2 16 + 5
  EXPECT_EQ(scale.knots[0].slopeOut, 1);
  EXPECT_EQ(scale.knots[1].value, -11);
  EXPECT_EQ(scale.knots[1].slopeIn, 2);
  EXPECT_FALSE(contents.manifest.frameTracks.contains("rotate")) << "a constant";
  EXPECT_EQ(contents.manifest.frame.rotate, 0.1);
  bool found = false;
  for (const abi::Track &track : contents.tracks)
    found |= track.domain == abi::Domain::Log && track.knotCount == 2 &&
             contents.knots[track.firstKnot + 1].value == -11;
  EXPECT_TRUE(found) << "the camera's slot has the same knots";
}

TEST(DescriptionTest, SaysWhenTheAnimationTakesPlace) {
  Animation animation = animationOf({xform(AffineTracks())});
  animation.duration = 160;
  animation.startTime = 12.5;
  animation.timeUnit = TimeUnit::Units;
  animation.loops = true;
  animation.density = line(0.5, 2);
  animation.temporalFilterWidth = line(1, 3);
  animation.finish.background[1] = line(0.25, 0.5);
  animation.palettes.emplace_back(0.75, animation.palettes[0].second);
  const ArtefactContents contents = compiled(animation);
  EXPECT_EQ(contents.manifest.duration, 160);
  EXPECT_EQ(contents.manifest.startTime, 12.5);
  EXPECT_EQ(contents.manifest.timeUnit, "units");
  EXPECT_TRUE(contents.manifest.loops);
  EXPECT_EQ(contents.manifest.frame.density, 0.5);
  EXPECT_EQ(contents.manifest.frame.temporalFilterWidth, 1);
  EXPECT_EQ(contents.manifest.frame.background[1], 0.25);
  for (const char *key : {"density", "temporal_filter_width", "background_green"})
    EXPECT_TRUE(contents.manifest.frameTracks.contains(key)) << key;
  EXPECT_EQ(contents.paletteTimes, (std::vector<float>{0, 0.75}));
  EXPECT_TRUE(bool(writeArtefact(contents)));
}

TEST(DescriptionTest, TheLargestNumbersOfTheReadersWillDo) {
  Animation animation = animationOf({xform(AffineTracks())});
  animation.centerX = line(-kMaxMagnitude, 0);
  animation.scale = line(kMinMagnitude, kMaxMagnitude);
  EXPECT_TRUE(bool(writeArtefact(compiled(animation))));
}

TEST(DescriptionTest, CurvesThatStartOutOfRangeAreClamped) {
  Animation animation = animationOf({xform(AffineTracks())});
  animation.scale = animation.finish.gamma = line(-1, 3);
  animation.zoom = line(60, 0);
  const ArtefactContents contents = compiled(animation);
  EXPECT_EQ(contents.manifest.frame.scale, kMinMagnitude);
  EXPECT_EQ(contents.manifest.frame.gamma, kMinMagnitude);
  EXPECT_EQ(contents.manifest.frame.zoom, 50);
  EXPECT_TRUE(bool(writeArtefact(contents)));
}

TEST(DescriptionTest, AnyCurveWillDoWithoutDensityEstimation) {
  Animation animation = animationOf({xform(AffineTracks())});
  animation.finish.estimatorRadius = 0;
  animation.finish.estimatorCurve = 0;
  EXPECT_TRUE(bool(writeArtefact(compiled(animation))));
}

} // namespace
} // namespace flame
