// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flame-opt: runs the passes of flamec one at a time on flame IR as text, for tests and for
// exploration.

#include "passes/Passes.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<flame::FlameDialect, mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::LLVM::LLVMDialect, mlir::math::MathDialect>();
  flame::registerFlamePasses();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "flame-opt: passes of the flame compiler\n", registry));
}
