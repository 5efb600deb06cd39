// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire's formula plots, polarplot2d_wf and polarplot3d_wf. The formula has Java syntax. `t`
// and `u` lie in the intervals given by parameters; `r` is the value of the formula.

#include "compiler/genome/TextKinds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace flame {

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

/// Values that are not numbers, or that belong to an image which colours or displaces the plot.
static constexpr llvm::StringLiteral kOthers[] = {"_preset_id",          "_colormap_filename",
                                                  "_displ_map_filename", "_blend_colormap",
                                                  "_displ_amount",       "_blend_displ_map"};

/// Names in JWildfire's formulas that differ here.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> kWords[] = {
    {"M_2PI", "(2 * pi)"},
    {"M_PI", "pi"},
    {"M_PI_2", "(pi / 2)"},
    {"fabs", "abs"},
    {"iabs", "abs"}};

/// Names in our language that differ in JWildfire's.
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

template <const llvm::StringLiteral &before, const llvm::StringLiteral &after>
static std::optional<std::string> defined(const TextSource &, llvm::StringRef formula,
                                          TextError &) {
  return (before + translated(formula) + after).str();
}

template <const llvm::StringLiteral &before, const llvm::StringLiteral &after>
static std::optional<WrittenText> written(llvm::StringRef definition) {
  if (definition.consume_front(before) && definition.consume_back(llvm::StringRef(after).rtrim()) &&
      definition.consume_front("(") && definition.consume_back(")"))
    return WrittenText{withWords(definition, kWordsBack), {}};
  return std::nullopt;
}

static constexpr TextKind kPlots[] = {{"polarplot2d_wf", "_formula", kOthers,
                                       defined<kBefore2D, kAfter2D>, written<kBefore2D, kAfter2D>},
                                      {"polarplot3d_wf", "_formula", kOthers,
                                       defined<kBefore3D, kAfter3D>, written<kBefore3D, kAfter3D>}};

llvm::ArrayRef<TextKind> formulaPlots() { return kPlots; }

} // namespace flame
