// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the values that FitToDialect has converted. Examines every setting: one that the program's
// files lack is lost if it differs from the default.

#include "compiler/genome/xml/DialectWriter.h"

#include "compiler/genome/FlameWriter.h"
#include "compiler/genome/GenomeAttributes.h"
#include "compiler/genome/TextVariations.h"
#include "compiler/genome/VariationAttributes.h"
#include "compiler/genome/XmlTag.h"
#include "compiler/genome/xml/DialectReader.h"
#include "compiler/genome/xml/FitToDialect.h"
#include "compiler/genome/xml/Mixer.h"
#include "compiler/genome/xml/WeightingFieldReader.h"
#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cassert>
#include <cmath>

namespace flame {

//===-- settings ------------------------------------------------------------------------------===//

namespace {
/// One attribute of a flame.
struct SettingText {
  llvm::StringLiteral name;
  std::string text;
};

/// All settings of a genome, including those that writers omit at their default.
struct SettingTexts {
  std::vector<SettingText> all;

  void add(AttributeNames names, std::string text) {
    all.push_back({*names.begin(), std::move(text)});
  }
  void number(AttributeNames names, double value, Limits) { add(names, spellNumber(value)); }
  void leadingNumber(AttributeNames names, double value, Limits) { add(names, spellNumber(value)); }
  void numberUnless(AttributeNames names, double value, Limits, double) {
    add(names, spellNumber(value));
  }
  void count(AttributeNames names, int value, unsigned) { add(names, std::to_string(value)); }
  void pair(AttributeNames names, int first, int second, unsigned) {
    add(names, std::to_string(first) + " " + std::to_string(second));
  }
  void pair(AttributeNames names, double first, double second, Limits) {
    add(names, spellNumbers({first, second}));
  }
  void points(AttributeNames names, const std::vector<double> &value) {
    add(names, spellNumbers(value));
  }
  void color(AttributeNames names, const std::array<double, 3> &value) {
    add(names, spellNumbers(value));
  }
  template <class Enum>
  void keyword(AttributeNames names, Enum value, llvm::ArrayRef<llvm::StringLiteral> keywords) {
    add(names, keywords[static_cast<unsigned>(value)].str());
  }
  template <class Enum>
  void keywordUnless(AttributeNames names, Enum value, llvm::ArrayRef<llvm::StringLiteral> keywords,
                     Enum) {
    keyword(names, value, keywords);
  }
};
} // namespace

static std::vector<SettingText> textsOf(const Genome &genome) {
  SettingTexts texts;
  visitAttributes(texts, genome);
  return std::move(texts.all);
}

/// Settings that affect only animations, not stills.
static constexpr llvm::StringLiteral kOfFilms[] = {
    "temporal_samples", "temporal_filter_type", "temporal_filter_width", "temporal_filter_exp",
    "interpolation",    "interpolation_type",   "palette_interpolation", "hsv_rgb_palette_blend"};
/// Settings that JWildfire expresses differently.
static constexpr llvm::StringLiteral kOfGradients[] = {
    "cam_fog_red", "cam_fog_green", "cam_fog_blue", "filter_shape", "palette_mode", "background"};

//===-- variations ----------------------------------------------------------------------------===//

namespace {
/// A variation in a program's words: `name` is the name of `info`, or the program's name for it.
struct ProgramVariation {
  const VariationInfo *info;
  std::string prefix, name;
  std::optional<int> priority;
};

/// Writes one flame.
class DialectWriter {
public:
  DialectWriter(const Genome &genome, const Dialect &dialect, const DialectWords &words,
                Diagnostics &diags)
      : dialect(dialect), words(words), losses(genome, dialect, diags),
        genome(fitToDialect(genome, dialect, words, losses)) {}

  std::string write();

private:
  void addSettings(XmlTag &tag);
  void addGradients(XmlTag &tag);
  std::string writeXform(const Xform &xform, bool isFinal);
  void addColors(XmlTag &tag, const Xform &xform, bool isFinal);
  void addVariations(XmlTag &tag, llvm::ArrayRef<VariationUse> uses);
  void addVariation(XmlTag &tag, const VariationUse &use);
  bool addText(XmlTag &tag, const VariationUse &use);
  void addField(XmlTag &tag, llvm::ArrayRef<VariationUse> uses);
  bool isWritten(const VariationUse &use);
  ProgramVariation translated(const VariationUse &use);
  void translateAdding(const VariationUse &use, ProgramVariation &result);
  void translateName(const VariationUse &use, ProgramVariation &result);
  std::string writeColors() const;

  const Dialect &dialect;
  const DialectWords &words;
  Losses losses;
  Genome genome;
};
} // namespace

/// True if the variation is the colour type CYCLIC.
static bool isCycle(const VariationUse &use) {
  return use.info->name == "cycle_color" && use.phase == VariationUse::Pre && use.weight == 1;
}

/// True if the variation is one of the colour types TARGET, TARGETG, DISTANCE and NONE.
static bool isDisplay(const VariationUse &use) {
  return use.info->displayOnly && use.phase == VariationUse::Pre && use.weight != 0;
}

/// Writes that colour type.
static void addDisplay(XmlTag &tag, const VariationUse &display, const Xform &xform) {
  constexpr double kEntries = 256, kColors = 254; // as in the reader
  const std::vector<double> &params = display.params;
  const bool isDistance = display.info->name == "show_place" && params[1] != 0;
  tag.add("color", isDistance ? (kEntries * params[0] - 0.5) / kColors : xform.color);
  if (display.info->name == "show_color") {
    tag.add("target_color", llvm::ArrayRef(params).take_front(3));
    tag.add("symmetry", 2 * params[3] - 1).add("color_type", "TARGET");
  } else if (params[2] == 1) {
    tag.add("symmetry", 1.0).add("color_type", "NONE");
  } else if (isDistance) {
    tag.add("symmetry", params[1] * kEntries / kColors - 1).add("color_type", "DISTANCE");
  } else {
    tag.add("symmetry", 1 - 2 * xform.colorSpeed).add("color_type", "TARGETG");
  }
}

/// Translates a variation that adds to the point: by a priority, implicitly, or not at all if the
/// program cannot.
void DialectWriter::translateAdding(const VariationUse &use, ProgramVariation &result) {
  const bool addsAnyway = use.info->usesOrigin || use.info->generator;
  if (!use.adds || use.phase == VariationUse::Normal)
    return;
  if (addsAnyway && words.knows(*use.info, result.prefix))
    return;
  if (words.hasRepeats) {
    result.priority = use.phase == VariationUse::Pre ? -1 : 1;
    result.prefix.clear();
  } else if (!addsAnyway) {
    losses.add(use.range, quoted(use.info->name) + " as a variation that adds to the point");
  }
}

/// True if the logarithm has its natural base.
static bool isNatural(const VariationUse &use) {
  return llvm::all_of(llvm::zip(use.info->params, use.params), [](const auto &pair) {
    return std::get<1>(pair) == std::get<0>(pair).defaultValue;
  });
}

/// Some programs use one name for different variations.
void DialectWriter::translateName(const VariationUse &use, ProgramVariation &result) {
  const llvm::StringRef plain = result.info->name;
  const std::string ours = result.prefix + plain.str();
  for (const RenamedVariation &row : dialect.renamed)
    if (row.here == ours || row.here == plain) {
      result.name = row.there;
      if (row.here == ours)
        result.prefix.clear();
      return;
    }
  for (const RenamedVariation &row : dialect.renamed)
    if (row.there == plain && plain != "log")
      losses.add(use.range, quoted(ours) + ": it is another variation there");
  for (const Dialect &other : dialectTable())
    for (const RenamedVariation &row : other.renamed) {
      if (row.here != ours && row.here != plain)
        continue;
      const std::optional<VariationName> stand = resolveVariationName(row.there);
      assert(stand && "the variation of another program");
      if (result.info->name != "logb" || !isNatural(use))
        losses.add(use.range, quoted(row.there) + " as " + other.program + " has it");
      result.info = stand->info;
      result.name = stand->info->name.str();
      if (stand->info->preOnly)
        result.prefix.clear();
      return;
    }
}

ProgramVariation DialectWriter::translated(const VariationUse &use) {
  ProgramVariation result{use.info, "", use.info->name.str(), std::nullopt};
  if (!use.info->preOnly && use.phase != VariationUse::Normal)
    result.prefix = use.phase == VariationUse::Pre ? "pre_" : "post_";
  translateAdding(use, result);
  translateName(use, result);
  const bool isRenamed = result.name != result.info->name;
  if (isRenamed ? !words.hasForm(result.prefix, result.name)
                : !words.knows(*result.info, result.prefix))
    losses.add(use.range, "the variation " + quoted(result.prefix + result.name));
  return result;
}

void DialectWriter::addVariation(XmlTag &tag, const VariationUse &use) {
  const ProgramVariation variation = translated(use);
  const std::string number =
      use.repeat == 0 ? std::string() : "#" + std::to_string(use.repeat) + "#";
  const std::string name = words.spelled(variation.name);
  const bool isNumbered = !number.empty() || variation.name != variation.info->name;
  tag.add(variation.prefix + name + number, use.weight);
  for (auto [param, value] : llvm::zip(use.info->params, use.params)) {
    llvm::StringRef rest = param.name;
    const bool hasName = rest.consume_front(use.info->name);
    const std::string ours = hasName ? variation.info->name.str() + rest.str() : param.name.str();
    if (variation.info == use.info || findVariationParam(ours))
      tag.add(variation.prefix +
                  (hasName && isNumbered ? name + number + rest.str() : words.spelled(ours)),
              value);
  }
  if (variation.priority)
    tag.add(name + number + "_fx_priority", *variation.priority);
}

/// Writes a JWildfire text variation, which the reader turned into a user-defined one. Returns
/// false if `use` is not such a variation.
bool DialectWriter::addText(XmlTag &tag, const VariationUse &use) {
  static constexpr llvm::StringLiteral kForms[] = {"pre_", "", "post_"};
  const std::optional<VariationText> found = textOf(*use.info);
  if (!found || !words.hasTexts || use.repeat != 0 || use.adds)
    return false;
  const std::string name = (kForms[use.phase] + found->kind->name).str();
  tag.add(name, use.weight);
  for (auto [param, value] : llvm::zip(use.info->params, use.params))
    tag.add(name + "_" + param.shortName.str(), value);
  for (const auto &[end, value] : found->text.others)
    tag.add(name + end.str(), value);
  tag.add(name + found->kind->attribute.str(), llvm::toHex(found->text.text, /*LowerCase=*/true));
  return true;
}

/// True if the program can express `use`.
bool DialectWriter::isWritten(const VariationUse &use) {
  if (use.info->isField ||
      (words.hasColorType && (isCycle(use) || isDisplay(use) || use.info->adjustsColor)))
    return false; // written as xform attributes
  if (use.info->user) {
    losses.add(use.range, "the variation " + quoted(use.info->name) + ", which the flame defines");
    return false;
  }
  if (use.weight == 0 && !use.info->setsColor && !words.hasMotion)
    return false;
  if (use.repeat == 0 || words.hasRepeats)
    return true;
  losses.add(use.range, "the variation " + quoted(use.info->name) + " more than once in an xform");
  return false; // '#' is not valid in XML names
}

/// Writes the weighting field, if the program can express it for these variations.
void DialectWriter::addField(XmlTag &tag, llvm::ArrayRef<VariationUse> uses) {
  const auto *field =
      llvm::find_if(uses, [](const VariationUse &use) { return use.info->isField; });
  if (field == uses.end() || field->weight == 0)
    return;
  if (words.hasWeightingFields && canWriteWeightingField(dialect, uses))
    writeWeightingField(tag, uses);
  else
    losses.add(field->range, "a weighting field");
}

void DialectWriter::addVariations(XmlTag &tag, llvm::ArrayRef<VariationUse> uses) {
  addField(tag, uses);
  for (const VariationUse &use : uses)
    if (!addText(tag, use) && isWritten(use))
      addVariation(tag, use);
}

//===-- xforms --------------------------------------------------------------------------------===//

/// Writes the colour adjustments, in pairs with their speeds.
static void addColorAdjust(XmlTag &tag, const Xform &xform) {
  for (const VariationUse &use : xform.variations)
    if (use.info->adjustsColor)
      for (auto [param, value] : llvm::zip(use.info->params, use.params))
        tag.add("mod_" + param.shortName.str(), value);
}

void DialectWriter::addColors(XmlTag &tag, const Xform &xform, bool isFinal) {
  if (words.hasColorType)
    addColorAdjust(tag, xform);
  const auto display = llvm::find_if(xform.variations, isDisplay);
  if (words.hasColorType && display != xform.variations.end())
    return addDisplay(tag, *display, xform);
  tag.add("color", xform.color);
  const auto cycle = llvm::find_if(xform.variations, isCycle);
  if (words.hasColorType && cycle != xform.variations.end()) {
    tag.add("symmetry", cycle->params.front()).add("color_type", "CYCLIC");
    return;
  }
  if (words.hasSymmetry)
    tag.add("symmetry", 1 - 2 * xform.colorSpeed);
  else
    tag.add("color_speed", xform.colorSpeed).add("animate", xform.animate);
  const bool isNone = xform.colorSpeed == 0 && xform.directColor == 0;
  if (words.hasColorType && (isFinal || isNone))
    tag.add("color_type", isNone ? "NONE" : "DIFFUSION");
  if (words.hasDirectColor)
    tag.add("var_color", xform.directColor);
}

std::string DialectWriter::writeXform(const Xform &xform, bool isFinal) {
  return flame::writeXform(
      xform, isFinal, [&](XmlTag &tag) { addColors(tag, xform, isFinal); },
      [&](XmlTag &tag, llvm::ArrayRef<VariationUse> uses) { addVariations(tag, uses); });
}

//===-- the flame -----------------------------------------------------------------------------===//

/// JWildfire's attributes for filters and backgrounds, and the places of zoom and focus.
void DialectWriter::addGradients(XmlTag &tag) {
  const bool isMitchell = genome.filterShape == FilterShape::MitchellSmooth;
  tag.add("filter_type", isMitchell ? "GLOBAL_SHARPENING" : "GLOBAL_SMOOTHING");
  const llvm::StringRef kernel =
      filterShapeKeywords()[unsigned(kernelOfKeyword(genome.filterShape))];
  tag.add("filter_kernel", kernel.upper());
  tag.add("smooth_gradient", int(genome.paletteMode == PaletteMode::Linear));
  tag.add("background_type", "GRADIENT_2X2_C");
  for (const char *corner : {"ul", "ur", "ll", "lr", "cc"})
    tag.add(std::string("background_") + corner, llvm::ArrayRef<double>(genome.background));
  tag.add("cam_zoom", 1).add("new_dof", int(genome.camFocus == FocusShape::Point));
  if (genome.camFog != 0)
    tag.add("cam_zdimcolor",
            llvm::ArrayRef<double>{genome.camFogRed, genome.camFogGreen, genome.camFogBlue});
  if (genome.motionBlurLength != 0)
    tag.add("motion_blur_decay", 0); // included in the white level
  writeMixer(tag, genome);
}

void DialectWriter::addSettings(XmlTag &tag) {
  Genome usual = usualGenome(dialect);
  const bool isPoint = dialect.rollsAboutOrigin && genome.camFocus == FocusShape::Point;
  if (isPoint)
    usual.camFocus = FocusShape::Point; // expressed differently
  for (auto [setting, usually] : llvm::zip(textsOf(genome), textsOf(usual))) {
    if (dialect.usesGradients &&
        (llvm::is_contained(kOfGradients, setting.name) || isMixerSetting(setting.name)))
      continue;
    const std::optional<llvm::StringRef> name = words.setting(setting.name);
    if (name && !setting.text.empty())
      tag.add(*name, setting.text);
    else if (!name && setting.text != usually.text && !llvm::is_contained(kOfFilms, setting.name))
      losses.add(setting.name, quoted(setting.name) + ", which is " + setting.text);
  }
  if (dialect.usesGradients)
    addGradients(tag);
}

/// Bytes in hexadecimal digits, as all programs except flam3 write them.
std::string DialectWriter::writeColors() const {
  constexpr unsigned kPerLine = 8, kLevels = 255;
  if (words.hasAlpha)
    return writePalette(genome.palette);
  if (llvm::all_of(genome.palette, [](const PaletteColor &c) { return c == PaletteColor(); }))
    return {};
  std::string text =
      XmlTag(1, "palette").add("count", int(kPaletteSize)).add("format", "RGB").open();
  for (auto [index, color] : llvm::enumerate(genome.palette)) {
    text += index % kPerLine == 0 ? "    " : "";
    for (double channel : {color.red, color.green, color.blue}) {
      const auto level = static_cast<unsigned>(std::lround(channel * kLevels));
      text += llvm::hexdigit(level >> 4);
      text += llvm::hexdigit(level & 15);
    }
    text += index % kPerLine == kPerLine - 1 ? "\n" : "";
  }
  return text + "  </palette>\n";
}

std::string DialectWriter::write() {
  XmlTag tag(0, "flame");
  tag.add("version", words.version).addText("name", genome.name);
  if (words.hasMotion)
    tag.add("time", genome.time);
  addSettings(tag);
  if (dialect.hasSpace && !dialect.usesGradients)
    tag.add("new_linear", 1);
  tag.addText("nick", genome.nick).addText("url", genome.url);
  std::string text = tag.open();
  for (const Xform &xform : genome.xforms)
    text += writeXform(xform, /*isFinal=*/false);
  if (genome.finalXform)
    text += writeXform(*genome.finalXform, /*isFinal=*/true);
  for (const Xform &xform : genome.laterFinals)
    text += writeXform(xform, /*isFinal=*/true);
  text += writeColors();
  if (words.hasMotion && !genome.edit.empty())
    text += "  " + genome.edit + "\n";
  return text + "</flame>\n";
}

std::string writeFlameFor(llvm::StringRef dialect, const Genome &genome, Diagnostics &diags) {
  const Dialect *found = findDialect(dialect);
  const DialectWords *words = findWords(dialect);
  assert(found && words && "the option was checked");
  return DialectWriter(genome, *found, *words, diags).write();
}

std::string writeFlamesFor(llvm::StringRef dialect, llvm::ArrayRef<Genome> genomes,
                           Diagnostics &diags) {
  if (genomes.size() == 1)
    return writeFlameFor(dialect, genomes.front(), diags);
  std::string text = "<flames>\n";
  for (const Genome &genome : genomes)
    text += writeFlameFor(dialect, genome, diags);
  return text + "</flames>\n";
}

} // namespace flame
