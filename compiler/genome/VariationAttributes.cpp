// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two names of one variation in the same xform (`linear` and `linear3D`) add up, since the programs
// that have both apply both. An attribute nobody knows but whose value is zero is no error: other
// programs write the parameters of their third dimension that way.

#include "compiler/genome/VariationAttributes.h"

#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

namespace flame {

/// How many variations flam3 has; its legacy attributes number them.
static constexpr unsigned kFlam3Variations = 99;

static std::optional<VariationName> resolvePlain(llvm::StringRef name, VariationUse::Place place) {
  if (const VariationInfo *info = findVariation(name))
    return VariationName{info, place, std::nullopt};
  if (auto param = findVariationParam(name))
    return VariationName{param->first, place, param->second};
  return std::nullopt;
}

std::optional<VariationName> resolveVariationName(llvm::StringRef name) {
  if (auto plain = resolvePlain(name, VariationUse::Normal)) {
    if (plain->info->preOnly)
      plain->place = VariationUse::Pre;
    return plain;
  }
  std::optional<VariationName> prefixed;
  if (llvm::StringRef base = name; base.consume_front_insensitive("pre_"))
    prefixed = resolvePlain(base, VariationUse::Pre);
  else if (base.consume_front_insensitive("post_"))
    prefixed = resolvePlain(base, VariationUse::Post);
  if (prefixed && prefixed->info->preOnly)
    return std::nullopt;
  return prefixed;
}

VariationUse &VariationAttributes::find(const VariationInfo &info, VariationUse::Place place,
                                        llvm::SMRange range) {
  for (VariationUse &use : uses)
    if (use.info == &info && use.place == place)
      return use;
  VariationUse &use = uses.emplace_back();
  weightGiven.push_back(false);
  use.info = &info;
  use.place = place;
  use.range = range;
  for (const VariationParam &param : info.params)
    use.params.push_back(amplitudes ? 0 : param.defaultValue);
  return use;
}

void VariationAttributes::setWeight(const VariationInfo &info, VariationUse::Place place,
                                    double weight, llvm::SMRange range) {
  VariationUse &use = find(info, place, range);
  size_t index = &use - uses.data();
  use.weight = weightGiven[index] ? use.weight + weight : weight;
  if (!weightGiven[index])
    use.range = range;
  weightGiven[index] = true;
}

void VariationAttributes::addParam(const XmlAttribute &attribute, const VariationInfo &info,
                                   VariationUse::Place place, unsigned param) {
  double &target = find(info, place, attribute.nameRange).params[param];
  readNumber(context, attribute, target);
  const VariationParam &limits = info.params[param];
  double clamped = std::clamp(target, limits.minimum, limits.maximum);
  if (amplitudes || clamped == target)
    return;
  llvm::StringRef limit = clamped < target ? "maximum " : "minimum ";
  context.diags
      .warning(Warning::ParameterRange, valueRange(attribute),
               quoted(attribute.name) + " is clamped to its " + limit + spellNumber(clamped))
      .ignore();
  target = clamped;
}

/// `julian_fx_priority="-1"` is JWildfire's way to write a pre variation, 1 that of a post variation.
bool VariationAttributes::addPriority(const XmlAttribute &attribute) {
  llvm::StringRef name = attribute.name;
  if (!name.consume_back("_fx_priority"))
    return false;
  std::optional<VariationName> variation = resolveVariationName(name);
  if (!variation || variation->param)
    return false;
  int priority = 0;
  readInteger(context, attribute, priority, -1, 1);
  if (priority != 0 && variation->place == VariationUse::Normal)
    moved.emplace_back(variation->info, priority < 0 ? VariationUse::Pre : VariationUse::Post);
  return true;
}

void VariationAttributes::add(const XmlAttribute &attribute) {
  if (addPriority(attribute))
    return;
  std::optional<VariationName> name = resolveVariationName(attribute.name);
  if (!name) {
    unknown.push_back(&attribute);
    return;
  }
  if (name->param)
    return addParam(attribute, *name->info, name->place, *name->param);
  double weight = 0;
  readNumber(context, attribute, weight);
  if (name->info->zOnly && weight != 0)
    context.diags
        .remark("genome-reader", attribute.nameRange,
                quoted(attribute.name) + " changes only z, which a flame of the plane lacks: it "
                                         "does nothing")
        .ignore();
  setWeight(*name->info, name->place, weight, attribute.nameRange);
}

//===-- legacy lists --------------------------------------------------------------------------===//

void VariationAttributes::clearWeights() {
  for (VariationUse &use : uses)
    use.weight = 0;
  weightGiven.assign(uses.size(), false);
}

static VariationUse::Place legacyPlace(const VariationInfo &info) {
  return info.preOnly ? VariationUse::Pre : VariationUse::Normal;
}

void VariationAttributes::setOnly(const XmlAttribute &attribute) {
  int index = -1;
  readInteger(context, attribute, index, 0, kFlam3Variations - 1);
  if (index < 0)
    return;
  clearWeights();
  for (const VariationInfo &info : variationTable())
    if (info.index == static_cast<unsigned>(index))
      find(info, legacyPlace(info), attribute.nameRange).weight = 1;
}

void VariationAttributes::setWeights(const XmlAttribute &attribute) {
  auto weights = readNumberList(context, attribute, 1, kFlam3Variations);
  if (!weights)
    return;
  clearWeights();
  for (const VariationInfo &info : variationTable())
    if (info.index < weights->size() && (*weights)[info.index] != 0)
      find(info, legacyPlace(info), attribute.nameRange).weight = (*weights)[info.index];
}

//===-- unknown names -------------------------------------------------------------------------===//

static bool isAllZero(llvm::StringRef value) {
  llvm::SmallVector<llvm::StringRef, 8> words = splitWords(value);
  return !words.empty() &&
         llvm::all_of(words, [](llvm::StringRef word) { return parseDouble(word) == 0.0; });
}

/// The name that `word` most likely stands for; empty if none is close.
static std::string suggest(llvm::StringRef word, llvm::ArrayRef<llvm::StringRef> own) {
  std::vector<llvm::StringRef> names;
  for (const VariationInfo &info : variationTable()) {
    names.push_back(info.name);
    llvm::append_range(names, info.aliases);
    for (const VariationParam &param : info.params) {
      names.push_back(param.name);
      llvm::append_range(names, param.aliases);
    }
  }
  llvm::append_range(names, own);
  if (std::optional<llvm::StringRef> close = closestWord(word, names))
    return close->str();
  for (llvm::StringRef prefix : {"pre_", "post_"})
    if (llvm::StringRef base = word; base.consume_front_insensitive(prefix))
      if (std::optional<llvm::StringRef> close = closestWord(base, names))
        return (prefix + *close).str();
  return {};
}

const VariationInfo *VariationAttributes::ownerOf(llvm::StringRef name) const {
  const VariationInfo *owner = nullptr;
  for (size_t at = name.find('_'); at != llvm::StringRef::npos; at = name.find('_', at + 1)) {
    auto found = resolveVariationName(name.take_front(at));
    if (found && llvm::any_of(uses, [&](const VariationUse &use) {
          return use.info == found->info && use.place == found->place;
        }))
      owner = found->info;
  }
  return owner;
}

/// Variations of other programs that files of Electric Sheep have although the sheep were rendered
/// with flam3, which passes over them: without them the picture is the known one.
static bool isIgnoredInSheep(llvm::StringRef name) {
  static constexpr llvm::StringLiteral kNames[] = {"move", "move_x", "move_y"};
  return llvm::is_contained(kNames, name);
}

void VariationAttributes::collectOneUnknown(const XmlAttribute &attribute,
                                            llvm::ArrayRef<llvm::StringRef> own) {
  if (isAllZero(attribute.value))
    return context.diags
        .remark("genome-reader", attribute.nameRange,
                "unknown attribute " + quoted(attribute.name) + " is ignored; it is 0")
        .ignore();
  if (isIgnoredInSheep(attribute.name))
    return context.diags
        .warning(Warning::UnsupportedFeature, attribute.nameRange,
                 quoted(attribute.name) + " is ignored, as flam3 ignores it")
        .ignore();
  const VariationInfo *owner = ownerOf(attribute.name);
  std::string message =
      owner ? "variation " + quoted(owner->name) + " has no parameter " + quoted(attribute.name)
            : "unknown variation " + quoted(attribute.name);
  context.unsupported.push_back({&attribute, message, suggest(attribute.name, own)});
}

void VariationAttributes::finish(llvm::ArrayRef<llvm::StringRef> own) {
  for (auto [info, place] : moved)
    for (VariationUse &use : uses)
      if (use.info == info && use.place == VariationUse::Normal)
        use.place = place;
  for (const XmlAttribute *attribute : unknown) {
    bool isParamOfUnknown = llvm::any_of(unknown, [&](const XmlAttribute *other) {
      llvm::StringRef rest = attribute->name;
      return rest.consume_front(other->name) && rest.starts_with("_");
    });
    if (!isParamOfUnknown)
      collectOneUnknown(*attribute, own);
  }
}

/// "'a', 'b' and 'c'", each name once.
static std::string listNames(llvm::ArrayRef<Unsupported> items) {
  std::vector<llvm::StringRef> names;
  for (const Unsupported &item : items)
    if (!llvm::is_contained(names, item.attribute->name))
      names.push_back(item.attribute->name);
  std::string list;
  for (auto [index, name] : llvm::enumerate(names)) {
    if (index > 0)
      list += index + 1 < names.size() ? ", " : " and ";
    list += quoted(name);
  }
  return list;
}

void reportUnsupported(ReaderContext &context) {
  std::vector<Unsupported> items = std::exchange(context.unsupported, {});
  if (items.empty())
    return;
  bool several = llvm::any_of(items, [&](const Unsupported &item) {
    return item.attribute->name != items.front().attribute->name;
  });
  auto report = context.reject(items.front().attribute->nameRange,
                               several ? "the flame uses variations or parameters that do not "
                                         "exist here: " +
                                             listNames(items)
                                       : items.front().message);
  bool suggested = false;
  std::vector<llvm::StringRef> told;
  for (const Unsupported &item : items) {
    if (item.suggestion.empty() || llvm::is_contained(told, item.attribute->name))
      continue;
    told.push_back(item.attribute->name);
    suggested = true;
    std::string note = "did you mean " + quoted(item.suggestion) + "?";
    several ? report.note(item.attribute->nameRange, note) : report.note(note);
  }
  if ((several || !suggested) && !context.options.lenient)
    report.note("--lenient ignores what is not supported");
}

} // namespace flame
