// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layers are read oldest first into the same structure. In a node the newer value replaces the older one, position and
// velocity together; in an edge knots, palettes and pairs add up.

#include "compiler/FlockNode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace flame {

using Kind = FlockKey::Kind;
using Scope = FlockKey::Scope;

llvm::ArrayRef<llvm::StringLiteral> flockSortKeywords() {
  static constexpr llvm::StringLiteral words[] = {"weightflip", "weight", "natural", "color"};
  return words;
}

bool NaturalOrder::operator()(llvm::StringRef a, llvm::StringRef b) const {
  unsigned numberA = 0, numberB = 0;
  const bool isA = !a.getAsInteger(10, numberA), isB = !b.getAsInteger(10, numberB);
  if (isA && isB && numberA != numberB)
    return numberA < numberB;
  return isA == isB ? a < b : isA;
}

//===----------------------------------------------------------------------===//
// What both have
//===----------------------------------------------------------------------===//

static constexpr double kMaxDuration = 1e6;

/// An id as it stands in a pair: a string, or a number.
static std::optional<std::string> readId(const JsonValue &value) {
  if (value.kind != JsonValue::Kind::String && value.kind != JsonValue::Kind::Number)
    return std::nullopt;
  return value.text.str();
}

static void readPairs(Diagnostics &diags, const FlockEntry &entry, bool fromEdge, std::vector<FlockPair> &pairs) {
  if (entry.value->kind != JsonValue::Kind::Array)
    return flockError(diags, entry, "must be a list of pairs of xform ids").ignore();
  for (const JsonValue *element : entry.value->elements()) {
    auto parts = element->elements();
    std::optional<std::string> source, destination;
    if (element->kind == JsonValue::Kind::Array && parts.size() == 2) {
      source = readId(*parts[0]);
      destination = readId(*parts[1]);
    }
    if (!source || !destination)
      flockError(diags, entry, "must be a list of pairs: the id of a source xform and of a destination xform", element)
          .ignore();
    else
      pairs.push_back({*source, *destination, element->range, fromEdge});
  }
}

/// Entries of the section "blend"; whether this is one.
static bool readBlending(Diagnostics &diags, const FlockEntry &entry, FlockType type, FlockBlending &blending) {
  llvm::StringRef name = entry.key.name;
  if (name == "blend.duration") {
    if (auto duration = readFlockNumber(diags, entry, *entry.value, {0, kMaxDuration, /*aboveMinimum=*/true}))
      blending.duration = duration;
  } else if (name == "blend.xform_map") {
    readPairs(diags, entry, type == FlockType::Edge, blending.pairs);
  } else if (name == "blend.xform_sort") {
    std::optional<std::string> word = readFlockText(diags, entry);
    if (!word)
      return true;
    auto found = llvm::find(flockSortKeywords(), *word);
    if (found == flockSortKeywords().end())
      flockError(diags, entry, "must be " + listKeywords(flockSortKeywords()) + ", got " + quoted(*word)).ignore();
    else
      blending.sort = static_cast<FlockSort>(found - flockSortKeywords().begin());
  } else {
    return false;
  }
  return true;
}

static bool readValue(Diagnostics &diags, const FlockEntry &entry, FlockPoint &target) {
  return readFlockPoint(diags, entry, target);
}
static bool readValue(Diagnostics &diags, const FlockEntry &entry, FlockEdits &target) {
  return readFlockEdits(diags, entry, target);
}

/// Puts a spline where it belongs.
template <typename Value>
static void readSpline(Diagnostics &diags, const FlockEntry &entry, FlockValues<Value> &values,
                       FlockXforms<Value> &xforms, std::optional<FlockXform<Value>> &finalXform) {
  FlockValues<Value> *target = &values;
  if (entry.key.scope != Scope::Document) {
    if (entry.key.scope == Scope::FinalXform && !finalXform)
      finalXform.emplace();
    FlockXform<Value> &xform = entry.key.scope == Scope::FinalXform ? *finalXform : xforms[entry.key.xform];
    if (!xform.loc.isValid())
      xform.loc = entry.name->range.Start;
    target = &xform.values;
  }
  readValue(diags, entry, (*target)[entry.key.name]);
}

static llvm::SMRange rangeOf(const FlockDocument &document) { return placeOf(*document.root); }

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static void readNodeEntry(Diagnostics &diags, const FlockEntry &entry, FlockNode &node) {
  switch (entry.key.kind) {
  case Kind::Spline:
    return readSpline(diags, entry, node.values, node.xforms, node.finalXform);
  case Kind::Palette:
    if (std::optional<Palette> palette = readFlockPalette(diags, entry))
      node.palette = palette;
    return;
  case Kind::Text:
  case Kind::Number:
  case Kind::Pairs:
    if (readBlending(diags, entry, FlockType::Node, node.blending))
      return;
    if (entry.key.kind == Kind::Text) {
      if (std::optional<std::string> text = readFlockText(diags, entry))
        node.texts[entry.key.name] = *text;
    } else {
      readFlockNumber(diags, entry, *entry.value, kPositive); // a length, which only the blend decides
    }
    return;
  case Kind::Unknown:
  case Kind::Section:
  case Kind::Ignored:
    return;
  }
}

std::optional<FlockNode> readFlockNode(FlockDatabase &database, const FlockDocument &document) {
  const unsigned errorsBefore = database.diags.errorCount();
  FlockNode node;
  node.id = document.id;
  node.range = rangeOf(document);
  bool failed = false;
  for (const FlockDocument *layer : database.layersOf(document)) {
    failed |= layer->failed;
    for (const FlockEntry &entry : layer->entries)
      readNodeEntry(database.diags, entry, node);
  }
  if (failed || database.diags.errorCount() != errorsBefore)
    return std::nullopt;
  return node;
}

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

/// "ID@OFFSET", or an id alone.
static void readLink(Diagnostics &diags, const FlockEntry &entry, FlockLink &link) {
  std::optional<std::string> text = readFlockText(diags, entry);
  if (!text)
    return;
  link.range = placeOf(*entry.value);
  auto [id, offset] = llvm::StringRef(*text).rsplit('@');
  link.id = id.str();
  link.offset = 0;
  if (id.size() == text->size())
    return;
  if (offset.getAsDouble(link.offset) || !(std::abs(link.offset) <= kMaxDuration))
    flockError(diags, entry, "must end in '@' and a number of units, got " + quoted("@" + offset.str())).ignore();
}

static void readEdgeEntry(Diagnostics &diags, const FlockEntry &entry, FlockEdge &edge) {
  switch (entry.key.kind) {
  case Kind::Spline: {
    auto &xforms = entry.key.scope == Scope::DestinationXform ? edge.destinationXforms : edge.sourceXforms;
    return readSpline(diags, entry, edge.values, xforms, edge.finalXform);
  }
  case Kind::Palette:
    readTimedFlockPalettes(diags, entry, edge.palettes);
    return;
  case Kind::Text:
  case Kind::Number:
  case Kind::Pairs:
    if (readBlending(diags, entry, FlockType::Edge, edge.blending))
      return;
    if (entry.key.name == "link.src") {
      readLink(diags, entry, edge.source);
    } else if (entry.key.name == "link.dst") {
      readLink(diags, entry, edge.destination);
    } else if (entry.key.kind == Kind::Text) {
      if (std::optional<std::string> text = readFlockText(diags, entry))
        edge.texts[entry.key.name] = *text;
    } else {
      readFlockNumber(diags, entry, *entry.value, kPositive); // a length, which only the blend decides
    }
    return;
  case Kind::Unknown:
  case Kind::Section:
  case Kind::Ignored:
    return;
  }
}

std::optional<FlockEdge> readFlockEdge(FlockDatabase &database, const FlockDocument &document) {
  const unsigned errorsBefore = database.diags.errorCount();
  FlockEdge edge;
  edge.id = document.id;
  edge.range = rangeOf(document);
  bool failed = false;
  for (const FlockDocument *layer : database.layersOf(document)) {
    failed |= layer->failed;
    for (const FlockEntry &entry : layer->entries)
      readEdgeEntry(database.diags, entry, edge);
  }
  if (failed || database.diags.errorCount() != errorsBefore)
    return std::nullopt;
  for (auto [link, name] : {std::pair(&edge.source, "link.src"), std::pair(&edge.destination, "link.dst")})
    if (!link->range.isValid())
      database.diags.error(edge.range, "the edge needs " + quoted(name) + ", the id of a node").ignore();
  if (database.diags.errorCount() != errorsBefore)
    return std::nullopt;
  return edge;
}

std::optional<FlockNode> readLinkedNode(FlockDatabase &database, const FlockLink &link) {
  const FlockDocument *document = database.find(link.id, link.range);
  if (!document)
    return std::nullopt;
  if (document->type != FlockType::Node)
    return database.report(link.range, "an edge links nodes, but " + quoted(document->id) + " is of type " +
                                           quoted(flockTypeName(document->type)));
  return readFlockNode(database, *document);
}

} // namespace flame
