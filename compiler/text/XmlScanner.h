// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans an XML text in one pass: checks bytes and grammar, records the location of every element,
// attribute name and attribute value, and decodes values.
//
// The grammar is XML without document types, with extensions for files of other programs: several
// roots, text between them, blanks after '<', a literal '&' that does not begin a reference, and
// attribute names of xforms with blanks and number signs. The scan stops at the first error,
// because later errors would be guesswork.

#ifndef FLAME_COMPILER_TEXT_XMLSCANNER_H
#define FLAME_COMPILER_TEXT_XMLSCANNER_H

#include "compiler/text/XmlDocument.h"

namespace flame {

/// Appends the elements of `text` to `elements`; attributes and decoded values go to `storage`.
/// `text` must lie in a buffer of the SourceMgr of `diags` and must not be empty. Failure has been
/// reported.
llvm::LogicalResult scanXml(llvm::StringRef text, std::vector<XmlElement> &elements,
                            llvm::BumpPtrAllocator &storage, Diagnostics &diags);

/// Appends the character data of `piece` to `result`, decoded and without comments. `piece` is text
/// without tags that scanXml has accepted.
void appendCharacterData(llvm::StringRef piece, std::string &result);

} // namespace flame

#endif // FLAME_COMPILER_TEXT_XMLSCANNER_H
