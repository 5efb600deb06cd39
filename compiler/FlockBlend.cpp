// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts are the edge's, else the destination's, else the source's. Chaos factors are the one kind of value whose names
// change: a factor on an xform becomes one on the pair that has it.

#include "compiler/FlockBlend.h"

#include "compiler/FlockPairing.h"
#include "compiler/FlockPaletteFlip.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace flame {

using Points = FlockValues<FlockPoint>;
using Edits = FlockValues<FlockEdits>;
using Curves = FlockValues<FlockCurve>;

static constexpr double kDefaultDuration = 2;
static constexpr llvm::StringLiteral kChaosPrefix = "chaos.";

/// The value of that name, or null.
template <typename Value>
static const Value *find(const FlockValues<Value> &values, llvm::StringRef name) {
  auto found = values.find(name);
  return found == values.end() ? nullptr : &found->second;
}

//===----------------------------------------------------------------------===//
// Nodes in time
//===----------------------------------------------------------------------===//

static void advance(Points &values, double time, bool inXform) {
  for (auto &[name, point] : values)
    point = advanced(point, time, flockSpline(inXform, name));
}

static FlockNode advanced(FlockNode node, double time) {
  advance(node.values, time, false);
  for (auto &[id, xform] : node.xforms)
    advance(xform.values, time, true);
  if (node.finalXform)
    advance(node.finalXform->values, time, true);
  return node;
}

bool isMoving(const FlockNode &node) {
  auto hasVelocity = [](const Points &values) {
    return llvm::any_of(values, [](const auto &value) { return value.second.velocity != 0; });
  };
  return hasVelocity(node.values) ||
         llvm::any_of(node.xforms,
                      [&](const auto &xform) { return hasVelocity(xform.second.values); }) ||
         (node.finalXform && hasVelocity(node.finalXform->values));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static void append(FlockEdits &to, const FlockEdits &from) {
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
      curves[name] = blendFlockPoints(find(source, name), find(destination, name),
                                      find(edits, name), flockSpline(inXform, name), duration);
  return curves;
}

//===----------------------------------------------------------------------===//
// Xforms
//===----------------------------------------------------------------------===//

namespace {
/// The xforms of one transition.
struct XformBlend {
  llvm::ArrayRef<FlockXformPair> pairs;
  const FlockEdge *edge; ///< or null
  double duration;

  FlockAnimationXform blend(const FlockXformPair &pair) const;

private:
  void blendChaos(const FlockXformPair &from, FlockAnimationXform &result) const;
  /// What the edge says about the xform of that id; null if nothing.
  static const Edits *editsOf(const FlockXforms<FlockEdits> &xforms, const std::string &id) {
    auto found = xforms.find(id);
    return found == xforms.end() ? nullptr : &found->second.values;
  }
};
} // namespace

/// The factor in `values` on the xform `id` that follows. An xform that was made has no id.
template <typename Value>
static const Value *chaosTo(const FlockValues<Value> &values, const std::string &id) {
  return id.empty() ? nullptr : find(values, (kChaosPrefix + id).str());
}

/// Whether any factor is given.
template <typename Value> static bool hasChaos(const FlockValues<Value> &values) {
  auto first = values.lower_bound(kChaosPrefix);
  return first != values.end() && llvm::StringRef(first->first).starts_with(kChaosPrefix);
}

void XformBlend::blendChaos(const FlockXformPair &from, FlockAnimationXform &result) const {
  const Edits *sourceEdits = edge ? editsOf(edge->sourceXforms, from.sourceId) : nullptr;
  const Edits *destinationEdits =
      edge ? editsOf(edge->destinationXforms, from.destinationId) : nullptr;
  if (!hasChaos(from.source.values) && !hasChaos(from.destination.values) &&
      !(sourceEdits && hasChaos(*sourceEdits)) &&
      !(destinationEdits && hasChaos(*destinationEdits)))
    return;
  for (const FlockXformPair &to : pairs) {
    // An xform that was copied from the other node counts in ids of that node.
    const std::string &sourceId = from.sourceId.empty() ? to.destinationId : to.sourceId;
    const std::string &destinationId = from.destinationId.empty() ? to.sourceId : to.destinationId;
    const FlockPoint *source = chaosTo(from.source.values, sourceId);
    const FlockPoint *destination = chaosTo(from.destination.values, destinationId);
    FlockEdits edits;
    if (const FlockEdits *factor = sourceEdits ? chaosTo(*sourceEdits, to.sourceId) : nullptr)
      append(edits, *factor);
    if (const FlockEdits *factor =
            destinationEdits ? chaosTo(*destinationEdits, to.destinationId) : nullptr)
      append(edits, *factor);
    if (!source && !destination && edits.knots.empty())
      continue;
    std::string name = (kChaosPrefix + to.name).str();
    result.values[name] = blendFlockPoints(source, destination, &edits,
                                           flockSpline(/*inXform=*/true, name), duration);
  }
}

/// Lets direct colours fade where only one side has a variation that sets them. What an edge alone brings in does not
/// fade: its time is in between.
static void blendDirectColors(const Points &source, const Points &destination,
                              FlockAnimationXform &result) {
  auto setsColor = [](const Points &values) {
    return llvm::any_of(values, [](const auto &value) {
      const FlockPoint &weight = value.second;
      return (weight.position != 0 || weight.velocity != 0) && isDirectColorWeight(value.first);
    });
  };
  const bool atStart = setsColor(source), atEnd = setsColor(destination);
  if (atStart != atEnd) {
    result.directColorStart = atStart ? 1 : 0;
    result.directColorEnd = atEnd ? 1 : 0;
  }
}

FlockAnimationXform XformBlend::blend(const FlockXformPair &pair) const {
  Edits edits;
  if (edge) {
    for (const Edits *given : {editsOf(edge->sourceXforms, pair.sourceId),
                               editsOf(edge->destinationXforms, pair.destinationId)})
      if (given)
        for (const auto &[name, values] : *given)
          append(edits[name], values);
  }
  FlockAnimationXform result;
  result.id = pair.name;
  result.loc = pair.sourceId.empty() ? pair.destination.loc : pair.source.loc;
  result.values =
      blendValues(pair.source.values, pair.destination.values, edits, /*inXform=*/true, duration);
  blendDirectColors(pair.source.values, pair.destination.values, result);
  blendChaos(pair, result);
  return result;
}

/// The final xform, if one of the nodes or the edge has one.
static std::optional<FlockAnimationXform> blendFinalXform(const FlockNode &source,
                                                          const FlockNode &destination,
                                                          const FlockEdge *edge, double duration) {
  const bool isInEdge = edge && edge->finalXform;
  if (!source.finalXform && !destination.finalXform && !isInEdge)
    return std::nullopt;
  FlockXform<FlockPoint> alone;
  if (isInEdge)
    alone.loc = edge->finalXform->loc;
  const auto &partner =
      source.finalXform ? *source.finalXform : destination.finalXform.value_or(alone);
  const FlockXform<FlockPoint> padding = makeFlockPadding(partner, /*isFinal=*/true);
  const Points from = source.finalXform.value_or(padding).values,
               to = destination.finalXform.value_or(padding).values;
  FlockAnimationXform result;
  result.loc = partner.loc;
  result.values = blendValues(from, to, isInEdge ? edge->finalXform->values : Edits(),
                              /*inXform=*/true, duration);
  blendDirectColors(from, to, result);
  return result;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// The effective value of a setting: the edge's, else the destination's, else the source's.
template <typename Value>
static std::optional<Value> choose(const std::optional<Value> &source,
                                   const std::optional<Value> &destination,
                                   const std::optional<Value> &edge) {
  return edge ? edge : destination ? destination : source;
}

static FlockAnimation blend(const FlockNode &source, const FlockNode &destination,
                            const FlockEdge *edge, llvm::ArrayRef<FlockXformPair> pairs,
                            double duration) {
  FlockAnimation result;
  result.duration = duration;
  result.range = edge ? edge->range : source.range;
  for (const auto *texts : {edge ? &edge->texts : nullptr, &destination.texts, &source.texts})
    if (texts)
      result.texts.insert(texts->begin(), texts->end());
  result.values = blendValues(source.values, destination.values, edge ? edge->values : Edits(),
                              false, duration);
  const XformBlend xforms = {pairs, edge, duration};
  for (const FlockXformPair &pair : pairs)
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

/// Warns of variations before or after the sum that only one side of a pair has: they replace the point, so at weight
/// 0, where the other side is, they leave nothing of it. Those that add to the point fade well.
static void warnOfCollapses(Diagnostics &diags, const FlockXform<FlockPoint> &has,
                            const FlockXform<FlockPoint> &lacks) {
  constexpr llvm::StringLiteral kPrefix = "variations.", kSuffix = ".weight";
  for (const auto &[path, weight] : has.values) {
    llvm::StringRef name = path;
    if (!name.consume_front(kPrefix) || !name.consume_back(kSuffix) || weight.position == 0)
      continue;
    const auto [info, place] = flockVariation(name);
    const bool replaces = place != VariationUse::Normal && !info->preOnly && !info->generator;
    const FlockPoint *other = find(lacks.values, path);
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

std::optional<FlockAnimation> blendFlockEdge(Diagnostics &diags, const FlockEdge &edge,
                                             const FlockNode &sourceNode,
                                             const FlockNode &destinationNode, FlockCompat compat) {
  const FlockNode source = advanced(sourceNode, edge.source.offset);
  const FlockNode destination = advanced(destinationNode, edge.destination.offset);
  const FlockBlending &a = source.blending, &b = destination.blending, &c = edge.blending;
  std::vector<FlockPair> wanted = a.pairs;
  wanted.insert(wanted.end(), b.pairs.begin(), b.pairs.end());
  wanted.insert(wanted.end(), c.pairs.begin(), c.pairs.end());
  const FlockSort sort = choose(a.sort, b.sort, c.sort).value_or(FlockSort::WeightFlip);
  auto pairs = pairFlockXforms(diags, source, destination, &edge, sort, wanted, compat);
  if (!pairs)
    return std::nullopt;
  for (const FlockXformPair &pair : *pairs) {
    warnOfCollapses(diags, pair.source, pair.destination);
    warnOfCollapses(diags, pair.destination, pair.source);
  }
  const double duration = choose(a.duration, b.duration, c.duration).value_or(kDefaultDuration);
  FlockAnimation result = blend(source, destination, &edge, *pairs, duration);
  if (choose(a.flip, b.flip, c.flip) == FlockFlip::Auto)
    flipPaletteIfShorter(result);
  return result;
}

FlockAnimation loopFlockNode(const FlockNode &node, double from, double to) {
  const FlockNode source = advanced(node, from), destination = advanced(node, to);
  return blend(source, destination, nullptr, pairWithItself(source, destination), to - from);
}

} // namespace flame
