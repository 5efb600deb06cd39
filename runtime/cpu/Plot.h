// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns a vector of points into staged samples: applies the camera, tests whether points are in the
// frame, and finds palette indices. Samples in the frame are compressed to the front of the staging
// buffers, so points outside cost nothing later. The driver drains the buffers into the histogram
// (Histogram.h).

#ifndef FLAME_RUNTIME_CPU_PLOT_H
#define FLAME_RUNTIME_CPU_PLOT_H

#include "abi/ColorAdjust.h"
#include "runtime/cpu/LaneRng.h"
#include "runtime/shared/Deposit.h"

namespace flame::cpu {

/// Replaces bad values, NaN or far away, by random points in [-1, 1)^2 if `reseeds`. Returns the
/// mask of points that were good.
FLAME_INLINE ilanes replaceBad(LanePoint *point, uint32_t features, bool reseeds, LaneRng *rng) {
  ilanes good = (__builtin_elementwise_abs(point->x) <= abi::kBadLimit) &
                (__builtin_elementwise_abs(point->y) <= abi::kBadLimit);
  if (features & abi::kDepth)
    good &= __builtin_elementwise_abs(point->z) <= abi::kBadLimit;
  if (__builtin_expect(!allOf(good), 0) && reseeds) {
    lanes x = drawU11(rng), y = drawU11(rng);
    point->x = good ? point->x : x;
    point->y = good ? point->y : y;
    if (features & abi::kDepth)
      point->z = good ? point->z : lanes(0.0f);
    if (features & abi::kPeriodicReseed) // the colour may be NaN, too
      point->color = good ? point->color : drawU01(rng);
  }
  return good;
}

/// The palette positions of samples: their display colours if they have some, otherwise their
/// colours.
FLAME_INLINE lanes displayColor(lanes color) {
  const ilanes isDisplay = color >= abi::kFirstDisplayColor;
  const lanes code = isDisplay ? color - abi::kFirstDisplayColor : lanes(0.0f);
  const ulanes position = __builtin_bit_cast(ulanes, truncate(code)) / abi::kDirectRgbCoordinates;
  const lanes shown =
      (__builtin_convertvector(position, lanes) + 0.5f) * (1 / float(abi::kDisplayColorCount));
  return isDisplay ? shown : color;
}

/// The staged form of a colour. By default this is the index of the palette entry at or below the
/// coordinate, clamped to the palette. With a linear palette it is a version of a neighbouring step
/// (Engine.h). With weights, where the deposit is rounded later, it is the index or the position
/// between two entries (Deposit.h), and the remaining bits are random. With kDirectRgb the highest
/// bit marks a word that starts with a direct RGB code instead. With colour adjustment, the next
/// bit marks a code of abi/ColorAdjust.h with its entry.
FLAME_INLINE ulanes stagedColor(lanes color, uint32_t features, LaneRng *rng) {
  if (features & abi::kDisplayColors)
    color = displayColor(color);
  const bool isLinear = features & abi::kLinearPalette;
  const float last = isLinear ? float(kLastPosition) : float(abi::kPaletteSize - 1);
  // rounds to nearest
  lanes position = isLinear ? color * float(abi::kPaletteSize * kPaletteShares) + 0.5f
                            : color * float(abi::kPaletteSize);
  position = position > 0.0f ? position : lanes(0.0f); // NaN becomes 0 too
  position = position < last ? position : lanes(last);
  const ulanes index = __builtin_bit_cast(ulanes, truncate(position));
  if (!(features & (abi::kLinearPalette | abi::kFractionalDeposit)))
    return index;
  const ulanes random = nextBits(rng);
  if (!(features & abi::kFractionalDeposit)) {
    constexpr uint32_t length = kPaletteShares / kStepsPerEntry;
    const ulanes step = (index + (random >> 16) % length) / length;
    return step * kStepsPerEntry | (random >> 24) % kStepsPerEntry;
  }
  const ulanes place = index | (random & ~(isLinear ? 0xffffu : 0xffu));
  const bool mayAdjust = features & abi::kAnyColorAdjust;
  if (!(features & abi::kDirectRgb) && !mayAdjust)
    return place;
  const ulanes code = __builtin_bit_cast(ulanes, truncate(color - abi::kFirstDirectRgb)) /
                      abi::kDirectRgbCoordinates;
  const ulanes rgb = abi::kStagedCode | (random & (mayAdjust ? 0x3fff8000u : 0x7fff8000u)) |
                     (code & (abi::kDirectRgbCodes - 1));
  const ulanes staged = color >= abi::kFirstDirectRgb ? rgb : place & ~abi::kStagedCode;
  if (!mayAdjust)
    return staged;
  const ulanes adjust = __builtin_bit_cast(ulanes, truncate(color - abi::kFirstDisplayColor));
  const ulanes adjusted =
      abi::kStagedCode | abi::kAdjustedColor |
      (random & ~(abi::kStagedCode | abi::kAdjustedColor | abi::kColorAdjustBits)) |
      (adjust & abi::kColorAdjustBits);
  return color >= abi::kFirstDisplayColor ? adjusted : staged;
}

/// The camera of one temporal sample and the staging buffers, in registers for the duration of a
/// run.
struct Plotter {
  float xx, xy, x0, yx, yy, y0;
  uint32_t gridWidth, gridHeight;
  uint32_t *cells, *colors;
  float *visibility;
  uint32_t staged;
};

FLAME_INLINE Plotter makePlotter(const Worker *worker) {
  const float *camera = worker->params + abi::kCameraOffset;
  // One bucket is added so that the truncating conversion acts as floor for all points in the
  // frame.
  return {camera[0],
          camera[1],
          camera[2] + 1.0f,
          camera[3],
          camera[4],
          camera[5] + 1.0f,
          worker->job->gridWidth,
          worker->job->gridHeight,
          worker->stagedCells,
          worker->stagedColors,
          worker->stagedVisibility,
          worker->staged};
}

/// Stages the points of `mask` that are visible and in the frame.
FLAME_INLINE void stage(Plotter *plotter, const LanePoint &point, ilanes mask, uint32_t features,
                        LaneRng *rng) {
  lanes x = plotter->xx * point.x + (plotter->xy * point.y + plotter->x0);
  lanes y = plotter->yx * point.x + (plotter->yy * point.y + plotter->y0);
  ulanes column = __builtin_bit_cast(ulanes, truncate(x)) - 1u;
  ulanes row = __builtin_bit_cast(ulanes, truncate(y)) - 1u;
  ilanes inFrame = (column < plotter->gridWidth) & (row < plotter->gridHeight);
  uint32_t bits = maskBits(mask & inFrame & (point.visibility > 0.0f));

  ulanes color = stagedColor(point.color, features, rng);

  compressStore(plotter->cells + plotter->staged, row * plotter->gridWidth + column, bits);
  compressStore(plotter->colors + plotter->staged, color, bits);
  if (features & abi::kFractionalDeposit) {
    compressStore(reinterpret_cast<uint32_t *>(plotter->visibility) + plotter->staged,
                  __builtin_bit_cast(ulanes, point.visibility), bits);
  }
  plotter->staged += countBits(bits);
}

/// Plots the points of `mask` through the final xform if there is one. A point that the final xform
/// makes bad is plotted at its replacement.
template <class Genome>
FLAME_INLINE void plot(Plotter *plotter, const float *params, const LanePoint &point, ilanes mask,
                       LaneRng *rng) {
  if (!(Genome::features() & abi::kFinalXform)) {
    stage(plotter, point, mask, Genome::features(), rng);
    return;
  }
  LanePoint seen;
  Genome::applyFinal(params, &point, &seen, rng);
  seen.visibility = point.visibility;
  replaceBad(&seen, Genome::features() & ~abi::kDepth, true, rng);
  stage(plotter, seen, mask, Genome::features(), rng);
}

} // namespace flame::cpu

#endif // FLAME_RUNTIME_CPU_PLOT_H
