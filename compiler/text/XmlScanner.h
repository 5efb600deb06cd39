// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The half of XmlDocument that knows places: one walk over the text that records the range of every
// element, attribute name and attribute value, and checks that the text is well-formed. It decodes
// nothing.

#ifndef FLAME_COMPILER_TEXT_XMLSCANNER_H
#define FLAME_COMPILER_TEXT_XMLSCANNER_H

#include "compiler/text/XmlDocument.h"

namespace flame {

/// The elements of `text`, with raw attribute values and without nodes. `text` must lie in a buffer
/// of the SourceMgr of `diags` and begin with '<'. Failure has been reported.
std::optional<std::vector<XmlElement>> scanXml(llvm::StringRef text, Diagnostics &diags);

} // namespace flame

#endif // FLAME_COMPILER_TEXT_XMLSCANNER_H
