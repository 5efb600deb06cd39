// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Setting attributes are read by their records; only a handful need code. Children are read in
// document order, because symmetry and default colours depend on the number of preceding xforms.

#include "compiler/genome/xml/FlameReader.h"

#include "compiler/genome/ChoiceTable.h"
#include "compiler/genome/Depth.h"
#include "compiler/genome/GenomeAttributes.h"
#include "compiler/genome/PaletteLibrary.h"
#include "compiler/genome/UserVariations.h"
#include "compiler/genome/VariationAttributes.h"
#include "compiler/genome/xml/DialectReader.h"
#include "compiler/genome/xml/InnerFlame.h"
#include "compiler/genome/xml/PaletteReader.h"
#include "compiler/genome/xml/XformReader.h"
#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>
#include <utility>

namespace flame {

namespace {
/// Reads the attributes and children of one element.
class FlameReader {
public:
  FlameReader(ReaderContext &context, const XmlDocument &document, const XmlElement &element)
      : context(context), document(document), element(element) {}

  Genome read();

private:
  void readAttribute(const XmlAttribute &attribute);
  bool readSpecialAttribute(const XmlAttribute &attribute);
  void readDefinitions();
  void readChild(const XmlElement &child);
  void readXformChild(const XmlElement &child);
  void readEdit(const XmlElement &edit);
  void lookUpPalette();
  void applySolo();
  void applyNowhere();
  void warnOfDarkness();
  void checkInnerFlames();

  ReaderContext &context;
  const XmlDocument &document;
  const XmlElement &element;
  Genome genome;
  PaletteEntries entries;
  const XmlAttribute *solo = nullptr;
  const XmlElement *finalElement = nullptr;
  bool isDefined = true; ///< all its `variations` elements could be read
};
} // namespace

static constexpr llvm::StringRef kKnownAttributes[] = {
    "name", "time", "hue", "palette", "soloxform", "nick", "url",
#define FLAME_ATTRIBUTE_NAMES
#include "compiler/genome/GenomeSettings.inc"
};

//===-- settings ------------------------------------------------------------------------------===//

namespace {
/// Reads one attribute into the setting of that name, if there is one.
class SettingReader {
public:
  SettingReader(ReaderContext &context, const XmlAttribute &attribute)
      : context(context), attribute(attribute) {}

  void number(AttributeNames names, double &value, Limits limits) {
    if (isFor(names))
      readNumber(context, attribute, value, limits);
  }
  void numberUnless(AttributeNames names, double &value, Limits limits, double) {
    number(names, value, limits);
  }
  void leadingNumber(AttributeNames names, double &value, Limits limits);
  void count(AttributeNames names, int &value, unsigned maximum) {
    if (isFor(names))
      readInteger(context, attribute, value, 1, static_cast<int>(maximum));
  }
  void pair(AttributeNames names, int &first, int &second, unsigned maximum);
  void pair(AttributeNames names, double &first, double &second, Limits limits);
  void color(AttributeNames names, std::array<double, 3> &value) {
    if (isFor(names))
      readNumbers(context, attribute, value);
  }
  void points(AttributeNames names, std::vector<double> &value);
  template <class Enum>
  void keyword(AttributeNames names, Enum &value, llvm::ArrayRef<llvm::StringLiteral> keywords) {
    if (!isFor(names))
      return;
    if (std::optional<unsigned> index = readKeyword(context, attribute, keywords))
      value = static_cast<Enum>(*index);
  }
  template <class Enum>
  void keywordUnless(AttributeNames names, Enum &value,
                     llvm::ArrayRef<llvm::StringLiteral> keywords, Enum) {
    keyword(names, value, keywords);
  }

private:
  bool isFor(AttributeNames names) const { return llvm::is_contained(names, attribute.name); }

  ReaderContext &context;
  const XmlAttribute &attribute;
};
} // namespace

/// flam3 reads it leniently, so any text may follow the number.
void SettingReader::leadingNumber(AttributeNames names, double &value, Limits limits) {
  if (!isFor(names))
    return;
  const double number = parseLeadingDouble(attribute.value);
  if (std::isfinite(number) && limits.complaint(number).empty())
    value = number;
  else
    readNumber(context, attribute, value, limits);
}

/// The size of a picture.
void SettingReader::pair(AttributeNames names, int &first, int &second, unsigned maximum) {
  if (!isFor(names))
    return;
  auto size = readNumberList(context, attribute, 2, 2, {1, static_cast<double>(maximum)});
  if (!size)
    return;
  double width = (*size)[0], height = (*size)[1];
  if (width != std::floor(width) || height != std::floor(height))
    return context
        .reject(valueRange(attribute),
                "'size' must be two integers, got " + quoted(attribute.value))
        .ignore();
  if (width * height > kMaxPixels)
    return context
        .reject(valueRange(attribute), "'size' must be at most 1e9 pixels, got " +
                                           llvm::Twine(static_cast<uint64_t>(width * height)))
        .note("give a smaller size here and the large one when rendering, in strips")
        .ignore();
  first = static_cast<int>(width);
  second = static_cast<int>(height);
}

/// Pairs of numbers.
void SettingReader::points(AttributeNames names, std::vector<double> &value) {
  if (!isFor(names))
    return;
  auto numbers = readNumberList(context, attribute, 0, kMaxCurveNumbers);
  if (numbers && numbers->size() % 2 != 0)
    context
        .reject(valueRange(attribute), quoted(attribute.name) + " must be pairs of numbers, got " +
                                           llvm::Twine(numbers->size()) + " numbers")
        .ignore();
  else if (numbers)
    value = std::move(*numbers);
}

void SettingReader::pair(AttributeNames names, double &first, double &second, Limits limits) {
  if (!isFor(names))
    return;
  double values[2] = {first, second};
  readNumbers(context, attribute, values, limits);
  first = values[0];
  second = values[1];
}

//===-- attributes ----------------------------------------------------------------------------===//

bool FlameReader::readSpecialAttribute(const XmlAttribute &attribute) {
  if (attribute.name == "name") {
    genome.name = attribute.value.str();
  } else if (attribute.name == "nick") {
    genome.nick = attribute.value.str();
  } else if (attribute.name == "url") {
    genome.url = attribute.value.str();
  } else if (attribute.name == "time") {
    readNumber(context, attribute, genome.time);
  } else if (attribute.name == "hue") {
    readNumber(context, attribute, genome.hue);
  } else if (attribute.name == "palette") {
    int index = -1;
    readInteger(context, attribute, index, -1, std::numeric_limits<int>::max());
    if (index >= 0)
      genome.paletteIndex = index;
  } else if (attribute.name == "soloxform") {
    solo = &attribute;
  } else {
    return false;
  }
  return true;
}

void FlameReader::readAttribute(const XmlAttribute &attribute) {
  genome.attributes.add(attribute.name, attribute.valueRange);
  if (readSpecialAttribute(attribute))
    return;
  SettingReader reader(context, attribute);
  visitAttributes(reader, genome);
}

//===-- children ------------------------------------------------------------------------------===//

void FlameReader::readXformChild(const XmlElement &child) {
  bool isFinal = child.name == "finalxform";
  // flam3 counts a preceding final xform when it alternates the default colours.
  size_t position = genome.xforms.size() + (genome.finalXform ? 1 : 0);
  Xform xform = readXform(context, document, child, isFinal, position % 2);
  if (!isFinal) {
    genome.xforms.push_back(std::move(xform));
    return;
  }
  if (finalElement && !context.dialect->hasSeveralFinals)
    return context.fail(child.nameRange, "a flame can have only one final xform")
        .note(finalElement->nameRange, "the first one is here")
        .ignore();
  if (std::exchange(finalElement, &child)) {
    if (genome.laterFinals.size() < kMaxXforms)
      genome.laterFinals.push_back(std::move(xform));
    return;
  }
  genome.finalXform = std::move(xform);
}

void FlameReader::readEdit(const XmlElement &edit) {
  genome.edit.assign(edit.range.Start.getPointer(), edit.range.End.getPointer());
  auto get = [&](llvm::StringRef name) {
    const XmlAttribute *attribute = edit.find(name);
    return attribute ? attribute->value.str() : std::string();
  };
  genome.date = get("date");
  if (genome.nick.empty())
    genome.nick = get("nick");
  if (genome.url.empty())
    genome.url = get("url");
}

/// Read before all other children, because all xforms may use them.
void FlameReader::readDefinitions() {
  context.variations = context.commonVariations;
  for (const XmlElement *child : document.children(element))
    if (child->name == "variations" &&
        !addDefinitionsOfElement(*child, context.diags, context.variations)) {
      context.failed = true;
      isDefined = false;
    }
}

void FlameReader::readChild(const XmlElement &child) {
  static constexpr llvm::StringRef known[] = {"xform",   "finalxform", "color", "colors",
                                              "palette", "symmetry",   "edit",  "variations"};
  if (child.name == "xform" || child.name == "finalxform")
    readXformChild(child);
  else if (child.name == "color")
    readColorElement(context, child, entries);
  else if (child.name == "colors")
    readColorsElement(context, child, entries);
  else if (child.name == "palette")
    readPaletteElement(context, child, entries);
  else if (child.name == "symmetry")
    readSymmetry(context, child, genome);
  else if (child.name == "edit")
    readEdit(child);
  else if (child.name != "variations") { // already read
    auto report = context.diags.warning(Warning::IgnoredElement, child.nameRange,
                                        "unknown element " + quoted(child.name) + " is ignored");
    if (std::optional<llvm::StringRef> close = closestWord(child.name, known))
      report.note("did you mean " + quoted(*close) + "?");
  }
}

//===-- the whole -----------------------------------------------------------------------------===//

void FlameReader::lookUpPalette() {
  if (!genome.paletteIndex) {
    fillGaps(entries);
    genome.palette = entries.colors;
    if (entries.defined.none() && !context.failed)
      context.diags
          .warning(Warning::MissingPalette, element.nameRange,
                   "the flame has no colours: the picture is its background")
          .note("add a 'palette' element")
          .ignore();
    return;
  }
  llvm::SMRange range = valueRange(*element.find("palette"));
  if (entries.defined.any() && context.options.paletteLibrary.empty()) {
    context.diags
        .warning(Warning::MissingPalette, range,
                 "no palette library is at hand; using the colours that the flame itself has")
        .note(kPaletteLibraryRemedy)
        .ignore();
    fillGaps(entries);
    genome.palette = entries.colors;
    return;
  }
  double turns = std::fmod(genome.hue, 1.0);
  if (auto palette = libraryPalette(context, range, *genome.paletteIndex, turns))
    genome.palette = *palette;
}

/// A camera with a NaN place or scale sees nothing. flam3 still renders such files: only the
/// background.
static bool isNowhere(const XmlAttribute &attribute) {
  if (attribute.name != "scale" && attribute.name != "center")
    return false;
  llvm::SmallVector<llvm::StringRef, 2> words;
  attribute.value.split(words, ' ', -1, /*KeepEmpty=*/false);
  return llvm::any_of(words, [](llvm::StringRef word) {
    const std::optional<double> value = parseDouble(word);
    return value && std::isnan(*value);
  });
}

/// Lenient replacement for a NaN camera: all xforms become invisible.
void FlameReader::applyNowhere() {
  const auto *found = llvm::find_if(element.attributes, isNowhere);
  if (!context.options.lenient || found == element.attributes.end())
    return;
  context.diags
      .warning(Warning::Lenient, valueRange(*found),
               "the camera sees nothing but the background, as in flam3")
      .ignore();
  for (Xform &xform : genome.xforms)
    xform.opacity = 0;
}

/// flam3 paints every hit pixel white, because the root of a negative number is NaN.
void FlameReader::warnOfDarkness() {
  const XmlAttribute *brightness = element.find("brightness");
  if (brightness && genome.brightness < 0)
    context.diags
        .warning(Warning::BlackPicture, valueRange(*brightness),
                 "a 'brightness' below 0 makes the picture black")
        .ignore();
}

/// An embedded flame must not embed others; this rules out recursion.
void FlameReader::checkInnerFlames() {
  auto [range, complaint] =
      context.options.isInner ? findInnerFlame(genome) : findBadInnerFlame(genome);
  if (!complaint.empty())
    context.fail(range, complaint).ignore();
}

void FlameReader::applySolo() {
  if (!solo)
    return;
  double index = -1;
  readNumber(context, *solo, index);
  if (index <= -1)
    return;
  auto shown = static_cast<size_t>(index);
  if (shown >= genome.xforms.size())
    return context
        .reject(valueRange(*solo), "there is no xform " + solo->value + "; the flame has " +
                                       llvm::Twine(genome.xforms.size()))
        .note("xforms are counted from 0")
        .ignore();
  for (auto [position, xform] : llvm::enumerate(genome.xforms))
    if (position != shown)
      xform.opacity = 0;
}

Genome FlameReader::read() {
  genome.loc = element.nameRange.Start;
  genome.range = element.nameRange;
  if (element.attributes.empty())
    context.fail(element.nameRange, "'flame' has no attributes")
        .note("it needs at least a 'size'")
        .ignore();
  beginDialect(context, element, genome);
  for (const XmlAttribute &attribute : element.attributes)
    readAttribute(attribute);
  finishDialect(context, element, genome);
  context.preservesZ = genome.preserveZ != 0;
  const bool isClean = context.options.compatibility == Compatibility::Clean;
  if ((isClean || context.dialect->namesKernels) && !context.dialect->usesGradients)
    genome.filterShape = keywordOfKernel(genome.filterShape);
  reportForeignAttributes(context, element, kKnownAttributes);

  readDefinitions();
  for (const XmlElement *child : document.children(element)) {
    if (genome.xforms.size() > kMaxXforms) {
      context
          .fail(child->nameRange, "a flame can have at most " + llvm::Twine(kMaxXforms) + " xforms")
          .ignore();
      return std::move(genome);
    }
    readChild(*child);
  }
  lookUpPalette();
  applySolo();
  applyNowhere();
  warnOfDarkness();
  if (!context.options.isInner)
    applyPostSymmetry(context, element, genome);
  keepDisplayColors(context, genome);
  followColorAdjust(context, genome);
  decideDepth(context, genome);
  checkInnerFlames();
  if (!isDefined) // names may refer to definitions that failed
    context.unsupported.clear();
  return std::move(genome);
}

std::optional<Genome> readFlame(ReaderContext &context, const XmlDocument &document,
                                const XmlElement &element) {
  context.failed = false;
  Genome genome = FlameReader(context, document, element).read();
  reportUnsupported(context);
  checkGenome(context, genome);
  if (context.failed)
    return std::nullopt;
  if (const unsigned entries = context.dialect->choiceEntries)
    roundToTable(genome, entries);
  return genome;
}

} // namespace flame
