// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM and MLIR are part of this binary if linked statically; otherwise each is a library with its
// own identity.

#include "compiler/codegen/CompilerIdentity.h"

#include "support/BuildIdentity.h"
#include "support/ContentHash.h"

#include "mlir/IR/Verifier.h"

#include "llvm/Bitcode/BitcodeReader.h"

const std::string &flame::compilerIdentity() {
  static const std::string identity = [] {
    auto buildOf = [](auto *function) {
      return rt::buildIdentity(reinterpret_cast<const void *>(function));
    };
    return rt::hashOfParts({buildOf(&compilerIdentity), buildOf(&llvm::parseBitcodeFile),
                            buildOf(&mlir::verify)})
        .hex();
  }();
  return identity;
}
