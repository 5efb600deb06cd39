// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compiler/genome/UserVariations.h"

#include "compiler/text/SourceFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace flame {

/// Reports an error in `text`: at its own place if `text` is part of a source, else at `range`.
static void report(const DefinitionError &error, llvm::StringRef text,
                   std::optional<llvm::SMRange> range, Diagnostics &diags) {
  const char *begin = error.at.begin();
  std::string message = error.message;
  if (range)
    message += " (line " + std::to_string(1 + text.take_front(begin - text.begin()).count('\n')) +
               " of the text)";
  auto reported = diags.error(
      range.value_or(llvm::SMRange(llvm::SMLoc::getFromPointer(begin),
                                   llvm::SMLoc::getFromPointer(begin + error.at.size()))),
      message);
  llvm::SmallVector<llvm::StringRef> intended(error.intended.begin(), error.intended.end());
  if (std::optional<llvm::StringRef> close = closestWord(error.at, intended))
    reported.note("did you mean " + quoted(*close) + "?");
  if (!error.note.empty())
    reported.note(error.note);
}

/// The place in `text` that defines the variation `name`.
static llvm::StringRef findName(llvm::StringRef name, llvm::StringRef text) {
  DefinitionError error;
  const auto tokens = tokenize(text, error);
  for (size_t i = 1; i < tokens->size(); ++i)
    if ((*tokens)[i - 1].is("variation") && (*tokens)[i].text == name)
      return (*tokens)[i].text;
  return text.take_front(1);
}

/// `range` is set if `text` is not part of a source.
static bool add(llvm::StringRef text, std::optional<llvm::SMRange> range, Diagnostics &diags,
                VariationScope &scope) {
  DefinitionError error;
  const auto variations = readUserVariations(text, error);
  if (!variations) {
    report(error, text, range, diags);
    return false;
  }
  if (scope.userDefined().size() + variations->size() > UserVariation::kMaxDefinitions) {
    report({"a flame may have 256 user-defined variations", "", text.take_front(1), {}}, text,
           range, diags);
    return false;
  }
  for (const UserVariation *variation : *variations)
    if (const std::optional<std::string> taken = scope.add(*variation)) {
      const llvm::StringRef name = variation->info().name;
      report({taken == name
                  ? "there is another variation " + quoted(*taken)
                  : quoted(*taken) + ", of variation " + quoted(name) + ", exists already",
              "give one of them another name",
              findName(name, text),
              {}},
             text, range, diags);
      return false;
    }
  return true;
}

bool addDefinitionsOfFile(llvm::StringRef path, Diagnostics &diags, VariationScope &scope) {
  const std::optional<unsigned> buffer = openSource(path, diags);
  if (!buffer)
    return false;
  llvm::StringRef text = diags.sources().getMemoryBuffer(*buffer)->getBuffer();
  text.consume_front("\xef\xbb\xbf"); // skip a byte order mark
  return add(text, std::nullopt, diags, scope);
}

bool addDefinitions(llvm::StringRef text, llvm::SMRange range, Diagnostics &diags,
                    VariationScope &scope) {
  return add(text, range, diags, scope);
}

/// The text of `element` as in the source; nothing if it contains entities or comments.
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

std::string definitionsElement(llvm::ArrayRef<const UserVariation *> definitions) {
  std::string text;
  for (const UserVariation *variation : definitions) {
    llvm::SmallVector<llvm::StringRef> pieces;
    variation->text().split(pieces, "]]>"); // which would end the section
    text += llvm::join(pieces, "]]]]><![CDATA[>") + "\n";
  }
  return text.empty() ? text : "  <variations><![CDATA[\n" + text + "]]></variations>\n";
}

std::string withDefinitions(llvm::StringRef xml,
                            llvm::ArrayRef<const UserVariation *> definitions) {
  llvm::SourceMgr sources;
  Diagnostics diags(sources, llvm::nulls());
  const unsigned buffer =
      sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(xml), llvm::SMLoc());
  const std::optional<XmlDocument> document = XmlDocument::parse(buffer, diags);
  std::string text;
  const char *copied = xml.begin();
  if (document)
    for (const XmlElement &element : document->elements()) {
      // Nested in another one.
      if (element.name != "flame" || element.content.empty() || element.content.begin() < copied)
        continue;
      auto isMissing = [&](const UserVariation *definition) {
        return !element.content.contains(definition->text());
      };
      text.append(copied, element.content.begin());
      text += "\n" + definitionsElement(llvm::filter_to_vector(definitions, isMissing));
      copied = element.content.begin();
    }
  return text.append(copied, xml.end());
}

std::vector<const UserVariation *> definitionsOf(const Genome &genome) {
  std::vector<const UserVariation *> found;
  auto collect = [&](const std::vector<VariationUse> &uses) {
    for (const VariationUse &use : uses)
      if (use.info->user && !llvm::is_contained(found, use.info->user))
        found.push_back(use.info->user);
  };
  auto inspect = [&](const Xform &xform) {
    collect(xform.variations);
    for (const Motion &motion : xform.motions)
      collect(motion.variations);
  };
  llvm::for_each(genome.xforms, inspect);
  if (genome.finalXform)
    inspect(*genome.finalXform);
  llvm::for_each(genome.laterFinals, inspect);
  return found;
}

std::string findClash(llvm::ArrayRef<const UserVariation *> definitions) {
  VariationScope scope;
  for (const UserVariation *variation : definitions)
    if (const std::optional<std::string> taken = scope.add(*variation))
      return "the flames define " + quoted(*taken) + " in two ways";
  return scope.userDefined().size() > UserVariation::kMaxDefinitions
             ? "the flames define more than 256 variations"
             : "";
}

std::string findClash(const Genome &first, const Genome &second) {
  std::vector<const UserVariation *> definitions = definitionsOf(first);
  llvm::append_range(definitions, definitionsOf(second));
  return findClash(definitions);
}

} // namespace flame
