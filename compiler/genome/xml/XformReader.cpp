// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes apply in document order; for example, the later of `symmetry` and `color_speed` wins.
// Attributes that are not an xform's own name variations (VariationAttributes.h).

#include "compiler/genome/xml/XformReader.h"

#include "compiler/genome/Symmetry.h"
#include "compiler/genome/VariationAttributes.h"
#include "compiler/genome/xml/DialectReader.h"
#include "compiler/genome/xml/MotionCurve.h"
#include "compiler/genome/xml/WeightingFieldReader.h"

#include <algorithm>

namespace flame {

namespace {
/// A number that is stored unchanged. `motion` elements have the same fields as xforms, as
/// amplitudes.
template <class Target> struct ScalarAttribute {
  llvm::StringLiteral name;
  double Target::*member;
  Limits limits;
};
} // namespace

static constexpr ScalarAttribute<Xform> kXformScalars[] = {
    {"weight", &Xform::weight, kNotNegative},
    {"color_speed", &Xform::colorSpeed, {}},
    {"animate", &Xform::animate, {}},
    {"opacity", &Xform::opacity, kNotNegative},
    {"var_color", &Xform::directColor, {}}};

static constexpr ScalarAttribute<Motion> kMotionScalars[] = {
    {"weight", &Motion::weight, {}},
    {"color_speed", &Motion::colorSpeed, {}},
    {"animate", &Motion::animate, {}},
    {"opacity", &Motion::opacity, {}}};

/// The xform's own attribute names, for suggestions.
static constexpr llvm::StringRef kXformNames[] = {
    "weight",          "color",    "color_speed", "animate", "opacity",
    "var_color",       "symmetry", "plotmode",    "coefs",   "post",
    "chaos",           "var",      "var1",        "name",    "motion_frequency",
    "motion_function", "yzCoefs",  "zxCoefs",     "yzPost",  "zxPost"};

/// Attributes of other programs that concern their editors, duplicate other attributes, or are read
/// elsewhere.
static constexpr llvm::StringRef kForeignNames[] = {"amw_amp", "enabled",         "color_type",
                                                    "plugins", "draw_mode",       "visible",
                                                    "solo",    "auger_half_scale"};

/// Tries the numbers of `table`.
template <class Target, size_t N>
static bool readScalar(ReaderContext &context, const XmlAttribute &attribute, Target &target,
                       const ScalarAttribute<Target> (&table)[N]) {
  for (const ScalarAttribute<Target> &row : table)
    if (attribute.name == row.name) {
      readNumber(context, attribute, target.*row.member, row.limits);
      return true;
    }
  return false;
}

/// Reads `color="0.3"`. Old Apophysis wrote a second number, which has no meaning.
static void readColor(ReaderContext &context, const XmlAttribute &attribute, double &target) {
  if (attribute.value.empty())
    return readNumber(context, attribute, target);
  if (auto values = readNumberList(context, attribute, 1, 2))
    target = values->front();
}

/// The attributes that xforms and motion elements share.
template <class Target>
static bool readShared(ReaderContext &context, const XmlAttribute &attribute, Target &target,
                       VariationAttributes &variations) {
  if (attribute.name == "color") {
    readColor(context, attribute, target.color);
  } else if (attribute.name == "symmetry") {
    double symmetry = 0;
    readNumber(context, attribute, symmetry);
    target.colorSpeed = (1 - symmetry) / 2;
    target.animate = symmetry > 0 ? 0 : 1;
  } else if (attribute.name == "coefs") {
    readAffine(context, attribute, target.coefs);
  } else if (attribute.name == "var1") {
    variations.setOnly(attribute);
  } else if (attribute.name == "var") {
    variations.setWeights(attribute);
  } else {
    return llvm::is_contained(kForeignNames, attribute.name);
  }
  return true;
}

//===-- <motion> ------------------------------------------------------------------------------===//

static void readMotionFunction(ReaderContext &context, const XmlAttribute &attribute,
                               MotionFunction &target) {
  llvm::ArrayRef<llvm::StringLiteral> keywords = motionFunctionKeywords();
  for (unsigned i = 0; i < keywords.size(); ++i)
    if (attribute.value == keywords[i]) {
      target = static_cast<MotionFunction>(i);
      return;
    }
  context
      .reject(valueRange(attribute),
              "expected " + listKeywords(keywords) + ", got " + quoted(attribute.value))
      .ignore();
}

static Motion readMotion(ReaderContext &context, const XmlElement &element) {
  constexpr int kMaxFrequency = 1000; // per loop or edge, which has some hundred frames
  Motion motion;
  motion.range = element.nameRange;
  VariationAttributes variations(context, element, motion.variations, /*amplitudes=*/true);
  for (const XmlAttribute &attribute : element.attributes) {
    if (readScalar(context, attribute, motion, kMotionScalars) ||
        readShared(context, attribute, motion, variations))
      continue;
    if (attribute.name == "motion_frequency")
      readInteger(context, attribute, motion.frequency, -kMaxFrequency, kMaxFrequency);
    else if (attribute.name == "motion_function")
      readMotionFunction(context, attribute, motion.function);
    else if (attribute.name == "post")
      readAffine(context, attribute, motion.post);
    else if (attribute.name == "chaos" || attribute.name == "plotmode")
      context.reject(attribute.nameRange, quoted(attribute.name) + " cannot be in motion")
          .note("move it to the xform")
          .ignore();
    else if (attribute.name != "name")
      variations.add(attribute);
  }
  variations.finish(kXformNames);
  return motion;
}

//===-- <xform> -------------------------------------------------------------------------------===//

/// The 3D affine called `name`, or null.
static std::optional<Affine> *planeAffine(Xform &xform, llvm::StringRef name) {
  for (auto [known, plane] : kPlanes)
    if (name == known)
      return &(xform.*plane);
  return nullptr;
}

/// Attributes that only an xform may have.
static void readXformAttribute(ReaderContext &context, const XmlAttribute &attribute, Xform &xform,
                               VariationAttributes &variations) {
  if (attribute.name == "name") {
    xform.name = attribute.value.str();
  } else if (attribute.name == "post") {
    readAffine(context, attribute, xform.post.emplace());
  } else if (std::optional<Affine> *plane = planeAffine(xform, attribute.name)) {
    readAffine(context, attribute, plane->emplace());
  } else if (isOfMotionCurve(attribute.name) || isColorChange(context, attribute) ||
             isOfWeightingField(context, attribute.name)) {
    return; // curves and fields are read when the xform is complete
  } else if (attribute.name == "plotmode") {
    if (attribute.value == "off")
      xform.opacity = 0;
  } else if (attribute.name == "chaos") {
    if (auto factors = readNumberList(context, attribute, 0, kMaxXforms, kNotNegative))
      xform.chaos = std::move(*factors);
  } else if (attribute.name.starts_with("motion_")) {
    if (attribute.value != "0")
      context.reject(attribute.nameRange, quoted(attribute.name) + " belongs in a 'motion' element")
          .note("put a 'motion' element inside the xform")
          .ignore();
  } else {
    variations.add(attribute);
  }
}

Xform readXform(ReaderContext &context, const XmlDocument &document, const XmlElement &element,
                bool isFinal, double defaultColor) {
  Xform xform;
  xform.color = defaultColor;
  xform.loc = element.nameRange.Start;
  xform.range = element.nameRange;
  if (element.attributes.empty())
    context.fail(element.nameRange, quoted(element.name) + " has no attributes").ignore();

  VariationAttributes variations(context, element, xform.variations, /*amplitudes=*/false);
  for (const XmlAttribute &attribute : element.attributes) {
    xform.attributes.add(attribute.name, attribute.valueRange);
    if (!readScalar(context, attribute, xform, kXformScalars) &&
        !readShared(context, attribute, xform, variations))
      readXformAttribute(context, attribute, xform, variations);
  }
  readWeightingField(context, element, variations);
  variations.finish(kXformNames);
  finishXform(context, element, isFinal, xform);

  if (const XmlAttribute *weight = element.find("weight"); isFinal && xform.weight != 0) {
    context.reject(valueRange(*weight), "the final xform is always applied and has no weight")
        .note("remove the attribute; 'opacity' is the probability that a final xform is applied")
        .ignore();
    xform.weight = 0;
  }
  for (const XmlElement *child : document.children(element)) {
    if (child->name == "motion")
      xform.motions.push_back(readMotion(context, *child));
    else
      context.diags
          .warning(Warning::IgnoredElement, child->nameRange,
                   "expected 'motion' inside " + quoted(element.name) + ", got " +
                       quoted(child->name))
          .ignore();
  }
  return xform;
}

//===-- <symmetry> ----------------------------------------------------------------------------===//

void readSymmetry(ReaderContext &context, const XmlElement &element, Genome &genome) {
  constexpr int kMaxKind = kMaxXforms;
  int kind = 1;
  for (const XmlAttribute &attribute : element.attributes)
    if (attribute.name == "kind")
      readInteger(context, attribute, kind, -kMaxKind, kMaxKind);
    else
      context.reject(attribute.nameRange, "expected 'kind', got " + quoted(attribute.name))
          .ignore();
  if (!element.find("kind"))
    context.reject(element.nameRange, "'symmetry' needs a 'kind'").ignore();
  if (kind == 0)
    context
        .reject(element.nameRange, "kind 0 asks for a random symmetry, which would differ from "
                                   "run to run")
        .note("give the number of rotations; negative numbers add a reflection")
        .ignore();
  if (kind == 0 || kind == 1)
    return;

  genome.symmetry = kind;
  for (Xform xform : makeSymmetry(kind)) {
    xform.loc = element.nameRange.Start;
    xform.range = element.nameRange;
    xform.variations.front().range = element.nameRange;
    genome.xforms.push_back(std::move(xform));
  }
}

} // namespace flame
