// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of filters for the runtime and for the documentation:
//
//   --gen-filter-table   runtime/plan/FilterTable.inc
//   --gen-filter-docs    docs/generated/filters.md

#include "tools/flame-tblgen/Settings.h"
#include "tools/flame-tblgen/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace flame::tblgen {

static constexpr const char *kFilters = "ir/Filters.td";

//===-- reading -------------------------------------------------------------------------------===//

/// Returns the parameters of a filter with their names.
static std::vector<std::pair<StringRef, Setting>> parametersOf(const Record *filter) {
  std::vector<std::pair<StringRef, Setting>> parameters;
  for (const Record *record : filter->getValueAsListOfDefs("settings")) {
    const Setting setting = readSetting(record);
    if (!setting.factor())
      PrintFatalError(filter->getLoc(),
                      "setting '" + setting.name() + "' of a filter needs a factor in profiles");
    parameters.push_back({setting.factor()->getValueAsString("Path").split('.').second, setting});
  }
  return parameters;
}

static std::vector<const Record *> readFilters(const RecordKeeper &records) {
  std::vector<const Record *> filters = inFileOrder(records, "Filter");
  for (const Record *filter : filters)
    if (StringRef summary = filter->getValueAsString("Summary");
        summary.empty() || summary.ends_with("."))
      PrintFatalError(filter->getLoc(), "a filter needs a summary, without a full stop");
  return filters;
}

static StringRef orderOf(const Record *filter) { return filter->getValueAsDef("Order")->getName(); }

//===-- table ---------------------------------------------------------------------------------===//

static void emitParameters(raw_ostream &out, const Record *filter) {
  const auto parameters = parametersOf(filter);
  out << "constexpr std::array<FilterParam, " << parameters.size() << "> k" << filter->getName()
      << "Params = {{";
  for (const auto &[name, setting] : parameters)
    out << "\n    {" << quoted(name) << ", " << boundsOf(setting.range())
        << ", &FrameDefaults::" << setting.member() << "},";
  out << "}};\n";
}

static void emitTable(const RecordKeeper &records, raw_ostream &out) {
  emitHeader(out, kFilters, "The filters, in parts that includers ask for.");
  const std::vector<const Record *> filters = readFilters(records);
  emitSection(out, "FLAME_FILTER_ENUMERATORS", [&] {
    for (const Record *filter : filters)
      out << filter->getName() << ", ///< " << filter->getValueAsString("Summary") << "\n";
  });
  emitSection(out, "FLAME_FILTER_PARAMS", [&] {
    for (const Record *filter : filters)
      emitParameters(out, filter);
  });
  emitSection(out, "FLAME_FILTER_ROWS", [&] {
    for (const Record *filter : filters)
      out << "{Filter::" << filter->getName() << ", " << quoted(filter->getValueAsString("Name"))
          << ", FilterOrder::" << orderOf(filter) << ", "
          << (filter->getValueAsBit("local") ? "true" : "false") << ", "
          << filter->getValueAsInt("spares") << ", " << filter->getValueAsInt("gutter") << ", k"
          << filter->getName() << "Params},\n";
  });
}

//===-- documentation -------------------------------------------------------------------------===//

static constexpr const char *kHead = R"(# Filters

A filter takes the accumulators of a frame one step from the histogram towards pixels. A *chain* is a list of filters in the order
in which they run. The look of a flame says which: `flam3`, what XML files have, is `logscale,de,spatial,colorclip`, `cuburn`, what
JSON has, is `bilateral,logscale,smearclip`, and `jwildfire`, for flames of JWildfire, `glowscale,spatial,colorclip`. `flamerun --look`
takes another one, among them `hdr`, `logscale,de,spatial,hdrclip`; `--hdr` puts `hdrclip` in the place of the clip and ends the chain with
`pq` or `hlg`. `--denoise=nlm`, `bilateral` or `oidn` puts that filter in front, in the place of the others that take noise away
(`bilateral`, `nlm`, `oidn`, `de`, `edgede`). A profile's `filter_order` names filters, and
`flamerun --filters` does so with parameters in parentheses: `bilateral(gradient=2),logscale,plainclip`. `flamerun --info` prints the
chain of an artefact and how it is run: filters of single buckets run together with what stands before them.

Parameters are [settings](settings.md): a flame has them, they may change over time where the setting does, and profiles
multiply them. A value in `--filters` replaces both.

Memory is what a GPU needs for each bucket beside the histogram (40 bytes), the accumulator (16) and what `de` has to know of it; filters
take turns in it.

| filter | what it does | where | memory |
|---|---|---|---|
)";

static constexpr const char *kParameters = R"(
## Parameters

| filter | parameter | setting | default | values | meaning |
|---|---|---|---|---|---|
)";

static void emitDocs(const RecordKeeper &records, raw_ostream &out) {
  out << "<!-- " << kLicence << " -->\n" << kHead;
  const std::vector<const Record *> filters = readFilters(records);
  for (const Record *filter : filters)
    out << "| `" << filter->getValueAsString("Name") << "` | "
        << filter->getValueAsString("Summary") << " | "
        << filter->getValueAsDef("Order")->getValueAsString("Doc") << " | "
        << 16 * filter->getValueAsInt("spares") << " |\n";
  out << kParameters;
  for (const Record *filter : filters)
    for (const auto &[name, setting] : parametersOf(filter))
      out << "| `" << filter->getValueAsString("Name") << "` | `" << name << "` | `"
          << setting.name() << "` | " << setting.text("Default") << " | "
          << valuesOf(setting.range()) << " | " << setting.text("Summary") << " |\n";
  out << "\nThis page is generated from `ir/Filters.td`; do not edit it.\n";
}

static TableGen::Emitter::Opt table("gen-filter-table", emitTable, "table of filters");
static TableGen::Emitter::Opt docs("gen-filter-docs", emitDocs, "reference page of filters");

} // namespace flame::tblgen
