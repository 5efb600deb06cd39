// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All settings of a flame. Setting.td says what the fields mean. A new setting stands behind the one that it should
// follow in files.

include "ir/Setting.td"

//===-- words ---------------------------------------------------------------------------------===//

def FilterShapes : Keyword<"FilterShape",
    "The *keyword* of a spatial filter. In flam3 seven keywords select another kernel than they name; "
    "that translation belongs to whoever builds the kernel.",
    ["gaussian", "hermite", "box", "triangle", "bell", "bspline", "lanczos3", "lanczos2", "mitchell", "blackman",
     "catrom", "hamming", "hanning", "quadratic", "mitchell_smooth"]> {
  let open = 1;
}
def TemporalFilters : Keyword<"TemporalFilter", "The shape of the shutter.", ["box", "gaussian", "exp"]>;
def PaletteModes : Keyword<"PaletteMode", "How colours between two entries of the palette are found.",
                           ["step", "linear"]>;
def Interpolations : Keyword<"Interpolation", "Curve through the key frames, for the segment that starts at a flame.",
                             ["linear", "smooth"]>;
def InterpolationTypes : Keyword<"InterpolationType", "How matrices are interpolated.",
                                 ["linear", "log", "old", "older"]>;
def PaletteInterpolations : Keyword<"PaletteInterpolation", "How palettes are interpolated.",
                                    ["hsv", "sweep", "rgb", "hsv_circular"]>;

def Looks : Keyword<"Look", "Whose filters a frame goes through where nobody names others.", ["flam3", "cuburn", "jwildfire", "hdr"]>;

def BehindWords : Keyword<"BehindCamera", "What becomes of points behind the camera.", ["mirrored", "hidden"]>;
def FocusWords : Keyword<"FocusShape", "What the depth of field leaves sharp.", ["plane", "behind", "point"]>;

//===-- picture and samples -------------------------------------------------------------------===//

class Picture<string name, string summary, SettingKind kind, string default> : Setting<name, summary, kind, default> {
  let group = "Picture and samples";
}

class Side<string name, string summary> : Picture<name, summary, Count, "100"> {
  let unit = "pixels";
  let range = Range<"1", "1048576">;
  let xml = ["size"];
}
def Width : Side<"width", "width of the picture">;
def Height : Side<"height", "height of the picture">;

def Quality : Picture<"quality", "samples per output pixel, before zoom", Number, "1"> {
  let range = AboveZero<"1e12">;
  let animatedBy = "density";
}
def Density : Picture<"density", "factor on `quality`, asked for or not", Number, "1"> {
  let range = AboveZero<>;
  let xml = [];
  let animated = 1;
  let cuburn = Cuburn<"camera.spp", "1", AboveZero<>, magnitude=1, inNodes=0>; // a genome has a quality
}
def Supersample : Picture<"supersample", "buckets per pixel, in each direction", Count, "1"> {
  let range = Range<"1", "64">;
  let xml = ["supersample", "oversample"];
}

//===-- spatial filter ------------------------------------------------------------------------===//

class Spatial<string name, string summary, SettingKind kind, string default> : Setting<name, summary, kind, default> {
  let group = "Spatial filter";
  let finish = 1;
}

def FilterShape : Spatial<"filter_shape", "kernel of the spatial filter", FilterShapes, "gaussian">;
def FilterRadius : Spatial<"filter_radius", "factor on the radius of the spatial filter", Number, "0.5"> {
  let slider = Range<"0", "3">;
  let range = Range<"0", "1000">;
  let xml = ["filter"];
  let json = "filter";
  let cuburn = Cuburn<"camera.dither_width", "1", Range<"0">, magnitude=1>;
}

//===-- colours -------------------------------------------------------------------------------===//

class Tone<string name, string summary, string default, SettingKind kind = Number>
    : Setting<name, summary, kind, default> {
  let group = "Colours";
  let finish = 1;
  let animated = 1;
  let tone = 1;
}

def Brightness : Tone<"brightness", "factor on densities before their logarithm is taken", "4"> {
  let slider = Range<"0", "40">;
  let cuburn = Cuburn<"filters.logscale.brightness", "4">;
  let profile = Factor<"logscale.brightness", "0">;
}
def Gamma : Tone<"gamma", "exponent of the tone curve, as its inverse", "4"> {
  let slider = Range<"1", "8">;
  let range = AboveZero<>;
  let cuburn = Cuburn<"filters.colorclip.gamma", "4", AboveZero<>, magnitude=1>;
  let profile = Factor<"colorclip.gamma", "1e-6">;
}
def GammaThreshold : Tone<"gamma_threshold", "density below which the tone curve becomes a line", "0.01"> {
  let slider = Range<"0", "0.2">;
  let cuburn = Cuburn<"filters.colorclip." # Name, "0.01">;
  let profile = Factor<"colorclip." # Name, "0">;
}
def Vibrancy : Tone<"vibrancy", "share of the tone curve that keeps hues, 0 to 1", "1"> {
  let slider = Range<"0", "1">;
  let cuburn = Cuburn<"filters.colorclip.vibrance", "1", magnitude=1>;
  let profile = Factor<"colorclip.vibrance", "0">;
}
def HighlightPower : Tone<"highlight_power", "how fast highlights lose their colour; below 0 they keep their hue the old "
                          "way", "-1"> {
  let slider = Range<"-1", "10">;
  let lenient = 1; // as in flam3
  let cuburn = Cuburn<"filters.colorclip.highlight_power", "-1">;
  let profile = Factor<"colorclip.highlight_power", "0">;
}
def Background : Tone<"background", "red, green and blue behind the flame; 0 to 1", "0, 0, 0", Color>;

//===-- density estimation --------------------------------------------------------------------===//

class Estimator<string name, string summary, string default> : Setting<name, summary, Number, default> {
  let group = "Density estimation";
  let finish = 1;
}

def EstimatorRadius : Estimator<"estimator_radius", "largest radius of the kernels; 0 disables them", "9"> {
  let slider = Range<"0", "20">;
  let unit = "pixels";
  let range = Range<"0", "1000">;
  let cuburn = Cuburn<"filters.de.radius", "11">;
  let profile = Factor<"de.radius", "0">;
}
def EstimatorMinimum : Estimator<"estimator_minimum", "smallest radius of the kernels, at most `estimator_radius`", "0"> {
  let slider = Range<"0", "10">;
  let unit = "pixels";
  let range = Range<"0", "1000">;
  let cuburn = Cuburn<"filters.de.minimum", "0", inNodes=0>; // there it is a share of the radius
  let profile = Factor<"de.minimum", "0">;
}
def EstimatorCurve : Estimator<"estimator_curve", "how fast kernels shrink with density; above 0 when "
                               "`estimator_radius` is", "0.4"> {
  let slider = Range<"0.1", "1">;
  let cuburn = Cuburn<"filters.de.curve", "0.6">;
  let profile = Factor<"de.curve", "1e-6">;
}

//===-- exposure ------------------------------------------------------------------------------===//

class Shutter<string name, string summary, SettingKind kind, string default> : Setting<name, summary, kind, default> {
  let group = "Exposure";
}

def Passes : Shutter<"passes", "histograms that are filtered by themselves and added then", Count, "1"> {
  let range = Range<"1", "256">; // each takes memory and time of its own
}
def TemporalSamples : Shutter<"temporal_samples", "instants of an exposure", Count, "1000"> {
  let range = Range<"1", "1048576">;
}
def TemporalFilter : Shutter<"temporal_filter", "shape of the shutter", TemporalFilters, "box"> {
  let xml = ["temporal_filter_type"];
}
def TemporalFilterWidth : Shutter<"temporal_filter_width", "length of the exposure", Number, "1"> {
  let slider = Range<"0", "3">;
  let unit = "frames";
  let animated = 1;
  let cuburn = Cuburn<"time.frame_width", "1", Range<"0">, magnitude=1, inNodes=0>;
}
def TemporalFilterExp : Shutter<"temporal_filter_exp", "exponent of the `exp` shutter", Number, "0"> {
  let optional = 1;
}

//===-- camera --------------------------------------------------------------------------------===//

class Camera<string name, string summary, string default> : Setting<name, summary, Number, default> {
  let group = "Camera";
  let animated = 1;
}

class Center<string name, string summary> : Camera<name, summary, "0"> {
  let unit = "world units";
  let xml = ["center"];
}
def CenterX : Center<"center_x", "world point at the centre of the picture, about which the camera turns: x"> {
  let cuburn = Cuburn<"camera.center.x", "0">;
}
def CenterY : Center<"center_y", "the same: y, which points down"> {
  let cuburn = Cuburn<"camera.center.y", "0">;
}
def Scale : Camera<"scale", "pixels per world unit at zoom 0", "50"> {
  let range = AboveZero<>;
  // There it is in picture widths, of up to 2^20 pixels.
  let cuburn = Cuburn<"camera.scale", "1", AboveZero<"9.5367431640625e23">, magnitude=1, inNodes=0>;
  let profile = Factor<"logscale.scale", "1e-6">; // where it decides brightness
}
/// 2^zoom and 4^zoom stay finite well beyond any use.
def Zoom : Camera<"zoom", "the camera comes closer by 2^zoom, and samples per pixel become 4^zoom times as many", "0"> {
  let slider = Range<"-4", "8">;
  let range = Range<"-50", "50">;
}
def Rotate : Camera<"rotate", "angle of the camera; positive turns the picture clockwise", "0"> {
  let slider = Range<"-180", "180">;
  let unit = "degrees";
  let cuburn = Cuburn<"camera.rotation", "0", period="360">;
}

/// Of JWildfire: samples leave their place at random.
class Antialias<string name, string summary, string default> : Camera<name, summary, default> {
  let optional = 1;
  let sparse = 1;
}
def AntialiasAmount : Antialias<"antialias_amount", "share of the samples that are moved a little, so that edges are soft", "0"> {
  let range = Range<"0", "1">;
}
def AntialiasRadius : Antialias<"antialias_radius", "how far samples are moved: by exp(radius sqrt(-ln u)) - 1, u uniform in 0 to 1", "0.5"> {
  let unit = "pixels";
  let range = Range<"0", "10">;
}

//===-- space ---------------------------------------------------------------------------------===//

/// Of flames whose points have a z, or whose picture is not seen from above. A point is seen in this order: z less
/// `cam_zpos`; turned by yaw around z, by bank around y, by pitch around x, by `cam_turn` around z; moved by `cam_pos`;
/// blurred; divided by its distance. What is called the camera elsewhere, with `rotate`, comes behind.
class InSpace<string name, string summary, string default = "0"> : Setting<name, summary, Number, default> {
  let group = "Space";
  let animated = 1;
  let optional = 1;
  let sparse = 1;
}
class SpaceWord<string name, string summary, SettingKind kind, string default> : Setting<name, summary, kind, default> {
  let group = "Space";
  let optional = 1;
  let sparse = 1;
}
class SpaceAngle<string name, string summary> : InSpace<name, summary> {
  let unit = "radians";
}

def Depth : Setting<"depth", "1: points have a z, since somebody sees it", Number, "0"> {
  let group = "Space";
  let range = Range<"0", "1">;
  let xml = []; // genomes know by their variations
  let sparse = 1;
}
def PreserveZ : Setting<"preserve_z", "the z that variations of the plane leave of a point's, for each weight", Number, "0"> {
  let group = "Space";
  let optional = 1;
  let sparse = 1;
  let mixed = 0;
}
def LosesPoints : Setting<"loses_points", "1: NaN points plot nothing until they are reseeded, every 1000 rounds; 0: they are reseeded at once", Number, "0"> {
  let group = "Space";
  let range = Range<"0", "1">;
  let optional = 1;
  let sparse = 1;
  let mixed = 0;
}
def OnlyConverged : Setting<"only_converged", "1: no sample counts before its point has converged; 0: as many do as with flam3", Number, "0"> {
  let group = "Picture and samples";
  let range = Range<"0", "1">;
  let optional = 1;
  let sparse = 1;
  let mixed = 0;
}
def CamYaw : SpaceAngle<"cam_yaw", "angle of the camera around the z axis, before all others">;
def CamBank : SpaceAngle<"cam_bank", "angle of the camera around the y axis"> {
  let xml = ["cam_bank", "cam_roll"];
}
def CamPitch : SpaceAngle<"cam_pitch", "angle of the camera around the x axis">;
def CamTurn : SpaceAngle<"cam_turn", "angle of the camera around the z axis, after all others">;
def CamPersp : InSpace<"cam_persp", "inverse of the distance from which z 0 is seen; 0: from infinitely far"> {
  let xml = ["cam_persp", "cam_perspective"];
}
def CamZpos : InSpace<"cam_zpos", "z of the camera">;
def CamPosX : InSpace<"cam_pos_x", "how far points are moved behind all turns: in x">;
def CamPosY : InSpace<"cam_pos_y", "the same in y">;
def CamPosZ : InSpace<"cam_pos_z", "the same in z, which also makes their distance larger">;
def CamBehind : SpaceWord<"cam_behind", "what becomes of points behind the camera", BehindWords, "mirrored">;
def CamDof : InSpace<"cam_dof", "strength of the depth of field">;
def CamFocus : SpaceWord<"cam_focus", "what is sharp: a `plane`, all `behind` it, or the surroundings of a `point`", FocusWords, "plane">;
def CamDofScale : InSpace<"cam_dof_scale", "factor on that strength", "1">;
def CamDofFade : InSpace<"cam_dof_fade", "share of the samples that lie within their disc, not on its edge", "1">;
def CamDofArea : InSpace<"cam_dof_area", "radius around the point in focus where things are sharp", "0.5">;
def CamDofExponent : InSpace<"cam_dof_exponent", "in whose power distances from the point in focus are measured", "2">;
def CamXfocus : InSpace<"cam_xfocus", "the point in focus: x">;
def CamYfocus : InSpace<"cam_yfocus", "the same: y">;
def CamZfocus : InSpace<"cam_zfocus", "the same: z, also of the plane in focus">;
def CamFog : InSpace<"cam_fog", "how dense a fog is: of what lies D below `cam_fog_z`, exp(-cam_fog D²) of the samples show their colours, "
                                "the others its"> {
  let range = Range<"0", "1e30">;
  let xml = ["cam_fog", "cam_zdimish"];
}
def CamFogZ : InSpace<"cam_fog_z", "from which z on downwards"> {
  let xml = ["cam_fog_z", "cam_zdimdist"];
}
class FogColor<string name, string summary> : InSpace<name, summary> {
  let range = Range<"0", "1">;
}
def CamFogRed : FogColor<"cam_fog_red", "red of the fog; 1 is as bright as colours that variations set, 1.28 times the palette's white">;
def CamFogGreen : FogColor<"cam_fog_green", "the same: green">;
def CamFogBlue : FogColor<"cam_fog_blue", "the same: blue">;

//===-- palette and interpolation -------------------------------------------------------------===//

def PaletteMode : Setting<"palette_mode", "how colours between two entries of the palette are found", PaletteModes,
                          "step"> {
  let group = "Palette";
}

/// Where in the palette the colours of xforms lie.
class PalettePosition<string name, string summary, string default> : Setting<name, summary, Number, default> {
  let group = "Palette";
  let range = Range<"-1", "2">;
  let optional = 1;
  let sparse = 1;
  let mixed = 0;
}
def PaletteStart : PalettePosition<"palette_start", "place of colour 0 in the palette: 0 is the beginning of its first entry, 1 the end "
                                "of its last", "0">;
def PaletteSpan : PalettePosition<"palette_span", "how far from there colour 1 is", "1">;

/// Says how to make an animation, and is no part of it.
class Blend<string name, string summary, SettingKind kind, string default> : Setting<name, summary, kind, default> {
  let group = "Between key frames";
  let travels = 0;
}
def Interpolation : Blend<"interpolation", "curve through the key frames, for the segment that starts at a flame",
                          Interpolations, "linear">;
def InterpolationType : Blend<"interpolation_type", "how matrices are interpolated", InterpolationTypes, "log"> {
  let xml = ["interpolation_type", "interpolation_space"];
}
def PaletteInterpolation : Blend<"palette_interpolation", "how palettes are interpolated", PaletteInterpolations,
                                 "hsv_circular">;
def HsvRgbPaletteBlend : Blend<"hsv_rgb_palette_blend", "share of the RGB interpolation in `hsv_circular`, 0 to 1",
                               Number, "0"> {
  let slider = Range<"0", "1">;
  let optional = 1;
  let mixed = 0;
}

//===-- filters -------------------------------------------------------------------------------===//

def FinishLook : Setting<"look", "whose filters a frame goes through", Looks, "flam3"> {
  let group = "Filters";
  let finish = 1;
  let optional = 1;
}

def LightScale : Setting<"light_scale", "the `scale` that decides brightness, where it is not that of the camera; else 0",
                         Number, "0"> {
  let group = "Filters";
  let range = Range<"0">;
  let xml = [];
  let finish = 1;
  let animated = 1;
}

/// A parameter of a filter that flam3 does not have, at `path` of cuburn's documents and profiles.
class FilterValue<string path, string summary, string default, Range values = AboveZero<>, string factor = "1e-6">
    : Setting<!subst(".", "_", path), summary, Number, default> {
  let group = "Filters";
  let range = values;
  let finish = 1;
  let animated = 1;
  let optional = 1;
  let cuburn = Cuburn<"filters." # path, default, values, magnitude=1>;
  let profile = Factor<path, factor>;
}

def BilateralSpatialStd : FilterValue<"bilateral.spatial_std", "how far the filter reaches, at a width of 1920 pixels", "6"> {
  let unit = "pixels";
}
def BilateralColorStd : FilterValue<"bilateral.color_std", "by how much colours differ that are mixed", "0.05">;
def BilateralDensityStd : FilterValue<"bilateral.density_std", "by how much powers of densities differ that are mixed", "1.5">;
def BilateralDensityPow : FilterValue<"bilateral.density_pow", "exponent of densities before they are compared", "0.8">;
def BilateralGradient : FilterValue<"bilateral.gradient", "how much light downhill counts less; below 0 more", "4",
                                    Range<>, "-1e6">;
def SmearclipWidth : FilterValue<"smearclip.width", "how far light beyond white spills, as a standard deviation", "0.7"> {
  let unit = "pixels";
}
def PlainclipBrightness : FilterValue<"plainclip.brightness", "factor on colours", "1", Range<"0">, "0">;
def LogencodeDegamma : FilterValue<"logencode.degamma", "exponent that undoes gamma", "2.2">;

def NlmStrength : Setting<"nlm_strength", "how different places are that are mixed: 1 is as noise makes them", Number, "1"> {
  let group = "Filters";
  let range = AboveZero<>;
  let finish = 1;
  let animated = 1;
  let optional = 1;
  let sparse = 1;
  let profile = Factor<"nlm.strength", "1e-6">;
}

def HdrclipPeak : Setting<"hdrclip_peak", "the brightest light of an HDR picture, as a multiple of white", Number, "4.926"> {
  let group = "Filters";
  let range = Range<"1">;
  let finish = 1;
  let animated = 1;
  let optional = 1;
  let sparse = 1;
  let profile = Factor<"hdrclip.peak", "1e-6">;
}

/// A parameter of JWildfire's tone mapping.
class GlowValue<string name, string summary, string default, Range values = Range<>, string factor = "0">
    : Setting<name, summary, Number, default> {
  let group = "Filters";
  let range = values;
  let finish = 1;
  let animated = 1;
  let optional = 1;
  let sparse = 1;
  let profile = Factor<"glowscale." # name, factor>;
}

def Contrast : GlowValue<"contrast", "factor on light, and on the density at which it stops growing in proportion", "1",
                         AboveZero<>, "1e-6">;
def LowDensityBrightness : GlowValue<"low_density_brightness", "light around buckets that were hit; the less the more often they were", "0.24",
                                     Range<>, "-1e6">;
def WhiteLevel : GlowValue<"white_level", "the level of a palette that becomes white, times 1.1", "220", AboveZero<>, "1e-6">;
def BalancingRed : GlowValue<"balancing_red", "factor on red", "1", Range<"0">>;
def BalancingGreen : GlowValue<"balancing_green", "factor on green", "1", Range<"0">>;
def BalancingBlue : GlowValue<"balancing_blue", "factor on blue", "1", Range<"0">>;
def Saturation : Setting<"saturation", "how colourful a picture of JWildfire's is: 1 as it is, 0 grey", Number, "1"> {
  let group = "Filters";
  let range = Range<"0">;
  let finish = 1;
  let animated = 1;
  let optional = 1;
  let sparse = 1;
  let profile = Factor<"saturate.saturation", "0">;
}
/// The samples are shared out among the picture and its copies: the logarithm sees a copy's, and what it makes is added up.
/// There is no glow then.
def MotionBlurLength : Setting<"motion_blur_length", "copies of a picture that are added to it, to blur motion", Number, "0"> {
  let group = "Filters";
  let range = Range<"0", "10000">;
  let finish = 1;
  let optional = 1;
  let sparse = 1;
}

/// Of Fractorium. Formats leave out a curve without points.
class ToneCurve<string name, string summary> : Setting<name, summary, Points, ""> {
  let group = "Filters";
  let finish = 1;
}
def OverallCurve : ToneCurve<"overall_curve", "curve of all channels, before their own: a spline through points from 0 to 1">;
def RedCurve : ToneCurve<"red_curve", "curve of red">;
def GreenCurve : ToneCurve<"green_curve", "curve of green">;
def BlueCurve : ToneCurve<"blue_curve", "curve of blue">;

/// Of JWildfire's mixers.
class MixerCurve<string name, string summary> : ToneCurve<name, summary>;
def MixerBrightness : MixerCurve<"mixer_brightness", "curve of the brightness of a bucket, as the filter `mix` has it, straight between points; with it "
                                 "the other nine do nothing">;
def MixerRr : MixerCurve<"mixer_rr", "what red adds to red; one of nine curves of which one without points adds nothing">;
def MixerRg : MixerCurve<"mixer_rg", "what green adds to red">;
def MixerRb : MixerCurve<"mixer_rb", "what blue adds to red">;
def MixerGr : MixerCurve<"mixer_gr", "what red adds to green">;
def MixerGg : MixerCurve<"mixer_gg", "what green adds to green">;
def MixerGb : MixerCurve<"mixer_gb", "what blue adds to green">;
def MixerBr : MixerCurve<"mixer_br", "what red adds to blue">;
def MixerBg : MixerCurve<"mixer_bg", "what green adds to blue">;
def MixerBb : MixerCurve<"mixer_bb", "what blue adds to blue">;

//===-- orders --------------------------------------------------------------------------------===//

def XmlOrder : Order<[Width, CenterX, Supersample, FilterRadius, FilterShape, TemporalFilter, Quality, Passes, Background,
                      Brightness, HighlightPower, Vibrancy, EstimatorRadius, PaletteMode]>;
def AnimationOrder : Order<[Width, Supersample, Passes, Quality, TemporalSamples, TemporalFilter, CenterX, Brightness,
                            FilterShape, PaletteMode]>;
