// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locates the XML in a buffer, scans it once, and answers queries about the result.

#include "compiler/text/XmlDocument.h"

#include "compiler/text/NumberParsing.h"
#include "compiler/text/XmlScanner.h"

namespace flame {

llvm::SMRange XmlAttribute::rangeOf(llvm::StringRef piece) const {
  const char *begin = valueRange.Start.getPointer(), *end = valueRange.End.getPointer();
  std::less_equal<const char *> notAfter;
  if (!notAfter(begin, piece.begin()) || !notAfter(piece.end(), end))
    return valueRange;
  return {llvm::SMLoc::getFromPointer(piece.begin()), llvm::SMLoc::getFromPointer(piece.end())};
}

const XmlAttribute *XmlElement::find(llvm::StringRef attribute) const {
  for (const XmlAttribute &candidate : attributes)
    if (candidate.name == attribute)
      return &candidate;
  return nullptr;
}

llvm::SmallVector<const XmlElement *> XmlDocument::children(const XmlElement &parent) {
  llvm::SmallVector<const XmlElement *> result;
  for (const XmlElement *child = &parent + 1; child != &parent + parent.extent;
       child += child->extent)
    result.push_back(child);
  return result;
}

std::string XmlDocument::text(const XmlElement &element) {
  std::string result;
  const char *at = element.content.begin();
  auto appendUpTo = [&](const char *end) {
    appendCharacterData({at, static_cast<size_t>(end - at)}, result);
  };
  for (const XmlElement *child : children(element)) {
    appendUpTo(child->range.Start.getPointer());
    at = child->range.End.getPointer();
  }
  appendUpTo(element.content.end());
  return result;
}

/// The XML part of a buffer, without byte order mark and leading blanks.
static std::optional<llvm::StringRef> findXml(unsigned bufferId, Diagnostics &diags) {
  const llvm::MemoryBuffer *buffer = diags.sources().getMemoryBuffer(bufferId);
  llvm::StringRef text = buffer->getBuffer(), file = buffer->getBufferIdentifier();
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return diags.errorInFile(file, "the file is in UTF-16").note("save the file in UTF-8");
  text.consume_front("\xef\xbb\xbf");
  text = text.drop_while(isBlank);
  if (text.empty())
    return diags.errorInFile(file, buffer->getBufferSize() == 0 ? "the file is empty"
                                                                : "the file has only blanks");
  return text;
}

std::optional<XmlDocument> XmlDocument::parse(unsigned bufferId, Diagnostics &diags) {
  std::optional<llvm::StringRef> text = findXml(bufferId, diags);
  if (!text)
    return std::nullopt;
  XmlDocument document;
  if (failed(scanXml(*text, document.all, document.storage, diags)))
    return std::nullopt;
  return document;
}

} // namespace flame
