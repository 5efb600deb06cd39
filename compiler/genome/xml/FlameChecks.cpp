// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks relations between the values of a flame, and reports attributes that are not flam3's. All
// programs with this file format add attributes of their own. Those listed here change the picture
// in that program, so the user should know that they have no effect here. Attributes of editors and
// histories are ignored silently.

#include "compiler/genome/xml/FlameReader.h"

#include "compiler/genome/xml/DialectReader.h"
#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace flame {

//===-- relations -----------------------------------------------------------------------------===//

static void checkWeights(ReaderContext &context, const Genome &genome) {
  if (genome.xforms.empty())
    return context.fail(genome.range, "the flame has no xform")
        .note("add an 'xform' element with a weight and a variation")
        .ignore();
  // A rejected weight has been reported; do not also report that no weight is left.
  if (context.failed)
    return;
  bool selectable =
      llvm::any_of(genome.xforms, [](const Xform &xform) { return xform.weight > 0; });
  if (!selectable)
    context.fail(genome.range, "no xform has a weight above 0")
        .note(genome.xforms.front().range, "the default weight is 0: give 'weight' a value")
        .ignore();
}

/// Drops factors for xforms that do not exist; some programs write them as 1.
static void checkChaosLength(ReaderContext &context, Xform &xform, size_t count) {
  size_t given = xform.chaos.size();
  while (xform.chaos.size() > count && xform.chaos.back() == 1)
    xform.chaos.pop_back();
  if (xform.chaos.size() <= count)
    return;
  context
      .reject(xform.attributes.find("chaos"), "'chaos' has " + llvm::Twine(given) +
                                                  " factors, more than the flame has xforms (" +
                                                  llvm::Twine(count) + ")")
      .ignore();
  xform.chaos.resize(count);
}

static void checkChaos(ReaderContext &context, Genome &genome) {
  for (Xform &xform : genome.xforms) {
    checkChaosLength(context, xform, genome.xforms.size());
    if (xform.chaos.empty() || xform.weight == 0 || context.failed)
      continue;
    double sum = 0;
    for (auto [index, next] : llvm::enumerate(genome.xforms))
      sum += xform.chaosTo(index) * next.weight;
    if (sum > 0)
      continue;
    if (context.dialect->endsInFirst && genome.xforms.front().weight > 0) {
      xform.chaos.assign(genome.xforms.size(), 0);
      xform.chaos.front() = 1;
    } else {
      context
          .fail(xform.attributes.find("chaos"),
                "no xform can follow this one: all its chaos factors, "
                "times the weights of the xforms, are 0")
          .ignore();
    }
  }
  if (genome.finalXform && !genome.finalXform->chaos.empty()) {
    context.diags
        .warning(Warning::IgnoredSetting, genome.finalXform->attributes.find("chaos"),
                 "'chaos' has no effect in a final xform")
        .ignore();
    genome.finalXform->chaos.clear();
  }
}

static void checkEstimator(ReaderContext &context, Genome &genome) {
  if (genome.estimatorRadius == 0)
    return;
  if (genome.estimatorCurve < kMinMagnitude) {
    context
        .reject(genome.attributes.find("estimator_curve"),
                "'estimator_curve' must be above 0 when 'estimator_radius' is")
        .note("estimator_radius=\"0\" switches density estimation off")
        .ignore();
    genome.estimatorCurve = Genome().estimatorCurve;
  }
  if (genome.estimatorRadius < genome.estimatorMinimum) {
    llvm::SMRange radius = genome.attributes.find("estimator_radius");
    context
        .reject(genome.attributes.find("estimator_minimum"),
                "'estimator_minimum' must not be above 'estimator_radius'")
        .note(radius.isValid() ? radius : genome.range,
              radius.isValid() ? "the radius is given here"
                               : "the default radius is " + spellNumber(Genome().estimatorRadius))
        .ignore();
    genome.estimatorMinimum = genome.estimatorRadius;
  }
}

void checkGenome(ReaderContext &context, Genome &genome) {
  checkWeights(context, genome);
  checkChaos(context, genome);
  checkEstimator(context, genome);
}

//===-- attributes of other programs ----------------------------------------------------------===//

namespace {
/// An attribute of another program, and its value without effect.
struct ForeignAttribute {
  llvm::StringLiteral name;
  double neutral;
};
} // namespace

static constexpr ForeignAttribute kForeign[] = {
    {"cam_pitch", 0},        {"cam_yaw", 0},         {"cam_roll", 0},   {"cam_bank", 0},
    {"cam_persp", 0},        {"cam_perspective", 0}, {"cam_dof", 0},    {"cam_zpos", 0},
    {"contrast", 1},         {"cam_zoom", 1},        {"cam_pos_x", 0},  {"cam_pos_y", 0},
    {"cam_pos_z", 0},        {"saturation", 1},      {"blur_curve", 0}, {"motion_blur_length", 0},
    {"post_blur_radius", 0},
};

namespace {
/// An attribute of another program, and its keyword without effect.
struct ForeignWord {
  llvm::StringLiteral name, neutral;
};
} // namespace

static constexpr ForeignWord kForeignWords[] = {
    {"post_symmetry_type", "NONE"}, {"mixer_mode", "OFF"}, {"cam_dof_shape", "BUBBLE"}};

/// Curves of Apophysis as x y weight triples, seen in other dialects. Fractorium writes them in
/// addition to its own.
static constexpr ForeignAttribute kCurves[] = {
    {"curves", 3},
};

/// True if every point of the curve lies on the diagonal.
static bool isDiagonal(llvm::StringRef value, size_t group) {
  llvm::SmallVector<llvm::StringRef, 8> words = splitWords(value);
  for (size_t i = 0; i + group <= words.size(); i += group)
    if (words[i] != words[i + 1])
      return false;
  return true;
}

/// True if an attribute of another program changes the picture there. Nothing for unknown names.
static std::optional<bool> changesPicture(const XmlAttribute &attribute, bool hasCurves) {
  if (attribute.name.ends_with("Curve_enabled"))
    return attribute.value == "true";
  for (const ForeignAttribute &row : kForeign)
    if (attribute.name == row.name) {
      std::optional<double> value = parseDouble(attribute.value.trim());
      return value && *value != row.neutral;
    }
  for (const ForeignWord &row : kForeignWords)
    if (attribute.name == row.name)
      return attribute.value != row.neutral;
  for (const ForeignAttribute &row : kCurves)
    if (attribute.name == row.name)
      return !hasCurves && !isDiagonal(attribute.value, static_cast<size_t>(row.neutral));
  return std::nullopt;
}

/// True if an attribute is a setting without effect in this dialect.
static bool isForgotten(const ReaderContext &context, llvm::StringRef name) {
  const Dialect &dialect = *context.dialect;
  if (name == "contrast" || name == "motion_blur_length" || name == "saturation")
    return dialect.look != Look::Jwildfire && !dialect.hasAll;
  return name.starts_with("cam_") && !dialect.hasSpace;
}

/// Attributes of other programs that resemble misspelt attributes of flam3.
static constexpr llvm::StringRef kHarmless[] = {
    "version", "notes", "angle", "batches",     "background_type",
    "parents", "brood", "fuse",  "filter_type", "filter_kernel"};

void reportForeignAttributes(ReaderContext &context, const XmlElement &element,
                             llvm::ArrayRef<llvm::StringRef> known) {
  std::string lost;
  llvm::SMRange first;
  const bool hasCurves = element.find("overall_curve");
  for (const XmlAttribute &attribute : element.attributes) {
    const bool isKnown =
        llvm::is_contained(known, attribute.name) && !isForgotten(context, attribute.name);
    if (isKnown || llvm::is_contained(kHarmless, attribute.name) ||
        isOfDialect(context, attribute.name))
      continue;
    const std::optional<bool> changes = changesPicture(attribute, hasCurves);
    if (changes.value_or(false)) {
      lost += (lost.empty() ? "" : ", ") + quoted(attribute.name);
      first = first.isValid() ? first : attribute.nameRange;
    } else if (auto close = closestWord(attribute.name, known);
               !changes && close && *close != attribute.name && attribute.name.size() > 3 &&
               attribute.name.front() == close->front()) {
      context.diags
          .warning(Warning::UnknownAttribute, attribute.nameRange,
                   "unknown attribute " + quoted(attribute.name) + " is ignored")
          .note("did you mean " + quoted(*close) + "?")
          .ignore();
    }
  }
  if (!lost.empty())
    context.diags
        .warning(Warning::UnsupportedFeature, first,
                 "the program that wrote this flame uses " + lost +
                     ", without effect here: the picture will differ")
        .ignore();
}

} // namespace flame
