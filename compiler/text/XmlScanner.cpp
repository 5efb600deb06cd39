// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grammar is that of tinyxml2, minus what no XML writer produces ('<' inside an attribute
// value, which nearly always means a forgotten quote; two attributes of one name), so whatever
// passes here is read by tinyxml2 in the same way. Stops at the first error that makes the rest
// unreadable.

#include "compiler/text/XmlScanner.h"

#include "compiler/text/NumberParsing.h"

#include "llvm/ADT/StringExtras.h"

namespace flame {

namespace {

class Scanner {
public:
  Scanner(llvm::StringRef text, Diagnostics &diags) : text(text), diags(diags) {}

  std::optional<std::vector<XmlElement>> scan();

private:
  llvm::LogicalResult scanMarkup();
  llvm::LogicalResult scanStartTag();
  llvm::LogicalResult scanEndTag();
  llvm::LogicalResult scanAttribute(XmlElement &element);
  llvm::LogicalResult skipPast(llvm::StringRef terminator, size_t start, llvm::StringRef what);
  void closeElement(size_t contentEnd);

  llvm::StringRef scanName();
  void skipBlanks() {
    while (at < text.size() && isBlank(text[at]))
      ++at;
  }
  char peek() const { return at < text.size() ? text[at] : '\0'; }
  llvm::StringRef rest() const { return text.substr(at); }

  llvm::SMRange rangeOf(llvm::StringRef part) const {
    return {llvm::SMLoc::getFromPointer(part.begin()), llvm::SMLoc::getFromPointer(part.end())};
  }
  llvm::SMRange rangeOf(size_t begin, size_t end) const { return rangeOf(text.slice(begin, end)); }
  llvm::SMRange here() const { return rangeOf(at, std::min(at + 1, text.size())); }
  std::string describeHere() const {
    return at < text.size() ? quoted(text.substr(at, 1)) : std::string("the end of the file");
  }

  llvm::StringRef text;
  Diagnostics &diags;
  size_t at = 0;
  std::vector<XmlElement> elements;
  /// Indices of the elements that are open.
  llvm::SmallVector<unsigned> open;
};

} // namespace

static bool isNameStart(char c) {
  return llvm::isAlpha(c) || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 128;
}

static bool isNameChar(char c) {
  return isNameStart(c) || llvm::isDigit(c) || c == '.' || c == '-';
}

llvm::StringRef Scanner::scanName() {
  if (!isNameStart(peek()))
    return {};
  llvm::StringRef name = rest().take_while(isNameChar);
  at += name.size();
  return name;
}

llvm::LogicalResult Scanner::skipPast(llvm::StringRef terminator, size_t start,
                                      llvm::StringRef what) {
  size_t end = text.find(terminator, at);
  if (end == llvm::StringRef::npos)
    return diags.error(rangeOf(start, at), what + " is never closed")
        .note("it ends with " + quoted(terminator));
  at = end + terminator.size();
  return llvm::success();
}

void Scanner::closeElement(size_t contentEnd) {
  XmlElement &element = elements[open.pop_back_val()];
  element.end = elements.size();
  const char *begin = element.content.begin();
  element.content = llvm::StringRef(begin, text.begin() + contentEnd - begin);
  element.range.End = llvm::SMLoc::getFromPointer(text.begin() + at);
}

llvm::LogicalResult Scanner::scanAttribute(XmlElement &element) {
  XmlAttribute attribute;
  attribute.name = scanName();
  attribute.nameRange = rangeOf(attribute.name);
  skipBlanks();
  if (peek() != '=')
    return diags.error(here(), "expected '=' after attribute " + quoted(attribute.name) + ", got " +
                                   describeHere());
  ++at;
  skipBlanks();
  char quote = peek();
  if (quote != '"' && quote != '\'')
    return diags.error(here(), "expected the value of attribute " + quoted(attribute.name) +
                                   " in quotes, got " + describeHere());
  size_t begin = ++at;
  size_t end = text.find_first_of(std::string{quote, '<'}, begin);
  if (end == llvm::StringRef::npos || text[end] == '<')
    return diags
        .error(rangeOf(begin - 1, begin),
               "the value of attribute " + quoted(attribute.name) + " is never closed")
        .note(std::string("expected a closing ") + quote);
  attribute.value = text.slice(begin, end);
  attribute.valueRange = rangeOf(attribute.value);
  at = end + 1;
  if (const XmlAttribute *first = element.find(attribute.name))
    return diags
        .error(attribute.nameRange, "attribute " + quoted(attribute.name) + " is given twice")
        .note(first->nameRange, "first given here");
  if (element.attributes.size() == XmlDocument::kMaxAttributes)
    return diags.error(attribute.nameRange, "element " + quoted(element.name) + " has more than " +
                                                llvm::Twine(XmlDocument::kMaxAttributes) +
                                                " attributes");
  element.attributes.push_back(attribute);
  return llvm::success();
}

llvm::LogicalResult Scanner::scanStartTag() {
  size_t start = at++;
  skipBlanks();
  XmlElement element;
  element.name = scanName();
  if (element.name.empty())
    return diags.error(here(), "expected the name of an element after '<', got " + describeHere());
  element.nameRange = rangeOf(element.name);
  element.range = rangeOf(start, at);
  if (open.size() >= XmlDocument::kMaxDepth)
    return diags.error(element.nameRange, "elements are nested more than " +
                                              llvm::Twine(XmlDocument::kMaxDepth) + " deep");
  for (skipBlanks(); isNameStart(peek()); skipBlanks())
    if (failed(scanAttribute(element)))
      return llvm::failure();

  bool isEmpty = rest().starts_with("/>");
  if (!isEmpty && peek() != '>') {
    if (at == text.size())
      return diags
          .error(element.nameRange, "the file ends inside the start tag of " + quoted(element.name))
          .note("the file is probably truncated");
    return diags.error(here(), "expected an attribute, '>' or '/>' in the tag of " +
                                   quoted(element.name) + ", got " + describeHere());
  }
  at += isEmpty ? 2 : 1;
  element.content = text.substr(at, 0);
  open.push_back(elements.size());
  elements.push_back(std::move(element));
  if (isEmpty)
    closeElement(at);
  return llvm::success();
}

llvm::LogicalResult Scanner::scanEndTag() {
  size_t start = at;
  at += 2;
  llvm::StringRef name = scanName();
  skipBlanks();
  if (peek() != '>')
    return diags.error(here(), "expected '>' at the end of the end tag, got " + describeHere());
  ++at;
  llvm::SMRange tag = rangeOf(start, at);
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

llvm::LogicalResult Scanner::scanMarkup() {
  size_t start = at;
  auto skip = [&](size_t opening, llvm::StringRef terminator, llvm::StringRef what) {
    at += opening;
    return skipPast(terminator, start, what);
  };
  if (rest().starts_with("<!--"))
    return skip(4, "-->", "this comment");
  if (rest().starts_with("<![CDATA["))
    return skip(9, "]]>", "this CDATA section");
  if (rest().starts_with("<!"))
    return skip(2, ">", "this declaration");
  if (rest().starts_with("<?"))
    return skip(2, "?>", "this processing instruction");
  return rest().starts_with("</") ? scanEndTag() : scanStartTag();
}

std::optional<std::vector<XmlElement>> Scanner::scan() {
  for (size_t next = 0; (next = text.find('<', at)) != llvm::StringRef::npos;) {
    at = next;
    if (failed(scanMarkup()))
      return std::nullopt;
  }
  if (!open.empty()) {
    const XmlElement &element = elements[open.back()];
    return diags.error(element.nameRange, "element " + quoted(element.name) + " is never closed")
        .note("the file is probably truncated");
  }
  llvm::StringRef tail = rest().trim();
  if (!tail.empty())
    return diags.error(rangeOf(tail), "expected nothing after the last element, got " +
                                          quoted(tail.take_until(isBlank)));
  return std::move(elements);
}

std::optional<std::vector<XmlElement>> scanXml(llvm::StringRef text, Diagnostics &diags) {
  return Scanner(text, diags).scan();
}

} // namespace flame
