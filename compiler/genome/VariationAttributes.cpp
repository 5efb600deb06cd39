// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two names of one variation in the same xform (`linear` and `linear3D`) add up, because programs
// with both apply both. An unknown attribute with value zero is not an error: other programs write
// unused 3D parameters in this way.

#include "compiler/genome/VariationAttributes.h"

#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace flame {

/// Number of flam3's variations; its legacy attributes use these indices.
static constexpr unsigned kFlam3Variations = 99;

static std::optional<VariationName> resolvePlain(llvm::StringRef name, VariationUse::Phase phase,
                                                 const VariationScope &scope) {
  if (const VariationInfo *info = scope.find(name))
    return VariationName{info, phase, std::nullopt};
  if (auto param = scope.findParam(name))
    return VariationName{param->first, phase, param->second};
  return std::nullopt;
}

/// Resolves a name without a repetition number.
static std::optional<VariationName> resolveUnnumbered(llvm::StringRef name,
                                                      const VariationScope &scope) {
  if (auto plain = resolvePlain(name, VariationUse::Normal, scope)) {
    if (plain->info->preOnly)
      plain->phase = VariationUse::Pre;
    return plain;
  }
  std::optional<VariationName> prefixed;
  if (llvm::StringRef base = name; base.consume_front_insensitive("pre_"))
    prefixed = resolvePlain(base, VariationUse::Pre, scope);
  else if (base.consume_front_insensitive("post_"))
    prefixed = resolvePlain(base, VariationUse::Post, scope);
  if (!prefixed)
    return std::nullopt;
  if (prefixed->info->preOnly)
    return std::nullopt;
  // An alias with a prefix may stand for a variation whose name contains it: pre_gaussian is
  // pre_blur.
  if (prefixed->phase == VariationUse::Pre && !prefixed->param)
    if (const VariationInfo *pre = findVariation("pre_" + prefixed->info->name.str()))
      return VariationName{pre, VariationUse::Pre, std::nullopt};
  return prefixed;
}

/// Removes "#1#" from "bubble#1#_x" and returns the number; 0 if there is none.
static unsigned takeRepeat(llvm::StringRef name, std::string &plain) {
  const auto [before, rest] = name.split('#');
  const auto [digits, after] = rest.split('#');
  unsigned repeat = 0;
  if (digits.getAsInteger(10, repeat) || digits.size() + before.size() + 2 > name.size())
    return 0;
  plain = (before + after).str();
  return repeat;
}

std::optional<VariationName> resolveVariationName(llvm::StringRef name,
                                                  const VariationScope &scope) {
  std::string plain = name.str();
  const unsigned repeat = takeRepeat(name, plain);
  std::optional<VariationName> resolved = resolveUnnumbered(plain, scope);
  if (resolved)
    resolved->repeat = repeat;
  return resolved;
}

std::optional<VariationName> VariationAttributes::resolve(llvm::StringRef name) const {
  if (std::optional<VariationName> found = texts.find(name))
    return found;
  for (const RenamedVariation &variation : context.dialect->renamed)
    for (llvm::StringRef form : {"", "pre_", "post_"}) {
      llvm::StringRef rest = name;
      if (rest.consume_front_insensitive(form) && rest.consume_front_insensitive(variation.there) &&
          (rest.empty() || rest.starts_with("_") || rest.starts_with("#")))
        if (auto renamed =
                resolveVariationName((form + variation.here + rest).str(), context.variations))
          return renamed;
    }
  return resolveVariationName(name, context.variations);
}

static bool isNamed(const VariationUse &use, const VariationName &name) {
  return use.info == name.info && use.phase == name.phase && use.repeat == name.repeat;
}

VariationUse &VariationAttributes::find(const VariationName &name, llvm::SMRange range) {
  for (VariationUse &use : uses)
    if (isNamed(use, name))
      return use;
  VariationUse &use = uses.emplace_back();
  weightGiven.push_back(false);
  use.info = name.info;
  use.phase = name.phase;
  use.repeat = name.repeat;
  use.range = range;
  for (const VariationParam &param : name.info->params)
    use.params.push_back(amplitudes ? 0 : param.defaultValue);
  return use;
}

void VariationAttributes::setWeight(const VariationName &name, double weight, llvm::SMRange range) {
  VariationUse &use = find(name, range);
  size_t index = &use - uses.data();
  use.weight = weightGiven[index] ? use.weight + weight : weight;
  if (!weightGiven[index])
    use.range = range;
  weightGiven[index] = true;
}

void VariationAttributes::addParam(const XmlAttribute &attribute, const VariationName &name) {
  double &target = find(name, attribute.nameRange).params[*name.param];
  readNumber(context, attribute, target);
  const VariationParam &limits = name.info->params[*name.param];
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

/// The priority of a variation without an explicit one.
static int defaultPriority(const VariationName &name) {
  return name.phase == VariationUse::Normal ? 0 : name.phase == VariationUse::Pre ? -1 : 1;
}

/// Handles `julian_fx_priority="-1"`. Priorities 2 (before) and -2 (after all others of their kind)
/// are rare and treated as -1 and 1.
bool VariationAttributes::addPriority(const XmlAttribute &attribute) {
  llvm::StringRef name = attribute.name;
  if (!name.consume_back("_fx_priority"))
    return false;
  std::optional<VariationName> variation = resolve(name);
  if (!variation || variation->param)
    return false;
  int value = defaultPriority(*variation);
  readInteger(context, attribute, value, -2, 2);
  if (std::abs(value) == 2)
    value = value == 2 ? -1 : 1;
  if (value != defaultPriority(*variation))
    priorities.push_back({*variation, value, attribute.nameRange});
  return true;
}

/// A normal variation moved out of the sum is added to the point there. A pre variation moved into
/// the sum changes a copy of the point that is never read.
void VariationAttributes::applyPriorities() {
  for (const Priority &priority : priorities)
    for (VariationUse &use : uses) {
      if (!isNamed(use, priority.name) || use.adds)
        continue;
      if (priority.name.phase == VariationUse::Pre && priority.value == 0) {
        if (use.weight != 0)
          context.diags
              .remark("genome-reader", priority.range,
                      "a pre variation at priority 0 does nothing, as in JWildfire")
              .ignore();
        use.weight = 0;
        continue;
      }
      use.adds = priority.name.phase == VariationUse::Normal;
      if (priority.value != 0) // a post variation within the sum sees the sum so far
        use.phase = priority.value < 0 ? VariationUse::Pre : VariationUse::Post;
    }
}

/// Handles `waffle_rotation_by_field="0.1"`: how strongly the parameter follows the weighting
/// field.
bool VariationAttributes::addByField(const XmlAttribute &attribute) {
  llvm::StringRef name = attribute.name;
  if (amplitudes || !name.consume_back("_by_field"))
    return false;
  const std::optional<VariationName> param = resolve(name);
  if (!param || !param->param)
    return false;
  double intensity = 0;
  readNumber(context, attribute, intensity);
  setByField(*param, intensity, attribute.nameRange);
  return true;
}

void VariationAttributes::setByField(const VariationName &param, double intensity,
                                     llvm::SMRange range) {
  VariationUse &use = find(param, range);
  use.byField.resize(use.params.size());
  use.byField[*param.param] = intensity;
}

VariationUse &VariationAttributes::addWeightingField(llvm::StringRef name, llvm::SMRange range) {
  VariationUse &use = find({findVariation(name), VariationUse::Pre, {}}, range);
  use.weight = 1;
  return use;
}

void VariationAttributes::add(const XmlAttribute &attribute) {
  if (addPriority(attribute) || addByField(attribute) || texts.isText(attribute.name))
    return;
  std::optional<VariationName> name = resolve(attribute.name);
  if (!name) {
    unknown.push_back(&attribute);
    return;
  }
  if (name->param)
    return addParam(attribute, *name);
  double weight = 0;
  readNumber(context, attribute, weight);
  setWeight(*name, weight, attribute.nameRange);
}

//===-- legacy lists --------------------------------------------------------------------------===//

void VariationAttributes::clearWeights() {
  for (VariationUse &use : uses)
    use.weight = 0;
  weightGiven.assign(uses.size(), false);
}

static VariationUse::Phase legacyPhase(const VariationInfo &info) {
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
      find({&info, legacyPhase(info), {}}, attribute.nameRange).weight = 1;
}

void VariationAttributes::setWeights(const XmlAttribute &attribute) {
  auto weights = readNumberList(context, attribute, 1, kFlam3Variations);
  if (!weights)
    return;
  clearWeights();
  for (const VariationInfo &info : variationTable())
    if (info.index < weights->size() && (*weights)[info.index] != 0)
      find({&info, legacyPhase(info), {}}, attribute.nameRange).weight = (*weights)[info.index];
}

//===-- unknown names -------------------------------------------------------------------------===//

static bool isAllZero(llvm::StringRef value) {
  llvm::SmallVector<llvm::StringRef, 8> words = splitWords(value);
  return !words.empty() &&
         llvm::all_of(words, [](llvm::StringRef word) { return parseDouble(word) == 0.0; });
}

/// The known name that `word` most likely misspells; empty if none is close.
static std::string suggest(llvm::StringRef word, llvm::ArrayRef<llvm::StringRef> reserved,
                           const VariationScope &scope) {
  std::vector<llvm::StringRef> names;
  auto addNames = [&](const VariationInfo &info) {
    names.push_back(info.name);
    llvm::append_range(names, info.aliases);
    for (const VariationParam &param : info.params) {
      names.push_back(param.name);
      llvm::append_range(names, param.aliases);
    }
  };
  llvm::for_each(variationTable(), addNames);
  for (const UserVariation *variation : scope.userDefined())
    addNames(variation->info());
  llvm::append_range(names, reserved);
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
    auto found = resolve(name.take_front(at));
    if (found && llvm::any_of(uses, [&](const VariationUse &use) {
          return use.info == found->info && use.phase == found->phase;
        }))
      owner = found->info;
  }
  return owner;
}

/// Variations of other programs in Electric Sheep files. The sheep were rendered with flam3, which
/// ignores them, so the familiar picture lacks them.
static bool isIgnoredInSheep(llvm::StringRef name) {
  static constexpr llvm::StringLiteral kNames[] = {"move", "move_x", "move_y"};
  return llvm::is_contained(kNames, name);
}

void VariationAttributes::collectOneUnknown(const XmlAttribute &attribute,
                                            llvm::ArrayRef<llvm::StringRef> reserved) {
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
  context.unsupported.push_back(
      {&attribute, message, suggest(attribute.name, reserved, context.variations)});
}

void VariationAttributes::finish(llvm::ArrayRef<llvm::StringRef> reserved) {
  applyPriorities();
  putFieldFirst(uses);
  for (VariationUse &use : uses) // variations that read the point before the sum add a part of it
    use.adds |= use.phase != VariationUse::Normal && use.info->usesOrigin;
  for (const XmlAttribute *attribute : unknown) {
    bool isParamOfUnknown = llvm::any_of(unknown, [&](const XmlAttribute *other) {
      llvm::StringRef rest = attribute->name;
      return rest.consume_front(other->name) && rest.starts_with("_");
    });
    if (!isParamOfUnknown)
      collectOneUnknown(*attribute, reserved);
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
