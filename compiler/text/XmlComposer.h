// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds an XmlDocument in memory that restates another document. Messages about its elements point
// into that document.

#ifndef FLAME_COMPILER_TEXT_XMLCOMPOSER_H
#define FLAME_COMPILER_TEXT_XMLCOMPOSER_H

#include "compiler/text/XmlDocument.h"

namespace flame {

/// Takes elements in document order. Copies all texts.
class XmlComposer {
public:
  /// Begins an element inside the elements that are still open. Messages about it point at `range`.
  void begin(llvm::StringRef name, llvm::SMRange range);
  /// Adds an attribute to the innermost open element. `name` and `value` come from the source at
  /// `nameRange` and `valueRange`.
  void add(llvm::StringRef name, const llvm::Twine &value, llvm::SMRange nameRange,
           llvm::SMRange valueRange);
  /// Sets the text inside the innermost open element, which has no children. The text needs no
  /// decoding.
  void setText(llvm::StringRef text);
  void end();

  /// Returns all elements. Every element must have ended.
  XmlDocument take() &&;

private:
  XmlDocument document;
  std::vector<std::vector<XmlAttribute>> attributes; ///< of each element
  std::vector<size_t> open;                          ///< positions of the open elements
};

} // namespace flame

#endif // FLAME_COMPILER_TEXT_XMLCOMPOSER_H
