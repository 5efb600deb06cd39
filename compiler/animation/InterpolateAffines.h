// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interpolates two or four matrices. Linear interpolation mixes coefficients. Logarithmic
// interpolation treats each column as a vector that rotates and scales, so a rotation stays a
// rotation: angles are mixed the short way round, lengths by factors. Offsets are mixed linearly in
// both.

#ifndef FLAME_COMPILER_ANIMATION_INTERPOLATEAFFINES_H
#define FLAME_COMPILER_ANIMATION_INTERPOLATEAFFINES_H

#include "compiler/genome/Genome.h"

#include <array>

namespace flame {

/// For each column of a matrix, an angle in radians at which the rotation ends; the column's angle
/// is taken within half a turn of it. 0 selects the short way.
using WindingReference = std::array<double, 2>;

/// The angles of the columns of `affine` in radians, -pi..pi: images of the x and of the y unit
/// vector.
std::array<double, 2> columnAngles(const Affine &affine);

/// Returns `angle` shifted by a turn if that brings it within half a turn of `reference`. An exact
/// half turn is shifted upwards.
double unwindAngle(double angle, double reference);

/// The weighted sum of matrices. There are as many weights as matrices; they add up to 1.
Affine mixLinearly(llvm::ArrayRef<Affine> affines, llvm::ArrayRef<double> weights);

/// The same in polar form. A zero column takes the angle of the other one. If a column is tiny in
/// any matrix, its length is mixed linearly. `winding` applies to the second matrix, relative to
/// the first.
Affine mixPolar(llvm::ArrayRef<Affine> affines, llvm::ArrayRef<double> weights,
                WindingReference winding = {});

} // namespace flame

#endif // FLAME_COMPILER_ANIMATION_INTERPOLATEAFFINES_H
