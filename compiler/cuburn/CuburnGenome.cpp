// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts affines between columns and polar form (PolarAffineTracks). All other values are listed
// in tables of names.

#include "compiler/cuburn/CuburnGenome.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <numbers>

namespace flame {

static constexpr double kDegree = std::numbers::pi / 180;
/// The velocity of an xform that rotates in loops, in degrees per unit.
static constexpr double kLoopVelocity = -360;

namespace {
/// A number with a different name in a node.
struct NumberRow {
  llvm::StringLiteral name;
  double Genome::*member;
  bool optional; ///< nodes omit it at its default
};
} // namespace

static constexpr NumberRow kNumbers[] = {
#define FLAME_CUBURN_NUMBERS
#include "compiler/cuburn/CuburnSettings.inc"
};

//===-- affines -------------------------------------------------------------------------------===//

static double modulo(double x, double divisor) { return x - divisor * std::floor(x / divisor); }

/// Stores an affine in the section `name` of `values`, rotating with `velocity`.
static void addAffine(CuburnValues<CuburnPoint> &values, const std::string &name, const Affine &m,
                      double velocity) {
  const double x = std::atan2(-m.d, m.a) / kDegree, y = std::atan2(m.e, -m.b) / kDegree;
  const double spread = modulo(y - x, 360) / 2;
  values[name + ".angle"] = {modulo(x + spread, 360), velocity};
  values[name + ".spread"] = {spread, 0};
  values[name + ".magnitude.x"] = {std::hypot(m.a, m.d), 0};
  values[name + ".magnitude.y"] = {std::hypot(m.b, m.e), 0};
  values[name + ".offset.x"] = {m.c, 0};
  values[name + ".offset.y"] = {-m.f, 0};
}

/// A value of an xform, or its default.
static CuburnPoint pointOf(const CuburnXform<CuburnPoint> &xform, llvm::StringRef name) {
  auto found = xform.values.find(name);
  if (found != xform.values.end())
    return found->second;
  return {cuburnSpline(/*inXform=*/true, name).defaultValue, 0};
}

static Affine affineOf(const CuburnXform<CuburnPoint> &xform, llvm::StringRef name) {
  auto value = [&](llvm::StringRef member) {
    return pointOf(xform, (name + "." + member).str()).position;
  };
  const double x = (value("angle") - value("spread")) * kDegree,
               y = (value("angle") + value("spread")) * kDegree;
  const double magnitudeX = value("magnitude.x"), magnitudeY = value("magnitude.y");
  return {magnitudeX * std::cos(x), -magnitudeX * std::sin(x), -magnitudeY * std::cos(y),
          magnitudeY * std::sin(y), value("offset.x"),         -value("offset.y")};
}

static bool hasAffine(const CuburnXform<CuburnPoint> &xform, const std::string &name) {
  auto first = xform.values.lower_bound(name + ".");
  return first != xform.values.end() && llvm::StringRef(first->first).starts_with(name + ".");
}

//===-- to a node -----------------------------------------------------------------------------===//

/// The range for messages about the genome.
static llvm::SMRange locationOf(const Genome &genome, llvm::StringRef attribute) {
  llvm::SMRange range = genome.attributes.find(attribute);
  return range.isValid() ? range : genome.range;
}

static void warnOfLoss(Diagnostics &diags, llvm::SMRange range, const llvm::Twine &what) {
  if (range.isValid())
    diags.warning(Warning::UnsupportedFeature, range, "a node cannot hold " + what).ignore();
}

static void warnOfLosses(const Genome &genome, Diagnostics &diags) {
  if (genome.background != Genome().background)
    warnOfLoss(diags, locationOf(genome, "background"), "a background colour");
  if (llvm::any_of(genome.palette, [](const PaletteColor &color) { return color.alpha != 1; }))
    warnOfLoss(diags, genome.range, "the alpha of palettes");
  auto warnOfXform = [&](const Xform &xform) {
    if (!xform.motions.empty())
      warnOfLoss(diags, xform.motions.front().range, "motion elements");
    if (xform.directColor != 1 && xform.setsDirectColor())
      warnOfLoss(diags, xform.range, "how far direct colours count (var_color)");
    for (const VariationUse &use : xform.variations)
      if (!use.byField.empty())
        warnOfLoss(diags, use.range, "parameters that follow a weighting field (by_field)");
    for (const VariationUse &use : xform.variations)
      if (use.info->user)
        warnOfLoss(diags, use.range,
                   "variation " + quoted(use.info->name) + " with its definition");
    for (VariationUse::Phase phase : {VariationUse::Pre, VariationUse::Post}) {
      std::vector<std::string> names;
      for (const VariationUse &use : xform.variations)
        if (use.phase == phase && !use.info->user)
          names.push_back(cuburnVariationName(*use.info, phase));
      if (!llvm::is_sorted(names))
        warnOfLoss(diags, xform.range,
                   "the order of " + llvm::join(names, ", ") + "; they become alphabetical");
    }
  };
  llvm::for_each(genome.xforms, warnOfXform);
  if (genome.finalXform)
    warnOfXform(*genome.finalXform);
}

static CuburnXform<CuburnPoint> makeCuburnXform(const Xform &xform, bool isFinal) {
  CuburnXform<CuburnPoint> result;
  auto &values = result.values;
  values["color"] = {xform.color, 0};
  values["color_speed"] = {xform.colorSpeed, 0};
  if (!isFinal)
    values["weight"] = {xform.weight, 0};
  if (xform.opacity != 1)
    values["opacity"] = {xform.opacity, 0};
  if (!xform.coefs.isIdentity())
    addAffine(values, "pre_affine", xform.coefs,
              xform.animate != 0 && !isFinal ? kLoopVelocity : 0);
  if (xform.hasPost())
    addAffine(values, "post_affine", *xform.post, 0);
  for (const VariationUse &use : xform.variations) {
    if (use.info->user)
      continue; // already reported
    std::string name = cuburnVariationName(*use.info, use.phase);
    values[cuburnVariationKey(name, "weight")] = {use.weight, 0};
    for (auto [param, value] : llvm::zip(use.info->params, use.params))
      values[cuburnVariationKey(name, param.shortName)] = {value, 0};
  }
  for (auto [next, factor] : llvm::enumerate(xform.chaos))
    if (factor != 1)
      values["chaos." + std::to_string(next)] = {factor, 0};
  return result;
}

CuburnNode makeCuburnNode(const Genome &genome, Diagnostics &diags) {
  warnOfLosses(genome, diags);
  CuburnNode node;
  node.id = genome.name;
  node.range = genome.range;
  const std::pair<const char *, const std::string &> texts[] = {
      {"name", genome.name}, {"author.name", genome.nick}, {"author.url", genome.url}};
  for (auto [name, text] : texts)
    if (!text.empty())
      node.texts[name] = text;
  for (const NumberRow &row : kNumbers)
    if (!row.optional || genome.*row.member != Genome().*row.member)
      node.values[row.name.str()] = {genome.*row.member, 0};
  node.values["camera.scale"] = {genome.scale * std::exp2(genome.zoom) / genome.width, 0};
  node.values["filters.de.minimum"] = {
      genome.estimatorRadius == 0 ? 0 : genome.estimatorMinimum / genome.estimatorRadius, 0};
  for (auto [index, xform] : llvm::enumerate(genome.xforms))
    node.xforms[std::to_string(index)] = makeCuburnXform(xform, /*isFinal=*/false);
  if (genome.finalXform)
    node.finalXform = makeCuburnXform(*genome.finalXform, /*isFinal=*/true);
  node.palette = genome.palette;
  return node;
}

//===-- to a genome ---------------------------------------------------------------------------===//

static std::vector<VariationUse> variationUses(const CuburnXform<CuburnPoint> &xform) {
  constexpr llvm::StringLiteral kPrefix = "variations.";
  std::vector<VariationUse> uses;
  std::string last;
  for (const auto &[path, point] : xform.values) {
    llvm::StringRef rest = path;
    if (!rest.consume_front(kPrefix))
      continue;
    std::string name = rest.split('.').first.str();
    if (name == std::exchange(last, name))
      continue; // paths of one variation are adjacent
    auto [info, phase] = cuburnVariation(name);
    VariationUse use;
    use.info = info;
    use.phase = phase;
    use.weight = pointOf(xform, cuburnVariationKey(name, "weight")).position;
    for (const VariationParam &param : info->params)
      use.params.push_back(pointOf(xform, cuburnVariationKey(name, param.shortName)).position);
    uses.push_back(std::move(use));
  }
  return uses;
}

static Xform makeXform(const CuburnXform<CuburnPoint> &from, bool isFinal) {
  auto value = [&](llvm::StringRef name) { return pointOf(from, name).position; };
  Xform xform;
  xform.weight = isFinal ? 0 : value("weight");
  xform.color = value("color");
  xform.colorSpeed = value("color_speed");
  xform.opacity = value("opacity");
  xform.animate = pointOf(from, "pre_affine.angle").velocity == 0 ? 0 : 1;
  if (hasAffine(from, "pre_affine"))
    xform.coefs = affineOf(from, "pre_affine");
  if (hasAffine(from, "post_affine"))
    xform.post = affineOf(from, "post_affine");
  xform.variations = variationUses(from);
  return xform;
}

static void warnOfVelocities(const CuburnNode &node, Diagnostics &diags) {
  auto warnOf = [&](const CuburnValues<CuburnPoint> &values) {
    for (const auto &[name, point] : values) {
      const bool isLoop = name == "pre_affine.angle" && point.velocity == kLoopVelocity;
      if (point.velocity != 0 && !isLoop && point.loc.isValid())
        diags
            .warning(Warning::UnsupportedFeature, {point.loc, point.loc},
                     "a flame cannot hold the velocity of " + quoted(name))
            .ignore();
    }
  };
  warnOf(node.values);
  for (const auto &[id, xform] : node.xforms)
    warnOf(xform.values);
  if (node.finalXform)
    warnOf(node.finalXform->values);
}

static void addChaos(const CuburnNode &node, Genome &genome) {
  for (auto [from, row] : llvm::zip(node.xforms, genome.xforms)) {
    const CuburnXform<CuburnPoint> &xform = from.second;
    auto factorOn = [&](const auto &next) {
      return pointOf(xform, "chaos." + next.first).position;
    };
    if (llvm::any_of(node.xforms, [&](const auto &next) { return factorOn(next) != 1; }))
      for (const auto &next : node.xforms)
        row.chaos.push_back(factorOn(next));
  }
}

Genome makeGenome(const CuburnNode &node, int width, int height, Diagnostics &diags) {
  warnOfVelocities(node, diags);
  auto text = [&](llvm::StringRef name) {
    auto found = node.texts.find(name);
    return found == node.texts.end() ? std::string() : found->second;
  };
  auto value = [&](llvm::StringRef name) {
    auto found = node.values.find(name);
    return found == node.values.end() ? cuburnSpline(/*inXform=*/false, name).defaultValue
                                      : found->second.position;
  };
  Genome genome;
  genome.name = text("name");
  genome.nick = text("author.name");
  genome.url = text("author.url");
  genome.width = width;
  genome.height = height;
  for (const NumberRow &row : kNumbers)
    genome.*row.member = value(row.name);
  genome.scale = value("camera.scale") * width;
  genome.estimatorMinimum = value("filters.de.minimum") * genome.estimatorRadius;
  genome.quality = 2000 * value("camera.spp");
  genome.temporalFilterWidth = value("time.frame_width");
  genome.paletteMode = PaletteMode::Linear;
  for (const auto &[id, xform] : node.xforms)
    genome.xforms.push_back(makeXform(xform, /*isFinal=*/false));
  addChaos(node, genome);
  if (node.finalXform)
    genome.finalXform = makeXform(*node.finalXform, /*isFinal=*/true);
  if (node.palette)
    genome.palette = *node.palette;
  genome.range = node.range;
  return genome;
}

} // namespace flame
