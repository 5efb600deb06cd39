// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flame dialect: registration and the operation classes generated from FlameOps.td.

#ifndef FLAME_IR_FLAMEDIALECT_H
#define FLAME_IR_FLAMEDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "ir/FlameDialect.h.inc"
#include "ir/FlameEnums.h.inc"

namespace flame {
/// The random stream of a point, as a resource of memory effects.
struct RngResource : mlir::SideEffects::Resource::Base<RngResource> {
  llvm::StringRef getName() final { return "FlameRng"; }
};
} // namespace flame

#define GET_OP_CLASSES
#include "ir/FlameOps.h.inc"

#endif // FLAME_IR_FLAMEDIALECT_H
