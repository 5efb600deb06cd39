// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of dialects, and the version strings that identify their programs.

#include "compiler/genome/Dialect.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cassert>

namespace flame {

/// JWildfire and Apophysis round to the nearest entry: they add half an entry before truncating.
static constexpr double kEntry = 1.0 / kPaletteSize;

static constexpr RenamedVariation kOfJWildfire[] = {{"acosech", "acosech_wf"},
                                                    {"arctanh", "arctanh_wf"},
                                                    {"bubbleT3D", "bubbleT3D_wf"},
                                                    {"cothq", "cothq_wf"},
                                                    {"crob", "crob_wf"},
                                                    {"csc", "csc_wf"},
                                                    {"elliptic", "elliptic_wf"},
                                                    {"farblur", "post_farblur_wf"},
                                                    {"funnel", "funnel_wf"},
                                                    {"ho", "ho_wf"},
                                                    {"invsquircular", "invsquircular_wf"},
                                                    {"kaleidoscope", "kaleidoscope_wf"},
                                                    {"pre_blur", "pre_blur_wf"},
                                                    {"superShape3D", "superShape3D_wf"},
                                                    {"truchet_hex_fill", "truchet_hex_fill_wf"}};
static constexpr RenamedVariation kOfFractorium[] = {
    {"falloff2", "falloff2_ember"}, {"loq", "loq_ember"}, {"log", "logb"}};
static constexpr RenamedVariation kOfChaotica[] = {{"log", "logb"}};

/// Fractorium renders with Ember, and FLAM3H writes for it.
static constexpr Dialect emberDialect(llvm::StringLiteral name, llvm::StringLiteral program) {
  return {.name = name,
          .program = program,
          .namesKernels = true,
          .hasCurves = true,
          .brightness = 256.0 / 268,
          .colorSpan = 255 * kEntry,
          .plainOpacity = true,
          .renamed = kOfFractorium,
          .hasSpace = true,
          .preserveZ = 1,
          .hasEmberDepth = true,
          .passesThrough = true,
          .endsInFirst = true};
}

static constexpr Dialect kDialects[] = {
    {.name = "flamec",
     .program = "flamec",
     .hasAll = true,
     .hasCurves = true,
     .hasSpace = true,
     .hasSeveralFinals = true},
    {.name = "flam3", .program = "flam3"},
    {.name = "jwildfire",
     .program = "JWildfire",
     .look = Look::Jwildfire,
     .filterShape = FilterShape::MitchellSmooth,
     .filterRadius = 0.75,
     .antialiasAmount = 0.25,
     .estimatesDensity = false,
     .stepStart = 0.5 * kEntry,
     .colorSpan = 254 * kEntry,
     .plainOpacity = true,
     .finalsKeepColor = true,
     .renamed = kOfJWildfire,
     .hasSpace = true,
     .rollsAboutOrigin = true,
     .hasSeveralFinals = true,
     .reseedsPeriodically = true,
     .choiceEntries = 1024,
     .zoomIsFactor = true,
     .usesGradients = true},
    emberDialect("fractorium", "Fractorium"),
    {.name = "apophysis",
     .program = "Apophysis",
     .hasBezierCurves = true,
     .stepStart = 0.5 * kEntry,
     .linearStart = 0.5 * kEntry,
     .colorSpan = 255 * kEntry,
     .plainOpacity = true,
     .hasSpace = true,
     .preserveZ = 1},
    emberDialect("flam3h", "FLAM3H"),
    {.name = "chaotica",
     .program = "Chaotica",
     .namesKernels = true,
     .estimatesDensity = false,
     .hasCurves = true,
     .colorSpan = 255 * kEntry,
     .plainOpacity = true,
     .renamed = kOfChaotica,
     .passesThrough = true},
};

namespace {
/// The beginnings of version strings.
struct VersionStart {
  llvm::StringLiteral start, dialect;
};
} // namespace

static constexpr VersionStart kVersionStarts[] = {
    {"JWildfire", "jwildfire"}, {"EMBER", "fractorium"},  {"Apophysis", "apophysis"},
    {"FLAM3H", "flam3h"},       {"Chaotica", "chaotica"}, {"FLAM3", "flam3"}};

llvm::ArrayRef<Dialect> dialectTable() { return kDialects; }

const Dialect *findDialect(llvm::StringRef name) {
  const auto *found =
      llvm::find_if(kDialects, [&](const Dialect &dialect) { return dialect.name == name; });
  return found == std::end(kDialects) ? nullptr : found;
}

std::vector<std::string> dialectNames() {
  std::vector<std::string> names;
  for (const Dialect &dialect : kDialects)
    names.push_back(dialect.name.str());
  return names;
}

/// JWildfire was called T.I.N.A. first, and wrote "0.16 (06.11.2011)".
static bool isVersionOfTina(llvm::StringRef version) {
  llvm::StringRef number, date;
  std::tie(number, date) = version.split(' ');
  return number.starts_with("0.") && llvm::all_of(number.drop_front(2), llvm::isDigit) &&
         date.size() == 12 && date.starts_with("(") && date.ends_with(")") && date[3] == '.' &&
         date[6] == '.';
}

DialectChoice chooseDialect(llvm::StringRef wanted, llvm::StringRef version) {
  if (!wanted.empty()) {
    const Dialect *dialect = findDialect(wanted);
    assert(dialect && "the option was checked");
    return {dialect, "as asked for"};
  }
  const std::string reason = ("the version is '" + version + "'").str();
  for (const VersionStart &row : kVersionStarts)
    if (version.starts_with_insensitive(row.start))
      return {findDialect(row.dialect), reason};
  if (isVersionOfTina(version))
    return {findDialect("jwildfire"), reason};
  return {kDialects, version.empty() ? "no program is named" : "unknown, " + reason};
}

} // namespace flame
