// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compiler/genome/FormulaPlots.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace flame {

namespace {
/// A kind of plot: what stands before and behind its formula. `t` and `u` are places in the intervals that its parameters
/// give, `r` is the value of the formula.
struct PlotKind {
  llvm::StringLiteral name, before, after;
};
} // namespace

static constexpr llvm::StringLiteral kBefore2D = R"( "the curve of a formula in polar coordinates"
param tmin = -3 "one end of the interval of t"
param tmax = 2 "the other end"
param rmin = 0 "radius of colour 0"
param rmax = 2 "radius of colour 1"
param zmin = -2 "one end of the interval of z"
param zmax = 2 "the other end"
param direct_color = 1 "1: sets the colour"
param color_mode = 1 "2: the colour is the radius, else t"
param param_a = 0 "a number of the formula"
param param_b = 0 "a number of the formula"
param param_c = 0 "a number of the formula"
param param_d = 0 "a number of the formula"
param param_e = 0 "a number of the formula"
param param_f = 0 "a number of the formula"
draw first
draw second
let t = min(tmin, tmax) + abs(tmax - tmin) * first
let r = )";
static constexpr llvm::StringLiteral kAfter2D = R"(
x' = weight * r * cos(t)
y' = weight * r * sin(t)
z' = weight * (min(zmin, zmax) + abs(zmax - zmin) * second)
let high = (r - min(rmin, rmax)) / abs(rmax - rmin)
let place = color_mode == 0 ? color : color_mode == 2 ? high : first
color' = direct_color > 0 ? clamp(place, 0, 1) : color
)";

static constexpr llvm::StringLiteral kBefore3D =
    R"( "the surface of a formula in spherical coordinates"
param tmin = -3.141592653589793 "one end of the interval of t"
param tmax = 3.141592653589793 "the other end"
param umin = 0 "one end of the interval of u"
param umax = 3.141592653589793 "the other end"
param rmin = -2 "radius of colour 0"
param rmax = 2 "radius of colour 1"
param cylindrical = 0 "1: u is the height"
param direct_color = 1 "1: sets the colour"
param color_mode = 2 "the colour is 1: t, 2: u, 3: the radius, 4: the product of t and u"
param param_a = 0 "a number of the formula"
param param_b = 0 "a number of the formula"
param param_c = 0 "a number of the formula"
param param_d = 0 "a number of the formula"
param param_e = 0 "a number of the formula"
param param_f = 0 "a number of the formula"
draw first
draw second
let t = min(tmin, tmax) + abs(tmax - tmin) * first
let u = min(umin, umax) + abs(umax - umin) * second
let r = )";
static constexpr llvm::StringLiteral kAfter3D = R"(
let across = cylindrical == 0 ? r * sin(u) : r
x' = weight * across * cos(t)
y' = weight * across * sin(t)
z' = weight * (cylindrical == 0 ? r * cos(u) : u)
let high = (r - min(rmin, rmax)) / abs(rmax - rmin)
let place = color_mode == 1 ? first : color_mode == 2 ? second : color_mode == 3 ? high : color_mode == 4 ? first * second : color
color' = direct_color > 0 ? clamp(place, 0, 1) : color
)";

static constexpr PlotKind kKinds[] = {{"polarplot2d_wf", kBefore2D, kAfter2D},
                                      {"polarplot3d_wf", kBefore3D, kAfter3D}};

/// What is no number, or belongs to a picture that colours or displaces the plot.
static constexpr llvm::StringLiteral kTexts[] = {
    "_formula",        "_preset_id",    "_colormap_filename", "_displ_map_filename",
    "_blend_colormap", "_displ_amount", "_blend_displ_map"};

/// Words of JWildfire's formulas that are others here.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> kWords[] = {
    {"M_2PI", "(2 * pi)"},
    {"M_PI", "pi"},
    {"M_PI_2", "(pi / 2)"},
    {"fabs", "abs"},
    {"iabs", "abs"}};

/// The words of our language that are others in JWildfire's.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> kWordsBack[] = {
    {"pi", "M_PI"}, {"abs", "fabs"}};

/// `formula` with the words of `table` replaced.
static std::string
withWords(llvm::StringRef formula,
          llvm::ArrayRef<std::pair<llvm::StringLiteral, llvm::StringLiteral>> table) {
  std::string text;
  while (!formula.empty()) {
    const llvm::StringRef word =
        formula.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    if (word.empty()) {
      text += llvm::isSpace(formula.front()) ? ' ' : formula.front();
      formula = formula.drop_front();
      continue;
    }
    const auto *known = llvm::find_if(table, [&](const auto &row) { return row.first == word; });
    text += known == table.end() ? word : llvm::StringRef(known->second);
    formula = formula.drop_front(word.size());
  }
  return text;
}

/// The formula in the language of variations, within parentheses.
static std::string translated(llvm::StringRef formula) {
  return "(" + withWords(formula, kWords) + ")";
}

std::optional<PlotText> plotTextOf(const VariationInfo &variation) {
  if (!variation.user)
    return std::nullopt;
  for (const PlotKind &kind : kKinds) {
    llvm::StringRef text = variation.user->text();
    if (!text.consume_front("variation ") || !text.consume_front(kind.name))
      continue;
    text =
        text.drop_until([](char c) { return c == ' '; }); // what tells it from others of its kind
    if (text.consume_front(kind.before) && text.consume_back(llvm::StringRef(kind.after).rtrim()) &&
        text.consume_front("(") && text.consume_back(")"))
      return PlotText{kind.name, llvm::toHex(withWords(text, kWordsBack), /*LowerCase=*/true)};
  }
  return std::nullopt;
}

/// The definition under a name that no other one of the flame has; null, and `error`, if the formula is wrong.
static const UserVariation *define(const PlotKind &kind, llvm::StringRef formula,
                                   VariationScope &scope, DefinitionError &error) {
  for (unsigned number = 1;; ++number) {
    std::string text = ("variation " + kind.name).str();
    if (number > 1)
      text += "_" + std::to_string(number);
    text += (kind.before + translated(formula) + kind.after).str();
    const auto made = readUserVariations(llvm::StringRef(text).rtrim(), error);
    if (!made || !scope.add(*made->front()))
      return made ? made->front() : nullptr;
  }
}

FormulaPlots::FormulaPlots(ReaderContext &context, const XmlElement &element) {
  for (const PlotKind &kind : kKinds) {
    const XmlAttribute *attribute = element.find((kind.name + "_formula").str());
    std::string formula;
    if (!attribute)
      continue;
    if (!llvm::tryGetFromHex(attribute->value, formula)) {
      context.reject(valueRange(*attribute), "expected a formula in hexadecimal digits").ignore();
      continue;
    }
    DefinitionError error;
    if (const UserVariation *plot = define(kind, formula, context.variations, error)) {
      plots.push_back({kind.name, &plot->info()});
      continue;
    }
    auto report = context.reject(valueRange(*attribute),
                                 "cannot read the formula '" + formula + "': " + error.message);
    if (!error.note.empty())
      report.note(error.note);
  }
}

bool FormulaPlots::isText(llvm::StringRef name) const {
  return llvm::any_of(plots, [&](const Plot &plot) {
    llvm::StringRef rest = name;
    return rest.consume_front_insensitive(plot.name) && llvm::is_contained(kTexts, rest);
  });
}

std::optional<std::pair<const VariationInfo *, std::optional<unsigned>>>
FormulaPlots::find(llvm::StringRef name) const {
  for (const Plot &plot : plots) {
    llvm::StringRef rest = name;
    if (!rest.consume_front_insensitive(plot.name))
      continue;
    if (rest.empty())
      return std::pair(plot.info, std::optional<unsigned>());
    for (unsigned i = 0; rest.front() == '_' && i < plot.info->params.size(); ++i)
      if (rest.drop_front().equals_insensitive(plot.info->params[i].shortName))
        return std::pair(plot.info, std::optional(i));
  }
  return std::nullopt;
}

} // namespace flame
