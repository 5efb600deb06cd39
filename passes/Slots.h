// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several passes need to know of slots.

#ifndef FLAME_PASSES_SLOTS_H
#define FLAME_PASSES_SLOTS_H

#include "passes/Passes.h"

namespace flame {

/// Removes parameter reads without a use, then slots that nothing refers to.
void eraseUnreadSlots(mlir::ModuleOp module);

} // namespace flame

#endif // FLAME_PASSES_SLOTS_H
