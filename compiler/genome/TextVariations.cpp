// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compiler/genome/TextVariations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace flame {

/// Prefixes of variation names, by phase.
static constexpr std::pair<llvm::StringLiteral, VariationUse::Phase> kForms[] = {
    {"", VariationUse::Normal}, {"pre_", VariationUse::Pre}, {"post_", VariationUse::Post}};

static llvm::SmallVector<const TextKind *> allKinds() {
  llvm::SmallVector<const TextKind *> kinds;
  for (llvm::ArrayRef<TextKind> some :
       {formulaPlots(), formulaFractals(), subFlames(), customFormulas()})
    for (const TextKind &kind : some)
      kinds.push_back(&kind);
  return kinds;
}

/// Defines the variation under a name that is unique in the flame. Null, and `error`, if the text
/// is invalid.
static const UserVariation *define(const TextKind &kind, llvm::StringRef definition,
                                   VariationScope &scope, DefinitionError &error) {
  for (unsigned number = 1;; ++number) {
    std::string text = ("variation " + kind.name).str();
    if (number > 1)
      text += "_" + std::to_string(number);
    text += definition;
    const auto made = readUserVariations(llvm::StringRef(text).rtrim(), error);
    if (!made || !scope.add(*made->front()))
      return made ? made->front() : nullptr;
  }
}

/// Removes and returns the repetition number at the start of "#1#..."; 0 if there is none.
static unsigned takeRepeat(llvm::StringRef &rest) {
  unsigned repeat = 0;
  llvm::StringRef after = rest;
  if (after.consume_front("#") && !after.consumeInteger(10, repeat) && after.consume_front("#"))
    rest = after;
  return repeat;
}

TextVariations::TextVariations(ReaderContext &context, const XmlElement &element) {
  for (const TextKind *kind : allKinds())
    for (const XmlAttribute &attribute : element.attributes)
      for (const auto &[form, phase] : kForms) {
        llvm::StringRef rest = attribute.name;
        if (!rest.consume_front_insensitive(form) || !rest.consume_front_insensitive(kind->name))
          continue;
        const unsigned repeat = takeRepeat(rest);
        if (!rest.equals_insensitive(kind->attribute))
          continue;
        const std::string name = attribute.name.drop_back(rest.size()).str();
        add(context, element, attribute, *kind, {name, kind, {nullptr, phase, {}, repeat}});
      }
}

void TextVariations::add(ReaderContext &context, const XmlElement &element,
                         const XmlAttribute &attribute, const TextKind &kind, Found found) {
  if (const VariationInfo *defined = context.variations.find(kind.name);
      // A user's own definition of that name takes precedence.
      defined && defined->user && !textOf(*defined)) {
    found.meaning.info = defined;
    all.push_back(std::move(found));
    return;
  }
  const std::string what = kind.attribute.drop_front().str();
  std::string text;
  TextError wrong;
  DefinitionError error;
  auto attributes = [&](llvm::StringRef end) {
    const XmlAttribute *other = element.find(found.name + end.str());
    return other ? other->value : llvm::StringRef();
  };
  if (!llvm::tryGetFromHex(attribute.value, text)) {
    context.reject(valueRange(attribute), "expected a " + what + " in hexadecimal digits").ignore();
  } else if (const auto definition = kind.define(
                 {attributes, found.meaning.phase, context.preservesZ, context.innerPalette}, text,
                 wrong);
             !definition) {
    auto report =
        context.reject(valueRange(attribute), "cannot use the " + what + ": " + wrong.message);
    if (!wrong.note.empty())
      report.note(wrong.note);
  } else if (const UserVariation *made = define(kind, *definition, context.variations, error)) {
    found.meaning.info = &made->info();
  } else {
    constexpr size_t kMaxShown = 200;
    const std::string shown = text.size() <= kMaxShown ? " '" + text + "'" : std::string();
    auto report = context.reject(valueRange(attribute),
                                 "cannot read the " + what + shown + ": " + error.message);
    if (!error.note.empty())
      report.note(error.note);
  }
  all.push_back(std::move(found));
}

bool TextVariations::isText(llvm::StringRef name) const {
  return llvm::any_of(all, [&](const Found &found) {
    llvm::StringRef rest = name;
    if (!rest.consume_front_insensitive(found.name))
      return false;
    return rest.equals_insensitive(found.kind->attribute) ||
           llvm::is_contained(found.kind->others, rest) ||
           (!found.meaning.info && (rest.empty() || rest.starts_with("_")));
  });
}

std::optional<VariationName> TextVariations::find(llvm::StringRef name) const {
  for (const Found &found : all) {
    llvm::StringRef rest = name;
    if (!found.meaning.info || !rest.consume_front_insensitive(found.name))
      continue;
    VariationName meaning = found.meaning;
    if (rest.empty())
      return meaning;
    for (unsigned i = 0; rest.front() == '_' && i < meaning.info->params.size(); ++i)
      if (rest.drop_front().equals_insensitive(meaning.info->params[i].shortName)) {
        meaning.param = i;
        return meaning;
      }
  }
  return std::nullopt;
}

std::optional<VariationText> textOf(const VariationInfo &variation) {
  if (!variation.user)
    return std::nullopt;
  for (const TextKind *kind : allKinds()) {
    llvm::StringRef text = variation.user->text();
    if (!text.consume_front("variation ") || !text.consume_front(kind->name))
      continue;
    // The suffix that makes the name unique.
    text = text.drop_until([](char c) { return c == ' '; });
    if (std::optional<WrittenText> written = kind->write(text))
      return VariationText{kind, std::move(*written)};
  }
  return std::nullopt;
}

} // namespace flame
