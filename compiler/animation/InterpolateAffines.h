// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between two or four matrices. Linear interpolation mixes coefficients; logarithmic interpolation takes each column as
// a vector that turns and grows, so that a rotation stays one: angles are mixed the short way round, sizes by factors.
// Offsets are mixed in both.

#ifndef FLAME_COMPILER_ANIMATION_INTERPOLATEAFFINES_H
#define FLAME_COMPILER_ANIMATION_INTERPOLATEAFFINES_H

#include "compiler/genome/Genome.h"

#include <array>

namespace flame {

/// For each column of a matrix, the angle (radians) that ends the turn in which the column's angles are to be taken; 0
/// where the short way is wanted.
using WindingReference = std::array<double, 2>;

/// The angles of the columns of `affine`, radians, -pi..pi: of the images of the x and of the y unit vector.
std::array<double, 2> columnAngles(const Affine &affine);

/// `angle` shifted by a turn, if that brings it within half a turn of `reference`. An exact half turn is taken upwards.
double unwindAngle(double angle, double reference);

/// The mixture of matrices by weights, of which there are as many and which sum up to 1.
Affine mixLinearly(llvm::ArrayRef<Affine> affines, llvm::ArrayRef<double> weights);

/// The same in polar form. A column that vanishes has the angle of the other one; where a column is tiny in any matrix
/// its size is mixed linearly. `winding` concerns the second matrix and its way from the first.
Affine mixPolar(llvm::ArrayRef<Affine> affines, llvm::ArrayRef<double> weights,
                WindingReference winding = {});

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_INTERPOLATEAFFINES_H
