// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates a block of straight-line arith and math operations on f32, i32 and i1 scalars, in
// single precision, as a scalar machine would. For tests of code that builds such blocks.

#ifndef FLAME_TESTS_UNIT_IR_SCALARINTERPRETER_H
#define FLAME_TESTS_UNIT_IR_SCALARINTERPRETER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace flame {

class ScalarInterpreter {
public:
  /// Evaluates `block`; its arguments are f32 and take `inputs` in order. An operation that the
  /// interpreter does not know, or one that would be poison, is a failure of the running test.
  ScalarInterpreter(mlir::Block &block, const std::vector<float> &inputs);

  float real(mlir::Value value) const { return values.lookup(value).real; }

private:
  /// What a value is: only the member of its type means something.
  struct Scalar {
    float real = 0;
    int integer = 0; ///< of i1 too: 0 or 1
  };

  static Scalar constant(mlir::arith::ConstantOp op);
  Scalar evaluate(mlir::Operation &op) const;

  llvm::DenseMap<mlir::Value, Scalar> values;
};

} // namespace flame

#endif // FLAME_TESTS_UNIT_IR_SCALARINTERPRETER_H
