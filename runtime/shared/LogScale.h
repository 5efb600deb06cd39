// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Log scaling. The eye sees ratios, and the densities of a flame span many orders of magnitude. A
// bucket of density A becomes k1 * ln(1 + k2 * A). Its colours are multiplied by the same factor,
// so they stay premultiplied.

#ifndef FLAME_RUNTIME_SHARED_LOGSCALE_H
#define FLAME_RUNTIME_SHARED_LOGSCALE_H

#include "abi/FinishAbi.h"
#include "runtime/shared/FinishMath.h"

namespace flame {

/// Log-scales one bucket. A bucket without density is black and transparent.
FLAME_INLINE abi::Accumulator logScaled(const abi::Accumulator &totals,
                                        const abi::LogScale &scale) {
  if (!(totals.alpha > 0))
    return {0, 0, 0, 0};
  const float brightness = scale.k1 * log1pPositive(totals.alpha * scale.k2);
  const float factor = divide(brightness, totals.alpha);
  return {totals.red * factor, totals.green * factor, totals.blue * factor, brightness};
}

/// The same for JWildfire. Sparse buckets may become darker than black if the glow is negative.
FLAME_INLINE abi::Accumulator glowScaled(const abi::Accumulator &totals,
                                         const abi::GlowScale &scale) {
  if (!(totals.alpha > 0))
    return {0, 0, 0, 0};
  const float samples = totals.alpha * scale.perUnit;
  const float brightness =
      scale.k1 * log1pPositive(samples * scale.k2) + divide(scale.glow, samples + 1);
  const float factor = divide(brightness, totals.alpha);
  return {totals.red * factor * scale.gain[0], totals.green * factor * scale.gain[1],
          totals.blue * factor * scale.gain[2], brightness};
}

} // namespace flame

#endif // FLAME_RUNTIME_SHARED_LOGSCALE_H
