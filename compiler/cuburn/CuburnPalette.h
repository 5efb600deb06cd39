// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Palettes of flock documents: lists of strings. The first string names the encoding, "rgb8"; the
// others are base64 text of 256 times red, green and blue, one byte each. In edges and animations a
// number before the strings gives the time.

#ifndef FLAME_COMPILER_CUBURN_CUBURNPALETTE_H
#define FLAME_COMPILER_CUBURN_CUBURNPALETTE_H

#include "compiler/cuburn/CuburnDocument.h"

namespace flame {

/// The palette of a node. Failure has been reported.
std::optional<Palette> readCuburnPalette(Diagnostics &diags, const CuburnEntry &entry);

/// A palette and its time, 0 to 1.
using TimedPalette = std::pair<double, Palette>;

/// Appends the palettes of an edge or an animation. Returns false if any was invalid; failure has
/// been reported.
bool readTimedCuburnPalettes(Diagnostics &diags, const CuburnEntry &entry,
                             std::vector<TimedPalette> &palettes);

/// Sorts by time and drops palettes without effect: all but the last of several at one time, and
/// the middle ones of a run of equal palettes.
void tidyPalettes(std::vector<TimedPalette> &palettes);

/// Encodes a palette as strings. Loses alpha and precision beyond a byte.
std::vector<std::string> encodeCuburnPalette(const Palette &palette);

} // namespace flame

#endif // FLAME_COMPILER_CUBURN_CUBURNPALETTE_H
