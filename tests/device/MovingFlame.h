// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flame in motion whose histogram tells the time: its colour goes from red to blue, and the
// picture moves to the left.

#ifndef FLAME_TESTS_DEVICE_MOVINGFLAME_H
#define FLAME_TESTS_DEVICE_MOVINGFLAME_H

namespace flame {
struct Animation;
}

namespace flame::test {

/// Pixels per side, and by how many of them the picture moves from time 0 to time 1. Nothing leaves
/// the frame.
inline constexpr unsigned kMovingSize = 128;
inline constexpr double kMovingDistance = 24;

Animation makeMovingFlame();

} // namespace flame::test

#endif // FLAME_TESTS_DEVICE_MOVINGFLAME_H
