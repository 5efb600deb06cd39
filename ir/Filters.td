// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All filters of a frame, in the order in which they usually run. Filter.td says what the fields mean.

include "ir/Filter.td"

def LogScale : Filter<"logscale", Scaling, "replaces density by its logarithm, since eyes see ratios"> {
  let local = 1;
  let settings = [Brightness];
}
def DensityEstimation : Filter<"de", Scaled, "density estimation of flam3: spreads buckets, the wider the fewer samples they have"> {
  let spares = 1;
  let settings = [EstimatorRadius, EstimatorMinimum, EstimatorCurve];
}
def Spatial : Filter<"spatial", ToPixels, "filters buckets to pixels with `filter_shape` and `filter`">;
def ColorClip : Filter<"colorclip", Clip, "tone curve of flam3: gamma, vibrancy, highlights, background"> {
  let local = 1;
  let settings = [Gamma, GammaThreshold, Vibrancy, HighlightPower];
}
