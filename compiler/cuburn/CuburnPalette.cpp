// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text is decoded after joining its strings, and written in strings of 64 characters.

#include "compiler/cuburn/CuburnPalette.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Base64.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace flame {

static constexpr llvm::StringLiteral kEncoding = "rgb8";
static constexpr size_t kBytes = size_t(3) * kPaletteSize, kLineLength = 64;

using Elements = llvm::ArrayRef<const JsonValue *>;

/// `elements` are the encoding's name and the text; `list` is the list that contains them.
static std::optional<Palette> decode(Diagnostics &diags, const CuburnEntry &entry,
                                     const JsonValue &list, Elements elements) {
  auto isString = [](const JsonValue *value) { return value->kind == JsonValue::Kind::String; };
  if (elements.empty() || !llvm::all_of(elements, isString))
    return cuburnError(diags, entry, "must be a list of strings: 'rgb8' and base64 text", &list);
  if (elements[0]->text != kEncoding)
    return cuburnError(diags, entry, "must be encoded as 'rgb8', got " + quoted(elements[0]->text),
                       elements[0]);
  std::string text;
  for (const JsonValue *chunk : elements.drop_front())
    text += chunk->text;
  std::vector<char> bytes;
  if (llvm::Error error = llvm::decodeBase64(text, bytes)) {
    llvm::consumeError(std::move(error));
    return cuburnError(diags, entry, "is not valid base64 text", &list);
  }
  if (bytes.size() != kBytes)
    return cuburnError(diags, entry,
                       "must have " + llvm::Twine(kBytes) + " bytes of colours, got " +
                           llvm::Twine(bytes.size()),
                       &list);
  Palette palette;
  auto component = [&](size_t i) { return static_cast<unsigned char>(bytes[i]) / 255.0; };
  for (size_t i = 0; i < kPaletteSize; ++i)
    palette[i] = {component(3 * i), component(3 * i + 1), component(3 * i + 2), 1};
  return palette;
}

std::optional<Palette> readCuburnPalette(Diagnostics &diags, const CuburnEntry &entry) {
  if (entry.value->kind != JsonValue::Kind::Array)
    return cuburnError(diags, entry, "must be a list of strings: 'rgb8' and base64 text");
  return decode(diags, entry, *entry.value, entry.value->elements());
}

bool readTimedCuburnPalettes(Diagnostics &diags, const CuburnEntry &entry,
                             std::vector<TimedPalette> &palettes) {
  auto isList = [](const JsonValue *value) {
    return value->kind == JsonValue::Kind::Array && value->extent > 1;
  };
  auto elements = entry.value->elements();
  if (entry.value->kind != JsonValue::Kind::Array || !llvm::all_of(elements, isList)) {
    cuburnError(diags, entry,
                "must be a list of palettes, each of which is a list: a time, 'rgb8', base64 text")
        .ignore();
    return false;
  }
  bool good = true;
  for (const JsonValue *element : elements) {
    auto pair = element->elements();
    std::optional<double> time = readCuburnNumber(diags, entry, *pair[0], {0, 1});
    std::optional<Palette> palette = decode(diags, entry, *element, Elements(pair).drop_front());
    good &= time && palette;
    if (time && palette)
      palettes.emplace_back(*time, *palette);
  }
  return good;
}

void tidyPalettes(std::vector<TimedPalette> &palettes) {
  std::map<double, Palette> sorted;
  for (const auto &[time, palette] : palettes)
    sorted[time] = palette;
  std::vector<TimedPalette> kept;
  for (const auto &[time, colors] : sorted) {
    const size_t count = kept.size();
    if (count >= 2 && kept[count - 1].second == colors && kept[count - 2].second == colors)
      kept.pop_back();
    kept.emplace_back(time, colors);
  }
  if (kept.size() == 2 && kept[0].second == kept[1].second)
    kept.pop_back();
  palettes = std::move(kept);
}

std::vector<std::string> encodeCuburnPalette(const Palette &palette) {
  std::string bytes;
  for (const PaletteColor &color : palette)
    for (double component : {color.red, color.green, color.blue})
      bytes += static_cast<char>(std::lround(std::clamp(component, 0.0, 1.0) * 255));
  std::string text = llvm::encodeBase64(bytes);
  std::vector<std::string> strings = {kEncoding.str()};
  for (size_t at = 0; at < text.size(); at += kLineLength)
    strings.push_back(text.substr(at, kLineLength));
  return strings;
}

} // namespace flame
