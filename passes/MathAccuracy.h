// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How accurate a function must be, by where its result goes.

#ifndef FLAME_PASSES_MATHACCURACY_H
#define FLAME_PASSES_MATHACCURACY_H

#include "mlir/IR/Operation.h"

namespace flame {

/// Whether an absolute error of `op`, a sine or cosine, is as good as a relative one of the same size: nothing that it
/// becomes is taken apart again next to zero. That is so where it is only scaled and added up, and either
///
///  * the sine and the cosine of one angle are both used so: together they turn a vector, and an error of the angle is
///    one relative to the vector's length; or
///  * on its way to the coordinates a parameter is added: the next xform sees no zero where the function has one.
bool absoluteErrorSuffices(mlir::Operation *op);

/// Whether the result of `op` is only scaled and added up on its way to the coordinates: small relative errors stay small.
bool isOnlyScaled(mlir::Operation *op);

/// A bound of |value| that follows from the operations it comes from; infinity where none does.
double largestSize(mlir::Value value);

/// Whether `value` cannot be below zero: a square, a root, a size, or a sum of such.
bool isNeverNegative(mlir::Value value);

} // namespace flame

#endif // FLAME_PASSES_MATHACCURACY_H
