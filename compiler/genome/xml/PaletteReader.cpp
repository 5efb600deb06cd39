// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colours are stored premultiplied by alpha. Exception: a hexadecimal block with format="RGBA" is
// stored unmultiplied, as in flam3, because pictures of such flames depend on it.

#include "compiler/genome/xml/PaletteReader.h"

#include "compiler/genome/xml/GradientFile.h"

#include "compiler/genome/Hsv.h"
#include "compiler/genome/PaletteLibrary.h"
#include "compiler/text/NumberParsing.h"
#include "compiler/text/SourceFile.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

namespace flame {

//===-- colour models -------------------------------------------------------------------------===//

static PaletteColor turnHue(const PaletteColor &color, double turns) {
  if (turns == 0)
    return color;
  Hsv hsv = toHsv(color);
  hsv.hue += 6 * turns;
  return toRgb(hsv, color.alpha);
}

//===-- <color> -------------------------------------------------------------------------------===//

void readColorElement(ReaderContext &context, const XmlElement &element, PaletteEntries &entries) {
  int index = -1;
  double rgba[4] = {0, 0, 0, 255};
  bool hasColor = false;
  for (const XmlAttribute &attribute : element.attributes) {
    if (attribute.name == "index") {
      readInteger(context, attribute, index, 0, kPaletteSize - 1);
    } else if (attribute.name == "rgb") {
      readNumbers(context, attribute, llvm::MutableArrayRef(rgba, 3));
      hasColor = true;
    } else if (attribute.name == "rgba") {
      readNumbers(context, attribute, rgba);
      hasColor = true;
    } else if (attribute.name == "a") {
      readNumber(context, attribute, rgba[3]);
    } else {
      context
          .reject(attribute.nameRange,
                  "expected 'index', 'rgb', 'rgba' or 'a', got " + quoted(attribute.name))
          .ignore();
    }
  }
  if (!element.find("index"))
    context.reject(element.nameRange, "'color' needs an 'index' from 0 to 255").ignore();
  if (!hasColor)
    context.reject(element.nameRange, "'color' needs an 'rgb' or 'rgba' value").ignore();
  if (index < 0 || !hasColor)
    return;
  for (double &component : rgba)
    component = std::clamp(component / 255, 0.0, 1.0);
  double alpha = rgba[3];
  entries.set(index, {rgba[0] * alpha, rgba[1] * alpha, rgba[2] * alpha, alpha});
}

//===-- hexadecimal blocks --------------------------------------------------------------------===//

namespace {
/// A text of hexadecimal digits, and the mapping of its pieces to source ranges.
struct HexText {
  llvm::StringRef digits;
  llvm::function_ref<llvm::SMRange(llvm::StringRef)> rangeOf;
};
} // namespace

/// Reads `count` groups of `width` bytes, with blanks between groups. Failure has been reported.
static std::optional<std::vector<unsigned char>> readHex(ReaderContext &context, HexText text,
                                                         unsigned count, unsigned width) {
  std::vector<unsigned char> bytes;
  llvm::StringRef rest = text.digits;
  for (unsigned entry = 0; entry < count; ++entry) {
    rest = rest.drop_while(isBlank);
    for (unsigned digit = 0; digit < 2 * width; ++digit) {
      if (rest.empty())
        return context.reject(text.rangeOf(rest), "expected " + llvm::Twine(count) +
                                                      " colours, the block ends after " +
                                                      llvm::Twine(entry));
      unsigned value = llvm::hexDigitValue(rest.front());
      if (value > 15)
        return context.reject(text.rangeOf(rest.take_front(1)),
                              "expected a hexadecimal digit of colour " + llvm::Twine(entry) +
                                  ", got " + quoted(rest.take_front(1)));
      if (digit % 2 == 0)
        bytes.push_back(value << 4);
      else
        bytes.back() |= value;
      rest = rest.drop_front();
    }
  }
  rest = rest.trim();
  if (!rest.empty())
    return context.reject(text.rangeOf(rest.take_until(isBlank)),
                          "expected nothing after colour " + llvm::Twine(count - 1) + ", got " +
                              quoted(rest.take_until(isBlank)));
  return bytes;
}

static void storeOpaque(llvm::ArrayRef<unsigned char> bytes, unsigned width, unsigned first,
                        PaletteEntries &entries) {
  for (unsigned i = 0; i < bytes.size() / width; ++i) {
    const unsigned char *rgb = bytes.data() + size_t(i) * width + first;
    entries.set(i, {rgb[0] / 255.0, rgb[1] / 255.0, rgb[2] / 255.0, 1});
  }
}

void readColorsElement(ReaderContext &context, const XmlElement &element, PaletteEntries &entries) {
  int count = kPaletteSize;
  for (const XmlAttribute &attribute : element.attributes)
    if (attribute.name == "count")
      readInteger(context, attribute, count, 1, kPaletteSize);
    else if (attribute.name != "data")
      context
          .reject(attribute.nameRange, "expected 'count' or 'data', got " + quoted(attribute.name))
          .ignore();
  const XmlAttribute *data = element.find("data");
  if (!data)
    return context.reject(element.nameRange, "'colors' needs 'data'").ignore();
  auto rangeOf = [&](llvm::StringRef piece) { return data->rangeOf(piece); };
  if (auto bytes = readHex(context, {data->value, rangeOf}, count, 4))
    storeOpaque(*bytes, 4, 1, entries);
}

/// Resamples a palette of `count` colours to the usual number by interpolation.
static std::vector<unsigned char> resampled(llvm::ArrayRef<unsigned char> bytes, unsigned width,
                                            unsigned count) {
  std::vector<unsigned char> result;
  for (unsigned entry = 0; entry < kPaletteSize; ++entry) {
    const double position = double(entry) * (count - 1) / (kPaletteSize - 1);
    const auto below = static_cast<unsigned>(position);
    const unsigned above = std::min(below + 1, count - 1);
    for (unsigned i = 0; i < width; ++i) {
      const double from = bytes[below * width + i], to = bytes[above * width + i];
      result.push_back(
          static_cast<unsigned char>(std::lround(from + (position - below) * (to - from))));
    }
  }
  return result;
}

static void readHexPalette(ReaderContext &context, const XmlElement &element,
                           PaletteEntries &entries) {
  constexpr int kMostColors = 4096; // Fractorium's have up to 1024
  int count = kPaletteSize;
  std::optional<unsigned> format;
  static constexpr llvm::StringLiteral formats[] = {"RGB", "RGBA"};
  for (const XmlAttribute &attribute : element.attributes)
    if (attribute.name == "count")
      readInteger(context, attribute, count, 1, kMostColors);
    else if (attribute.name == "format")
      format = llvm::is_contained(formats, attribute.value)
                   ? std::optional<unsigned>(attribute.value == formats[1])
                   : context.reject(valueRange(attribute), "expected " + listKeywords(formats) +
                                                               ", got " + quoted(attribute.value));
    else
      context
          .reject(attribute.nameRange,
                  "expected 'count' or 'format', got " + quoted(attribute.name))
          .ignore();
  if (!element.find("format"))
    context.reject(element.nameRange, "'palette' needs a 'format', 'RGB' or 'RGBA'").ignore();
  if (!format)
    return;

  // If nothing needs decoding, reads the text in place, so that messages can point at a wrong
  // digit.
  bool plain = element.content.find_first_of("<&") == llvm::StringRef::npos;
  std::string decoded = plain ? std::string() : XmlDocument::text(element);
  auto rangeOf = [&](llvm::StringRef piece) {
    return plain ? llvm::SMRange(llvm::SMLoc::getFromPointer(piece.begin()),
                                 llvm::SMLoc::getFromPointer(piece.end()))
                 : element.nameRange;
  };
  HexText text = {plain ? element.content : llvm::StringRef(decoded), rangeOf};
  unsigned width = *format == 0 ? 3 : 4;
  auto bytes = readHex(context, text, count, width);
  if (!bytes)
    return;
  if (count > int(kPaletteSize)) {
    bytes = resampled(*bytes, width, count);
    count = kPaletteSize;
  }
  storeOpaque(*bytes, width, 0, entries);
  for (int i = 0; width == 4 && i < count; ++i)
    entries.colors[i].alpha = (*bytes)[4 * i + 3] / 255.0;
}

//===-- the library ---------------------------------------------------------------------------===//

/// Opens the library on first use and fills paletteLibrary or gradients. Failure has been reported,
/// at every use.
static bool openLibrary(ReaderContext &context, llvm::SMRange range) {
  const std::string &path = context.options.paletteLibrary;
  if (!context.triedPaletteLibrary && !path.empty()) {
    context.triedPaletteLibrary = true;
    llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer = readSource(path);
    if (!buffer) {
      context.diags
          .errorInFile(path,
                       "cannot read the palette library: " + llvm::toString(buffer.takeError()))
          .ignore();
    } else {
      unsigned id = context.diags.sources().AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
      const llvm::StringRef text = context.diags.sources().getMemoryBuffer(id)->getBuffer();
      if (text.ltrim().starts_with("<"))
        context.paletteLibrary = XmlDocument::parse(id, context.diags);
      else
        context.gradients = readGradients(text, context.diags);
    }
  }
  if (context.paletteLibrary || context.gradients)
    return true;
  auto report = context.fail(range, "the colours are in a palette library, which is not at hand");
  if (path.empty())
    report.note(kPaletteLibraryRemedy);
  return false;
}

std::optional<Palette> libraryPalette(ReaderContext &context, llvm::SMRange range, int number,
                                      double hue) {
  if (!openLibrary(context, range))
    return std::nullopt;
  if (context.gradients && number >= 0 && size_t(number) < context.gradients->size()) {
    Palette palette = (*context.gradients)[number];
    for (PaletteColor &color : palette)
      color = turnHue(color, hue);
    return palette;
  }
  llvm::ArrayRef<XmlElement> elements;
  if (context.paletteLibrary)
    elements = context.paletteLibrary->elements();
  for (const XmlElement &element : elements) {
    const XmlAttribute *label = element.find("number"), *data = element.find("data");
    if (element.name != "palette" || !label || !data || parseInteger(label->value) != number)
      continue;
    auto rangeOf = [&](llvm::StringRef piece) { return data->rangeOf(piece); };
    auto bytes = readHex(context, {data->value, rangeOf}, kPaletteSize, 4);
    if (!bytes)
      return std::nullopt;
    PaletteEntries entries;
    storeOpaque(*bytes, 4, 1, entries);
    for (PaletteColor &color : entries.colors)
      color = turnHue(color, hue);
    return entries.colors;
  }
  context.diags
      .warning(Warning::MissingPalette, range,
               "the palette library has no palette " + llvm::Twine(number) + "; using white")
      .ignore();
  Palette white;
  white.fill({1, 1, 1, 1});
  return white;
}

/// Blends `a` and `b`; hue takes the shorter way around.
static Palette blendPalettes(const Palette &a, const Palette &b, double share) {
  auto mix = [&](double from, double to) { return from * (1 - share) + to * share; };
  Palette result;
  for (unsigned i = 0; i < kPaletteSize; ++i) {
    Hsv first = toHsv(a[i]), second = toHsv(b[i]);
    first.hue = nearestHue(first.hue, second.hue);
    Hsv mixed = {mix(first.hue, second.hue), mix(first.saturation, second.saturation),
                 mix(first.value, second.value)};
    result[i] = toRgb(mixed, mix(a[i].alpha, b[i].alpha));
  }
  return result;
}

static void readBlendedPalette(ReaderContext &context, const XmlElement &element,
                               PaletteEntries &entries) {
  static constexpr int kRandom = -1;
  int index[2] = {kRandom, kRandom};
  double hue[2] = {0, 0}, blend = 0.5;
  for (const XmlAttribute &attribute : element.attributes)
    if (attribute.name == "index0" || attribute.name == "index1")
      readInteger(context, attribute, index[attribute.name.back() - '0'], kRandom, 1 << 20);
    else if (attribute.name == "hue0" || attribute.name == "hue1")
      readNumber(context, attribute, hue[attribute.name.back() - '0']);
    else if (attribute.name == "blend")
      readNumber(context, attribute, blend, {0, 1});
    else
      context
          .reject(attribute.nameRange,
                  "expected 'index0', 'index1', 'hue0', 'hue1' or 'blend', got " +
                      quoted(attribute.name))
          .ignore();
  if (index[0] == kRandom || index[1] == kRandom)
    return context
        .reject(element.nameRange, "a palette chosen at random would differ from run to run")
        .note("give both 'index0' and 'index1'")
        .ignore();
  std::optional<Palette> first = libraryPalette(context, element.nameRange, index[0], hue[0]);
  if (!first)
    return;
  std::optional<Palette> second = libraryPalette(context, element.nameRange, index[1], hue[1]);
  if (!second)
    return;
  entries.colors = blendPalettes(*first, *second, blend);
  entries.defined.set();
}

void readPaletteElement(ReaderContext &context, const XmlElement &element,
                        PaletteEntries &entries) {
  static constexpr llvm::StringLiteral legacy[] = {"index0", "index1", "hue0", "hue1", "blend"};
  bool isBlend = llvm::any_of(element.attributes, [](const XmlAttribute &attribute) {
    return llvm::is_contained(legacy, attribute.name);
  });
  if (isBlend)
    readBlendedPalette(context, element, entries);
  else
    readHexPalette(context, element, entries);
}

//===-- gaps ----------------------------------------------------------------------------------===//

void fillGaps(PaletteEntries &entries) {
  if (entries.defined.none() || entries.defined.all())
    return;
  constexpr unsigned size = kPaletteSize;
  for (unsigned i = 0; i < size; ++i) {
    if (entries.defined[i])
      continue;
    unsigned left = 1, right = 1;
    while (!entries.defined[(i + size - left) % size])
      ++left;
    while (!entries.defined[(i + right) % size])
      ++right;
    const PaletteColor &a = entries.colors[(i + size - left) % size];
    const PaletteColor &b = entries.colors[(i + right) % size];
    double share = static_cast<double>(left) / (left + right);
    auto mix = [&](double from, double to) { return from * (1 - share) + to * share; };
    entries.colors[i] = {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue),
                         mix(a.alpha, b.alpha)};
  }
}

} // namespace flame
