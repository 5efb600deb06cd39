// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds a tree of JSON values and prints it with a layout of its own; nlohmann has only one
// layout.

#include "compiler/cuburn/CuburnWriter.h"

#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace flame {

using Json = nlohmann::json;

//===-- layout --------------------------------------------------------------------------------===//

/// Shorter values stand on one line.
static constexpr size_t kLineLength = 70;

static std::string printScalar(const Json &value) {
  if (!value.is_number_float())
    return value.dump(); // strings with their escapes
  const double number = value.get<double>();
  return spellNumber(number == 0 ? 0 : number); // a negative zero is never intended
}

static std::vector<std::string> sortedKeys(const Json &object) {
  std::vector<std::string> keys;
  for (const auto &[key, value] : object.items())
    keys.push_back(key);
  std::sort(keys.begin(), keys.end(), NaturalOrder());
  return keys;
}

/// Prints a value on one line.
static std::string printFlat(const Json &value) {
  std::vector<std::string> texts;
  if (value.is_object()) {
    for (const std::string &key : sortedKeys(value))
      texts.push_back(Json(key).dump() + ": " + printFlat(value[key]));
    return "{" + llvm::join(texts, ", ") + "}";
  }
  if (!value.is_array())
    return printScalar(value);
  for (const Json &element : value)
    texts.push_back(printFlat(element));
  return "[" + llvm::join(texts, ", ") + "]";
}

static std::string print(const Json &value, const std::string &indent);

/// Prints a list that is too long for one line, with one element or one pair of numbers per line.
static std::string printList(const Json &list, const std::string &indent) {
  const bool inPairs =
      std::ranges::all_of(list, [](const Json &value) { return value.is_primitive(); }) &&
      std::ranges::any_of(list, [](const Json &value) { return value.is_number(); });
  std::string text;
  for (size_t i = 0; i < list.size(); ++i) {
    if (inPairs && i % 2 == 1)
      text += ", ";
    else
      text += i == 0 ? "[ " : "\n" + indent + ", ";
    text += print(list[i], indent + "  ");
  }
  return text + "\n" + indent + "]";
}

static std::string print(const Json &value, const std::string &indent) {
  std::string flat = printFlat(value);
  if (value.is_primitive() || flat.size() < kLineLength)
    return flat;
  if (value.is_array())
    return printList(value, indent);
  std::string text;
  for (const std::string &key : sortedKeys(value)) {
    const Json &member = value[key];
    const bool isLong = !member.is_primitive() && printFlat(member).size() >= kLineLength;
    text += (text.empty() ? "{ " : "\n" + indent + ", ") + Json(key).dump() + ":";
    text += isLong ? "\n" + indent + "  " : " ";
    text += print(member, indent + "  ");
  }
  return text + "\n" + indent + "}";
}

std::string printCuburnJson(const Json &value) { return print(value, "") + "\n"; }

//===-- documents -----------------------------------------------------------------------------===//

/// The value at a dotted path in a tree of objects.
static Json &at(Json &root, llvm::StringRef path) {
  Json *target = &root;
  for (llvm::StringRef key : llvm::split(path, '.'))
    target = &(*target)[key.str()];
  return *target;
}

static Json toJson(const CuburnPoint &point) {
  if (point.velocity == 0)
    return point.position;
  return Json::array({point.position, point.velocity});
}

static Json toJson(const CuburnEdits &edits) {
  Json list = Json::array();
  for (const CuburnKnot &knot : edits.knots) {
    list.push_back(knot.time);
    list.push_back(knot.position ? Json(*knot.position) : Json());
  }
  return list;
}

template <class Value> static void addValues(Json &target, const CuburnValues<Value> &values) {
  for (const auto &[name, value] : values)
    at(target, name) = toJson(value);
}

template <class Value> static void addXforms(Json &target, const CuburnXforms<Value> &xforms) {
  for (const auto &[id, xform] : xforms)
    addValues(target[id], xform.values);
}

static void addBlending(Json &document, const CuburnBlending &blending) {
  if (blending.duration)
    document["blend"]["duration"] = *blending.duration;
  if (blending.sort)
    document["blend"]["xform_sort"] =
        cuburnSortKeywords()[static_cast<unsigned>(*blending.sort)].str();
  if (blending.flip)
    document["blend"]["palette_flip"] =
        cuburnFlipKeywords()[static_cast<unsigned>(*blending.flip)].str();
  for (const CuburnPair &pair : blending.pairs)
    document["blend"]["xform_map"].push_back(Json::array({pair.source, pair.destination}));
}

static Json head(llvm::StringRef type, const CuburnValues<std::string> &texts) {
  Json document = Json::object();
  for (const auto &[name, text] : texts)
    if (name != "base") // its content is already merged
      at(document, name) = text;
  document["type"] = type.str();
  return document;
}

std::string writeCuburnNode(const CuburnNode &node) {
  Json document = head("node", node.texts);
  addBlending(document, node.blending);
  addValues(document, node.values);
  addXforms(document["xforms"], node.xforms);
  if (node.finalXform)
    addValues(document["final_xform"], node.finalXform->values);
  if (node.palette)
    document["palette"] = encodeCuburnPalette(*node.palette);
  return printCuburnJson(document);
}

static std::string spellLink(const CuburnLink &link) {
  return link.id + "@" + spellNumber(link.offset);
}

std::string writeCuburnEdge(const CuburnEdge &edge) {
  Json document = head("edge", edge.texts);
  document["link"] = {{"src", spellLink(edge.source)}, {"dst", spellLink(edge.destination)}};
  addBlending(document, edge.blending);
  addValues(document, edge.values);
  if (!edge.sourceXforms.empty())
    addXforms(document["xforms"]["src"], edge.sourceXforms);
  if (!edge.destinationXforms.empty())
    addXforms(document["xforms"]["dst"], edge.destinationXforms);
  if (edge.finalXform)
    addValues(document["final_xform"], edge.finalXform->values);
  for (const auto &[time, palette] : edge.palettes) {
    Json timed = Json::array({time});
    for (const std::string &text : encodeCuburnPalette(palette))
      timed.push_back(text);
    document["palette"].push_back(std::move(timed));
  }
  return printCuburnJson(document);
}

} // namespace flame
