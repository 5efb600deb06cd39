// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All filters of a frame, in the order in which they usually run. Filter.td says what the fields mean.

include "ir/Filter.td"

/// The settings of the tone curve.
defvar curve = [Gamma, GammaThreshold];

def Bilateral : Filter<"bilateral", Counted, "takes noise away along lines, and leaves edges of colour and density where they "
                       "are"> {
  let spares = 2;
  let gutter = 12;
  let settings = [BilateralSpatialStd, BilateralColorStd, BilateralDensityStd, BilateralDensityPow, BilateralGradient];
}
def NonLocalMeans : Filter<"nlm", Counted, "takes noise away by means over places that differ by no more than their numbers of samples do by "
                           "chance"> {
  let spares = 3;
  let gutter = 12;
  let settings = [NlmStrength];
}
def OpenImageDenoise : Filter<"oidn", Counted, "takes noise away by a neural network: Intel's library Open Image Denoise, which is not a part of flamec, on "
                              "the CPU"> {
  let gutter = 12;
}
def LogScale : Filter<"logscale", Scaling, "replaces density by its logarithm, since eyes see ratios"> {
  let local = 1;
  let settings = [Brightness];
}
def GlowScale : Filter<"glowscale", Scaling, "`logscale` of JWildfire: with contrast, a glow of sparse places, a level of white and a balance of "
                       "colours"> {
  let local = 1;
  let settings = [Brightness, Contrast, LowDensityBrightness, WhiteLevel, BalancingRed, BalancingGreen, BalancingBlue];
}
def DensityEstimation : Filter<"de", Scaled, "density estimation of flam3: spreads buckets, the wider the fewer samples they have"> {
  let spares = 1;
  let settings = [EstimatorRadius, EstimatorMinimum, EstimatorCurve];
}
def EdgeDensity : Filter<"edgede", Scaled, "density estimation of cuburn in 2011: kernels of any width, which do not let the fringe "
                         "of an edge bloom"> {
  let spares = 1;
  let settings = [EstimatorRadius, EstimatorMinimum, EstimatorCurve];
}
def Spatial : Filter<"spatial", ToPixels, "filters buckets to pixels with `filter_shape` and `filter`">;
def ColorClip : Filter<"colorclip", Clip, "tone curve of flam3: gamma, vibrancy, highlights, background"> {
  let local = 1;
  let settings = !listconcat(curve, [Vibrancy, HighlightPower]);
}
def SmearClip : Filter<"smearclip", Clip, "tone curve for whole colours; light beyond white spills into its surroundings"> {
  let spares = 2;
  let gutter = 12;
  let settings = !listconcat([SmearclipWidth], curve);
}
def HaloClip : Filter<"haloclip", Clip, "gamma that is taken back around bright spots"> {
  let spares = 1;
  let gutter = 12;
  let settings = [Gamma];
}
def PlainClip : Filter<"plainclip", Clip, "tone curve for whole colours, without any treatment of what is too bright"> {
  let local = 1;
  let settings = !listconcat([PlainclipBrightness], curve);
}
def HdrClip : Filter<"hdrclip", Clip, "`colorclip` for screens that have more than white: brighter light keeps its colour, up to a peak"> {
  let local = 1;
  let settings = !listconcat([HdrclipPeak], curve, [Vibrancy]);
}
def Saturate : Filter<"saturate", Colors, "makes colours more colourful, or grey, as `saturation` of JWildfire does: by hue, lightness and saturation, of "
                      "which greys are red; where the look `jwildfire` has one other than 1 it follows the clip"> {
  let local = 1;
  let settings = [Saturation];
}
def LogEncode : Filter<"logencode", Colors, "puts colours on a logarithmic scale of 12 stops, for grading elsewhere"> {
  let local = 1;
  let settings = [LogencodeDegamma];
}
def Pq : Filter<"pq", Encoding, "codes colours as BT.2100 does for HDR10: BT.2020, perceptual quantiser, white at 203 cd/m²"> {
  let local = 1;
}
def Hlg : Filter<"hlg", Encoding, "codes colours as BT.2100 does for broadcasts: BT.2020, hybrid log-gamma, white at 75 %"> {
  let local = 1;
}
def Mix : Filter<"mix", Counted, "takes the mean colour of each bucket through JWildfire's curves `mixer_brightness` or `mixer_rr`, `mixer_rg`, ...: 1 "
                 "there is 256 levels, of which palettes have 200/256; where a flame has any it begins the chain of its look"> {
  let local = 1;
}
def Curves : Filter<"curves", Colors, "takes colours through `overall_curve`, then through `red_curve`, `green_curve` and `blue_curve`; where a flame has "
                    "any it ends the chain of its look"> {
  let local = 1;
}
