// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts the values of other dialects to those of a genome.

#include "compiler/genome/xml/DialectReader.h"

#include "compiler/genome/xml/Mixer.h"
#include "compiler/genome/xml/MotionCurve.h"
#include "compiler/text/Limits.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace flame {

static constexpr llvm::StringLiteral kZoomFactor = "cam_zoom", kFilterKernel = "filter_kernel",
                                     kSmoothGradient = "smooth_gradient",
                                     kPostSymmetry = "post_symmetry_", kFogColor = "cam_zdimcolor",
                                     kBezierCurves = "curves";
/// The corners of a background, and its middle.
static constexpr llvm::StringLiteral kBackgrounds[] = {
    "background_ul", "background_ur", "background_ll", "background_lr", "background_cc"};

//===-- flames --------------------------------------------------------------------------------===//

void setDefaults(const Dialect &dialect, Genome &genome) {
  genome.look = dialect.look;
  genome.filterShape = dialect.filterShape;
  genome.filterRadius = dialect.filterRadius;
  genome.antialiasAmount = dialect.antialiasAmount;
  genome.preserveZ = dialect.preserveZ;
  genome.losesPoints = dialect.reseedsPeriodically;
}

void beginDialect(ReaderContext &context, const XmlElement &flame, Genome &genome) {
  const XmlAttribute *version = flame.find("version");
  const DialectChoice choice =
      chooseDialect(context.options.dialect, version ? version->value : llvm::StringRef());
  const Dialect &dialect = *choice.dialect;
  context.dialect = &dialect;
  context.frame = 1;
  if (const XmlAttribute *frame = flame.find("frame"))
    readNumber(context, *frame, context.frame);
  genome.dialect = dialect.name.str() + ": " + choice.reason;
  setDefaults(dialect, genome);
  context.diags
      .remark("genome-reader", flame.nameRange,
              "the flame is read as " + dialect.program + " means it: " + choice.reason)
      .ignore();
}

FilterShape keywordOfKernel(FilterShape shape) {
  switch (shape) {
  case FilterShape::Mitchell:
    return FilterShape::Lanczos3;
  case FilterShape::Blackman:
    return FilterShape::Lanczos2;
  case FilterShape::Catrom:
    return FilterShape::Mitchell;
  case FilterShape::Hanning:
    return FilterShape::Blackman;
  case FilterShape::Hamming:
    return FilterShape::Catrom;
  case FilterShape::Lanczos3:
    return FilterShape::Hamming;
  case FilterShape::Lanczos2:
    return FilterShape::Hanning;
  default:
    return shape;
  }
}

FilterShape kernelOfKeyword(FilterShape shape) {
  for (unsigned i = 0; i < filterShapeKeywords().size(); ++i)
    if (keywordOfKernel(FilterShape(i)) == shape)
      return FilterShape(i);
  llvm_unreachable("every kernel has a keyword");
}

/// JWildfire's keywords are the kernel names in capitals.
static void readFilterKernel(const XmlAttribute &attribute, Genome &genome) {
  const std::string wanted = attribute.value.lower();
  const llvm::ArrayRef<llvm::StringLiteral> keywords = filterShapeKeywords();
  const auto *found = llvm::find(keywords, wanted);
  if (found != keywords.end())
    genome.filterShape = keywordOfKernel(FilterShape(found - keywords.begin()));
}

/// If all corners have the same colour, that is the background; otherwise it is their mean.
static void readBackgrounds(ReaderContext &context, const XmlElement &flame, Genome &genome) {
  std::array<double, 3> sum = {};
  std::optional<std::array<double, 3>> first;
  const XmlAttribute *gradient = nullptr;
  double count = 0;
  for (llvm::StringRef name : kBackgrounds) {
    const XmlAttribute *attribute = flame.find(name);
    std::array<double, 3> color = {};
    if (!attribute)
      continue;
    readNumbers(context, *attribute, color);
    if (first && *first != color)
      gradient = attribute;
    first = first.value_or(color);
    for (size_t i = 0; i < sum.size(); ++i)
      sum[i] += color[i];
    ++count;
  }
  if (count == 0)
    return;
  for (size_t i = 0; i < sum.size(); ++i)
    genome.background[i] = gradient ? sum[i] / count : (*first)[i];
  if (gradient)
    context.diags
        .warning(Warning::UnsupportedFeature, gradient->nameRange,
                 "a background of several colours is the mean of them here")
        .ignore();
}

static void readGradients(ReaderContext &context, const XmlElement &flame, Genome &genome) {
  readBackgrounds(context, flame, genome);
  double isSmooth = 0;
  if (const XmlAttribute *attribute = flame.find(kSmoothGradient))
    readNumber(context, *attribute, isSmooth);
  genome.paletteMode = isSmooth != 0 ? PaletteMode::Linear : PaletteMode::Step;
  if (const XmlAttribute *attribute = flame.find(kFilterKernel))
    readFilterKernel(*attribute, genome);
}

bool isSeenInSpace(const Genome &genome) {
  return genome.camYaw != 0 || genome.camBank != 0 || genome.camPitch != 0 ||
         genome.camPersp != 0 || genome.camDof != 0 || genome.camPosX != 0 || genome.camPosY != 0 ||
         genome.camPosZ != 0 || genome.camFog != 0;
}

/// JWildfire renders a still with motion blur as several copies of the same picture. Copies farther
/// away in time are darker.
static void applyMotionBlur(ReaderContext &context, const XmlElement &flame, Genome &genome) {
  constexpr double kFalloff = 0.07, kDarkest = 0.01;
  const double length = genome.motionBlurLength;
  double decay = 0.03, sum = 0;
  if (const XmlAttribute *attribute = flame.find("motion_blur_decay"))
    readNumber(context, *attribute, decay);
  if (length == 0)
    return;
  for (int copy = 0; copy <= length; ++copy)
    sum += std::max(kDarkest, 1 - kFalloff * copy * copy * decay / length);
  genome.whiteLevel *= (length + 1) / sum;
}

/// JWildfire rotates around the origin, hides points behind the camera, and uses `cam_zpos` as the
/// focal plane where others have the camera.
static void bringCamera(ReaderContext &context, const XmlElement &flame, Genome &genome) {
  genome.camBehind = BehindCamera::Hidden;
  const XmlAttribute *newDof = flame.find("new_dof");
  if (newDof && newDof->value.trim() == "1") {
    genome.camFocus = FocusShape::Point;
  } else {
    genome.camFocus = FocusShape::Behind;
    genome.camZfocus = genome.camZpos;
  }
  genome.camZpos = 0;
  if (const XmlAttribute *fog = flame.find(kFogColor)) {
    std::array<double, 3> color = {};
    readNumbers(context, *fog, color, {0, 1});
    genome.camFogRed = color[0], genome.camFogGreen = color[1], genome.camFogBlue = color[2];
  }
  if (!isSeenInSpace(genome))
    return;
  genome.camTurn = genome.rotate * std::numbers::pi / 180;
  genome.rotate = 0;
}

/// flam3 ignores the 3D camera.
static void forgetCamera(Genome &genome) {
  const Genome usual;
  for (double Genome::*setting :
       {&Genome::camYaw, &Genome::camBank, &Genome::camPitch, &Genome::camTurn, &Genome::camPersp,
        &Genome::camZpos, &Genome::camPosX, &Genome::camPosY, &Genome::camPosZ, &Genome::camDof,
        &Genome::camFog})
    genome.*setting = usual.*setting;
}

/// Drops curves of other dialects, and curves without effect.
static void dropCurves(const Dialect &dialect, Genome &genome) {
  for (std::vector<double> Genome::*curve :
       {&Genome::overallCurve, &Genome::redCurve, &Genome::greenCurve, &Genome::blueCurve}) {
    std::vector<double> &numbers = genome.*curve;
    bool isStraight = true;
    for (size_t i = 0; i + 1 < numbers.size(); i += 2)
      isStraight &= numbers[i] == numbers[i + 1];
    if (isStraight || !dialect.hasCurves)
      numbers.clear();
  }
}

/// The y of a cubic Bézier curve with weights at parameter `t`, from four points of x, y and
/// weight.
static double bezierAt(llvm::ArrayRef<double> points, double t) {
  const double s = 1 - t, shares[] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
  double height = 0, weight = 0;
  for (size_t i = 0; i < std::size(shares); ++i) {
    height += shares[i] * points[3 * i + 2] * points[3 * i + 1];
    weight += shares[i] * points[3 * i + 2];
  }
  return weight != 0 ? height / weight : 0;
}

/// Apophysis uses the level of a channel as the parameter of its curve, so even an untouched curve
/// changes levels. If none of the four is touched, there are no curves.
static void readBezierCurves(ReaderContext &context, const XmlElement &flame, Genome &genome) {
  constexpr double kUntouched[] = {0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1};
  constexpr size_t kNumbers = std::size(kUntouched), kSteps = 64;
  std::vector<double> Genome::*const curves[] = {&Genome::overallCurve, &Genome::redCurve,
                                                 &Genome::greenCurve, &Genome::blueCurve};
  const XmlAttribute *attribute = flame.find(kBezierCurves);
  if (!attribute)
    return;
  std::array<double, std::size(curves) * kNumbers> numbers, untouched;
  for (size_t i = 0; i < untouched.size(); ++i)
    untouched[i] = kUntouched[i % kNumbers];
  numbers = untouched;
  readNumbers(context, *attribute, numbers);
  bool isTouched = false;
  for (size_t i = 0; i < numbers.size(); ++i)
    isTouched |= i % 3 != 2 && numbers[i] != untouched[i]; // a changed weight alone does not count
  for (size_t i = 0; i < std::size(curves) && isTouched; ++i)
    for (size_t step = 0; step <= kSteps; ++step) {
      const double level = double(step) / kSteps;
      const llvm::ArrayRef<double> points = llvm::ArrayRef(numbers).slice(i * kNumbers, kNumbers);
      for (double number : {level, std::clamp(bezierAt(points, level), 0.0, 1.0)})
        (genome.*curves[i]).push_back(number);
    }
}

void finishDialect(ReaderContext &context, const XmlElement &flame, Genome &genome) {
  const Dialect &dialect = *context.dialect;
  if (const XmlAttribute *zoom = flame.find(kZoomFactor); zoom && dialect.zoomIsFactor) {
    double factor = 1;
    readNumber(context, *zoom, factor, kPositive);
    genome.scale *= factor;
  }
  if (dialect.usesGradients)
    readGradients(context, flame, genome);
  if (!dialect.estimatesDensity)
    genome.estimatorRadius = genome.estimatorMinimum = 0;
  genome.brightness *= dialect.brightness;
  dropCurves(dialect, genome);
  if (dialect.hasBezierCurves)
    readBezierCurves(context, flame, genome);
  if (dialect.usesGradients)
    applyMotionBlur(context, flame, genome);
  if (dialect.usesGradients)
    readMixer(context, flame, genome);
  if (dialect.rollsAboutOrigin)
    bringCamera(context, flame, genome);
  else if (!dialect.hasSpace)
    forgetCamera(genome);
  if (!flame.find("palette_start"))
    genome.paletteStart =
        genome.paletteMode == PaletteMode::Step ? dialect.stepStart : dialect.linearStart;
  if (!flame.find("palette_span"))
    genome.paletteSpan = dialect.colorSpan;
}

/// The number in `name`, or its default.
static double numberOf(ReaderContext &context, const XmlElement &flame, llvm::StringRef name,
                       double usual) {
  if (const XmlAttribute *attribute = flame.find(name))
    readNumber(context, *attribute, usual);
  return usual;
}

/// JWildfire's symmetry of plotted points as a variation after all final xforms; nothing if there
/// is none.
static std::optional<VariationUse> readPostSymmetry(ReaderContext &context, const XmlElement &flame,
                                                    double &copies) {
  constexpr double kMostCopies = 64;
  const XmlAttribute *type = flame.find(kPostSymmetry.str() + "type");
  const llvm::StringRef kind = type ? type->value : "NONE";
  auto number = [&](llvm::StringRef name, double usual) {
    return numberOf(context, flame, kPostSymmetry.str() + name.str(), usual);
  };
  const double x = number("centre_x", 0), y = number("centre_y", 0);
  VariationUse use;
  use.phase = VariationUse::Post;
  use.range = flame.nameRange;
  if (kind == "POINT") {
    copies = std::min(std::trunc(number("order", 3)), kMostCopies);
    use.info = findVariation("point_symmetry_wf");
    use.weight = 1;
    use.params = {x, y, copies, 0};
    return copies > 1 ? std::optional(use) : std::nullopt;
  }
  if (kind != "X_AXIS" && kind != "Y_AXIS")
    return std::nullopt;
  copies = 2;
  use.info = findVariation("axis_symmetry_wf");
  use.weight = number("distance", 1.25);
  use.params = {kind == "X_AXIS" ? 0.0 : 1.0, x, y, 0, number("rotation", 6)};
  use.params.resize(use.info->params.size(), 0);
  return use;
}

/// JWildfire plots every copy of a sample; here each sample goes to one of these positions.
/// JWildfire log-scales the copies as that many more samples with proportionally less light each;
/// `contrast` has both effects.
void applyPostSymmetry(ReaderContext &context, const XmlElement &flame, Genome &genome) {
  double copies = 1;
  if (!context.dialect->usesGradients)
    return;
  const std::optional<VariationUse> symmetry = readPostSymmetry(context, flame, copies);
  if (!symmetry)
    return;
  genome.contrast /= copies;
  Xform xform;
  xform.loc = flame.nameRange.Start;
  xform.range = flame.nameRange;
  xform.colorSpeed = xform.directColor = 0;
  VariationUse &linear = xform.variations.emplace_back();
  linear.info = findVariation("linear3D");
  linear.weight = 1;
  linear.range = flame.nameRange;
  xform.variations.push_back(*symmetry);
  if (!genome.finalXform)
    genome.finalXform = std::move(xform);
  else
    genome.laterFinals.push_back(std::move(xform));
}

bool isOfDialect(const ReaderContext &context, llvm::StringRef name) {
  const Dialect &dialect = *context.dialect;
  return (dialect.zoomIsFactor && name == kZoomFactor) ||
         (dialect.rollsAboutOrigin && name == kFogColor) ||
         (dialect.hasBezierCurves && name == kBezierCurves) ||
         (dialect.usesGradients &&
          (name == kFilterKernel || name == kSmoothGradient || name.starts_with(kPostSymmetry) ||
           isOfMixer(name) || llvm::is_contained(kBackgrounds, name)));
}

//===-- xforms --------------------------------------------------------------------------------===//

/// The number of uses of a variation in a phase in the file. It serves as the repetition number of
/// a further use.
static unsigned usesOf(const Xform &xform, const VariationInfo &info, VariationUse::Phase phase) {
  unsigned uses = 0;
  for (const VariationUse &use : xform.variations)
    if (use.info == &info && use.phase == phase)
      uses = std::max(uses, use.repeat + 1);
  return uses;
}

/// Blends colours by `symmetry` before variations see them.
static void cycleColors(const XmlAttribute &type, Xform &xform) {
  VariationUse cycle;
  cycle.info = findVariation("cycle_color");
  cycle.phase = VariationUse::Pre;
  cycle.repeat = usesOf(xform, *cycle.info, cycle.phase);
  cycle.weight = 1;
  cycle.params = {1 - 2 * xform.colorSpeed};
  cycle.range = type.nameRange;
  xform.variations.insert(xform.variations.begin(), std::move(cycle));
  xform.colorSpeed = 0;
}

/// JWildfire's palette excludes the last entry: colour c is entry 254 c + 1/2, rounded down.
static constexpr double kEntries = 256, kColors = 254;

/// Adds a variation before those of the file.
static void addBefore(llvm::SMRange range, Xform &xform, llvm::StringRef variation,
                      std::vector<double> params) {
  VariationUse use;
  use.info = findVariation(variation);
  use.phase = VariationUse::Pre;
  use.repeat = usesOf(xform, *use.info, use.phase);
  use.adds = use.info->usesOrigin; // as if the file had named it
  use.weight = 1;
  use.params = std::move(params);
  use.range = range;
  xform.variations.insert(xform.variations.begin(), std::move(use));
}

/// Samples display a mix of a target colour and the previous display colour: one of the two, chosen
/// at random.
static void showTarget(ReaderContext &context, const XmlElement &element, const XmlAttribute &type,
                       Xform &xform) {
  const double keep = 1 - xform.colorSpeed;
  if (type.value == "TARGETG") {
    addBefore(type.nameRange, xform, "show_place",
              {std::floor(kColors * xform.color + 0.5) / kEntries, 0, keep});
    return;
  }
  std::array<double, 3> color = {0, 0, 0};
  if (const XmlAttribute *target = element.find("target_color"))
    readNumbers(context, *target, color);
  addBefore(type.nameRange, xform, "show_color", {color[0], color[1], color[2], keep});
  xform.colorSpeed = 0;
}

/// Samples display how far the xform has moved the point.
static void showDistance(const XmlAttribute &type, Xform &xform) {
  const double step = 2 * (1 - xform.colorSpeed);
  addBefore(type.nameRange, xform, "show_place",
            {(kColors * xform.color + 0.5) / kEntries, step * kColors / kEntries, 0});
  xform.colorSpeed = 0;
}

void keepDisplayColors(const ReaderContext &context, Genome &genome) {
  auto setsDisplayColor = [](const Xform &xform) {
    return llvm::any_of(xform.variations,
                        [](const VariationUse &use) { return use.info->displayOnly; });
  };
  if (!context.dialect->usesGradients || llvm::none_of(genome.xforms, setsDisplayColor))
    return;
  for (Xform &xform : genome.xforms)
    if (xform.colorSpeed == 0 && xform.directColor == 0 && !setsDisplayColor(xform))
      addBefore(xform.range, xform, "show_place", {0, 0, 1});
}

/// Reads JWildfire's `color_type`.
static void readColorType(ReaderContext &context, const XmlElement &element, bool isFinal,
                          Xform &xform) {
  const XmlAttribute *type = element.find("color_type");
  const bool keepsColor = isFinal && context.dialect->finalsKeepColor && !context.options.isInner;
  if (!type ? keepsColor : type->value == "NONE")
    xform.colorSpeed = xform.directColor = 0; // colours set by variations are not shown either
  if (type && type->value == "CYCLIC")
    return cycleColors(*type, xform);
  if (type && (type->value == "TARGET" || type->value == "TARGETG"))
    return showTarget(context, element, *type, xform);
  if (type && type->value == "DISTANCE")
    return showDistance(*type, xform);
  if (type && type->value != "NONE" && type->value != "DIFFUSION" && !type->value.empty())
    context.diags
        .warning(Warning::UnsupportedFeature, type->nameRange,
                 quoted(type->name) + " " + quoted(type->value) +
                     " is not known here: colours are blended as with 'DIFFUSION'")
        .ignore();
}

/// The colour adjustment attributes in the order of `bend_color`'s parameters, each followed there
/// by its speed.
static constexpr llvm::StringLiteral kColorAdjusts[] = {"mod_gamma", "mod_contrast",
                                                        "mod_saturation", "mod_hue"};
static constexpr llvm::StringLiteral kAdjustSpeed = "_speed";

bool isColorChange(const ReaderContext &context, const XmlAttribute &attribute) {
  // The colour of a `color_type`, and surface attributes for solid rendering.
  static constexpr llvm::StringLiteral kOthers[] = {"target_color", "material", "material_speed"};
  if (!context.dialect->usesGradients)
    return false;
  llvm::StringRef name = attribute.name;
  name.consume_back(kAdjustSpeed);
  return llvm::is_contained(kColorAdjusts, name) || llvm::is_contained(kOthers, attribute.name);
}

/// One of the numbers, clamped to the range supported here.
static double readAdjustment(ReaderContext &context, const XmlElement &element,
                             llvm::StringRef name) {
  const XmlAttribute *attribute = element.find(name);
  const double value = numberOf(context, element, name, 0);
  if (std::abs(value) > 1)
    context.diags
        .warning(Warning::UnsupportedFeature, attribute->nameRange,
                 quoted(name) + " is at most 1 here, and at least -1")
        .ignore();
  return std::clamp(value, -1.0, 1.0);
}

/// Reads the colour adjustments of an xform, if any is not 0.
static void readColorAdjust(ReaderContext &context, const XmlElement &element, Xform &xform) {
  std::vector<double> params;
  for (llvm::StringRef name : kColorAdjusts)
    for (const std::string &attribute : {name.str(), (name + kAdjustSpeed).str()})
      params.push_back(readAdjustment(context, element, attribute));
  if (llvm::any_of(params, [](double value) { return value != 0; }))
    addBefore(element.nameRange, xform, "bend_color", std::move(params));
}

void followColorAdjust(ReaderContext &context, Genome &genome) {
  auto adjusts = [](const VariationUse &use) { return use.info->adjustsColor; };
  auto isEffective = [&](const VariationUse &use) {
    bool isAdjusted = false;
    for (size_t i = 0; adjusts(use) && i < use.params.size(); i += 2)
      isAdjusted |= use.params[i] != 0;
    return isAdjusted;
  };
  auto hasDirectRgb = [](const VariationUse &use) {
    return use.info->directRgb && use.weight != 0;
  };
  auto anyUse = [&](llvm::function_ref<bool(const VariationUse &)> is) {
    auto has = [&](const Xform &xform) { return llvm::any_of(xform.variations, is); };
    return llvm::any_of(genome.xforms, has) || llvm::any_of(genome.laterFinals, has) ||
           (genome.finalXform && has(*genome.finalXform));
  };
  if (!context.dialect->usesGradients)
    return;
  const bool isAdjusted = anyUse(isEffective), isDropped = isAdjusted && anyUse(hasDirectRgb);
  for (Xform &xform : genome.xforms) {
    if (isDropped || !isAdjusted)
      llvm::erase_if(xform.variations, adjusts);
    else if (llvm::none_of(xform.variations, adjusts))
      addBefore(xform.range, xform, "bend_color",
                std::vector<double>(findVariation("bend_color")->params.size(), 0));
  }
  if (isDropped)
    context.diags
        .warning(Warning::UnsupportedFeature, genome.range,
                 "'mod_gamma', 'mod_hue' and so on do nothing here in a flame that sets red, green "
                 "and blue of samples")
        .ignore();
}

bool goesThrough(const Xform &xform) {
  bool isPre = false, isPost = false;
  for (const VariationUse &use : xform.variations) {
    if (use.weight == 0)
      continue;
    if (use.phase == VariationUse::Normal && !use.info->preOnly)
      return false;
    isPost |= use.phase == VariationUse::Post;
    isPre |= use.phase != VariationUse::Post;
  }
  return isPre || !isPost;
}

/// Makes an xform pass points through, by a `linear` variation.
static void passThrough(const XmlElement &element, Xform &xform) {
  const auto *info = findVariation("linear");
  const auto listed = llvm::find_if(xform.variations, [&](const VariationUse &use) {
    return use.phase == VariationUse::Normal && use.info == info;
  });
  VariationUse &linear =
      listed != xform.variations.end() ? *listed : xform.variations.emplace_back();
  linear.info = info;
  linear.weight = 1;
  linear.range = element.nameRange;
}

/// True if the affine and the weights of the sum together may move points farther away without
/// bound.
static bool mayStretch(const Xform &xform) {
  const Affine &affine = xform.coefs;
  double weights = 0;
  for (const VariationUse &use : xform.variations)
    if (use.phase == VariationUse::Normal)
      weights += std::abs(use.weight);
  return weights * std::max(std::hypot(affine.a, affine.d), std::hypot(affine.b, affine.e)) > 1;
}

/// Keeps points within a range where they can continue.
static void holdFarPoints(const XmlElement &element, Xform &xform) {
  VariationUse hold;
  hold.info = findVariation("hold_far");
  hold.phase = VariationUse::Post;
  hold.repeat = usesOf(xform, *hold.info, hold.phase);
  hold.weight = 1;
  hold.range = element.nameRange;
  xform.variations.push_back(std::move(hold));
}

/// Gives planar variations the dialect's z. A later step removes it if nothing observes z.
static void weighDepth(const XmlElement &element, Xform &xform) {
  VariationUse weigh;
  weigh.info = findVariation("weigh_depth");
  weigh.range = element.nameRange;
  std::vector<VariationUse> uses;
  double taken = 0;
  unsigned repeats[3]; // after those of the file, by phase
  for (VariationUse::Phase phase : {VariationUse::Pre, VariationUse::Normal, VariationUse::Post})
    repeats[phase] = usesOf(xform, *weigh.info, phase);
  for (VariationUse &use : xform.variations) {
    const VariationUse::Phase phase = use.phase;
    const double weight = use.weight;
    const VariationInfo &info = *use.info;
    uses.push_back(std::move(use));
    if (phase == VariationUse::Normal) {
      taken += info.losesDepth ? weight : 0;
    } else if (weight != 0 && weight != 1 && info.weighsDepth) {
      weigh.phase = phase;
      weigh.weight = weight;
      weigh.repeat = repeats[phase]++;
      uses.push_back(weigh);
    }
  }
  if (taken != 0) {
    weigh.phase = VariationUse::Normal;
    weigh.weight = -taken;
    weigh.repeat = repeats[weigh.phase];
    uses.push_back(weigh);
  }
  xform.variations = std::move(uses);
}

void finishXform(ReaderContext &context, const XmlElement &element, bool isFinal, Xform &xform) {
  const Dialect &dialect = *context.dialect;
  readColorType(context, element, isFinal, xform);
  if (dialect.usesGradients && !isFinal)
    readColorAdjust(context, element, xform);
  applyMotionCurves(context, element, xform);
  if (dialect.plainOpacity && !isFinal)
    // Flam3 takes a power of the opacity; this inverts it.
    xform.opacity = std::pow(xform.opacity, std::log10(2.0));
  if (dialect.passesThrough && goesThrough(xform))
    passThrough(element, xform);
  if (dialect.hasEmberDepth)
    weighDepth(element, xform);
  if (dialect.reseedsPeriodically && !isFinal && mayStretch(xform))
    holdFarPoints(element, xform);
}

} // namespace flame
