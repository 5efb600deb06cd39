// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queries and clean-up of parameter slots, shared by several passes.

#ifndef FLAME_PASSES_SLOTS_H
#define FLAME_PASSES_SLOTS_H

#include "passes/Passes.h"

namespace flame {

/// The track of the number that `value` reads; null if it reads none, or a number that
/// flame.precalc computes.
TrackAttr trackOf(mlir::Value value, const mlir::SymbolTable &symbols);

/// The offset of `element` in the parameter block of a packed module.
unsigned offsetOf(ElementAttr element, const mlir::SymbolTable &symbols);

/// Removes parameter reads without a use, then slots that nothing refers to.
void eraseUnreadSlots(mlir::ModuleOp module);

/// Fails with an error if the module is already packed. `pass` makes or merges slots, so it must
/// run before packing assigns their offsets.
mlir::LogicalResult expectUnpacked(mlir::ModuleOp module, llvm::StringRef pass);

} // namespace flame

#endif // FLAME_PASSES_SLOTS_H
