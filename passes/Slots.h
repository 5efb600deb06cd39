// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several passes need to know of slots.

#ifndef FLAME_PASSES_SLOTS_H
#define FLAME_PASSES_SLOTS_H

#include "passes/Passes.h"

namespace flame {

/// What the number that `value` reads is over time; null when it reads none, or one that flame.precalc computes.
TrackAttr trackOf(mlir::Value value, const mlir::SymbolTable &symbols);

/// Where `element` stands in the parameter block of a packed module.
unsigned offsetOf(ElementAttr element, const mlir::SymbolTable &symbols);

/// Removes parameter reads without a use, then slots that nothing refers to.
void eraseUnreadSlots(mlir::ModuleOp module);

/// Fails with an error when the module is packed: `pass` makes or merges slots, whose places are given last.
mlir::LogicalResult expectUnpacked(mlir::ModuleOp module, llvm::StringRef pass);

} // namespace flame

#endif // FLAME_PASSES_SLOTS_H
