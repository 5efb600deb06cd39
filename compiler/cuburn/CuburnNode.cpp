// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads layers, oldest first, into one structure. In a node a newer value replaces the older one,
// position and velocity together. In an edge, knots, palettes and pairs accumulate.

#include "compiler/cuburn/CuburnNode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace flame {

using Kind = CuburnKey::Kind;
using Scope = CuburnKey::Scope;

llvm::ArrayRef<llvm::StringLiteral> cuburnSortKeywords() {
  static constexpr llvm::StringLiteral words[] = {"weightflip", "weight", "natural", "color"};
  return words;
}

llvm::ArrayRef<llvm::StringLiteral> cuburnFlipKeywords() {
  static constexpr llvm::StringLiteral words[] = {"never", "auto"};
  return words;
}

bool NaturalOrder::operator()(llvm::StringRef a, llvm::StringRef b) const {
  unsigned numberA = 0, numberB = 0;
  const bool isA = !a.getAsInteger(10, numberA), isB = !b.getAsInteger(10, numberB);
  if (isA && isB && numberA != numberB)
    return numberA < numberB;
  return isA == isB ? a < b : isA;
}

//===-- what both have ------------------------------------------------------------------------===//

/// The id in a pair: a string or a number.
static std::optional<std::string> readId(const JsonValue &value) {
  if (value.kind != JsonValue::Kind::String && value.kind != JsonValue::Kind::Number)
    return std::nullopt;
  return value.text.str();
}

static void readPairs(Diagnostics &diags, const CuburnEntry &entry, bool fromEdge,
                      std::vector<CuburnPair> &pairs) {
  if (entry.value->kind != JsonValue::Kind::Array)
    return cuburnError(diags, entry, "must be a list of pairs of xform ids").ignore();
  for (const JsonValue *element : entry.value->elements()) {
    auto pair = element->elements();
    std::optional<std::string> source, destination;
    if (element->kind == JsonValue::Kind::Array && pair.size() == 2) {
      source = readId(*pair[0]);
      destination = readId(*pair[1]);
    }
    if (!source || !destination)
      cuburnError(diags, entry,
                  "must be a list of pairs: the id of a source xform and of a destination xform",
                  element)
          .ignore();
    else
      pairs.push_back({*source, *destination, element->range, fromEdge});
  }
}

/// Reads a keyword as the enumerator at the same position.
template <class Enum>
static void readKeyword(Diagnostics &diags, const CuburnEntry &entry,
                        llvm::ArrayRef<llvm::StringLiteral> words, std::optional<Enum> &target) {
  std::optional<std::string> word = readCuburnText(diags, entry);
  if (!word)
    return;
  const auto *found = llvm::find(words, *word);
  if (found == words.end())
    cuburnError(diags, entry, "must be " + listKeywords(words) + ", got " + quoted(*word)).ignore();
  else
    target = static_cast<Enum>(found - words.begin());
}

/// Reads an entry of the section "blend". Returns false if it is not one.
static bool readBlending(Diagnostics &diags, const CuburnEntry &entry, bool isEdge,
                         CuburnBlending &blending) {
  llvm::StringRef name = entry.key.name;
  if (name == "blend.duration") {
    if (auto duration = readCuburnNumber(diags, entry, *entry.value, kCuburnDurations))
      blending.duration = duration;
  } else if (name == "blend.xform_map") {
    readPairs(diags, entry, isEdge, blending.pairs);
  } else if (name == "blend.xform_sort") {
    readKeyword(diags, entry, cuburnSortKeywords(), blending.sort);
  } else if (name == "blend.palette_flip") {
    readKeyword(diags, entry, cuburnFlipKeywords(), blending.flip);
  } else {
    return false;
  }
  return true;
}

static bool readValue(Diagnostics &diags, const CuburnEntry &entry, CuburnPoint &target) {
  return readCuburnPoint(diags, entry, target);
}
static bool readValue(Diagnostics &diags, const CuburnEntry &entry, CuburnEdits &target) {
  return readCuburnEdits(diags, entry, target);
}

/// Stores a spline in its place.
template <class Value>
static void readSpline(Diagnostics &diags, const CuburnEntry &entry, CuburnValues<Value> &values,
                       CuburnXforms<Value> &xforms, std::optional<CuburnXform<Value>> &finalXform) {
  CuburnValues<Value> *target = &values;
  if (entry.key.scope != Scope::Document) {
    if (entry.key.scope == Scope::FinalXform && !finalXform)
      finalXform.emplace();
    CuburnXform<Value> &xform =
        entry.key.scope == Scope::FinalXform ? *finalXform : xforms[entry.key.xform];
    if (!xform.loc.isValid())
      xform.loc = entry.name->range.Start;
    target = &xform.values;
  }
  readValue(diags, entry, (*target)[entry.key.name]);
}

//===-- what one of them has ------------------------------------------------------------------===//

static CuburnXforms<CuburnPoint> &xformsOf(CuburnNode &node, Scope) { return node.xforms; }
static CuburnXforms<CuburnEdits> &xformsOf(CuburnEdge &edge, Scope scope) {
  return scope == Scope::DestinationXform ? edge.destinationXforms : edge.sourceXforms;
}

static void readPalette(Diagnostics &diags, const CuburnEntry &entry, CuburnNode &node) {
  if (std::optional<Palette> palette = readCuburnPalette(diags, entry))
    node.palette = palette;
}
static void readPalette(Diagnostics &diags, const CuburnEntry &entry, CuburnEdge &edge) {
  readTimedCuburnPalettes(diags, entry, edge.palettes);
}

/// "ID@OFFSET", or an id alone.
static void readLink(Diagnostics &diags, const CuburnEntry &entry, CuburnLink &link) {
  std::optional<std::string> text = readCuburnText(diags, entry);
  if (!text)
    return;
  link.range = locationOf(*entry.value);
  auto [id, offset] = llvm::StringRef(*text).rsplit('@');
  link.id = id.str();
  link.offset = 0;
  if (id.size() == text->size())
    return;
  if (offset.getAsDouble(link.offset) || !(std::abs(link.offset) <= kCuburnDurations.maximum))
    cuburnError(diags, entry,
                "must end in '@' and a number of units, got " + quoted("@" + offset.str()))
        .ignore();
}

/// Reads an entry of the section "link". Returns false if it is not one.
static bool readLinks(Diagnostics &, const CuburnEntry &, CuburnNode &) { return false; }
static bool readLinks(Diagnostics &diags, const CuburnEntry &entry, CuburnEdge &edge) {
  const bool isSource = entry.key.name == "link.src";
  if (isSource || entry.key.name == "link.dst")
    readLink(diags, entry, isSource ? edge.source : edge.destination);
  return isSource || entry.key.name == "link.dst";
}

//===-- documents -----------------------------------------------------------------------------===//

template <class Document>
static void readSetting(Diagnostics &diags, const CuburnEntry &entry, Document &document) {
  constexpr bool kIsEdge = std::is_same_v<Document, CuburnEdge>;
  if (readBlending(diags, entry, kIsEdge, document.blending) || readLinks(diags, entry, document))
    return;
  if (entry.key.kind != Kind::Text)
    readCuburnNumber(diags, entry, *entry.value,
                     kPositive); // the length of the blend
  else if (std::optional<std::string> text = readCuburnText(diags, entry))
    document.texts[entry.key.name] = *text;
}

template <class Document>
static void readEntry(Diagnostics &diags, const CuburnEntry &entry, Document &document) {
  switch (entry.key.kind) {
  case Kind::Spline:
    return readSpline(diags, entry, document.values, xformsOf(document, entry.key.scope),
                      document.finalXform);
  case Kind::Palette:
    return readPalette(diags, entry, document);
  case Kind::Text:
  case Kind::Number:
  case Kind::Pairs:
    return readSetting(diags, entry, document);
  case Kind::Unknown:
  case Kind::Section:
  case Kind::Ignored:
    return;
  }
}

/// Reads a node or an edge with all its layers.
template <class Document>
static std::optional<Document> readLayers(CuburnDatabase &database, const CuburnDocument &source) {
  const unsigned errorsBefore = database.diags.errorCount();
  Document document;
  document.id = source.id;
  document.range = locationOf(*source.root);
  bool failed = false;
  for (const CuburnDocument *layer : database.layersOf(source)) {
    failed |= layer->failed;
    for (const CuburnEntry &entry : layer->entries)
      readEntry(database.diags, entry, document);
  }
  if (failed || database.diags.errorCount() != errorsBefore)
    return std::nullopt;
  return document;
}

std::optional<CuburnNode> readCuburnNode(CuburnDatabase &database, const CuburnDocument &document) {
  return readLayers<CuburnNode>(database, document);
}

std::optional<CuburnEdge> readCuburnEdge(CuburnDatabase &database, const CuburnDocument &document) {
  std::optional<CuburnEdge> edge = readLayers<CuburnEdge>(database, document);
  if (!edge)
    return std::nullopt;
  bool isLinked = true;
  for (auto [link, name] :
       {std::pair(&edge->source, "link.src"), std::pair(&edge->destination, "link.dst")}) {
    if (link->range.isValid())
      continue;
    database.diags.error(edge->range, "the edge needs " + quoted(name) + ", the id of a node")
        .ignore();
    isLinked = false;
  }
  return isLinked ? edge : std::nullopt;
}

std::optional<CuburnNode> readLinkedNode(CuburnDatabase &database, const CuburnLink &link) {
  const CuburnDocument *document = database.find(link.id, link.range);
  if (!document)
    return std::nullopt;
  if (document->type != CuburnType::Node)
    return database.report(link.range, "an edge links nodes, but " + quoted(document->id) +
                                           " is of type " + quoted(cuburnTypeName(document->type)));
  return readCuburnNode(database, *document);
}

} // namespace flame
