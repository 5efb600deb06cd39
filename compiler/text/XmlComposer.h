// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a document whose elements were never written: they say what another document says, in other words, and messages about them
// point at those.

#ifndef FLAME_COMPILER_TEXT_XMLCOMPOSER_H
#define FLAME_COMPILER_TEXT_XMLCOMPOSER_H

#include "compiler/text/XmlDocument.h"

namespace flame {

/// Takes elements in document order. All texts are copied.
class XmlComposer {
public:
  /// Begins an element, inside those that were begun and have not ended. Messages about it point at
  /// `range`.
  void begin(llvm::StringRef name, llvm::SMRange range);
  /// Adds an attribute to the element that was begun last. `name` and `value` are what stands at
  /// `nameRange` and `valueRange`, or was made of it.
  void add(llvm::StringRef name, const llvm::Twine &value, llvm::SMRange nameRange,
           llvm::SMRange valueRange);
  /// The text inside the element that was begun last, which has no children and needs no decoding.
  void setText(llvm::StringRef text);
  void end();

  /// All elements; each has ended.
  XmlDocument take() &&;

private:
  XmlDocument document;
  std::vector<std::vector<XmlAttribute>> attributes; ///< of each element
  std::vector<size_t> open;                          ///< positions of those that have not ended
};

} // namespace flame

#endif // FLAME_COMPILER_TEXT_XMLCOMPOSER_H
