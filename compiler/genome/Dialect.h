// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the programs that share flam3's file format mean by it, one record each. A dialect decides what a flame is that does not say
// everything, and what the words mean that it says; a reader turns that into settings and numbers of a genome, and nothing downstream
// knows which program wrote a flame. docs/reference/compatibility.md has the list for people.

#ifndef FLAME_COMPILER_GENOME_DIALECT_H
#define FLAME_COMPILER_GENOME_DIALECT_H

#include "compiler/genome/Genome.h"

namespace flame {

/// A variation that is another one in some program, where flam3's or another program's has its name. So are its forms before and behind
/// the sum, unless the row names one of them.
struct RenamedVariation {
  llvm::StringLiteral there, here;
};

/// How a program means its files, where flam3 means something else. The defaults are flam3's.
struct Dialect {
  llvm::StringLiteral name;    ///< the word of --dialect
  llvm::StringLiteral program; ///< what people call it

  // Settings.
  bool hasAll = false; ///< settings of other programs mean here what they mean there
  Look look = Look::Flam3;
  FilterShape filterShape = FilterShape::Gaussian; ///< of a flame that names none
  double filterRadius = 0.5;                       ///< the same
  double antialiasAmount = 0;                      ///< the same
  bool namesKernels =
      false; ///< a spatial filter is the one that its name says, where flam3 takes another one
  bool estimatesDensity = true; ///< else `estimator_radius` is there for others, and 0 is meant
  bool hasCurves = false;       ///< of tones
  bool hasBezierCurves = false; ///< `curves` are Bézier curves with weights
  double brightness = 1;        ///< factor on the flame's

  // Colours.
  double stepStart = 0, linearStart = 0; ///< `palette_start`, by the palette mode
  double colorSpan = 1;                  ///< `palette_span`
  bool plainOpacity = false;             ///< an opacity is a probability, not flam3's power of it
  bool finalsKeepColor = false; ///< a final xform changes colours only if it names a `color_type`

  llvm::ArrayRef<RenamedVariation> renamed = {};

  // Xforms and camera.
  bool hasSpace = false; ///< the camera of space is one; else flames have it that say `depth` alone
  double preserveZ = 0;  ///< of a flame that does not say
  bool hasEmberDepth =
      false; ///< variations of the plane lose or weigh z where their records say so of Fractorium
  bool rollsAboutOrigin =
      false; ///< in space `rotate` turns around the origin, and `cam_zpos` is the plane in focus
  bool hasSeveralFinals = false; ///< a flame may have more than one final xform
  bool passesThrough =
      false; ///< an xform whose sum has no variation leaves points where they are, not at the origin, unless it has post
             ///< variations alone
  bool endsInFirst =
      false; ///< an xform that by its chaos factors none can follow is followed by the first
  /// Points go on however far away they are; NaN points are reseeded periodically.
  bool reseedsPeriodically = false;
  unsigned choiceEntries =
      0;                     ///< of the table by which xforms are chosen; 0: by their exact weights
  bool zoomIsFactor = false; ///< `cam_zoom` multiplies the scale
  bool usesGradients =
      false; ///< `smooth_gradient` is the palette mode, `background_ul` and so on the background
};

/// All dialects. The first one is that of flames which name no program: flam3's, and whatever else we can show.
llvm::ArrayRef<Dialect> dialectTable();
const Dialect *findDialect(llvm::StringRef name);
/// The names of all dialects, for the check of an option.
std::vector<std::string> dialectNames();

/// A dialect, and why it was taken, for people.
struct DialectChoice {
  const Dialect *dialect;
  std::string reason;
};

/// The dialect of a flame: the one that `wanted` names, or if it is empty that of the program which `version` names.
DialectChoice chooseDialect(llvm::StringRef wanted, llvm::StringRef version);

} // namespace flame

#endif // FLAME_COMPILER_GENOME_DIALECT_H
