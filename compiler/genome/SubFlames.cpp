// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JWildfire's subflame_wf: the points of another flame, turned, scaled and moved. Its weight counts for nothing.

#include "compiler/genome/TextKinds.h"

#include "llvm/ADT/StringExtras.h"

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
static constexpr llvm::StringLiteral kColor = "color' = color\n", kFlame = "flame ";

/// Other files, and what belongs to them.
static constexpr llvm::StringLiteral kOthers[] = {"_color_mode",           "_flame_filename",
                                                  "_flame_is_sequence",    "_flame_sequence_start",
                                                  "_flame_sequence_end",   "_flame_sequence_repeat",
                                                  "_flame_sequence_digits"};

/// The element `flame` of `text`, which may stand behind the head of a file.
static llvm::StringRef elementOf(llvm::StringRef text) {
  constexpr llvm::StringLiteral kBegin("<flame "), kEnd("</flame>");
  const size_t begin = text.find(kBegin), end = text.find(kEnd);
  return begin < end && end != llvm::StringRef::npos ? text.slice(begin, end + kEnd.size())
                                                     : llvm::StringRef();
}

static std::optional<std::string> define(const TextSource &source, llvm::StringRef text,
                                         TextError &error) {
  const llvm::StringRef flame = elementOf(text);
  if (flame.empty()) {
    error = {"it has no element 'flame'", ""};
    return std::nullopt;
  }
  double mode = -1;
  source.attribute("_color_mode").getAsDouble(mode);
  if (mode != 0 && mode != -1) {
    error = {"its 'color_mode' asks for colours of its own palette",
             "0 takes the places of its colours in the palette of the outer flame, -1 leaves "
             "colours alone"};
    return std::nullopt;
  }
  return (kBefore + (mode == 0 ? kColor : llvm::StringLiteral("")) + kFlame + flame).str();
}

static std::optional<WrittenText> write(llvm::StringRef definition) {
  if (!definition.consume_front(kBefore))
    return std::nullopt;
  const bool setsColor = definition.consume_front(kColor);
  if (!definition.consume_front(kFlame))
    return std::nullopt;
  return WrittenText{definition.str(), {{"_color_mode", setsColor ? "0" : "-1"}}};
}

static constexpr TextKind kKinds[] = {{"subflame_wf", "_flame", kOthers, define, write}};

llvm::ArrayRef<TextKind> subFlames() { return kKinds; }

} // namespace flame
