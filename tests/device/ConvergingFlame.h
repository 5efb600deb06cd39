// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flame that converges at a known pace: from anywhere in the square of side 2 its points go
// straight to the middle.

#ifndef FLAME_TESTS_DEVICE_CONVERGINGFLAME_H
#define FLAME_TESTS_DEVICE_CONVERGINGFLAME_H

namespace flame {
struct Animation;
}

namespace flame::test {

/// Pixels per side, and how much nearer each iteration comes.
inline constexpr unsigned kConvergingSize = 128;
inline constexpr double kConvergenceFactor = 0.9;

/// `onlyConverged`: no sample counts before its point has converged.
Animation makeConvergingFlame(bool onlyConverged = false);

} // namespace flame::test

#endif // FLAME_TESTS_DEVICE_CONVERGINGFLAME_H
