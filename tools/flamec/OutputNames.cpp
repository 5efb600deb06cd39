// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns names of flames, which are free text, into file names.

#include "tools/flamec/OutputNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

/// Longer names are replaced by the index: file systems allow 255 bytes.
static constexpr size_t kLongestLabel = 100;

static bool fitsFileName(StringRef name) {
  auto isPlain = [](char c) { return llvm::isAlnum(c) || c == '.' || c == '_' || c == '-'; };
  return !name.empty() && name.size() <= kLongestLabel && llvm::all_of(name, isPlain) &&
         name[0] != '.' && name[0] != '-' && !llvm::all_of(name, llvm::isDigit);
}

std::vector<std::string> flame::flameLabels(llvm::ArrayRef<std::string> names) {
  llvm::StringMap<unsigned> count; // some file systems ignore case
  for (StringRef name : names)
    ++count[name.lower()];
  std::vector<std::string> labels;
  for (auto [index, name] : llvm::enumerate(names))
    labels.push_back(
        fitsFileName(name) && count[StringRef(name).lower()] == 1 ? name : std::to_string(index));
  return labels;
}

std::string flame::outputPath(StringRef output, StringRef input, StringRef label,
                              StringRef extension) {
  const std::string file = (label + "." + extension).str();
  if (output.ends_with("/"))
    return output.str() + file;
  if (output.empty())
    return (input == "-" ? "flame" : llvm::sys::path::stem(input)).str() + "-" + file;
  output.consume_back(("." + extension).str());
  return output.str() + "-" + file;
}
