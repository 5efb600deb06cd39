// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of keys, and the few paths with a free component: xforms and chaos rows by id,
// variations by name.

#include "compiler/cuburn/CuburnSchema.h"

#include "compiler/genome/VariationAttributes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>
#include <numbers>

namespace flame {

using Kind = CuburnKey::Kind;
using Scope = CuburnKey::Scope;
using PathNames = llvm::ArrayRef<llvm::StringRef>;

//===-- tables --------------------------------------------------------------------------------===//

/// Types of documents, as bits.
static constexpr unsigned kNode = 1u << unsigned(CuburnType::Node),
                          kEdge = 1u << unsigned(CuburnType::Edge),
                          kAnimation = 1u << unsigned(CuburnType::Animation),
                          kAll = kNode | kEdge | kAnimation;

namespace {
struct PlainRow {
  llvm::StringLiteral name;
  Kind kind;
  unsigned types;
};

struct SplineRow {
  llvm::StringLiteral name;
  CuburnSplineInfo info;
};

/// A parameter for which cuburn extends or overrides the variation table. Documents that omit it
/// get this default.
struct ParamRow {
  llvm::StringLiteral name;
  double defaultValue;
  TrackDomain domain = TrackDomain::Log;
  double period = 0;
};
} // namespace

static constexpr PlainRow kPlain[] = {
    {"type", Kind::Text, kAll},
    {"name", Kind::Text, kAll},
    {"base", Kind::Text, kAll},
    {"author.name", Kind::Text, kAll},
    {"author.user", Kind::Text, kAll},
    {"author.url", Kind::Text, kAll},
    {"authors", Kind::Ignored, kAnimation},
    {"blend.duration", Kind::Number, kNode | kEdge},
    {"blend.palette_flip", Kind::Text, kNode | kEdge},
    {"blend.xform_sort", Kind::Text, kNode | kEdge},
    {"blend.xform_map", Kind::Pairs, kNode | kEdge},
    {"link.src", Kind::Text, kEdge | kAnimation},
    {"link.dst", Kind::Text, kEdge | kAnimation},
    {"palette", Kind::Palette, kAll},
    {"time.duration", Kind::Number, kAll},
    {"filters.haloclip", Kind::Section, kAll},
    {"filters.yuv", Kind::Section, kAll},
};

static constexpr double kTurn = 360;
static constexpr TrackDomain kLinear = TrackDomain::Linear, kLog = TrackDomain::Log;

/// The settings.
static constexpr SplineRow kDocumentSplines[] = {
#define FLAME_CUBURN_SPLINES
#include "compiler/cuburn/CuburnSettings.inc"
};

static constexpr SplineRow kXformSplines[] = {
    {"weight", {0, 0, kLinear, kNotNegative}},
    {"color", {}},
    {"color_speed", {0.5}},
    {"opacity", {1, 0, kLog, kNotNegative}},
    {"pre_affine.angle", {45, kTurn}},
    {"pre_affine.spread", {45, kTurn}},
    {"pre_affine.magnitude.x", {1, 0, kLog}},
    {"pre_affine.magnitude.y", {1, 0, kLog}},
    {"pre_affine.offset.x", {}},
    {"pre_affine.offset.y", {}},
    {"post_affine.angle", {45, kTurn}},
    {"post_affine.spread", {45, kTurn}},
    {"post_affine.magnitude.x", {1, 0, kLog}},
    {"post_affine.magnitude.y", {1, 0, kLog}},
    {"post_affine.offset.x", {}},
    {"post_affine.offset.y", {}},
};

static constexpr CuburnSplineInfo kChaosFactor = {1, 0, kLinear, kNotNegative};

static constexpr ParamRow kParams[] = {
    {"bent2_x", 1},
    {"bent2_y", 1},
    {"blob_high", 1},
    {"blob_low", 1},
    {"blob_waves", 1},
    {"cell_size", 1},
    {"cpow_power", 1},
    {"cpow_r", 1},
    {"curve_xlength", 1},
    {"curve_ylength", 1},
    {"escher_beta", 0, kLinear, 2 * std::numbers::pi},
    {"julian_dist", 1},
    {"julian_power", 1},
    {"juliascope_dist", 1},
    {"juliascope_power", 1},
    {"oscilloscope_amplitude", 1},
    {"oscilloscope_frequency", std::numbers::pi},
    {"parabola_height", 1},
    {"parabola_width", 1},
    {"perspective_angle", 0, kLinear, 4},
    {"perspective_dist", 1},
    {"radial_blur_angle", 0, kLinear, 4},
    {"rectangles_x", 0, kLinear},
    {"rectangles_y", 0, kLinear},
    {"super_shape_n1", 1},
    {"waves2_freqx", std::numbers::pi},
    {"waves2_freqy", std::numbers::pi},
    {"waves2_scalex", 1},
    {"waves2_scaley", 1},
    {"wedge_count", 1},
};

//===-- variations ----------------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kVariations = "variations", kChaos = "chaos",
                                     kWeight = "weight";

/// Nothing if there is no such variation.
static std::optional<CuburnVariation> findCuburnVariation(llvm::StringRef name) {
  std::optional<VariationName> found = resolveVariationName(name);
  if (!found || found->param || found->repeat)
    return std::nullopt;
  return CuburnVariation{found->info, found->phase};
}

CuburnVariation cuburnVariation(llvm::StringRef name) {
  std::optional<CuburnVariation> found = findCuburnVariation(name);
  assert(found && "canonical names exist");
  return *found;
}

std::string cuburnVariationName(const VariationInfo &info, VariationUse::Phase phase) {
  llvm::StringRef prefix = info.preOnly || phase == VariationUse::Normal ? ""
                           : phase == VariationUse::Pre                  ? "pre_"
                                                                         : "post_";
  return (prefix + info.name).str();
}

bool isDirectColorWeight(llvm::StringRef path) {
  return path.consume_front(kVariations) && path.consume_front(".") && path.consume_back(kWeight) &&
         path.consume_back(".") && cuburnVariation(path).info->setsColor;
}

std::string cuburnVariationKey(llvm::StringRef variation, llvm::StringRef what) {
  return (kVariations + "." + variation + "." + what).str();
}

static CuburnSplineInfo paramSpline(const VariationParam &param) {
  CuburnSplineInfo info;
  info.defaultValue = param.defaultValue;
  for (const ParamRow &row : kParams)
    if (row.name == param.name)
      info = {row.defaultValue, row.period, row.domain, {}};
  info.param = &param;
  return info;
}

static CuburnKey spline(std::string name, const CuburnSplineInfo &info) {
  CuburnKey key;
  key.kind = Kind::Spline;
  key.name = std::move(name);
  key.spline = info;
  return key;
}

static CuburnKey section() {
  CuburnKey key;
  key.kind = Kind::Section;
  return key;
}

static CuburnKey unknownVariation() {
  CuburnKey key;
  key.unknownVariation = true;
  return key;
}

/// `pathNames` follow "variations".
static CuburnKey resolveVariationKey(PathNames pathNames) {
  if (pathNames.empty())
    return section();
  std::optional<CuburnVariation> variation = findCuburnVariation(pathNames[0]);
  if (!variation)
    return unknownVariation();
  if (pathNames.size() == 1)
    return section();
  if (pathNames.size() > 2)
    return unknownVariation();
  std::string name = cuburnVariationName(*variation->info, variation->phase);
  if (pathNames[1] == kWeight)
    return spline(cuburnVariationKey(name, kWeight), {});
  for (const VariationParam &param : variation->info->params)
    if (param.shortName == pathNames[1])
      return spline(cuburnVariationKey(name, param.shortName), paramSpline(param));
  return unknownVariation();
}

//===-- paths ---------------------------------------------------------------------------------===//

/// True if `name` continues `path`, the path of a section.
static bool isWithin(llvm::StringRef name, llvm::StringRef path) {
  return path.empty() ||
         (name.size() > path.size() && name.starts_with(path) && name[path.size()] == '.');
}

static CuburnKey resolveIn(llvm::ArrayRef<SplineRow> rows, const std::string &path) {
  for (const SplineRow &row : rows) {
    if (row.name == path)
      return spline(path, row.info);
    if (isWithin(row.name, path))
      return section();
  }
  return {};
}

/// `pathNames` start at the xform.
static CuburnKey resolveXformKey(PathNames pathNames, Scope scope) {
  if (pathNames.empty())
    return section();
  if (pathNames[0] == kVariations)
    return resolveVariationKey(pathNames.drop_front());
  std::string path = llvm::join(pathNames, ".");
  if (pathNames[0] == kChaos && scope != Scope::FinalXform && pathNames.size() <= 2)
    return pathNames.size() == 1 ? section() : spline(path, kChaosFactor);
  return resolveIn(kXformSplines, path);
}

namespace {
/// The place where a path enters an xform.
struct XformPath {
  Scope scope = Scope::Document;
  std::string id;
  PathNames rest;
  /// The path ends before the xform begins.
  bool isSection = false;
};
} // namespace

/// Nothing if the path does not lead to xforms.
static std::optional<XformPath> enterXform(CuburnType type, PathNames pathNames) {
  XformPath path;
  if (pathNames[0] == "final_xform") {
    path.scope = Scope::FinalXform;
    path.rest = pathNames.drop_front();
    return path;
  }
  if (pathNames[0] != "xforms")
    return std::nullopt;
  pathNames = pathNames.drop_front();
  path.scope = Scope::Xform;
  if (type == CuburnType::Edge && !pathNames.empty()) {
    if (pathNames[0] != "src" && pathNames[0] != "dst")
      return std::nullopt;
    path.scope = pathNames[0] == "src" ? Scope::SourceXform : Scope::DestinationXform;
    pathNames = pathNames.drop_front();
  }
  path.isSection = pathNames.empty();
  if (path.isSection)
    return path;
  if (pathNames[0].empty())
    return std::nullopt;
  path.id = pathNames[0].str();
  path.rest = pathNames.drop_front();
  return path;
}

CuburnKey resolveCuburnKey(CuburnType type, PathNames pathNames) {
  if (std::optional<XformPath> path = enterXform(type, pathNames)) {
    CuburnKey key = path->isSection ? section() : resolveXformKey(path->rest, path->scope);
    key.scope = path->scope;
    key.xform = path->id;
    return key;
  }
  std::string path = llvm::join(pathNames, ".");
  for (const PlainRow &row : kPlain) {
    if (!(row.types & (1u << unsigned(type))))
      continue;
    if (isWithin(row.name, path))
      return section();
    if (row.name != path)
      continue;
    CuburnKey key;
    key.kind = row.kind;
    key.name = path;
    return key;
  }
  return resolveIn(kDocumentSplines, path);
}

CuburnSplineInfo cuburnSpline(bool inXform, llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef> pathNames;
  name.split(pathNames, '.');
  CuburnKey key =
      inXform ? resolveXformKey(pathNames, Scope::Xform) : resolveIn(kDocumentSplines, name.str());
  assert(key.kind == Kind::Spline && "canonical paths exist");
  return key.spline;
}

//===-- suggestions ---------------------------------------------------------------------------===//

/// Adds the component of `name` that follows the section `path`.
static void addNext(std::vector<std::string> &next, llvm::StringRef name, llvm::StringRef path) {
  if (!isWithin(name, path))
    return;
  llvm::StringRef rest = path.empty() ? name : name.drop_front(path.size() + 1);
  std::string component = rest.split('.').first.str();
  if (!llvm::is_contained(next, component))
    next.push_back(component);
}

/// `pathNames` start at the xform.
static std::vector<std::string> keysInXform(PathNames pathNames, Scope scope) {
  std::vector<std::string> next;
  if (!pathNames.empty() && pathNames[0] == kVariations) {
    if (pathNames.size() == 1)
      for (const VariationInfo &info : variationTable())
        next.push_back(info.name.str());
    else if (std::optional<CuburnVariation> variation = findCuburnVariation(pathNames[1])) {
      next.push_back(kWeight.str());
      for (const VariationParam &param : variation->info->params)
        next.push_back(param.shortName.str());
    }
    return next;
  }
  for (const SplineRow &row : kXformSplines)
    addNext(next, row.name, llvm::join(pathNames, "."));
  if (pathNames.empty())
    next.push_back(kVariations.str());
  if (pathNames.empty() && scope != Scope::FinalXform)
    next.push_back(kChaos.str());
  return next;
}

std::vector<std::string> cuburnKeysIn(CuburnType type, PathNames pathNames) {
  if (!pathNames.empty())
    if (std::optional<XformPath> path = enterXform(type, pathNames); path && !path->isSection)
      return keysInXform(path->rest, path->scope);
  std::vector<std::string> next;
  if (!pathNames.empty() && pathNames[0] == "xforms")
    return type == CuburnType::Edge ? std::vector<std::string>{"src", "dst"} : next;
  std::string path = llvm::join(pathNames, ".");
  for (const PlainRow &row : kPlain)
    if (row.types & (1u << unsigned(type)))
      addNext(next, row.name, path);
  for (const SplineRow &row : kDocumentSplines)
    addNext(next, row.name, path);
  if (pathNames.empty())
    next.insert(next.end(), {"xforms", "final_xform"});
  return next;
}

} // namespace flame
