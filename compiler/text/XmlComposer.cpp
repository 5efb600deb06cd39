// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects attributes separately and lays them out once their number is known.

#include "compiler/text/XmlComposer.h"

#include <cassert>

namespace flame {

void XmlComposer::begin(llvm::StringRef name, llvm::SMRange range) {
  open.push_back(document.all.size());
  XmlElement &element = document.all.emplace_back();
  element.name = name.copy(document.storage);
  element.nameRange = element.range = range;
  attributes.emplace_back();
}

void XmlComposer::add(llvm::StringRef name, const llvm::Twine &value, llvm::SMRange nameRange,
                      llvm::SMRange valueRange) {
  XmlAttribute &attribute = attributes.back().emplace_back();
  attribute.name = name.copy(document.storage);
  attribute.value = llvm::StringRef(value.str()).copy(document.storage);
  attribute.nameRange = nameRange;
  attribute.valueRange = valueRange;
}

void XmlComposer::setText(llvm::StringRef text) {
  document.all.back().content = text.copy(document.storage);
}

void XmlComposer::end() {
  const size_t position = open.back();
  open.pop_back();
  document.all[position].extent = unsigned(document.all.size() - position);
}

XmlDocument XmlComposer::take() && {
  assert(open.empty() && "an element has not ended");
  for (size_t i = 0; i < attributes.size(); ++i)
    document.all[i].attributes = llvm::ArrayRef<XmlAttribute>(attributes[i]).copy(document.storage);
  return std::move(document);
}

} // namespace flame
