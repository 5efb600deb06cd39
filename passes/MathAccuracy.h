// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides the required accuracy of a function from the uses of its result.

#ifndef FLAME_PASSES_MATHACCURACY_H
#define FLAME_PASSES_MATHACCURACY_H

#include "mlir/IR/Operation.h"

namespace flame {

/// True if an absolute error of `op`, a sine or cosine, is as good as a relative one of the same
/// size, because no later operation cancels the result down to near zero. This holds if the result
/// is only scaled and added up, and either
///
///  * both the sine and the cosine of one angle are used in this way: together they rotate a
///    vector,
///    and an error of the angle is relative to the vector's length; or
///  * a parameter is added on the way to the coordinates, so the next xform does not see a zero of
///    the function as zero.
bool absoluteErrorSuffices(mlir::Operation *op);

/// True if the result of `op` is only scaled and added up on its way to the coordinates. Small
/// relative errors then stay small.
bool isOnlyScaled(mlir::Operation *op);

/// A bound of |value| that follows from the operations it comes from; infinity if none follows.
double largestSize(mlir::Value value);

/// True if `value` cannot be negative: a square, a root, an absolute value, or a sum of such
/// values.
bool isNeverNegative(mlir::Value value);

} // namespace flame

#endif // FLAME_PASSES_MATHACCURACY_H
