// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The vocabularies. Names of variations are those of the lists that the programs themselves have: JWildfire 9.00, Ember 25.25 and
// Apophysis 7X without plugins.

#include "compiler/genome/xml/DialectWords.h"

#include "llvm/ADT/STLExtras.h"

namespace flame {

//===-- settings ------------------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kFlam3Settings[] = {"size",
                                                         "center",
                                                         "scale",
                                                         "zoom",
                                                         "rotate",
                                                         "supersample",
                                                         "filter",
                                                         "filter_shape",
                                                         "temporal_filter_type",
                                                         "temporal_filter_width",
                                                         "temporal_filter_exp",
                                                         "quality",
                                                         "passes",
                                                         "temporal_samples",
                                                         "background",
                                                         "brightness",
                                                         "gamma",
                                                         "gamma_threshold",
                                                         "highlight_power",
                                                         "vibrancy",
                                                         "estimator_radius",
                                                         "estimator_minimum",
                                                         "estimator_curve",
                                                         "palette_mode",
                                                         "interpolation",
                                                         "interpolation_type",
                                                         "palette_interpolation",
                                                         "hsv_rgb_palette_blend"};

static constexpr llvm::StringLiteral kFractoriumSettings[] = {"size",
                                                              "center",
                                                              "scale",
                                                              "zoom",
                                                              "rotate",
                                                              "supersample",
                                                              "filter",
                                                              "filter_shape",
                                                              "temporal_filter_type",
                                                              "temporal_filter_width",
                                                              "quality",
                                                              "temporal_samples",
                                                              "background",
                                                              "brightness",
                                                              "gamma",
                                                              "gamma_threshold",
                                                              "highlight_power",
                                                              "vibrancy",
                                                              "estimator_radius",
                                                              "estimator_minimum",
                                                              "estimator_curve",
                                                              "palette_mode",
                                                              "interpolation",
                                                              "interpolation_type",
                                                              "cam_yaw",
                                                              "cam_pitch",
                                                              "cam_persp",
                                                              "cam_zpos",
                                                              "cam_dof",
                                                              "overall_curve",
                                                              "red_curve",
                                                              "green_curve",
                                                              "blue_curve"};

static constexpr llvm::StringLiteral kApophysisSettings[] = {"size",
                                                             "center",
                                                             "scale",
                                                             "zoom",
                                                             "rotate",
                                                             "filter",
                                                             "quality",
                                                             "background",
                                                             "brightness",
                                                             "gamma",
                                                             "gamma_threshold",
                                                             "vibrancy",
                                                             "estimator_radius",
                                                             "estimator_minimum",
                                                             "estimator_curve",
                                                             "cam_yaw",
                                                             "cam_pitch",
                                                             "cam_zpos",
                                                             "cam_dof"};
static constexpr SpelledWord kRenamedByApophysis[] = {{"supersample", "oversample"},
                                                      {"cam_persp", "cam_perspective"}};

static constexpr llvm::StringLiteral kJWildfireSettings[] = {"size",
                                                             "center",
                                                             "scale",
                                                             "rotate",
                                                             "filter",
                                                             "quality",
                                                             "temporal_samples",
                                                             "brightness",
                                                             "gamma",
                                                             "gamma_threshold",
                                                             "vibrancy",
                                                             "antialias_amount",
                                                             "antialias_radius",
                                                             "preserve_z",
                                                             "cam_yaw",
                                                             "cam_pitch",
                                                             "cam_persp",
                                                             "cam_zpos",
                                                             "cam_pos_x",
                                                             "cam_pos_y",
                                                             "cam_pos_z",
                                                             "cam_dof",
                                                             "cam_dof_scale",
                                                             "cam_dof_fade",
                                                             "cam_dof_area",
                                                             "cam_dof_exponent",
                                                             "cam_xfocus",
                                                             "cam_yfocus",
                                                             "cam_zfocus",
                                                             "cam_fog",
                                                             "cam_fog_z",
                                                             "contrast",
                                                             "low_density_brightness",
                                                             "white_level",
                                                             "saturation",
                                                             "balancing_red",
                                                             "balancing_green",
                                                             "balancing_blue",
                                                             "motion_blur_length"};
static constexpr SpelledWord kRenamedByJWildfire[] = {{"supersample", "oversample"},
                                                      {"cam_bank", "cam_roll"},
                                                      {"cam_fog", "cam_zdimish"},
                                                      {"cam_fog_z", "cam_zdimdist"}};

//===-- variations ----------------------------------------------------------------------------===//

static constexpr SpelledWord kFractoriumNames[] = {{"glynnSim1", "GlynnSim1"},
                                                   {"glynnSim2", "GlynnSim2"},
                                                   {"glynnSim3", "GlynnSim3"},
                                                   {"glynnSim4", "GlynnSim4"},
                                                   {"glynnSim5", "GlynnSim5"},
                                                   {"mobius_im_a", "Mobius_Im_A"},
                                                   {"mobius_im_b", "Mobius_Im_B"},
                                                   {"mobius_im_c", "Mobius_Im_C"},
                                                   {"mobius_im_d", "Mobius_Im_D"},
                                                   {"mobius_re_a", "Mobius_Re_A"},
                                                   {"mobius_re_b", "Mobius_Re_B"},
                                                   {"mobius_re_c", "Mobius_Re_C"},
                                                   {"mobius_re_d", "Mobius_Re_D"},
                                                   {"mobiusN", "MobiusN"},
                                                   {"mobius", "Mobius"},
                                                   {"q_ode_q_ode01", "q_ode01"},
                                                   {"q_ode_q_ode02", "q_ode02"},
                                                   {"q_ode_q_ode03", "q_ode03"},
                                                   {"q_ode_q_ode04", "q_ode04"},
                                                   {"q_ode_q_ode05", "q_ode05"},
                                                   {"q_ode_q_ode06", "q_ode06"},
                                                   {"q_ode_q_ode07", "q_ode07"},
                                                   {"q_ode_q_ode08", "q_ode08"},
                                                   {"q_ode_q_ode09", "q_ode09"},
                                                   {"q_ode_q_ode10", "q_ode10"},
                                                   {"q_ode_q_ode11", "q_ode11"},
                                                   {"q_ode_q_ode12", "q_ode12"},
                                                   {"spherical3D", "Spherical3D"},
                                                   {"spirograph", "Spirograph"},
                                                   {"splitbrdr", "SplitBrdr"},
                                                   {"superShape3D", "SuperShape3D"},
                                                   {"truchet_fill", "Truchet_fill"},
                                                   {"truchet_glyph", "Truchet_glyph"},
                                                   {"truchet_hex_crop", "Truchet_hex_crop"},
                                                   {"truchet_hex_fill", "Truchet_hex_fill"},
                                                   {"truchet_inv", "Truchet_inv"},
                                                   {"voron", "Voron"}};
static constexpr SpelledWord kJWildfireNames[] = {
    {"mobiq_at", "mobiq_qat"},          {"mobiq_ax", "mobiq_qax"},
    {"mobiq_ay", "mobiq_qay"},          {"mobiq_az", "mobiq_qaz"},
    {"mobiq_bt", "mobiq_qbt"},          {"mobiq_bx", "mobiq_qbx"},
    {"mobiq_by", "mobiq_qby"},          {"mobiq_bz", "mobiq_qbz"},
    {"mobiq_ct", "mobiq_qct"},          {"mobiq_cx", "mobiq_qcx"},
    {"mobiq_cy", "mobiq_qcy"},          {"mobiq_cz", "mobiq_qcz"},
    {"mobiq_dt", "mobiq_qdt"},          {"mobiq_dx", "mobiq_qdx"},
    {"mobiq_dy", "mobiq_qdy"},          {"mobiq_dz", "mobiq_qdz"},
    {"pRose3D_crvsc", "pRose3D_srvsc"}, {"sinusoidal3D", "sinusoidal3d"},
    {"superShape3D", "superShape3d"}};
static constexpr SpelledWord kApophysisNames[] = {{"mobius_re_a", "Re_A"}, {"mobius_im_a", "Im_A"},
                                                  {"mobius_re_b", "Re_B"}, {"mobius_im_b", "Im_B"},
                                                  {"mobius_re_c", "Re_C"}, {"mobius_im_c", "Im_C"},
                                                  {"mobius_re_d", "Re_D"}, {"mobius_im_d", "Im_D"}};

static constexpr llvm::StringLiteral kNotOfFractorium[] = {"acosech",
                                                           "acosh",
                                                           "acoth",
                                                           "affine3D",
                                                           "axis_symmetry_wf",
                                                           "bi_linear",
                                                           "bwraps2",
                                                           "bwraps7",
                                                           "cannabiscurve_wf",
                                                           "cloverleaf_wf",
                                                           "cycle_color",
                                                           "colorscale_wf",
                                                           "cone",
                                                           "cos2_bs",
                                                           "cut_tileillusion",
                                                           "dc_portal",
                                                           "devil_warp",
                                                           "dinis_surface_wf",
                                                           "ennepers2",
                                                           "epispiral_wf",
                                                           "exblur",
                                                           "exp2_bs",
                                                           "hadamard_js",
                                                           "heart_wf",
                                                           "hold_far",
                                                           "invsquircular",
                                                           "japanese_maple_leaf",
                                                           "joukowski",
                                                           "koch_js",
                                                           "lace_js",
                                                           "layered_spiral",
                                                           "lazysensen",
                                                           "mandelbrot",
                                                           "maple_leaf",
                                                           "pTransform",
                                                           "pdj3D",
                                                           "petal3D_apo",
                                                           "point_symmetry_wf",
                                                           "pyramid",
                                                           "rose_wf",
                                                           "seashell3D",
                                                           "sec2_bs",
                                                           "sech2_bs",
                                                           "show_color",
                                                           "show_place",
                                                           "sph3D",
                                                           "spherical3D_wf",
                                                           "spligon",
                                                           "stripfit",
                                                           "sym_ng12",
                                                           "sym_ng15",
                                                           "target_sp",
                                                           "vogel",
                                                           "waves2_wf",
                                                           "waves3_wf",
                                                           "waves4_wf",
                                                           "weighting_field",
                                                           "whitney_umbrella",
                                                           "yin_yang"};

static constexpr llvm::StringLiteral kNotOfJWildfire[] = {"arcsech",        "axis_symmetry_wf",
                                                          "bcircle",        "blur_heart",
                                                          "blur_square",    "bwraps",
                                                          "bwraps2",        "cropn",
                                                          "cycle_color",    "depth",
                                                          "falloff",        "glynnSim4",
                                                          "glynnSim5",      "gnarly",
                                                          "heat",           "hex_rand",
                                                          "hex_truchet",    "hexcrop",
                                                          "hold_far",       "hole",
                                                          "inkdrop",        "interference2",
                                                          "juliaNab",       "lens",
                                                          "mirror_x",       "mirror_y",
                                                          "mirror_z",       "modulusx",
                                                          "modulusy",       "ovoid",
                                                          "poincare",       "poincare2",
                                                          "point_symmetry", "point_symmetry_wf",
                                                          "polynomial",     "psphere",
                                                          "rblur",          "rotate",
                                                          "rotate_x",       "rotate_y",
                                                          "rotate_z",       "show_color",
                                                          "show_place",     "smartcrop",
                                                          "smartshape",     "spher",
                                                          "sphereblur",     "spherivoid",
                                                          "sphyp3D",        "squares",
                                                          "sschecks",       "starblur2",
                                                          "swirl3r",        "target0",
                                                          "target2",        "truchet_glyph",
                                                          "truchet_inv",    "unicorngaloshen",
                                                          "vibration",      "wavesn",
                                                          "weighting_field"};
static constexpr llvm::StringLiteral kFormsOfJWildfire[] = {"pre_blur3D",
                                                            "pre_boarders2",
                                                            "pre_bwraps2",
                                                            "post_bwraps2",
                                                            "pre_circlecrop",
                                                            "pre_crop",
                                                            "pre_curl",
                                                            "pre_disc3d",
                                                            "pre_falloff3",
                                                            "pre_rotate_x",
                                                            "pre_rotate_y",
                                                            "pre_spherical",
                                                            "pre_zscale",
                                                            "pre_ztranslate",
                                                            "post_circlecrop",
                                                            "post_axis_symmetry_wf",
                                                            "post_colorscale_wf",
                                                            "post_crop",
                                                            "post_curl",
                                                            "post_curl3D",
                                                            "post_depth",
                                                            "post_falloff2",
                                                            "post_falloff3",
                                                            "post_juliaq",
                                                            "post_point_symmetry_wf",
                                                            "post_rblur",
                                                            "post_rotate_x",
                                                            "post_rotate_y",
                                                            "post_smartcrop",
                                                            "post_spherical"};

static constexpr llvm::StringLiteral kOfApophysis[] = {
    "auger",       "bipolar",    "blur",       "blur3D",    "blur_circle", "blur_zoom",
    "bubble",      "bwraps",     "crop",       "cross",     "curl",        "curl3D",
    "cylinder",    "diamond",    "disc",       "elliptic",  "epispiral",   "escher",
    "eyefish",     "falloff2",   "fan2",       "flatten",   "foci",        "gaussian_blur",
    "hemisphere",  "horseshoe",  "hyperbolic", "julia3D",   "julia3Dz",    "julian",
    "juliascope",  "lazysusan",  "linear",     "log",       "loonie",      "mobius",
    "ngon",        "noise",      "pdj",        "polar",     "polar2",      "pre_blur",
    "radial_blur", "rectangles", "rings2",     "scry",      "separation",  "sinusoidal",
    "spherical",   "spiral",     "splits",     "swirl",     "waves2",      "wedge",
    "zblur",       "zcone",      "zscale",     "ztranslate"};
static constexpr llvm::StringLiteral kFormsOfApophysis[] = {
    "pre_bwraps",    "pre_crop",       "pre_disc",      "pre_falloff2", "pre_rotate_x",
    "pre_rotate_y",  "pre_sinusoidal", "pre_spherical", "pre_zscale",   "pre_ztranslate",
    "post_bwraps",   "post_crop",      "post_curl",     "post_curl3D",  "post_falloff2",
    "post_rotate_x", "post_rotate_y"};

//===-- programs ------------------------------------------------------------------------------===//

static constexpr DialectWords kWords[] = {{.dialect = "flam3",
                                           .version = "FLAM3 by flame-convert",
                                           .settings = kFlam3Settings,
                                           .hasFlam3Alone = true,
                                           .hasMotion = true,
                                           .hasAlpha = true},
                                          {.dialect = "jwildfire",
                                           .version = "JWildfire by flame-convert",
                                           .settings = kJWildfireSettings,
                                           .renamedSettings = kRenamedByJWildfire,
                                           .names = kJWildfireNames,
                                           .lacks = kNotOfJWildfire,
                                           .forms = kFormsOfJWildfire,
                                           .hasSymmetry = true,
                                           .hasColorType = true,
                                           .hasPlanes = true,
                                           .hasRepeats = true,
                                           .hasPlots = true,
                                           .hasWeightingFields = true},
                                          {.dialect = "fractorium",
                                           .version = "EMBER-1.0 by flame-convert",
                                           .settings = kFractoriumSettings,
                                           .names = kFractoriumNames,
                                           .lacks = kNotOfFractorium,
                                           .hasAllForms = true,
                                           .hasDirectColor = true,
                                           .hasMotion = true},
                                          {.dialect = "apophysis",
                                           .version = "Apophysis by flame-convert",
                                           .settings = kApophysisSettings,
                                           .renamedSettings = kRenamedByApophysis,
                                           .names = kApophysisNames,
                                           .has = kOfApophysis,
                                           .forms = kFormsOfApophysis,
                                           .hasSymmetry = true,
                                           .hasDirectColor = true}};

std::optional<llvm::StringRef> DialectWords::setting(llvm::StringRef name) const {
  for (const SpelledWord &word : renamedSettings)
    if (word.here == name)
      return word.there;
  return llvm::is_contained(settings, name) ? std::optional(name) : std::nullopt;
}

std::string DialectWords::spelled(llvm::StringRef name) const {
  for (const SpelledWord &word : names) {
    llvm::StringRef rest = name;
    if (rest.consume_front(word.here) && (rest.empty() || rest.starts_with("_")))
      return word.there.str() + rest.str();
  }
  return name.str();
}

bool DialectWords::knows(const VariationInfo &info, llvm::StringRef prefix) const {
  constexpr unsigned kFlam3Variations = 99;
  if (hasFlam3Alone)
    return info.index < kFlam3Variations && prefix.empty();
  if (!prefix.empty() && !hasAllForms)
    return llvm::is_contained(forms, prefix.str() + info.name.str());
  return has.empty() ? !llvm::is_contained(lacks, info.name) : llvm::is_contained(has, info.name);
}

const DialectWords *findWords(llvm::StringRef dialect) {
  const auto *found =
      llvm::find_if(kWords, [&](const DialectWords &words) { return words.dialect == dialect; });
  return found == std::end(kWords) ? nullptr : found;
}

std::vector<std::string> writtenDialects() {
  std::vector<std::string> names;
  for (const DialectWords &words : kWords)
    names.push_back(words.dialect.str());
  return names;
}

} // namespace flame
