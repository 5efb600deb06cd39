// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reversed palette with every colour c replaced by 1 - c makes the same picture. A transition may
// end with its destination in this form if that shortens the paths of its xforms' colours: the
// colours then sweep over less of the palette.

#ifndef FLAME_COMPILER_CUBURN_CUBURNPALETTEFLIP_H
#define FLAME_COMPILER_CUBURN_CUBURNPALETTEFLIP_H

#include "compiler/cuburn/CuburnAnimation.h"

namespace flame {

/// Reverses the end of a transition if that is shorter. Leaves a transition with colours or
/// palettes between its ends unchanged, because its author chose them. Returns true if it reversed
/// the end.
bool flipPaletteIfShorter(CuburnAnimation &animation);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNPALETTEFLIP_H
