// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks up modules in the table that the build embeds.

#include "compiler/codegen/GenericModules.h"

#include "artefact/PackedText.h"
#include "compiler/text/Errors.h"
#include "support/EmbeddedFile.h"

#include <span>

using llvm::StringRef;

extern "C" const FlameEmbedded flame_generic_modules[];

static StringRef findModule(StringRef name) {
  for (const FlameEmbedded *row = flame_generic_modules; row->name; ++row)
    if (name == row->name)
      return StringRef(row->begin, row->end - row->begin);
  return {};
}

StringRef flame::packedGenericPtx() { return findModule("ptx.zst"); }

llvm::Expected<std::string> flame::genericCubin(const AssembleOptions &options) {
  if (StringRef known = findModule(options.target); !known.empty())
    return known.str();
  auto ptx =
      rt::unpackText(std::as_bytes(std::span(packedGenericPtx()))).withContext("the generic code");
  if (!ptx)
    return makeError(ptx.error());
  return assembleCubin(
      llvm::StringRef(reinterpret_cast<const char *>(ptx->data()), ptx->size() - 1), options);
}
