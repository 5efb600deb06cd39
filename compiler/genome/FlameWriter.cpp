// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes attributes even at their default value, because defaults differ between programs. Avoids
// attributes unknown to flam3 unless the genome needs them.

#include "compiler/genome/FlameWriter.h"

#include "compiler/genome/GenomeAttributes.h"
#include "compiler/genome/UserVariations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <cstdlib>

namespace flame {

//===-- xforms --------------------------------------------------------------------------------===//

VariationSpelling::VariationSpelling(llvm::StringRef name, bool isPreOnly,
                                     VariationUse::Phase phase, unsigned repeat, bool adds)
    : base(name) {
  if (repeat)
    number = "#" + std::to_string(repeat) + "#";
  if (adds) // its priority gives the place
    addsAt = phase == VariationUse::Pre ? -1 : 1;
  else if (!isPreOnly && phase != VariationUse::Normal)
    prefix = phase == VariationUse::Pre ? "pre_" : "post_";
}

std::string VariationSpelling::param(llvm::StringRef name) const {
  llvm::StringRef rest = name;
  return prefix + (rest.consume_front(base) ? base + number + rest.str() : name.str());
}

std::optional<std::pair<std::string, int>> VariationSpelling::priority() const {
  if (!addsAt)
    return std::nullopt;
  return std::pair(base + number + "_fx_priority", addsAt);
}

/// Skips parameters with `neutral` values, but always names the variation so that its weight is
/// found.
static void addVariations(XmlTag &tag, llvm::ArrayRef<VariationUse> uses) {
  for (const VariationUse &use : uses) {
    const VariationSpelling spelling(use);
    tag.add(spelling.weight(), use.weight);
    for (auto [param, value] : llvm::zip(use.info->params, use.params))
      tag.add(spelling.param(param.name), value);
    for (auto [param, intensity] : llvm::zip(use.info->params, use.byField))
      if (intensity != 0)
        tag.add(spelling.param(param.name) + "_by_field", intensity);
    if (auto priority = spelling.priority())
      tag.add(priority->first, priority->second);
  }
}

static std::string writeMotion(const Motion &motion, UsesWriter addUses) {
  XmlTag tag(3, "motion");
  tag.add("motion_frequency", motion.frequency);
  tag.addKeyword("motion_function", motion.function, motionFunctionKeywords());
  const std::pair<llvm::StringRef, double> amplitudes[] = {{"weight", motion.weight},
                                                           {"color", motion.color},
                                                           {"color_speed", motion.colorSpeed},
                                                           {"animate", motion.animate},
                                                           {"opacity", motion.opacity}};
  for (auto [name, amplitude] : amplitudes)
    if (amplitude != 0)
      tag.add(name, amplitude);
  addUses(tag, motion.variations);
  if (!(motion.coefs == Affine::zero()))
    tag.addAffine("coefs", motion.coefs);
  if (!(motion.post == Affine::zero()))
    tag.addAffine("post", motion.post);
  return tag.empty();
}

std::string writeXform(const Xform &xform, bool isFinal,
                       llvm::function_ref<void(XmlTag &)> addColors, UsesWriter addUses) {
  constexpr llvm::StringLiteral kNames[] = {"xform", "finalxform"};
  XmlTag tag(1, kNames[isFinal]);
  tag.addText("name", xform.name);
  if (!isFinal)
    tag.add("weight", xform.weight);
  addColors(tag);
  addUses(tag, xform.variations);
  tag.addAffine("coefs", xform.coefs);
  if (xform.post)
    tag.addAffine("post", *xform.post);
  for (auto [name, plane] : kPlanes)
    if (const std::optional<Affine> &affine = xform.*plane)
      tag.addAffine(name, *affine);
  if (!xform.chaos.empty())
    tag.add("chaos", llvm::ArrayRef(xform.chaos));
  tag.add("opacity", xform.opacity);
  if (xform.motions.empty())
    return tag.empty();
  std::string text = tag.open();
  for (const Motion &motion : xform.motions)
    text += writeMotion(motion, addUses);
  return text + "  </" + kNames[isFinal].str() + ">\n";
}

static std::string writeXform(const Xform &xform, bool isFinal) {
  auto addColors = [&](XmlTag &tag) {
    tag.add("color", xform.color).add("color_speed", xform.colorSpeed);
    tag.add("animate", xform.animate);
    if (xform.directColor != 1) // unknown to flam3
      tag.add("var_color", xform.directColor);
  };
  return writeXform(xform, isFinal, addColors, addVariations);
}

/// The number of xforms that the symmetry element expands to.
static size_t symmetryCount(const Genome &genome) {
  const int kind = genome.symmetry;
  return kind == 0 || kind == 1 ? 0 : static_cast<size_t>(std::abs(kind)) - (kind > 0 ? 1 : 0);
}

/// True if the genome's symmetry xforms equal those that the element would expand to.
static bool canWriteSymmetry(const Genome &genome) {
  auto isMade = [](const Xform &xform) { return xform.fromSymmetry; };
  auto first = llvm::find_if(genome.xforms, isMade);
  const auto count = static_cast<size_t>(llvm::count_if(genome.xforms, isMade));
  auto isUntouched = [&](const Xform &xform) { return isMade(xform) && xform.opacity == 1; };
  return count > 0 && count == symmetryCount(genome) &&
         std::all_of(first, first + count, isUntouched);
}

static std::string writeXforms(const Genome &genome) {
  const bool hasSymmetry = canWriteSymmetry(genome);
  bool isWritten = false;
  std::string text;
  for (const Xform &xform : genome.xforms) {
    if (!hasSymmetry || !xform.fromSymmetry)
      text += writeXform(xform, /*isFinal=*/false);
    else if (!std::exchange(isWritten, true))
      text += XmlTag(1, "symmetry").add("kind", genome.symmetry).empty();
  }
  if (genome.finalXform)
    text += writeXform(*genome.finalXform, /*isFinal=*/true);
  for (const Xform &xform : genome.laterFinals)
    text += writeXform(xform, /*isFinal=*/true);
  return text;
}

//===-- colours -------------------------------------------------------------------------------===//

/// The byte that reads as `component`; nothing if there is none.
static std::optional<unsigned> byteOf(double component) {
  const double byte = std::round(component * 255);
  if (byte < 0 || byte > 255 || byte / 255 != component)
    return std::nullopt;
  return static_cast<unsigned>(byte);
}

/// A number that reads as `component` together with `alpha`; the closest one if rounding rules out
/// an exact one.
static double unreadComponent(double component, double alpha) {
  constexpr int kTries = 8;
  if (alpha == 0)
    return 0;
  const double guess = component / alpha * 255;
  double low = guess, high = guess;
  for (double exact : {std::round(guess), guess})
    if (exact / 255 * alpha == component)
      return exact;
  for (int i = 0; i < kTries; ++i) {
    low = std::nextafter(low, 0.0);
    high = std::nextafter(high, 256.0);
    for (double candidate : {low, high})
      if (candidate / 255 * alpha == component)
        return candidate;
  }
  return guess;
}

/// Writes a block of hexadecimal digits, which is not multiplied by alpha. Nothing if a colour is
/// not a whole byte.
static std::optional<std::string> writeTranslucentBytes(const Palette &palette) {
  std::string digits;
  for (const PaletteColor &color : palette) {
    if (&color != &palette.front() && (&color - palette.data()) % 8 == 0)
      digits += "\n    ";
    for (double component : {color.red, color.green, color.blue, color.alpha}) {
      std::optional<unsigned> byte = byteOf(component);
      if (!byte)
        return std::nullopt;
      digits += llvm::hexdigit(*byte >> 4);
      digits += llvm::hexdigit(*byte & 15);
    }
  }
  return XmlTag(1, "palette").add("count", int(kPaletteSize)).add("format", "RGBA").open() +
         "    " + digits + "\n  </palette>\n";
}

std::string writePalette(const Palette &palette) {
  auto isNothing = [](const PaletteColor &color) { return color == PaletteColor(); };
  auto isOpaque = [](const PaletteColor &color) { return color.alpha == 1; };
  if (llvm::all_of(palette, isNothing))
    return {}; // as in a flame without colours
  if (!llvm::all_of(palette, isOpaque))
    if (std::optional<std::string> bytes = writeTranslucentBytes(palette))
      return *bytes;
  std::string text;
  for (auto [index, color] : llvm::enumerate(palette)) {
    const double alpha = unreadComponent(color.alpha, 1) / 255;
    auto unread = [&](double component) { return unreadComponent(component, alpha); };
    XmlTag tag(1, "color");
    tag.add("index", static_cast<int>(index));
    if (isOpaque(color))
      tag.add("rgb", {unread(color.red), unread(color.green), unread(color.blue)});
    else
      tag.add("rgba", {unread(color.red), unread(color.green), unread(color.blue), alpha * 255});
    text += tag.empty();
  }
  return text;
}

//===-- the flame -----------------------------------------------------------------------------===//

namespace {
/// Adds the attributes of settings to a tag.
struct SettingWriter {
  XmlTag &tag;

  void number(AttributeNames names, double value, Limits) { tag.add(*names.begin(), value); }
  void leadingNumber(AttributeNames names, double value, Limits limits) {
    number(names, value, limits);
  }
  void numberUnless(AttributeNames names, double value, Limits limits, double usual) {
    if (value != usual)
      number(names, value, limits);
  }
  void count(AttributeNames names, int value, unsigned) { tag.add(*names.begin(), value); }
  void pair(AttributeNames names, int first, int second, unsigned) {
    tag.add(*names.begin(), std::to_string(first) + " " + std::to_string(second));
  }
  void pair(AttributeNames names, double first, double second, Limits) {
    tag.add(*names.begin(), {first, second});
  }
  void points(AttributeNames names, const std::vector<double> &value) {
    if (!value.empty())
      tag.add(*names.begin(), llvm::ArrayRef<double>(value));
  }
  void color(AttributeNames names, const std::array<double, 3> &value) {
    tag.add(*names.begin(), llvm::ArrayRef<double>(value));
  }
  template <class Enum>
  void keyword(AttributeNames names, Enum value, llvm::ArrayRef<llvm::StringLiteral> keywords) {
    tag.addKeyword(*names.begin(), value, keywords);
  }
  template <class Enum>
  void keywordUnless(AttributeNames names, Enum value, llvm::ArrayRef<llvm::StringLiteral> keywords,
                     Enum usual) {
    if (value != usual)
      keyword(names, value, keywords);
  }
};
} // namespace

std::string writeFlame(const Genome &genome) {
  XmlTag tag(0, "flame");
  tag.addText("name", genome.name).add("time", genome.time);
  SettingWriter writer{tag};
  visitAttributes(writer, genome);
  tag.addText("nick", genome.nick).addText("url", genome.url);
  std::string text = tag.open() + definitionsElement(definitionsOf(genome)) + writeXforms(genome) +
                     writePalette(genome.palette);
  if (!genome.edit.empty())
    text += "  " + genome.edit + "\n";
  return text + "</flame>\n";
}

std::string writeFlames(llvm::ArrayRef<Genome> genomes) {
  if (genomes.size() == 1)
    return writeFlame(genomes.front());
  std::string text = "<flames>\n";
  for (const Genome &genome : genomes)
    text += writeFlame(genome);
  return text + "</flames>\n";
}

} // namespace flame
