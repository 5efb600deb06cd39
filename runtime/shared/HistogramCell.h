// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the two halves of a histogram cell (abi/Abi.h) to the values of finishing. An opaque white
// sample counts 255 in each of red, green, blue and density, for any deposit unit.

#ifndef FLAME_RUNTIME_SHARED_HISTOGRAMCELL_H
#define FLAME_RUNTIME_SHARED_HISTOGRAMCELL_H

#include "abi/Abi.h"
#include "runtime/shared/Deposit.h"

namespace flame {

/// A sum of levels, or 0 if negative. Rounding can make the sum of a nearly black bucket negative
/// (SplitLog.h).
FLAME_INLINE uint64_t levelTotal(uint64_t sum) { return int64_t(sum) > 0 ? sum : 0; }

/// Exact totals of a bucket, in units of its deposits.
FLAME_INLINE abi::WideCell exactTotals(uint64_t cell, const abi::WideCell &wide) {
  const abi::WideCell packed = unpackCell(cell);
  return {levelTotal(packed.red + wide.red), levelTotal(packed.green + wide.green),
          levelTotal(packed.blue + wide.blue), packed.count + wide.count};
}

/// Adds one histogram's totals of a bucket to another's.
FLAME_INLINE void addTotals(abi::WideCell &sum, const abi::WideCell &totals) {
  sum = {sum.red + totals.red, sum.green + totals.green, sum.blue + totals.blue,
         sum.count + totals.count};
}

/// The weight of one deposit unit, in samples. Exact.
FLAME_INLINE float samplesPerUnit(uint32_t unit) {
  return unit == abi::kWholeUnit ? 1.0f : 1.0f / float(abi::kFractionalUnit);
}

/// Totals in which one opaque white sample is (255, 255, 255, 255).
FLAME_INLINE abi::Accumulator densityTotals(const abi::WideCell &totals, uint32_t unit) {
  const float perUnit = samplesPerUnit(unit);
  return {float(totals.red) * perUnit, float(totals.green) * perUnit, float(totals.blue) * perUnit,
          float(totals.count) * (255.0f * perUnit)};
}

/// Opaque samples in a bucket. Exact below 2^20, the range in which the count decides anything.
FLAME_INLINE float sampleCount(const abi::WideCell &totals, uint32_t unit) {
  return float(totals.count) * samplesPerUnit(unit);
}

/// The same for an accumulator that no filter has scaled.
FLAME_INLINE float samplesIn(const abi::Accumulator &accumulator) {
  return accumulator.alpha * (1 / 255.0f);
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_HISTOGRAMCELL_H
