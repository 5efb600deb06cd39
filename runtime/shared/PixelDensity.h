// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Density estimation and the spatial filter in one step. Once each bucket has its kernel, both are
// weighted sums. A pixel is the sum of the buckets around it, each times a coefficient. The
// coefficient combines the spatial filter with the kernel of that bucket, at the bucket's offset
// under the filter. A bucket then reaches pixels instead of buckets, and the supersampled picture
// in between is never made.
//
// An offset is counted in buckets from the first one under the filter of a pixel. Offsets (0, 0) to
// (width - 1, width - 1) are under the filter, and a kernel of reach r adds r on each side. There
// are two tables of coefficients, for two ways to add them up.
//
// By kernel: each kernel has a row of pixels for every offset in y and every phase in x, so
// neighbouring pixels read neighbouring numbers. The sum goes bucket by bucket: a bucket with a
// wide kernel adds to many pixels.
//
// By offset: each offset has the coefficients of all narrow kernels. The sum goes offset by offset,
// and every pixel reads a different bucket. Neighbouring pixels look at buckets with similar
// kernels, and all pixels do the same work for any width.
//
// A tile of pixels takes buckets with kernels up to a class by offset, and all others by kernel. It
// chooses the class by estimating the cost of both.

#ifndef FLAME_RUNTIME_SHARED_PIXELDENSITY_H
#define FLAME_RUNTIME_SHARED_PIXELDENSITY_H

#include "runtime/shared/Density.h"
#include "runtime/shared/SpatialFilter.h"

namespace flame {

/// The greatest integer that is not above a / b; b > 0.
FLAME_INLINE int floorDivide(int a, int b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

//===-- coefficients --------------------------------------------------------------------------===//

/// Coefficient of a bucket in the pixel in which it has offset (x, y). `width` is that of the
/// spatial filter.
FLAME_INLINE float pixelCoefficient(const abi::DensityKernel &kernel, const float *filterX,
                                    const float *filterY, int width, int x, int y) {
  const int left = x > kernel.reach ? x - kernel.reach : 0;
  const int right = x + kernel.reach < width ? x + kernel.reach : width - 1;
  const int top = y > kernel.reach ? y - kernel.reach : 0;
  const int bottom = y + kernel.reach < width ? y + kernel.reach : width - 1;
  float sum = 0;
  for (int j = top; j <= bottom; ++j) {
    const float dy2 = float((j - y) * (j - y));
    float row = 0;
    for (int i = left; i <= right; ++i) {
      const float dx2 = float((i - x) * (i - x));
      const float weight = exp2Fast(-kernel.falloff * (dx2 + dy2));
      row += filterX[i] * (isCovered(kernel.limit, dx2, dy2) ? weight : 0.0f);
    }
    sum += filterY[j] * row;
  }
  return kernel.scale * sum;
}

//===-- the table by kernel -------------------------------------------------------------------===//

/// Number of offsets in x, or y, at which a bucket reaches a pixel.
FLAME_INLINE int spanOf(int reach, int filterWidth) { return 2 * reach + filterWidth; }

/// Coefficients of a kernel in the table.
template <int kScale> FLAME_INLINE uint32_t kernelEntries(int reach, int filterWidth) {
  return uint32_t(spanOf(reach, filterWidth)) * uint32_t(kScale) * abi::kKernelRow;
}

/// The coefficient at index `entry` of a kernel. Rows and columns follow rising pixels and
/// therefore falling offsets.
template <int kScale>
FLAME_INLINE float kernelEntry(const abi::PixelDensityArgs &args, uint32_t kernel, uint32_t entry) {
  const int reach = args.pixelKernels[kernel].reach, width = int(args.filterWidth);
  const int row = int(entry / (abi::kKernelRow * uint32_t(kScale)));
  const int phase = int(entry / abi::kKernelRow % uint32_t(kScale));
  const int column = int(entry % abi::kKernelRow) * kScale + phase;
  const int last = width - 1 + reach;
  if (column >= spanOf(reach, width))
    return 0;
  return pixelCoefficient(args.kernels[kernel], args.filterX, args.filterY, width, last - column,
                          last - row);
}

/// Packs two 16-bit numbers; the functions below unpack them.
FLAME_INLINE int32_t packed(int low, int high) {
  return int32_t(uint32_t(high) << 16 | uint16_t(low));
}
FLAME_INLINE int lowOf(int32_t both) { return int16_t(both); }
FLAME_INLINE int highOf(int32_t both) { return both >> 16; }

/// Position of the coefficients of a bucket for the pixels of a tile.
struct alignas(16) ListedBucket {
  int32_t entry; ///< entry of pixel (0, 0) of the tile, as if it were reached
  /// Low: minus the first reached column of pixels; high: number of reached columns.
  int32_t columns;
  int32_t rows;    ///< low: row of the table for the first row of pixels; high: number of rows
  int32_t offsets; ///< x and y for pixel (0, 0)
};

template <int kScale>
FLAME_INLINE ListedBucket listedBucket(const abi::PixelKernel &kernel, int filterWidth, int x,
                                       int y) {
  const int span = spanOf(kernel.reach, filterWidth), last = filterWidth - 1 + kernel.reach;
  const int column = last - x, row = last - y;
  const int left = floorDivide(column, kScale), phase = column - left * kScale;
  return {int(kernel.first) + (row * kScale + phase) * int(abi::kKernelRow) + left,
          packed(left, (span - phase + kScale - 1) / kScale), packed(row, span), packed(x, y)};
}

/// Pixels of a tile.
struct Patch {
  int x, y, width, height;
};

/// True if a bucket with offset (x, y) for pixel (0, 0) of its tile may reach a patch. Tests its
/// square with the corners cut off.
template <int kScale>
FLAME_INLINE bool reachesPatch(int x, int y, int reach, int filterWidth, const Patch &patch) {
  const auto outside = [&](int at, int first, int count) {
    const int before = kScale * first - at;
    const int after = at - (kScale * (first + count - 1) + filterWidth - 1);
    return before > 0 ? before : after > 0 ? after : 0;
  };
  const int dx = outside(x, patch.x, patch.width), dy = outside(y, patch.y, patch.height);
  const int width = reach + 1; // no kernel is wider
  return dx <= reach && dy <= reach && dx * dx + dy * dy <= width * width;
}

/// Distance in the table between vertically adjacent pixels.
template <int kScale> inline constexpr int kPixelRow = kScale * kScale * int(abi::kKernelRow);

/// Coefficients of a bucket for a column of pixels of its tile.
struct PixelColumn {
  const float *first; ///< coefficient of the first pixel, as if it were reached
  int row, rows;      ///< row of the table for the first pixel, and number of rows
  bool isReached;     ///< true if any row reaches the column
};

/// The column whose first pixel is (x, y).
template <int kScale>
FLAME_INLINE PixelColumn columnOf(const float *byKernel, const ListedBucket &bucket, int x, int y) {
  return {byKernel + (bucket.entry + x + y * kPixelRow<kScale>), kScale * y + lowOf(bucket.rows),
          highOf(bucket.rows),
          uint32_t(x + lowOf(bucket.columns)) < uint32_t(highOf(bucket.columns))};
}

/// Coefficient of the bucket `pixels` pixels below the first.
template <int kScale> FLAME_INLINE float coefficientBelow(const PixelColumn &column, int pixels) {
  const bool isReached =
      column.isReached && uint32_t(column.row + kScale * pixels) < uint32_t(column.rows);
  return isReached ? column.first[pixels * kPixelRow<kScale>] : 0.0f;
}

//===-- the table by offset -------------------------------------------------------------------===//

inline constexpr int kNearest = abi::kNearReaches[abi::kNearClasses - 1];

/// Index in the table of the coefficients of all narrow kernels for an offset.
FLAME_INLINE int nearEntry(int x, int y) {
  return ((y + kNearest) * int(abi::kNearSide) + x + kNearest) * int(abi::kNearKernels);
}

/// The coefficient of a kernel at (column, row), read from the table by kernel.
template <int kScale>
FLAME_INLINE float nearCoefficient(const abi::PixelDensityArgs &args, uint32_t kernel, int column,
                                   int row) {
  const abi::PixelKernel &kernelOf = args.pixelKernels[kernel];
  const int width = int(args.filterWidth), last = width - 1 + kernelOf.reach;
  const int fromRight = last - (column - kNearest), fromBottom = last - (row - kNearest);
  const uint32_t span = uint32_t(spanOf(kernelOf.reach, width));
  if (uint32_t(fromRight) >= span || uint32_t(fromBottom) >= span)
    return 0;
  return args.byKernel[kernelOf.first +
                       uint32_t(fromBottom * kScale + fromRight % kScale) * abi::kKernelRow +
                       uint32_t(fromRight / kScale)];
}

/// Number of offsets, at either end of a row of buckets, that no kernel of this reach covers in any
/// of `pixelRows` rows of pixels. `row` counts from the first row that reaches the first of these.
/// Kernels are round.
template <int kScale>
FLAME_INLINE int uncovered(int reach, int filterWidth, int row, int pixelRows) {
  const int above = reach - row;
  const int below = row - reach - kScale * (pixelRows - 1) - (filterWidth - 1);
  const int outside = above > 0 ? above : below > 0 ? below : 0;
  const int width = reach + 1;
  const int covered = int(__builtin_sqrtf(float(width * width - outside * outside) + 0.5f));
  return covered < reach ? reach - covered : 0;
}

//===-- choice of the method ------------------------------------------------------------------===//

/// The class of a kernel: the narrowest that contains it; kNearClasses if it is wider than all.
FLAME_INLINE uint32_t nearClassOf(const abi::NearClasses &classes, uint32_t kernel) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < abi::kNearClasses; ++i)
    count += kernel < classes.first[i] ? 1 : 0;
  return count;
}

/// No bucket is taken by offset.
inline constexpr int kNoClass = -1;

/// The first kernel that is taken by offset for the chosen class. All narrower ones are taken by
/// offset, too.
FLAME_INLINE uint32_t firstNear(const abi::NearClasses &classes, int nearClass) {
  return nearClass == kNoClass ? abi::kNoKernel : classes.first[nearClass];
}

/// The weight of a tile that lists this many buckets: a logarithm.
FLAME_INLINE uint32_t weightOf(uint32_t listed) {
  uint32_t weight = 0;
  for (; listed > 1 && weight < abi::kTileWeights - 1; listed /= 2)
    ++weight;
  return weight;
}

/// Buckets under the filters of a tile of pixels.
struct TileBuckets {
  int x, y, width, height;
};

template <int kScale>
FLAME_INLINE TileBuckets tileBuckets(int tileX, int tileY, uint32_t filterWidth,
                                     uint32_t filterOffset) {
  return {int(filterOffset) + tileX * kScale * int(abi::kPixelTileWidth),
          int(filterOffset) + tileY * kScale * int(abi::kPixelTileHeight),
          kScale * (int(abi::kPixelTileWidth) - 1) + int(filterWidth),
          kScale * (int(abi::kPixelTileHeight) - 1) + int(filterWidth)};
}

/// Distance from a tile of density estimation, given by its number in x and y, to the buckets under
/// a tile of pixels; 0 if they meet.
FLAME_INLINE int stepsBetween(const TileBuckets &under, int x, int y) {
  const auto outside = [](int first, int start, int length) {
    const int before = start - (first + int(abi::kDensityTile) - 1);
    const int after = first - (start + length - 1);
    return before > 0 ? before : after > 0 ? after : 0;
  };
  const int dx = outside(x * int(abi::kDensityTile), under.x, under.width);
  const int dy = outside(y * int(abi::kDensityTile), under.y, under.height);
  return dx > dy ? dx : dy;
}

/// True if buckets of a class may reach this many steps. `tileReach` is the largest reach of the
/// buckets around them.
FLAME_INLINE bool mayReach(uint32_t nearClass, int tileReach, int steps) {
  return tileReach >= steps &&
         (nearClass == abi::kNearClasses || abi::kNearReaches[nearClass] >= steps);
}

/// The class up to which a tile takes buckets by offset, for the counts of each class around it.
/// The costs are in clocks of a multiprocessor: by offset, for a row of buckets per 4 rows of
/// pixels and for each of its offsets; by kernel, for each bucket.
template <int kScale, class Counts>
FLAME_INLINE int chooseClass(const Counts &counts, int filterWidth) {
  constexpr uint32_t kRow = 60, kOffset = 11, kBucket = 30;
  constexpr uint32_t kRowsAtOnce = 4;
  uint32_t listed = 0, near = 0;
  for (uint32_t i = 0; i <= abi::kNearClasses; ++i)
    listed += counts[i];
  int best = kNoClass;
  uint32_t least = kBucket * listed;
  for (uint32_t i = 0; i < abi::kNearClasses; ++i) {
    listed -= counts[i];
    near += counts[i];
    const uint32_t span = uint32_t(spanOf(abi::kNearReaches[i], filterWidth));
    const uint32_t row = kRow + kOffset * span;
    const uint32_t cost =
        abi::kPixelTileHeight / kRowsAtOnce * (span + kScale * (kRowsAtOnce - 1)) * row +
        kBucket * listed;
    if (near > 0 && cost < least) {
      best = int(i);
      least = cost;
    }
  }
  return best;
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_PIXELDENSITY_H
