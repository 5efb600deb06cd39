// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns genomes into models.

#include "studio/model/GenomeModel.h"
#include "studio/model/Schema.h"

#include "compiler/genome/FlameWriter.h"
#include "compiler/genome/GenomeAttributes.h"
#include "compiler/genome/UserVariations.h"
#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

namespace flame::studio {

using nlohmann::json;

namespace {
/// Stores settings under the names of their attributes.
struct SettingModel {
  json &settings;

  static std::string nameOf(AttributeNames names) { return names.begin()->str(); }

  void number(AttributeNames names, double value, Limits) { settings[nameOf(names)] = value; }
  void leadingNumber(AttributeNames names, double value, Limits limits) {
    number(names, value, limits);
  }
  void numberUnless(AttributeNames names, double value, Limits limits, double) {
    number(names, value, limits);
  }
  void count(AttributeNames names, int value, unsigned) { settings[nameOf(names)] = value; }
  void pair(AttributeNames names, int first, int second, unsigned) {
    settings[nameOf(names)] = {first, second};
  }
  void pair(AttributeNames names, double first, double second, Limits) {
    settings[nameOf(names)] = {first, second};
  }
  void color(AttributeNames names, const std::array<double, 3> &value) {
    settings[nameOf(names)] = value;
  }
  template <class Enum>
  void keyword(AttributeNames names, Enum value, llvm::ArrayRef<llvm::StringLiteral> keywords) {
    settings[nameOf(names)] = keywords[static_cast<unsigned>(value)].str();
  }
  template <class Enum>
  void keywordUnless(AttributeNames names, Enum value, llvm::ArrayRef<llvm::StringLiteral> keywords,
                     Enum) {
    keyword(names, value, keywords);
  }
  void points(AttributeNames names, const std::vector<double> &value) {
    std::string words;
    for (double coordinate : value)
      words += (words.empty() ? "" : " ") + spellNumber(coordinate);
    settings[nameOf(names)] = words;
  }
};
} // namespace

static json numbersOf(const Affine &m) { return {m.a, m.d, m.b, m.e, m.c, m.f}; }

static json modelOf(const VariationUse &use) {
  constexpr const char *kPhases[] = {"pre", "normal", "post"};
  json params = json::object();
  for (auto [param, value] : llvm::zip(use.info->params, use.params))
    params[param.name.str()] = value;
  json model = {{"name", use.info->name.str()},
                {"place", kPhases[use.phase]},
                {"weight", use.weight},
                {"params", std::move(params)}};
  if (use.repeat)
    model["repeat"] = use.repeat;
  if (use.adds)
    model["adds"] = true;
  for (auto [param, intensity] : llvm::zip(use.info->params, use.byField))
    if (intensity != 0)
      model["byField"][param.name.str()] = intensity;
  return model;
}

/// Returns the attributes of a motion element.
static json modelOf(const Motion &motion) {
  json attributes = json::array();
  auto add = [&](const std::string &name, json value) {
    attributes.push_back({name, std::move(value)});
  };
  add("motion_frequency", motion.frequency);
  add("motion_function", motionFunctionKeywords()[static_cast<unsigned>(motion.function)].str());
  const std::pair<const char *, double> amplitudes[] = {{"weight", motion.weight},
                                                        {"color", motion.color},
                                                        {"color_speed", motion.colorSpeed},
                                                        {"animate", motion.animate},
                                                        {"opacity", motion.opacity}};
  for (auto [name, amplitude] : amplitudes)
    if (amplitude != 0)
      add(name, amplitude);
  for (const VariationUse &use : motion.variations) {
    const VariationSpelling spelling(use);
    add(spelling.weight(), use.weight);
    for (auto [param, value] : llvm::zip(use.info->params, use.params))
      add(spelling.param(param.name), value);
  }
  if (!(motion.coefs == Affine::zero()))
    add("coefs", numbersOf(motion.coefs));
  if (!(motion.post == Affine::zero()))
    add("post", numbersOf(motion.post));
  return attributes;
}

static json modelOf(const Xform &xform) {
  json model = {{"name", xform.name},
                {"weight", xform.weight},
                {"color", xform.color},
                {"color_speed", xform.colorSpeed},
                {"animate", xform.animate},
                {"opacity", xform.opacity},
                {"var_color", xform.directColor},
                {"coefs", numbersOf(xform.coefs)},
                {"post", xform.post ? numbersOf(*xform.post) : json()},
                {"chaos", xform.chaos},
                {"variations", json::array()},
                {"motions", json::array()}};
  for (auto [name, plane] : kPlanes)
    if (const std::optional<Affine> &affine = xform.*plane)
      model[name.str()] = numbersOf(*affine);
  for (const VariationUse &use : xform.variations)
    model["variations"].push_back(modelOf(use));
  for (const Motion &motion : xform.motions)
    model["motions"].push_back(modelOf(motion));
  return model;
}

/// Returns the XML elements that the writer makes of a palette.
static std::string elementsOf(const Palette &palette) {
  Genome only;
  only.palette = palette;
  const std::string text = writeFlame(only);
  const size_t first = text.find('\n') + 1, end = text.rfind("</flame>");
  return text.substr(first, end - first);
}

static json modelOf(const Palette &palette) {
  std::string hex;
  bool isExact = true;
  for (const PaletteColor &color : palette)
    for (double component : {color.red, color.green, color.blue}) {
      const double byte = std::round(255 * std::clamp(component, 0.0, 1.0));
      isExact &= byte / 255 == component && color.alpha == 1;
      hex += llvm::hexdigit(static_cast<unsigned>(byte) >> 4);
      hex += llvm::hexdigit(static_cast<unsigned>(byte) & 15);
    }
  json model = {{"hex", hex}};
  if (!isExact)
    model["xml"] = elementsOf(palette);
  return model;
}

json modelOf(const Genome &genome) {
  // If the symmetry element would make the same xforms again, they belong to it.
  const bool hasSymmetry = writeFlame(genome).find("<symmetry ") != std::string::npos;
  json settings = json::object();
  SettingModel visitor{settings};
  visitAttributes(visitor, genome);
  json model = {{"name", genome.name},
                {"time", genome.time},
                {"nick", genome.nick},
                {"url", genome.url},
                {"edit", genome.edit},
                {"settings", std::move(settings)},
                {"xforms", json::array()},
                {"finals", json::array()},
                {"symmetry", hasSymmetry ? genome.symmetry : 1},
                {"palette", modelOf(genome.palette)}};
  for (const Xform &xform : genome.xforms) {
    json &entry = model["xforms"].emplace_back(modelOf(xform));
    if (hasSymmetry && xform.fromSymmetry)
      entry["made"] = true;
  }
  if (genome.finalXform)
    model["finals"].push_back(modelOf(*genome.finalXform));
  for (const Xform &xform : genome.laterFinals)
    model["finals"].push_back(modelOf(xform));
  for (const UserVariation *user : definitionsOf(genome))
    model["definitions"].push_back(
        {{"text", user->text().str()}, {"info", schemaOf(user->info())}});
  return model;
}

json toJson(const std::vector<ModelMessage> &messages) {
  json list = json::array();
  for (const ModelMessage &message : messages)
    list.push_back(
        {{"severity", message.severity}, {"path", message.path}, {"text", message.text}});
  return list;
}

} // namespace flame::studio
