// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/language/UserVariation.h"

#include "ir/language/DefinitionParser.h"

#include "llvm/ADT/StringMap.h"

#include <memory>
#include <mutex>

namespace flame {

namespace {
/// All variations that were ever defined, by their texts.
struct Definitions {
  std::mutex mutex;
  llvm::StringMap<std::unique_ptr<const UserVariation>> byText;
};
} // namespace

static Definitions &definitions() {
  static auto *all = new Definitions; // threads may still look into it when the program ends
  return *all;
}

/// The definition that `text` is; null if it was not read yet.
static const UserVariation *findDefined(llvm::StringRef text) {
  Definitions &all = definitions();
  const std::scoped_lock lock(all.mutex);
  const auto found = all.byText.find(text);
  return found == all.byText.end() ? nullptr : found->second.get();
}

/// The definition that `text` is, made once.
static const UserVariation *intern(llvm::StringRef text, llvm::ArrayRef<Token> tokens,
                                   DefinitionError &error) {
  if (const UserVariation *known = findDefined(text))
    return known;
  std::unique_ptr<const UserVariation> made = DefinitionParser(text, tokens, error).run();
  if (!made)
    return nullptr;
  Definitions &all = definitions();
  const std::scoped_lock lock(all.mutex);
  return all.byText.try_emplace(text, std::move(made)).first->second.get();
}

/// Where the definition that begins at `start` ends: before the next one.
static size_t endOfDefinition(llvm::ArrayRef<Token> tokens, size_t start) {
  size_t end = start + 1;
  while (tokens[end].kind != Token::End &&
         !(tokens[end].is("variation") && tokens[end - 1].kind == Token::EndOfStatement))
    ++end;
  return end;
}

std::optional<std::vector<const UserVariation *>> readUserVariations(llvm::StringRef text,
                                                                    DefinitionError &error) {
  if (text.size() > UserVariation::kMaxText) {
    error = {"a text that defines variations may have 65536 bytes", "", text.take_front(1), {}};
    return std::nullopt;
  }
  if (const UserVariation *known = findDefined(text))
    return std::vector{known};
  const std::optional<std::vector<Token>> tokens = tokenize(text, error);
  if (!tokens)
    return std::nullopt;
  const llvm::ArrayRef<Token> all(*tokens);
  std::vector<const UserVariation *> found;
  size_t at = 0;
  while (all[at].kind == Token::EndOfStatement)
    ++at;
  do {
    const size_t end = endOfDefinition(all, at);
    const char *begin = all[at].text.data();
    const llvm::StringRef definition(begin, all[end].text.data() - begin);
    const UserVariation *made = intern(definition.rtrim(), all.slice(at, end - at), error);
    if (!made)
      return std::nullopt;
    found.push_back(made);
    at = end;
    if (found.size() > UserVariation::kMaxDefinitions) {
      error = {"a text may define 256 variations", "", definition.take_front(9), {}};
      return std::nullopt;
    }
  } while (all[at].kind != Token::End);
  return found;
}

//===-- scopes --------------------------------------------------------------------------------===//

bool VariationScope::add(const UserVariation &variation) {
  if (const VariationInfo *known = find(variation.info().name))
    return known == &variation.info();
  variations.push_back(&variation);
  return true;
}

const VariationInfo *VariationScope::find(llvm::StringRef nameOrAlias) const {
  for (const UserVariation *variation : variations)
    if (variation->info().name.equals_insensitive(nameOrAlias))
      return &variation->info();
  return findVariation(nameOrAlias);
}

std::optional<std::pair<const VariationInfo *, unsigned>>
VariationScope::findParam(llvm::StringRef nameOrAlias) const {
  for (const UserVariation *variation : variations)
    for (size_t i = 0; i < variation->info().params.size(); ++i)
      if (variation->info().params[i].name.equals_insensitive(nameOrAlias))
        return std::pair(&variation->info(), static_cast<unsigned>(i));
  return findVariationParam(nameOrAlias);
}

} // namespace flame
