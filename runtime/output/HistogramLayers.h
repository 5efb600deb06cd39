// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lies behind the pixels of a frame, for pictures that hold more than colours: the sums of its samples before any filter.

#ifndef FLAME_RUNTIME_OUTPUT_HISTOGRAMLAYERS_H
#define FLAME_RUNTIME_OUTPUT_HISTOGRAMLAYERS_H

#include "runtime/output/Image.h"
#include "runtime/plan/FramePlan.h"

namespace flame::rt {

/// Of each pixel, over the buckets that it is made of: "density", its samples, and "accumulator.R", ".G" and ".B", their colours added
/// up, so that a quotient of the two is a mean colour from 0 to 1. The frame has the histogram of the plan.
std::vector<ImageLayer> histogramLayers(const RenderedFrame &frame, const FramePlan &plan);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_HISTOGRAMLAYERS_H
