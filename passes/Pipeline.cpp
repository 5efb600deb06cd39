// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the passes, with reasons.

#include "passes/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include "passes/PassEnums.cpp.inc"

using namespace mlir;
using namespace flame;

static constexpr llvm::StringLiteral kOptionalPasses[] = {"flame-drop-dead-features",
                                                          "flame-fold-constant-params",
                                                          "flame-hoist-precalc",
                                                          "flame-widen-large-offsets",
                                                          "flame-merge-equal-xforms",
                                                          "canonicalize",
                                                          "cse"};

ArrayRef<llvm::StringLiteral> flame::optionalPasses() { return kOptionalPasses; }

bool flame::isOptionalPass(StringRef name) { return llvm::is_contained(kOptionalPasses, name); }

void flame::buildOptimizationPipeline(PassManager &manager, const PipelineOptions &options) {
  auto add = [&](StringRef name, auto &&create) {
    if (!llvm::is_contained(options.disabled, name))
      manager.addPass(create());
  };
  FoldConstantParamsOptions fold;
  fold.mode = options.fold;

  // Dead features are recognised by their slots, which folding removes.
  add("flame-drop-dead-features", [] { return createDropDeadFeatures(); });
  add("flame-fold-constant-params", [&] { return createFoldConstantParams(fold); });
  manager.addPass(createExpandVariations());
  add("canonicalize", [] { return createCanonicalizerPass(); });
  add("cse", [] { return createCSEPass(); });
  // After CSE, so that one expression gets one slot.
  add("flame-hoist-precalc", [] { return createHoistPrecalc(); });
  add("cse", [] { return createCSEPass(); });
  // Slots still have their tracks here. Hoisted slots never hold an offset of a genome.
  add("flame-widen-large-offsets", [] { return createWidenLargeOffsets(); });
  // Compares bodies in their final form: folding and hoisting may make them equal or different, and
  // CSE has put their reads into one order.
  add("flame-merge-equal-xforms", [] { return createMergeEqualXforms(); });
  manager.addPass(createPackParams());
}

void flame::buildLoweringPipeline(PassManager &manager, const PipelineOptions &options) {
  SelectMathOptions math;
  math.target = options.target;
  math.shortFunctions = options.shortFunctions;
  LowerToLLVMOptions lower;
  lower.lanes = options.lanes;
  manager.addPass(createSelectMath(math));
  manager.addPass(createLowerToLLVM(lower));
}
