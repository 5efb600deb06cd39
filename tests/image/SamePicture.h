// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are two flames the same picture? Each is compiled for the CPU and rendered with several seeds,
// and the two are told apart by nothing but noise, or they are not. Rounding may differ, and then
// orbits do; therefore pictures are compared block of pixels by block. The noise is that between
// seeds.

#ifndef FLAME_TESTS_IMAGE_SAMEPICTURE_H
#define FLAME_TESTS_IMAGE_SAMEPICTURE_H

#include "abi/Abi.h"
#include "compiler/animation/Animation.h"
#include "compiler/codegen/CompileOptions.h"
#include "compiler/genome/Genome.h"

#include "llvm/Support/Error.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace flame::test {

inline constexpr unsigned kSeeds = 8, kWidth = 160, kHeight = 90, kBlock = 10;
inline constexpr unsigned kBlocks = kWidth / kBlock * (kHeight / kBlock);

/// When nothing but noise differs, the squared t-value of a block has mean d/(d-2) = 1.17, d = 2 *
/// kSeeds - 2; blocks are many, so that their mean does not get far from it.
inline constexpr double kLimit = 1.6;

/// Red, green, blue and count of every block, as shares of the whole picture's.
using Blocks = std::array<std::array<double, 4>, kBlocks>;

/// The renders of one compilation of a flame, by seed.
struct Renders {
  std::vector<std::vector<abi::WideCell>> cells;
  std::vector<Blocks> blocks;
};

/// How to render.
struct RenderOptions {
  uint64_t firstSeed = 0; ///< of kSeeds that follow each other
  unsigned threads = 0;   ///< 0: one per processor
  unsigned lanes = 0;     ///< points per vector; 0: the most that this processor has
  uint64_t samples = 1'000'000;
  unsigned finer = 1; ///< buckets for each in a direction; those that take its place are added up
};

/// Compiles and renders.
llvm::Expected<Renders> tryRender(const Animation &animation, const CompileOptions &options,
                                  const RenderOptions &how = {});

/// The same for tests. `firstSeed`: of kSeeds that follow each other; `threads`: 0 is one per
/// processor. A failure is one of the test.
Renders render(const Animation &animation, const CompileOptions &options, uint64_t firstSeed = 0,
               unsigned threads = 0);

bool areSameBytes(const Renders &a, const Renders &b);

/// The mean squared t-value of the differences of two sets of renders.
double differenceOf(const Renders &a, const Renders &b);

/// The flame of a file, or its first key frame.
std::optional<Genome> readGenome(llvm::StringRef path);

/// The flames of genomes/ and of the lit tests.
std::vector<std::string> genomePaths();

} // namespace flame::test

#endif // FLAME_TESTS_IMAGE_SAMEPICTURE_H
