// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Look-up in the table of modules that the build embedded.

#include "compiler/codegen/GenericModules.h"

#include "support/EmbeddedFile.h"

using llvm::StringRef;

extern "C" const FlameEmbedded flame_generic_modules[];

static StringRef findModule(StringRef name) {
  for (const FlameEmbedded *row = flame_generic_modules; row->name; ++row)
    if (name == row->name)
      return StringRef(row->begin, row->end - row->begin);
  return {};
}

StringRef flame::genericPtx() { return findModule("ptx"); }

llvm::Expected<std::string> flame::genericCubin(const AssembleOptions &options) {
  if (StringRef known = findModule(options.target); !known.empty())
    return known.str();
  return assembleCubin(genericPtx(), options);
}
