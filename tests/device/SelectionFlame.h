// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flame of a selection case, ready to be compiled.

#ifndef FLAME_TESTS_DEVICE_SELECTIONFLAME_H
#define FLAME_TESTS_DEVICE_SELECTIONFLAME_H

#include "compiler/animation/Animation.h"
#include "tests/device/Selection.h"

#include <optional>

namespace flame::test {

/// `hidden`: an xform whose points are not seen.
Animation makeSelectionFlame(const SelectionCase &selection,
                             std::optional<unsigned> hidden = std::nullopt);

} // namespace flame::test

#endif // FLAME_TESTS_DEVICE_SELECTIONFLAME_H
