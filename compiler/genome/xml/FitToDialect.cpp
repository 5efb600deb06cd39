// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts tones, palette positions, cameras and xforms from Genome to a dialect. 3D cameras of two
// programs are equivalent if they map each sample to the same position: rotations may be reordered,
// and translations before a rotation may move behind it.

#include "compiler/genome/xml/FitToDialect.h"

#include "compiler/genome/xml/DialectReader.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace flame {

//===-- losses --------------------------------------------------------------------------------===//

void Losses::add(llvm::StringRef attribute, const llvm::Twine &what) {
  add(genome.attributes.find(attribute), what);
}

void Losses::add(llvm::SMRange range, const llvm::Twine &what) {
  diags
      .warning(Warning::UnsupportedFeature, range.isValid() ? range : genome.range,
               "files of " + dialect.program + " cannot hold " + what)
      .ignore();
}

double preimage(double value, double guess, llvm::function_ref<double(double)> forward) {
  constexpr int kTries = 8;
  double low = guess, high = guess;
  for (int i = 0; i < kTries; ++i) {
    for (double candidate : {low, high})
      if (forward(candidate) == value)
        return candidate;
    low = std::nextafter(low, -INFINITY);
    high = std::nextafter(high, INFINITY);
  }
  return guess;
}

Genome usualGenome(const Dialect &dialect) {
  Genome genome;
  setDefaults(dialect, genome);
  if (!dialect.estimatesDensity)
    genome.estimatorRadius = genome.estimatorMinimum = 0;
  if (dialect.rollsAboutOrigin) {
    genome.camBehind = BehindCamera::Hidden;
    genome.camFocus = FocusShape::Behind;
  }
  return genome;
}

//===-- the fitter ----------------------------------------------------------------------------===//

namespace {
/// Position of a camera or of a plane.
struct Position {
  double x, y;

  Position turned(double angle) const {
    const double cosine = std::cos(angle), sine = std::sin(angle);
    return {x * cosine - y * sine, x * sine + y * cosine};
  }
};

class Fitter {
public:
  Fitter(const Genome &genome, const Dialect &dialect, const DialectWords &words, Losses &losses)
      : genome(genome), usual(usualGenome(dialect)), dialect(dialect), words(words),
        losses(losses) {}

  Genome fit();

private:
  // Tones.
  void fitLook();
  void makeGlow();
  void takeGlowAway();
  void fitFilters();
  // Colours.
  void fitPalette();
  void fitPositions();
  void fitColor(Xform &xform, double start, double span);
  // The camera.
  void fitZoom();
  void turnAboutOrigin();
  void bringToOrigin();
  void standAtOrigin();
  void fitPlainCamera();
  void fitFocus();
  bool seesDistance() const { return genome.camPersp != 0 || genome.camPosZ != 0; }
  /// Compensates for dividing all distances from the camera by `factor`.
  void divideDistances(double factor);
  // Xforms.
  /// Removes a variation from all xforms. Returns true if any had it.
  bool removeVariation(llvm::StringRef name);
  void fitXforms();
  void fitXform(Xform &xform, bool isFinal);
  void fitDirectColor(Xform &xform);
  llvm::SmallVector<Xform *> allXforms();

  Genome genome;
  Genome usual;          ///< of the dialect
  bool isScaled = false; ///< true if the palette was made brighter or darker
  const Dialect &dialect;
  const DialectWords &words;
  Losses &losses;
};
} // namespace

llvm::SmallVector<Xform *> Fitter::allXforms() {
  llvm::SmallVector<Xform *> all;
  for (Xform &xform : genome.xforms)
    all.push_back(&xform);
  if (genome.finalXform)
    all.push_back(&*genome.finalXform);
  for (Xform &xform : genome.laterFinals)
    all.push_back(&xform);
  return all;
}

//===-- tones ---------------------------------------------------------------------------------===//

/// flam3's natural logarithm with its factor 268/256, divided by JWildfire's logarithm to base 10
/// with its factor 2.
static constexpr double kGlowBrightness = 0.8297;
/// The white level at which a palette has flam3's brightness.
static constexpr double kPlainWhite = 200;

void Fitter::makeGlow() {
  genome.brightness /= kGlowBrightness;
  genome.contrast = 1;
  genome.whiteLevel = kPlainWhite;
  genome.lowDensityBrightness = 0;
  genome.balancingRed = genome.balancingGreen = genome.balancingBlue = 1;
  genome.saturation = 1; // no other look supports it
}

void Fitter::takeGlowAway() {
  if (genome.lowDensityBrightness != 0)
    losses.add("low_density_brightness", "the light around sparse places");
  if (genome.contrast != 1)
    losses.add("contrast", "the density at which light stops growing in proportion");
  genome.brightness *= kGlowBrightness * genome.contrast;
  const double factor = kPlainWhite / genome.whiteLevel;
  isScaled = true;
  for (PaletteColor &color : genome.palette) {
    color.red = std::min(1.0, color.red * factor * genome.balancingRed);
    color.green = std::min(1.0, color.green * factor * genome.balancingGreen);
    color.blue = std::min(1.0, color.blue * factor * genome.balancingBlue);
  }
  for (double Genome::*value :
       {&Genome::contrast, &Genome::whiteLevel, &Genome::lowDensityBrightness,
        &Genome::balancingRed, &Genome::balancingGreen, &Genome::balancingBlue})
    genome.*value = usual.*value;
}

void Fitter::fitLook() {
  if (genome.look != dialect.look) {
    if (genome.look == Look::Jwildfire)
      takeGlowAway();
    else if (genome.look != Look::Flam3)
      losses.add("look", "the filters of '" + lookKeywords()[unsigned(genome.look)] + "'");
    if (dialect.look == Look::Jwildfire)
      makeGlow();
    genome.look = dialect.look;
  }
  if (dialect.brightness != 1)
    genome.brightness =
        preimage(genome.brightness, genome.brightness / dialect.brightness,
                 [&](double brightness) { return brightness * dialect.brightness; });
}

void Fitter::fitFilters() {
  if (!dialect.estimatesDensity) {
    if (genome.estimatorRadius != 0)
      losses.add("estimator_radius", "density estimation");
    genome.estimatorRadius = genome.estimatorMinimum = 0;
  }
  if (genome.estimatorRadius == 0)
    genome.estimatorCurve = usual.estimatorCurve;
  if (genome.filterShape == FilterShape::MitchellSmooth && !dialect.usesGradients) {
    losses.add("filter_kernel", "the spatial filter 'mitchell_smooth': '" +
                                    filterShapeKeywords()[unsigned(usual.filterShape)] +
                                    "' stands for it");
    genome.filterShape = usual.filterShape;
    genome.filterRadius = usual.filterRadius;
  }
  if (dialect.namesKernels)
    genome.filterShape = kernelOfKeyword(genome.filterShape);
}

//===-- colours -------------------------------------------------------------------------------===//

/// Most programs have byte colours without alpha.
void Fitter::fitPalette() {
  constexpr double kLevels = 255, kVisible = 1e-6;
  if (words.hasAlpha)
    return;
  bool hasAlpha = false, isBetween = false, isNothing = true;
  for (PaletteColor &color : genome.palette) {
    isNothing &= color == PaletteColor();
    hasAlpha |= color.alpha != 1;
    for (double PaletteColor::*channel :
         {&PaletteColor::red, &PaletteColor::green, &PaletteColor::blue}) {
      const double level = std::round(std::clamp(color.*channel, 0.0, 1.0) * kLevels) / kLevels;
      isBetween |= std::abs(level - color.*channel) > kVisible;
      color.*channel = level;
    }
  }
  if (isNothing)
    return;
  if (hasAlpha)
    losses.add("", "translucent colours");
  if (isBetween && !isScaled)
    losses.add("", "colours between the 256 levels of each channel");
  for (PaletteColor &color : genome.palette)
    color.alpha = 1;
}

void Fitter::fitColor(Xform &xform, double start, double span) {
  constexpr double kVisible = 1e-9;
  const double position = genome.paletteStart + genome.paletteSpan * xform.color;
  const double exact = (position - start) / span;
  xform.color =
      std::abs(exact - xform.color) < kVisible ? xform.color : std::clamp(exact, 0.0, 1.0);
}

/// Colour mixing is linear, so the colours of all points follow those of the xforms.
void Fitter::fitPositions() {
  if (!dialect.usesGradients && genome.paletteMode != PaletteMode::Step &&
      !words.setting("palette_mode")) {
    losses.add("palette_mode", "blends of neighbours in the palette");
    genome.paletteMode = PaletteMode::Step;
  }
  const double start =
      genome.paletteMode == PaletteMode::Step ? dialect.stepStart : dialect.linearStart;
  const double span = dialect.colorSpan;
  if (genome.paletteStart != start || genome.paletteSpan != span) {
    for (Xform *xform : allXforms()) {
      fitColor(*xform, start, span);
      if (xform->setsDirectColor() && xform->directColor != 0)
        losses.add(xform->range, "the exact places in the palette of colours that variations set");
    }
  }
  genome.paletteStart = usual.paletteStart;
  genome.paletteSpan = usual.paletteSpan;
}

//===-- the camera ----------------------------------------------------------------------------===//

static constexpr double kDegree = std::numbers::pi / 180;

/// Expands zoom to the scale and samples that it stands for, if the program lacks it.
void Fitter::fitZoom() {
  if (words.setting("zoom"))
    return;
  genome.scale *= std::exp2(genome.zoom);
  genome.quality *= std::exp2(2 * genome.zoom);
  genome.zoom = 0;
}

/// `rotate` rotates around the centre. To rotate around the origin instead, the centre and earlier
/// translations rotate as well.
void Fitter::turnAboutOrigin() {
  const double angle = genome.rotate * kDegree;
  if (angle == 0)
    return;
  auto turn = [&](double &x, double &y) {
    const Position position = Position{x, y}.turned(angle);
    x = position.x;
    y = position.y;
  };
  genome.camTurn += angle;
  genome.rotate = 0;
  turn(genome.camPosX, genome.camPosY);
  turn(genome.centerX, genome.centerY);
  turn(genome.camXfocus, genome.camYfocus);
}

void Fitter::divideDistances(double factor) {
  genome.camPersp /= factor;
  genome.scale /= factor;
  genome.centerX *= factor;
  genome.centerY *= factor;
}

/// Replaces a camera at `cam_zpos` by one at the origin; points are translated after their
/// rotation.
void Fitter::standAtOrigin() {
  if (genome.camZpos == 0)
    return;
  const double down = -genome.camZpos * std::cos(genome.camBank);
  const Position moved =
      Position{-genome.camZpos * std::sin(genome.camBank), -down * std::sin(genome.camPitch)}
          .turned(genome.camTurn);
  genome.camPosX += moved.x;
  genome.camPosY += moved.y;
  genome.camZpos = 0;
  const double depth = down * std::cos(genome.camPitch) + genome.camPosZ;
  const double factor = 1 + genome.camPosZ - genome.camPersp * depth;
  genome.camZfocus -= depth;
  genome.camPosZ = 0;
  if (factor <= 0)
    return losses.add("cam_zpos", "a camera at this place");
  divideDistances(factor);
  // The scale determines brightness, except through these settings.
  genome.contrast /= factor * factor;
  genome.brightness *= factor * factor;
  genome.lowDensityBrightness /= factor * factor;
}

void Fitter::bringToOrigin() {
  if (!isSeenInSpace(genome)) {
    genome.camZpos = 0;
    return fitPlainCamera();
  }
  turnAboutOrigin();
  standAtOrigin();
  genome.rotate = preimage(genome.camTurn, genome.camTurn / kDegree,
                           [](double degrees) { return degrees * std::numbers::pi / 180; });
  genome.camTurn = 0;
}

void Fitter::fitPlainCamera() {
  if (genome.camPosZ != 0) {
    const double factor = 1 + genome.camPosZ * (1 - genome.camPersp);
    losses.add("cam_pos_z", factor > 0 ? "the brightness of a picture whose camera is moved in z"
                                       : "a camera at this place");
    genome.camZfocus -= genome.camPosZ;
    genome.camPosZ = 0;
    if (factor > 0) {
      divideDistances(factor);
      genome.brightness *= factor * factor;
    }
  }
  if (genome.camPersp != 0 && (genome.camPosX != 0 || genome.camPosY != 0))
    losses.add(genome.camPosX != 0 ? "cam_pos_x" : "cam_pos_y",
               "points that are moved before the camera: those at z 0 alone are where they were");
  const Position center =
      Position{genome.centerX - genome.camPosX, genome.centerY - genome.camPosY}.turned(
          -genome.camTurn);
  if (genome.camTurn != 0 || genome.camPosX != 0 || genome.camPosY != 0) {
    genome.centerX = center.x;
    genome.centerY = center.y;
  }
  genome.rotate += genome.camTurn / kDegree;
  genome.camTurn = genome.camPosX = genome.camPosY = 0;
}

/// Focus, and visibility of points behind the camera.
void Fitter::fitFocus() {
  if (genome.camBehind != usual.camBehind && seesDistance())
    losses.add("cam_persp", usual.camBehind == BehindCamera::Hidden
                                ? "points behind the camera that are mirrored"
                                : "points behind the camera that are hidden");
  genome.camBehind = usual.camBehind;
  if (genome.camDof == 0 || !dialect.hasSpace) {
    genome.camFocus = usual.camFocus;
    for (double Genome::*value :
         {&Genome::camDofScale, &Genome::camDofFade, &Genome::camDofArea, &Genome::camDofExponent,
          &Genome::camXfocus, &Genome::camYfocus, &Genome::camZfocus})
      genome.*value = usual.*value;
    return;
  }
  if (!words.setting("cam_dof_scale")) {
    genome.camDof *= genome.camDofScale;
    genome.camDofScale = usual.camDofScale;
  }
  const bool isPoint = genome.camFocus == FocusShape::Point;
  if (!isPoint)
    for (double Genome::*value :
         {&Genome::camDofArea, &Genome::camDofExponent, &Genome::camXfocus, &Genome::camYfocus})
      genome.*value = usual.*value;
  if (dialect.rollsAboutOrigin) {
    if (genome.camFocus == FocusShape::Plane)
      losses.add("cam_dof", "blur in front of what is sharp");
    genome.camFocus = isPoint ? FocusShape::Point : FocusShape::Behind;
    if (!isPoint) // there it is the position of the camera
      genome.camZpos = std::exchange(genome.camZfocus, 0);
  } else {
    if (genome.camFocus != FocusShape::Plane || genome.camZfocus != 0)
      losses.add("cam_dof", "what this depth of field leaves sharp");
    genome.camFocus = FocusShape::Plane;
    genome.camXfocus = genome.camYfocus = genome.camZfocus = 0;
    genome.camDofArea = usual.camDofArea;
    genome.camDofExponent = usual.camDofExponent;
  }
}

//===-- xforms --------------------------------------------------------------------------------===//

static llvm::SMRange rangeOf(const Xform &xform, llvm::StringRef attribute) {
  const llvm::SMRange range = xform.attributes.find(attribute);
  return range.isValid() ? range : xform.range;
}

/// The blend of colours that variations set.
void Fitter::fitDirectColor(Xform &xform) {
  const bool isNone = words.hasColorType && xform.colorSpeed == 0 && xform.directColor == 0;
  if (words.hasDirectColor || isNone)
    return;
  if (xform.listsDirectColor() && xform.directColor != 1)
    losses.add(rangeOf(xform, "var_color"), "how far colours count that variations set");
  xform.directColor = 1;
}

void Fitter::fitXform(Xform &xform, bool isFinal) {
  fitDirectColor(xform);
  if (dialect.plainOpacity && !isFinal) {
    const double power = std::log10(2.0); // as in the reader
    xform.opacity = preimage(xform.opacity, std::pow(xform.opacity, 1 / power),
                             [&](double opacity) { return std::pow(opacity, power); });
  }
  for (auto [name, plane] : kPlanes) {
    std::optional<Affine> &affine = xform.*plane;
    if (affine && !words.hasPlanes && !affine->isIdentity())
      losses.add(rangeOf(xform, name), "affines of other planes than that of x and y");
    if (!words.hasPlanes)
      affine.reset();
  }
  if (dialect.passesThrough && goesThrough(xform))
    losses.add(xform.range, "an xform that maps all points to one, as one without a variation "
                            "does: they go through it");
  if (!words.hasMotion && !xform.motions.empty()) {
    losses.add(xform.motions.front().range, "motion of xforms");
    xform.motions.clear();
  }
}

bool Fitter::removeVariation(llvm::StringRef name) {
  auto isIt = [wanted = findVariation(name)](const VariationUse &use) {
    return use.info == wanted;
  };
  bool found = false;
  for (Xform *xform : allXforms()) {
    found |= llvm::any_of(xform->variations, isIt);
    llvm::erase_if(xform->variations, isIt);
  }
  return found;
}

void Fitter::fitXforms() {
  // The program applies these by itself.
  if (removeVariation("weigh_depth") && !dialect.hasEmberDepth)
    losses.add("", "the z of variations of the plane as Fractorium has it");
  if (removeVariation("hold_far") && !dialect.reseedsPeriodically)
    losses.add("", "points farther away than 10^10: they start anew there");
  genome.losesPoints = usual.losesPoints;
  if (!dialect.hasSeveralFinals && !genome.laterFinals.empty()) {
    losses.add(genome.laterFinals.front().range, "more than one final xform");
    genome.laterFinals.clear();
  }
  for (Xform &xform : genome.xforms)
    fitXform(xform, /*isFinal=*/false);
  if (genome.finalXform)
    fitXform(*genome.finalXform, /*isFinal=*/true);
  for (Xform &xform : genome.laterFinals)
    fitXform(xform, /*isFinal=*/true);
}

Genome Fitter::fit() {
  fitLook();
  fitFilters();
  fitPalette();
  fitPositions();
  fitZoom();
  if (!genome.hasDepth)
    genome.preserveZ = usual.preserveZ;
  else if (!dialect.hasSpace)
    losses.add("", "the third dimension of points");
  if (dialect.rollsAboutOrigin)
    bringToOrigin();
  else
    fitPlainCamera();
  fitFocus();
  fitXforms();
  return std::move(genome);
}

Genome fitToDialect(const Genome &genome, const Dialect &dialect, const DialectWords &words,
                    Losses &losses) {
  return Fitter(genome, dialect, words, losses).fit();
}

} // namespace flame
