// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extra channels for pictures that hold more than colours: the sums of a frame's samples before any
// filter.

#ifndef FLAME_RUNTIME_OUTPUT_HISTOGRAMLAYERS_H
#define FLAME_RUNTIME_OUTPUT_HISTOGRAMLAYERS_H

#include "runtime/output/Image.h"
#include "runtime/plan/FramePlan.h"

namespace flame::rt {

/// Makes the layers of a frame: "density", the samples of each pixel, and "accumulator.R", ".G" and
/// ".B", the sums of their colours, over the buckets of the pixel. The quotient of the two is a
/// mean colour in [0, 1]. The frame has the histogram of the plan.
std::vector<ImageLayer> histogramLayers(const RenderedFrame &frame, const FramePlan &plan);

} // namespace flame::rt

#endif // FLAME_RUNTIME_OUTPUT_HISTOGRAMLAYERS_H
