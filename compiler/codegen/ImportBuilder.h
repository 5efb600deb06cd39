// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Base of the importers: the IR under construction, its slots and arithmetic on them.

#ifndef FLAME_COMPILER_CODEGEN_IMPORTBUILDER_H
#define FLAME_COMPILER_CODEGEN_IMPORTBUILDER_H

#include "compiler/codegen/ImportAnimation.h"

#include "ir/FlameDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"

namespace flame {

class ImportBuilder {
public:
  ImportBuilder(mlir::MLIRContext &context, const Animation &animation,
                const llvm::SourceMgr *sources)
      : builder(&context), animation(animation), sources(sources) {}

protected:
  static constexpr auto kFastMath =
      mlir::arith::FastMathFlags::contract | mlir::arith::FastMathFlags::nsz;

  /// A coordinate outside any picture that does not yet count as a bad value.
  static constexpr double kOutside = 1e9;

  static bool isAlways(const Track &track, double number) {
    return track.isConstant() && track.start() == number;
  }

  mlir::Location locationOf(llvm::SMLoc loc) const {
    if (!sources || !loc.isValid())
      return mlir::UnknownLoc::get(builder.getContext());
    const unsigned buffer = sources->FindBufferContainingLoc(loc);
    if (!buffer)
      return mlir::UnknownLoc::get(builder.getContext());
    auto [line, column] = sources->getLineAndColumn(loc, buffer);
    return mlir::FileLineColLoc::get(builder.getContext(),
                                     sources->getMemoryBuffer(buffer)->getBufferIdentifier(), line,
                                     column);
  }

  /// Declares the slot of `tracks` before the operation under construction.
  mlir::FlatSymbolRefAttr slot(llvm::ArrayRef<Track> tracks, const std::string &name,
                               mlir::Location loc) {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(result.module->getBody(), slotEnd);
    const auto attributes = llvm::map_to_vector(tracks, [&](const Track &track) -> mlir::Attribute {
      return TrackAttr::get(builder.getContext(), track);
    });
    auto made = ParamSlotOp::create(builder, loc, name, builder.getArrayAttr(attributes),
                                    mlir::DenseI32ArrayAttr());
    slotNames.insert(name);
    return mlir::FlatSymbolRefAttr::get(made.getSymNameAttr());
  }

  mlir::Value param(ElementAttr element, mlir::Location loc) {
    return ParamOp::create(builder, loc, builder.getF32Type(), element);
  }

  mlir::Value param(const Track &track, const std::string &name, mlir::Location loc) {
    return param(ElementAttr::get(slot(track, name, loc)), loc);
  }

  /// Reads all numbers of a new array slot.
  template <size_t N>
  std::array<mlir::Value, N> params(const Track (&tracks)[N], const std::string &name,
                                    mlir::Location loc) {
    const mlir::FlatSymbolRefAttr array = slot(tracks, name, loc);
    std::array<mlir::Value, N> values;
    for (unsigned i = 0; i < N; ++i)
      values[i] = param(ElementAttr::get(builder.getContext(), array, i), loc);
    return values;
  }

  mlir::Value constant(double value, mlir::Location loc) {
    return mlir::arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(float(value)));
  }

  /// The value of a track, clamped to `minimum`..`maximum`. Curves may overshoot their knots.
  mlir::Value clampedParam(const Track &track, const std::string &name, double minimum,
                           double maximum, mlir::Location loc) {
    mlir::Value value = param(track, name, loc);
    auto [low, high] = track.range();
    if (low < minimum)
      value = mlir::arith::MaxNumFOp::create(builder, loc, value, constant(minimum, loc));
    if (high > maximum)
      value = mlir::arith::MinNumFOp::create(builder, loc, value, constant(maximum, loc));
    return value;
  }

  mlir::Value add(mlir::Value a, mlir::Value b, mlir::Location loc) {
    return mlir::arith::AddFOp::create(builder, loc, a, b, kFastMath);
  }

  /// A point on its way through an xform; z is null in a planar flame.
  struct RunningPoint {
    mlir::Value x, y, color, z = {};
  };

  bool hasDepth() const { return animation.depth != 0; }

  mlir::Value multiply(mlir::Value a, mlir::Value b, mlir::Location loc) {
    return mlir::arith::MulFOp::create(builder, loc, a, b, kFastMath);
  }

  mlir::Value subtract(mlir::Value a, mlir::Value b, mlir::Location loc) {
    return mlir::arith::SubFOp::create(builder, loc, a, b, kFastMath);
  }

  /// Continues at the insertion point of `other`, in its module, with its slots and xform state.
  /// Hand them back by the same call on `other`.
  void takeOver(ImportBuilder &other) {
    builder.restoreInsertionPoint(other.builder.saveInsertionPoint());
    result.module = std::move(other.result.module);
    slotNames = std::move(other.slotNames);
    slotEnd = other.slotEnd;
    stateSize = other.stateSize;
  }

  mlir::OpBuilder builder;
  const Animation &animation;
  const llvm::SourceMgr *sources;
  ImportedAnimation result;
  llvm::StringSet<> slotNames;
  mlir::Block::iterator slotEnd; ///< slots are inserted before this operation
  unsigned stateSize = 0;        ///< numbers of xform state in use
};

} // namespace flame

#endif // FLAME_COMPILER_CODEGEN_IMPORTBUILDER_H
