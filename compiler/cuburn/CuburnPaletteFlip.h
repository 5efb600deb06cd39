// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A palette read backwards, with every colour c at 1 - c, makes the same picture. A transition may end with its
// destination written that way, if the colours of its xforms then have a shorter way to go: less of the palette runs
// through the picture while it changes.

#ifndef FLAME_COMPILER_CUBURN_CUBURNPALETTEFLIP_H
#define FLAME_COMPILER_CUBURN_CUBURNPALETTEFLIP_H

#include "compiler/cuburn/CuburnAnimation.h"

namespace flame {

/// Turns the end of a transition around if that is shorter. One with colours or palettes between its ends stays as it is:
/// somebody has decided about them. Returns whether it was turned around.
bool flipPaletteIfShorter(CuburnAnimation &animation);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNPALETTEFLIP_H
