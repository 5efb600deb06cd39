// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a compiled genome provides to the kernels of its module. The compiler defines these; after linking they are
// internal, so features that a genome does not use disappear.

#ifndef FLAME_RUNTIME_DEVICE_GENOME_H
#define FLAME_RUNTIME_DEVICE_GENOME_H

#include "abi/Abi.h"
#include "abi/Ablation.h"
#include "runtime/shared/Rng.h"

extern "C" {
extern const uint32_t flame_num_xforms;
extern const uint32_t flame_features; ///< a combination of flame::abi::Feature
extern const uint32_t flame_ablation; ///< of flame::abi::Ablation; 0 but for measurements
extern const uint32_t
    flame_is_large; ///< whether xforms are too much code for a copy per point of a thread

/// Applies xform `xform` to all points of a thread, whose z, if they have one, are `depths`. The xform must be the same in
/// all lanes of a warp.
void flame_apply_group(uint32_t xform, const float *params, flame::abi::Point *points,
                       float *depths, flame::Rng *rng);
/// Applies xform `xform` to one point; lanes may differ.
void flame_apply_one(uint32_t xform, const float *params, flame::abi::Point *point, float *depth,
                     flame::Rng *rng);
/// Where the final xform plots a point. Copies the point when there is none.
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
