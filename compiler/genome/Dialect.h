// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One record for each program that shares flam3's file format. A dialect gives the defaults for
// omitted settings and the meaning of the words in a file. The reader translates both into settings
// and numbers of a genome; later stages do not know which program wrote the flame.
// docs/reference/compatibility.md describes the dialects for users.

#ifndef FLAME_COMPILER_GENOME_DIALECT_H
#define FLAME_COMPILER_GENOME_DIALECT_H

#include "compiler/genome/Genome.h"

namespace flame {

/// A name that means a different variation in this program: `there` is read as `here`. The same
/// holds for its `pre_` and `post_` forms unless the row itself names such a form.
struct RenamedVariation {
  llvm::StringLiteral there, here;
};

/// Differences between a program's reading of its files and flam3's. The defaults are flam3's.
struct Dialect {
  llvm::StringLiteral name;    ///< name in --dialect
  llvm::StringLiteral program; ///< display name

  // Settings.
  bool hasAll = false; ///< accept settings of every other program, with their meaning there
  Look look = Look::Flam3;
  FilterShape filterShape = FilterShape::Gaussian; ///< default of the setting
  double filterRadius = 0.5;                       ///< default of the setting
  double antialiasAmount = 0;                      ///< default of the setting
  /// `filter_shape` selects the kernel of that name; flam3 maps some names to other kernels.
  bool namesKernels = false;
  bool estimatesDensity = true; ///< if false, ignore `estimator_radius` and use 0
  bool hasCurves = false;       ///< reads tone curves
  bool hasBezierCurves = false; ///< `curves` are Bézier curves with weights
  double brightness = 1;        ///< factor on the flame's brightness

  // Colours.
  double stepStart = 0, linearStart = 0; ///< `palette_start` in step and linear palette mode
  double colorSpan = 1;                  ///< `palette_span`
  bool plainOpacity = false;             ///< opacity is a probability; flam3 takes a power of it
  bool finalsKeepColor = false; ///< a final xform changes colours only if it has a `color_type`

  llvm::ArrayRef<RenamedVariation> renamed = {};

  // Xforms and camera.
  /// Supports a 3D camera. Otherwise only flames with `depth` have one.
  bool hasSpace = false;
  double preserveZ = 0; ///< default of the setting
  /// Planar variations drop or scale z where their records say so for Fractorium.
  bool hasEmberDepth = false;
  /// In 3D, `rotate` turns around the origin and `cam_zpos` is the focal plane.
  bool rollsAboutOrigin = false;
  bool hasSeveralFinals = false; ///< allows more than one final xform
  /// An xform without a normal variation leaves points in place instead of mapping them to the
  /// origin, unless it has only post variations.
  bool passesThrough = false;
  /// If chaos factors exclude every successor of an xform, the first xform follows.
  bool endsInFirst = false;
  /// Points go on however far away they are; NaN points are reseeded periodically.
  bool reseedsPeriodically = false;
  unsigned choiceEntries = 0; ///< length of the selection table; 0: select by exact weights
  bool zoomIsFactor = false;  ///< `cam_zoom` multiplies the scale
  /// `smooth_gradient` sets the palette mode; `background_ul` and its siblings set the background.
  bool usesGradients = false;
};

/// All dialects. The first one, flamec, applies to flames that name no program.
llvm::ArrayRef<Dialect> dialectTable();
const Dialect *findDialect(llvm::StringRef name);
/// The names of all dialects, for validating an option.
std::vector<std::string> dialectNames();

/// A dialect, and a reason for the choice to show to users.
struct DialectChoice {
  const Dialect *dialect;
  std::string reason;
};

/// Chooses the dialect of a flame. `wanted` names a dialect from the table; if it is empty, the
/// program named in `version` decides.
DialectChoice chooseDialect(llvm::StringRef wanted, llvm::StringRef version);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_DIALECT_H
