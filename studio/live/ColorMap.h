// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From one palette to another without new samples. A histogram holds sums of palette colours; if every colour of the new palette is
// the same linear function of the old one (brighter, paler, hues turned), then so are the sums.

#ifndef FLAME_STUDIO_LIVE_COLORMAP_H
#define FLAME_STUDIO_LIVE_COLORMAP_H

#include "abi/Abi.h"

#include <array>
#include <optional>
#include <span>

namespace flame::studio {

/// Red, green and blue of the new colour as functions of those of the old one: three rows of three.
using ColorMap = std::array<std::array<double, 3>, 3>;

/// The map from `from` to `to`, if there is one that is right for every entry to within the rounding of bytes. Alphas must be the
/// same.
std::optional<ColorMap> findColorMap(std::span<const abi::PaletteEntry> from,
                                     std::span<const abi::PaletteEntry> to);

/// The sums of a bucket in the new colours.
abi::WideCell mapped(const ColorMap &map, const abi::WideCell &cell);

} // namespace flame::studio

#endif // FLAME_STUDIO_LIVE_COLORMAP_H
