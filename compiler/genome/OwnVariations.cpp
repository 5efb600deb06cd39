// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compiler/genome/OwnVariations.h"

#include "compiler/text/SourceFile.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace flame {

/// Reports what is wrong with `text`: where it stands if that is a part of a source, at `range` if not.
static void report(const DefinitionError &error, llvm::StringRef text,
                   std::optional<llvm::SMRange> range, Diagnostics &diags) {
  const char *begin = error.at.begin();
  std::string message = error.message;
  if (range)
    message += " (line " +
               std::to_string(1 + text.take_front(begin - text.begin()).count('\n')) +
               " of the text)";
  auto reported = diags.error(range.value_or(llvm::SMRange(
                                  llvm::SMLoc::getFromPointer(begin),
                                  llvm::SMLoc::getFromPointer(begin + error.at.size()))),
                              message);
  llvm::SmallVector<llvm::StringRef> intended(error.intended.begin(), error.intended.end());
  if (std::optional<llvm::StringRef> close = closestWord(error.at, intended))
    reported.note("did you mean " + quoted(*close) + "?");
  if (!error.note.empty())
    reported.note(error.note);
}

/// `range` is of a text that is no part of a source.
static bool add(llvm::StringRef text, std::optional<llvm::SMRange> range, Diagnostics &diags,
                VariationScope &scope) {
  DefinitionError error;
  const auto variations = readUserVariations(text, error);
  if (!variations) {
    report(error, text, range, diags);
    return false;
  }
  for (const UserVariation *variation : *variations)
    if (!scope.add(*variation)) {
      report({"there is another variation '" + variation->info().name.str() + "'",
              "give one of them another name",
              text.substr(0, 1),
              {}},
             text, range, diags);
      return false;
    }
  return true;
}

bool addDefinitionsOfFile(llvm::StringRef path, Diagnostics &diags, VariationScope &scope) {
  const std::optional<unsigned> buffer = openSource(path, diags);
  return buffer &&
         add(diags.sources().getMemoryBuffer(*buffer)->getBuffer(), std::nullopt, diags, scope);
}

bool addDefinitions(llvm::StringRef text, llvm::SMRange range, Diagnostics &diags,
                    VariationScope &scope) {
  return add(text, range, diags, scope);
}

/// The text of `element` as it stands in the source, if it stands there without entities and comments.
static std::optional<llvm::StringRef> verbatimText(const XmlElement &element) {
  constexpr llvm::StringLiteral kBegin("<![CDATA["), kEnd("]]>");
  llvm::StringRef text = element.content.trim();
  if (text.consume_front(kBegin))
    return text.find(kEnd) + kEnd.size() == text.size() ? std::optional(text.drop_back(kEnd.size()))
                                                        : std::nullopt;
  return text.find_first_of("<&") == llvm::StringRef::npos ? std::optional(text) : std::nullopt;
}

bool addDefinitionsOfElement(const XmlElement &element, Diagnostics &diags, VariationScope &scope) {
  if (const std::optional<llvm::StringRef> text = verbatimText(element); text && !text->empty())
    return add(*text, std::nullopt, diags, scope);
  return add(XmlDocument::text(element), element.nameRange, diags, scope);
}

std::vector<const UserVariation *> definitionsOf(const Genome &genome) {
  std::vector<const UserVariation *> found;
  auto look = [&](const std::vector<VariationUse> &uses) {
    for (const VariationUse &use : uses)
      if (use.info->user && !llvm::is_contained(found, use.info->user))
        found.push_back(use.info->user);
  };
  auto lookAt = [&](const Xform &xform) {
    look(xform.variations);
    for (const Motion &motion : xform.motions)
      look(motion.variations);
  };
  llvm::for_each(genome.xforms, lookAt);
  if (genome.finalXform)
    lookAt(*genome.finalXform);
  llvm::for_each(genome.laterFinals, lookAt);
  return found;
}

} // namespace flame
