// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts come from the edge, else the destination, else the source. Chaos factors are the only
// values whose names change: a factor on an xform becomes one on the pair that contains it.

#include "compiler/cuburn/CuburnBlend.h"

#include "compiler/cuburn/CuburnPairing.h"
#include "compiler/cuburn/CuburnPaletteFlip.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace flame {

using Points = CuburnValues<CuburnPoint>;
using Edits = CuburnValues<CuburnEdits>;
using Curves = CuburnValues<CuburnCurve>;

static constexpr double kDefaultDuration = 2;
static constexpr llvm::StringLiteral kChaosPrefix = "chaos.";

/// The value of that name, or null.
template <class Value>
static const Value *find(const CuburnValues<Value> &values, llvm::StringRef name) {
  auto found = values.find(name);
  return found == values.end() ? nullptr : &found->second;
}

//===-- nodes in time -------------------------------------------------------------------------===//

static void advance(Points &values, double time, bool inXform) {
  for (auto &[name, point] : values)
    point = advanced(point, time, cuburnSpline(inXform, name));
}

static CuburnNode advanced(CuburnNode node, double time) {
  advance(node.values, time, false);
  for (auto &[id, xform] : node.xforms)
    advance(xform.values, time, true);
  if (node.finalXform)
    advance(node.finalXform->values, time, true);
  return node;
}

bool isMoving(const CuburnNode &node) {
  auto hasVelocity = [](const Points &values) {
    return llvm::any_of(values, [](const auto &value) { return value.second.velocity != 0; });
  };
  return hasVelocity(node.values) ||
         llvm::any_of(node.xforms,
                      [&](const auto &xform) { return hasVelocity(xform.second.values); }) ||
         (node.finalXform && hasVelocity(node.finalXform->values));
}

//===-- values --------------------------------------------------------------------------------===//

static void append(CuburnEdits &to, const CuburnEdits &from) {
  to.knots.insert(to.knots.end(), from.knots.begin(), from.knots.end());
  if (!to.loc.isValid())
    to.loc = from.loc;
}

static Curves blendValues(const Points &source, const Points &destination, const Edits &edits,
                          bool inXform, double duration) {
  std::set<std::string> names;
  for (const auto &[name, value] : source)
    names.insert(name);
  for (const auto &[name, value] : destination)
    names.insert(name);
  for (const auto &[name, value] : edits)
    names.insert(name);
  Curves curves;
  for (const std::string &name : names)
    if (!llvm::StringRef(name).starts_with(kChaosPrefix))
      curves[name] = blendCuburnPoints(find(source, name), find(destination, name),
                                       find(edits, name), cuburnSpline(inXform, name), duration);
  return curves;
}

//===-- xforms --------------------------------------------------------------------------------===//

namespace {
/// The xforms of one transition.
struct XformBlend {
  llvm::ArrayRef<CuburnXformPair> pairs;
  const CuburnEdge *edge; ///< may be null
  double duration;

  CuburnAnimationXform blend(const CuburnXformPair &pair) const;

private:
  void blendChaos(const CuburnXformPair &from, CuburnAnimationXform &result) const;
  /// The edge's values for the xform with that id; null if there are none.
  static const Edits *editsOf(const CuburnXforms<CuburnEdits> &xforms, const std::string &id) {
    auto found = xforms.find(id);
    return found == xforms.end() ? nullptr : &found->second.values;
  }
};
} // namespace

/// The factor in `values` on the next xform `id`. An added xform has no id.
template <class Value>
static const Value *chaosTo(const CuburnValues<Value> &values, const std::string &id) {
  return id.empty() ? nullptr : find(values, (kChaosPrefix + id).str());
}

/// True if any factor is given.
template <class Value> static bool hasChaos(const CuburnValues<Value> &values) {
  auto first = values.lower_bound(kChaosPrefix);
  return first != values.end() && llvm::StringRef(first->first).starts_with(kChaosPrefix);
}

void XformBlend::blendChaos(const CuburnXformPair &from, CuburnAnimationXform &result) const {
  const Edits *sourceEdits = edge ? editsOf(edge->sourceXforms, from.sourceId) : nullptr;
  const Edits *destinationEdits =
      edge ? editsOf(edge->destinationXforms, from.destinationId) : nullptr;
  if (!hasChaos(from.source.values) && !hasChaos(from.destination.values) &&
      !(sourceEdits && hasChaos(*sourceEdits)) &&
      !(destinationEdits && hasChaos(*destinationEdits)))
    return;
  for (const CuburnXformPair &to : pairs) {
    // An xform copied from the other node counts under its id in that node.
    const std::string &sourceId = from.sourceId.empty() ? to.destinationId : to.sourceId;
    const std::string &destinationId = from.destinationId.empty() ? to.sourceId : to.destinationId;
    const CuburnPoint *source = chaosTo(from.source.values, sourceId);
    const CuburnPoint *destination = chaosTo(from.destination.values, destinationId);
    CuburnEdits edits;
    if (const CuburnEdits *factor = sourceEdits ? chaosTo(*sourceEdits, to.sourceId) : nullptr)
      append(edits, *factor);
    if (const CuburnEdits *factor =
            destinationEdits ? chaosTo(*destinationEdits, to.destinationId) : nullptr)
      append(edits, *factor);
    if (!source && !destination && edits.knots.empty())
      continue;
    std::string name = (kChaosPrefix + to.name).str();
    result.values[name] = blendCuburnPoints(source, destination, &edits,
                                            cuburnSpline(/*inXform=*/true, name), duration);
  }
}

/// Fades direct colours where only one side has a variation that sets them. A variation that only
/// the edge has does not fade, because its time lies between the ends.
static void blendDirectColors(const Points &source, const Points &destination,
                              CuburnAnimationXform &result) {
  auto setsColor = [](const Points &values) {
    return llvm::any_of(values, [](const auto &value) {
      const CuburnPoint &weight = value.second;
      return (weight.position != 0 || weight.velocity != 0) && isDirectColorWeight(value.first);
    });
  };
  const bool atStart = setsColor(source), atEnd = setsColor(destination);
  if (atStart != atEnd) {
    result.directColorStart = atStart ? 1 : 0;
    result.directColorEnd = atEnd ? 1 : 0;
  }
}

CuburnAnimationXform XformBlend::blend(const CuburnXformPair &pair) const {
  Edits edits;
  if (edge) {
    for (const Edits *given : {editsOf(edge->sourceXforms, pair.sourceId),
                               editsOf(edge->destinationXforms, pair.destinationId)})
      if (given)
        for (const auto &[name, values] : *given)
          append(edits[name], values);
  }
  CuburnAnimationXform result;
  result.id = pair.name;
  result.loc = pair.sourceId.empty() ? pair.destination.loc : pair.source.loc;
  result.values =
      blendValues(pair.source.values, pair.destination.values, edits, /*inXform=*/true, duration);
  blendDirectColors(pair.source.values, pair.destination.values, result);
  blendChaos(pair, result);
  return result;
}

/// The final xform, if one of the nodes or the edge has one.
static std::optional<CuburnAnimationXform> blendFinalXform(const CuburnNode &source,
                                                           const CuburnNode &destination,
                                                           const CuburnEdge *edge,
                                                           double duration) {
  const bool isInEdge = edge && edge->finalXform;
  if (!source.finalXform && !destination.finalXform && !isInEdge)
    return std::nullopt;
  CuburnXform<CuburnPoint> alone;
  if (isInEdge)
    alone.loc = edge->finalXform->loc;
  const auto &partner =
      source.finalXform ? *source.finalXform : destination.finalXform.value_or(alone);
  const CuburnXform<CuburnPoint> padding = makeCuburnPadding(partner, /*isFinal=*/true);
  const Points from = source.finalXform.value_or(padding).values,
               to = destination.finalXform.value_or(padding).values;
  CuburnAnimationXform result;
  result.loc = partner.loc;
  result.values = blendValues(from, to, isInEdge ? edge->finalXform->values : Edits(),
                              /*inXform=*/true, duration);
  blendDirectColors(from, to, result);
  return result;
}

//===-- the whole -----------------------------------------------------------------------------===//

/// The effective value of a setting: the edge's, else the destination's, else the source's.
template <class Value>
static std::optional<Value> choose(const std::optional<Value> &source,
                                   const std::optional<Value> &destination,
                                   const std::optional<Value> &edge) {
  return edge ? edge : destination ? destination : source;
}

static CuburnAnimation blend(const CuburnNode &source, const CuburnNode &destination,
                             const CuburnEdge *edge, llvm::ArrayRef<CuburnXformPair> pairs,
                             double duration) {
  CuburnAnimation result;
  result.duration = duration;
  result.range = edge ? edge->range : source.range;
  for (const auto *texts : {edge ? &edge->texts : nullptr, &destination.texts, &source.texts})
    if (texts)
      result.texts.insert(texts->begin(), texts->end());
  result.values = blendValues(source.values, destination.values, edge ? edge->values : Edits(),
                              false, duration);
  const XformBlend xforms = {pairs, edge, duration};
  for (const CuburnXformPair &pair : pairs)
    result.xforms.push_back(xforms.blend(pair));
  result.finalXform = blendFinalXform(source, destination, edge, duration);
  if (source.palette)
    result.palettes.emplace_back(0.0, *source.palette);
  if (destination.palette)
    result.palettes.emplace_back(1.0, *destination.palette);
  if (edge)
    result.palettes.insert(result.palettes.end(), edge->palettes.begin(), edge->palettes.end());
  tidyPalettes(result.palettes);
  return result;
}

/// Warns about pre and post variations that only one side of a pair has. They replace the point, so
/// at weight 0, on the other side, they map it to the origin. Variations that add to the point fade
/// correctly.
static void warnOfCollapses(Diagnostics &diags, const CuburnXform<CuburnPoint> &has,
                            const CuburnXform<CuburnPoint> &lacks) {
  constexpr llvm::StringLiteral kPrefix = "variations.", kSuffix = ".weight";
  for (const auto &[path, weight] : has.values) {
    llvm::StringRef name = path;
    if (!name.consume_front(kPrefix) || !name.consume_back(kSuffix) || weight.position == 0)
      continue;
    const auto [info, phase] = cuburnVariation(name);
    const bool replaces = phase != VariationUse::Normal && !info->preOnly && !info->generator;
    const CuburnPoint *other = find(lacks.values, path);
    if (replaces && (!other || other->position == 0))
      diags
          .warning(
              Warning::UnsupportedFeature, {weight.loc, weight.loc},
              quoted(name) +
                  " cannot fade: only one node has it, and at weight 0 all points are the origin")
          .note("give the other node the same variation")
          .ignore();
  }
}

std::optional<CuburnAnimation> blendCuburnEdge(Diagnostics &diags, const CuburnEdge &edge,
                                               const CuburnNode &sourceNode,
                                               const CuburnNode &destinationNode,
                                               CuburnCompat compat) {
  const CuburnNode source = advanced(sourceNode, edge.source.offset);
  const CuburnNode destination = advanced(destinationNode, edge.destination.offset);
  const CuburnBlending &a = source.blending, &b = destination.blending, &c = edge.blending;
  std::vector<CuburnPair> wanted = a.pairs;
  wanted.insert(wanted.end(), b.pairs.begin(), b.pairs.end());
  wanted.insert(wanted.end(), c.pairs.begin(), c.pairs.end());
  const CuburnSort sort = choose(a.sort, b.sort, c.sort).value_or(CuburnSort::WeightFlip);
  auto pairs = pairCuburnXforms(diags, source, destination, &edge, sort, wanted, compat);
  if (!pairs)
    return std::nullopt;
  for (const CuburnXformPair &pair : *pairs) {
    warnOfCollapses(diags, pair.source, pair.destination);
    warnOfCollapses(diags, pair.destination, pair.source);
  }
  const double duration = choose(a.duration, b.duration, c.duration).value_or(kDefaultDuration);
  CuburnAnimation result = blend(source, destination, &edge, *pairs, duration);
  if (choose(a.flip, b.flip, c.flip) == CuburnFlip::Auto)
    flipPaletteIfShorter(result);
  return result;
}

CuburnAnimation loopCuburnNode(const CuburnNode &node, double from, double to) {
  const CuburnNode source = advanced(node, from), destination = advanced(node, to);
  return blend(source, destination, nullptr, pairWithItself(source, destination), to - from);
}

} // namespace flame
