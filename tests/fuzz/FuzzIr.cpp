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

#include <memory>

using namespace flame;
using namespace flame::fuzz;

/// Loading dialects takes longer than reading a text; but what a context has seen stays in it, so
/// that none serves too many.
static mlir::MLIRContext &freshContext() {
  constexpr unsigned kInputs = 256;
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned served = 0;
  if (served++ % kInputs == 0) {
    context = std::make_unique<mlir::MLIRContext>(mlir::MLIRContext::Threading::DISABLED);
    context->loadDialect<FlameDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect,
                         mlir::math::MathDialect>();
    context->getDiagEngine().registerHandler([](mlir::Diagnostic &) {});
  }
  return *context;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mlir::MLIRContext &context = freshContext();
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
