// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire's subflame_wf: the points of another flame, rotated, scaled and moved. Its weight has
// no effect.

#include "compiler/genome/TextKinds.h"
#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

namespace flame {

static constexpr llvm::StringLiteral kBefore = R"( "the points of another flame"
param scale = 1 "size of the other flame"
param angle = 0 "how far it is turned, degrees"
param offset_x = 0 "where its origin is"
param offset_y = 0 "the same"
param offset_z = 0 "the same"
param colorscale_z = 0 "how far its colours lift it"
let turn = angle * pi / 180
x' = scale * (x * cos(turn) - y * sin(turn)) + offset_x
y' = scale * (x * sin(turn) + y * cos(turn)) + offset_y
z' = scale * z + offset_z + colorscale_z * color
)";
static constexpr llvm::StringLiteral kColor = "color' = color\n", kFlame = "flame ",
                                     kMode = "# color_mode ";
/// The palette index of a colour, as in JWildfire.
static constexpr llvm::StringLiteral kPaletteIndex = "(254 * color + 0.5)";

namespace {
/// A `color_mode` that looks up colours, with weights for red, green and blue. Palettes have
/// 200/256 of their colours there.
struct LevelMode {
  int number;
  double red, green, blue;
};
} // namespace

static constexpr int kShown = -2, kNone = -1, kIndices = 0;
static constexpr double kShare = 200.0 / 256;
static constexpr LevelMode kLevelModes[] = {
    {1, 1, 0, 0}, {2, 0, 1, 0}, {3, 0, 0, 1}, {4, 0.299, 0.588, 0.113}};

/// Attributes for other files.
static constexpr llvm::StringLiteral kOthers[] = {"_color_mode",           "_flame_filename",
                                                  "_flame_is_sequence",    "_flame_sequence_start",
                                                  "_flame_sequence_end",   "_flame_sequence_repeat",
                                                  "_flame_sequence_digits"};

/// The `flame` element of `text`, which may follow a file header.
static llvm::StringRef elementOf(llvm::StringRef text) {
  constexpr llvm::StringLiteral kBegin("<flame "), kEnd("</flame>");
  const size_t begin = text.find(kBegin), end = text.find(kEnd);
  return begin < end && end != llvm::StringRef::npos ? text.slice(begin, end + kEnd.size())
                                                     : llvm::StringRef();
}

/// A table of `value` over the colours of `palette`.
static std::string tableOf(llvm::StringRef name, const Palette &palette,
                           llvm::function_ref<double(const PaletteColor &)> value) {
  std::string text = ("table " + name + " = ").str();
  llvm::interleave(
      palette,
      [&](const PaletteColor &color) { text += spellNumber(std::round(value(color) * 1e6) / 1e6); },
      [&] { text += ", "; });
  return text + "\n";
}

/// The colour part of a definition.
static std::optional<std::string> colorsOf(int mode, const TextSource &source,
                                           llvm::StringRef flame) {
  if (mode == kNone)
    return "";
  if (mode == kIndices)
    return kColor.str();
  const auto *level =
      llvm::find_if(kLevelModes, [&](const LevelMode &row) { return row.number == mode; });
  if (level == std::end(kLevelModes) && mode != kShown)
    return std::nullopt;
  // An invalid flame is reported later.
  const Palette palette = source.innerPalette(flame).value_or(Palette());
  std::string text = kMode.str() + std::to_string(mode) + "\n";
  if (mode != kShown)
    return text +
           tableOf("levels", palette,
                   [&](const PaletteColor &color) {
                     return kShare * (level->red * color.red + level->green * color.green +
                                      level->blue * color.blue);
                   }) +
           "color' = levels" + kPaletteIndex.str() + "\n";
  text += tableOf("reds", palette, [](const PaletteColor &color) { return color.red; });
  text += tableOf("greens", palette, [](const PaletteColor &color) { return color.green; });
  text += tableOf("blues", palette, [](const PaletteColor &color) { return color.blue; });
  for (llvm::StringRef channel : {"red", "green", "blue"})
    text += (channel + "' = " + channel + "s" + kPaletteIndex + "\n").str();
  return text;
}

static std::optional<std::string> define(const TextSource &source, llvm::StringRef text,
                                         TextError &error) {
  const llvm::StringRef flame = elementOf(text);
  if (flame.empty()) {
    error = {"it has no element 'flame'", ""};
    return std::nullopt;
  }
  double mode = kNone;
  source.attribute("_color_mode").getAsDouble(mode);
  const std::optional<std::string> colors =
      colorsOf(static_cast<int>(std::rint(std::clamp(mode, -9.0, 9.0))), source, flame);
  if (!colors) {
    error = {"its 'color_mode' is none of -2 to 4", "-1 leaves colours alone"};
    return std::nullopt;
  }
  return (kBefore + *colors + kFlame + flame).str();
}

static std::optional<WrittenText> write(llvm::StringRef definition) {
  if (!definition.consume_front(kBefore))
    return std::nullopt;
  std::string mode = std::to_string(definition.consume_front(kColor) ? kIndices : kNone);
  if (definition.consume_front(kMode)) {
    mode = definition.split('\n').first.str();
    definition = definition.drop_front(definition.find(("\n" + kFlame).str()) + 1);
  }
  if (!definition.consume_front(kFlame))
    return std::nullopt;
  return WrittenText{definition.str(), {{"_color_mode", mode}}};
}

static constexpr TextKind kKinds[] = {{"subflame_wf", "_flame", kOthers, define, write}};

llvm::ArrayRef<TextKind> subFlames() { return kKinds; }

} // namespace flame
