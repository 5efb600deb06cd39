// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Palettes of flock documents: lists of strings, the first of which names the encoding, "rgb8", and the others are
// base64 text of 256 times red, green and blue, a byte each. In edges and animations a number in front says when.

#ifndef FLAME_COMPILER_CUBURN_CUBURNPALETTE_H
#define FLAME_COMPILER_CUBURN_CUBURNPALETTE_H

#include "compiler/cuburn/CuburnDocument.h"

namespace flame {

/// The palette of a node. What is wrong has been reported.
std::optional<Palette> readCuburnPalette(Diagnostics &diags, const CuburnEntry &entry);

/// A palette and the time, 0 to 1, at which it holds.
using TimedPalette = std::pair<double, Palette>;

/// Appends the palettes of an edge or an animation. Whether all were right.
bool readTimedCuburnPalettes(Diagnostics &diags, const CuburnEntry &entry,
                             std::vector<TimedPalette> &palettes);

/// Sorts by time and drops what cannot be seen: of several palettes at one time all but the last, and those in the
/// middle of three equal ones.
void tidyPalettes(std::vector<TimedPalette> &palettes);

/// The strings of a palette, which loses its alpha and everything finer than a byte.
std::vector<std::string> encodeCuburnPalette(const Palette &palette);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNPALETTE_H
