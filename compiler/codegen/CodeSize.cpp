// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See the header.

#include "compiler/codegen/CodeSize.h"

#include "compiler/text/Errors.h"
#include "ir/FlameDialect.h"
#include "ir/language/UserVariation.h"

namespace flame {

static llvm::Error checkCount(size_t count, size_t most, const char *counted, const char *remedy) {
  if (count <= most)
    return llvm::Error::success();
  return makeError(rt::ErrorKind::Input,
                   "the xforms of the flame have " + std::to_string(count) + " " + counted +
                       ", but at most " + std::to_string(most) + " are compiled",
                   remedy);
}

llvm::Error checkVariations(mlir::ModuleOp flame) {
  size_t variations = 0, userOperations = 0;
  flame.walk([&](VariationOp op) {
    ++variations;
    if (const UserVariation *user = op.getInfo()->user)
      userOperations += user->operationCount();
  });
  if (llvm::Error error = checkCount(variations, kMaxVariations, "variations",
                                     "remove xforms, or variations of small weight"))
    return error;
  return checkCount(userOperations, kMaxUserOperations, "operations of user-defined variations",
                    "remove uses of these variations, or shorten their formulas");
}

llvm::Error checkOperations(mlir::ModuleOp flame) {
  size_t operations = 0;
  flame.walk([&](mlir::Operation *) { ++operations; });
  return checkCount(operations, kMaxOperations, "operations",
                    "remove xforms, variations of small weight or long formulas");
}

} // namespace flame
