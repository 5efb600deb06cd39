// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the tables as JSON. A bound that a record does not have is left out.

#include "studio/model/Schema.h"

#include "compiler/breed/CrossGenomes.h"
#include "compiler/breed/MutateGenome.h"
#include "compiler/genome/GenomeAttributes.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <optional>

namespace flame::studio {

using nlohmann::json;

namespace {
/// Texts about a setting.
struct SettingText {
  llvm::StringLiteral name, group, summary, unit;
  std::optional<double> from, to; ///< the ends of the slider
};

/// Makes one row per setting.
struct SettingSchema {
  json rows = json::array();

  json &add(AttributeNames names, const char *kind, json usual);
  static void addLimits(json &row, Limits limits) {
    if (limits.minimum > -kMaxMagnitude)
      row["min"] = limits.minimum;
    if (limits.maximum < kMaxMagnitude)
      row["max"] = limits.maximum;
    if (limits.aboveZero)
      row["aboveZero"] = true;
  }

  void number(AttributeNames names, double value, Limits limits) {
    addLimits(add(names, "number", value), limits);
  }
  void leadingNumber(AttributeNames names, double value, Limits limits) {
    number(names, value, limits);
  }
  void numberUnless(AttributeNames names, double value, Limits limits, double) {
    number(names, value, limits);
  }
  void count(AttributeNames names, int value, unsigned most) {
    json &row = add(names, "count", value);
    row["min"] = 1;
    row["max"] = most;
  }
  void pair(AttributeNames names, int first, int second, unsigned most) {
    json &row = add(names, "counts", {first, second});
    row["min"] = 1;
    row["max"] = most;
  }
  void pair(AttributeNames names, double first, double second, Limits limits) {
    addLimits(add(names, "numbers", {first, second}), limits);
  }
  void color(AttributeNames names, const std::array<double, 3> &value) {
    add(names, "color", value);
  }
  template <class Enum>
  void keyword(AttributeNames names, Enum value, llvm::ArrayRef<llvm::StringLiteral> keywords) {
    json &row = add(names, "keyword", keywords[static_cast<unsigned>(value)].str());
    for (llvm::StringRef word : keywords)
      row["words"].push_back(word.str());
  }
  template <class Enum>
  void keywordUnless(AttributeNames names, Enum value, llvm::ArrayRef<llvm::StringLiteral> keywords,
                     Enum) {
    keyword(names, value, keywords);
  }
  void points(AttributeNames names, const std::vector<double> &) { add(names, "points", ""); }
};
} // namespace

static constexpr SettingText kTexts[] = {
#include "studio/model/SettingTexts.inc"
};

json &SettingSchema::add(AttributeNames names, const char *kind, json usual) {
  const llvm::StringRef name = *names.begin();
  json row = {{"name", name.str()}, {"kind", kind}, {"default", std::move(usual)}};
  const auto *text =
      llvm::find_if(kTexts, [&](const SettingText &entry) { return entry.name == name; });
  if (text != std::end(kTexts)) {
    row["group"] = text->group.str();
    row["summary"] = text->summary.str();
    row["unit"] = text->unit.str();
    if (text->from)
      row["from"] = *text->from;
    if (text->to)
      row["to"] = *text->to;
  }
  return rows.emplace_back(std::move(row));
}

static json schemaOf(const VariationParam &param) {
  json row = {{"name", param.name.str()},
              {"short", param.shortName.str()},
              {"default", param.defaultValue},
              {"doc", param.doc.str()}};
  if (std::isfinite(param.minimum))
    row["min"] = param.minimum;
  if (std::isfinite(param.maximum))
    row["max"] = param.maximum;
  return row;
}

json schemaOf(const VariationInfo &info) {
  json row = {{"name", info.name.str()},       {"summary", info.summary.str()},
              {"formula", info.formula.str()}, {"params", json::array()},
              {"preOnly", info.preOnly},       {"generator", info.generator},
              {"setsColor", info.setsColor},   {"changesOnlyZ", info.zOnly},
              {"flam3", info.index < 99}};
  for (const VariationParam &param : info.params)
    row["params"].push_back(schemaOf(param));
  for (llvm::StringRef alias : info.aliases)
    row["aliases"].push_back(alias.str());
  return row;
}

static json wordsOf(llvm::ArrayRef<llvm::StringLiteral> words) {
  json list = json::array();
  for (llvm::StringRef word : words)
    list.push_back(word.str());
  return list;
}

json makeSchema() {
  SettingSchema settings;
  const Genome usual;
  visitAttributes(settings, usual);
  json variations = json::array(), families = json::array();
  for (const VariationInfo &info : variationTable())
    variations.push_back(schemaOf(info));
  for (const VariationFamily &family : variationFamilies())
    families.push_back({{"name", family.name.str()}, {"summary", family.summary.str()}});
  return {{"settings", std::move(settings.rows)},
          {"variations", std::move(variations)},
          {"families", std::move(families)},
          {"mutations", wordsOf(mutationKeywords())},
          {"crossings", wordsOf(crossingKeywords())}};
}

} // namespace flame::studio
