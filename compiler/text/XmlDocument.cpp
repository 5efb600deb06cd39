// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the bytes, lets the scanner record places, lets tinyxml2 parse, and pairs the two: both
// list the elements in document order and the attributes in the order of the tag.

#include "compiler/text/XmlDocument.h"

#include "compiler/text/NumberParsing.h"
#include "compiler/text/XmlScanner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

#include <tinyxml2.h>

namespace flame {

llvm::SMRange XmlAttribute::rangeOf(llvm::StringRef part) const {
  const char *begin = valueRange.Start.getPointer(), *end = valueRange.End.getPointer();
  std::less_equal<const char *> notAfter;
  if (!notAfter(begin, part.begin()) || !notAfter(part.end(), end))
    return valueRange;
  return {llvm::SMLoc::getFromPointer(part.begin()), llvm::SMLoc::getFromPointer(part.end())};
}

const XmlAttribute *XmlElement::find(llvm::StringRef attribute) const {
  for (const XmlAttribute &candidate : attributes)
    if (candidate.name == attribute)
      return &candidate;
  return nullptr;
}

XmlDocument::XmlDocument() = default;
XmlDocument::XmlDocument(XmlDocument &&) = default;
XmlDocument &XmlDocument::operator=(XmlDocument &&) = default;
XmlDocument::~XmlDocument() = default;

llvm::SmallVector<const XmlElement *> XmlDocument::children(const XmlElement &parent) const {
  llvm::SmallVector<const XmlElement *> result;
  for (unsigned i = &parent - all.data() + 1; i < parent.end; i = all[i].end)
    result.push_back(&all[i]);
  return result;
}

std::string XmlDocument::text(const XmlElement &element) {
  std::string result;
  for (const tinyxml2::XMLNode *child = element.node->FirstChild(); child;
       child = child->NextSibling())
    if (const tinyxml2::XMLText *text = child->ToText())
      result += text->Value();
  return result;
}

static llvm::SMRange rangeAt(llvm::StringRef text, size_t at) {
  const char *begin = text.begin() + std::min(at, text.size());
  return {llvm::SMLoc::getFromPointer(begin),
          llvm::SMLoc::getFromPointer(begin + (at < text.size() ? 1 : 0))};
}

/// Reports the first byte of `text` that no XML text in UTF-8 can have.
static llvm::LogicalResult checkBytes(llvm::StringRef text, Diagnostics &diags) {
  for (size_t at = 0; at < text.size();) {
    auto *here = reinterpret_cast<const llvm::UTF8 *>(text.data()) + at;
    size_t length = llvm::getNumBytesForUTF8(*here);
    if (*here == 0)
      return diags.error(rangeAt(text, at), "a zero byte cannot be part of an XML file");
    if (at + length > text.size() || !llvm::isLegalUTF8Sequence(here, here + length))
      return diags
          .error(rangeAt(text, at),
                 "byte 0x" + llvm::utohexstr(*here, true) + " is not valid UTF-8")
          .note("save the file in UTF-8");
    at += length;
  }
  return llvm::success();
}

/// The part of a buffer that is XML: without byte-order mark and leading blanks.
static std::optional<llvm::StringRef> findXml(unsigned bufferId, Diagnostics &diags) {
  const llvm::MemoryBuffer *buffer = diags.sources().getMemoryBuffer(bufferId);
  llvm::StringRef text = buffer->getBuffer(), file = buffer->getBufferIdentifier();
  if (text.size() > XmlDocument::kMaxBytes)
    return diags.errorInFile(file, "the file has " + llvm::Twine(text.size()) +
                                       " bytes, more than the limit of " +
                                       llvm::Twine(XmlDocument::kMaxBytes));
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return diags.errorInFile(file, "the file is in UTF-16").note("save the file in UTF-8");
  text.consume_front("\xef\xbb\xbf");
  text = text.drop_while(isBlank);
  if (text.empty())
    return diags.errorInFile(file, buffer->getBufferSize() == 0 ? "the file is empty"
                                                                : "the file has only blanks");
  if (failed(checkBytes(text, diags)))
    return std::nullopt;
  if (!text.starts_with("<"))
    return diags.error(rangeAt(text, 0),
                       "expected XML, which begins with '<', got " + quoted(text.take_front(1)));
  return text;
}

/// The element after `node` in document order.
static const tinyxml2::XMLElement *nextElement(const tinyxml2::XMLElement *node) {
  if (const tinyxml2::XMLElement *child = node->FirstChildElement())
    return child;
  while (node) {
    if (const tinyxml2::XMLElement *sibling = node->NextSiblingElement())
      return sibling;
    const tinyxml2::XMLNode *parent = node->Parent();
    node = parent ? parent->ToElement() : nullptr;
  }
  return nullptr;
}

/// Gives `element` its node and replaces raw attribute values by decoded ones where they differ.
/// Fails if the scanner and tinyxml2 disagree.
static llvm::LogicalResult pair(XmlElement &element, const tinyxml2::XMLElement *node) {
  if (!node || element.name != node->Name())
    return llvm::failure();
  element.node = node;
  const tinyxml2::XMLAttribute *decoded = node->FirstAttribute();
  for (XmlAttribute &attribute : element.attributes) {
    if (!decoded || attribute.name != decoded->Name())
      return llvm::failure();
    if (attribute.value != decoded->Value())
      attribute.value = decoded->Value();
    decoded = decoded->Next();
  }
  return llvm::success(!decoded);
}

std::optional<XmlDocument> XmlDocument::parse(unsigned bufferId, Diagnostics &diags) {
  std::optional<llvm::StringRef> text = findXml(bufferId, diags);
  if (!text)
    return std::nullopt;
  std::optional<std::vector<XmlElement>> elements = scanXml(*text, diags);
  if (!elements)
    return std::nullopt;

  XmlDocument result;
  result.all = std::move(*elements);
  result.document = std::make_unique<tinyxml2::XMLDocument>();
  tinyxml2::XMLDocument &document = *result.document;
  if (document.Parse(text->data(), text->size()) != tinyxml2::XML_SUCCESS) {
    size_t line = std::max(document.ErrorLineNum(), 1);
    size_t at = 0;
    for (; line > 1 && at != llvm::StringRef::npos; --line)
      at = text->find('\n', at) + 1;
    return diags.error(rangeAt(*text, at), llvm::Twine("this line is not well-formed XML (") +
                                               document.ErrorName() + ")");
  }
  const tinyxml2::XMLElement *node = document.FirstChildElement();
  for (XmlElement &element : result.all) {
    if (failed(pair(element, node)))
      return diags.error(element.nameRange, "cannot make sense of the XML from here on");
    node = nextElement(node);
  }
  return result;
}

} // namespace flame
