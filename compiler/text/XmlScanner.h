// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk over an XML text that checks its bytes and its grammar, records where every element, attribute name and
// attribute value stands, and decodes values.
//
// The grammar is that of XML without document types, loosened where files of other programs need it: several roots, text
// between them, blanks after '<', '&' that begins no reference stands for itself, and attributes of xforms may have names that
// XML does not know, with blanks and number signs. The walk stops at the first error,
// since what follows is guesswork.

#ifndef FLAME_COMPILER_TEXT_XMLSCANNER_H
#define FLAME_COMPILER_TEXT_XMLSCANNER_H

#include "compiler/text/XmlDocument.h"

namespace flame {

/// Appends the elements of `text` to `elements`; attributes and decoded values go to `storage`. `text` must lie in a
/// buffer of the SourceMgr of `diags` and must not be empty. Failure has been reported.
llvm::LogicalResult scanXml(llvm::StringRef text, std::vector<XmlElement> &elements,
                            llvm::BumpPtrAllocator &storage, Diagnostics &diags);

/// Appends the character data of `piece`, a part of text without tags that scanXml has accepted, to
/// `result`: decoded, and without comments.
void appendCharacterData(llvm::StringRef piece, std::string &result);

} // namespace flame

#endif // FLAME_COMPILER_TEXT_XMLSCANNER_H
