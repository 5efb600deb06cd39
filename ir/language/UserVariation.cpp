// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/language/UserVariation.h"

#include "ir/language/DefinitionParser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"

#include <algorithm>
#include <memory>
#include <mutex>

namespace flame {

namespace {
/// All variations defined so far, by their texts.
struct Definitions {
  std::mutex mutex;
  llvm::StringMap<std::unique_ptr<const UserVariation>> byText;
  size_t memory = 0; ///< of all definitions
};
} // namespace

static Definitions &definitions() {
  static auto *all = new Definitions; // never freed: threads may still use it at program exit
  return *all;
}

/// The definition with text `text`; null if it has not been read yet.
static const UserVariation *findDefined(llvm::StringRef text) {
  Definitions &all = definitions();
  const std::scoped_lock lock(all.mutex);
  const auto found = all.byText.find(text);
  return found == all.byText.end() ? nullptr : found->second.get();
}

/// The definition with text `text`, created on first use.
static const UserVariation *intern(llvm::StringRef text, llvm::ArrayRef<Token> tokens,
                                   DefinitionError &error) {
  const std::string plain = withPlainLines(text);
  if (const UserVariation *known = findDefined(plain))
    return known;
  std::unique_ptr<const UserVariation> made = DefinitionParser(text, plain, tokens, error).run();
  if (!made)
    return nullptr;
  Definitions &all = definitions();
  const std::scoped_lock lock(all.mutex);
  if (all.memory + made->memory() > UserVariation::kMaxMemory) {
    error = {"the definitions that this program has read fill 256 MiB",
             "start it again",
             text.take_front(1),
             {}};
    return nullptr;
  }
  const auto [entry, isNew] = all.byText.try_emplace(plain, std::move(made));
  if (isNew)
    all.memory += entry->second->memory();
  return entry->second.get();
}

/// The first byte of `text` that is invalid in XML; null if there is none.
static const char *findForeignByte(llvm::StringRef text) {
  for (const char *at = text.begin(); at != text.end();) {
    const auto byte = static_cast<unsigned char>(*at);
    const size_t size = llvm::getNumBytesForUTF8(byte);
    const auto *begin = reinterpret_cast<const llvm::UTF8 *>(at);
    const bool isControl = byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r';
    if (isControl || size > size_t(text.end() - at) ||
        !llvm::isLegalUTF8Sequence(begin, begin + size))
      return at;
    at += size;
  }
  return nullptr;
}

/// The number of `tokens` in the definition that begins with the first one.
static size_t sizeOfDefinition(llvm::ArrayRef<Token> tokens) {
  size_t size = 1;
  while (tokens[size].kind != Token::End &&
         !(tokens[size].is("variation") && tokens[size - 1].kind == Token::EndOfStatement))
    ++size;
  return size;
}

/// The text of the first `size` tokens, including the rest of their last line. Lines between
/// definitions belong to neither.
static llvm::StringRef textOfDefinition(llvm::ArrayRef<Token> tokens, size_t size) {
  const char *begin = tokens.front().text.begin(), *next = tokens[size].text.begin();
  while (size > 1 && tokens[size - 1].kind == Token::EndOfStatement)
    --size;
  const char *end = tokens[size - 1].text.end();
  end = std::find(end, next, '\n');
  return llvm::StringRef(begin, static_cast<size_t>(end - begin)).rtrim();
}

std::optional<std::vector<const UserVariation *>> readUserVariations(llvm::StringRef text,
                                                                     DefinitionError &error) {
  auto fail = [&](llvm::StringRef at, llvm::StringRef message, llvm::StringRef note) {
    error = {message.str(), note.str(), at, {}};
    return std::nullopt;
  };
  if (text.size() > UserVariation::kMaxText)
    return fail(text.take_front(1), "a text that defines variations may have 65536 bytes",
                "cut it in two");
  if (const UserVariation *known = findDefined(text))
    return std::vector{known};
  if (const char *foreign = findForeignByte(text))
    return fail({foreign, 1}, "this byte is no part of a text in UTF-8", "");
  const std::optional<std::vector<Token>> tokens = tokenize(text, error);
  if (!tokens)
    return std::nullopt;
  std::vector<const UserVariation *> found;
  llvm::ArrayRef<Token> rest = *tokens;
  while (rest.front().kind == Token::EndOfStatement)
    rest = rest.drop_front();
  while (rest.front().kind != Token::End) {
    if (found.size() == UserVariation::kMaxDefinitions)
      return fail(rest.front().text, "a text may define 256 variations", "cut it in two");
    const size_t size = sizeOfDefinition(rest);
    const UserVariation *made = intern(textOfDefinition(rest, size), rest.take_front(size), error);
    if (!made)
      return std::nullopt;
    found.push_back(made);
    rest = rest.drop_front(size);
  }
  if (found.empty())
    return fail(text.take_front(0), "expected a definition of a variation, found none",
                "it begins with 'variation' and a name");
  return found;
}

//===-- scopes --------------------------------------------------------------------------------===//

std::optional<std::string> VariationScope::add(const UserVariation &variation) {
  const VariationInfo &info = variation.info();
  if (llvm::is_contained(variations, &variation))
    return std::nullopt;
  if (names.contains(info.name.lower()))
    return info.name.str();
  for (const VariationParam &param : info.params)
    if (names.contains(param.name.lower()))
      return param.name.str();
  variations.push_back(&variation);
  names[info.name.lower()] = {&info, std::nullopt};
  for (auto [position, param] : llvm::enumerate(info.params))
    names[param.name.lower()] = {&info, static_cast<unsigned>(position)};
  return std::nullopt;
}

const VariationInfo *VariationScope::find(llvm::StringRef nameOrAlias) const {
  const auto entry = names.find(nameOrAlias.lower());
  if (entry != names.end() && !entry->second.second)
    return entry->second.first;
  return findVariation(nameOrAlias);
}

std::optional<std::pair<const VariationInfo *, unsigned>>
VariationScope::findParam(llvm::StringRef nameOrAlias) const {
  const auto entry = names.find(nameOrAlias.lower());
  if (entry != names.end() && entry->second.second)
    return std::pair(entry->second.first, *entry->second.second);
  return findVariationParam(nameOrAlias);
}

} // namespace flame
