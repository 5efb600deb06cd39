// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers the flame dialect and declares the attribute and operation classes generated from
// FlameAttrs.td and FlameOps.td.

#ifndef FLAME_IR_FLAMEDIALECT_H
#define FLAME_IR_FLAMEDIALECT_H

#include "ir/Track.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/Hashing.h"

#include "ir/FlameDialect.h.inc"
#include "ir/FlameEnums.h.inc"

namespace flame {

struct VariationInfo;
/// The random stream of a point, as a resource of memory effects.
struct RngResource : mlir::SideEffects::Resource::Base<RngResource> {
  llvm::StringRef getName() final { return "FlameRng"; }
};

/// Xform state, as a resource of memory effects.
struct XformStateResource : mlir::SideEffects::Resource::Base<XformStateResource> {
  llvm::StringRef getName() final { return "FlameXformState"; }
};

/// Hashes and compares bit patterns: 0 and -0 differ.
llvm::hash_code hash_value(const TrackKnot &knot);
bool haveSameBits(llvm::ArrayRef<TrackKnot> left, llvm::ArrayRef<TrackKnot> right);
} // namespace flame

#define GET_ATTRDEF_CLASSES
#include "ir/FlameAttrs.h.inc"

namespace flame {
/// The syntax of a track in slots: `0.5`, or a curve in angle brackets.
mlir::ParseResult parseTrack(mlir::AsmParser &parser, TrackAttr &track);
void printTrack(mlir::AsmPrinter &printer, TrackAttr track);

/// The syntax of a number of the flame in operations: `@slot` or `@slot[2]`.
mlir::ParseResult parseElement(mlir::AsmParser &parser, ElementAttr &element);
void printElement(mlir::AsmPrinter &printer, ElementAttr element);
} // namespace flame

#define GET_OP_CLASSES
#include "ir/FlameOps.h.inc"

#endif // FLAME_IR_FLAMEDIALECT_H
