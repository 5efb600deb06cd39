// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The implementations behind Loop.h.

#ifndef FLAME_RUNTIME_SHARED_MATH_LOOPS_H
#define FLAME_RUNTIME_SHARED_MATH_LOOPS_H

#include "runtime/shared/math/CellNoise.h"
#include "runtime/shared/math/LatticeNoise.h"
#include "runtime/shared/math/Loop.h"
#include "runtime/shared/math/NoiseSearch.h"
#include "runtime/shared/math/Orbits.h"
#include "runtime/shared/math/Pictures.h"

namespace flame::math {

/// The value of a function. `at` points to its operands.
template <class F> FLAME_INLINE F loopValue(LibraryLoop loop, const F *at) {
  auto orbits = [&](int first) {
    return OrbitSearch<F>{at[first],
                          at[first + 1],
                          at[first + 2],
                          at[first + 3],
                          {at[first + 4], at[first + 5], at[first + 6], at[first + 7]},
                          at[first + 8],
                          at[first + 9],
                          at[first + 10],
                          at[first + 11],
                          at[first + 12],
                          at[first + 13]};
  };
  switch (loop) {
  case LibraryLoop::SeekEscape:
    return seekEscape<F>(at[0], at[1], {at[2], at[3], at[4], at[5], at[6], at[7], at[8]});
  case LibraryLoop::CellNoise:
    return cellNoise<F>(at[0], at[1], at[2], at[3], at[4], at[5]);
  case LibraryLoop::LatticeNoise:
    return latticeNoise<F>(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8]);
  case LibraryLoop::SeekNoise:
    return seekNoise<F>(
        at[0], at[1], at[2],
        {at[3], at[4], at[5], at[6], at[7], at[8], at[9], at[10], at[11], at[12], at[13]});
  case LibraryLoop::SeekOrbit:
    return seekOrbit<F>(at[0], at[1], orbits(2));
  case LibraryLoop::OrbitValue:
    return orbitValue<F>(at[0], at[1], at[2], at[3], orbits(4));
  case LibraryLoop::FoldedSphere:
    return foldedSphere<F>(at[0], at[1], at[2],
                           {at[3], at[4], at[5], at[6], at[7], at[8], at[9], at[10], at[11]},
                           at[12]);
  case LibraryLoop::FoldedColor:
    return foldedColor<F>(at[0], at[1], at[2], at[3], at[4], at[5]);
  case LibraryLoop::FoldedEscape:
    return foldedEscape<F>(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]);
  case LibraryLoop::VortexNoise:
    return vortexNoise<F>(at[0], at[1], at[2], at[3], at[4], at[5]);
  }
  __builtin_unreachable();
}

} // namespace flame::math

#endif // FLAME_RUNTIME_SHARED_MATH_LOOPS_H
