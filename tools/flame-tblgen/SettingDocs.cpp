// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Settings for the documentation and for tests:
//
//   --gen-setting-docs   docs/generated/settings.md
//   --gen-setting-rows   rows of test data: included by tests/unit/compiler/SettingsTest.cpp

#include "tools/flame-tblgen/Settings.h"
#include "tools/flame-tblgen/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace flame::tblgen {

//===-- documentation -------------------------------------------------------------------------===//

static constexpr const char *kHead = R"(# Settings

A setting is a value that belongs to the whole flame. This page lists where each of them stands: the attribute of
`flame` in XML, the key in the JSON of animations, which artefacts carry, and the key of the manifest where it differs.
Of two attribute names the first is written. A default is what XML without the attribute means; in JSON every key is
required.

What changes within animations is a track there. Between key frames numbers are mixed, counts are rounded after that,
and words are those of the first key frame; what does not change within an animation is that of its first flame.

This page is generated from `ir/Settings.td`; do not edit it.
)";

static constexpr const char *kCuburnHead = R"(
## In documents and profiles of cuburn

Nodes, edges and animations have splines under these paths, with defaults of their own. A profile multiplies settings by
the factors that it has, from the smallest one given here to a million.

| setting | path in documents | default there | values there | factor in profiles | smallest |
|---|---|---|---|---|---|
)";

static std::string valuesOf(const Setting &setting) {
  if (setting.kind == Setting::Keyword)
    return codeList(setting.words().words());
  if (setting.kind == Setting::Points)
    return "x y pairs";
  return setting.kind == Setting::Color ? "three numbers" : valuesOf(setting.range());
}

static std::string keyOf(const Setting &setting) {
  if (!setting.is("travels"))
    return "";
  std::string key =
      ("`" + Twine(setting.is("finish") ? "finish." : "") + setting.text("json") + "`").str();
  if (setting.text("json") != setting.name())
    key += (", manifest `" + setting.name() + "`").str();
  return key;
}

static std::string changesOf(const Setting &setting) {
  if (setting.is("animated"))
    return "yes";
  if (!setting.text("animatedBy").empty())
    return ("as `" + setting.text("animatedBy") + "`").str();
  return "";
}

static void emitRow(raw_ostream &out, const Setting &setting) {
  const StringRef unit = setting.text("unit");
  const std::string value = setting.text("Default").str();
  out << "| " << codeList(setting.attributes()) << " | " << keyOf(setting) << " | "
      << (setting.kind == Setting::Keyword ? "`" + value + "`" : value) << " | "
      << valuesOf(setting) << (unit.empty() ? "" : ", in ") << unit << " | " << changesOf(setting)
      << " | " << setting.text("Summary") << " |\n";
}

static void emitCuburnRow(raw_ostream &out, const Setting &setting) {
  out << "| `" << setting.name() << "` | ";
  if (const Record *cuburn = setting.cuburn())
    out << "`" << cuburn->getValueAsString("Path") << "` | " << cuburn->getValueAsString("Default")
        << " | " << valuesOf(cuburn->getValueAsDef("Limits")) << " | ";
  else
    out << "| | | ";
  if (const Record *factor = setting.factor())
    out << "`filters." << factor->getValueAsString("Path") << "` | "
        << factor->getValueAsString("Minimum") << " |\n";
  else
    out << "| |\n";
}

static void emitDocs(const RecordKeeper &records, raw_ostream &out) {
  out << "<!-- " << kLicence << " -->\n" << kHead;
  std::vector<Setting> settings = readSettings(records);
  std::vector<StringRef> groups;
  for (const Setting &setting : settings)
    if (!is_contained(groups, setting.text("group")))
      groups.push_back(setting.text("group"));
  for (StringRef group : groups) {
    out << "\n## " << group << "\n\n"
        << "| XML | JSON | default | values | changes | meaning |\n|---|---|---|---|---|---|\n";
    for (const Setting &setting : settings)
      if (setting.text("group") == group)
        emitRow(out, setting);
  }
  out << kCuburnHead;
  for (const Setting &setting : settings)
    if (setting.cuburn() || setting.factor())
      emitCuburnRow(out, setting);
}

//===-- test rows -----------------------------------------------------------------------------===//

/// Returns a legal value that is not the default, as written in XML.
static std::string sampleOf(const Setting &setting) {
  double value = 0;
  unsigned count = 0;
  switch (setting.kind) {
  case Setting::Color:
    return "0.25 0.5 0.75";
  case Setting::Points:
    return "0 0.125 0.5 0.75";
  case Setting::Keyword:
    return setting.words().words().back().str() == setting.text("Default")
               ? setting.words().words().front().str()
               : setting.words().words().back().str();
  case Setting::Count:
    setting.text("Default").getAsInteger(10, count);
    return std::to_string(count + 1);
  case Setting::Number:
    to_float(setting.text("Default"), value);
    return StringRef(formatv("{0}", value + 0.25).str()).rtrim('0').rtrim('.').str();
  }
  llvm_unreachable("all kinds are listed");
}

static void emitTestRow(raw_ostream &out, const Setting &setting) {
  static constexpr const char *kKinds[] = {"Number", "Count", "Color", "Keyword", "Points"};
  std::string pointer = "/" + setting.text("json").str();
  if (setting.is("finish"))
    pointer = "/finish" + pointer;
  std::string defaultText = setting.text("Default").str();
  erase(defaultText, ',');
  auto bound = [&](StringRef field) {
    const StringRef word = setting.range()->getValueAsString(field);
    return word.empty() ? "std::nullopt" : word;
  };
  out << "{" << quoted(setting.name()) << ", "
      << quoted(setting.isInXml() ? setting.attributes().front() : "") << ", "
      << quoted(setting.is("travels") ? pointer : "") << ", Row::" << kKinds[setting.kind] << ", "
      << quoted(defaultText) << ", " << quoted(sampleOf(setting)) << ", " << bound("Minimum")
      << ", " << bound("Maximum") << ", " << (setting.is("animated") ? "true" : "false") << "},\n";
}

static void emitRows(const RecordKeeper &records, raw_ostream &out) {
  emitHeader(out, kSettings,
             "Name, attribute, place in JSON, kind, default, sample, minimum, maximum, whether it "
             "is animated.");
  for (const Setting &setting : readSettings(records))
    emitTestRow(out, setting);
}

static TableGen::Emitter::Opt docs("gen-setting-docs", emitDocs, "reference page of settings");
static TableGen::Emitter::Opt rows("gen-setting-rows", emitRows, "rows of settings for tests");

} // namespace flame::tblgen
