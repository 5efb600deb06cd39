// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One xform of a genome as the importer composes it, evaluated in single precision.

#ifndef FLAME_TESTS_UNIT_COMPILER_IMPORTEDXFORM_H
#define FLAME_TESTS_UNIT_COMPILER_IMPORTEDXFORM_H

#include "compiler/codegen/ImportAnimation.h"
#include "ir/FlameDialect.h"
#include "passes/Passes.h"
#include "tests/unit/ir/ScalarInterpreter.h"
#include "tests/unit/ir/VariationSamples.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

#include <array>

namespace flame::test {

/// The first standard xform of a genome, or what stands for its final one, imported and expanded,
/// as a block of arithmetic: its arguments are x, y, the colour, in space z, and the draws in their
/// order. A pixel is one unit high.
class ImportedXform {
public:
  explicit ImportedXform(const Genome &genome, bool isFinal = false)
      : animation(makeStill(genome)) {
    context.loadDialect<FlameDialect, mlir::arith::ArithDialect, mlir::math::MathDialect>();
    imported = importAnimation(context, animation, nullptr);
    mlir::PassManager manager(&context);
    manager.addPass(createExpandVariations());
    if (mlir::failed(manager.run(*imported.module)))
      ADD_FAILURE() << "the expansion fails";
    for (XformOp xform : imported.module->getOps<XformOp>())
      if (xform.getFinal() == isFinal && !result.first)
        copy(xform);
    if (!result.first)
      ADD_FAILURE() << "there is no such xform";
  }

  Pair operator()(double x, double y, llvm::ArrayRef<double> draws) {
    const auto [newX, newY, newZ] = inSpace(x, y, 0, draws);
    return {newX, newY};
  }

  /// x, y and z; a final xform leaves z out, which then is 0.
  std::array<double, 3> inSpace(double x, double y, double z, llvm::ArrayRef<double> draws) {
    std::vector<float> inputs = {float(x), float(y), before};
    if (animation.depth != 0)
      inputs.push_back(float(z));
    inputs.insert(inputs.end(), draws.begin(), draws.end());
    ScalarInterpreter interpreter(block, inputs);
    color = interpreter.real(resultColor);
    visibility = interpreter.real(resultVisibility);
    return {interpreter.real(result.first), interpreter.real(result.second),
            resultZ ? interpreter.real(resultZ) : 0};
  }

  float before = kSampleColor;     ///< the colour of points in front of the xform
  float color = 0, visibility = 0; ///< of the last point

private:
  /// Copies the body, with parameters as constants and draws as arguments.
  void copy(XformOp xform) {
    mlir::SymbolTable slots(*imported.module);
    mlir::Block &body = xform.getBody().front();
    mlir::OpBuilder builder(&context);
    mlir::IRMapping copies;
    auto constant = [&](mlir::Operation &op, double value) {
      return mlir::arith::ConstantOp::create(builder, op.getLoc(),
                                             builder.getF32FloatAttr(float(value)))
          .getResult();
    };
    for (mlir::BlockArgument argument : body.getArguments())
      copies.map(argument, block.addArgument(argument.getType(), argument.getLoc()));
    builder.setInsertionPointToEnd(&block);
    for (mlir::Operation &op : body) {
      if (auto param = llvm::dyn_cast<ParamOp>(op)) {
        const ElementAttr element = param.getElement();
        auto slot = slots.lookup<ParamSlotOp>(element.getSlot().getAttr());
        const Track track = slot.getTrack(element.getPosition()).getTrack();
        copies.map(param.getValue(), constant(op, track.start()));
      } else if (auto draw = llvm::dyn_cast<DrawOp>(op)) {
        copies.map(draw.getValue(), block.addArgument(builder.getF32Type(), op.getLoc()));
      } else if (auto size = llvm::dyn_cast<PixelSizeOp>(op)) {
        copies.map(size.getValue(), constant(op, 1));
      } else if (auto yield = llvm::dyn_cast<YieldOp>(op)) {
        result = {copies.lookup(yield.getX()), copies.lookup(yield.getY())};
        resultColor = copies.lookup(yield.getColor());
        resultVisibility = copies.lookup(yield.getVisibility());
        if (yield.getZ())
          resultZ = copies.lookup(yield.getZ());
      } else {
        builder.clone(op, copies);
      }
    }
  }

  mlir::MLIRContext context;
  Animation animation;
  ImportedAnimation imported;
  mlir::Block block;
  std::pair<mlir::Value, mlir::Value> result;
  mlir::Value resultColor, resultVisibility, resultZ;
};

} // namespace flame::test

#endif // FLAME_TESTS_UNIT_COMPILER_IMPORTEDXFORM_H
