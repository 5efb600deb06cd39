// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One flame with every variation: an xform per known value of each record, with its weight,
// parameters and affine. The compiled flame is probed xform by xform and compared with the oracle.

#ifndef FLAME_TESTS_DEVICE_VARIATIONFLAME_H
#define FLAME_TESTS_DEVICE_VARIATIONFLAME_H

#include "compiler/animation/Animation.h"
#include "tests/device/ProbeCases.h"

namespace flame::test {

struct VariationFlame {
  Animation animation;
  std::vector<ProbeCase> cases;
};

/// For each xform the known value, and `randomPoints` points with random draws where single
/// precision can tell. Of `parts` flames that together have every variation, the one with number
/// `part`: the time to compile a flame grows faster than its size.
VariationFlame makeVariationFlame(unsigned randomPoints, unsigned part = 0, unsigned parts = 1);

} // namespace flame::test

#endif // FLAME_TESTS_DEVICE_VARIATIONFLAME_H
