// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks bytes as they are consumed: names, values and text at their end; blanks and markup are
// valid by definition. So the first error of the text is reported, whatever its kind.

#include "compiler/text/XmlScanner.h"

#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/StringSaver.h"

namespace flame {

//===-- characters ----------------------------------------------------------------------------===//

static bool isNameStart(char c) {
  return llvm::isAlpha(c) || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 128;
}

/// Valid XML names have no number sign, but JWildfire writes `bubble#1#`.
static bool isNameChar(char c) {
  return isNameStart(c) || llvm::isDigit(c) || c == '.' || c == '-' || c == '#';
}

/// The number of bytes of the first character of `text`; 0 if it is not valid in UTF-8 XML.
static size_t lengthOfCharacter(llvm::StringRef text) {
  auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.data());
  if (*begin < 128)
    return *begin == 0 ? 0 : 1;
  const size_t length = llvm::getNumBytesForUTF8(*begin);
  return length <= text.size() && llvm::isLegalUTF8Sequence(begin, begin + length) ? length : 0;
}

static llvm::SMRange rangeOf(llvm::StringRef piece) {
  return {llvm::SMLoc::getFromPointer(piece.begin()), llvm::SMLoc::getFromPointer(piece.end())};
}

//===-- references ----------------------------------------------------------------------------===//

/// Appends the text that the reference "&NAME;" stands for to `result`. Fails, and appends nothing,
/// if the name is unknown.
static llvm::LogicalResult appendReference(llvm::StringRef name, std::string &result) {
  static constexpr std::pair<llvm::StringLiteral, char> entities[] = {
      {"quot", '"'}, {"amp", '&'}, {"apos", '\''}, {"lt", '<'}, {"gt", '>'}};
  for (const auto &[entity, character] : entities)
    if (name == entity) {
      result += character;
      return llvm::success();
    }
  if (!name.consume_front("#"))
    return llvm::failure();
  const unsigned radix = name.consume_front("x") ? 16 : 10;
  unsigned codePoint = 0;
  char bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT], *end = bytes;
  if (name.getAsInteger(radix, codePoint) || codePoint == 0 ||
      !llvm::ConvertCodePointToUTF8(codePoint, end))
    return llvm::failure();
  result.append(bytes, end);
  return llvm::success();
}

static constexpr llvm::StringLiteral kToDecode = "&\r";

/// Appends `text` with character references and the five XML entities decoded, and line ends
/// normalised to newlines. Any other '&' is copied.
static void appendDecoded(llvm::StringRef text, std::string &result) {
  while (!text.empty()) {
    const size_t plain = std::min(text.find_first_of(kToDecode), text.size());
    result += text.take_front(plain);
    text = text.drop_front(plain);
    if (text.empty())
      return;
    if (text.consume_front("\r")) {
      text.consume_front("\n");
      result += '\n';
      continue;
    }
    constexpr size_t kLongest = 32; // including '&' and ';', and some leading zeros
    const size_t semicolon = text.take_front(kLongest).find(';');
    if (semicolon != llvm::StringRef::npos &&
        succeeded(appendReference(text.slice(1, semicolon), result))) {
      text = text.drop_front(semicolon + 1);
    } else {
      text = text.drop_front();
      result += '&';
    }
  }
}

//===-- markup --------------------------------------------------------------------------------===//

namespace {
/// Markup other than tags.
struct Markup {
  llvm::StringLiteral opening;
  llvm::StringLiteral closing;
  llvm::StringLiteral what; ///< for messages
};
} // namespace

static constexpr Markup kCdata = {"<![CDATA[", "]]>", "this CDATA section"};
static constexpr Markup kComment = {"<!--", "-->", "this comment"};
static constexpr Markup kDeclaration = {"<!", ">", "this declaration"};
static constexpr Markup kInstruction = {"<?", "?>", "this processing instruction"};

/// The markup at the start of `text`, or null.
static const Markup *findMarkup(llvm::StringRef text) {
  for (const Markup *markup : {&kCdata, &kComment, &kDeclaration, &kInstruction})
    if (text.starts_with(markup->opening))
      return markup;
  return nullptr;
}

void appendCharacterData(llvm::StringRef piece, std::string &result) {
  while (!piece.empty()) {
    const Markup *markup = findMarkup(piece);
    if (!markup) {
      const llvm::StringRef plain = piece.take_until([](char c) { return c == '<'; });
      appendDecoded(plain, result);
      piece = piece.drop_front(plain.size());
      continue;
    }
    piece = piece.drop_front(markup->opening.size());
    const size_t end = piece.find(markup->closing);
    if (markup == &kCdata)
      result += piece.take_front(end);
    piece = piece.drop_front(end + markup->closing.size());
  }
}

//===-- the walk ------------------------------------------------------------------------------===//

namespace {
class Scanner {
public:
  Scanner(llvm::StringRef text, std::vector<XmlElement> &elements, llvm::BumpPtrAllocator &storage,
          Diagnostics &diags)
      : text(text), elements(elements), storage(storage), diags(diags) {}

  llvm::LogicalResult scan();

private:
  llvm::LogicalResult scanText();
  llvm::LogicalResult scanMarkup(const Markup &markup);
  llvm::LogicalResult scanStartTag();
  llvm::LogicalResult scanAttributes(XmlElement &element);
  llvm::LogicalResult scanAttribute(XmlAttribute &attribute, bool isOfXform);
  llvm::LogicalResult scanEndTag();
  void closeElement(size_t contentEnd);

  llvm::LogicalResult scanName(llvm::StringRef &name);
  llvm::LogicalResult scanLooseName(llvm::StringRef &name);
  llvm::LogicalResult countName(llvm::SMRange range);
  llvm::LogicalResult checkBytes(llvm::StringRef piece);
  llvm::LogicalResult expected(const llvm::Twine &what);
  void skipBlanks() { at += rest().take_while(isBlank).size(); }
  char peek() const { return at < text.size() ? text[at] : '\0'; }
  llvm::StringRef rest() const { return text.substr(at); }

  llvm::StringRef text;
  size_t at = 0;
  std::vector<XmlElement> &elements;
  llvm::BumpPtrAllocator &storage;
  Diagnostics &diags;
  size_t nameCount = 0;
  llvm::SmallVector<unsigned, XmlDocument::kMaxDepth> open; ///< Indices of the open elements.
  // For the current tag; members to reuse their memory.
  std::vector<XmlAttribute> attributes;
  llvm::DenseMap<llvm::StringRef, size_t> attributeIndex; ///< by name
};
} // namespace

llvm::LogicalResult Scanner::checkBytes(llvm::StringRef piece) {
  while (!piece.empty()) {
    const size_t length = lengthOfCharacter(piece);
    if (length != 0) {
      piece = piece.drop_front(length);
      continue;
    }
    const llvm::SMRange range = rangeOf(piece.take_front(1));
    if (piece.front() == '\0')
      return diags.error(range, "a zero byte cannot be part of an XML file");
    return diags
        .error(range, "byte 0x" + llvm::utohexstr(static_cast<unsigned char>(piece.front()), true) +
                          " is not valid UTF-8")
        .note("save the file in UTF-8");
  }
  return llvm::success();
}

/// Reports that `what` is expected here.
llvm::LogicalResult Scanner::expected(const llvm::Twine &what) {
  std::string found = "the end of the file";
  if (at < text.size()) {
    const size_t length = lengthOfCharacter(rest());
    if (length == 0)
      return checkBytes(rest());
    found = quoted(rest().take_front(length));
  }
  return diags.error(rangeOf(rest().take_front(1)), "expected " + what + ", got " + found);
}

/// Leaves `name` empty if there is none.
llvm::LogicalResult Scanner::scanName(llvm::StringRef &name) {
  name = isNameStart(peek()) ? rest().take_while(isNameChar) : llvm::StringRef();
  at += name.size();
  return checkBytes(name);
}

/// A parameter name as JWildfire writes it: with blanks inside, or a leading digit or number sign.
llvm::LogicalResult Scanner::scanLooseName(llvm::StringRef &name) {
  const size_t begin = at;
  size_t end = begin + rest().take_while(isNameChar).size();
  for (at = end; skipBlanks(), isNameChar(peek());) {
    const llvm::StringRef word = rest().take_while(isNameChar);
    at += word.size();
    end = at;
  }
  // If no '=' follows, the first word is the name, and the error is after it.
  const bool isName = peek() == '=';
  name = text.slice(begin, end);
  if (!isName)
    name = name.take_until(isBlank);
  at = begin + name.size();
  if (failed(checkBytes(name)))
    return llvm::failure();
  if (isName && (!isNameStart(name.front()) || llvm::any_of(name, isBlank)))
    diags
        .remark("genome-reader", rangeOf(name),
                quoted(name) + " is no name in XML; it is read as JWildfire writes it")
        .ignore();
  return llvm::success();
}

llvm::LogicalResult Scanner::countName(llvm::SMRange range) {
  if (nameCount++ < XmlDocument::kMaxNames)
    return llvm::success();
  return diags.error(range, "more than " + llvm::Twine(XmlDocument::kMaxNames) +
                                " elements and attributes");
}

void Scanner::closeElement(size_t contentEnd) {
  const unsigned index = open.pop_back_val();
  XmlElement &element = elements[index];
  element.extent = static_cast<unsigned>(elements.size()) - index;
  const char *begin = element.content.begin();
  element.content = llvm::StringRef(begin, text.begin() + contentEnd - begin);
  element.range.End = llvm::SMLoc::getFromPointer(text.begin() + at);
}

llvm::LogicalResult Scanner::scanAttribute(XmlAttribute &attribute, bool isOfXform) {
  if (failed(isOfXform ? scanLooseName(attribute.name) : scanName(attribute.name)))
    return llvm::failure();
  attribute.nameRange = rangeOf(attribute.name);
  skipBlanks();
  if (peek() != '=')
    return expected("'=' after attribute " + quoted(attribute.name));
  ++at;
  skipBlanks();
  const char quote = peek();
  if (quote != '"' && quote != '\'')
    return expected("the value of attribute " + quoted(attribute.name) + " in quotes");
  const size_t begin = at + 1, end = text.find_first_of(std::string{quote, '<'}, begin);
  attribute.value = text.slice(begin, end);
  attribute.valueRange = rangeOf(attribute.value);
  if (failed(checkBytes(attribute.value)))
    return llvm::failure();
  if (end == llvm::StringRef::npos || text[end] == '<') // nearly always a forgotten quote
    return diags
        .error(rangeOf(text.slice(at, begin)),
               "the value of attribute " + quoted(attribute.name) + " is never closed")
        .note(std::string("expected a closing ") + quote);
  if (attribute.value.find_first_of(kToDecode) != llvm::StringRef::npos) {
    std::string decoded;
    appendDecoded(attribute.value, decoded);
    if (attribute.value != decoded) // otherwise messages can point into it
      attribute.value = llvm::StringRef(decoded).copy(storage);
  }
  at = end + 1;
  return llvm::success();
}

llvm::LogicalResult Scanner::scanAttributes(XmlElement &element) {
  attributes.clear();
  attributeIndex.clear();
  const bool isOfXform = element.name == "xform" || element.name == "finalxform";
  const auto begins = [&](char c) { return isOfXform ? isNameChar(c) : isNameStart(c); };
  for (skipBlanks(); begins(peek()); skipBlanks()) {
    XmlAttribute attribute;
    if (failed(scanAttribute(attribute, isOfXform)) || failed(countName(attribute.nameRange)))
      return llvm::failure();
    const auto [same, isNew] = attributeIndex.try_emplace(attribute.name, attributes.size());
    if (!isNew)
      return diags
          .error(attribute.nameRange, "attribute " + quoted(attribute.name) + " is given twice")
          .note(attributes[same->second].nameRange, "first given here");
    if (attributes.size() == XmlDocument::kMaxAttributes)
      return diags.error(attribute.nameRange,
                         "element " + quoted(element.name) + " has more than " +
                             llvm::Twine(XmlDocument::kMaxAttributes) + " attributes");
    attributes.push_back(attribute);
  }
  element.attributes = llvm::ArrayRef(attributes).copy(storage);
  return llvm::success();
}

llvm::LogicalResult Scanner::scanStartTag() {
  XmlElement element;
  const char *start = rest().begin();
  ++at;
  skipBlanks();
  if (failed(scanName(element.name)))
    return llvm::failure();
  if (element.name.empty())
    return expected("the name of an element after '<'");
  element.nameRange = rangeOf(element.name);
  if (open.size() >= XmlDocument::kMaxDepth)
    return diags.error(element.nameRange, "elements are nested more than " +
                                              llvm::Twine(XmlDocument::kMaxDepth) + " deep");
  if (failed(countName(element.nameRange)) || failed(scanAttributes(element)))
    return llvm::failure();

  const bool isEmpty = rest().starts_with("/>");
  if (!isEmpty && peek() != '>') {
    if (at == text.size())
      return diags
          .error(element.nameRange, "the file ends inside the start tag of " + quoted(element.name))
          .note("the file is probably truncated");
    return expected("an attribute, '>' or '/>' in the tag of " + quoted(element.name));
  }
  at += isEmpty ? 2 : 1;
  element.range = {llvm::SMLoc::getFromPointer(start), llvm::SMLoc::getFromPointer(rest().begin())};
  element.content = rest().take_front(0);
  open.push_back(elements.size());
  elements.push_back(element);
  if (isEmpty)
    closeElement(at);
  return llvm::success();
}

llvm::LogicalResult Scanner::scanEndTag() {
  const size_t start = at;
  at += 2;
  llvm::StringRef name;
  if (failed(scanName(name)))
    return llvm::failure();
  skipBlanks();
  if (peek() != '>')
    return expected("'>' at the end of the end tag");
  ++at;
  const llvm::SMRange tag = rangeOf(text.slice(start, at));
  if (open.empty())
    return diags.error(tag, "the end tag of " + quoted(name) + " closes nothing");
  const XmlElement &element = elements[open.back()];
  if (element.name != name)
    return diags
        .error(tag, "expected the end of element " + quoted(element.name) + ", got that of " +
                        quoted(name))
        .note(element.nameRange, quoted(element.name) + " begins here");
  closeElement(start);
  return llvm::success();
}

llvm::LogicalResult Scanner::scanMarkup(const Markup &markup) {
  const llvm::StringRef opening = rest().take_front(markup.opening.size());
  const size_t begin = at + opening.size(), end = text.find(markup.closing, begin);
  const llvm::StringRef content = text.slice(begin, end);
  if (failed(checkBytes(content)))
    return llvm::failure();
  if (&markup == &kDeclaration && content.starts_with("DOCTYPE") && content.contains('['))
    return diags.error(rangeOf(opening), "definitions in a document type are not read")
        .note("remove what stands in brackets, and write out the entities that it defines");
  if (end == llvm::StringRef::npos)
    return diags.error(rangeOf(opening), markup.what + " is never closed")
        .note("it ends with " + quoted(markup.closing));
  at = end + markup.closing.size();
  return llvm::success();
}

/// Skips the text before the next markup; reports it if the file ends there.
llvm::LogicalResult Scanner::scanText() {
  const llvm::StringRef plain = rest().take_until([](char c) { return c == '<'; });
  if (failed(checkBytes(plain)))
    return llvm::failure();
  at += plain.size();
  const llvm::StringRef tail = plain.trim();
  if (at == text.size() && open.empty() && !tail.empty())
    return diags.error(rangeOf(tail), "expected nothing after the last element, got " +
                                          quoted(tail.take_until(isBlank)));
  return llvm::success();
}

llvm::LogicalResult Scanner::scan() {
  if (peek() != '<')
    return expected("XML, which begins with '<'");
  while (at < text.size()) {
    const Markup *markup = findMarkup(rest());
    if (failed(markup                     ? scanMarkup(*markup)
               : rest().starts_with("</") ? scanEndTag()
               : rest().starts_with("<")  ? scanStartTag()
                                          : scanText()))
      return llvm::failure();
  }
  if (open.empty())
    return llvm::success();
  const XmlElement &element = elements[open.back()];
  return diags.error(element.nameRange, "element " + quoted(element.name) + " is never closed")
      .note("the file is probably truncated");
}

llvm::LogicalResult scanXml(llvm::StringRef text, std::vector<XmlElement> &elements,
                            llvm::BumpPtrAllocator &storage, Diagnostics &diags) {
  return Scanner(text, elements, storage, diags).scan();
}

} // namespace flame
