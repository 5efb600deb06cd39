// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flame IR as text: what is accepted is printed and read again.

#include "ir/FlameDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include "tests/fuzz/Fuzz.h"

using namespace flame;
using namespace flame::fuzz;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<FlameDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect,
                      mlir::math::MathDialect>();
  context.getDiagEngine().registerHandler([](mlir::Diagnostic &) {});
  const std::string text(textOf(data, size)); // the parser looks for the 0 at its end
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return 0;
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  module->print(stream);
  require(bool(mlir::parseSourceString<mlir::ModuleOp>(printed, &context)),
          "what is printed is read again", printed);
  return 0;
}
