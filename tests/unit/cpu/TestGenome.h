// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Genomes written by hand in place of generated code, to test the CPU engine without a compiler.
// Each is a set of xforms whose effect on the histogram can be predicted.

#ifndef FLAME_TESTS_UNIT_CPU_TESTGENOME_H
#define FLAME_TESTS_UNIT_CPU_TESTGENOME_H

#include "runtime/cpu/CpuWorkers.h"

namespace flame::test {

/// Layout of the parameter blocks of all genomes here, in floats: up to five xforms, their xaos
/// rows, free slots.
inline constexpr uint32_t kXaosOffset = 16, kSlotsOffset = 44, kBlockFloats = 48;

/// Five contractions by one half towards the corners and the centre of the unit square; colours 0,
/// 1/4 ... 1.
rt::CpuKernels contractionGenome();

/// Three xforms that write the transition they made: x becomes the xform's own index, y the index
/// of its predecessor.
rt::CpuKernels transitionGenome(bool hasXaos);

/// One xform that moves every point to (slot 0, slot 1), gives it the colour in slot 2 and the
/// visibility in slot 3.
rt::CpuKernels stampGenome(uint32_t features);

/// Linear, spherical and swirl with a final xform: curved, and with points far out of any frame.
rt::CpuKernels curvedGenome();

/// Two xforms: the first moves points to (0, 0); the second yields not-a-number, or a point beyond
/// the limit.
rt::CpuKernels badValueGenome(bool hasXaos);

/// One xform that moves points to (0, 0), and with the probability kNaNProbability to NaN, where
/// they stay: a flame with periodic reseeding.
rt::CpuKernels lastingNaNGenome(bool hasXaos);
inline constexpr float kNaNProbability = 0.002f;

/// One xform: x comes closer to zero, from the right, by a factor; y is zero.
rt::CpuKernels convergingGenome(bool countsEarly = true);
inline constexpr float kConvergenceFactor = 0.9f;

} // namespace flame::test

#endif // FLAME_TESTS_UNIT_CPU_TESTGENOME_H
