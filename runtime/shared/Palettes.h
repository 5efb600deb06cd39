// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The working palettes of a frame. A flame has palettes at instants of its animation. A frame needs
// the colours of its own exposure, as rows that are spread evenly over the temporal samples. A row
// is the linear blend of the two palettes around its time (premultiplied by alpha, as they are
// stored), or a single palette before the first and after the last.
//
// Each row exists in two forms: unpacked, and packed into the deposits of opaque samples, whose
// levels are whole numbers. Levels of a blend are rounded at random, with the fraction as the
// probability of rounding up, so slow blends show no steps. Levels of a single palette are rounded
// to the nearest, as in a still. Pure functions, the same for GPU and CPU.

#ifndef FLAME_RUNTIME_SHARED_PALETTES_H
#define FLAME_RUNTIME_SHARED_PALETTES_H

#include "runtime/shared/Deposit.h"
#include "runtime/shared/Rng.h"

namespace flame {

/// Rows that a frame needs: one per temporal sample if the palette changes, limited to the number
/// that shows.
FLAME_INLINE uint32_t paletteRowCount(uint32_t palettesCount, uint32_t temporalSamples) {
  if (palettesCount <= 1)
    return 1;
  return temporalSamples < abi::kMaxPaletteRows ? temporalSamples : abi::kMaxPaletteRows;
}

/// The row from which temporal sample `sample` takes its colours.
FLAME_INLINE uint32_t paletteRowOf(uint32_t sample, uint32_t rowCount, uint32_t temporalSamples) {
  return uint32_t(uint64_t(sample) * rowCount / temporalSamples);
}

/// The middle one of the temporal samples that use `row`. rowCount is at most temporalSamples.
FLAME_INLINE uint32_t middleSampleOf(uint32_t row, uint32_t rowCount, uint32_t temporalSamples) {
  auto firstOf = [&](uint32_t r) {
    return uint32_t((uint64_t(r) * temporalSamples + rowCount - 1) / rowCount);
  };
  return (firstOf(row) + firstOf(row + 1) - 1) / 2;
}

/// Two palettes and the share of the second in a row. Without a blend both are the same.
struct PaletteBlend {
  uint32_t first, second;
  float share; ///< share of the second, in [0,1)
};

/// The palettes around `time`, out of `count` with ascending times.
FLAME_INLINE PaletteBlend paletteBlendAt(const float *times, uint32_t count, float time) {
  uint32_t next = 0;
  while (next < count && times[next] <= time)
    ++next;
  if (next == 0 || next == count) {
    const uint32_t only = next == 0 ? 0 : count - 1;
    return {only, only, 0};
  }
  const float share = (time - times[next - 1]) / (times[next] - times[next - 1]);
  if (!(share > 0))
    return {next - 1, next - 1, 0};
  return {next - 1, next, share < 0x1.fffffep-1f ? share : 0x1.fffffep-1f};
}

FLAME_INLINE abi::PaletteEntry blendEntries(const abi::PaletteEntry &a, const abi::PaletteEntry &b,
                                            float share) {
  auto blend = [share](float from, float to) { return from + share * (to - from); };
  return {blend(a.red, b.red), blend(a.green, b.green), blend(a.blue, b.blue),
          blend(a.alpha, b.alpha)};
}

/// The nearest whole level of a colour in [0,1]. Halves are rounded up.
FLAME_INLINE uint32_t nearestLevel(float value) {
  const float level = value * 255.0f;
  const uint32_t below = uint32_t(level);
  return below + (level - float(below) >= 0.5f);
}

/// One of the two whole levels around a colour in [0,1], chosen by `dither` in [0,1).
FLAME_INLINE uint32_t ditheredLevel(float value, float dither) {
  const uint32_t level = uint32_t(value * 255.0f + dither);
  return level < 255 ? level : 255;
}

/// The deposit of an opaque sample of this colour.
FLAME_INLINE uint64_t packEntry(const abi::PaletteEntry &entry) {
  return packDeposit(nearestLevel(entry.red), nearestLevel(entry.green), nearestLevel(entry.blue),
                     1);
}

/// The same, with each level rounded at random.
FLAME_INLINE uint64_t packEntryDithered(const abi::PaletteEntry &entry, Rng &rng) {
  const uint32_t red = ditheredLevel(entry.red, nextU01(rng));
  const uint32_t green = ditheredLevel(entry.green, nextU01(rng));
  const uint32_t blue = ditheredLevel(entry.blue, nextU01(rng));
  return packDeposit(red, green, blue, 1);
}

/// Makes entry `index` of row `row`.
FLAME_INLINE void makePaletteEntry(const abi::PaletteArgs &args, uint32_t row, uint32_t index) {
  const uint32_t sample = middleSampleOf(row, args.rowCount, args.temporalSamples);
  const PaletteBlend blend =
      paletteBlendAt(args.paletteTimes, args.palettesCount, args.times[sample]);
  const abi::PaletteEntry &first = args.palettes[blend.first * abi::kPaletteSize + index];
  const uint32_t at = row * abi::kPaletteSize + index;
  if (blend.first == blend.second) {
    args.rows[at] = first;
    args.packed[at] = packEntry(first);
    return;
  }
  const abi::PaletteEntry &second = args.palettes[blend.second * abi::kPaletteSize + index];
  Rng rng = makeRng(args.seed, row, index);
  args.rows[at] = blendEntries(first, second, blend.share);
  args.packed[at] = packEntryDithered(args.rows[at], rng);
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_PALETTES_H
