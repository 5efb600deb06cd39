// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a gradient, the lines `index=N color=C` between `gradient:` and the next section or `}` count.
// Indices run from 0 to 399 around the gradient; colours are blue * 65536 + green * 256 + red. A
// map has red, green and blue of one entry per line, followed by an optional comment.

#include "compiler/genome/xml/GradientFile.h"

#include "compiler/genome/xml/PaletteReader.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

namespace flame {

static constexpr double kLastIndex = 399;

static llvm::SMRange rangeOf(llvm::StringRef piece) {
  return {llvm::SMLoc::getFromPointer(piece.begin()), llvm::SMLoc::getFromPointer(piece.end())};
}

static PaletteColor colorOf(unsigned red, unsigned green, unsigned blue) {
  return {red / 255.0, green / 255.0, blue / 255.0, 1};
}

/// Parses `word` as a number up to `maximum`. Failure has been reported.
static std::optional<unsigned> readCount(llvm::StringRef word, unsigned maximum,
                                         llvm::StringRef what, Diagnostics &diags) {
  unsigned value = 0;
  if (!word.getAsInteger(10, value) && value <= maximum)
    return value;
  diags
      .error(rangeOf(word), "expected " + what + ", a number up to " + llvm::Twine(maximum) +
                                ", got '" + word + "'")
      .ignore();
  return std::nullopt;
}

/// Reads the gradient from the lines of `text`.
static std::optional<Palette> readGradient(llvm::StringRef text, Diagnostics &diags) {
  PaletteEntries entries;
  double index = 0;
  for (llvm::StringRef rest = text.ltrim(); !rest.empty(); rest = rest.ltrim()) {
    llvm::StringRef word = rest.take_until([](char c) { return llvm::isSpace(c); });
    rest = rest.drop_front(word.size());
    if (word.consume_front("index=")) {
      int position = 0; // some files exceed the ends
      if (word.getAsInteger(10, position)) {
        diags.error(rangeOf(word), "expected an index, a whole number, got '" + word + "'")
            .ignore();
        return std::nullopt;
      }
      index = std::clamp(double(position), 0.0, kLastIndex);
    } else if (word.consume_front("color=")) {
      const std::optional<unsigned> color = readCount(word, 0xffffff, "a colour", diags);
      if (!color)
        return std::nullopt;
      entries.set(unsigned(std::lround(index * (kPaletteSize - 1) / kLastIndex)),
                  colorOf(*color & 0xff, *color >> 8 & 0xff, *color >> 16));
    }
  }
  if (entries.defined.none()) {
    diags.error(rangeOf(text.take_front(1)), "the gradient has no colours").ignore();
    return std::nullopt;
  }
  fillGaps(entries);
  return entries.colors;
}

/// Reads a map. One with fewer entries than a palette is stretched.
static std::optional<Palette> readMap(llvm::StringRef text, Diagnostics &diags) {
  std::vector<PaletteColor> colors;
  for (llvm::StringRef rest = text; !rest.empty() && colors.size() < kPaletteSize;) {
    llvm::StringRef line;
    std::tie(line, rest) = rest.split('\n');
    llvm::SmallVector<llvm::StringRef, 8> words;
    llvm::SplitString(line, words);
    if (words.empty())
      continue;
    if (words.size() < 3) {
      diags.error(rangeOf(words[0]), "expected red, green and blue of an entry").ignore();
      return std::nullopt;
    }
    unsigned levels[3];
    for (unsigned i = 0; i < 3; ++i) {
      const std::optional<unsigned> level = readCount(words[i], 255, "a level", diags);
      if (!level)
        return std::nullopt;
      levels[i] = *level;
    }
    colors.push_back(colorOf(levels[0], levels[1], levels[2]));
  }
  PaletteEntries entries;
  for (size_t i = 0; i < colors.size(); ++i)
    entries.set(unsigned(colors.size() == 1 ? 0 : i * (kPaletteSize - 1) / (colors.size() - 1)),
                colors[i]);
  fillGaps(entries);
  return entries.colors;
}

std::optional<std::vector<Palette>> readGradients(llvm::StringRef text, Diagnostics &diags) {
  constexpr llvm::StringLiteral kSection("gradient:");
  std::vector<Palette> palettes;
  if (!text.contains(kSection)) {
    if (text.trim().empty()) {
      diags.error(rangeOf(text.take_front(1)), "the palette library is empty").ignore();
      return std::nullopt;
    }
    const std::optional<Palette> map = readMap(text, diags);
    return map ? std::optional(std::vector{*map}) : std::nullopt;
  }
  for (size_t at = text.find(kSection); at != llvm::StringRef::npos; at = text.find(kSection)) {
    text = text.drop_front(at + kSection.size());
    const std::optional<Palette> palette =
        readGradient(text.take_front(std::min(text.find('}'), text.find("opacity:"))), diags);
    if (!palette)
      return std::nullopt;
    palettes.push_back(*palette);
  }
  return palettes;
}

} // namespace flame
