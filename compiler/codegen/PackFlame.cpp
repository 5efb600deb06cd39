// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages flame and opt.

#include "compiler/codegen/PackFlame.h"

#include "compiler/codegen/CodeSize.h"
#include "compiler/codegen/ImportAnimation.h"
#include "passes/Passes.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/Support/raw_ostream.h"

using llvm::Error;
using llvm::Expected;

namespace flame {

std::unique_ptr<mlir::MLIRContext> makeContext() {
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

namespace {
/// Tells somebody of every pass.
struct PassWatch : mlir::PassInstrumentation {
  explicit PassWatch(const PassObserver &observer) : observer(observer) {}
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    if (auto module = llvm::dyn_cast<mlir::ModuleOp>(op))
      observer(pass->getArgument(), module);
  }
  const PassObserver &observer;
};
} // namespace

Error runPipeline(mlir::ModuleOp module, const PipelineOptions &options,
                  void (*build)(mlir::PassManager &, const PipelineOptions &),
                  const PassObserver &observer) {
  mlir::PassManager manager(module.getContext());
  manager.enableVerifier(false); // the result is verified once
  if (observer)
    manager.addInstrumentation(std::make_unique<PassWatch>(observer));
  build(manager, options);
  if (mlir::failed(manager.run(module)) || mlir::failed(mlir::verify(module)))
    return llvm::createStringError("a pass failed; this is a bug of flamec");
  return Error::success();
}

static abi::BlockLayout readLayout(mlir::ModuleOp module) {
  const LayoutAttr layout = LayoutAttr::of(module);
  return {.xforms = layout.getXforms(),
          .xaosOffset = layout.getXaosOffset(),
          .slotsOffset = layout.getSlotsOffset(),
          .sharedFloats = layout.getSharedFloats(),
          .weightsOffset = layout.getWeightsOffset(),
          .chaosOffset = layout.getChaosOffset(),
          .viewOffset = layout.getViewOffset(),
          .blockFloats = layout.getBlockFloats()};
}

rt::FrameTrack packTrack(const Track &track) {
  const TrackDomain domain = track.isConstant() ? TrackDomain::Linear : track.domain;
  rt::FrameTrack packed = {abi::Domain(domain), {}};
  for (const TrackKnot &knot : track.knots)
    packed.knots.push_back({float(knot.time), float(toDomain(domain, knot.value)),
                            float(knot.slopeIn), float(knot.slopeOut)});
  return packed;
}

/// The tracks of all numbers that have a place and are not computed.
static void packTracks(PackedFlame &packed) {
  for (ParamSlotOp slot : packed.module->getOps<ParamSlotOp>())
    for (unsigned position = 0; slot.getTracks() && position < slot.size(); ++position) {
      const std::optional<unsigned> offset = slot.getOffset(position);
      if (!offset)
        continue;
      const rt::FrameTrack track = packTrack(slot.getTrack(position).getTrack());
      packed.tracks.push_back(
          {*offset, uint32_t(packed.knots.size()), uint32_t(track.knots.size()), track.domain});
      llvm::append_range(packed.knots, track.knots);
    }
}

Expected<PackedFlame> packFlame(mlir::MLIRContext &context, const Animation &animation,
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
    if (Error error = checkVariations(*imported.module))
      return std::move(error);
    StageTimer timer(options.timings, "opt");
    PipelineOptions pipeline;
    pipeline.fold = options.fold;
    pipeline.disabled = options.disabledPasses;
    if (options.afterPass)
      options.afterPass("", *imported.module);
    if (Error error =
            runPipeline(*imported.module, pipeline, buildOptimizationPipeline, options.afterPass))
      return std::move(error);
    if (Error error = checkOperations(*imported.module))
      return std::move(error);
  }
  packed.module = std::move(imported.module);
  if (options.stopsAfter(Stage::Flame))
    return packed;
  if (options.dump)
    options.writeDump(Stage::Opt, "", printed(*packed.module));
  packed.layout = readLayout(*packed.module);
  packed.facts = {xformBodies(*packed.module),
                  imported.features | (options.quick ? abi::kDirectOnly : 0u),
                  packed.layout.xaosOffset, options.quick};
  packTracks(packed);
  return packed;
}

void packPalettes(const Animation &animation, std::vector<float> &times,
                  std::vector<abi::PaletteEntry> &colors) {
  for (const auto &[time, palette] : animation.palettes) {
    times.push_back(float(time));
    for (const PaletteColor &color : palette)
      colors.push_back(
          {float(color.red), float(color.green), float(color.blue), float(color.alpha)});
  }
}

} // namespace flame
