// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of a compiled genome to the kernels of its module. The compiler defines these
// symbols. After linking they are internal, so unused features are optimised away.

#ifndef FLAME_RUNTIME_DEVICE_GENOME_H
#define FLAME_RUNTIME_DEVICE_GENOME_H

#include "abi/Abi.h"
#include "abi/Ablation.h"
#include "runtime/shared/Rng.h"

extern "C" {
extern const uint32_t flame_num_xforms;
extern const uint32_t flame_features; ///< a combination of flame::abi::Feature
/// Combination of flame::abi::Ablation; 0 except in measurements.
extern const uint32_t flame_ablation;
/// True if the xforms are too much code for one copy per point of a thread.
extern const uint32_t flame_is_large;

/// Applies xform `xform` to all points of a thread. `depths` are their z coordinates, if they have
/// any. All lanes of a warp must use the same xform.
void flame_apply_group(uint32_t xform, const float *params, flame::abi::Point *points,
                       float *depths, flame::Rng *rng);
/// Applies xform `xform` to one point. Lanes may use different xforms.
void flame_apply_one(uint32_t xform, const float *params, flame::abi::Point *point, float *depth,
                     flame::Rng *rng);
/// Applies the final xform to a point for plotting. Copies the point if there is none.
void flame_apply_final(const float *params, const flame::abi::Point *in, const float *depth,
                       flame::abi::Point *out, flame::Rng *rng);
/// Computes the hoisted values of a parameter block from its slots.
void flame_precalc(float *block);
}

namespace flame {
inline __attribute__((always_inline)) bool hasFeature(abi::Feature feature) {
  return (flame_features & feature) != 0;
}
inline __attribute__((always_inline)) bool isAblated(abi::Ablation ablation) {
  return (flame_ablation & ablation) != 0;
}
} // namespace flame

#endif // FLAME_RUNTIME_DEVICE_GENOME_H
