// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shows a histogram in another palette without new samples. A histogram holds sums of palette
// colours. If one linear function maps each colour of the old palette to the colour of the new one
// (brighter, paler, rotated hues), the same function maps the sums.

#ifndef FLAME_STUDIO_LIVE_COLORMAP_H
#define FLAME_STUDIO_LIVE_COLORMAP_H

#include "abi/Abi.h"

#include <array>
#include <optional>
#include <span>

namespace flame::studio {

/// Red, green and blue of the new colour as linear functions of the old colour: a 3x3 matrix, row
/// by row.
using ColorMap = std::array<std::array<double, 3>, 3>;

/// Finds the map from `from` to `to`. Returns nothing unless one map is right for every entry to
/// within the rounding of bytes and the alphas are equal.
std::optional<ColorMap> findColorMap(std::span<const abi::PaletteEntry> from,
                                     std::span<const abi::PaletteEntry> to);

/// Converts the sums of a bucket to the new colours.
abi::WideCell mapped(const ColorMap &map, const abi::WideCell &cell);

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_COLORMAP_H
