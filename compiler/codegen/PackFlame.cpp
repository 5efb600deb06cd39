// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages flame and opt.

#include "compiler/codegen/PackFlame.h"

#include "compiler/codegen/ImportAnimation.h"
#include "passes/Passes.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/Support/raw_ostream.h"

using namespace flame;
using llvm::Error;
using llvm::Expected;

std::unique_ptr<mlir::MLIRContext> flame::makeContext() {
  auto context = std::make_unique<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED);
  context->loadDialect<FlameDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect,
                       mlir::LLVM::LLVMDialect, mlir::math::MathDialect>();
  return context;
}

static std::string printed(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

Error flame::runPipeline(mlir::ModuleOp module, const PipelineOptions &options,
                         void (*build)(mlir::PassManager &, const PipelineOptions &)) {
  mlir::PassManager manager(module.getContext());
  manager.enableVerifier(false); // the result is verified once
  build(manager, options);
  if (mlir::failed(manager.run(module)) || mlir::failed(mlir::verify(module)))
    return llvm::createStringError("a pass failed; this is a bug of flamec");
  return Error::success();
}

static abi::BlockLayout readLayout(mlir::ModuleOp module) {
  abi::BlockLayout layout = {};
  layout.xforms = layoutField(module, "xforms");
  layout.xaosOffset = layoutField(module, "xaosOffset");
  layout.slotsOffset = layoutField(module, "slotsOffset");
  layout.sharedFloats = layoutField(module, "sharedFloats");
  layout.weightsOffset = layoutField(module, "weightsOffset");
  layout.chaosOffset = layoutField(module, "chaosOffset");
  layout.viewOffset = layoutField(module, "viewOffset");
  layout.blockFloats = layoutField(module, "blockFloats");
  return layout;
}

rt::FrameTrack flame::packTrack(const Track &track) {
  const TrackDomain domain = track.isConstant() ? TrackDomain::Linear : track.domain;
  rt::FrameTrack packed = {abi::Domain(domain), {}};
  for (const TrackKnot &knot : track.knots)
    packed.knots.push_back({float(knot.time), float(toDomain(domain, knot.value)),
                            float(knot.slopeIn), float(knot.slopeOut)});
  return packed;
}

static void packTracks(PackedFlame &packed, const ImportedAnimation &imported) {
  for (ParamSlotOp slot : packed.module->getOps<ParamSlotOp>()) {
    auto found = imported.tracks.find(slot.getSymName());
    if (found == imported.tracks.end())
      continue; // computed by flame.precalc
    const rt::FrameTrack track = packTrack(*found->second);
    packed.tracks.push_back({*slot.getOffset(), uint32_t(packed.knots.size()),
                             uint32_t(track.knots.size()), track.domain});
    llvm::append_range(packed.knots, track.knots);
  }
}

Expected<PackedFlame> flame::packFlame(mlir::MLIRContext &context, const Animation &animation,
                                       const CompileOptions &options) {
  ImportedAnimation imported;
  {
    StageTimer timer(options.timings, "flame");
    imported = importAnimation(context, animation, options.sources);
  }
  if (options.dump)
    options.writeDump(Stage::Flame, "", printed(*imported.module));
  PackedFlame packed;
  if (!options.stopsAfter(Stage::Flame)) {
    StageTimer timer(options.timings, "opt");
    PipelineOptions pipeline;
    pipeline.fold = options.fold;
    pipeline.disabled = options.disabledPasses;
    if (Error error = runPipeline(*imported.module, pipeline, buildOptimizationPipeline))
      return std::move(error);
  }
  packed.module = std::move(imported.module);
  if (options.stopsAfter(Stage::Flame))
    return packed;
  if (options.dump)
    options.writeDump(Stage::Opt, "", printed(*packed.module));
  packed.layout = readLayout(*packed.module);
  packed.facts = {xformBodies(*packed.module), imported.features, packed.layout.xaosOffset};
  packTracks(packed, imported);
  return packed;
}

void flame::packPalettes(const Animation &animation, std::vector<float> &times,
                         std::vector<abi::PaletteEntry> &colors) {
  for (const auto &[time, palette] : animation.palettes) {
    times.push_back(float(time));
    for (const PaletteColor &color : palette)
      colors.push_back(
          {float(color.red), float(color.green), float(color.blue), float(color.alpha)});
  }
}
